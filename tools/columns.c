/* Aligned columns that fit a line of 100. */
#include "columns.h"

#include <stdbool.h>

#include "quote.h"

enum { GAP = 2, LAST_LEAST = 30, LEAST = 8 };

/* Makes room for a row. */
void columns_measure(struct columns *columns, const char *const *cells)
{
    for (size_t i = 0; i < columns->count; i++) {
        size_t width = cells[i] ? quote_width(cells[i]) : 0;
        if (width > LINE_WIDTH)
            width = LINE_WIDTH;
        if (width > columns->widths[i])
            columns->widths[i] = width;
    }
}

static size_t total_width(const struct columns *columns)
{
    size_t total = columns->indent;

    for (size_t i = 0; i < columns->count; i++)
        if (columns->widths[i] > 0)
            total += columns->widths[i] + (total > columns->indent ? GAP : 0);
    return total;
}

/* The column to take room from: the last one while it has plenty, for it holds prose; else the
 * widest. NULL: none has any. */
static size_t *widest(struct columns *columns)
{
    size_t *last = &columns->widths[columns->count - 1], *found = NULL;

    if (*last > LAST_LEAST)
        return last;
    for (size_t i = 0; i + 1 < columns->count; i++)
        if (columns->widths[i] > LEAST && (!found || columns->widths[i] > *found))
            found = &columns->widths[i];
    return found;
}

/* Shares the line out once all rows are measured. */
void columns_fit(struct columns *columns)
{
    size_t *column;

    while (total_width(columns) > LINE_WIDTH && (column = widest(columns)))
        (*column)--;
}

/* The part of a text that is shown on one line. */
struct piece {
    size_t glyphs, width;
    const char *rest; /* what comes after it */
};

/* The part of a text that fits into `width`: broken at a space if there is one, else where the room
 * ends. At least one glyph, so that every text comes to its end. */
static struct piece break_text(const char *text, size_t width)
{
    struct piece piece = {.rest = text}, at_space = {.rest = NULL};
    struct glyph glyph;
    const char *next;

    while ((next = glyph_next(piece.rest, &glyph)) &&
           (piece.glyphs == 0 || piece.width + glyph.width <= width)) {
        if (*piece.rest == ' ' && piece.glyphs > 0) {
            at_space = piece;
            at_space.rest = next;
        }
        piece.width += glyph.width;
        piece.glyphs++;
        piece.rest = next;
    }
    if (next && *piece.rest == ' ')
        piece.rest = next;
    else if (next && at_space.rest)
        return at_space;
    return piece;
}

/* Prints the next line of a cell and moves *cell behind it. Gives the width printed. */
static size_t print_piece(FILE *stream, const char **cell, size_t width)
{
    struct piece piece = break_text(*cell, width);
    const char *text = *cell;
    struct glyph glyph;

    for (; piece.glyphs > 0; piece.glyphs--) {
        text = glyph_next(text, &glyph);
        fwrite(glyph.bytes, 1, glyph.length, stream);
    }
    *cell = piece.rest;
    return piece.width;
}

/* Prints the next line of every cell that has one. No spaces stand at line ends. */
static void print_line(const struct columns *columns, FILE *stream, const char **cells)
{
    size_t start = columns->indent, position = 0;

    for (size_t i = 0; i < columns->count; i++) {
        if (cells[i] && *cells[i]) {
            fprintf(stream, "%*s", (int)(start - position), "");
            position = start + print_piece(stream, &cells[i], columns->widths[i]);
        }
        if (columns->widths[i] > 0)
            start += columns->widths[i] + GAP;
    }
    fputc('\n', stream);
}

/* Prints a row, on as many lines as its longest cell needs. */
void columns_print(const struct columns *columns, FILE *stream, const char *const *cells)
{
    const char *rest[COLUMNS_LIMIT];
    bool more = true;

    for (size_t i = 0; i < columns->count; i++)
        rest[i] = cells[i];
    while (more) {
        print_line(columns, stream, rest);
        more = false;
        for (size_t i = 0; i < columns->count; i++)
            more = more || (rest[i] && *rest[i]);
    }
}
