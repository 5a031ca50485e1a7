/* Steps of making a matrix. Private to this room. */
#ifndef ACCORD_ANALYSE_MATRIX_STEPS_H
#define ACCORD_ANALYSE_MATRIX_STEPS_H

#include "analyse/matrix.h"

/* Makes the sides of the matrix. False after findings or without memory. */
bool matrix_make_axes(struct matrix *matrix, const struct base_world *base, const struct spec *spec,
                      const struct matrix_wish wishes[MATRIX_AXES], struct diagnostics *findings);

/* Checks that the names of what is not known are facts; others are reported. */
bool matrix_check_unknown(const struct base_world *base, const struct examine_options *options,
                          struct diagnostics *findings);

/* What came out of an examination, in words. False without memory. */
bool matrix_make_cell(struct arena *arena, const struct examination *examination,
                      struct matrix_cell *ret_cell);

/* What would help the cells that cannot run, from the rules or from the neighbours. False without
 * memory. */
bool matrix_make_fixes(struct matrix *matrix);

#endif
