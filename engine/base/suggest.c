#include <string.h>

#include "base/text.h"

/* Words longer than this are compared for equality alone: no misspelt name is that long, and the
 * work stays bounded. */
enum { WORD_MAX = 100 };

/* The smaller one. */
static unsigned least(unsigned left, unsigned right) { return left < right ? left : right; }

/* Fills row `i` of the distances between the heads of two words from the two rows before it;
 * returns its least. */
static unsigned fill_row(const char *left, const char *right, size_t i, unsigned *const rows[3])
{
    const unsigned *before = rows[0], *above = rows[1];
    unsigned *row = rows[2];
    unsigned best = row[0] = (unsigned)i;
    for (size_t j = 1; right[j - 1]; j++) {
        unsigned change = left[i - 1] != right[j - 1];
        row[j] = least(above[j - 1] + change, least(above[j], row[j - 1]) + 1);
        bool is_swap = i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1];
        if (is_swap)
            row[j] = least(row[j], before[j - 2] + 1);
        best = least(best, row[j]);
    }
    return best;
}

unsigned text_distance(const char *left, const char *right, unsigned limit)
{
    size_t left_length = strlen(left), right_length = strlen(right);
    if (left_length > WORD_MAX || right_length > WORD_MAX)
        return strcmp(left, right) ? limit + 1 : 0;

    unsigned space[3][WORD_MAX + 1];
    unsigned *rows[3] = {space[0], space[1], space[2]};
    for (size_t j = 0; j <= right_length; j++)
        rows[2][j] = (unsigned)j;
    for (size_t i = 1; i <= left_length; i++) {
        unsigned *oldest = rows[0];
        rows[0] = rows[1];
        rows[1] = rows[2];
        rows[2] = oldest;
        /* A swap reaches back to the row before the last, but adds what that one is nearer by. */
        if (fill_row(left, right, i, rows) > limit)
            return limit + 1;
    }
    unsigned distance = rows[2][right_length];
    return distance > limit ? limit + 1 : distance;
}

/* The word without what counts as no difference; false when it is too long or nothing is left. */
static bool fold(const char *word, char ret_folded[WORD_MAX + 1])
{
    size_t length = 0;
    for (; *word; word++) {
        if (*word == '-' || *word == '_')
            continue;
        if (length == WORD_MAX)
            return false;
        bool is_upper = *word >= 'A' && *word <= 'Z';
        ret_folded[length++] = (char)(is_upper ? *word - 'A' + 'a' : *word);
    }
    ret_folded[length] = '\0';
    return length > 0;
}

/* Most edits at which a word of this length is still recognisable: some of it, never all. */
static unsigned edits_allowed(size_t length)
{
    if (length < 2)
        return 0;
    return length < 6 ? 1 : length < 12 ? 2 : 3;
}

/* The first candidate that is the word and more words: "laptop" of "laptop-cpu". */
static const char *find_longer(const char *word, const char *const *candidates, size_t count)
{
    size_t length = strlen(word);
    for (size_t i = 0; i < count && length > 2; i++) {
        if (strncmp(candidates[i], word, length) == 0 && strchr("-_.", candidates[i][length]))
            return candidates[i];
    }
    return NULL;
}

const char *text_nearest(const char *word, const char *const *candidates, size_t count)
{
    char folded[WORD_MAX + 1], candidate[WORD_MAX + 1];
    if (!fold(word, folded))
        return NULL;
    unsigned limit = edits_allowed(strlen(folded));
    const char *nearest = NULL;
    unsigned best = 2 * limit + 2;
    for (size_t i = 0; i < count; i++) {
        if (!fold(candidates[i], candidate))
            continue;
        /* The first letter is seldom the wrong one, so it decides between equal distances. */
        unsigned distance = text_distance(folded, candidate, limit);
        unsigned score = 2 * distance + (folded[0] != candidate[0]);
        if (distance <= limit && score < best) {
            best = score;
            nearest = candidates[i];
        }
    }
    return nearest ? nearest : find_longer(word, candidates, count);
}
