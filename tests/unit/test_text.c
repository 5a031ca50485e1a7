#include "base/text.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "suite.h"

/* Text of a literal and its length, which may hold NUL. */
#define BYTES(literal) (literal), sizeof(literal) - 1

static void test_builds(void)
{
    struct text text;
    text_init(&text);
    CU_ASSERT_PTR_NULL(text.bytes);
    text_add(&text, "a");
    text_add_bytes(&text, BYTES("b\0c"));
    text_format(&text, "%d-%s", 12, "x");
    CU_ASSERT_EQUAL(text.length, 8);
    CU_ASSERT_EQUAL(memcmp(text.bytes, "ab\0c12-x", 9), 0);
    text_clear(&text);
    text_clear(NULL);
}

static void test_grows(void)
{
    struct text text;
    text_init(&text);
    for (int i = 0; i < 10000; i++)
        text_format(&text, "%04d", i);
    text_format(&text, "%5000s", "");
    CU_ASSERT_FALSE(text.failed);
    CU_ASSERT_EQUAL(text.length, 45000);
    CU_ASSERT_EQUAL(strlen(text.bytes), 45000);
    CU_ASSERT_EQUAL(strncmp(text.bytes + 4 * 1234, "12341235", 8), 0);
    text_clear(&text);
}

static void test_take(void)
{
    struct text text;
    text_init(&text);
    text_add(&text, "abc");
    char *taken = text_take(&text);
    CU_ASSERT_STRING_EQUAL(taken, "abc");
    free(taken);
    CU_ASSERT_PTR_NULL(text.bytes);
    CU_ASSERT_EQUAL(text.length, 0);
    taken = text_take(&text);
    CU_ASSERT_STRING_EQUAL(taken, "");
    free(taken);
}

/* Builds a text while memory ends; returns whether it ended. */
static bool check_failing_build(size_t successes)
{
    struct text text;
    text_init(&text);
    memory_fail_after(successes);
    for (int i = 0; i < 100; i++) {
        text_add(&text, "some words");
        text_format(&text, "%d", i);
        text_add_json(&text, BYTES("\"\n"));
        text_add_printable(&text, BYTES("\n"));
    }
    bool has_failed = memory_restore();
    CU_ASSERT_EQUAL(text.failed, has_failed);
    text_add(&text, "more"); /* a failure is sticky */
    char *taken = text_take(&text);
    CU_ASSERT(has_failed ? !taken : taken && strlen(taken) == 100 * 17 + 190 + 4);
    CU_ASSERT_FALSE(text.failed);
    free(taken);
    return has_failed;
}

static void test_no_memory(void)
{
    size_t successes = 0;
    while (check_failing_build(successes))
        successes++;
}

static const struct bytes_row {
    const char *bytes;
    size_t length;
    const char *json, *printable;
} texts[] = {
    {BYTES(""), "\"\"", ""},
    {BYTES("abc"), "\"abc\"", "abc"},
    {BYTES("\"\\/"), "\"\\\"\\\\/\"", "\"\\/"},
    {BYTES("\b\f\n\r\t"), "\"\\b\\f\\n\\r\\t\"", "?????"},
    {BYTES("a\0b\x1b[31m"), "\"a\\u0000b\\u001b[31m\"", "a?b?[31m"},
    {BYTES("\x7f"), "\"\x7f\"", "?"},
    {BYTES("\xc2\x9b"), "\"\xc2\x9b\"", "?"}, /* a control sequence introducer in one character */
    {BYTES("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"), "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"",
     "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"},
    {BYTES("\xe2\x80\xae"), "\"\xe2\x80\xae\"", "?"}, /* turns the order */
    {BYTES("\xff"
           "a"),
     "\"\xef\xbf\xbd"
     "a\"",
     "?a"},
    {BYTES("\xc0\xaf"), "\"\xef\xbf\xbd\xef\xbf\xbd\"", "??"},                  /* overlong */
    {BYTES("\xe2\x82"), "\"\xef\xbf\xbd\xef\xbf\xbd\"", "??"},                  /* cut short */
    {BYTES("\xed\xa0\x80"), "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"", "???"}, /* a surrogate */
    {BYTES("\xf4\x90\x80\x80"), "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"", "????"},
    {BYTES("\xf4\x8f\xbf\xbf"), "\"\xf4\x8f\xbf\xbf\"", "\xf4\x8f\xbf\xbf"},
};

static void test_json(void)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct text text;
        text_init(&text);
        text_add_json(&text, texts[i].bytes, texts[i].length);
        CHECK_ROW(!strcmp(text.bytes, texts[i].json), texts[i].json);
        text_clear(&text);
    }
}

