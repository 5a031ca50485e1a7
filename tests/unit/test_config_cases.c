/* Walks tests/config: each folder there is a case, config files as users write them, with a file
 * `expected.txt` that lists what is read from them: the kind, the requests with the places of their
 * values, and the findings. Nothing is registered: a new folder is a new case. Every file of the
 * folder is read, but for those of the test itself; files in folders below are parts of composed
 * trees.
 *
 *   options   lines: kind=NAME (forced), release=PACK@VERSION, input=PATH (a file to read in
 *             place of all)
 *
 * With ACCORD_WRITE_EXPECTED set, `expected.txt` is written instead of compared: read the
 * difference before keeping it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config_text.h"
#include "files.h"
#include "memory.h"
#include "suite.h"

enum { INPUTS_MAX = 16, OPENED_MAX = 256 };

/* A case while it runs. */
struct run {
    char folder[1024];
    char kind[64], pack[64], version[32];
    char inputs[INPUTS_MAX][256];
    size_t input_count;
    char *opened[OPENED_MAX]; /* texts of parts, freed at the end */
    size_t opened_count;
    struct config_release release;
    struct config_options options;
};

static struct run run;
static void (*on_file)(const char *path, const char *text,
                       size_t length); /* what is done with every input */
static struct text output;

static bool open_part(void *context, const char *path, const char **ret_text, size_t *ret_length)
{
    (void)context;
    if (run.opened_count == OPENED_MAX)
        return false;
    char *text = files_read(path, ret_length);
    if (text)
        run.opened[run.opened_count++] = text;
    *ret_text = text;
    return text != NULL;
}

static void free_parts(void)
{
    while (run.opened_count)
        free(run.opened[--run.opened_count]);
}

/* ---- options */

static void read_options(void)
{
    char path[1200];
    size_t length;
    snprintf(path, sizeof path, "%s/options", run.folder);
    char *text = files_read(path, &length);
    for (char *line = text ? strtok(text, "\n") : NULL; line; line = strtok(NULL, "\n")) {
        if (sscanf(line, "kind=%63s", run.kind) == 1)
            run.options.kind = run.kind;
        if (sscanf(line, "release=%63[^@]@%31s", run.pack, run.version) == 2) {
            run.release = (struct config_release){run.pack, run.version};
            run.options.releases = &run.release;
            run.options.release_count = 1;
        }
        if (run.input_count < INPUTS_MAX &&
            sscanf(line, "input=%255s", run.inputs[run.input_count]) == 1)
            run.input_count++;
    }
    free(text);
}

static void add_input(const char *folder, const char *name)
{
    char path[2048];
    size_t length;
    bool is_own = strcmp(name, "expected.txt") == 0 || strcmp(name, "options") == 0;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char *text = is_own || strcmp(name, "about") == 0 ? NULL : files_read(path, &length);
    if (text && run.input_count < INPUTS_MAX)
        snprintf(run.inputs[run.input_count++], sizeof run.inputs[0], "%.250s", name);
    free(text);
}

/* ---- what is done with the inputs */

static void read_and_print(const char *path, const char *text, size_t length)
{
    struct config_file file;
    CU_ASSERT_EQUAL(config_read(config_text_kinds(), path, text, length, &run.options, &file),
                    CONFIG_OK);
    config_text_add(&output, run.folder, &file);
    config_file_clear(&file);
}

/* Reads every head of a file: none may crash, and every one is read. */
static void read_heads(const char *path, const char *text, size_t length)
{
    for (size_t head = 0; head < length; head++) {
        struct config_file file;
        char *copy = malloc(head + 1); /* so that reading behind the end is found */
        if (!copy)
            return;
        memcpy(copy, text, head);
        copy[head] = '\0';
        CHECK_ROW(config_read(config_text_kinds(), path, copy, head, &run.options, &file) ==
                      CONFIG_OK,
                  path);
        config_file_clear(&file);
        free_parts();
        free(copy);
    }
}

/* Lets every allocation fail once. */
static void read_without_memory(const char *path, const char *text, size_t length)
{
    for (size_t i = 0; i < 10000; i++) {
        struct config_file file = {.path = "untouched"};
        memory_fail_after(i);
        enum config_status status =
            config_read(config_text_kinds(), path, text, length, &run.options, &file);
        bool had_failed = memory_restore();
        free_parts();
        if (status == CONFIG_OK)
            config_file_clear(&file);
        else
            CHECK_ROW(!file.kind && !file.request_count, path);
        if (!had_failed) {
            CHECK_ROW(status == CONFIG_OK, path);
            return;
        }
    }
    CU_FAIL("no end of allocations");
}

static void run_case(const char *folder, const char *name)
{
    memset(&run, 0, sizeof run);
    snprintf(run.folder, sizeof run.folder, "%s/%s", folder, name);
    run.options.open = open_part;
    read_options();
    if (!run.input_count)
        files_each(run.folder, add_input);
    for (size_t i = 0; i < run.input_count; i++) {
        char path[2048];
        size_t length = 0;
        snprintf(path, sizeof path, "%s/%s", run.folder, run.inputs[i]);
        char *text = files_read(path, &length);
        CHECK_ROW(text != NULL, path);
        if (text)
            on_file(path, text, length);
        free(text);
        free_parts();
    }
}

/* ---- comparing */

static void write_expected(const char *path, const char *text)
{
    FILE *out = fopen(path, "wb");
    if (out) {
        fputs(text, out);
        fclose(out);
    }
}

static void compare_case(const char *folder, const char *name)
{
    char path[2048];
    size_t length;
    text_init(&output);
    text_add(&output, "");
    on_file = read_and_print;
    run_case(folder, name);
    snprintf(path, sizeof path, "%s/%s/expected.txt", folder, name);
    if (getenv("ACCORD_WRITE_EXPECTED")) {
        write_expected(path, output.bytes);
    } else {
        char *expected = files_read(path, &length);
        bool is_equal = expected && strcmp(expected, output.bytes) == 0;
        CHECK_ROW(is_equal, path);
        if (!is_equal)
            fprintf(stderr, "%s: read was:\n%s", path, output.bytes);
        free(expected);
    }
    text_clear(&output);
}

static void test_cases(void) { CU_ASSERT(files_each(files_folder("config"), compare_case) > 20); }

static void test_heads(void)
{
    on_file = read_heads;
    files_each(files_folder("config"), run_case);
}

static void test_memory(void)
{
    if (!config_text_kinds())
        return;
    on_file = read_without_memory;
    files_each(files_folder("config"), run_case);
}

static const struct test tests[] = {
    {"every case of tests/config is read as expected.txt says", test_cases},
    {"every head of every file of tests/config is read without a crash", test_heads},
    {"without memory, reading a file says so and leaks nothing", test_memory},
};

const struct suite suite_config_cases = {"config_cases", tests, sizeof tests / sizeof *tests};
