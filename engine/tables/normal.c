#include "tables/normal.h"

#include <stdlib.h>
#include <string.h>

void normal_init(struct normal *normal) { *normal = (struct normal){0}; }

void normal_clear(struct normal *normal)
{
    text_clear(&normal->text);
    free(normal->words);
    normal_init(normal);
}

/* Twice the room for words. */
static bool grow(struct normal *normal)
{
    size_t room = normal->room ? normal->room * 2 : 256;
    struct normal_word *words =
        room <= SIZE_MAX / sizeof *words ? realloc(normal->words, room * sizeof *words) : NULL;
    if (!words)
        return false;
    normal->words = words;
    normal->room = room;
    return true;
}

size_t normal_add(struct normal *normal, const struct value *value, bool is_key)
{
    if (normal->count == normal->room && !grow(normal)) {
        normal->text.failed = true;
        return 0;
    }
    normal->words[normal->count] = (struct normal_word){value, is_key};
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
