/* Matrix: every combination of the values of up to three request fields, each examined on what is
 * known of the machine. Answers "which combinations work at all, under which condition, and what
 * stops the others". */
#ifndef ACCORD_ANALYSE_MATRIX_H
#define ACCORD_ANALYSE_MATRIX_H

#include "base/diagnostic.h"
#include "resolve/examine.h"

enum matrix_role { MATRIX_ROWS, MATRIX_COLUMNS, MATRIX_PAGES, MATRIX_AXES };

enum { MATRIX_CELLS_MOST = 1000000, MATRIX_THREADS_MOST = 16 };

/* A request field and the values it takes along one side of the matrix. */
struct matrix_axis {
    const char *field;           /* NULL: this side has one place, where no field is set */
    const char **labels;         /* the values as the user or the registry writes them */
    const struct value **values; /* NULL: the field is not passed */
    size_t count;
};

/* What an axis is made of: texts as a command line writes them, or, with `values` NULL, the names
 * of the field's registry that live in the release and can be said in a request. */
struct matrix_wish {
    const char *field;
    const char *const *values;
    size_t count;
};

/* A change of one field that may help. */
struct matrix_fix {
    const char *field, *value;
};

/* An error or a warning of a cell, in words. */
struct matrix_reason {
    const char *id, *reason, *message, *raises, *source;
    enum severity severity;
    bool possible;                  /* whether it is given depends on what is not known */
    const struct matrix_fix *fixes; /* those the rule proposes */
    size_t fix_count;
};

/* One way in which a cell can end. */
struct matrix_way {
    bool ok;
    const char *condition; /* on the unknown facts; "always" */
    const struct matrix_reason *reasons;
    size_t reason_count;
};

struct matrix_cell {
    enum verdict verdict;
    bool complete;                 /* false: the budget ended before everything was decided */
    const struct matrix_way *ways; /* those that run first */
    size_t way_count;
    /* the way that tells best why it does not run; NULL: it always runs */
    const struct matrix_way *stops;
    const struct matrix_fix *fixes; /* of a cell that cannot run: what the rules propose, else the
                                       nearest cell that can */
    size_t fix_count;
};

struct matrix {
    struct arena arena;
    struct arena arenas[MATRIX_THREADS_MOST]; /* of cells, one a thread */
    const struct ruleset *ruleset;
    const char *framework, *release;
    const char **request; /* "field=value", what every cell has in common */
    size_t request_count;
    const char **facts; /* "name=value", what is known */
    size_t fact_count;
    struct matrix_axis axes[MATRIX_AXES];
    struct matrix_cell *cells; /* by page, row, column */
    size_t cell_count;
    size_t counts[3]; /* cells by verdict */
};

struct matrix_options {
    struct examine_options examine;
    size_t threads; /* 0: as many as there are processors */
};

/* Axes, checked: faults are reported in `findings`, then false; false without memory, too. `base`
 * and `spec` are borrowed while the matrix is made. */
bool matrix_new(const struct base_world *base, const struct spec *spec,
                const struct matrix_wish wishes[MATRIX_AXES], const struct matrix_options *options,
                struct diagnostics *findings, struct matrix *ret_matrix);
void matrix_clear(struct matrix *matrix);

/* The cell at a place. */
const struct matrix_cell *matrix_at(const struct matrix *matrix, size_t page, size_t row,
                                    size_t column);

/* The error that a way stops at; NULL when there is none. `way` may be NULL. */
const struct matrix_reason *matrix_first_error(const struct matrix_way *way);

/* "ok", "broken" or "depends": how the verdict is called in data. */
const char *matrix_verdict_name(enum verdict verdict);

#endif
