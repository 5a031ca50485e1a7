/* Checkers through the public header: settings, one text, repairs, and the want of memory. */
#include <string.h>

#include "accord.h"
#include "files.h"
#include "memory.h"
#include "suite.h"

static const char bad[] = "trainer:\n  accelerator: cpu\n  strategy: fsdp\n  devices: 2\n";

/* A checker on an engine of its own. */
struct fixture {
    accord_engine *engine;
    accord_checker *checker;
};

static struct fixture open_fixture(void)
{
    struct fixture fixture = {.engine = accord_engine_new()};
    CU_ASSERT_PTR_NOT_NULL_FATAL(fixture.engine);
    fixture.checker = accord_checker_new(fixture.engine);
    CU_ASSERT_PTR_NOT_NULL_FATAL(fixture.checker);
    return fixture;
}

static void close_fixture(struct fixture *fixture)
{
    accord_checker_free(fixture->checker);
    accord_engine_free(fixture->engine);
}

static void test_one_text(void)
{
    struct fixture fixture = open_fixture();
    struct accord_finding finding;
    accord_checked *checked =
        accord_checker_check(fixture.checker, "train.yaml", bad, strlen(bad), NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(checked);
    CU_ASSERT_TRUE(accord_checked_ok(checked, NULL));
    CU_ASSERT_EQUAL_FATAL(accord_checked_count(checked), 1);
    CU_ASSERT_TRUE(accord_checked_at(checked, 0, &finding));
    CU_ASSERT_STRING_EQUAL(finding.file, "train.yaml");
    CU_ASSERT_EQUAL(finding.line, 2);
    CU_ASSERT_STRING_EQUAL(finding.state, "open");
    CU_ASSERT_EQUAL(strlen(finding.fingerprint), 16);
    CU_ASSERT_NSTRING_EQUAL(bad + finding.fix_start, "cpu", finding.fix_end - finding.fix_start);
    CU_ASSERT_FALSE(accord_checked_at(checked, 1, &finding));
    accord_checked_free(checked);
    close_fixture(&fixture);
}

static void test_repair(void)
{
    struct fixture fixture = open_fixture();
    size_t length = 0;
    CU_ASSERT_EQUAL(accord_checker_set(fixture.checker, "fix", "true", NULL), ACCORD_OK);
    CU_ASSERT_EQUAL(accord_checker_set(fixture.checker, "unsafe-fixes", "true", NULL), ACCORD_OK);
    accord_checked *checked =
        accord_checker_check(fixture.checker, "train.yaml", bad, strlen(bad), NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(checked);
    const char *repaired = accord_checked_repaired(checked, &length);
    CU_ASSERT_PTR_NOT_NULL_FATAL(repaired);
    CU_ASSERT_EQUAL(accord_checked_count(checked), 0);
    CU_ASSERT_EQUAL(length, strlen(bad) + 1);
    accord_checked_free(checked);
    close_fixture(&fixture);
}

static void test_settings(void)
{
    struct fixture fixture = open_fixture();
    accord_findings *findings = accord_findings_new();
    struct accord_setting setting;
    CU_ASSERT_EQUAL(accord_checker_set(fixture.checker, "fail-on", "sometimes", findings),
                    ACCORD_FAULTY);
    CU_ASSERT_EQUAL(accord_checker_set(fixture.checker, "no-such", "1", findings), ACCORD_FAULTY);
    CU_ASSERT_EQUAL(accord_findings_count(findings), 2);
    CU_ASSERT_EQUAL(accord_checker_set(fixture.checker, "ignore", "a,b", NULL), ACCORD_OK);
    bool found = false;
    for (size_t i = 0; accord_checker_setting(fixture.checker, i, &setting); i++) {
        if (strcmp(setting.name, "ignore") == 0)
            found = strcmp(setting.value, "a, b") == 0 && strcmp(setting.origin, "given") == 0;
    }
    CU_ASSERT_TRUE(found);
    CU_ASSERT_EQUAL(accord_checker_report(fixture.checker, "no-such", false, NULL, NULL),
                    ACCORD_NOT_FOUND);
    accord_findings_free(findings);
    close_fixture(&fixture);
}

/* Every allocation of a check fails once: no answer, or the whole one. */
static void test_memory(void)
{
    struct fixture fixture = open_fixture();
    accord_checked_free(
        accord_checker_check(fixture.checker, "train.yaml", bad, strlen(bad), NULL));
    bool has_failed = true;
    for (size_t i = 0; has_failed; i++) {
        memory_fail_after(i);
        accord_checked *checked =
            accord_checker_check(fixture.checker, "train.yaml", bad, strlen(bad), NULL);
        has_failed = memory_restore();
        if (checked)
            CU_ASSERT_EQUAL(accord_checked_count(checked), 1);
        CU_ASSERT_TRUE(checked != NULL || has_failed);
        accord_checked_free(checked);
    }
    close_fixture(&fixture);
}

static void test_rules(void)
{
    static const char rule[] = "format: 1\nrules:\n- {id: own-rule, stage: request, deny: "
                               "{accelerator: [cpu]}, message: m}\n";
    char *folder = files_make_folder();
    CU_ASSERT_FATAL(folder && files_write(folder, "rules.yaml", rule));
    struct fixture fixture = open_fixture();
    for (int round = 0; round < 2; round++) {
        accord_checker *checker = accord_checker_new(fixture.engine);
        CU_ASSERT_PTR_NOT_NULL_FATAL(checker);
        accord_checked_free(accord_checker_check(checker, "train.yaml", bad, strlen(bad), NULL));
        CU_ASSERT_EQUAL(accord_checker_set(checker, "rules", folder, NULL), ACCORD_OK);
        accord_checked *checked =
            accord_checker_check(checker, "train.yaml", bad, strlen(bad), NULL);
        struct accord_finding finding;
        CU_ASSERT_PTR_NOT_NULL_FATAL(checked);
        CU_ASSERT_TRUE_FATAL(accord_checked_at(checked, 0, &finding));
        CU_ASSERT_STRING_EQUAL(finding.id, "own-rule");
        accord_checked_free(checked);
        accord_checker_free(checker);
    }
    close_fixture(&fixture);
    files_remove_folder(folder);
}

static const struct test tests[] = {
    {"one text is checked at once", test_one_text},
    {"a repair gives the new text and leaves nothing", test_repair},
    {"rules count from when they are set, for every checker of the engine", test_rules},
    {"settings are read, and their faults told", test_settings},
    {"a check survives the want of memory", test_memory},
};

const struct suite suite_checker = {"checker", tests, sizeof tests / sizeof *tests};
