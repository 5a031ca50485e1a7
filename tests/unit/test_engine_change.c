/* Engines that change: registries, layers, tables of one's own, and threads that resolve meanwhile.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accord.h"
#include "files.h"
#include "suite.h"

static accord_engine *engine;
static accord_findings *findings;

static void open_engine(void)
{
    engine = accord_engine_new();
    findings = accord_findings_new();
    accord_facts *facts = accord_facts_new();
    CU_ASSERT_FATAL(engine && findings && facts);
    accord_facts_set(facts, "cuda.count", "2");
    CU_ASSERT_EQUAL(accord_engine_use(engine, "lightning@2.6.5", findings), ACCORD_OK);
    CU_ASSERT_EQUAL(accord_engine_set_facts(engine, facts), ACCORD_OK);
    accord_facts_free(facts);
}

static void close_engine(void)
{
    accord_engine_free(engine);
    accord_findings_free(findings);
}

static const accord_framework *framework(void)
{
    const accord_framework *found = accord_engine_framework(engine, "lightning@2.6.5", findings);
    CU_ASSERT_PTR_NOT_NULL_FATAL(found);
    return found;
}

/* The result of a strategy's name on two GPUs: its class, or the reason it is refused, in a buffer
 * good until the next call. */
static const char *strategy_of(const char *name)
{
    static char text[256];
    struct accord_diagnostic diagnostic = {.reason = "nothing"};
    accord_spec *spec = accord_spec_new();
    accord_spec_set(spec, "strategy", name);
    accord_spec_set(spec, "accelerator", "cuda");
    accord_resolution *resolution = accord_engine_resolve(engine, spec);
    CU_ASSERT_PTR_NOT_NULL_FATAL(resolution);
    accord_resolution_diagnostic(resolution, 0, &diagnostic);
    const char *class_name = accord_resolution_ok(resolution)
                                 ? accord_resolution_get(resolution, "strategy")
                                 : diagnostic.reason;
    snprintf(text, sizeof text, "%s", class_name ? class_name : "nothing");
    accord_resolution_free(resolution);
    accord_spec_free(spec);
    return text;
}

static const struct accord_parameter own_attributes[] = {{"class", "OwnStrategy"}};
static const struct accord_parameter own_parameters[] = {{"find_unused_parameters", "True"}};
static const struct accord_entry own = {.name = "own_ddp",
                                        .base = "ddp",
                                        .summary = "a strategy of one's own",
                                        .attributes = own_attributes,
                                        .attribute_count = 1,
                                        .parameters = own_parameters,
                                        .parameter_count = 1};

static enum accord_status add(const struct accord_entry *entry, bool override)
{
    return accord_registry_register(engine, "lightning", "strategies", entry, override, findings);
}

static void test_names(void)
{
    open_engine();
    size_t count = 0;
    while (accord_registry_name(engine, framework(), "strategies", count))
        count++;
    CU_ASSERT(count > 10);
    CU_ASSERT_PTR_NULL(accord_registry_name(engine, framework(), "strategies", count));
    CU_ASSERT_PTR_NULL(accord_registry_name(engine, framework(), "nonsense", 0));
    CU_ASSERT_EQUAL(add(&own, false), ACCORD_OK);
    CU_ASSERT_STRING_EQUAL(accord_registry_name(engine, framework(), "strategies", count),
                           "own_ddp");
    close_engine();
}

static void test_get(void)
{
    struct accord_entry entry = {.name = "untouched"};
    open_engine();
    CU_ASSERT_EQUAL(accord_registry_get(engine, framework(), "strategies", "ddp_spawn", &entry),
                    ACCORD_OK);
    CU_ASSERT_STRING_EQUAL(entry.name, "ddp_spawn");
    CU_ASSERT(entry.attribute_count > 1 && entry.file && entry.line);
    entry.name = "untouched";
    CU_ASSERT_EQUAL(accord_registry_get(engine, framework(), "strategies", "nonsense", &entry),
                    ACCORD_NOT_FOUND);
    CU_ASSERT_EQUAL(accord_registry_get(engine, framework(), "nonsense", "ddp", &entry),
                    ACCORD_NOT_FOUND);
    CU_ASSERT_STRING_EQUAL(entry.name, "untouched");
    CU_ASSERT_EQUAL(add(&own, false), ACCORD_OK);
    CU_ASSERT_EQUAL(accord_registry_get(engine, framework(), "strategies", "own_ddp", &entry),
                    ACCORD_OK);
    CU_ASSERT_STRING_EQUAL(entry.base, "ddp");
    CU_ASSERT_EQUAL_FATAL(entry.parameter_count, 1);
    CU_ASSERT_STRING_EQUAL(entry.parameters[0].value, "True");
    CU_ASSERT_PTR_NOT_NULL(entry.registered_by);
    close_engine();
}

