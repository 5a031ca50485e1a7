/* json: {"format": 1, "findings": [...], "summary": {...}}. Findings that were set aside are there,
 * too: see "state". */
#include "report/check_report.h"

static void begin(struct check_page *page)
{
    text_add(&page->text, "{\"format\": 1, \"findings\": [");
}

static void add_file(struct check_page *page, const struct checked *checked)
{
    for (size_t i = 0; i < checked->count; i++) {
        if (checked->findings[i].state == CHECK_HIDDEN)
            continue;
        text_add(&page->text, page->written++ ? ",\n  {" : "\n  {");
        json_add_finding(&page->text, &checked->findings[i]);
        text_add(&page->text, "}");
    }
}

static void end(struct check_page *page, const struct check_totals *totals)
{
    text_format(&page->text, "%s], \"summary\": ", page->written ? "\n" : "");
    json_add_totals(&page->text, totals);
    text_add(&page->text, "}\n");
}

const struct check_report check_report_json = {
    .name = "json", .begin = begin, .file = add_file, .end = end};
