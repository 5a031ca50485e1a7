#include "tables/cyaml_arena.h"

#include <string.h>

#include "base/arena.h"

/* libcyaml grows lists entry by entry, so blocks know their room and grow by doubling. */
struct block {
    size_t room;
    max_align_t bytes[];
};

void *cyaml_arena(void *arena, void *old, size_t size)
{
    struct block *block = old ? (struct block *)(void *)((char *)old - offsetof(struct block, bytes)) : NULL;
    if (!size)
        return NULL;
    if (block && block->room >= size)
        return old;
    size_t room = block ? size * 2 : size;
    struct block *grown = arena_alloc(arena, 1, sizeof *grown + room);
    if (!grown)
        return NULL;
    grown->room = room;
    if (block)
        memcpy(grown->bytes, old, block->room);
    return grown->bytes;
}
