#include "tables/layers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "tables/members.h"

#define NO_ITEM UINT32_MAX

struct layers_mark {
    void *data;
    struct span place; /* where it was said last */
    int64_t since, until;
    uint32_t next; /* next item of the name, or NO_ITEM */
    unsigned layer;
    bool disabled;
};

void layers_init(struct layers *layers, const struct layers_kind *kind)
{
    *layers = (struct layers){.kind = kind};
    intern_init(&layers->names);
}

void layers_clear(struct layers *layers)
{
    intern_clear(&layers->names);
    free(layers->marks);
    free(layers->first);
    layers_init(layers, layers->kind);
}

/* ---- names and lifetimes */

/* What an item is known by; an unreadable lifetime is the compiler's finding. */
static struct layers_mark mark_of(const struct layers *layers, const struct layers_item *item)
{
    struct layers_mark mark = {item->data,    item->name->place, 0, INT64_MAX, NO_ITEM,
                               layers->layer, item->disable};
    if (layers->kind->has_lifetimes && item->since->text)
        text_read_version(item->since->text, strlen(item->since->text), &mark.since);
    if (layers->kind->has_lifetimes && item->until->text)
        text_read_version(item->until->text, strlen(item->until->text), &mark.until);
    return mark;
}

/* The first item of a name, or NO_ITEM. */
static uint32_t first_of(const struct layers *layers, const struct word *name)
{
    uint32_t id;
    return intern_find(&layers->names, name->text, strlen(name->text), &id) ? layers->first[id]
                                                                            : NO_ITEM;
}

/* From `index` on, the first item of that name that lives in some releases of `mark`, or NO_ITEM.
 */
static uint32_t overlapping(const struct layers *layers, uint32_t index,
                            const struct layers_mark *mark)
{
    while (index != NO_ITEM) {
        const struct layers_mark *old = &layers->marks[index];
        if (!old->disabled && old->since < mark->until && mark->since < old->until)
            break;
        index = old->next;
    }
    return index;
}

/* ---- replacing */

/* Reports an override or disable of nothing. */
static bool report_absent(const struct layers *layers, const struct layers_item *item,
                          struct diagnostics *findings)
{
    const char **names = calloc(layers->names.count + 1, sizeof *names);
    if (!names)
        return false;
    for (size_t i = 0; i < layers->names.count; i++)
        names[i] = intern_text(&layers->names, (uint32_t)i);
    const char *name = item->name->text;
    const char *nearest = text_nearest(name, names, layers->names.count);
    if (nearest && strcmp(nearest, name) == 0) /* it is there, but in this very layer */
        nearest = NULL;
    if (layers->kind->absent == MESSAGE_OVERRIDE_NOTHING)
        diagnostics_add(findings, MESSAGE_OVERRIDE_NOTHING, item->name->place, nearest, name);
    else
        diagnostics_add(findings, layers->kind->absent, item->name->place, nearest,
                        layers->kind->noun, name);
    free(names);
    return true;
}

/* True when `key` is an effect of this kind. */
static bool is_effect(const struct layers_kind *kind, const char *key)
{
    for (const char *const *effect = kind->effects; effect && *effect; effect++) {
        if (strcmp(*effect, key) == 0)
            return true;
    }
    return false;
}

/* Gives an overriding item what it does not say itself. Effects go together: a new one replaces the
 * old one. */
static void inherit(const struct layers_kind *kind, void *data, const void *from)
{
    bool has_effect = false;
    for (const char *const *effect = kind->effects; effect && *effect; effect++)
        has_effect = has_effect || members_have(kind->fields, data, *effect);
    for (const cyaml_schema_field_t *field = kind->fields; field->key; field++) {
        bool is_personal = kind->personal && strcmp(kind->personal, field->key) == 0;
        if (!is_personal && (!has_effect || !is_effect(kind, field->key)))
            member_inherit(field, data, from);
    }
}

/* Replaces one item. It keeps its place in the order and, unless the new one says another, its
 * lifetime. */
static bool replace_one(struct layers *layers, uint32_t index, const struct layers_item *item,
                        const struct layers_mark *mark)
{
    void *merged = malloc(layers->kind->size);
    if (!merged)
        return false;
    memcpy(merged, item->data, layers->kind->size);
    struct layers_mark *old = &layers->marks[index];
    inherit(layers->kind, merged, old->data);
    for (size_t i = 0; i < item->dropped->count; i++)
        members_drop(layers->kind->fields, merged, item->dropped->items[i].text);
    memcpy(old->data, merged, layers->kind->size);
    free(merged);

    const struct layers_item now = layers->kind->view(old->data);
    const struct layers_mark settled = mark_of(layers, &now);
    old->place = mark->place;
    old->layer = mark->layer;
    old->since = settled.since;
    old->until = settled.until;
    return true;
}

