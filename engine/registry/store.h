/* Store: the memory of one registry: copies of its entries, their order, and an index by name.
 * Private to this folder, and without locks: registry.c holds the registry's lock around every
 * call. */
#ifndef ACCORD_REGISTRY_STORE_H
#define ACCORD_REGISTRY_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "registry/registry.h"

/* One registered entry. Never freed before the store, so that pointers to its entry stay valid. */
struct store_node {
    struct registry_entry entry;
    struct store_node *next; /* next of the bucket */
    uint64_t hash;           /* of the name */
    uint64_t serial;         /* place in the order, which an overriding node takes over and the
                              * parts of a divided one share */
    bool removed;            /* a tombstone: no longer in `order` */
};

struct store {
    struct arena arena;
    struct store_node **order; /* living nodes by ascending serial */
    size_t count, room;
    struct store_node **buckets;
    size_t bucket_count; /* a power of two, or 0 */
    size_t node_count;   /* with tombstones */
    uint64_t next_serial;
    const char *file; /* the file name copied last: entries of one file share it */
};

void store_init(struct store *store);
void store_clear(struct store *store);

/* Makes room for one more node. False without memory, and nothing has changed. */
bool store_reserve(struct store *store);

/* A copy of `entry`, in no list yet, or NULL without memory. */
struct store_node *store_copy(struct store *store, const struct registry_entry *entry);

/* Puts a copied node into the order, by its serial and before others of that serial, and into the
 * index. Room was reserved. */
void store_insert(struct store *store, struct store_node *node);

/* Takes a living node out of the order and leaves its tombstone. */
void store_remove(struct store *store, struct store_node *node);

/* Takes out every node. */
void store_empty(struct store *store);

/* The first living node of a name, and the next one of the same name; NULL at the end. */
struct store_node *store_first(const struct store *store, const char *name);
struct store_node *store_next(const struct store_node *node);

#endif
