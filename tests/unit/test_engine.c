/* The public header from end to end: engines, frameworks, specs, facts and resolutions. Registries
 * and layers: test_engine_change.c. */
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
    CU_ASSERT_FATAL(engine && findings);
}

static void close_engine(void)
{
    accord_engine_free(engine);
    accord_findings_free(findings);
}

static const char *first_id(void)
{
    struct accord_diagnostic diagnostic;
    return accord_findings_at(findings, 0, &diagnostic) ? diagnostic.id : "(none)";
}

static accord_facts *facts_of(const char *const (*pairs)[2], size_t count)
{
    accord_facts *facts = accord_facts_new();
    for (size_t i = 0; i < count; i++)
        CU_ASSERT_EQUAL(accord_facts_set(facts, pairs[i][0], pairs[i][1]), ACCORD_OK);
    return facts;
}

static void test_null(void)
{
    accord_engine_free(NULL);
    accord_findings_free(NULL);
    accord_spec_free(NULL);
    accord_facts_free(NULL);
    accord_resolution_free(NULL);
    CU_ASSERT_FALSE(accord_resolution_ok(NULL));
}

static void test_words(void)
{
    for (int status = ACCORD_OK; status <= ACCORD_REPEATED; status++)
        CU_ASSERT(strlen(accord_status_text((enum accord_status)status)) > 3);
    CU_ASSERT_PTR_NOT_NULL(accord_status_text((enum accord_status)99));
    CU_ASSERT(strchr(accord_version(), '.') != NULL);
    CU_ASSERT_PTR_NOT_NULL(accord_features());
}

