/* Run: files from a walk, checked on all processors, handed over in the order of their paths. Holds
 * a window of results, never all. */
#ifndef ACCORD_CHECK_RUN_H
#define ACCORD_CHECK_RUN_H

#include "check/finding.h"
#include "check/walk.h"

struct run_jobs {
    /* Checks one file; called from many threads. `named`: the user named the file. */
    void (*check)(void *context, const char *path, bool named, struct checked *ret_checked);
    /* Takes one result, in order, on the calling thread; it is cleared afterwards. False stops the
     * run. */
    bool (*take)(void *context, struct checked *checked);
    void *context;
    size_t threads; /* 0: one for each processor */
};

/* False without memory. A run without threads of its own works on the calling one. */
bool run_all(struct walk *walk, const struct run_jobs *jobs);

#endif
