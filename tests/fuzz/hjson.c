/* JSON and Hjson by themselves, without what files of users are held against. */
#include <stdlib.h>
#include <string.h>

#include "config/clean.h"
#include "config/json.h"
#include "fuzz.h"

/* Every node lies in the text, and within its parent; never recursive, as trees are. */
static void check_tree(const struct config_tree *tree)
{
    const struct config_node *node = tree->documents;
    size_t seen = 0;
    while (node) {
        const struct config_node *parent = node->parent;
        fuzz_check(node->at.offset <= node->at.end_offset &&
                       node->at.end_offset <= tree->source->length,
                   "a node lies in the text");
        fuzz_check(!parent || (node->at.offset >= parent->at.offset &&
                               node->at.end_offset <= parent->at.end_offset),
                   "a node lies within its parent");
        fuzz_check(++seen <= CONFIG_NODES_MAX, "nodes are bounded");
        const struct config_node *next =
            config_node_is_branch(node) ? config_node_first(node) : NULL;
        while (!next && node) {
            next = config_node_next(node);
            node = node->parent;
        }
        node = next;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena;
    struct config_source source;
    struct parts parts;
    parts_split(&parts, data, size);
    arena_init(&arena);
    for (size_t i = 0; i < parts.count; i++) {
        struct config_tree tree = {.arena = &arena, .source = &source};
        fuzz_check(clean_source(&tree, parts.items[i].text, parts.items[i].length, &source),
                   "there is memory");
        fuzz_check(json_read(&tree), "there is memory");
        check_tree(&tree);
    }
    arena_clear(&arena);
    parts_clear(&parts);
    return 0;
}
