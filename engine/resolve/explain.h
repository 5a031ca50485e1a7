/* Explain: which of the given fields and facts decide a failure, and how a value came about. Found
 * by resolving without them. */
#ifndef ACCORD_RESOLVE_EXPLAIN_H
#define ACCORD_RESOLVE_EXPLAIN_H

#include "resolve/resolution.h"

struct text;

/* A given field or fact, or one that the rule looked at and nobody gave. */
struct deciding {
    uint16_t field;
    bool is_fact;
    bool is_given; /* false: its default, or its absence, is what the rule saw */
};

struct decision {
    struct deciding *items; /* given ones first; owned: free() */
    size_t count;
    size_t given_count;
};

/* The smallest part of request and facts that by itself still ends with the resolution's first
 * reason: dropping any one of the given fields that are named changes the verdict. Also names what
 * that reason's rule looked at and nobody gave. For a resolution that runs nothing is named. False
 * without memory. */
bool explain_failure(const struct resolution *resolution, struct decision *ret_decision);

#endif
