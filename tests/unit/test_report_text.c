/* Text reports: for people, and safe on every terminal. */
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "mini.h"
#include "report/report.h"
#include "suite.h"

static const char fields[] =
    "  - {name: a, role: request, type: integer, default: \"1\", output: a}\n"
    "  - {name: word, role: request, type: text, output: word}\n"
    "  - {name: n, role: fact, type: integer, output: n}\n";
static const char rules[] =
    "  - {id: warn, stage: one, when: {a: [\"7\"]}, severity: warning, message: \"look: {word}\"}\n"
    "  - {id: bad, stage: two, when: {a: [\"8\"]}, message: \"not {word}\", raises: ValueError,\n"
    "     fix: [{field: a, value: \"{n}\"}]}\n";

static struct mini mini;

static char *report(const char *request, bool colour)
{
    CU_ASSERT_FATAL(mini_init(&mini, fields, NULL, rules));
    struct resolution *resolution = mini_ask(&mini, request, "{\"n\": 3}");
    char *text = report_text.render(resolution, colour);
    resolution_free(resolution);
    mini_clear(&mini);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    return text;
}

static void check_has(const char *request, const char *const *parts)
{
    char *text = report(request, false);
    for (; *parts; parts++)
        CHECK_ROW(strstr(text, *parts) != NULL, *parts);
    CU_ASSERT(text[strlen(text) - 1] == '\n');
    free(text);
}

static void test_runs(void)
{
    check_has("{\"word\": \"hello\"}", (const char *const[]){"mini 2.0.0: runs", "word", "hello",
                                                             "request", "default", NULL});
}

static void test_cannot_run(void)
{
    check_has(
        "{\"a\": 8, \"word\": \"hello\"}",
        (const char *const[]){"cannot run", "error[bad]", "not hello", "a=3", "ValueError", NULL});
}

static void test_warns(void)
{
    check_has("{\"a\": 7}", (const char *const[]){"runs", "warning[warn]", "look: unset", NULL});
}

static void test_misspelt(void)
{
    check_has("{\"wrod\": 7}",
              (const char *const[]){"cannot run", "ACC0201", "'wrod'", "word", NULL});
}

static void test_colours(void)
{
    char *plain = report("{\"a\": 8}", false), *coloured = report("{\"a\": 8}", true);
    CU_ASSERT_PTR_NULL(strchr(plain, '\x1b'));
    CU_ASSERT_PTR_NOT_NULL(strstr(coloured, "\x1b["));
    /* Without its colours it is the plain report. */
    char *to = coloured;
    for (const char *from = coloured; *from; from++) {
        if (*from == '\x1b')
            from += strcspn(from, "m");
        else
            *to++ = *from;
    }
    *to = '\0';
    CU_ASSERT_STRING_EQUAL(coloured, plain);
    free(plain);
    free(coloured);
}

static void test_control_characters(void)
{
    static const char *const rows[] = {"{\"a\": 8, \"word\": \"\\u001b[31m\\u0007\\u0085\"}",
                                       "{\"word\": \"a\\nb\\r\\tc\"}", "{\"w\\u001bx\\n\": 1}"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = report(rows[i], false);
        for (const char *at = text; *at; at++)
            CHECK_ROW((unsigned char)*at >= ' ' || *at == '\n', rows[i]);
        CHECK_ROW(strstr(text, "a\nb") == NULL, rows[i]);
        free(text);
    }
}

static void test_no_memory(void)
{
    CU_ASSERT_FATAL(mini_init(&mini, fields, NULL, rules));
    struct resolution *resolution = mini_ask(&mini, "{\"a\": 8, \"word\": \"x\"}", NULL);
    bool failed = true;
    for (size_t count = 0; failed && count < 1000; count++) {
        memory_fail_after(count);
        char *text = report_text.render(resolution, true);
        failed = memory_restore();
        CU_ASSERT_EQUAL(text == NULL, failed);
        free(text);
    }
    CU_ASSERT_FALSE(failed);
    resolution_free(resolution);
    mini_clear(&mini);
}

static void test_formats(void)
{
    CU_ASSERT_PTR_EQUAL(report_find("text"), &report_text);
    CU_ASSERT_PTR_EQUAL(report_find("json"), &report_json);
    CU_ASSERT_PTR_NULL(report_find("Text"));
    CU_ASSERT_PTR_NULL(report_find(""));
}

static const struct test tests[] = {
    {"a request that runs shows its values and who gave them", test_runs},
    {"one that does not shows reasons and what to try", test_cannot_run},
    {"warnings are shown with a request that runs", test_warns},
    {"a misspelt field gets the right one", test_misspelt},
    {"colours are all that colour adds", test_colours},
    {"no control character of a request reaches the terminal", test_control_characters},
    {"reports survive the want of memory", test_no_memory},
    {"formats are found by name", test_formats},
};

const struct suite suite_report_text = {"report_text", tests, sizeof tests / sizeof *tests};
