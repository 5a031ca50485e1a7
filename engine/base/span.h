/* Span: a place in a file a user wrote. Columns count characters, lines and columns start at 1. */
#ifndef ACCORD_BASE_SPAN_H
#define ACCORD_BASE_SPAN_H

#include <stdint.h>

struct span {
    const char *file; /* NULL: no place is known */
    uint32_t line;    /* 0: only the file is known */
    uint32_t column;
};

#endif
