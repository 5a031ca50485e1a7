#include "ruleset/world.h"

#include <string.h>

#include "base/number.h"
#include "base/text.h"

void *bump_alloc(struct bump *bump, size_t size)
{
    size_t rounded = (size + 7) & ~(size_t)7;
    if (rounded < size || (size_t)(bump->end - bump->next) < rounded) {
        bump->full = true;
        return NULL;
    }
    char *memory = bump->next;
    bump->next += rounded;
    return memory;
}

void world_unset(struct world *world, uint16_t field, origin from)
{
    world_put(world, field, (struct cell){0}, POSITION_UNSET, from);
}

void world_set_open(struct world *world, uint16_t field, origin from)
{
    world_put(world, field, (struct cell){.kind = CELL_OPEN}, POSITION_OTHER, from);
}

static struct cell text_cell(const char *text, size_t length)
{
    return (struct cell){.kind = CELL_TEXT, .count = (uint32_t)length, .text = text};
}

/* Position of any text in a choice or text field; most fields are never tested. */
static uint16_t literal_position(const struct world *world, const struct field *field,
                                 const char *text, size_t length)
{
    if (field->literals.count == 0)
        return POSITION_OTHER;
    return field_literal(world->ruleset, field, ruleset_find_text(world->ruleset, text, length));
}

/* Writes a text into a choice or text field. One of the pool is kept as such: it is known again
 * without a search. */
static void set_literal(struct world *world, uint16_t field, const char *text, size_t length,
                        origin from)
{
    const struct field *declared = ruleset_field(world->ruleset, field);
    text_id known = declared->literals.count ? ruleset_find_text(world->ruleset, text, length) : 0;
    const char *kept = known ? ruleset_text(world->ruleset, known) : text;
    uint16_t position = known ? field_literal(world->ruleset, declared, known) : POSITION_OTHER;
    world_put(world, field, text_cell(kept, length), position, from);
}

void world_set_known_text(struct world *world, uint16_t field, text_id text, origin from)
{
    const struct field *declared = ruleset_field(world->ruleset, field);
    uint16_t position = text == 0         ? POSITION_UNSET
                        : declared->plain ? POSITION_OTHER
                                          : field_literal(world->ruleset, declared, text);
    world_put(world, field, ruleset_text_cell(world->ruleset, text), position, from);
}

static bool is_upper(char letter) { return letter >= 'A' && letter <= 'Z'; }

/* The text with ASCII letters in lower case, in `buffer` where it has others; names longer than any
 * of the tables stay as they are. */
static const char *fold_name(const char *text, size_t length, char *buffer, size_t size)
{
    size_t lower = 0;
    while (lower < length && !is_upper(text[lower]))
        lower++;
    if (lower == length || length >= size)
        return text;
    for (size_t i = 0; i < length; i++)
        buffer[i] = (char)(is_upper(text[i]) ? text[i] + ('a' - 'A') : text[i]);
    buffer[length] = '\0';
    return buffer;
}

void world_set_name(struct world *world, uint16_t field, enum name_how how, const char *text,
                    size_t length, origin from)
{
    const struct field *declared = ruleset_field(world->ruleset, field);
    const struct registry_table *registry = ruleset_registry(world->ruleset, declared->registry);
    const struct variant *variant = how == NAME_TEXT ? world->variants[field] : NULL;
    char folded[128];
    const char *looked =
        variant && variant->fold ? fold_name(text, length, folded, sizeof folded) : text;
    text_id known = ruleset_find_text(world->ruleset, looked, length);
    const struct name *name =
        known ? registry_find_name(world->ruleset, registry, how, known) : NULL;
    uint16_t entry = name ? world->named[name_index(world->ruleset, registry, name)] : NONE16;

    if (entry == NONE16) {
        world_put(world, field, text_cell(text, length), POSITION_OTHER, from);
        return;
    }
    world_put_entry(world, field, declared->registry, entry, from);
}

/* Numbers and versions: unreadable text keeps its text. */
static void set_number(struct world *world, uint16_t field, const char *text, size_t length,
                       origin from)
{
    const struct field *declared = ruleset_field(world->ruleset, field);
    bool is_version = declared->type == TYPE_VERSION;
    int64_t integer;

    if (is_version ? text_read_version(text, length, &integer)
                   : text_read_integer(text, length, &integer)) {
        /* A version prints as it was written. */
        struct cell cell = is_version ? text_cell(text, length)
                                      : (struct cell){.kind = CELL_INTEGER, .integer = integer};
        world_put(world, field, cell, field_interval(world->ruleset, declared, integer), from);
        return;
    }
    world_put(world, field, text_cell(text, length), POSITION_OTHER, from);
}