static void test_printable(void)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct text text;
        text_init(&text);
        text_add_printable(&text, texts[i].bytes, texts[i].length);
        char *taken = text_take(&text);
        CHECK_ROW(!strcmp(taken, texts[i].printable), texts[i].printable);
        free(taken);
    }
}

static const struct integer_row {
    const char *bytes;
    size_t length;
    int64_t integer;
} integers[] = {
    {BYTES("0"), 0},
    {BYTES("42"), 42},
    {BYTES("-1"), -1},
    {BYTES("+7"), 7},
    {BYTES("-0"), 0},
    {BYTES("007"), 7},
    {BYTES("1_000"), 1000},
    {BYTES("0_7"), 7},
    {BYTES(" \t\n\v\f\r2\n "), 2},
    {BYTES("\xc2\xa0"
           "3\xe3\x80\x80\xc2\x85"),
     3},                                            /* white space of Unicode */
    {BYTES("\xd9\xa1\xd9\xa2"), 12},                /* Arabic-Indic */
    {BYTES("-\xef\xbc\x91_\xef\xbc\x90"), -10},     /* fullwidth */
    {BYTES("1\xd9\xa2\xe0\xa5\xa9"), 123},          /* mixed scripts */
    {BYTES("\xf0\x9d\x9f\x8e\xf0\x9d\x9f\xbf"), 9}, /* mathematical bold zero, monospace nine */
    {BYTES("9223372036854775807"), INT64_MAX},
    {BYTES("-9223372036854775808"), INT64_MIN},
    {BYTES("9223372036854775808"), INT64_MAX},
    {BYTES("-9223372036854775809"), INT64_MIN},
    {BYTES("999999999999999999999999999999"), INT64_MAX},
    {BYTES("-100000000000000000000000000000"), INT64_MIN},
};

static void test_integers(void)
{
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) {
        int64_t integer = 77;
        CHECK_ROW(text_read_integer(integers[i].bytes, integers[i].length, &integer),
                  integers[i].bytes);
        CHECK_ROW(integer == integers[i].integer, integers[i].bytes);
    }
}

static const struct none_row {
    const char *bytes;
    size_t length;
} no_integers[] = {
    {BYTES("")},
    {BYTES(" ")},
    {BYTES("x")},
    {BYTES("-")},
    {BYTES("+ 1")},
    {BYTES("--1")},
    {BYTES("+-1")},
    {BYTES("_1")},
    {BYTES("1_")},
    {BYTES("1__0")},
    {BYTES("-_1")},
    {BYTES("1 2")},
    {BYTES("1.0")},
    {BYTES("1e3")},
    {BYTES("0x10")},
    {BYTES("1\0")},
    {BYTES("\0"
           "1")},
    {BYTES("\x1c"
           "1")},
    {BYTES("\xc2\xb2")},
    {BYTES("\xe2\x85\xa7")},
    {BYTES("1\xe2\x80\x8b")},
    {BYTES("\xef\xbb\xbf"
           "1")},
    {BYTES("1\xff")},
    {BYTES("\xe2\x88\x92"
           "1")},
};

