/* Candidates: values that may be tried in place of a request's or a machine's. Part of suggest. */
#ifndef ACCORD_RESOLVE_CANDIDATES_H
#define ACCORD_RESOLVE_CANDIDATES_H

#include "resolve/suggest.h"

struct candidate_list {
    struct change *items; /* in the order of fields, cheapest of a field first */
    size_t count, room;
    bool failed; /* no memory */
};

/* Everything worth trying, given the failed resolution. Values live in `arena`; free items with
 * free(). */
void candidates_collect(const struct resolution *failed, const struct spec *spec,
                        const struct suggest_options *options, struct arena *arena,
                        struct candidate_list *ret_list);

/* The name that a field takes in the release and that was most likely meant by `text`, or NULL. */
const char *candidates_nearest_name(const struct resolution *resolution, const struct field *field,
                                    const char *text, struct arena *arena);

#endif
