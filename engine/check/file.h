/* File: reading and replacing whole files. Only plain ones: a pipe or a device could wait for ever.
 */
#ifndef ACCORD_CHECK_FILE_H
#define ACCORD_CHECK_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* Largest file that is read. */
enum { FILE_SIZE_MAX = 16 * 1024 * 1024 };

struct file_bytes {
    char *text; /* NUL-terminated, besides */
    size_t length;
};

/* Reads a file. Returns 0 or errno: EFBIG for one that is too large, EINVAL for one that is not
 * plain. */
int file_read(const char *path, struct file_bytes *ret_bytes);
void file_bytes_clear(struct file_bytes *bytes);

/* Replaces a file at once: readers see the old text or the new one. Links lead to the file itself;
 * its mode is kept. Returns 0 or errno. */
int file_replace(const char *path, const char *text, size_t length);

#endif
