#include "tables/scalar.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"

/* Words of the core schema. */
static const struct scalar_word {
    const char *text;
    enum value_kind kind;
    double number; /* booleans: 0 or 1 */
} words[] = {
    {"", VALUE_NULL, 0},
    {"~", VALUE_NULL, 0},
    {"null", VALUE_NULL, 0},
    {"Null", VALUE_NULL, 0},
    {"NULL", VALUE_NULL, 0},
    {"true", VALUE_BOOLEAN, 1},
    {"True", VALUE_BOOLEAN, 1},
    {"TRUE", VALUE_BOOLEAN, 1},
    {"false", VALUE_BOOLEAN, 0},
    {"False", VALUE_BOOLEAN, 0},
    {"FALSE", VALUE_BOOLEAN, 0},
    {".inf", VALUE_FLOAT, INFINITY},
    {".Inf", VALUE_FLOAT, INFINITY},
    {".INF", VALUE_FLOAT, INFINITY},
    {"+.inf", VALUE_FLOAT, INFINITY},
    {"+.Inf", VALUE_FLOAT, INFINITY},
    {"+.INF", VALUE_FLOAT, INFINITY},
    {"-.inf", VALUE_FLOAT, -INFINITY},
    {"-.Inf", VALUE_FLOAT, -INFINITY},
    {"-.INF", VALUE_FLOAT, -INFINITY},
    {".nan", VALUE_FLOAT, NAN},
    {".NaN", VALUE_FLOAT, NAN},
    {".NAN", VALUE_FLOAT, NAN},
};

/* The word of that text, or NULL. */
static const struct scalar_word *word_find(const char *text, size_t length)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strlen(words[i].text) == length && memcmp(words[i].text, text, length) == 0)
            return &words[i];
    }
    return NULL;
}

/* A word as the value it stands for. */
static struct value *word_value(struct arena *arena, const struct scalar_word *word)
{
    if (word->kind == VALUE_NULL)
        return value_null(arena);
    return word->kind == VALUE_BOOLEAN ? value_boolean(arena, word->number != 0)
                                       : value_float(arena, word->number);
}

/* Value of a digit in bases up to 16, or 16. */
static unsigned digit_of(char digit)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = digit ? strchr(digits, tolower((unsigned char)digit)) : NULL;
    return at ? (unsigned)(at - digits) : 16;
}

/* 0o17, 0x1F. False when it is none; too large numbers are clamped. */
static bool read_prefixed(const char *text, size_t length, int64_t *ret_integer)
{
    if (length < 3 || text[0] != '0' || (text[1] != 'o' && text[1] != 'x'))
        return false;
    unsigned base = text[1] == 'o' ? 8 : 16;
    int64_t integer = 0;
    for (size_t i = 2; i < length; i++) {
        unsigned digit = digit_of(text[i]);
        if (digit >= base)
            return false;
        integer = integer > (INT64_MAX - digit) / base ? INT64_MAX : integer * base + digit;
    }
    *ret_integer = integer;
    return true;
}

/* True for a sign and digits alone. */
static bool is_decimal(const char *text, size_t length)
{
    size_t i = length && (text[0] == '-' || text[0] == '+');
    bool digits = i < length;
    for (; i < length; i++)
        digits = digits && text[i] >= '0' && text[i] <= '9';
    return digits;
}

struct value *scalar_read(struct arena *arena, const char *text, size_t length)
{
    const struct scalar_word *word = word_find(text, length);
    if (word)
        return word_value(arena, word);
    int64_t integer;
    if (read_prefixed(text, length, &integer))
        return value_integer(arena, integer);
    if (is_decimal(text, length) && text_read_integer(text, length, &integer))
        return value_integer(arena, integer);
    double number;
    if (number_read(text, length, &number))
        return value_float(arena, number);
    return value_string(arena, text, length);
}
