/* libcyaml on an arena: what it loads lives as long as the arena does. */
#ifndef ACCORD_TABLES_CYAML_ARENA_H
#define ACCORD_TABLES_CYAML_ARENA_H

#include <stddef.h>

/* A `cyaml_mem_fn_t` whose context is a struct arena. Nothing is freed before the arena is. */
void *cyaml_arena(void *arena, void *old, size_t size);

#endif
