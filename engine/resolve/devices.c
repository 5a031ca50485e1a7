#include "resolve/devices.h"

#include <string.h>

#include "base/text.h"
#include "base/utf8.h"

/* What a policy made of a value. */
struct selection {
    const char *fault;  /* NULL: none */
    int64_t count;      /* how many devices, when that is known */
    const int64_t *ids; /* NULL: 0 ... count - 1 */
    bool has_ids;
};

struct request {
    struct world *world;
    const struct cell *cell;
    int64_t available; /* devices on the machine */
};

typedef struct selection policy(const struct request *request);

static struct selection fault(const char *name) { return (struct selection){.fault = name}; }

static struct selection range(int64_t count)
{
    if (count > DEVICES_MOST)
        return (struct selection){.fault = "too-many", .count = count};
    return (struct selection){.count = count, .has_ids = true};
}

/* Text without Python's white space around it. */
static const char *strip(const char *text, size_t *length)
{
    while (*length > 0 && strchr(" \t\n\v\f\r", *text)) {
        text++;
        --*length;
    }
    while (*length > 0 && strchr(" \t\n\v\f\r", text[*length - 1]))
        --*length;
    return text;
}

static bool is_text(const char *text, size_t length, const char *word)
{
    return length == strlen(word) && memcmp(text, word, length) == 0;
}

/* Superscripts and subscripts count as digits in Python's isdigit(), but int() refuses them. */
static bool is_odd_digit(uint32_t point)
{
    return point == 0xb2 || point == 0xb3 || point == 0xb9 || point == 0x2070 ||
           (point >= 0x2074 && point <= 0x2079) || (point >= 0x2080 && point <= 0x2089) ||
           (point >= 0x2460 && point <= 0x2468);
}

/* Python's isdigit(): at least one character, all of them digits. */
static bool is_all_digits(const char *text, size_t length)
{
    size_t at = 0;
    while (at < length) {
        uint32_t point;
        int64_t digit;
        size_t size = utf8_read(text + at, length - at, &point);
        if (size == 0 || (!is_odd_digit(point) && !text_read_integer(text + at, size, &digit)))
            return false;
        at += size;
    }
    return length > 0;
}

/* A number of processes: digits or an integer, at least 1. */
static struct selection policy_count(const struct request *request)
{
    const struct cell *cell = request->cell;
    int64_t count = 0;

    if (cell->kind == CELL_TEXT) {
        size_t length = cell->count;
        const char *text = strip(cell->text, &length);
        if (!is_all_digits(text, length))
            return fault("not-positive");
        if (!text_read_integer(text, length, &count))
            return fault("unreadable");
    } else if (cell->kind == CELL_INTEGER || cell->kind == CELL_BOOLEAN) {
        count = cell->integer;
    }
    return count > 0 ? range(count) : fault("not-positive");
}

/* True when every element is an integer. */
static bool is_integer_list(const struct value *value)
{
    for (const struct value *child = value->first; child; child = child->next) {
        if (child->kind != VALUE_INTEGER)
            return false;
    }
    return true;
}

static bool is_list(const struct cell *cell)
{
    return cell->kind == CELL_VALUE && cell->value->kind == VALUE_LIST;
}

/* Integers, texts and lists of integers; truth values are no integers here. */
static bool is_index_type(const struct cell *cell)
{
    return cell->kind == CELL_INTEGER || cell->kind == CELL_TEXT ||
           (is_list(cell) && is_integer_list(cell->value));
}

/* "0,1,3": empty parts are dropped. False when a part is no integer. */
static bool read_parts(struct world *world, const char *text, size_t length,
                       const int64_t **ret_ids, int64_t *ret_count)
{
    int64_t *ids = bump_alloc(&world->bump, (length / 2 + 1) * sizeof *ids);
    int64_t count = 0;
    const char *end = text + length;

    while (ids && text <= end) {
        const char *comma = memchr(text, ',', (size_t)(end - text));
        const char *stop = comma ? comma : end;
        if (stop > text && !text_read_integer(text, (size_t)(stop - text), &ids[count++]))
            return false;
        text = stop + 1;
    }
    *ret_ids = ids;
    *ret_count = ids ? count : 0;
    return true;
}

/* The integers of a list value. */
static struct selection list_ids(struct world *world, const struct value *list)
{
    int64_t *ids = bump_alloc(&world->bump, (list->count + 1) * sizeof *ids);
    int64_t count = 0;
    for (const struct value *child = list->first; ids && child; child = child->next)
        ids[count++] = child->integer;
    return (struct selection){.ids = ids, .count = count, .has_ids = true};
}

