#include "report/json.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"

bool json_put(json_t *object, const char *key, json_t *value)
{
    return json_object_set_new(object, key, value) ==
           0; /* takes the value also when it fails or the object is NULL */
}

bool json_put_text(json_t *object, const char *key, const char *text)
{
    return text == NULL || json_put(object, key, json_text(text, strlen(text)));
}

/* Bytes that are no UTF-8 become U+FFFD. */
static json_t *repaired_text(const char *bytes, size_t length)
{
    struct text text;
    text_init(&text);
    for (size_t at = 0; at < length;) {
        uint32_t code;
        size_t size = utf8_read(bytes + at, length - at, &code);
        if (size == 0)
            text_add(&text, "\xef\xbf\xbd");
        else
            text_add_bytes(&text, bytes + at, size);
        at += size ? size : 1;
    }
    json_t *json = text.failed ? NULL : json_stringn(text.bytes ? text.bytes : "", text.length);
    text_clear(&text);
    return json;
}

json_t *json_text(const char *bytes, size_t length)
{
    json_t *json = json_stringn(bytes, length);
    return json ? json : repaired_text(bytes, length);
}

static json_t *json_of_mapping_value(const struct value *value)
{
    json_t *object = json_object();
    for (const struct value *child = value->first; object && child; child = child->next) {
        if (!json_put(object, child->key, json_of_value(child))) {
            json_decref(object);
            return NULL;
        }
    }
    return object;
}

static json_t *json_of_list_value(const struct value *value)
{
    json_t *array = json_array();
    for (const struct value *child = value->first; array && child; child = child->next) {
        if (json_array_append_new(array, json_of_value(child)) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

json_t *json_of_value(const struct value *value)
{
    switch (value->kind) {
    case VALUE_BOOLEAN:
        return json_boolean(value->boolean);
    case VALUE_INTEGER:
        return json_integer(value->integer);
    case VALUE_FLOAT:
        return json_real(value->number);
    case VALUE_STRING:
        return json_text(value->text, value->count);
    case VALUE_LIST:
        return json_of_list_value(value);
    case VALUE_MAPPING:
        return json_of_mapping_value(value);
    default:
        return json_null();
    }
}

json_t *json_written(size_t (*write)(const void *context, char *buffer, size_t size),
                     const void *context)
{
    char small[512];
    size_t length = write(context, small, sizeof small);
    if (length < sizeof small)
        return json_text(small, length);
    char *large = malloc(length + 1);
    if (large == NULL)
        return NULL;
    write(context, large, length + 1);
    json_t *json = json_text(large, length);
    free(large);
    return json;
}

struct cell_of {
    const struct ruleset *ruleset;
    const struct cell *cell;
};

static size_t write_cell(const void *context, char *buffer, size_t size)
{
    const struct cell_of *of = context;
    return cell_text(of->ruleset, of->cell, buffer, size);
}

/* The cell as its text. */
static json_t *json_cell_text(const struct ruleset *ruleset, const struct cell *cell)
{
    return json_written(write_cell, &(struct cell_of){ruleset, cell});
}

static json_t *json_of_element(const struct ruleset *ruleset, const struct list *list,
                               uint32_t index)
{
    int64_t integer = list->integers ? list->integers[index] : (int64_t)index;
    if (list->pattern == NULL)
        return json_integer(integer);
    struct slot slot = {.pattern = list->pattern, .integer = integer};
    struct cell cell = {.kind = CELL_SLOT, .slot = &slot};
    return json_cell_text(ruleset, &cell);
}

static json_t *json_of_list(const struct ruleset *ruleset, const struct list *list)
{
    if (list->value)
        return json_of_value(list->value);
    json_t *array = json_array();
    for (uint32_t i = 0; array && i < list->count; i++) {
        if (json_array_append_new(array, json_of_element(ruleset, list, i)) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

static json_t *json_of_mapping(const struct mapping *mapping)
{
    json_t *object = json_object();
    for (uint32_t i = 0; object && i < mapping->count; i++) {
        const char *name = ruleset_text(mapping->ruleset, mapping->names[i]);
        if (!json_put(object, name, json_cell_text(mapping->ruleset, &mapping->cells[i]))) {
            json_decref(object);
            return NULL;
        }
    }
    return object;
}

json_t *json_of_cell(const struct ruleset *ruleset, const struct cell *cell)
{
    switch ((enum cell_kind)cell->kind) {
    case CELL_BOOLEAN:
        return json_boolean(cell->integer != 0);
    case CELL_INTEGER:
        return json_integer(cell->integer);
    case CELL_VALUE:
        return json_of_value(cell->value);
    case CELL_LIST:
        return json_of_list(ruleset, cell->list);
    case CELL_MAPPING:
        return json_of_mapping(cell->mapping);
    default:
        return json_cell_text(ruleset, cell);
    }
}

char *json_take(json_t *object, bool pretty)
{
    char *text = object ? json_dumps(object, pretty ? JSON_INDENT(2) : 0) : NULL;
    json_decref(object);
    return text;
}
