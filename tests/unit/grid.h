/* Grid: a small matrix on a small pack, for the tests of matrices and of their reports. Things:
 * plain runs, many needs two units, never cannot run, odd warns; gone lives in old releases, hidden
 * cannot be said. */
#ifndef ACCORD_TESTS_GRID_H
#define ACCORD_TESTS_GRID_H

#include "analyse/matrix.h"
#include "mini.h"
#include "report/matrix_report.h"

/* Loads the pack. */
void grid_open(struct mini *mini);

/* Makes the matrix of these sides. False with findings in the mini. */
bool grid_make(struct mini *mini, const struct matrix_wish wishes[MATRIX_AXES],
               struct matrix *ret_matrix);

/* All things by sizes 1 and 3. */
extern const struct matrix_wish grid_sides[MATRIX_AXES];

/* A report of the matrix of `wishes` in a format; free it. */
char *grid_report(const struct matrix_wish wishes[MATRIX_AXES], const char *format,
                  unsigned verdicts, bool colour);

#endif
