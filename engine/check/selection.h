/* Selection: which findings are wanted, and how severe they are. */
#ifndef ACCORD_CHECK_SELECTION_H
#define ACCORD_CHECK_SELECTION_H

#include "check/finding.h"

/* Words name ids whole or by their beginning. */
struct selection_row {
    const char *word;
    enum severity severity; /* of severity rows */
};

struct selection {
    struct selection_row *select, *ignore, *severity; /* no row in `select`: everything */
    size_t select_count, ignore_count, severity_count;
};

/* True when findings of that id are wanted. The longest word that fits decides; of two equal ones,
 * ignore. */
bool selection_has(const struct selection *selection, const char *id);

/* The severity that an id was given, or the one it has. */
enum severity selection_severity(const struct selection *selection, const char *id,
                                 enum severity severity);

/* "error", "warning" or "note"; false when it is none. */
bool severity_read(const char *word, enum severity *ret_severity);

/* Takes out what is not wanted, and gives the rest its severity. */
void selection_apply(const struct selection *selection, struct checked *checked);

#endif
