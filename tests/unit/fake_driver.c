/* A library that stands for the CUDA driver, NVML and NCCL in tests: it answers what the
 * environment says. FAKE_DEVICES (number; a second one is weaker with FAKE_MIXED), FAKE_INIT
 * (status of cuInit), FAKE_NVML_INIT, FAKE_MIG, FAKE_NCCL (version). */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

int cuInit(unsigned flags);
int cuDriverGetVersion(int *version);
int cuDeviceGetCount(int *count);
int cuDeviceGet(int *device, int index);
int cuDeviceGetName(char *name, int size, int device);
int cuDeviceGetAttribute(int *value, int attribute, int device);
int cuDeviceTotalMem_v2(size_t *bytes, int device);
int nvmlInit_v2(void);
int nvmlShutdown(void);
int nvmlDeviceGetCount_v2(unsigned *count);
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void **device);
int nvmlDeviceGetName(void *device, char *name, unsigned size);
int nvmlDeviceGetUUID(void *device, char *uuid, unsigned size);
int nvmlDeviceGetMemoryInfo(void *device, unsigned long long *memory);
int nvmlDeviceGetCudaComputeCapability(void *device, int *major, int *minor);
int nvmlSystemGetDriverVersion(char *version, unsigned size);
int nvmlSystemGetCudaDriverVersion(int *version);
int nvmlDeviceGetMigMode(void *device, unsigned *current, unsigned *pending);
int ncclGetVersion(int *version);

static int number(const char *variable)
{
    const char *text = getenv(variable);
    return text ? atoi(text) : 0;
}

static int is_weak(int device) { return device == 1 && number("FAKE_MIXED"); }

static int major_of(int device) { return is_weak(device) ? 7 : 9; }

static unsigned long long memory_of(int device) { return (is_weak(device) ? 16ull : 80ull) << 30; }

static void name_of(int device, char *name, size_t size)
{
    snprintf(name, size, "Fake %s", is_weak(device) ? "weak" : "strong");
}

int cuInit(unsigned flags)
{
    (void)flags;
    return number("FAKE_INIT");
}

int cuDriverGetVersion(int *version)
{
    *version = 12040;
    return 0;
}

int cuDeviceGetCount(int *count)
{
    *count = number("FAKE_DEVICES");
    return 0;
}

int cuDeviceGet(int *device, int index)
{
    *device = index;
    return 0;
}

int cuDeviceGetName(char *name, int size, int device)
{
    name_of(device, name, (size_t)size);
    return 0;
}

int cuDeviceGetAttribute(int *value, int attribute, int device)
{
    *value = attribute == 75 ? major_of(device) : 0;
    return 0;
}

int cuDeviceTotalMem_v2(size_t *bytes, int device)
{
    *bytes = (size_t)memory_of(device);
    return 0;
}

int nvmlInit_v2(void) { return number("FAKE_NVML_INIT"); }

int nvmlShutdown(void) { return 0; }

int nvmlDeviceGetCount_v2(unsigned *count)
{
    *count = (unsigned)number("FAKE_DEVICES");
    return 0;
}

/* A handle is an address in here; its distance from the start is the index. */
static char handles[256];

int nvmlDeviceGetHandleByIndex_v2(unsigned index, void **device)
{
    *device = &handles[index];
    return 0;
}

static int index_of(const void *device) { return (int)((const char *)device - handles); }

int nvmlDeviceGetName(void *device, char *name, unsigned size)
{
    name_of(index_of(device), name, size);
    return 0;
}

int nvmlDeviceGetUUID(void *device, char *uuid, unsigned size)
{
    snprintf(uuid, size, "GPU-%c%c-fake", 'a' + index_of(device) / 2, 'a' + index_of(device));
    return 0;
}

int nvmlDeviceGetMemoryInfo(void *device, unsigned long long *memory)
{
    memory[0] = memory_of(index_of(device));
    memory[1] = memory[2] = 0;
    return 0;
}

int nvmlDeviceGetCudaComputeCapability(void *device, int *major, int *minor)
{
    *major = major_of(index_of(device));
    *minor = 0;
    return 0;
}

int nvmlSystemGetDriverVersion(char *version, unsigned size)
{
    snprintf(version, size, "550.54.15");
    return 0;
}

int nvmlSystemGetCudaDriverVersion(int *version)
{
    *version = 12040;
    return 0;
}

int nvmlDeviceGetMigMode(void *device, unsigned *current, unsigned *pending)
{
    (void)device;
    *current = *pending = (unsigned)number("FAKE_MIG");
    return 0;
}

int ncclGetVersion(int *version)
{
    *version = number("FAKE_NCCL");
    return 0;
}
