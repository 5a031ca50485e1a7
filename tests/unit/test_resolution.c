/* Resolutions: who set what, in which order, and the same answer always. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accord.h"
#include "memory.h"
#include "mini.h"
#include "suite.h"

static const char fields[] =
    "  - {name: a, role: request, type: integer, default: \"1\", output: a}\n"
    "  - {name: b, role: request, type: integer, environment: MY_B, output: b}\n"
    "  - {name: thing, role: request, type: name, registry: things, output: thing}\n"
    "  - {name: n, role: fact, type: integer, default: \"5\", output: n}\n"
    "  - {name: old, role: request, type: integer, until: \"2.0.0\"}\n"
    "  - {name: sum, role: derived, type: integer, output: sum}\n";
static const char things[] = "  - {name: box, class: Box}\n  - {name: jar}\n";
static const char rules[] = "  - {id: add, stage: one, set: {sum: \"=a + n\"}}\n"
                            "  - {id: skip, stage: one, when: {a: [\">100\"]}, set: {b: \"0\"}}\n"
                            "  - {id: high, stage: two, when: {sum: [\">50\"]}, message: \"{sum} "
                            "of {thing.class}: {b} {thing}\", fix: [{field: a, value: \"{n}\"}]}\n";

static struct mini mini;

static enum origin_kind origin_of(const struct resolution *resolution, const char *field)
{
    return origin_kind_of(resolution->world.origins[mini_field(&mini, field)]);
}

static void test_origins(void)
{
    CU_ASSERT_FATAL(mini_init(&mini, fields, things, rules));
    struct resolution *resolution =
        mini_ask(&mini, "{\"thing\": \"box\"}", "{\"n\": 7, \"env\": {\"MY_B\": \"3\"}}");
    CU_ASSERT_EQUAL(origin_of(resolution, "a"), ORIGIN_DEFAULT);
    CU_ASSERT_EQUAL(origin_of(resolution, "b"), ORIGIN_ENVIRONMENT);
    CU_ASSERT_EQUAL(origin_of(resolution, "thing"), ORIGIN_REQUEST);
    CU_ASSERT_EQUAL(origin_of(resolution, "n"), ORIGIN_FACT);
    CU_ASSERT_EQUAL(origin_of(resolution, "sum"), ORIGIN_RULE);
    CU_ASSERT_EQUAL(origin_of(resolution, "old"), ORIGIN_NONE);
    CU_ASSERT_STRING_EQUAL(mini_value(resolution, "sum"), "8");
    resolution_free(resolution);
    mini_clear(&mini);
}

static void test_trace(void)
{
    CU_ASSERT_FATAL(mini_init(&mini, fields, things, rules));
    struct resolution *resolution = mini_ask(&mini, "{\"a\": 60}", NULL);
    static const bool acted[] = {true, false, true}; /* add and high, not skip */
    CU_ASSERT_EQUAL(memcmp(resolution->trace.acted, acted, sizeof acted), 0);
    CU_ASSERT_EQUAL(resolution->trace.error_count, 1);
    resolution_free(resolution);
    mini_clear(&mini);
}

static void test_fill(void)
{
    static const struct {
        const char *template, *text;
    } rows[] = {
        {"{sum} of {thing.class}: {b} {thing}", "65 of Box: unset box"},
        {"no place", "no place"},
        {"{thing.family}", "unset"},
        {"{a}{a}", "6060"},
        {"open {a", "open {a"},
        {"", ""},
    };
    CU_ASSERT_FATAL(mini_init(&mini, fields, things, rules));
    struct resolution *resolution = mini_ask(&mini, "{\"a\": 60, \"thing\": \"box\"}", NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (size_t size = 0; size <= 32; size++) {
            char buffer[33];
            memset(buffer, '#', sizeof buffer);
            size_t length = resolution_fill(resolution, rows[i].template, buffer, size);
            size_t kept = size == 0 ? 0 : length < size ? length : size - 1;
            CHECK_ROW(length == strlen(rows[i].text), rows[i].template);
            CHECK_ROW(memcmp(buffer, rows[i].text, kept) == 0 &&
                          (size == 0 || buffer[kept] == '\0'),
                      rows[i].template);
            CHECK_ROW(buffer[size] == '#', rows[i].template);
        }
    }
    resolution_free(resolution);
    mini_clear(&mini);
}

static void test_requested_text(void)
{
    CU_ASSERT_FATAL(mini_init(&mini, fields, things, rules));
    struct resolution *resolution = mini_ask(&mini, "{\"b\": \"many\", \"thing\": \"BOX\"}", NULL);
    char text[64];
    resolution_fill(resolution, "{b} {thing} {thing.class}", text, sizeof text);
    CU_ASSERT_STRING_EQUAL(text, "many BOX unset");
    resolution_free(resolution);
    mini_clear(&mini);
}

