/* Every public call under failing allocations, each allocation in turn: nothing crashes, nothing
 * leaks (under a sanitizer or valgrind), outputs are untouched, and the object can be used
 * afterwards. Where a call allocates very often, as in compiling all tables, later allocations fail
 * in growing steps. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accord.h"
#include "unit/files.h"
#include "unit/memory.h"

/* What a call needs; made anew for every round. */
struct stage {
    accord_engine *engine;
    accord_findings *findings;
    accord_facts *facts;
    accord_spec *spec;
    const accord_framework *framework;
    accord_resolution *resolution;
    const char *folder; /* files to read */
};

/* The call under test: true when it did its work, whether with success or with findings. */
typedef bool call(struct stage *stage);

static char *folder;
static unsigned faults;

static void complain(const char *name, size_t round, const char *what)
{
    printf("not ok - %s, allocation %zu: %s\n", name, round, what);
    faults++;
}

/* A path in the folder of files, good until the next call. */
static const char *path_of(const char *name)
{
    static char path[2048];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* ---- the calls */

static bool call_findings(struct stage *stage)
{
    accord_findings *findings = accord_findings_new();
    (void)stage;
    accord_findings_free(findings);
    return findings != NULL;
}

static bool call_spec(struct stage *stage)
{
    accord_spec *spec = accord_spec_new();
    (void)stage;
    bool complete = spec && accord_spec_set(spec, "devices", "[0, 1]") == ACCORD_OK &&
                    accord_spec_set_text(spec, "strategy", "ddp") == ACCORD_OK &&
                    accord_spec_set_integer(spec, "num_nodes", 2) == ACCORD_OK &&
                    accord_spec_set_boolean(spec, "benchmark", true) == ACCORD_OK &&
                    accord_spec_set_none(spec, "precision") == ACCORD_OK &&
                    accord_spec_set_place(spec, "devices", "train.yaml", 1, 2) == ACCORD_OK;
    accord_spec_free(spec);
    return complete;
}

static bool call_spec_json(struct stage *stage)
{
    static const char json[] = "{\"strategy\": {\"class_path\": \"DDPStrategy\", \"init_args\": "
                               "{\"a\": [1, null, 2.5]}}, \"devices\": 2}";
    accord_spec *spec = accord_spec_from_json(json, sizeof json - 1, stage->findings);
    accord_spec_free(spec);
    return spec != NULL;
}

static bool call_facts_set(struct stage *stage)
{
    accord_facts *facts = accord_facts_new();
    (void)stage;
    bool complete = facts && accord_facts_set(facts, "cuda.count", "2") == ACCORD_OK &&
                    accord_facts_set(facts, "env.RANK", "0") == ACCORD_OK &&
                    accord_facts_set(facts, "start_methods", "[\"fork\"]") == ACCORD_OK;
    accord_facts_free(facts);
    return complete;
}

static bool call_facts_read(struct stage *stage)
{
    return accord_facts_read(stage->facts, path_of("facts.yaml"), stage->findings) == ACCORD_OK;
}

static bool call_facts_target(struct stage *stage)
{
    return accord_facts_target(stage->facts, stage->engine, "dgx-h100", stage->findings) ==
           ACCORD_OK;
}

static bool call_facts_check(struct stage *stage)
{
    accord_findings *findings = accord_findings_new();
    bool complete = findings && accord_facts_set(stage->facts, "cuda.cout", "2") == ACCORD_OK &&
                    accord_facts_check(stage->facts, stage->framework, findings) == ACCORD_FAULTY;
    accord_findings_free(findings);
    return complete;
}

static bool call_facts_yaml(struct stage *stage)
{
    struct accord_fact fact = {.name = NULL};
    char *yaml = accord_facts_yaml(stage->facts);
    bool complete = yaml && accord_facts_at(stage->facts, 0, &fact);
    free(yaml);
    return complete && fact.name;
}

static bool call_engine(struct stage *stage)
{
    accord_engine *engine = accord_engine_new();
    (void)stage;
    bool complete = engine && accord_engine_framework(engine, "lightning@2.6.5", NULL);
    accord_engine_free(engine);
    return complete;
}

static bool call_unknown(struct stage *stage)
{
    return accord_engine_framework(stage->engine, "lihgtning", stage->findings) == NULL &&
           accord_findings_count(stage->findings) == 1;
}

static bool call_use(struct stage *stage)
{
    return accord_engine_use(stage->engine, "lightning@1.9.5", stage->findings) == ACCORD_OK;
}

static bool call_set_facts(struct stage *stage)
{
    return accord_engine_set_facts(stage->engine, stage->facts) == ACCORD_OK;
}

static bool call_engine_resolve(struct stage *stage)
{
    if (accord_engine_set_facts(stage->engine, stage->facts) != ACCORD_OK)
        return false;
    accord_resolution *resolution = accord_engine_resolve(stage->engine, stage->spec);
    accord_resolution_free(resolution);
    return resolution != NULL;
}

static bool call_resolve(struct stage *stage)
{
    accord_resolution *one = accord_framework_resolve(stage->framework, stage->facts, stage->spec);
    accord_resolution *two = accord_framework_resolve(stage->framework, NULL, stage->spec);
    bool complete = one && two && accord_resolution_ok(one);
    accord_resolution_free(one);
    accord_resolution_free(two);
    return complete;
}

static bool call_read_resolution(struct stage *stage)
{
    struct accord_value value = {.text = NULL};
    int64_t number = -1;
    bool complete = true;
    for (size_t i = 0; i < accord_resolution_count(stage->resolution); i++)
        complete = accord_resolution_at(stage->resolution, i, &value) && value.text && complete;
    complete = accord_resolution_get(stage->resolution, "devices") && complete;
    complete = accord_resolution_integer(stage->resolution, "world_size", &number) && number == 2 &&
               complete;
    return accord_resolution_fingerprint(stage->resolution) && complete;
}

static bool call_reports(struct stage *stage)
{
    char *json = accord_resolution_json(stage->resolution);
    char *text = accord_resolution_report(stage->resolution, "text", true);
    bool complete = json && text;
    free(json);
    free(text);
    return complete;
}

/* A request that is refused: reasons, fixes, and both reports of them. */
static bool call_refused(struct stage *stage)
{
    struct accord_diagnostic diagnostic = {.message = NULL};
    const char *field = NULL, *value = NULL;
    bool complete = accord_spec_set(stage->spec, "accelerator", "cpu") == ACCORD_OK &&
                    accord_spec_set(stage->spec, "strategy", "fsdp") == ACCORD_OK;
    accord_resolution *resolution =
        complete ? accord_framework_resolve(stage->framework, NULL, stage->spec) : NULL;
    if (resolution == NULL)
        return false;
    complete = accord_resolution_diagnostic(resolution, 0, &diagnostic) && diagnostic.message &&
               accord_resolution_fix(resolution, 0, 0, &field, &value) && field && value;
    char *json = accord_resolution_json(resolution),
         *text = accord_resolution_report(resolution, "text", false);
    complete = complete && json && text;
    free(json);
    free(text);
    accord_resolution_free(resolution);
    return complete;
}

/* What decides a refusal, what would make it run, and how a value came about. */
static bool call_advice(struct stage *stage)
{
    struct accord_deciding deciding = {.field = NULL};
    struct accord_change change = {.field = NULL};
    bool complete = accord_spec_set(stage->spec, "devices", "3") == ACCORD_OK;
    accord_resolution *resolution =
        complete ? accord_framework_resolve(stage->framework, stage->facts, stage->spec) : NULL;
    if (resolution == NULL)
        return false;
    complete = accord_resolution_deciding(resolution, 0, &deciding) && deciding.field &&
               accord_resolution_suggest(resolution, NULL, 0, 1, NULL) == 1 &&
               accord_resolution_change(resolution, 0, 0, &change) && change.field;
    char *how = accord_resolution_explain(stage->resolution, "strategy");
    complete = complete && how;
    free(how);
    accord_resolution_free(resolution);
    return complete;
}

/* A request on a machine of which nothing is known. */
static bool call_examine(struct stage *stage)
{
    static const char *const unknown[] = {"cuda.count"};
    struct accord_case one = {.condition = NULL};
    struct accord_term term = {.text = NULL};
    accord_examination *examination =
        accord_framework_examine(stage->framework, NULL, stage->spec, unknown, 1);
    if (examination == NULL)
        return false;
    bool complete = accord_examination_verdict(examination) == ACCORD_VERDICT_DEPENDS &&
                    accord_examination_case(examination, 0, &one) && one.condition &&
                    accord_examination_term(examination, 0, 0, 0, &term) && term.text;
    char *json = accord_examination_report(examination, "json", false),
         *text = accord_examination_report(examination, "text", true);
    complete = complete && json && text;
    free(json);
    free(text);
    accord_examination_free(examination);
    return complete;
}

static bool call_answer(struct stage *stage)
{
    static const char line[] = "{\"id\": 1, \"framework\": \"lightning\", \"request\": "
                               "{\"accelerator\": \"gpu\", \"devices\": [0, 1]}, "
                               "\"facts\": {\"cuda.count\": 2, \"env\": {\"RANK\": \"0\"}}}";
    static const char broken[] = "{\"id\": 1, \"request\": 3}";
    char *answer = NULL, *refusal = NULL;
    bool ok = false, refused = false;
    bool complete =
        accord_engine_answer(stage->engine, line, sizeof line - 1, 1, &answer, &ok) == ACCORD_OK &&
        ok;
    complete = accord_engine_answer(stage->engine, broken, sizeof broken - 1, 2, &refusal,
                                    &refused) == ACCORD_FAULTY &&
               complete;
    free(answer);
    free(refusal);
    return complete;
}

static bool count_item(void *context, const struct accord_item *item)
{
    (void)item;
    ++*(size_t *)context;
    return true;
}

static bool call_list(struct stage *stage)
{
    static const char *const listings[] = {"frameworks", "targets", "fields", "rules",
                                           "strategies"};
    size_t count = 0;
    for (size_t i = 0; i < sizeof listings / sizeof *listings; i++)
        accord_engine_list(stage->engine, stage->framework, listings[i], count_item, &count);
    return count > 100;
}

static bool call_explain(struct stage *stage)
{
    const char *nearest = NULL;
    char *one =
        accord_engine_explain(stage->engine, stage->framework, "fsdp-needs-cuda", true, NULL);
    char *two = accord_engine_explain(stage->engine, NULL, "ACC0106", false, NULL);
    char *none =
        accord_engine_explain(stage->engine, stage->framework, "fsdp-needs-cud", false, &nearest);
    bool complete = one && two && none == NULL;
    free(one);
    free(two);
    return complete;
}

/* Has enough after the first example. */
static bool take_example(void *context, const struct accord_example *example)
{
    *(bool *)context = example->holds;
    return false;
}

static bool call_examples(struct stage *stage)
{
    bool holds = false;
    return accord_engine_try_examples(stage->engine, "lightning", take_example, &holds, NULL) ==
               ACCORD_OK &&
           holds;
}

static bool call_schema(struct stage *stage)
{
    char *own = accord_engine_schema(stage->engine, "rules", stage->findings);
    char *made = accord_engine_schema(stage->engine, "lightning@2.6.5", stage->findings);
    char *none = accord_engine_schema(stage->engine, "nothing", stage->findings);
    bool complete = own && made && none == NULL;
    free(own);
    free(made);
    return complete;
}

static bool call_registry_get(struct stage *stage)
{
    struct accord_entry entry = {.name = "untouched"};
    enum accord_status status =
        accord_registry_get(stage->engine, stage->framework, "strategies", "ddp_spawn", &entry);
    if (status != ACCORD_OK && strcmp(entry.name, "untouched") != 0)
        complain("accord_registry_get", 0, "an output was touched");
    return status == ACCORD_OK &&
           accord_registry_name(stage->engine, stage->framework, "strategies", 0);
}

/* These load and compile the whole tables from their files. */

static bool call_register(struct stage *stage)
{
    static const struct accord_parameter attributes[] = {{"class", "OwnStrategy"}};
    const struct accord_entry entry = {
        .name = "own", .base = "ddp", .attributes = attributes, .attribute_count = 1};
    return accord_registry_register(stage->engine, "lightning", "strategies", &entry, false,
                                    stage->findings) == ACCORD_OK &&
           accord_registry_remove(stage->engine, "lightning", "strategies", "own") == ACCORD_OK;
}

static bool call_layer(struct stage *stage)
{
    return accord_engine_load(stage->engine, path_of("layer")) == ACCORD_OK &&
           accord_engine_framework(stage->engine, "lightning@2.6.5", stage->findings);
}

static bool call_tables(struct stage *stage)
{
    return accord_engine_set_tables(stage->engine, folder) == ACCORD_OK &&
           accord_engine_framework(stage->engine, "tiny", stage->findings);
}

static bool call_faulty_tables(struct stage *stage)
{
    return accord_engine_load(stage->engine, path_of("broken")) == ACCORD_OK &&
           accord_engine_framework(stage->engine, "lightning@2.6.5", stage->findings) == NULL &&
           accord_findings_errors(stage->findings) > 0;
}

static const struct {
    const char *name;
    call *run;
    size_t most; /* rounds in which every allocation fails in turn; then steps grow */
} calls[] = {
    {"accord_findings_new", call_findings, 1000},
    {"accord_spec_set", call_spec, 1000},
    {"accord_spec_from_json", call_spec_json, 1000},
    {"accord_facts_set", call_facts_set, 1000},
    {"accord_facts_read", call_facts_read, 1000},
    {"accord_facts_target", call_facts_target, 1000},
    {"accord_facts_yaml", call_facts_yaml, 1000},
    {"accord_facts_check", call_facts_check, 1000},
    {"accord_engine_framework", call_engine, 1000},
    {"accord_engine_framework of an unknown name", call_unknown, 1000},
    {"accord_engine_use", call_use, 1000},
    {"accord_engine_set_facts", call_set_facts, 1000},
    {"accord_engine_resolve", call_engine_resolve, 1000},
    {"accord_framework_resolve", call_resolve, 1000},
    {"accord_resolution_at", call_read_resolution, 1000},
    {"accord_resolution_report", call_reports, 2000},
    {"accord_resolution_diagnostic", call_refused, 1000},
    {"accord_resolution_suggest", call_advice, 500},
    {"accord_framework_examine", call_examine, 500},
    {"accord_engine_answer", call_answer, 1000},
    {"accord_engine_list", call_list, 1000},
    {"accord_engine_explain", call_explain, 1000},
    {"accord_engine_schema", call_schema, 200},
    {"accord_engine_try_examples", call_examples, 60},
    {"accord_registry_get", call_registry_get, 1000},
    {"accord_engine_set_tables", call_tables, 2000},
    {"accord_engine_load", call_layer, 200},
    {"accord_engine_load of a faulty layer", call_faulty_tables, 100},
    {"accord_registry_register", call_register, 100},
};

/* ---- rounds */

static bool open_stage(struct stage *stage)
{
    *stage = (struct stage){.engine = accord_engine_new(),
                            .findings = accord_findings_new(),
                            .facts = accord_facts_new(),
                            .spec = accord_spec_new(),
                            .folder = folder};
    accord_facts_set(stage->facts, "cuda.count", "2");
    accord_spec_set(stage->spec, "accelerator", "gpu");
    accord_spec_set(stage->spec, "strategy", "ddp");
    stage->framework = accord_engine_framework(stage->engine, "lightning@2.6.5", NULL);
    stage->resolution = accord_framework_resolve(stage->framework, stage->facts, stage->spec);
    return stage->resolution != NULL;
}

static void close_stage(struct stage *stage)
{
    accord_resolution_free(stage->resolution);
    accord_spec_free(stage->spec);
    accord_facts_free(stage->facts);
    accord_findings_free(stage->findings);
    accord_engine_free(stage->engine);
}

/* The engine still answers after a call that found no memory. */
static bool still_works(struct stage *stage)
{
    const accord_framework *framework =
        accord_engine_framework(stage->engine, "lightning@2.6.5", NULL);
    if (framework == NULL)
        framework = stage->framework; /* tables were replaced: the one in hand stays good */
    accord_resolution *resolution = accord_framework_resolve(framework, NULL, stage->spec);
    bool works = resolution != NULL;
    accord_resolution_free(resolution);
    return works;
}

/* One round; true when an allocation failed. */
static bool run_round(const char *name, call *run, size_t round, bool look_after)
{
    struct stage stage;
    if (!open_stage(&stage)) {
        complain(name, round, "the test itself cannot be set up");
        close_stage(&stage);
        return false;
    }
    memory_fail_after(round);
    bool complete = run(&stage);
    bool failed = memory_restore();
    if (!complete && !failed)
        complain(name, round, "it failed although there was memory");
    if (failed && look_after && !still_works(&stage))
        complain(name, round, "the engine no longer works");
    close_stage(&stage);
    return failed;
}

static void run_call(const char *name, call *run, size_t most)
{
    size_t rounds = 0, round = 0, step = 1;
    unsigned before = faults;
    while (run_round(name, run, round, most >= 500)) {
        rounds++;
        if (round >= most)
            step += step / 8 + 1;
        round += step;
    }
    if (faults == before)
        printf("ok - %s: %zu failing allocations\n", name, rounds);
    fflush(stdout);
}

static bool write_files(void)
{
    folder = files_make_folder();
    return folder &&
           files_write(folder, "facts.yaml",
                       "format: 1\nfacts: {cuda.count: 3, mps: {available: false}}\nenv: {RANK: "
                       "\"1\"}\n") &&
           files_write(folder, "layer/rules.yaml",
                       "format: 1\nrules:\n  - {id: house, stage: strategy, when: {strategy: "
                       "[ddp_spawn]}, message: m}\n") &&
           files_write(folder, "broken/rules.yaml",
                       "format: 1\nrules:\n  - {id: oops, stage: nowhere, message: m}\n") &&
           files_write(
               folder, "tiny/pack.yaml",
               "format: 1\npack: tiny\nversions: [\"1.0\"]\nstages: [only]\nfiles: [all.yaml]\n") &&
           files_write(folder, "tiny/all.yaml",
                       "format: 1\nfields:\n  - {name: size, role: request, type: integer, "
                       "default: \"3\", output: size}\n");
}

int main(int argc, char **argv)
{
    if (!write_files()) {
        printf("not ok - files for the tests can be written\n");
        return EXIT_FAILURE;
    }
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        if (argc < 2 || strstr(calls[i].name, argv[1]))
            run_call(calls[i].name, calls[i].run, calls[i].most);
    }
    files_remove_folder(folder);
    printf("%zu passed, %u failed\n", sizeof calls / sizeof *calls - (faults ? 1 : 0), faults);
    return faults ? EXIT_FAILURE : EXIT_SUCCESS;
}
