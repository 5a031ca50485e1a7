/* Config node: a document of a user as a value tree in which every value and key keeps its extent,
 * and the faults met while reading it. Knows no syntax: config_tree.h reads YAML into it, the
 * config room reads JSON into it. */
#ifndef ACCORD_TABLES_CONFIG_NODE_H
#define ACCORD_TABLES_CONFIG_NODE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/extent.h"
#include "base/value.h"

/* Bounds of one file. What lies beyond them is not read, and a fault says so. */
enum {
    CONFIG_SIZE_MAX = 4 * 1024 * 1024,
    CONFIG_DEPTH_MAX = VALUE_DEPTH_MAX,
    CONFIG_NODES_MAX = 100000,
    CONFIG_FAULTS_MAX = 100
};

/* What is special about a node. */
enum config_node_flag {
    NODE_QUOTED = 1,   /* in quotes, a block, or tagged as text: never typed */
    NODE_TEMPLATE = 2, /* a template writes it, or a part of it */
    NODE_WIDE_FLOAT =
        4,          /* a text by the rules of YAML 1.1, a number to readers that widen them: 1e-4 */
    NODE_OCTAL = 8, /* 016 */
    NODE_SEXAGESIMAL = 16, /* 1:30:00 */
    NODE_KEY_QUOTED = 32,  /* its key is */
    NODE_TAGGED = 64,      /* has a tag of its own: the reader makes something else of it */
    NODE_BROKEN = 128,     /* stands in for what could not be read */
    NODE_KEY_BROKEN = 256, /* its key is no text, which a fault says */
};

/* A value with its places. The value comes first: children of a node's value are nodes, and a
 * pointer to one is a pointer to the other. */
struct config_node {
    struct value value;
    struct extent key, at;      /* of a list's element and of a document, `key` is empty */
    const char *plain;          /* a scalar that became no text: how it is written; else NULL */
    const char *file;           /* NULL: the file at hand */
    struct config_node *parent; /* NULL: a document */
    unsigned flags;
};

/* What may be wrong with a document itself. */
enum config_fault_kind {
    FAULT_SYNTAX,
    FAULT_TAB,
    FAULT_LOOSE, /* JSON: what only relaxed readers take */
    FAULT_ENCODING,
    FAULT_TOO_LARGE,
    FAULT_TOO_DEEP,
    FAULT_TOO_MANY,
    FAULT_DOCUMENTS,
    FAULT_ALIAS,
    FAULT_MERGE,
    FAULT_KEY_REPEATED,
    FAULT_KEY_KIND,
    FAULT__COUNT
};

struct config_fault {
    enum config_fault_kind kind;
    struct extent at;
    const char *detail; /* in words; lives in the tree's arena */
    struct config_fault *next;
};

/* A stretch of bytes that a template fills in. */
struct config_hole {
    size_t offset, end_offset;
};

/* The bytes of a file. `clean` is as long as `text`; in it, templates and bytes that are no text
 * are blanked. */
struct config_source {
    const char *text;
    size_t length;
    const char *clean;
    const struct config_hole *holes; /* ascending */
    size_t hole_count;
    bool is_ascii;
};

/* A file as it was read. */
struct config_tree {
    struct arena *arena;
    const struct config_source *source;
    struct config_node *documents; /* linked by value.next */
    struct config_node *last_document;
    struct config_fault *faults, *last_fault;
    size_t document_count, node_count, fault_count;
    bool no_memory;
};

/* A node's children, one after the other. */
static inline struct config_node *config_node_first(const struct config_node *node)
{
    return (struct config_node *)(void *)node->value.first;
}

static inline struct config_node *config_node_next(const struct config_node *node)
{
    return (struct config_node *)(void *)node->value.next;
}

static inline bool config_node_is_branch(const struct config_node *node)
{
    return node->value.kind == VALUE_LIST || node->value.kind == VALUE_MAPPING;
}

/* A key on its way to its value. */
struct config_key {
    const char *text; /* NULL: none waits */
    size_t length;
    struct extent at;
    unsigned flags; /* NODE_KEY_... */
};

/* Adds a copy of `value`, which has no children yet, to the tree: as a child of `parent`, or as the
 * next document when that is NULL. `key` is NULL but in mappings. NULL without memory or above the
 * bound of nodes. */
struct config_node *config_node_add(struct config_tree *tree, struct config_node *parent,
                                    const struct config_key *key, const struct value *value,
                                    struct extent at);

/* A node that is not in the tree (yet), or NULL. */
struct config_node *config_node_new(struct config_tree *tree, const struct value *value,
                                    struct extent at);

/* Puts a new node where config_node_add would. False without memory. */
bool config_node_attach(struct config_tree *tree, struct config_node *parent,
                        const struct config_key *key, struct config_node *node);

/* Copies what is below `from` below `to`; `depth` is that of `to`. False when a bound is reached,
 * which is reported at `at`, or without memory. */
bool config_node_copy(struct config_tree *tree, const struct config_node *from,
                      struct config_node *to, size_t depth, struct extent at);

/* Reports the keys that stand twice in a mapping. */
void config_node_check_repeated(struct config_tree *tree, const struct config_node *mapping);

/* Records a fault; the arguments fill the text of its detail. */
void config_fault_add(struct config_tree *tree, enum config_fault_kind kind, struct extent at,
                      const char *detail, ...) __attribute__((format(printf, 4, 5)));

/* True when a template fills a part of those bytes. */
bool config_source_has_hole(const struct config_source *source, size_t offset, size_t end_offset);

#endif
