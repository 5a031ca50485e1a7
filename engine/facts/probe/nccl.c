/* Fact nccl.version: release of the NCCL that a framework would load. ACCORD_NCCL_LIBRARY names
 * another library; empty: none. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifdef HAVE_NCCL_H
#include <nccl.h>
#endif

#include "facts/probe/answer.h"
#include "facts/probe/library.h"
#include "facts/probe/python.h"
#include "facts/probe/sources.h"

#ifdef HAVE_NCCL_H
_Static_assert(ncclSuccess == 0, "NCCL's calls say 0 when they succeed");
_Static_assert(NCCL_VERSION(2, 8, 4) == 2804 && NCCL_VERSION(2, 9, 6) == 20906,
               "version numbers are made as split_version takes them apart");
typedef ncclResult_t nccl_result;
#else
typedef int nccl_result;
#endif

struct nccl {
    nccl_result (*version)(int *version);
};

static const struct library_symbol symbols[] = {
    {"ncclGetVersion", offsetof(struct nccl, version), false},
};

static const struct library library = {
    .file = "libnccl.so.2",
    .variable = "ACCORD_NCCL_LIBRARY",
    .symbols = symbols,
    .symbol_count = sizeof symbols / sizeof *symbols,
};

/* The number has two digits for the minor release since 2.9: 2804 is 2.8.4, 20906 is 2.9.6. */
static void split_version(int version, char *buffer, size_t size)
{
    int unit = version < 10000 ? 1000 : 10000;
    snprintf(buffer, size, "%d.%d.%d", version / unit, version % unit / 100, version % 100);
}

/* Frameworks from Python packages bring their own NCCL and prefer it to the system's. */
static bool find_packaged(char *buffer, size_t size)
{
    struct python python;
    bool found = false;
    if (python_find(&python) && python.is_known)
        for (size_t i = 0; i < python.count && !found; i++) {
            snprintf(buffer, size, "%s/nvidia/nccl/lib/%s", python.folders[i], library.file);
            found = access(buffer, R_OK) == 0;
        }
    python_clear(&python);
    return found;
}

/* Loading the library takes longer than all the rest of a start: only for those who ask. */
static bool is_wanted(const struct probe_request *request)
{
    for (size_t i = 0; i < request->count; i++)
        if (strcmp(request->names[i], "nccl.version") == 0)
            return true;
    return false;
}

static bool read_nccl(const struct probe_request *request, struct facts *facts)
{
    if (!is_wanted(request))
        return true;
    struct nccl nccl;
    char packaged[4096], detail[4200], text[48];
    const char *file = NULL;
    int version = 0;
    void *handle = library_open(
        &library, find_packaged(packaged, sizeof packaged) ? packaged : NULL, &nccl, &file);
    if (!handle)
        return true;
    bool is_known = nccl.version(&version) == 0 && version > 0;
    snprintf(detail, sizeof detail, "nccl: %s", file);
    split_version(version, text, sizeof text);
    bool has_memory = !is_known || answer_text(facts, "nccl.version", text, detail);
    library_close(handle); /* or it would stand in the way of the one that a framework brings */
    return has_memory;
}

const struct probe probe_nccl = {
    .name = "nccl",
    .summary = "release of the NCCL library",
    .provides = "nccl.version",
    .read = read_nccl,
};
