#include "resolve/spec.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "ruleset/ruleset.h"

struct spec_entry spec_entry_of(const char *field, const struct value *value)
{
    size_t length = strlen(field);
    struct spec_entry entry = {
        .field = field, .length = (uint32_t)length, .hash = text_hash(field, length)};
    if (value)
        spec_entry_set(&entry, value);
    return entry;
}

void spec_entry_set(struct spec_entry *entry, const struct value *value)
{
    entry->value = value;
    entry->size = value_copy_size(value);
}

void spec_init(struct spec *spec)
{
    *spec = (struct spec){0};
    arena_init(&spec->arena);
}

void spec_clear(struct spec *spec)
{
    free(spec->entries);
    arena_clear(&spec->arena);
    spec_init(spec);
}

struct spec_entry *spec_find(const struct spec *spec, const char *field)
{
    for (size_t i = 0; i < spec->count; i++) {
        if (strcmp(spec->entries[i].field, field) == 0)
            return &spec->entries[i];
    }
    return NULL;
}

/* The entry of a field, added when it is new. */
static struct spec_entry *spec_entry(struct spec *spec, const char *field)
{
    struct spec_entry *entry = spec_find(spec, field);
    if (entry)
        return entry;
    struct spec_entry *entries =
        array_grow(spec->entries, spec->count, sizeof *entries, &spec->room);
    if (entries == NULL)
        return NULL;
    spec->entries = entries;
    const char *name = arena_copy(&spec->arena, field, strlen(field));
    if (name == NULL)
        return NULL;
    entry = &spec->entries[spec->count++];
    *entry = spec_entry_of(name, NULL);
    return entry;
}

/* Takes a value that the spec's arena already holds. */
static bool spec_put(struct spec *spec, const char *field, const struct value *value)
{
    struct spec_entry *entry = value ? spec_entry(spec, field) : NULL;
    if (entry == NULL)
        return false;
    spec_entry_set(entry, value);
    entry->place = (struct span){0};
    return true;
}

bool spec_set(struct spec *spec, const char *field, const struct value *value)
{
    return spec_put(spec, field, value_copy(&spec->arena, value));
}

bool spec_set_text(struct spec *spec, const char *field, const char *text, size_t length)
{
    return spec_put(spec, field, value_from_text(&spec->arena, text, length));
}

bool spec_set_place(struct spec *spec, const char *field, struct span place)
{
    struct spec_entry *entry = spec_find(spec, field);
    if (entry == NULL)
        return false;
    if (place.file) {
        place.file = arena_copy(&spec->arena, place.file, strlen(place.file));
        if (place.file == NULL)
            return false;
    }
    entry->place = place;
    return true;
}

void spec_unset(struct spec *spec, const char *field)
{
    struct spec_entry *entry = spec_find(spec, field);
    if (entry == NULL)
        return;
    size_t index = (size_t)(entry - spec->entries);
    memmove(entry, entry + 1, (spec->count - index - 1) * sizeof *entry);
    spec->count--;
}
