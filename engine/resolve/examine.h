/* Examine: a request on a machine of which not everything is known. The world is split where a rule
 * cuts it (ruleset/evaluate.h), each part goes on alone, and parts that end alike are put together
 * again: it runs, it cannot, or it depends, with the exact condition. */
#ifndef ACCORD_RESOLVE_EXAMINE_H
#define ACCORD_RESOLVE_EXAMINE_H

#include "base/text.h"
#include "resolve/resolution.h"

/* One value, or one interval of numbers that no rule and no number of the request tells apart. */
struct atom {
    uint16_t position;
    struct cell cell;  /* a value of it, for what has to be calculated */
    int64_t low, high; /* numbers */
};

enum { ATOMS_MOST = 64, UNKNOWNS_MOST = 96, PARTS_MOST = 8192 };

/* A field that is not known, with everything it may be. */
struct unknown {
    uint16_t field;
    uint32_t count;
    struct atom atoms[ATOMS_MOST];
};

/* A box: for each unknown a set of its atoms. */
struct box {
    uint64_t *sets; /* by unknown, bit per atom */
};

/* Boxes that end alike. */
struct outcome {
    struct resolution *resolution; /* of one part, as an example */
    bool ok;
    struct box *boxes;
    size_t count, room;
    uint64_t *certain; /* bit per rule: reasons that every part has */
};

enum verdict { VERDICT_OK, VERDICT_BROKEN, VERDICT_DEPENDS };

struct examination {
    struct arena arena;
    const struct ruleset *ruleset;
    struct unknown *unknowns;
    size_t unknown_count;
    struct outcome *outcomes; /* those that run first, then in the order found */
    size_t outcome_count, outcome_room;
    enum verdict verdict;
    bool complete; /* false: the budget ended; what is missing was not decided */
    size_t parts;  /* how many parts were looked at */
};

/* Which facts are not known: the fields named, or, with `names` NULL, every fact that nobody
 * supplied, but environment variables (absent) and assumed facts (their default holds). */
struct examine_options {
    const char *const *names;
    size_t count;
    size_t budget; /* parts; 0: PARTS_MOST */
};

/* False without memory. */
bool examine(const struct base_world *base, const struct spec *spec,
             const struct examine_options *options, struct examination *ret_examination);
/* Joins examinations of one request in several releases (taken over and cleared, ascending, at most
 * ATOMS_MOST) into one in which the release is unknown too. False without memory. */
bool examine_join(struct examination *releases, const int64_t *versions, size_t count,
                  struct examination *ret_examination);

void examination_clear(struct examination *examination);

/* The condition of an outcome in words: "cuda.count >= 2 and package.x is true, or ..."; "always"
 * without any condition. */
void examination_add_condition(const struct examination *examination, const struct outcome *outcome,
                               struct text *text);

/* One box of it, the field and the words of its part: false past the end. For callers who want the
 * condition as data. */
bool examination_term(const struct examination *examination, const struct box *box, size_t index,
                      const char **ret_field, struct text *text);

#endif
