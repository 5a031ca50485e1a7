#include "check/uses.h"

size_t fields_words(const struct ruleset *ruleset) { return bitset_words(ruleset->fields.count); }

bool fields_meet(const struct ruleset *ruleset, const uint64_t *left, const uint64_t *right)
{
    for (size_t i = 0; i < fields_words(ruleset); i++) {
        if (left[i] & right[i])
            return true;
    }
    return false;
}

/* The cubes of a block that belong to a rule. */
static uint64_t block_cubes(const struct ruleset *ruleset, const struct block *block, uint32_t rule)
{
    const struct cube *cubes =
        (const struct cube *)ruleset_at(ruleset, ruleset->cubes) + block->first_cube;
    uint64_t found = 0;
    for (uint32_t i = 0; i < block->cube_count; i++)
        found |= (uint64_t)(cubes[i].rule == rule) << i;
    return found;
}

static void add_expression(const struct ruleset *ruleset, struct table expression, uint64_t *fields)
{
    const struct op *ops = ruleset_at(ruleset, expression);
    for (uint32_t i = 0; i < expression.count; i++) {
        if (ops[i].code == OP_FIELD || ops[i].code == OP_ATTRIBUTE)
            bitset_set(fields, ops[i].field);
    }
}

static void add_guards(const struct ruleset *ruleset, const struct cube *cube, uint64_t *fields)
{
    const struct guard *guards = ruleset_at(ruleset, cube->guards);
    for (uint32_t i = 0; i < cube->guards.count; i++)
        add_expression(ruleset, guards[i].expression, fields);
}

static void add_block(const struct ruleset *ruleset, const struct block *block, uint32_t rule,
                      uint64_t *fields)
{
    const struct cube *cubes =
        (const struct cube *)ruleset_at(ruleset, ruleset->cubes) + block->first_cube;
    const struct column *columns = ruleset_at(ruleset, block->columns);
    uint64_t own = block_cubes(ruleset, block, rule);
    for (uint32_t i = 0; own && i < block->columns.count; i++) {
        if (columns[i].tests & own)
            bitset_set(fields, columns[i].field);
    }
    for (; own; own &= own - 1)
        add_guards(ruleset, &cubes[__builtin_ctzll(own)], fields);
}

/* What the rule's effect calculates with. */
static void add_effect(const struct ruleset *ruleset, const struct rule *rule, uint64_t *fields)
{
    const struct assignment *assignments = ruleset_at(ruleset, rule->assignments);
    const struct read_effect *reads = ruleset_at(ruleset, rule->read);
    for (uint32_t i = 0; i < rule->assignments.count; i++)
        add_expression(ruleset, assignments[i].expression, fields);
    for (uint32_t i = 0; i < rule->read.count; i++) {
        add_expression(ruleset, reads[i].policy, fields);
        add_expression(ruleset, reads[i].available, fields);
        bitset_set(fields, reads[i].value_field);
    }
}

void rule_add_uses(const struct ruleset *ruleset, uint32_t rule, uint64_t *fields)
{
    const struct stage *stage = (const struct stage *)ruleset_at(ruleset, ruleset->stages) +
                                ruleset_rule(ruleset, rule)->stage;
    const struct block *blocks = ruleset_at(ruleset, stage->blocks);
    for (uint32_t i = 0; i < stage->blocks.count; i++)
        add_block(ruleset, &blocks[i], rule, fields);
    add_effect(ruleset, ruleset_rule(ruleset, rule), fields);
}

/* True when a field is read from the request's value `root`. */
static bool is_read_from(const struct ruleset *ruleset, uint32_t index, uint16_t root)
{
    const struct field *field = ruleset_field(ruleset, index);
    const struct path *paths = ruleset_at(ruleset, field->paths);
    if (index == root)
        return true;
    if (field->role != ROLE_REQUEST)
        return false;
    for (uint32_t i = 0; field->joint && i < field->paths.count; i++) {
        if (paths[i].root == root)
            return true;
    }
    return !field->joint && field->root == root;
}

