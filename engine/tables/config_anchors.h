/* Config anchors: what aliases stand for, and merge keys. Both copy, within the bounds of the tree,
 * so that no bomb goes off. */
#ifndef ACCORD_TABLES_CONFIG_ANCHORS_H
#define ACCORD_TABLES_CONFIG_ANCHORS_H

#include "base/intern.h"
#include "tables/config_node.h"

struct config_anchors {
    struct intern names;
    struct config_node **nodes; /* by the id of the name */
    size_t room;
};

void config_anchors_init(struct config_anchors *anchors);
void config_anchors_clear(struct config_anchors *anchors);

/* Remembers a node by its anchor; the newest of a name counts. False without memory. */
bool config_anchors_set(struct config_anchors *anchors, struct config_tree *tree, const char *name,
                        struct config_node *node);

/* The node of an anchor, or NULL. */
struct config_node *config_anchors_find(const struct config_anchors *anchors, const char *name);

/* Replaces the merge keys of a complete mapping by the pairs that they stand for. False without
 * memory. */
bool config_anchors_merge(struct config_tree *tree, struct config_node *mapping);

#endif
