/* Cubes: conditions as unions of products of sets. unless and require subtract. */
#include <string.h>

#include "base/bitset.h"
#include "base/text.h"
#include "ruleset/compiler.h"

const struct term *cube_term(const struct draft_cube *cube, uint32_t field)
{
    for (size_t i = 0; i < cube->term_count; i++) {
        if (cube->terms[i].field == field)
            return &cube->terms[i];
    }
    return NULL;
}

bool cubes_meet(const struct compiler *compiler, const struct draft_cube *left,
                const struct draft_cube *right)
{
    for (size_t i = 0; i < left->term_count; i++) {
        const struct term *other = cube_term(right, left->terms[i].field);
        uint64_t common = other ? 0 : 1;
        for (size_t j = 0; other && j < field_words(compiler, other->field); j++)
            common |= left->terms[i].mask[j] & other->mask[j];
        if (common == 0)
            return false;
    }
    return true;
}

static void cubes_add(struct compiler *compiler, struct cube_list *list, struct draft_cube cube)
{
    enum { MOST_CUBES = 65536 };
    struct draft_cube *items =
        compiler_grow(compiler, list->items, list->count, sizeof *items, &list->room);
    if (items == NULL)
        return;
    list->items = items;
    if (list->count == MOST_CUBES) {
        const struct model_rule *rule = &compiler->model->rules[cube.rule];
        compiler_end(compiler, rule->id.place, MOST_CUBES, "cubes");
        return;
    }
    list->items[list->count++] = cube;
}

/* The cube with one field narrowed. False when nothing is left, or without memory. */
static bool cube_narrow(struct compiler *compiler, const struct draft_cube *from, uint32_t field,
                        const uint64_t *mask, bool complement, struct draft_cube *ret_cube)
{
    const struct term *old = cube_term(from, field);
    size_t words = field_words(compiler, field),
           positions = compiler->fields[field].out.position_count;
    struct term *terms = compiler_alloc(compiler, from->term_count + 1, sizeof *terms);
    uint64_t *narrowed = compiler_alloc(compiler, words, sizeof *narrowed);
    uint64_t any = 0;

    if (terms == NULL || narrowed == NULL)
        return false;
    for (size_t i = 0; i < words; i++) {
        uint64_t valid =
            i + 1 == words && positions % 64 ? (UINT64_C(1) << (positions % 64)) - 1 : UINT64_MAX;
        narrowed[i] = (complement ? ~mask[i] : mask[i]) & valid & (old ? old->mask[i] : UINT64_MAX);
        any |= narrowed[i];
    }
    if (any == 0)
        return false;
    size_t count = from->term_count;
    if (count)
        memcpy(terms, from->terms, count * sizeof *terms);
    size_t at = old ? (size_t)(old - from->terms) : count++;
    terms[at] = (struct term){.field = field, .mask = narrowed};
    *ret_cube = *from;
    ret_cube->terms = terms;
    ret_cube->term_count = count;
    return true;
}

/* The cube with one more relation on it. */
static bool cube_guard(struct compiler *compiler, const struct draft_cube *from,
                       struct word relation, enum guard_mode mode, struct draft_cube *ret_cube)
{
    struct guard *guards = compiler_alloc(compiler, from->guard_count + 1, sizeof *guards);
    struct table ops;

    if (guards == NULL || !compile_expression(compiler, relation, relation.text, true, &ops))
        return false;
    if (from->guard_count)
        memcpy(guards, from->guards, from->guard_count * sizeof *guards);
    guards[from->guard_count] = (struct guard){
        .expression = ops, .mode = mode, .text = image_text(&compiler->image, relation.text)};
    *ret_cube = *from;
    ret_cube->guards = guards;
    ret_cube->guard_count = from->guard_count + 1;
    return true;
}

static bool is_relate(const struct model_test *test)
{
    return strcmp(test->field.text, "relate") == 0;
}

