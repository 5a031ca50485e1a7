/* Facts NAME.available: whether a program of that name is on PATH. */
#include "facts/probe/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "facts/probe/answer.h"
#include "facts/probe/sources.h"

/* NAME.available of these is about a device. */
static const char *const devices[] = {"cuda", "hpu", "mps", "npu", "rocm", "tpu", "xpu"};

static bool is_device(const char *name)
{
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
        if (strcmp(devices[i], name) == 0)
            return true;
    return false;
}

static bool is_executable(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

bool command_find(const char *name, char *buffer, size_t size)
{
    const char *path = getenv("PATH");
    if (!path)
        path = "/bin:/usr/bin";
    while (true) {
        size_t length = strcspn(path, ":");
        int written = snprintf(buffer, size, "%.*s/%s", length ? (int)length : 1,
                               length ? path : ".", name); /* an empty part is this folder */
        if (written > 0 && (size_t)written < size && is_executable(buffer))
            return true;
        if (!path[length])
            return false;
        path += length + 1;
    }
}

static bool read_command(const struct probe_request *request, struct facts *facts)
{
    for (size_t i = 0; i < request->count; i++) {
        char name[64], path[4096];
        if (!request_part(request->names[i], "", ".available", name, sizeof name) ||
            is_device(name) || strpbrk(name, "./"))
            continue;
        bool found = command_find(name, path, sizeof path);
        if (!answer_truth(facts, request->names[i], found, found ? path : "command: not on PATH"))
            return false;
    }
    return true;
}

const struct probe probe_command = {
    .name = "command",
    .summary = "programs on PATH that the tables ask for",
    .provides = "*.available, of programs",
    .read = read_command,
};
