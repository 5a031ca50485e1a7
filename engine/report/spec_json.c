/* JSON in: requests and batch lines, bounded in depth. */
#include <stdlib.h>
#include <string.h>

#include "report/json.h"

enum { DEPTH_MAX = 64 };

static struct value *value_of_json(struct arena *arena, json_t *json, int depth);

static struct value *value_of_array(struct arena *arena, json_t *json, int depth)
{
    struct value *list = value_list(arena);
    size_t index;
    json_t *element;
    json_array_foreach(json, index, element)
    {
        struct value *child = list ? value_of_json(arena, element, depth + 1) : NULL;
        if (child == NULL || !value_append(arena, list, NULL, child))
            return NULL;
    }
    return list;
}

static struct value *value_of_object(struct arena *arena, json_t *json, int depth)
{
    struct value *mapping = value_mapping(arena);
    const char *key;
    json_t *element;
    json_object_foreach(json, key, element)
    {
        struct value *child = mapping ? value_of_json(arena, element, depth + 1) : NULL;
        if (child == NULL || !value_append(arena, mapping, key, child))
            return NULL;
    }
    return mapping;
}

static struct value *value_of_json(struct arena *arena, json_t *json, int depth)
{
    if (depth > DEPTH_MAX)
        return NULL;
    switch (json_typeof(json)) {
    case JSON_OBJECT:
        return value_of_object(arena, json, depth);
    case JSON_ARRAY:
        return value_of_array(arena, json, depth);
    case JSON_STRING:
        return value_string(arena, json_string_value(json), json_string_length(json));
    case JSON_INTEGER:
        return value_integer(arena, json_integer_value(json));
    case JSON_REAL:
        return value_float(arena, json_real_value(json));
    case JSON_TRUE:
    case JSON_FALSE:
        return value_boolean(arena, json_is_true(json));
    default:
        return value_null(arena);
    }
}

/* Deepest nesting of a document, without walking it: strings are skipped. */
static int nesting(const char *text, size_t length)
{
    int depth = 0, deepest = 0;
    bool quoted = false;
    for (size_t i = 0; i < length; i++) {
        if (quoted && text[i] == '\\')
            i++;
        else if (text[i] == '"')
            quoted = !quoted;
        else if (!quoted && (text[i] == '[' || text[i] == '{'))
            deepest = ++depth > deepest ? depth : deepest;
        else if (!quoted && (text[i] == ']' || text[i] == '}'))
            depth--;
    }
    return deepest;
}

struct value *report_read_json(struct arena *arena, const char *text, size_t length,
                               const char *file, size_t line, struct diagnostics *findings)
{
    struct span place = {.file = file, .line = (uint32_t)line};
    json_error_t error;

    if (nesting(text, length) > DEPTH_MAX) {
        diagnostics_add(findings, MESSAGE_YAML_TOO_DEEP, place, NULL, DEPTH_MAX);
        return NULL;
    }
    json_t *json = json_loadb(text, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    if (json == NULL) {
        place.line += (uint32_t)(error.line > 0 ? error.line - 1 : 0);
        place.column = (uint32_t)(error.column > 0 ? error.column : 1);
        diagnostics_add(findings, MESSAGE_JSON_SYNTAX, place, NULL, error.text);
        return NULL;
    }
    struct value *value = value_of_json(arena, json, 1);
    json_decref(json);
    return value;
}
