/* Config tree: YAML as users write it, with anchors, merge keys, tags and several documents, read
 * into nodes with extents. What stands behind a fault of syntax is read as far as it can be. Built
 * on libyaml's events, never recursive. */
#ifndef ACCORD_TABLES_CONFIG_TREE_H
#define ACCORD_TABLES_CONFIG_TREE_H

#include "tables/config_node.h"

/* Reads every document of `tree->source` into `tree`, whose other members are zero but for the
 * arena. Faults of the text are recorded there. False without memory. */
bool config_tree_read_yaml(struct config_tree *tree);

#endif
