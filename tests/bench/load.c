/* Milliseconds until the tables of a framework's release can be asked: built in, with something of
 * a team's own over them, and from files that are as they came or were changed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../unit/files.h"
#include "accord.h"
#include "builtin.h"

enum { ROUNDS = 15 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

/* The best of several rounds; `tables` and `layer` may be NULL. */
static void bench(const char *name, const char *tables, const char *layer)
{
    double best = 1e18;
    for (int round = 0; round < ROUNDS; round++) {
        accord_engine *engine = accord_engine_new();
        double start = now();
        if ((tables && accord_engine_set_tables(engine, tables) != ACCORD_OK) ||
            (layer && accord_engine_load(engine, layer) != ACCORD_OK) ||
            accord_engine_use(engine, "lightning@2.6.5", NULL) != ACCORD_OK)
            exit(EXIT_FAILURE);
        best = now() - start < best ? now() - start : best;
        accord_engine_free(engine);
    }
    printf("load     %-28s %10.2f ms\n", name, best);
}

/* Writes the built-in tables into a folder, a comment behind those whose path has `changed`. */
static void write_tables(const char *folder, const char *changed)
{
    for (size_t i = 0; i < builtin_file_count; i++) {
        const struct table_file *file = &builtin_files[i];
        char *text = malloc(file->length + 16);
        if (!text)
            exit(EXIT_FAILURE);
        memcpy(text, file->text, file->length);
        strcpy(text + file->length, strstr(file->path, changed) ? "\n# changed\n" : "");
        if (!files_write(folder, file->path, text))
            exit(EXIT_FAILURE);
        free(text);
    }
}

int main(void)
{
    static const char rule[] = "format: 1\nrules:\n- id: few-nodes\n  stage: request\n"
                               "  deny: {num_nodes: [\">16\"]}\n  message: 16 nodes at most\n";
    char *own = files_make_folder(), *tables = files_make_folder();
    if (!own || !tables || !files_write(own, "rules.yaml", rule))
        return EXIT_FAILURE;
    bench("built in", NULL, NULL);
    bench("a team's rule over them", NULL, own);
    write_tables(tables, "no such file");
    bench("from files, none changed", tables, NULL);
    write_tables(tables, "lightning/rules-devices.yaml");
    bench("from files, one changed", tables, NULL);
    write_tables(tables, ".yaml");
    bench("from files, all changed", tables, NULL);
    files_remove_folder(own);
    files_remove_folder(tables);
    return EXIT_SUCCESS;
}
