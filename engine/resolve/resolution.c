#include "resolve/resolution.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "resolve/devices.h"
#include "resolve/explain.h"
#include "resolve/lifetime.h"
#include "resolve/read.h"
#include "resolve/suggest.h"

/* How many bytes each part of a resolution's block takes. */
struct layout {
    size_t values, acted, reasons, places, faults, roots, texts;
};

static size_t aligned(size_t size) { return (size + 7) & ~(size_t)7; }

/* Room for lists, ids and texts that rules make: a few per rule that makes any, and what the
 * request may ask for. */
enum { RULE_ROOM = 4096 };

/* A copy of the request's values, their texts and, for lists of devices, their ids. */
static size_t request_room(const struct spec *spec)
{
    size_t room = 0;
    for (size_t i = 0; i < spec->count; i++) {
        const struct spec_entry *entry = &spec->entries[i];
        size_t file = entry->place.file ? strlen(entry->place.file) + 1 : 0;
        room += aligned(entry->size * 8) + aligned(file) + aligned(entry->length + 1u);
    }
    return room;
}

static struct layout plan(const struct ruleset *ruleset, const struct spec *spec)
{
    return (struct layout){
        .values = world_values_size(ruleset->fields.count),
        .acted = aligned(ruleset->rules.count * sizeof(bool)),
        .reasons = aligned(ruleset->telling_rules * sizeof(struct reason)),
        .places = spec->count * sizeof(struct span),
        .faults = spec->count * sizeof(struct request_fault),
        .roots = spec->count * sizeof(struct root_value),
        .texts = RULE_ROOM + request_room(spec),
    };
}

/* The next `size` bytes of the block. */
static void *carve(char **next, size_t size)
{
    void *part = *next;
    *next += size;
    return part;
}

/* A resolution that knows what its base does, with room for what the request adds. */
static struct resolution *allocate(const struct base_world *base, const struct spec *spec)
{
    struct layout layout = plan(base->world.ruleset, spec);
    size_t head = aligned(sizeof(struct resolution));
    char *next = malloc(head + layout.values + layout.acted + layout.reasons + layout.places +
                        layout.faults + layout.roots + layout.texts);
    if (next == NULL)
        return NULL;
    struct resolution *resolution = carve(&next, head);
    *resolution = (struct resolution){.base = base,
                                      .ruleset = base->world.ruleset,
                                      .facts = base->facts,
                                      .release_text = base->release_text};
    resolution->world = base->world;
    world_place(&resolution->world,
                memcpy(carve(&next, layout.values), base->world.cells, layout.values),
                base->world.ruleset->fields.count);
    resolution->trace.acted = memset(carve(&next, layout.acted), 0, layout.acted);
    resolution->trace.reasons = carve(&next, layout.reasons);
    resolution->places = carve(&next, layout.places);
    resolution->faults = carve(&next, layout.faults);
    resolution->roots = carve(&next, layout.roots);
    resolution->world.bump = (struct bump){.next = next, .end = next + layout.texts};
    return resolution;
}