/* 3 is the first three devices, -1 all of them, other negative numbers none. */
static struct selection number_ids(int64_t number, int64_t available)
{
    if (number == -1)
        number = available;
    if (number > DEVICES_MOST) /* off every machine, whatever the exact number */
        number = DEVICES_MOST + 1;
    return (struct selection){.count = number > 0 ? number : 0, .has_ids = true};
}

static struct selection text_ids(const struct request *request)
{
    const char *text = request->cell->text;
    size_t length = request->cell->count;
    struct selection selection = {.has_ids = true};
    int64_t number;

    if (is_text(text, length, "-1"))
        return number_ids(-1, request->available);
    if (memchr(text, ',', length)) {
        bool readable = read_parts(request->world, text, length, &selection.ids, &selection.count);
        return readable ? selection : fault("unreadable");
    }
    if (!text_read_integer(text, length, &number))
        return fault("unreadable");
    return number_ids(number, request->available);
}

/* int 0, an empty list and the texts "0" and "[]" select nothing at all. */
static bool selects_none(const struct cell *cell)
{
    if (cell->kind == CELL_INTEGER)
        return cell->integer == 0;
    if (is_list(cell))
        return cell->value->count == 0;
    size_t length = cell->count;
    const char *text = cell->kind == CELL_TEXT ? strip(cell->text, &length) : "";
    return cell->kind == CELL_TEXT && (is_text(text, length, "0") || is_text(text, length, "[]"));
}

static bool is_repeated(const struct selection *selection)
{
    /* Lists a person wrote are short; one that is not has an id off the machine as well. */
    for (int64_t i = 0; selection->ids && i < selection->count && i < 4096; i++) {
        for (int64_t j = 0; j < i; j++) {
            if (selection->ids[i] == selection->ids[j])
                return true;
        }
    }
    return false;
}

static bool is_off_machine(const struct selection *selection, int64_t available)
{
    if (selection->ids == NULL)
        return selection->count > available;
    for (int64_t i = 0; i < selection->count; i++) {
        if (selection->ids[i] < 0 || selection->ids[i] >= available)
            return true;
    }
    return false;
}

/* Indices of devices on the machine. With the faults repeated and not-available the indices are
 * delivered all the same. */
static struct selection select_indices(const struct request *request)
{
    const struct cell *cell = request->cell;
    struct selection selection;

    if (selects_none(cell))
        return fault("none");
    if (cell->kind == CELL_TEXT)
        selection = text_ids(request);
    else if (cell->kind == CELL_INTEGER)
        selection = number_ids(cell->integer, request->available);
    else
        selection = list_ids(request->world, cell->value);
    if (selection.fault)
        return selection;
    if (selection.count == 0)
        return fault("empty");
    if (is_repeated(&selection))
        selection.fault = "repeated";
    else if (is_off_machine(&selection, request->available))
        selection.fault = "not-available";
    return selection;
}

static struct selection policy_indices(const struct request *request)
{
    return is_index_type(request->cell) ? select_indices(request) : fault("wrong-type");
}

/* Elements of a list that are no integers are found on no machine. */
static struct selection policy_indices_unchecked(const struct request *request)
{
    if (is_list(request->cell) && !is_integer_list(request->cell->value))
        return (struct selection){
            .fault = "not-available", .count = request->cell->value->count, .has_ids = true};
    return policy_indices(request);
}

/* Indices that are delivered as positions: 0 ... length - 1. */
static struct selection policy_indices_renumbered(const struct request *request)
{
    struct selection selection = policy_indices(request);
    selection.ids = NULL;
    return selection;
}

/* The text of a slot: one integer, or a list of them with commas. */
static bool read_slot_text(const struct request *request, bool *ret_is_list,
                           const int64_t **ret_ids, int64_t *ret_number)
{
    size_t length = request->cell->count;
    const char *text = strip(request->cell->text, &length);

    *ret_is_list = length == 0 || memchr(text, ',', length) != NULL;
    if (*ret_is_list)
        return read_parts(request->world, text, length, ret_ids, ret_number);
    return text_read_integer(text, length, ret_number);
}

/* How a policy reads the text of a slot: one number, or a list of them. */
typedef bool read_slot(const struct request *request, bool *ret_is_list, const int64_t **ret_ids,
                       int64_t *ret_number);

