/* Members: the loaded structs walked by their schema, whatever kind they are of. */
#ifndef ACCORD_TABLES_MEMBERS_H
#define ACCORD_TABLES_MEMBERS_H

#include <cyaml/cyaml.h>
#include <stdbool.h>

#include "tables/normal.h"

/* Where loaded structs have their words from. */
struct members_source {
    const struct normal *normal;
    struct arena *arena; /* keeps the texts */
    const char *file;    /* of every place */
};

/* Puts the words in place of the numbers that libcyaml has loaded into `data`. False without
 * memory. */
bool members_settle(const struct members_source *source, const cyaml_schema_field_t *fields,
                    void *data);

/* True when the member that `field` describes was given. */
bool member_is_given(const cyaml_schema_field_t *field, const void *data);

/* True when the member under `key` was given. */
bool members_have(const cyaml_schema_field_t *fields, const void *data, const char *key);

/* Gives `data` the member of `from` that `field` describes, unless it has one of its own. Truths
 * are never passed on. */
void member_inherit(const cyaml_schema_field_t *field, void *data, const void *from);

/* Takes the member under `key` away. */
void members_drop(const cyaml_schema_field_t *fields, void *data, const char *key);

#endif
