/* JSON reports: they can be read back, whatever a request holds. */
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "mini.h"
#include "report/report.h"
#include "suite.h"

static const char fields[] =
    "  - {name: a, role: request, type: integer, default: \"1\", output: a}\n"
    "  - {name: word, role: request, type: text, output: word}\n"
    "  - {name: flag, role: request, type: truth, output: group.flag}\n"
    "  - {name: raw, role: request, type: value, output: raw}\n"
    "  - {name: thing, role: request, type: name, registry: things, output: thing}\n"
    "  - {name: ids, role: derived, type: list, output: ids}\n"
    "  - {name: args, role: derived, type: mapping, output: args}\n"
    "  - {name: none, role: derived, type: text, output: none}\n";
static const char things[] = "  - {name: box, device: \"box:{}\"}\n";
static const char rules[] =
    "  - {id: ids, stage: one, when: {thing: [box]}, set: {ids: \"=each(count(2), thing.device)\", "
    "args: \"=arguments(a, flag)\"}}\n"
    "  - {id: log, stage: one, when: {a: [\"7\"]}, severity: warning, message: \"{word}\", emits: "
    "UserWarning, reason: logged}\n"
    "  - {id: say, stage: one, when: {a: [\"7\"]}, severity: note, message: own}\n"
    "  - {id: bad, stage: two, when: {a: [\"8\"]}, message: \"not {a}\", raises: ValueError, "
    "reason: number,\n"
    "     fix: [{field: a, value: \"1\"}], source: here}\n";

static struct mini mini;
static struct arena arena;

/* Reads a report (freed) back; NULL when it is no JSON. */
static const struct value *read_back(char *json)
{
    const struct value *tree =
        json ? report_read_json(&arena, json, strlen(json), NULL, 1, &mini.findings) : NULL;
    CHECK_ROW(tree != NULL, json ? json : "no memory");
    free(json);
    return tree;
}

/* Text of the value at "a/b/0", or "(none)". */
static const char *at(const struct value *tree, const char *path)
{
    static char text[512];
    char copy[128], *rest = NULL;
    strcpy(copy, path);
    for (char *step = strtok_r(copy, "/", &rest); step && tree; step = strtok_r(NULL, "/", &rest))
        tree = tree->kind == VALUE_LIST ? value_at(tree, strtoul(step, NULL, 10))
                                        : value_get(tree, step);
    if (tree == NULL)
        return "(none)";
    value_text(tree, text, sizeof text);
    return text;
}

static const struct value *answer(const char *request)
{
    struct value id = {.kind = VALUE_INTEGER, .integer = 4};
    struct resolution *resolution = mini_ask(&mini, request, NULL);
    const struct value *tree = read_back(report_answer(resolution, &id, NULL));
    resolution_free(resolution);
    return tree;
}

static const struct value *whole(const char *request)
{
    struct resolution *resolution = mini_ask(&mini, request, NULL);
    const struct value *tree = read_back(report_json.render(resolution, false));
    resolution_free(resolution);
    return tree;
}

static void open_mini(void)
{
    CU_ASSERT_FATAL(mini_init(&mini, fields, things, rules));
    arena_init(&arena);
}

static void close_mini(void)
{
    arena_clear(&arena);
    mini_clear(&mini);
}

static void test_values(void)
{
    open_mini();
    const struct value *tree =
        answer("{\"thing\": \"box\", \"flag\": true, \"raw\": [1, {\"k\": null}]}");
    CU_ASSERT_STRING_EQUAL(at(tree, "id"), "4");
    CU_ASSERT_STRING_EQUAL(at(tree, "ok"), "true");
    CU_ASSERT_STRING_EQUAL(at(tree, "resolved/a"), "1");
    CU_ASSERT_EQUAL(value_get(value_get(tree, "resolved"), "a")->kind, VALUE_INTEGER);
    CU_ASSERT_EQUAL(value_get(value_get(tree, "resolved"), "group.flag")->kind, VALUE_BOOLEAN);
    CU_ASSERT_STRING_EQUAL(at(tree, "resolved/ids"), "[\"box:0\",\"box:1\"]");
    CU_ASSERT_STRING_EQUAL(at(tree, "resolved/args/flag"), "True");
    CU_ASSERT_STRING_EQUAL(at(tree, "resolved/raw"), "[1,{\"k\":null}]");
    CU_ASSERT_STRING_EQUAL(at(tree, "resolved/none"), "(none)");
    CU_ASSERT_STRING_EQUAL(at(tree, "diagnostics"), "[]");
    close_mini();
}

