/* Blocks: cubes of one stage, 64 at a time, with a row of bits for every position of every field
 * they test. */
#include <string.h>

#include "base/bitset.h"
#include "ruleset/compiler.h"

/* Sets a cube's bit in the row of every position that its term allows. */
static void add_rows(uint64_t *rows, size_t positions, const struct term *term, uint64_t bit)
{
    size_t words = bitset_words(positions);
    for (size_t i = bitset_next(term->mask, words, 0); i < positions;
         i = bitset_next(term->mask, words, i + 1))
        rows[i] |= bit;
}

static struct column write_column(struct compiler *compiler, const struct draft_cube *cubes,
                                  size_t count, uint32_t field)
{
    size_t positions = compiler->fields[field].out.position_count;
    uint64_t *rows = compiler_alloc(compiler, positions, sizeof *rows);
    struct column column = {.field = field};
    if (rows == NULL)
        return column;
    for (size_t j = 0; j < count; j++) {
        const struct term *term = cube_term(&cubes[j], field);
        if (term) {
            column.tests |= UINT64_C(1) << j;
            add_rows(rows, positions, term, UINT64_C(1) << j);
        }
    }
    uint64_t all = count < 64 ? (UINT64_C(1) << count) - 1 : UINT64_MAX;
    for (size_t i = 0; i < positions; i++)
        rows[i] |= all & ~column.tests; /* who does not test the field allows everything */
    column.rows = image_add(&compiler->image, rows, positions, sizeof *rows).offset;
    return column;
}

/* A fact that no rule writes, or the release. */
static bool is_fixed(const struct compiler *compiler, uint32_t field)
{
    const struct draft_field *draft = &compiler->fields[field];
    bool given = draft->out.role == ROLE_FACT || field == compiler->header.version_field ||
                 field == compiler->header.framework_field;
    return given && !draft->written;
}

/* The fields that some cube tests. */
static void mark_tested(const struct draft_cube *cubes, size_t count, bool *tested)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < cubes[i].term_count; j++)
            tested[cubes[i].terms[j].field] = true;
    }
}

/* Of the tested fields either the fixed ones or the others. */
static size_t tested_fields(const struct compiler *compiler, const bool *tested, bool fixed,
                            uint32_t *fields)
{
    size_t found = 0;
    for (uint32_t field = 0; field < compiler->field_count; field++) {
        if (tested[field] && is_fixed(compiler, field) == fixed)
            fields[found++] = field;
    }
    return found;
}

static struct block write_block(struct compiler *compiler, const struct draft_cube *cubes,
                                size_t count, uint32_t first)
{
    uint32_t *fields = compiler_alloc(compiler, compiler->field_count, sizeof *fields);
    bool *tested = compiler_alloc(compiler, compiler->field_count, sizeof *tested);
    struct column *columns = compiler_alloc(compiler, compiler->field_count, sizeof *columns);
    struct block block = {.first_cube = first,
                          .cube_count = (uint32_t)count,
                          .index = (uint32_t)compiler->block_count++};

    if (fields == NULL || tested == NULL || columns == NULL)
        return block;
    mark_tested(cubes, count, tested);
    size_t found = tested_fields(compiler, tested, true, fields);
    block.fixed_columns = (uint32_t)found;
    found += tested_fields(compiler, tested, false, fields + found);
    for (size_t i = 0; i < found; i++)
        columns[i] = write_column(compiler, cubes, count, fields[i]);
    compiler->column_count += found;
    block.columns = image_add(&compiler->image, columns, found, sizeof *columns);
    return block;
}

/* The cubes of one stage, in rule order. */
static size_t stage_cubes(const struct compiler *compiler, size_t stage, struct draft_cube *cubes)
{
    size_t count = 0;
    for (size_t i = 0; i < compiler->cubes.count; i++) {
        if (compiler->rules[compiler->cubes.items[i].rule].stage == stage)
            cubes[count++] = compiler->cubes.items[i];
    }
    return count;
}

/* What a cube of the rule writes. */
static struct table cube_assignments(const struct rule *rule, uint32_t alternative)
{
    struct table assignments = rule->assignments;
    if (rule->effect == EFFECT_CHOOSE) {
        assignments.offset += alternative * (uint32_t)sizeof(struct assignment);
        assignments.count = 1;
    }
    return assignments;
}

