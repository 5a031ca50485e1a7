/* Intern: a table that gives every distinct string a small number. Strings are only ever added.
 * Lookups change nothing, so a table that is complete may be read by any number of threads. */
#ifndef ACCORD_BASE_INTERN_H
#define ACCORD_BASE_INTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

struct intern_entry {
    const char *text;
    size_t length;
    uint32_t hash;
};

struct intern {
    struct arena arena;           /* the texts */
    struct intern_entry *entries; /* by id */
    size_t count, room;
    uint32_t *slots;   /* open addressing: id + 1, or 0 for a free slot */
    size_t slot_count; /* 0 or a power of two; at least a quarter of the slots is free */
};

void intern_init(struct intern *table);
void intern_clear(struct intern *table);

/* The id of a string, which is added when it is new; ids count from 0. False without memory. */
bool intern_add(struct intern *table, const char *bytes, size_t length, uint32_t *ret_id);

/* False when the string was never added. */
bool intern_find(const struct intern *table, const char *bytes, size_t length, uint32_t *ret_id);

/* The string of an id, NUL-terminated; it stays where it is until the table is cleared. */
const char *intern_text(const struct intern *table, uint32_t id);

#endif
