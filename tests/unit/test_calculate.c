/* Expressions, as rules write them: each row is a rule of its own over the same request. */
#include <stdio.h>
#include <string.h>

#include "mini.h"
#include "suite.h"

static const char fields[] =
    "  - {name: a, role: request, type: integer, accepts: [integer, boolean, string]}\n"
    "  - {name: b, role: request, type: integer}\n"
    "  - {name: none, role: request, type: integer}\n"
    "  - {name: t, role: request, type: text}\n"
    "  - {name: group.flag, role: request, type: truth, from: flag}\n"
    "  - {name: thing, role: request, type: name, registry: things}\n"
    "  - {name: l, role: request, type: list}\n"
    "  - {name: ids, role: derived, type: list}\n"
    "  - {name: out, role: derived, type: value}\n";
static const char things[] =
    "  - {name: box, class: Box, device: \"box:{}\"}\n  - {name: jar, device: \"{}\"}\n";
static const char request[] = "{\"a\": 7, \"b\": -2, \"t\": \"word\", \"flag\": true, \"thing\": "
                              "\"box\", \"l\": [5, \"six\", [7]]}";

/* The result of an expression as text; "" is unset. */
static const char *calculated(const char *expression)
{
    char rules[512];
    struct mini mini;
    static char result[1024];
    snprintf(rules, sizeof rules,
             "  - {id: r, stage: one, set: {ids: \"=count(3)\", out: \"=%s\"}}\n", expression);
    bool loaded = mini_init(&mini, fields, things, rules);
    CHECK_ROW(loaded, expression);
    if (loaded) {
        struct resolution *resolution = mini_ask(&mini, request, NULL);
        snprintf(result, sizeof result, "%s", mini_value(resolution, "out"));
        resolution_free(resolution);
    }
    mini_clear(&mini);
    return result;
}

struct row {
    const char *expression, *result;
};

static void check_rows(const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *result = calculated(rows[i].expression);
        char text[600];
        snprintf(text, sizeof text, "%s is %s, not %s", rows[i].expression, result, rows[i].result);
        CHECK_ROW(strcmp(result, rows[i].result) == 0, text);
    }
}

static void test_arithmetic(void)
{
    static const struct row rows[] = {
        {"a + b", "5"},      {"a - b", "9"},      {"a * b", "-14"},
        {"a / b", "-4"}, /* floors, as Python does */
        {"a % b", "-1"},     {"-a / 2", "-4"},    {"7 / 2", "3"},
        {"-7 % 3", "2"},     {"2 + 3 * 4", "14"}, {"(2 + 3) * 4", "20"},
        {"10 - 3 - 2", "5"}, {"-(a)", "-7"},      {"- - 3", "3"},
    };
    check_rows(rows, sizeof rows / sizeof *rows);
}

static void test_no_result(void)
{
    static const struct row rows[] = {
        {"a / 0", ""},
        {"a % 0", ""},
        {"none + 1", ""},
        {"a * none", ""},
        {"9223372036854775807 + 1", ""},
        {"9223372036854775807 * 2", ""},
        {"t + 1", ""},
        {"-none", ""},
        {"length(a)", ""},
        {"item(ids, 3)", ""},
        {"item(ids, -1)", ""},
        {"item(ids, none)", ""},
        {"count(-1)", ""},
        {"thing.family", ""},
    };
    check_rows(rows, sizeof rows / sizeof *rows);
}

static void test_functions(void)
{
    static const struct row rows[] = {
        {"length(ids)", "3"},
        {"length(l)", "3"},
        {"item(ids, 2)", "2"},
        {"item(l, 0)", "5"},
        {"item(l, 1)", "six"},
        {"first(none, b, a)", "-2"},
        {"first(none, none)", ""},
        {"first(none, 'x')", "x"},
        {"count(2)", "0, 1"},
        {"count(0)", ""},
        {"each(ids, thing.device)", "box:0, box:1, box:2"},
        {"item(each(ids, thing.device), 1)", "box:1"},
        {"item(each(ids, '{}'), 1)", "1"},
        {"each(ids, 'same')", "same, same, same"},
        {"length(each(ids, thing.device))", "3"},
    };
    check_rows(rows, sizeof rows / sizeof *rows);
}

static void test_copies(void)
{
    static const struct row rows[] = {
        {"a", "7"},
        {"t", "word"},
        {"thing", "box"},
        {"thing.class", "Box"},
        {"group.flag", "true"},
        {"'text'", "text"},
        {"none", ""},
    };
    check_rows(rows, sizeof rows / sizeof *rows);
}

/* True when a relation complains where it should hold. */
static bool complains(const char *effect, const char *relation)
{
    char rules[512];
    struct mini mini;
    bool told = false;
    snprintf(rules, sizeof rules, "  - {id: r, stage: one, message: m, %s: {relate: [\"%s\"]}}\n",
             effect, relation);
    bool loaded = mini_init(&mini, fields, things, rules);
    CHECK_ROW(loaded, relation);
    if (loaded) {
        struct resolution *resolution = mini_ask(&mini, request, NULL);
        told = !resolution_ok(resolution);
        resolution_free(resolution);
    }
    mini_clear(&mini);
    return told;
}

static void test_relations(void)
{
    static const struct {
        const char *relation;
        bool holds;
    } rows[] = {
        {"a == 7", true},          {"a == b", false},      {"a != b", true},
        {"b < a", true},           {"b <= -2", true},      {"a > 7", false},
        {"a >= 7", true},          {"b divides 4", true},  {"a divides 4", false},
        {"t == 'word'", true},     {"t != 'other'", true}, {"thing == 'box'", true},
        {"thing == 'jar'", false}, {"a * 2 == 14", true},  {"thing == t", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        CHECK_ROW(complains("require", rows[i].relation) == !rows[i].holds, rows[i].relation);
        CHECK_ROW(complains("deny", rows[i].relation) == rows[i].holds, rows[i].relation);
    }
}

static void test_undecided(void)
{
    static const char *const rows[] = {"none == 1",   "none != 1", "a / 0 == 1",
                                       "0 divides a", "t < 3",     "none divides a"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        CHECK_ROW(!complains("require", rows[i]), rows[i]);
        CHECK_ROW(!complains("deny", rows[i]), rows[i]);
    }
}

static void test_arguments(void)
{
    CU_ASSERT_STRING_EQUAL(calculated("arguments(a, none, group.flag, t)"),
                           "a=7, flag=True, t=word");
}

static const struct test tests[] = {
    {"arithmetic is that of Python's integers", test_arithmetic},
    {"what cannot be calculated is unset", test_no_result},
    {"functions on lists", test_functions},
    {"a field or attribute by itself is copied, whatever its type", test_copies},
    {"relations compare numbers, and texts for equality", test_relations},
    {"a relation that is not decided neither complains nor matches", test_undecided},
    {"arguments are written as Python writes them", test_arguments},
};

const struct suite suite_calculate = {"calculate", tests, sizeof tests / sizeof *tests};
