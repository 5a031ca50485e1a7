/* Builder: a model while its files come in: merges heads, fields, registry entries and rules of all
 * layers. Reads no files. */
#ifndef ACCORD_TABLES_BUILDER_H
#define ACCORD_TABLES_BUILDER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diagnostic.h"
#include "ruleset/model.h"
#include "tables/head.h"
#include "tables/layers.h"
#include "tables/load.h"

struct builder {
    struct diagnostics *findings;
    size_t errors_before, findings_before; /* of other origin, in `findings` */
    struct model model;                    /* its arena holds everything that was loaded */
    struct table_registry *registries;     /* declared by all heads; same order as the model's */
    size_t registry_count;
    struct layers fields, rules;
    const char *layer_name; /* pack or directory that comes in */
    bool partial;           /* some file was faulty */
};

void builder_init(struct builder *builder, struct diagnostics *findings);
void builder_clear(struct builder *builder);

/* Takes over stages, versions and registries of a chain of packs. False without memory. */
bool builder_add_heads(struct builder *builder, const struct head *deepest);

/* What follows belongs to the next layer. */
void builder_start_layer(struct builder *builder, const char *name);

/* Some file was faulty: what seems missing may stand there. */
void builder_set_partial(struct builder *builder);

/* Takes over what a file holds. False without memory. */
bool builder_add_content(struct builder *builder, const struct load_content *content);

/* Completes and checks the model; it moves to `ret_model` on PACK_OK. */
enum pack_status builder_finish(struct builder *builder, struct model *ret_model);

#endif
