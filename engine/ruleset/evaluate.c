#include "ruleset/evaluate.h"

#include <string.h>

#include "base/diagnostic.h"

/* Where an evaluation stands. */
struct run {
    struct world *world;
    evaluate_read *read;
    struct trace *trace;
    uint32_t stage_errors;
    const struct block *block; /* being run */
    uint64_t stale;            /* cubes of it that test a field whose position moved */
};

/* Narrows `alive` by some of a block's columns. */
static uint64_t columns_match(const struct world *world, const struct column *columns, uint32_t count, uint64_t alive)
{
    const char *base = (const char *)world->ruleset;
    for (uint32_t i = 0; i < count && alive; i++) {
        const uint64_t *rows = (const uint64_t *)(const void *)(base + columns[i].rows);
        alive &= rows[world->positions[columns[i].field]];
    }
    return alive;
}

/* True when a position belongs to the possible ones of a wide field. */
static bool set_has(const uint64_t *set, size_t position)
{
    return set[position / 64] >> (position % 64) & 1;
}

/* Narrows what may and what must hold by a field of which a set of positions is possible. */
static void wide_column_match(const struct world *world, const struct column *column, uint64_t *may, uint64_t *must)
{
    const uint64_t *rows = (const uint64_t *)(const void *)((const char *)world->ruleset + column->rows);
    const uint64_t *set = world->wide->sets[column->field];
    size_t count = ruleset_field(world->ruleset, column->field)->position_count;
    uint64_t some = 0, all = UINT64_MAX;

    for (size_t i = 0; i < count; i++) {
        if (set_has(set, i)) {
            some |= rows[i];
            all &= rows[i];
        }
    }
    *may &= some;
    *must &= all;
}

/* As block_match for a world with wide fields: the cubes that may hold, and those that must. */
static uint64_t wide_match(const struct world *world, const struct block *block, uint64_t *ret_must)
{
    const struct column *columns = ruleset_at(world->ruleset, block->columns);
    uint64_t may = block->cube_count == 64 ? UINT64_MAX : (UINT64_C(1) << block->cube_count) - 1, must = may;

    for (uint32_t i = 0; i < block->columns.count && may; i++) {
        if (world->positions[columns[i].field] == POSITION_WIDE) {
            wide_column_match(world, &columns[i], &may, &must);
            continue;
        }
        uint64_t row = columns_match(world, &columns[i], 1, UINT64_MAX);
        may &= row;
        must &= row;
    }
    *ret_must = must;
    return may;
}

/* The cubes of a block that facts and the release allow. */
static uint64_t fixed_match(const struct world *world, const struct block *block)
{
    uint64_t all = block->cube_count == 64 ? UINT64_MAX : (UINT64_C(1) << block->cube_count) - 1;
    return columns_match(world, ruleset_at(world->ruleset, block->columns), block->fixed_columns, all);
}

/* Those of some cubes of a block that hold in the world. */
static uint64_t block_match(const struct world *world, const struct block *block, uint64_t among)
{
    const struct column *columns = ruleset_at(world->ruleset, block->columns);
    return columns_match(world, columns + block->fixed_columns, block->columns.count - block->fixed_columns,
                         world->fixed[block->index] & among);
}

void evaluate_fixed(const struct world *world, uint64_t *ret_fixed)
{
    const struct stage *stages = ruleset_at(world->ruleset, world->ruleset->stages);
    const struct block *emits = ruleset_at(world->ruleset, world->ruleset->emits_when);
    for (uint32_t i = 0; i < world->ruleset->stages.count; i++) {
        const struct block *blocks = ruleset_at(world->ruleset, stages[i].blocks);
        for (uint32_t j = 0; j < stages[i].blocks.count; j++)
            ret_fixed[blocks[j].index] = fixed_match(world, &blocks[j]);
    }
    for (uint32_t i = 0; i < world->ruleset->emits_when.count; i++)
        ret_fixed[emits[i].index] = fixed_match(world, &emits[i]);
}

/* Notes the first wide field that decides whether a cube holds. */
static void note_split(struct world *world, const struct block *block, unsigned bit)
{
    const struct column *columns = ruleset_at(world->ruleset, block->columns);
    for (uint32_t i = 0; i < block->columns.count; i++) {
        uint64_t may = UINT64_MAX, must = UINT64_MAX;
        if (world->positions[columns[i].field] != POSITION_WIDE)
            continue;
        wide_column_match(world, &columns[i], &may, &must);
        if ((may & ~must) >> bit & 1) {
            world->wide->split_field = (uint16_t)columns[i].field;
            world->wide->split_column = &columns[i];
            world->wide->split_bit = bit;
            return;
        }
    }
}

/* True when an expression asked for the value of a wide field. */
static bool is_split(const struct world *world)
{
    return world->wide && world->wide->split_field != NONE16;
}

