/* Expressions over a world: a small stack machine. Unset and unreadable operands make the result
 * unset. */
#include <string.h>

#include "ruleset/evaluate.h"

static struct cell integer_cell(int64_t integer)
{
    return (struct cell){.kind = CELL_INTEGER, .integer = integer};
}

static struct cell truth_cell(bool truth)
{
    return (struct cell){.kind = CELL_BOOLEAN, .integer = truth};
}

/* Floor division and modulo, as the rules' readers know them from Python; b is not 0 and the
 * quotient fits. */
static int64_t floor_divide(int64_t a, int64_t b)
{
    int64_t quotient = a / b;
    return a % b != 0 && ((a < 0) != (b < 0)) ? quotient - 1 : quotient;
}

/* False when the result does not exist or does not fit. */
static bool compute(enum op_code code, int64_t a, int64_t b, int64_t *ret_result)
{
    switch (code) {
    case OP_ADD:
        return !__builtin_add_overflow(a, b, ret_result);
    case OP_SUBTRACT:
        return !__builtin_sub_overflow(a, b, ret_result);
    case OP_MULTIPLY:
        return !__builtin_mul_overflow(a, b, ret_result);
    case OP_DIVIDE:
    case OP_MODULO:
        if (b == 0 || (a == INT64_MIN && b == -1))
            return false;
        *ret_result = code == OP_DIVIDE ? floor_divide(a, b) : a - floor_divide(a, b) * b;
        return true;
    default:
        return false;
    }
}

static struct cell arithmetic(enum op_code code, const struct cell *left, const struct cell *right)
{
    int64_t a, b, result;
    if (!cell_integer(left, &a) || !cell_integer(right, &b) || !compute(code, a, b, &result))
        return (struct cell){0};
    return integer_cell(result);
}

/* Cells as texts are equal when they print the same. */
static bool same_text(const struct ruleset *ruleset, const struct cell *left,
                      const struct cell *right)
{
    char a[256], b[256];
    size_t length = cell_text(ruleset, left, a, sizeof a);
    return length == cell_text(ruleset, right, b, sizeof b) && length < sizeof a &&
           memcmp(a, b, length) == 0;
}

/* Comparison of numbers; == and != compare texts where a side is no number. */
static struct cell compare(const struct ruleset *ruleset, enum op_code code,
                           const struct cell *left, const struct cell *right)
{
    int64_t a, b;
    if (left->kind == CELL_UNSET || right->kind == CELL_UNSET)
        return (struct cell){0};
    if (!cell_integer(left, &a) || !cell_integer(right, &b)) {
        if (code != OP_EQUAL && code != OP_UNEQUAL)
            return (struct cell){0};
        return truth_cell(same_text(ruleset, left, right) == (code == OP_EQUAL));
    }
    switch (code) {
    case OP_EQUAL:
        return truth_cell(a == b);
    case OP_UNEQUAL:
        return truth_cell(a != b);
    case OP_LESS:
        return truth_cell(a < b);
    case OP_LESS_EQUAL:
        return truth_cell(a <= b);
    case OP_GREATER:
        return truth_cell(a > b);
    case OP_GREATER_EQUAL:
        return truth_cell(a >= b);
    default: /* OP_DIVIDES */
        return a == 0 || (a == -1 && b == INT64_MIN) ? (struct cell){0} : truth_cell(b % a == 0);
    }
}

/* A wide field has no value to calculate with: the evaluation must split it. */
static bool is_unknown(const struct world *world, uint16_t field)
{
    if (world->wide == NULL ||
        (world->positions[field] != POSITION_WIDE && world->cells[field].kind != CELL_OPEN))
        return false;
    world->wide->split_field = field;
    world->wide->split_column = NULL;
    return true;
}

static struct cell attribute_cell(const struct world *world, const struct op *op)
{
    const struct cell *cell = &world->cells[op->field];
    if (cell->kind != CELL_ENTRY)
        return (struct cell){0};
    const struct registry_table *registry = ruleset_registry(world->ruleset, cell->registry);
    const struct entry *entry = ruleset_entry(world->ruleset, registry, (uint32_t)cell->integer);
    return ruleset_text_cell(world->ruleset, entry_attribute(world->ruleset, entry, op->operand));
}

