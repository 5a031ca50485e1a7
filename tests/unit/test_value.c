#include "base/value.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "suite.h"

/* The text of a value, in memory that the next call reuses. */
static const char *text_of(const struct value *value)
{
    static char text[4096];
    value_text(value, text, sizeof text);
    return text;
}

static struct value *read_text(struct arena *arena, const char *text)
{
    return value_from_text(arena, text, strlen(text));
}

/* A list of a list of ... `depth` levels. */
static struct value *nest(struct arena *arena, size_t depth)
{
    struct value *value = value_list(arena);
    while (--depth) {
        struct value *outer = value_list(arena);
        value_append(arena, outer, NULL, value);
        value = outer;
    }
    return value;
}

static void test_kinds(void)
{
    struct arena arena;
    arena_init(&arena);
    CU_ASSERT_EQUAL(value_null(&arena)->kind, VALUE_NULL);
    CU_ASSERT_TRUE(value_boolean(&arena, true)->boolean);
    CU_ASSERT_EQUAL(value_integer(&arena, INT64_MIN)->integer, INT64_MIN);
    CU_ASSERT_EQUAL(value_float(&arena, 0.5)->number, 0.5);
    const struct value *string = value_string(&arena, "a\0b", 3);
    CU_ASSERT_EQUAL(string->count, 3);
    CU_ASSERT_EQUAL(memcmp(string->text, "a\0b", 4), 0);
    CU_ASSERT_EQUAL(value_list(&arena)->count, 0);
    CU_ASSERT_EQUAL(value_mapping(&arena)->kind, VALUE_MAPPING);
    for (int kind = 0; kind < VALUE__COUNT; kind++)
        CU_ASSERT_PTR_NOT_NULL(value_kind_name((enum value_kind)kind));
    CU_ASSERT_STRING_EQUAL(value_kind_name(VALUE_INTEGER), "integer");
    CU_ASSERT_STRING_EQUAL(value_kind_name(VALUE_MAPPING), "mapping");
    arena_clear(&arena);
}

static void test_children(void)
{
    struct arena arena;
    arena_init(&arena);
    struct value *mapping = value_mapping(&arena), *list = value_list(&arena);
    char key[] = "k";
    CU_ASSERT_TRUE(value_append(&arena, mapping, key, value_integer(&arena, 1)));
    CU_ASSERT_TRUE(value_append(&arena, mapping, "l", list));
    CU_ASSERT_TRUE(value_append(&arena, list, NULL, value_integer(&arena, 2)));
    CU_ASSERT_TRUE(value_append(&arena, list, NULL, value_integer(&arena, 3)));
    key[0] = 'x';
    CU_ASSERT_EQUAL(mapping->count, 2);
    CU_ASSERT_EQUAL(value_get(mapping, "k")->integer, 1);
    CU_ASSERT_PTR_EQUAL(value_get(mapping, "l"), list);
    CU_ASSERT_EQUAL(value_at(list, 0)->integer, 2);
    CU_ASSERT_EQUAL(value_at(list, 1)->integer, 3);
    CU_ASSERT_FALSE(value_append(&arena, list, NULL, NULL));
    CU_ASSERT_EQUAL(list->count, 2);
    arena_clear(&arena);
}

static void test_lookups(void)
{
    struct arena arena;
    arena_init(&arena);
    struct value *mapping = value_mapping(&arena), *list = value_list(&arena);
    value_append(&arena, mapping, "k", value_integer(&arena, 1));
    value_append(&arena, mapping, "k", value_integer(&arena, 2));
    CU_ASSERT_EQUAL(value_get(mapping, "k")->integer, 2);
    CU_ASSERT_PTR_NULL(value_get(mapping, "x"));
    CU_ASSERT_PTR_NULL(value_get(list, "k"));
    CU_ASSERT_PTR_NULL(value_get(NULL, "k"));
    CU_ASSERT_PTR_NULL(value_at(list, 0));
    CU_ASSERT_PTR_NULL(value_at(mapping, 0));
    CU_ASSERT_PTR_NULL(value_at(NULL, 0));
    arena_clear(&arena);
}

