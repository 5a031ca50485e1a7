/* Uses: which fields a rule looks at, and how particular it is about each. */
#ifndef ACCORD_CHECK_USES_H
#define ACCORD_CHECK_USES_H

#include "base/bitset.h"
#include "resolve/resolution.h"

enum { USES_ANY = 1000 }; /* a field that the rule does not test */

/* Adds to `fields` (a bit per field) what the rule tests, calculates with, or reads. */
void rule_add_uses(const struct ruleset *ruleset, uint32_t rule, uint64_t *fields);

/* How much of the values of request field `root` (and of what is read from it) the rule leaves: 0
 * to USES_ANY, in thousandths. The smaller, the more it is about that field. `positions`: only the
 * alternatives of the rule that hold there count; NULL: all. */
unsigned rule_share(const struct ruleset *ruleset, uint32_t rule, const uint16_t *positions,
                    uint16_t root);

/* True when a rule tests, calculates with or reads the request field `root` or what is read from
 * it.
 */
bool rule_reads(const struct ruleset *ruleset, uint32_t rule, uint16_t root);

/* Adds to `fields` every field whose value in the resolution came about by way of one of them. */
void resolution_add_followers(const struct resolution *resolution, uint64_t *fields);

/* True when the two sets share a field. */
bool fields_meet(const struct ruleset *ruleset, const uint64_t *left, const uint64_t *right);

size_t fields_words(const struct ruleset *ruleset);

#endif
