/* Texts of unknown origin on their way out: what would act on a terminal is written as an escape.
 *
 * A value of a request may hold anything: escape sequences, half characters, marks that turn the
 * direction of writing. Nothing of that may reach a terminal or a log. */
#ifndef TOOLS_QUOTE_H
#define TOOLS_QUOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* One character as it may be shown. */
struct glyph {
    char bytes[12]; /* the character, or its escape such as \x1b */
    size_t length;
    size_t width; /* columns on a terminal; every character counts as one */
    bool plain;   /* shown as it was */
};

/* Reads the next glyph of a text and gives what follows it; NULL at the end. */
const char *glyph_next(const char *text, struct glyph *ret_glyph);

/* Columns that a text takes when shown in one line. */
size_t quote_width(const char *text);

/* Writes a text as one line of shown glyphs, without a line end; line ends and tabs are escaped
 * too. What is longer than a message should be ends in "...". */
void quote_line(FILE *stream, const char *text);

/* Writes a report: line ends and tabs stay; colours (ESC [ digits ; m) stay when `colour`. */
void quote_report(FILE *stream, const char *text, bool colour);

/* Writes a JSON string with its quotes; invalid UTF-8 becomes U+FFFD. */
void quote_json(FILE *stream, const char *text);

/* One member of a JSON object: a text, or where that is NULL a number. */
struct member {
    const char *name;
    const char *text;
    unsigned number;
};

/* Writes a JSON object without the members that have neither a text nor a number. */
void quote_object(FILE *stream, const struct member *members, size_t count);

#endif