static void test_is_text(void)
{
    struct arena arena;
    arena_init(&arena);
    CU_ASSERT_TRUE(value_is_text(value_string(&arena, "abc", 3), "abc"));
    CU_ASSERT_TRUE(value_is_text(value_string(&arena, "", 0), ""));
    CU_ASSERT_FALSE(value_is_text(value_string(&arena, "abc", 3), "ab"));
    CU_ASSERT_FALSE(value_is_text(value_string(&arena, "ab\0c", 4), "ab"));
    CU_ASSERT_FALSE(value_is_text(value_integer(&arena, 1), "1"));
    CU_ASSERT_FALSE(value_is_text(NULL, ""));
    arena_clear(&arena);
}

static void test_truth(void)
{
    static const struct row {
        const char *text;
        bool truth;
    } rows[] = {
        {"null", false}, {"false", false}, {"0", false},  {"0.0", false},      {"-0.0", false},
        {"\"\"", false}, {"[]", false},    {"{}", false}, {"true", true},      {"-1", true},
        {"0.1", true},   {"\"0\"", true},  {"[0]", true}, {"{\"a\":0}", true},
    };
    struct arena arena;
    arena_init(&arena);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        CHECK_ROW(value_is_true(read_text(&arena, rows[i].text)) == rows[i].truth, rows[i].text);
    CU_ASSERT_TRUE(value_is_true(value_float(&arena, (double)NAN)));
    CU_ASSERT_FALSE(value_is_true(NULL));
    arena_clear(&arena);
}

static const char tree_text[] =
    "{\"a\":[1,[],{\"b\":\"x\\u0000y\",\"c\":{}},2.5,\"\"],\"d\":null,\"e\":[[[[true]]]]}";

static void test_copy(void)
{
    struct arena first, second;
    arena_init(&first);
    arena_init(&second);
    struct value *tree = read_text(&first, tree_text);
    tree->line = 5;
    tree->first->key_column = 9;
    struct value *copy = value_copy(&second, tree);
    arena_clear(&first);
    CU_ASSERT_PTR_NOT_NULL_FATAL(copy);
    CU_ASSERT_STRING_EQUAL(text_of(copy), tree_text);
    CU_ASSERT_EQUAL(copy->line, 5);
    CU_ASSERT_EQUAL(copy->first->key_column, 9);
    CU_ASSERT_STRING_EQUAL(copy->last->key, "e");
    CU_ASSERT_TRUE(value_append(&second, copy, "f", value_null(&second)));
    CU_ASSERT_PTR_NOT_NULL(value_get(copy, "f"));
    arena_clear(&second);
}

static void test_copy_of_child(void)
{
    struct arena arena;
    arena_init(&arena);
    const struct value *tree = read_text(&arena, tree_text);
    const struct value *copy = value_copy(&arena, value_get(tree, "a"));
    CU_ASSERT_PTR_NULL(copy->key);
    CU_ASSERT_PTR_NULL(copy->next);
    CU_ASSERT_EQUAL(copy->count, 5);
    CU_ASSERT_EQUAL(value_copy(&arena, value_get(tree, "d"))->kind, VALUE_NULL);
    arena_clear(&arena);
}

static void test_copy_size(void)
{
    struct arena first, second;
    arena_init(&first);
    arena_init(&second);
    const struct value *tree = read_text(&first, tree_text);
    value_copy(&second, tree);
    CU_ASSERT(value_copy_size(tree) >= second.total);
    CU_ASSERT(value_copy_size(tree) <= second.total * 2);
    CU_ASSERT(value_copy_size(value_get(tree, "d")) < 2 * sizeof *tree);
    arena_clear(&first);
    arena_clear(&second);
}

