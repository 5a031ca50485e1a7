#include "tables/normal.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

void normal_init(struct normal *normal) { *normal = (struct normal){0}; }

void normal_clear(struct normal *normal)
{
    text_clear(&normal->text);
    free(normal->words);
    normal_init(normal);
}

size_t normal_add(struct normal *normal, const struct value *value, bool is_key)
{
    struct normal_word *words =
        array_grow(normal->words, normal->count, sizeof *words, &normal->room);
    if (!words) {
        normal->text.failed = true;
        return 0;
    }
    normal->words = words;
    words[normal->count] = (struct normal_word){value, is_key};
    return normal->count++;
}

/* Copies a scalar's text; NULL without memory. */
static const char *copy_scalar(struct arena *arena, const struct value *value)
{
    if (value->kind == VALUE_STRING)
        return arena_copy(arena, value->text, value->count);
    char text[64]; /* typed scalars are short: numbers, true, false */
    size_t length = value_text(value, text, sizeof text);
    return arena_copy(arena, text, length < sizeof text ? length : sizeof text - 1);
}

size_t normal_number(const char *text)
{
    size_t number = 0;
    for (; *text >= '0' && *text <= '9'; text++)
        number = number * 10 + (size_t)(*text - '0');
    return number;
}

bool normal_find(const struct normal *normal, size_t number, struct arena *arena, const char *file,
                 struct word *ret_word)
{
    const struct normal_word *word = &normal->words[number];
    const struct value *value = word->value;
    if (word->is_key)
        *ret_word = (struct word){arena_copy(arena, value->key, strlen(value->key)),
                                  {file, value->key_line, value->key_column}};
    else
        *ret_word = (struct word){copy_scalar(arena, value), {file, value->line, value->column}};
    return ret_word->text != NULL;
}
