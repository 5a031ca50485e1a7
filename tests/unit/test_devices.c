/* How devices are read: the policies by themselves, and through them every kind of value on every
 * accelerator. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accord.h"
#include "mini.h"
#include "suite.h"

/* ---- policies by themselves */

static const char fields[] = "  - {name: d, role: request, type: value}\n"
                             "  - {name: here, role: fact, type: integer, default: \"4\"}\n"
                             "  - {name: d.fault, role: derived, type: text}\n"
                             "  - {name: d.count, role: derived, type: integer}\n"
                             "  - {name: d.ids, role: derived, type: list}\n";

struct row {
    const char *value;
    const char *result; /* a fault, ids, or "fault: ids" where both are delivered */
};

static void check_policy(const char *policy, const struct row *rows, size_t count)
{
    struct mini mini;
    char rules[256];
    snprintf(rules, sizeof rules,
             "  - {id: r, stage: one, read: {value: d, policy: %s, available: here, into: d}}\n",
             policy);
    bool loaded = mini_init(&mini, fields, NULL, rules);
    CHECK_ROW(loaded, policy);
    for (size_t i = 0; loaded && i < count; i++) {
        char request[128], found[256], row[512];
        snprintf(request, sizeof request, "{\"d\": %s}", rows[i].value);
        struct resolution *resolution = mini_ask(&mini, request, NULL);
        size_t length =
            (size_t)snprintf(found, sizeof found, "%s", mini_value(resolution, "d.fault"));
        const char *ids = mini_value(resolution, "d.ids");
        snprintf(found + length, sizeof found - length, "%s%s", length && *ids ? ": " : "", ids);
        snprintf(row, sizeof row, "%s of %s is %s, not %s", policy, rows[i].value, found,
                 rows[i].result);
        CHECK_ROW(strcmp(found, rows[i].result) == 0, row);
        resolution_free(resolution);
    }
    mini_clear(&mini);
}

#define CHECK_POLICY(policy, rows) check_policy(policy, rows, sizeof rows / sizeof *rows)

static void test_count(void)
{
    static const struct row rows[] = {
        {"2", "0, 1"},
        {"\" 2 \"", "0, 1"},
        {"true", "0"},
        {"false", "not-positive"},
        {"0", "not-positive"},
        {"-1", "not-positive"},
        {"\"-1\"", "not-positive"},
        {"1.0", "not-positive"},
        {"null", "not-positive"},
        {"[1]", "not-positive"},
        {"\"\\u00b2\"", "unreadable"},
        {"\"\\u0662\"", "0, 1"},
        {"\"1_0\"", "not-positive"},
        {"2000000000", "too-many"},
        {"\"99999999999999999999\"", "too-many"},
    };
    CHECK_POLICY("count", rows);
}

static void test_indices(void)
{
    static const struct row rows[] = {
        {"2", "0, 1"},
        {"-1", "0, 1, 2, 3"},
        {"\"-1\"", "0, 1, 2, 3"},
        {"\" -1 \"", "0, 1, 2, 3"},
        {"[3, 1]", "3, 1"},
        {"\"3,1,\"", "3, 1"},
        {"0", "none"},
        {"\"0\"", "none"},
        {"\" [] \"", "none"},
        {"[]", "none"},
        {"-2", "empty"},
        {"\",\"", "empty"},
        {"\"1, ,2\"", "unreadable"},
        {"\"x\"", "unreadable"},
        {"true", "wrong-type"},
        {"1.0", "wrong-type"},
        {"[true]", "wrong-type"},
        {"[1, 1]", "repeated: 1, 1"},
        {"[4]", "not-available: 4"},
        {"5", "not-available: 0, 1, 2, 3, 4"},
        {"[-1]", "not-available: -1"},
        {"[4, 4]", "repeated: 4, 4"},
    };
    CHECK_POLICY("indices", rows);
}

static void test_renumbered(void)
{
    static const struct row rows[] = {{"[3, 1]", "0, 1"},
                                      {"\"2,\"", "0"},
                                      {"2", "0, 1"},
                                      {"[9]", "not-available: 0"},
                                      {"null", "wrong-type"}};
    CHECK_POLICY("indices-renumbered", rows);
}

static void test_unchecked(void)
{
    static const struct row rows[] = {{"[3, 1]", "3, 1"},
                                      {"[\"1\"]", "not-available: 0"},
                                      {"true", "wrong-type"},
                                      {"[]", "none"}};
    CHECK_POLICY("indices-unchecked", rows);
}

