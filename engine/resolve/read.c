#include "resolve/read.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

const char *value_class(const struct value *value)
{
    const struct value *path =
        value && value->kind == VALUE_MAPPING ? value_get(value, "class_path") : NULL;
    if (path == NULL || path->kind != VALUE_STRING)
        return NULL;
    const char *dot = strrchr(path->text, '.');
    return dot ? dot + 1 : path->text;
}

/* The registry entry of an object, or NULL. */
static const struct entry *object_entry(const struct world *world, uint32_t registry_index,
                                        const struct value *value)
{
    const char *class_name = value_class(value);
    if (class_name == NULL || registry_index == NONE16)
        return NULL;
    const struct registry_table *registry = ruleset_registry(world->ruleset, registry_index);
    text_id text = ruleset_find_text(world->ruleset, class_name, strlen(class_name));
    const struct name *name =
        text ? registry_find_name(world->ruleset, registry, NAME_CLASS, text) : NULL;
    uint16_t entry = name ? world->named[name_index(world->ruleset, registry, name)] : NONE16;
    return entry == NONE16 ? NULL : ruleset_entry(world->ruleset, registry, entry);
}

/* The last element of a list whose entry has the attribute value; an object by itself is a list of
 * one. */
static const struct value *step_select(const struct world *world, const struct step *step,
                                       const struct value *value)
{
    const struct value *found = NULL;
    const struct value *element = value->kind == VALUE_LIST ? value->first : value;
    for (; element; element = value->kind == VALUE_LIST ? element->next : NULL) {
        const struct entry *entry = object_entry(world, step->registry, element);
        if (entry && entry_attribute(world->ruleset, entry, step->index) == step->text)
            found = element;
    }
    return found;
}

/* Follows one path; NULL when it leads nowhere. */
static const struct value *follow(const struct world *world, struct table path,
                                  const struct value *value)
{
    const struct step *steps = ruleset_at(world->ruleset, path);
    for (uint32_t i = 0; i < path.count && value; i++) {
        if (steps[i].kind == STEP_SELECT)
            value = step_select(world, &steps[i], value);
        else if (steps[i].kind == STEP_INDEX)
            value = value->kind == VALUE_LIST ? value_at(value, steps[i].index) : NULL;
        else
            value = value->kind == VALUE_MAPPING
                        ? value_get(value, ruleset_text(world->ruleset, steps[i].text))
                        : NULL;
    }
    return value;
}

/* A scalar's text kept by the world; strings need no copy. */
static const char *kept_text(struct world *world, const struct value *value, size_t *ret_length)
{
    if (value->kind == VALUE_STRING) {
        *ret_length = value->count;
        return value->text;
    }
    /* Written straight where it stays, when it fits. */
    size_t length =
        value_text(value, world->bump.next, (size_t)(world->bump.end - world->bump.next));
    char *text = bump_alloc(&world->bump, length + 1);
    *ret_length = text ? length : 0;
    return text ? text : "";
}

static struct cell raw(const struct value *value)
{
    return (struct cell){.kind = CELL_VALUE, .value = value};
}

static void read_name(struct world *world, uint16_t field, const struct value *value, origin from)
{
    const char *class_name = value->kind == VALUE_MAPPING ? value_class(value) : NULL;
    size_t length;

    if (class_name) {
        world_set_name(world, field, NAME_CLASS, class_name, strlen(class_name), from);
        if (world->positions[field] == POSITION_OTHER) /* people look for the whole path */
            world->cells[field] = raw(value_get(value, "class_path"));
    } else if (value->kind == VALUE_STRING) {
        world_set_name(world, field, NAME_TEXT, value->text, value->count, from);
    } else if (value->kind == VALUE_INTEGER || value->kind == VALUE_FLOAT) {
        const char *text = kept_text(world, value, &length);
        world_set_name(world, field, value->kind == VALUE_INTEGER ? NAME_INTEGER : NAME_FLOAT, text,
                       length, from);
    } else {
        world_put(world, field, raw(value), POSITION_OTHER, from);
    }
}

static void read_kind(struct world *world, uint16_t field, const struct value *value, origin from)
{
    bool is_object = value->kind == VALUE_MAPPING && value_class(value) != NULL;
    const char *word = is_object ? "object" : value_kind_name(value->kind);
    struct cell cell = {.kind = CELL_TEXT, .count = (uint32_t)strlen(word), .text = word};
    world_put(world, field, cell, is_object ? POSITION_OBJECT : (uint16_t)(1 + value->kind), from);
}

/* True when a list or mapping is short enough to be one that a rule spells: each part takes two
 * bytes at least. */
static bool may_be_literal(const struct field *declared, const struct value *value)
{
    return declared->spelled == UINT8_MAX || 2 * (size_t)value->count < declared->spelled;
}

