/* Decisive rules and fields: those that can lead to an error. What only shapes results need not be
 * known for a verdict. */
#include <string.h>

#include "base/diagnostic.h"
#include "ruleset/compiler.h"

struct decisive {
    struct compiler *compiler;
    bool *fields;
    bool *rules;
    bool changed;
};

static void mark_field(struct decisive *decisive, uint32_t field)
{
    if (!decisive->fields[field]) {
        decisive->fields[field] = true;
        decisive->changed = true;
    }
}

/* Every field an expression looks at. */
static void mark_expression(struct decisive *decisive, struct table expression)
{
    const struct op *ops =
        (const struct op *)(const void *)(decisive->compiler->image.bytes + expression.offset);
    for (uint32_t i = 0; i < expression.count; i++) {
        if (ops[i].code == OP_FIELD || ops[i].code == OP_ATTRIBUTE)
            mark_field(decisive, ops[i].field);
    }
}

static const struct assignment *rule_assignments(const struct decisive *decisive,
                                                 const struct rule *rule)
{
    return (const struct assignment *)(const void *)(decisive->compiler->image.bytes +
                                                     rule->assignments.offset);
}

static const struct read_effect *rule_read(const struct decisive *decisive, const struct rule *rule)
{
    return (const struct read_effect *)(const void *)(decisive->compiler->image.bytes +
                                                      rule->read.offset);
}

/* An error, or a value that an error may rest on. */
static bool rule_decides(const struct decisive *decisive, const struct rule *rule)
{
    const struct assignment *assignments = rule_assignments(decisive, rule);
    if (rule->tells && rule->severity == SEVERITY_ERROR)
        return true;
    for (uint32_t i = 0; i < rule->assignments.count; i++) {
        if (decisive->fields[assignments[i].field])
            return true;
    }
    if (rule->read.count == 0)
        return false;
    const struct read_effect *read = rule_read(decisive, rule);
    return decisive->fields[read->fault_field] || decisive->fields[read->count_field] ||
           decisive->fields[read->ids_field];
}

/* What a decisive rule tests, and what its decisive values are made of. */
static void mark_rule(struct decisive *decisive, const struct rule *rule)
{
    const struct compiler *compiler = decisive->compiler;
    const struct assignment *assignments = rule_assignments(decisive, rule);
    for (uint32_t i = 0; i < rule->cube_count; i++) {
        const struct draft_cube *cube = &compiler->cubes.items[rule->first_cube + i];
        for (size_t j = 0; j < cube->term_count; j++)
            mark_field(decisive, cube->terms[j].field);
        for (size_t j = 0; j < cube->guard_count; j++)
            mark_expression(decisive, cube->guards[j].expression);
    }
    for (uint32_t i = 0; i < rule->assignments.count; i++) {
        if (decisive->fields[assignments[i].field])
            mark_expression(decisive, assignments[i].expression);
    }
    if (rule->read.count) {
        const struct read_effect *read = rule_read(decisive, rule);
        mark_field(decisive, read->value_field);
        mark_expression(decisive, read->policy);
        mark_expression(decisive, read->available);
    }
}

void compile_decisive(struct compiler *compiler)
{
    size_t rules = compiler->model->rule_count;
    struct decisive decisive = {.compiler = compiler,
                                .fields =
                                    compiler_alloc(compiler, compiler->field_count, sizeof(bool)),
                                .rules = compiler_alloc(compiler, rules, sizeof(bool)),
                                .changed = true};
    if (decisive.fields == NULL || decisive.rules == NULL || compiler->image.failed)
        return;
    while (decisive.changed) {
        decisive.changed = false;
        for (size_t i = 0; i < rules; i++) {
            if (decisive.rules[i] || !rule_decides(&decisive, &compiler->rules[i]))
                continue;
            decisive.rules[i] = true;
            decisive.changed = true;
        }
        for (size_t i = 0; i < rules; i++) {
            if (decisive.rules[i])
                mark_rule(&decisive, &compiler->rules[i]);
        }
    }
    for (size_t i = 0; i < rules; i++)
        compiler->rules[i].decides = decisive.rules[i];
    for (uint32_t i = 0; i < compiler->field_count; i++) {
        compiler->out_fields[i].decides = decisive.fields[i];
        if (compiler->fields[i].used) /* what is read from a value uses the value */
            compiler->out_fields[i].used = compiler->out_fields[compiler->out_fields[i].root].used =
                1;
    }
    struct field *fields =
        (struct field *)(void *)(compiler->image.bytes + compiler->header.fields.offset);
    memcpy(fields, compiler->out_fields, compiler->field_count * sizeof *fields);
}
