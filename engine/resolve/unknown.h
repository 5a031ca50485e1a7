/* Unknown fields: what they may be, and sets of that in words. Part of examine. */
#ifndef ACCORD_RESOLVE_UNKNOWN_H
#define ACCORD_RESOLVE_UNKNOWN_H

#include "resolve/examine.h"

enum { NUMBERS_MOST = 48 };

/* Numbers that a request mentions: where an unknown count may tip the verdict. */
struct numbers {
    int64_t items[NUMBERS_MOST];
    size_t count;
};

void numbers_of_spec(const struct spec *spec, struct numbers *ret_numbers);

/* Everything a field may be in a release. False when its type has nothing that a condition could
 * ask. */
bool unknown_init(const struct ruleset *ruleset, uint16_t field, int64_t release,
                  const struct numbers *numbers, struct unknown *unknown);

/* "cuda.count >= 2", "os is linux or macos". */
void unknown_add_text(const struct ruleset *ruleset, const struct unknown *unknown, uint64_t set,
                      struct text *text);

#endif
