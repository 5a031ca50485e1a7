/* Reports of matrices: each format says the same of a small grid, and nothing in it is taken for
 * markup. */
#include <stdlib.h>
#include <string.h>

#include "grid.h"
#include "memory.h"
#include "report/report.h"
#include "suite.h"

static const char *const odd_words[] = {"<script>alert(1)</script>", "a|b*c`@d", "x\",y\nz",
                                        "\x1b[31m\xff", "e\xe2\x80\xaeg"};
static const struct matrix_wish odd_sides[MATRIX_AXES] = {
    [MATRIX_ROWS] = {.field = "word", .values = odd_words, .count = 5},
    [MATRIX_COLUMNS] = {.field = "thing"},
};

/* Checks what a report has and what it has not ("!..."). */
static void check_parts(const char *text, const char *const *parts)
{
    for (; *parts; parts++)
        CHECK_ROW(**parts == '!' ? strstr(text, *parts + 1) == NULL : strstr(text, *parts) != NULL,
                  *parts);
}

static void check_report(const struct matrix_wish *wishes, const char *format, unsigned verdicts,
                         const char *const *parts)
{
    char *text = grid_report(wishes, format, verdicts, false);
    check_parts(text, parts);
    free(text);
}

static void test_text(void)
{
    check_report(grid_sides, "text", 0,
                 (const char *const[]){
                     "mini 2.0.0: thing by size\n",
                     "4 of 8 combinations run, 2 depend on the machine, 2 cannot run\n",
                     "thing  1      3\nplain  yes    yes\nmany   if 1   if 2\nnever  no 3   no 3\n",
                     "   1  if  units >= 2\n          else many-needs-units:\n          many needs "
                     "2 units\n",
                     "   3  no  never-runs, for example:\n", "          try: thing=plain\n",
                     "!\x1b", NULL});
}

static void test_text_colour(void)
{
    char *text = grid_report(grid_sides, "text", 0, true);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "\x1b[31mno 3\x1b[0m"));
    free(text);
}

static void test_text_only(void)
{
    check_report(grid_sides, "text", 1u << VERDICT_BROKEN,
                 (const char *const[]){"never  no 1   no 1\n", "!plain  ", "!many  ", NULL});
    check_report(grid_sides, "text", 1u << VERDICT_DEPENDS,
                 (const char *const[]){"many   if 1   if 2\n", "!never  ", NULL});
}

/* Whatever the names are, no line is longer than 100 characters. */
static void test_text_width(void)
{
    static char texts[40][120];
    const char *values[40];
    for (size_t i = 0; i < 40; i++) {
        memset(texts[i], 'a' + (int)(i % 26), i * 3);
        values[i] = texts[i];
    }
    const struct matrix_wish wishes[MATRIX_AXES] = {
        {.field = "word", .values = values, .count = 40},
        {.field = "size", .values = values, .count = 40},
        {.field = "thing"}};
    char *text = grid_report(wishes, "text", 0, false);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        CU_ASSERT(strcspn(line, "\n") <= 100);
    free(text);
}

static void test_markdown(void)
{
    check_report(
        grid_sides, "markdown", 0,
        (const char *const[]){
            "### mini 2.0.0: thing by size\n", "| thing | 1 | 3 |\n|---|---|---|\n",
            "| many | ❔ 1 | ❔ 2 |\n",
            "3. ❌ **never-runs**, for example: \\<i\\>never\\</i\\> \\& \"unset\" \\| \\*of\\* 1",
            NULL});
    check_report(odd_sides, "markdown", 0,
                 (const char *const[]){"!<script>", "a\\|b\\*c\\`&#64;d", "!\x1b", NULL});
}

static void test_csv(void)
{
    check_report(
        grid_sides, "csv", 0,
        (const char *const[]){
            "thing,size,verdict,condition,reason,message,fix\nplain,1,ok,,,,\n",
            "many,3,depends,units >= 2 and lib is true,many-needs-units,many needs 2 units,",
            "never,1,broken,,never-runs,\"<i>never</i> & \"\"unset\"\" | *of* 1\",thing=plain\n",
            "odd,3,ok,,odd-warns,\"odd, 3\",\n", NULL});
    check_report(odd_sides, "csv", 0, (const char *const[]){"\"x\"\",y\nz\",plain,ok", NULL});
}

