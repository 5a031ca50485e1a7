/* Suggest: the smallest change that makes a request run, found by resolving: every proposal was
 * tried. Fewest fields first, among those the cheapest by the tables' costs. */
#ifndef ACCORD_RESOLVE_SUGGEST_H
#define ACCORD_RESOLVE_SUGGEST_H

#include "resolve/resolution.h"

enum { CHANGES_MOST = 3 };

/* One field with another value. */
struct change {
    uint16_t field;
    bool is_fact;              /* of the machine or the process, not of the request */
    const struct value *value; /* NULL: not passed, absent */
    uint32_t cost;
};

struct suggestion {
    struct change changes[CHANGES_MOST];
    size_t count;
    uint32_t cost;
};

enum { SUGGESTIONS_MOST = 100 };

struct suggest_options {
    const char *const *keep; /* fields that must stay as they are */
    size_t keep_count;
    size_t most;   /* suggestions wanted, of SUGGESTIONS_MOST; 0: 3 */
    size_t depth;  /* fields changed at most; 0: CHANGES_MOST */
    size_t budget; /* resolutions tried; 0: 60,000 */
};

struct suggestions {
    struct arena arena;
    const struct ruleset *ruleset;
    struct suggestion *items; /* best first */
    size_t count;
    size_t depth;  /* how many changes were looked at, all of them */
    bool complete; /* false: the budget ended before `depth` was done */
    size_t tried;
};

/* False without memory. */
bool suggest(const struct base_world *base, const struct spec *spec,
             const struct suggest_options *options, struct suggestions *ret_suggestions);
void suggestions_clear(struct suggestions *suggestions);

#endif
