/* Target: target profiles and facts files: `{format: 1, target: NAME, summary: TEXT, facts:
 * {...}}`, in YAML or JSON. Checks their head; what the facts mean is the facts room's business. */
#ifndef ACCORD_TABLES_TARGET_H
#define ACCORD_TABLES_TARGET_H

#include "base/arena.h"
#include "base/diagnostic.h"
#include "base/value.h"
#include "ruleset/model.h"
#include "tables/source.h"

struct target {
    const char *file;
    struct word name, summary; /* text NULL: not given */
    const struct value *facts; /* a mapping of typed values with places */
};

/* Reads `length` bytes of `file`. All of the target lives in `arena`. */
enum pack_status target_read(struct arena *arena, const char *file, const char *bytes,
                             size_t length, struct diagnostics *findings,
                             struct target *ret_target);

/* As target_read, for a file on disk. */
enum pack_status target_read_file(struct arena *arena, const char *path,
                                  struct diagnostics *findings, struct target *ret_target);

#endif
