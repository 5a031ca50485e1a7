/* Inherit: what an entry has from its bases. Private to this folder; registry.c holds the lock. */
#ifndef ACCORD_REGISTRY_INHERIT_H
#define ACCORD_REGISTRY_INHERIT_H

#include <stddef.h>

#include "registry/store.h"

enum {
    INHERIT_DEPTH = 32
}; /* bases behind one entry that are followed; tables have two or three */

enum inherit_end { INHERIT_COMPLETE, INHERIT_UNKNOWN, INHERIT_CYCLE, INHERIT_TOO_DEEP };

/* An entry and its bases, the entry first, without repetition. */
struct inherit_chain {
    const struct registry_entry *links[INHERIT_DEPTH + 1];
    size_t count;
    enum inherit_end end; /* why it ends */
};

/* The living entry of a name that lives in `release`; 0: the one with the newest lifetime. */
const struct registry_entry *inherit_find(const struct store *store, const char *name,
                                          int64_t release);

/* The entry that `entry` inherits from, or NULL. */
const struct registry_entry *inherit_base(const struct store *store,
                                          const struct registry_entry *entry);

void inherit_chain(const struct store *store, const struct registry_entry *entry,
                   struct inherit_chain *ret_chain);

/* The nearest value of an attribute, or NULL. */
const char *inherit_attribute(const struct inherit_chain *chain, const char *name);

/* Parameters over the whole chain: root's first, each name once, with the value nearest to the
 * entry. */
size_t inherit_parameter_count(const struct inherit_chain *chain);
const struct registry_attribute *inherit_parameter(const struct inherit_chain *chain, size_t index);

#endif
