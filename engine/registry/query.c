#include "registry/registry.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "registry/inherit.h"
#include "registry/inside.h"
#include "registry/store.h"

size_t registry_count(struct registry *registry)
{
    (void)registry_open(registry);
    size_t count = registry->store.count;
    registry_close(registry);
    return count;
}

const struct registry_entry *registry_at(struct registry *registry, size_t index)
{
    (void)registry_open(registry);
    const struct registry_entry *entry =
        index < registry->store.count ? &registry->store.order[index]->entry : NULL;
    registry_close(registry);
    return entry;
}

const struct registry_entry *registry_find(struct registry *registry, const char *name,
                                           int64_t release)
{
    (void)registry_open(registry);
    const struct registry_entry *entry = inherit_find(&registry->store, name, release);
    registry_close(registry);
    return entry;
}

/* True when no entry of this name stands before `node`. */
static bool is_first_of_name(const struct store *store, const struct store_node *node)
{
    for (const struct store_node *other = store_first(store, node->entry.name); other;
         other = store_next(other))
        if (other->serial < node->serial)
            return false;
    return true;
}

static size_t collect_names(const struct store *store, const char **ret_names, size_t room)
{
    size_t count = 0;
    for (size_t i = 0; i < store->count; i++) {
        if (!is_first_of_name(store, store->order[i]))
            continue;
        if (count < room)
            ret_names[count] = store->order[i]->entry.name;
        count++;
    }
    return count;
}

size_t registry_names(struct registry *registry, const char **ret_names, size_t room)
{
    (void)registry_open(registry);
    size_t count = collect_names(&registry->store, ret_names, room);
    registry_close(registry);
    return count;
}

const struct registry_entry *registry_base(struct registry *registry,
                                           const struct registry_entry *entry)
{
    (void)registry_open(registry);
    const struct registry_entry *base = inherit_base(&registry->store, entry);
    registry_close(registry);
    return base;
}

const char *registry_attribute(struct registry *registry, const struct registry_entry *entry,
                               const char *name)
{
    struct inherit_chain chain;
    (void)registry_open(registry);
    inherit_chain(&registry->store, entry, &chain);
    registry_close(registry);
    return inherit_attribute(&chain, name);
}

size_t registry_parameter_count(struct registry *registry, const struct registry_entry *entry)
{
    struct inherit_chain chain;
    (void)registry_open(registry);
    inherit_chain(&registry->store, entry, &chain);
    registry_close(registry);
    return inherit_parameter_count(&chain);
}

const struct registry_attribute *
registry_parameter(struct registry *registry, const struct registry_entry *entry, size_t index)
{
    struct inherit_chain chain;
    (void)registry_open(registry);
    inherit_chain(&registry->store, entry, &chain);
    registry_close(registry);
    return inherit_parameter(&chain, index);
}

/* The nearest living name, or NULL; also without memory, as it is only a hint. */
static const char *nearest_name(const struct store *store, const char *name)
{
    const char **names = malloc((store->count + 1) * sizeof *names);
    if (!names)
        return NULL;
    size_t count = collect_names(store, names, store->count);
    const char *nearest = text_nearest(name, names, count);
    free(names);
    return nearest;
}

const char *registry_nearest(struct registry *registry, const char *name)
{
    (void)registry_open(registry);
    const char *nearest = nearest_name(&registry->store, name);
    registry_close(registry);
    return nearest;
}

/* Reports what is wrong with the bases of one entry. Only entries next to the fault are blamed for
 * an unknown base. */
static void check_entry(const struct store *store, const struct registry_entry *entry,
                        struct diagnostics *findings)
{
    struct inherit_chain chain;
    inherit_chain(store, entry, &chain);
    switch (chain.end) {
    case INHERIT_COMPLETE:
        break;
    case INHERIT_UNKNOWN:
        if (chain.count == 1) {
            diagnostics_add(findings, MESSAGE_BASE_UNKNOWN, entry->place,
                            nearest_name(store, entry->base), entry->base, entry->name);
        }
        break;
    case INHERIT_CYCLE:
        diagnostics_add(findings, MESSAGE_BASE_CYCLE, entry->place, NULL, entry->name);
        break;
    case INHERIT_TOO_DEEP:
        diagnostics_add(findings, MESSAGE_TABLE_TOO_LARGE, entry->place, NULL, (int)INHERIT_DEPTH,
                        "bases behind one entry");
        break;
    }
}

void registry_check(struct registry *registry, struct diagnostics *findings)
{
    (void)registry_open(registry);
    for (size_t i = 0; i < registry->store.count; i++)
        check_entry(&registry->store, &registry->store.order[i]->entry, findings);
    registry_close(registry);
}
