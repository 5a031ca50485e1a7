/* Facts of the system and the host: os, architecture, CPUs, memory, how Python starts processes. */
#include <sched.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "facts/probe/answer.h"
#include "facts/probe/sources.h"

/* What follows from the system's name alone. */
struct system {
    const char *uname;
    const char *os;
    const char *start_methods[3]; /* of Python's multiprocessing */
    size_t start_method_count;
    bool lacks_mps; /* a system that is not Apple's has no Metal */
};

static const struct system systems[] = {
    {"Linux", "linux", {"fork", "spawn", "forkserver"}, 3, true},
    {"Darwin", "macos", {"spawn", "fork", "forkserver"}, 3, false},
    {"FreeBSD", "freebsd", {"fork", "spawn", "forkserver"}, 3, true},
};

static bool answer_system(struct facts *facts, const struct system *system)
{
    return answer_text(facts, "os", system->os, "host: uname") &&
           answer_truth(facts, "windows", false, "host: uname") &&
           answer_list(facts, "start_methods", system->start_methods, system->start_method_count,
                       "host: uname") &&
           (!system->lacks_mps || answer_truth(facts, "mps.available", false, "host: uname"));
}

/* CPUs that this process may run on, which a scheduler may have cut down; 0: unknown. */
static long count_cpus(void)
{
#ifdef __linux__
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return CPU_COUNT(&set);
#endif
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? count : 0;
}

/* Whole GiB of physical memory; 0: unknown. */
static int64_t measure_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (int64_t)pages * size / (1024 * 1024 * 1024) : 0;
}

static bool read_host(const struct probe_request *request, struct facts *facts)
{
    (void)request;
    struct utsname name;
    long cpus = count_cpus();
    int64_t memory = measure_memory();
    if (cpus && !answer_integer(facts, "host.cpus", cpus, "host: affinity"))
        return false;
    if (memory && !answer_integer(facts, "host.memory_gib", memory, "host: sysconf"))
        return false;
    if (uname(&name) < 0)
        return true;
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
        if (strcmp(systems[i].uname, name.sysname) == 0 && !answer_system(facts, &systems[i]))
            return false;
    return answer_text(facts, "host.arch", name.machine, "host: uname");
}

const struct probe probe_host = {
    .name = "host",
    .summary = "operating system, processors and memory of this host",
    .provides = "os, windows, start_methods, mps.available (false only), host.arch, host.cpus, "
                "host.memory_gib",
    .read = read_host,
};
