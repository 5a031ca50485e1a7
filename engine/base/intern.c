#include "base/intern.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

enum { SLOTS_FIRST = 64 };

void intern_init(struct intern *table) { *table = (struct intern){0}; }

void intern_clear(struct intern *table)
{
    if (!table)
        return;
    arena_clear(&table->arena);
    free(table->entries);
    free(table->slots);
    intern_init(table);
}

/* FNV-1a. */
static uint32_t hash_bytes(const char *bytes, size_t length)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 16777619u;
    return hash;
}

/* The slot that holds a string or would take it; there must be slots. */
static uint32_t *find_slot(const struct intern *table, const char *bytes, size_t length,
                           uint32_t hash)
{
    size_t mask = table->slot_count - 1;
    for (size_t i = hash & mask;; i = (i + 1) & mask) {
        uint32_t *slot = &table->slots[i];
        if (!*slot)
            return slot;
        const struct intern_entry *entry = &table->entries[*slot - 1];
        if (entry->hash == hash && entry->length == length && !memcmp(entry->text, bytes, length))
            return slot;
    }
}

/* Twice the slots, every id in its new place. */
static bool grow_slots(struct intern *table)
{
    size_t slot_count = table->slot_count ? table->slot_count * 2 : SLOTS_FIRST;
    uint32_t *slots = calloc(slot_count, sizeof *slots);
    if (!slots)
        return false;
    for (size_t id = 0; id < table->count; id++) {
        size_t i = table->entries[id].hash & (slot_count - 1);
        while (slots[i])
            i = (i + 1) & (slot_count - 1);
        slots[i] = (uint32_t)id + 1;
    }
    free(table->slots);
    table->slots = slots;
    table->slot_count = slot_count;
    return true;
}

/* Room for more entries. */
static bool grow_entries(struct intern *table)
{
    if (table->count == UINT32_MAX)
        return false;
    struct intern_entry *entries =
        array_grow(table->entries, table->count, sizeof *entries, &table->room);
    if (!entries)
        return false;
    table->entries = entries;
    return true;
}

bool intern_add(struct intern *table, const char *bytes, size_t length, uint32_t *ret_id)
{
    if (intern_find(table, bytes, length, ret_id))
        return true;
    if (!grow_entries(table))
        return false;
    if (table->count >= table->slot_count / 4 * 3 && !grow_slots(table))
        return false;
    const char *text = arena_copy(&table->arena, bytes, length);
    if (!text)
        return false;

    uint32_t hash = hash_bytes(bytes, length);
    uint32_t id = (uint32_t)table->count++;
    table->entries[id] = (struct intern_entry){.text = text, .length = length, .hash = hash};
    *find_slot(table, bytes, length, hash) = id + 1;
    *ret_id = id;
    return true;
}

bool intern_find(const struct intern *table, const char *bytes, size_t length, uint32_t *ret_id)
{
    if (!table->slot_count)
        return false;
    uint32_t slot = *find_slot(table, bytes, length, hash_bytes(bytes, length));
    if (!slot)
        return false;
    *ret_id = slot - 1;
    return true;
}

const char *intern_text(const struct intern *table, uint32_t id) { return table->entries[id].text; }
