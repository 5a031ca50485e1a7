/* Number: numbers as text, as Python writes them, whatever the locale. */
#ifndef ACCORD_BASE_NUMBER_H
#define ACCORD_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NUMBER_TEXT_SIZE = 32, INTEGER_TEXT_SIZE = 24 };

/* Decimal digits, with a sign when it is negative and a final NUL. Returns the length. */
size_t integer_text(int64_t integer, char ret_text[INTEGER_TEXT_SIZE]);

/* Python's repr(): the shortest digits that read back as `number`, "16.0", "1e-05", "inf", "nan".
 * Returns the length. */
size_t number_text(double number, char ret_text[NUMBER_TEXT_SIZE]);

/* Reads a decimal number: a sign, digits with at most one point, an exponent. False when it is
 * none. */
bool number_read(const char *bytes, size_t length, double *ret_number);

#endif
