/* From settings to what a check works with: tables, machines, frameworks, what is wanted, what is
 * known. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "builtin.h"
#include "check/file.h"
#include "check/job.h"
#include "connector_check.h"
#include "tables/tree.h"

static const struct setting_value *values(const struct accord_checker *checker, enum setting_id id)
{
    return checker->settings.states[id].values;
}

/* ---- tables ---- */

/* True when the engine has a directory of rules already, by this or another checker. */
static bool has_layer(const struct accord_engine *engine, const char *directory)
{
    for (size_t i = 0; i < engine->layer_count; i++) {
        if (strcmp(engine->layers[i], directory) == 0)
            return true;
    }
    return false;
}

/* Gives the engine the tables that the settings name and it does not have yet. */
static enum accord_status load_tables(struct accord_checker *checker)
{
    struct accord_engine *engine = checker->engine;
    enum accord_status status = ACCORD_OK;
    const struct setting_value *tables = values(checker, SETTING_TABLES);
    if (tables && !(engine->tables && strcmp(engine->tables, tables->text) == 0))
        status = accord_engine_set_tables(engine, tables->text);
    for (const struct setting_value *rules = values(checker, SETTING_RULES);
         rules && status == ACCORD_OK; rules = rules->next) {
        if (!has_layer(engine, rules->text))
            status = accord_engine_load(engine, rules->text);
    }
    return status;
}

/* Kinds of file: of the engine's tables, and of its layers over them. */
static enum accord_status load_kinds(struct accord_checker *checker, struct diagnostics *findings)
{
    struct preparation *prepared = checker->prepared;
    enum pack_status status =
        engine_kinds(checker->engine, &prepared->arena, findings, &prepared->kinds);
    return status == PACK_OK          ? ACCORD_OK
           : status == PACK_NO_MEMORY ? ACCORD_NO_MEMORY
                                      : ACCORD_FAULTY;
}

/* ---- frameworks ---- */

/* The pack that a given "name@release" is about; reported when there is none. */
static bool give_release(struct accord_checker *checker, const char *given,
                         struct diagnostics *findings)
{
    size_t length = strcspn(given, "@");
    for (size_t i = 0; i < checker->prepared->pack_count; i++) {
        struct pack_names *names = &checker->prepared->packs[i];
        if (strlen(names->pack) != length || memcmp(names->pack, given, length) != 0)
            continue;
        names->given = given;
        break;
    }
    return engine_framework(checker->engine, given, findings) != NULL;
}

static enum accord_status read_packs(struct accord_checker *checker, struct diagnostics *findings)
{
    struct preparation *prepared = checker->prepared;
    const char *name;
    size_t errors = findings->errors;
    for (size_t i = 0; i < PACKS_MAX && (name = engine_pack_name(checker->engine, i)); i++) {
        prepared->packs[prepared->pack_count++].pack = name;
        if (!checker_read_packages(checker, &prepared->packs[i], findings))
            return ACCORD_NO_MEMORY;
    }
    if (findings->errors > errors)
        return ACCORD_FAULTY;
    for (const struct setting_value *given = values(checker, SETTING_FRAMEWORK); given;
         given = given->next) {
        if (!give_release(checker, given->text, findings))
            return findings->errors ? ACCORD_FAULTY : ACCORD_NO_MEMORY;
    }
    /* Tables that cannot be loaded are said now, once, and not file by file. */
    for (size_t i = 0; i < prepared->pack_count; i++) {
        if (prepared->packs[i].given == NULL &&
            engine_framework(checker->engine, prepared->packs[i].pack, findings) == NULL)
            return findings->errors ? ACCORD_FAULTY : ACCORD_NO_MEMORY;
    }
    return ACCORD_OK;
}

/* ---- machines ---- */

static enum accord_status add_job(struct accord_checker *checker, const char *path,
                                  struct facts *facts, struct diagnostics *findings)
{
    struct file_bytes script;
    size_t errors = findings->errors;
    int error = file_read(path, &script);
    if (error) {
        diagnostics_add(findings, MESSAGE_FILE_UNREADABLE, (struct span){.file = path}, NULL, path,
                        strerror(error));
        return ACCORD_FAULTY;
    }
    const struct table_job *table;
    bool complete = checker_find_job_table(checker, &script, findings, &table);
    if (complete && table && findings->errors == errors)
        complete = job_read(table, path, script.text, script.length, facts, findings);
    file_bytes_clear(&script);
    return !complete ? ACCORD_NO_MEMORY : findings->errors > errors ? ACCORD_FAULTY : ACCORD_OK;
}

/* One fact by hand: NAME=VALUE. */
static enum accord_status add_fact(struct accord_checker *checker, struct accord_facts *facts,
                                   const char *pair)
{
    size_t length = strcspn(pair, "=");
    char *name = arena_copy(&checker->prepared->arena, pair, length);
    return name ? accord_facts_set(facts, name, pair + length + 1) : ACCORD_NO_MEMORY;
}

