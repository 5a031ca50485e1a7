/* Spec: a request as the user made it: fields in the order they were set, each with its typed value
 * and place. */
#ifndef ACCORD_RESOLVE_SPEC_H
#define ACCORD_RESOLVE_SPEC_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/span.h"
#include "base/value.h"

struct spec_entry {
    const char *field;
    uint32_t length, hash; /* of the field's name, as rulesets look it up */
    size_t size;           /* bytes of a copy of the value */
    const struct value *value;
    struct span place; /* file NULL: no place is known */
};

struct spec {
    struct arena arena;
    struct spec_entry *entries;
    size_t count, room;
};

/* An entry that borrows both. */
struct spec_entry spec_entry_of(const char *field, const struct value *value);

/* Another value for an entry, borrowed too. */
void spec_entry_set(struct spec_entry *entry, const struct value *value);

void spec_init(struct spec *spec);
void spec_clear(struct spec *spec);

/* Sets a field; one set before keeps its order. `value` is copied. False without memory. */
bool spec_set(struct spec *spec, const char *field, const struct value *value);

/* Sets a field from text as a command line means it. False without memory. */
bool spec_set_text(struct spec *spec, const char *field, const char *text, size_t length);

/* False when the field is not set, or without memory. */
bool spec_set_place(struct spec *spec, const char *field, struct span place);

void spec_unset(struct spec *spec, const char *field);

struct spec_entry *spec_find(const struct spec *spec, const char *field);

#endif
