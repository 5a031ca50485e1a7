#include "tables/config_anchors.h"

#include <string.h>

void config_anchors_init(struct config_anchors *anchors)
{
    *anchors = (struct config_anchors){0};
    intern_init(&anchors->names);
}

void config_anchors_clear(struct config_anchors *anchors) { intern_clear(&anchors->names); }

/* Makes room for the node of one more name. */
static bool grow(struct config_anchors *anchors, struct config_tree *tree)
{
    if (anchors->names.count <= anchors->room)
        return true;
    size_t room = anchors->names.count * 2 + 8;
    struct config_node **nodes = arena_alloc(tree->arena, room, sizeof(struct config_node *));
    if (!nodes)
        return false;
    if (anchors->room)
        memcpy(nodes, anchors->nodes, anchors->room * sizeof *nodes);
    anchors->nodes = nodes;
    anchors->room = room;
    return true;
}

bool config_anchors_set(struct config_anchors *anchors, struct config_tree *tree, const char *name,
                        struct config_node *node)
{
    uint32_t id;
    if (!intern_add(&anchors->names, name, strlen(name), &id) || !grow(anchors, tree)) {
        tree->no_memory = true;
        return false;
    }
    anchors->nodes[id] = node;
    return true;
}

struct config_node *config_anchors_find(const struct config_anchors *anchors, const char *name)
{
    uint32_t id;
    return intern_find(&anchors->names, name, strlen(name), &id) && id < anchors->room
               ? anchors->nodes[id]
               : NULL;
}

/* ---- merge keys */

static bool is_merge(const struct config_node *child)
{
    return !(child->flags & NODE_KEY_QUOTED) && strcmp(child->value.key, "<<") == 0;
}

static bool has_merge(const struct config_node *mapping)
{
    for (const struct config_node *child = config_node_first(mapping); child;
         child = config_node_next(child)) {
        if (is_merge(child))
            return true;
    }
    return false;
}

/* Appends a node that was a child elsewhere. */
static void append(struct config_node *mapping, struct config_node *child)
{
    child->value.next = NULL;
    child->parent = mapping;
    if (mapping->value.last)
        mapping->value.last->next = &child->value;
    else
        mapping->value.first = &child->value;
    mapping->value.last = &child->value;
    mapping->value.count++;
}

/* Moves the pairs of `from` whose keys are new to `mapping`. */
static bool move_pairs(struct config_node *mapping, const struct config_node *from,
                       struct intern *keys)
{
    struct config_node *next;
    for (struct config_node *child = config_node_first(from); child; child = next) {
        next = config_node_next(child);
        size_t before = keys->count;
        uint32_t id;
        if (!intern_add(keys, child->value.key, strlen(child->value.key), &id))
            return false;
        if (keys->count > before)
            append(mapping, child);
    }
    return true;
}

/* Moves what one merge key stands for: a mapping, or a list of them. */
static bool merge_one(struct config_tree *tree, struct config_node *mapping,
                      struct config_node *merge, struct intern *keys)
{
    if (merge->value.kind == VALUE_MAPPING)
        return move_pairs(mapping, merge, keys);
    bool is_list = merge->value.kind == VALUE_LIST;
    for (struct config_node *item = is_list ? config_node_first(merge) : NULL; item;
         item = config_node_next(item)) {
        if (item->value.kind == VALUE_MAPPING) {
            if (!move_pairs(mapping, item, keys))
                return false;
        } else {
            is_list = false;
        }
    }
    if (!is_list)
        config_fault_add(tree, FAULT_MERGE, merge->at,
                         "a merge key takes a mapping, or a list of mappings");
    return true;
}

/* Takes the merge keys out of a mapping and links them up in `ret_merges`; the other keys are put
 * into `keys`. */
static bool take_merges(struct config_node *mapping, struct intern *keys,
                        struct config_node **ret_merges)
{
    struct config_node *next, *child = config_node_first(mapping), *merges = NULL, **tail = &merges;
    mapping->value.first = mapping->value.last = NULL;
    mapping->value.count = 0;
    bool complete = true;
    for (; child; child = next) {
        next = config_node_next(child);
        uint32_t id;
        if (!is_merge(child)) {
            complete &= intern_add(keys, child->value.key, strlen(child->value.key), &id);
            append(mapping, child);
            continue;
        }
        child->value.next = NULL;
        *tail = child;
        tail = (struct config_node **)(void *)&child->value.next;
    }
    *ret_merges = merges;
    return complete;
}

bool config_anchors_merge(struct config_tree *tree, struct config_node *mapping)
{
    if (!has_merge(mapping))
        return true;
    struct intern keys;
    intern_init(&keys);
    struct config_node *merges, *next;
    bool complete = take_merges(mapping, &keys, &merges);
    for (struct config_node *merge = merges; merge && complete; merge = next) {
        next = config_node_next(merge);
        complete = merge_one(tree, mapping, merge, &keys);
    }
    intern_clear(&keys);
    tree->no_memory |= !complete;
    return complete;
}