static void test_depth(void)
{
    struct arena arena;
    arena_init(&arena);
    const struct value *deepest = nest(&arena, VALUE_DEPTH_WALKED + 1);
    CU_ASSERT_EQUAL(strlen(text_of(deepest)), 2 * (VALUE_DEPTH_WALKED + 1));
    CU_ASSERT(value_copy_size(deepest) < SIZE_MAX);
    const struct value *deeper = nest(&arena, 100000);
    CU_ASSERT_EQUAL(value_copy_size(deeper), SIZE_MAX);
    CU_ASSERT_PTR_NOT_NULL(strstr(text_of(deeper), "[...]"));
    const struct value *copy = value_copy(&arena, deeper);
    size_t depth = 0;
    for (; copy; copy = copy->first)
        depth++;
    CU_ASSERT_EQUAL(depth, 100000);
    arena_clear(&arena);
}

static void test_text(void)
{
    static const struct row {
        const char *read, *text;
    } rows[] = {
        {"null", "null"},
        {"true", "true"},
        {"false", "false"},
        {"-12", "-12"},
        {"\"a\\\"b\"", "a\"b"},
        {"[]", "[]"},
        {"{}", "{}"},
        {"[ 1 , \"a\" ]", "[1,\"a\"]"},
        {"[\"\\n\\u00e9\"]", "[\"\\n\xc3\xa9\"]"},
        {"{\"a\\n\": [1.0, 1e99999]}", "{\"a\\n\":[1.0,null]}"},
        {"-9223372036854775808", "-9223372036854775808"},
    };
    struct arena arena;
    arena_init(&arena);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        CHECK_ROW(!strcmp(text_of(read_text(&arena, rows[i].read)), rows[i].text), rows[i].read);
    arena_clear(&arena);
}

static void test_text_size(void)
{
    struct arena arena;
    arena_init(&arena);
    const struct value *values[] = {read_text(&arena, tree_text), value_string(&arena, "a\0bc", 4)};
    for (size_t i = 0; i < 2; i++) {
        char whole[200], part[200];
        size_t length = value_text(values[i], whole, sizeof whole);
        CU_ASSERT_EQUAL(value_text(values[i], NULL, 0), length);
        for (size_t size = 1; size <= length + 1; size++) {
            memset(part, '~', sizeof part);
            CU_ASSERT_EQUAL(value_text(values[i], part, size), length);
            CU_ASSERT_EQUAL(memcmp(part, whole, size - 1), 0);
            CU_ASSERT_EQUAL(part[size - 1], '\0');
            CU_ASSERT_EQUAL(part[size], '~');
        }
    }
    arena_clear(&arena);
}

static const struct float_row {
    double number;
    const char *text;
} floats[] = {
    {0.0, "0.0"},
    {-0.0, "-0.0"},
    {1.0, "1.0"},
    {-16.0, "-16.0"},
    {0.1, "0.1"},
    {1.5, "1.5"},
    {123456.75, "123456.75"},
    {0.0001, "0.0001"},
    {0.00001, "1e-05"},
    {0.000123, "0.000123"},
    {1.25e-7, "1.25e-07"},
    {1e15, "1000000000000000.0"},
    {1e16, "1e+16"},
    {1.5e16, "1.5e+16"},
    {9007199254740993.0, "9007199254740992.0"},
    {1e22, "1e+22"},
    {1e23, "1e+23"},
    {9.5367431640625e-07, "9.5367431640625e-07"},
    {5.684341886080802e-14, "5.684341886080802e-14"}, /* 2 ** -44: not the nearest 16 digits */
    {2.0 / 3.0, "0.6666666666666666"},
    {0.1 + 0.2, "0.30000000000000004"},
    {1.7976931348623157e308, "1.7976931348623157e+308"},
    {2.2250738585072014e-308, "2.2250738585072014e-308"},
    {5e-324, "5e-324"},
};

/* Asserts that each float has its text and the text reads back as it. */
static void check_floats(void)
{
    struct arena arena;
    arena_init(&arena);
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) {
        const struct float_row *row = &floats[i];
        CHECK_ROW(!strcmp(text_of(value_float(&arena, row->number)), row->text), row->text);
        const struct value *back = read_text(&arena, row->text);
        CHECK_ROW(back->kind == VALUE_FLOAT && back->number == row->number, row->text);
    }
    arena_clear(&arena);
}

