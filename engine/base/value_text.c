#include <math.h>
#include <string.h>

#include "base/escape.h"
#include "base/number.h"
#include "base/sink.h"
#include "base/value.h"

/* Adds a string with its quotes. */
static void put_json_string(struct sink *sink, const char *bytes, size_t length)
{
    sink_add(sink, "\"", 1);
    while (length) {
        char buffer[ESCAPE_SIZE];
        const char *piece;
        size_t size, taken = escape_json(bytes, length, buffer, &piece, &size);
        sink_add(sink, piece, size);
        bytes += taken;
        length -= taken;
    }
    sink_add(sink, "\"", 1);
}

/* Adds a float. */
static void put_number(struct sink *sink, double number)
{
    char text[NUMBER_TEXT_SIZE];
    sink_add(sink, text, number_text(number, text));
}

/* Writes a value that is no list, mapping or string. */
static void put_scalar(struct sink *sink, const struct value *value)
{
    if (value->kind == VALUE_BOOLEAN)
        sink_add(sink, value->boolean ? "true" : "false", value->boolean ? 4 : 5);
    else if (value->kind == VALUE_INTEGER)
        sink_add_integer(sink, value->integer);
    else if (value->kind == VALUE_FLOAT)
        put_number(sink, value->number);
    else
        sink_add(sink, "null", 4);
}

/* Writes what stands before the children of a value, or all of it when it can have none. */
static void put_json_open(struct sink *sink, const struct value *value, bool with_key)
{
    if (with_key && value->key) {
        put_json_string(sink, value->key, strlen(value->key));
        sink_add(sink, ":", 1);
    }
    if (value->kind == VALUE_STRING)
        put_json_string(sink, value->text, value->count);
    else if (value->kind == VALUE_LIST)
        sink_add(sink, "[", 1);
    else if (value->kind == VALUE_MAPPING)
        sink_add(sink, "{", 1);
    else if (value->kind == VALUE_FLOAT && !isfinite(value->number))
        sink_add(sink, "null", 4); /* JSON has no other word for it */
    else
        put_scalar(sink, value);
}

/* Writes what stands after the children of a value. */
static void put_json_close(struct sink *sink, const struct value *value)
{
    if (value_has_children(value))
        sink_add(sink, value->kind == VALUE_LIST ? "]" : "}", 1);
}

/* Writes a tree as compact JSON without recursion; what lies too deep becomes "...". */
static void put_json(struct sink *sink, const struct value *root)
{
    const struct value *above[VALUE_DEPTH_WALKED];
    const struct value *value = root;
    size_t depth = 0;
    for (;;) {
        put_json_open(sink, value, value != root);
        if (value_has_children(value) && value->first) {
            if (depth < VALUE_DEPTH_WALKED) {
                above[depth++] = value;
                value = value->first;
                continue;
            }
            sink_add(sink, "...", 3);
        }
        put_json_close(sink, value);
        while (depth && !value->next) {
            value = above[--depth];
            put_json_close(sink, value);
        }
        if (!depth)
            return;
        sink_add(sink, ",", 1);
        value = value->next;
    }
}

size_t value_text(const struct value *value, char *buffer, size_t size)
{
    struct sink sink;
    sink_init(&sink, buffer, size);
    if (value->kind == VALUE_STRING)
        sink_add(&sink, value->text, value->count);
    else if (value_has_children(value))
        put_json(&sink, value);
    else
        put_scalar(&sink, value);
    return sink_finish(&sink);
}
