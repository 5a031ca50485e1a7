/* Head: pack.yaml of a pack and of those that it extends. */
#ifndef ACCORD_TABLES_HEAD_H
#define ACCORD_TABLES_HEAD_H

#include <stddef.h>

#include "base/arena.h"
#include "base/diagnostic.h"
#include "tables/schema.h"
#include "tables/source.h"

/* One pack of a chain of extensions. */
struct head {
    const char *name;
    struct table_pack *table;
    struct head *next; /* the pack that extends this one */
};

/* Reads the heads of `name` and of all packs below it, the deepest first. Everything lives in
 * `arena`. */
enum pack_status head_read_chain(const struct table_source *source, struct arena *arena,
                                 const char *name, struct diagnostics *findings,
                                 struct head **ret_deepest);

/* True for a path that stays inside the folder it is looked up in. */
bool head_is_inner_path(const char *path);

#endif
