/* Cells and positions: what a field's type makes of texts and values. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mini.h"
#include "suite.h"

static const char fields[] =
    "  - {name: i, role: request, type: integer}\n"
    "  - {name: never, role: request, type: integer}\n"
    "  - {name: v, role: request, type: version}\n"
    "  - {name: t, role: request, type: text}\n"
    "  - {name: c, role: request, type: choice, values: [red, green]}\n"
    "  - {name: b, role: request, type: truth}\n"
    "  - {name: thing, role: request, type: name, registry: things, fold: lower}\n"
    "  - {name: any, role: derived, type: value}\n"
    "  - {name: list, role: derived, type: list}\n";
static const char things[] = "  - {name: box, aliases: crate}\n  - {name: jar, until: \"2.0.0\"}\n";
static const char rules[] = "  - {id: cuts, stage: three, when: {i: [\"2..8\", \">100\", \"-5\"], "
                            "v: [\">=1.5\", \"<2.1\"], t: [known]}, message: m}\n";

/* A world to write into. */
struct bench {
    struct mini mini;
    struct resolution *resolution;
    struct world *world;
};

static void open_bench(struct bench *bench)
{
    CU_ASSERT_FATAL(mini_init(&bench->mini, fields, things, rules));
    bench->resolution = mini_ask(&bench->mini, NULL, NULL);
    bench->world = &bench->resolution->world;
}

static void close_bench(struct bench *bench)
{
    resolution_free(bench->resolution);
    mini_clear(&bench->mini);
}

static uint16_t position_after(struct bench *bench, const char *field, const char *text)
{
    uint16_t index = mini_field(&bench->mini, field);
    world_set_text(bench->world, index, text, strlen(text), origin_make(ORIGIN_RULE, 0));
    CHECK_ROW(strcmp(mini_value(bench->resolution, field), text) == 0 || strcmp(field, "i") == 0 ||
                  strcmp(field, "thing") == 0,
              text);
    return bench->world->positions[index];
}

static void test_intervals(void)
{
    /* Tests cut the integers at -5, -4, 2, 9 and 101: numbers between two cuts are the same to
     * every rule. */
    static const struct {
        const char *left, *right;
        bool same;
    } rows[] = {
        {"2", "8", true},      {"1", "2", false},     {"8", "9", false},   {"9", "100", true},
        {"100", "101", false}, {"101", "9000", true}, {"-5", "-4", false}, {"-6", "-9000", true},
        {"-4", "1", true},     {"-5", "-6", false},   {"x", "y", true},    {"x", "1", false},
    };
    struct bench bench;
    open_bench(&bench);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint16_t left = position_after(&bench, "i", rows[i].left),
                 right = position_after(&bench, "i", rows[i].right);
        CHECK_ROW((left == right) == rows[i].same, rows[i].left);
    }
    CU_ASSERT_EQUAL(position_after(&bench, "i", "x"), POSITION_OTHER);
    CU_ASSERT_EQUAL(position_after(&bench, "never", "-3"), position_after(&bench, "never", "3"));
    close_bench(&bench);
}

static void test_positions(void)
{
    struct bench bench;
    open_bench(&bench);
    CU_ASSERT_EQUAL(position_after(&bench, "b", "true"), POSITION_TRUE);
    CU_ASSERT_EQUAL(position_after(&bench, "b", "false"), POSITION_FALSE);
    CU_ASSERT_EQUAL(position_after(&bench, "c", "red"), POSITION_FIRST);
    CU_ASSERT_EQUAL(position_after(&bench, "c", "green"), POSITION_FIRST + 1);
    CU_ASSERT_EQUAL(position_after(&bench, "c", "blue"), POSITION_OTHER);
    CU_ASSERT_EQUAL(position_after(&bench, "t", "known"), POSITION_FIRST);
    CU_ASSERT_EQUAL(position_after(&bench, "t", "unknown"), POSITION_OTHER);
    CU_ASSERT_EQUAL(position_after(&bench, "t", ""), POSITION_OTHER);
    CU_ASSERT_EQUAL(position_after(&bench, "v", "1.5.3"), position_after(&bench, "v", "2.0.9"));
    CU_ASSERT_NOT_EQUAL(position_after(&bench, "v", "1.4.9"), position_after(&bench, "v", "1.5.0"));
    world_unset(bench.world, mini_field(&bench.mini, "c"), 0);
    CU_ASSERT_EQUAL(bench.world->positions[mini_field(&bench.mini, "c")], POSITION_UNSET);
    close_bench(&bench);
}

static void test_names(void)
{
    static const struct {
        enum name_how how;
        const char *text, *value;
        bool known;
    } rows[] = {
        {NAME_TEXT, "box", "box", true},       {NAME_TEXT, "BOX", "box", true},
        {NAME_TEXT, "Crate", "box", true},     {NAME_ENTRY, "box", "box", true},
        {NAME_ENTRY, "crate", "crate", false}, {NAME_TEXT, "jar", "jar", false},
        {NAME_TEXT, "lid", "lid", false},      {NAME_TEXT, "", "", false},
    };
    struct bench bench;
    open_bench(&bench);
    uint16_t thing = mini_field(&bench.mini, "thing");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        world_set_name(bench.world, thing, rows[i].how, rows[i].text, strlen(rows[i].text), 0);
        CHECK_ROW((bench.world->positions[thing] >= POSITION_FIRST) == rows[i].known, rows[i].text);
        CHECK_ROW(strcmp(mini_value(bench.resolution, "thing"), rows[i].value) == 0, rows[i].text);
    }
    close_bench(&bench);
}

