/* Load: one table file from bytes to the structs of its kind, through libcyaml. Knows files, not
 * packs. */
#ifndef ACCORD_TABLES_LOAD_H
#define ACCORD_TABLES_LOAD_H

#include <stddef.h>

#include "base/arena.h"
#include "base/diagnostic.h"
#include "tables/normalise.h"
#include "tables/schema.h"
#include "tables/snapshot.h"
#include "tables/source.h"

/* What a file is allowed to hold. */
struct load_request {
    const char *file; /* name for findings; kept in the loaded places */
    const char *bytes;
    size_t length;
    /* declared so far; their names are keys of files too */
    const struct table_registry *registries;
    size_t registry_count;
    enum table_kind kind;            /* what the file must be */
    const struct snapshot *snapshot; /* what the bytes hold, when that is known */
};

/* A loaded file. */
struct load_content {
    enum table_kind kind;
    const struct table_registry *registry; /* TABLE_ENTRIES: whose entries */
    void *data;                            /* struct table_... of the kind */
};

/* Checks and loads a file; what it holds lives in `arena`. */
enum pack_status load_file(struct arena *arena, const struct load_request *request,
                           struct diagnostics *findings, struct load_content *ret_content);

/* Loads a checked document in normal form into the struct of `schema`. */
enum pack_status load_normal(struct arena *arena, const char *file, const struct normal *normal,
                             const cyaml_schema_value_t *schema, struct diagnostics *findings,
                             void **ret_data);

/* Reports an unknown format; then the rest of the document is not worth reading. That one is there
 * says the schema. */
bool load_check_format(const char *file, const struct value *tree, struct diagnostics *findings);

#endif
