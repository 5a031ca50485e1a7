#include "config/places.h"

#include <string.h>

/* False for a mapping of another class, or of no class and mostly other keys or keys of others. */
static bool is_ours(const struct kind_section *section, const struct config_node *mapping)
{
    const char *key = section->row->class_key;
    const struct config_node *class = key ? child_find(mapping, key) : NULL;
    if (class)
        return begins_with_one(class, &section->row->prefixes);
    return !key || (count_known(section->keys, mapping) * 2 >= mapping->value.count &&
                    weighs_as_ours(section->keys, mapping));
}

/* True for mappings that are the same text: one is an alias of the other, or both are one part. */
static bool are_same(const struct config_node *left, const struct config_node *right)
{
    const struct config_node *one = node_after(left, left), *other = node_after(right, right);
    while (one && other && one->at.offset == other->at.offset && one->file == other->file) {
        one = node_after(left, one);
        other = node_after(right, other);
    }
    return !one && !other;
}

/* True for a mapping that is a place already. */
static bool is_taken(const struct places *places, const struct config_node *mapping)
{
    for (size_t i = 0; i < places->count; i++) {
        if (places->items[i] == mapping || are_same(places->items[i], mapping))
            return true;
    }
    return false;
}

/* Adds every mapping of the section's class. */
static void add_all(const struct config_node *document, const struct kind_section *section,
                    struct places *places)
{
    const struct file_section *row = section->row;
    const struct config_node *node = document;
    while (node && places->count < REQUESTS_MAX &&
           (node = class_find(document, node, row->class_key, &row->prefixes))) {
        if (is_ours(section, node->parent) && !is_taken(places, node->parent))
            places->items[places->count++] = node->parent;
        node = node_after(document, node);
    }
}

const struct config_node *places_find(const struct config_node *document,
                                      const struct kind_section *section, struct places *places)
{
    const struct file_words *at = &section->row->at;
    const struct config_node *best = NULL, *other = NULL;
    size_t best_known = 0;
    for (unsigned i = 0; i < at->count; i++) {
        bool is_anywhere = strcmp(at->items[i], "**") == 0;
        const struct config_node *node = is_anywhere ? NULL : path_find(document, at->items[i]);
        if (is_anywhere)
            add_all(document, section, places);
        if (!node)
            continue;
        bool is_mapping = node->value.kind == VALUE_MAPPING;
        other = is_mapping ? other : node;
        size_t known = is_mapping ? count_known(section->keys, node) : 0;
        if (!is_mapping || (best && known <= best_known) || !is_ours(section, node))
            continue;
        best = node;
        best_known = known;
    }
    if (best && places->count < REQUESTS_MAX)
        places->items[places->count++] = best;
    return other;
}
