/* Pack: the tables of one framework, with the packs they extend and the layers on top, as one
 * checked model. */
#ifndef ACCORD_TABLES_PACK_H
#define ACCORD_TABLES_PACK_H

#include <stddef.h>

#include "base/diagnostic.h"
#include "ruleset/model.h"
#include "tables/source.h"
#include "tables/tree.h"

/* Reads pack `name` from `source`, then the table files of each layer directory in turn. All faults
 * of all files are reported. On PACK_OK `ret_model` is the caller's (model_clear); otherwise it is
 * untouched. */
enum pack_status pack_load(const struct table_source *source, const char *name,
                           const char *const *layers, size_t layer_count,
                           struct diagnostics *findings, struct model *ret_model);

#endif
