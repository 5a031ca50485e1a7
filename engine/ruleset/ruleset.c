#include "ruleset/ruleset.h"

#include <string.h>

/* FNV-1a: short keys, no seed, the same on every machine. */
uint32_t text_hash(const char *bytes, size_t length)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 16777619u;
    return hash ^ (hash >> 15);
}

text_id ruleset_find_text(const struct ruleset *ruleset, const char *bytes, size_t length)
{
    const uint32_t *slots = ruleset_at(ruleset, ruleset->text_slots);
    const char *pool = ruleset_at(ruleset, ruleset->texts);
    uint32_t mask = ruleset->text_slots.count - 1;

    for (uint32_t slot = text_hash(bytes, length) & mask; slots[slot] != 0; slot = (slot + 1) & mask) {
        const char *text = pool + slots[slot];
        bool fits = length < ruleset->texts.count - slots[slot];
        /* A text with a NUL inside is none of the pool, also where the pool has the same bytes in a row. */
        if (fits && text[length] == '\0' && memcmp(text, bytes, length) == 0)
            return memchr(bytes, '\0', length) ? 0 : slots[slot];
    }
    return 0;
}

/* Index of the literal of a text among `count` ascending ones, or `count`. */
static size_t find_literal(const struct literal *literals, size_t count, text_id text)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (literals[middle].text < text)
            low = middle + 1;
        else
            high = middle;
    }
    return text != 0 && low < count && literals[low].text == text ? low : count;
}

uint16_t ruleset_find_field(const struct ruleset *ruleset, const char *name)
{
    const struct literal *names = ruleset_at(ruleset, ruleset->field_names);
    size_t at = find_literal(names, ruleset->field_names.count, ruleset_find_text(ruleset, name, strlen(name)));
    return at < ruleset->field_names.count ? (uint16_t)names[at].position : NONE16;
}

uint16_t ruleset_find_registry(const struct ruleset *ruleset, const char *kind)
{
    for (uint32_t i = 0; i < ruleset->registries.count; i++) {
        if (strcmp(ruleset_text(ruleset, ruleset_registry(ruleset, i)->kind), kind) == 0)
            return (uint16_t)i;
    }
    return NONE16;
}

const struct name *registry_find_name(const struct ruleset *ruleset, const struct registry_table *registry, enum name_how how,
                                      text_id text)
{
    const struct name *names = ruleset_at(ruleset, registry->names);
    size_t low = 0, high = registry->names.count;

    while (low < high) {
        size_t middle = (low + high) / 2;
        const struct name *name = &names[middle];
        if (name->how < how || (name->how == how && name->text < text))
            low = middle + 1;
        else
            high = middle;
    }
    if (low < registry->names.count && names[low].how == how && names[low].text == text)
        return &names[low];
    return NULL;
}

uint16_t name_entry(const struct ruleset *ruleset, const struct registry_table *registry, const struct name *name, int64_t release)
{
    const uint16_t *variants = ruleset_at(ruleset, name->variants);
    for (uint32_t i = 0; i < name->variants.count; i++) {
        const struct entry *entry = ruleset_entry(ruleset, registry, variants[i]);
        if (entry->since <= release && release < entry->until)
            return variants[i];
    }
    return NONE16;
}

text_id entry_attribute(const struct ruleset *ruleset, const struct entry *entry, uint32_t slot)
{
    const text_id *attributes = ruleset_at(ruleset, entry->attributes);
    return slot < entry->attributes.count ? attributes[slot] : 0;
}

uint32_t registry_slot(const struct ruleset *ruleset, const struct registry_table *registry, text_id name)
{
    const text_id *attributes = ruleset_at(ruleset, registry->attributes);
    for (uint32_t i = 0; i < registry->attributes.count; i++) {
        if (attributes[i] == name)
            return i;
    }
    return NONE32;
}

const struct variant *field_variant(const struct ruleset *ruleset, const struct field *field, int64_t release)
{
    const struct variant *variants = ruleset_at(ruleset, field->variants);
    if (field->timeless)
        return variants;
    for (uint32_t i = 0; i < field->variants.count; i++) {
        if (variants[i].since <= release && release < variants[i].until)
            return &variants[i];
    }
    return NULL;
}

uint16_t field_literal(const struct ruleset *ruleset, const struct field *field, text_id text)
{
    const struct literal *literals = ruleset_at(ruleset, field->literals);
    size_t at = find_literal(literals, field->literals.count, text);
    return at < field->literals.count ? (uint16_t)literals[at].position : POSITION_OTHER;
}

uint16_t field_interval(const struct ruleset *ruleset, const struct field *field, int64_t integer)
{
    const int64_t *cuts = ruleset_at(ruleset, field->cuts);
    size_t low = 0, high = field->cuts.count;

    /* cuts[0] is INT64_MIN, so that every integer lies in an interval. */
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (cuts[middle] <= integer)
            low = middle;
        else
            high = middle;
    }
    return (uint16_t)(POSITION_FIRST + low);
}

bool ruleset_is_valid(const void *block, size_t size)
{
    const struct ruleset *ruleset = block;
    return size >= sizeof *ruleset && ruleset->magic == RULESET_MAGIC && ruleset->size == size;
}
