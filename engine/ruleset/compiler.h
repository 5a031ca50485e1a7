/* What the parts of the compiler share. Private to compile*.c. */
#ifndef ACCORD_RULESET_COMPILER_H
#define ACCORD_RULESET_COMPILER_H

#include "base/arena.h"
#include "base/intern.h"
#include "ruleset/image.h"
#include "ruleset/model.h"
#include "ruleset/ruleset.h"

/* A growing list of integers: cuts of a field. */
struct cut_list {
    int64_t *items; /* ascending, without repetition */
    size_t count, room;
};

/* A growing list of texts: literals of a field. */
struct literal_list {
    text_id *items;
    size_t count, room;
};

/* A registry's entries of one moment: every test of a name looks at all of them, and asking the
 * registry takes its lock. */
struct roster {
    const struct registry_entry **entries;
    size_t count;
    /* inherited ones too, an entry after the other; NULL: not spread out */
    const char **attributes;
};

/* A field on its way into the ruleset. */
struct draft_field {
    const struct model_field *declared; /* NULL: implicit */
    struct registry *registry;          /* name: the entries it may be */
    const struct roster *roster;        /* of that registry; NULL without one */
    struct field out;
    struct cut_list cuts;
    struct literal_list literals;
    struct variant *variants;
    size_t variant_count;
    struct span place;
    const char *name;
    bool written; /* by a rule */
    bool used;    /* some rule looks at it */
};

/* One field's allowed positions in a cube. */
struct term {
    uint32_t field;
    uint64_t *mask; /* (position_count + 63) / 64 words */
};

/* A conjunction on its way into a block. */
struct draft_cube {
    struct term *terms;
    size_t term_count;
    struct guard *guards;
    size_t guard_count;
    uint32_t rule;
    uint32_t alternative;
};

struct cube_list {
    struct draft_cube *items;
    size_t count, room;
};

struct compiler {
    const struct model *model;
    const char *const *policies;
    struct diagnostics *findings;
    struct arena arena;
    struct image image;
    struct ruleset header;
    struct intern names;    /* field names; the id is the field's index */
    struct roster *rosters; /* of the model's registries, in their order */
    struct draft_field *fields;
    uint32_t field_count;
    struct field *out_fields; /* as written to the image, for readers of the finished fields */
    int64_t *integers;
    size_t integer_count, integer_room;
    struct cube_list cubes; /* of all rules, in rule order */
    struct rule *rules;
    size_t block_count, column_count;
    bool masking;   /* tests are read for the second time: faults of reading are told once, then */
    bool failed;    /* no memory; sticky */
    bool too_large; /* nothing is made of what comes next */
};

/* Zeroed memory of the compiler's arena; on NULL `failed` is set. */
/* Reports that there is more of something than is compiled, which ends the work. */
void compiler_end(struct compiler *compiler, struct span place, int most, const char *what);

void *compiler_alloc(struct compiler *compiler, size_t count, size_t size);

/* As array_grow_in; on NULL `failed` is set. */
void *compiler_grow(struct compiler *compiler, void *items, size_t count, size_t size,
                    size_t *room);

/* Index of a field, or NONE32 without complaint. */
uint32_t compiler_field(const struct compiler *compiler, const char *name);

/* Index of a field, or NONE32 after reporting ACC0112 at the word. */
uint32_t compiler_field_at(struct compiler *compiler, struct word word);

/* Field and attribute of "field", "field.attribute"; attribute NULL for a plain field. NONE32 after
 * reporting. */
uint32_t compiler_subject(struct compiler *compiler, struct word word, const char **ret_attribute);

/* As compiler_subject, without complaint. */
uint32_t compiler_find_subject(const struct compiler *compiler, const char *name,
                               const char **ret_attribute);

/* compile_fields.c: declares the fields; later, when all tests are known, gives them positions and
 * writes them. */
void compile_declare_fields(struct compiler *compiler);
void compile_write_fields(struct compiler *compiler);

/* compile_paths.c: the longest beginning of a path that is a field's name (0: none), and a field's
 * paths. */
size_t path_root_length(const struct compiler *compiler, const char *path, uint32_t *ret_field);
void write_paths(struct compiler *compiler, struct draft_field *field);

/* compile_registries.c: takes the rosters, which the fields need; writes the registries. */
void compile_take_rosters(struct compiler *compiler);
void compile_registries(struct compiler *compiler);
/* An attribute of a registry's entry, by its slot; NULL when the entry has none. */
const char *compiler_attribute(const struct draft_field *field, size_t entry, uint32_t slot);
uint32_t compiler_attribute_slot(const struct compiler *compiler, const struct registry *registry,
                                 const char *attribute);
uint16_t compiler_registry_index(const struct compiler *compiler, const char *kind);
/* Index of a registry's name among all names, once compile_registries has run; NONE32: it has none.
 */
uint32_t compiler_name_index(const struct compiler *compiler, uint16_t registry, enum name_how how,
                             text_id text);

/* compile_tests.c: what tests mean. First every test is collected, so that positions can be cut,
 * then masks are made. */
void compile_collect_tests(struct compiler *compiler);
void compile_settle_positions(struct compiler *compiler);
size_t field_words(const struct compiler *compiler, uint32_t field);
/* Positions that the tests of one key allow, or NULL after reporting. */
uint64_t *test_mask(struct compiler *compiler, const struct model_test *test, uint32_t *ret_field);

/* compile_cubes.c */
void compile_rule_cubes(struct compiler *compiler, uint32_t rule, struct cube_list *ret_cubes);
/* A bare condition as cubes; none when it is absent. */
void compile_condition_cubes(struct compiler *compiler, const struct model_conditions *conditions,
                             struct cube_list *ret_cubes);
bool cubes_meet(const struct compiler *compiler, const struct draft_cube *left,
                const struct draft_cube *right);
const struct term *cube_term(const struct draft_cube *cube, uint32_t field);

/* compile_expression.c: text to ops; false after reporting. `relation` allows comparisons at the
 * top. */
bool compile_expression(struct compiler *compiler, struct word word, const char *text,
                        bool relation, struct table *ret_ops);

/* compile_effects.c: assignments, reads, fixes, messages. */
void compile_effects(struct compiler *compiler, const struct model_rule *from, struct rule *rule);

/* compile_blocks.c: cubes of all rules into stages and blocks. */
void compile_blocks(struct compiler *compiler);

/* compile_decisive.c */
void compile_decisive(struct compiler *compiler);

/* compile_contradictions.c */
void compile_contradictions(struct compiler *compiler);

#endif