/* One of the `count` cubes of a block. */
static struct cube write_cube(struct compiler *compiler, const struct draft_cube *block,
                              size_t count, const struct draft_cube *from)
{
    const struct rule *rule = &compiler->rules[from->rule];
    struct cube cube = {.rule = (uint16_t)from->rule,
                        .tells = rule->tells > 0,
                        .reads = rule->effect == EFFECT_READ};
    uint32_t siblings = 0;
    for (size_t i = 0; i < count; i++) {
        cube.siblings |= (uint64_t)(block[i].rule == from->rule) << i;
        siblings += block[i].rule == from->rule;
    }
    cube.is_spread = siblings < rule->cube_count;
    cube.assignments = cube_assignments(rule, from->alternative);
    cube.is_sure = !cube.is_spread && from->guard_count == 0;
    cube.guards =
        image_add(&compiler->image, from->guards, from->guard_count, sizeof *from->guards);
    return cube;
}

/* The cubes of a block that say something about a field. */
static uint64_t tests_of(struct compiler *compiler, const struct block *block, uint32_t field)
{
    const struct column *columns = image_at(&compiler->image, block->columns);
    for (uint32_t i = 0; i < block->columns.count; i++) {
        if (columns[i].field == field)
            return columns[i].tests;
    }
    return 0;
}

/* Notes which cubes of its block look at what a cube writes. A rule of several blocks has every
 * cube looked up again. */
static void mark_tests(struct compiler *compiler, const struct block *block,
                       const struct cube *cube)
{
    if (compiler->image.failed)
        return;
    struct assignment *assignments = image_at(&compiler->image, cube->assignments);
    struct read_effect *read = image_at(&compiler->image, compiler->rules[cube->rule].read);
    for (uint32_t i = 0; i < cube->assignments.count; i++)
        assignments[i].tests =
            cube->is_spread ? UINT64_MAX : tests_of(compiler, block, assignments[i].field);
    if (cube->reads)
        read->tests = cube->is_spread ? UINT64_MAX
                                      : tests_of(compiler, block, read->fault_field) |
                                            tests_of(compiler, block, read->count_field) |
                                            tests_of(compiler, block, read->ids_field);
}

static struct table write_stage(struct compiler *compiler, const struct draft_cube *cubes,
                                size_t count, struct cube *out, size_t *written)
{
    size_t block_count = (count + 63) / 64;
    struct block *blocks = compiler_alloc(compiler, block_count, sizeof *blocks);
    for (size_t i = 0; blocks && i < block_count; i++) {
        size_t size = count - i * 64 < 64 ? count - i * 64 : 64;
        blocks[i] = write_block(compiler, cubes + i * 64, size, (uint32_t)*written);
        for (size_t j = 0; j < size; j++) {
            out[*written] = write_cube(compiler, cubes + i * 64, size, &cubes[i * 64 + j]);
            mark_tests(compiler, &blocks[i], &out[(*written)++]);
        }
    }
    return image_add(&compiler->image, blocks, blocks ? block_count : 0, sizeof *blocks);
}

/* Where the framework logs at all: cubes that belong to no rule. */
static void write_emits(struct compiler *compiler)
{
    struct cube_list list = {0};
    compile_condition_cubes(compiler, &compiler->model->emits_when, &list);
    if (list.count == 0)
        return;
    if (list.count > 64) {
        compiler_end(compiler, compiler->model->pack.place, 64, "cubes of emits_when");
        return;
    }
    struct block block = write_block(compiler, list.items, list.count, 0);
    compiler->header.emits_when = image_add(&compiler->image, &block, 1, sizeof block);
}

void compile_blocks(struct compiler *compiler)
{
    size_t stage_count = compiler->model->stages.count, written = 0;
    struct stage *stages = compiler_alloc(compiler, stage_count, sizeof *stages);
    struct draft_cube *sorted = compiler_alloc(compiler, compiler->cubes.count, sizeof *sorted);
    struct cube *out = compiler_alloc(compiler, compiler->cubes.count, sizeof *out);

    if (stages == NULL || sorted == NULL || out == NULL)
        return;
    for (size_t i = 0; i < stage_count; i++) {
        size_t count = stage_cubes(compiler, i, sorted);
        stages[i].name = image_text(&compiler->image, compiler->model->stages.items[i].text);
        stages[i].blocks = write_stage(compiler, sorted, count, out, &written);
    }
    compiler->header.stages = image_add(&compiler->image, stages, stage_count, sizeof *stages);
    compiler->header.cubes = image_add(&compiler->image, out, written, sizeof *out);
    write_emits(compiler);
    compiler->header.block_count = (uint32_t)compiler->block_count;
    compiler->header.column_count = (uint32_t)compiler->column_count;
}
