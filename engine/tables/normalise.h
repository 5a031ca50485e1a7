/* Normalise: holds a tree against a schema. Reports every fault of shape with its place, and writes
 * the document once more in the one form that libcyaml's schema can say: lists where the schema has
 * lists, open keys as pairs, places inside texts. */
#ifndef ACCORD_TABLES_NORMALISE_H
#define ACCORD_TABLES_NORMALISE_H

#include "base/text.h"
#include "base/value.h"
#include "tables/schema.h"
#include "tables/shape.h"
#include "tables/source.h"

/* Checks `tree`; on PACK_OK `ret_text` is its normal form. */
enum pack_status normalise(const struct shape_context *context, const cyaml_schema_value_t *schema,
                           const struct value *tree, struct text *ret_text);

#endif
