/* The world before a request: defaults of the tables, facts over them. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "resolve/read.h"
#include "resolve/resolution.h"

/* Every default of the tables, as a command line would say it. */
static bool read_defaults(struct base_world *base, struct world *world)
{
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
    char *text = bare ? arena_format(arena, "[%.*s]", (int)length, bytes) : arena_copy(arena, bytes, length);
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
    if (value == NULL || value->kind != VALUE_STRING || (json[0] == '"' && value->count + 2 == strlen(json)))
        return value;
    bool number = text->text[0] >= '0' && text->text[0] <= '9' && text_read_integer(text->text, text->count, &integer);
    return number ? value_integer(arena, integer) : value_copy(arena, text);
}

/* Request fields that an environment variable may stand for. */
static bool read_environment(struct base_world *base, struct world *world, const struct facts *facts)
{
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

/* One block: cells first, they are aligned strictest. */
static bool allocate(struct base_world *base, const struct facts *facts)
{
    size_t count = base->ruleset->fields.count;
    size_t room = text_room(base->ruleset, facts);
    size_t blocks = base->ruleset->block_count * sizeof *base->live;
    size_t columns = base->ruleset->column_count * sizeof *base->columns;
    char *memory = malloc(blocks + columns + count * (sizeof *base->cells + sizeof *base->origins + sizeof *base->positions) + 8 + room);
    if (memory == NULL)
        return false;
    base->memory = memory;
    base->live = (struct live_block *)(void *)memory;
    base->columns = (struct live_column *)(void *)(memory + blocks);
    base->cells = (struct cell *)(void *)(memory + blocks + columns);
    base->origins = (origin *)(void *)(base->cells + count);
    base->positions = (uint16_t *)(void *)(base->origins + count);
    char *texts = (char *)(base->positions + count);
    texts += -(uintptr_t)texts & 7;
    base->bump = (struct bump){.next = texts, .end = texts + room};
    return true;
}

/* Every field unset. */
static void unset_all(struct base_world *base)
{
    size_t count = base->ruleset->fields.count;
    memset(base->cells, 0, count * sizeof *base->cells);
    memset(base->origins, 0, count * sizeof *base->origins);
    memset(base->positions, 0, count * sizeof *base->positions);
}

/* The world that fills the base's arrays. */
static struct world base_view(const struct base_world *base)
{
    return (struct world){.ruleset = base->ruleset, .release = base->release, .positions = base->positions, .cells = base->cells,
                          .origins = base->origins, .variants = base->variants, .bump = base->bump};
}

/* Every field as it is in the release. */
static const struct variant *const *find_variants(struct base_world *base)
{
    uint32_t count = base->ruleset->fields.count;
    const struct variant **variants = arena_alloc(&base->arena, count, sizeof *variants);
    for (uint32_t i = 0; variants && i < count; i++)
        variants[i] = field_variant(base->ruleset, ruleset_field(base->ruleset, i), base->release);
    return variants;
}

/* Ends filling: everything fitted, or nothing is kept. */
static enum base_status settle(struct base_world *base, const struct world *world, bool complete)
{
    base->bump = world->bump;
    evaluate_live(world, base->live, base->columns);
    if (complete && !world->bump.full)
        return BASE_OK;
    base_world_clear(base);
    return BASE_NO_MEMORY;
}

enum base_status base_world_init(struct base_world *base, const struct ruleset *ruleset, int64_t release, const char *release_text)
{
    *base = (struct base_world){.ruleset = ruleset, .release = release, .release_text = release_text};
    arena_init(&base->arena);
    base->variants = find_variants(base);
    if (!base->variants || !allocate(base, NULL)) {
        base_world_clear(base);
        return BASE_NO_MEMORY;
    }
    unset_all(base);
    struct world world = base_view(base);
    const char *pack = ruleset_text(ruleset, ruleset->pack);
    origin given = origin_make(ORIGIN_DEFAULT, ruleset->version_field);

    world_set_text(&world, ruleset->framework_field, pack, strlen(pack), given);
    world_set_text(&world, ruleset->version_field, release_text, strlen(release_text), given);
    bool complete = read_defaults(base, &world);
    return settle(base, &world, complete);
}

enum base_status base_world_init_facts(struct base_world *base, const struct base_world *defaults, const struct facts *facts)
{
    size_t count = defaults->ruleset->fields.count;
    *base = (struct base_world){.ruleset = defaults->ruleset, .facts = facts, .release = defaults->release,
                                .release_text = defaults->release_text, .variants = defaults->variants};
    arena_init(&base->arena);
    if (!allocate(base, facts))
        return BASE_NO_MEMORY;
    memcpy(base->cells, defaults->cells, count * sizeof *base->cells);
    memcpy(base->origins, defaults->origins, count * sizeof *base->origins);
    memcpy(base->positions, defaults->positions, count * sizeof *base->positions);
    struct world world = base_view(base);
    read_facts(&world, facts);
    bool complete = read_environment(base, &world, facts);
    return settle(base, &world, complete);
}

void base_world_clear(struct base_world *base)
{
    free(base->memory);
    arena_clear(&base->arena);
    *base = (struct base_world){0};
}