static void test_cells(void)
{
    static const struct cell seven = {.kind = CELL_INTEGER, .integer = 7},
                             yes = {.kind = CELL_BOOLEAN, .integer = 1};
    static const struct cell word = {.kind = CELL_TEXT, .count = 3, .text = "box"};
    struct bench bench;
    open_bench(&bench);
    uint16_t any = mini_field(&bench.mini, "any"), thing = mini_field(&bench.mini, "thing");
    uint16_t text = mini_field(&bench.mini, "t");

    world_set_cell(bench.world, any, seven, 0);
    CU_ASSERT_EQUAL(bench.world->cells[any].kind, CELL_INTEGER);
    CU_ASSERT_EQUAL(bench.world->positions[any], POSITION_SET);
    world_set_cell(bench.world, text, seven, 0);
    CU_ASSERT_STRING_EQUAL(mini_value(bench.resolution, "t"), "7");
    world_set_cell(bench.world, thing, word, 0);
    CU_ASSERT_EQUAL(bench.world->cells[thing].kind, CELL_ENTRY);
    world_set_cell(bench.world, any, bench.world->cells[thing], 0);
    CU_ASSERT_STRING_EQUAL(mini_value(bench.resolution, "any"), "box");
    world_set_cell(bench.world, any, yes, 0);
    CU_ASSERT_STRING_EQUAL(mini_value(bench.resolution, "any"), "true");
    world_set_cell(bench.world, any, (struct cell){0}, 0);
    CU_ASSERT_EQUAL(bench.world->positions[any], POSITION_UNSET);
    close_bench(&bench);
}

static void test_cell_text(void)
{
    static const int64_t ids[] = {3, 1};
    struct list list = {.integers = ids, .count = 2, .pattern = "x:{}y"}, plain = {.count = 3};
    struct slot slot = {.pattern = "{}", .integer = -4};
    const struct {
        struct cell cell;
        const char *text;
    } rows[] = {
        {{.kind = CELL_UNSET}, ""},
        {{.kind = CELL_INTEGER, .integer = INT64_MIN}, "-9223372036854775808"},
        {{.kind = CELL_LIST, .list = &list}, "x:3y, x:1y"},
        {{.kind = CELL_LIST, .list = &plain}, "0, 1, 2"},
        {{.kind = CELL_SLOT, .slot = &slot}, "-4"},
        {{.kind = CELL_TEXT, .count = 2, .text = "abc"}, "ab"},
    };
    struct bench bench;
    open_bench(&bench);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char whole[64], cut[4] = "###";
        size_t length = cell_text(bench.mini.ruleset, &rows[i].cell, whole, sizeof whole);
        CHECK_ROW(strcmp(whole, rows[i].text) == 0 && length == strlen(rows[i].text), rows[i].text);
        CHECK_ROW(cell_text(bench.mini.ruleset, &rows[i].cell, cut, sizeof cut) == length,
                  rows[i].text);
        CHECK_ROW(strncmp(cut, rows[i].text, 3) == 0 && strlen(cut) <= 3, rows[i].text);
        CHECK_ROW(cell_text(bench.mini.ruleset, &rows[i].cell, NULL, 0) == length, rows[i].text);
    }
    close_bench(&bench);
}

static void test_cell_integer(void)
{
    static const struct {
        struct cell cell;
        bool is_number;
        int64_t number;
    } rows[] = {
        {{.kind = CELL_INTEGER, .integer = -3}, true, -3},
        {{.kind = CELL_BOOLEAN, .integer = 1}, true, 1},
        {{.kind = CELL_TEXT, .count = 2, .text = "12"}, true, 12},
        {{.kind = CELL_TEXT, .count = 1, .text = "x"}, false, 0},
        {{.kind = CELL_UNSET}, false, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int64_t number = 0;
        CU_ASSERT_EQUAL(cell_integer(&rows[i].cell, &number), rows[i].is_number);
        CU_ASSERT_EQUAL(number, rows[i].number);
    }
}

static void test_bump(void)
{
    _Alignas(8) char memory[32];
    struct bump bump = {.next = memory, .end = memory + sizeof memory};
    CU_ASSERT_PTR_EQUAL(bump_alloc(&bump, 3), memory);
    CU_ASSERT_PTR_EQUAL(bump_alloc(&bump, 8), memory + 8);
    CU_ASSERT_PTR_NULL(bump_alloc(&bump, 17));
    CU_ASSERT(bump.full);
    CU_ASSERT_PTR_NULL(bump_alloc(&bump, SIZE_MAX));
    CU_ASSERT_PTR_EQUAL(bump_alloc(&bump, 16), memory + 16);
}

static void test_origins(void)
{
    origin from = origin_make(ORIGIN_FACT, 70000);
    CU_ASSERT_EQUAL(origin_kind_of(from), ORIGIN_FACT);
    CU_ASSERT_EQUAL(origin_index(from), 70000);
    CU_ASSERT_EQUAL(origin_kind_of(0), ORIGIN_NONE);
}

static const struct test tests[] = {
    {"integers lie between the cuts that tests make", test_intervals},
    {"texts fall on the positions of their type", test_positions},
    {"names are looked up as they are said", test_names},
    {"cells are copied where the type holds them and read otherwise", test_cells},
    {"a cell prints into any buffer", test_cell_text},
    {"numbers in cells", test_cell_integer},
    {"a full block says so and hands out nothing", test_bump},
    {"an origin holds its kind and index", test_origins},
};

const struct suite suite_world = {"world", tests, sizeof tests / sizeof *tests};
