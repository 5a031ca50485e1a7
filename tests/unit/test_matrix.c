/* Matrices: which values stand on a side, and what each cell says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grid.h"
#include "memory.h"
#include "suite.h"

static struct mini mini;
static struct matrix matrix;

static void open_matrix(const struct matrix_wish *wishes)
{
    grid_open(&mini);
    CU_ASSERT_FATAL(grid_make(&mini, wishes, &matrix));
}

static void close_matrix(void)
{
    matrix_clear(&matrix);
    mini_clear(&mini);
}

static void test_sides(void)
{
    static const char *const names[] = {"plain", "many", "never", "odd"};
    open_matrix(grid_sides);
    CU_ASSERT_EQUAL_FATAL(matrix.axes[MATRIX_ROWS].count, 4);
    for (size_t i = 0; i < 4; i++)
        CHECK_ROW(strcmp(matrix.axes[MATRIX_ROWS].labels[i], names[i]) == 0, names[i]);
    CU_ASSERT_EQUAL(matrix.axes[MATRIX_COLUMNS].values[1]->kind, VALUE_INTEGER);
    CU_ASSERT_EQUAL(matrix.axes[MATRIX_PAGES].count, 1);
    CU_ASSERT_EQUAL(matrix.cell_count, 8);
    close_matrix();
}

static void test_old_release(void)
{
    grid_open(&mini);
    mini_release(&mini, "1.0.0");
    CU_ASSERT_FATAL(grid_make(&mini, grid_sides, &matrix));
    CU_ASSERT_EQUAL_FATAL(matrix.axes[MATRIX_ROWS].count, 5);
    CU_ASSERT_STRING_EQUAL(matrix.axes[MATRIX_ROWS].labels[4], "gone");
    close_matrix();
}

static void test_cells(void)
{
    static const struct {
        size_t row, column;
        enum verdict verdict;
        const char *condition, *reason;
    } rows[] = {
        {0, 0, VERDICT_OK, NULL, NULL},
        {1, 0, VERDICT_DEPENDS, "units >= 2", "many-needs-units"},
        {1, 1, VERDICT_DEPENDS, "units >= 2 and lib is true", "many-needs-units"},
        {2, 0, VERDICT_BROKEN, NULL,
         "never-runs"}, /* of the machine that has everything, not never-without-lib */
        {3, 1, VERDICT_OK, NULL, "odd-warns"},
    };
    open_matrix(grid_sides);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct matrix_cell *cell = matrix_at(&matrix, 0, rows[i].row, rows[i].column);
        const char *condition = matrix_cell_condition(cell);
        const struct matrix_reason *reason = matrix_cell_reason(cell);
        const char *name = rows[i].reason ? rows[i].reason : "plain";
        CHECK_ROW(cell->verdict == rows[i].verdict && cell->complete, name);
        CHECK_ROW(rows[i].condition ? condition && strcmp(condition, rows[i].condition) == 0
                                    : condition == NULL,
                  name);
        CHECK_ROW(rows[i].reason ? reason && strcmp(reason->reason, rows[i].reason) == 0
                                 : reason == NULL,
                  name);
    }
    CU_ASSERT_EQUAL(matrix.counts[VERDICT_OK], 4);
    CU_ASSERT_EQUAL(matrix.counts[VERDICT_DEPENDS], 2);
    CU_ASSERT_EQUAL(matrix.counts[VERDICT_BROKEN], 2);
    close_matrix();
}

/* A rule's own proposal where it makes one; else the nearest value of a side that runs. */
static void test_fixes(void)
{
    open_matrix(grid_sides);
    const struct matrix_cell *never = matrix_at(&matrix, 0, 2, 0);
    CU_ASSERT_EQUAL_FATAL(never->fix_count, 1);
    CU_ASSERT_STRING_EQUAL(never->fixes[0].field, "thing");
    CU_ASSERT_STRING_EQUAL(never->fixes[0].value, "plain");
    const struct matrix_cell *many = matrix_at(&matrix, 0, 1, 1);
    const struct matrix_reason *error = matrix_first_error(&many->ways[many->way_count - 1]);
    CU_ASSERT_PTR_NOT_NULL_FATAL(error);
    CU_ASSERT_STRING_EQUAL(error->id, "many-needs-lib");
    CU_ASSERT_EQUAL_FATAL(error->fix_count, 1);
    CU_ASSERT_STRING_EQUAL(error->fixes[0].value, "2");
    close_matrix();
}

/* Facts that are given are known; others as the options say. */
static void test_known(void)
{
    static const char *const unknown[] = {"lib"};
    struct matrix_options options = {.threads = 1, .examine = {.names = unknown, .count = 1}};
    grid_open(&mini);
    CU_ASSERT_FATAL(
        matrix_new(&mini.base, &mini.spec, grid_sides, &options, &mini.findings, &matrix));
    CU_ASSERT_EQUAL(matrix_at(&matrix, 0, 1, 0)->verdict,
                    VERDICT_BROKEN); /* units has its default, 0 */
    matrix_clear(&matrix);
    options.examine.names = (const char *const[]){"size"};
    CU_ASSERT_FALSE(
        matrix_new(&mini.base, &mini.spec, grid_sides, &options, &mini.findings, &matrix));
    CU_ASSERT_STRING_EQUAL(mini_messages(&mini), "ACC0202");
    mini_clear(&mini);
}

