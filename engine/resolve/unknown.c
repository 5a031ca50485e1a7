/* Unknown fields: what they may be. Numbers are cut where the tables cut them and where numbers of
 * the request do. */
#include "resolve/unknown.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static void add_number(struct numbers *numbers, int64_t number)
{
    if (number < 0 || number > 1000000 || numbers->count == NUMBERS_MOST)
        return;
    for (size_t i = 0; i < numbers->count; i++) {
        if (numbers->items[i] == number)
            return;
    }
    numbers->items[numbers->count++] = number;
}

/* Numbers in a text: "0,1,3" has three. */
static void add_text_numbers(struct numbers *numbers, const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        size_t end = at;
        int64_t number;
        while (end < length && text[end] >= '0' && text[end] <= '9')
            end++;
        if (end > at && text_read_integer(text + at, end - at, &number))
            add_number(numbers, number);
        at = end > at ? end : at + 1;
    }
}

static void add_value_numbers(struct numbers *numbers, const struct value *value, int depth)
{
    if (value->kind == VALUE_INTEGER)
        add_number(numbers, value->integer);
    if (value->kind == VALUE_STRING && value->count < 256)
        add_text_numbers(numbers, value->text, value->count);
    if (value->kind == VALUE_LIST)
        add_number(numbers, value->count);
    if (!value_has_children(value) || depth > 8)
        return;
    for (const struct value *child = value->first; child; child = child->next)
        add_value_numbers(numbers, child, depth + 1);
}

void numbers_of_spec(const struct spec *spec, struct numbers *ret_numbers)
{
    struct numbers numbers = {.count = 0};
    for (size_t i = 0; i < spec->count; i++)
        add_value_numbers(&numbers, spec->entries[i].value, 0);
    /* Sizes are compared with products: devices times nodes. */
    size_t plain = numbers.count;
    for (size_t i = 0; i < plain; i++) {
        for (size_t j = i; j < plain; j++)
            add_number(&numbers, numbers.items[i] * numbers.items[j]);
    }
    *ret_numbers = numbers;
}

static int compare_numbers(const void *left, const void *right)
{
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return a < b ? -1 : a > b;
}

enum { CUTS_MOST = 2 * NUMBERS_MOST + 256 };

/* Where the numbers of a field fall apart, ascending, from 0. */
static size_t collect_cuts(const struct ruleset *ruleset, const struct field *field,
                           const struct numbers *numbers, int64_t *cuts)
{
    const int64_t *own = ruleset_at(ruleset, field->cuts);
    size_t count = 0, kept = 0;

    cuts[count++] = 0;
    for (uint32_t i = 0; i < field->cuts.count && count < 256; i++) {
        if (own[i] > 0)
            cuts[count++] = own[i];
    }
    for (size_t i = 0; field->type == TYPE_INTEGER && i < numbers->count; i++) {
        cuts[count++] = numbers->items[i];
        cuts[count++] = numbers->items[i] + 1;
    }
    qsort(cuts, count, sizeof *cuts, compare_numbers);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || cuts[i] != cuts[kept - 1])
            cuts[kept++] = cuts[i];
    }
    return kept;
}

static void add_atom(struct unknown *unknown, struct atom atom)
{
    if (unknown->count < ATOMS_MOST)
        unknown->atoms[unknown->count++] = atom;
}

static void add_intervals(const struct ruleset *ruleset, const struct field *field,
                          const struct numbers *numbers, struct unknown *unknown)
{
    int64_t cuts[CUTS_MOST];
    size_t count = collect_cuts(ruleset, field, numbers, cuts);

    for (size_t i = 0; i < count; i++) {
        struct cell cell = {.kind = CELL_INTEGER, .integer = cuts[i]};
        /* The last atom takes what is left over. */
        bool last = i + 1 == count || unknown->count + 1 == ATOMS_MOST;
        add_atom(unknown, (struct atom){.position = field_interval(ruleset, field, cuts[i]),
                                        .cell = cell,
                                        .low = cuts[i],
                                        .high = last ? INT64_MAX : cuts[i + 1] - 1});
        if (last)
            break;
    }
}

static void add_truths(struct unknown *unknown)
{
    for (int truth = 0; truth <= 1; truth++) {
        struct cell cell = {.kind = CELL_BOOLEAN, .integer = truth};
        add_atom(unknown,
                 (struct atom){.position = truth ? POSITION_TRUE : POSITION_FALSE, .cell = cell});
    }
}

static void add_literals(const struct ruleset *ruleset, const struct field *field,
                         struct unknown *unknown)
{
    const struct literal *literals = ruleset_at(ruleset, field->literals);
    for (uint32_t i = 0; i < field->literals.count; i++) {
        const char *text = ruleset_text(ruleset, literals[i].text);
        struct cell cell = {.kind = CELL_TEXT, .count = (uint32_t)strlen(text), .text = text};
        add_atom(unknown, (struct atom){.position = (uint16_t)literals[i].position, .cell = cell});
    }
}

