/* YAML 1.1: plain scalars as typed values by the rules of the revision that most readers in Python
 * still follow: `no` is false, `016` is 14, `1:30:00` is 5400, `1e-4` is a text. */
#ifndef ACCORD_TABLES_YAML11_H
#define ACCORD_TABLES_YAML11_H

#include <stdbool.h>
#include <stddef.h>

#include "base/value.h"

/* Types a plain scalar. A text keeps pointing into `text`. `ret_flags` are those of NODE_ that
 * follow from its form. */
struct value yaml11_read(const char *text, size_t length, unsigned *ret_flags);

/* Reads what only widened readers take for a number: an exponent without a point or without a sign.
 */
bool yaml11_read_wide_float(const char *text, size_t length, double *ret_number);

#endif
