/* gitlab: a code quality report. */
#include "report/check_report.h"

static const char *const severities[SEVERITY__COUNT] = {"major", "minor", "info"};

static void begin(struct check_page *page) { text_add(&page->text, "["); }

static void add_finding(struct check_page *page, const struct check_finding *finding)
{
    struct text *text = &page->text;
    text_add(text, page->written++ ? ",\n {" : "\n {");
    json_add_text(text, true, "description", finding->message);
    json_add_text(text, false, "check_name", finding->id);
    json_add_text(text, false, "fingerprint", finding->fingerprint);
    json_add_text(text, false, "severity", severities[finding->severity]);
    text_add(text, ", \"location\": {");
    json_add_text(text, true, "path", finding->file);
    text_add(text, ", \"lines\": {");
    json_add_number(text, true, "begin", finding->at.line ? finding->at.line : 1);
    json_add_number(text, false, "end",
                    finding->at.end_line > finding->at.line ? finding->at.end_line
                    : finding->at.line                      ? finding->at.line
                                                            : 1);
    text_add(text, "}}}");
}

static void add_file(struct check_page *page, const struct checked *checked)
{
    for (size_t i = 0; i < checked->count; i++) {
        if (checked->findings[i].state == CHECK_OPEN)
            add_finding(page, &checked->findings[i]);
    }
}

static void end(struct check_page *page, const struct check_totals *totals)
{
    (void)totals;
    text_add(&page->text, page->written ? "\n]\n" : "]\n");
}

const struct check_report check_report_gitlab = {
    .name = "gitlab", .begin = begin, .file = add_file, .end = end};
