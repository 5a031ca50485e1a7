#include "facts/probe/nvml.h"

#include <string.h>

#include "facts/probe/library.h"

/* Types and numbers of nvml.h, which is seldom installed where accord is built. The ABI does not
 * change under these names. */
typedef void *nvml_device;
enum { NVML_DONE = 0 };

struct nvml_memory {
    unsigned long long total, free, used;
};

struct nvml {
    int (*init)(void);
    int (*shutdown)(void);
    int (*count)(unsigned *count);
    int (*device)(unsigned index, nvml_device *device);
    int (*name)(nvml_device device, char *name, unsigned size);
    int (*uuid)(nvml_device device, char *uuid, unsigned size);
    int (*memory)(nvml_device device, struct nvml_memory *memory);
    int (*capability)(nvml_device device, int *major, int *minor);
    int (*driver)(char *version, unsigned size);
    int (*cuda_version)(int *version);
    int (*mig_mode)(nvml_device device, unsigned *current, unsigned *pending);
};

static const struct library_symbol symbols[] = {
    {"nvmlInit_v2", offsetof(struct nvml, init), false},
    {"nvmlShutdown", offsetof(struct nvml, shutdown), false},
    {"nvmlDeviceGetCount_v2", offsetof(struct nvml, count), false},
    {"nvmlDeviceGetHandleByIndex_v2", offsetof(struct nvml, device), false},
    {"nvmlDeviceGetName", offsetof(struct nvml, name), false},
    {"nvmlDeviceGetUUID", offsetof(struct nvml, uuid), false},
    {"nvmlDeviceGetMemoryInfo", offsetof(struct nvml, memory), false},
    {"nvmlDeviceGetCudaComputeCapability", offsetof(struct nvml, capability), false},
    {"nvmlSystemGetDriverVersion", offsetof(struct nvml, driver), false},
    {"nvmlSystemGetCudaDriverVersion", offsetof(struct nvml, cuda_version), true},
    {"nvmlDeviceGetMigMode", offsetof(struct nvml, mig_mode), true},
};

static const struct library library = {
    .file = "libnvidia-ml.so.1",
    .variable = "ACCORD_NVML_LIBRARY",
    .symbols = symbols,
    .symbol_count = sizeof symbols / sizeof *symbols,
};

static bool is_cut(const struct nvml *nvml, nvml_device device)
{
    unsigned current = 0, pending = 0;
    return nvml->mig_mode && nvml->mig_mode(device, &current, &pending) == NVML_DONE && current;
}

/* Calls that fail leave their part unknown. */
static bool read_gpu(const struct nvml *nvml, unsigned index, struct gpu *ret_gpu)
{
    nvml_device device;
    struct nvml_memory memory = {0};
    struct gpu gpu = {.major = 0};
    if (nvml->device(index, &device) != NVML_DONE || is_cut(nvml, device))
        return false;
    if (nvml->name(device, gpu.name, sizeof gpu.name) != NVML_DONE)
        gpu.name[0] = '\0';
    if (nvml->uuid(device, gpu.uuid, sizeof gpu.uuid) != NVML_DONE)
        gpu.uuid[0] = '\0';
    if (nvml->memory(device, &memory) == NVML_DONE)
        gpu.memory = memory.total;
    if (nvml->capability(device, &gpu.major, &gpu.minor) != NVML_DONE)
        gpu.major = gpu.minor = 0;
    *ret_gpu = gpu;
    return true;
}

static bool read_gpus(const struct nvml *nvml, struct gpus *ret_gpus)
{
    unsigned count = 0;
    if (nvml->count(&count) != NVML_DONE || count > GPU_MAX)
        return false;
    for (unsigned i = 0; i < count; i++)
        if (!read_gpu(nvml, i, &ret_gpus->items[i]))
            return false;
    ret_gpus->count = count;
    return true;
}

bool nvml_read(struct nvml_answer *ret_answer)
{
    struct nvml nvml;
    if (!library_open(&library, NULL, &nvml, NULL) || nvml.init() != NVML_DONE)
        return false; /* the library stays loaded: drivers do not like to be unloaded */
    bool done = read_gpus(&nvml, &ret_answer->gpus);
    if (nvml.driver(ret_answer->driver, sizeof ret_answer->driver) != NVML_DONE)
        ret_answer->driver[0] = '\0';
    if (!nvml.cuda_version || nvml.cuda_version(&ret_answer->cuda_version) != NVML_DONE)
        ret_answer->cuda_version = 0;
    nvml.shutdown();
    return done;
}
