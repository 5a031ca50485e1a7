/* Runs every suite of unit tests. Exits 0 when all tests ran and passed. */
#include <CUnit/Basic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "suite.h"

/* One row a suite, in the order of the rooms: SUITE(x) stands for `suite_x`. */
#define SUITES                                                                                     \
    SUITE(check)                                                                                   \
    SUITE(checker)                                                                                 \
    SUITE(check_report)                                                                            \
    SUITE(arena)                                                                                   \
    SUITE(array)                                                                                   \
    SUITE(value)                                                                                   \
    SUITE(number)                                                                                  \
    SUITE(text)                                                                                    \
    SUITE(suggest)                                                                                 \
    SUITE(intern)                                                                                  \
    SUITE(bitset)                                                                                  \
    SUITE(diagnostic)                                                                              \
    SUITE(registry)                                                                                \
    SUITE(accelerator)                                                                             \
    SUITE(strategy)                                                                                \
    SUITE(tree)                                                                                    \
    SUITE(yaml11)                                                                                  \
    SUITE(config)                                                                                  \
    SUITE(config_cases)                                                                            \
    SUITE(normalise)                                                                               \
    SUITE(pack)                                                                                    \
    SUITE(readings)                                                                                \
    SUITE(snapshot)                                                                                \
    SUITE(invalid)                                                                                 \
    SUITE(facts)                                                                                   \
    SUITE(probe)                                                                                   \
    SUITE(cases)                                                                                   \
    SUITE(calculate)                                                                               \
    SUITE(evaluate)                                                                                \
    SUITE(read)                                                                                    \
    SUITE(world)                                                                                   \
    SUITE(compile)                                                                                 \
    SUITE(ruleset)                                                                                 \
    SUITE(spec)                                                                                    \
    SUITE(devices)                                                                                 \
    SUITE(resolution)                                                                              \
    SUITE(report_json)                                                                             \
    SUITE(report_text)                                                                             \
    SUITE(matrix)                                                                                  \
    SUITE(matrix_report)                                                                           \
    SUITE(engine)                                                                                  \
    SUITE(engine_change)

#define SUITE(name) extern const struct suite suite_##name;
SUITES
#undef SUITE

static const struct suite *const suites[] = {
#define SUITE(name) &suite_##name,
    SUITES
#undef SUITE
};

/* Hands a suite and its tests to CUnit. */
static bool add_suite(const struct suite *suite)
{
    CU_pSuite added = CU_add_suite(suite->name, NULL, NULL);
    if (!added)
        return false;
    for (size_t i = 0; i < suite->count; i++) {
        if (!CU_add_test(added, suite->tests[i].sentence, suite->tests[i].run))
            return false;
    }
    return true;
}

int main(void)
{
    bool is_ready = CU_initialize_registry() == CUE_SUCCESS;
    for (size_t i = 0; is_ready && i < sizeof suites / sizeof *suites; i++)
        is_ready = add_suite(suites[i]);
    if (!is_ready) {
        fprintf(stderr, "unit: cannot set up the tests: %s\n", CU_get_error_msg());
        return EXIT_FAILURE;
    }

    CU_basic_set_mode(CU_BRM_NORMAL);
    bool has_run = CU_basic_run_tests() == CUE_SUCCESS && CU_get_number_of_tests_run() > 0;
    unsigned failed = CU_get_number_of_failures() + CU_get_number_of_tests_failed() +
                      CU_get_number_of_suites_failed();
    CU_cleanup_registry();
    return has_run && !failed ? EXIT_SUCCESS : EXIT_FAILURE;
}
