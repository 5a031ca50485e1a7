/* Tables that only checks look at: what packages bring a framework, and what job scripts say. */
#include <string.h>

#include "builtin.h"
#include "connector_check.h"
#include "tables/load.h"

/* Loads a table that stands beside those that packs list; NULL without findings when there is none.
 * False without memory. */
static bool load_table(struct accord_checker *checker, const struct table_source *source,
                       const char *path, enum table_kind kind, struct diagnostics *findings,
                       const void **ret_table)
{
    struct arena *arena = &checker->prepared->arena;
    struct source_bytes bytes = {0};
    struct load_content content = {.data = NULL};
    *ret_table = NULL;
    if (!source_has(source, path))
        return true;
    enum pack_status status = source_read(source, arena, path, (struct span){0}, findings, &bytes);
    const char *file = bytes.path ? arena_copy(arena, bytes.path, strlen(bytes.path)) : NULL;
    const struct load_request request = {
        .file = file, .bytes = bytes.bytes, .length = bytes.length, .kind = kind};
    if (status == PACK_OK)
        status = file ? load_file(arena, &request, findings, &content) : PACK_NO_MEMORY;
    source_bytes_clear(&bytes);
    *ret_table = status == PACK_OK ? content.data : NULL;
    return status != PACK_NO_MEMORY;
}

/* ---- packages.yaml */

/* Words as plain texts. False without memory. */
static bool read_names(struct arena *arena, const struct word_list *words,
                       struct wanted *ret_wanted)
{
    const char **names = arena_alloc(arena, words->count + 1, sizeof *names);
    for (size_t i = 0; names && i < words->count; i++)
        names[i] = words->items[i].text;
    *ret_wanted = (struct wanted){names, names ? words->count : 0};
    return names != NULL;
}

/* Facts that releases of other packages say; the first pack that names a fact names its packages.
 */
static bool read_pinned(struct preparation *prepared, const struct table_packages *table)
{
    for (size_t i = 0; i < table->pin_count; i++) {
        const struct model_test *pin = &table->pins[i];
        size_t known = 0;
        while (known < prepared->pinned_count &&
               strcmp(prepared->pinned[known].fact, pin->field.text) != 0)
            known++;
        if (known < prepared->pinned_count || known == PINS_MAX)
            continue;
        struct pinned_fact *pinned = &prepared->pinned[prepared->pinned_count++];
        pinned->fact = pin->field.text;
        if (!read_names(&prepared->arena, &pin->tests, &pinned->package))
            return false;
    }
    return true;
}

bool checker_read_packages(struct accord_checker *checker, struct pack_names *names,
                           struct diagnostics *findings)
{
    struct arena *arena = &checker->prepared->arena;
    const void *data = NULL;
    const char *path = arena_format(arena, "%s/packages.yaml", names->pack);
    struct table_source source = engine_source(checker->engine);
    if (path && !source_has(&source, path))
        source.directory = NULL;
    if (!path || !load_table(checker, &source, path, TABLE_PACKAGES, findings, &data))
        return false;
    const struct table_packages *table = data;
    return !table || (read_names(arena, &table->packages, &names->packages) &&
                      read_pinned(checker->prepared, table));
}

/* ---- job scripts */

/* A search for the table of the scheduler that a script is for. */
struct job_search {
    struct accord_checker *checker;
    const struct file_bytes *script;
    struct diagnostics *findings;
    const struct table_job *table; /* the one whose marker the script has, or the first of all */
    bool found, failed;            /* failed: no memory */
};

static void try_job_table(struct job_search *search, const struct table_source *source,
                          const char *path)
{
    const void *data;
    if (search->found || search->failed)
        return;
    search->failed = !load_table(search->checker, source, path, TABLE_JOB, search->findings, &data);
    const struct table_job *table = data;
    if (!table)
        return;
    search->found = memmem(search->script->text, search->script->length, table->marker.text,
                           strlen(table->marker.text));
    search->table = search->found || !search->table ? table : search->table;
}

/* Tries the tables in the folder jobs/ of a directory. */
static void try_job_folder(struct job_search *search, const char *directory)
{
    struct arena *arena = &search->checker->prepared->arena;
    const struct table_source source = {.directory = directory};
    const char **names = NULL, *folder = arena_format(arena, "%s/jobs", directory);
    size_t count = 0;
    if (!folder || !source_has(&source, "jobs"))
        search->failed = search->failed || !folder;
    else if (source_list(arena, folder, search->findings, &names, &count) == PACK_NO_MEMORY)
        search->failed = true;
    for (size_t i = 0; i < count; i++) {
        const char *path = arena_format(arena, "jobs/%s", names[i]);
        search->failed = search->failed || !path;
        if (path)
            try_job_table(search, &source, path);
    }
}

bool checker_find_job_table(struct accord_checker *checker, const struct file_bytes *script,
                            struct diagnostics *findings, const struct table_job **ret_table)
{
    const struct accord_engine *engine = checker->engine;
    const struct table_source builtin = {.files = builtin_files, .count = builtin_file_count};
    struct job_search search = {.checker = checker, .script = script, .findings = findings};
    for (size_t i = engine->layer_count; i > 0; i--)
        try_job_folder(&search, engine->layers[i - 1]);
    if (engine->tables)
        try_job_folder(&search, engine->tables);
    for (size_t i = 0; i < builtin_file_count; i++) {
        if (strncmp(builtin_files[i].path, "jobs/", 5) == 0)
            try_job_table(&search, &builtin, builtin_files[i].path);
    }
    *ret_table = search.table;
    return !search.failed;
}
