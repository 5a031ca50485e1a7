#include "facts/probe/probe.h"

#include "facts/probe/sources.h"

/* Cheap ones first. A later probe may replace what an earlier one said. */
const struct probe *const probes[] = {
    &probe_env,     /* reads memory only */
    &probe_host,    /* a few system calls */
    &probe_command, /* some files' states */
    &probe_package, /* lists folders; says NAME.version of packages */
    &probe_cuda,    /* loads libraries of the driver */
    &probe_nccl,    /* loads a large library; its version counts, whatever a package is called */
};

const size_t probe_count = sizeof probes / sizeof *probes;

bool probes_read(const struct probe_request *request, struct facts *facts)
{
    for (size_t i = 0; i < probe_count; i++)
        if (!probes[i]->read(request, facts))
            return false;
    return true;
}
