#include "tables/shape.h"

#include <string.h>

#include "base/text.h"
#include "tables/tree.h"

bool shape_is_scalar(const struct value *value) { return !value_has_children(value); }

/* ---- keys */

const char *shape_spelling(const struct shape_context *context, const cyaml_schema_field_t *field)
{
    bool is_entries = context->entries_key && strcmp(field->key, schema_key(TABLE_ENTRIES)) == 0;
    return is_entries ? context->entries_key : field->key;
}

const cyaml_schema_field_t *shape_find_field(const struct shape_context *context,
                                             const cyaml_schema_field_t *fields, const char *key)
{
    for (; fields->key; fields++) {
        const char *name = shape_spelling(context, fields);
        /* Names with '_' in front are the schema's own. */
        if (name[0] != '_' && text_is(name, key))
            return fields;
    }
    return NULL;
}

const cyaml_schema_field_t *shape_find_own(const cyaml_schema_field_t *fields, const char *key)
{
    while (fields->key && !text_is(fields->key, key))
        fields++;
    return fields->key ? fields : NULL;
}

bool shape_is_open_key(const struct shape_context *context, const cyaml_schema_field_t *fields,
                       const char *key)
{
    if (fields != schema_entry_fields)
        return true;
    for (size_t i = 0; i < context->open_key_count; i++) {
        if (strcmp(context->open_keys[i], key) == 0)
            return true;
    }
    return false;
}

/* The key that a misspelt one most likely meant, or NULL. */
static const char *nearest_key(const struct shape_context *context,
                               const cyaml_schema_field_t *fields, const char *key)
{
    const char *candidates[128];
    size_t count = 0, room = sizeof candidates / sizeof *candidates;
    for (const cyaml_schema_field_t *field = fields; field->key && count < room; field++) {
        const char *name = shape_spelling(context, field);
        if (name[0] != '_')
            candidates[count++] = name;
    }
    size_t open = fields == schema_entry_fields ? context->open_key_count : 0;
    for (size_t i = 0; i < open && count < room; i++)
        candidates[count++] = context->open_keys[i];
    return text_nearest(key, candidates, count);
}

/* What readers call the mapping of a slot. */
static const char *noun_of(const struct shape_slot *slot)
{
    const char *noun = schema_noun(slot->schema->mapping.fields);
    return noun ? noun : slot->name;
}

void shape_report_unknown(const struct shape_context *context, const struct shape_slot *slot,
                          const struct value *child)
{
    const char *nearest = nearest_key(context, slot->schema->mapping.fields, child->key);
    diagnostics_add(context->findings, MESSAGE_KEY_UNKNOWN, tree_key_place(context->file, child),
                    nearest, child->key, noun_of(slot));
}

bool shape_is_replacing(const cyaml_schema_field_t *fields, const struct value *mapping)
{
    if (!shape_find_own(fields, "_dropped"))
        return false;
    const struct value *override = value_get(mapping, "override");
    const struct value *disable = value_get(mapping, "disable");
    return (override && value_is_text(override, "true")) ||
           (disable && value_is_text(disable, "true"));
}

bool shape_is_dropped(const cyaml_schema_field_t *fields, const struct value *child)
{
    if (!value_is_text(child, "unset"))
        return false;
    const char *const *needed = schema_needed(fields);
    for (; needed && *needed; needed++) {
        if (strcmp(*needed, child->key) == 0)
            return false;
    }
    while (fields->key && strcmp(fields->key, child->key) != 0)
        fields++;
    return !fields->key || (fields->value.flags & CYAML_FLAG_OPTIONAL);
}

/* Reports a key that a mapping lacks. */
static void check_key(const struct shape_context *context, const struct shape_slot *slot,
                      const struct value *mapping, const char *key)
{
    if (!value_get(mapping, key))
        diagnostics_add(context->findings, MESSAGE_KEY_MISSING, tree_place(context->file, mapping),
                        NULL, noun_of(slot), key);
}

void shape_report_missing(const struct shape_context *context, const struct shape_slot *slot,
                          const struct value *mapping)
{
    const cyaml_schema_field_t *fields = slot->schema->mapping.fields;
    for (const cyaml_schema_field_t *field = fields; field->key; field++) {
        const char *name = shape_spelling(context, field);
        if (!(field->value.flags & CYAML_FLAG_OPTIONAL) && name[0] != '_')
            check_key(context, slot, mapping, name);
    }
    const char *const *needed = schema_needed(fields);
    for (bool complete = needed && !shape_is_replacing(fields, mapping); complete && *needed;
         needed++)
        check_key(context, slot, mapping, *needed);
}

/* ---- values */

/* What a value is, in words. */
static const char *describe(const struct value *value)
{
    bool empty = value->count == 0;
    switch (value->kind) {
    case VALUE_LIST:
        return empty ? "an empty list" : "a list";
    case VALUE_MAPPING:
        return empty ? "an empty mapping" : "a mapping";
    case VALUE_STRING:
        return empty ? "empty" : "a text";
    default:
        return value_kind_name(value->kind);
    }
}

/* What a mapping may be, in words. */
static const char *describe_mapping(const cyaml_schema_value_t *schema)
{
    const cyaml_schema_field_t *rest = shape_find_own(schema->mapping.fields, "_rest");
    return rest && rest->value.sequence.min ? "a mapping with at least one key" : "a mapping";
}

/* What a slot takes, in words. */
static const char *describe_slot(const struct shape_slot *slot)
{
    const cyaml_schema_value_t *schema = slot->schema;
    bool some = schema->type == CYAML_SEQUENCE && schema->sequence.min > 0;
    if (schema->type == CYAML_MAPPING)
        return describe_mapping(schema);
    if (schema_is_pairs(schema))
        return some ? "a mapping with at least one key" : "a mapping";
    if (schema->type == CYAML_BOOL)
        return "true or false";
    if (schema->type != CYAML_SEQUENCE)
        return "a text";
    if (schema->sequence.entry->type == CYAML_MAPPING)
        return "a mapping or a list of mappings";
    return some ? "a text or a list of at least one text" : "a text or a list of texts";
}

void shape_report(const struct shape_context *context, const struct shape_slot *slot,
                  const struct value *value)
{
    diagnostics_add(context->findings, MESSAGE_SHAPE_WRONG, tree_place(context->file, value), NULL,
                    slot->name, describe_slot(slot), describe(value));
}

void shape_check_choice(const struct shape_context *context, const struct schema_choice *choice,
                        const struct value *text)
{
    for (size_t i = 0; i < choice->count; i++) {
        if (value_is_text(text, choice->words[i]))
            return;
    }
    const char *nearest = text_nearest(text->text, choice->words, choice->count);
    diagnostics_add(context->findings, choice->message, tree_place(context->file, text), nearest,
                    text->text, choice->listed);
}
