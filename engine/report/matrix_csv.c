/* csv: one line a cell, for spreadsheets and data frames (RFC 4180, lines end in \n). */
#include "report/matrix_report.h"

#include <string.h>

/* A field; in quotes where a reader would stumble. */
static void add_field(struct text *text, const char *field)
{
    if (field[strcspn(field, ",\"\r\n")] == '\0' && field[0] != ' ') {
        text_add(text, field);
        return;
    }
    text_add(text, "\"");
    for (const char *at = field; *at;) {
        size_t length = strcspn(at, "\"");
        text_add_bytes(text, at, length);
        text_add(text, at[length] ? "\"\"" : "");
        at += length + (at[length] == '"');
    }
    text_add(text, "\"");
}

static void add_next(struct text *text, const char *field)
{
    text_add(text, ",");
    add_field(text, field ? field : "");
}

/* The sides' fields, each followed by a comma. */
static void add_head(const struct matrix *matrix, struct text *text)
{
    for (size_t side = 0; side < MATRIX_AXES; side++) {
        if (matrix->axes[side].field == NULL)
            continue;
        add_field(text, matrix->axes[side].field);
        text_add(text, ",");
    }
    text_add(text, "verdict,condition,reason,message,fix\n");
}

static void add_fixes(const struct matrix_cell *cell, struct text *text)
{
    struct text fixes;
    text_init(&fixes);
    matrix_add_fixes(cell->fixes, cell->fix_count, &fixes);
    add_next(text, fixes.bytes);
    text->failed = text->failed || fixes.failed;
    text_clear(&fixes);
}

/* What was found, after the values of the sides. */
static void add_findings(const struct matrix_cell *cell, struct text *text)
{
    const struct matrix_reason *reason = matrix_cell_reason(cell);
    text_add(text, matrix_verdict_name(cell->verdict));
    add_next(text, matrix_cell_condition(cell));
    add_next(text, reason ? reason->reason : NULL);
    add_next(text, reason ? reason->message : NULL);
    add_fixes(cell, text);
    text_add(text, "\n");
}

static void add_cell(const struct matrix_view *view, const size_t at[MATRIX_AXES],
                     struct text *text)
{
    const struct matrix *matrix = view->matrix;
    const struct matrix_cell *cell =
        matrix_at(matrix, at[MATRIX_PAGES], at[MATRIX_ROWS], at[MATRIX_COLUMNS]);
    if (!matrix_view_shows(view, cell))
        return;
    for (size_t side = 0; side < MATRIX_AXES; side++) {
        if (matrix->axes[side].field == NULL)
            continue;
        add_field(text, matrix->axes[side].labels[at[side]]);
        text_add(text, ",");
    }
    add_findings(cell, text);
}

static char *render(const struct matrix_view *view)
{
    struct text text;
    size_t at[MATRIX_AXES];

    text_init(&text);
    add_head(view->matrix, &text);
    for (at[MATRIX_PAGES] = 0; at[MATRIX_PAGES] < view->matrix->axes[MATRIX_PAGES].count;
         at[MATRIX_PAGES]++) {
        for (at[MATRIX_ROWS] = 0; at[MATRIX_ROWS] < view->matrix->axes[MATRIX_ROWS].count;
             at[MATRIX_ROWS]++) {
            for (at[MATRIX_COLUMNS] = 0;
                 at[MATRIX_COLUMNS] < view->matrix->axes[MATRIX_COLUMNS].count;
                 at[MATRIX_COLUMNS]++)
                add_cell(view, at, &text);
        }
    }
    return text_take(&text);
}

const struct matrix_report matrix_csv = {.name = "csv", .render = render};