static void test_slots(void)
{
    static const struct row rows[] = {
        {"1", "0"},
        {"4", "0, 1, 2, 3"},
        {"2", "not-allowed"},
        {"[2]", "2"},
        {"[4]", "not-allowed"},
        {"[-1]", "not-allowed"},
        {"[0, 1]", "not-allowed"},
        {"\"3,\"", "3"},
        {"\" 4 \"", "0, 1, 2, 3"},
        {"\"x\"", "unreadable"},
        {"\"\"", "not-allowed"},
        {"null", "wrong-type"},
        {"[\"0\"]", "wrong-type"},
        {"0", "not-allowed"},
        {"[]", "not-allowed"},
    };
    CHECK_POLICY("slots", rows);
}

static void test_eight_slots(void)
{
    static const struct row rows[] = {
        {"1", "0"},
        {"8", "0, 1, 2, 3, 4, 5, 6, 7"},
        {"4", "not-allowed"},
        {"[8]", "8"},
        {"[0]", "not-allowed"},
        {"[9]", "not-allowed"},
        {"\"5\"", "5"},
        {"\"1\"", "0"},
        {"\"5,\"", "5"},
        {"\"5,6\"", "not-allowed"},
        {"\"\"", "crash"},
        {"\"x\"", "unreadable"},
        {"true", "wrong-type"},
        {"[]", "crash"},
    };
    CHECK_POLICY("eight-slots", rows);
}

/* ---- the table of values and accelerators, on a machine with 2 GPUs, an Apple GPU, or 8 TPU cores
 */

enum { CPU, CUDA, MPS, TPU, KINDS };
static const char *const names[KINDS] = {"cpu", "cuda", "mps", "tpu"};

#define ZERO     "devices-zero"
#define CPU_BAD  "cpu-devices-not-positive"
#define TYPE     "devices-wrong-type"
#define TEXT     "number-unreadable"
#define EMPTY    "no-gpus"
#define TWICE    "gpu-ids-repeated"
#define AWAY     "gpu-not-on-machine"
#define NONE     "devices-none"
#define TPU_BAD  "tpu-devices-not-allowed"
#define TPU_TEXT "tpu-devices-unreadable"
#define C0       "cuda:0"
#define C01      "cuda:0, cuda:1"
#define M0       "mps:0"
#define X07      "xla:0, xla:1, xla:2, xla:3, xla:4, xla:5, xla:6, xla:7"

static const struct {
    const char *value; /* JSON */
    const char *results[KINDS];
} table[] = {
    {"\"auto\"", {"cpu", C01, M0, X07}},
    {"1", {"cpu", C0, M0, "xla:0"}},
    {"2", {"cpu, cpu", C01, AWAY, TPU_BAD}},
    {"3", {"cpu, cpu, cpu", AWAY, AWAY, TPU_BAD}},
    {"8", {"cpu, cpu, cpu, cpu, cpu, cpu, cpu, cpu", AWAY, AWAY, X07}},
    {"0", {ZERO, ZERO, ZERO, ZERO}},
    {"\"0\"", {ZERO, ZERO, ZERO, ZERO}},
    {"[]", {ZERO, ZERO, ZERO, ZERO}},
    {"0.0", {ZERO, ZERO, ZERO, ZERO}},
    {"false", {ZERO, ZERO, ZERO, ZERO}},
    {"-1", {CPU_BAD, C01, M0, TPU_BAD}},
    {"\"-1\"", {CPU_BAD, C01, M0, TPU_BAD}},
    {"\" -1 \"", {CPU_BAD, C01, M0, TPU_BAD}},
    {"\"-1 \"", {CPU_BAD, C01, M0, TPU_BAD}},
    {"-2", {CPU_BAD, EMPTY, EMPTY, TPU_BAD}},
    {"\"\"", {CPU_BAD, TEXT, TEXT, TPU_BAD}},
    {"\" \"", {CPU_BAD, TEXT, TEXT, TPU_BAD}},
    {"\"2\"", {"cpu, cpu", C01, AWAY, TPU_BAD}},
    {"\" 2 \"", {"cpu, cpu", C01, AWAY, TPU_BAD}},
    {"\"1\"", {"cpu", C0, M0, "xla:0"}},
    {"\"00\"", {CPU_BAD, EMPTY, EMPTY, TPU_BAD}},
    {"\" 0 \"", {CPU_BAD, NONE, TYPE, TPU_BAD}},
    {"\"[]\"", {CPU_BAD, NONE, TYPE, TPU_TEXT}},
    {"\"0,\"", {CPU_BAD, C0, M0, "xla:0"}},
    {"\"1,\"", {CPU_BAD, "cuda:1", AWAY, "xla:1"}},
    {"\"2,\"", {CPU_BAD, AWAY, AWAY, "xla:2"}},
    {"\",\"", {CPU_BAD, EMPTY, EMPTY, TPU_BAD}},
    {"\"0,1\"", {CPU_BAD, C01, AWAY, TPU_BAD}},
    {"\"0, 1\"", {CPU_BAD, C01, AWAY, TPU_BAD}},
    {"\"1,0\"", {CPU_BAD, "cuda:1, cuda:0", AWAY, TPU_BAD}},
    {"\"1,2,2\"", {CPU_BAD, TWICE, TWICE, TPU_BAD}},
    {"\"0,-1\"", {CPU_BAD, AWAY, AWAY, TPU_BAD}},
    {"\"-1,\"", {CPU_BAD, AWAY, AWAY, TPU_BAD}},
    {"\"1.5\"", {CPU_BAD, TEXT, TEXT, TPU_TEXT}},
    {"\"a\"", {CPU_BAD, TEXT, TEXT, TPU_TEXT}},
    {"\"AUTO\"", {CPU_BAD, TEXT, TEXT, TPU_TEXT}},
    {"\"cuda:0\"", {CPU_BAD, TEXT, TEXT, TPU_TEXT}},
    {"\"0x1\"", {CPU_BAD, TEXT, TEXT, TPU_TEXT}},
    {"\"+1\"", {CPU_BAD, C0, M0, "xla:0"}},
    {"\"1_0\"", {CPU_BAD, AWAY, AWAY, TPU_BAD}},
    {"[0]", {CPU_BAD, C0, M0, "xla:0"}},
    {"[1]", {CPU_BAD, "cuda:1", AWAY, "xla:1"}},
    {"[0, 1]", {CPU_BAD, C01, AWAY, TPU_BAD}},
    {"[1, 1]", {CPU_BAD, TWICE, TWICE, TPU_BAD}},
    {"[-1]", {CPU_BAD, AWAY, AWAY, TPU_BAD}},
    {"[8]", {CPU_BAD, AWAY, AWAY, TPU_BAD}},
    {"true", {"cpu", TYPE, TYPE, TYPE}},
    {"1.0", {CPU_BAD, TYPE, TYPE, TYPE}},
    {"1.5", {CPU_BAD, TYPE, TYPE, TYPE}},
    {"null", {CPU_BAD, TYPE, TYPE, TYPE}},
    {"[\"0\"]", {CPU_BAD, TYPE, TYPE, TYPE}},
    {"[0.0]", {CPU_BAD, TYPE, TYPE, TYPE}},
    {"[true]", {CPU_BAD, TYPE, TYPE, TYPE}},
    {"[null]", {CPU_BAD, TYPE, TYPE, TYPE}},
    {"[[0]]", {CPU_BAD, TYPE, TYPE, TYPE}},
    {"{\"0\": 1}", {CPU_BAD, TYPE, TYPE, TYPE}},
};

