/* Builtin: tables that were compiled into the library when it was built, and the text of every
 * table file, for engines that put layers or registrations on top. tools/accord-compile writes the
 * definitions; builtin_none.c stands in for them while it is built itself. */
#ifndef ACCORD_BUILTIN_H
#define ACCORD_BUILTIN_H

#include <stddef.h>

#include "tables/source.h"

struct builtin_pack {
    const char *name;
    const void *ruleset; /* struct ruleset, aligned */
    size_t size;
};

extern const struct builtin_pack builtin_packs[];
extern const size_t builtin_pack_count;
extern const struct table_file builtin_files[];
extern const size_t builtin_file_count;

#endif
