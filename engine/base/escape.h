/* Escape: text as it stands between the quotes of a JSON string, and back. Writing goes piece by
 * piece, so that every kind of buffer can hold it. */
#ifndef ACCORD_BASE_ESCAPE_H
#define ACCORD_BASE_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>

enum { ESCAPE_SIZE = 8 };

/* The next piece of a text (`length` above 0) as it stands in a JSON string: a run of bytes that
 * stand for themselves, or one character spelled in `buffer`; an invalid byte becomes U+FFFD.
 * Returns how many bytes of the text the piece stands for. */
size_t escape_json(const char *bytes, size_t length, char buffer[ESCAPE_SIZE],
                   const char **ret_piece, size_t *ret_size);

/* Reads what stands between the quotes of a JSON string. `ret_text` has room for `length` bytes: no
 * character is longer than its spelling. False, with `ret_text` undefined, where it breaks JSON's
 * rules or is not valid UTF-8. */
bool unescape_json(const char *bytes, size_t length, char *ret_text, size_t *ret_length);

#endif
