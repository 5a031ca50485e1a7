/* Baseline: findings that were there before, by their fingerprints. */
#ifndef ACCORD_CHECK_BASELINE_H
#define ACCORD_CHECK_BASELINE_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/value.h"
#include "check/finding.h"

struct baseline_row {
    uint64_t fingerprint;
    atomic_bool met;
};

struct baseline {
    struct baseline_row *rows; /* ascending */
    size_t count;
};

/* Gives a finding its fingerprint: over id, file below `root`, message and the text it points at,
 * never over lines. Those before it have theirs. `text` is that of its file; paths begin in
 * `folder`. */
void fingerprint_set(struct checked *checked, size_t index, const char *root, const char *folder,
                     const char *text, size_t length);

/* Reads {format: 1, findings: [{fingerprint: ...}, ...]}. False without memory; `ret_faulty` when
 * the tree has another shape. */
bool baseline_read(struct baseline *baseline, const struct value *tree, bool *ret_faulty);
void baseline_clear(struct baseline *baseline);

/* Marks what the baseline has. Many threads may do so at once. */
void baseline_apply(struct baseline *baseline, struct checked *checked);

/* How many rows nothing met. */
size_t baseline_stale(const struct baseline *baseline);

#endif
