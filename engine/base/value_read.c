#include <string.h>

#include "base/escape.h"
#include "base/number.h"
#include "base/value.h"

/* A JSON text that is being read. Readers below return NULL or false for what is no JSON and
 * without memory alike. */
struct reader {
    struct arena *arena;
    const char *at, *end;
    size_t depth;
    bool no_memory;
};

/* Words that are values. Python's are read only where they are the whole text. */
static const struct word {
    const char *text;
    bool is_json;
    enum value_kind kind;
    bool boolean;
} words[] = {
    {"true", true, VALUE_BOOLEAN, true},    {"false", true, VALUE_BOOLEAN, false},
    {"null", true, VALUE_NULL, false},      {"True", false, VALUE_BOOLEAN, true},
    {"False", false, VALUE_BOOLEAN, false}, {"None", false, VALUE_NULL, false},
};

static struct value *read_value(struct reader *reader);

/* Passes a new value on, noting when there was no memory for it. */
static struct value *made(struct reader *reader, struct value *value)
{
    reader->no_memory |= !value;
    return value;
}

/* Skips JSON's white space. */
static void skip_spaces(struct reader *reader)
{
    while (reader->at < reader->end && *reader->at && strchr(" \t\n\r", *reader->at))
        reader->at++;
}

/* Takes one character if it is the next one after white space. */
static bool take(struct reader *reader, char character)
{
    skip_spaces(reader);
    if (reader->at == reader->end || *reader->at != character)
        return false;
    reader->at++;
    return true;
}

/* The row of the word that `length` bytes begin with, or NULL. */
static const struct word *find_word(const char *bytes, size_t length)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t size = strlen(words[i].text);
        if (length >= size && !memcmp(bytes, words[i].text, size))
            return &words[i];
    }
    return NULL;
}

/* The value that a word stands for. */
static struct value *word_value(struct reader *reader, const struct word *word)
{
    return made(reader, word->kind == VALUE_NULL ? value_null(reader->arena)
                                                 : value_boolean(reader->arena, word->boolean));
}

/* Skips ASCII digits; returns how many. */
static size_t skip_digits(struct reader *reader)
{
    const char *start = reader->at;
    while (reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9')
        reader->at++;
    return (size_t)(reader->at - start);
}

/* Skips one character if it is in `set`. */
static bool skip_one_of(struct reader *reader, const char *set)
{
    if (reader->at == reader->end || !*reader->at || !strchr(set, *reader->at))
        return false;
    reader->at++;
    return true;
}

/* The integer between two places, which holds a sign and digits only; false beyond int64. */
static bool read_integer(const char *at, const char *end, int64_t *ret_integer)
{
    int64_t integer = 0;
    bool is_negative = *at == '-';
    for (at += is_negative; at < end; at++) {
        int digit = is_negative ? '0' - *at : *at - '0';
        if (__builtin_mul_overflow(integer, 10, &integer) ||
            __builtin_add_overflow(integer, digit, &integer))
            return false;
    }
    *ret_integer = integer;
    return true;
}

/* Reads an integer, or a float where the text has a point, an exponent or too many digits. */
static struct value *read_number(struct reader *reader)
{
    const char *start = reader->at;
    bool is_integer = true;
    int64_t integer;
    double number;

    skip_one_of(reader, "-");
    if (!skip_one_of(reader, "0") && !skip_digits(reader))
        return NULL;
    if (skip_one_of(reader, ".")) {
        is_integer = false;
        if (!skip_digits(reader))
            return NULL;
    }
    if (skip_one_of(reader, "eE")) {
        is_integer = false;
        skip_one_of(reader, "+-");
        if (!skip_digits(reader))
            return NULL;
    }
    if (is_integer && read_integer(start, reader->at, &integer))
        return made(reader, value_integer(reader->arena, integer));
    if (!number_read(start, (size_t)(reader->at - start), &number))
        return NULL;
    return made(reader, value_float(reader->arena, number));
}

/* The quote that ends a string, or NULL. */
static const char *find_quote(const struct reader *reader)
{
    for (const char *at = reader->at; at < reader->end; at++) {
        if (*at == '"')
            return at;
        if (*at == '\\' && at + 1 < reader->end)
            at++;
    }
    return NULL;
}

/* Reads what follows an opening quote into the arena. */
static const char *read_text(struct reader *reader, size_t *ret_length)
{
    const char *quote = find_quote(reader);
    if (!quote)
        return NULL;
    size_t size = (size_t)(quote - reader->at);
    char *text = arena_alloc(reader->arena, size + 1, 1);
    reader->no_memory |= !text;
    if (!text || !unescape_json(reader->at, size, text, ret_length))
        return NULL;
    reader->at = quote + 1;
    return text;
}

/* Reads what follows an opening quote as a value. */
static struct value *read_string(struct reader *reader)
{
    size_t length;
    const char *text = read_text(reader, &length);
    struct value *value = text ? made(reader, value_null(reader->arena)) : NULL;
    if (!value)
        return NULL;
    value->kind = VALUE_STRING;
    value->text = text;
    value->count = (uint32_t)length;
    return value;
}

/* Reads the key of a child and its colon. A key with a NUL byte is refused: it would be taken for a
 * shorter one. */
static const char *read_key(struct reader *reader)
{
    size_t length;
    const char *key = take(reader, '"') ? read_text(reader, &length) : NULL;
    return key && strlen(key) == length && take(reader, ':') ? key : NULL;
}

/* Reads what follows an opening bracket, up to `close`. */
static struct value *read_children(struct reader *reader, struct value *parent, char close)
{
    if (!parent || take(reader, close))
        return parent;
    do {
        bool is_mapping = parent->kind == VALUE_MAPPING;
        const char *key = is_mapping ? read_key(reader) : NULL;
        struct value *child = key || !is_mapping ? read_value(reader) : NULL;
        if (!child)
            return NULL;
        if (!value_append(reader->arena, parent, key, child))
            return made(reader, NULL);
    } while (take(reader, ','));
    return take(reader, close) ? parent : NULL;
}

/* Reads a list or mapping, one level deeper; the bound ends the recursion. */
static struct value *read_container(struct reader *reader)
{
    bool is_list = *reader->at++ == '[';
    if (reader->depth == VALUE_DEPTH_MAX)
        return NULL;
    reader->depth++;
    struct value *container = is_list ? value_list(reader->arena) : value_mapping(reader->arena);
    container = read_children(reader, made(reader, container), is_list ? ']' : '}');
    reader->depth--;
    return container;
}

/* Reads one value of any kind. */
static struct value *read_value(struct reader *reader)
{
    skip_spaces(reader);
    if (reader->at == reader->end)
        return NULL;
    if (*reader->at == '[' || *reader->at == '{')
        return read_container(reader);
    if (take(reader, '"'))
        return read_string(reader);
    const struct word *word = find_word(reader->at, (size_t)(reader->end - reader->at));
    if (!word || !word->is_json)
        return read_number(reader);
    reader->at += strlen(word->text);
    return word_value(reader, word);
}

struct value *value_from_text(struct arena *arena, const char *text, size_t length)
{
    if (length > UINT32_MAX)
        return NULL;
    struct reader reader = {.arena = arena, .at = text, .end = text + length};
    const struct word *word = find_word(text, length);
    if (word && length == strlen(word->text))
        return word_value(&reader, word);

    struct value *value = read_value(&reader);
    skip_spaces(&reader);
    if (reader.no_memory)
        return NULL;
    return value && reader.at == reader.end ? value : value_string(arena, text, length);
}
