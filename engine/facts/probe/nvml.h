/* NVML: the driver's management library. Unlike the CUDA driver library it can be asked without
 * initialising CUDA, after which processes that are forked later could not use CUDA any more. */
#ifndef ACCORD_FACTS_PROBE_NVML_H
#define ACCORD_FACTS_PROBE_NVML_H

#include <stdbool.h>
#include <stddef.h>

#include "facts/probe/gpu.h"

struct nvml_answer {
    struct gpus gpus; /* all of the host, whatever CUDA_VISIBLE_DEVICES says */
    char driver[96];  /* release of the driver, "550.54.15"; empty: unknown */
    int cuda_version; /* newest CUDA it supports, 12040; 0: unknown */
};

/* False when there is no library, no driver, or devices are cut into parts, of which NVML knows too
 * little. ACCORD_NVML_LIBRARY names another library; empty: none. */
bool nvml_read(struct nvml_answer *ret_answer);

#endif
