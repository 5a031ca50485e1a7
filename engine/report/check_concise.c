/* concise: one line a finding. */
#include "report/check_report.h"

static void add_file(struct check_page *page, const struct checked *checked)
{
    for (size_t i = 0; i < checked->count; i++) {
        if (checked->findings[i].state == CHECK_OPEN)
            check_add_head(page, &checked->findings[i]);
    }
}

const struct check_report check_report_concise = {
    .name = "concise", .file = add_file, .end = check_add_summary};