bool rule_reads(const struct ruleset *ruleset, uint32_t rule, uint16_t root)
{
    uint64_t uses[64] = {0};
    bool reads = false;
    if (fields_words(ruleset) > 64)
        return true;
    rule_add_uses(ruleset, rule, uses);
    for (uint32_t i = 0; i < ruleset->fields.count; i++)
        reads = reads || (bitset_test(uses, i) && is_read_from(ruleset, i, root));
    return reads;
}

/* The smallest part of a column's positions that one of the cubes leaves. */
static unsigned column_share(const struct ruleset *ruleset, const struct column *column,
                             uint64_t cubes)
{
    const uint64_t *rows = (const uint64_t *)(const void *)((const char *)ruleset + column->rows);
    unsigned positions = ruleset_field(ruleset, column->field)->position_count, best = USES_ANY;
    for (; cubes && positions; cubes &= cubes - 1) {
        int bit = __builtin_ctzll(cubes);
        unsigned left = 0;
        for (unsigned i = 0; i < positions; i++)
            left += (unsigned)(rows[i] >> bit & 1);
        unsigned share = left * (USES_ANY - 1) / positions;
        best = share < best ? share : best;
    }
    return best;
}

/* Those cubes of a block that still hold where fields are at `positions`. */
static uint64_t holding_cubes(const struct ruleset *ruleset, const struct block *block,
                              const uint16_t *positions, uint64_t cubes)
{
    const struct column *columns = ruleset_at(ruleset, block->columns);
    for (uint32_t i = 0; cubes && i < block->columns.count; i++) {
        const uint64_t *rows =
            (const uint64_t *)(const void *)((const char *)ruleset + columns[i].rows);
        uint16_t position = positions[columns[i].field];
        cubes &= position == POSITION_WIDE ? UINT64_MAX : rows[position];
    }
    return cubes;
}

unsigned rule_share(const struct ruleset *ruleset, uint32_t rule, const uint16_t *positions,
                    uint16_t root)
{
    const struct stage *stage = (const struct stage *)ruleset_at(ruleset, ruleset->stages) +
                                ruleset_rule(ruleset, rule)->stage;
    const struct block *blocks = ruleset_at(ruleset, stage->blocks);
    unsigned best = USES_ANY;
    for (uint32_t i = 0; i < stage->blocks.count; i++) {
        const struct column *columns = ruleset_at(ruleset, blocks[i].columns);
        uint64_t own = block_cubes(ruleset, &blocks[i], rule);
        if (positions)
            own = holding_cubes(ruleset, &blocks[i], positions, own);
        for (uint32_t j = 0; own && j < blocks[i].columns.count; j++) {
            if (!(columns[j].tests & own) || !is_read_from(ruleset, columns[j].field, root))
                continue;
            unsigned share = column_share(ruleset, &columns[j], columns[j].tests & own);
            best = share < best ? share : best;
        }
    }
    return best;
}

/* True when a field that no set has yet got its value by way of one of `fields`. */
static bool follows(const struct resolution *resolution, uint32_t index, const uint64_t *fields)
{
    const struct ruleset *ruleset = resolution->ruleset;
    uint64_t uses[64] = {0};
    origin from = resolution->world.origins[index];
    if (bitset_test(fields, index) || fields_words(ruleset) > 64)
        return false;
    for (uint16_t root = 0; root < ruleset->fields.count; root++) {
        if (bitset_test(fields, root) && ruleset_field(ruleset, root)->role == ROLE_REQUEST &&
            is_read_from(ruleset, index, root))
            return true;
    }
    if (origin_kind_of(from) != ORIGIN_RULE)
        return false;
    rule_add_uses(ruleset, origin_index(from), uses);
    return fields_meet(ruleset, uses, fields);
}

void resolution_add_followers(const struct resolution *resolution, uint64_t *fields)
{
    bool grew = true;
    while (grew) {
        grew = false;
        for (uint32_t i = 0; i < resolution->ruleset->fields.count; i++) {
            if (!follows(resolution, i, fields))
                continue;
            bitset_set(fields, i);
            grew = true;
        }
    }
}
