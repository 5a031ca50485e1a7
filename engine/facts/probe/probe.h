/* Probes: one file per source of facts, each ending in one const descriptor, listed in probes.c in
 * the order they run. A probe answers what it can and leaves out what it cannot know; a missing
 * library or device is an answer (count 0, absent), never an error. Probes never print, never start
 * programs, never take longer than a moment. ACCORD_CUDA_LIBRARY, ACCORD_NVML_LIBRARY and
 * ACCORD_NCCL_LIBRARY name other files to load in place of the vendors' libraries; empty: none. */
#ifndef ACCORD_FACTS_PROBE_PROBE_H
#define ACCORD_FACTS_PROBE_PROBE_H

#include <stdbool.h>
#include <stddef.h>

#include "facts/facts.h"

/* What the tables want to know. */
struct probe_request {
    const char *const *names; /* declared facts: "cuda.count", "env.RANK", "package.x", ... */
    size_t count;
};

struct probe {
    const char *name;     /* "env", "host", ... */
    const char *summary;  /* one line for `accord probe` */
    const char *provides; /* facts it may supply, as text for people: "env.*" */
    bool (*read)(const struct probe_request *request,
                 struct facts *facts); /* false without memory */
};

extern const struct probe *const probes[];
extern const size_t probe_count;

/* Runs every probe. False without memory. */
bool probes_read(const struct probe_request *request, struct facts *facts);

#endif
