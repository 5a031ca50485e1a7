/* Arena: memory that lives as long as one owner and is freed once.
 * Lowest layer: knows nothing of the other rooms. */
#ifndef ACCORD_BASE_ARENA_H
#define ACCORD_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena_block;

struct arena {
    struct arena_block *blocks; /* newest first; only the newest has room */
    size_t total;               /* bytes handed out, for bounds and reports */
};

void arena_init(struct arena *arena);

/* Frees every block; the arena can be used again. */
void arena_clear(struct arena *arena);

/* Memory aligned for any object, as malloc gives it, or NULL. */
void *arena_take(struct arena *arena, size_t size);

/* Zeroed memory aligned for any object, or NULL without memory or when `count * size` overflows. */
void *arena_alloc(struct arena *arena, size_t count, size_t size);

/* A NUL-terminated copy of `length` bytes, or NULL. */
char *arena_copy(struct arena *arena, const char *text, size_t length);

/* Takes over what another arena holds; that one is empty afterwards. */
void arena_join(struct arena *arena, struct arena *other);

/* A formatted, NUL-terminated text, or NULL. */
char *arena_format(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *arena_vformat(struct arena *arena, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

#endif
