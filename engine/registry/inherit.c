#include "registry/inherit.h"

#include <string.h>

/* What is still there goes before what is retired, then the newer one. */
static bool is_better(const struct registry_entry *entry, const struct registry_entry *other)
{
    if (!other || entry->retired != other->retired)
        return !other || other->retired;
    return entry->since > other->since;
}

const struct registry_entry *inherit_find(const struct store *store, const char *name,
                                          int64_t release)
{
    const struct registry_entry *newest = NULL;
    for (const struct store_node *node = store_first(store, name); node; node = store_next(node)) {
        const struct registry_entry *entry = &node->entry;
        if (release != 0 && !entry->retired && entry->since <= release && release < entry->until)
            return entry;
        if (is_better(entry, newest))
            newest = entry;
    }
    return release == 0 ? newest : NULL;
}

/* An entry may derive from another lifetime of its own name, never from itself. */
const struct registry_entry *inherit_base(const struct store *store,
                                          const struct registry_entry *entry)
{
    const struct registry_entry *newest = NULL, *living = NULL;
    if (!entry->base)
        return NULL;
    for (const struct store_node *node = store_first(store, entry->base); node;
         node = store_next(node)) {
        const struct registry_entry *base = &node->entry;
        if (base == entry)
            continue;
        bool lives = base->since <= entry->since && entry->since < base->until;
        if (lives && (!living || living->retired))
            living = base;
        if (is_better(base, newest))
            newest = base;
    }
    return living ? living : newest;
}

static bool has_link(const struct inherit_chain *chain, const struct registry_entry *entry)
{
    for (size_t i = 0; i < chain->count; i++)
        if (chain->links[i] == entry)
            return true;
    return false;
}

/* Why the chain cannot go on to `base`; INHERIT_COMPLETE when it can, or need not. */
static enum inherit_end find_end(const struct inherit_chain *chain,
                                 const struct registry_entry *last,
                                 const struct registry_entry *base)
{
    if (!last->base)
        return INHERIT_COMPLETE;
    if (!base)
        return strcmp(last->base, last->name) == 0 ? INHERIT_CYCLE : INHERIT_UNKNOWN;
    if (has_link(chain, base))
        return INHERIT_CYCLE;
    return chain->count > INHERIT_DEPTH ? INHERIT_TOO_DEEP : INHERIT_COMPLETE;
}

void inherit_chain(const struct store *store, const struct registry_entry *entry,
                   struct inherit_chain *ret_chain)
{
    ret_chain->count = 0;
    while (true) {
        ret_chain->links[ret_chain->count++] = entry;
        const struct registry_entry *base = inherit_base(store, entry);
        ret_chain->end = find_end(ret_chain, entry, base);
        if (!base || ret_chain->end != INHERIT_COMPLETE)
            return;
        entry = base;
    }
}

static const struct registry_attribute *find_attribute(const struct registry_attribute *attributes,
                                                       size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(attributes[i].name, name) == 0)
            return &attributes[i];
    return NULL;
}

const char *inherit_attribute(const struct inherit_chain *chain, const char *name)
{
    for (size_t i = 0; i < chain->count; i++) {
        const struct registry_entry *entry = chain->links[i];
        const struct registry_attribute *found =
            find_attribute(entry->attributes, entry->attribute_count, name);
        if (found)
            return found->value;
    }
    return NULL;
}

/* The parameter of that name that is nearest to the entry: of links 0 to `last`. */
static const struct registry_attribute *nearest_parameter(const struct inherit_chain *chain,
                                                          size_t last, const char *name)
{
    for (size_t i = 0; i <= last; i++) {
        const struct registry_entry *entry = chain->links[i];
        const struct registry_attribute *found =
            find_attribute(entry->parameters, entry->parameter_count, name);
        if (found)
            return found;
    }
    return NULL;
}

/* True when a link behind `link` has a parameter of that name, which then has its place in the
 * order. */
static bool is_inherited(const struct inherit_chain *chain, size_t link, const char *name)
{
    for (size_t i = link + 1; i < chain->count; i++) {
        const struct registry_entry *entry = chain->links[i];
        if (find_attribute(entry->parameters, entry->parameter_count, name))
            return true;
    }
    return false;
}

/* Walks the parameters in order up to `index`; counts them all when there are fewer. */
static const struct registry_attribute *walk_parameters(const struct inherit_chain *chain,
                                                        size_t index, size_t *ret_count)
{
    size_t seen = 0;
    for (size_t link = chain->count; link-- > 0;) {
        const struct registry_entry *entry = chain->links[link];
        for (size_t i = 0; i < entry->parameter_count; i++) {
            const char *name = entry->parameters[i].name;
            if (find_attribute(entry->parameters, i, name) || is_inherited(chain, link, name))
                continue;
            if (seen++ == index)
                return nearest_parameter(chain, link, name);
        }
    }
    *ret_count = seen;
    return NULL;
}

size_t inherit_parameter_count(const struct inherit_chain *chain)
{
    size_t count = 0;
    (void)walk_parameters(chain, SIZE_MAX, &count);
    return count;
}

const struct registry_attribute *inherit_parameter(const struct inherit_chain *chain, size_t index)
{
    size_t count = 0;
    return walk_parameters(chain, index, &count);
}
