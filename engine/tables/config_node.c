#include "tables/config_node.h"

#include <string.h>

#include "base/intern.h"

/* Mappings with fewer keys are searched key by key. */
enum { KEYS_FEW = 12 };

struct config_node *config_node_new(struct config_tree *tree, const struct value *value,
                                    struct extent at)
{
    if (tree->node_count >= CONFIG_NODES_MAX) {
        if (tree->node_count++ == CONFIG_NODES_MAX)
            config_fault_add(tree, FAULT_TOO_MANY, at,
                             "more than %d values: what follows is not read", CONFIG_NODES_MAX);
        return NULL;
    }
    struct config_node *node = arena_alloc(tree->arena, 1, sizeof *node);
    if (!node) {
        tree->no_memory = true;
        return NULL;
    }
    tree->node_count++;
    node->value = *value;
    node->value.line = at.line;
    node->value.column = at.column;
    node->at = at;
    return node;
}

bool config_node_attach(struct config_tree *tree, struct config_node *parent,
                        const struct config_key *key, struct config_node *node)
{
    node->parent = parent;
    if (!parent) {
        if (tree->last_document)
            tree->last_document->value.next = &node->value;
        else
            tree->documents = node;
        tree->last_document = node;
        tree->document_count++;
        return true;
    }
    if (key) {
        node->key = key->at;
        node->flags |= key->flags;
        node->value.key_line = key->at.line;
        node->value.key_column = key->at.column;
    }
    if (value_append(tree->arena, &parent->value, key ? key->text : NULL, &node->value))
        return true;
    tree->no_memory = true;
    return false;
}

struct config_node *config_node_add(struct config_tree *tree, struct config_node *parent,
                                    const struct config_key *key, const struct value *value,
                                    struct extent at)
{
    struct config_node *node = config_node_new(tree, value, at);
    return node && config_node_attach(tree, parent, key, node) ? node : NULL;
}

/* A copy of a node without what is below it, appended to `parent`. */
static struct config_node *copy_one(struct config_tree *tree, const struct config_node *from,
                                    struct config_node *parent)
{
    struct value bare = from->value;
    bare.next = bare.last = NULL;
    bare.key = NULL;
    if (config_node_is_branch(from)) {
        bare.count = 0;
        bare.first = NULL;
    }
    struct config_node *copy = config_node_new(tree, &bare, from->at);
    if (!copy)
        return NULL;
    copy->plain = from->plain;
    copy->file = from->file;
    copy->flags = from->flags;
    const struct config_key key = {from->value.key, 0, from->key, from->flags & NODE_KEY_QUOTED};
    return config_node_attach(tree, parent, from->value.key ? &key : NULL, copy) ? copy : NULL;
}

bool config_node_copy(struct config_tree *tree, const struct config_node *from,
                      struct config_node *to, size_t depth, struct extent at)
{
    struct level {
        const struct config_node *next; /* to be copied */
        struct config_node *parent;
    } levels[CONFIG_DEPTH_MAX + 1];
    size_t top = 0;
    levels[0] = (struct level){config_node_is_branch(from) ? config_node_first(from) : NULL, to};
    for (;;) {
        struct level *level = &levels[top];
        if (!level->next) {
            if (top-- == 0)
                return true;
            continue;
        }
        const struct config_node *child = level->next;
        level->next = config_node_next(child);
        struct config_node *copy = copy_one(tree, child, level->parent);
        if (!copy)
            return false;
        if (!config_node_is_branch(child))
            continue;
        if (depth + top + 2 > CONFIG_DEPTH_MAX) {
            config_fault_add(tree, FAULT_TOO_DEEP, at, "deeper than %d levels", CONFIG_DEPTH_MAX);
            return false;
        }
        levels[++top] = (struct level){config_node_first(child), copy};
    }
}

static void report_repeated(struct config_tree *tree, const struct config_node *again,
                            const struct config_node *first)
{
    config_fault_add(tree, FAULT_KEY_REPEATED, again->key,
                     "the key '%.80s' stands twice in one mapping, first in line %u",
                     again->value.key, first->key.line);
}

/* As config_node_check_repeated, for mappings with many keys. */
static void check_many(struct config_tree *tree, const struct config_node *mapping)
{
    struct intern seen;
    intern_init(&seen);
    const struct config_node **first =
        arena_alloc(tree->arena, mapping->value.count, sizeof *first);
    tree->no_memory |= !first;
    for (const struct config_node *child = config_node_first(mapping); child && first;
         child = config_node_next(child)) {
        size_t before = seen.count;
        uint32_t id;
        if (!intern_add(&seen, child->value.key, strlen(child->value.key), &id)) {
            tree->no_memory = true;
            break;
        }
        if (seen.count == before)
            report_repeated(tree, child, first[id]);
        else
            first[id] = child;
    }
    intern_clear(&seen);
}

void config_node_check_repeated(struct config_tree *tree, const struct config_node *mapping)
{
    if (mapping->value.count > KEYS_FEW) {
        check_many(tree, mapping);
        return;
    }
    for (const struct config_node *child = config_node_first(mapping); child;
         child = config_node_next(child)) {
        const struct config_node *first = config_node_first(mapping);
        while (first != child && strcmp(first->value.key, child->value.key) != 0)
            first = config_node_next(first);
        if (first != child)
            report_repeated(tree, child, first);
    }
}

void config_fault_add(struct config_tree *tree, enum config_fault_kind kind, struct extent at,
                      const char *detail, ...)
{
    if (tree->fault_count >= CONFIG_FAULTS_MAX)
        return;
    struct config_fault *fault = arena_alloc(tree->arena, 1, sizeof *fault);
    va_list arguments;
    va_start(arguments, detail);
    const char *text = fault ? arena_vformat(tree->arena, detail, arguments) : NULL;
    va_end(arguments);
    if (!text) {
        tree->no_memory = true;
        return;
    }
    *fault = (struct config_fault){kind, at, text, NULL};
    if (tree->last_fault)
        tree->last_fault->next = fault;
    else
        tree->faults = fault;
    tree->last_fault = fault;
    tree->fault_count++;
}

bool config_source_has_hole(const struct config_source *source, size_t offset, size_t end_offset)
{
    size_t low = 0, high = source->hole_count;
    while (low < high) { /* the first hole that ends behind `offset` */
        size_t middle = low + (high - low) / 2;
        if (source->holes[middle].end_offset <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low < source->hole_count && source->holes[low].offset < end_offset;
}
