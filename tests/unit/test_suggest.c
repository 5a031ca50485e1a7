#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "suite.h"

static const struct distance_row {
    const char *left, *right;
    unsigned distance;
} distances[] = {
    {"", "", 0},
    {"abc", "abc", 0},
    {"abc", "", 3},
    {"abc", "abd", 1},  /* change */
    {"abc", "abxc", 1}, /* addition */
    {"abc", "ac", 1},   /* omission */
    {"abc", "acb", 1},  /* swap */
    {"abcd", "badc", 2},
    {"kitten", "sitting", 3},
    {"ca", "abc", 3}, /* swapped letters are not edited again */
    {"abcdef", "uvwxyz", 6},
};

static void test_distances(void)
{
    for (size_t i = 0; i < sizeof distances / sizeof *distances; i++) {
        const struct distance_row *row = &distances[i];
        CHECK_ROW(text_distance(row->left, row->right, 10) == row->distance, row->left);
        CHECK_ROW(text_distance(row->right, row->left, 10) == row->distance, row->left);
    }
}

static void test_limit(void)
{
    for (size_t i = 0; i < sizeof distances / sizeof *distances; i++) {
        const struct distance_row *row = &distances[i];
        for (unsigned limit = 0; limit < 10; limit++) {
            unsigned expected = row->distance <= limit ? row->distance : limit + 1;
            CHECK_ROW(text_distance(row->left, row->right, limit) == expected, row->left);
            CHECK_ROW(text_distance(row->right, row->left, limit) == expected, row->left);
        }
        CHECK_ROW(text_distance(row->left, row->right, UINT32_MAX) == row->distance, row->left);
    }
}

static void test_long(void)
{
    char left[300], right[300];
    memset(left, 'a', sizeof left);
    memset(right, 'a', sizeof right);
    left[299] = right[299] = '\0';
    CU_ASSERT_EQUAL(text_distance(left, right, 2), 0);
    right[0] = 'b';
    CU_ASSERT_EQUAL(text_distance(left, right, 2), 3);
    CU_ASSERT_EQUAL(text_distance(left, "a", 2), 3);
    left[100] = right[100] = '\0';
    CU_ASSERT_EQUAL(text_distance(left, right, 2), 1);
    CU_ASSERT_PTR_NULL(text_nearest(left, (const char *const[]){"a"}, 1));
}

static const char *const words[] = {
    "apple",       "apricot", "apricot_tree",   "banana",         "bean", "cherry.count",
    "cherry.ripe", "fig",     "grape-fruit-16", "grape-fruit-32", "kiwi", "x",
};

static const struct nearest_row {
    const char *word, *nearest;
} nearests[] = {
    {"apple", "apple"},
    {"aple", "apple"},
    {"appel", "apple"},
    {"APPLE", "apple"},
    {"Apple", "apple"},
    {"apricottree", "apricot_tree"},
    {"apricot-tree", "apricot_tree"},
    {"Apricot Tree", "apricot_tree"},
    {"aprikose", NULL},
    {"cherry.cuont", "cherry.count"},
    {"cherry.coutn", "cherry.count"},
    {"grapefruit16", "grape-fruit-16"},
    {"grape_fruit_32", "grape-fruit-32"},
    {"graepfruit_32", "grape-fruit-32"},
    {"fog", "fig"},
    {"fg", "fig"},
    {"dog", NULL},
    {"kiwis", "kiwi"},
    {"beam", "bean"},
    {"x", "x"},
    {"y", NULL}, /* one letter wrong of one is no likeness */
    {"grape", "grape-fruit-16"},
    {"grape-fruit", "grape-fruit-16"},
    {"cherry", "cherry.count"},
    {"cher", NULL},
    {"", NULL},
    {"-_", NULL},
    {"something else", NULL},
};

static void test_nearest(void)
{
    for (size_t i = 0; i < sizeof nearests / sizeof *nearests; i++) {
        const char *nearest = text_nearest(nearests[i].word, words, sizeof words / sizeof *words);
        bool is_right = nearest && nearests[i].nearest ? !strcmp(nearest, nearests[i].nearest)
                                                       : nearest == nearests[i].nearest;
        CHECK_ROW(is_right, nearests[i].word);
    }
}

static void test_ties(void)
{
    const char *const candidates[] = {"bat", "rat", "can", "cat"};
    CU_ASSERT_STRING_EQUAL(text_nearest("zat", candidates, 4), "bat");
    CU_ASSERT_STRING_EQUAL(text_nearest("cut", candidates, 4), "cat");
    CU_ASSERT_STRING_EQUAL(text_nearest("caz", candidates, 4), "can");
    CU_ASSERT_PTR_EQUAL(text_nearest("cat", candidates, 4), candidates[3]);
}

static void test_no_candidates(void) { CU_ASSERT_PTR_NULL(text_nearest("cat", NULL, 0)); }

static const struct test tests[] = {
    {"A change, an addition, an omission and a swap count one each", test_distances},
    {"A distance beyond the limit is the limit and one", test_limit},
    {"Overlong words are only ever equal or far", test_long},
    {"A misspelt word leads to the one that was meant", test_nearest},
    {"Among equally near words the first letter decides, then the order", test_ties},
    {"Without candidates nothing is near", test_no_candidates},
};

const struct suite suite_suggest = {"suggest", tests, sizeof tests / sizeof *tests};
