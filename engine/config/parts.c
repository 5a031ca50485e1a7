#include "config/parts.h"

#include <string.h>

#include "config/clean.h"
#include "tables/config_tree.h"

enum { HEAD_LINES = 10 };

/* ---- reading */

const char *parts_package(struct reading *reading, const char *text, size_t length)
{
    static const char mark[] = "@package ";
    const char *end = text + length;
    for (int i = 0; i < HEAD_LINES && text < end; i++) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        size_t line = (size_t)((stop ? stop : end) - text);
        const char *found = line && *text == '#' ? memmem(text, line, mark, sizeof mark - 1) : NULL;
        if (found) {
            found += sizeof mark - 1;
            size_t size = (size_t)(text + line - found);
            while (size && strchr(" \t\r", found[size - 1]))
                size--;
            const char *copy = arena_copy(reading->arena, found, size);
            reading->no_memory |= !copy;
            return copy;
        }
        text += line + 1;
    }
    return NULL;
}

/* Says of every node which file it is from. */
static void set_file(struct config_node *document, const char *path)
{
    for (struct config_node *node = document; node; node = node_after(document, node))
        node->file = path;
}

/* Puts the entries of a part's list where they are found by their number. */
static void keep_choices(struct reading *reading, struct part *part)
{
    const struct config_node *list = child_find(part->document, reading->kind->row->parts);
    if (!list || list->value.kind != VALUE_LIST)
        return;
    part->choices = arena_alloc(reading->arena, list->value.count + 1, sizeof(void *));
    reading->no_memory |= !part->choices;
    for (const struct config_node *item = config_node_first(list); item && part->choices;
         item = config_node_next(item))
        part->choices[part->choice_count++] = item;
}

struct part *parts_begin(struct parts *parts, struct reading *reading, struct config_node *document)
{
    struct part *part = &parts->items[parts->count++];
    parts->reading = reading;
    *part = (struct part){.path = reading->file->path, .document = document};
    keep_choices(reading, part);
    return part;
}

/* The mapping that a file is: an empty one for a file without values. NULL for another. */
static struct config_node *document_of(struct config_tree *tree)
{
    const struct value empty = {.kind = VALUE_MAPPING};
    if (!tree->documents && tree->fault_count)
        return NULL;
    if (!tree->documents || tree->documents->value.kind == VALUE_NULL)
        return config_node_new(tree, &empty, (struct extent){1, 1, 1, 1, 0, 0});
    return tree->documents->value.kind == VALUE_MAPPING ? tree->documents : NULL;
}

/* Reads the bytes of a part; a fault in them leaves it readable in part. */
static void read_part(struct parts *parts, struct part *part, const char *text, size_t length)
{
    struct reading *reading = parts->reading;
    struct config_source *source = arena_alloc(reading->arena, 1, sizeof *source);
    struct config_tree tree = {
        .arena = reading->arena, .source = source, .node_count = reading->tree->node_count};
    bool complete =
        source && clean_source(&tree, text, length, source) && config_tree_read_yaml(&tree);
    part->document = complete ? document_of(&tree) : NULL;
    reading->tree->node_count = tree.node_count;
    reading->no_memory |= !complete || tree.no_memory;
    parts->is_partial |= tree.fault_count != 0;
    if (!part->document)
        return;
    part->package = parts_package(reading, text, length);
    set_file(part->document, part->path);
    keep_choices(reading, part);
}

/* The part at a path without its ending; when there is none, NULL or one that stands for it. */
static struct part *open_part(struct parts *parts, const char *path, bool keeps_missing)
{
    struct reading *reading = parts->reading;
    const char *full = arena_format(reading->arena, "%s.yaml", path);
    reading->no_memory |= !full;
    for (size_t i = 0; full && i < parts->count; i++) {
        if (strcmp(parts->items[i].path, full) == 0)
            return &parts->items[i];
    }
    if (!full || parts->count == PARTS_MAX)
        return NULL;
    const char *text;
    size_t length;
    bool is_there = reading->options->open &&
                    reading->options->open(reading->options->context, full, &text, &length);
    if (!is_there && !keeps_missing)
        return NULL;
    struct part *part = &parts->items[parts->count++];
    *part = (struct part){.path = full};
    if (is_there)
        read_part(parts, part, text, length);
    return reading->no_memory ? NULL : part;
}

struct part *parts_seek(struct parts *parts, const char *path)
{
    struct part *part = open_part(parts, path, false);
    return part && part->document ? part : NULL;
}

struct part *parts_open(struct parts *parts, const char *path)
{
    return open_part(parts, path, true);
}

/* ---- merging */

