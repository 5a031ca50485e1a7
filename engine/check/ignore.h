/* Ignore: comments in a file that say which findings are meant to be there. */
#ifndef ACCORD_CHECK_IGNORE_H
#define ACCORD_CHECK_IGNORE_H

#include "check/finding.h"

/* Applies the comments of a text to the findings in it: `# accord: ignore[id, id] reason` counts
 * for what stands on the same line or, alone on a line, for what the next line begins. One that
 * hides nothing, and one that names no id, become findings themselves. In a part of trees that
 * other files compose, it may hide what only those find. */
void ignores_apply(const char *text, size_t length, bool is_part, struct checked *checked);

/* Applies the comments of another file to the findings in that one. Whether one is of use there,
 * only checking it can tell. */
void ignores_apply_part(const char *file, const char *text, size_t length, struct checked *checked);

#endif
