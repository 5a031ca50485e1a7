/* What callers ask of a matrix. */
#include "connector.h"

#include <stdlib.h>

#include "analyse/matrix.h"
#include "report/matrix_report.h"

struct accord_matrix {
    struct matrix inner;
    struct base_world base; /* made for this matrix */
    struct arena texts;
};

/* The sides as the inner room wants them. */
static void read_axes(const struct accord_axis *axes, struct matrix_wish ret_wishes[MATRIX_AXES])
{
    for (size_t i = 0; i < MATRIX_AXES; i++)
        ret_wishes[i] = (struct matrix_wish){
            .field = axes[i].field, .values = axes[i].values, .count = axes[i].count};
}

/* Examines everything; NULL after findings or without memory. */
static accord_matrix *make(const accord_framework *framework, const struct facts *facts,
                           const struct spec *spec, const struct accord_axis *axes,
                           const struct matrix_options *options, struct diagnostics *findings)
{
    struct matrix_wish wishes[MATRIX_AXES];
    accord_matrix *matrix = calloc(1, sizeof *matrix);

    if (matrix == NULL)
        return NULL;
    arena_init(&matrix->texts);
    read_axes(axes, wishes);
    if (base_world_init_facts(&matrix->base, &framework->defaults, facts) == BASE_OK) {
        if (matrix_new(&matrix->base, spec, wishes, options, findings, &matrix->inner))
            return matrix;
        base_world_clear(&matrix->base);
    }
    free(matrix);
    return NULL;
}

accord_matrix *accord_matrix_new(const accord_framework *framework, const accord_facts *facts,
                                 const accord_spec *spec, const struct accord_axis *axes,
                                 const char *const *unknown, size_t unknown_count,
                                 accord_findings *findings)
{
    static const struct facts no_facts;
    struct matrix_options options = {.examine = {.names = unknown, .count = unknown_count}};
    struct diagnostics unheard;
    struct spec empty;

    diagnostics_init(&unheard);
    spec_init(&empty);
    accord_matrix *matrix =
        make(framework, facts ? &facts->facts : &no_facts, spec ? &spec->spec : &empty, axes,
             &options, findings ? &findings->list : &unheard);
    spec_clear(&empty);
    diagnostics_clear(&unheard);
    return matrix;
}

void accord_matrix_free(accord_matrix *matrix)
{
    if (matrix == NULL)
        return;
    matrix_clear(&matrix->inner);
    base_world_clear(&matrix->base);
    arena_clear(&matrix->texts);
    free(matrix);
}

size_t accord_matrix_count(const accord_matrix *matrix, enum accord_side side)
{
    return (size_t)side < MATRIX_AXES ? matrix->inner.axes[side].count : 0;
}

const char *accord_matrix_value(const accord_matrix *matrix, enum accord_side side, size_t index)
{
    return index < accord_matrix_count(matrix, side) ? matrix->inner.axes[side].labels[index]
                                                     : NULL;
}

/* The changes in one text, kept with the matrix; NULL without memory. */
static const char *keep_fixes(accord_matrix *matrix, const struct matrix_cell *cell)
{
    struct text text;
    text_init(&text);
    matrix_add_fixes(cell->fixes, cell->fix_count, &text);
    const char *kept = text.failed ? NULL : arena_copy(&matrix->texts, text.bytes, text.length);
    text_clear(&text);
    return kept;
}

bool accord_matrix_cell(accord_matrix *matrix, size_t row, size_t column, size_t page,
                        struct accord_cell *ret_cell)
{
    if (row >= accord_matrix_count(matrix, ACCORD_SIDE_ROWS) ||
        column >= accord_matrix_count(matrix, ACCORD_SIDE_COLUMNS) ||
        page >= accord_matrix_count(matrix, ACCORD_SIDE_PAGES))
        return false;
    const struct matrix_cell *cell = matrix_at(&matrix->inner, page, row, column);
    const struct matrix_reason *reason = matrix_cell_reason(cell);
    const char *fix = cell->fix_count ? keep_fixes(matrix, cell) : NULL;
    if (cell->fix_count && fix == NULL)
        return false;
    *ret_cell = (struct accord_cell){
        .verdict = (enum accord_verdict)cell->verdict,
        .complete = cell->complete,
        .condition = matrix_cell_condition(cell),
        .reason = reason ? reason->reason : NULL,
        .message = reason ? reason->message : NULL,
        .fix = fix,
    };
    return true;
}

char *accord_matrix_report(const accord_matrix *matrix, const char *format, unsigned verdicts,
                           bool colour)
{
    const struct matrix_report *report = matrix_report_find(format);
    struct matrix_view view;

    if (report == NULL || !matrix_view_init(&view, &matrix->inner, verdicts))
        return NULL;
    view.colour = colour;
    char *text = report->render(&view);
    matrix_view_clear(&view);
    return text;
}
