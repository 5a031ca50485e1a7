#include "memory.h"

#include <stdatomic.h>
#include <stdlib.h>

/* The linker gives these names to the true functions; weak, because it may not know --wrap. */
void *__real_malloc(size_t size) __attribute__((weak));
void *__real_calloc(size_t count, size_t size) __attribute__((weak));
void *__real_realloc(void *memory, size_t size) __attribute__((weak));
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

/* Threads of the code under test allocate at the same time. */
static atomic_bool is_armed, has_failed;
static atomic_size_t left; /* allocations that still succeed while armed */

/* Counts one allocation; true when it is to fail. */
static bool must_fail(void)
{
    if (!is_armed)
        return false;
    size_t seen = left;
    while (seen) {
        if (atomic_compare_exchange_weak(&left, &seen, seen - 1))
            return false;
    }
    has_failed = true;
    return true;
}

void *__wrap_malloc(size_t size) { return must_fail() ? NULL : __real_malloc(size); }

void *__wrap_calloc(size_t count, size_t size)
{
    return must_fail() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return must_fail() ? NULL : __real_realloc(memory, size);
}

void memory_fail_after(size_t count)
{
    is_armed = true;
    has_failed = false;
    left = count;
}

bool memory_restore(void)
{
    is_armed = false;
    return has_failed;
}
