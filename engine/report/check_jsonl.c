/* jsonl: one object a finding, one finding a line, nothing else. */
#include "report/check_report.h"

static void add_file(struct check_page *page, const struct checked *checked)
{
    for (size_t i = 0; i < checked->count; i++) {
        if (checked->findings[i].state == CHECK_HIDDEN)
            continue;
        text_add(&page->text, "{");
        json_add_finding(&page->text, &checked->findings[i]);
        text_add(&page->text, "}\n");
    }
}

const struct check_report check_report_jsonl = {.name = "jsonl", .file = add_file};
