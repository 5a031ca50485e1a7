/* What the program says on standard error: messages that start with "accord: ", and findings with
 * their places. */
#ifndef TOOLS_SAY_H
#define TOOLS_SAY_H

#include "accord.h"

/* One line "accord: ...". Long texts belong in %.80s, so that they leave room for the rest. */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A length for %.*s that is no longer than a message should show. */
int say_length(size_t length);

/* A hint line with the nearest right thing, `dashes` before it. Nothing when it is NULL. */
void say_nearest(const char *dashes, const char *nearest);

/* A hint line that names all of a NULL-ended list: "  hint: it takes text, json". */
void say_choices(const char *lead, const char *const *words);

/* All findings, one a line: file:line:column: error[ACC0106]: text. */
void say_findings(const accord_findings *findings);

#endif
