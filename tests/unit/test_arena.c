#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <string.h>

#include "memory.h"
#include "suite.h"

static void test_aligned_and_zeroed(void)
{
    struct arena arena;
    arena_init(&arena);
    for (size_t size = 1; size < 200; size++) {
        arena_copy(&arena, "x", 1); /* leaves the next address odd */
        unsigned char *memory = arena_alloc(&arena, 1, size);
        CU_ASSERT_PTR_NOT_NULL_FATAL(memory);
        CU_ASSERT_EQUAL((uintptr_t)memory % alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++)
            CU_ASSERT_EQUAL(memory[i], 0);
        memset(memory, 0xff, size);
    }
    arena_clear(&arena);
}

static void test_apart(void)
{
    enum { COUNT = 5000 };
    static uint32_t *numbers[COUNT];
    struct arena arena;
    arena_init(&arena);
    for (uint32_t i = 0; i < COUNT; i++) {
        numbers[i] = arena_alloc(&arena, 1 + i % 7, sizeof **numbers);
        for (uint32_t k = 0; k < 1 + i % 7; k++)
            numbers[i][k] = i;
    }
    for (uint32_t i = 0; i < COUNT; i++) {
        for (uint32_t k = 0; k < 1 + i % 7; k++)
            CU_ASSERT_EQUAL(numbers[i][k], i);
    }
    arena_clear(&arena);
}

static void test_large(void)
{
    struct arena arena;
    arena_init(&arena);
    char *before = arena_copy(&arena, "a", 1);
    char *large = arena_alloc(&arena, 1, 10 * 1024 * 1024);
    char *after = arena_copy(&arena, "b", 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(large);
    memset(large, 'x', 10 * 1024 * 1024);
    CU_ASSERT_PTR_EQUAL(after, before + 2);
    arena_clear(&arena);
}

static void test_large_first(void)
{
    struct arena arena;
    arena_init(&arena);
    CU_ASSERT_PTR_NOT_NULL(arena_alloc(&arena, 1, 100000));
    CU_ASSERT_PTR_NOT_NULL(arena_alloc(&arena, 1, 100000));
    char *small = arena_copy(&arena, "a", 1);
    CU_ASSERT_PTR_EQUAL(arena_copy(&arena, "b", 1), small + 2);
    arena_clear(&arena);
}

static void test_too_large(void)
{
    struct arena arena;
    arena_init(&arena);
    CU_ASSERT_PTR_NULL(arena_alloc(&arena, SIZE_MAX / 2, 3));
    CU_ASSERT_PTR_NULL(arena_alloc(&arena, 3, SIZE_MAX / 2));
    CU_ASSERT_PTR_NULL(arena_alloc(&arena, 1, SIZE_MAX));
    CU_ASSERT_PTR_NULL(arena_alloc(&arena, 1, SIZE_MAX - 8));
    CU_ASSERT_PTR_NULL(arena_copy(&arena, "x", SIZE_MAX));
    CU_ASSERT_EQUAL(arena.total, 0);
    arena_clear(&arena);
}

static void test_nothing(void)
{
    struct arena arena;
    arena_init(&arena);
    CU_ASSERT_PTR_NOT_NULL(arena_alloc(&arena, 0, 8));
    CU_ASSERT_PTR_NOT_NULL(arena_alloc(&arena, 8, 0));
    CU_ASSERT_STRING_EQUAL(arena_copy(&arena, NULL, 0), "");
    arena_clear(&arena);
}

static void test_copy(void)
{
    struct arena arena;
    arena_init(&arena);
    char *copy = arena_copy(&arena, "a\0bcd", 3);
    CU_ASSERT_EQUAL(memcmp(copy, "a\0b", 4), 0);
    arena_clear(&arena);
}

static void test_format(void)
{
    struct arena arena;
    arena_init(&arena);
    CU_ASSERT_STRING_EQUAL(arena_format(&arena, "%s=%d%%", "x", -3), "x=-3%");
    CU_ASSERT_STRING_EQUAL(arena_format(&arena, "%s", ""), "");
    const char *wide = arena_format(&arena, "%5000d", 7);
    CU_ASSERT_EQUAL(strlen(wide), 5000);
    CU_ASSERT_EQUAL(wide[4999], '7');
    arena_clear(&arena);
}

static void test_total(void)
{
    struct arena arena;
    arena_init(&arena);
    arena_alloc(&arena, 3, 5);
    arena_copy(&arena, "abc", 3);
    arena_format(&arena, "%d", 10);
    CU_ASSERT_EQUAL(arena.total, 15 + 4 + 3);
    arena_clear(&arena);
    CU_ASSERT_EQUAL(arena.total, 0);
}

static void test_again(void)
{
    struct arena arena;
    arena_init(&arena);
    arena_clear(&arena);
    arena_copy(&arena, "a", 1);
    arena_clear(&arena);
    CU_ASSERT_PTR_NULL(arena.blocks);
    CU_ASSERT_STRING_EQUAL(arena_copy(&arena, "b", 1), "b");
    arena_clear(&arena);
    arena_clear(NULL);
}

static void test_no_memory(void)
{
    struct arena arena;
    arena_init(&arena);
    char *kept = arena_copy(&arena, "kept", 4);
    memory_fail_after(0);
    void *memory = arena_alloc(&arena, 1, 100000);
    char *copy = arena_copy(&arena, kept, 4);
    char *wide = arena_format(&arena, "%100000d", 7);
    if (memory_restore()) {
        CU_ASSERT_PTR_NULL(memory);
        CU_ASSERT_PTR_NULL(wide);
    }
    CU_ASSERT_STRING_EQUAL(copy, "kept"); /* there was room for it */
    CU_ASSERT_STRING_EQUAL(arena_format(&arena, "%s", kept), "kept");
    arena_clear(&arena);
}

/* What one arena held lives on in another, whose newest block stays in use. */
static void test_join(void)
{
    struct arena arena, other;
    arena_init(&arena);
    arena_init(&other);
    arena_join(&arena, &other);
    CU_ASSERT_PTR_NULL(arena.blocks);
    char *large = arena_alloc(&other, 1, 100000), *text = arena_copy(&other, "b", 1);
    arena_join(&arena, &other); /* an empty one takes all */
    CU_ASSERT_PTR_NULL(other.blocks);
    CU_ASSERT_EQUAL(other.total, 0);
    CU_ASSERT_EQUAL(arena.total, 100002);
    char *small = arena_copy(&arena, "a", 1), *third = arena_copy(&other, "c", 1);
    arena_join(&arena, &other);
    CU_ASSERT_PTR_EQUAL(arena_copy(&arena, "d", 1), small + 2);
    CU_ASSERT(large && text && third && *text == 'b' && *third == 'c');
    arena_clear(&arena); /* a sanitizer would see what is left */
}

static const struct test tests[] = {
    {"Memory is zeroed and aligned for any object", test_aligned_and_zeroed},
    {"Objects do not overlap", test_apart},
    {"A large object leaves the room of the newest block in use", test_large},
    {"Small objects share a block after large ones", test_large_first},
    {"A size that overflows is refused", test_too_large},
    {"An object of no size still has an address", test_nothing},
    {"A copy ends with NUL and may hold NUL", test_copy},
    {"A formatted text may have any length", test_format},
    {"The total counts the bytes handed out", test_total},
    {"A cleared arena can be used again", test_again},
    {"Without memory the answer is NULL and the rest stays", test_no_memory},
    {"an arena takes over another", test_join},
};

const struct suite suite_arena = {"arena", tests, sizeof tests / sizeof *tests};
