/* The world before a request: defaults of the tables, facts over them. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "resolve/read.h"
#include "resolve/resolution.h"

/* Every default of the tables, as a command line would say it. */
static bool read_defaults(struct base_world *base)
{
    struct world *world = &base->world;
    for (uint32_t i = 0; i < world->ruleset->fields.count; i++) {
        const struct field *field = ruleset_field(world->ruleset, i);
        const struct variant *variant = world->variants[i];
        const char *text = variant ? ruleset_text(world->ruleset, variant->default_text) : NULL;
        if (text == NULL || field->root != i || field->role == ROLE_DERIVED)
            continue;
        struct value *value = value_from_text(&base->arena, text, strlen(text));
        if (value == NULL)
            return false;
        read_value(world, (uint16_t)i, value, origin_make(ORIGIN_DEFAULT, i));
    }
    return true;
}

static void read_facts(struct world *world, const struct facts *facts)
{
    for (size_t i = 0; facts && i < facts->count; i++) {
        uint16_t field = ruleset_find_field(world->ruleset, facts->items[i].name);
        if (field != NONE16 && ruleset_field(world->ruleset, field)->role == ROLE_FACT)
            read_value(world, field, facts->items[i].value, origin_make(ORIGIN_FACT, (uint32_t)i));
    }
}

/* Python's spelling of a list or text in JSON's: tuples become lists, single quotes double ones. */
static char *json_spelling(struct arena *arena, const char *bytes, size_t length)
{
    bool tuple = length >= 2 && bytes[0] == '(' && bytes[length - 1] == ')';
    bool bare = memchr(bytes, ',', length) && bytes[0] != '[' && bytes[0] != '{' && !tuple;
    char *text =
        bare ? arena_format(arena, "[%.*s]", (int)length, bytes) : arena_copy(arena, bytes, length);
    if (text && tuple) {
        text[0] = '[';
        text[length - 1] = ']';
    }
    for (char *at = text; at && *at && memchr(bytes, '"', length) == NULL; at++)
        *at = *at == '\'' ? '"' : *at;
    return text;
}

/* What Python's literal_eval makes of a variable's text; the text itself when it is no literal. */
static struct value *python_literal(struct arena *arena, const struct value *text)
{
    int64_t integer;
    char *json = json_spelling(arena, text->text, text->count);
    struct value *value = json ? value_from_text(arena, json, strlen(json)) : NULL;
    if (value == NULL || value->kind != VALUE_STRING ||
        (json[0] == '"' && value->count + 2 == strlen(json)))
        return value;
    bool number = text->text[0] >= '0' && text->text[0] <= '9' &&
                  text_read_integer(text->text, text->count, &integer);
    return number ? value_integer(arena, integer) : value_copy(arena, text);
}

/* Request fields that an environment variable may stand for. */
static bool read_environment(struct base_world *base, const struct facts *facts)
{
    struct world *world = &base->world;
    for (uint32_t i = 0; facts && i < world->ruleset->fields.count; i++) {
        const struct field *field = ruleset_field(world->ruleset, i);
        char name[128] = "env.";
        const char *variable = ruleset_text(world->ruleset, field->environment);
        if (variable == NULL || strlen(variable) >= sizeof name - 4)
            continue;
        const struct fact *fact = facts_find(facts, strcat(name, variable));
        if (fact == NULL || fact->value->kind != VALUE_STRING || fact->value->count == 0)
            continue;
        struct value *value = python_literal(&base->arena, fact->value);
        if (value == NULL)
            return false;
        read_value(world, (uint16_t)i, value, origin_make(ORIGIN_ENVIRONMENT, i));
    }
    return true;
}

/* Texts that readings make of numbers and lists, generously. */
static size_t text_room(const struct ruleset *ruleset, const struct facts *facts)
{
    size_t room = 4096 + (size_t)ruleset->fields.count * 64;
    for (size_t i = 0; facts && i < facts->count; i++)
        room += value_copy_size(facts->items[i].value) * 4;
    return room;
}

