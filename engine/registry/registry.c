#include "registry/registry.h"

#include <stdlib.h>
#include <string.h>

#include "registry/inherit.h"
#include "registry/inside.h"
#include "registry/store.h"

static bool copy_words(struct registry *registry, const char *kind,
                       const char *const *attribute_names)
{
    struct arena *arena = &registry->store.arena;
    registry->kind = arena_copy(arena, kind, strlen(kind));
    registry->attribute_names =
        arena_alloc(arena, registry->attribute_count + 1, sizeof *registry->attribute_names);
    if (!registry->kind || !registry->attribute_names)
        return false;
    for (size_t i = 0; i < registry->attribute_count; i++) {
        registry->attribute_names[i] =
            arena_copy(arena, attribute_names[i], strlen(attribute_names[i]));
        if (!registry->attribute_names[i])
            return false;
    }
    return true;
}

static bool init_locks(struct registry *registry)
{
    if (pthread_mutex_init(&registry->lock, NULL) != 0)
        return false;
    if (pthread_cond_init(&registry->filled, NULL) != 0) {
        pthread_mutex_destroy(&registry->lock);
        return false;
    }
    return true;
}

struct registry *registry_new(const char *kind, const char *const *attribute_names,
                              size_t attribute_count, registry_populate *populate, void *context)
{
    struct registry *registry = calloc(1, sizeof *registry);
    if (!registry || !init_locks(registry)) {
        free(registry);
        return NULL;
    }
    store_init(&registry->store);
    registry->filling = populate ? FILLING_NOT_BEGUN : FILLING_DONE;
    registry->populate = populate;
    registry->context = context;
    registry->attribute_count = attribute_count;
    if (!copy_words(registry, kind, attribute_names)) {
        registry_free(registry);
        return NULL;
    }
    return registry;
}

void registry_free(struct registry *registry)
{
    if (!registry)
        return;
    store_clear(&registry->store);
    pthread_cond_destroy(&registry->filled);
    pthread_mutex_destroy(&registry->lock);
    free(registry);
}

/* Runs populate without the lock, because it registers. What a failed run left behind is taken out
 * again, so that the next call begins afresh. */
static bool fill(struct registry *registry)
{
    registry->filling = FILLING_RUNS;
    registry->filler = pthread_self();
    pthread_mutex_unlock(&registry->lock);
    bool done = registry->populate(registry, registry->context);
    pthread_mutex_lock(&registry->lock);
    if (!done)
        store_empty(&registry->store);
    registry->filling = done ? FILLING_DONE : FILLING_NOT_BEGUN;
    registry->generation++;
    pthread_cond_broadcast(&registry->filled);
    return done;
}

bool registry_open(struct registry *registry)
{
    pthread_mutex_lock(&registry->lock);
    while (registry->filling == FILLING_RUNS && !pthread_equal(registry->filler, pthread_self()))
        pthread_cond_wait(&registry->filled, &registry->lock);
    return registry->filling != FILLING_NOT_BEGUN || fill(registry);
}

void registry_close(struct registry *registry) { pthread_mutex_unlock(&registry->lock); }

/* Set by registry_new and never changed: no lock. */
const char *registry_kind(const struct registry *registry) { return registry->kind; }

size_t registry_attribute_count(const struct registry *registry)
{
    return registry->attribute_count;
}

const char *registry_attribute_name(const struct registry *registry, size_t index)
{
    return index < registry->attribute_count ? registry->attribute_names[index] : NULL;
}

static bool overlaps(const struct registry_entry *one, const struct registry_entry *other)
{
    int64_t until = other->until == 0 ? INT64_MAX : other->until;
    return one->since < until && other->since < one->until;
}

/* The first living node from `node` on whose lifetime overlaps that of `entry`; a retired one is in
 * nobody's way. */
static struct store_node *find_overlap(struct store_node *node, const struct registry_entry *entry)
{
    while (node && (node->entry.retired || !overlaps(&node->entry, entry)))
        node = store_next(node);
    return node;
}

/* The replacing node stands where the first of the replaced ones stood. */
static void replace_overlaps(struct store *store, struct store_node *added)
{
    struct store_node *other = find_overlap(store_first(store, added->entry.name), &added->entry);
    for (; other; other = find_overlap(store_first(store, added->entry.name), &added->entry)) {
        added->serial = other->serial < added->serial ? other->serial : added->serial;
        store_remove(store, other);
    }
    store_insert(store, added);
}

static enum registry_status register_entry(struct registry *registry,
                                           const struct registry_entry *entry, bool override,
                                           const struct registry_entry **ret_other)
{
    struct store *store = &registry->store;
    struct store_node *other = find_overlap(store_first(store, entry->name), entry);
    if (other && !override) {
        if (ret_other)
            *ret_other = &other->entry;
        return REGISTRY_REPEATED;
    }
    struct store_node *added = store_reserve(store) ? store_copy(store, entry) : NULL;
    if (!added)
        return REGISTRY_NO_MEMORY;
    replace_overlaps(store, added);
    registry->generation++;
    return REGISTRY_OK;
}