static void test_json(void)
{
    struct arena arena;
    struct diagnostics findings;
    char *text = grid_report(grid_sides, "json", 0, false);
    arena_init(&arena);
    diagnostics_init(&findings);
    const struct value *json = report_read_json(&arena, text, strlen(text), NULL, 1, &findings);
    CU_ASSERT_PTR_NOT_NULL_FATAL(json);
    CU_ASSERT_EQUAL(value_get(json, "cells")->count, 8);
    const struct value *cell = value_at(value_get(json, "cells"), 3);
    CU_ASSERT(value_is_text(value_get(cell, "verdict"), "depends"));
    CU_ASSERT(value_is_text(value_get(cell, "condition"), "units >= 2 and lib is true"));
    CU_ASSERT_EQUAL(value_get(value_get(cell, "request"), "size")->integer, 3);
    CU_ASSERT_EQUAL(value_get(value_get(json, "counts"), "broken")->integer, 2);
    diagnostics_clear(&findings);
    arena_clear(&arena);
    free(text);
}

static void test_html(void)
{
    check_report(grid_sides, "html", 0,
                 (const char *const[]){"<title>mini 2.0.0: thing by size</title>",
                                       "<td class=\"v1\"><a href=\"#n3\"", "<li id=\"n3\">",
                                       "&#60;i&#62;never&#60;/i&#62; &#38; &#34;unset&#34;",
                                       "raises <code>ValueError</code>", "default-src 'none'",
                                       "!http://", "!src=", "!<i>never", NULL});
    check_report(odd_sides, "html", 0,
                 (const char *const[]){"!<script>alert",
                                       "&#60;script&#62;alert(1)&#60;/script&#62;", "!\x1b",
                                       "!\xff", "!\xe2\x80\xae", NULL});
}

/* A page stands once for all that look like it. */
static void test_same_pages(void)
{
    static const char *const words[] = {"a", "b"};
    const struct matrix_wish wishes[MATRIX_AXES] = {{.field = "thing"},
                                                    {.field = "size", .values = words, .count = 1},
                                                    {.field = "word", .values = words, .count = 2}};
    check_report(wishes, "text", 0, (const char *const[]){"\nword: a, b\n", NULL});
    check_report(wishes, "markdown", 0, (const char *const[]){"\n#### word: a, b\n", NULL});
}

static void test_no_memory(void)
{
    static const char *const formats[] = {"text", "markdown", "csv", "html"};
    struct mini mini;
    struct matrix matrix;
    struct matrix_view view;
    grid_open(&mini);
    CU_ASSERT_FATAL(grid_make(&mini, grid_sides, &matrix));
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        bool failed = true;
        for (size_t count = 0; failed && count < 20000; count++) {
            memory_fail_after(count);
            bool made = matrix_view_init(&view, &matrix, 0);
            char *text = made ? matrix_report_find(formats[i])->render(&view) : NULL;
            failed = memory_restore();
            CHECK_ROW((text == NULL) == failed, formats[i]);
            free(text);
            if (made)
                matrix_view_clear(&view);
        }
        CHECK_ROW(!failed, formats[i]);
    }
    matrix_clear(&matrix);
    mini_clear(&mini);
}

static const struct test tests[] = {
    {"text has a table and numbered notes", test_text},
    {"text is coloured when that is wanted", test_text_colour},
    {"text leaves out what has nothing to show", test_text_only},
    {"text fits 100 columns, whatever the names", test_text_width},
    {"markdown means what it says", test_markdown},
    {"csv has one line a cell", test_csv},
    {"json has every cell", test_json},
    {"html is one page in which every text is a text", test_html},
    {"pages that look alike stand once", test_same_pages},
    {"reports survive the want of memory", test_no_memory},
};

const struct suite suite_matrix_report = {"matrix_report", tests, sizeof tests / sizeof *tests};
