#include "base/arena.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCK_SIZE_FIRST = 1024,
    BLOCK_SIZE_MAX = 64 * 1024,
    ALIGNMENT = alignof(max_align_t),
};

struct arena_block {
    struct arena_block *next;
    size_t size;
    size_t used; /* never above size */
    alignas(max_align_t) char bytes[];
};

void arena_init(struct arena *arena) { *arena = (struct arena){0}; }

void arena_clear(struct arena *arena)
{
    if (!arena)
        return;
    struct arena_block *block = arena->blocks;
    while (block) {
        struct arena_block *next = block->next;
        free(block);
        block = next;
    }
    arena_init(arena);
}

/* Size of the next ordinary block: doubling keeps their number small. */
static size_t next_block_size(const struct arena_block *newest)
{
    if (!newest || newest->size < BLOCK_SIZE_FIRST)
        return BLOCK_SIZE_FIRST;
    return newest->size < BLOCK_SIZE_MAX / 2 ? newest->size * 2 : BLOCK_SIZE_MAX;
}

/* A block with room for `needed` bytes, linked in, or NULL. */
static struct arena_block *add_block(struct arena *arena, size_t needed)
{
    size_t size = next_block_size(arena->blocks);
    /* A large object gets a block of its own behind the newest, whose room stays in use. */
    bool is_own = needed > size / 4;
    if (is_own)
        size = needed;
    if (size > SIZE_MAX - sizeof(struct arena_block))
        return NULL;
    struct arena_block *block = malloc(sizeof *block + size);
    if (!block)
        return NULL;
    struct arena_block **link = is_own && arena->blocks ? &arena->blocks->next : &arena->blocks;
    *block = (struct arena_block){.next = *link, .size = size};
    *link = block;
    return block;
}

/* `size` bytes at an address that `alignment`, a power of two, divides; or NULL. */
static void *take(struct arena *arena, size_t size, size_t alignment)
{
    struct arena_block *block = arena->blocks;
    size_t start = block ? (block->used + alignment - 1) & ~(alignment - 1) : 0;

    if (!block || start > block->size || size > block->size - start) {
        block = add_block(arena, size);
        if (!block)
            return NULL;
        start = 0;
    }
    block->used = start + size;
    arena->total += size;
    return block->bytes + start;
}

void *arena_take(struct arena *arena, size_t size) { return take(arena, size, ALIGNMENT); }

void *arena_alloc(struct arena *arena, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        return NULL;
    void *memory = take(arena, count * size, ALIGNMENT);
    return memory ? memset(memory, 0, count * size) : NULL;
}

char *arena_copy(struct arena *arena, const char *text, size_t length)
{
    char *copy = length < SIZE_MAX ? take(arena, length + 1, 1) : NULL;
    if (!copy)
        return NULL;
    if (length)
        memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

void arena_join(struct arena *arena, struct arena *other)
{
    struct arena_block *last = other->blocks;
    while (last && last->next)
        last = last->next;
    if (last) {
        /* behind the newest, whose room stays in use */
        struct arena_block **link = arena->blocks ? &arena->blocks->next : &arena->blocks;
        last->next = *link;
        *link = other->blocks;
        arena->total += other->total;
    }
    arena_init(other);
}

char *arena_format(struct arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = arena_vformat(arena, format, arguments);
    va_end(arguments);
    return text;
}

char *arena_vformat(struct arena *arena, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    char *text = length >= 0 ? take(arena, (size_t)length + 1, 1) : NULL;
    if (text)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}