static void test_register(void)
{
    struct accord_entry taken = own;
    taken.name = "ddp";
    taken.base = NULL;
    open_engine();
    CU_ASSERT_STRING_EQUAL(strategy_of("own_ddp"), "strategy-unknown");
    CU_ASSERT_EQUAL(add(&own, false), ACCORD_OK);
    CU_ASSERT_STRING_EQUAL(strategy_of("own_ddp"), "OwnStrategy");
    CU_ASSERT_EQUAL(add(&own, false), ACCORD_REPEATED);
    CU_ASSERT_EQUAL(add(&taken, false), ACCORD_REPEATED);
    CU_ASSERT_STRING_EQUAL(strategy_of("ddp"), "DDPStrategy");
    close_engine();
}

static void test_override(void)
{
    static const struct accord_parameter other[] = {{"class", "OtherStrategy"}};
    struct accord_entry replaced = own;
    replaced.attributes = other;
    open_engine();
    CU_ASSERT_EQUAL(add(&own, false), ACCORD_OK);
    CU_ASSERT_EQUAL(add(&replaced, true), ACCORD_OK);
    CU_ASSERT_STRING_EQUAL(strategy_of("own_ddp"), "OtherStrategy");
    close_engine();
}

/* An object of the class is still one of that name; a base is what it is in the release. */
static void test_override_and_bases(void)
{
    struct accord_entry replaced = own, ours = {.name = "our_fsdp", .base = "fsdp"};
    replaced.name = "ddp";
    replaced.base = "DDPStrategy";
    open_engine();
    CU_ASSERT_EQUAL(add(&replaced, true), ACCORD_OK);
    CU_ASSERT_STRING_EQUAL(strategy_of("ddp"), "OwnStrategy");
    CU_ASSERT_EQUAL(add(&ours, false), ACCORD_OK);
    CU_ASSERT_STRING_EQUAL(strategy_of("our_fsdp"), "FSDPStrategy");
    close_engine();
}

/* A layer that comes later with the same name is told, as two files would be. */
static void test_later_layer(void)
{
    struct accord_diagnostic diagnostic;
    char *folder = files_make_folder();
    open_engine();
    CU_ASSERT_EQUAL(add(&own, false), ACCORD_OK);
    files_write(folder, "strategies.yaml",
                "format: 1\nstrategies:\n  - {name: own_ddp, base: ddp}\n");
    CU_ASSERT_EQUAL(accord_engine_load(engine, folder), ACCORD_OK);
    CU_ASSERT_PTR_NULL(accord_engine_framework(engine, "lightning@2.6.5", findings));
    CU_ASSERT_TRUE_FATAL(accord_findings_at(findings, 0, &diagnostic));
    CU_ASSERT_STRING_EQUAL(diagnostic.id, "ACC0120");
    close_engine();
    files_remove_folder(folder);
}

static void test_remove(void)
{
    open_engine();
    CU_ASSERT_EQUAL(add(&own, false), ACCORD_OK);
    CU_ASSERT_EQUAL(accord_registry_remove(engine, "lightning", "strategies", "own_ddp"),
                    ACCORD_OK);
    CU_ASSERT_EQUAL(accord_registry_remove(engine, "lightning", "strategies", "own_ddp"),
                    ACCORD_NOT_FOUND);
    CU_ASSERT_EQUAL(accord_registry_remove(engine, "lightning", "strategies", "nonsense"),
                    ACCORD_NOT_FOUND);
    CU_ASSERT_STRING_EQUAL(strategy_of("own_ddp"), "strategy-unknown");
    CU_ASSERT_STRING_EQUAL(strategy_of("ddp"), "DDPStrategy");
    CU_ASSERT_EQUAL(add(&own, false), ACCORD_OK);
    CU_ASSERT_STRING_EQUAL(strategy_of("own_ddp"), "OwnStrategy");
    close_engine();
}

