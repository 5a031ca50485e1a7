/* Facts cuda.*: devices that CUDA would show this process, and their driver.
 * ACCORD_CUDA_LIBRARY names another driver library, ACCORD_NVML_LIBRARY another management library;
 * empty: none. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "facts/probe/answer.h"
#include "facts/probe/gpu.h"
#include "facts/probe/library.h"
#include "facts/probe/nvml.h"
#include "facts/probe/sources.h"

/* Numbers of cuda.h, which need not be installed where accord is built. */
enum {
    CUDA_DONE = 0,
    CUDA_CAPABILITY_MAJOR = 75,
    CUDA_CAPABILITY_MINOR = 76,
};

struct cuda {
    int (*init)(unsigned flags);
    int (*version)(int *version);
    int (*count)(int *count);
    int (*device)(int *device, int index);
    int (*name)(char *name, int size, int device);
    int (*attribute)(int *value, int attribute, int device);
    int (*memory)(size_t *bytes, int device);
};

static const struct library_symbol symbols[] = {
    {"cuInit", offsetof(struct cuda, init), false},
    {"cuDriverGetVersion", offsetof(struct cuda, version), false},
    {"cuDeviceGetCount", offsetof(struct cuda, count), false},
    {"cuDeviceGet", offsetof(struct cuda, device), false},
    {"cuDeviceGetName", offsetof(struct cuda, name), false},
    {"cuDeviceGetAttribute", offsetof(struct cuda, attribute), false},
    {"cuDeviceTotalMem_v2", offsetof(struct cuda, memory), false},
};

static const struct library library = {
    .file = "libcuda.so.1",
    .variable = "ACCORD_CUDA_LIBRARY",
    .symbols = symbols,
    .symbol_count = sizeof symbols / sizeof *symbols,
};

/* Calls that fail leave their part unknown. */
static void read_gpu(const struct cuda *cuda, int index, struct gpu *ret_gpu)
{
    int device;
    size_t memory = 0;
    *ret_gpu = (struct gpu){.major = 0};
    if (cuda->device(&device, index) != CUDA_DONE)
        return;
    if (cuda->name(ret_gpu->name, (int)sizeof ret_gpu->name, device) != CUDA_DONE)
        ret_gpu->name[0] = '\0';
    if (cuda->memory(&memory, device) == CUDA_DONE)
        ret_gpu->memory = memory;
    if (cuda->attribute(&ret_gpu->major, CUDA_CAPABILITY_MAJOR, device) != CUDA_DONE ||
        cuda->attribute(&ret_gpu->minor, CUDA_CAPABILITY_MINOR, device) != CUDA_DONE)
        ret_gpu->major = ret_gpu->minor = 0;
}

/* "12.4" of 12040. */
static bool answer_version(struct facts *facts, int version, const char *detail)
{
    char text[32];
    snprintf(text, sizeof text, "%d.%d", version / 1000, version % 1000 / 10);
    return version <= 0 || answer_text(facts, "cuda.version", text, detail);
}

/* CUDA numbers the fastest device first, the management library by place on the bus. */
static bool are_numbers_alike(const struct gpus *gpus)
{
    const char *order = getenv("CUDA_DEVICE_ORDER");
    return gpus_are_alike(gpus) || (order && strcmp(order, "PCI_BUS_ID") == 0);
}

/* What the management library says, seen through CUDA_VISIBLE_DEVICES. False when it cannot tell.
 * With `ret_sure` false it knows how many devices there are, but not which. */
static bool read_nvml(struct nvml_answer *ret_answer, bool *ret_sure)
{
    const char *variable = getenv("CUDA_VISIBLE_DEVICES");
    if (!nvml_read(ret_answer))
        return false;
    bool is_numbered = variable && strncmp(variable, "GPU-", 4) != 0;
    *ret_sure = !is_numbered || are_numbers_alike(&ret_answer->gpus);
    return gpus_select(&ret_answer->gpus, variable);
}

static bool answer_nvml(struct facts *facts, const struct nvml_answer *answer, bool sure)
{
    if (*answer->driver && !answer_text(facts, "cuda.driver", answer->driver, "cuda: NVML"))
        return false;
    return answer_version(facts, answer->cuda_version, "cuda: NVML") &&
           answer_integer(facts, "cuda.count", (int64_t)answer->gpus.count, "cuda: NVML") &&
           (!sure || gpus_answer(&answer->gpus, facts, "cuda: NVML"));
}

/* Zero devices, and why. */
static bool answer_none(struct facts *facts, const char *call, int status)
{
    char detail[64];
    snprintf(detail, sizeof detail, "cuda: %s says %d", call, status);
    return answer_integer(facts, "cuda.count", 0, detail);
}

/* What the driver says. It reads CUDA_VISIBLE_DEVICES itself. Only where the management library
 * knows nothing: after cuInit, processes that are forked could not use CUDA any more. */
static bool answer_driver(struct facts *facts, const struct cuda *cuda)
{
    struct gpus gpus = {.count = 0};
    int version = 0, count = 0;
    if (cuda->version(&version) == CUDA_DONE && !answer_version(facts, version, "cuda: driver"))
        return false;
    int status = cuda->init(0);
    if (status != CUDA_DONE)
        return answer_none(facts, "cuInit", status);
    status = cuda->count(&count);
    if (status != CUDA_DONE || count < 0)
        return answer_none(facts, "cuDeviceGetCount", status);
    gpus.count = count < GPU_MAX ? (size_t)count : GPU_MAX;
    for (size_t i = 0; i < gpus.count; i++)
        read_gpu(cuda, (int)i, &gpus.items[i]);
    return answer_integer(facts, "cuda.count", count, "cuda: driver") &&
           gpus_answer(&gpus, facts, "cuda: driver");
}

/* AMD's devices are CUDA devices to frameworks built for them, and only they know how they were
 * built. */
static bool has_amd_driver(void) { return access("/dev/kfd", F_OK) == 0; }

static bool read_cuda(const struct probe_request *request, struct facts *facts)
{
    (void)request;
    struct cuda cuda;
    struct nvml_answer answer = {.cuda_version = 0};
    bool is_sure = false;
    if (!library_open(&library, NULL, &cuda, NULL)) /* stays loaded */
        return has_amd_driver() ||
               answer_integer(facts, "cuda.count", 0, "cuda: no driver library");
    if (read_nvml(&answer, &is_sure))
        return answer_nvml(facts, &answer, is_sure);
    return answer_driver(facts, &cuda);
}

const struct probe probe_cuda = {
    .name = "cuda",
    .summary = "NVIDIA devices and their driver",
    .provides =
        "cuda.count, cuda.name, cuda.capability, cuda.memory_gib, cuda.driver, cuda.version",
    .read = read_cuda,
};
