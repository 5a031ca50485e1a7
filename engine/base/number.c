#include "base/number.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 17 digits tell all doubles apart; 768 and whether more follow decide the rounding of any text. */
enum { DIGITS_MAX_WRITTEN = 17, DIGITS_MAX_READ = 768 };

/* d.ddd times ten to the exponent. */
struct decimal {
    char digits[DIGITS_MAX_WRITTEN + 1];
    int count;
    int exponent;
};

/* The decimal of `count` digits that is nearest to a positive number. */
static struct decimal round_to(double number, int count)
{
    char text[64];
    struct decimal decimal = {.count = 0};
    snprintf(text, sizeof text, "%.*e", count - 1, number);
    const char *at = text;
    for (; *at != 'e'; at++) {
        /* What is no digit is the locale's decimal point. */
        if (*at >= '0' && *at <= '9' && decimal.count < DIGITS_MAX_WRITTEN)
            decimal.digits[decimal.count++] = *at;
    }
    decimal.exponent = atoi(at + 1);
    return decimal;
}

/* Adds one to the last digit. */
static void raise_last(struct decimal *decimal)
{
    int i = decimal->count - 1;
    while (i >= 0 && decimal->digits[i] == '9')
        decimal->digits[i--] = '0';
    if (i >= 0) {
        decimal->digits[i]++;
    } else {
        decimal->digits[0] = '1';
        decimal->exponent++;
    }
}

/* Whether reading the decimal gives `number` again. */
static bool reads_back(const struct decimal *decimal, double number)
{
    /* Without a decimal point, so that the locale does not matter. */
    char text[64];
    snprintf(text, sizeof text, "%.*se%d", decimal->count, decimal->digits,
             decimal->exponent - decimal->count + 1);
    return strtod(text, NULL) == number;
}

/* The shortest decimal that reads back as the positive `number`. */
static struct decimal find_shortest(double number)
{
    for (int count = 1; count < DIGITS_MAX_WRITTEN; count++) {
        struct decimal decimal = round_to(number, count);
        if (reads_back(&decimal, number))
            return decimal;
        /* Above a power of two doubles lie twice as far apart as below it, so the farther neighbour
         * may do. */
        raise_last(&decimal);
        if (reads_back(&decimal, number))
            return decimal;
    }
    return round_to(number, DIGITS_MAX_WRITTEN);
}

/* "0.0001", "12.5", "16.0": at least the ones and the tenths are written. */
static char *write_plain(const struct decimal *decimal, char *out)
{
    int first = decimal->exponent > 0 ? decimal->exponent : 0;
    int last = decimal->exponent - decimal->count + 1;
    for (int place = first; place >= last || place >= -1; place--) {
        int index = decimal->exponent - place;
        if (place == -1)
            *out++ = '.';
        *out++ = index >= 0 && index < decimal->count ? decimal->digits[index] : '0';
    }
    return out;
}

/* "1e-05", "1.5e+16". */
static char *write_exponent(const struct decimal *decimal, char *out)
{
    *out++ = decimal->digits[0];
    if (decimal->count > 1) {
        *out++ = '.';
        memcpy(out, decimal->digits + 1, (size_t)decimal->count - 1);
        out += decimal->count - 1;
    }
    return out + snprintf(out, 8, "e%+03d", decimal->exponent);
}

size_t integer_text(int64_t integer, char ret_text[INTEGER_TEXT_SIZE])
{
    char digits[INTEGER_TEXT_SIZE];
    size_t at = sizeof digits;
    uint64_t rest = integer < 0 ? -(uint64_t)integer : (uint64_t)integer;
    digits[--at] = '\0';
    do
        digits[--at] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (integer < 0)
        digits[--at] = '-';
    memcpy(ret_text, digits + at, sizeof digits - at);
    return sizeof digits - at - 1;
}

size_t number_text(double number, char ret_text[NUMBER_TEXT_SIZE])
{
    char *out = ret_text;
    if (signbit(number) && !isnan(number))
        *out++ = '-';
    if (!isfinite(number)) {
        memcpy(out, isnan(number) ? "nan" : "inf", 3);
        out += 3;
    } else {
        struct decimal zero = {.digits = "0", .count = 1};
        struct decimal decimal = number == 0 ? zero : find_shortest(fabs(number));
        bool is_plain = decimal.exponent >= -4 && decimal.exponent < 16;
        out = is_plain ? write_plain(&decimal, out) : write_exponent(&decimal, out);
    }
    *out = '\0';
    return (size_t)(out - ret_text);
}

/* A number as it is read: its digits as an integer, times ten to the exponent. */
struct digits {
    char text[DIGITS_MAX_READ + 32]; /* room for one more digit and the exponent */
    size_t count;
    int64_t exponent;
    bool is_cut; /* digits other than zero were left out */
};

/* Adds one digit, or only its weight when it cannot matter to the value. */
static void add_digit(struct digits *digits, char digit, bool is_fraction)
{
    if (is_fraction)
        digits->exponent--;
    if (digits->count == 0 && digit == '0')
        return;
    if (digits->count < DIGITS_MAX_READ) {
        digits->text[digits->count++] = digit;
        return;
    }
    digits->exponent++;
    digits->is_cut |= digit != '0';
}

/* Reads "e-5" whole; no exponent is 0, and one beyond all doubles stays there. */
static bool read_exponent(const char *at, const char *end, int64_t *ret_exponent)
{
    const int64_t most = INT64_MAX / 100;
    int64_t exponent = 0;
    if (at < end) {
        at++;
        bool is_negative = at < end && *at == '-';
        if (at < end && (*at == '+' || *at == '-'))
            at++;
        if (at == end)
            return false;
        for (; at < end && *at >= '0' && *at <= '9'; at++)
            exponent = exponent < most ? exponent * 10 + (*at - '0') : most;
        exponent = is_negative ? -exponent : exponent;
    }
    if (at != end)
        return false;
    *ret_exponent = exponent;
    return true;
}

/* The number that digits stand for: strtod rounds correctly, and no point means no locale. */
static double finish(struct digits *digits)
{
    if (!digits->count)
        return 0;
    if (digits->is_cut) {
        digits->text[digits->count++] = '1';
        digits->exponent--;
    }
    snprintf(digits->text + digits->count, 24, "e%lld", (long long)digits->exponent);
    return strtod(digits->text, NULL);
}

bool number_read(const char *bytes, size_t length, double *ret_number)
{
    const char *at = bytes, *end = bytes + length;
    bool is_negative = at < end && *at == '-', is_fraction = false, has_digits = false;
    struct digits digits = {.count = 0};
    int64_t exponent;

    if (at < end && (*at == '-' || *at == '+'))
        at++;
    for (; at < end && *at != 'e' && *at != 'E'; at++) {
        if (*at == '.' && !is_fraction) {
            is_fraction = true;
            continue;
        }
        if (*at < '0' || *at > '9')
            return false;
        add_digit(&digits, *at, is_fraction);
        has_digits = true;
    }
    if (!has_digits || !read_exponent(at, end, &exponent))
        return false;
    digits.exponent += exponent;
    double number = finish(&digits);
    *ret_number = is_negative ? -number : number;
    return true;
}
