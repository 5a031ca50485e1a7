/* Ruleset: the compiled tables of one pack, all releases, as one block of memory without pointers
 * (offsets from its start), so that it can be built into the library as constant data, shared by
 * every thread and never changed. compile.h makes it, evaluate.h runs it. Knows no framework:
 * names, fields and rules come from tables. */
#ifndef ACCORD_RULESET_RULESET_H
#define ACCORD_RULESET_RULESET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define RULESET_MAGIC 0x61636334u /* "acc4"; changes with every change of these structs */

/* `count` elements at `offset` bytes from the start of the ruleset. */
struct table {
    uint32_t offset;
    uint32_t count;
};

/* A text of the ruleset: its offset in the text pool. Equal texts are equal numbers; 0 is "no
 * text". */
typedef uint32_t text_id;

enum field_role { ROLE_REQUEST, ROLE_FACT, ROLE_DERIVED };

enum field_type {
    TYPE_NAME,
    TYPE_KIND,
    TYPE_CHOICE,
    TYPE_TRUTH,
    TYPE_INTEGER,
    TYPE_VERSION,
    TYPE_TEXT,
    TYPE_LIST,
    TYPE_VALUE,
    TYPE_MAPPING,
    TYPE_COUNT,
    TYPE__COUNT
};

/* A field's value falls on one position; conditions are sets of positions. The first ones mean the
 * same for every field of a type. */
enum {
    POSITION_UNSET = 0,
    POSITION_OTHER =
        1, /* name: unregistered; choice, text: another text; integer, version, count: unreadable */
    POSITION_FIRST = 2, /* entries, values, literals or intervals from here */
    POSITION_FALSE = 1, /* truth */
    POSITION_TRUE = 2,
    POSITION_EMPTY = 1, /* list */
    POSITION_FILLED = 2,
    POSITION_SET = 1,      /* value, mapping, plain text */
    POSITION_OBJECT = 8,   /* kind: 1 + enum value_kind, an object last */
    POSITION_WIDE = 0xffff /* in a world: several positions are possible */
};

/* A step of a path into a request value. */
enum step_kind { STEP_KEY, STEP_INDEX, STEP_SELECT };

struct step {
    uint32_t kind;
    text_id text;      /* key; select: the attribute's value */
    uint32_t index;    /* list index; select: attribute slot */
    uint32_t registry; /* select: registry of the elements' classes */
};

/* What a literal text, or the `index`-th interval, of a field stands for. */
struct literal {
    text_id text;
    uint32_t position;
};

/* A field in some releases. */
struct variant {
    int64_t since, until;
    text_id default_text;
    uint16_t accepts; /* integer: bit 1 << enum value_kind */
    uint16_t fold;    /* lower-case text before looking it up */
};

/* One way to a field's value. */
struct path {
    struct table steps;
    uint32_t root; /* field whose request value it leads into */
};

struct field {
    text_id name, output, summary, environment, before, member;
    uint8_t role, type;
    uint8_t joint;        /* its paths lead into several request values */
    uint8_t assumed : 1;  /* fact: its default holds unless somebody says otherwise, or that it is
                             unknown */
    uint8_t decides : 1;  /* an error may rest on it */
    uint8_t whole : 1;    /* it reads a whole value, no part of one */
    uint8_t timeless : 1; /* it exists in every release, always alike */
    uint8_t used : 1;     /* some rule looks at it */
    uint8_t plain : 1; /* it holds values as they come: it is set or unset, that is all a condition
                          can see */
    uint8_t spelled;   /* bytes of the longest list or mapping in words that some rule compares it
                          with; 255: at least */
    uint16_t registry, of; /* index, or NONE16 */
    uint16_t position_count;
    uint16_t root; /* request: the field whose request value this one reads (itself when it reads
                      its own) */
    uint32_t select_attribute; /* count: attribute slot, or SELECT_UNREGISTERED */
    text_id select_value;
    /* struct variant: what changed over releases; lifetimes do not overlap */
    struct table variants;
    struct table paths;      /* struct path: alternatives, the first that exists */
    struct table literals;   /* struct literal, ascending text: choice and text values */
    struct table cuts;       /* int64_t, ascending: interval i holds cuts[i] <= x < cuts[i + 1] */
    struct table candidates; /* text_id: values to try when a request cannot run */
    uint32_t cost;           /* of changing it then; 0: it is never changed */
    struct table instead;  /* text_id: "field=value" that say the same where the field is gone; "{}"
                              is its value */
    struct table readings; /* request root: uint16_t fields that read its value; first those that
                              read the whole of it */
    uint32_t whole_readings; /* how many those are */
    uint32_t file, line, column;
};

