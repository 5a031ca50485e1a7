/* GPU: what the sources of devices say about one, and the facts made of all of them. */
#ifndef ACCORD_FACTS_PROBE_GPU_H
#define ACCORD_FACTS_PROBE_GPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "facts/facts.h"

enum { GPU_MAX = 64 }; /* on one host */

struct gpu {
    char name[96];    /* empty: unknown */
    char uuid[96];    /* "GPU-...", empty: unknown */
    int major, minor; /* compute capability; 0.0: unknown */
    uint64_t memory;  /* bytes; 0: unknown */
};

struct gpus {
    struct gpu items[GPU_MAX];
    size_t count;
};

/* Keeps those devices that CUDA_VISIBLE_DEVICES (`variable`; NULL: not set) leaves, in its order,
 * as the driver reads it: numbers or beginnings of UUIDs, up to the first that is none; a repeated
 * one leaves nothing. False when the answer is not to be had from this list (parts of devices);
 * then nothing has changed. */
bool gpus_select(struct gpus *gpus, const char *variable);

/* True when all devices are of one kind, so that it matters little which number belongs to which.
 */
bool gpus_are_alike(const struct gpus *gpus);

/* Facts cuda.capability (the lowest), cuda.memory_gib (the smallest, whole GiB) and cuda.name (of a
 * device with the lowest capability, of those the one with the least memory). What is unknown of
 * any device is left out. False without memory. */
bool gpus_answer(const struct gpus *gpus, struct facts *facts, const char *detail);

#endif
