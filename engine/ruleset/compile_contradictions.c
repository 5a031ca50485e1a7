/* Contradictions: two set rules of one stage that can both apply and give one field different
 * values. Which one wins would depend on the order of files, so it is an error, shown with a world
 * in which it happens. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/value.h"
#include "ruleset/compiler.h"

/* The value a rule's `set` gives a field, or NULL. */
static const char *set_value(const struct model_rule *rule, const char *field)
{
    const char *value = NULL;
    for (size_t i = 0; i < rule->set_count; i++) {
        if (strcmp(rule->set[i].field.text, field) == 0)
            value = rule->set[i].value.text;
    }
    return value;
}

/* A rule that tests the field it sets, refines it: it means to come after the other. */
static bool cubes_test(const struct compiler *compiler, const struct rule *rule, uint32_t field)
{
    for (uint32_t i = 0; i < rule->cube_count; i++) {
        if (cube_term(&compiler->cubes.items[rule->first_cube + i], field))
            return true;
    }
    return false;
}

/* A position in words. */
static void add_position(const struct compiler *compiler, struct text *text, uint32_t field,
                         size_t position)
{
    const struct draft_field *draft = &compiler->fields[field];
    size_t index = position - POSITION_FIRST;

    if (position == POSITION_UNSET)
        text_add(text, "unset");
    else if (draft->out.type == TYPE_NAME && position >= POSITION_FIRST)
        text_add(text, draft->roster->entries[index]->name);
    else if (draft->out.type == TYPE_TRUTH)
        text_add(text, position == POSITION_TRUE ? "true" : "false");
    else if (draft->out.type == TYPE_KIND)
        text_add(text, position == POSITION_OBJECT
                           ? "object"
                           : value_kind_name((enum value_kind)(position - 1)));
    else if (draft->literals.count && position >= POSITION_FIRST)
        text_add(text, compiler->image.pool + draft->literals.items[index]);
    else if (draft->cuts.count && position >= POSITION_FIRST &&
             draft->cuts.items[index] != INT64_MIN)
        text_format(text, "%lld", (long long)draft->cuts.items[index]);
    else
        text_add(text, "another value");
}

/* One world in both cubes: the first common position of each tested field. */
static char *witness(const struct compiler *compiler, const struct draft_cube *left,
                     const struct draft_cube *right)
{
    struct text text;
    text_init(&text);
    for (uint32_t field = 0; field < compiler->field_count; field++) {
        const struct term *a = cube_term(left, field), *b = cube_term(right, field);
        size_t position = 0;
        if (a == NULL && b == NULL)
            continue;
        while ((a && !(a->mask[position / 64] >> (position % 64) & 1)) ||
               (b && !(b->mask[position / 64] >> (position % 64) & 1)))
            position++;
        text_format(&text, "%s%s=", text.length ? " " : "", compiler->fields[field].name);
        add_position(compiler, &text, field, position);
    }
    if (text.length == 0)
        text_add(&text, "every request");
    return text_take(&text);
}

static bool mask_has(const struct term *term, size_t position)
{
    return term == NULL || (term->mask[position / 64] >> (position % 64) & 1);
}

/* True when some entry that both cubes allow lives in a release. */
static bool entries_live(const struct compiler *compiler, uint32_t field, const struct term *a,
                         const struct term *b, int64_t release)
{
    const struct roster *roster = compiler->fields[field].roster;
    if (roster == NULL || (a == NULL && b == NULL))
        return true;
    if ((mask_has(a, POSITION_UNSET) && mask_has(b, POSITION_UNSET)) ||
        (mask_has(a, POSITION_OTHER) && mask_has(b, POSITION_OTHER)))
        return true;
    for (size_t i = 0; i < roster->count; i++) {
        const struct registry_entry *entry = roster->entries[i];
        if (mask_has(a, POSITION_FIRST + i) && mask_has(b, POSITION_FIRST + i) &&
            registry_since(entry) <= release && release < registry_until(entry))
            return true;
    }
    return false;
}

/* The position of a release. */
static size_t release_position(const struct cut_list *cuts, int64_t release)
{
    size_t at = 0;
    while (at + 1 < cuts->count && cuts->items[at + 1] <= release)
        at++;
    return POSITION_FIRST + at;
}

/* Cubes that meet, but only with entries of releases that their rules do not know, never meet. */
static bool meet_in_a_release(const struct compiler *compiler, const struct draft_cube *left,
                              const struct draft_cube *right)
{
    uint32_t version = compiler->header.version_field;
    const struct term *a = cube_term(left, version), *b = cube_term(right, version);
    const struct word_list *versions = &compiler->model->versions;
    for (size_t i = 0; i < versions->count; i++) {
        int64_t release = 0;
        text_read_version(versions->items[i].text, strlen(versions->items[i].text), &release);
        size_t position = release_position(&compiler->fields[version].cuts, release);
        bool lives = mask_has(a, position) && mask_has(b, position);
        for (uint32_t field = 0; lives && field < compiler->field_count; field++)
            lives = entries_live(compiler, field, cube_term(left, field), cube_term(right, field),
                                 release);
        if (lives)
            return true;
    }
    return versions->count == 0;
}

/* Looks for two cubes of the rules that meet. */
static void compare_cubes(struct compiler *compiler, const struct rule *first,
                          const struct rule *second, const char *field)
{
    for (uint32_t i = 0; i < first->cube_count; i++) {
        for (uint32_t j = 0; j < second->cube_count; j++) {
            const struct draft_cube *left = &compiler->cubes.items[first->first_cube + i];
            const struct draft_cube *right = &compiler->cubes.items[second->first_cube + j];
            if (left->guard_count || right->guard_count || !cubes_meet(compiler, left, right) ||
                !meet_in_a_release(compiler, left, right))
                continue;
            const struct model_rule *a = &compiler->model->rules[left->rule],
                                    *b = &compiler->model->rules[right->rule];
            char *world = witness(compiler, left, right);
            if (world == NULL)
                compiler->failed = true;
            else
                diagnostics_add_pair(compiler->findings, MESSAGE_RULES_CONTRADICT, b->id.place,
                                     a->id.place, a->id.text, b->id.text, field, world);
            free(world);
            return;
        }
    }
}

static void compare_rules(struct compiler *compiler, size_t first, size_t second)
{
    const struct model_rule *a = &compiler->model->rules[first],
                            *b = &compiler->model->rules[second];
    for (size_t i = 0; i < a->set_count; i++) {
        const char *field = a->set[i].field.text;
        const char *value = set_value(a, field), *other = set_value(b, field);
        uint32_t index = compiler_field(compiler, field);
        if (other == NULL || strcmp(value, other) == 0 || index == NONE32)
            continue;
        if (!cubes_test(compiler, &compiler->rules[second], index) &&
            !cubes_test(compiler, &compiler->rules[first], index))
            compare_cubes(compiler, &compiler->rules[first], &compiler->rules[second], field);
    }
}

void compile_contradictions(struct compiler *compiler)
{
    const struct model *model = compiler->model;
    for (size_t i = 0; i < model->rule_count && !compiler->failed; i++) {
        for (size_t j = i + 1; model->rules[i].set_count && j < model->rule_count; j++) {
            if (model->rules[j].set_count && compiler->rules[i].stage == compiler->rules[j].stage)
                compare_rules(compiler, i, j);
        }
    }
}
