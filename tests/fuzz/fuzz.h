/* Fuzz: what every target shares. A target is LLVMFuzzerTestOneInput in a file of its own;
 * libFuzzer calls it, or tests/fuzz/driver.c. An input may hold several named parts, each below a
 * line "%% name"; what stands before the first such line is a part without a name. */
#ifndef ACCORD_FUZZ_FUZZ_H
#define ACCORD_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Tries one input; returns 0. Faults end the process. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PARTS_MAX = 8 };

/* A part of an input; the text is a block of its own size, so that a sanitizer sees every byte read
 * behind it. */
struct part {
    char *name; /* "": it has none */
    char *text;
    size_t length;
};

struct parts {
    struct part items[PARTS_MAX];
    size_t count;
};

/* Splits an input; what is behind the last part allowed belongs to it. */
void parts_split(struct parts *parts, const uint8_t *data, size_t size);
void parts_clear(struct parts *parts);

/* The part of that name, or NULL. */
const struct part *parts_find(const struct parts *parts, const char *name);

/* Ends the process, with a word about why, unless `holds`. */
void fuzz_check(bool holds, const char *what);

#endif
