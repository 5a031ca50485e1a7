/* YAML and JSON as trees: places, typed scalars, refusals and bounds. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "memory.h"
#include "suite.h"
#include "tables/tree.h"

/* A document that was read. */
struct reading {
    struct arena arena;
    struct diagnostics findings;
    struct value *tree;
    enum pack_status status;
};

static void read_bytes(struct reading *reading, const char *bytes, size_t length,
                       enum tree_scalars scalars)
{
    const struct tree_text text = {"file.yaml", bytes, length, scalars};
    arena_init(&reading->arena);
    diagnostics_init(&reading->findings);
    reading->status = tree_read(&reading->arena, &text, &reading->findings, &reading->tree);
}

static void read_text(struct reading *reading, const char *text, enum tree_scalars scalars)
{
    read_bytes(reading, text, strlen(text), scalars);
}

static void clear(struct reading *reading)
{
    arena_clear(&reading->arena);
    diagnostics_clear(&reading->findings);
}

/* True when the only finding is `id` at that place. */
static bool finds(const struct reading *reading, const char *id, unsigned line, unsigned column)
{
    const struct diagnostics *findings = &reading->findings;
    return reading->status == PACK_FAULTY && findings->count == 1 &&
           strcmp(message_id(findings->items[0].message), id) == 0 &&
           findings->items[0].place.line == line && findings->items[0].place.column == column;
}

static bool stands_at(const struct value *value, unsigned line, unsigned column)
{
    return value && value->line == line && value->column == column;
}

static void test_places(void)
{
    struct reading reading;
    read_text(&reading,
              "# comment\r\n"
              "top: {a: 1,\r\n"
              "      \xc3\xa9: [x, 'y']}\r\n"
              "block: |\r\n"
              "  text\r\n",
              TREE_TEXTS);
    CU_ASSERT_EQUAL(reading.status, PACK_OK);
    const struct value *top = value_get(reading.tree, "top"), *list = value_get(top, "\xc3\xa9");
    CU_ASSERT(stands_at(reading.tree, 2, 1));
    CU_ASSERT(stands_at(top, 2, 6));
    CU_ASSERT(stands_at(value_get(top, "a"), 2, 10));
    CU_ASSERT(stands_at(list, 3, 10)); /* columns count characters, not bytes */
    CU_ASSERT(stands_at(value_at(list, 1), 3, 14));
    CU_ASSERT_EQUAL(list->key_line, 3);
    CU_ASSERT_EQUAL(list->key_column, 7);
    CU_ASSERT(value_is_text(value_get(reading.tree, "block"), "text\n"));
    clear(&reading);
}

static void test_texts(void)
{
    struct reading reading;
    read_text(&reading, "[1, true, null, ~, 0x1F, 1.50, '', ]", TREE_TEXTS);
    static const char *const texts[] = {"1", "true", "null", "~", "0x1F", "1.50", ""};
    CU_ASSERT_EQUAL(reading.tree->count, 7);
    for (size_t i = 0; i < 7; i++)
        CHECK_ROW(value_is_text(value_at(reading.tree, i), texts[i]), texts[i]);
    clear(&reading);
}