/* Rules and entries that speak of it go on. */
static void test_remove_builtin(void)
{
    open_engine();
    CU_ASSERT_EQUAL(accord_registry_remove(engine, "lightning", "strategies", "fsdp"), ACCORD_OK);
    CU_ASSERT_STRING_EQUAL(strategy_of("fsdp"), "strategy-unknown");
    CU_ASSERT_STRING_EQUAL(strategy_of("fsdp_cpu_offload"), "FSDPStrategy");
    CU_ASSERT_EQUAL(accord_registry_remove(engine, "lightning", "strategies", "fsdp"),
                    ACCORD_NOT_FOUND);
    close_engine();
}

static void test_faulty_entries(void)
{
    struct accord_entry orphan = own;
    orphan.base = "nobody";
    open_engine();
    CU_ASSERT_NOT_EQUAL(add(&orphan, false), ACCORD_OK);
    CU_ASSERT_STRING_EQUAL(strategy_of("ddp"), "DDPStrategy"); /* as before */
    CU_ASSERT_EQUAL(add(&own, false), ACCORD_OK);
    CU_ASSERT_STRING_EQUAL(strategy_of("own_ddp"), "OwnStrategy");
    CU_ASSERT_NOT_EQUAL(
        accord_registry_register(engine, "nonsense", "strategies", &own, false, findings),
        ACCORD_OK);
    close_engine();
}

/* The same checks as for a file. */
static void test_refused_entries(void)
{
    static const struct accord_parameter unknown[] = {{"clas", "OwnStrategy"}};
    static const struct {
        struct accord_entry entry;
        const char *finding;
    } rows[] = {
        {{.name = "", .base = "ddp"}, "ACC0107"},
        {{.name = "a", .base = "ddp", .since = "new"}, "ACC0126"},
        {{.name = "b", .base = "ddp", .since = "2.0", .until = "1.0"}, "ACC0127"},
        {{.name = "c", .base = "ddp", .attributes = unknown, .attribute_count = 1}, "ACC0106"},
    };
    open_engine();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct accord_diagnostic diagnostic = {.id = "(none)"};
        accord_findings_clear(findings);
        CHECK_ROW(add(&rows[i].entry, false) == ACCORD_FAULTY, rows[i].entry.name);
        accord_findings_at(findings, 0, &diagnostic);
        CHECK_ROW(strcmp(diagnostic.id, rows[i].finding) == 0, diagnostic.id);
    }
    CU_ASSERT_EQUAL(
        accord_registry_register(engine, "lightning", "strategie", &own, false, findings),
        ACCORD_NOT_FOUND);
    CU_ASSERT_EQUAL(accord_registry_remove(engine, "lightning", "strategie", "ddp"),
                    ACCORD_NOT_FOUND);
    CU_ASSERT_STRING_EQUAL(strategy_of("ddp"), "DDPStrategy");
    close_engine();
}

/* A name that other releases have is free in this one. */
static void test_other_lifetime(void)
{
    struct accord_entry again = own;
    again.name = "ddp_sharded";
    again.since = "2.0.0";
    open_engine();
    CU_ASSERT_EQUAL(add(&again, false), ACCORD_OK);
    CU_ASSERT_STRING_EQUAL(strategy_of("ddp_sharded"), "OwnStrategy");
    again.since = "1.9.0";
    CU_ASSERT_EQUAL(add(&again, false), ACCORD_REPEATED);
    close_engine();
}

/* The release of an engine's own answers, in a buffer good until the next call. */
static const char *answered_release(void)
{
    static char release[16];
    accord_spec *spec = accord_spec_new();
    accord_resolution *resolution = accord_engine_resolve(engine, spec);
    char *json = resolution ? accord_resolution_json(resolution) : NULL,
         *at = json ? strstr(json, "\"version\": \"") : NULL;
    snprintf(release, sizeof release, "%.5s", at ? at + 12 : "none");
    free(json);
    accord_resolution_free(resolution);
    accord_spec_free(spec);
    return release;
}