/* Takes one item out. `is_first` of its name: where the kind wants it, the name stays known. */
static void disable_one(struct layers *layers, uint32_t index, const struct layers_mark *mark,
                        bool is_first)
{
    struct layers_mark *old = &layers->marks[index];
    old->place = mark->place;
    old->layer = mark->layer;
    if (!layers->kind->retire || !is_first) {
        old->disabled = true;
        return;
    }
    layers->kind->retire(old->data, mark->place);
    old->since = 0;
    old->until = LAYERS_NEVER;
}

/* Puts an override or disable in place of the items of earlier layers. */
static bool replace(struct layers *layers, const struct layers_item *item,
                    struct diagnostics *findings)
{
    const struct layers_mark mark = mark_of(layers, item);
    bool found = false;
    uint32_t index = overlapping(layers, first_of(layers, item->name), &mark);
    while (index != NO_ITEM) {
        uint32_t next = layers->marks[index].next;
        if (layers->marks[index].layer < layers->layer) {
            if (item->disable)
                disable_one(layers, index, &mark, !found);
            else if (!replace_one(layers, index, item, &mark))
                return false;
            found = true;
        }
        index = overlapping(layers, next, &mark);
    }
    return found || layers->partial || report_absent(layers, item, findings);
}

/* ---- adding */

/* Makes room for one more item of one more name. */
static bool reserve(struct layers *layers)
{
    struct layers_mark *marks =
        array_grow(layers->marks, layers->count, sizeof *layers->marks, &layers->room);
    if (!marks)
        return false;
    layers->marks = marks;
    uint32_t *first =
        array_grow(layers->first, layers->names.count, sizeof *layers->first, &layers->first_room);
    if (!first)
        return false;
    layers->first = first;
    return true;
}

/* Appends an item behind those of its name. */
static bool append(struct layers *layers, const struct layers_item *item,
                   const struct layers_mark *mark)
{
    uint32_t id, index = (uint32_t)layers->count, known = (uint32_t)layers->names.count;
    if (!reserve(layers) ||
        !intern_add(&layers->names, item->name->text, strlen(item->name->text), &id))
        return false;
    layers->marks[layers->count++] = *mark;
    if (id == known) {
        layers->first[id] = index;
        return true;
    }
    uint32_t last = layers->first[id];
    while (layers->marks[last].next != NO_ITEM)
        last = layers->marks[last].next;
    layers->marks[last].next = index;
    return true;
}

/* Reports, once, that there are too many items. */
static bool report_full(struct layers *layers, const struct layers_item *item,
                        struct diagnostics *findings)
{
    char what[16];
    snprintf(what, sizeof what, "%ss", layers->kind->noun);
    if (!layers->is_full)
        diagnostics_add(findings, MESSAGE_TABLE_TOO_LARGE, item->name->place, NULL, LAYERS_MAX,
                        what);
    layers->is_full = true;
    return true;
}

bool layers_add(struct layers *layers, void *data, struct diagnostics *findings)
{
    const struct layers_item view = layers->kind->view(data), *item = &view;
    if ((item->override || item->disable) && !item->why->text)
        diagnostics_add(findings, MESSAGE_OVERRIDE_WHY, item->name->place, NULL);
    if (item->override || item->disable)
        return replace(layers, item, findings);
    if (layers->count >= LAYERS_MAX)
        return report_full(layers, item, findings);
    const struct layers_mark mark = mark_of(layers, item);
    uint32_t other = overlapping(layers, first_of(layers, item->name), &mark);
    if (other == NO_ITEM)
        return append(layers, item, &mark);
    diagnostics_add_pair(findings, layers->kind->repeated, item->name->place,
                         layers->marks[other].place, item->name->text);
    return true;
}

void **layers_settled(const struct layers *layers, struct arena *arena, size_t *ret_count)
{
    void **items = arena_alloc(arena, layers->count + 1, sizeof *items);
    size_t count = 0;
    for (size_t i = 0; items && i < layers->count; i++) {
        if (!layers->marks[i].disabled)
            items[count++] = layers->marks[i].data;
    }
    *ret_count = count;
    return items;
}
