#include "tables/writer.h"

#include <string.h>

#include "base/number.h"

/* Begins a line, unless it has begun with "- ", and adds `bytes` to it. */
static void add_to_line(struct writer *writer, const char *bytes, size_t length, const char *end,
                        size_t end_length)
{
    size_t indent = writer->in_line ? 0 : 1 + (size_t)writer->indent;
    char *at = text_reserve(writer->text, indent + length + end_length);
    if (!at)
        return;
    if (indent) {
        memset(at, ' ', indent);
        *at = '\n';
    }
    memcpy(at + indent, bytes, length);
    memcpy(at + indent + length, end, end_length);
    text_extend(writer->text, indent + length + end_length);
    writer->in_line = false;
}

void writer_key(struct writer *writer, const char *key)
{
    add_to_line(writer, key, strlen(key), ": ", 2);
}

void writer_open(struct writer *writer) { writer->indent++; }

void writer_close(struct writer *writer) { writer->indent--; }

void writer_open_item(struct writer *writer)
{
    add_to_line(writer, "- ", 2, "", 0);
    writer->in_line = true;
    writer->indent += 2;
}

void writer_close_item(struct writer *writer)
{
    writer->in_line = false;
    writer->indent -= 2;
}

void writer_plain(struct writer *writer, const char *text) { text_add(writer->text, text); }

void writer_number(struct writer *writer, size_t number)
{
    char quoted[INTEGER_TEXT_SIZE + 1] = "\"";
    size_t length = 1 + integer_text((int64_t)number, quoted + 1);
    quoted[length++] = '"';
    text_add_bytes(writer->text, quoted, length);
}
