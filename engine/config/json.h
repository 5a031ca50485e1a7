/* JSON: documents as JSON readers take them, and as relaxed ones (Hjson) do, read into nodes with
 * extents. What only the relaxed take is recorded as a fault of its own kind. Never recursive. */
#ifndef ACCORD_CONFIG_JSON_H
#define ACCORD_CONFIG_JSON_H

#include "tables/config_node.h"

/* Reads `tree->source` into `tree`, as config_tree_read_yaml does. False without memory. */
bool json_read(struct config_tree *tree);

#endif