enum registry_status registry_register(struct registry *registry,
                                       const struct registry_entry *entry, bool override,
                                       const struct registry_entry **ret_other)
{
    enum registry_status status = registry_open(registry)
                                      ? register_entry(registry, entry, override, ret_other)
                                      : REGISTRY_NO_MEMORY;
    registry_close(registry);
    return status;
}

static enum registry_status remove_name(struct registry *registry, const char *name)
{
    struct store *store = &registry->store;
    struct store_node *node = store_first(store, name);
    if (!node)
        return REGISTRY_NOT_FOUND;
    for (; node; node = store_first(store, name))
        store_remove(store, node);
    registry->generation++;
    return REGISTRY_OK;
}

enum registry_status registry_remove(struct registry *registry, const char *name)
{
    enum registry_status status =
        registry_open(registry) ? remove_name(registry, name) : REGISTRY_NO_MEMORY;
    registry_close(registry);
    return status;
}

/* Puts the part of a node's entry from `since` to `until`, if there is one, before its other parts.
 * False without memory. */
static bool insert_part(struct store *store, const struct store_node *node, int64_t since,
                        int64_t until, bool retired)
{
    struct registry_entry entry = node->entry;
    entry.since = since;
    entry.until = until;
    entry.retired = retired;
    if (since >= until)
        return true;
    struct store_node *part = store_reserve(store) ? store_copy(store, &entry) : NULL;
    if (!part)
        return false;
    part->serial = node->serial;
    store_insert(store, part);
    return true;
}

static enum registry_status retire_name(struct registry *registry, const char *name, int64_t since,
                                        int64_t until)
{
    const struct registry_entry asked = {.since = since, .until = until};
    struct store *store = &registry->store;
    struct store_node *node = find_overlap(store_first(store, name), &asked);
    if (!node)
        return REGISTRY_NOT_FOUND;
    for (; node; node = find_overlap(store_first(store, name), &asked)) {
        const struct registry_entry *entry = &node->entry;
        int64_t from = since > entry->since ? since : entry->since;
        int64_t to = until < entry->until ? until : entry->until;
        store_remove(store, node);
        if (!insert_part(store, node, to, entry->until, false) ||
            !insert_part(store, node, from, to, true) ||
            !insert_part(store, node, entry->since, from, false))
            return REGISTRY_NO_MEMORY;
    }
    registry->generation++;
    return REGISTRY_OK;
}

enum registry_status registry_retire(struct registry *registry, const char *name, int64_t since,
                                     int64_t until)
{
    enum registry_status status =
        registry_open(registry) ? retire_name(registry, name, since, until) : REGISTRY_NO_MEMORY;
    registry_close(registry);
    return status;
}

int64_t registry_since(const struct registry_entry *entry)
{
    return entry->retired ? 0 : entry->since;
}

/* No framework has a release before 0.0.1. */
int64_t registry_until(const struct registry_entry *entry)
{
    return entry->retired ? 1 : entry->until;
}

/* Where an entry has to be divided first: a base with several lifetimes begins one inside it. 0:
 * nowhere. A lifetime of its own name is no such base. */
static int64_t find_division(const struct store *store, const struct registry_entry *entry)
{
    int64_t division = 0;
    size_t met = 0;
    if (!entry->base || strcmp(entry->base, entry->name) == 0)
        return 0;
    for (struct store_node *base = store_first(store, entry->base); base; base = store_next(base)) {
        int64_t since = base->entry.since;
        if (!overlaps(&base->entry, entry))
            continue;
        met++;
        if (since > entry->since && (division == 0 || since < division))
            division = since;
    }
    return met > 1 ? division : 0;
}

/* Two entries in the place of one. */
static bool divide_at(struct store *store, struct store_node *node, int64_t division)
{
    const struct registry_entry *entry = &node->entry;
    store_remove(store, node);
    return insert_part(store, node, division, entry->until, entry->retired) &&
           insert_part(store, node, entry->since, division, entry->retired);
}

bool registry_divide(struct registry *registry)
{
    bool complete = registry_open(registry), changed = true;
    struct store *store = &registry->store;
    /* Divided bases divide what stands on them; a cycle of bases ends after as many rounds as a
     * chain may have links. */
    for (size_t round = 0; complete && changed && round < INHERIT_DEPTH; round++) {
        changed = false;
        for (size_t i = 0; complete && i < store->count; i++) {
            int64_t division = find_division(store, &store->order[i]->entry);
            complete = division == 0 || divide_at(store, store->order[i], division);
            changed = changed || division != 0;
        }
        registry->generation += changed;
    }
    registry_close(registry);
    return complete;
}

uint64_t registry_generation(struct registry *registry)
{
    (void)registry_open(registry);
    uint64_t generation = registry->generation;
    registry_close(registry);
    return generation;
}