/* A fact without a default may also be absent. */
static bool may_be_unset(const struct ruleset *ruleset, const struct field *field, int64_t release)
{
    const struct variant *variant =
        field_variant(ruleset, ruleset_field(ruleset, field->root), release);
    return variant == NULL || variant->default_text == 0;
}

bool unknown_init(const struct ruleset *ruleset, uint16_t index, int64_t release,
                  const struct numbers *numbers, struct unknown *unknown)
{
    const struct field *field = ruleset_field(ruleset, index);
    unknown->field = index;
    unknown->count = 0;
    if (may_be_unset(ruleset, field, release) && field->type != TYPE_TRUTH)
        add_atom(unknown, (struct atom){.position = POSITION_UNSET});
    switch ((enum field_type)field->type) {
    case TYPE_TRUTH:
        add_truths(unknown);
        return true;
    case TYPE_INTEGER:
        add_intervals(ruleset, field, numbers, unknown);
        return true;
    case TYPE_VERSION:
        add_intervals(ruleset, field, numbers, unknown);
        return true;
    case TYPE_CHOICE:
        add_literals(ruleset, field, unknown);
        return true;
    case TYPE_TEXT:
        add_literals(ruleset, field, unknown);
        add_atom(unknown, (struct atom){.position = POSITION_OTHER,
                                        .cell = {.kind = CELL_TEXT, .count = 3, .text = "..."}});
        return true;
    default:
        return false; /* a type that no condition looks into */
    }
}

/* "2.6.5" of 2006005. */
static void add_release(struct text *text, int64_t version)
{
    text_format(text, "%lld.%lld", (long long)(version / 1000000),
                (long long)(version / 1000 % 1000));
    if (version % 1000)
        text_format(text, ".%lld", (long long)(version % 1000));
}

static void add_number_text(struct text *text, bool is_version, int64_t number)
{
    if (is_version)
        add_release(text, number);
    else
        text_format(text, "%lld", (long long)number);
}

/* "is 3", ">= 2", "1..3" */
static void add_interval(struct text *text, bool is_version, int64_t low, int64_t high)
{
    if (low == high) {
        text_add(text, "= ");
        add_number_text(text, is_version, low);
    } else if (high == INT64_MAX) {
        text_add(text, ">= ");
        add_number_text(text, is_version, low);
    } else if (low == 0) {
        text_add(text, is_version ? "< " : "<= ");
        add_number_text(text, is_version, is_version ? high + 1 : high);
    } else {
        text_add(text, "in ");
        add_number_text(text, is_version, low);
        text_add(text, "..");
        add_number_text(text, is_version, high);
    }
}

/* Numbers: neighbouring intervals of the set as one. */
static void add_intervals_text(const struct unknown *unknown, bool is_version, uint64_t set,
                               struct text *text)
{
    bool first = true;
    for (uint32_t i = 0; i < unknown->count;) {
        uint32_t end = i;
        if (!(set >> i & 1)) {
            i++;
            continue;
        }
        text_add(text, first ? "" : " or ");
        first = false;
        if (unknown->atoms[i].position == POSITION_UNSET) {
            text_add(text, "is not there");
            i++;
            continue;
        }
        while (end + 1 < unknown->count && (set >> (end + 1) & 1))
            end++;
        add_interval(text, is_version, unknown->atoms[i].low, unknown->atoms[end].high);
        i = end + 1;
    }
}

static void add_atom_text(const struct unknown *unknown, uint32_t index, struct text *text)
{
    const struct atom *atom = &unknown->atoms[index];
    if (atom->position == POSITION_UNSET)
        text_add(text, "not there");
    else if (atom->cell.kind == CELL_BOOLEAN)
        text_add(text, atom->cell.integer ? "true" : "false");
    else if (atom->position == POSITION_OTHER)
        text_add(text, "something else");
    else
        text_add_bytes(text, atom->cell.text, atom->cell.count);
}

void unknown_add_text(const struct ruleset *ruleset, const struct unknown *unknown, uint64_t set,
                      struct text *text)
{
    const struct field *field = ruleset_field(ruleset, unknown->field);
    uint64_t all = unknown->count == 64 ? UINT64_MAX : (UINT64_C(1) << unknown->count) - 1;
    bool inverted = field->type != TYPE_TRUTH && __builtin_popcountll(set) > 2 &&
                    __builtin_popcountll(all & ~set) == 1;

    text_format(text, "%s ", ruleset_text(ruleset, field->name));
    if (field->type == TYPE_INTEGER || field->type == TYPE_VERSION) {
        add_intervals_text(unknown, field->type == TYPE_VERSION, set, text);
        return;
    }
    text_add(text, inverted ? "is not " : "is ");
    uint64_t shown = inverted ? all & ~set : set;
    for (uint32_t i = 0, written = 0; i < unknown->count; i++) {
        if (!(shown >> i & 1))
            continue;
        text_add(text, written++ ? " or " : "");
        add_atom_text(unknown, i, text);
    }
}
