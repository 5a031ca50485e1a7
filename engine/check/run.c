#include "check/run.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS_MAX = 64, WINDOW = 256 };

/* A result on its way: number n stands in slot n % WINDOW. */
struct slot {
    struct checked checked;
    bool ready;
};

struct pool {
    const struct run_jobs *jobs;
    struct walk *walk;
    pthread_mutex_t lock;
    pthread_cond_t ready, room; /* a slot was filled; a slot was emptied, or the run was stopped */
    struct slot *slots;
    size_t given, taken; /* files that the walk gave, results that were handed over */
    bool ended, stopped, failed;
};

/* One file to be checked. */
struct task {
    char *path;
    size_t number;
    bool named;
    int error;
};

/* The next file, as soon as the window has room for its result. The caller holds the lock. */
static bool next_task(struct pool *pool, struct task *ret_task)
{
    while (!pool->ended && !pool->stopped && pool->given - pool->taken >= WINDOW)
        pthread_cond_wait(&pool->room, &pool->lock);
    if (pool->ended || pool->stopped)
        return false;
    struct task task = {.number = pool->given};
    const char *path = walk_next(pool->walk, &task.named, &task.error);
    task.path = path ? strdup(path) : NULL;
    pool->failed = pool->failed || pool->walk->failed || (path && task.path == NULL);
    if (task.path == NULL) {
        pool->ended = true;
        pthread_cond_broadcast(&pool->ready);
        pthread_cond_broadcast(&pool->room);
        return false;
    }
    pool->given++;
    *ret_task = task;
    return true;
}

static void run_task(const struct pool *pool, const struct task *task, struct checked *ret_checked)
{
    if (task->error == 0) {
        pool->jobs->check(pool->jobs->context, task->path, task->named, ret_checked);
        return;
    }
    checked_init(ret_checked, task->path);
    ret_checked->outcome = CHECKED_UNREADABLE;
    ret_checked->error = task->error;
}

/* A thread: takes files until there are no more. */
static void *work(void *context)
{
    struct pool *pool = context;
    struct task task;
    pthread_mutex_lock(&pool->lock);
    while (next_task(pool, &task)) {
        struct checked checked;
        pthread_mutex_unlock(&pool->lock);
        run_task(pool, &task, &checked);
        free(task.path);
        pthread_mutex_lock(&pool->lock);
        pool->slots[task.number % WINDOW] = (struct slot){.checked = checked, .ready = true};
        if (task.number == pool->taken)
            pthread_cond_signal(&pool->ready);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* Hands results over, in order, until all are. */
static void take_all(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        struct slot *slot = &pool->slots[pool->taken % WINDOW];
        while (!slot->ready && !(pool->ended && pool->taken == pool->given))
            pthread_cond_wait(&pool->ready, &pool->lock);
        if (!slot->ready)
            break;
        struct checked checked = slot->checked;
        *slot = (struct slot){0};
        bool stopped = pool->stopped;
        pthread_mutex_unlock(&pool->lock);
        bool go_on = !stopped && pool->jobs->take(pool->jobs->context, &checked);
        checked_clear(&checked);
        pthread_mutex_lock(&pool->lock);
        pool->taken++;
        pool->stopped = pool->stopped || !go_on;
        pool->ended = pool->ended || pool->stopped;
        pthread_cond_signal(&pool->room);
        if (pool->stopped)
            pthread_cond_broadcast(&pool->room);
    }
    pthread_mutex_unlock(&pool->lock);
}

/* Without threads: one file after the other. */
static void run_alone(struct pool *pool)
{
    struct task task;
    while (next_task(pool, &task)) {
        struct checked checked;
        run_task(pool, &task, &checked);
        free(task.path);
        pool->stopped = !pool->jobs->take(pool->jobs->context, &checked);
        checked_clear(&checked);
        pool->taken++;
    }
}

static size_t thread_count(size_t wanted)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    size_t count = wanted ? wanted : processors > 0 ? (size_t)processors : 1;
    return count < THREADS_MAX ? count : THREADS_MAX;
}

static void run_threads(struct pool *pool)
{
    pthread_t threads[THREADS_MAX];
    size_t count = thread_count(pool->jobs->threads), started = 0;
    while (count > 1 && started < count && pthread_create(&threads[started], NULL, work, pool) == 0)
        started++;
    if (started == 0)
        run_alone(pool);
    else
        take_all(pool);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

bool run_all(struct walk *walk, const struct run_jobs *jobs)
{
    struct pool pool = {.jobs = jobs, .walk = walk};
    pool.slots = calloc(WINDOW, sizeof *pool.slots);
    if (pool.slots == NULL)
        return false;
    pthread_mutex_init(&pool.lock, NULL);
    pthread_cond_init(&pool.ready, NULL);
    pthread_cond_init(&pool.room, NULL);
    run_threads(&pool);
    pthread_cond_destroy(&pool.room);
    pthread_cond_destroy(&pool.ready);
    pthread_mutex_destroy(&pool.lock);
    free(pool.slots);
    return !pool.failed;
}
