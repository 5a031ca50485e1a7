#include "check/finding.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/utf8.h"

void checked_init(struct checked *checked, const char *path)
{
    *checked = (struct checked){.path = path};
    arena_init(&checked->arena);
    checked->path = arena_copy(&checked->arena, path, strlen(path));
    checked->failed = checked->path == NULL;
}

void checked_clear(struct checked *checked)
{
    if (checked == NULL)
        return;
    free(checked->findings);
    arena_clear(&checked->arena);
    *checked = (struct checked){0};
}

struct check_finding *checked_add(struct checked *checked, const struct check_finding *finding)
{
    struct check_finding *findings =
        array_grow(checked->findings, checked->count, sizeof *findings, &checked->room);
    if (findings == NULL) {
        checked->failed = true;
        return NULL;
    }
    checked->findings = findings;
    checked->findings[checked->count] = *finding;
    return &checked->findings[checked->count++];
}

/* Place first, then severity and id, so that the order never depends on how findings were found. */
static int compare(const void *left_row, const void *right_row)
{
    const struct check_finding *left = left_row, *right = right_row;
    int order = strcmp(left->file, right->file);
    if (order == 0)
        order = (left->at.line > right->at.line) - (left->at.line < right->at.line);
    if (order == 0)
        order = (left->at.column > right->at.column) - (left->at.column < right->at.column);
    if (order == 0)
        order = (int)left->severity - (int)right->severity;
    if (order == 0)
        order = strcmp(left->id, right->id);
    return order ? order : strcmp(left->message, right->message);
}

void checked_sort(struct checked *checked)
{
    if (checked->count > 1)
        qsort(checked->findings, checked->count, sizeof *checked->findings, compare);
}

/* Longest part of a line that is shown, and how much of it stands before the place in question. */
enum { LINE_SHOWN = 400, LINE_BEFORE = 60 };

/* The byte at which a character of a line begins. */
static size_t character_at(const char *text, size_t size, unsigned column)
{
    size_t at = 0;
    for (unsigned i = 1; i < column && at < size; i++) {
        uint32_t code;
        size_t step = utf8_read(text + at, size - at, &code);
        at += step ? step : 1;
    }
    return at;
}

const char *checked_line(struct arena *arena, const char *text, size_t length, unsigned line,
                         unsigned column, unsigned *ret_first)
{
    const char *end = text + length;
    for (unsigned i = 1; i < line && text; i++) {
        const char *next = memchr(text, '\n', (size_t)(end - text));
        text = next ? next + 1 : NULL;
    }
    *ret_first = 1;
    if (text == NULL || line == 0 || text == end)
        return NULL;
    const char *stop = memchr(text, '\n', (size_t)(end - text));
    size_t size = (size_t)((stop ? stop : end) - text);
    while (size > 0 && (text[size - 1] == '\r' || text[size - 1] == ' '))
        size--;
    if (size > LINE_SHOWN && column > LINE_BEFORE)
        *ret_first = column - LINE_BEFORE;
    size_t skipped = character_at(text, size, *ret_first);
    return arena_copy(arena, text + skipped,
                      size - skipped < LINE_SHOWN ? size - skipped : LINE_SHOWN);
}