#define NONE16              0xffffu
#define NONE32              0xffffffffu
#define SELECT_UNREGISTERED 0xfffffffeu

/* A text of the pool in the hash table of all of them. */
struct text_slot {
    text_id text;   /* 0: free */
    uint32_t field; /* the field of that name, or NONE32 */
};

struct registry_table {
    text_id kind;
    uint16_t attribute_count;
    uint16_t entry_count;
    struct table attributes; /* text_id: names of attributes, by slot */
    /* struct entry, in registration order; position = POSITION_FIRST + index */
    struct table entries;
    struct table names; /* struct name, ascending (how, text) */
    /* uint32_t: hash table of 1 + index of a name, 0: free; a power of two */
    struct table name_slots;
    uint32_t first_name; /* how many names the registries before it have */
};

struct entry {
    text_id name, base, instead, summary, registered_by;
    uint32_t file, line;
    uint32_t object_only;
    int64_t since, until;
    struct table attributes; /* text_id by slot, 0: none; inherited ones included */
    struct table parameters; /* struct parameter, inherited ones included */
};

struct parameter {
    text_id name, value;
};

/* How a name is said: by users as a string, an object's class, or a typed number; by rules as the
 * entry's own name. */
enum name_how { NAME_TEXT, NAME_CLASS, NAME_INTEGER, NAME_FLOAT, NAME_ENTRY };

struct name {
    uint32_t how;
    text_id text;
    struct table variants; /* uint16_t entries, in registration order */
};

/* What an assignment writes. FIXED is a literal whose position no release changes; NAME one whose
 * entry a release decides; COPY an expression that is one field, ATTRIBUTE one that is one
 * attribute. */
enum assign_kind {
    ASSIGN_UNSET,
    ASSIGN_TEXT,
    ASSIGN_FIXED,
    ASSIGN_NAME,
    ASSIGN_EXPRESSION,
    ASSIGN_COPY,
    ASSIGN_ATTRIBUTE
};

struct assignment {
    uint16_t field;
    uint16_t source;   /* copy: the field */
    uint16_t position; /* fixed */
    uint8_t kind;      /* enum assign_kind */
    uint8_t cell_kind; /* fixed: enum cell_kind */
    text_id text;      /* the literal */
    uint32_t length;   /* of the literal */
    int64_t integer; /* fixed number or truth; name: its index among the names of all registries */
    uint64_t tests;  /* cubes of the rule's block that say something about the field */
    struct table expression; /* struct op */
};

enum op_code {
    OP_INTEGER,   /* push integers[operand] */
    OP_TEXT,      /* push text */
    OP_FIELD,     /* push a field's value */
    OP_ATTRIBUTE, /* push attribute `operand` of the field's entry */
    OP_ADD,
    OP_SUBTRACT,
    OP_MULTIPLY,
    OP_DIVIDE,
    OP_MODULO,
    OP_NEGATE,
    OP_EQUAL,
    OP_UNEQUAL,
    OP_LESS,
    OP_LESS_EQUAL,
    OP_GREATER,
    OP_GREATER_EQUAL,
    OP_DIVIDES,
    OP_LENGTH,
    OP_ITEM,
    OP_EACH,
    OP_COUNT,
    OP_ARGUMENTS, /* `argc` fields follow as OP_FIELD operands, not pushed */
    OP_FIRST,     /* the first of `argc` that is set */
    OP__COUNT
};

