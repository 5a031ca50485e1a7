#include "tables/writer.h"

#include "base/utf8.h"

/* Adds a number in decimal. */
static void write_number(struct text *text, uint32_t number)
{
    char digits[10];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    text_add_bytes(text, digits + at, sizeof digits - at);
}

/* True for a byte that stands for itself between double quotes. Other characters than ASCII's are
 * escaped too: YAML folds some of them as line breaks and refuses others. */
static bool is_safe(char byte) { return byte >= ' ' && byte <= '~' && byte != '"' && byte != '\\'; }

/* Adds one character as an escape; returns its length in bytes. */
static size_t write_escape(struct text *text, const char *bytes, size_t length)
{
    uint32_t code;
    size_t taken = utf8_read(bytes, length, &code);
    if (taken)
        text_format(text, "\\U%08X", (unsigned)code);
    return taken ? taken : 1; /* libyaml has refused invalid UTF-8 before */
}

/* Begins a line, unless it has begun with "- ". */
static void begin_line(struct writer *writer)
{
    static const char spaces[] = "                                ";
    if (!writer->in_line) {
        text_add_bytes(&writer->text, "\n", 1);
        for (unsigned left = writer->indent; left;) {
            unsigned size = left < sizeof spaces - 1 ? left : (unsigned)sizeof spaces - 1;
            text_add_bytes(&writer->text, spaces, size);
            left -= size;
        }
    }
    writer->in_line = false;
}

void writer_key(struct writer *writer, const char *key)
{
    begin_line(writer);
    text_add(&writer->text, key);
    text_add_bytes(&writer->text, ": ", 2);
}

void writer_open(struct writer *writer) { writer->indent++; }

void writer_close(struct writer *writer) { writer->indent--; }

void writer_open_item(struct writer *writer)
{
    begin_line(writer);
    text_add_bytes(&writer->text, "- ", 2);
    writer->in_line = true;
    writer->indent += 2;
}

void writer_close_item(struct writer *writer)
{
    writer->in_line = false;
    writer->indent -= 2;
}

void writer_plain(struct writer *writer, const char *text) { text_add(&writer->text, text); }

void writer_word(struct writer *writer, uint32_t line, uint32_t column, const char *bytes,
                 size_t length)
{
    struct text *text = &writer->text;
    text_add_bytes(text, "\"", 1);
    write_number(text, line);
    text_add_bytes(text, ":", 1);
    write_number(text, column);
    text_add_bytes(text, ":", 1);
    size_t at = 0;
    while (at < length) {
        size_t safe = at;
        while (safe < length && is_safe(bytes[safe]))
            safe++;
        text_add_bytes(text, bytes + at, safe - at);
        at = safe;
        if (at < length)
            at += write_escape(text, bytes + at, length - at);
    }
    text_add_bytes(text, "\"", 1);
}
