/* Number: floats as text, as Python writes them, whatever the locale. */
#ifndef ACCORD_BASE_NUMBER_H
#define ACCORD_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

enum { NUMBER_TEXT_SIZE = 32 };

/* Python's repr(): the shortest digits that read back as `number`, "16.0", "1e-05", "inf", "nan".
 * Returns the length. */
size_t number_text(double number, char ret_text[NUMBER_TEXT_SIZE]);

/* Reads a decimal number: a sign, digits with at most one point, an exponent. False when it is
 * none. */
bool number_read(const char *bytes, size_t length, double *ret_number);

#endif