static void test_frameworks(void)
{
    static const struct {
        const char *name, *version; /* what is answered; NULL: nothing */
        const char *finding;
    } rows[] = {
        {"lightning", "2.6.5", "(none)"},      {"lightning@2.6.5", "2.6.5", "(none)"},
        {"lightning@1.9", "1.9.5", "(none)"},  {"lightning@latest", "2.6.5", "(none)"},
        {"lightning@2", "2.6.5", "(none)"},    {"lightning@99.0", "2.6.5", "ACC0205"},
        {"lightning@0.1", "1.6.0", "ACC0205"}, {"lightning@new", "2.6.5", "ACC0205"},
        {"lihgtning", NULL, "ACC0204"},        {"", NULL, "ACC0204"},
        {"../lightning", NULL, "ACC0204"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        open_engine();
        const accord_framework *framework = accord_engine_framework(engine, rows[i].name, findings);
        CHECK_ROW((framework != NULL) == (rows[i].version != NULL), rows[i].name);
        CHECK_ROW(strcmp(first_id(), rows[i].finding) == 0, rows[i].name);
        CHECK_ROW(accord_engine_framework(engine, rows[i].name, NULL) == framework, rows[i].name);
        if (framework) {
            accord_spec *spec = accord_spec_new();
            accord_resolution *resolution = accord_framework_resolve(framework, NULL, spec);
            char *json = accord_resolution_json(resolution), version[64];
            snprintf(version, sizeof version, "\"version\": \"%s\"", rows[i].version);
            CHECK_ROW(json && strstr(json, version), json);
            free(json);
            accord_resolution_free(resolution);
            accord_spec_free(spec);
        }
        close_engine();
    }
}

static void test_findings(void)
{
    struct accord_diagnostic diagnostic = {.id = "untouched"};
    open_engine();
    CU_ASSERT_EQUAL(accord_findings_count(findings), 0);
    CU_ASSERT_PTR_NULL(accord_engine_framework(engine, "lihgtning", findings));
    CU_ASSERT_EQUAL(accord_findings_count(findings), 1);
    CU_ASSERT_EQUAL(accord_findings_errors(findings), 1);
    CU_ASSERT_FALSE(accord_findings_at(findings, 1, &diagnostic));
    CU_ASSERT_STRING_EQUAL(diagnostic.id, "untouched");
    CU_ASSERT(accord_findings_at(findings, 0, &diagnostic));
    CU_ASSERT_EQUAL(diagnostic.severity, ACCORD_SEVERITY_ERROR);
    CU_ASSERT_STRING_EQUAL(diagnostic.nearest, "lightning");
    accord_findings_clear(findings);
    CU_ASSERT_EQUAL(accord_findings_count(findings), 0);
    CU_ASSERT_EQUAL(accord_findings_errors(findings), 0);
    close_engine();
}

static void test_setters(void)
{
    static const char *const pairs[][2] = {{"cuda.count", "2"}};
    accord_facts *facts = facts_of(pairs, 1);
    accord_spec *spec = accord_spec_new();
    open_engine();
    const accord_framework *framework =
        accord_engine_framework(engine, "lightning@2.6.5", findings);
    accord_spec_set_text(spec, "accelerator", "cuda");
    accord_spec_set_integer(spec, "devices", 2);
    accord_spec_set_boolean(spec, "sync_batchnorm", true);
    accord_spec_set_none(spec, "precision");
    accord_spec_set(spec, "num_nodes", "3");
    CU_ASSERT_EQUAL(accord_spec_set_place(spec, "devices", "train.yaml", 4, 11), ACCORD_OK);
    CU_ASSERT_EQUAL(accord_spec_set_place(spec, "strategy", "train.yaml", 5, 11), ACCORD_NOT_FOUND);
    accord_resolution *resolution = accord_framework_resolve(framework, facts, spec);
    CU_ASSERT(accord_resolution_ok(resolution));
    CU_ASSERT_STRING_EQUAL(accord_resolution_get(resolution, "devices"), "cuda:0, cuda:1");
    CU_ASSERT_STRING_EQUAL(accord_resolution_get(resolution, "layer_sync"), "TorchSyncBatchNorm");
    CU_ASSERT_STRING_EQUAL(accord_resolution_get(resolution, "precision"), "32-true");
    CU_ASSERT_STRING_EQUAL(accord_resolution_get(resolution, "num_nodes"), "3");
    accord_resolution_free(resolution);

    accord_spec_unset(spec, "accelerator");
    accord_spec_set_text(spec, "devices", "2"); /* the text, not the number */
    accord_spec_unset(spec, "num_nodes");
    resolution = accord_framework_resolve(framework, NULL, spec);
    CU_ASSERT_STRING_EQUAL(accord_resolution_get(resolution, "devices"), "cpu, cpu");
    accord_resolution_free(resolution);
    accord_spec_free(spec);
    accord_facts_free(facts);
    close_engine();
}

static void test_values(void)
{
    struct accord_value value = {.name = "untouched"};
    int64_t number = -7;
    accord_spec *spec = accord_spec_new();
    open_engine();
    accord_spec_set(spec, "accelerator", "cpu");
    accord_spec_set_place(spec, "accelerator", "train.yaml", 4, 11);
    accord_resolution *resolution =
        accord_framework_resolve(accord_engine_framework(engine, "lightning", NULL), NULL, spec);
    size_t count = accord_resolution_count(resolution);
    CU_ASSERT(count > 5);
    CU_ASSERT_FALSE(accord_resolution_at(resolution, count, &value));
    CU_ASSERT_STRING_EQUAL(value.name, "untouched");
    for (size_t i = 0; i < count; i++) {
        CU_ASSERT(accord_resolution_at(resolution, i, &value));
        CU_ASSERT_STRING_EQUAL(value.text, accord_resolution_get(resolution, value.name));
        CHECK_ROW(value.origin != ACCORD_ORIGIN_NONE, value.name);
        CHECK_ROW(value.origin != ACCORD_ORIGIN_RULE || (value.detail && value.file && value.line),
                  value.name);
        if (strcmp(value.name, "accelerator") == 0)
            CU_ASSERT(value.origin == ACCORD_ORIGIN_REQUEST &&
                      strcmp(value.file, "train.yaml") == 0 && value.line == 4 &&
                      value.column == 11);
    }
    CU_ASSERT(accord_resolution_integer(resolution, "world_size", &number) && number == 1);
    number = -7;
    CU_ASSERT_FALSE(accord_resolution_integer(resolution, "strategy", &number));
    CU_ASSERT_FALSE(accord_resolution_integer(resolution, "nonsense", &number));
    CU_ASSERT_EQUAL(number, -7);
    CU_ASSERT_PTR_NULL(accord_resolution_get(resolution, "nonsense"));
    accord_resolution_free(resolution);
    accord_spec_free(spec);
    close_engine();
}

static void test_reasons(void)
{
    struct accord_diagnostic diagnostic = {0};
    const char *field = NULL, *value = NULL;
    accord_spec *spec = accord_spec_new();
    open_engine();
    accord_spec_set(spec, "accelerator", "cpu");
    accord_spec_set(spec, "strategy", "fsdp");
    accord_resolution *resolution =
        accord_framework_resolve(accord_engine_framework(engine, "lightning", NULL), NULL, spec);
    CU_ASSERT_FALSE(accord_resolution_ok(resolution));
    size_t count = accord_resolution_diagnostics(resolution), first = count;
    for (size_t i = 0; i < count; i++) {
        CU_ASSERT(accord_resolution_diagnostic(resolution, i, &diagnostic));
        if (diagnostic.first)
            first = i;
    }
    CU_ASSERT_FATAL(first < count);
    CU_ASSERT_FALSE(accord_resolution_diagnostic(resolution, count, &diagnostic));
    accord_resolution_diagnostic(resolution, first, &diagnostic);
    CU_ASSERT_STRING_EQUAL(diagnostic.reason, "fsdp-needs-cuda");
    CU_ASSERT_STRING_EQUAL(diagnostic.raises, "ValueError");
    CU_ASSERT_PTR_NULL(strchr(diagnostic.message, '{'));
    CU_ASSERT(diagnostic.rule_file && strstr(diagnostic.rule_file, ".yaml") &&
              diagnostic.rule_line);
    CU_ASSERT(accord_resolution_fix(resolution, first, 0, &field, &value) && field && value);
    CU_ASSERT_FALSE(accord_resolution_fix(resolution, first, 99, &field, &value));
    CU_ASSERT_FALSE(accord_resolution_fix(resolution, count, 0, &field, &value));
    accord_resolution_free(resolution);
    accord_spec_free(spec);
    close_engine();
}

static void test_trace(void)
{
    accord_spec *spec = accord_spec_new();
    open_engine();
    accord_resolution *one =
        accord_framework_resolve(accord_engine_framework(engine, "lightning", NULL), NULL, spec);
    accord_resolution *two =
        accord_framework_resolve(accord_engine_framework(engine, "lightning", NULL), NULL, spec);
    size_t count = accord_resolution_trace(one);
    CU_ASSERT(count > 3);
    for (size_t i = 0; i < count; i++)
        CU_ASSERT_PTR_NOT_NULL(accord_resolution_rule(one, i));
    CU_ASSERT_PTR_NULL(accord_resolution_rule(one, count));
    CU_ASSERT_EQUAL(strlen(accord_resolution_fingerprint(one)), 16);
    CU_ASSERT_STRING_EQUAL(accord_resolution_fingerprint(one), accord_resolution_fingerprint(two));
    char *text = accord_resolution_report(one, "text", false),
         *json = accord_resolution_report(one, "json", false);
    CU_ASSERT(text && json && *json == '{');
    CU_ASSERT_PTR_NULL(accord_resolution_report(one, "nonsense", false));
    free(text);
    free(json);
    accord_resolution_free(one);
    accord_resolution_free(two);
    accord_spec_free(spec);
    close_engine();
}

static void test_specs_from_json(void)
{
    static const struct {
        const char *json, *finding;
    } rows[] = {
        {"{}", "(none)"},          {"{\"devices\": [0, {\"a\": null}]}", "(none)"},
        {"", "ACC0207"},           {"[1]", "ACC0208"},
        {"{\"a\": 1", "ACC0207"},  {"3", "ACC0208"},
        {"{\"a\":1,}", "ACC0207"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        open_engine();
        accord_spec *spec = accord_spec_from_json(rows[i].json, strlen(rows[i].json), findings);
        CHECK_ROW((spec != NULL) == (strcmp(rows[i].finding, "(none)") == 0), rows[i].json);
        CHECK_ROW(strcmp(first_id(), rows[i].finding) == 0, rows[i].json);
        accord_spec_free(spec);
        accord_spec_free(accord_spec_from_json(rows[i].json, strlen(rows[i].json), NULL));
        close_engine();
    }
}

static bool fact_named(accord_facts *facts, const char *name, struct accord_fact *ret_fact)
{
    for (size_t i = 0; accord_facts_at(facts, i, ret_fact); i++) {
        if (strcmp(ret_fact->name, name) == 0)
            return true;
    }
    return false;
}

static void test_facts(void)
{
    struct accord_fact fact = {0};
    char path[2048], *folder = files_make_folder();
    accord_facts *facts = accord_facts_new(), *again = accord_facts_new();
    open_engine();
    snprintf(path, sizeof path, "%s/facts.yaml", folder);
    CU_ASSERT(files_write(
        folder, "facts.yaml",
        "format: 1\nfacts: {cuda.count: 3, mps: {available: false}}\nenv: {RANK: \"1\"}\n"));
    CU_ASSERT_EQUAL(accord_facts_target(facts, engine, "dgx-h100", findings), ACCORD_OK);
    CU_ASSERT(fact_named(facts, "cuda.count", &fact) && strcmp(fact.text, "8") == 0 &&
              strcmp(fact.source, "target") == 0);
    CU_ASSERT_EQUAL(accord_facts_read(facts, path, findings), ACCORD_OK);
    CU_ASSERT(fact_named(facts, "cuda.count", &fact) && strcmp(fact.text, "3") == 0 &&
              fact.line == 2);
    CU_ASSERT_EQUAL(accord_facts_target(facts, engine, "dgx-h100", findings),
                    ACCORD_OK); /* weaker than the file */
    CU_ASSERT(fact_named(facts, "cuda.count", &fact) && strcmp(fact.source, "file") == 0);
    CU_ASSERT_EQUAL(accord_facts_set(facts, "cuda.count", "4"), ACCORD_OK);
    CU_ASSERT_EQUAL(accord_facts_read(facts, path, findings), ACCORD_OK);
    CU_ASSERT(fact_named(facts, "cuda.count", &fact) && strcmp(fact.text, "4") == 0 &&
              strcmp(fact.source, "given") == 0);
    CU_ASSERT(fact_named(facts, "env.RANK", &fact) && strcmp(fact.text, "1") == 0);

    char *yaml = accord_facts_yaml(facts);
    CU_ASSERT(yaml && files_write(folder, "again.yaml", yaml));
    snprintf(path, sizeof path, "%s/again.yaml", folder);
    CU_ASSERT_EQUAL(accord_facts_read(again, path, findings), ACCORD_OK);
    CU_ASSERT_EQUAL(accord_facts_count(again), accord_facts_count(facts));
    free(yaml);
    CU_ASSERT_EQUAL(accord_findings_count(findings), 0);
    CU_ASSERT_NOT_EQUAL(accord_facts_read(again, "/nowhere/at/all", findings), ACCORD_OK);
    CU_ASSERT_EQUAL(accord_facts_target(again, engine, "dgx-h10", findings), ACCORD_FAULTY);
    CU_ASSERT_EQUAL(accord_findings_errors(findings), 2);
    accord_facts_free(facts);
    accord_facts_free(again);
    files_remove_folder(folder);
    close_engine();
}

static void test_engine_facts(void)
{
    static const char *const pairs[][2] = {{"cuda.count", "2"}};
    accord_facts *facts = facts_of(pairs, 1), *none = accord_facts_new();
    accord_spec *spec = accord_spec_new();
    open_engine();
    CU_ASSERT_EQUAL(accord_engine_use(engine, "lightning@1.9.5", findings), ACCORD_OK);
    CU_ASSERT_EQUAL(accord_engine_set_facts(engine, facts), ACCORD_OK);
    accord_facts_free(facts);
    accord_spec_set(spec, "accelerator", "gpu");
    accord_resolution *one = accord_engine_resolve(engine, spec);
    CU_ASSERT_EQUAL(accord_engine_set_facts(engine, none), ACCORD_OK);
    accord_resolution *two = accord_engine_resolve(engine, spec);
    CU_ASSERT(accord_resolution_ok(one));
    CU_ASSERT_FALSE(accord_resolution_ok(two));
    CU_ASSERT_EQUAL(accord_engine_use(engine, "nonsense", findings), ACCORD_FAULTY);
    accord_resolution_free(one);
    accord_resolution_free(two);
    accord_facts_free(none);
    accord_spec_free(spec);
    close_engine();
}

/* This machine, whatever it is: a request that runs everywhere. */
static void test_connector(void)
{
    accord_spec *spec = accord_spec_new();
    accord_spec_set(spec, "accelerator", "cpu");
    accord_spec_set(spec, "devices", "1");
    accord_resolution *resolution = resolve_connector(spec);
    CU_ASSERT_PTR_NOT_NULL_FATAL(resolution);
    const char *accelerator = accord_resolution_get(resolution, "accelerator");
    CU_ASSERT(!accord_resolution_ok(resolution) ||
              (accelerator && strcmp(accelerator, "cpu") == 0));
    accord_resolution_free(resolution);
    accord_spec_free(spec);
}

static void test_batch(void)
{
    static const struct {
        const char *line;
        enum accord_status status;
        bool ok;
        const char *part;
    } rows[] = {
        {"{\"id\": \"a\", \"request\": {\"accelerator\": \"cpu\"}}", ACCORD_OK, true,
         "\"id\":\"a\""},
        {"{\"id\": 3, \"framework\": \"lightning\", \"version\": \"1.9.5\", \"request\": "
         "{\"gpus\": 1}, \"facts\": {\"cuda.count\": 1}}",
         ACCORD_OK, true, "\"id\":3"},
        {"{\"id\": 4, \"request\": {\"accelerator\": \"nonsense\"}}", ACCORD_OK, false,
         "accelerator-unknown"},
        {"{\"id\": 5, \"request\": 3}", ACCORD_FAULTY, false, "ACC0208"},
        {"{\"id\": 6}", ACCORD_FAULTY, false, "ACC0208"},
        {"not json", ACCORD_FAULTY, false, "ACC0207"},
        {"{\"id\": 7, \"framework\": \"nonsense\", \"request\": {}}", ACCORD_FAULTY, false,
         "ACC0204"},
        {"", ACCORD_FAULTY, false, "ACC0207"},
    };
    open_engine();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *answer = NULL;
        bool ok = false;
        enum accord_status status =
            accord_engine_answer(engine, rows[i].line, strlen(rows[i].line), i + 1, &answer, &ok);
        CHECK_ROW(status == rows[i].status, rows[i].line);
        CHECK_ROW(ok == rows[i].ok, rows[i].line);
        CHECK_ROW(answer && strchr(answer, '\n') == NULL, rows[i].line);
        char *compact = answer;
        for (char *from = answer, *to = answer; answer && (*to = *from); from++)
            to += *from != ' ' || from[-1] != ':';
        CHECK_ROW(compact && strstr(compact, rows[i].part), compact);
        free(answer);
    }
    close_engine();
}

struct listing {
    size_t count, most;
    bool has_name;
    const char *wanted;
};

static bool count_item(void *context, const struct accord_item *item)
{
    struct listing *listing = context;
    listing->has_name = listing->has_name || strcmp(item->name, listing->wanted) == 0;
    return ++listing->count < listing->most;
}

static void test_listings(void)
{
    static const char *const rows[][2] = {
        {"frameworks", "lightning"}, {"fields", "accelerator"}, {"rules", "fsdp-needs-cuda"},
        {"targets", "dgx-h100"},     {"strategies", "ddp"},     {"accelerators", "cuda"},
        {"precisions", "16-mixed"},  {"environments", "slurm"},
    };
    open_engine();
    const accord_framework *framework = accord_engine_framework(engine, "lightning", findings);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct listing all = {.most = SIZE_MAX, .wanted = rows[i][1]},
                       one = {.most = 1, .wanted = rows[i][1]};
        CHECK_ROW(accord_engine_list(engine, framework, rows[i][0], count_item, &all) == ACCORD_OK,
                  rows[i][0]);
        CHECK_ROW(all.has_name, rows[i][1]);
        CHECK_ROW(accord_engine_list(engine, framework, rows[i][0], count_item, &one) ==
                          ACCORD_OK &&
                      one.count == 1,
                  rows[i][0]);
    }
    struct listing none = {.most = 1, .wanted = ""};
    CU_ASSERT_EQUAL(accord_engine_list(engine, framework, "nonsense", count_item, &none),
                    ACCORD_NOT_FOUND);
    CU_ASSERT_EQUAL(none.count, 0);
    close_engine();
}