/* The cube and all of a condition. False when nothing is left. */
static bool cube_and(struct compiler *compiler, struct draft_cube cube,
                     const struct model_condition *condition, struct draft_cube *ret_cube)
{
    for (size_t i = 0; i < condition->count; i++) {
        const struct model_test *test = &condition->tests[i];
        uint32_t field;
        if (is_relate(test)) {
            for (size_t j = 0; j < test->tests.count; j++) {
                if (!cube_guard(compiler, &cube, test->tests.items[j], GUARD_TRUE, &cube))
                    return false;
            }
            continue;
        }
        uint64_t *mask = test_mask(compiler, test, &field);
        if (mask == NULL || !cube_narrow(compiler, &cube, field, mask, false, &cube))
            return false;
    }
    *ret_cube = cube;
    return true;
}

/* Adds the parts of `cube` where some test of the condition does not hold; `mode` is what that
 * means for a relation. */
static void cubes_add_without(struct compiler *compiler, struct cube_list *list,
                              const struct draft_cube *cube,
                              const struct model_condition *condition, enum guard_mode mode)
{
    for (size_t i = 0; i < condition->count; i++) {
        const struct model_test *test = &condition->tests[i];
        struct draft_cube part;
        uint32_t field;
        for (size_t j = 0; is_relate(test) && j < test->tests.count; j++) {
            if (cube_guard(compiler, cube, test->tests.items[j], mode, &part))
                cubes_add(compiler, list, part);
        }
        if (is_relate(test))
            continue;
        uint64_t *mask = test_mask(compiler, test, &field);
        if (mask && cube_narrow(compiler, cube, field, mask, true, &part))
            cubes_add(compiler, list, part);
    }
}

/* Every cube of `from` with one of the conditions; all of them when there is none. */
static struct cube_list cubes_and_any(struct compiler *compiler, struct cube_list from,
                                      const struct model_conditions *conditions)
{
    struct cube_list list = {0};
    if (conditions->count == 0)
        return from;
    for (size_t i = 0; i < conditions->count; i++) {
        for (size_t j = 0; j < from.count; j++) {
            struct draft_cube cube;
            if (cube_and(compiler, from.items[j], &conditions->items[i], &cube))
                cubes_add(compiler, &list, cube);
        }
    }
    return list;
}

/* Every cube of `from` minus each of the conditions. */
static struct cube_list cubes_subtract(struct compiler *compiler, struct cube_list from,
                                       const struct model_conditions *conditions)
{
    for (size_t i = 0; i < conditions->count; i++) {
        struct cube_list list = {0};
        for (size_t j = 0; j < from.count && !compiler->too_large; j++)
            cubes_add_without(compiler, &list, &from.items[j], &conditions->items[i],
                              GUARD_NOT_TRUE);
        from = list;
    }
    return from;
}

/* Sets the positions of the releases from `since` until `until`. */
static void mask_releases(const struct cut_list *cuts, int64_t since, int64_t until, uint64_t *mask)
{
    for (size_t i = 0; i < cuts->count; i++) {
        if (cuts->items[i] >= since && cuts->items[i] < until)
            bitset_set(mask, POSITION_FIRST + i);
    }
}

/* since and until are a test on the release. */
static bool cube_lifetime(struct compiler *compiler, const struct model_rule *rule,
                          struct draft_cube *cube)
{
    uint32_t field = compiler->header.version_field;
    const struct cut_list *cuts = &compiler->fields[field].cuts;
    int64_t since = INT64_MIN, until = INT64_MAX;

    if (rule->since.text)
        text_read_version(rule->since.text, strlen(rule->since.text), &since);
    if (rule->until.text)
        text_read_version(rule->until.text, strlen(rule->until.text), &until);
    if (rule->since.text && rule->until.text && since >= until) {
        diagnostics_add(compiler->findings, MESSAGE_LIFETIME_EMPTY, rule->until.place, NULL,
                        rule->until.text, rule->since.text);
        return false;
    }
    if (!rule->since.text && !rule->until.text)
        return true;
    uint64_t *mask = compiler_alloc(compiler, field_words(compiler, field), sizeof *mask);
    if (mask)
        mask_releases(cuts, since, until, mask);
    return mask && cube_narrow(compiler, cube, field, mask, false, cube);
}

