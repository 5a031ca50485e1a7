#include "base/array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM_FIRST = 8 };

/* How many items the next piece of memory takes, or 0 when it cannot be that large. */
static size_t next_room(size_t room, size_t size)
{
    size_t wanted = room ? room * 2 : ROOM_FIRST;
    return wanted > SIZE_MAX / 2 / size ? 0 : wanted;
}

void *array_grow(void *items, size_t count, size_t size, size_t *room)
{
    if (count < *room)
        return items;
    size_t wanted = next_room(*room, size);
    void *grown = wanted ? realloc(items, wanted * size) : NULL;
    if (grown)
        *room = wanted;
    return grown;
}

void *array_grow_in(struct arena *arena, void *items, size_t count, size_t size, size_t *room)
{
    if (count < *room)
        return items;
    size_t wanted = next_room(*room, size);
    void *grown = wanted ? arena_alloc(arena, wanted, size) : NULL;
    if (grown && count)
        memcpy(grown, items, count * size);
    if (grown)
        *room = wanted;
    return grown;
}