static const char *keep_text(struct bump *bump, const char *text, size_t length)
{
    char *copy = bump_alloc(bump, length + 1);
    if (copy == NULL)
        return "";
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

/* A string's text; one of the tables is theirs, so that readings know it again without a search. */
static const char *keep_string(struct world *world, const struct value *from)
{
    text_id known = ruleset_find_text(world->ruleset, from->text, from->count);
    return known ? ruleset_text(world->ruleset, known)
                 : keep_text(&world->bump, from->text, from->count);
}

/* A deep copy into the block. Depth is bounded by the readers that made the value. */
static struct value *keep_value(struct world *world, const struct value *from)
{
    struct bump *bump = &world->bump;
    struct value *value = bump_alloc(bump, sizeof *value);
    if (value == NULL)
        return NULL;
    *value = *from;
    value->next = value->last = NULL;
    value->key = from->key ? keep_text(bump, from->key, strlen(from->key)) : NULL;
    if (from->kind == VALUE_STRING)
        value->text = keep_string(world, from);
    if (!value_has_children(from))
        return value;
    struct value **link = &value->first;
    *link = NULL;
    for (const struct value *child = from->first; child; child = child->next) {
        *link = keep_value(world, child);
        if (*link == NULL)
            return value;
        value->last = *link;
        link = &(*link)->next;
    }
    return value;
}

const char *resolution_nearest_field(const struct ruleset *ruleset, const char *name)
{
    const char *names[256];
    size_t count = 0;
    for (uint32_t i = 0; i < ruleset->fields.count && count < 256; i++) {
        const struct field *field = ruleset_field(ruleset, i);
        if (field->role == ROLE_REQUEST && field->root == i)
            names[count++] = ruleset_text(ruleset, field->name);
    }
    return text_nearest(name, names, count);
}

static struct request_fault *add_fault(struct resolution *resolution,
                                       const struct spec_entry *entry, struct span place,
                                       enum message message)
{
    struct bump *bump = &resolution->world.bump;
    struct request_fault *fault = &resolution->faults[resolution->fault_count++];
    *fault = (struct request_fault){
        .message = message,
        .field = keep_text(bump, entry->field, strlen(entry->field)),
        .place = place,
    };
    resolution->fault_errors += message_severity(message) == SEVERITY_ERROR;
    return fault;
}

/* A name that the release does not have may be one of another release: says so. */
static void check_name(struct resolution *resolution, const struct spec_entry *entry,
                       struct span place, uint16_t field)
{
    const struct ruleset *ruleset = resolution->ruleset;
    const struct field *declared = ruleset_field(ruleset, field);
    if (declared->type != TYPE_NAME || entry->value->kind != VALUE_STRING ||
        resolution->world.positions[field] != POSITION_OTHER)
        return;
    const struct entry *other =
        lifetime_entry(ruleset, declared, entry->value->text, entry->value->count);
    if (other == NULL)
        return;
    struct request_fault *fault = add_fault(resolution, entry, place, MESSAGE_NAME_LIFETIME);
    fault->value = ruleset_text(ruleset, other->name);
    fault->nearest = lifetime_instead(ruleset, ruleset_registry(ruleset, declared->registry), other,
                                      resolution->world.release);
}

/* One field of the request into the world, or a fault. */
static void read_entry(struct resolution *resolution, const struct spec_entry *entry,
                       uint32_t index)
{
    const struct ruleset *ruleset = resolution->ruleset;
    struct world *world = &resolution->world;
    uint16_t field = ruleset_find_hashed_field(ruleset, entry->field, entry->length, entry->hash);
    struct span place = entry->place;

    if (place.file)
        place.file = keep_text(&world->bump, place.file, strlen(place.file));
    resolution->places[index] = place;
    if (field == NONE16 || ruleset_field(ruleset, field)->role != ROLE_REQUEST ||
        ruleset_field(ruleset, field)->root != field) {
        add_fault(resolution, entry, place, MESSAGE_REQUEST_FIELD_UNKNOWN)->nearest =
            resolution_nearest_field(ruleset, entry->field);
        return;
    }
    if (world->variants[field] == NULL) {
        struct request_fault *fault = add_fault(resolution, entry, place, MESSAGE_FIELD_LIFETIME);
        fault->nearest =
            lifetime_rewrite(&world->bump, ruleset, ruleset_field(ruleset, field), entry->value);
        return;
    }
    const struct value *value = keep_value(world, entry->value);
    if (value == NULL)
        return;
    origin from = origin_make(ORIGIN_REQUEST, index);
    read_value(world, field, value, from);
    check_name(resolution, entry, place, field);
    resolution->roots[resolution->root_count++] =
        (struct root_value){.root = field, .value = value, .from = from};
}

/* The request over the base, before any rule. */
static struct resolution *read_request(const struct base_world *base, const struct spec *spec)
{
    struct resolution *resolution = allocate(base, spec);
    if (resolution == NULL)
        return NULL;
    resolution->place_count = spec->count;
    for (size_t i = 0; i < spec->count; i++)
        read_entry(resolution, &spec->entries[i], (uint32_t)i);
    read_joint(&resolution->world, resolution->roots, resolution->root_count);
    return resolution;
}

struct resolution *resolution_new_wide(const struct base_world *base, const struct spec *spec,
                                       struct wide *wide, resolution_prepare *prepare,
                                       void *context)
{
    struct resolution *resolution = read_request(base, spec);
    bool complete = true;
    if (resolution == NULL)
        return NULL;
    resolution->world.wide = wide;
    if (prepare)
        prepare(&resolution->world, context);
    if (resolution->fault_errors == 0)
        complete = evaluate(&resolution->world, devices_read, &resolution->trace);
    resolution->world.wide = NULL; /* the caller's, and not needed to read the answer */
    if (complete && !resolution->world.bump.full)
        return resolution;
    free(resolution);
    return NULL;
}

struct resolution *resolution_new(const struct base_world *base, const struct spec *spec)
{
    struct resolution *resolution = read_request(base, spec);
    if (resolution == NULL)
        return NULL;
    if (resolution->fault_errors == 0)
        evaluate(&resolution->world, devices_read, &resolution->trace);
    if (!resolution->world.bump.full)
        return resolution;
    free(resolution);
    return NULL;
}

struct resolution *resolution_new_facts(const struct base_world *defaults,
                                        const struct facts *facts, const struct spec *spec)
{
    struct base_world *base = malloc(sizeof *base);
    if (base == NULL)
        return NULL;
    struct resolution *resolution = NULL;
    if (base_world_init_facts(base, defaults, facts) == BASE_OK)
        resolution = resolution_new(base, spec);
    if (resolution == NULL) {
        base_world_clear(base);
        free(base);
        return NULL;
    }
    resolution->own_base = base;
    return resolution;
}

void resolution_free(struct resolution *resolution)
{
    if (resolution == NULL)
        return;
    if (resolution->own_base) {
        base_world_clear(resolution->own_base);
        free(resolution->own_base);
    }
    if (resolution->suggestions) {
        suggestions_clear(resolution->suggestions);
        free(resolution->suggestions);
    }
    if (resolution->decision)
        free(resolution->decision->items);
    free(resolution->decision);
    arena_clear(&resolution->texts);
    free(resolution);
}

bool resolution_spec(const struct resolution *resolution, struct spec *ret_spec)
{
    struct spec spec = {.entries = malloc((resolution->root_count + 1) * sizeof *spec.entries)};
    if (spec.entries == NULL)
        return false;
    for (size_t i = 0; i < resolution->root_count; i++) {
        const struct root_value *root = &resolution->roots[i];
        const struct field *field = ruleset_field(resolution->ruleset, root->root);
        struct spec_entry *entry = &spec.entries[spec.count++];
        *entry = spec_entry_of(ruleset_text(resolution->ruleset, field->name), root->value);
        entry->place = resolution->places[origin_index(root->from)];
    }
    *ret_spec = spec;
    return true;
}

bool resolution_ok(const struct resolution *resolution)
{
    return resolution->trace.error_count == 0 && resolution->fault_errors == 0;
}

const struct rule *resolution_reason(const struct resolution *resolution)
{
    for (uint32_t i = 0; i < resolution->trace.reason_count; i++) {
        const struct rule *rule =
            ruleset_rule(resolution->ruleset, resolution->trace.reasons[i].rule);
        if (rule->severity == SEVERITY_ERROR)
            return rule;
    }
    return NULL;
}

bool resolution_emits(const struct resolution *resolution, const struct reason *reason)
{
    const struct rule *rule = ruleset_rule(resolution->ruleset, reason->rule);
    return rule->emits && rule->severity != SEVERITY_ERROR && !reason->after_error &&
           !resolution->trace.silent;
}
