/* Tests of conditions taken apart. Private to the compiler. */
#ifndef ACCORD_RULESET_TEST_H
#define ACCORD_RULESET_TEST_H

#include "ruleset/compiler.h"

/* A test taken apart. */
enum test_kind { TEST_UNSET, TEST_SET, TEST_OTHER, TEST_EMPTY, TEST_LITERAL, TEST_RANGE };

struct test {
    enum test_kind kind;
    const char *text;  /* literal */
    int64_t low, high; /* range, inclusive */
};

/* Calls `each` for every positive test in "x" or "not x, y". */
typedef void each_test(struct compiler *compiler, uint32_t field, const char *attribute,
                       const struct test *test, struct word word, void *context);

/* Calls `each` for one positive test; reports what cannot be read. */
void part_test(struct compiler *compiler, uint32_t field, const char *attribute, struct word word,
               each_test *each, void *context);

/* Calls `each` for every part of "not a, b". */
void split_tests(struct compiler *compiler, uint32_t field, const char *attribute, struct word word,
                 each_test *each, void *context);

bool is_negated(const char *text);

#endif
