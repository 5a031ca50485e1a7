/* Places: the mappings of a document that are requests. */
#ifndef ACCORD_CONFIG_PLACES_H
#define ACCORD_CONFIG_PLACES_H

#include "config/reading.h"

struct places {
    const struct config_node *items[REQUESTS_MAX];
    size_t count;
};

/* Adds the places of a section: the mapping with most of its keys among those that its table names,
 * or each one of its class that is no place yet. Returns what stands in such a place and is no
 * mapping, or NULL. */
const struct config_node *places_find(const struct config_node *document,
                                      const struct kind_section *section, struct places *places);

#endif