static void test_explanations(void)
{
    static const char *const rows[] = {"fsdp-needs-cuda", "cpu-devices-not-positive", "ACC0106",
                                       "ACC0130"};
    const char *nearest = NULL;
    open_engine();
    const accord_framework *framework = accord_engine_framework(engine, "lightning", findings);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = accord_engine_explain(engine, framework, rows[i], false, &nearest);
        CHECK_ROW(text && strstr(text, rows[i]), rows[i]);
        free(text);
    }
    char *text = accord_engine_explain(engine, NULL, "ACC0106", true, NULL);
    CU_ASSERT_PTR_NOT_NULL(text);
    free(text);
    CU_ASSERT_PTR_NULL(accord_engine_explain(engine, framework, "fsdp-needs-cud", false, &nearest));
    CU_ASSERT(nearest && strcmp(nearest, "fsdp-needs-cuda") == 0);
    close_engine();
}

static void test_suggestions(void)
{
    open_engine();
    accord_spec *spec = accord_spec_new();
    CU_ASSERT_EQUAL(accord_spec_set(spec, "strategy", "dddp"), ACCORD_OK);
    accord_resolution *resolution = accord_engine_resolve(engine, spec);
    CU_ASSERT_PTR_NOT_NULL_FATAL(resolution);
    CU_ASSERT(accord_resolution_suggest(resolution, NULL, 0, SIZE_MAX, NULL) > 1);
    accord_resolution_free(resolution);
    accord_spec_free(spec);
    close_engine();
}

static const struct test tests[] = {
    {"nothing can be freed", test_null},
    {"statuses and versions have words", test_words},
    {"frameworks are found by name and release", test_frameworks},
    {"findings are told one by one", test_findings},
    {"fields are set with their types", test_setters},
    {"every value knows where it came from", test_values},
    {"every reason knows its rule and a fix", test_reasons},
    {"traces, fingerprints and reports", test_trace},
    {"all changes that help can be asked for", test_suggestions},
    {"requests come from JSON", test_specs_from_json},
    {"facts come from hands, files and targets, in this order", test_facts},
    {"an engine has a framework and facts of its own", test_engine_facts},
    {"resolve_connector answers for this machine", test_connector},
    {"one line is answered with one line", test_batch},
    {"what the tables hold is listed", test_listings},
    {"rules and messages explain themselves", test_explanations},
};

const struct suite suite_engine = {"engine", tests, sizeof tests / sizeof *tests};