/* What is said of every machine: files, job scripts, single facts. */
static enum accord_status add_common(struct accord_checker *checker, struct accord_facts *facts,
                                     struct diagnostics *findings)
{
    enum accord_status status = ACCORD_OK;
    for (const struct setting_value *one = values(checker, SETTING_JOB); one && status == ACCORD_OK;
         one = one->next)
        status = add_job(checker, one->text, &facts->facts, findings);
    for (const struct setting_value *one = values(checker, SETTING_FACTS);
         one && status == ACCORD_OK; one = one->next)
        status = accord_facts_read(facts, one->text, (accord_findings *)(void *)findings);
    for (const struct setting_value *one = values(checker, SETTING_FACT);
         one && status == ACCORD_OK; one = one->next)
        status = add_fact(checker, facts, one->text);
    return status;
}

static enum accord_status describe(struct accord_checker *checker, const char *target,
                                   struct diagnostics *findings)
{
    struct preparation *prepared = checker->prepared;
    struct described_machine *machine = &prepared->machines[prepared->machine_count];
    machine->facts = accord_facts_new();
    machine->name = target;
    machine->whole = target || values(checker, SETTING_FACTS);
    if (machine->facts == NULL)
        return ACCORD_NO_MEMORY;
    prepared->machine_count++;
    enum accord_status status = ACCORD_OK;
    if (target)
        status = accord_facts_target(machine->facts, checker->engine, target,
                                     (accord_findings *)(void *)findings);
    return status == ACCORD_OK ? add_common(checker, machine->facts, findings) : status;
}

static enum accord_status describe_all(struct accord_checker *checker, struct diagnostics *findings)
{
    struct preparation *prepared = checker->prepared;
    size_t count = 1;
    for (const struct setting_value *one = values(checker, SETTING_TARGET); one; one = one->next)
        count++;
    prepared->machines = arena_alloc(&prepared->arena, count, sizeof *prepared->machines);
    if (prepared->machines == NULL)
        return ACCORD_NO_MEMORY;
    if (count == 1)
        return describe(checker, NULL, findings);
    enum accord_status status = ACCORD_OK;
    for (const struct setting_value *one = values(checker, SETTING_TARGET);
         one && status == ACCORD_OK; one = one->next)
        status = describe(checker, one->text, findings);
    return status;
}

/* ---- what is wanted and known ---- */

/* The rows of one setting. */
static bool read_rows(struct accord_checker *checker, enum setting_id id,
                      struct selection_row **ret_rows, size_t *ret_count)
{
    struct arena *arena = &checker->prepared->arena;
    size_t count = 0;
    for (const struct setting_value *one = values(checker, id); one; one = one->next)
        count++;
    struct selection_row *rows = arena_alloc(arena, count + 1, sizeof *rows);
    for (const struct setting_value *one = values(checker, id); rows && one; one = one->next) {
        size_t length = strcspn(one->text, "=");
        char *word = arena_copy(arena, one->text, length);
        if (word == NULL)
            return false;
        rows[*ret_count].word = word;
        if (one->text[length] == '=')
            severity_read(one->text + length + 1, &rows[*ret_count].severity);
        ++*ret_count;
    }
    *ret_rows = rows;
    return rows != NULL;
}

static enum accord_status read_baseline(struct accord_checker *checker,
                                        struct diagnostics *findings)
{
    struct preparation *prepared = checker->prepared;
    const char *path = settings_text(&checker->settings, SETTING_BASELINE);
    struct value *tree = NULL;
    bool faulty = false;
    if (path == NULL)
        return ACCORD_OK;
    enum pack_status status = tree_read_file(&prepared->arena, path, TREE_TYPED, findings, &tree);
    if (status == PACK_OK && !baseline_read(&prepared->checker.baseline, tree, &faulty))
        status = PACK_NO_MEMORY;
    if (status == PACK_OK && faulty) {
        diagnostics_add(findings, MESSAGE_REQUEST_SHAPE,
                        (struct span){.file = path, .line = 1, .column = 1}, NULL, "a baseline",
                        "what --write-baseline writes", "something else");
        return ACCORD_FAULTY;
    }
    return status == PACK_OK          ? ACCORD_OK
           : status == PACK_NO_MEMORY ? ACCORD_NO_MEMORY
                                      : ACCORD_FAULTY;
}

static enum accord_status read_exclude(struct accord_checker *checker)
{
    struct preparation *prepared = checker->prepared;
    gitignore_init(&prepared->exclude, NULL, strlen(checker->root) + (strlen(checker->root) > 1));
    for (const struct setting_value *one = values(checker, SETTING_EXCLUDE); one; one = one->next) {
        if (!gitignore_add(&prepared->exclude, one->text, strlen(one->text)))
            return ACCORD_NO_MEMORY;
    }
    return ACCORD_OK;
}

