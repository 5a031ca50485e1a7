/* Shape: holds single values and keys against a schema and reports what is wrong with them. */
#ifndef ACCORD_TABLES_SHAPE_H
#define ACCORD_TABLES_SHAPE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diagnostic.h"
#include "base/value.h"
#include "tables/schema.h"

/* What the schemas leave to the file at hand. */
struct shape_context {
    const char *file;
    struct diagnostics *findings;
    size_t findings_limit;        /* so many findings are enough */
    const char *entries_key;      /* what users write for _entries; NULL: nothing */
    const char *const *open_keys; /* keys that _rest of an entry takes */
    size_t open_key_count;
};

/* One place of the schema. */
struct shape_slot {
    const char *name;                   /* what users call it */
    const cyaml_schema_field_t *fields; /* keys of the mapping it stands in */
    const cyaml_schema_value_t *schema;
};

bool shape_is_scalar(const struct value *value);

/* What users write for a key of the schema. */
const char *shape_spelling(const struct shape_context *context, const cyaml_schema_field_t *field);

/* The field of the schema that a user's key names, or NULL. */
const cyaml_schema_field_t *shape_find_field(const struct shape_context *context,
                                             const cyaml_schema_field_t *fields, const char *key);

/* A key of the schema's own, as "_rest", or NULL. */
const cyaml_schema_field_t *shape_find_own(const cyaml_schema_field_t *fields, const char *key);

/* True for a key that the _rest of a mapping takes. */
bool shape_is_open_key(const struct shape_context *context, const cyaml_schema_field_t *fields,
                       const char *key);

/* True for a mapping that replaces another or takes it out. */
bool shape_is_replacing(const cyaml_schema_field_t *fields, const struct value *mapping);

/* True for a key that a replacing mapping takes away. */
bool shape_is_dropped(const cyaml_schema_field_t *fields, const struct value *child);

/* Reports a value of another shape than its slot takes. */
void shape_report(const struct shape_context *context, const struct shape_slot *slot,
                  const struct value *value);

/* Reports a text that is none of the words that its place takes. */
void shape_check_choice(const struct shape_context *context, const struct schema_choice *choice,
                        const struct value *text);

/* Reports a key that the mapping of `slot` does not have. */
void shape_report_unknown(const struct shape_context *context, const struct shape_slot *slot,
                          const struct value *child);

/* Reports the keys that a mapping lacks. */
void shape_report_missing(const struct shape_context *context, const struct shape_slot *slot,
                          const struct value *mapping);

#endif
