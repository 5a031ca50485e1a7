#include "ruleset/evaluate.h"

#include <string.h>

#include "base/diagnostic.h"

/* Where an evaluation stands. */
struct run {
    struct world *world;
    evaluate_read *read;
    struct trace *trace;
    uint32_t stage_errors;
};

/* Narrows `alive` by a block's live columns. */
static inline uint64_t columns_match(const struct world *world, const struct live_block *live,
                                     uint64_t alive)
{
    const uint16_t *positions = world->positions;
    const struct live_column *column = live->columns, *end = column + live->column_count;
    for (; column < end; column += 2) /* their count is even */
        alive &=
            column[0].rows[positions[column[0].field]] & column[1].rows[positions[column[1].field]];
    return alive;
}

/* The cubes that a column allows, by position. */
static const uint64_t *column_rows(const struct world *world, const struct column *column)
{
    return (const uint64_t *)(const void *)((const char *)world->ruleset + column->rows);
}

/* A bit for each cube of a block. */
static uint64_t block_all(const struct block *block)
{
    return block->cube_count == 64 ? UINT64_MAX : (UINT64_C(1) << block->cube_count) - 1;
}

/* True when a position belongs to the possible ones of a wide field. */
static bool set_has(const uint64_t *set, size_t position)
{
    return set[position / 64] >> (position % 64) & 1;
}

