/* baseline: findings that are there today, for --baseline to set aside. The fingerprints count; the
 * rest is for readers. */
#include "report/check_report.h"

static void begin(struct check_page *page)
{
    text_add(&page->text, "{\"format\": 1, \"findings\": [");
}

static void add_file(struct check_page *page, const struct checked *checked)
{
    for (size_t i = 0; i < checked->count; i++) {
        const struct check_finding *finding = &checked->findings[i];
        if (finding->state == CHECK_IGNORED || finding->state == CHECK_FIXED)
            continue;
        text_add(&page->text, page->written++ ? ",\n  {" : "\n  {");
        json_add_text(&page->text, true, "fingerprint", finding->fingerprint);
        json_add_text(&page->text, false, "id", finding->id);
        json_add_text(&page->text, false, "file", finding->file);
        json_add_text(&page->text, false, "message", finding->message);
        text_add(&page->text, "}");
    }
}

static void end(struct check_page *page, const struct check_totals *totals)
{
    (void)totals;
    text_add(&page->text, page->written ? "\n]}\n" : "]}\n");
}

const struct check_report check_report_baseline = {
    .name = "baseline", .begin = begin, .file = add_file, .end = end};