static void set_truth(struct world *world, uint16_t field, bool truth, origin from)
{
    struct cell cell = {.kind = CELL_BOOLEAN, .integer = truth};
    world_put(world, field, cell, truth ? POSITION_TRUE : POSITION_FALSE, from);
}

/* "null" ... "mapping", "object" as positions. */
static uint16_t kind_position(const char *text, size_t length)
{
    for (int kind = 0; kind < VALUE__COUNT; kind++) {
        const char *name = value_kind_name((enum value_kind)kind);
        if (strlen(name) == length && memcmp(name, text, length) == 0)
            return (uint16_t)(1 + kind);
    }
    return POSITION_OBJECT;
}

/* A literal for an untyped field is read as a command line would: a number stays a number. */
static struct cell raw_cell(const char *text, size_t length)
{
    int64_t integer;
    bool plain = length > 0 && length < 20 && strspn(text, "-0123456789") >= length;
    if (plain && text_read_integer(text, length, &integer))
        return (struct cell){.kind = CELL_INTEGER, .integer = integer};
    return text_cell(text, length);
}

void world_set_text(struct world *world, uint16_t field, const char *text, size_t length,
                    origin from)
{
    const struct field *declared = ruleset_field(world->ruleset, field);

    switch ((enum field_type)declared->type) {
    case TYPE_NAME:
        world_set_name(world, field, NAME_ENTRY, text, length, from);
        break;
    case TYPE_CHOICE:
    case TYPE_TEXT:
        set_literal(world, field, text, length, from);
        break;
    case TYPE_INTEGER:
    case TYPE_COUNT:
    case TYPE_VERSION:
        set_number(world, field, text, length, from);
        break;
    case TYPE_TRUTH:
        set_truth(world, field, length > 0 && !(length == 5 && memcmp(text, "false", 5) == 0),
                  from);
        break;
    case TYPE_KIND:
        world_put(world, field, text_cell(text, length), kind_position(text, length), from);
        break;
    default:
        world_put(world, field, raw_cell(text, length), POSITION_SET, from);
        break;
    }
}

/* The literal that a table writes for a number or truth. Returns its length. */
static size_t write_scalar(const struct cell *cell, char ret_text[INTEGER_TEXT_SIZE])
{
    if (cell->kind == CELL_INTEGER)
        return integer_text(cell->integer, ret_text);
    strcpy(ret_text, cell->integer ? "true" : "false");
    return strlen(ret_text);
}

/* A number where a number is wanted keeps being one (a boolean too, so that it prints as it was
 * given). */
static void set_integer_cell(struct world *world, uint16_t field, struct cell cell, origin from)
{
    const struct field *declared = ruleset_field(world->ruleset, field);
    char digits[INTEGER_TEXT_SIZE];
    size_t length;

    switch ((enum field_type)declared->type) {
    case TYPE_INTEGER:
    case TYPE_COUNT:
    case TYPE_VERSION:
        world_put(world, field, cell, field_interval(world->ruleset, declared, cell.integer), from);
        break;
    case TYPE_TRUTH:
        set_truth(world, field, cell.integer != 0, from);
        break;
    case TYPE_CHOICE:
    case TYPE_TEXT:
    case TYPE_NAME:
    case TYPE_KIND:
        length = declared->literals.count ? write_scalar(&cell, digits) : 0;
        world_put(world, field, cell, literal_position(world, declared, digits, length), from);
        break;
    default:
        world_put(world, field, cell, POSITION_SET, from);
        break;
    }
}

/* Lists: empty or not is all a condition can see. */
static void set_list_cell(struct world *world, uint16_t field, struct cell cell, origin from)
{
    bool is_list = ruleset_field(world->ruleset, field)->type == TYPE_LIST;
    uint16_t filled = is_list ? POSITION_FILLED : POSITION_SET;
    world_put(world, field, cell, is_list && cell.list->count == 0 ? POSITION_EMPTY : filled, from);
}

