#include "base/bitset.h"

#include "suite.h"

enum { WORDS = 3, BITS = 64 * WORDS };

/* Numbers at the edges of words. */
static const size_t edges[] = {0, 1, 62, 63, 64, 65, 127, 128, 191};

enum { EDGES = sizeof edges / sizeof *edges };

static void test_words(void)
{
    CU_ASSERT_EQUAL(bitset_words(0), 0);
    CU_ASSERT_EQUAL(bitset_words(1), 1);
    CU_ASSERT_EQUAL(bitset_words(64), 1);
    CU_ASSERT_EQUAL(bitset_words(65), 2);
    CU_ASSERT_EQUAL(bitset_words(SIZE_MAX), SIZE_MAX / 64 + 1);
}

static void test_one(void)
{
    for (size_t i = 0; i < EDGES; i++) {
        uint64_t set[WORDS] = {0};
        bitset_set(set, edges[i]);
        for (size_t bit = 0; bit < BITS; bit++)
            CU_ASSERT_EQUAL(bitset_test(set, bit), bit == edges[i]);
        CU_ASSERT_EQUAL(bitset_count(set, WORDS), 1);
        CU_ASSERT_FALSE(bitset_is_empty(set, WORDS));
        bitset_clear(set, edges[i]);
        CU_ASSERT_TRUE(bitset_is_empty(set, WORDS));
    }
}

static void test_clear_others(void)
{
    uint64_t set[WORDS] = {UINT64_MAX, UINT64_MAX, UINT64_MAX};
    bitset_clear(set, 64);
    CU_ASSERT_EQUAL(bitset_count(set, WORDS), BITS - 1);
    CU_ASSERT_FALSE(bitset_test(set, 64));
}

static void test_operations(void)
{
    uint64_t both[2] = {0xc, 0xc}, either[2] = {0xc, 0xc}, without[2] = {0xc, 0xc};
    const uint64_t other[2] = {0xa, 0x3};
    bitset_and(both, other, 2);
    bitset_or(either, other, 2);
    bitset_andnot(without, other, 2);
    CU_ASSERT_EQUAL(both[0], 0x8);
    CU_ASSERT_EQUAL(both[1], 0x0);
    CU_ASSERT_EQUAL(either[0], 0xe);
    CU_ASSERT_EQUAL(either[1], 0xf);
    CU_ASSERT_EQUAL(without[0], 0x4);
    CU_ASSERT_EQUAL(without[1], 0xc);
}

static void test_size_heeded(void)
{
    uint64_t set[2] = {0, 1};
    const uint64_t other[2] = {1, 2};
    CU_ASSERT_TRUE(bitset_is_empty(set, 1));
    CU_ASSERT_EQUAL(bitset_count(set, 1), 0);
    CU_ASSERT_EQUAL(bitset_next(set, 1, 0), 64);
    bitset_or(set, other, 1);
    bitset_and(set, other, 1);
    bitset_andnot(set, other, 1);
    CU_ASSERT_EQUAL(set[1], 1);
}

static void test_next(void)
{
    uint64_t set[WORDS] = {0};
    for (size_t i = 0; i < EDGES; i++)
        bitset_set(set, edges[i]);
    size_t found = 0;
    for (size_t bit = bitset_next(set, WORDS, 0); bit < BITS;
         bit = bitset_next(set, WORDS, bit + 1)) {
        CU_ASSERT_FATAL(found < EDGES);
        CU_ASSERT_EQUAL(bit, edges[found]);
        found++;
    }
    CU_ASSERT_EQUAL(found, EDGES);
}

static void test_next_none(void)
{
    uint64_t set[WORDS] = {1, 0, 0};
    CU_ASSERT_EQUAL(bitset_next(set, WORDS, 1), BITS);
    CU_ASSERT_EQUAL(bitset_next(set, WORDS, BITS), BITS);
    CU_ASSERT_EQUAL(bitset_next(set, WORDS, BITS + 1), BITS);
    CU_ASSERT_EQUAL(bitset_next(set, 0, 0), 0);
}

static const struct test tests[] = {
    {"A set has as many words as its bits need", test_words},
    {"Setting and clearing reach one bit alone", test_one},
    {"Clearing a bit leaves all others", test_clear_others},
    {"And, or and andnot combine word by word", test_operations},
    {"Words beyond the size are not read or changed", test_size_heeded},
    {"Next walks over all members in order", test_next},
    {"Next answers with the end when no member is left", test_next_none},
};

const struct suite suite_bitset = {"bitset", tests, sizeof tests / sizeof *tests};
