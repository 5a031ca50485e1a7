#include "tables/readings.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

enum {
    THREADS_MAX = 8,
    FILES_A_THREAD = 3, /* fewer are read before a thread has started */
};

/* Readings that threads share. */
struct desk {
    struct reading *readings;
    size_t count;
    atomic_size_t next; /* the first that nobody has taken */
};

/* Loads the bytes of a file. */
static enum pack_status load_bytes(struct reading *reading, const struct source_bytes *bytes)
{
    struct arena *arena = &reading->arena;
    /* places name the file as long as the model lives */
    const char *file = arena_copy(arena, bytes->path, strlen(bytes->path));
    const struct load_request request = {
        .file = file,
        .bytes = bytes->bytes,
        .length = bytes->length,
        .registries = reading->registries,
        .registry_count = reading->registry_count,
        .snapshot = bytes->snapshot,
    };
    return file ? load_file(arena, &request, &reading->findings, &reading->content)
                : PACK_NO_MEMORY;
}

static void read_one(struct reading *reading)
{
    struct source_bytes bytes = {0};
    arena_init(&reading->arena);
    diagnostics_init(&reading->findings);
    reading->status = PACK_OK;
    if (!reading->path)
        return;
    reading->status = source_read(reading->source, &reading->arena, reading->path, reading->asked,
                                  &reading->findings, &bytes);
    if (reading->status == PACK_OK)
        reading->status = load_bytes(reading, &bytes);
    source_bytes_clear(&bytes);
}

/* A thread: takes readings until there are no more. */
static void *work(void *context)
{
    struct desk *desk = context;
    for (size_t i = atomic_fetch_add(&desk->next, 1); i < desk->count;
         i = atomic_fetch_add(&desk->next, 1))
        read_one(&desk->readings[i]);
    return NULL;
}

/* Threads that are worth starting besides the caller's own. */
static size_t helper_count(size_t count)
{
    size_t most = count / FILES_A_THREAD < THREADS_MAX ? count / FILES_A_THREAD : THREADS_MAX;
    long processors = most > 1 ? sysconf(_SC_NPROCESSORS_ONLN) : 1;
    size_t threads = processors > 0 && (size_t)processors < most ? (size_t)processors : most;
    return threads ? threads - 1 : 0;
}

void readings_run(struct reading *readings, size_t count)
{
    struct desk desk = {.readings = readings, .count = count};
    pthread_t helpers[THREADS_MAX];
    size_t wanted = helper_count(count), started = 0;
    while (started < wanted && pthread_create(&helpers[started], NULL, work, &desk) == 0)
        started++; /* where no thread can be had, the caller's does it all */
    work(&desk);
    for (size_t i = 0; i < started; i++)
        pthread_join(helpers[i], NULL);
}

void reading_clear(struct reading *reading)
{
    arena_clear(&reading->arena);
    diagnostics_clear(&reading->findings);
}
