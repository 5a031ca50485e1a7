/* A request from a command line: FIELD=VALUE words, --set, and an option for every field. */
#ifndef TOOLS_REQUEST_H
#define TOOLS_REQUEST_H

#include "accord.h"
#include "session.h"

/* --set FIELD=VALUE, the same as the word FIELD=VALUE. */
extern const struct option option_set;

/* Every long option that is no other: a field by its name, --num-nodes 2. */
extern const struct option option_field;

/* The request that the arguments make; a later value of a field replaces an earlier one. NULL when
 * they are at fault, which has been said. The caller frees it. */
accord_spec *request_read(struct session *session, const accord_framework *framework);

#endif