static struct cell length_cell(const struct cell *cell)
{
    if (cell->kind == CELL_LIST)
        return integer_cell(cell->list->count);
    if (cell->kind == CELL_VALUE && cell->value->kind == VALUE_LIST)
        return integer_cell(cell->value->count);
    return (struct cell){0};
}

/* The element of a list as the user wrote it. */
static struct cell value_item(const struct value *list, int64_t index)
{
    const struct value *child = value_at(list, (size_t)index);
    if (child && child->kind == VALUE_STRING)
        return (struct cell){.kind = CELL_TEXT, .count = child->count, .text = child->text};
    return child ? (struct cell){.kind = CELL_VALUE, .value = child} : (struct cell){0};
}

static struct cell item_cell(struct world *world, const struct cell *cell, const struct cell *at)
{
    int64_t index;
    if (cell->kind != CELL_LIST || !cell_integer(at, &index) || index < 0 ||
        index >= cell->list->count)
        return (struct cell){0};
    const struct list *list = cell->list;
    if (list->value)
        return value_item(list->value, index);
    int64_t element = list->integers ? list->integers[index] : index;
    if (list->pattern == NULL)
        return integer_cell(element);
    struct slot *slot = bump_alloc(&world->bump, sizeof *slot);
    if (slot == NULL)
        return (struct cell){0};
    *slot = (struct slot){.pattern = list->pattern, .integer = element};
    return (struct cell){.kind = CELL_SLOT, .slot = slot};
}

static struct cell list_cell(struct world *world, struct list from)
{
    struct list *list = bump_alloc(&world->bump, sizeof *list);
    if (list == NULL)
        return (struct cell){0};
    *list = from;
    return (struct cell){.kind = CELL_LIST, .list = list};
}

/* A list under a pattern; "{}" keeps integers as they are. */
static struct cell each_cell(struct world *world, const struct cell *cell,
                             const struct cell *pattern)
{
    if (cell->kind != CELL_LIST || pattern->kind != CELL_TEXT)
        return (struct cell){0};
    struct list list = *cell->list;
    list.pattern = strcmp(pattern->text, "{}") == 0 ? NULL : pattern->text;
    return list_cell(world, list);
}

static struct cell count_cell(struct world *world, const struct cell *cell)
{
    int64_t count;
    if (!cell_integer(cell, &count) || count < 0 || count > UINT32_MAX)
        return (struct cell){0};
    return list_cell(world, (struct list){.count = (uint32_t)count});
}

/* A value as the framework's language writes it: booleans are True and False. */
static struct cell python_cell(const struct cell *cell)
{
    if (cell->kind != CELL_BOOLEAN)
        return *cell;
    const char *word = cell->integer ? "True" : "False";
    return (struct cell){.kind = CELL_TEXT, .count = (uint32_t)strlen(word), .text = word};
}

/* Text after the last dot of a field's name, as a text of the ruleset. */
static text_id last_part(const struct ruleset *ruleset, text_id name)
{
    const char *text = ruleset_text(ruleset, name);
    const char *dot = strrchr(text, '.');
    return dot ? name + (text_id)(dot + 1 - text) : name;
}

/* The set ones of `argc` fields, which follow the op. */
static struct cell arguments_cell(struct world *world, const struct op *op)
{
    unsigned argc = op->argc;
    struct mapping *mapping = bump_alloc(&world->bump, sizeof *mapping);
    struct cell *cells = bump_alloc(&world->bump, argc * sizeof *cells);
    text_id *names = bump_alloc(&world->bump, argc * sizeof *names);

    if (mapping == NULL || cells == NULL || names == NULL)
        return (struct cell){0};
    uint32_t count = 0;
    for (unsigned i = 1; i <= argc; i++) {
        const struct cell *cell = &world->cells[op[i].field];
        if (is_unknown(world, op[i].field) || cell->kind == CELL_UNSET)
            continue;
        cells[count] = python_cell(cell);
        names[count++] =
            last_part(world->ruleset, ruleset_field(world->ruleset, op[i].field)->name);
    }
    *mapping =
        (struct mapping){.ruleset = world->ruleset, .cells = cells, .names = names, .count = count};
    return (struct cell){.kind = CELL_MAPPING, .mapping = mapping};
}

