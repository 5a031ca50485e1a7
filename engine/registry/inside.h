/* Inside of a registry, for registry.c (filling, changing) and query.c (reading). Private to this
 * folder. */
#ifndef ACCORD_REGISTRY_INSIDE_H
#define ACCORD_REGISTRY_INSIDE_H

#include <pthread.h>
#include <stdbool.h>

#include "registry/registry.h"
#include "registry/store.h"

enum filling { FILLING_NOT_BEGUN, FILLING_RUNS, FILLING_DONE };

struct registry {
    pthread_mutex_t lock;
    pthread_cond_t filled; /* FILLING_RUNS has ended */
    enum filling filling;
    pthread_t filler; /* while FILLING_RUNS: the thread whose calls pass */
    registry_populate *populate;
    void *context;
    struct store store;
    const char *kind;
    const char **attribute_names;
    size_t attribute_count;
    uint64_t generation;
};

/* Takes the lock and sees that the registry is filled. While it fills, only the filling thread
 * passes. The lock is held afterwards in any case; false when filling failed, and then the registry
 * is empty. */
bool registry_open(struct registry *registry);
void registry_close(struct registry *registry);

#endif
