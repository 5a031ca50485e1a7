#include "tables/cyaml_arena.h"

#include <stdint.h>
#include <string.h>

#include "base/arena.h"

/* libcyaml grows lists entry by entry, so blocks know their room and grow by doubling. */
struct block {
    size_t room;
    max_align_t bytes[];
};

void *cyaml_arena(void *arena, void *old, size_t size)
{
    struct block *block =
        old ? (struct block *)(void *)((char *)old - offsetof(struct block, bytes)) : NULL;
    if (!size)
        return NULL;
    if (block && block->room >= size)
        return old;
    size_t room = block ? size * 2 : size;
    struct block *grown =
        room < SIZE_MAX - sizeof *grown ? arena_take(arena, sizeof *grown + room) : NULL;
    if (!grown)
        return NULL; /* libcyaml clears itself what has to be */
    grown->room = room;
    if (block)
        memcpy(grown->bytes, old, block->room);
    return grown->bytes;
}