/* Text of any value; scalars keep their type for printing. */
static void read_text(struct world *world, uint16_t field, const struct value *value, origin from)
{
    const struct field *declared = ruleset_field(world->ruleset, field);
    bool is_scalar = value->kind == VALUE_INTEGER || value->kind == VALUE_BOOLEAN;
    size_t length;

    if (is_scalar && declared->type != TYPE_VERSION) {
        world_set_cell(world, field, raw(value), from);
        return;
    }
    if (value_has_children(value) && !may_be_literal(declared, value) && !declared->output &&
        !declared->before) {
        world_put(world, field, raw(value), POSITION_OTHER,
                  from); /* spelled when somebody wants to read it */
        return;
    }
    const char *text = kept_text(world, value, &length);
    const char *before = ruleset_text(world->ruleset, declared->before);
    const char *end = before && length ? memchr(text, *before, length) : NULL;

    world_set_text(world, field, text, end ? (size_t)(end - text) : length, from);
}

/* ASCII letters alike when folded. */
static bool same_letter(char left, char right, bool fold)
{
    return left == right || (fold && left >= 'A' && left <= 'Z' && left + ('a' - 'A') == right);
}

static bool text_contains(const struct value *text, const char *part, bool fold)
{
    size_t length = strlen(part);
    for (size_t at = 0; at + length <= text->count; at++) {
        size_t same = 0;
        while (same < length && same_letter(text->text[at + same], part[same], fold))
            same++;
        if (same == length)
            return true;
    }
    return false;
}

/* A list contains a text, or a text contains another. */
static bool has_member(const struct value *value, const char *member, bool fold)
{
    if (value->kind == VALUE_STRING)
        return text_contains(value, member, fold);
    for (const struct value *child = value->kind == VALUE_LIST ? value->first : NULL; child;
         child = child->next) {
        if (value_is_text(child, member))
            return true;
    }
    return false;
}

static void read_truth(struct world *world, uint16_t field, const struct value *value, origin from)
{
    const struct field *declared = ruleset_field(world->ruleset, field);
    const char *member = ruleset_text(world->ruleset, declared->member);
    const struct variant *variant = world->variants[field];
    bool truth =
        member ? has_member(value, member, variant && variant->fold) : value_is_true(value);
    world_set_cell(world, field, (struct cell){.kind = CELL_BOOLEAN, .integer = truth}, from);
}

/* Python's int() of a float; false for what does not fit. */
static bool truncate_float(double number, int64_t *ret_integer)
{
    if (!(fabs(number) < 9.0e18))
        return false;
    *ret_integer = (int64_t)number;
    return true;
}

static void read_integer(struct world *world, uint16_t field, const struct value *value,
                         origin from)
{
    struct cell cell = {.kind = CELL_INTEGER};
    const struct variant *variant = world->variants[field];
    bool readable = variant && (variant->accepts >> value->kind & 1);

    if (!readable) {
        world_put(world, field, raw(value), POSITION_OTHER, from);
        return;
    }
    switch (value->kind) {
    case VALUE_NULL:
        world_unset(world, field, from);
        return;
    case VALUE_BOOLEAN:
        /* A field that takes text converts what it takes; one that does not keeps a truth value as
         * it is. */
        cell.kind = variant->accepts >> VALUE_STRING & 1 ? CELL_INTEGER : CELL_BOOLEAN;
        cell.integer = value->boolean;
        break;
    case VALUE_INTEGER:
        cell.integer = value->integer;
        break;
    case VALUE_FLOAT:
        readable = truncate_float(value->number, &cell.integer);
        break;
    default:
        readable = text_read_integer(value->text, value->count, &cell.integer);
        break;
    }
    if (readable)
        world_set_cell(world, field, cell, from);
    else
        world_put(world, field, raw(value), POSITION_OTHER, from);
}

static void read_list(struct world *world, uint16_t field, const struct value *value, origin from)
{
    struct list *list = value->kind == VALUE_LIST ? bump_alloc(&world->bump, sizeof *list) : NULL;
    if (list == NULL) {
        world_unset(world, field, from);
        return;
    }
    *list = (struct list){.value = value, .count = value->count};
    world_set_cell(world, field, (struct cell){.kind = CELL_LIST, .list = list}, from);
}

/* True when one element counts for a `count` field. */
static bool is_counted(const struct world *world, const struct field *declared,
                       const struct value *element)
{
    const struct entry *entry = object_entry(world, declared->of, element);
    if (declared->select_attribute == SELECT_UNREGISTERED)
        return entry == NULL;
    if (declared->select_attribute == NONE32)
        return true;
    return entry && entry_attribute(world->ruleset, entry, declared->select_attribute) ==
                        declared->select_value;
}

/* Elements of a list; an object or another scalar is a list of one, null and what is empty are
 * none. */
