/* Suite: what a file of unit tests exports, one `const struct suite suite_NAME` each; main.c lists
 * them. */
#ifndef ACCORD_TESTS_SUITE_H
#define ACCORD_TESTS_SUITE_H

#include <CUnit/CUnit.h>
#include <stddef.h>

struct suite {
    const char *name;
    const struct test {
        const char *sentence; /* what holds when the test passes */
        void (*run)(void);
    } * tests;
    size_t count;
};

/* Asserts a condition about one row of a table; a failure is reported with the text of the row. */
#define CHECK_ROW(condition, row)                                                                  \
    CU_assertImplementation((condition), __LINE__, (row), __FILE__, "", CU_FALSE)

#endif
