/* Sides of a matrix: which field, and which values of it. */
#include "analyse/matrix_steps.h"

#include <string.h>

/* What a side is made with. */
struct maker {
    struct matrix *matrix;
    const struct base_world *base;
    struct diagnostics *findings;
};

/* A field that a request of this release may set. */
static bool check_field(const struct maker *maker, const char *name, struct span place)
{
    const struct ruleset *ruleset = maker->base->world.ruleset;
    uint16_t field = ruleset_find_field(ruleset, name);
    const struct field *declared = field == NONE16 ? NULL : ruleset_field(ruleset, field);

    if (declared == NULL || declared->role != ROLE_REQUEST || declared->root != field) {
        diagnostics_add(maker->findings, MESSAGE_REQUEST_FIELD_UNKNOWN, place,
                        resolution_nearest_field(ruleset, name), name);
        return false;
    }
    if (field_variant(ruleset, declared, maker->base->world.release))
        return true;
    diagnostics_add(maker->findings, MESSAGE_FIELD_LIFETIME, place, NULL, name,
                    ruleset_text(ruleset, ruleset->pack), maker->base->release_text);
    return false;
}

/* Adds a place to a side that has room for it. */
static bool add_value(struct matrix_axis *axis, const char *label, const struct value *value)
{
    if (label == NULL)
        return false;
    axis->labels[axis->count] = label;
    axis->values[axis->count++] = value;
    return true;
}

static bool make_room(struct maker *maker, struct matrix_axis *axis, size_t count)
{
    axis->labels = arena_alloc(&maker->matrix->arena, count + 1, sizeof *axis->labels);
    axis->values = arena_alloc(&maker->matrix->arena, count + 1, sizeof *axis->values);
    return axis->labels && axis->values;
}

/* Values as a command line writes them; "unset" is none. */
static bool add_given(struct maker *maker, const struct matrix_wish *wish, struct matrix_axis *axis)
{
    struct arena *arena = &maker->matrix->arena;
    if (!make_room(maker, axis, wish->count))
        return false;
    for (size_t i = 0; i < wish->count; i++) {
        size_t length = strlen(wish->values[i]);
        bool is_passed = strcmp(wish->values[i], "unset") != 0;
        const struct value *value =
            is_passed ? value_from_text(arena, wish->values[i], length) : NULL;
        if ((is_passed && value == NULL) ||
            !add_value(axis, arena_copy(arena, wish->values[i], length), value))
            return false;
    }
    return true;
}

static bool is_listed(const struct matrix_axis *axis, const char *label)
{
    for (size_t i = 0; i < axis->count; i++) {
        if (strcmp(axis->labels[i], label) == 0)
            return true;
    }
    return false;
}

/* The names of a registry that live in the release and that a request can say. */
static bool add_names(struct maker *maker, const struct registry_table *registry,
                      struct matrix_axis *axis)
{
    const struct ruleset *ruleset = maker->base->world.ruleset;
    int64_t release = maker->base->world.release;
    if (!make_room(maker, axis, registry->entries.count))
        return false;
    for (uint32_t i = 0; i < registry->entries.count; i++) {
        const struct entry *entry = ruleset_entry(ruleset, registry, i);
        const char *name = ruleset_text(ruleset, entry->name);
        if (entry->object_only || release < entry->since || release >= entry->until ||
            is_listed(axis, name))
            continue;
        struct value *value = value_string(&maker->matrix->arena, name, strlen(name));
        if (value == NULL || !add_value(axis, name, value))
            return false;
    }
    return true;
}

/* A side without values: the names of the field's registry. */
static bool add_all(struct maker *maker, struct matrix_axis *axis)
{
    const struct ruleset *ruleset = maker->base->world.ruleset;
    const struct field *field = ruleset_field(ruleset, ruleset_find_field(ruleset, axis->field));

    if (field->registry != NONE16 &&
        !add_names(maker, ruleset_registry(ruleset, field->registry), axis))
        return false;
    if (axis->count == 0)
        diagnostics_add(maker->findings, MESSAGE_AXIS_VALUES, (struct span){0}, NULL, axis->field);
    return axis->count > 0;
}

/* One side; without a field it has one place. */
static bool make_axis(struct maker *maker, const struct matrix_wish *wish, struct matrix_axis *axis)
{
    if (wish->field == NULL)
        return make_room(maker, axis, 1) && add_value(axis, "", NULL);
    if (!check_field(maker, wish->field, (struct span){0}))
        return false;
    axis->field = arena_copy(&maker->matrix->arena, wish->field, strlen(wish->field));
    if (axis->field == NULL)
        return false;
    return wish->values && wish->count ? add_given(maker, wish, axis) : add_all(maker, axis);
}

/* Every field has one place: in the request, or on one side. */
static bool check_repeated(const struct maker *maker, const struct spec *spec,
                           const struct matrix_wish wishes[MATRIX_AXES])
{
    bool fine = true;
    for (size_t i = 0; i < MATRIX_AXES; i++) {
        bool repeated = wishes[i].field && spec_find(spec, wishes[i].field);
        for (size_t j = 0; j < i && wishes[i].field; j++)
            repeated =
                repeated || (wishes[j].field && strcmp(wishes[i].field, wishes[j].field) == 0);
        if (repeated)
            diagnostics_add(maker->findings, MESSAGE_AXIS_REPEATED, (struct span){0}, NULL,
                            wishes[i].field);
        fine = fine && !repeated;
    }
    return fine;
}

/* What all cells ask for must be something that can be asked for. */
static bool check_request(const struct maker *maker, const struct spec *spec)
{
    bool fine = true;
    for (size_t i = 0; i < spec->count; i++)
        fine = check_field(maker, spec->entries[i].field, spec->entries[i].place) && fine;
    return fine;
}

static bool check_size(const struct maker *maker)
{
    size_t count = 1;
    for (size_t i = 0; i < MATRIX_AXES; i++) {
        if (maker->matrix->axes[i].count > MATRIX_CELLS_MOST / count) {
            diagnostics_add(maker->findings, MESSAGE_REQUEST_TOO_LARGE, (struct span){0}, NULL,
                            "the matrix", (size_t)MATRIX_CELLS_MOST, "cells");
            return false;
        }
        count *= maker->matrix->axes[i].count;
    }
    maker->matrix->cell_count = count;
    return true;
}

bool matrix_make_axes(struct matrix *matrix, const struct base_world *base, const struct spec *spec,
                      const struct matrix_wish wishes[MATRIX_AXES], struct diagnostics *findings)
{
    struct maker maker = {.matrix = matrix, .base = base, .findings = findings};
    bool fine = check_request(&maker, spec);

    fine = check_repeated(&maker, spec, wishes) && fine;
    for (size_t i = 0; i < MATRIX_AXES; i++)
        fine = make_axis(&maker, &wishes[i], &matrix->axes[i]) && fine;
    return fine && check_size(&maker);
}

bool matrix_check_unknown(const struct base_world *base, const struct examine_options *options,
                          struct diagnostics *findings)
{
    bool fine = true;
    for (size_t i = 0; options->names && i < options->count; i++) {
        uint16_t field = ruleset_find_field(base->world.ruleset, options->names[i]);
        if (field != NONE16 && ruleset_field(base->world.ruleset, field)->role == ROLE_FACT)
            continue;
        diagnostics_add(findings, MESSAGE_FACT_UNKNOWN, (struct span){0}, NULL, options->names[i]);
        fine = false;
    }
    return fine;
}