struct op {
    uint8_t code;
    uint8_t argc;
    uint16_t field;
    uint32_t operand;
};

enum { EXPRESSION_DEPTH = 16 };

/* A relation that guards a cube. One that cannot be decided (a side is unset) is neither true nor
 * false. */
enum guard_mode { GUARD_TRUE, GUARD_FALSE, GUARD_NOT_TRUE };

struct guard {
    struct table expression;
    uint32_t mode;
    text_id text; /* as written */
};

enum rule_effect { EFFECT_NONE, EFFECT_SET, EFFECT_CHOOSE, EFFECT_READ };

struct read_effect {
    uint16_t value_field, fault_field, count_field, ids_field;
    struct table policy;    /* expression: text */
    struct table available; /* expression: integer */
    uint64_t tests;         /* cubes of the rule's block that say something about what it writes */
};

struct fix {
    uint16_t field;
    uint16_t padding;
    text_id value;
};

struct rule {
    text_id id, reason, message, raises, emits, source, help;
    uint16_t stage;
    uint8_t severity;         /* enum severity */
    uint8_t effect;           /* enum rule_effect */
    uint8_t tells;            /* collects a reason when it acts */
    uint8_t limit;            /* where it acts the tables know no more */
    uint16_t decides;         /* an error may rest on it: in a wide world it must be decided */
    struct table assignments; /* set: all of them; choose: one per alternative */
    struct table read;        /* struct read_effect, at most one */
    struct table fixes;
    uint32_t first_cube, cube_count;
    int64_t since, until;
    uint32_t file, line, column;
};

/* One conjunction of a rule's condition. Its tests stand in the block's columns. */
struct cube {
    uint64_t siblings; /* the rule's cubes in the block: it acts by the first that holds */
    uint16_t rule;
    uint8_t tells; /* what its rule does, so that acting need not look at it */
    uint8_t reads;
    uint8_t is_spread; /* the rule has cubes in other blocks too */
    uint8_t is_sure;   /* it holds whenever its columns allow it: no guards, not spread */
    struct table guards;
    struct table assignments; /* set: the rule's; choose: one of them */
};

/* 64 consecutive cubes of one stage at most; bit i is cube first_cube + i. */
struct block {
    uint32_t first_cube;
    uint32_t cube_count;
    struct table columns;   /* first those of fields that no rule writes and no request sets */
    uint32_t fixed_columns; /* how many those are: their matches are the same for every request */
    uint32_t index;         /* among all blocks */
};

/* The cubes of a block that allow each position of a field. */
struct column {
    uint32_t field;
    uint32_t rows;  /* offset of uint64_t[position_count] */
    uint64_t tests; /* the cubes that say something about the field */
};

struct stage {
    text_id name;
    struct table blocks;
};

struct ruleset {
    uint32_t magic;
    uint32_t size; /* bytes of the whole block */
    uint64_t fingerprint;
    text_id pack, summary;
    text_id unknown_argument; /* class raised for a request field of other releases; 0: accord's own
                                 fault */
    uint16_t framework_field, version_field;
    uint32_t telling_rules; /* how many rules may collect a reason */
    uint32_t block_count, column_count, name_count;
    struct table versions;      /* int64_t, ascending */
    struct table version_texts; /* text_id */
    struct table fields, registries, stages, blocks, columns, rules, cubes, guards, assignments,
        reads, ops, integers, fixes, entries;
    struct table emits_when;   /* struct block, one at most: where the framework logs its own
                                  messages; none: everywhere */
    struct table joint_fields; /* uint16_t */
    struct table outputs;      /* uint16_t: fields with an output, in order */
    struct table text_slots;   /* struct text_slot: hash table, a power of two */
    /* char: the pool; before each text its length as a uint32_t, after it a NUL */
    struct table texts;
};

/* Element access. The cast is sound: every table is aligned for its elements and lies within the
 * block. */
