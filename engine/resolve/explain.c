#include "resolve/explain.h"

#include <stdlib.h>
#include <string.h>

/* Request and facts without some of their entries. */
struct subset {
    const struct resolution *resolution;
    struct spec_entry *entries;
    size_t entry_count;
    struct fact *facts;
    size_t fact_count;
};

/* The first reason when only the subset is given, or NULL when it runs; false without memory. */
static bool subset_reason(const struct subset *subset, const struct rule **ret_reason)
{
    const struct base_world *base = subset->resolution->base;
    struct base_world defaults, with_facts;
    struct facts facts = {.items = subset->facts, .count = subset->fact_count};
    struct spec spec = {.entries = subset->entries, .count = subset->entry_count};
    struct resolution *resolution = NULL;

    if (base_world_init(&defaults, base->world.ruleset, base->world.release, base->release_text) !=
        BASE_OK)
        return false;
    if (base_world_init_facts(&with_facts, &defaults, &facts) == BASE_OK) {
        resolution = resolution_new(&with_facts, &spec);
        if (resolution)
            *ret_reason = resolution_reason(resolution);
        base_world_clear(&with_facts);
    }
    base_world_clear(&defaults);
    bool complete = resolution != NULL;
    resolution_free(resolution);
    return complete;
}

/* Leaves out what is not needed for the reason, one after the other. False without memory. */
static bool drop_entries(struct subset *subset, const struct rule *reason)
{
    for (size_t i = 0; i < subset->entry_count;) {
        const struct rule *without = NULL;
        struct spec_entry entry = subset->entries[i];
        memmove(subset->entries + i, subset->entries + i + 1,
                (--subset->entry_count - i) * sizeof entry);
        if (!subset_reason(subset, &without))
            return false;
        if (without == reason)
            continue;
        memmove(subset->entries + i + 1, subset->entries + i,
                (subset->entry_count++ - i) * sizeof entry);
        subset->entries[i++] = entry;
    }
    return true;
}

static bool drop_facts(struct subset *subset, const struct rule *reason)
{
    for (size_t i = 0; i < subset->fact_count;) {
        const struct rule *without = NULL;
        struct fact fact = subset->facts[i];
        memmove(subset->facts + i, subset->facts + i + 1, (--subset->fact_count - i) * sizeof fact);
        if (!subset_reason(subset, &without))
            return false;
        if (without == reason)
            continue;
        memmove(subset->facts + i + 1, subset->facts + i, (subset->fact_count++ - i) * sizeof fact);
        subset->facts[i++] = fact;
    }
    return true;
}

/* What was needed beside something that fell away later may fall away too: goes on until nothing
 * does. */
static bool drop_all(struct subset *subset, const struct rule *reason)
{
    size_t before;
    do {
        before = subset->entry_count + subset->fact_count;
        if (!drop_facts(subset, reason) || !drop_entries(subset, reason))
            return false;
    } while (subset->entry_count + subset->fact_count < before);
    return true;
}

static void add_deciding(struct decision *decision, uint16_t field, bool is_fact, bool is_given)
{
    for (size_t i = 0; i < decision->count; i++) {
        if (decision->items[i].field == field)
            return;
    }
    decision->items[decision->count++] =
        (struct deciding){.field = field, .is_fact = is_fact, .is_given = is_given};
    decision->given_count += is_given;
}

/* Facts and request fields that the reason's rule tests. */
static void add_tested(const struct resolution *resolution, const struct rule *reason,
                       struct decision *decision)
{
    const struct ruleset *ruleset = resolution->ruleset;
    const struct stage *stage =
        (const struct stage *)ruleset_at(ruleset, ruleset->stages) + reason->stage;
    const struct block *blocks = ruleset_at(ruleset, stage->blocks);
    uint32_t index = (uint32_t)(reason - ruleset_rule(ruleset, 0));
    const struct cube *cubes = ruleset_at(ruleset, ruleset->cubes);

    for (uint32_t i = 0; i < stage->blocks.count; i++) {
        const struct column *columns = ruleset_at(ruleset, blocks[i].columns);
        for (uint32_t j = 0; j < blocks[i].columns.count; j++) {
            const struct field *field = ruleset_field(ruleset, columns[j].field);
            bool tests = false;
            for (uint32_t k = 0; k < blocks[i].cube_count; k++)
                tests = tests || (cubes[blocks[i].first_cube + k].rule == index &&
                                  (columns[j].tests >> k & 1));
            if (tests && field->role != ROLE_DERIVED)
                add_deciding(decision, field->root, field->role == ROLE_FACT, false);
        }
    }
}

/* Copies of the request's entries and of the facts, to leave some out. */
static bool subset_init(struct subset *subset, const struct resolution *resolution)
{
    struct spec spec;
    size_t facts = resolution->facts ? resolution->facts->count : 0;
    *subset = (struct subset){.resolution = resolution,
                              .facts = malloc((facts + 1) * sizeof *subset->facts)};
    if (subset->facts == NULL || !resolution_spec(resolution, &spec))
        return false;
    subset->entries = spec.entries;
    subset->entry_count = spec.count;
    for (size_t i = 0; i < facts; i++) {
        /* Facts that the tables do not know decide nothing. */
        if (ruleset_find_field(resolution->ruleset, resolution->facts->items[i].name) != NONE16 ||
            strncmp(resolution->facts->items[i].name, "env.", 4) == 0)
            subset->facts[subset->fact_count++] = resolution->facts->items[i];
    }
    return true;
}

static bool collect(const struct subset *subset, const struct rule *reason,
                    struct decision *ret_decision)
{
    const struct ruleset *ruleset = subset->resolution->ruleset;
    struct decision decision = {.items =
                                    malloc((ruleset->fields.count + 1) * sizeof *decision.items)};
    if (decision.items == NULL)
        return false;
    for (size_t i = 0; i < subset->entry_count; i++)
        add_deciding(&decision, ruleset_find_field(ruleset, subset->entries[i].field), false, true);
    for (size_t i = 0; i < subset->fact_count; i++) {
        uint16_t field = ruleset_find_field(ruleset, subset->facts[i].name);
        if (field != NONE16)
            add_deciding(&decision, field, true, true);
    }
    add_tested(subset->resolution, reason, &decision);
    *ret_decision = decision;
    return true;
}

bool explain_failure(const struct resolution *resolution, struct decision *ret_decision)
{
    const struct rule *reason = resolution_reason(resolution);
    struct subset subset;

    if (reason == NULL) {
        *ret_decision = (struct decision){0};
        return true;
    }
    bool complete = subset_init(&subset, resolution) && drop_all(&subset, reason) &&
                    collect(&subset, reason, ret_decision);
    free(subset.entries);
    free(subset.facts);
    return complete;
}
