/* Facts: who wins, what is copied, and how trees of facts are flattened. */
#include <stdio.h>
#include <string.h>

#include "facts/facts.h"
#include "memory.h"
#include "suite.h"

static const struct span nowhere;

/* Records an integer; false without memory. */
static bool set_integer(struct facts *facts, const char *name, int64_t integer,
                        enum fact_source source)
{
    struct value value = {.kind = VALUE_INTEGER, .integer = integer};
    return facts_set(facts, name, &value, source, nowhere, NULL);
}

static int64_t integer_of(const struct facts *facts, const char *name)
{
    const struct fact *fact = facts_find(facts, name);
    return fact && fact->value->kind == VALUE_INTEGER ? fact->value->integer : -1;
}

static void test_empty(void)
{
    struct facts facts;
    facts_init(&facts);
    CU_ASSERT_PTR_NULL(facts_find(&facts, "cuda.count"));
    CU_ASSERT_EQUAL(facts.count, 0);
    facts_clear(&facts);
    facts_clear(&facts);
    facts_clear(NULL);
}

static void test_stronger_wins(void)
{
    struct facts facts;
    facts_init(&facts);
    CU_ASSERT_TRUE(set_integer(&facts, "a", 1, FACT_TARGET));
    CU_ASSERT_TRUE(set_integer(&facts, "a", 2, FACT_PROBE));
    CU_ASSERT_EQUAL(integer_of(&facts, "a"), 1);
    CU_ASSERT_TRUE(set_integer(&facts, "a", 3, FACT_TARGET));
    CU_ASSERT_EQUAL(integer_of(&facts, "a"), 3);
    CU_ASSERT_TRUE(set_integer(&facts, "a", 4, FACT_GIVEN));
    CU_ASSERT_EQUAL(integer_of(&facts, "a"), 4);
    CU_ASSERT_EQUAL(facts_find(&facts, "a")->source, FACT_GIVEN);
    CU_ASSERT_EQUAL(facts.count, 1);
    facts_clear(&facts);
}

static void test_copies(void)
{
    struct facts facts, copy;
    char name[] = "name", text[] = "text", file[] = "file.yaml", detail[] = "detail";
    struct value value = {.kind = VALUE_STRING, .count = 4, .text = text};
    facts_init(&facts);
    facts_init(&copy);
    CU_ASSERT_TRUE(facts_set(&facts, name, &value, FACT_FILE, (struct span){file, 3, 7}, detail));
    memset(name, '?', 4);
    memset(text, '?', 4);
    memset(file, '?', 4);
    memset(detail, '?', 6);
    for (int i = 0; i < 100; i++) {
        char other[16];
        snprintf(other, sizeof other, "n%d", i);
        CU_ASSERT_TRUE(set_integer(&facts, other, i, FACT_PROBE));
    }
    CU_ASSERT_TRUE(facts_copy(&copy, &facts));
    facts_clear(&facts);
    CU_ASSERT_EQUAL(copy.count, 101);
    const struct fact *fact = facts_find(&copy, "name");
    CU_ASSERT_PTR_NOT_NULL_FATAL(fact);
    CU_ASSERT_TRUE(value_is_text(fact->value, "text"));
    CU_ASSERT_STRING_EQUAL(fact->place.file, "file.yaml");
    CU_ASSERT_EQUAL(fact->place.column, 7);
    CU_ASSERT_STRING_EQUAL(fact->detail, "detail");
    CU_ASSERT_EQUAL(integer_of(&copy, "n99"), 99);
    facts_clear(&copy);
}

static void test_source_names(void)
{
    CU_ASSERT_STRING_EQUAL(fact_source_name(FACT_PROBE), "probe");
    CU_ASSERT_STRING_EQUAL(fact_source_name(FACT_TARGET), "target");
    CU_ASSERT_STRING_EQUAL(fact_source_name(FACT_FILE), "file");
    CU_ASSERT_STRING_EQUAL(fact_source_name(FACT_GIVEN), "given");
}

/* A tree read from JSON into facts, and what was found wrong with it. */
struct reading {
    struct arena arena;
    struct facts facts;
    struct diagnostics findings;
};

static void read_tree(struct reading *reading, const char *json)
{
    arena_init(&reading->arena);
    facts_init(&reading->facts);
    diagnostics_init(&reading->findings);
    struct value *tree = value_from_text(&reading->arena, json, strlen(json));
    CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
    CU_ASSERT_TRUE(
        facts_add_tree(&reading->facts, tree, FACT_FILE, "f.yaml", "detail", &reading->findings));
}

static void clear_reading(struct reading *reading)
{
    diagnostics_clear(&reading->findings);
    facts_clear(&reading->facts);
    arena_clear(&reading->arena);
}

