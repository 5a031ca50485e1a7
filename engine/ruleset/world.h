/* World: one value per field, as far as it is known. Conditions see positions, expressions and
 * results see cells. */
#ifndef ACCORD_RULESET_WORLD_H
#define ACCORD_RULESET_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/value.h"
#include "ruleset/ruleset.h"

enum cell_kind {
    CELL_UNSET,
    CELL_BOOLEAN, /* integer is 0 or 1 */
    CELL_INTEGER,
    CELL_TEXT,    /* text, `count` bytes */
    CELL_ENTRY,   /* integer is the entry's index in the field's registry; prints as its name */
    CELL_VALUE,   /* value: a raw tree */
    CELL_LIST,    /* list */
    CELL_SLOT,    /* one element of a patterned list: text is the pattern, integer fills it */
    CELL_MAPPING, /* pairs */
    CELL_OPEN     /* has a value, which depends on what is not known */
};

struct cell {
    uint16_t kind;     /* enum cell_kind */
    uint16_t registry; /* CELL_ENTRY: whose entry */
    uint32_t count;    /* CELL_TEXT: bytes */
    union {
        int64_t integer;
        const char *text;
        const struct value *value;
        const struct list *list;
        const struct mapping *mapping;
        const struct slot *slot;
    };
};

/* A text of the ruleset as a cell; 0 is unset. */
static inline struct cell ruleset_text_cell(const struct ruleset *ruleset, text_id text)
{
    if (text == 0)
        return (struct cell){0};
    return (struct cell){.kind = CELL_TEXT,
                         .count = ruleset_text_length(ruleset, text),
                         .text = ruleset_text(ruleset, text)};
}

/* Device indices and what they are called. */
struct list {
    const int64_t *integers;   /* NULL: 0 ... count - 1 */
    const struct value *value; /* instead of integers: a list as the user wrote it */
    const char *pattern;       /* "x:{}": how an element is called; NULL: integers stay integers */
    uint32_t count;
};

struct slot {
    const char *pattern;
    int64_t integer;
};

/* Call arguments: names and values, as the callee's language writes them. */
struct mapping {
    const struct ruleset *ruleset;
    const struct cell *cells; /* `count` values */
    const text_id *names;
    uint32_t count;
};

/* Who gave a field its value. */
enum origin_kind {
    ORIGIN_NONE,
    ORIGIN_REQUEST,
    ORIGIN_ENVIRONMENT,
    ORIGIN_FACT,
    ORIGIN_DEFAULT,
    ORIGIN_RULE
};

/* kind in the high byte; request: spec entry, fact: index in the facts, rule: index of the rule. */
typedef uint32_t origin;

static inline origin origin_make(enum origin_kind kind, uint32_t index)
{
    return ((uint32_t)kind << 24) | (index & 0xffffffu);
}

static inline enum origin_kind origin_kind_of(origin from)
{
    return (enum origin_kind)(from >> 24);
}

static inline uint32_t origin_index(origin from) { return from & 0xffffffu; }

/* Memory the evaluation may use, provided by the caller; what does not fit sets `full`. */
struct bump {
    char *next, *end;
    bool full;
};

void *bump_alloc(struct bump *bump, size_t size);

/* Fields of which only a set of possible positions is known. An evaluation that would have to know
 * more stops and says which field, and which of its positions go one way: the caller splits the
 * world there and evaluates the parts. */
struct wide {
    const uint64_t *const *sets;       /* by field: possible positions; NULL: known */
    uint16_t split_field;              /* NONE16: nothing stopped the evaluation */
    const struct column *split_column; /* positions whose row has the bit go one way; NULL: the
                                          value itself is needed */
    unsigned split_bit;
};

/* A column of a block, ready to be looked up. */
struct live_column {
    const uint64_t *rows;
    uint32_t field;
};

/* What facts and the release leave of a block for a request to decide. */
struct live_block {
    uint64_t cubes; /* those that may still hold */
    const struct cube *first;
    const struct live_column
        *columns;          /* ascending by field; those that test none of the cubes are left out */
    uint32_t column_count; /* even: the last one may stand there twice */
};

struct world {
    const struct ruleset *ruleset;
    int64_t release;
    uint16_t *positions; /* by field */
    struct cell *cells;
    origin *origins;
    const struct variant *const
        *variants;         /* by field: as it is in the release; NULL: it does not exist there */
    const uint16_t *named; /* by name: the entry that it says in the release, or NONE16 */
    const struct live_block *live; /* by block; of no use while facts are wide */
    struct wide *wide;             /* NULL: every field is known */
    struct bump bump;
};

/* Bytes that the values of `count` fields take together: cells, origins and positions, in one piece
 * so that one copy takes all. */
static inline size_t world_values_size(size_t count)
{
    return (count * (sizeof(struct cell) + sizeof(origin) + sizeof(uint16_t)) + 7) & ~(size_t)7;
}

/* Lets the arrays of a world stand in such a piece, aligned for cells; they are not written. */
static inline void world_place(struct world *world, void *values, size_t count)
{
    world->cells = values;
    world->origins = (origin *)(void *)(world->cells + count);
    world->positions = (uint16_t *)(void *)(world->origins + count);
}

/* Writes `text` (not copied) into a field as its type reads it. */
void world_set_text(struct world *world, uint16_t field, const char *text, size_t length,
                    origin from);

/* Writes any cell into a field: copied as it is where the field's type holds it, read as text
 * otherwise. */
void world_set_cell(struct world *world, uint16_t field, struct cell cell, origin from);

/* Writes a value whose position is known. */
static inline void world_put(struct world *world, uint16_t field, struct cell cell,
                             uint16_t position, origin from)
{
    world->cells[field] = cell;
    world->positions[field] = position;
    world->origins[field] = from;
}

/* Writes an entry into a name field of its registry. */
static inline void world_put_entry(struct world *world, uint16_t field, uint16_t registry,
                                   uint32_t entry, origin from)
{
    struct cell cell = {.kind = CELL_ENTRY, .registry = registry, .integer = entry};
    world_put(world, field, cell, (uint16_t)(POSITION_FIRST + entry), from);
}

/* Writes a text of the ruleset (0: unset) into a text field. */
void world_set_known_text(struct world *world, uint16_t field, text_id text, origin from);

/* The field has a value that is not known. */
void world_set_open(struct world *world, uint16_t field, origin from);

void world_unset(struct world *world, uint16_t field, origin from);

/* Looks up a name as the field does (folding, release) and writes its entry, or the text as
 * unregistered. */
void world_set_name(struct world *world, uint16_t field, enum name_how how, const char *text,
                    size_t length, origin from);

/* A cell as text: at most `size` bytes with a final NUL, returns the length of the whole. Unset is
 * "". */
size_t cell_text(const struct ruleset *ruleset, const struct cell *cell, char *buffer, size_t size);

/* cell_integer, for what is no number by itself. */
bool cell_read_integer(const struct cell *cell, int64_t *ret_integer);

/* True and the number when the cell holds one (integer or boolean, or text that reads as one). */
static inline bool cell_integer(const struct cell *cell, int64_t *ret_integer)
{
    if (cell->kind != CELL_INTEGER && cell->kind != CELL_BOOLEAN)
        return cell_read_integer(cell, ret_integer);
    *ret_integer = cell->integer;
    return true;
}

#endif