/* True when every relation of the cube is decided the way it asks for. */
static bool guards_hold(struct world *world, const struct cube *cube)
{
    const struct guard *guards = ruleset_at(world->ruleset, cube->guards);
    for (uint32_t i = 0; i < cube->guards.count; i++) {
        struct cell cell = calculate(world, guards[i].expression);
        bool is_true = cell.kind != CELL_UNSET && cell.integer != 0;
        bool is_false = cell.kind != CELL_UNSET && cell.integer == 0;
        if (guards[i].mode == GUARD_FALSE ? !is_false : is_true != (guards[i].mode == GUARD_TRUE))
            return false;
    }
    return true;
}

/* A field was written: when its position moved, cubes that test it must be looked up again. */
static void note_change(struct run *run, uint16_t field, uint16_t before)
{
    const struct block *block = run->block;
    const struct column *columns = ruleset_at(run->world->ruleset, block->columns);
    if (run->world->positions[field] == before || !(block->tested[field / 64 % 4] >> (field % 64) & 1))
        return;
    /* The columns after the fixed ones ascend by field. */
    uint32_t low = block->fixed_columns, high = block->columns.count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (columns[middle].field < field)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < block->columns.count && columns[low].field == field)
        run->stale |= columns[low].tests;
}

static void assign_fixed(struct world *world, const struct assignment *assignment, origin from)
{
    struct cell cell = {.kind = assignment->cell_kind, .count = assignment->length};
    if (cell.kind == CELL_TEXT)
        cell.text = ruleset_text(world->ruleset, assignment->text);
    else
        cell.integer = assignment->integer;
    world_put(world, assignment->field, cell, assignment->position, from);
}

static void assign_attribute(struct world *world, const struct assignment *assignment, origin from)
{
    const struct op *op = ruleset_at(world->ruleset, assignment->expression);
    const struct cell *cell = &world->cells[op->field];
    text_id text = 0;
    if (cell->kind == CELL_ENTRY) {
        const struct registry_table *registry = ruleset_registry(world->ruleset, cell->registry);
        const struct entry *entry = ruleset_entry(world->ruleset, registry, (uint32_t)cell->integer);
        text = entry_attribute(world->ruleset, entry, op->operand);
    }
    world_set_known_text(world, assignment->field, text, from);
}

/* No verdict rests on the field: it stays open instead of splitting the world. */
static void assign_open(struct world *world, uint16_t field, origin from)
{
    world->wide->split_field = NONE16;
    world_set_open(world, field, from);
}

static void assign(struct run *run, const struct assignment *assignment, origin from)
{
    struct world *world = run->world;
    const char *text = ruleset_text(world->ruleset, assignment->text);
    uint16_t before = world->positions[assignment->field];

    switch ((enum assign_kind)assignment->kind) {
    case ASSIGN_UNSET:
        world_unset(world, assignment->field, from);
        break;
    case ASSIGN_TEXT:
        world_set_text(world, assignment->field, text, strlen(text), from);
        break;
    case ASSIGN_FIXED:
        assign_fixed(world, assignment, from);
        break;
    case ASSIGN_EXPRESSION:
        world_set_cell(world, assignment->field, calculate(world, assignment->expression), from);
        if (is_split(world) && !ruleset_field(world->ruleset, assignment->field)->decides)
            assign_open(world, assignment->field, from);
        break;
    case ASSIGN_ATTRIBUTE:
        assign_attribute(world, assignment, from);
        break;
    }
    note_change(run, assignment->field, before);
}

static void act_read(struct run *run, const struct read_effect *effect, origin from)
{
    struct world *world = run->world;
    struct cell policy = calculate(world, effect->policy);
    struct cell available = calculate(world, effect->available);
    int64_t count = 0;
    bool known = cell_integer(&available, &count);
    uint16_t fault = world->positions[effect->fault_field], number = world->positions[effect->count_field];
    uint16_t ids = world->positions[effect->ids_field];

    if (policy.kind == CELL_TEXT && run->read)
        run->read(world, effect, policy.text, count, known, from);
    note_change(run, effect->fault_field, fault);
    note_change(run, effect->count_field, number);
    note_change(run, effect->ids_field, ids);
}

static void tell(struct run *run, const struct rule *rule, uint16_t index, bool possible)
{
    struct trace *trace = run->trace;
    trace->reasons[trace->reason_count++] =
        (struct reason){.rule = index, .after_error = run->stage_errors > 0, .possible = possible};
    if (rule->severity == SEVERITY_ERROR) {
        run->stage_errors++;
        trace->error_count++;
    }
}

