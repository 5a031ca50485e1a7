/* Text: a growing string, and readings of text that several rooms share. */
#ifndef ACCORD_BASE_TEXT_H
#define ACCORD_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct text {
    char *bytes; /* NUL-terminated once something was added; NULL before */
    size_t length;
    size_t room;
    bool failed; /* an addition found no memory; sticky, so callers check once at the end */
};

void text_init(struct text *text);
void text_clear(struct text *text);
void text_add(struct text *text, const char *string);
void text_add_bytes(struct text *text, const char *bytes, size_t length);
void text_format(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Room for `more` bytes behind the text, or NULL; what was written there counts once it is used.
 * For writers of many short pieces. */
char *text_reserve(struct text *text, size_t more);
void text_extend(struct text *text, size_t length);

/* Adds `bytes` as a JSON string with its quotes; invalid UTF-8 becomes U+FFFD. */
void text_add_json(struct text *text, const char *bytes, size_t length);

/* True for equal texts. For searches: most texts differ in their first byte, and then nothing is
 * called. */
static inline bool text_is(const char *left, const char *right)
{
    return *left == *right && strcmp(left, right) == 0;
}

/* The built string, owned by the caller (free), or NULL when an addition failed. The text is empty
 * afterwards. */
char *text_take(struct text *text);

/* What Python's int() makes of a text: surrounding white space, a sign, underscores between digits,
 * leading zeros, Unicode decimal digits. False when it is no integer. A number outside int64 is
 * clamped to its ends. */
bool text_read_integer(const char *bytes, size_t length, int64_t *ret_integer);

/* "2.6.5" as 2006005, "2.6" as 2006000; post releases count as their base, pre-releases too. False
 * when it is no version. */
bool text_read_version(const char *bytes, size_t length, int64_t *ret_version);

/* Number of components given in a version text (1, 2 or 3). */
unsigned text_version_parts(const char *bytes, size_t length);

/* Edit distance with transpositions, at most `limit` + 1. */
unsigned text_distance(const char *left, const char *right, unsigned limit);

/* The candidate a misspelt word most likely meant, or NULL when none is near. Case, '-' and '_' do
 * not count as differences. */
const char *text_nearest(const char *word, const char *const *candidates, size_t count);

/* Bytes of the first `length` that are valid UTF-8 and no control characters are kept; others
 * become '?' (for terminals). */
void text_add_printable(struct text *text, const char *bytes, size_t length);

#endif
