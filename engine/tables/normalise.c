#include "tables/normalise.h"

#include "tables/writer.h"

/* Recursion here follows the schema, not the input, so it ends after a few levels. */
struct normaliser {
    const struct shape_context *context;
    struct writer writer;
    struct normal *normal;
};

typedef void shape_writer(struct normaliser *normaliser, const struct shape_slot *slot,
                          const struct value *value);

static shape_writer write_value;

/* True when nobody wants to read more findings. */
static bool is_full(const struct shape_context *context)
{
    return context->findings->count >= context->findings_limit;
}

/* ---- texts */

/* Writes a scalar, or the key it stands under. */
static void write_word(struct normaliser *normaliser, const struct value *value, bool is_key)
{
    writer_number(&normaliser->writer, normal_add(normaliser->normal, value, is_key));
}

static void write_text(struct normaliser *normaliser, const struct shape_slot *slot,
                       const struct value *value)
{
    bool is_string = value->kind == VALUE_STRING;
    if (!shape_is_scalar(value) || (is_string && value->count < slot->schema->string.min)) {
        shape_report(normaliser->context, slot, value);
        return;
    }
    const struct schema_choice *choice =
        is_string ? schema_choice_find(slot->fields, slot->name) : NULL;
    if (choice)
        shape_check_choice(normaliser->context, choice, value);
    write_word(normaliser, value, false);
}

static void write_truth(struct normaliser *normaliser, const struct shape_slot *slot,
                        const struct value *value)
{
    static const struct schema_choice truths = {
        NULL, NULL, MESSAGE_WORD_UNKNOWN, "true, false", {"true", "false"}, 2};
    if (value->kind != VALUE_STRING) {
        shape_report(normaliser->context, slot, value);
        return;
    }
    shape_check_choice(normaliser->context, &truths, value);
    writer_plain(&normaliser->writer, value_is_text(value, "true") ? "true" : "false");
}

static void write_ignored(struct normaliser *normaliser, const struct shape_slot *slot,
                          const struct value *value)
{
    (void)slot;
    (void)value;
    writer_plain(&normaliser->writer, "~");
}

/* ---- mappings */

/* Writes one key of a mapping with open keys. */
static void write_pair(struct normaliser *normaliser, const cyaml_schema_field_t *pair,
                       const struct value *child)
{
    struct writer *writer = &normaliser->writer;
    const struct shape_slot slot = {child->key, NULL, &pair[1].value};
    writer_open_item(writer);
    normal_add(normaliser->normal, child, true); /* the number before the value's */
    writer_key(writer, pair[1].key);
    write_value(normaliser, &slot, child);
    writer_close_item(writer);
}

/* What becomes of a key of a mapping. */
enum fate { FATE_NAMED, FATE_REST, FATE_DROPPED, FATE_UNKNOWN };

/* A mapping on its way. */
struct branch {
    const struct shape_slot *slot;
    const struct value *mapping;
    bool is_replacing;
};

static enum fate fate_of(const struct normaliser *normaliser, const struct branch *branch,
                         const struct value *child, const cyaml_schema_field_t **ret_field)
{
    const struct shape_context *context = normaliser->context;
    const cyaml_schema_field_t *fields = branch->slot->schema->mapping.fields;
    *ret_field = shape_find_field(context, fields, child->key);
    bool is_open = !*ret_field && shape_find_own(fields, "_rest") &&
                   shape_is_open_key(context, fields, child->key);
    if (!*ret_field && !is_open)
        return FATE_UNKNOWN;
    if (branch->is_replacing && shape_is_dropped(fields, child))
        return FATE_DROPPED;
    return is_open ? FATE_REST : FATE_NAMED;
}

/* Writes the keys that the schema of a mapping does not name, when it has a place for them. */
static void write_rest(struct normaliser *normaliser, const struct branch *branch)
{
    const cyaml_schema_field_t *field, *fields = branch->slot->schema->mapping.fields;
    const cyaml_schema_field_t *rest = shape_find_own(fields, "_rest");
    size_t count = 0;
    for (const struct value *child = branch->mapping->first; rest && child; child = child->next) {
        if (fate_of(normaliser, branch, child, &field) != FATE_REST)
            continue;
        if (!count++)
            writer_key(&normaliser->writer, rest->key);
        write_pair(normaliser, rest->value.sequence.entry->mapping.fields, child);
    }
    if (rest && count < rest->value.sequence.min)
        shape_report(normaliser->context, branch->slot, branch->mapping);
}

/* Writes the names of the keys that a replacing mapping takes away. */
static void write_dropped(struct normaliser *normaliser, const struct branch *branch)
{
    struct writer *writer = &normaliser->writer;
    const cyaml_schema_field_t *field;
    size_t count = 0;
    for (const struct value *child = branch->mapping->first; child; child = child->next) {
        if (fate_of(normaliser, branch, child, &field) != FATE_DROPPED)
            continue;
        if (!count++)
            writer_key(writer, "_dropped");
        writer_plain(writer, count == 1 ? "[" : ",");
        write_word(normaliser, child, true);
    }
    if (count)
        writer_plain(writer, "]");
}