static const struct scalar_row {
    const char *text;
    enum value_kind kind;
    double number; /* of booleans, integers and floats */
} scalar_rows[] = {
    {"null", VALUE_NULL, 0},
    {"~", VALUE_NULL, 0},
    {"", VALUE_NULL, 0},
    {"NULL", VALUE_NULL, 0},
    {"nULL", VALUE_STRING, 0},
    {"true", VALUE_BOOLEAN, 1},
    {"False", VALUE_BOOLEAN, 0},
    {"yes", VALUE_STRING, 0},
    {"off", VALUE_STRING, 0},
    {"12", VALUE_INTEGER, 12},
    {"-12", VALUE_INTEGER, -12},
    {"+12", VALUE_INTEGER, 12},
    {"007", VALUE_INTEGER, 7},
    {"1_000", VALUE_STRING, 0},
    {"0o17", VALUE_INTEGER, 15},
    {"0o18", VALUE_STRING, 0},
    {"0x1F", VALUE_INTEGER, 31},
    {"0x", VALUE_STRING, 0},
    {"0xfffffffffffffffffff", VALUE_INTEGER, 9223372036854775807.0},
    {"99999999999999999999", VALUE_INTEGER, 9223372036854775807.0},
    {"-99999999999999999999", VALUE_INTEGER, -9223372036854775808.0},
    {"1.5", VALUE_FLOAT, 1.5},
    {"1.", VALUE_FLOAT, 1},
    {".5", VALUE_FLOAT, 0.5},
    {"-1e3", VALUE_FLOAT, -1000},
    {"1e400", VALUE_FLOAT, INFINITY},
    {"-.inf", VALUE_FLOAT, -INFINITY},
    {".", VALUE_STRING, 0},
    {"+", VALUE_STRING, 0},
    {"e5", VALUE_STRING, 0},
    {"1e", VALUE_STRING, 0},
    {"inf", VALUE_STRING, 0},
    {"nan", VALUE_STRING, 0},
    {"0x1.8p1", VALUE_STRING, 0},
    {"1.2.3", VALUE_STRING, 0},
    {"2026-01-01", VALUE_STRING, 0},
    {"1:30", VALUE_STRING, 0},
    {"'12'", VALUE_STRING, 0},
    {"\"true\"", VALUE_STRING, 0},
};

static double number_of(const struct value *value)
{
    if (value->kind == VALUE_BOOLEAN)
        return value->boolean;
    if (value->kind == VALUE_INTEGER)
        return (double)value->integer;
    return value->kind == VALUE_FLOAT ? value->number : 0;
}

static void test_scalars(void)
{
    for (size_t i = 0; i < sizeof scalar_rows / sizeof *scalar_rows; i++) {
        const struct scalar_row *row = &scalar_rows[i];
        char text[64];
        snprintf(text, sizeof text, "key: %s", row->text);
        struct reading reading;
        read_text(&reading, text, TREE_TYPED);
        const struct value *value = value_get(reading.tree, "key");
        CHECK_ROW(value && value->kind == row->kind, row->text);
        CHECK_ROW(value && number_of(value) == row->number, row->text);
        clear(&reading);
    }
    struct reading reading;
    read_text(&reading, ".nan", TREE_TYPED);
    CU_ASSERT(reading.tree->kind == VALUE_FLOAT && isnan(reading.tree->number));
    clear(&reading);
}

static void test_json(void)
{
    struct reading reading;
    read_text(&reading,
              "{\n"
              "\t\"a\":\t1,\n"
              "\t\"b\":{\"c\":[true,\tfalse,null,-1.5e2]},\n"
              "\t\"d\\u00e9\\/\\\"\":\t\"\\t\\n\\u20ac\"\n"
              "}\n",
              TREE_TYPED);
    CU_ASSERT_EQUAL(reading.status, PACK_OK);
    const struct value *list = value_get(value_get(reading.tree, "b"), "c");
    CU_ASSERT_EQUAL(value_get(reading.tree, "a")->integer, 1);
    CU_ASSERT(stands_at(list, 3, 11));
    CU_ASSERT_EQUAL(value_at(list, 2)->kind, VALUE_NULL);
    CU_ASSERT_EQUAL(value_at(list, 3)->number, -150);
    CU_ASSERT(value_is_text(value_get(reading.tree, "d\xc3\xa9/\""), "\t\n\xe2\x82\xac"));
    clear(&reading);
}

static void test_empty(void)
{
    static const char *const texts[] = {"", "\n\n", "# only a comment\n", "---\n", "\xef\xbb\xbf"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct reading reading;
        read_text(&reading, texts[i], TREE_TEXTS);
        CHECK_ROW(reading.status == PACK_OK && value_is_text(reading.tree, ""), texts[i]);
        clear(&reading);
        read_text(&reading, texts[i], TREE_TYPED);
        CHECK_ROW(reading.status == PACK_OK && reading.tree->kind == VALUE_NULL, texts[i]);
        clear(&reading);
    }
}

