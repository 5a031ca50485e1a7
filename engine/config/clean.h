/* Clean: the bytes of a file made ready for its reader: what is no text, and what a template fills
 * in, is blanked in a copy of the same length, so that every offset still holds. */
#ifndef ACCORD_CONFIG_CLEAN_H
#define ACCORD_CONFIG_CLEAN_H

#include "tables/config_node.h"

/* Fills `ret_source` for the bytes of a file and records in `tree` (only its arena is set) what is
 * wrong with them. False without memory. */
bool clean_source(struct config_tree *tree, const char *text, size_t length,
                  struct config_source *ret_source);

/* The extent of some bytes. Costs the length of the text before them. */
struct extent clean_extent(const struct config_source *source, size_t offset, size_t end_offset);

#endif
