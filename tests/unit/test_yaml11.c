#include "tables/yaml11.h"

#include <stdio.h>
#include <string.h>

#include "suite.h"
#include "tables/config_node.h"

/* Plain scalars and what PyYAML 6.0.3 makes of them. */
static const struct {
    const char *text;
    enum value_kind kind;
    const char *value; /* as value_text writes it */
    unsigned flags;
} rows[] = {
    {"no", VALUE_BOOLEAN, "false", 0},
    {"NO", VALUE_BOOLEAN, "false", 0},
    {"nO", VALUE_STRING, "nO", 0},
    {"off", VALUE_BOOLEAN, "false", 0},
    {"Yes", VALUE_BOOLEAN, "true", 0},
    {"y", VALUE_STRING, "y", 0},
    {"", VALUE_NULL, "null", 0},
    {"~", VALUE_NULL, "null", 0},
    {"None", VALUE_STRING, "None", 0},
    {"0,", VALUE_STRING, "0,", 0},
    {"0, 1", VALUE_STRING, "0, 1", 0},
    {"0", VALUE_INTEGER, "0", 0},
    {"-12", VALUE_INTEGER, "-12", 0},
    {"016", VALUE_INTEGER, "14", NODE_OCTAL},
    {"-016", VALUE_INTEGER, "-14", NODE_OCTAL},
    {"08", VALUE_STRING, "08", 0},
    {"0x1F", VALUE_INTEGER, "31", 0},
    {"0b101", VALUE_INTEGER, "5", 0},
    {"0o17", VALUE_STRING, "0o17", 0},
    {"1_000", VALUE_INTEGER, "1000", 0},
    {"1_", VALUE_INTEGER, "1", 0},
    {"_1", VALUE_STRING, "_1", 0},
    {"1:30:00", VALUE_INTEGER, "5400", NODE_SEXAGESIMAL},
    {"0:30:00", VALUE_STRING, "0:30:00", 0},
    {"1:60", VALUE_STRING, "1:60", 0},
    {"190:20:30.15", VALUE_FLOAT, "685230.15", 0},
    {"1e-4", VALUE_STRING, "1e-4", NODE_WIDE_FLOAT},
    {"5e8", VALUE_STRING, "5e8", NODE_WIDE_FLOAT},
    {"1.0e4", VALUE_STRING, "1.0e4", NODE_WIDE_FLOAT},
    {"1.0e-4", VALUE_FLOAT, "0.0001", 0},
    {"1.", VALUE_FLOAT, "1.0", 0},
    {".5", VALUE_FLOAT, "0.5", 0},
    {"-.5", VALUE_STRING, "-.5", 0},
    {"2.10", VALUE_FLOAT, "2.1", 0},
    {"1.2.3", VALUE_STRING, "1.2.3", 0},
    {".inf", VALUE_FLOAT, "inf", 0},
    {"-.INF", VALUE_FLOAT, "-inf", 0},
    {".nan", VALUE_FLOAT, "nan", 0},
    {"-.nan", VALUE_STRING, "-.nan", 0},
    {"nan", VALUE_STRING, "nan", 0},
    {"9223372036854775807", VALUE_INTEGER, "9223372036854775807", 0},
    {"99999999999999999999", VALUE_INTEGER, "9223372036854775807", 0},
    {"-", VALUE_STRING, "-", 0},
    {"+", VALUE_STRING, "+", 0},
    {".", VALUE_STRING, ".", 0},
};

static void test_rows(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned flags;
        char text[64];
        const struct value value = yaml11_read(rows[i].text, strlen(rows[i].text), &flags);
        value_text(&value, text, sizeof text);
        CHECK_ROW(value.kind == rows[i].kind, rows[i].text);
        CHECK_ROW(strcmp(text, rows[i].value) == 0, rows[i].text);
        CHECK_ROW(flags == rows[i].flags, rows[i].text);
    }
}

static void test_long(void)
{
    char digits[5000];
    unsigned flags;
    memset(digits, '7', sizeof digits);
    const struct value value = yaml11_read(digits, sizeof digits, &flags);
    CU_ASSERT_EQUAL(value.kind, VALUE_STRING);
    CU_ASSERT_EQUAL(value.count, sizeof digits);
}

static void test_wide(void)
{
    static const struct {
        const char *text;
        double number;
    } wide[] = {{"1e-4", 1e-4}, {"5e8", 5e8}, {"1_0e1", 100}, {"-2E3", -2000}, {"1.5e5", 1.5e5}};
    static const char *const none[] = {"",        "e5", "1e",   "1e+",  "12",
                                       "1.2.3e5", "x",  "1e5x", "1:2e3"};
    double number;
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
        CHECK_ROW(yaml11_read_wide_float(wide[i].text, strlen(wide[i].text), &number),
                  wide[i].text);
        CHECK_ROW(number == wide[i].number, wide[i].text);
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        CHECK_ROW(!yaml11_read_wide_float(none[i], strlen(none[i]), &number), none[i]);
}

static const struct test tests[] = {
    {"plain scalars are what PyYAML makes of them", test_rows},
    {"a scalar too long for a number is a text", test_long},
    {"widened readers take exponents without point and sign", test_wide},
};

const struct suite suite_yaml11 = {"yaml11", tests, sizeof tests / sizeof *tests};