static void read_count(struct world *world, uint16_t field, const struct value *value, origin from)
{
    const struct field *declared = ruleset_field(world->ruleset, field);
    bool empty =
        value->kind == VALUE_NULL ||
        ((value->kind == VALUE_STRING || value->kind == VALUE_MAPPING) && value->count == 0);
    int64_t count = 0;

    if (value->kind == VALUE_LIST) {
        for (const struct value *child = value->first; child; child = child->next)
            count += is_counted(world, declared, child);
    } else if (!empty) {
        count = is_counted(world, declared, value);
    }
    world_set_cell(world, field, (struct cell){.kind = CELL_INTEGER, .integer = count}, from);
}

static void read_raw(struct world *world, uint16_t field, const struct value *value, origin from)
{
    world_set_cell(world, field, raw(value), from);
}

/* One reader per type of field; versions are read as text, mappings are derived only. */
static void (*const readers[TYPE__COUNT])(struct world *, uint16_t, const struct value *,
                                          origin) = {
    [TYPE_NAME] = read_name,   [TYPE_KIND] = read_kind,       [TYPE_CHOICE] = read_text,
    [TYPE_TRUTH] = read_truth, [TYPE_INTEGER] = read_integer, [TYPE_VERSION] = read_text,
    [TYPE_TEXT] = read_text,   [TYPE_LIST] = read_list,       [TYPE_VALUE] = read_raw,
    [TYPE_MAPPING] = read_raw, [TYPE_COUNT] = read_count,
};

/* A field that does not exist in the release is unset there. */
static void read_found(struct world *world, uint16_t field, const struct value *found, origin from)
{
    const struct field *declared = ruleset_field(world->ruleset, field);
    if (found == NULL || world->variants[field] == NULL)
        world_unset(world, field, origin_make(ORIGIN_NONE, 0));
    else
        readers[declared->type](world, field, found, from);
}

/* What one path finds. A name that is null within an object is not given there: full dumps write
 * every argument. */
static const struct value *find_part(const struct world *world, const struct field *declared,
                                     const struct path *path, const struct value *value)
{
    const struct value *found = follow(world, path->steps, value);
    bool not_given =
        found && found->kind == VALUE_NULL && declared->type == TYPE_NAME && path->steps.count > 0;
    return not_given ? NULL : found;
}

/* What a field's paths find in a value, or NULL. */
static const struct value *find_value(const struct world *world, uint16_t field,
                                      const struct value *value)
{
    const struct field *declared = ruleset_field(world->ruleset, field);
    const struct path *paths = ruleset_at(world->ruleset, declared->paths);
    const struct value *found = NULL;
    for (uint32_t i = 0; i < declared->paths.count && found == NULL && value; i++)
        found = find_part(world, declared, &paths[i], value);
    return found;
}

static void read_joint_field(struct world *world, uint16_t field, const struct root_value *roots,
                             size_t count)
{
    const struct field *declared = ruleset_field(world->ruleset, field);
    const struct path *paths = ruleset_at(world->ruleset, declared->paths);
    for (uint32_t i = 0; i < declared->paths.count; i++) {
        for (size_t j = 0; j < count; j++) {
            if (roots[j].root != paths[i].root)
                continue;
            const struct value *found = find_part(world, declared, &paths[i], roots[j].value);
            if (found) {
                read_found(world, field, found, roots[j].from);
                return;
            }
        }
    }
}

void read_joint(struct world *world, const struct root_value *roots, size_t count)
{
    const uint16_t *fields = ruleset_at(world->ruleset, world->ruleset->joint_fields);
    bool parts = false;
    for (size_t i = 0; i < count; i++)
        parts = parts || value_has_children(roots[i].value);
    if (!parts) /* their paths lead into lists and objects */
        return;
    for (uint32_t i = 0; i < world->ruleset->joint_fields.count; i++)
        read_joint_field(world, fields[i], roots, count);
}

/* True when the value that stands there now may have parts: they must be unset when a scalar takes
 * its place. */
static bool may_have_parts(const struct world *world, uint16_t index)
{
    const struct variant *variant = world->variants[index];
    const char *text = variant ? ruleset_text(world->ruleset, variant->default_text) : NULL;
    enum origin_kind kind = origin_kind_of(world->origins[index]);
    return (kind != ORIGIN_DEFAULT && kind != ORIGIN_NONE) ||
           (text && (*text == '[' || *text == '{'));
}

void read_value(struct world *world, uint16_t root, const struct value *value, origin from)
{
    const struct field *declared = ruleset_field(world->ruleset, root);
    const uint16_t *readings = ruleset_at(world->ruleset, declared->readings);
    bool had_parts = may_have_parts(world, root);
    bool may_lead =
        value == NULL || value_has_children(value); /* a path into a scalar leads nowhere */

    for (uint32_t i = 0; i < declared->whole_readings; i++)
        read_found(world, readings[i], value, from);
    for (uint32_t i = declared->whole_readings;
         (had_parts || may_lead) && i < declared->readings.count; i++) {
        const struct value *found = find_value(world, readings[i], value);
        if (found || had_parts)
            read_found(world, readings[i], found, from);
    }
}
