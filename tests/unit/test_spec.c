/* Requests: fields in the order they were set, typed as they were written. */
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "resolve/spec.h"
#include "suite.h"

static void set(struct spec *spec, const char *field, const char *text)
{
    CU_ASSERT(spec_set_text(spec, field, text, strlen(text)));
}

static const char *shown(const struct spec *spec, const char *field)
{
    static char text[256];
    const struct spec_entry *entry = spec_find(spec, field);
    if (entry == NULL)
        return "(not set)";
    value_text(entry->value, text, sizeof text);
    return text;
}

static void test_order(void)
{
    struct spec spec;
    spec_init(&spec);
    CU_ASSERT_EQUAL(spec.count, 0);
    set(&spec, "b", "1");
    set(&spec, "a", "2");
    set(&spec, "c", "3");
    set(&spec, "b", "4");
    CU_ASSERT_EQUAL(spec.count, 3);
    CU_ASSERT_STRING_EQUAL(spec.entries[0].field, "b");
    CU_ASSERT_STRING_EQUAL(shown(&spec, "b"), "4");
    spec_unset(&spec, "a");
    spec_unset(&spec, "never");
    CU_ASSERT_EQUAL(spec.count, 2);
    CU_ASSERT_STRING_EQUAL(spec.entries[1].field, "c");
    CU_ASSERT_PTR_NULL(spec_find(&spec, "a"));
    spec_clear(&spec);
}

static void test_types(void)
{
    static const struct {
        const char *text;
        enum value_kind kind;
        const char *shown;
    } rows[] = {
        {"2", VALUE_INTEGER, "2"},       {"-1", VALUE_INTEGER, "-1"},
        {"\"2\"", VALUE_STRING, "2"},    {"2,", VALUE_STRING, "2,"},
        {"true", VALUE_BOOLEAN, "true"}, {"True", VALUE_BOOLEAN, "true"},
        {"None", VALUE_NULL, "null"},    {"null", VALUE_NULL, "null"},
        {"[0,1]", VALUE_LIST, "[0,1]"},  {"{\"a\":1}", VALUE_MAPPING, "{\"a\":1}"},
        {"16.0", VALUE_FLOAT, "16.0"},   {"", VALUE_STRING, ""},
        {"gpu", VALUE_STRING, "gpu"},    {"[0,", VALUE_STRING, "[0,"},
    };
    struct spec spec;
    spec_init(&spec);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        set(&spec, "f", rows[i].text);
        CHECK_ROW(spec_find(&spec, "f")->value->kind == rows[i].kind, rows[i].text);
        CHECK_ROW(strcmp(shown(&spec, "f"), rows[i].shown) == 0, rows[i].text);
    }
    spec_clear(&spec);
}

static void test_copies(void)
{
    char field[] = "devices", text[] = "[7, 8]";
    struct spec spec;
    struct arena arena;
    spec_init(&spec);
    arena_init(&arena);
    CU_ASSERT(spec_set(&spec, field, value_from_text(&arena, text, strlen(text))));
    arena_clear(&arena);
    memset(field, 'x', sizeof field - 1);
    memset(text, 'x', sizeof text - 1);
    CU_ASSERT_STRING_EQUAL(shown(&spec, "devices"), "[7,8]");
    spec_clear(&spec);
}

static void test_places(void)
{
    char file[] = "train.yaml";
    struct spec spec;
    spec_init(&spec);
    set(&spec, "a", "1");
    CU_ASSERT_FALSE(spec_set_place(&spec, "b", (struct span){file, 1, 1}));
    CU_ASSERT(spec_set_place(&spec, "a", (struct span){file, 3, 9}));
    memset(file, 'x', sizeof file - 1);
    CU_ASSERT_STRING_EQUAL(spec_find(&spec, "a")->place.file, "train.yaml");
    CU_ASSERT_EQUAL(spec_find(&spec, "a")->place.line, 3);
    CU_ASSERT_EQUAL(spec_find(&spec, "a")->place.column, 9);
    spec_clear(&spec);
}

static void test_no_memory(void)
{
    bool failed = true;
    for (size_t count = 0; failed && count < 1000; count++) {
        struct spec spec;
        spec_init(&spec);
        memory_fail_after(count);
        bool complete = spec_set_text(&spec, "devices", "[0, 1, 2]", 9) &&
                        spec_set_place(&spec, "devices", (struct span){"f", 1, 1});
        for (int i = 0; complete && i < 40; i++)
            complete = spec_set_text(
                &spec, (char[]){'a', (char)('a' + i % 26), (char)('a' + i / 26), '\0'}, "x", 1);
        failed = memory_restore();
        CU_ASSERT_EQUAL(complete, !failed);
        for (size_t i = 0; i < spec.count; i++)
            CU_ASSERT(spec.entries[i].field && spec.entries[i].value);
        spec_clear(&spec);
    }
    CU_ASSERT_FALSE(failed);
}

static const struct test tests[] = {
    {"a field set again keeps its place in the order", test_order},
    {"text is read as a command line means it", test_types},
    {"names and values are copied", test_copies},
    {"a place belongs to a field that is set", test_places},
    {"requests survive the want of memory", test_no_memory},
};

const struct suite suite_spec = {"spec", tests, sizeof tests / sizeof *tests};