static void test_refused(void)
{
    open_mini();
    const struct value *tree = answer("{\"a\": 8, \"thing\": \"box\"}");
    CU_ASSERT_STRING_EQUAL(at(tree, "ok"), "false");
    CU_ASSERT_STRING_EQUAL(at(tree, "raises"), "ValueError");
    CU_ASSERT_STRING_EQUAL(at(tree, "reason"), "number");
    CU_ASSERT_STRING_EQUAL(at(tree, "resolved"), "{}");
    CU_ASSERT_STRING_EQUAL(at(tree, "diagnostics/0/id"), "bad");
    CU_ASSERT_STRING_EQUAL(at(tree, "diagnostics/0/severity"), "error");
    CU_ASSERT_STRING_EQUAL(at(tree, "diagnostics/0/message"), "not 8");
    close_mini();
}

static void test_logged(void)
{
    open_mini();
    const struct value *tree = answer("{\"a\": 7, \"word\": \"w\"}");
    CU_ASSERT_STRING_EQUAL(at(tree, "ok"), "true");
    CU_ASSERT_STRING_EQUAL(at(tree, "warnings"), "[\"logged\"]");
    CU_ASSERT_STRING_EQUAL(at(tree, "infos"), "[]");
    CU_ASSERT_STRING_EQUAL(at(tree, "diagnostics/1/id"), "say");
    close_mini();
}

static void test_whole(void)
{
    open_mini();
    const struct value *tree = whole("{\"thing\": \"box\"}");
    CU_ASSERT_STRING_EQUAL(at(tree, "framework"), "mini");
    CU_ASSERT_STRING_EQUAL(at(tree, "version"), "2.0.0");
    CU_ASSERT_STRING_EQUAL(at(tree, "origins/a"), "default");
    CU_ASSERT_STRING_EQUAL(at(tree, "origins/ids"), "rule ids");
    CU_ASSERT_STRING_EQUAL(at(tree, "trace"), "[\"ids\"]");
    CU_ASSERT_EQUAL(strlen(at(tree, "fingerprint")), 16);
    close_mini();
}

static void test_strange_texts(void)
{
    static const char *const rows[] = {"\"\\u001b[31m\"", "\"\\ud800\"", "\"a\\\\\\\"b\"",
                                       "\"\\ud83d\\ude00\"", "\"\\u2028\""};
    open_mini();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct arena texts;
        arena_init(&texts);
        struct value *value = value_from_text(&texts, rows[i], strlen(rows[i]));
        spec_clear(&mini.spec);
        CU_ASSERT(spec_set(&mini.spec, "word", value));
        CU_ASSERT(spec_set_text(&mini.spec, "a", "7", 1));
        struct resolution *resolution = resolution_new(&mini.base, &mini.spec);
        CU_ASSERT_PTR_NOT_NULL(read_back(report_answer(resolution, value, NULL)));
        CU_ASSERT_PTR_NOT_NULL(read_back(report_json.render(resolution, false)));
        resolution_free(resolution);
        arena_clear(&texts);
    }
    close_mini();
}

