/* The nearest known word to a misspelt one: edit distance with transpositions. */
#include "guess.h"

#include <string.h>

/* A letter without case; '-' and '_' are one. */
static char folded(char letter)
{
    if (letter >= 'A' && letter <= 'Z')
        return (char)(letter - 'A' + 'a');
    return letter == '_' ? '-' : letter;
}

static unsigned least(unsigned left, unsigned right) { return left < right ? left : right; }

/* How many letters must be added, dropped, changed or swapped with their neighbour. */
static unsigned distance_between(const char *left, const char *right)
{
    unsigned rows[3][GUESS_LENGTH + 1];
    size_t left_length = strlen(left), right_length = strlen(right);

    for (size_t j = 0; j <= right_length; j++)
        rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= left_length; i++) {
        unsigned *row = rows[i % 3], *above = rows[(i + 2) % 3], *higher = rows[(i + 1) % 3];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= right_length; j++) {
            char here = folded(left[i - 1]), there = folded(right[j - 1]);
            row[j] = least(least(above[j], row[j - 1]) + 1, above[j - 1] + (here != there));
            if (i > 1 && j > 1 && here == folded(right[j - 2]) && there == folded(left[i - 2]))
                row[j] = least(row[j], higher[j - 2] + 1);
        }
    }
    return rows[left_length % 3][right_length];
}

/* Starts a search for what `word` meant. */
void guess_start(struct guess *guess, const char *word, size_t length)
{
    *guess = (struct guess){0};
    if (length >= GUESS_LENGTH)
        return;
    memcpy(guess->word, word, length);
    /* One letter in three may be wrong: more, and the guess would be a surprise. */
    guess->distance = (length < 3 ? 1 : (unsigned)length / 3) + 1;
}

/* Keeps `candidate` when it is nearer than any before. */
void guess_consider(struct guess *guess, const char *candidate)
{
    size_t length = strlen(candidate);

    if (guess->word[0] == '\0' || length >= GUESS_LENGTH)
        return;
    unsigned distance = distance_between(guess->word, candidate);
    if (distance >= guess->distance)
        return;
    guess->distance = distance;
    memcpy(guess->best, candidate, length + 1);
}

/* The nearest candidate, or NULL. */
const char *guess_best(const struct guess *guess)
{
    return guess->best[0] == '\0' ? NULL : guess->best;
}

/* The nearest of a NULL-ended list, or NULL. */
const char *guess_among(const char *word, const char *const *candidates)
{
    struct guess guess;
    const char *best = NULL;

    guess_start(&guess, word, strlen(word));
    for (; *candidates; candidates++) {
        unsigned before = guess.distance;
        guess_consider(&guess, *candidates);
        if (guess.distance < before)
            best = *candidates;
    }
    return best;
}
