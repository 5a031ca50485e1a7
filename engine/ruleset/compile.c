#include "ruleset/compile.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "ruleset/compiler.h"

void compiler_end(struct compiler *compiler, struct span place, int most, const char *what)
{
    if (!compiler->too_large)
        diagnostics_add(compiler->findings, MESSAGE_TABLE_TOO_LARGE, place, NULL, most, what);
    compiler->too_large = true;
}

void *compiler_alloc(struct compiler *compiler, size_t count, size_t size)
{
    void *memory = arena_alloc(&compiler->arena, count ? count : 1, size);
    if (memory == NULL)
        compiler->failed = true;
    return memory;
}

void *compiler_grow(struct compiler *compiler, void *items, size_t count, size_t size, size_t *room)
{
    void *grown = array_grow_in(&compiler->arena, items, count, size, room);
    compiler->failed = compiler->failed || grown == NULL;
    return grown;
}

uint32_t compiler_field(const struct compiler *compiler, const char *name)
{
    uint32_t field;
    return intern_find(&compiler->names, name, strlen(name), &field) ? field : NONE32;
}

/* The declared field nearest to a misspelt one. */
static const char *nearest_field(struct compiler *compiler, const char *name)
{
    const char **names = compiler_alloc(compiler, compiler->field_count, sizeof *names);
    if (names == NULL)
        return NULL;
    for (uint32_t i = 0; i < compiler->field_count; i++)
        names[i] = compiler->fields[i].name;
    return text_nearest(name, names, compiler->field_count);
}

uint32_t compiler_field_at(struct compiler *compiler, struct word word)
{
    uint32_t field = compiler_field(compiler, word.text);
    if (field == NONE32)
        diagnostics_add(compiler->findings, MESSAGE_FIELD_UNKNOWN, word.place,
                        nearest_field(compiler, word.text), word.text);
    return field;
}

uint32_t compiler_find_subject(const struct compiler *compiler, const char *name,
                               const char **ret_attribute)
{
    uint32_t field = compiler_field(compiler, name);
    const char *dot = strrchr(name, '.');
    uint32_t owner;

    *ret_attribute = NULL;
    if (field != NONE32 || dot == NULL)
        return field;
    if (!intern_find(&compiler->names, name, (size_t)(dot - name), &owner) ||
        compiler->fields[owner].registry == NULL)
        return NONE32;
    if (compiler_attribute_slot(compiler, compiler->fields[owner].registry, dot + 1) == NONE32)
        return NONE32;
    *ret_attribute = dot + 1;
    return owner;
}

uint32_t compiler_subject(struct compiler *compiler, struct word word, const char **ret_attribute)
{
    uint32_t field = compiler_find_subject(compiler, word.text, ret_attribute);
    if (field == NONE32)
        diagnostics_add(compiler->findings, MESSAGE_FIELD_UNKNOWN, word.place,
                        nearest_field(compiler, word.text), word.text);
    return field;
}

/* Ascending numbers and texts of the known releases. */
static void write_versions(struct compiler *compiler)
{
    const struct word_list *versions = &compiler->model->versions;
    int64_t *numbers = compiler_alloc(compiler, versions->count, sizeof *numbers);
    text_id *texts = compiler_alloc(compiler, versions->count, sizeof *texts);

    if (numbers == NULL || texts == NULL)
        return;
    for (size_t i = 0; i < versions->count; i++) {
        const struct word *word = &versions->items[i];
        if (!text_read_version(word->text, strlen(word->text), &numbers[i]))
            diagnostics_add(compiler->findings, MESSAGE_VERSION_UNREADABLE, word->place, NULL,
                            word->text);
        texts[i] = image_text(&compiler->image, word->text);
    }
    compiler->header.versions =
        image_add(&compiler->image, numbers, versions->count, sizeof *numbers);
    compiler->header.version_texts =
        image_add(&compiler->image, texts, versions->count, sizeof *texts);
}

/* Everything of a rule but its cubes. */
static void write_rules(struct compiler *compiler)
{
    const struct model *model = compiler->model;
    compiler->rules = compiler_alloc(compiler, model->rule_count, sizeof *compiler->rules);
    for (size_t i = 0; i < model->rule_count && !compiler->failed; i++)
        compile_effects(compiler, &model->rules[i], &compiler->rules[i]);
}

/* Cubes of every rule, one after the other. */
static void collect_cubes(struct compiler *compiler)
{
    for (size_t i = 0; i < compiler->model->rule_count && !compiler->failed; i++) {
        uint32_t first = (uint32_t)compiler->cubes.count;
        compile_rule_cubes(compiler, (uint32_t)i, &compiler->cubes);
        compiler->rules[i].first_cube = first;
        compiler->rules[i].cube_count = (uint32_t)compiler->cubes.count - first;
    }
}

/* The steps in order; later ones rest on what earlier ones settled. */
static void run_steps(struct compiler *compiler, void (*const *steps)(struct compiler *),
                      size_t count)
{
    for (size_t i = 0; i < count && !compiler->failed && !compiler->too_large; i++)
        steps[i](compiler);
}

/* Checks everything, so that all faults are told at once; lays out only what has none. */
static void compile_all(struct compiler *compiler, size_t errors)
{
    static void (*const checks[])(struct compiler *) = {
        compile_take_rosters,  compile_declare_fields,   compile_registries,   write_versions,
        compile_collect_tests, compile_settle_positions, compile_write_fields, write_rules,
        collect_cubes,         compile_contradictions,
    };
    static void (*const layouts[])(struct compiler *) = {compile_blocks, compile_decisive};

    run_steps(compiler, checks, sizeof checks / sizeof *checks);
    if (compiler->findings->errors == errors)
        run_steps(compiler, layouts, sizeof layouts / sizeof *layouts);
}

static void compiler_clear(struct compiler *compiler)
{
    intern_clear(&compiler->names);
    image_clear(&compiler->image);
    arena_clear(&compiler->arena);
}

static void write_header(struct compiler *compiler)
{
    struct ruleset *header = &compiler->header;
    header->pack = image_text(&compiler->image, compiler->model->pack.text);
    header->summary = image_text(&compiler->image, compiler->model->summary.text);
    header->unknown_argument = image_text(&compiler->image, compiler->model->unknown_argument.text);
    header->integers = image_add(&compiler->image, compiler->integers, compiler->integer_count,
                                 sizeof *compiler->integers);
    header->rules = image_add(&compiler->image, compiler->rules, compiler->model->rule_count,
                              sizeof *compiler->rules);
    for (size_t i = 0; i < compiler->model->rule_count; i++)
        header->telling_rules += compiler->rules[i].tells;
}

enum compile_status compile(const struct model *model, const char *const *policies,
                            struct diagnostics *findings, struct ruleset **ret_ruleset)
{
    struct compiler compiler = {.model = model, .policies = policies, .findings = findings};
    struct ruleset *ruleset = NULL;
    size_t errors = findings->errors;

    arena_init(&compiler.arena);
    image_init(&compiler.image);
    intern_init(&compiler.names);
    compile_all(&compiler, errors);
    bool faulty = findings->errors > errors;
    if (!compiler.failed && !faulty) {
        write_header(&compiler);
        ruleset = image_finish(&compiler.image, &compiler.header);
    }
    compiler_clear(&compiler);
    if (faulty)
        return COMPILE_FAULTY;
    if (ruleset == NULL)
        return COMPILE_NO_MEMORY;
    *ret_ruleset = ruleset;
    return COMPILE_OK;
}
