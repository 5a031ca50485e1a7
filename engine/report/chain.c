/* Chains: how a value came about, from the rule that set it back to what was given. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "report/report.h"

enum { DEPTH_MOST = 12 };

struct chain {
    struct text *text;
    const struct resolution *resolution;
    bool *shown; /* by field */
};

static void add_value(struct chain *chain, uint16_t field)
{
    const struct ruleset *ruleset = chain->resolution->ruleset;
    const struct cell *cell = &chain->resolution->world.cells[field];
    char small[128];
    size_t length = cell_text(ruleset, cell, small, sizeof small);

    text_format(chain->text, "%s ", ruleset_text(ruleset, ruleset_field(ruleset, field)->name));
    if (cell->kind == CELL_UNSET)
        text_add(chain->text, "is not set");
    else {
        text_add(chain->text, "= ");
        text_add_printable(chain->text, small, length < sizeof small ? length : sizeof small - 1);
        text_add(chain->text, length < sizeof small ? "" : "...");
    }
}

/* True when the `bit`-th cube of a block holds in the world as it ended. */
static bool cube_holds(const struct resolution *resolution, const struct block *block, uint32_t bit)
{
    const struct column *columns = ruleset_at(resolution->ruleset, block->columns);
    for (uint32_t i = 0; i < block->columns.count; i++) {
        const uint64_t *rows =
            (const uint64_t *)(const void *)((const char *)resolution->ruleset + columns[i].rows);
        uint16_t position = resolution->world.positions[columns[i].field];
        if (position != POSITION_WIDE && !(rows[position] >> bit & 1))
            return false;
    }
    return true;
}

typedef void each_field(struct chain *chain, uint16_t field, int depth);

/* What the user asked for, where a rule has put something else in its place. */
static void add_asked(struct chain *chain, uint16_t field, int depth)
{
    const struct resolution *resolution = chain->resolution;
    for (size_t i = 0; i < resolution->root_count; i++) {
        char small[128];
        if (resolution->roots[i].root != field)
            continue;
        size_t length = value_text(resolution->roots[i].value, small, sizeof small);
        text_format(
            chain->text, "%*s%s = ", depth * 2, "",
            ruleset_text(resolution->ruleset, ruleset_field(resolution->ruleset, field)->name));
        text_add_printable(chain->text, small, length < sizeof small ? length : sizeof small - 1);
        text_add(chain->text, "  (");
        origin_add_kind(chain->text, resolution, resolution->roots[i].from);
        text_add(chain->text, ")\n");
    }
}

/* Calls `each` for the fields that the rule's condition looked at. */
static void tested_fields(struct chain *chain, uint32_t rule_index, int depth, each_field *each)
{
    const struct ruleset *ruleset = chain->resolution->ruleset;
    const struct rule *rule = ruleset_rule(ruleset, rule_index);
    const struct stage *stage =
        (const struct stage *)ruleset_at(ruleset, ruleset->stages) + rule->stage;
    const struct block *blocks = ruleset_at(ruleset, stage->blocks);
    const struct cube *cubes = ruleset_at(ruleset, ruleset->cubes);

    for (uint32_t i = 0; i < stage->blocks.count; i++) {
        const struct column *columns = ruleset_at(ruleset, blocks[i].columns);
        for (uint32_t j = 0; j < blocks[i].cube_count; j++) {
            if (cubes[blocks[i].first_cube + j].rule != rule_index ||
                !cube_holds(chain->resolution, &blocks[i], j))
                continue;
            for (uint32_t k = 0; k < blocks[i].columns.count; k++) {
                if (columns[k].tests >> j & 1)
                    each(chain, (uint16_t)columns[k].field, depth);
            }
        }
    }
}

/* Calls `each` for the fields that the value was made of. */
static void source_fields(struct chain *chain, uint32_t rule_index, uint16_t target, int depth,
                          each_field *each)
{
    const struct ruleset *ruleset = chain->resolution->ruleset;
    const struct rule *rule = ruleset_rule(ruleset, rule_index);
    const struct assignment *assignments = ruleset_at(ruleset, rule->assignments);
    for (uint32_t i = 0; i < rule->assignments.count; i++) {
        const struct op *ops = ruleset_at(ruleset, assignments[i].expression);
        for (uint32_t j = 0; assignments[i].field == target && j < assignments[i].expression.count;
             j++) {
            if (ops[j].code == OP_FIELD || ops[j].code == OP_ATTRIBUTE)
                each(chain, ops[j].field, depth);
        }
    }
}

static void add_link(struct chain *chain, uint16_t field, int depth)
{
    const struct ruleset *ruleset = chain->resolution->ruleset;
    origin from = chain->resolution->world.origins[field];
    if (chain->shown[field] || depth > DEPTH_MOST || field == ruleset->version_field)
        return;
    chain->shown[field] = true;
    text_format(chain->text, "%*s", depth * 2, "");
    add_value(chain, field);
    text_add(chain->text, "  (");
    origin_add_text(chain->text, chain->resolution, field);
    text_add(chain->text, origin_kind_of(from) == ORIGIN_NONE ? "nobody gave it)\n" : "");
    if (origin_kind_of(from) != ORIGIN_RULE) {
        text_add(chain->text, origin_kind_of(from) == ORIGIN_NONE ? "" : ")\n");
        return;
    }
    const struct rule *rule = ruleset_rule(ruleset, origin_index(from));
    text_format(chain->text, ", %s:%u)\n", ruleset_text(ruleset, rule->file), rule->line);
    add_asked(chain, field, depth + 1);
    source_fields(chain, origin_index(from), field, depth + 1, add_link);
    tested_fields(chain, origin_index(from), depth + 1, add_link);
}

bool chain_add(struct text *text, const struct resolution *resolution, uint16_t field)
{
    struct chain chain = {.text = text,
                          .resolution = resolution,
                          .shown = calloc(resolution->ruleset->fields.count, sizeof *chain.shown)};
    if (chain.shown == NULL)
        return false;
    add_link(&chain, field, 0);
    free(chain.shown);
    return true;
}