/* Takes over the value of another node, without what is below it. */
static void take_over(struct config_node *to, const struct config_node *from)
{
    struct value kept = to->value;
    to->value = from->value;
    to->value.key = kept.key;
    to->value.next = kept.next;
    to->value.last = NULL;
    if (config_node_is_branch(from)) {
        to->value.first = NULL;
        to->value.count = 0;
    }
    to->key = from->key;
    to->at = from->at;
    to->plain = from->plain;
    to->file = from->file;
    to->flags = from->flags;
}

/* The child of a mapping by its key; the work is counted. */
static struct config_node *find_child(struct parts *parts, const struct config_node *mapping,
                                      const char *key)
{
    parts->work += mapping->value.count;
    return (struct config_node *)(void *)(uintptr_t)child_find(mapping, key);
}

/* A new child like `from`, without what is below it. */
static struct config_node *add_child(struct parts *parts, struct config_node *mapping,
                                     const struct config_node *from, const char *key)
{
    const struct config_key named = {.text = key, .at = from->key};
    const struct value empty = {.kind = VALUE_MAPPING};
    struct config_node *child =
        config_node_add(parts->reading->tree, mapping, &named, &empty, from->at);
    if (child)
        take_over(child, from);
    return child;
}

/* True for a text that leads to another value: with a mapping over it, that one's keys stay. */
static bool leads_elsewhere(const struct config_node *node)
{
    return node->value.kind == VALUE_STRING && strstr(node->value.text, "${");
}

/* Merges one child; returns the mapping to go on in when both are mappings. NULL: done, or a bound
 * was reached. */
static struct config_node *merge_child(struct parts *parts, struct config_node *to,
                                       const struct config_node *child, size_t depth)
{
    struct config_tree *tree = parts->reading->tree;
    struct config_node *target = find_child(parts, to, child->value.key);
    bool is_mapping = child->value.kind == VALUE_MAPPING;
    if (target && is_mapping && target->value.kind == VALUE_MAPPING)
        return target;
    if (target && value_is_text(&child->value, "???"))
        return NULL;
    parts->is_partial |= target && is_mapping && leads_elsewhere(target);
    if (target)
        take_over(target, child);
    else
        target = add_child(parts, to, child, child->value.key);
    if (target && config_node_is_branch(child) &&
        !config_node_copy(tree, child, target, depth + 1, child->at))
        parts->is_partial = true;
    parts->is_partial |= !target;
    return NULL;
}

/* The mapping at a key, made where there is none yet, also in the place of null or a text. NULL
 * when a bound is reached, and for a list, with which no mapping can be merged. */
static struct config_node *open_mapping(struct parts *parts, const struct config_node *from,
                                        struct config_node *mapping, const char *key)
{
    const struct config_node bare = {
        .value = {.kind = VALUE_MAPPING}, .at = from->at, .key = from->at, .file = from->file};
    struct config_node *child = find_child(parts, mapping, key);
    if (!child)
        return add_child(parts, mapping, &bare, key);
    if (config_node_is_branch(child))
        return child->value.kind == VALUE_MAPPING ? child : NULL;
    parts->is_partial |= leads_elsewhere(child);
    take_over(child, &bare);
    return child;
}

/* The mapping at a package, made where it is not there yet; NULL when there can be none. */
static struct config_node *open_package(struct parts *parts, const struct config_node *from,
                                        struct config_node *whole, const char *package)
{
    struct config_node *mapping = whole;
    while (mapping && *package) {
        size_t length = strcspn(package, ".");
        const char *key = arena_copy(parts->reading->arena, package, length);
        parts->reading->no_memory |= !key;
        mapping = key ? open_mapping(parts, from, mapping, key) : NULL;
        package += length + (package[length] == '.');
    }
    return mapping;
}

void parts_merge(struct parts *parts, const struct config_node *from, struct config_node *whole,
                 const char *package)
{
    struct level {
        const struct config_node *next;
        struct config_node *to;
    } levels[CONFIG_DEPTH_MAX];
    struct config_node *mapping = open_package(parts, from, whole, package);
    size_t depth = mapping ? 1 : 0;
    parts->is_partial |= !mapping;
    levels[0] = (struct level){config_node_first(from), mapping};
    while (depth && parts->work < PARTS_WORK_MAX && !parts->reading->no_memory) {
        const struct config_node *child = levels[depth - 1].next;
        if (!child) {
            depth--;
            continue;
        }
        levels[depth - 1].next = config_node_next(child);
        if (depth == 1 && strcmp(child->value.key, parts->reading->kind->row->parts) == 0)
            continue;
        struct config_node *below = merge_child(parts, levels[depth - 1].to, child, depth);
        if (below && depth < CONFIG_DEPTH_MAX)
            levels[depth++] = (struct level){config_node_first(child), below};
    }
    parts->is_partial |= parts->work >= PARTS_WORK_MAX;
}
