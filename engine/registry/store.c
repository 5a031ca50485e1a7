#include "registry/store.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

void store_init(struct store *store)
{
    *store = (struct store){0};
    arena_init(&store->arena);
}

void store_clear(struct store *store)
{
    free(store->order);
    free(store->buckets);
    arena_clear(&store->arena);
    *store = (struct store){0};
}

/* FNV-1a: short names, no hostile keys that a table's size bound would not stop. */
static uint64_t hash_name(const char *name)
{
    uint64_t hash = 14695981039346656037u;
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 1099511628211u;
    return hash;
}

static struct store_node **bucket_of(const struct store *store, uint64_t hash)
{
    return &store->buckets[hash & (store->bucket_count - 1)];
}

/* Appends to its bucket, so that entries of one name are met in registration order. */
static void link_node(struct store *store, struct store_node *node)
{
    struct store_node **end = bucket_of(store, node->hash);
    while (*end)
        end = &(*end)->next;
    node->next = NULL;
    *end = node;
}

/* Doubles the buckets when the living fill half of them, and drops tombstones either way. */
static bool grow_buckets(struct store *store)
{
    size_t old_count = store->bucket_count;
    struct store_node **old = store->buckets;
    size_t count = !old_count ? 16 : store->count < old_count / 2 ? old_count : old_count * 2;
    struct store_node **buckets = calloc(count, sizeof *buckets);
    if (!buckets)
        return false;
    store->buckets = buckets;
    store->bucket_count = count;
    store->node_count = 0;
    for (size_t i = 0; i < old_count; i++) {
        for (struct store_node *node = old[i], *next; node; node = next) {
            next = node->next;
            if (!node->removed) {
                link_node(store, node);
                store->node_count++;
            }
        }
    }
    free(old);
    return true;
}

static bool grow_order(struct store *store)
{
    struct store_node **order =
        array_grow(store->order, store->count, sizeof(*order), &store->room);
    if (!order)
        return false;
    store->order = order;
    return true;
}

bool store_reserve(struct store *store)
{
    if (!grow_order(store))
        return false;
    return store->node_count < store->bucket_count || grow_buckets(store);
}

/* NULL stays NULL and is a success. */
static bool copy_text(struct store *store, const char **text)
{
    if (!*text)
        return true;
    *text = arena_copy(&store->arena, *text, strlen(*text));
    return *text;
}

static bool copy_texts(struct store *store, const char *const **texts, size_t count)
{
    if (count == 0) {
        *texts = NULL;
        return true;
    }
    const char **copy = arena_alloc(&store->arena, count, sizeof *copy);
    if (!copy)
        return false;
    for (size_t i = 0; i < count; i++) {
        copy[i] = (*texts)[i];
        if (!copy_text(store, &copy[i]))
            return false;
    }
    *texts = copy;
    return true;
}

/* Thousands of places name one file, one after the other: one copy serves them all. */
static bool copy_place(struct store *store, struct span *place)
{
    if (!place->file)
        return true;
    if (store->file && strcmp(store->file, place->file) == 0) {
        place->file = store->file;
        return true;
    }
    if (!copy_text(store, &place->file))
        return false;
    store->file = place->file;
    return true;
}

static bool copy_attributes(struct store *store, const struct registry_attribute **attributes,
                            size_t count)
{
    if (count == 0) {
        *attributes = NULL;
        return true;
    }
    struct registry_attribute *copy = arena_alloc(&store->arena, count, sizeof *copy);
    if (!copy)
        return false;
    for (size_t i = 0; i < count; i++) {
        copy[i] = (*attributes)[i];
        if (!copy_text(store, &copy[i].name) || !copy_text(store, &copy[i].value) ||
            !copy_place(store, &copy[i].place))
            return false;
    }
    *attributes = copy;
    return true;
}

/* An `until` that was left out means always, as INT64_MAX does. */
static bool copy_parts(struct store *store, struct registry_entry *entry)
{
    entry->until = entry->until == 0 ? INT64_MAX : entry->until;
    return copy_text(store, &entry->name) && copy_text(store, &entry->base) &&
           copy_text(store, &entry->instead) && copy_text(store, &entry->summary) &&
           copy_text(store, &entry->registered_by) &&
           copy_texts(store, &entry->aliases, entry->alias_count) &&
           copy_texts(store, &entry->classes, entry->class_count) &&
           copy_place(store, &entry->place) &&
           copy_attributes(store, &entry->attributes, entry->attribute_count) &&
           copy_attributes(store, &entry->parameters, entry->parameter_count);
}

struct store_node *store_copy(struct store *store, const struct registry_entry *entry)
{
    struct store_node *node = arena_alloc(&store->arena, 1, sizeof *node);
    if (!node)
        return NULL;
    node->entry = *entry;
    node->hash = hash_name(entry->name);
    node->serial = store->next_serial++;
    return copy_parts(store, &node->entry) ? node : NULL;
}

/* The first position whose serial is not below `serial`. */
static size_t find_position(const struct store *store, uint64_t serial)
{
    size_t low = 0, high = store->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (store->order[middle]->serial < serial)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void store_insert(struct store *store, struct store_node *node)
{
    size_t position = find_position(store, node->serial);
    memmove(&store->order[position + 1], &store->order[position],
            (store->count - position) * sizeof *store->order);
    store->order[position] = node;
    store->count++;
    store->node_count++;
    link_node(store, node);
}

void store_remove(struct store *store, struct store_node *node)
{
    size_t position = find_position(store, node->serial);
    while (store->order[position] != node)
        position++; /* parts of a divided entry share a serial */
    node->removed = true;
    store->count--;
    memmove(&store->order[position], &store->order[position + 1],
            (store->count - position) * sizeof *store->order);
}

/* From `node` on, itself included. */
static struct store_node *find_living(struct store_node *node, uint64_t hash, const char *name)
{
    while (node && (node->removed || node->hash != hash || strcmp(node->entry.name, name) != 0))
        node = node->next;
    return node;
}

struct store_node *store_first(const struct store *store, const char *name)
{
    if (store->bucket_count == 0)
        return NULL;
    uint64_t hash = hash_name(name);
    return find_living(*bucket_of(store, hash), hash, name);
}

struct store_node *store_next(const struct store_node *node)
{
    return find_living(node->next, node->hash, node->entry.name);
}

void store_empty(struct store *store)
{
    for (size_t i = 0; i < store->count; i++)
        store->order[i]->removed = true;
    store->count = 0;
}
