/* Writer: the block YAML that libcyaml loads, piece by piece. Block style, because libyaml reads it
 * faster than flow style; texts in quotes, because it reads those faster than plain ones. */
#ifndef ACCORD_TABLES_WRITER_H
#define ACCORD_TABLES_WRITER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

struct writer {
    struct text *text;
    unsigned indent;
    bool in_line; /* behind "- ": the next key goes on in this line */
};

/* A key of a schema, without its value. */
void writer_key(struct writer *writer, const char *key);

/* Around the keys of a mapping that is a key's value. */
void writer_open(struct writer *writer);
void writer_close(struct writer *writer);

/* Around the keys of a mapping that is an item of a list. */
void writer_open_item(struct writer *writer);
void writer_close_item(struct writer *writer);

/* A value as it is. */
void writer_plain(struct writer *writer, const char *text);

/* The number of a word, as a text. */
void writer_number(struct writer *writer, size_t number);

#endif
