#include "ruleset/evaluate.h"

#include <string.h>

#include "base/diagnostic.h"

/* Where an evaluation stands. */
struct run {
    struct world *world;
    evaluate_read *read;
    struct trace *trace;
    uint32_t stage_errors;
    uint64_t changed; /* bit f % 64 of each field written by the rule that acted last */
};

/* The cubes of a block that hold in the world. */
static uint64_t block_match(const struct world *world, const struct block *block)
{
    const struct column *columns = ruleset_at(world->ruleset, block->columns);
    const char *base = (const char *)world->ruleset;
    uint64_t alive = block->cube_count == 64 ? UINT64_MAX : (UINT64_C(1) << block->cube_count) - 1;

    for (uint32_t i = 0; i < block->columns.count && alive; i++) {
        const uint64_t *rows = (const uint64_t *)(const void *)(base + columns[i].rows);
        alive &= rows[world->positions[columns[i].field]];
    }
    return alive;
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

static void assign(struct run *run, const struct assignment *assignment, origin from)
{
    struct world *world = run->world;
    const char *text = ruleset_text(world->ruleset, assignment->text);

    switch ((enum assign_kind)assignment->kind) {
    case ASSIGN_UNSET:
        world_unset(world, assignment->field, from);
        break;
    case ASSIGN_TEXT:
        world_set_text(world, assignment->field, text, strlen(text), from);
        break;
    case ASSIGN_EXPRESSION:
        world_set_cell(world, assignment->field, calculate(world, assignment->expression), from);
        break;
    }
    run->changed |= UINT64_C(1) << (assignment->field % 64);
}

static void act_read(struct run *run, const struct read_effect *effect, origin from)
{
    struct world *world = run->world;
    struct cell policy = calculate(world, effect->policy);
    struct cell available = calculate(world, effect->available);
    int64_t count = 0;
    bool known = cell_integer(&available, &count);

    if (policy.kind == CELL_TEXT && run->read)
        run->read(world, effect, policy.text, count, known, from);
    run->changed |= UINT64_C(1) << (effect->fault_field % 64) | UINT64_C(1) << (effect->count_field % 64) |
                    UINT64_C(1) << (effect->ids_field % 64);
}

static void tell(struct run *run, const struct rule *rule, uint16_t index)
{
    struct trace *trace = run->trace;
    trace->reasons[trace->reason_count++] = (struct reason){.rule = index, .after_error = run->stage_errors > 0};
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

    run->changed = 0;
    run->trace->acted[cube->rule / 64] |= UINT64_C(1) << (cube->rule % 64);
    if (rule->tells)
        tell(run, rule, cube->rule);
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

/* Acts on the cubes of a block in order. What a rule changes counts for the cubes after it. */
static void run_block(struct run *run, const struct block *block)
{
    const struct cube *cubes = (const struct cube *)ruleset_at(run->world->ruleset, run->world->ruleset->cubes) + block->first_cube;
    uint64_t alive = block_match(run->world, block);

    while (alive) {
        unsigned bit = (unsigned)__builtin_ctzll(alive);
        const struct cube *cube = &cubes[bit];
        alive &= alive - 1;
        /* A rule acts once, by its first cube that holds. */
        bool acted = run->trace->acted[cube->rule / 64] >> (cube->rule % 64) & 1;
        if (acted || (cube->guards.count && !guards_hold(run->world, cube)))
            continue;
        act(run, cube);
        if (run->changed & block->tested_low)
            alive = block_match(run->world, block) & ~((UINT64_C(2) << bit) - 1);
    }
}

void evaluate(struct world *world, evaluate_read *read, struct trace *trace)
{
    const struct stage *stages = ruleset_at(world->ruleset, world->ruleset->stages);
    const struct block *emits = ruleset_at(world->ruleset, world->ruleset->emits_when);
    struct run run = {.world = world, .read = read, .trace = trace};

    trace->silent = world->ruleset->emits_when.count && block_match(world, emits) == 0;
    for (uint32_t i = 0; i < world->ruleset->stages.count && run.stage_errors == 0; i++) {
        const struct block *blocks = ruleset_at(world->ruleset, stages[i].blocks);
        for (uint32_t j = 0; j < stages[i].blocks.count; j++)
            run_block(&run, &blocks[j]);
    }
}
