#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/utf8.h"

void text_init(struct text *text) { *text = (struct text){0}; }

void text_clear(struct text *text)
{
    if (!text)
        return;
    free(text->bytes);
    text_init(text);
}

/* Makes room for `more` bytes and a final NUL. */
static bool reserve(struct text *text, size_t more)
{
    if (text->failed)
        return false;
    if (text->room > text->length && more < text->room - text->length)
        return true;

    size_t room = text->room ? text->room : 64;
    while (room <= SIZE_MAX / 2 && (room <= text->length || room - text->length <= more))
        room *= 2;
    char *bytes = room <= SIZE_MAX / 2 ? realloc(text->bytes, room) : NULL;
    if (!bytes) {
        text->failed = true;
        return false;
    }
    text->bytes = bytes;
    text->room = room;
    return true;
}

char *text_reserve(struct text *text, size_t more)
{
    return reserve(text, more) ? text->bytes + text->length : NULL;
}

void text_extend(struct text *text, size_t length)
{
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_add(struct text *text, const char *string)
{
    text_add_bytes(text, string, strlen(string));
}

void text_add_bytes(struct text *text, const char *bytes, size_t length)
{
    if (!reserve(text, length))
        return;
    if (length)
        memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_format(struct text *text, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    if (length < 0)
        text->failed = true;
    else if (reserve(text, (size_t)length)) {
        vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
    va_end(arguments);
}

void text_add_json(struct text *text, const char *bytes, size_t length)
{
    text_add(text, "\"");
    while (length) {
        char buffer[ESCAPE_SIZE];
        const char *piece;
        size_t size, taken = escape_json(bytes, length, buffer, &piece, &size);
        text_add_bytes(text, piece, size);
        bytes += taken;
        length -= taken;
    }
    text_add(text, "\"");
}

/* Characters that steer a terminal or turn the order of what follows. */
static const struct code_range {
    uint32_t first, last;
} controls[] = {
    {0x00, 0x1f},
    {0x7f, 0x9f},
    {0x2028, 0x202e},
    {0x2066, 0x2069},
};

/* True for a character that a terminal shows as it is. */
static bool is_printable(uint32_t code)
{
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++) {
        if (code >= controls[i].first && code <= controls[i].last)
            return false;
    }
    return true;
}

void text_add_printable(struct text *text, const char *bytes, size_t length)
{
    while (length) {
        uint32_t code;
        size_t taken = utf8_read(bytes, length, &code);
        if (taken && is_printable(code))
            text_add_bytes(text, bytes, taken);
        else
            text_add(text, "?");
        taken = taken ? taken : 1;
        bytes += taken;
        length -= taken;
    }
}

char *text_take(struct text *text)
{
    text_add_bytes(text, NULL, 0); /* a text without additions is "", not NULL */
    char *bytes = NULL;
    if (!text->failed) {
        bytes = text->bytes;
        text->bytes = NULL;
    }
    text_clear(text);
    return bytes;
}