static void test_broken_bytes(void)
{
    static const char *const rows[] = {"\xff", "a\xc3", "\xed\xa0\x80", "\xf8\x88\x80\x80\x80",
                                       "\xc0\x80"};
    open_mini();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct value value = {
            .kind = VALUE_STRING, .count = (uint32_t)strlen(rows[i]), .text = rows[i]};
        spec_clear(&mini.spec);
        CU_ASSERT(spec_set(&mini.spec, "word", &value));
        CU_ASSERT(spec_set(&mini.spec, rows[i], &value)); /* a field of that name, too */
        struct resolution *resolution = resolution_new(&mini.base, &mini.spec);
        CU_ASSERT_PTR_NOT_NULL(read_back(report_answer(resolution, &value, NULL)));
        CU_ASSERT_PTR_NOT_NULL(read_back(report_json.render(resolution, false)));
        resolution_free(resolution);
    }
    close_mini();
}

static void test_refusal(void)
{
    open_mini();
    struct value *none = report_read_json(&arena, "{\"a\": }", 7, NULL, 9, &mini.findings);
    CU_ASSERT_PTR_NULL(none);
    const struct value *tree = read_back(report_refusal(&mini.findings, NULL, 9));
    CU_ASSERT_STRING_EQUAL(at(tree, "id"), "null");
    CU_ASSERT_STRING_EQUAL(at(tree, "ok"), "false");
    CU_ASSERT_STRING_EQUAL(at(tree, "diagnostics/0/id"), "ACC0207");
    CU_ASSERT_STRING_EQUAL(at(tree, "diagnostics/0/line"), "9");
    close_mini();
}

static void test_reading(void)
{
    static const struct {
        const char *text;
        bool fine;
    } rows[] = {
        {"{\"a\": 1}", true},
        {"[1, 2.5, \"x\", null, true]", true},
        {"\"text\"", true},
        {"12", true},
        {"", false},
        {"{", false},
        {"{\"a\": 1} x", false},
        {"{'a': 1}", false},
        {"[1,]", false},
        {"{\"a\": 1, \"a\": 2}", false},
        {"nul", false},
        {"1e999", false},
        {"\"\x01\"", false},
    };
    open_mini();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t before = mini.findings.errors;
        bool read = report_read_json(&arena, rows[i].text, strlen(rows[i].text), "f", 1,
                                     &mini.findings) != NULL;
        CHECK_ROW(read == rows[i].fine, rows[i].text);
        CHECK_ROW((mini.findings.errors > before) == !rows[i].fine, rows[i].text);
    }
    close_mini();
}

static void test_deep_json(void)
{
    enum { DEEP = 100000 };
    char *text = malloc(DEEP + 1);
    memset(text, '[', DEEP);
    open_mini();
    CU_ASSERT_PTR_NULL(report_read_json(&arena, text, DEEP, NULL, 1, &mini.findings));
    CU_ASSERT(mini.findings.errors > 0);
    close_mini();
    free(text);
}

static void test_no_memory(void)
{
    open_mini();
    struct resolution *resolution = mini_ask(&mini, "{\"thing\": \"box\", \"a\": 7}", NULL);
    bool failed = true;
    for (size_t count = 0; failed && count < 2000; count++) {
        memory_fail_after(count);
        char *one = report_answer(resolution, NULL, NULL),
             *other = report_json.render(resolution, false);
        failed = memory_restore();
        CU_ASSERT(failed || (one && other));
        free(one);
        free(other);
    }
    CU_ASSERT_FALSE(failed);
    resolution_free(resolution);
    close_mini();
}

static const struct test tests[] = {
    {"values keep their types", test_values},
    {"a refusal says why, and resolves to nothing", test_refused},
    {"what the framework logs stands apart from accord's own", test_logged},
    {"the whole report has origins, trace and fingerprint", test_whole},
    {"every text can be read back", test_strange_texts},
    {"bytes that are no text are repaired", test_broken_bytes},
    {"a line that cannot be read is answered with its faults", test_refusal},
    {"JSON is read strictly", test_reading},
    {"nesting without end is refused", test_deep_json},
    {"reports survive the want of memory", test_no_memory},
};

const struct suite suite_report_json = {"report_json", tests, sizeof tests / sizeof *tests};
