/* Aligned columns that fit a line of 100. */
#include "columns.h"

#include "quote.h"

enum { GAP = 2, BELOW = 4, LAST_LEAST = 30 };

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

/* Width of the first `count` columns and the gaps between them; empty ones take none. */
static size_t total_width(const struct columns *columns, size_t count)
{
    size_t total = columns->indent;

    for (size_t i = 0; i < count; i++)
        if (columns->widths[i] > 0)
            total += columns->widths[i] + (total > columns->indent ? GAP : 0);
    return total;
}

/* Gives the last column what the others leave, or a line of its own when that is too little for
 * prose. */
static void fit_last(struct columns *columns)
{
    size_t used = total_width(columns, columns->count - 1) + GAP;
    size_t *last = &columns->widths[columns->count - 1];

    if (used + *last <= LINE_WIDTH)
        return;
    columns->below = used + LAST_LEAST > LINE_WIDTH;
    *last = LINE_WIDTH - (columns->below ? columns->indent + BELOW : used);
}

/* Shares the line out once all rows are measured. */
void columns_fit(struct columns *columns)
{
    size_t count = columns->count - 1; /* of those that stand beside each other whatever happens */

    while (total_width(columns, count) > LINE_WIDTH) {
        size_t widest = 0;
        for (size_t i = 1; i < count; i++)
            if (columns->widths[i] >= columns->widths[widest])
                widest = i;
        columns->widths[widest]--;
    }
    fit_last(columns);
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

/* Prints the next line of the first `count` cells that have one. No spaces stand at line ends. */
static void print_line(const struct columns *columns, size_t count, FILE *stream,
                       const char **cells)
{
    size_t start = columns->indent, position = 0;

    for (size_t i = 0; i < count; i++) {
        if (cells[i] && *cells[i]) {
            fprintf(stream, "%*s", (int)(start - position), "");
            position = start + print_piece(stream, &cells[i], columns->widths[i]);
        }
        if (columns->widths[i] > 0)
            start += columns->widths[i] + GAP;
    }
    fputc('\n', stream);
}

/* Whether any of the first `count` cells has more to print. */
static bool has_more(const char *const *cells, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (cells[i] && *cells[i])
            return true;
    return false;
}

/* Prints a row, on as many lines as its longest cell needs. */
void columns_print(const struct columns *columns, FILE *stream, const char *const *cells)
{
    size_t beside = columns->count - columns->below;
    const char *rest[COLUMNS_LIMIT];

    for (size_t i = 0; i < columns->count; i++)
        rest[i] = cells[i];
    do
        print_line(columns, beside, stream, rest);
    while (has_more(rest, beside));
    while (columns->below && rest[beside] && *rest[beside]) {
        fprintf(stream, "%*s", (int)columns->indent + BELOW, "");
        print_piece(stream, &rest[beside], columns->widths[beside]);
        fputc('\n', stream);
    }
}
