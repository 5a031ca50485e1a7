#include "base/array.h"

#include <stdint.h>
#include <stdlib.h>

enum { ROOM_FIRST = 8 };

void *array_grow(void *items, size_t count, size_t size, size_t *room)
{
    if (count < *room)
        return items;
    size_t wanted = *room ? *room * 2 : ROOM_FIRST;
    void *grown = wanted > SIZE_MAX / 2 / size ? NULL : realloc(items, wanted * size);
    if (grown)
        *room = wanted;
    return grown;
}
