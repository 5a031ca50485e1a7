#include "base/escape.h"

#include <stdint.h>
#include <string.h>

#include "base/utf8.h"

/* Characters with an escape of one letter; '/' has one that is read but need not be written. */
static const struct short_escape {
    char character, letter;
    bool is_written;
} short_escapes[] = {
    {'"', '"', true},  {'\\', '\\', true}, {'/', '/', false}, {'\b', 'b', true},
    {'\f', 'f', true}, {'\n', 'n', true},  {'\r', 'r', true}, {'\t', 't', true},
};

/* Spells an ASCII character that may need an escape; returns the size of the piece. */
static size_t escape_ascii(char character, char ret_piece[ESCAPE_SIZE])
{
    for (size_t i = 0; i < sizeof short_escapes / sizeof *short_escapes; i++) {
        if (short_escapes[i].is_written && short_escapes[i].character == character) {
            ret_piece[0] = '\\';
            ret_piece[1] = short_escapes[i].letter;
            return 2;
        }
    }
    if (character >= ' ') {
        ret_piece[0] = character;
        return 1;
    }
    static const char digits[] = "0123456789abcdef";
    memcpy(ret_piece, "\\u00", 4);
    ret_piece[4] = digits[character >> 4];
    ret_piece[5] = digits[character & 0xf];
    return 6;
}

/* How many bytes at the head of a text stand for themselves. */
static size_t plain_length(const char *bytes, size_t length)
{
    size_t plain = 0;
    while (plain < length && bytes[plain] >= ' ' && bytes[plain] <= '~' && bytes[plain] != '"' &&
           bytes[plain] != '\\')
        plain++;
    return plain;
}

size_t escape_json(const char *bytes, size_t length, char buffer[ESCAPE_SIZE],
                   const char **ret_piece, size_t *ret_size)
{
    uint32_t code;
    size_t plain = plain_length(bytes, length);
    *ret_piece = plain ? bytes : buffer;
    *ret_size = plain;
    if (plain)
        return plain;
    size_t taken = utf8_read(bytes, length, &code);
    if (taken == 1)
        *ret_size = escape_ascii(bytes[0], buffer);
    else
        *ret_size = utf8_write(taken ? code : 0xfffd, buffer);
    return taken ? taken : 1;
}

/* Reads the four hexadecimal digits of "\u". */
static bool read_hex(const char *bytes, size_t length, uint32_t *ret_unit)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    uint32_t unit = 0;
    if (length < 4)
        return false;
    for (size_t i = 0; i < 4; i++) {
        const char *digit = bytes[i] ? strchr(digits, bytes[i]) : NULL;
        if (!digit)
            return false;
        unit = unit * 16 + (uint32_t)((digit - digits) % 16);
    }
    *ret_unit = unit;
    return true;
}

/* Reads "XXXX" after "\u", or "XXXX\uXXXX" where two surrogates make one character; returns the
 * bytes taken. */
static size_t read_unicode(const char *bytes, size_t length, uint32_t *ret_code)
{
    uint32_t high, low;
    if (!read_hex(bytes, length, &high))
        return 0;
    if (high < 0xd800 || high > 0xdfff) {
        *ret_code = high;
        return 4;
    }
    /* A lone surrogate is no character. */
    if (high > 0xdbff || length < 6 || memcmp(bytes + 4, "\\u", 2) ||
        !read_hex(bytes + 6, length - 6, &low) || low < 0xdc00 || low > 0xdfff)
        return 0;
    *ret_code = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
    return 10;
}

/* Reads what follows a backslash; returns the bytes taken, 0 when it is no escape. */
static size_t read_escape(const char *bytes, size_t length, uint32_t *ret_code)
{
    if (!length)
        return 0;
    if (bytes[0] == 'u') {
        size_t taken = read_unicode(bytes + 1, length - 1, ret_code);
        return taken ? taken + 1 : 0;
    }
    for (size_t i = 0; i < sizeof short_escapes / sizeof *short_escapes; i++) {
        if (short_escapes[i].letter == bytes[0]) {
            *ret_code = (uint32_t)short_escapes[i].character;
            return 1;
        }
    }
    return 0;
}

/* Reads one character, escaped or not; returns the bytes taken, 0 when JSON does not allow it. */
static size_t read_character(const char *bytes, size_t length, uint32_t *ret_code)
{
    if (bytes[0] == '\\') {
        size_t taken = read_escape(bytes + 1, length - 1, ret_code);
        return taken ? taken + 1 : 0;
    }
    size_t taken = utf8_read(bytes, length, ret_code);
    return taken && *ret_code >= ' ' && *ret_code != '"' ? taken : 0;
}

bool unescape_json(const char *bytes, size_t length, char *ret_text, size_t *ret_length)
{
    size_t written = 0;
    while (length) {
        uint32_t code;
        size_t taken = read_character(bytes, length, &code);
        if (!taken)
            return false;
        written += utf8_write(code, ret_text + written);
        bytes += taken;
        length -= taken;
    }
    *ret_length = written;
    return true;
}