static void test_no_integers(void)
{
    for (size_t i = 0; i < sizeof no_integers / sizeof *no_integers; i++) {
        int64_t integer = 77;
        CHECK_ROW(!text_read_integer(no_integers[i].bytes, no_integers[i].length, &integer),
                  no_integers[i].bytes);
        CHECK_ROW(integer == 77, no_integers[i].bytes);
    }
}

static void test_length_heeded(void)
{
    int64_t number;
    CU_ASSERT(text_read_integer("123", 2, &number) && number == 12);
    CU_ASSERT(text_read_version("2.6.51", 5, &number) && number == 2006005);
    CU_ASSERT(text_read_version("2.6.51", 4, &number) == false);
    CU_ASSERT_EQUAL(text_version_parts("2.6.5", 3), 2);
}

static const struct version_row {
    const char *text;
    int64_t version;
    unsigned parts;
} versions[] = {
    {"2", 2000000, 1},
    {"2.6", 2006000, 2},
    {"2.6.5", 2006005, 3},
    {"2.10", 2010000, 2},
    {"0.0.1", 1, 3},
    {"02.06", 2006000, 2},
    {"535.104.05", 535104005, 3},
    {"8.9.2.26", 8009002, 3},
    {"2024.1", 2024001000, 2},
    {"2.0.20240131", 2000999, 3}, /* a date must not reach into the minor number */
    {"2.9999", 2999000, 2},
    {"1.9.0.post1", 1009000, 3},
    {"1.9.post1", 1009000, 2},
    {"2.0.0rc1", 2000000, 3},
    {"2.0.0-rc.1", 2000000, 3},
    {"2.0RC1", 2000000, 2},
    {"2.0.0a", 2000000, 3},
    {"2.1.0b2.dev3", 2001000, 3},
    {"2.6.0.dev20240801+cu121", 2006000, 3},
    {"2.1.0a0+gitab12-x.1_y", 2001000, 3},
    {"2.3.1+cpu", 2003001, 3},
    {"1.0-1", 1000000, 2},
    {"1.0_preview_2", 1000000, 2},
};

static void test_versions(void)
{
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        const char *text = versions[i].text;
        int64_t version = 77;
        CHECK_ROW(text_read_version(text, strlen(text), &version), text);
        CHECK_ROW(version == versions[i].version, text);
        CHECK_ROW(text_version_parts(text, strlen(text)) == versions[i].parts, text);
    }
}

static void test_no_versions(void)
{
    static const char *const rows[] = {
        "",        " ",    "x",     "v2.6",    ".6",  "2.",     "2..6",   "2.6.",      "2.6x",
        "2.6 ",    " 2.6", "2.6.*", "-2.6",    "2,6", "2.6.5+", "2.6+.",  "2.6+a.",    "2.6+a..b",
        "2.6+a b", "2.6-", "1!2.0", "2.6-rcx", "2_6", "2.6.1.", "latest", "2.6..dev1",
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int64_t version = 77;
        CHECK_ROW(!text_read_version(rows[i], strlen(rows[i]), &version), rows[i]);
        CHECK_ROW(version == 77, rows[i]);
        CHECK_ROW(text_version_parts(rows[i], strlen(rows[i])) == 0, rows[i]);
    }
}

static const struct test tests[] = {
    {"Additions follow each other and end with NUL", test_builds},
    {"A text grows to any length", test_grows},
    {"A taken text belongs to the caller and leaves an empty one", test_take},
    {"Without memory the failure is kept and nothing is taken", test_no_memory},
    {"A JSON string is escaped, and invalid UTF-8 replaced", test_json},
    {"Text for terminals holds no control characters", test_printable},
    {"Integers are read as Python's int() reads them", test_integers},
    {"What Python's int() refuses is no integer", test_no_integers},
    {"Nothing beyond the length is read", test_length_heeded},
    {"Versions are read with their suffixes", test_versions},
    {"What is no version is refused", test_no_versions},
};

const struct suite suite_text = {"text", tests, sizeof tests / sizeof *tests};
