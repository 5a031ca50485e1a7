#include "base/value.h"

#include <stdalign.h>
#include <string.h>

#include "base/text.h"

static const char *const kind_names[VALUE__COUNT] = {
    [VALUE_NULL] = "null",       [VALUE_BOOLEAN] = "boolean", [VALUE_INTEGER] = "integer",
    [VALUE_FLOAT] = "float",     [VALUE_STRING] = "string",   [VALUE_LIST] = "list",
    [VALUE_MAPPING] = "mapping",
};

/* A value that is empty, 0 or false. */
static struct value *value_new(struct arena *arena, enum value_kind kind)
{
    struct value *value = arena_alloc(arena, 1, sizeof *value);
    if (value)
        value->kind = kind;
    return value;
}

struct value *value_null(struct arena *arena) { return value_new(arena, VALUE_NULL); }

struct value *value_boolean(struct arena *arena, bool boolean)
{
    struct value *value = value_new(arena, VALUE_BOOLEAN);
    if (value)
        value->boolean = boolean;
    return value;
}

struct value *value_integer(struct arena *arena, int64_t integer)
{
    struct value *value = value_new(arena, VALUE_INTEGER);
    if (value)
        value->integer = integer;
    return value;
}

struct value *value_float(struct arena *arena, double number)
{
    struct value *value = value_new(arena, VALUE_FLOAT);
    if (value)
        value->number = number;
    return value;
}

struct value *value_string(struct arena *arena, const char *text, size_t length)
{
    if (length > UINT32_MAX)
        return NULL;
    const char *copy = arena_copy(arena, text, length);
    struct value *value = copy ? value_new(arena, VALUE_STRING) : NULL;
    if (!value)
        return NULL;
    value->text = copy;
    value->count = (uint32_t)length;
    return value;
}

struct value *value_list(struct arena *arena) { return value_new(arena, VALUE_LIST); }

struct value *value_mapping(struct arena *arena) { return value_new(arena, VALUE_MAPPING); }

bool value_append(struct arena *arena, struct value *parent, const char *key, struct value *child)
{
    /* A child that found no memory is passed on as such, so that callers may nest the calls. */
    if (!child || parent->count == UINT32_MAX)
        return false;
    const char *copy = key ? arena_copy(arena, key, strlen(key)) : NULL;
    if (key && !copy)
        return false;

    child->key = copy;
    child->next = NULL;
    if (parent->last)
        parent->last->next = child;
    else
        parent->first = child;
    parent->last = child;
    parent->count++;
    return true;
}

const struct value *value_get(const struct value *mapping, const char *key)
{
    if (!mapping || mapping->kind != VALUE_MAPPING)
        return NULL;
    const struct value *found = NULL;
    for (const struct value *child = mapping->first; child; child = child->next) {
        if (text_is(child->key, key))
            found = child;
    }
    return found;
}

const struct value *value_at(const struct value *list, size_t index)
{
    if (!list || list->kind != VALUE_LIST || index >= list->count)
        return NULL;
    const struct value *child = list->first;
    while (index--)
        child = child->next;
    return child;
}

bool value_is_text(const struct value *value, const char *text)
{
    return value && value->kind == VALUE_STRING && value->count == strlen(text) &&
           !memcmp(value->text, text, value->count);
}

bool value_is_true(const struct value *value)
{
    if (!value)
        return false;
    switch (value->kind) {
    case VALUE_BOOLEAN:
        return value->boolean;
    case VALUE_INTEGER:
        return value->integer != 0;
    case VALUE_FLOAT:
        return value->number != 0; /* true for NaN, as in Python */
    case VALUE_STRING:
    case VALUE_LIST:
    case VALUE_MAPPING:
        return value->count != 0;
    case VALUE_NULL:
    case VALUE__COUNT:
        break;
    }
    return false;
}

/* A copy without key and siblings; children are still those of the original. */
static struct value *copy_node(struct arena *arena, const struct value *value)
{
    struct value *copy = value_new(arena, value->kind);
    if (!copy)
        return NULL;
    *copy = *value;
    copy->key = NULL;
    copy->next = copy->last = NULL;
    if (copy->kind == VALUE_STRING)
        copy->text = arena_copy(arena, value->text, value->count);
    return copy->kind == VALUE_STRING && !copy->text ? NULL : copy;
}

/* Gives a copied node copies of its children; those that have children themselves are put before
 * `pending`. */
static bool copy_children(struct arena *arena, struct value *copy, struct value **pending)
{
    const struct value *child = copy->first;
    copy->first = copy->last = NULL;
    copy->count = 0;
    for (; child; child = child->next) {
        struct value *child_copy = copy_node(arena, child);
        if (!value_append(arena, copy, child->key, child_copy))
            return false;
        if (value_has_children(child_copy)) {
            child_copy->last = *pending;
            *pending = child_copy;
        }
    }
    return true;
}

struct value *value_copy(struct arena *arena, const struct value *value)
{
    struct value *root = copy_node(arena, value);
    /* Nodes whose children are still to be copied, linked by `last`: trees of any depth need no
     * recursion. */
    struct value *pending = root && value_has_children(root) ? root : NULL;
    while (pending) {
        struct value *copy = pending;
        pending = copy->last;
        if (!copy_children(arena, copy, &pending))
            return NULL;
    }
    return root;
}

/* Bytes an arena needs at most for an object of `size`. */
static size_t padded(size_t size)
{
    return (size + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
}

/* Bytes for the node itself, its key and its text. */
static size_t node_size(const struct value *value)
{
    size_t size = padded(sizeof *value);
    if (value->key)
        size += padded(strlen(value->key) + 1);
    if (value->kind == VALUE_STRING)
        size += padded((size_t)value->count + 1);
    return size;
}

size_t value_copy_size(const struct value *value)
{
    const struct value *above[VALUE_DEPTH_WALKED];
    size_t depth = 0, size = 0;
    if (!value_has_children(value))
        return node_size(value);
    while (value) {
        size += node_size(value);
        if (value_has_children(value) && value->first) {
            if (depth == VALUE_DEPTH_WALKED)
                return SIZE_MAX;
            above[depth++] = value;
            value = value->first;
            continue;
        }
        while (depth && !value->next)
            value = above[--depth];
        value = depth ? value->next : NULL;
    }
    return size;
}

const char *value_kind_name(enum value_kind kind) { return kind_names[kind]; }
