/* Bitset: sets of small numbers in 64-bit words that the caller provides. Sizes are in words; sets
 * that meet in one call have the same size. */
#ifndef ACCORD_BASE_BITSET_H
#define ACCORD_BASE_BITSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Words that `bits` bits need. */
static inline size_t bitset_words(size_t bits) { return bits / 64 + (bits % 64 != 0); }

static inline void bitset_set(uint64_t *set, size_t bit)
{
    set[bit / 64] |= UINT64_C(1) << bit % 64;
}

static inline void bitset_clear(uint64_t *set, size_t bit)
{
    set[bit / 64] &= ~(UINT64_C(1) << bit % 64);
}

static inline bool bitset_test(const uint64_t *set, size_t bit)
{
    return set[bit / 64] >> bit % 64 & 1;
}

/* Keeps in `set` what is in both. */
static inline void bitset_and(uint64_t *set, const uint64_t *other, size_t words)
{
    for (size_t i = 0; i < words; i++)
        set[i] &= other[i];
}

/* Adds to `set` what is in `other`. */
static inline void bitset_or(uint64_t *set, const uint64_t *other, size_t words)
{
    for (size_t i = 0; i < words; i++)
        set[i] |= other[i];
}

/* Removes from `set` what is in `other`. */
static inline void bitset_andnot(uint64_t *set, const uint64_t *other, size_t words)
{
    for (size_t i = 0; i < words; i++)
        set[i] &= ~other[i];
}

static inline bool bitset_is_empty(const uint64_t *set, size_t words)
{
    for (size_t i = 0; i < words; i++) {
        if (set[i])
            return false;
    }
    return true;
}

static inline size_t bitset_count(const uint64_t *set, size_t words)
{
    size_t count = 0;
    for (size_t i = 0; i < words; i++)
        count += (size_t)__builtin_popcountll(set[i]);
    return count;
}

/* The least member that is not below `from`, or `words * 64` when there is none. */
static inline size_t bitset_next(const uint64_t *set, size_t words, size_t from)
{
    size_t i = from / 64;
    if (i >= words)
        return words * 64;
    uint64_t word = set[i] & ~UINT64_C(0) << from % 64;
    while (!word && ++i < words)
        word = set[i];
    return word ? i * 64 + (size_t)__builtin_ctzll(word) : words * 64;
}

#endif
