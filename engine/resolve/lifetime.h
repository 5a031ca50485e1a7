/* Lifetimes: names and fields that other releases have, and what says the same in the release at
 * hand. */
#ifndef ACCORD_RESOLVE_LIFETIME_H
#define ACCORD_RESOLVE_LIFETIME_H

#include "base/value.h"
#include "ruleset/world.h"

/* An entry of any release that a text names in this field, or NULL. */
const struct entry *lifetime_entry(const struct ruleset *ruleset, const struct field *field,
                                   const char *text, size_t length);

/* The name that takes an entry's place in a release, followed from one `instead` to the next; NULL:
 * none that lives there. */
const char *lifetime_instead(const struct ruleset *ruleset, const struct registry_table *registry,
                             const struct entry *entry, int64_t release);

/* Where the value ends for which alone a part of `instead` speaks ("0: accelerator=cpu"), or NULL
 * when it speaks for all; `ret_rest` is what it says. */
const char *lifetime_special(const char *part, const char **ret_rest);

/* "accelerator=gpu devices=2": what a field's `instead` makes of its value, kept in `bump`; NULL
 * when the tables say nothing, or the value nothing. */
const char *lifetime_rewrite(struct bump *bump, const struct ruleset *ruleset,
                             const struct field *field, const struct value *value);

#endif
