/* Entries: what registry files say, registered. */
#ifndef ACCORD_TABLES_ENTRIES_H
#define ACCORD_TABLES_ENTRIES_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diagnostic.h"
#include "registry/registry.h"
#include "tables/schema.h"

/* Who registers. */
struct entries_layer {
    const char *name; /* pack or directory */
    bool partial;     /* earlier files could not be read, so that a missing entry is no finding */
};

/* Registers all entries of a file; repeated ones and unreadable lifetimes are reported. An override
 * inherits what it does not say. False without memory. */
bool entries_register(struct registry *registry, const struct table_entries *entries,
                      const struct entries_layer *layer, struct diagnostics *findings);

#endif
