/* Foreign: findings in files that others are composed of. Each is told once: by the part itself
 * when it is checked too and its rule finds something at that place, else by the first file that
 * has it. */
#ifndef ACCORD_CHECK_FOREIGN_H
#define ACCORD_CHECK_FOREIGN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/intern.h"
#include "check/finding.h"

struct foreign_finding;

struct foreign {
    struct arena arena;            /* what is kept of the findings */
    struct foreign_finding *items; /* in the order they came; those of one file stand together */
    size_t count, room;
    size_t next;        /* the first of them that was neither handed out nor left out */
    struct intern told; /* what is known of findings that were told */
    bool failed;        /* something was lost for want of memory */
};

void foreign_init(struct foreign *foreign);
void foreign_clear(struct foreign *foreign);

/* Takes findings in other files out of a result and keeps them for later, and notes what stays. */
void foreign_take(struct foreign *foreign, struct checked *checked);

/* The next file with findings that no part told of itself, as a further result; the caller clears
 * it. False at the end. */
bool foreign_next(struct foreign *foreign, struct checked *ret_checked);

#endif
