#include "tables/entries.h"

#include <stdint.h>
#include <string.h>

#include "base/text.h"
#include "tables/layers.h"

/* What registering one entry needs. */
struct entrance {
    struct registry *registry;
    struct arena *arena; /* for arrays; the registry copies */
    const char *layer;
    bool partial;
    struct diagnostics *findings;
    const struct table_entry *said;
};

/* The texts of words. */
static const char *const *plain_texts(struct arena *arena, const struct word_list *words)
{
    const char **texts = arena_alloc(arena, words->count + 1, sizeof *texts);
    for (size_t i = 0; texts && i < words->count; i++)
        texts[i] = words->items[i].text;
    return texts;
}

/* Pairs as attributes. */
static const struct registry_attribute *
attributes_of(struct arena *arena, const struct model_assignment *pairs, size_t count)
{
    struct registry_attribute *attributes = arena_alloc(arena, count + 1, sizeof *attributes);
    for (size_t i = 0; attributes && i < count; i++)
        attributes[i] = (struct registry_attribute){pairs[i].field.text, pairs[i].value.text,
                                                    pairs[i].field.place};
    return attributes;
}

/* Reads a release; absent ones leave the default. */
static void read_release(struct diagnostics *findings, const struct word *word,
                         int64_t *ret_release)
{
    int64_t release;
    if (!word->text)
        return;
    if (text_read_version(word->text, strlen(word->text), &release))
        *ret_release = release;
    else
        diagnostics_add(findings, MESSAGE_VERSION_UNREADABLE, word->place, NULL, word->text);
}

/* True for a key that the entry takes away. */
static bool is_dropped(const struct table_entry *said, const char *key)
{
    for (size_t i = 0; i < said->dropped.count; i++) {
        if (strcmp(said->dropped.items[i].text, key) == 0)
            return true;
    }
    return false;
}

/* The attributes of `entry` and those of `from` that it does not say. NULL without memory. */
static const struct registry_attribute *join_attributes(const struct entrance *entrance,
                                                        const struct registry_entry *entry,
                                                        const struct registry_entry *from,
                                                        size_t *ret_count)
{
    size_t count = entry->attribute_count;
    struct registry_attribute *joined =
        arena_alloc(entrance->arena, count + from->attribute_count + 1, sizeof *joined);
    if (!joined)
        return NULL;
    if (count)
        memcpy(joined, entry->attributes, count * sizeof *joined);
    for (size_t i = 0; i < from->attribute_count; i++) {
        const char *name = from->attributes[i].name;
        size_t own = 0;
        while (own < entry->attribute_count && strcmp(entry->attributes[own].name, name) != 0)
            own++;
        if (own == entry->attribute_count && !is_dropped(entrance->said, name))
            joined[count++] = from->attributes[i];
    }
    *ret_count = count;
    return joined;
}

/* What an overriding entry says, or drops, or else inherits. */
static const char *inherit_text(const struct table_entry *said, const struct word *own,
                                const char *key, const char *inherited)
{
    if (own->text)
        return own->text;
    return is_dropped(said, key) ? NULL : inherited;
}

/* Gives an overriding entry what it does not say itself. */
static bool inherit(const struct entrance *entrance, struct registry_entry *entry,
                    const struct registry_entry *from)
{
    const struct table_entry *said = entrance->said;
    const struct registry_entry own = *entry;
    if (!own.alias_count && !is_dropped(said, "aliases")) {
        entry->aliases = from->aliases;
        entry->alias_count = from->alias_count;
    }
    if (!own.class_count && !is_dropped(said, "classes")) {
        entry->classes = from->classes;
        entry->class_count = from->class_count;
    }
    if (!own.parameter_count && !is_dropped(said, "params")) {
        entry->parameters = from->parameters;
        entry->parameter_count = from->parameter_count;
    }
    if (!said->object_only.text && !is_dropped(said, "object_only"))
        entry->object_only = from->object_only;
    if (!said->since.text && !is_dropped(said, "since"))
        entry->since = from->since;
    if (!said->until.text && !is_dropped(said, "until"))
        entry->until = from->until;
    entry->base = inherit_text(said, &said->base, "base", from->base);
    entry->instead = inherit_text(said, &said->instead, "instead", from->instead);
    entry->summary = inherit_text(said, &said->summary, "summary", from->summary);
    entry->attributes = join_attributes(entrance, &own, from, &entry->attribute_count);
    return entry->attributes != NULL;
}

