/* Evaluate: runs a ruleset's stages over a world. Allocates nothing and takes no lock; the caller
 * provides the memory. */
#ifndef ACCORD_RULESET_EVALUATE_H
#define ACCORD_RULESET_EVALUATE_H

#include "ruleset/world.h"

/* A rule that told its message. */
struct reason {
    uint16_t rule;
    uint8_t after_error; /* an error of the same stage came before it */
    uint8_t possible;    /* it depends on what is not known */
};

/* What an evaluation leaves behind besides the world. */
struct trace {
    bool *acted;            /* by rule */
    struct reason *reasons; /* room for the ruleset's telling_rules */
    uint32_t reason_count;
    uint32_t error_count;
    bool silent; /* the framework logs nothing in this process */
};

/* Reads devices and the like: what `read` names. False when the bump ran out of memory. */
typedef bool evaluate_read(struct world *world, const struct read_effect *effect,
                           const char *policy, int64_t available, bool available_known,
                           origin from);

/* Finds out what facts and the release leave open, once for all requests on them: there is room for
 * the ruleset's blocks and for evaluate_live_columns columns. */
void evaluate_live(const struct world *world, struct live_block *ret_blocks,
                   struct live_column *ret_columns);

/* How many live columns the blocks of a ruleset may have together. */
size_t evaluate_live_columns(const struct ruleset *ruleset);

/* Runs every stage in order until one has found an error. False when it stopped at a field that is
 * not known well enough: see struct wide; the world is then of no further use. */
bool evaluate(struct world *world, evaluate_read *read, struct trace *trace);

/* The value of a compiled expression over a world; CELL_UNSET when it cannot be decided. */
struct cell calculate(struct world *world, struct table expression);

#endif
