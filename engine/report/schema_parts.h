/* Parts of a schema of configuration files. Private to this room. */
#ifndef ACCORD_REPORT_SCHEMA_PARTS_H
#define ACCORD_REPORT_SCHEMA_PARTS_H

#include "report/json.h"
#include "report/schema.h"

/* The schema of one key: its types and values, what it is for, and whether it is gone. NULL without
 * memory. */
json_t *schema_of_key(const struct schema_subject *subject, const struct kind_key *key);

/* Adds an alternative for each name that a registry's field takes in the release, and one for
 * objects. False without memory. */
bool schema_add_names(json_t *alternatives, const struct schema_subject *subject,
                      const struct field *field, bool objects);

/* Adds an alternative for these words in any case of letters. False without memory. */
bool schema_add_folded(json_t *alternatives, json_t *words);

/* {"$ref": "#/$defs/NAME"}, or NULL without memory. */
json_t *schema_ref(const char *name);

#endif
