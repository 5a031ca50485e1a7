#include "base/number.h"

#include <math.h>
#include <string.h>

#include "suite.h"

static const struct number_row {
    const char *text;
    double number;
} numbers[] = {
    {"0", 0},
    {"1", 1},
    {"+1", 1},
    {"-2.5", -2.5},
    {"1.", 1},
    {".5", 0.5},
    {"00012", 12},
    {"1e3", 1000},
    {"1E+3", 1000},
    {"12.5e-1", 1.25},
    {"0.000e5", 0},
    {"1e400", (double)INFINITY},
    {"1e-400", 0},
    {"0.1", 0.1},
    {"123456789012345678901234567890", 1.2345678901234568e29},
    {"5e-324", 5e-324},
    {"0e999999999999999999999", 0},
};

static void test_read(void)
{
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        double number = 77;
        CHECK_ROW(number_read(numbers[i].text, strlen(numbers[i].text), &number), numbers[i].text);
        CHECK_ROW(number == numbers[i].number, numbers[i].text);
    }
}

static void test_read_none(void)
{
    static const char *const rows[] = {
        "",   "+",    "-",   ".",   "-.",  "e5",  "1e",  "1e+", "1e5.",  "1.2.3", "1 ",
        " 1", "1e 5", "--1", "0x1", "1_0", "inf", "nan", "1,5", "1e5e5", "1+1",
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double number = 77;
        CHECK_ROW(!number_read(rows[i], strlen(rows[i]), &number), rows[i]);
        CHECK_ROW(number == 77, rows[i]);
    }
}

static void test_read_length(void)
{
    double number;
    CU_ASSERT(number_read("12345", 2, &number) && number == 12);
    CU_ASSERT(number_read("1e23", 3, &number) && number == 100);
}

static void test_zero_sign(void)
{
    double number;
    CU_ASSERT(number_read("-0", 2, &number) && number == 0 && signbit(number));
    CU_ASSERT(number_read("0.0", 3, &number) && number == 0 && !signbit(number));
}

/* Walks over doubles of every size; each must read back from its text bit by bit. */
static void test_round_trip(void)
{
    for (double number = 5e-324; number < 1e308; number *= 3.7) {
        char text[NUMBER_TEXT_SIZE];
        double back = 0;
        size_t length = number_text(-number, text);
        CHECK_ROW(length == strlen(text) && length < sizeof text, text);
        CHECK_ROW(number_read(text, length, &back) && back == -number, text);
    }
}

static void test_integers(void)
{
    static const struct integer_row {
        int64_t integer;
        const char *text;
    } rows[] = {{0, "0"},
                {7, "7"},
                {-10, "-10"},
                {INT64_MAX, "9223372036854775807"},
                {INT64_MIN, "-9223372036854775808"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[INTEGER_TEXT_SIZE];
        CU_ASSERT_EQUAL(integer_text(rows[i].integer, text), strlen(rows[i].text));
        CHECK_ROW(strcmp(text, rows[i].text) == 0, rows[i].text);
    }
}

static const struct test tests[] = {
    {"Decimal numbers are read to the nearest double", test_read},
    {"What is no decimal number is refused", test_read_none},
    {"Nothing beyond the length is read", test_read_length},
    {"Zero keeps its sign", test_zero_sign},
    {"Integers of every size are written", test_integers},
    {"Every double reads back from its text", test_round_trip},
};

const struct suite suite_number = {"number", tests, sizeof tests / sizeof *tests};