static void test_floats(void)
{
    struct arena arena;
    arena_init(&arena);
    check_floats();
    CU_ASSERT_STRING_EQUAL(text_of(value_float(&arena, (double)INFINITY)), "inf");
    CU_ASSERT_STRING_EQUAL(text_of(value_float(&arena, -(double)INFINITY)), "-inf");
    CU_ASSERT_STRING_EQUAL(text_of(value_float(&arena, (double)NAN)), "nan");
    CU_ASSERT_STRING_EQUAL(text_of(value_float(&arena, -(double)NAN)), "nan");
    arena_clear(&arena);
}

static void test_locale(void)
{
    /* Any locale with a comma will do; where there is none, nothing is tested. */
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE.utf8", "fr_FR.utf8"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (setlocale(LC_NUMERIC, names[i]))
            check_floats();
    }
    setlocale(LC_NUMERIC, "C");
}

static const struct read_row {
    const char *text;
    enum value_kind kind;
    const char *result;
} readings[] = {
    {"2", VALUE_INTEGER, "2"},
    {"-1", VALUE_INTEGER, "-1"},
    {"-0", VALUE_INTEGER, "0"},
    {" 2\n", VALUE_INTEGER, "2"},
    {"9223372036854775807", VALUE_INTEGER, "9223372036854775807"},
    {"-9223372036854775808", VALUE_INTEGER, "-9223372036854775808"},
    {"9223372036854775808", VALUE_FLOAT, "9.223372036854776e+18"},
    {"-9223372036854775809", VALUE_FLOAT, "-9.223372036854776e+18"},
    {"1.5", VALUE_FLOAT, "1.5"},
    {"16.0", VALUE_FLOAT, "16.0"},
    {"-0.0", VALUE_FLOAT, "-0.0"},
    {"1e3", VALUE_FLOAT, "1000.0"},
    {"1E+3", VALUE_FLOAT, "1000.0"},
    {"25e-1", VALUE_FLOAT, "2.5"},
    {"1e999", VALUE_FLOAT, "inf"},
    {"1e-999", VALUE_FLOAT, "0.0"},
    {"-1e99999999999999999999", VALUE_FLOAT, "-inf"},
    {"1e-99999999999999999999", VALUE_FLOAT, "0.0"},
    {"true", VALUE_BOOLEAN, "true"},
    {"false", VALUE_BOOLEAN, "false"},
    {"null", VALUE_NULL, "null"},
    {"True", VALUE_BOOLEAN, "true"},
    {"False", VALUE_BOOLEAN, "false"},
    {"None", VALUE_NULL, "null"},
    {"\"2\"", VALUE_STRING, "2"},
    {"\"\"", VALUE_STRING, ""},
    {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\"", VALUE_STRING, "\"\\/\b\f\n\r\tA"},
    {"\"\\u00e9\\u20AC\\ud83d\\ude00\"", VALUE_STRING, "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"},
    {"[0, 1]", VALUE_LIST, "[0,1]"},
    {"[]", VALUE_LIST, "[]"},
    {"[ ]", VALUE_LIST, "[]"},
    {"{}", VALUE_MAPPING, "{}"},
    {" { \"a\" : 1 , \"b\" : [ { } ] } ", VALUE_MAPPING, "{\"a\":1,\"b\":[{}]}"},
    /* no JSON: the string itself */
    {"", VALUE_STRING, ""},
    {" ", VALUE_STRING, " "},
    {"abc", VALUE_STRING, "abc"},
    {"TRUE", VALUE_STRING, "TRUE"},
    {"truer", VALUE_STRING, "truer"},
    {" True", VALUE_STRING, " True"},
    {"[True]", VALUE_STRING, "[True]"},
    {"NaN", VALUE_STRING, "NaN"},
    {"inf", VALUE_STRING, "inf"},
    {"-", VALUE_STRING, "-"},
    {"+1", VALUE_STRING, "+1"},
    {"01", VALUE_STRING, "01"},
    {"-01", VALUE_STRING, "-01"},
    {"1.", VALUE_STRING, "1."},
    {".5", VALUE_STRING, ".5"},
    {"1.e1", VALUE_STRING, "1.e1"},
    {"1e", VALUE_STRING, "1e"},
    {"1e+", VALUE_STRING, "1e+"},
    {"0x10", VALUE_STRING, "0x10"},
    {"1_000", VALUE_STRING, "1_000"},
    {"16-mixed", VALUE_STRING, "16-mixed"},
    {"2 3", VALUE_STRING, "2 3"},
    {"1,2", VALUE_STRING, "1,2"},
    {"\"", VALUE_STRING, "\""},
    {"\"a", VALUE_STRING, "\"a"},
    {"\"a\\\"", VALUE_STRING, "\"a\\\""},
    {"\"a\" b", VALUE_STRING, "\"a\" b"},
    {"\"\\x\"", VALUE_STRING, "\"\\x\""},
    {"\"\\u12\"", VALUE_STRING, "\"\\u12\""},
    {"\"\\u12g4\"", VALUE_STRING, "\"\\u12g4\""},
    {"\"\\ud800\"", VALUE_STRING, "\"\\ud800\""},
    {"\"\\ud800\\u0041\"", VALUE_STRING, "\"\\ud800\\u0041\""},
    {"\"\\udc00\\ud800\"", VALUE_STRING, "\"\\udc00\\ud800\""},
    {"\"\n\"", VALUE_STRING, "\"\n\""},
    {"\"\xff\"", VALUE_STRING, "\"\xff\""},
    {"\xff", VALUE_STRING, "\xff"},
    {"[", VALUE_STRING, "["},
    {"[1", VALUE_STRING, "[1"},
    {"[1,", VALUE_STRING, "[1,"},
    {"[1,]", VALUE_STRING, "[1,]"},
    {"[,1]", VALUE_STRING, "[,1]"},
    {"[1 2]", VALUE_STRING, "[1 2]"},
    {"[1}", VALUE_STRING, "[1}"},
    {"{\"a\"}", VALUE_STRING, "{\"a\"}"},
    {"{\"a\":}", VALUE_STRING, "{\"a\":}"},
    {"{\"a\":1,}", VALUE_STRING, "{\"a\":1,}"},
    {"{a:1}", VALUE_STRING, "{a:1}"},
    {"{1:1}", VALUE_STRING, "{1:1}"},
    {"{\"a\\u0000\":1}", VALUE_STRING, "{\"a\\u0000\":1}"},
};

