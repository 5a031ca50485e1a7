/* The nearest known word to a misspelt one. */
#ifndef TOOLS_GUESS_H
#define TOOLS_GUESS_H

#include <stddef.h>

enum { GUESS_LENGTH = 64 }; /* nobody misspells a longer word by a letter or two */

struct guess {
    char word[GUESS_LENGTH]; /* empty: too long to guess at */
    char best[GUESS_LENGTH]; /* empty: nothing is near */
    unsigned distance;       /* of best */
};

/* Starts a search for what `word` meant. */
void guess_start(struct guess *guess, const char *word, size_t length);

/* Keeps `candidate` when it is nearer than any before. Case, '-' and '_' make no difference. */
void guess_consider(struct guess *guess, const char *candidate);

/* The nearest candidate, or NULL. */
const char *guess_best(const struct guess *guess);

/* The nearest of a NULL-ended list, or NULL. The text belongs to the list. */
const char *guess_among(const char *word, const char *const *candidates);

#endif
