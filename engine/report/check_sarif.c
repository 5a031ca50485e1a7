/* sarif: version 2.1.0, for code scanning. Columns count code points. What comments or the baseline
 * set aside stays in, marked. */
#include <stdint.h>

#include "report/check_report.h"

#ifdef HAVE_CONFIG_H
#include "config.h"
#else
#define PACKAGE_VERSION "0.1.0"
#endif

static const char *const levels[SEVERITY__COUNT] = {"error", "warning", "note"};

static void begin(struct check_page *page)
{
    text_add(&page->text, "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", "
                          "\"version\": \"2.1.0\", \"runs\": [\n"
                          "{\"columnKind\": \"unicodeCodePoints\", \"results\": [");
}

static void add_region(struct text *text, const char *key, const struct extent *at)
{
    text_format(text, "\"%s\": {\"startLine\": %u", key, at->line ? at->line : 1);
    if (at->line && at->column)
        json_add_number(text, false, "startColumn", at->column);
    if (at->line && at->end_line >= at->line && at->end_column) {
        json_add_number(text, false, "endLine", at->end_line);
        json_add_number(text, false, "endColumn", at->end_column);
    }
    text_add(text, "}");
}

static void add_artifact(struct text *text, const char *file)
{
    text_add(text, "\"artifactLocation\": {\"uri\": \"");
    uri_add(text, file);
    text_add(text, "\"}, ");
}

static void add_location(struct text *text, const struct check_finding *finding)
{
    text_add(text, ", \"locations\": [{\"physicalLocation\": {");
    add_artifact(text, finding->file);
    add_region(text, "region", &finding->at);
    text_add(text, "}}]");
}

/* The file that composes the part in which the finding stands. */
static void add_composing(struct text *text, const struct check_finding *finding)
{
    if (finding->composed_in == NULL)
        return;
    text_add(text, ", \"relatedLocations\": [{\"physicalLocation\": "
                   "{\"artifactLocation\": {\"uri\": \"");
    uri_add(text, finding->composed_in);
    text_add(text, "\"}}, \"message\": {\"text\": \"composed in this file\"}}]");
}

static void add_fix(struct text *text, const struct check_finding *finding)
{
    if (finding->edit == NULL)
        return;
    text_add(text, ", \"fixes\": [{\"description\": {");
    json_add_text(text, true, "text", finding->hint ? finding->hint : "repair");
    text_add(text, "}, \"artifactChanges\": [{");
    add_artifact(text, finding->file);
    text_add(text, "\"replacements\": [{");
    add_region(text, "deletedRegion", &finding->edit->at);
    text_add(text, ", \"insertedContent\": {");
    json_add_text(text, true, "text", finding->edit->text);
    text_add(text, "}}]}]}]");
}

/* What set the finding aside. */
static void add_state(struct text *text, const struct check_finding *finding)
{
    if (finding->state == CHECK_IGNORED) {
        text_add(text, ", \"suppressions\": [{\"kind\": \"inSource\"");
        json_add_text(text, false, "justification", finding->why);
        text_add(text, "}]");
    }
    if (finding->state == CHECK_BASELINED)
        text_add(text, ", \"baselineState\": \"unchanged\", \"suppressions\": [{\"kind\": "
                       "\"external\", \"justification\": \"in the baseline\"}]");
}

static void add_properties(struct text *text, const struct check_finding *finding)
{
    bool first = true;
    text_add(text, ", \"properties\": {");
    json_add_text(text, first, "framework", finding->framework);
    first = first && finding->framework == NULL;
    json_add_text(text, first, "targets", finding->targets);
    first = first && finding->targets == NULL;
    json_add_text(text, first, "field", finding->field);
    text_add(text, "}");
}

static void add_result(struct check_page *page, const struct check_finding *finding)
{
    struct text *text = &page->text;
    size_t rule = check_page_mention(page, finding);
    text_add(text, page->written++ ? ",\n {" : "\n {");
    json_add_text(text, true, "ruleId", finding->id);
    if (rule != SIZE_MAX)
        json_add_number(text, false, "ruleIndex", rule);
    json_add_text(text, false, "level", levels[finding->severity]);
    text_add(text, ", \"message\": {");
    json_add_text(text, true, "text", finding->message);
    text_add(text, "}");
    add_location(text, finding);
    add_composing(text, finding);
    text_add(text, ", \"partialFingerprints\": {");
    json_add_text(text, true, "accord/v1", finding->fingerprint);
    text_add(text, "}");
    add_state(text, finding);
    add_fix(text, finding);
    add_properties(text, finding);
    text_add(text, "}");
}

static void add_file(struct check_page *page, const struct checked *checked)
{
    for (size_t i = 0; i < checked->count; i++) {
        if (checked->findings[i].state != CHECK_HIDDEN)
            add_result(page, &checked->findings[i]);
    }
}

static void add_rule(struct text *text, const struct check_mention *mention)
{
    text_add(text, "{");
    json_add_text(text, true, "id", mention->id);
    text_add(text, ", \"shortDescription\": {");
    json_add_text(text, true, "text", mention->message);
    text_add(text, "}, \"defaultConfiguration\": {");
    json_add_text(text, true, "level", levels[mention->severity]);
    text_add(text, "}");
    if (mention->help || mention->source) {
        text_add(text, ", \"help\": {");
        json_add_text(text, true, "text", mention->help ? mention->help : mention->source);
        text_add(text, "}");
    }
    text_add(text, "}");
}

static void end(struct check_page *page, const struct check_totals *totals)
{
    struct text *text = &page->text;
    text_format(text, "%s],\n\"invocations\": [{\"executionSuccessful\": %s}],\n",
                page->written ? "\n" : "", totals->unreadable ? "false" : "true");
    text_add(text, "\"tool\": {\"driver\": {\"name\": \"accord\", \"version\": \"" PACKAGE_VERSION
                   "\", \"rules\": [");
    for (size_t i = 0; i < page->mention_count; i++) {
        text_add(text, i ? ",\n " : "\n ");
        add_rule(text, &page->mentions[i]);
    }
    text_add(text, "]}}}\n]}\n");
}

const struct check_report check_report_sarif = {
    .name = "sarif", .begin = begin, .file = add_file, .end = end};
