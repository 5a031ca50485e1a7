#include "ruleset/ruleset.h"

#include <string.h>

/* Up to eight bytes as a number. */
static inline uint64_t load_bytes(const char *bytes, size_t count)
{
    uint64_t word = 0;
    memcpy(&word, bytes, count);
    return word;
}

/* The last bytes, fewer than eight, as a number: loads of fixed sizes that overlap. */
static inline uint64_t load_tail(const char *bytes, size_t count)
{
    if (count >= 4)
        return load_bytes(bytes, 4) | load_bytes(bytes + count - 4, 4) << 32;
    if (count == 0)
        return 0;
    return (uint64_t)(unsigned char)bytes[0] << 16 |
           (uint64_t)(unsigned char)bytes[count / 2] << 8 | (unsigned char)bytes[count - 1];
}

static inline uint32_t hash_bytes(const char *bytes, size_t length)
{
    const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t mixed = length * factor;
    size_t at = 0;
    for (; length - at >= 8; at += 8) {
        mixed = (mixed ^ load_bytes(bytes + at, 8)) * factor;
        mixed ^= mixed >> 32;
    }
    mixed = (mixed ^ load_tail(bytes + at, length - at)) * factor;
    return (uint32_t)(mixed >> 32);
}

uint32_t text_hash(const char *bytes, size_t length) { return hash_bytes(bytes, length); }

/* True when two texts of one length are equal. */
static inline bool same_bytes(const char *left, const char *right, size_t length)
{
    size_t at = 0;
    for (; length - at >= 8; at += 8) {
        if (load_bytes(left + at, 8) != load_bytes(right + at, 8))
            return false;
    }
    return load_tail(left + at, length - at) == load_tail(right + at, length - at);
}

/* The slot of a text, or NULL. */
static const struct text_slot *find_slot(const struct ruleset *ruleset, const char *bytes,
                                         size_t length, uint32_t hash)
{
    const struct text_slot *slots = ruleset_at(ruleset, ruleset->text_slots);
    uint32_t mask = ruleset->text_slots.count - 1;

    for (uint32_t at = hash & mask; slots[at].text; at = (at + 1) & mask) {
        text_id text = slots[at].text;
        if (ruleset_text_length(ruleset, text) == length &&
            same_bytes(ruleset_text(ruleset, text), bytes, length))
            return &slots[at];
    }
    return NULL;
}

/* The number of a text that is one of the pool itself, or 0. */
static text_id pooled_text(const struct ruleset *ruleset, const char *bytes, size_t length)
{
    const char *pool = ruleset_at(ruleset, ruleset->texts);
    uintptr_t at = (uintptr_t)bytes - (uintptr_t)pool;
    bool is_inside = at >= sizeof(uint32_t) && at < ruleset->texts.count;
    /* Within a text, what stands before is no length: at least one byte of it is a letter. */
    return is_inside && ruleset_text_length(ruleset, (text_id)at) == length ? (text_id)at : 0;
}

text_id ruleset_find_text(const struct ruleset *ruleset, const char *bytes, size_t length)
{
    text_id known = pooled_text(ruleset, bytes, length);
    const struct text_slot *slot =
        known ? NULL : find_slot(ruleset, bytes, length, hash_bytes(bytes, length));
    return slot ? slot->text : known;
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
    size_t length = strlen(name);
    return ruleset_find_hashed_field(ruleset, name, length, hash_bytes(name, length));
}

uint16_t ruleset_find_hashed_field(const struct ruleset *ruleset, const char *name, size_t length,
                                   uint32_t hash)
{
    const struct text_slot *slot = find_slot(ruleset, name, length, hash);
    return slot ? (uint16_t)slot->field : NONE16;
}

uint16_t ruleset_find_registry(const struct ruleset *ruleset, const char *kind)
{
    for (uint32_t i = 0; i < ruleset->registries.count; i++) {
        if (strcmp(ruleset_text(ruleset, ruleset_registry(ruleset, i)->kind), kind) == 0)
            return (uint16_t)i;
    }
    return NONE16;
}

const struct name *registry_find_name(const struct ruleset *ruleset,
                                      const struct registry_table *registry, enum name_how how,
                                      text_id text)
{
    const struct name *names = ruleset_at(ruleset, registry->names);
    const uint32_t *slots = ruleset_at(ruleset, registry->name_slots);
    uint32_t mask = registry->name_slots.count - 1;

    for (uint32_t at = name_hash(how, text) & mask; slots[at]; at = (at + 1) & mask) {
        const struct name *name = &names[slots[at] - 1];
        if (name->text == text && name->how == how)
            return name;
    }
    return NULL;
}

uint16_t name_entry(const struct ruleset *ruleset, const struct registry_table *registry,
                    const struct name *name, int64_t release)
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

uint32_t registry_slot(const struct ruleset *ruleset, const struct registry_table *registry,
                       text_id name)
{
    const text_id *attributes = ruleset_at(ruleset, registry->attributes);
    for (uint32_t i = 0; i < registry->attributes.count; i++) {
        if (attributes[i] == name)
            return i;
    }
    return NONE32;
}

const struct variant *field_variant(const struct ruleset *ruleset, const struct field *field,
                                    int64_t release)
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