static void act(struct run *run, const struct cube *cube)
{
    const struct ruleset *ruleset = run->world->ruleset;
    const struct rule *rule = ruleset_rule(ruleset, cube->rule);
    const struct assignment *assignments = ruleset_at(ruleset, rule->assignments);
    origin from = origin_make(ORIGIN_RULE, cube->rule);

    run->stale = 0;
    run->trace->acted[cube->rule / 64] |= UINT64_C(1) << (cube->rule % 64);
    if (rule->tells)
        tell(run, rule, cube->rule, false);
    switch ((enum rule_effect)rule->effect) {
    case EFFECT_NONE:
        break;
    case EFFECT_SET:
        for (uint32_t i = 0; i < rule->assignments.count; i++)
            assign(run, &assignments[i], from);
        break;
    case EFFECT_CHOOSE:
        assign(run, &assignments[cube->alternative], from);
        break;
    case EFFECT_READ:
        act_read(run, ruleset_at(ruleset, rule->read), from);
        break;
    }
}

/* A rule on which no verdict rests need not be decided: what it tells is told as possible, what it writes stays open. */
static bool act_possible(struct run *run, const struct cube *cube)
{
    const struct ruleset *ruleset = run->world->ruleset;
    const struct rule *rule = ruleset_rule(ruleset, cube->rule);
    const struct assignment *assignments = ruleset_at(ruleset, rule->assignments);

    if (rule->decides)
        return false;
    run->world->wide->split_field = NONE16;
    run->trace->acted[cube->rule / 64] |= UINT64_C(1) << (cube->rule % 64);
    if (rule->tells)
        tell(run, rule, cube->rule, true);
    for (uint32_t i = 0; i < rule->assignments.count; i++) {
        uint16_t field = assignments[i].field, before = run->world->positions[field];
        world_set_open(run->world, field, origin_make(ORIGIN_RULE, cube->rule));
        note_change(run, field, before);
    }
    return true;
}

static uint64_t run_match(const struct run *run, uint64_t *ret_must)
{
    if (run->world->wide)
        return wide_match(run->world, run->block, ret_must);
    return *ret_must = block_match(run->world, run->block, UINT64_MAX);
}

/* Looks up again the cubes that test a field whose position moved; the others match as they did. */
static uint64_t run_rematch(const struct run *run, uint64_t alive, uint64_t *must)
{
    if (run->world->wide)
        return wide_match(run->world, run->block, must);
    return *must = (alive & ~run->stale) | block_match(run->world, run->block, run->stale);
}

/* True when a cube that may hold is decided: it acted, or it does not hold. */
static bool run_cube(struct run *run, const struct cube *cube, unsigned bit, bool must)
{
    struct world *world = run->world;
    bool holds = must && (cube->guards.count == 0 || guards_hold(world, cube));
    if (!must || is_split(world)) {
        if (act_possible(run, cube))
            return true;
        if (!must)
            note_split(world, run->block, bit);
        return false;
    }
    if (holds)
        act(run, cube);
    return !is_split(world);
}

/* Acts on the cubes of a block in order. What a rule changes counts for the cubes after it. False at a split. */
static bool run_block(struct run *run, const struct block *block)
{
    const struct ruleset *ruleset = run->world->ruleset;
    const struct cube *cubes = (const struct cube *)ruleset_at(ruleset, ruleset->cubes) + block->first_cube;
    uint64_t must;

    run->block = block;
    uint64_t alive = run_match(run, &must);
    while (alive) {
        unsigned bit = (unsigned)__builtin_ctzll(alive);
        uint64_t later = ~((UINT64_C(2) << bit) - 1);
        const struct cube *cube = &cubes[bit];
        alive &= later;
        run->stale = 0;
        /* A rule acts once, by its first cube that holds. */
        if (run->trace->acted[cube->rule / 64] >> (cube->rule % 64) & 1)
            continue;
        if (!run_cube(run, cube, bit, must >> bit & 1))
            return false;
        if (run->stale & later)
            alive = run_rematch(run, alive, &must) & later;
    }
    return true;
}

/* Whether the framework logs at all; where that is not known, it does. */
static bool is_silent(const struct world *world)
{
    const struct block *emits = ruleset_at(world->ruleset, world->ruleset->emits_when);
    uint64_t must;
    if (world->ruleset->emits_when.count == 0)
        return false;
    return (world->wide ? wide_match(world, emits, &must) : block_match(world, emits, UINT64_MAX)) == 0;
}

bool evaluate(struct world *world, evaluate_read *read, struct trace *trace)
{
    const struct stage *stages = ruleset_at(world->ruleset, world->ruleset->stages);
    struct run run = {.world = world, .read = read, .trace = trace};

    trace->silent = is_silent(world);
    for (uint32_t i = 0; i < world->ruleset->stages.count && run.stage_errors == 0; i++) {
        const struct block *blocks = ruleset_at(world->ruleset, stages[i].blocks);
        for (uint32_t j = 0; j < stages[i].blocks.count; j++) {
            if (!run_block(&run, &blocks[j]))
                return false;
        }
    }
    return true;
}
