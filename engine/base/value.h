/* Value: a typed tree as users write it: request values, facts, YAML and JSON documents.
 * 2, "2", 2.0 and true are four different values. Trees live in an arena and are never changed once
 * built. */
#ifndef ACCORD_BASE_VALUE_H
#define ACCORD_BASE_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

enum value_kind {
    VALUE_NULL,
    VALUE_BOOLEAN,
    VALUE_INTEGER,
    VALUE_FLOAT,
    VALUE_STRING,
    VALUE_LIST,
    VALUE_MAPPING,
    VALUE__COUNT
};

/* Readers of documents build no deeper trees. Trees put together from several documents may be
 * deeper: they are copied whatever their depth, but measured and written only down to the second
 * bound. */
enum { VALUE_DEPTH_MAX = 64, VALUE_DEPTH_WALKED = 256 };

struct value {
    enum value_kind kind;
    uint32_t count;        /* bytes of a string, children of a list or mapping */
    const char *key;       /* child of a mapping: its key, NUL-terminated; else NULL */
    struct value *next;    /* next sibling */
    struct value *last;    /* list, mapping: last child, so that appending is cheap */
    uint32_t line, column; /* where the value begins; 0: unknown */
    uint32_t key_line, key_column;
    union {
        bool boolean;
        int64_t integer;
        double number;
        const char *text;    /* NUL-terminated; may hold NUL bytes, `count` decides */
        struct value *first; /* list, mapping: first child */
    };
};

/* Whether values of this kind hold others. */
static inline bool value_has_children(const struct value *value)
{
    return value->kind == VALUE_LIST || value->kind == VALUE_MAPPING;
}

/* New values in `arena`; NULL without memory. */
struct value *value_null(struct arena *arena);
struct value *value_boolean(struct arena *arena, bool boolean);
struct value *value_integer(struct arena *arena, int64_t integer);
struct value *value_float(struct arena *arena, double number);
struct value *value_string(struct arena *arena, const char *text, size_t length);
struct value *value_list(struct arena *arena);
struct value *value_mapping(struct arena *arena);

/* Append a child (not shared with another parent). `key` is copied; NULL for lists. False without
 * memory. */
bool value_append(struct arena *arena, struct value *parent, const char *key, struct value *child);

/* Child of a mapping by key, or NULL; the last one wins where a key stands twice. */
const struct value *value_get(const struct value *mapping, const char *key);

/* Child of a list by index, or NULL. */
const struct value *value_at(const struct value *list, size_t index);

/* True for a string equal to `text`. */
bool value_is_text(const struct value *value, const char *text);

/* Python truthiness: null, false, 0, 0.0, "", [] and {} are false. */
bool value_is_true(const struct value *value);

/* A deep copy in another arena, or NULL. */
struct value *value_copy(struct arena *arena, const struct value *value);

/* Bytes a deep copy takes at most, for callers who provide the memory themselves; SIZE_MAX for a
 * tree too deep to be measured. */
size_t value_copy_size(const struct value *value);

/* Text of a value: strings as they are, floats as Python writes them ("16.0"), true, false, null;
 * lists and mappings as compact JSON. Writes at most `size` bytes with a final NUL, returns the
 * length of the whole text. */
size_t value_text(const struct value *value, char *buffer, size_t size);

/* Reads text as a command line means it: JSON where it is JSON (2, -1, 1.5, true, null, [0, 1],
 * "2"), Python's True, False and None, else the string itself. Nesting deeper than 64 is taken as a
 * string. NULL only without memory. */
struct value *value_from_text(struct arena *arena, const char *text, size_t length);

/* Name of a kind as diagnostics print it: "integer", "string", ... */
const char *value_kind_name(enum value_kind kind);

#endif
