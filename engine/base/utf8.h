/* UTF-8: one character at a time, strictly. */
#ifndef ACCORD_BASE_UTF8_H
#define ACCORD_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Reads the character at the head of `bytes`. Returns its size in bytes; 0 when there is none or it
 * is not valid (overlong, a surrogate, beyond U+10FFFF, cut short). */
size_t utf8_read(const char *bytes, size_t length, uint32_t *ret_code);

/* Writes a code point up to U+10FFFF that is no surrogate. Returns its size in bytes. */
size_t utf8_write(uint32_t code, char ret_bytes[4]);

#endif
