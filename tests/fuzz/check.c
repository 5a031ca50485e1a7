/* Checking: the first part is a file, checked and repaired on a machine, or on any when there is a
 * part "anywhere". Parts "settings", "baseline", "gitignore" and "job" are files of accord's own
 * and of others that a check reads. */
#include <stdlib.h>
#include <string.h>

#include "accord.h"
#include "builtin.h"
#include "check/baseline.h"
#include "check/gitignore.h"
#include "check/job.h"
#include "check/settings.h"
#include "fuzz.h"
#include "tables/load.h"
#include "tables/tree.h"

/* A checker that repairs in memory, made once and kept. */
static accord_checker *checker_get(bool anywhere)
{
    static accord_engine *engine;
    static accord_checker *checkers[2];
    accord_checker **checker = &checkers[anywhere];
    if (*checker)
        return *checker;
    engine = engine ? engine : accord_engine_new();
    *checker = accord_checker_new(engine);
    bool complete = accord_checker_set(*checker, "diff", "true", NULL) == ACCORD_OK &&
                    accord_checker_set(*checker, "unsafe-fixes", "true", NULL) == ACCORD_OK &&
                    (anywhere || accord_checker_set(*checker, "target", "workstation-2x-rtx-4090",
                                                    NULL) == ACCORD_OK);
    fuzz_check(complete, "there is a checker");
    return *checker;
}

/* What must hold for everything found. */
static void check_finding(const accord_checked *checked, size_t index, size_t length)
{
    struct accord_finding finding;
    fuzz_check(accord_checked_at(checked, index, &finding), "what was found can be read");
    fuzz_check(finding.id && finding.message && finding.fingerprint,
               "a finding has an id, words and a fingerprint");
    fuzz_check(!finding.fix || (finding.fix_start <= finding.fix_end && finding.fix_end <= length),
               "a repair lies in its file");
}

/* Checks a text; what was repaired is checked again, once. */
static void check_text_twice(const char *name, const char *text, size_t length, bool anywhere,
                             bool again)
{
    accord_checked *checked = accord_checker_check(checker_get(anywhere), name, text, length, NULL);
    size_t repaired_length = 0;
    fuzz_check(checked != NULL, "a text is checked");
    for (size_t i = 0; i < accord_checked_count(checked); i++)
        check_finding(checked, i, length);
    const char *repaired = accord_checked_repaired(checked, &repaired_length);
    if (repaired && again)
        check_text_twice(name, repaired, repaired_length, anywhere, false);
    accord_checked_free(checked);
}

/* ---- files around a check */

/* Reads settings, and each of them. */
static void try_settings(const struct value *tree, struct diagnostics *findings)
{
    struct settings settings;
    settings_init(&settings);
    fuzz_check(settings_read(&settings, tree, "accord.yaml", "/f", findings), "there is memory");
    for (enum setting_id i = 0; i < SETTING__COUNT; i++)
        settings_text(&settings, i);
    settings_clear(&settings);
}

/* Reads a baseline. */
static void try_baseline(const struct value *tree)
{
    struct baseline baseline = {0};
    bool faulty = false;
    fuzz_check(baseline_read(&baseline, tree, &faulty), "there is memory");
    baseline_stale(&baseline);
    baseline_clear(&baseline);
}

/* Reads patterns, and matches paths with them. */
static void try_gitignore(const struct part *part)
{
    static const char *const paths[] = {
        "/a/b/c.yaml", "/a/b/ccc.c", "/a/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", "/"};
    struct gitignore gitignore;
    gitignore_init(&gitignore, NULL, 1);
    fuzz_check(gitignore_add(&gitignore, part->text, part->length), "there is memory");
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        gitignore_has(&gitignore, paths[i], i % 2);
    gitignore_clear(&gitignore);
}

/* Reads a script by the table of the scheduler that is built in. */
static void try_job(const struct part *part, struct arena *arena, struct diagnostics *findings)
{
    struct facts facts;
    struct load_content content;
    size_t i = 0;
    while (i < builtin_file_count && strncmp(builtin_files[i].path, "jobs/", 5) != 0)
        i++;
    fuzz_check(i < builtin_file_count, "a scheduler is built in");
    const struct load_request request = {.file = "job",
                                         .bytes = builtin_files[i].text,
                                         .length = builtin_files[i].length,
                                         .kind = TABLE_JOB};
    fuzz_check(load_file(arena, &request, findings, &content) == PACK_OK, "its table is read");
    facts_init(&facts);
    fuzz_check(job_read(content.data, "job.sh", part->text, part->length, &facts, findings),
               "there is memory");
    facts_clear(&facts);
}

/* Reads a part as what its name says. */
static void try_part(const struct part *part, struct arena *arena, struct diagnostics *findings)
{
    struct value *tree = NULL;
    bool is_settings = strcmp(part->name, "settings") == 0,
         is_baseline = strcmp(part->name, "baseline") == 0;
    if ((is_settings || is_baseline) &&
        tree_read(arena, &(struct tree_text){"x", part->text, part->length, TREE_TYPED}, findings,
                  &tree) != PACK_OK)
        tree = NULL;
    if (tree && is_settings)
        try_settings(tree, findings);
    if (tree && is_baseline)
        try_baseline(tree);
    if (strcmp(part->name, "gitignore") == 0)
        try_gitignore(part);
    if (strcmp(part->name, "job") == 0)
        try_job(part, arena, findings);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct parts parts;
    struct arena arena;
    struct diagnostics findings;
    parts_split(&parts, data, size);
    arena_init(&arena);
    diagnostics_init(&findings);
    const struct part *first = &parts.items[0];
    check_text_twice(*first->name ? first->name : "config.yaml", first->text, first->length,
                     parts_find(&parts, "anywhere"), true);
    for (size_t i = 0; i < parts.count; i++)
        try_part(&parts.items[i], &arena, &findings);
    diagnostics_clear(&findings);
    arena_clear(&arena);
    parts_clear(&parts);
    return 0;
}
