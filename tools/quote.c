/* Texts of unknown origin on their way out. */
#include "quote.h"

#include <string.h>

enum { LINE_LIMIT = 1000 }; /* columns of a message */

/* The code point at `text`, its bytes in *ret_length. A wrong byte gives itself with length 0. */
static unsigned long decode(const unsigned char *text, size_t *ret_length)
{
    static const struct {
        unsigned char mask, lead;
        unsigned long least; /* smaller ones are overlong */
    } rows[] = {{0x80, 0x00, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if ((text[0] & rows[i].mask) != rows[i].lead)
            continue;
        unsigned long code = text[0] & (unsigned char)~rows[i].mask;
        size_t tail = 1;
        for (; tail <= i && (text[tail] & 0xc0) == 0x80; tail++)
            code = code << 6 | (text[tail] & 0x3f);
        bool surrogate = code >= 0xd800 && code <= 0xdfff;
        if (tail <= i || code < rows[i].least || surrogate || code > 0x10ffff)
            break;
        *ret_length = tail;
        return code;
    }
    *ret_length = 0;
    return text[0];
}

/* Whether a character acts on a terminal or on the order of its neighbours instead of being seen.
 */
static bool is_acting(unsigned long code)
{
    static const struct {
        unsigned long first, last;
    } ranges[] = {{0x00, 0x1f},     {0x7f, 0x9f},     {0x061c, 0x061c}, {0x200b, 0x200f},
                  {0x2028, 0x202e}, {0x2060, 0x206f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}};

    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}

/* Reads the next glyph of a text and gives what follows it; NULL at the end. */
const char *glyph_next(const char *text, struct glyph *ret_glyph)
{
    size_t length;

    if (*text == '\0')
        return NULL;
    unsigned long code = decode((const unsigned char *)text, &length);
    ret_glyph->plain = length > 0 && !is_acting(code);
    if (ret_glyph->plain) {
        memcpy(ret_glyph->bytes, text, length);
        ret_glyph->length = length;
        ret_glyph->width = 1;
    } else {
        const char *format = code > 0xff ? "\\u%04lx" : "\\x%02lx";
        int written = snprintf(ret_glyph->bytes, sizeof ret_glyph->bytes, format, code);
        ret_glyph->length = ret_glyph->width = (size_t)written;
    }
    return text + (length > 0 ? length : 1);
}

/* Columns that a text takes when shown in one line. */
size_t quote_width(const char *text)
{
    struct glyph glyph;
    size_t width = 0;

    while ((text = glyph_next(text, &glyph)))
        width += glyph.width;
    return width;
}

/* Writes a text as one line of shown glyphs, not too long. */
void quote_line(FILE *stream, const char *text)
{
    struct glyph glyph;
    size_t width = 0;

    while (width < LINE_LIMIT && (text = glyph_next(text, &glyph))) {
        fwrite(glyph.bytes, 1, glyph.length, stream);
        width += glyph.width;
    }
    if (text && *text)
        fputs("...", stream);
}

/* Bytes of the colour sequence at `text`: ESC [ digits ; m. 0: there is none. */
static size_t colour_length(const char *text)
{
    if (text[0] != '\033' || text[1] != '[')
        return 0;
    size_t length = 2 + strspn(text + 2, "0123456789;");
    return text[length] == 'm' ? length + 1 : 0;
}

/* Writes a report: line ends and tabs stay; colours stay when `colour`. */
void quote_report(FILE *stream, const char *text, bool colour)
{
    struct glyph glyph;

    while (*text) {
        size_t kept = *text == '\n' || *text == '\t' ? 1 : colour ? colour_length(text) : 0;
        if (kept > 0) {
            fwrite(text, 1, kept, stream);
            text += kept;
        } else {
            text = glyph_next(text, &glyph);
            fwrite(glyph.bytes, 1, glyph.length, stream);
        }
    }
}

/* Writes a JSON string with its quotes; invalid UTF-8 becomes U+FFFD. */
void quote_json(FILE *stream, const char *text)
{
    size_t length;

    fputc('"', stream);
    for (; *text; text += length > 0 ? length : 1) {
        unsigned long code = decode((const unsigned char *)text, &length);
        if (length == 0)
            fputs("\xef\xbf\xbd", stream);
        else if (code == '"' || code == '\\')
            fprintf(stream, "\\%c", *text);
        else if (code < 0x20 || code == 0x7f)
            fprintf(stream, "\\u%04lx", code);
        else
            fwrite(text, 1, length, stream);
    }
    fputc('"', stream);
}

/* Writes a JSON object without the members that have neither a text nor a number. */
void quote_object(FILE *stream, const struct member *members, size_t count)
{
    const char *separator = "";

    fputc('{', stream);
    for (size_t i = 0; i < count; i++) {
        if (!members[i].text && members[i].number == 0)
            continue;
        fprintf(stream, "%s\"%s\": ", separator, members[i].name);
        if (members[i].text)
            quote_json(stream, members[i].text);
        else
            fprintf(stream, "%u", members[i].number);
        separator = ", ";
    }
    fputc('}', stream);
}