static void test_tree(void)
{
    struct reading reading;
    read_tree(&reading, "{\"cuda\": {\"count\": 2}, \"cuda.name\": \"x\", \"methods\": [\"fork\"],"
                        " \"env\": {\"RANK\": \"0\", \"SIZE\": 4, \"FLAG\": true}}");
    CU_ASSERT_EQUAL(reading.findings.count, 0);
    CU_ASSERT_EQUAL(reading.facts.count, 6);
    CU_ASSERT_EQUAL(integer_of(&reading.facts, "cuda.count"), 2);
    const struct fact *fact = facts_find(&reading.facts, "cuda.name");
    CU_ASSERT_PTR_NOT_NULL_FATAL(fact);
    CU_ASSERT_STRING_EQUAL(fact->place.file, "f.yaml");
    CU_ASSERT_STRING_EQUAL(fact->detail, "detail");
    CU_ASSERT_EQUAL(fact->source, FACT_FILE);
    CU_ASSERT_EQUAL(facts_find(&reading.facts, "methods")->value->kind, VALUE_LIST);
    CU_ASSERT_TRUE(value_is_text(facts_find(&reading.facts, "env.RANK")->value, "0"));
    CU_ASSERT_TRUE(value_is_text(facts_find(&reading.facts, "env.SIZE")->value, "4"));
    CU_ASSERT_TRUE(value_is_text(facts_find(&reading.facts, "env.FLAG")->value, "true"));
    clear_reading(&reading);
}

static void test_faults_of_shape(void)
{
    static const struct {
        const char *json;
        enum message message;
        const char *word;
    } rows[] = {
        {"[1]", MESSAGE_REQUEST_SHAPE, "list"},
        {"{\"env\": 3}", MESSAGE_FACT_WRONG, "'env'"},
        {"{\"env\": {\"A\": null}}", MESSAGE_FACT_WRONG, "'env.A'"},
        {"{\"env\": {\"A\": [1]}}", MESSAGE_FACT_WRONG, "'env.A'"},
        {"{\"env\": {\"A\": {\"B\": 1}}}", MESSAGE_FACT_WRONG, "'env.A'"},
        {"{\"env.A\": null}", MESSAGE_FACT_WRONG, "'env.A'"},
        {"{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":1}}}}}}}}}",
         MESSAGE_YAML_TOO_DEEP, "8"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct reading reading;
        read_tree(&reading, rows[i].json);
        CHECK_ROW(reading.findings.count == 1, rows[i].json);
        if (reading.findings.count) {
            CHECK_ROW(reading.findings.items[0].message == rows[i].message, rows[i].json);
            CHECK_ROW(strstr(reading.findings.items[0].text, rows[i].word) != NULL, rows[i].json);
        }
        CHECK_ROW(reading.facts.count == 0, rows[i].json);
        clear_reading(&reading);
    }
    struct reading reading;
    read_tree(&reading, "null");
    CU_ASSERT_EQUAL(reading.findings.count, 0);
    clear_reading(&reading);
}

/* A mapping of `count` numbered keys with `length` bytes each. */
static void read_many(struct reading *reading, int count, int length)
{
    struct value value = {.kind = VALUE_MAPPING};
    char key[512];
    arena_init(&reading->arena);
    facts_init(&reading->facts);
    diagnostics_init(&reading->findings);
    for (int i = 0; i < count; i++) {
        snprintf(key, sizeof key, "%0*d", length, i);
        CU_ASSERT_TRUE_FATAL(
            value_append(&reading->arena, &value, key, value_integer(&reading->arena, i)));
    }
    CU_ASSERT_TRUE(
        facts_add_tree(&reading->facts, &value, FACT_FILE, NULL, NULL, &reading->findings));
}

static void test_bounds(void)
{
    struct reading reading;
    read_many(&reading, 5000, 5);
    CU_ASSERT_EQUAL(reading.facts.count, 4096);
    CU_ASSERT_EQUAL(reading.findings.count, 1);
    CU_ASSERT_EQUAL(reading.findings.items[0].message, MESSAGE_REQUEST_TOO_LARGE);
    clear_reading(&reading);
    read_many(&reading, 1, 255);
    CU_ASSERT_EQUAL(reading.facts.count, 1);
    clear_reading(&reading);
    read_many(&reading, 1, 256);
    CU_ASSERT_EQUAL(reading.facts.count, 0);
    CU_ASSERT_EQUAL(reading.findings.count, 1);
    clear_reading(&reading);
}

/* Every allocation fails once; what was there before stays. */
static void test_memory(void)
{
    struct value list = {.kind = VALUE_MAPPING};
    struct arena arena;
    arena_init(&arena);
    value_append(&arena, &list, "a", value_integer(&arena, 1));
    value_append(&arena, &list, "b", value_string(&arena, "text", 4));
    bool has_failed = true;
    for (size_t i = 0; has_failed; i++) {
        struct facts facts, copy;
        struct diagnostics findings;
        facts_init(&facts);
        facts_init(&copy);
        diagnostics_init(&findings);
        memory_fail_after(i);
        bool done = facts_add_tree(&facts, &list, FACT_FILE, "file", "detail", &findings) &&
                    facts_copy(&copy, &facts);
        has_failed = memory_restore();
        CU_ASSERT_EQUAL(done, !has_failed);
        CU_ASSERT_EQUAL(copy.count == 2, done);
        diagnostics_clear(&findings);
        facts_clear(&copy);
        facts_clear(&facts);
    }
    arena_clear(&arena);
}

static const struct test tests[] = {
    {"a set of facts begins empty and can be cleared twice", test_empty},
    {"a stronger source wins, an equal one replaces", test_stronger_wins},
    {"facts keep nothing of the caller's memory", test_copies},
    {"every source has a name", test_source_names},
    {"mappings are flattened and variables are texts", test_tree},
    {"faults of shape are reported and record nothing", test_faults_of_shape},
    {"the number of facts and the length of names are bounded", test_bounds},
    {"facts survive the want of memory", test_memory},
};

const struct suite suite_facts = {"facts", tests, sizeof tests / sizeof *tests};