static void set_entry_cell(struct world *world, uint16_t field, struct cell cell, origin from)
{
    const struct field *declared = ruleset_field(world->ruleset, field);
    if (declared->type == TYPE_NAME && declared->registry == cell.registry) {
        world_put(world, field, cell, (uint16_t)(POSITION_FIRST + cell.integer), from);
        return;
    }
    const struct registry_table *registry = ruleset_registry(world->ruleset, cell.registry);
    text_id name = ruleset_entry(world->ruleset, registry, (uint32_t)cell.integer)->name;
    if (declared->type == TYPE_TEXT)
        world_set_known_text(world, field, name, from);
    else
        world_set_text(world, field, ruleset_text(world->ruleset, name),
                       ruleset_text_length(world->ruleset, name), from);
}

/* One list element; as text, kept by the world, where conditions look at it. */
static void set_slot_cell(struct world *world, uint16_t field, struct cell cell, origin from)
{
    const struct field *declared = ruleset_field(world->ruleset, field);
    if (declared->type == TYPE_TEXT && declared->literals.count == 0) {
        world_put(world, field, cell, POSITION_OTHER, from);
        return;
    }
    size_t length = cell_text(world->ruleset, &cell, NULL, 0);
    char *text = bump_alloc(&world->bump, length + 1);
    if (text == NULL)
        return;
    cell_text(world->ruleset, &cell, text, length + 1);
    world_set_text(world, field, text, length, from);
}

/* A raw scalar as the cell of its kind. */
static struct cell scalar_cell(const struct value *value)
{
    switch (value->kind) {
    case VALUE_BOOLEAN:
        return (struct cell){.kind = CELL_BOOLEAN, .integer = value->boolean};
    case VALUE_INTEGER:
        return (struct cell){.kind = CELL_INTEGER, .integer = value->integer};
    case VALUE_STRING:
        return text_cell(value->text, value->count);
    default:
        return (struct cell){.kind = CELL_VALUE, .value = value};
    }
}

static void set_unset_cell(struct world *world, uint16_t field, struct cell cell, origin from)
{
    (void)cell;
    world_unset(world, field, from);
}

static void set_text_cell(struct world *world, uint16_t field, struct cell cell, origin from)
{
    world_set_text(world, field, cell.text, cell.count, from);
}

static void set_open_cell(struct world *world, uint16_t field, struct cell cell, origin from)
{
    (void)cell;
    world_set_open(world, field, from);
}

/* What no condition can look into. */
static void set_whole_cell(struct world *world, uint16_t field, struct cell cell, origin from)
{
    world_put(world, field, cell, POSITION_SET, from);
}

/* Writers of cells that the field may have to read. */
static void (*const cell_setters[])(struct world *, uint16_t field, struct cell cell, origin) = {
    [CELL_UNSET] = set_unset_cell,     [CELL_BOOLEAN] = set_integer_cell,
    [CELL_INTEGER] = set_integer_cell, [CELL_TEXT] = set_text_cell,
    [CELL_ENTRY] = set_entry_cell,     [CELL_VALUE] = set_whole_cell,
    [CELL_LIST] = set_list_cell,       [CELL_SLOT] = set_slot_cell,
    [CELL_MAPPING] = set_whole_cell,   [CELL_OPEN] = set_open_cell,
};

/* Kinds that a plain field holds as they are. A text stays one in an untyped field: only a table's
 * literal is read there. */
enum {
    KEPT_KINDS =
        1 << CELL_BOOLEAN | 1 << CELL_INTEGER | 1 << CELL_TEXT | 1 << CELL_LIST | 1 << CELL_MAPPING
};

void world_set_cell(struct world *world, uint16_t field, struct cell cell, origin from)
{
    const struct field *declared = ruleset_field(world->ruleset, field);
    if (cell.kind == CELL_VALUE)
        cell = scalar_cell(cell.value);
    if (declared->plain && (KEPT_KINDS >> cell.kind & 1))
        world_put(world, field, cell, POSITION_SET, from);
    else if (declared->type == TYPE_INTEGER && cell.kind == CELL_INTEGER)
        world_put(world, field, cell, field_interval(world->ruleset, declared, cell.integer), from);
    else
        cell_setters[cell.kind](world, field, cell, from);
}

bool cell_read_integer(const struct cell *cell, int64_t *ret_integer)
{
    return cell->kind == CELL_TEXT && text_read_integer(cell->text, cell->count, ret_integer);
}