/* Writes the keys that the schema names, in the order of the document; reports unknown ones. */
static void write_named(struct normaliser *normaliser, const struct branch *branch)
{
    const struct shape_context *context = normaliser->context;
    const cyaml_schema_field_t *fields = branch->slot->schema->mapping.fields, *field;
    for (const struct value *child = branch->mapping->first; child; child = child->next) {
        enum fate fate = fate_of(normaliser, branch, child, &field);
        if (is_full(context))
            return;
        if (fate == FATE_NAMED) {
            const struct shape_slot inner = {shape_spelling(context, field), fields, &field->value};
            writer_key(&normaliser->writer, field->key);
            write_value(normaliser, &inner, child);
        } else if (fate == FATE_UNKNOWN) {
            shape_report_unknown(context, branch->slot, child);
        }
    }
}

/* Writes the keys of a mapping. */
static void write_mapping(struct normaliser *normaliser, const struct shape_slot *slot,
                          const struct value *value)
{
    if (value->kind != VALUE_MAPPING) {
        shape_report(normaliser->context, slot, value);
        return;
    }
    const cyaml_schema_field_t *fields = slot->schema->mapping.fields;
    const struct branch branch = {slot, value, shape_is_replacing(fields, value)};
    write_rest(normaliser, &branch);
    if (branch.is_replacing)
        write_dropped(normaliser, &branch);
    write_named(normaliser, &branch);
    shape_report_missing(normaliser->context, slot, value);
}

/* Writes a mapping that is a key's value. */
static void write_part(struct normaliser *normaliser, const struct shape_slot *slot,
                       const struct value *value)
{
    writer_open(&normaliser->writer);
    write_mapping(normaliser, slot, value);
    writer_close(&normaliser->writer);
}

/* ---- lists */

/* Writes a mapping with open keys. */
static void write_pairs(struct normaliser *normaliser, const struct shape_slot *slot,
                        const struct value *mapping)
{
    const cyaml_schema_field_t *pair = slot->schema->sequence.entry->mapping.fields;
    for (const struct value *child = mapping->first; child; child = child->next)
        write_pair(normaliser, pair, child);
}

/* Writes an item of a list of mappings. */
static void write_mapping_item(struct normaliser *normaliser, const struct shape_slot *slot,
                               const struct value *item)
{
    writer_open_item(&normaliser->writer);
    if (item->kind != VALUE_NULL && !is_full(normaliser->context))
        write_mapping(normaliser, slot, item);
    writer_close_item(&normaliser->writer);
}

/* Writes the items of a list, or the single one that stands for a list. */
static void write_items(struct normaliser *normaliser, const struct shape_slot *slot,
                        const struct value *value, bool is_single)
{
    const cyaml_schema_value_t *entry = slot->schema->sequence.entry;
    const struct shape_slot inner = {slot->name, slot->fields, entry};
    bool of_mappings = entry->type == CYAML_MAPPING;
    shape_writer *write_item = of_mappings ? write_mapping_item : write_value;
    const struct value *item = is_single ? value : value->first;
    while (item) {
        write_item(normaliser, &inner, item);
        item = is_single ? NULL : item->next;
        if (item && !of_mappings)
            writer_plain(&normaliser->writer, ",");
    }
}

static void write_list(struct normaliser *normaliser, const struct shape_slot *slot,
                       const struct value *value)
{
    const cyaml_schema_value_t *schema = slot->schema;
    bool of_mappings = schema->sequence.entry->type == CYAML_MAPPING;
    bool is_pairs = schema_is_pairs(schema);
    bool is_single = of_mappings ? value->kind == VALUE_MAPPING : shape_is_scalar(value);
    bool is_listed = value->kind == VALUE_LIST && !is_pairs;
    size_t count = is_single && !is_pairs ? 1 : value->count;
    if ((!is_single && !is_listed) || count < schema->sequence.min) {
        shape_report(normaliser->context, slot, value);
        return;
    }
    bool in_brackets = !of_mappings || !count; /* block style has no empty list */
    if (in_brackets)
        writer_plain(&normaliser->writer, "[");
    if (is_pairs)
        write_pairs(normaliser, slot, value);
    else
        write_items(normaliser, slot, value, is_single);
    if (in_brackets)
        writer_plain(&normaliser->writer, "]");
}

/* ---- all of them */

static shape_writer *const writers[CYAML__TYPE_COUNT] = {
    [CYAML_STRING] = write_text,   [CYAML_BOOL] = write_truth,     [CYAML_MAPPING] = write_part,
    [CYAML_SEQUENCE] = write_list, [CYAML_IGNORE] = write_ignored,
};

/* Writes a value. A null is an alias that was refused, or in a typed tree the same as no value. */
static void write_value(struct normaliser *normaliser, const struct shape_slot *slot,
                        const struct value *value)
{
    if (value->kind != VALUE_NULL && !is_full(normaliser->context))
        writers[slot->schema->type](normaliser, slot, value);
}

enum pack_status normalise(const struct shape_context *context, const cyaml_schema_value_t *schema,
                           const struct value *tree, struct normal *ret_normal)
{
    struct normaliser normaliser = {
        .context = context, .writer = {.text = &ret_normal->text}, .normal = ret_normal};
    size_t errors = context->findings->errors;
    const struct shape_slot file = {"a file", NULL, schema};
    write_mapping(&normaliser, &file, tree);

    if (ret_normal->text.failed || context->findings->failed)
        return PACK_NO_MEMORY;
    return context->findings->errors > errors ? PACK_FAULTY : PACK_OK;
}
