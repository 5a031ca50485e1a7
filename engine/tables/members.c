#include "tables/members.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/text.h"
#include "ruleset/model.h"

/* Every recursion here follows the schema, so it ends after a few levels. */

/* ---- words */

/* One word. Without a value it is absent. */
static bool settle_word(const struct members_source *source, struct word *word)
{
    if (word->text && *word->text)
        return normal_find(source->normal, normal_number(word->text), source->arena, source->file,
                           word);
    *word = (struct word){0};
    return true;
}

/* Number of entries of a list; every list of the schemas counts in a size_t. */
static size_t list_count(const cyaml_schema_field_t *field, const void *data)
{
    size_t count;
    memcpy(&count, (const char *)data + field->count_offset, sizeof count);
    return count;
}

/* The key of a pair, whose value is still a number, or a list of some. */
static bool settle_key(const struct members_source *source, const cyaml_schema_field_t *pair,
                       void *data)
{
    const struct word *value = (const void *)((const char *)data + pair[1].data_offset);
    if (pair[1].value.type == CYAML_SEQUENCE)
        memcpy(&value, (const char *)data + pair[1].data_offset, sizeof value);
    return normal_find(source->normal, normal_number(value->text) - 1, source->arena, source->file,
                       (struct word *)(void *)((char *)data + pair[0].data_offset));
}

/* The entries of a list, one after the other. */
static bool settle_list(const struct members_source *source, const cyaml_schema_field_t *field,
                        void *data)
{
    const cyaml_schema_value_t *entry = field->value.sequence.entry;
    char *items;
    memcpy(&items, (char *)data + field->data_offset, sizeof items);
    size_t count = list_count(field, data);
    bool complete = true;
    for (size_t i = 0; i < count && complete; i++) {
        void *item = items + i * field->value.data_size;
        complete = entry->type == CYAML_STRING
                       ? settle_word(source, item)
                       : members_settle(source, entry->mapping.fields, item);
    }
    return complete;
}

/* Where the first entry of a list of pairs stands. */
static struct span first_place(const cyaml_schema_field_t *field, const void *data)
{
    const struct word *key; /* _key is the first member of every pair */
    memcpy(&key, (const char *)data + field->data_offset, sizeof key);
    return list_count(field, data) ? key->place : (struct span){0};
}

bool members_settle(const struct members_source *source, const cyaml_schema_field_t *fields,
                    void *data)
{
    struct span *place = NULL;
    bool complete = true;
    for (const cyaml_schema_field_t *field = fields; field->key && complete; field++) {
        void *member = (char *)data + field->data_offset;
        if (text_is(field->key, "_key"))
            complete = settle_key(source, field, data);
        else if (field->value.type == CYAML_STRING)
            complete = settle_word(source, member);
        else if (field->value.type == CYAML_SEQUENCE)
            complete = settle_list(source, field, data);
        else if (field->value.type == CYAML_MAPPING)
            complete = members_settle(source, field->value.mapping.fields, member);
        else if (strcmp(field->key, "_place") == 0)
            place = member;
        if (place && strcmp(field->key, "_rest") == 0)
            *place = first_place(field, data);
    }
    return complete;
}

/* ---- presence and inheritance */

bool member_is_given(const cyaml_schema_field_t *field, const void *data)
{
    const void *member = (const char *)data + field->data_offset;
    bool is_given = false;
    if (field->value.type == CYAML_STRING)
        return ((const struct word *)member)->text != NULL;
    if (field->value.type == CYAML_SEQUENCE)
        return list_count(field, data) > 0;
    if (field->value.type == CYAML_MAPPING) {
        for (const cyaml_schema_field_t *inner = field->value.mapping.fields; inner->key; inner++)
            is_given = is_given || member_is_given(inner, member);
    }
    return is_given;
}

bool members_have(const cyaml_schema_field_t *fields, const void *data, const char *key)
{
    while (fields->key && strcmp(fields->key, key) != 0)
        fields++;
    return fields->key && member_is_given(fields, data);
}

/* Copies a member as it is. */
static void member_copy(const cyaml_schema_field_t *field, void *data, const void *from)
{
    size_t size = field->value.type == CYAML_STRING     ? sizeof(struct word)
                  : field->value.type == CYAML_SEQUENCE ? sizeof(void *)
                  : strcmp(field->key, "_place") == 0   ? sizeof(struct span)
                                                        : 0;
    memcpy((char *)data + field->data_offset, (const char *)from + field->data_offset, size);
    if (field->value.type == CYAML_SEQUENCE)
        memcpy((char *)data + field->count_offset, (const char *)from + field->count_offset,
               sizeof(size_t));
}

void member_inherit(const cyaml_schema_field_t *field, void *data, const void *from)
{
    if (member_is_given(field, data))
        return;
    if (field->value.type != CYAML_MAPPING) {
        member_copy(field, data, from);
        return;
    }
    void *member = (char *)data + field->data_offset;
    const void *inherited = (const char *)from + field->data_offset;
    for (const cyaml_schema_field_t *inner = field->value.mapping.fields; inner->key; inner++)
        member_copy(inner, member, inherited);
}

void members_drop(const cyaml_schema_field_t *fields, void *data, const char *key)
{
    while (fields->key && strcmp(fields->key, key) != 0)
        fields++;
    if (!fields->key)
        return;
    void *member = (char *)data + fields->data_offset;
    const size_t none = 0;
    if (fields->value.type == CYAML_STRING)
        *(struct word *)member = (struct word){0};
    if (fields->value.type == CYAML_SEQUENCE)
        memcpy((char *)data + fields->count_offset, &none, sizeof none);
    if (fields->value.type != CYAML_MAPPING)
        return;
    for (const cyaml_schema_field_t *inner = fields->value.mapping.fields; inner->key; inner++)
        members_drop(fields->value.mapping.fields, member, inner->key);
}
