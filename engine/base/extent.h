/* Extent: a place with its end: what a finding underlines and an edit replaces. Lines and columns
 * count from 1, columns in characters; offsets count bytes from the start of the file, the end is
 * exclusive. */
#ifndef ACCORD_BASE_EXTENT_H
#define ACCORD_BASE_EXTENT_H

#include <stddef.h>

struct extent {
    unsigned line, column, end_line, end_column;
    size_t offset, end_offset;
};

#endif
