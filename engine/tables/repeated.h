/* Repeated: keys that stand twice in one mapping. */
#ifndef ACCORD_TABLES_REPEATED_H
#define ACCORD_TABLES_REPEATED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diagnostic.h"
#include "base/value.h"

struct repeated_keys {
    const struct value *mapping;
    const char *file;
    struct diagnostics *findings;
    size_t findings_limit; /* so many findings are enough */
};

/* Reports each key of the mapping that stands there before, in order of place. False without
 * memory. */
bool repeated_keys_report(const struct repeated_keys *keys);

#endif
