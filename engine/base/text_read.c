#include "base/text.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/utf8.h"

/* What is left of a text that is being read. */
struct rest {
    const char *bytes;
    size_t length;
};

/* The digit zero of every script (category Nd, Unicode 15); the digits 1 to 9 follow each. */
static const uint32_t zeros[] = {
    0x30,    0x660,   0x6f0,   0x7c0,   0x966,   0x9e6,   0xa66,   0xae6,   0xb66,   0xbe6,
    0xc66,   0xce6,   0xd66,   0xde6,   0xe50,   0xed0,   0xf20,   0x1040,  0x1090,  0x17e0,
    0x1810,  0x1946,  0x19d0,  0x1a80,  0x1a90,  0x1b50,  0x1bb0,  0x1c40,  0x1c50,  0xa620,
    0xa8d0,  0xa900,  0xa9d0,  0xa9f0,  0xaa50,  0xabf0,  0xff10,  0x104a0, 0x10d30, 0x11066,
    0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x11730, 0x118e0,
    0x11950, 0x11c50, 0x11d50, 0x11da0, 0x11f50, 0x16a60, 0x16ac0, 0x16b50, 0x1d7ce, 0x1d7d8,
    0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0, 0x1e4f0, 0x1e950, 0x1fbf0,
};

/* White space around an integer; U+001C to U+001F are space to Python's isspace(), not to int(). */
static const uint32_t spaces[] = {
    0x9,    0xa,    0xb,    0xc,    0xd,    0x20,   0x85,   0xa0,   0x1680,
    0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008,
    0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000,
};

/* Leaves `taken` bytes behind. */
static void advance(struct rest *rest, size_t taken)
{
    rest->bytes += taken;
    rest->length -= taken;
}

/* Leaves white space of any script behind. */
static void skip_spaces(struct rest *rest)
{
    uint32_t code;
    size_t taken;
    while ((taken = utf8_read(rest->bytes, rest->length, &code))) {
        size_t i = 0;
        while (i < sizeof spaces / sizeof *spaces && spaces[i] != code)
            i++;
        if (i == sizeof spaces / sizeof *spaces)
            return;
        advance(rest, taken);
    }
}

/* Takes one decimal digit of any script. */
static bool take_digit(struct rest *rest, int *ret_digit)
{
    uint32_t code;
    size_t taken = utf8_read(rest->bytes, rest->length, &code);
    for (size_t i = 0; taken && i < sizeof zeros / sizeof *zeros; i++) {
        if (code >= zeros[i] && code - zeros[i] < 10) {
            *ret_digit = (int)(code - zeros[i]);
            advance(rest, taken);
            return true;
        }
    }
    return false;
}

/* Takes one ASCII character out of `set`. */
static bool take_one_of(struct rest *rest, const char *set, char *ret_taken)
{
    if (!rest->length || !*rest->bytes || !strchr(set, *rest->bytes))
        return false;
    *ret_taken = *rest->bytes;
    advance(rest, 1);
    return true;
}

/* Appends a digit away from zero, staying at the end of int64 once it is reached. */
static int64_t append_digit(int64_t integer, int digit, bool is_negative)
{
    int64_t end = is_negative ? INT64_MIN : INT64_MAX;
    if (__builtin_mul_overflow(integer, 10, &integer) ||
        __builtin_add_overflow(integer, is_negative ? -digit : digit, &integer))
        return end;
    return integer;
}

bool text_read_integer(const char *bytes, size_t length, int64_t *ret_integer)
{
    struct rest rest = {bytes, length};
    char sign = '+', underscore;
    int64_t integer = 0;

    skip_spaces(&rest);
    take_one_of(&rest, "+-", &sign);
    do {
        int digit;
        if (!take_digit(&rest, &digit))
            return false;
        do
            integer = append_digit(integer, digit, sign == '-');
        while (take_digit(&rest, &digit));
    } while (take_one_of(&rest, "_", &underscore));
    skip_spaces(&rest);
    if (rest.length)
        return false;
    *ret_integer = integer;
    return true;
}

/* Words that may follow the numbers of a version; a longer one stands before its own beginning. */
static const char *const suffixes[] = {
    "alpha", "a", "beta", "b", "c", "dev", "post", "preview", "pre", "rev", "rc", "r",
};

/* Reads ASCII digits, staying at `most` once it is reached. */
static bool read_number(struct rest *rest, int64_t most, int64_t *ret_number)
{
    const char *start = rest->bytes;
    int64_t number = 0;
    char digit;
    while (take_one_of(rest, "0123456789", &digit)) {
        number = number * 10 + (digit - '0');
        if (number > most)
            number = most;
    }
    if (rest->bytes == start)
        return false;
    *ret_number = number;
    return true;
}

/* Takes one of the suffix words, in any case. */
static bool take_suffix(struct rest *rest)
{
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        size_t length = strlen(suffixes[i]);
        if (rest->length >= length && !strncasecmp(rest->bytes, suffixes[i], length)) {
            advance(rest, length);
            return true;
        }
    }
    return false;
}

/* Skips "rc1", ".post2", ".dev3", "-4" and their like up to the end or a local part. */
static bool skip_suffixes(struct rest *rest)
{
    while (rest->length && *rest->bytes != '+') {
        char separator = '\0';
        int64_t number;
        take_one_of(rest, ".-_", &separator);
        if (take_suffix(rest)) {
            take_one_of(rest, ".-_", &separator);
            read_number(rest, 0, &number);
        } else if (separator != '-' || !read_number(rest, 0, &number)) {
            return false;
        }
    }
    return true;
}

/* Skips a local part, "+cu121.git1f2e": words of letters and digits with separators between. */
static bool skip_local(struct rest *rest)
{
    bool is_open = true; /* a word must follow */
    for (advance(rest, 1); rest->length; advance(rest, 1)) {
        bool is_separator = strchr(".-_", *rest->bytes) && *rest->bytes;
        if (is_separator ? is_open : !isalnum((unsigned char)*rest->bytes))
            return false;
        is_open = is_separator;
    }
    return !is_open;
}

/* Reads the dotted numbers at the head; returns how many there are, at most 3 of them are kept. */
static unsigned read_parts(struct rest *rest, int64_t ret_parts[3])
{
    /* A minor or patch number beyond three digits must not reach into its neighbour. */
    static const int64_t most[3] = {999999999, 999, 999};
    unsigned count = 0;
    int64_t part;
    struct rest ahead = *rest;
    char dot;
    while (read_number(&ahead, most[count < 3 ? count : 2], &part)) {
        *rest = ahead;
        if (count < 3)
            ret_parts[count++] = part;
        if (!take_one_of(&ahead, ".", &dot))
            break;
    }
    return count;
}

/* Reads a whole version text; returns the number of its parts, 0 when it is none. */
static unsigned read_version(const char *bytes, size_t length, int64_t ret_parts[3])
{
    struct rest rest = {bytes, length};
    unsigned count = read_parts(&rest, ret_parts);
    if (!count || !skip_suffixes(&rest) || (rest.length && !skip_local(&rest)))
        return 0;
    return count;
}

bool text_read_version(const char *bytes, size_t length, int64_t *ret_version)
{
    int64_t parts[3] = {0};
    if (!read_version(bytes, length, parts))
        return false;
    *ret_version = parts[0] * 1000000 + parts[1] * 1000 + parts[2];
    return true;
}

unsigned text_version_parts(const char *bytes, size_t length)
{
    int64_t parts[3];
    return read_version(bytes, length, parts);
}
