/* Answer: how probes record what they found. `detail` says who found it and where, for people. */
#ifndef ACCORD_FACTS_PROBE_ANSWER_H
#define ACCORD_FACTS_PROBE_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "facts/facts.h"
#include "facts/probe/probe.h"

/* False without memory, all of them. */
bool answer_text(struct facts *facts, const char *name, const char *text, const char *detail);
bool answer_integer(struct facts *facts, const char *name, int64_t integer, const char *detail);
bool answer_truth(struct facts *facts, const char *name, bool truth, const char *detail);

/* A list of texts. */
bool answer_list(struct facts *facts, const char *name, const char *const *texts, size_t count,
                 const char *detail);

/* The part between `prefix` and `suffix` of a declared name, copied to `buffer`; false when the
 * name is not of that shape, the part is empty or does not fit. */
bool request_part(const char *name, const char *prefix, const char *suffix, char *buffer,
                  size_t size);

#endif