/* What a file says of an entry, in the registry's words. False without memory. */
static bool entry_fill(const struct entrance *entrance, struct registry_entry *ret_entry)
{
    const struct table_entry *said = entrance->said;
    struct arena *arena = entrance->arena;
    *ret_entry = (struct registry_entry){
        .name = said->name.text,
        .aliases = plain_texts(arena, &said->aliases),
        .alias_count = said->aliases.count,
        .classes = plain_texts(arena, &said->classes),
        .class_count = said->classes.count,
        .object_only = said->object_only.text && strcmp(said->object_only.text, "true") == 0,
        .base = said->base.text,
        .instead = said->instead.text,
        .summary = said->summary.text,
        .since = 0,
        .until = INT64_MAX,
        .attributes = attributes_of(arena, said->attributes, said->attribute_count),
        .attribute_count = said->attribute_count,
        .parameters = attributes_of(arena, said->parameters, said->parameter_count),
        .parameter_count = said->parameter_count,
        .place = said->name.place,
        .registered_by = entrance->layer,
    };
    return ret_entry->aliases && ret_entry->classes && ret_entry->attributes &&
           ret_entry->parameters;
}

/* Reads the lifetime that an entry says; false when it is none. */
static bool entry_lifetime(const struct entrance *entrance, struct registry_entry *entry)
{
    const struct table_entry *said = entrance->said;
    size_t errors = entrance->findings->errors;
    read_release(entrance->findings, &said->since, &entry->since);
    read_release(entrance->findings, &said->until, &entry->until);
    if (entrance->findings->errors == errors && entry->until <= entry->since)
        diagnostics_add(entrance->findings, MESSAGE_LIFETIME_EMPTY,
                        said->until.text ? said->until.place : said->since.place, NULL,
                        said->until.text ? said->until.text : "0",
                        said->since.text ? said->since.text : "0");
    return entrance->findings->errors == errors;
}

/* Registers a complete entry. */
static bool entry_register(const struct entrance *entrance, const struct registry_entry *entry)
{
    const struct registry_entry *other = NULL;
    enum registry_status status =
        registry_register(entrance->registry, entry, entrance->said->override, &other);
    if (status == REGISTRY_REPEATED)
        diagnostics_add_pair(entrance->findings, MESSAGE_ENTRY_REPEATED, entry->place, other->place,
                             registry_kind(entrance->registry), entry->name);
    return status != REGISTRY_NO_MEMORY;
}

/* The registered entries that an override or disable speaks of: those of its name that live in some
 * of its releases. */
static const struct registry_entry **find_overridden(const struct entrance *entrance,
                                                     const struct registry_entry *entry,
                                                     size_t *ret_count)
{
    size_t total = registry_count(entrance->registry), count = 0;
    const struct registry_entry **found = arena_alloc(entrance->arena, total + 1, sizeof *found);
    for (size_t i = 0; found && i < total; i++) {
        const struct registry_entry *old = registry_at(entrance->registry, i);
        if (strcmp(old->name, entry->name) == 0 && old->since < entry->until &&
            entry->since < old->until)
            found[count++] = old;
    }
    *ret_count = count;
    return found;
}

/* Lets an entry replace those that it speaks of, or takes them out. */
static bool entry_override(const struct entrance *entrance, const struct registry_entry *entry)
{
    size_t count;
    const struct registry_entry **found = find_overridden(entrance, entry, &count);
    bool complete = found != NULL;
    if (complete && !count && !entrance->partial)
        diagnostics_add(entrance->findings, MESSAGE_OVERRIDE_ABSENT, entry->place,
                        registry_nearest(entrance->registry, entry->name),
                        registry_kind(entrance->registry), entry->name);
    if (complete && count && entrance->said->disable)
        return registry_retire(entrance->registry, entry->name, entry->since, entry->until) !=
               REGISTRY_NO_MEMORY;
    for (size_t i = 0; complete && i < count; i++) {
        struct registry_entry merged = *entry;
        complete = inherit(entrance, &merged, found[i]) && entry_register(entrance, &merged);
    }
    return complete;
}

/* One entry of a file: registers, replaces or removes. */
static bool entry_enter(const struct entrance *entrance)
{
    const struct table_entry *said = entrance->said;
    struct registry_entry entry;
    if (!entry_fill(entrance, &entry))
        return false;
    if ((said->override || said->disable) && !said->why.text)
        diagnostics_add(entrance->findings, MESSAGE_OVERRIDE_WHY, said->name.place, NULL);
    if (!entry_lifetime(entrance, &entry))
        return true;
    return said->override || said->disable ? entry_override(entrance, &entry)
                                           : entry_register(entrance, &entry);
}

bool entries_register(struct registry *registry, const struct table_entries *entries,
                      const struct entries_layer *layer, struct diagnostics *findings)
{
    struct arena arena;
    arena_init(&arena);
    bool complete = true;
    if (entries->count + registry_count(registry) > LAYERS_MAX) {
        diagnostics_add(findings, MESSAGE_TABLE_TOO_LARGE, entries->format.place, NULL, LAYERS_MAX,
                        registry_kind(registry));
        return true;
    }
    for (size_t i = 0; complete && i < entries->count; i++) {
        const struct entrance entrance = {registry,       &arena,   layer->name,
                                          layer->partial, findings, &entries->items[i]};
        complete = entry_enter(&entrance);
    }
    arena_clear(&arena);
    return complete;
}
