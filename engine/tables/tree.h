/* Tree: a YAML or JSON document as a value tree in which every value and key knows its line and
 * column. Built on libyaml's events, never recursive. Says nothing about what a document should
 * hold. */
#ifndef ACCORD_TABLES_TREE_H
#define ACCORD_TABLES_TREE_H

#include <stddef.h>

#include "base/arena.h"
#include "base/diagnostic.h"
#include "base/value.h"
#include "tables/source.h"

enum tree_scalars {
    TREE_TEXTS, /* tables: every scalar is a string */
    TREE_TYPED  /* facts, targets: plain scalars by YAML's core schema, quoted ones are strings */
};

enum {
    TREE_DEPTH_MAX = 64,
    TREE_NODES_MAX = 1000000,
    TREE_FINDINGS_MAX =
        1000, /* nobody reads on after so many, and a hostile file should not cost more */
};

struct tree_text {
    const char *file; /* name for findings */
    const char *bytes;
    size_t length;
    enum tree_scalars scalars;
};

/* Reads one document. An empty one is an empty scalar: "" or, typed, null. On PACK_FAULTY
 * `ret_tree` is NULL when the document could not be read to its end; else it is whole and can be
 * checked further: refused aliases stand in it as null. */
enum pack_status tree_read(struct arena *arena, const struct tree_text *text,
                           struct diagnostics *findings, struct value **ret_tree);

/* As tree_read, for a file. */
enum pack_status tree_read_file(struct arena *arena, const char *path, enum tree_scalars scalars,
                                struct diagnostics *findings, struct value **ret_tree);

/* Where a value stands, and where its key stands. */
struct span tree_place(const char *file, const struct value *value);
struct span tree_key_place(const char *file, const struct value *value);

#endif
