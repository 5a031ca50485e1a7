#include "base/diagnostic.h"

#include <stdio.h>
#include <string.h>

#include "memory.h"
#include "suite.h"

static const struct span somewhere = {"a.yaml", 3, 7};

static void test_recorded(void)
{
    struct diagnostics list;
    diagnostics_init(&list);
    diagnostics_add(&list, MESSAGE_KEY_UNKNOWN, somewhere, "name", "nmae", "a rule");
    CU_ASSERT_EQUAL_FATAL(list.count, 1);
    const struct diagnostic *item = &list.items[0];
    CU_ASSERT_EQUAL(item->message, MESSAGE_KEY_UNKNOWN);
    CU_ASSERT_STRING_EQUAL(item->text, "unknown key 'nmae' in a rule");
    CU_ASSERT_STRING_EQUAL(item->nearest, "name");
    CU_ASSERT_STRING_EQUAL(item->place.file, "a.yaml");
    CU_ASSERT_EQUAL(item->place.line, 3);
    CU_ASSERT_EQUAL(item->place.column, 7);
    CU_ASSERT_PTR_NULL(item->other.file);
    CU_ASSERT_FALSE(list.failed);
    diagnostics_clear(&list);
}

static void test_pair(void)
{
    struct diagnostics list;
    struct span first = {"b.yaml", 1, 2};
    diagnostics_init(&list);
    diagnostics_add_pair(&list, MESSAGE_RULE_REPEATED, somewhere, first, "some-rule");
    CU_ASSERT_EQUAL_FATAL(list.count, 1);
    CU_ASSERT_STRING_EQUAL(list.items[0].text, "rule id 'some-rule' stands twice");
    CU_ASSERT_STRING_EQUAL(list.items[0].place.file, "a.yaml");
    CU_ASSERT_STRING_EQUAL(list.items[0].other.file, "b.yaml");
    CU_ASSERT_EQUAL(list.items[0].other.line, 1);
    CU_ASSERT_PTR_NULL(list.items[0].nearest);
    diagnostics_clear(&list);
}

static void test_copied(void)
{
    struct diagnostics list;
    char file[] = "a.yaml", word[] = "abc", nearest[] = "abd";
    diagnostics_init(&list);
    for (uint32_t line = 1; line < 40; line++)
        diagnostics_add(&list, MESSAGE_FIELD_UNKNOWN, (struct span){file, line, 1}, nearest, word);
    memset(file, 'x', sizeof file);
    memset(word, 'x', sizeof word);
    memset(nearest, 'x', sizeof nearest);
    CU_ASSERT_EQUAL_FATAL(list.count, 39);
    for (uint32_t i = 0; i < list.count; i++) {
        CU_ASSERT_STRING_EQUAL(list.items[i].place.file, "a.yaml");
        CU_ASSERT_EQUAL(list.items[i].place.line, i + 1);
        CU_ASSERT_STRING_EQUAL(list.items[i].text, "no field is called 'abc'");
        CU_ASSERT_STRING_EQUAL(list.items[i].nearest, "abd");
    }
    diagnostics_clear(&list);
}

static void test_no_place(void)
{
    struct diagnostics list;
    diagnostics_init(&list);
    diagnostics_add(&list, MESSAGE_FACT_UNKNOWN, (struct span){0}, NULL, "%s%n");
    diagnostics_add(&list, MESSAGE_FACT_UNKNOWN, somewhere, NULL, "");
    diagnostics_add(&list, MESSAGE_FACT_UNKNOWN, (struct span){0}, NULL, "");
    CU_ASSERT_EQUAL_FATAL(list.count, 3);
    CU_ASSERT_PTR_NULL(list.items[0].place.file);
    CU_ASSERT_PTR_NULL(list.items[2].place.file);
    CU_ASSERT_STRING_EQUAL(list.items[0].text, "'%s%n' is no fact");
    diagnostics_clear(&list);
}