/* The first of some operands that has a value a reader could use. */
static struct cell first_cell(const struct cell *operands, unsigned count)
{
    unsigned i = 0;
    while (i < count && operands[i].kind == CELL_UNSET)
        i++;
    return i < count ? operands[i] : (struct cell){0};
}

/* Types whose texts cannot be calculated with: unreadable numbers and names of no entry. */
enum { DECIDING_TYPES = 1 << TYPE_INTEGER | 1 << TYPE_COUNT | 1 << TYPE_VERSION | 1 << TYPE_NAME };

/* A field's value to calculate with. */
static struct cell field_cell(const struct world *world, uint16_t field)
{
    bool is_other = world->positions[field] == POSITION_OTHER;
    if (is_unknown(world, field) ||
        (is_other && (DECIDING_TYPES >> ruleset_field(world->ruleset, field)->type & 1)))
        return (struct cell){0};
    return world->cells[field];
}

/* Functions and operators of two operands. */
static struct cell apply_two(struct world *world, enum op_code code, const struct cell *left,
                             const struct cell *right)
{
    if (code <= OP_MODULO)
        return arithmetic(code, left, right);
    if (code == OP_ITEM)
        return item_cell(world, left, right);
    if (code == OP_EACH)
        return each_cell(world, left, right);
    return compare(world->ruleset, code, left, right);
}

static struct cell apply_one(struct world *world, enum op_code code, const struct cell *operand)
{
    if (code == OP_LENGTH)
        return length_cell(operand);
    if (code == OP_COUNT)
        return count_cell(world, operand);
    struct cell zero = integer_cell(0);
    return arithmetic(OP_SUBTRACT, &zero, operand);
}

static struct cell constant_cell(const struct ruleset *ruleset, const struct op *op)
{
    const int64_t *integers = ruleset_at(ruleset, ruleset->integers);
    if (op->code == OP_INTEGER)
        return integer_cell(integers[op->operand]);
    return ruleset_text_cell(ruleset, op->operand);
}

/* Runs one op on the stack that ends at `end`; returns its new end. */
static struct cell *step(struct world *world, const struct op *op, struct cell *end)
{
    switch ((enum op_code)op->code) {
    case OP_INTEGER:
    case OP_TEXT:
        *end = constant_cell(world->ruleset, op);
        return end + 1;
    case OP_FIELD:
        *end = field_cell(world, op->field);
        return end + 1;
    case OP_ATTRIBUTE:
        *end = attribute_cell(world, op);
        return end + 1;
    case OP_ARGUMENTS:
        *end = arguments_cell(world, op);
        return end + 1;
    case OP_FIRST:
        end[-op->argc] = first_cell(end - op->argc, op->argc);
        return end - op->argc + 1;
    case OP_LENGTH:
    case OP_COUNT:
    case OP_NEGATE:
        end[-1] = apply_one(world, op->code, &end[-1]);
        return end;
    default:
        end[-2] = apply_two(world, op->code, &end[-2], &end[-1]);
        return end - 1;
    }
}

/* Runs the ops of an expression of several. */
static struct cell calculate_all(struct world *world, const struct op *op, const struct op *last)
{
    struct cell stack[EXPRESSION_DEPTH]; /* the compiler checked that no expression needs more */
    struct cell *end = stack;
    for (; op < last; op++) {
        end = step(world, op, end);
        op += op->code == OP_ARGUMENTS ? op->argc : 0; /* its fields follow it */
    }
    return end > stack ? stack[0] : (struct cell){0};
}

struct cell calculate(struct world *world, struct table expression)
{
    const struct op *op = ruleset_at(world->ruleset, expression);

    /* Most expressions copy one value, whatever it is. */
    if (expression.count == 1 && op->code == OP_FIELD)
        return is_unknown(world, op->field) ? (struct cell){0} : world->cells[op->field];
    if (expression.count == 1 && op->code == OP_ATTRIBUTE)
        return attribute_cell(world, op);
    return calculate_all(world, op, op + expression.count);
}