static void test_choice_stays(void)
{
    char *folder = files_make_folder();
    open_engine();
    files_write(folder, "rules.yaml",
                "format: 1\nrules:\n  - {id: house, stage: strategy, when: {strategy: "
                "[ddp_spawn]}, message: m}\n");
    CU_ASSERT_EQUAL(accord_engine_use(engine, "lightning@1.9.5", findings), ACCORD_OK);
    CU_ASSERT_STRING_EQUAL(answered_release(), "1.9.5");
    CU_ASSERT_EQUAL(add(&own, false), ACCORD_OK);
    CU_ASSERT_STRING_EQUAL(answered_release(), "1.9.5");
    CU_ASSERT_EQUAL(accord_engine_load(engine, folder), ACCORD_OK);
    CU_ASSERT_STRING_EQUAL(answered_release(), "1.9.5");
    files_remove_folder(folder);
    close_engine();
}

static void test_snapshots(void)
{
    accord_spec *spec = accord_spec_new();
    accord_spec_set(spec, "accelerator", "cpu");
    accord_spec_set(spec, "strategy", "own_ddp");
    open_engine();
    const accord_framework *before = framework();
    accord_resolution *old = accord_framework_resolve(before, NULL, spec);
    CU_ASSERT_EQUAL(add(&own, false), ACCORD_OK);
    const accord_framework *after = framework();
    CU_ASSERT_PTR_NOT_EQUAL(before, after);
    accord_resolution *still = accord_framework_resolve(before, NULL, spec),
                      *new = accord_framework_resolve(after, NULL, spec);
    CU_ASSERT_FALSE(accord_resolution_ok(old));
    CU_ASSERT_FALSE(accord_resolution_ok(still));
    CU_ASSERT(accord_resolution_ok(new));
    CU_ASSERT_STRING_EQUAL(accord_resolution_fingerprint(old),
                           accord_resolution_fingerprint(still));
    accord_resolution_free(old);
    accord_resolution_free(still);
    accord_resolution_free(new);
    accord_spec_free(spec);
    close_engine();
}

/* ---- threads */

enum { THREADS = 4, REGISTRATIONS = 3 };

static atomic_bool done;

/* Resolves until told to stop; returns how many answers were wrong. */
static void *resolve_on(void *context)
{
    size_t wrong = 0;
    accord_spec *spec = accord_spec_new();
    (void)context;
    accord_spec_set(spec, "accelerator", "cuda");
    accord_spec_set(spec, "strategy", "ddp");
    for (size_t i = 0; i < 50 || !atomic_load(&done); i++) {
        accord_resolution *resolution = accord_engine_resolve(engine, spec);
        const char *devices = resolution ? accord_resolution_get(resolution, "devices") : NULL;
        wrong += devices == NULL || strcmp(devices, "cuda:0, cuda:1") != 0;
        accord_resolution_free(resolution);
    }
    accord_spec_free(spec);
    return (void *)wrong;
}

static void test_threads(void)
{
    pthread_t threads[THREADS];
    open_engine();
    atomic_store(&done, false);
    for (int i = 0; i < THREADS; i++)
        CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i], NULL, resolve_on, NULL), 0);
    for (int i = 0; i < REGISTRATIONS; i++) {
        char name[32];
        struct accord_entry entry = own;
        snprintf(name, sizeof name, "own_%d", i);
        entry.name = name;
        CU_ASSERT_EQUAL(add(&entry, false), ACCORD_OK);
    }
    atomic_store(&done, true);
    for (int i = 0; i < THREADS; i++) {
        void *wrong = NULL;
        pthread_join(threads[i], &wrong);
        CU_ASSERT_PTR_NULL(wrong);
    }
    CU_ASSERT_STRING_EQUAL(strategy_of("own_2"), "OwnStrategy");
    close_engine();
}

/* ---- layers and tables */

