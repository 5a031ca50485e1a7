#include "report/check_report.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

static const struct check_report *const reports[] = {
    &check_report_text,  &check_report_concise,  &check_report_json,   &check_report_jsonl,
    &check_report_sarif, &check_report_github,   &check_report_gitlab, &check_report_junit,
    &check_report_diff,  &check_report_baseline,
};

const struct check_report *check_report_at(size_t index)
{
    return index < sizeof reports / sizeof *reports ? reports[index] : NULL;
}

const struct check_report *check_report_find(const char *name)
{
    for (size_t i = 0; i < sizeof reports / sizeof *reports; i++) {
        if (strcmp(reports[i]->name, name) == 0)
            return reports[i];
    }
    return NULL;
}

void check_page_init(struct check_page *page, const struct check_report *report, bool colour)
{
    *page = (struct check_page){.report = report, .colour = colour};
    text_init(&page->text);
    arena_init(&page->arena);
}

void check_page_clear(struct check_page *page)
{
    text_clear(&page->text);
    free(page->mentions);
    arena_clear(&page->arena);
    *page = (struct check_page){0};
}

static const char *keep(struct check_page *page, const char *text)
{
    return text ? arena_copy(&page->arena, text, strlen(text)) : NULL;
}

size_t check_page_mention(struct check_page *page, const struct check_finding *finding)
{
    for (size_t i = 0; i < page->mention_count; i++) {
        if (strcmp(page->mentions[i].id, finding->id) == 0)
            return i;
    }
    struct check_mention *mentions =
        array_grow(page->mentions, page->mention_count, sizeof *mentions, &page->mention_room);
    if (mentions == NULL) {
        page->text.failed = true;
        return SIZE_MAX;
    }
    page->mentions = mentions;
    struct check_mention mention = {.id = keep(page, finding->id),
                                    .message = keep(page, finding->message),
                                    .help = keep(page, finding->help),
                                    .source = keep(page, finding->source),
                                    .severity = finding->severity};
    page->text.failed = page->text.failed || mention.id == NULL || mention.message == NULL;
    if (mention.id == NULL)
        return SIZE_MAX;
    page->mentions[page->mention_count] = mention;
    return page->mention_count++;
}

/* ---- JSON ---- */

void json_add_text(struct text *text, bool first, const char *key, const char *value)
{
    if (value == NULL)
        return;
    text_format(text, "%s\"%s\": ", first ? "" : ", ", key);
    text_add_json(text, value, strlen(value));
}

void json_add_number(struct text *text, bool first, const char *key, size_t number)
{
    text_format(text, "%s\"%s\": %zu", first ? "" : ", ", key, number);
}

static const char *const states[] = {[CHECK_OPEN] = "open",
                                     [CHECK_IGNORED] = "ignored",
                                     [CHECK_BASELINED] = "baselined",
                                     [CHECK_HIDDEN] = "hidden",
                                     [CHECK_FIXED] = "fixed"};

static void add_edit(struct text *text, const struct check_edit *edit)
{
    text_add(text, ", \"fix\": {");
    json_add_number(text, true, "line", edit->at.line);
    json_add_number(text, false, "column", edit->at.column);
    json_add_number(text, false, "end_line", edit->at.end_line);
    json_add_number(text, false, "end_column", edit->at.end_column);
    json_add_text(text, false, "replacement", edit->text);
    text_format(text, ", \"safe\": %s}", edit->safe ? "true" : "false");
}

void json_add_finding(struct text *text, const struct check_finding *finding)
{
    json_add_text(text, true, "id", finding->id);
    json_add_text(text, false, "severity", severity_name(finding->severity));
    json_add_text(text, false, "message", finding->message);
    json_add_text(text, false, "file", finding->file);
    json_add_text(text, false, "composed_in", finding->composed_in);
    json_add_number(text, false, "line", finding->at.line);
    json_add_number(text, false, "column", finding->at.column);
    json_add_number(text, false, "end_line", finding->at.end_line);
    json_add_number(text, false, "end_column", finding->at.end_column);
    json_add_text(text, false, "field", finding->field);
    json_add_text(text, false, "framework", finding->framework);
    json_add_text(text, false, "targets", finding->targets);
    json_add_text(text, false, "raises", finding->raises);
    json_add_text(text, false, "source", finding->source);
    json_add_text(text, false, "hint", finding->hint);
    if (finding->edit)
        add_edit(text, finding->edit);
    json_add_text(text, false, "state", states[finding->state]);
    json_add_text(text, false, "why", finding->why);
    json_add_text(text, false, "fingerprint", finding->fingerprint);
}

void json_add_totals(struct text *text, const struct check_totals *totals)
{
    text_add(text, "{");
    json_add_number(text, true, "files", totals->files);
    json_add_number(text, false, "skipped", totals->skipped);
    json_add_number(text, false, "unreadable", totals->unreadable);
    json_add_number(text, false, "errors", totals->found[SEVERITY_ERROR]);
    json_add_number(text, false, "warnings", totals->found[SEVERITY_WARNING]);
    json_add_number(text, false, "notes", totals->found[SEVERITY_NOTE]);
    json_add_number(text, false, "ignored", totals->ignored);
    json_add_number(text, false, "baselined", totals->baselined);
    json_add_number(text, false, "stale", totals->stale);
    json_add_number(text, false, "hidden", totals->hidden);
    json_add_number(text, false, "fixable", totals->fixable);
    json_add_number(text, false, "fixed", totals->fixed);
    text_add(text, "}");
}

/* ---- URIs ---- */

void uri_add(struct text *text, const char *path)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
    if (*path == '/')
        text_add(text, "file://");
    for (; *path; path++) {
        if (strchr(plain, *path))
            text_add_bytes(text, path, 1);
        else
            text_format(text, "%%%02X", (unsigned char)*path);
    }
}
