/* Aligned columns that fit a line of 100: measure every row, then print every row. */
#ifndef TOOLS_COLUMNS_H
#define TOOLS_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { COLUMNS_LIMIT = 5, LINE_WIDTH = 100 };

struct columns {
    size_t count;
    size_t indent; /* spaces before the first one */
    size_t widths[COLUMNS_LIMIT];
    bool below; /* the last column has no room beside the others: each cell stands below its row */
};

/* Makes room for a row. Its texts may be NULL. */
void columns_measure(struct columns *columns, const char *const *cells);

/* Shares the line out once all rows are measured; what is too wide for it will be wrapped. */
void columns_fit(struct columns *columns);

/* Prints a row, on as many lines as its longest cell needs. */
void columns_print(const struct columns *columns, FILE *stream, const char *const *cells);

#endif
