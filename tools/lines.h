/* Lines of a descriptor in bounded memory, without ever waiting for more input than the next line
 * needs. */
#ifndef TOOLS_LINES_H
#define TOOLS_LINES_H

#include <stdbool.h>
#include <stddef.h>

enum { LINE_LIMIT = 16 * 1024 * 1024 }; /* bytes of a line, without its end */

struct lines {
    int descriptor;
    char *bytes;
    size_t room;
    size_t start;   /* of the line being read */
    size_t scanned; /* where the search for its end goes on */
    size_t end;     /* of what was read */
    bool skipping;  /* inside a line that was too long, whose start is gone */
    bool ended;
};

enum line_kind {
    LINE_WHOLE,
    LINE_TOO_LONG, /* it was skipped */
    LINE_WANTED,   /* more input is needed: lines_fill */
    LINE_NONE,     /* the input has ended */
};

/* The next line that is already there. Its bytes live until lines_fill. */
enum line_kind lines_next(struct lines *lines, const char **ret_line, size_t *ret_length);

/* Reads more, waiting for it. False with errno when that failed. */
bool lines_fill(struct lines *lines);

void lines_clear(struct lines *lines);

#endif
