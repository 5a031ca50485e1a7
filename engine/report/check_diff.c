/* diff: what repairs change, as diff -u writes it. */
#include "check/edit.h"
#include "report/check_report.h"

static void add_file(struct check_page *page, const struct checked *checked)
{
    if (checked->before && checked->after)
        diff_add(&page->text, checked->path, checked->before, checked->before_length,
                 checked->after, checked->after_length);
}

const struct check_report check_report_diff = {.name = "diff", .file = add_file};