static void test_readings(void)
{
    struct arena arena;
    arena_init(&arena);
    for (size_t i = 0; i < sizeof readings / sizeof *readings; i++) {
        const struct value *value = read_text(&arena, readings[i].text);
        CHECK_ROW(value && value->kind == readings[i].kind, readings[i].text);
        CHECK_ROW(!strcmp(text_of(value), readings[i].result), readings[i].text);
    }
    arena_clear(&arena);
}

static void test_reading_nul(void)
{
    struct arena arena;
    arena_init(&arena);
    const struct value *value = value_from_text(&arena, "1\0", 2);
    CU_ASSERT(value->kind == VALUE_STRING && value->count == 2);
    value = value_from_text(&arena, "\"a\\u0000b\"", 10);
    CU_ASSERT(value->count == 3 && !memcmp(value->text, "a\0b", 4));
    value = value_from_text(&arena, "12", 1);
    CU_ASSERT(value->kind == VALUE_INTEGER && value->integer == 1);
    value = value_from_text(&arena, "true", 3);
    CU_ASSERT_TRUE(value_is_text(value, "tru"));
    arena_clear(&arena);
}

/* Reads `depth` brackets, closed again. */
static enum value_kind kind_of_nested(size_t depth)
{
    struct arena arena;
    arena_init(&arena);
    char *text = arena_alloc(&arena, 2, depth);
    memset(text, '[', depth);
    memset(text + depth, ']', depth);
    enum value_kind kind = value_from_text(&arena, text, 2 * depth)->kind;
    arena_clear(&arena);
    return kind;
}

