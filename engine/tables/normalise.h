/* Normalise: holds a tree against a schema. Reports every fault of shape with its place, and writes
 * the document once more in the one form that libcyaml's schema can say: lists where the schema has
 * lists, open keys as pairs, numbers for texts. */
#ifndef ACCORD_TABLES_NORMALISE_H
#define ACCORD_TABLES_NORMALISE_H

#include "base/value.h"
#include "tables/normal.h"
#include "tables/schema.h"
#include "tables/shape.h"
#include "tables/source.h"

/* Checks `tree`; on PACK_OK `ret_normal`, which is empty before, is its normal form, and lasts no
 * longer than the tree. */
enum pack_status normalise(const struct shape_context *context, const cyaml_schema_value_t *schema,
                           const struct value *tree, struct normal *ret_normal);

#endif