static const struct refusal {
    const char *text, *id;
    unsigned line, column;
    bool is_whole; /* the tree is there all the same */
} refusals[] = {
    {"a: &x 1", "ACC0103", 1, 4, true},           {"a: *x", "ACC0103", 1, 4, true},
    {"*x : a", "ACC0103", 1, 1, false},           {"a: !t 1", "ACC0138", 1, 4, true},
    {"a: !!int 1", "ACC0138", 1, 4, true},        {"- !t [a]", "ACC0138", 1, 3, true},
    {"a: 1\na: 2", "ACC0108", 2, 1, true},        {"{a: 1, 'a': 2}", "ACC0108", 1, 8, true},
    {"a: 1\n--- b", "ACC0139", 2, 1, true},       {"? [a]\n: b", "ACC0109", 1, 3, false},
    {"{{a: b}: c}", "ACC0109", 1, 2, false},      {"a: \"b\\0c\"", "ACC0141", 1, 4, true},
    {"\"a\\0b\": c", "ACC0141", 1, 1, false},     {"a: [b", "ACC0102", 2, 1, false},
    {"a: b\n\tc: d", "ACC0102", 2, 1, false},     {"a: @b", "ACC0102", 1, 4, false},
    {"a: 'b\n", "ACC0102", 2, 1, false},          {"a: \"\\ud83d\\ude00\"", "ACC0102", 1, 7, false},
    {"\xc3\xa9: \xff", "ACC0102", 1, 4, false},   {"a: \x01", "ACC0102", 1, 4, false},
    {"%YAML 9.9\n--- a", "ACC0102", 1, 1, false},
};

static void test_refusals(void)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const struct refusal *row = &refusals[i];
        struct reading reading;
        read_text(&reading, row->text, TREE_TEXTS);
        CHECK_ROW(finds(&reading, row->id, row->line, row->column), row->text);
        CHECK_ROW((reading.tree != NULL) == row->is_whole, row->text);
        clear(&reading);
    }
}

/* `count` times `piece`, between `head` and `tail`. */
static char *repeat(const char *head, const char *piece, size_t count, const char *tail)
{
    size_t size = strlen(piece);
    char *text = malloc(strlen(head) + size * count + strlen(tail) + 1), *at = text;
    at = stpcpy(at, head);
    for (size_t i = 0; i < count; i++)
        at = stpcpy(at, piece);
    strcpy(at, tail);
    return text;
}

static void check_repeated(const char *piece, size_t count, const char *id, unsigned line,
                           unsigned column)
{
    char *text = repeat("", piece, count, "");
    struct reading reading;
    read_text(&reading, text, TREE_TYPED);
    CHECK_ROW(finds(&reading, id, line, column), id);
    clear(&reading);
    free(text);
}

static void test_bounds(void)
{
    char *deepest = repeat("", "[", TREE_DEPTH_MAX, ""), *closed = repeat(deepest, "]", 64, "");
    struct reading reading;
    read_text(&reading, closed, TREE_TYPED);
    CU_ASSERT_EQUAL(reading.status, PACK_OK);
    clear(&reading);
    free(closed);
    free(deepest);

    check_repeated("[", 1000000, "ACC0104", 1, 65);
    check_repeated("{a: ", 100, "ACC0104", 1, 257);
    check_repeated("- ", 100000, "ACC0104", 1, 129);
    check_repeated("- a\n", TREE_NODES_MAX + 10, "ACC0140", TREE_NODES_MAX, 3);
    check_repeated("#\n", SOURCE_SIZE_MAX, "ACC0105", 0, 0);
}

/* A list of many faults ends early, and so does one of many keys. */
static void test_many_findings(void)
{
    char *text = repeat("[", "&a b, ", 100000, "]");
    struct reading reading;
    read_text(&reading, text, TREE_TEXTS);
    CU_ASSERT_EQUAL(reading.status, PACK_FAULTY);
    CU_ASSERT(reading.findings.count >= TREE_FINDINGS_MAX);
    CU_ASSERT(reading.findings.count < TREE_FINDINGS_MAX + 3);
    clear(&reading);
    free(text);

    text = repeat("", "a: b\n", 100000, "");
    read_text(&reading, text, TREE_TEXTS);
    CU_ASSERT_EQUAL(reading.findings.count, TREE_FINDINGS_MAX);
    clear(&reading);
    free(text);
}

