/* Facts: what the machine or its description says, each with who said it. Knows no rules: names are
 * dotted texts, values typed trees. A fact that is not here takes the default its table declares.
 */
#ifndef ACCORD_FACTS_FACTS_H
#define ACCORD_FACTS_FACTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diagnostic.h"
#include "base/span.h"
#include "base/value.h"

/* Who supplied a fact; a later one of this list wins over an earlier one. */
enum fact_source {
    FACT_PROBE,  /* looked up on this machine */
    FACT_TARGET, /* a target profile */
    FACT_FILE,   /* a facts file */
    FACT_GIVEN,  /* by hand: --fact, the C API, a batch line */
    FACT_SOURCE__COUNT
};

struct fact {
    const char *name;
    const struct value *value;
    enum fact_source source;
    struct span place;  /* file sources: where it stands */
    const char *detail; /* which probe, which target, ...; NULL: nothing to add */
};

/* A set of facts, at most one a name. Lives in its own arena. */
struct facts {
    struct arena arena;
    struct fact *items; /* in order of first mention */
    size_t count, room;
};

void facts_init(struct facts *facts);
void facts_clear(struct facts *facts);

/* Records a fact (name, value and detail are copied) unless a stronger source has said it already;
 * an equally strong one is replaced. False without memory. */
bool facts_set(struct facts *facts, const char *name, const struct value *value,
               enum fact_source source, struct span place, const char *detail);

/* The fact of that name, or NULL. */
const struct fact *facts_find(const struct facts *facts, const char *name);

/* Forgets a fact; one that is not there is no fault. */
void facts_drop(struct facts *facts, const char *name);

/* Records a mapping of facts: `env: {NAME: text}` becomes env.NAME, other mappings are flattened
 * with dots ({cuda: {count: 2}} is cuda.count), lists stay lists. `tree` is a document's facts
 * part; its places are kept with `file`. False without memory; faults of shape are reported. */
bool facts_add_tree(struct facts *facts, const struct value *tree, enum fact_source source,
                    const char *file, const char *detail, struct diagnostics *findings);

/* A deep copy of all facts. False without memory. */
bool facts_copy(struct facts *facts, const struct facts *from);

const char *fact_source_name(enum fact_source source); /* "probe", "target", "file", "given" */

#endif
