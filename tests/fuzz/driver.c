/* Driver: a target without libFuzzer, for any compiler. Tries the files that it is given, then
 * inputs made of them; always the same ones.
 *
 *   TARGET [-runs=N] [-max_total_time=SECONDS] FILE...
 *
 * Other options are for libFuzzer and mean nothing here. The input at which the process ends is
 * left in ./crash-TARGET. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "fuzz.h"

enum { INPUT_MAX = 16384, EDITS_MAX = 4, SECONDS_EACH = 60 };

struct input {
    uint8_t bytes[INPUT_MAX];
    size_t size;
};

/* What is tried, for the handler of signals. */
static struct input current;
static char crash_path[256];

static uint64_t random_state = 0x9E3779B97F4A7C15u;

/* A number below `bound`, which is not 0. */
static size_t draw(size_t bound)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (size_t)(random_state % bound);
}

/* Keeps what was tried, then ends as without a handler. */
static void keep_input(int number)
{
    int file = open(crash_path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file >= 0 && write(file, current.bytes, current.size) >= 0)
        close(file);
    signal(number, SIG_DFL);
    raise(number);
}

/* Tries `current` in a block of its own size, so that a sanitizer sees every byte read behind it.
 */
static void try_current(void)
{
    uint8_t *copy = malloc(current.size ? current.size : 1);
    fuzz_check(copy != NULL, "memory");
    memcpy(copy, current.bytes, current.size);
    alarm(SECONDS_EACH);
    LLVMFuzzerTestOneInput(copy, current.size);
    alarm(0);
    free(copy);
}

/* ---- making inputs */

/* Puts bytes into the current input in place of `removed` ones, as far as they fit. */
static void replace(size_t at, size_t removed, const uint8_t *bytes, size_t size)
{
    size_t tail = current.size - at - removed;
    if (at + size + tail > INPUT_MAX)
        return;
    memmove(current.bytes + at + size, current.bytes + at + removed, tail);
    memcpy(current.bytes + at, bytes, size);
    current.size = at + size + tail;
}

/* Changes the current input a little: bytes go, come or change, or a stretch of another input comes
 * in. */
static void edit(const struct input *other)
{
    static const char marks[] = "{}[]\"':,#*&!%-=.\\\n\t 09aTx~<\0\xff\xc3";
    uint8_t stretch[64];
    size_t at = draw(current.size + 1), left = current.size - at, size = draw(sizeof stretch);
    size_t from = draw(other->size + 1);
    switch (draw(4)) {
    case 0:
        replace(at, left && draw(2), (const uint8_t *)marks + draw(sizeof marks - 1), 1);
        break;
    case 1:
        replace(at, size < left ? size : left, stretch, 0);
        break;
    case 2:
        stretch[0] = (uint8_t)draw(256);
        replace(at, left > 0, stretch, 1);
        break;
    default:
        size = size < other->size - from ? size : other->size - from;
        memcpy(stretch, other->bytes + from, size);
        replace(at, draw(2) && size < left ? size : 0, stretch, size);
    }
}

/* ---- running */

/* What the command line asks for. */
struct plan {
    struct input *inputs;
    size_t count, runs;
    time_t end;
};

/* Reads a file's first bytes. */
static void read_input(const char *path, struct input *ret_input)
{
    FILE *file = fopen(path, "rb");
    fuzz_check(file != NULL, path);
    ret_input->size = fread(ret_input->bytes, 1, INPUT_MAX, file);
    fclose(file);
}

/* Has every way to end at fault keep the input. */
static void set_handlers(const char *program)
{
    static const int numbers[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGALRM};
    const char *name = strrchr(program, '/');
    snprintf(crash_path, sizeof crash_path, "crash-%s", name ? name + 1 : program);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        signal(numbers[i], keep_input);
}

/* Reads the command line, and the files that it names. */
static struct plan read_plan(int argc, char **argv)
{
    struct plan plan = {.inputs = calloc((size_t)argc, sizeof *plan.inputs),
                        .end = time(NULL) + 3600};
    fuzz_check(plan.inputs != NULL, "memory");
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "-runs=", 6) == 0)
            plan.runs = strtoul(argv[i] + 6, NULL, 10);
        else if (strncmp(argv[i], "-max_total_time=", 16) == 0)
            plan.end = time(NULL) + (time_t)strtoul(argv[i] + 16, NULL, 10);
        else if (*argv[i] != '-')
            read_input(argv[i], &plan.inputs[plan.count++]);
    }
    return plan;
}

/* Tries inputs made of others until their number or the time is at its end; returns how many. */
static size_t try_others(const struct plan *plan)
{
    size_t run = 0;
    for (; run < plan->runs && time(NULL) < plan->end; run++) {
        current = plan->inputs[draw(plan->count)];
        for (size_t edits = 1 + draw(EDITS_MAX); edits; edits--)
            edit(&plan->inputs[draw(plan->count)]);
        try_current();
    }
    return run;
}

int main(int argc, char **argv)
{
    struct plan plan = read_plan(argc, argv);
    set_handlers(argv[0]);
    for (size_t i = 0; i < plan.count; i++) {
        current = plan.inputs[i];
        try_current();
    }
    size_t others = plan.count ? try_others(&plan) : 0;
    printf("%zu files, %zu inputs made of them\n", plan.count, others);
    free(plan.inputs);
    return plan.count ? EXIT_SUCCESS : EXIT_FAILURE;
}
