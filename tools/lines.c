/* Lines of a descriptor in bounded memory. */
#include "lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { READ_SIZE = 64 * 1024 };

/* Forgets the first part of the buffer up to `end`; the next line starts there. */
static void start_line(struct lines *lines, size_t end)
{
    lines->start = lines->scanned = end;
    if (lines->start == lines->end)
        lines->start = lines->scanned = lines->end = 0;
}

/* Ends the line being read at `end`; the next one starts at `next`. */
static enum line_kind end_line(struct lines *lines, size_t end, size_t next, const char **ret_line,
                               size_t *ret_length)
{
    bool too_long = lines->skipping || end - lines->start > LINE_LIMIT;

    *ret_line = lines->bytes + lines->start;
    *ret_length = end - lines->start;
    lines->skipping = false;
    start_line(lines, next);
    return too_long ? LINE_TOO_LONG : LINE_WHOLE;
}

/* The next line that is already there. */
enum line_kind lines_next(struct lines *lines, const char **ret_line, size_t *ret_length)
{
    const char *found = NULL;

    if (lines->scanned < lines->end)
        found = memchr(lines->bytes + lines->scanned, '\n', lines->end - lines->scanned);
    if (found) {
        size_t end = (size_t)(found - lines->bytes);
        return end_line(lines, end, end + 1, ret_line, ret_length);
    }
    lines->scanned = lines->end;
    if (lines->ended && (lines->end > lines->start || lines->skipping))
        return end_line(lines, lines->end, lines->end, ret_line, ret_length);
    if (lines->ended)
        return LINE_NONE;
    if (lines->skipping || lines->end - lines->start > LINE_LIMIT) {
        lines->skipping = true;
        start_line(lines, lines->end);
    }
    return LINE_WANTED;
}

/* Makes room for one more read: by moving the line to the front, then by a larger buffer. */
static bool make_room(struct lines *lines)
{
    if (lines->room - lines->end >= READ_SIZE)
        return true;
    if (lines->start > 0) {
        memmove(lines->bytes, lines->bytes + lines->start, lines->end - lines->start);
        lines->end -= lines->start;
        lines->scanned -= lines->start;
        lines->start = 0;
    }
    if (lines->room - lines->end >= READ_SIZE)
        return true;
    size_t room = 2 * lines->room + READ_SIZE;
    char *bytes = realloc(lines->bytes, room);
    if (!bytes)
        return false;
    lines->bytes = bytes;
    lines->room = room;
    return true;
}

/* Reads more, waiting for it. */
bool lines_fill(struct lines *lines)
{
    ssize_t count;

    if (!make_room(lines))
        return false;
    do
        count = read(lines->descriptor, lines->bytes + lines->end, READ_SIZE);
    while (count < 0 && errno == EINTR);
    if (count < 0)
        return false;
    lines->end += (size_t)count;
    lines->ended = count == 0;
    return true;
}

void lines_clear(struct lines *lines)
{
    free(lines->bytes);
    *lines = (struct lines){.descriptor = -1};
}