/* The entries that an alternative may mean: those of a name field that it gives a literal. NULL: it
 * lives in every release. */
static const struct roster *alternative_roster(const struct compiler *compiler,
                                               const struct model_rule *rule, struct word value)
{
    uint32_t field = compiler_field(compiler, rule->choose_field.text);
    bool is_literal = value.text[0] != '=' && strcmp(value.text, "unset") != 0;
    return field != NONE32 && is_literal ? compiler->fields[field].roster : NULL;
}

/* An alternative that does not exist in a release is left out there, so that one list serves every
 * release. */
static bool cube_alternative(struct compiler *compiler, const struct model_rule *rule,
                             struct word value, struct draft_cube *cube)
{
    uint32_t field = compiler->header.version_field;
    const struct roster *roster = alternative_roster(compiler, rule, value);
    uint64_t *mask = compiler_alloc(compiler, field_words(compiler, field), sizeof *mask);

    if (mask == NULL)
        return false;
    bitset_set(mask, POSITION_UNSET);
    bitset_set(mask, POSITION_OTHER);
    for (size_t i = 0; roster && i < roster->count; i++) {
        const struct registry_entry *entry = roster->entries[i];
        if (text_is(entry->name, value.text))
            mask_releases(&compiler->fields[field].cuts,
                          registry_since(entry) > 0 ? registry_since(entry) : INT64_MIN,
                          registry_until(entry), mask);
    }
    bool everywhere = roster == NULL || bitset_count(mask, field_words(compiler, field)) ==
                                            compiler->fields[field].out.position_count;
    return everywhere || cube_narrow(compiler, cube, field, mask, false, cube);
}

/* What the effect makes of the condition: where the rule acts. */
static void effect_cubes(struct compiler *compiler, const struct model_rule *rule,
                         struct cube_list from, struct cube_list *list)
{
    struct draft_cube cube;
    if (rule->choose_field.text) {
        for (size_t i = 0; i < rule->choose_count; i++) {
            struct cube_list parts = cubes_and_any(compiler, from, &rule->choose[i].when);
            for (size_t j = 0; j < parts.count; j++) {
                cube = parts.items[j];
                cube.alternative = (uint32_t)i;
                if (cube_alternative(compiler, rule, rule->choose[i].value, &cube))
                    cubes_add(compiler, list, cube);
            }
        }
        return;
    }
    for (size_t i = 0; i < from.count; i++) {
        if (rule->require.count)
            cubes_add_without(compiler, list, &from.items[i], &rule->require, GUARD_FALSE);
        else if (cube_and(compiler, from.items[i], &rule->deny, &cube))
            cubes_add(compiler, list, cube);
    }
}

void compile_rule_cubes(struct compiler *compiler, uint32_t index, struct cube_list *ret_cubes)
{
    const struct model_rule *rule = &compiler->model->rules[index];
    struct draft_cube all = {.rule = index};
    struct cube_list from = {0};

    if (!cube_lifetime(compiler, rule, &all))
        return;
    cubes_add(compiler, &from, all);
    from = cubes_and_any(compiler, from, &rule->when);
    from = cubes_subtract(compiler, from, &rule->unless);
    effect_cubes(compiler, rule, from, ret_cubes);
}

void compile_condition_cubes(struct compiler *compiler, const struct model_conditions *conditions,
                             struct cube_list *ret_cubes)
{
    struct cube_list from = {0};
    if (conditions->count == 0)
        return;
    cubes_add(compiler, &from, (struct draft_cube){0});
    *ret_cubes = cubes_and_any(compiler, from, conditions);
}