/* Narrows what may and what must hold by a field of which a set of positions is possible. */
static void wide_column_match(const struct world *world, const struct column *column, uint64_t *may,
                              uint64_t *must)
{
    const uint64_t *rows = column_rows(world, column);
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

/* The cubes of a block in a world with wide fields that may hold, and those that must. */
static uint64_t wide_match(const struct world *world, const struct block *block, uint64_t *ret_must)
{
    const struct column *columns = ruleset_at(world->ruleset, block->columns);
    uint64_t may = block_all(block), must = may;

    for (uint32_t i = 0; i < block->columns.count && may; i++) {
        if (world->positions[columns[i].field] == POSITION_WIDE) {
            wide_column_match(world, &columns[i], &may, &must);
            continue;
        }
        uint64_t row = column_rows(world, &columns[i])[world->positions[columns[i].field]];
        may &= row;
        must &= row;
    }
    *ret_must = must;
    return may;
}

/* What facts and the release leave of one block; its columns go to `ret_columns`. */
static void block_live(const struct world *world, const struct block *block,
                       struct live_block *ret_live, struct live_column *ret_columns)
{
    const struct column *columns = ruleset_at(world->ruleset, block->columns);
    uint64_t alive = block_all(block);
    const struct cube *cubes = ruleset_at(world->ruleset, world->ruleset->cubes);
    struct live_block live = {.first = cubes + block->first_cube, .columns = ret_columns};

    for (uint32_t i = 0; i < block->fixed_columns && alive; i++)
        alive &= column_rows(world, &columns[i])[world->positions[columns[i].field]];
    for (uint32_t i = block->fixed_columns; i < block->columns.count; i++) {
        if (columns[i].tests & alive)
            ret_columns[live.column_count++] =
                (struct live_column){column_rows(world, &columns[i]), columns[i].field};
    }
    if (live.column_count % 2) {
        ret_columns[live.column_count] = ret_columns[live.column_count - 1];
        live.column_count++;
    }
    live.cubes = alive;
    *ret_live = live;
}

size_t evaluate_live_columns(const struct ruleset *ruleset)
{
    return ruleset->column_count + ruleset->block_count;
}

void evaluate_live(const struct world *world, struct live_block *ret_blocks,
                   struct live_column *ret_columns)
{
    const struct stage *stages = ruleset_at(world->ruleset, world->ruleset->stages);
    const struct block *emits = ruleset_at(world->ruleset, world->ruleset->emits_when);
    for (uint32_t i = 0; i < world->ruleset->stages.count; i++) {
        const struct block *blocks = ruleset_at(world->ruleset, stages[i].blocks);
        for (uint32_t j = 0; j < stages[i].blocks.count; j++) {
            block_live(world, &blocks[j], &ret_blocks[blocks[j].index], ret_columns);
            ret_columns += ret_blocks[blocks[j].index].column_count;
        }
    }
    for (uint32_t i = 0; i < world->ruleset->emits_when.count; i++)
        block_live(world, &emits[i], &ret_blocks[emits[i].index], ret_columns);
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

static void assign_fixed(struct world *world, const struct assignment *assignment, origin from)
{
    struct cell cell = {.kind = assignment->cell_kind, .count = assignment->length};
    if (cell.kind == CELL_TEXT)
        cell.text = ruleset_text(world->ruleset, assignment->text);
    else
        cell.integer = assignment->integer;
    world_put(world, assignment->field, cell, assignment->position, from);
}

static void assign_name(struct world *world, const struct assignment *assignment, origin from)
{
    uint16_t entry = world->named[assignment->integer];
    struct cell text = {.kind = CELL_TEXT,
                        .count = assignment->length,
                        .text = ruleset_text(world->ruleset, assignment->text)};
    if (entry == NONE16)
        world_put(world, assignment->field, text, POSITION_OTHER, from);
    else
        world_put_entry(world, assignment->field,
                        ruleset_field(world->ruleset, assignment->field)->registry, entry, from);
}

static void assign_attribute(struct world *world, const struct assignment *assignment, origin from)
{
    const struct op *op = ruleset_at(world->ruleset, assignment->expression);
    const struct cell *cell = &world->cells[op->field];
    text_id text = 0;
    if (cell->kind == CELL_ENTRY) {
        const struct registry_table *registry = ruleset_registry(world->ruleset, cell->registry);
        const struct entry *entry =
            ruleset_entry(world->ruleset, registry, (uint32_t)cell->integer);
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

static void assign_unset(struct world *world, const struct assignment *assignment, origin from)
{
    world_unset(world, assignment->field, from);
}

static void assign_text(struct world *world, const struct assignment *assignment, origin from)
{
    world_set_text(world, assignment->field, ruleset_text(world->ruleset, assignment->text),
                   assignment->length, from);
}

static void assign_expression(struct world *world, const struct assignment *assignment, origin from)
{
    world_set_cell(world, assignment->field, calculate(world, assignment->expression), from);
    if (is_split(world) && !ruleset_field(world->ruleset, assignment->field)->decides)
        assign_open(world, assignment->field, from);
}

static void assign_copy(struct world *world, const struct assignment *assignment, origin from)
{
    if (world->wide)
        assign_expression(world, assignment, from);
    else
        world_set_cell(world, assignment->field, world->cells[assignment->source], from);
}

/* One function per kind of assignment. */
static void (*const assigners[])(struct world *, const struct assignment *, origin) = {
    [ASSIGN_UNSET] = assign_unset,           [ASSIGN_TEXT] = assign_text,
    [ASSIGN_FIXED] = assign_fixed,           [ASSIGN_NAME] = assign_name,
    [ASSIGN_EXPRESSION] = assign_expression, [ASSIGN_COPY] = assign_copy,
    [ASSIGN_ATTRIBUTE] = assign_attribute,
};

/* What an action does returns the cubes of its block that may match otherwise now. */
static inline uint64_t assign(struct world *world, const struct assignment *assignment, origin from)
{
    uint16_t before = world->positions[assignment->field];
    assigners[assignment->kind](world, assignment, from);
    return world->positions[assignment->field] != before ? assignment->tests : 0;
}

static uint64_t act_read(struct run *run, const struct read_effect *effect, origin from)
{
    struct world *world = run->world;
    struct cell policy = calculate(world, effect->policy);
    struct cell available = calculate(world, effect->available);
    int64_t count = 0;
    bool known = cell_integer(&available, &count);

    if (policy.kind == CELL_TEXT && run->read)
        run->read(world, effect, policy.text, count, known, from);
    return effect->tests;
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

static inline uint64_t act(struct run *run, const struct cube *cube)
{
    const struct ruleset *ruleset = run->world->ruleset;
    const struct assignment *assignment = ruleset_at(ruleset, cube->assignments),
                            *last = assignment + cube->assignments.count;
    origin from = origin_make(ORIGIN_RULE, cube->rule);
    uint64_t stale = 0;

    run->trace->acted[cube->rule] = true;
    if (cube->tells)
        tell(run, ruleset_rule(ruleset, cube->rule), cube->rule, false);
    for (; assignment < last; assignment++)
        stale |= assign(run->world, assignment, from);
    if (cube->reads)
        stale |= act_read(run, ruleset_at(ruleset, ruleset_rule(ruleset, cube->rule)->read), from);
    return stale;
}

/* Where a cube of a world with wide fields leads. */
struct outcome {
    bool decided;  /* it acted, or it does not hold */
    uint64_t done; /* cubes that need no look any more: its rule acted */
    uint64_t stale;
};

/* A rule on which no verdict rests need not be decided: what it tells is told as possible, what it
 * writes stays open. */
static struct outcome act_possible(struct run *run, const struct cube *cube)
{
    const struct ruleset *ruleset = run->world->ruleset;
    const struct rule *rule = ruleset_rule(ruleset, cube->rule);
    const struct assignment *assignments = ruleset_at(ruleset, rule->assignments);
    struct outcome outcome = {.decided = !rule->decides};

    if (rule->decides)
        return outcome;
    run->world->wide->split_field = NONE16;
    run->trace->acted[cube->rule] = true;
    outcome.done = cube->siblings;
    if (rule->tells)
        tell(run, rule, cube->rule, true);
    for (uint32_t i = 0; i < rule->assignments.count; i++) {
        world_set_open(run->world, assignments[i].field, origin_make(ORIGIN_RULE, cube->rule));
        outcome.stale |= assignments[i].tests;
    }
    return outcome;
}

/* Runs a cube that may or must hold. */
static struct outcome run_wide_cube(struct run *run, const struct block *block, unsigned bit,
                                    bool must)
{
    struct world *world = run->world;
    const struct cube *cubes = ruleset_at(world->ruleset, world->ruleset->cubes);
    const struct cube *cube = &cubes[block->first_cube + bit];
    bool holds = must && guards_hold(world, cube);
    if (!must || is_split(world)) {
        struct outcome outcome = act_possible(run, cube);
        if (!outcome.decided && !must)
            note_split(world, block, bit);
        return outcome;
    }
    if (!holds)
        return (struct outcome){.decided = true};
    uint64_t stale = act(run, cube);
    return (struct outcome){!is_split(world), cube->siblings, stale};
}

/* True when a rule acted by a cube of another block. */
static inline bool has_acted(const struct run *run, const struct cube *cube)
{
    return cube->is_spread && run->trace->acted[cube->rule];
}

/* As run_block, in a world with wide fields. False at a split. */
static bool run_wide_block(struct run *run, const struct block *block, const struct cube *cubes)
{
    uint64_t must, acted = 0, alive = wide_match(run->world, block, &must);
    while (alive) {
        unsigned bit = (unsigned)__builtin_ctzll(alive);
        uint64_t later = ~((UINT64_C(2) << bit) - 1);
        struct outcome outcome = {.decided = true};
        if (!has_acted(run, &cubes[bit]))
            outcome = run_wide_cube(run, block, bit, must >> bit & 1);
        if (!outcome.decided)
            return false;
        acted |= outcome.done;
        if (outcome.stale & later)
            alive = wide_match(run->world, block, &must);
        alive &= later & ~acted;
    }
    return true;
}

/* Acts on the cubes of a block in order, each rule by the first that holds. What a rule changes
 * counts for the cubes after it. */
static void run_block(struct run *run, const struct live_block *live)
{
    uint64_t acted = 0, alive = columns_match(run->world, live, live->cubes);
    while (alive) {
        const struct cube *cube = &live->first[__builtin_ctzll(alive)];
        uint64_t later = ~(alive ^ (alive - 1)); /* than this one */
        uint64_t stale = 0;
        if (cube->is_sure || (!has_acted(run, cube) && guards_hold(run->world, cube))) {
            stale = act(run, cube) & later & live->cubes;
            acted |= cube->siblings;
        }
        if (stale) /* the others match as they did */
            alive = (alive & ~stale) | columns_match(run->world, live, stale);
        alive &= later & ~acted;
    }
}

/* Runs the blocks of a stage in a world with wide fields. False at a split. */
static bool run_wide_stage(struct run *run, const struct block *blocks, size_t count)
{
    const struct ruleset *ruleset = run->world->ruleset;
    const struct cube *cubes = ruleset_at(ruleset, ruleset->cubes);
    for (size_t i = 0; i < count; i++) {
        if (!run_wide_block(run, &blocks[i], cubes + blocks[i].first_cube))
            return false;
    }
    return true;
}

/* Runs the blocks of a stage in order; they follow each other among all blocks. False at a split.
 */
static bool run_stage(struct run *run, const struct stage *stage)
{
    const struct block *blocks = ruleset_at(run->world->ruleset, stage->blocks);
    if (run->world->wide)
        return run_wide_stage(run, blocks, stage->blocks.count);
    if (!stage->blocks.count)
        return true;
    const struct live_block *live = &run->world->live[blocks->index];
    for (const struct live_block *end = live + stage->blocks.count; live < end; live++)
        run_block(run, live);
    return true;
}

/* Whether the framework logs at all; where that is not known, it does. */
static bool is_silent(const struct world *world)
{
    const struct block *emits = ruleset_at(world->ruleset, world->ruleset->emits_when);
    uint64_t must;
    if (world->ruleset->emits_when.count == 0)
        return false;
    if (world->wide)
        return wide_match(world, emits, &must) == 0;
    const struct live_block *live = &world->live[emits->index];
    return columns_match(world, live, live->cubes) == 0;
}

bool evaluate(struct world *world, evaluate_read *read, struct trace *trace)
{
    const struct stage *stages = ruleset_at(world->ruleset, world->ruleset->stages);
    struct run run = {.world = world, .read = read, .trace = trace};

    trace->silent = is_silent(world);
    for (uint32_t i = 0; i < world->ruleset->stages.count && run.stage_errors == 0; i++) {
        if (!run_stage(&run, &stages[i]))
            return false;
    }
    return true;
}
