/* Array: the one way in which lists grow. */
#ifndef ACCORD_BASE_ARRAY_H
#define ACCORD_BASE_ARRAY_H

#include <stddef.h>

#include "base/arena.h"

/* `items` with room for one item more than `count`, perhaps moved, and in `room` for how many there
 * is; free with free(). NULL without memory: `items` and `room` are as they were, then. */
void *array_grow(void *items, size_t count, size_t size, size_t *room);

/* The same for items in an arena, which keeps the ones they moved from. */
void *array_grow_in(struct arena *arena, void *items, size_t count, size_t size, size_t *room);

#endif
