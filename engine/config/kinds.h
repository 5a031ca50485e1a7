/* Kinds: the compiled files.yaml tables: names resolved, words as bits, keys sorted. */
#ifndef ACCORD_CONFIG_KINDS_H
#define ACCORD_CONFIG_KINDS_H

#include <stdint.h>

#include "config/config.h"
#include "tables/file_kinds.h"

/* Types that a key takes, as bits. None: anything. */
enum kind_type {
    KEY_TEXT = 1,
    KEY_INTEGER = 2,
    KEY_NUMBER = 4,
    KEY_TRUTH = 8,
    KEY_LIST = 16,
    KEY_MAPPING = 32,
    KEY_NULL = 64,
};

enum kind_unknown { UNKNOWN_ERROR, UNKNOWN_WARNING, UNKNOWN_NEAREST, UNKNOWN_IGNORE };
enum kind_syntax { SYNTAX_YAML, SYNTAX_JSON, SYNTAX_HJSON };

struct kind_key {
    const char *name;
    const struct file_key *row;
    const struct kind_list *keys; /* of the mapping it holds; NULL: any */
    unsigned types;
    int64_t since, until; /* 0: always, never */
    enum severity severity;
};

/* Keys of one mapping, sorted by name; `names` are those of `keys`, for suggestions. */
struct kind_list {
    const char *name;
    struct kind_key *keys;
    const char **names;
    size_t count;
    const struct kind_list *others; /* keys of mappings like it that are none of ours, or NULL */
    bool has_unknown;               /* says itself what becomes of other keys */
    enum kind_unknown unknown;
};

struct kind_sign {
    const struct file_sign *row;
    const struct kind_list *keys;
};

struct kind_section {
    const struct file_section *row;
    const struct kind_list *keys;
    const char *framework;
    enum kind_unknown unknown;
    bool all_fields;
};

struct kind {
    const struct file_kind *row;
    struct kind_sign *signs;
    struct kind_section *sections;
    enum kind_syntax syntax;
    bool wide, repeated_is_error;
};

struct config_kinds {
    struct arena arena;
    struct kind *kinds;
    size_t count;
    struct kind_list *lists;
    size_t list_count;
};

/* The key of a list by its name, or NULL. */
const struct kind_key *kind_list_find(const struct kind_list *list, const char *name);

/* A kind by its name, or NULL. */
const struct kind *config_kinds_find(const struct config_kinds *kinds, const char *name);

#endif