static uint64_t fingerprint(const char *request, const char *facts)
{
    struct resolution *resolution = mini_ask(&mini, request, facts);
    uint64_t print = resolution_fingerprint(resolution);
    resolution_free(resolution);
    return print;
}

static void test_fingerprint(void)
{
    CU_ASSERT_FATAL(mini_init(&mini, fields, things, rules));
    uint64_t first = fingerprint("{\"thing\": \"box\", \"a\": 2}", NULL);
    CU_ASSERT(first == fingerprint("{\"a\": 2, \"thing\": \"box\"}", NULL));
    CU_ASSERT(first == fingerprint("{\"a\": 2, \"thing\": \"box\"}", "{\"n\": 5}"));
    CU_ASSERT(first != fingerprint("{\"a\": 2, \"thing\": \"jar\"}", NULL));
    CU_ASSERT(first != fingerprint("{\"a\": 3, \"thing\": \"box\"}", NULL));
    CU_ASSERT(first != fingerprint("{\"a\": 2, \"thing\": \"box\"}", "{\"n\": 6}"));
    mini_release(&mini, "1.5.0");
    CU_ASSERT(first != fingerprint("{\"a\": 2, \"thing\": \"box\"}", NULL));
    mini_clear(&mini);
}

/* The same in every process, build and machine: this number changes only when the answer does. */
static void test_fixed_fingerprint(void)
{
    CU_ASSERT_FATAL(mini_init(&mini, fields, things, rules));
    uint64_t print = fingerprint("{\"a\": 2, \"thing\": \"box\"}", NULL);
    CU_ASSERT(print == UINT64_C(0xbe9a1ef7882db0d9));
    mini_clear(&mini);
}

static void test_faults(void)
{
    CU_ASSERT_FATAL(mini_init(&mini, fields, things, rules));
    struct resolution *resolution =
        mini_ask(&mini, "{\"thign\": \"box\", \"n\": 3, \"old\": 1, \"sum\": 2}", NULL);
    CU_ASSERT_FALSE(resolution_ok(resolution));
    CU_ASSERT_PTR_NULL(resolution_reason(resolution));
    CU_ASSERT_EQUAL_FATAL(resolution->fault_count, 4);
    CU_ASSERT_STRING_EQUAL(resolution->faults[0].field, "thign");
    CU_ASSERT_STRING_EQUAL(resolution->faults[0].nearest, "thing");
    CU_ASSERT_EQUAL(resolution->faults[1].message,
                    MESSAGE_REQUEST_FIELD_UNKNOWN); /* a fact is not to be asked for */
    CU_ASSERT_EQUAL(resolution->faults[2].message, MESSAGE_FIELD_LIFETIME);
    CU_ASSERT_FALSE(resolution->trace.acted[0]);
    resolution_free(resolution);
    mini_clear(&mini);
}

static void test_own_texts(void)
{
    CU_ASSERT_FATAL(mini_init(&mini, fields, things, rules));
    struct resolution *resolution = mini_ask(&mini, "{\"thing\": \"a word of the request\"}", NULL);
    spec_clear(&mini.spec);
    spec_init(&mini.spec);
    CU_ASSERT_STRING_EQUAL(mini_value(resolution, "thing"), "a word of the request");
    resolution_free(resolution);
    mini_clear(&mini);
}

static void test_no_memory(void)
{
    CU_ASSERT_FATAL(mini_init(&mini, fields, things, rules));
    resolution_free(mini_ask(&mini, "{\"a\": 9, \"thing\": \"box\"}",
                             "{\"n\": 7, \"env\": {\"MY_B\": \"3\"}}"));
    bool failed = true;
    for (size_t count = 0; failed && count < 100; count++) {
        memory_fail_after(count);
        struct resolution *resolution = resolution_new_facts(&mini.base, &mini.facts, &mini.spec);
        failed = memory_restore();
        CU_ASSERT_EQUAL(resolution == NULL, failed);
        resolution_free(resolution);
    }
    CU_ASSERT_FALSE(failed);
    mini_clear(&mini);
}

static const struct test tests[] = {
    {"every value knows who gave it", test_origins},
    {"the trace holds the rules that acted", test_trace},
    {"templates fill any buffer and never more", test_fill},
    {"what is unknown shows as it was written", test_requested_text},
    {"equal answers have equal fingerprints, others have not", test_fingerprint},
    {"a fingerprint stays the same over builds", test_fixed_fingerprint},
    {"fields that cannot be asked for are faults of the request", test_faults},
    {"a resolution keeps no texts of its request", test_own_texts},
    {"resolving survives the want of memory", test_no_memory},
};

const struct suite suite_resolution = {"resolution", tests, sizeof tests / sizeof *tests};
