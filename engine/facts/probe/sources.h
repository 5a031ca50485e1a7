/* Sources: the descriptors of all probes, for the table in probes.c. */
#ifndef ACCORD_FACTS_PROBE_SOURCES_H
#define ACCORD_FACTS_PROBE_SOURCES_H

#include "facts/probe/probe.h"

extern const struct probe probe_command; /* command.c */
extern const struct probe probe_cuda;    /* cuda.c */
extern const struct probe probe_env;     /* env.c */
extern const struct probe probe_host;    /* host.c */
extern const struct probe probe_nccl;    /* nccl.c */
extern const struct probe probe_package; /* package.c */

#endif
