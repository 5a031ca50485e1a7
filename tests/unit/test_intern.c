#include "base/intern.h"

#include <stdio.h>
#include <string.h>

#include "memory.h"
#include "suite.h"

/* Writes the i-th of many distinct names; returns its length. */
static size_t write_name(char name[32], uint32_t i)
{
    return (size_t)snprintf(name, 32, "name-%u", (unsigned)i);
}

static void test_dense(void)
{
    enum { COUNT = 20000 };
    struct intern table;
    char name[32];
    uint32_t id;
    intern_init(&table);
    for (uint32_t i = 0; i < COUNT; i++) {
        CU_ASSERT_TRUE(intern_add(&table, name, write_name(name, i), &id));
        CU_ASSERT_EQUAL(id, i);
    }
    CU_ASSERT_EQUAL(table.count, COUNT);
    for (uint32_t i = 0; i < COUNT; i++) {
        CU_ASSERT_TRUE(intern_find(&table, name, write_name(name, i), &id));
        CU_ASSERT_EQUAL(id, i);
        CU_ASSERT_STRING_EQUAL(intern_text(&table, i), name);
    }
    intern_clear(&table);
}

static void test_twice(void)
{
    struct intern table;
    uint32_t first, second, other;
    intern_init(&table);
    intern_add(&table, "a", 1, &first);
    intern_add(&table, "b", 1, &other);
    CU_ASSERT_TRUE(intern_add(&table, "a", 1, &second));
    CU_ASSERT_EQUAL(first, second);
    CU_ASSERT_NOT_EQUAL(first, other);
    CU_ASSERT_EQUAL(table.count, 2);
    intern_clear(&table);
}

static void test_unknown(void)
{
    struct intern table;
    uint32_t id = 77;
    intern_init(&table);
    CU_ASSERT_FALSE(intern_find(&table, "a", 1, &id));
    intern_add(&table, "ab", 2, &(uint32_t){0});
    CU_ASSERT_FALSE(intern_find(&table, "a", 1, &id));
    CU_ASSERT_FALSE(intern_find(&table, "abc", 3, &id));
    CU_ASSERT_EQUAL(id, 77);
    CU_ASSERT_EQUAL(table.count, 1);
    intern_clear(&table);
}

static void test_bytes(void)
{
    struct intern table;
    uint32_t empty, nul, longer;
    intern_init(&table);
    CU_ASSERT_TRUE(intern_add(&table, "", 0, &empty));
    CU_ASSERT_TRUE(intern_add(&table, "\0", 1, &nul));
    CU_ASSERT_TRUE(intern_add(&table, "\0x", 2, &longer));
    CU_ASSERT_EQUAL(table.count, 3);
    CU_ASSERT_EQUAL(memcmp(intern_text(&table, longer), "\0x", 3), 0);
    intern_clear(&table);
}

static void test_copied(void)
{
    struct intern table;
    char name[] = "abc";
    uint32_t id;
    intern_init(&table);
    intern_add(&table, name, 2, &id);
    const char *text = intern_text(&table, id);
    memset(name, 'x', sizeof name);
    for (uint32_t i = 0; i < 1000; i++) {
        char other[32];
        intern_add(&table, other, write_name(other, i), &id);
    }
    CU_ASSERT_STRING_EQUAL(text, "ab");
    CU_ASSERT_PTR_EQUAL(text, intern_text(&table, 0));
    intern_clear(&table);
}

static void test_again(void)
{
    struct intern table;
    uint32_t id;
    intern_init(&table);
    intern_add(&table, "a", 1, &id);
    intern_add(&table, "b", 1, &id);
    intern_clear(&table);
    CU_ASSERT_FALSE(intern_find(&table, "a", 1, &id));
    intern_add(&table, "b", 1, &id);
    CU_ASSERT_EQUAL(id, 0);
    intern_clear(&table);
    intern_clear(NULL);
}

/* Adds names until one finds no memory; what was added before must still be found. */
static void check_failing_add(size_t successes)
{
    struct intern table;
    char name[32];
    uint32_t id, added = 0;
    intern_init(&table);
    memory_fail_after(successes);
    while (added < 500 && intern_add(&table, name, write_name(name, added), &id))
        added++;
    memory_restore();
    CU_ASSERT_EQUAL(table.count, added);
    for (uint32_t i = 0; i < added; i++)
        CU_ASSERT(intern_find(&table, name, write_name(name, i), &id) && id == i);
    CU_ASSERT_TRUE(intern_add(&table, name, write_name(name, added), &id));
    CU_ASSERT_EQUAL(id, added);
    intern_clear(&table);
}

static void test_no_memory(void)
{
    for (size_t successes = 0; successes < 20; successes++)
        check_failing_add(successes);
}

static const struct test tests[] = {
    {"Ids are dense and lead back to their strings", test_dense},
    {"A string that was added keeps its id", test_twice},
    {"A string that was never added is not found and not added", test_unknown},
    {"Strings differ in their bytes, NUL or none", test_bytes},
    {"Strings are copied and stay where they are", test_copied},
    {"A cleared table starts anew", test_again},
    {"Without memory nothing is added and nothing is lost", test_no_memory},
};

const struct suite suite_intern = {"intern", tests, sizeof tests / sizeof *tests};