static enum accord_status read_wishes(struct accord_checker *checker, struct diagnostics *findings)
{
    struct preparation *prepared = checker->prepared;
    struct checker *inner = &prepared->checker;
    const struct settings *settings = &checker->settings;
    struct selection *selection = &inner->selection;
    char folder[4096];
    if (!read_rows(checker, SETTING_SELECT, &selection->select, &selection->select_count) ||
        !read_rows(checker, SETTING_IGNORE, &selection->ignore, &selection->ignore_count) ||
        !read_rows(checker, SETTING_SEVERITY, &selection->severity, &selection->severity_count))
        return ACCORD_NO_MEMORY;
    const char *here = getcwd(folder, sizeof folder) ? folder : "";
    inner->folder = arena_copy(&prepared->arena, here, strlen(here));
    inner->root = checker->root;
    inner->kinds = prepared->kinds;
    inner->kind = settings_text(settings, SETTING_KIND);
    inner->fix = settings_truth(settings, SETTING_FIX);
    inner->diff = settings_truth(settings, SETTING_DIFF);
    inner->unsafe = settings_truth(settings, SETTING_UNSAFE_FIXES);
    inner->find_releases = checker_find_releases;
    inner->context = checker;
    enum accord_status status = inner->folder ? read_exclude(checker) : ACCORD_NO_MEMORY;
    return status == ACCORD_OK ? read_baseline(checker, findings) : status;
}

/* ---- all of it ---- */

/* A forced kind must be one. */
static enum accord_status check_kind(const struct accord_checker *checker,
                                     struct diagnostics *findings)
{
    const char *kind = settings_text(&checker->settings, SETTING_KIND), *name, *summary, *names[64];
    size_t count = 0;
    while (count < 64 && config_kinds_at(checker->prepared->kinds, count, &name, &summary)) {
        if (kind && strcmp(kind, name) == 0)
            return ACCORD_OK;
        names[count++] = name;
    }
    if (kind == NULL)
        return ACCORD_OK;
    diagnostics_add(findings, MESSAGE_REQUEST_SHAPE, (struct span){0},
                    text_nearest(kind, names, count), "kind", "a kind of file", kind);
    return ACCORD_FAULTY;
}

/* Facts that were given must be some pack's. Every machine has them. */
static enum accord_status check_facts(struct accord_checker *checker, struct diagnostics *findings)
{
    const struct preparation *prepared = checker->prepared;
    const struct ruleset *rulesets[PACKS_MAX];
    size_t count = 0, errors = findings->errors;
    for (size_t i = 0; i < prepared->pack_count; i++) {
        const struct accord_framework *framework =
            engine_framework(checker->engine, prepared->packs[i].pack, findings);
        if (framework)
            rulesets[count++] = framework->pack->ruleset;
    }
    if (prepared->machine_count)
        report_facts(&prepared->machines[0].facts->facts, rulesets, count, findings);
    return findings->failed            ? ACCORD_NO_MEMORY
           : findings->errors > errors ? ACCORD_FAULTY
                                       : ACCORD_OK;
}

static enum accord_status prepare(struct accord_checker *checker, struct diagnostics *findings)
{
    enum accord_status status = load_tables(checker);
    if (status == ACCORD_OK)
        status = read_packs(checker, findings);
    if (status == ACCORD_OK)
        status = load_kinds(checker, findings);
    if (status == ACCORD_OK)
        status = check_kind(checker, findings);
    if (status == ACCORD_OK)
        status = describe_all(checker, findings);
    if (status == ACCORD_OK)
        status = check_facts(checker, findings);
    return status == ACCORD_OK ? read_wishes(checker, findings) : status;
}

enum accord_status checker_prepare(struct accord_checker *checker, struct diagnostics *findings)
{
    if (checker->prepared)
        return ACCORD_OK;
    struct preparation *prepared = calloc(1, sizeof *prepared);
    if (prepared == NULL)
        return ACCORD_NO_MEMORY;
    arena_init(&prepared->arena);
    pthread_mutex_init(&prepared->lock, NULL);
    checker->prepared = prepared;
    enum accord_status status = prepare(checker, findings);
    if (status != ACCORD_OK) {
        preparation_free(prepared);
        checker->prepared = NULL;
    }
    return status;
}

void preparation_free(struct preparation *prepared)
{
    if (prepared == NULL)
        return;
    for (struct known_judge *known = prepared->judges; known; known = known->next) {
        for (size_t i = 0; i < known->judge.machine_count; i++) {
            base_world_clear(&known->bases[i]);
            facts_clear(&known->facts[i]);
        }
    }
    for (size_t i = 0; i < FOLDERS_KEPT; i++)
        free(prepared->folders[i].path);
    for (size_t i = 0; i < prepared->machine_count; i++)
        accord_facts_free(prepared->machines[i].facts);
    config_kinds_free(prepared->kinds);
    baseline_clear(&prepared->checker.baseline);
    gitignore_clear(&prepared->exclude);
    pthread_mutex_destroy(&prepared->lock);
    arena_clear(&prepared->arena);
    free(prepared);
}
