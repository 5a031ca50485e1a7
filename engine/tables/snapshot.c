#include "tables/snapshot.h"

#include <stdalign.h>
#include <string.h>

#include "base/span.h"

/* ---- loading */

/* The object of a snapshot's data that the n-th offset names. */
static void *object_at(char *data, const struct snapshot_offsets *offsets, size_t index)
{
    return data + offsets->items[index];
}

void *snapshot_load(const struct snapshot *snapshot, struct arena *arena, const char *file)
{
    char *data = arena_take(arena, snapshot->size);
    if (!data)
        return NULL;
    memcpy(data, snapshot->data, snapshot->size);
    for (size_t i = 0; i < snapshot->lists.count; i++) {
        char **list = object_at(data, &snapshot->lists, i);
        *list = data + (uintptr_t)*list;
    }
    for (size_t i = 0; i < snapshot->words.count; i++) {
        struct word *word = object_at(data, &snapshot->words, i);
        word->text = snapshot->texts + (uintptr_t)word->text;
        word->place.file = file;
    }
    for (size_t i = 0; i < snapshot->places.count; i++)
        ((struct span *)object_at(data, &snapshot->places, i))->file = file;
    return data;
}

/* ---- taking */

typedef void member_taker(struct snapshot_draft *draft, const cyaml_schema_field_t *field,
                          const void *data, size_t at);

/* Zeroed room for `size` bytes, by its offset. */
static size_t add_room(struct snapshot_draft *draft, size_t size)
{
    size_t used = draft->data.length;
    size_t padding = (alignof(max_align_t) - used % alignof(max_align_t)) % alignof(max_align_t);
    char *room = text_reserve(&draft->data, padding + size);
    if (!room)
        return 0;
    memset(room, 0, padding + size);
    text_extend(&draft->data, padding + size);
    return used + padding;
}

/* Puts an object at an offset and notes where. */
static void put(struct snapshot_draft *draft, size_t at, const void *object, size_t size,
                struct text *notes)
{
    uint32_t offset = (uint32_t)at;
    if (draft->data.failed)
        return;
    memcpy(draft->data.bytes + at, object, size);
    if (notes)
        text_add_bytes(notes, (const char *)&offset, sizeof offset);
}

static void put_word(struct snapshot_draft *draft, const struct word *word, size_t at)
{
    struct word taken = {(const char *)(uintptr_t)draft->texts.length, word->place};
    if (!word->text)
        return;
    taken.place.file = NULL;
    text_add_bytes(&draft->texts, word->text, strlen(word->text) + 1);
    put(draft, at, &taken, sizeof taken, &draft->words);
}

static void take_word(struct snapshot_draft *draft, const cyaml_schema_field_t *field,
                      const void *data, size_t at)
{
    const void *word = (const char *)data + field->data_offset;
    put_word(draft, word, at + field->data_offset);
}

static void take_truth(struct snapshot_draft *draft, const cyaml_schema_field_t *field,
                       const void *data, size_t at)
{
    put(draft, at + field->data_offset, (const char *)data + field->data_offset, sizeof(bool),
        NULL);
}

/* The place of a mapping; other ignored keys have no member. */
static void take_place(struct snapshot_draft *draft, const cyaml_schema_field_t *field,
                       const void *data, size_t at)
{
    struct span place;
    if (strcmp(field->key, "_place") != 0)
        return;
    memcpy(&place, (const char *)data + field->data_offset, sizeof place);
    place.file = NULL;
    put(draft, at + field->data_offset, &place, sizeof place, &draft->places);
}

static void take_members(struct snapshot_draft *draft, const cyaml_schema_field_t *fields,
                         const void *data, size_t at);

static void take_part(struct snapshot_draft *draft, const cyaml_schema_field_t *field,
                      const void *data, size_t at)
{
    take_members(draft, field->value.mapping.fields, (const char *)data + field->data_offset,
                 at + field->data_offset);
}

static void take_list(struct snapshot_draft *draft, const cyaml_schema_field_t *field,
                      const void *data, size_t at)
{
    const cyaml_schema_value_t *entry = field->value.sequence.entry;
    const char *items;
    size_t count;
    memcpy(&items, (const char *)data + field->data_offset, sizeof items);
    memcpy(&count, (const char *)data + field->count_offset, sizeof count);
    if (!count)
        return;
    size_t size = field->value.data_size, first = add_room(draft, count * size);
    const char *list = (const char *)(uintptr_t)first;
    put(draft, at + field->data_offset, &list, sizeof list, &draft->lists);
    put(draft, at + field->count_offset, &count, sizeof count, NULL);
    for (size_t i = 0; i < count; i++) {
        const void *item = items + i * size;
        if (entry->type == CYAML_STRING)
            put_word(draft, item, first + i * size);
        else
            take_members(draft, entry->mapping.fields, item, first + i * size);
    }
}

/* The members that a schema describes, into the struct at an offset. Recursion follows the schema.
 */
static void take_members(struct snapshot_draft *draft, const cyaml_schema_field_t *fields,
                         const void *data, size_t at)
{
    static member_taker *const takers[CYAML__TYPE_COUNT] = {
        [CYAML_STRING] = take_word,   [CYAML_BOOL] = take_truth,   [CYAML_MAPPING] = take_part,
        [CYAML_SEQUENCE] = take_list, [CYAML_IGNORE] = take_place,
    };
    for (; fields->key; fields++)
        takers[fields->value.type](draft, fields, data, at);
}

void snapshot_draft_init(struct snapshot_draft *draft)
{
    text_init(&draft->data);
    text_init(&draft->texts);
    text_init(&draft->lists);
    text_init(&draft->words);
    text_init(&draft->places);
}

void snapshot_draft_clear(struct snapshot_draft *draft)
{
    text_clear(&draft->data);
    text_clear(&draft->texts);
    text_clear(&draft->lists);
    text_clear(&draft->words);
    text_clear(&draft->places);
}

/* What was noted, as offsets. */
static struct snapshot_offsets offsets_of(const struct text *notes)
{
    return (struct snapshot_offsets){(const void *)notes->bytes, notes->length / sizeof(uint32_t)};
}

bool snapshot_take(struct snapshot_draft *draft, enum table_kind kind, const char *registry,
                   const void *data, struct snapshot *ret_snapshot)
{
    const cyaml_schema_value_t *schema = schema_file(kind);
    take_members(draft, schema->mapping.fields, data, add_room(draft, schema->data_size));
    if (draft->data.failed || draft->texts.failed || draft->lists.failed || draft->words.failed ||
        draft->places.failed)
        return false;
    *ret_snapshot = (struct snapshot){
        .kind = kind,
        .registry = registry,
        .data = draft->data.bytes,
        .size = draft->data.length,
        .texts = draft->texts.bytes,
        .lists = offsets_of(&draft->lists),
        .words = offsets_of(&draft->words),
        .places = offsets_of(&draft->places),
    };
    return true;
}