static accord_facts *machine(int kind)
{
    accord_facts *facts = accord_facts_new();
    if (kind == CUDA)
        accord_facts_set(facts, "cuda.count", "2");
    if (kind == MPS)
        accord_facts_set(facts, "mps.available", "true");
    if (kind == TPU) {
        accord_facts_set(facts, "tpu.count", "8");
        accord_facts_set(facts, "package.torch_xla", "true");
    }
    return facts;
}

static void check_cell(const accord_framework *framework, const char *value, int kind,
                       const char *result)
{
    char json[256], row[512];
    accord_facts *facts = machine(kind);
    snprintf(json, sizeof json, "{\"accelerator\": \"%s\", \"devices\": %s}", names[kind], value);
    accord_spec *spec = accord_spec_from_json(json, strlen(json), NULL);
    accord_resolution *resolution = accord_framework_resolve(framework, facts, spec);
    struct accord_diagnostic diagnostic;
    const char *found = accord_resolution_get(resolution, "devices");
    for (size_t i = 0; !accord_resolution_ok(resolution) &&
                       accord_resolution_diagnostic(resolution, i, &diagnostic);
         i++) {
        if (diagnostic.first)
            found = diagnostic.reason;
    }
    snprintf(row, sizeof row, "%s is %s, not %s", json, found ? found : "nothing", result);
    CHECK_ROW(found && strcmp(found, result) == 0, row);
    accord_resolution_free(resolution);
    accord_spec_free(spec);
    accord_facts_free(facts);
}

static void test_table(void)
{
    accord_engine *engine = accord_engine_new();
    const accord_framework *framework = accord_engine_framework(engine, "lightning@2.6.5", NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(framework);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        for (int kind = 0; kind < KINDS; kind++)
            check_cell(framework, table[i].value, kind, table[i].results[kind]);
    }
    accord_engine_free(engine);
}

static const struct test tests[] = {
    {"count: a number of processes", test_count},
    {"indices: a number, a text or a list of devices on the machine", test_indices},
    {"indices-renumbered: positions are delivered", test_renumbered},
    {"indices-unchecked: elements may be anything", test_unchecked},
    {"slots: one, all, or the one named", test_slots},
    {"eight-slots: counted from one, whatever the machine has", test_eight_slots},
    {"every value on every accelerator", test_table},
};

const struct suite suite_devices = {"devices", tests, sizeof tests / sizeof *tests};