static inline const void *ruleset_at(const struct ruleset *ruleset, struct table table)
{
    return (const char *)ruleset + table.offset;
}

static inline const struct field *ruleset_field(const struct ruleset *ruleset, uint32_t index)
{
    return (const struct field *)ruleset_at(ruleset, ruleset->fields) + index;
}

static inline const struct registry_table *ruleset_registry(const struct ruleset *ruleset,
                                                            uint32_t index)
{
    return (const struct registry_table *)ruleset_at(ruleset, ruleset->registries) + index;
}

static inline const struct entry *
ruleset_entry(const struct ruleset *ruleset, const struct registry_table *registry, uint32_t index)
{
    return (const struct entry *)ruleset_at(ruleset, registry->entries) + index;
}

static inline const struct rule *ruleset_rule(const struct ruleset *ruleset, uint32_t index)
{
    return (const struct rule *)ruleset_at(ruleset, ruleset->rules) + index;
}

static inline const char *ruleset_text(const struct ruleset *ruleset, text_id text)
{
    return text ? (const char *)ruleset_at(ruleset, ruleset->texts) + text : NULL;
}

/* Length of a text that a table names. */
static inline uint32_t ruleset_text_length(const struct ruleset *ruleset, text_id text)
{
    uint32_t length;
    memcpy(&length, (const char *)ruleset_at(ruleset, ruleset->texts) + text - sizeof length,
           sizeof length);
    return length;
}

/* The text's number, or 0 when no table uses it. */
text_id ruleset_find_text(const struct ruleset *ruleset, const char *bytes, size_t length);

/* The hash that orders text_slots; the compiler builds the table with it. It differs between byte
 * orders. */
uint32_t text_hash(const char *bytes, size_t length);

/* The hash that orders name_slots. */
static inline uint32_t name_hash(enum name_how how, text_id text)
{
    return (text + (uint32_t)how * 0x9e3779b9u) * 0x85ebca6bu >> 16;
}

/* Index of a field by name, or NONE16. */
uint16_t ruleset_find_field(const struct ruleset *ruleset, const char *name);

/* The same for a name whose length and hash are known. */
uint16_t ruleset_find_hashed_field(const struct ruleset *ruleset, const char *name, size_t length,
                                   uint32_t hash);

/* Index of a registry by kind, or NONE16. */
uint16_t ruleset_find_registry(const struct ruleset *ruleset, const char *kind);

/* The names table's row, or NULL. */
const struct name *registry_find_name(const struct ruleset *ruleset,
                                      const struct registry_table *registry, enum name_how how,
                                      text_id text);

/* Index of a registry's name among the names of all. */
static inline uint32_t name_index(const struct ruleset *ruleset,
                                  const struct registry_table *registry, const struct name *name)
{
    return registry->first_name +
           (uint32_t)(name - (const struct name *)ruleset_at(ruleset, registry->names));
}

/* The entry that lives in a release among a name's variants, or NONE16. */
uint16_t name_entry(const struct ruleset *ruleset, const struct registry_table *registry,
                    const struct name *name, int64_t release);

/* Attribute of an entry by slot, 0 when it has none. */
text_id entry_attribute(const struct ruleset *ruleset, const struct entry *entry, uint32_t slot);

/* Slot of an attribute's name, or NONE32. */
uint32_t registry_slot(const struct ruleset *ruleset, const struct registry_table *registry,
                       text_id name);

/* The field as it is in a release, or NULL when it does not exist there. */
const struct variant *field_variant(const struct ruleset *ruleset, const struct field *field,
                                    int64_t release);

/* Position of a literal text of a choice or text field, or POSITION_OTHER. */
uint16_t field_literal(const struct ruleset *ruleset, const struct field *field, text_id text);

/* Position of the interval an integer lies in. */
uint16_t field_interval(const struct ruleset *ruleset, const struct field *field, int64_t integer);

/* True when a block of memory is a ruleset of this build. */
bool ruleset_is_valid(const void *block, size_t size);

#endif
