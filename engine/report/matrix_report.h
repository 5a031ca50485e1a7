/* Matrix reports: one format a file, matrix_NAME.c, each ending in one const descriptor. All show
 * the same view of a matrix. Private to this room but for matrix_report_find and the view. */
#ifndef ACCORD_REPORT_MATRIX_REPORT_H
#define ACCORD_REPORT_MATRIX_REPORT_H

#include "analyse/matrix.h"
#include "base/intern.h"
#include "base/text.h"

enum { MATRIX_SHOW_ALL = 7 }; /* bit 1 << enum verdict */

/* What several cells have in common: the same verdict under the same condition, and the same
 * reason. */
struct matrix_note {
    const struct matrix_cell *cell;     /* the first of them, as an example */
    const char *condition;              /* under which it runs; NULL: always or never */
    const struct matrix_reason *reason; /* what stops it, or what it warns of; NULL: nothing */
    const char *names; /* the reasons of all ways that do not run: "a, b"; of a cell that never
                          runs: that of `reason` */
    size_t name_count;
    bool message_varies, fixes_vary; /* from cell to cell */
    size_t cells;
};

/* A matrix as it is shown: some verdicts, and what is then left of its sides. */
struct matrix_view {
    const struct matrix *matrix;
    unsigned verdicts; /* bits of those that are shown */
    bool colour;
    size_t *places[MATRIX_AXES]; /* indices of values that have a cell to show */
    size_t counts[MATRIX_AXES];
    size_t *same_page;         /* by page: the first page that looks like it */
    uint32_t *note_of;         /* by cell: the number of its note, from 1; 0: none */
    struct matrix_note *notes; /* in the order of the cells */
    size_t note_count;
    struct intern keys;
    struct arena arena;
};

struct matrix_report {
    const char *name;
    /* The whole report, owned by the caller, or NULL without memory. */
    char *(*render)(const struct matrix_view *view);
};

extern const struct matrix_report matrix_text;
extern const struct matrix_report matrix_markdown;
extern const struct matrix_report matrix_csv;
extern const struct matrix_report matrix_json;
extern const struct matrix_report matrix_html;

/* A format by its name, or NULL. */
const struct matrix_report *matrix_report_find(const char *name);

/* False without memory. */
bool matrix_view_init(struct matrix_view *view, const struct matrix *matrix, unsigned verdicts);
void matrix_view_clear(struct matrix_view *view);

/* Whether a cell is shown. */
bool matrix_view_shows(const struct matrix_view *view, const struct matrix_cell *cell);

/* The note of a cell, or NULL, and its number. */
const struct matrix_note *matrix_view_note(const struct matrix_view *view,
                                           const struct matrix_cell *cell, uint32_t *ret_number);

/* The condition under which a cell runs when it does not always or never: NULL then. */
const char *matrix_cell_condition(const struct matrix_cell *cell);

/* What stops a cell, or what one that always runs warns of; NULL: nothing. */
const struct matrix_reason *matrix_cell_reason(const struct matrix_cell *cell);

/* What a reader is told first: "strategy by accelerator", "12 of 48 combinations run, ...". Values
 * are not escaped. */
void matrix_add_title(const struct matrix *matrix, struct text *text);
void matrix_add_counts(const struct matrix *matrix, struct text *text);

/* "a=b or c=d", the changes that may help; nothing when there are none. */
void matrix_add_fixes(const struct matrix_fix *fixes, size_t count, struct text *text);

#endif
