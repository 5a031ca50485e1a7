/* Python: where the active Python keeps its packages, found without starting it. */
#ifndef ACCORD_FACTS_PROBE_PYTHON_H
#define ACCORD_FACTS_PROBE_PYTHON_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

enum { PYTHON_FOLDERS_MAX = 32 };

struct python {
    struct arena arena;
    const char *folders[PYTHON_FOLDERS_MAX]; /* searched in this order */
    size_t count;
    bool is_known; /* a Python was found; else the folders are those of PYTHONPATH alone */
};

/* The Python of VIRTUAL_ENV, else of CONDA_PREFIX, else python3 on PATH; the folders of PYTHONPATH
 * come first. False without memory. Clear it either way. */
bool python_find(struct python *ret_python);
void python_clear(struct python *python);

#endif
