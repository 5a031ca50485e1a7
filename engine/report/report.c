#include "report/report.h"

#include <string.h>

static const struct report *const reports[] = {&report_text, &report_json};

const struct report *report_find(const char *name)
{
    for (size_t i = 0; i < sizeof reports / sizeof *reports; i++) {
        if (strcmp(reports[i]->name, name) == 0)
            return reports[i];
    }
    return NULL;
}