/* What a slot value says. */
struct slots {
    const char *fault;
    bool listed;
    const int64_t *ids; /* listed: `number` of them */
    int64_t number;
};

static struct slots read_slots(const struct request *request, read_slot *read_text)
{
    const struct cell *cell = request->cell;
    struct slots slots = {.listed = cell->kind == CELL_VALUE, .number = cell->integer};

    if (!is_index_type(cell))
        slots.fault = "wrong-type";
    else if (cell->kind == CELL_TEXT &&
             !read_text(request, &slots.listed, &slots.ids, &slots.number))
        slots.fault = "unreadable";
    else if (cell->kind == CELL_VALUE) {
        struct selection list = list_ids(request->world, cell->value);
        slots.ids = list.ids;
        slots.number = list.count;
    }
    return slots;
}

/* The one slot of a list, when it lies in a range. */
static struct selection one_slot(const struct slots *slots, int64_t first, int64_t last)
{
    if (slots->ids == NULL || slots->number != 1 || slots->ids[0] < first || slots->ids[0] > last)
        return fault("not-allowed");
    return (struct selection){.ids = slots->ids, .count = 1, .has_ids = true};
}

/* One device, all of them, or the one in a slot. */
static struct selection policy_slots(const struct request *request)
{
    struct slots slots = read_slots(request, read_slot_text);
    if (slots.fault)
        return fault(slots.fault);
    if (slots.listed)
        return one_slot(&slots, 0, request->available - 1);
    bool allowed = slots.number == 1 || (slots.number > 0 && slots.number == request->available);
    return allowed ? range(slots.number) : fault("not-allowed");
}

/* The text of eight slots: "1" and "8" are numbers, all else a list. */
static bool read_eight_text(const struct request *request, bool *ret_is_list,
                            const int64_t **ret_ids, int64_t *ret_number)
{
    size_t length = request->cell->count;
    const char *text = strip(request->cell->text, &length);

    *ret_is_list = !is_text(text, length, "1") && !is_text(text, length, "8");
    *ret_number = *text == '8' ? 8 : 1;
    return !*ret_is_list || read_parts(request->world, text, length, ret_ids, ret_number);
}

/* One core, all eight, or the one with a number from 1; the machine is not asked. */
static struct selection policy_eight_slots(const struct request *request)
{
    struct slots slots = read_slots(request, read_eight_text);
    if (slots.fault)
        return fault(slots.fault);
    if (!slots.listed)
        return slots.number == 1 || slots.number == 8 ? range(slots.number) : fault("not-allowed");
    return slots.number == 0 ? fault("crash") : one_slot(&slots, 1, 8);
}

static policy *const policies[] = {policy_count, policy_indices,     policy_indices_renumbered,
                                   policy_slots, policy_eight_slots, policy_indices_unchecked};
const char *const device_policies[] = {
    "count", "indices", "indices-renumbered", "slots", "eight-slots", "indices-unchecked", NULL};

/* Writes what a policy found into the fields that the rule names. */
static void deliver(struct world *world, const struct read_effect *effect,
                    const struct selection *selection, origin from)
{
    struct list *list = selection->has_ids ? bump_alloc(&world->bump, sizeof *list) : NULL;

    if (selection->fault)
        world_set_text(world, effect->fault_field, selection->fault, strlen(selection->fault),
                       from);
    else
        world_unset(world, effect->fault_field, from);
    if (list == NULL) {
        world_unset(world, effect->count_field, from);
        world_unset(world, effect->ids_field, from);
        return;
    }
    *list = (struct list){.integers = selection->ids, .count = (uint32_t)selection->count};
    struct cell count = {.kind = CELL_INTEGER, .integer = selection->count};
    world_set_cell(world, effect->count_field, count, from);
    world_set_cell(world, effect->ids_field, (struct cell){.kind = CELL_LIST, .list = list}, from);
}

bool devices_read(struct world *world, const struct read_effect *effect, const char *name,
                  int64_t available, bool available_known, origin from)
{
    struct request request = {.world = world,
                              .cell = &world->cells[effect->value_field],
                              .available = available_known ? available : 0};
    for (size_t i = 0; device_policies[i]; i++) {
        if (strcmp(device_policies[i], name) == 0) {
            struct selection selection = policies[i](&request);
            deliver(world, effect, &selection, from);
            break;
        }
    }
    return !world->bump.full;
}