static void test_errors(void)
{
    struct diagnostics list;
    diagnostics_init(&list);
    diagnostics_add(&list, MESSAGE_RELEASE_UNKNOWN, somewhere, NULL, "x", "9", "8");
    CU_ASSERT_EQUAL(list.errors, 0);
    diagnostics_add(&list, MESSAGE_FACT_UNKNOWN, somewhere, NULL, "x");
    diagnostics_add(&list, MESSAGE_FACT_UNKNOWN, somewhere, NULL, "y");
    CU_ASSERT_EQUAL(list.errors, 2);
    CU_ASSERT_EQUAL(list.count, 3);
    diagnostics_clear(&list);
    CU_ASSERT_EQUAL(list.errors, 0);
    diagnostics_clear(NULL);
}

/* An id is "ACC" and four digits that no other message has. */
static void check_id(enum message message)
{
    const char *id = message_id(message);
    CHECK_ROW(strlen(id) == 7 && !strncmp(id, "ACC", 3), id);
    CHECK_ROW(strspn(id + 3, "0123456789") == 4, id);
    CHECK_ROW(message_find(id) == message, id);
}

static void test_messages(void)
{
    for (int i = 0; i < MESSAGE__COUNT; i++) {
        enum message message = (enum message)i;
        check_id(message);
        CHECK_ROW(*message_template(message) && *message_help(message), message_id(message));
        CHECK_ROW(*severity_name(message_severity(message)), message_id(message));
        CHECK_ROW(!strstr(message_help(message), "%%"), message_id(message)); /* no format */
    }
    CU_ASSERT_EQUAL(message_find("ACC9999"), MESSAGE__COUNT);
    CU_ASSERT_EQUAL(message_find(""), MESSAGE__COUNT);
}

static void test_permanent(void)
{
    CU_ASSERT_STRING_EQUAL(message_id(MESSAGE_FILE_UNREADABLE), "ACC0101");
    CU_ASSERT_STRING_EQUAL(message_id(MESSAGE_KEY_UNKNOWN), "ACC0106");
    CU_ASSERT_STRING_EQUAL(message_id(MESSAGE_REQUEST_FIELD_UNKNOWN), "ACC0201");
    CU_ASSERT_EQUAL(message_severity(MESSAGE_RELEASE_UNKNOWN), SEVERITY_WARNING);
    CU_ASSERT_STRING_EQUAL(severity_name(SEVERITY_ERROR), "error");
    CU_ASSERT_STRING_EQUAL(severity_name(SEVERITY_WARNING), "warning");
    CU_ASSERT_STRING_EQUAL(severity_name(SEVERITY_NOTE), "note");
}

/* Records findings until memory ends; returns whether it ended. */
static bool check_failing_add(size_t successes)
{
    struct diagnostics list;
    diagnostics_init(&list);
    memory_fail_after(successes);
    for (uint32_t i = 0; i < 200; i++)
        diagnostics_add(&list, MESSAGE_FACT_UNKNOWN, somewhere, "nearest", "some word");
    bool has_failed = memory_restore();
    CU_ASSERT_EQUAL(list.failed, has_failed);
    CU_ASSERT(has_failed ? list.count < 200 : list.count == 200);
    CU_ASSERT_EQUAL(list.errors, list.count);
    for (size_t i = 0; i < list.count; i++) {
        CU_ASSERT_STRING_EQUAL(list.items[i].text, "'some word' is no fact");
        CU_ASSERT_STRING_EQUAL(list.items[i].place.file, "a.yaml");
    }
    diagnostics_clear(&list);
    return has_failed;
}

static void test_no_memory(void)
{
    size_t successes = 0;
    while (check_failing_add(successes))
        successes++;
}

static const struct test tests[] = {
    {"A finding is recorded in words with its place", test_recorded},
    {"A finding of two places keeps both", test_pair},
    {"All texts are copied", test_copied},
    {"A finding may have no place, and arguments are no formats", test_no_place},
    {"Errors are counted, warnings are not", test_errors},
    {"Every message has an id of its own, words and help", test_messages},
    {"Ids and names of severities are permanent", test_permanent},
    {"Without memory the list says that something is missing", test_no_memory},
};

const struct suite suite_diagnostic = {"diagnostic", tests, sizeof tests / sizeof *tests};