static void test_common(void)
{
    const struct value three = {.kind = VALUE_INTEGER, .integer = 3};
    const struct matrix_wish wishes[MATRIX_AXES] = {{.field = "thing"}};
    grid_open(&mini);
    CU_ASSERT(spec_set(&mini.spec, "size", &three));
    CU_ASSERT_FATAL(grid_make(&mini, wishes, &matrix));
    CU_ASSERT_STRING_EQUAL(matrix_cell_condition(matrix_at(&matrix, 0, 1, 0)),
                           "units >= 2 and lib is true");
    CU_ASSERT_EQUAL(matrix.request_count, 1);
    CU_ASSERT_STRING_EQUAL(matrix.request[0], "size=3");
    close_matrix();
}

static void test_unset(void)
{
    static const char *const values[] = {"unset", "never"};
    const struct matrix_wish wishes[MATRIX_AXES] = {
        {.field = "thing", .values = values, .count = 2}};
    open_matrix(wishes);
    CU_ASSERT_EQUAL(matrix_at(&matrix, 0, 0, 0)->verdict, VERDICT_OK);
    CU_ASSERT_EQUAL(matrix_at(&matrix, 0, 1, 0)->verdict, VERDICT_BROKEN);
    close_matrix();
}

static void test_faults(void)
{
    static const struct {
        const char *rows, *columns, *messages;
    } rows[] = {
        {"thin", NULL, "ACC0201"},     {"units", NULL, "ACC0201"},
        {"late", NULL, "ACC0210"},     {"size", NULL, "ACC0212"},
        {"thing", "thing", "ACC0213"}, {"thing", "word", "ACC0213 ACC0212"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct value word = {.kind = VALUE_STRING, .count = 1, .text = "x"};
        const struct matrix_wish wishes[MATRIX_AXES] = {{.field = rows[i].rows},
                                                        {.field = rows[i].columns}};
        grid_open(&mini);
        CU_ASSERT(spec_set(&mini.spec, "word", &word));
        CU_ASSERT_FALSE(grid_make(&mini, wishes, &matrix));
        CHECK_ROW(strcmp(mini_messages(&mini), rows[i].messages) == 0, mini_messages(&mini));
        mini_clear(&mini);
    }
}

static void test_too_large(void)
{
    const char **values = calloc(1001, sizeof *values);
    for (size_t i = 0; i < 1001; i++)
        values[i] = "1";
    const struct matrix_wish wishes[MATRIX_AXES] = {
        {.field = "size", .values = values, .count = 1001},
        {.field = "word", .values = values, .count = 1001}};
    grid_open(&mini);
    CU_ASSERT_FALSE(grid_make(&mini, wishes, &matrix));
    CU_ASSERT_STRING_EQUAL(mini_messages(&mini), "ACC0209");
    mini_clear(&mini);
    free(values);
}

/* Several threads find what one finds. */
static void test_threads(void)
{
    static char texts[200][8];
    const char *values[200];
    struct matrix other;
    const struct matrix_options options = {.threads = 4};
    for (size_t i = 0; i < 200; i++)
        values[i] = (snprintf(texts[i], sizeof texts[i], "%zu", i), texts[i]);
    const struct matrix_wish wishes[MATRIX_AXES] = {
        {.field = "thing"}, {.field = "size", .values = values, .count = 200}};
    open_matrix(wishes);
    CU_ASSERT_FATAL(matrix_new(&mini.base, &mini.spec, wishes, &options, &mini.findings, &other));
    CU_ASSERT_EQUAL(other.cell_count, matrix.cell_count);
    for (size_t i = 0; i < matrix.cell_count; i++) {
        CU_ASSERT_EQUAL(other.cells[i].verdict, matrix.cells[i].verdict);
        CU_ASSERT_EQUAL(other.cells[i].way_count, matrix.cells[i].way_count);
    }
    matrix_clear(&other);
    close_matrix();
}

static void test_no_memory(void)
{
    bool failed = true;
    grid_open(&mini);
    for (size_t count = 0; failed && count < 20000; count++) {
        memory_fail_after(count);
        bool made = grid_make(&mini, grid_sides, &matrix);
        failed = memory_restore();
        CU_ASSERT(made || failed);
        if (made)
            matrix_clear(&matrix);
    }
    CU_ASSERT_FALSE(failed);
    mini_clear(&mini);
}

static const struct test tests[] = {
    {"a side without values has the names of its registry that can be said", test_sides},
    {"an older release has its own names", test_old_release},
    {"a cell has a verdict, a condition and the reason that matters", test_cells},
    {"a cell that cannot run says what would help", test_fixes},
    {"facts are unknown as the options say, and must be facts", test_known},
    {"what all cells have in common holds for each", test_common},
    {"unset passes nothing", test_unset},
    {"faults of sides and requests are reported", test_faults},
    {"a matrix has bounds", test_too_large},
    {"several threads find the same", test_threads},
    {"every allocation may fail", test_no_memory},
};

const struct suite suite_matrix = {"matrix", tests, sizeof tests / sizeof *tests};
