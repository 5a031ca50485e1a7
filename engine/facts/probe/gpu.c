#include "facts/probe/gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "facts/probe/answer.h"

/* A number as the driver reads it: what follows the digits does not count. -1: none. */
static long read_ordinal(const char *text)
{
    char *end;
    long ordinal = strtol(text, &end, 10);
    return end == text ? -1 : ordinal;
}

/* Index of the only device whose UUID begins like this, or -1. */
static long find_uuid(const struct gpus *gpus, const char *start)
{
    long found = -1;
    for (size_t i = 0; i < gpus->count; i++) {
        if (strncmp(gpus->items[i].uuid, start, strlen(start)) != 0)
            continue;
        if (found >= 0)
            return -1;
        found = (long)i;
    }
    return found;
}

static bool contains(const size_t *indices, size_t count, size_t index)
{
    for (size_t i = 0; i < count; i++)
        if (indices[i] == index)
            return true;
    return false;
}

/* Copies the next part of a list and steps behind it; false at its end. */
static bool next_part(const char **list, char *buffer, size_t size)
{
    if (!*list)
        return false;
    size_t length = strcspn(*list, ",");
    size_t kept = length < size ? length : size - 1;
    memcpy(buffer, *list, kept);
    buffer[kept] = '\0';
    *list = (*list)[length] ? *list + length + 1 : NULL;
    return true;
}

/* The indices that a variable selects; a repeated one leaves none. */
static size_t select_indices(const struct gpus *gpus, const char *variable, size_t *ret_indices)
{
    bool by_uuid = strncmp(variable, "GPU-", 4) == 0;
    size_t count = 0;
    char part[96];
    while (next_part(&variable, part, sizeof part)) {
        const char *word = part + strspn(part, " ");
        long index = by_uuid ? find_uuid(gpus, word) : read_ordinal(word);
        if (index < 0 || (size_t)index >= gpus->count)
            break;
        if (contains(ret_indices, count, (size_t)index))
            return 0;
        ret_indices[count++] = (size_t)index;
    }
    return count;
}

bool gpus_select(struct gpus *gpus, const char *variable)
{
    struct gpus selected = {.count = 0};
    size_t indices[GPU_MAX];
    if (!variable)
        return true;
    if (strncmp(variable, "MIG-", 4) == 0)
        return false;
    selected.count = select_indices(gpus, variable, indices);
    for (size_t i = 0; i < selected.count; i++)
        selected.items[i] = gpus->items[indices[i]];
    *gpus = selected;
    return true;
}

bool gpus_are_alike(const struct gpus *gpus)
{
    for (size_t i = 1; i < gpus->count; i++)
        if (strcmp(gpus->items[i].name, gpus->items[0].name) != 0 ||
            gpus->items[i].memory != gpus->items[0].memory)
            return false;
    return true;
}

static int capability_of(const struct gpu *gpu) { return gpu->major * 100 + gpu->minor; }

/* The weakest device decides what all of them can do. NULL without devices. */
static const struct gpu *find_weakest(const struct gpus *gpus)
{
    const struct gpu *weakest = gpus->count ? &gpus->items[0] : NULL;
    for (size_t i = 1; i < gpus->count; i++) {
        const struct gpu *gpu = &gpus->items[i];
        int difference = capability_of(gpu) - capability_of(weakest);
        if (difference < 0 || (difference == 0 && gpu->memory < weakest->memory))
            weakest = gpu;
    }
    return weakest;
}

static uint64_t smallest_memory(const struct gpus *gpus)
{
    uint64_t smallest = gpus->count ? UINT64_MAX : 0;
    for (size_t i = 0; i < gpus->count; i++)
        smallest = gpus->items[i].memory < smallest ? gpus->items[i].memory : smallest;
    return smallest;
}

bool gpus_answer(const struct gpus *gpus, struct facts *facts, const char *detail)
{
    const struct gpu *weakest = find_weakest(gpus);
    int64_t memory = (int64_t)(smallest_memory(gpus) >> 30);
    char capability[32];
    if (!weakest)
        return true;
    if (*weakest->name && !answer_text(facts, "cuda.name", weakest->name, detail))
        return false;
    snprintf(capability, sizeof capability, "%d.%d", weakest->major, weakest->minor);
    if (weakest->major && !answer_text(facts, "cuda.capability", capability, detail))
        return false;
    return !memory || answer_integer(facts, "cuda.memory_gib", memory, detail);
}
