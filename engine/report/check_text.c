/* text: for people: each finding with its line, what it points at, and what would repair it. */
#include <string.h>

#include "base/utf8.h"
#include "report/check_report.h"

/* What is printed around words, when colours are wanted. */
struct palette {
    const char *severities[SEVERITY__COUNT], *good, *dim, *bold, *end;
};

static const struct palette plain = {{"", "", ""}, "", "", "", ""};
static const struct palette coloured = {
    {"\x1b[1;31m", "\x1b[1;33m", "\x1b[1;36m"}, "\x1b[32m", "\x1b[2m", "\x1b[1m", "\x1b[0m"};

static const struct palette *palette(const struct check_page *page)
{
    return page->colour ? &coloured : &plain;
}

static void add_printable(struct text *text, const char *words)
{
    text_add_printable(text, words, strlen(words));
}

void check_add_head(struct check_page *page, const struct check_finding *finding)
{
    const struct palette *colours = palette(page);
    text_add(&page->text, colours->bold);
    add_printable(&page->text, finding->file);
    if (finding->at.line)
        text_format(&page->text, ":%u:%u", finding->at.line, finding->at.column);
    text_format(&page->text, "%s: %s%s%s%s[%s]%s ", colours->end,
                colours->severities[finding->severity], severity_name(finding->severity),
                colours->end, colours->dim, finding->id, colours->end);
    add_printable(&page->text, finding->message);
    text_add(&page->text, "\n");
}

static unsigned count_characters(const char *text)
{
    unsigned count = 0;
    for (size_t length = strlen(text), at = 0; at < length; count++) {
        uint32_t code;
        size_t size = utf8_read(text + at, length - at, &code);
        at += size ? size : 1;
    }
    return count;
}

/* The line, with tabs as single blanks so that the caret stands below its character. */
static void add_source(struct text *text, const char *line)
{
    for (const char *at = line; *at;) {
        size_t length = strcspn(at, "\t");
        text_add_printable(text, at, length);
        at += length;
        if (*at == '\t') {
            text_add(text, " ");
            at++;
        }
    }
}

/* The line of the file, and a caret below what the finding is about. */
static void add_excerpt(struct check_page *page, const struct check_finding *finding)
{
    const struct palette *colours = palette(page);
    unsigned length = count_characters(finding->line), before = finding->line_first - 1;
    unsigned column = finding->at.column > before ? finding->at.column - before : 0;
    unsigned end =
        finding->at.end_line == finding->at.line ? finding->at.end_column - before : length + 1;
    end = end > length + 1 ? length + 1 : end;
    text_format(&page->text, "%s%6u |%s ", colours->dim, finding->at.line, colours->end);
    add_source(&page->text, finding->line);
    text_format(&page->text, "\n%s       |%s ", colours->dim, colours->end);
    text_format(&page->text, "%*s%s", (int)(column > 0 && column <= length + 1 ? column - 1 : 0),
                "", colours->severities[finding->severity]);
    text_add(&page->text, "^");
    for (unsigned i = column + 1; i < end; i++)
        text_add(&page->text, "^");
    text_format(&page->text, "%s\n", colours->end);
}

/* "       = name words" */
static void add_note(struct check_page *page, const char *name, const char *words, const char *rest)
{
    const struct palette *colours = palette(page);
    if (words == NULL)
        return;
    text_format(&page->text, "%s       = %s%s ", colours->dim, name, colours->end);
    add_printable(&page->text, words);
    text_format(&page->text, "%s\n", rest);
}

static void add_finding(struct check_page *page, const struct check_finding *finding)
{
    const char *can = finding->edit == NULL ? ""
                      : finding->edit->safe ? " (--fix does it)"
                                            : " (--fix --unsafe-fixes does it)";
    check_add_head(page, finding);
    if (finding->line && finding->at.line)
        add_excerpt(page, finding);
    add_note(page, "fix:", finding->hint, can);
    add_note(page, "help:", finding->help, "");
    add_note(page, "in:", finding->composed_in, "");
    add_note(page, "on:", finding->targets, "");
    add_note(page, "for:", finding->framework, "");
    text_add(&page->text, "\n");
    page->written++;
}

static void add_file(struct check_page *page, const struct checked *checked)
{
    for (size_t i = 0; i < checked->count; i++) {
        if (checked->findings[i].state == CHECK_OPEN)
            add_finding(page, &checked->findings[i]);
    }
}

static void add_count(struct text *text, size_t count, const char *one, const char *many,
                      size_t *written)
{
    if (count == 0)
        return;
    text_format(text, "%s%zu %s", *written ? ", " : "", count, count == 1 ? one : many);
    ++*written;
}

/* What was set aside, in brackets or behind commas. */
static void add_aside(struct check_page *page, const struct check_totals *totals)
{
    size_t written = 0;
    struct text *text = &page->text;
    text_add(text, palette(page)->dim);
    add_count(text, totals->fixed, "repaired", "repaired", &written);
    add_count(text, totals->fixable, "that --fix can repair", "that --fix can repair", &written);
    add_count(text, totals->hidden, "not shown", "not shown", &written);
    add_count(text, totals->ignored, "ignored by a comment", "ignored by comments", &written);
    add_count(text, totals->baselined, "in the baseline", "in the baseline", &written);
    add_count(text, totals->stale, "of the baseline no longer there",
              "of the baseline no longer there", &written);
    add_count(text, totals->skipped, "other file skipped", "other files skipped", &written);
    add_count(text, totals->unreadable, "file not readable", "files not readable", &written);
    text_format(text, "%s%s", written ? "\n" : "", palette(page)->end);
}

void check_add_summary(struct check_page *page, const struct check_totals *totals)
{
    const struct palette *colours = palette(page);
    const char *files = totals->files == 1 ? "file" : "files";
    size_t found = totals->found[0] + totals->found[1] + totals->found[2], written = 0;
    if (found == 0) {
        text_format(&page->text, "%s%s%s: %zu %s checked\n", totals->files ? colours->good : "",
                    totals->files ? "all clear" : "nothing to check",
                    totals->files ? colours->end : "", totals->files, files);
    } else {
        text_add(&page->text, colours->bold);
        add_count(&page->text, totals->found[SEVERITY_ERROR], "error", "errors", &written);
        add_count(&page->text, totals->found[SEVERITY_WARNING], "warning", "warnings", &written);
        add_count(&page->text, totals->found[SEVERITY_NOTE], "note", "notes", &written);
        text_format(&page->text, "%s in %zu of %zu %s\n", colours->end, totals->files_with_findings,
                    totals->files, files);
    }
    add_aside(page, totals);
}

const struct check_report check_report_text = {
    .name = "text", .file = add_file, .end = check_add_summary};
