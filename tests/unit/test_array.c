#include "base/array.h"

#include <stdint.h>
#include <stdlib.h>

#include "memory.h"
#include "suite.h"

static void test_grow(void)
{
    int *items = NULL;
    size_t count = 0, room = 0, moves = 0;
    for (; count < 1000; count++) {
        size_t before = room;
        int *grown = array_grow(items, count, sizeof *grown, &room);
        CU_ASSERT_PTR_NOT_NULL_FATAL(grown);
        CU_ASSERT_FATAL(room > count);
        moves += room != before;
        items = grown;
        items[count] = (int)count;
    }
    CU_ASSERT(moves < 10);
    for (size_t i = 0; i < count; i++)
        CU_ASSERT_EQUAL(items[i], (int)i);
    free(items);
}

static void test_no_memory(void)
{
    size_t room = 0;
    char *items = array_grow(NULL, 0, 1, &room);
    CU_ASSERT_PTR_NOT_NULL_FATAL(items);
    size_t full = room;
    items[0] = 'x';
    memory_fail_after(0);
    char *grown = array_grow(items, full, 1, &room);
    if (memory_restore()) {
        CU_ASSERT_PTR_NULL(grown);
        CU_ASSERT_EQUAL(room, full);
        CU_ASSERT_EQUAL(items[0], 'x');
    }
    free(grown ? grown : items);
}

static void test_too_large(void)
{
    size_t room = SIZE_MAX / 8;
    CU_ASSERT_PTR_NULL(array_grow(NULL, room, 8, &room));
    CU_ASSERT_EQUAL(room, SIZE_MAX / 8);
}

static const struct test tests[] = {
    {"A list grows item by item and moves seldom", test_grow},
    {"A list that cannot grow stays as it was", test_no_memory},
    {"A list larger than memory can be is refused", test_too_large},
};

const struct suite suite_array = {"array", tests, sizeof tests / sizeof *tests};