/* Many keys are compared by sorting; the findings keep the order of the document. */
static void test_many_keys(void)
{
    char text[4096], *at = text;
    for (int i = 0; i < 100; i++)
        at += sprintf(at, "k%d: v\n", i % 97);
    struct reading reading;
    read_text(&reading, text, TREE_TEXTS);
    CU_ASSERT_EQUAL(reading.findings.count, 3);
    for (unsigned i = 0; i < 3 && i < reading.findings.count; i++) {
        CU_ASSERT_EQUAL(reading.findings.items[i].place.line, 98 + i);
        CU_ASSERT_EQUAL(reading.findings.items[i].other.line, 1 + i);
    }
    clear(&reading);
}

/* Whatever the bytes, reading ends with a status. */
static void test_garbage(void)
{
    static const char alphabet[] = "ab:-?,[]{}&*!|>'\"%@`#\n\t \\0\xc3\xa9\xff";
    unsigned state = 1;
    for (int round = 0; round < 3000; round++) {
        char text[64];
        size_t length = (size_t)round % sizeof text;
        for (size_t i = 0; i < length; i++) {
            state = state * 1103515245 + 12345;
            text[i] = alphabet[(state >> 16) % (sizeof alphabet - 1)];
        }
        struct reading reading;
        read_bytes(&reading, text, length, round & 1 ? TREE_TEXTS : TREE_TYPED);
        CU_ASSERT(reading.status == PACK_OK ? reading.tree && !reading.findings.count
                                            : reading.findings.count > 0);
        clear(&reading);
    }
}

static void test_files(void)
{
    struct arena arena;
    struct diagnostics findings;
    struct value *tree = NULL;
    arena_init(&arena);
    diagnostics_init(&findings);
    CU_ASSERT_EQUAL(tree_read_file(&arena, "/nonexistent/x", TREE_TYPED, &findings, &tree),
                    PACK_FAULTY);
    CU_ASSERT_EQUAL(tree_read_file(&arena, "/", TREE_TYPED, &findings, &tree), PACK_FAULTY);
    CU_ASSERT_EQUAL(findings.count, 2);
    CU_ASSERT_STRING_EQUAL(message_id(findings.items[1].message), "ACC0101");
    CU_ASSERT_EQUAL(tree_read_file(&arena, "/dev/null", TREE_TYPED, &findings, &tree), PACK_OK);
    CU_ASSERT_EQUAL(tree_read_file(&arena, "/dev/zero", TREE_TYPED, &findings, &tree), PACK_FAULTY);
    CU_ASSERT_STRING_EQUAL(message_id(findings.items[2].message), "ACC0105");
    arena_clear(&arena);
    diagnostics_clear(&findings);
}

static void test_memory(void)
{
    static const char text[] = "a: [1, {b: c}]\nd: *e\nf: 2\nf: 3\n? [x]\n";
    size_t round = 0;
    for (bool has_failed = true; has_failed; round++) {
        struct reading reading;
        memory_fail_after(round);
        read_text(&reading, text, TREE_TYPED);
        has_failed = memory_restore();
        CU_ASSERT_EQUAL(reading.status, has_failed ? PACK_NO_MEMORY : PACK_FAULTY);
        clear(&reading);
    }
}

static const struct test tests[] = {
    {"every value and key knows its place", test_places},
    {"tables read every scalar as a text", test_texts},
    {"typed trees follow the core schema", test_scalars},
    {"JSON with tabs is read as it is", test_json},
    {"an empty document is an empty scalar", test_empty},
    {"what is refused is refused at its place", test_refusals},
    {"depth, nodes and size are bounded", test_bounds},
    {"a file has so many findings at most", test_many_findings},
    {"keys of large mappings are compared too", test_many_keys},
    {"garbage ends with a finding", test_garbage},
    {"unreadable files are findings", test_files},
    {"reading survives the want of memory", test_memory},
};

const struct suite suite_tree = {"tree", tests, sizeof tests / sizeof *tests};
