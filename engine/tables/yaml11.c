#include "tables/yaml11.h"

#include <string.h>

#include "base/number.h"
#include "tables/config_node.h"

/* Longer scalars are no numbers that anyone means. */
enum { NUMBER_MAX = 128 };

/* What is left of a scalar while it is matched. */
struct rest {
    const char *at, *end;
};

static bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

/* Skips one of the bytes in `set`. */
static bool skip_one(struct rest *rest, const char *set)
{
    if (rest->at == rest->end || !*rest->at || !strchr(set, *rest->at))
        return false;
    rest->at++;
    return true;
}

/* Skips all bytes that are in `set`; returns how many. */
static size_t skip_all(struct rest *rest, const char *set)
{
    const char *start = rest->at;
    while (skip_one(rest, set))
        ;
    return (size_t)(rest->at - start);
}

static const char digits[] = "0123456789";
static const char digits_or_line[] = "0123456789_";

/* ---- words */

struct word_row {
    const char *text;
    struct value value;
};

#define TRUE_ROW(text)                                                                             \
    {                                                                                              \
        text, { .kind = VALUE_BOOLEAN, .boolean = true }                                           \
    }
#define FALSE_ROW(text)                                                                            \
    {                                                                                              \
        text, { .kind = VALUE_BOOLEAN, .boolean = false }                                          \
    }
#define NULL_ROW(text)                                                                             \
    {                                                                                              \
        text, { .kind = VALUE_NULL }                                                               \
    }
static const struct word_row words[] = {
    TRUE_ROW("true"),   TRUE_ROW("True"),   TRUE_ROW("TRUE"), TRUE_ROW("yes"),  TRUE_ROW("Yes"),
    TRUE_ROW("YES"),    TRUE_ROW("on"),     TRUE_ROW("On"),   TRUE_ROW("ON"),   FALSE_ROW("false"),
    FALSE_ROW("False"), FALSE_ROW("FALSE"), FALSE_ROW("no"),  FALSE_ROW("No"),  FALSE_ROW("NO"),
    FALSE_ROW("off"),   FALSE_ROW("Off"),   FALSE_ROW("OFF"), NULL_ROW("null"), NULL_ROW("Null"),
    NULL_ROW("NULL"),   NULL_ROW("~"),
};

static bool read_word(const char *text, size_t length, struct value *ret_value)
{
    if (length > 5)
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strlen(words[i].text) == length && memcmp(words[i].text, text, length) == 0) {
            *ret_value = words[i].value;
            return true;
        }
    }
    return false;
}

/* ---- integers */

/* The value of digits in a base, underscores left out; held at the ends of int64. */
static int64_t number_of(const char *at, const char *end, unsigned base)
{
    uint64_t number = 0;
    for (; at < end; at++) {
        if (*at == '_')
            continue;
        unsigned digit =
            is_digit(*at) ? (unsigned)(*at - '0') : (unsigned)((*at | 0x20) - 'a') + 10;
        if (number > ((uint64_t)INT64_MAX - digit) / base)
            return INT64_MAX;
        number = number * base + digit;
    }
    return (int64_t)number;
}

/* Skips parts of base 60, "1:30:00"; false when they are none. */
static bool skip_sixties(struct rest *rest, int64_t *ret_number)
{
    const char *start = rest->at;
    if (!skip_one(rest, digits))
        return false;
    skip_all(rest, digits_or_line);
    int64_t number = number_of(start, rest->at, 10);
    size_t parts = 0;
    while (skip_one(rest, ":")) {
        start = rest->at;
        if (!skip_one(rest, digits))
            return false;
        if (start[0] <= '5')
            skip_one(rest, digits);
        int64_t part = number_of(start, rest->at, 10);
        number = number > (INT64_MAX - part) / 60 ? INT64_MAX : number * 60 + part;
        parts++;
    }
    *ret_number = number;
    return parts > 0;
}

/* An integer of base 60; a first 0 makes it a text. */
static bool read_sixties(struct rest rest, int64_t *ret_number)
{
    return rest.at < rest.end && *rest.at != '0' && skip_sixties(&rest, ret_number) &&
           rest.at == rest.end;
}

/* Digits with a prefix: 0b1, 0x1F, 017. */
static bool read_prefixed(struct rest rest, int64_t *ret_number, unsigned *ret_flags)
{
    static const struct {
        const char *mark, *digits;
        unsigned base, flags;
    } rows[] = {{"b", "01_", 2, 0},
                {"x", "0123456789abcdefABCDEF_", 16, 0},
                {"", "01234567_", 8, NODE_OCTAL}};
    if (!skip_one(&rest, "0"))
        return false;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rest tail = rest;
        if (*rows[i].mark && !skip_one(&tail, rows[i].mark))
            continue;
        const char *start = tail.at;
        if (!skip_all(&tail, rows[i].digits) || tail.at != tail.end)
            continue;
        *ret_number = number_of(start, tail.end, rows[i].base);
        *ret_flags |= rows[i].flags;
        return true;
    }
    return false;
}

