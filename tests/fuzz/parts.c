#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char mark[] = "%% ";
enum { MARK_SIZE = sizeof mark - 1 };

void fuzz_check(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "does not hold: %s\n", what);
    abort();
}

/* A copy in a block of exactly that size. */
static char *copy(const char *bytes, size_t length)
{
    char *block = malloc(length ? length : 1);
    fuzz_check(block != NULL, "memory");
    if (length)
        memcpy(block, bytes, length);
    return block;
}

/* Adds a copy of a part. */
static void add(struct parts *parts, const char *name, size_t name_length, const char *text,
                size_t length)
{
    struct part *part = &parts->items[parts->count++];
    part->name = strndup(name, name_length);
    fuzz_check(part->name != NULL, "memory");
    part->text = copy(text, length);
    part->length = length;
}

/* Where the next line that begins a part begins, or the end. */
static const char *find_mark(const char *at, const char *end)
{
    while (at < end && !((size_t)(end - at) >= MARK_SIZE && memcmp(at, mark, MARK_SIZE) == 0)) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        at = line_end ? line_end + 1 : end;
    }
    return at;
}

void parts_split(struct parts *parts, const uint8_t *data, size_t size)
{
    const char *at = (const char *)data, *end = at + size, *next = find_mark(at, end);
    *parts = (struct parts){.count = 0};
    if (next > at || at == end)
        add(parts, "", 0, at, (size_t)(next - at));
    for (at = next; at < end && parts->count < PARTS_MAX; at = next) {
        const char *name = at + MARK_SIZE, *line_end = memchr(at, '\n', (size_t)(end - at));
        const char *text = line_end ? line_end + 1 : end;
        next = parts->count + 1 < PARTS_MAX ? find_mark(text, end) : end;
        add(parts, name, (size_t)((line_end ? line_end : end) - name), text, (size_t)(next - text));
    }
}

void parts_clear(struct parts *parts)
{
    for (size_t i = 0; i < parts->count; i++) {
        free(parts->items[i].name);
        free(parts->items[i].text);
    }
}

const struct part *parts_find(const struct parts *parts, const char *name)
{
    for (size_t i = 0; i < parts->count; i++) {
        if (strcmp(parts->items[i].name, name) == 0)
            return &parts->items[i];
    }
    return NULL;
}