static void test_reading_depth(void)
{
    CU_ASSERT_EQUAL(kind_of_nested(VALUE_DEPTH_MAX), VALUE_LIST);
    CU_ASSERT_EQUAL(kind_of_nested(VALUE_DEPTH_MAX + 1), VALUE_STRING);
    CU_ASSERT_EQUAL(kind_of_nested(1000000), VALUE_STRING);
}

/* Digits beyond the 768th: a tie between two doubles that the very last digit breaks. */
static void test_reading_long(void)
{
    static char text[5000] = "9007199254740993.";
    struct arena arena;
    arena_init(&arena);
    size_t length = strlen(text);
    memset(text + length, '0', 4000);
    CU_ASSERT_EQUAL(read_text(&arena, text)->number, 9007199254740992.0);
    text[length + 3999] = '1';
    CU_ASSERT_EQUAL(read_text(&arena, text)->number, 9007199254740994.0);
    memset(text, '0', 4000);
    memcpy(text, "0.", 2);
    memcpy(text + 4000, "25e3999", 8);
    CU_ASSERT_EQUAL(read_text(&arena, text)->number, 2.5);
    memset(text, '1', 4999);
    CU_ASSERT_STRING_EQUAL(text_of(read_text(&arena, text)), "inf");
    arena_clear(&arena);
}

/* Reads, copies and extends a large tree while memory ends; returns whether it ended. */
static bool check_failing_tree(const char *text, size_t successes)
{
    struct arena arena;
    arena_init(&arena);
    memory_fail_after(successes);
    struct value *tree = read_text(&arena, text);
    struct value *copy = tree ? value_copy(&arena, tree) : NULL;
    bool is_whole =
        copy && value_append(&arena, copy, NULL, value_string(&arena, text, strlen(text)));
    bool has_failed = memory_restore();
    CU_ASSERT_EQUAL(is_whole, !has_failed);
    if (tree)
        CU_ASSERT_EQUAL(tree->kind, VALUE_LIST); /* never taken for a string */
    arena_clear(&arena);
    return has_failed;
}

static void test_no_memory(void)
{
    static char text[20000] = "[0";
    size_t successes = 0;
    for (size_t length = 2; length < sizeof text - 64;)
        length += (size_t)sprintf(text + length, ",{\"key\":[\"text\",1.5,2,null,true]}");
    strcat(text, "]");
    while (check_failing_tree(text, successes))
        successes++;
    CU_ASSERT_PTR_NULL(value_string(NULL, NULL, (size_t)UINT32_MAX + 1));
}

static const struct test tests[] = {
    {"Each kind of value keeps what it was given", test_kinds},
    {"Children are found by key and by index", test_children},
    {"The last of two equal keys wins, and what is not there is NULL", test_lookups},
    {"Only a string of the same bytes is a text", test_is_text},
    {"Truth is Python's", test_truth},
    {"A deep copy is equal, whole and independent", test_copy},
    {"A copy of a child has no key and no siblings", test_copy_of_child},
    {"The size of a copy is foretold closely", test_copy_size},
    {"Trees of any depth are copied, and walked to a bound", test_depth},
    {"The text of a value is plain, that of a tree compact JSON", test_text},
    {"A text is cut to the buffer and its whole length told", test_text_size},
    {"Floats are written as Python writes them", test_floats},
    {"Floats do not heed the locale", test_locale},
    {"Text is JSON where it is JSON, else a string", test_readings},
    {"NUL bytes and the length are heeded in reading", test_reading_nul},
    {"What is nested too deep is a string", test_reading_depth},
    {"Numbers of any length are rounded correctly", test_reading_long},
    {"Without memory there is no value, not a wrong one", test_no_memory},
};

const struct suite suite_value = {"value", tests, sizeof tests / sizeof *tests};
