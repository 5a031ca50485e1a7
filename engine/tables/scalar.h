/* Scalar: plain YAML scalars as typed values, by the core schema of YAML 1.2. */
#ifndef ACCORD_TABLES_SCALAR_H
#define ACCORD_TABLES_SCALAR_H

#include <stddef.h>

#include "base/arena.h"
#include "base/value.h"

/* null, true, 3, 0x1F, 1.5, .inf and their other spellings as typed values, everything else as a
 * string. NULL without memory. */
struct value *scalar_read(struct arena *arena, const char *text, size_t length);

#endif