static void test_layers(void)
{
    char *folder = files_make_folder(), layer[1200], broken[1200];
    open_engine();
    files_write(folder, "house/rules.yaml",
                "format: 1\nrules:\n  - {id: house-no-spawn, stage: strategy, when: {strategy: "
                "[ddp_spawn]}, message: not in this house}\n");
    files_write(folder, "house/strategies.yaml",
                "format: 1\nstrategies:\n  - {name: house_ddp, base: ddp, class: HouseStrategy}\n");
    files_write(folder, "broken/rules.yaml",
                "format: 1\nrules:\n  - {id: oops, stage: nowhere, message: m}\n");
    snprintf(layer, sizeof layer, "%s/house", folder);
    snprintf(broken, sizeof broken, "%s/broken", folder);
    CU_ASSERT_STRING_EQUAL(strategy_of("ddp_spawn"), "DDPStrategy");
    CU_ASSERT_EQUAL(accord_engine_load(engine, layer), ACCORD_OK);
    CU_ASSERT_STRING_EQUAL(strategy_of("ddp_spawn"), "house-no-spawn");
    CU_ASSERT_STRING_EQUAL(strategy_of("house_ddp"), "HouseStrategy");
    CU_ASSERT_STRING_EQUAL(strategy_of("ddp"), "DDPStrategy");
    CU_ASSERT_EQUAL(add(&own, false), ACCORD_OK);
    CU_ASSERT_STRING_EQUAL(strategy_of("own_ddp"), "OwnStrategy");
    CU_ASSERT_EQUAL(accord_findings_count(findings), 0);
    CU_ASSERT_EQUAL(accord_engine_load(engine, broken), ACCORD_OK);
    CU_ASSERT_PTR_NULL(accord_engine_framework(engine, "lightning@2.6.5", findings));
    CU_ASSERT(accord_findings_errors(findings) > 0);
    files_remove_folder(folder);
    close_engine();
}

static void test_tables(void)
{
    char *folder = files_make_folder();
    accord_spec *spec = accord_spec_new();
    open_engine();
    files_write(folder, "tiny/pack.yaml",
                "format: 1\npack: tiny\nversions: [\"1.0\"]\nstages: [only]\nfiles: [all.yaml]\n");
    files_write(folder, "tiny/all.yaml",
                "format: 1\nfields:\n  - {name: size, role: request, type: integer, default: "
                "\"3\", output: size}\n");
    CU_ASSERT_EQUAL(accord_engine_set_tables(engine, folder), ACCORD_OK);
    const accord_framework *tiny = accord_engine_framework(engine, "tiny", findings);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tiny);
    accord_resolution *resolution = accord_framework_resolve(tiny, NULL, spec);
    CU_ASSERT_STRING_EQUAL(accord_resolution_get(resolution, "size"), "3");
    CU_ASSERT_PTR_NULL(accord_engine_framework(engine, "lightning", findings));
    CU_ASSERT_EQUAL(accord_findings_errors(findings), 1);
    accord_resolution_free(resolution);
    accord_spec_free(spec);
    files_remove_folder(folder);
    close_engine();
}

/* The tables read from their files answer as those that are built in. */
static void test_tables_of_rules(void)
{
    char path[2048];
    open_engine();
    CU_ASSERT_STRING_EQUAL(strategy_of("ddp_spawn"), "DDPStrategy");
    snprintf(path, sizeof path, "%s", files_folder("../rules"));
    CU_ASSERT_EQUAL(accord_engine_set_tables(engine, path), ACCORD_OK);
    CU_ASSERT_STRING_EQUAL(strategy_of("ddp_spawn"), "DDPStrategy");
    CU_ASSERT_EQUAL(accord_findings_count(findings), 0);
    close_engine();
}

static const struct test tests[] = {
    {"names come in the order of registration, new ones last", test_names},
    {"an entry shows what it has and inherits", test_get},
    {"a registered entry can be asked for, a taken name cannot", test_register},
    {"override replaces an entry", test_override},
    {"what overrides is known as what it replaced, bases are those of the release",
     test_override_and_bases},
    {"a layer that has a registered name is told", test_later_layer},
    {"a removed entry is gone, and its name is free", test_remove},
    {"a built-in entry can be removed", test_remove_builtin},
    {"an entry that makes the tables faulty changes nothing", test_faulty_entries},
    {"an entry is checked as one in a file is", test_refused_entries},
    {"a name of other releases is free", test_other_lifetime},
    {"the framework that was chosen stays so", test_choice_stays},
    {"frameworks in hand keep what they had", test_snapshots},
    {"threads resolve while another registers", test_threads},
    {"layers add rules and entries, faulty ones are reported", test_layers},
    {"tables of one's own replace the built-in ones", test_tables},
    {"tables from files answer as the built-in ones", test_tables_of_rules},
};

const struct suite suite_engine_change = {"engine_change", tests, sizeof tests / sizeof *tests};