static bool read_integer(struct rest rest, int64_t *ret_number, unsigned *ret_flags)
{
    bool is_negative = rest.at < rest.end && *rest.at == '-';
    skip_one(&rest, "+-");
    if (rest.at == rest.end || !is_digit(*rest.at))
        return false;
    struct rest tail = rest;
    bool found = false;
    if (*rest.at == '0' && rest.end - rest.at > 1) {
        found = read_prefixed(rest, ret_number, ret_flags);
    } else {
        skip_one(&tail, digits);
        skip_all(&tail, digits_or_line);
        found = tail.at == tail.end;
        if (found)
            *ret_number = number_of(rest.at, rest.end, 10);
        else if (read_sixties(rest, ret_number)) {
            *ret_flags |= NODE_SEXAGESIMAL;
            found = true;
        }
    }
    if (found && is_negative)
        *ret_number = -*ret_number;
    return found;
}

/* ---- floats */

/* Reads digits as a number, with underscores left out. */
static bool read_digits(struct rest rest, double *ret_number)
{
    char bytes[NUMBER_MAX];
    size_t length = 0;
    for (const char *at = rest.at; at < rest.end; at++) {
        if (*at != '_')
            bytes[length++] = *at;
    }
    return number_read(bytes, length, ret_number);
}

/* Parts of base 60 with a fraction: "190:20:30.15". */
static bool read_sixties_float(struct rest rest, double *ret_number)
{
    bool is_negative = rest.at < rest.end && *rest.at == '-';
    int64_t whole;
    double fraction = 0;
    skip_one(&rest, "+-");
    if (!skip_sixties(&rest, &whole) || rest.at == rest.end || *rest.at != '.')
        return false;
    struct rest tail = {rest.at + 1, rest.end};
    skip_all(&tail, digits_or_line);
    if (tail.at != tail.end || (rest.end - rest.at > 1 && !read_digits(rest, &fraction)))
        return false;
    *ret_number = is_negative ? -((double)whole + fraction) : (double)whole + fraction;
    return true;
}

/* .inf and .nan: the only words among the numbers. */
static bool read_special(struct rest rest, double *ret_number)
{
    static const char *const infinite[] = {"inf", "Inf", "INF"}, *const none[] = {"nan", "NaN",
                                                                                  "NAN"};
    bool is_signed = skip_one(&rest, "+-"), is_negative = is_signed && rest.at[-1] == '-';
    if (!skip_one(&rest, ".") || rest.end - rest.at != 3)
        return false;
    for (size_t i = 0; i < 3; i++) {
        if (memcmp(rest.at, infinite[i], 3) == 0) {
            *ret_number = is_negative ? -__builtin_inf() : __builtin_inf();
            return true;
        }
        if (!is_signed && memcmp(rest.at, none[i], 3) == 0) {
            *ret_number = __builtin_nan("");
            return true;
        }
    }
    return false;
}

/* An exponent; its sign is demanded unless the reader widens floats. */
static bool skip_exponent(struct rest *rest, bool is_wide)
{
    if (!skip_one(rest, "eE"))
        return false;
    bool is_signed = skip_one(rest, "+-");
    return skip_all(rest, digits) && (is_signed || is_wide);
}

/* Digits with a point. */
static bool read_pointed(struct rest rest, bool is_wide, double *ret_number)
{
    struct rest tail = rest;
    bool is_signed = skip_one(&tail, "+-");
    if (tail.at < tail.end && is_digit(*tail.at)) {
        skip_all(&tail, digits_or_line);
        bool pointed = skip_one(&tail, ".");
        if (!pointed && !is_wide)
            return false;
        if (pointed)
            skip_all(&tail, digits_or_line);
        bool raised = tail.at < tail.end;
        if (raised && !skip_exponent(&tail, is_wide))
            return false;
        return (pointed || raised) && tail.at == tail.end && read_digits(rest, ret_number);
    }
    if (is_signed || !skip_one(&tail, ".") || !skip_one(&tail, digits))
        return false;
    skip_all(&tail, digits_or_line);
    if (tail.at < tail.end && !skip_exponent(&tail, is_wide))
        return false;
    return tail.at == tail.end && read_digits(rest, ret_number);
}

bool yaml11_read_wide_float(const char *text, size_t length, double *ret_number)
{
    const struct rest rest = {text, text + length};
    return length > 0 && length < NUMBER_MAX && read_pointed(rest, true, ret_number);
}

struct value yaml11_read(const char *text, size_t length, unsigned *ret_flags)
{
    struct value value = {.kind = VALUE_NULL};
    *ret_flags = 0;
    if (length == 0 || read_word(text, length, &value))
        return value;
    const struct value plain = {.kind = VALUE_STRING, .count = (uint32_t)length, .text = text};
    if (length >= NUMBER_MAX || !strchr("+-.0123456789", text[0]) || !text[0])
        return plain;
    const struct rest rest = {text, text + length};
    int64_t integer;
    double number;
    if (read_integer(rest, &integer, ret_flags))
        return (struct value){.kind = VALUE_INTEGER, .integer = integer};
    if (read_pointed(rest, false, &number) || read_sixties_float(rest, &number) ||
        read_special(rest, &number))
        return (struct value){.kind = VALUE_FLOAT, .number = number};
    if (yaml11_read_wide_float(text, length, &number))
        *ret_flags |= NODE_WIDE_FLOAT;
    return plain;
}