/* One block for the world's values, what facts leave of the blocks, and texts. */
static bool allocate(struct base_world *base, const struct facts *facts)
{
    struct world *world = &base->world;
    size_t values = world_values_size(world->ruleset->fields.count),
           room = text_room(world->ruleset, facts);
    size_t live = world->ruleset->block_count * sizeof *world->live;
    size_t columns = evaluate_live_columns(world->ruleset) * sizeof(struct live_column);
    char *memory = malloc(values + live + columns + room);
    if (memory == NULL)
        return false;
    base->memory = memory;
    world_place(world, memory, world->ruleset->fields.count);
    world->live = (struct live_block *)(void *)(memory + values);
    world->bump.next = memory + values + live + columns;
    world->bump.end = world->bump.next + room;
    return true;
}

/* Every field as it is in the release. */
static const struct variant *const *find_variants(struct base_world *base)
{
    const struct ruleset *ruleset = base->world.ruleset;
    const struct variant **variants =
        arena_alloc(&base->arena, ruleset->fields.count, sizeof *variants);
    for (uint32_t i = 0; variants && i < ruleset->fields.count; i++)
        variants[i] = field_variant(ruleset, ruleset_field(ruleset, i), base->world.release);
    return variants;
}

/* What every name says in the release. */
static const uint16_t *find_named(struct base_world *base)
{
    const struct ruleset *ruleset = base->world.ruleset;
    uint16_t *named = arena_alloc(&base->arena, ruleset->name_count + 1u, sizeof *named);
    for (uint32_t i = 0; named && i < ruleset->registries.count; i++) {
        const struct registry_table *registry = ruleset_registry(ruleset, i);
        const struct name *names = ruleset_at(ruleset, registry->names);
        for (uint32_t j = 0; j < registry->names.count; j++)
            named[registry->first_name + j] =
                name_entry(ruleset, registry, &names[j], base->world.release);
    }
    return named;
}

/* Ends filling: everything fitted, or nothing is kept. */
static enum base_status settle(struct base_world *base, bool complete)
{
    const struct ruleset *ruleset = base->world.ruleset;
    char *memory = (char *)base->memory + world_values_size(ruleset->fields.count);
    struct live_block *live = (struct live_block *)(void *)memory;
    evaluate_live(&base->world, live, (struct live_column *)(void *)(live + ruleset->block_count));
    if (complete && !base->world.bump.full)
        return BASE_OK;
    base_world_clear(base);
    return BASE_NO_MEMORY;
}

enum base_status base_world_init(struct base_world *base, const struct ruleset *ruleset,
                                 int64_t release, const char *release_text)
{
    struct world *world = &base->world;
    *base = (struct base_world){.world = {.ruleset = ruleset, .release = release},
                                .release_text = release_text};
    arena_init(&base->arena);
    world->variants = find_variants(base);
    world->named = find_named(base);
    if (!world->variants || !world->named || !allocate(base, NULL)) {
        base_world_clear(base);
        return BASE_NO_MEMORY;
    }
    memset(base->memory, 0, world_values_size(ruleset->fields.count));
    const char *pack = ruleset_text(ruleset, ruleset->pack);
    origin given = origin_make(ORIGIN_DEFAULT, ruleset->version_field);

    world_set_text(world, ruleset->framework_field, pack, strlen(pack), given);
    world_set_text(world, ruleset->version_field, release_text, strlen(release_text), given);
    return settle(base, read_defaults(base));
}

enum base_status base_world_init_facts(struct base_world *base, const struct base_world *defaults,
                                       const struct facts *facts)
{
    *base = (struct base_world){
        .world = defaults->world, .facts = facts, .release_text = defaults->release_text};
    arena_init(&base->arena);
    if (!allocate(base, facts))
        return BASE_NO_MEMORY;
    memcpy(base->memory, defaults->memory, world_values_size(base->world.ruleset->fields.count));
    read_facts(&base->world, facts);
    return settle(base, read_environment(base, facts));
}

void base_world_clear(struct base_world *base)
{
    free(base->memory);
    arena_clear(&base->arena);
    *base = (struct base_world){0};
}
