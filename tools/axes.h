/* Sides of a matrix from a command line: --rows FIELD, --columns FIELD=VALUE,VALUE. */
#ifndef TOOLS_AXES_H
#define TOOLS_AXES_H

#include "accord.h"
#include "option.h"

enum { AXES = 3 };

extern const struct option option_rows;
extern const struct option option_columns;
extern const struct option option_pages;

/* Texts that the axes point into. */
struct axes {
    struct accord_axis items[AXES]; /* by enum accord_side */
    char *texts[AXES];
    const char **values[AXES];
};

/* The sides that the arguments ask for; a side that they do not name takes the next default field
 * that has no other place. False without memory or at fault, which has been said. Clear them either
 * way. */
bool axes_read(const struct arguments *arguments, struct axes *ret_axes);
void axes_clear(struct axes *axes);

#endif
