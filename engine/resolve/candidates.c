#include "resolve/candidates.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"

/* What the candidates of one field are made from. */
struct maker {
    const struct resolution *failed;
    const struct spec *spec;
    struct arena *arena;
    struct candidate_list *list;
    uint16_t field;
    const struct field *declared;
    const struct value *current; /* NULL: not passed */
    bool is_fact;
};

/* Values equal as text are the same to a reader. */
static bool same_value(const struct value *left, const struct value *right)
{
    char a[256], b[256];
    if (left == NULL || right == NULL)
        return left == right;
    size_t length = value_text(left, a, sizeof a);
    return left->kind == right->kind && length == value_text(right, b, sizeof b) &&
           length < sizeof a && memcmp(a, b, length) == 0;
}

static bool is_listed(const struct maker *maker, const struct value *value)
{
    for (size_t i = 0; i < maker->list->count; i++) {
        const struct change *change = &maker->list->items[i];
        if (change->field == maker->field && same_value(change->value, value))
            return true;
    }
    return false;
}

static void add_candidate(struct maker *maker, const struct value *value, uint32_t cost)
{
    struct candidate_list *list = maker->list;
    if (same_value(value, maker->current) || is_listed(maker, value))
        return;
    struct change *items = array_grow(list->items, list->count, sizeof *items, &list->room);
    if (items == NULL) {
        list->failed = true;
        return;
    }
    list->items = items;
    list->items[list->count++] = (struct change){
        .field = maker->field, .is_fact = maker->is_fact, .value = value, .cost = cost};
}

/* A table's text as a command line means it; "unset" is no value. Environment variables are always
 * text. */
static void add_text(struct maker *maker, const char *text, uint32_t cost)
{
    const char *name = ruleset_text(maker->failed->ruleset, maker->declared->name);
    size_t length = strlen(text);
    if (strcmp(text, "unset") == 0) {
        add_candidate(maker, NULL, cost);
        return;
    }
    struct value *value = strncmp(name, "env.", 4) == 0
                              ? value_string(maker->arena, text, length)
                              : value_from_text(maker->arena, text, length);
    if (value == NULL)
        maker->list->failed = true;
    else
        add_candidate(maker, value, cost);
}

/* A rule's proposal is good, but falling back to the default gives up what the user asked for. */
static uint32_t fix_cost(const struct maker *maker, const char *text)
{
    const struct ruleset *ruleset = maker->failed->ruleset;
    const struct variant *variant =
        field_variant(ruleset, maker->declared, maker->failed->world.release);
    const char *otherwise = variant ? ruleset_text(ruleset, variant->default_text) : NULL;
    return maker->declared->cost * 10 + (otherwise && strcmp(otherwise, text) == 0 ? 4 : 0);
}

/* What the rules that complained propose comes first. */
static void add_fixes(struct maker *maker)
{
    const struct resolution *failed = maker->failed;
    for (uint32_t i = 0; i < failed->trace.reason_count; i++) {
        const struct rule *rule = ruleset_rule(failed->ruleset, failed->trace.reasons[i].rule);
        const struct fix *fixes = ruleset_at(failed->ruleset, rule->fixes);
        for (uint32_t j = 0; j < rule->fixes.count && rule->severity == SEVERITY_ERROR; j++) {
            char text[256];
            if (fixes[j].field != maker->field)
                continue;
            if (resolution_fill(failed, ruleset_text(failed->ruleset, fixes[j].value), text,
                                sizeof text) < sizeof text)
                add_text(maker, text, fix_cost(maker, text));
        }
    }
}

/* Earlier ones first; of numbers the one nearest to what was asked for, rather less than more. */
static uint32_t declared_cost(const struct maker *maker, const char *text, uint32_t index)
{
    uint32_t cost = maker->declared->cost * 10 + 3;
    int64_t wanted = 0, number;
    const struct value *current = maker->current;
    bool counts = current && (current->kind == VALUE_INTEGER ||
                              (current->kind == VALUE_STRING &&
                               text_read_integer(current->text, current->count, &wanted)));
    if (current && current->kind == VALUE_INTEGER)
        wanted = current->integer;
    if (current && current->kind == VALUE_LIST) {
        wanted = current->count;
        counts = true;
    }
    if (!counts || wanted <= 0 || !text_read_integer(text, strlen(text), &number))
        return cost + (index < 5 ? index : 5);
    int64_t away = number > wanted ? number - wanted + 2 : wanted - number;
    return cost - 3 + (uint32_t)(away < 6 ? away : 6);
}

static void add_declared(struct maker *maker)
{
    const text_id *candidates = ruleset_at(maker->failed->ruleset, maker->declared->candidates);
    for (uint32_t i = 0; i < maker->declared->candidates.count; i++)
        add_text(maker, ruleset_text(maker->failed->ruleset, candidates[i]),
                 declared_cost(maker, ruleset_text(maker->failed->ruleset, candidates[i]), i));
}

/* True for an entry that can be named in a release. */
static bool can_be_named(const struct entry *entry, int64_t release)
{
    return !entry->object_only && release >= entry->since && release < entry->until;
}

const char *candidates_nearest_name(const struct resolution *resolution, const struct field *field,
                                    const char *text, struct arena *arena)
{
    const struct ruleset *ruleset = resolution->ruleset;
    const struct registry_table *registry = ruleset_registry(ruleset, field->registry);
    const char **names = arena_alloc(arena, registry->entries.count + (size_t)1, sizeof *names);
    size_t count = 0;
    for (uint32_t i = 0; names && i < registry->entries.count; i++) {
        const struct entry *entry = ruleset_entry(ruleset, registry, i);
        if (can_be_named(entry, resolution->world.release))
            names[count++] = ruleset_text(ruleset, entry->name);
    }
    return names ? text_nearest(text, names, count) : NULL;
}

/* How far a name is from what the user wrote: the nearest spelling, other near ones, then names
 * that begin alike. */
static uint32_t name_distance(const struct maker *maker, const char *nearest, const char *name)
{
    char wanted[64] = "";
    size_t common = 0;
    if (maker->current == NULL || maker->current->kind != VALUE_STRING ||
        maker->current->count >= sizeof wanted)
        return 9;
    if (nearest && strcmp(nearest, name) == 0)
        return 0;
    value_text(maker->current, wanted, sizeof wanted);
    if (text_nearest(wanted, &name, 1))
        return 1;
    while (name[common] && name[common] == wanted[common])
        common++;
    return common > 5 ? 3 : 8 - (uint32_t)common;
}

/* The name that the tables put in the place of the one asked for. */
static bool is_successor(const struct maker *maker, const char *name)
{
    for (size_t i = 0; i < maker->failed->fault_count; i++) {
        const struct request_fault *fault = &maker->failed->faults[i];
        uint16_t field =
            fault->value ? ruleset_find_field(maker->failed->ruleset, fault->field) : NONE16;
        if (field == maker->field && fault->nearest && strcmp(fault->nearest, name) == 0)
            return true;
    }
    return false;
}

/* Near spellings are what was meant; entries made from another one are the less usual choice; the
 * default decides nothing. */
static uint32_t name_cost(const struct maker *maker, const struct entry *entry, const char *nearest,
                          const char *name)
{
    const struct ruleset *ruleset = maker->failed->ruleset;
    const struct variant *variant =
        field_variant(ruleset, maker->declared, maker->failed->world.release);
    uint32_t distance = name_distance(maker, nearest, name), cost = maker->declared->cost * 10;
    if (is_successor(maker, name))
        return cost - (cost > 6 ? 6 : 0);
    if (distance < 2)
        return cost - (cost > 5 ? 5 - distance : 0);
    if (variant && variant->default_text == entry->name)
        distance += 2;
    return cost + 1 + distance + (entry->base ? 1 : 0);
}

/* The name that the value of now was most likely meant to be, or NULL. */
static const char *nearest_to_current(const struct maker *maker)
{
    if (maker->current == NULL || maker->current->kind != VALUE_STRING)
        return NULL;
    return candidates_nearest_name(maker->failed, maker->declared, maker->current->text,
                                   maker->arena);
}

/* Every entry that lives in the release and can be named. */
static void add_names(struct maker *maker)
{
    const struct ruleset *ruleset = maker->failed->ruleset;
    const struct registry_table *registry = ruleset_registry(ruleset, maker->declared->registry);
    int64_t release = maker->failed->world.release;
    const char *nearest = nearest_to_current(maker);
    for (uint32_t i = 0; i < registry->entries.count; i++) {
        const struct entry *entry = ruleset_entry(ruleset, registry, i);
        const char *name = ruleset_text(ruleset, entry->name);
        if (!can_be_named(entry, release))
            continue;
        struct value *value = value_string(maker->arena, name, strlen(name));
        if (value == NULL)
            maker->list->failed = true;
        else
            add_candidate(maker, value, name_cost(maker, entry, nearest, name));
    }
}

/* A list without one of its elements. */
static void add_shorter_lists(struct maker *maker)
{
    for (uint32_t i = 0; i < maker->current->count && i < 8; i++) {
        struct value *list = value_list(maker->arena);
        uint32_t index = 0;
        for (const struct value *child = maker->current->first; list && child;
             child = child->next) {
            struct value *copy = index++ == i ? NULL : value_copy(maker->arena, child);
            if (copy && !value_append(maker->arena, list, NULL, copy))
                list = NULL;
        }
        if (list == NULL)
            maker->list->failed = true;
        else
            add_candidate(maker, list, maker->declared->cost * 10 + 1);
    }
}

/* A copy of an object's arguments without the `skip`-th. */
static struct value *arguments_without(struct arena *arena, const struct value *arguments,
                                       uint32_t skip)
{
    struct value *copy = value_mapping(arena);
    uint32_t index = 0;
    for (const struct value *child = arguments->first; copy && child; child = child->next) {
        if (index++ == skip)
            continue;
        struct value *kept = value_copy(arena, child);
        if (kept == NULL || !value_append(arena, copy, child->key, kept))
            return NULL;
    }
    return copy;
}

/* An object without one of its arguments, or without any. */
static void add_plainer_objects(struct maker *maker)
{
    const struct value *arguments = value_get(maker->current, "init_args");
    const struct value *path = value_get(maker->current, "class_path");
    struct value *class_path = path ? value_copy(maker->arena, path) : NULL;
    struct value *plain = value_mapping(maker->arena);

    if (class_path && plain && value_append(maker->arena, plain, "class_path", class_path))
        add_candidate(maker, plain, maker->declared->cost * 10 + 2);
    for (uint32_t i = 0;
         arguments && arguments->kind == VALUE_MAPPING && i < arguments->count && i < 8; i++) {
        struct value *object = value_mapping(maker->arena);
        for (const struct value *child = maker->current->first; object && child;
             child = child->next) {
            struct value *copy = child == arguments ? arguments_without(maker->arena, child, i)
                                                    : value_copy(maker->arena, child);
            if (copy == NULL || !value_append(maker->arena, object, child->key, copy))
                object = NULL;
        }
        if (object == NULL)
            maker->list->failed = true;
        else
            add_candidate(maker, object, maker->declared->cost * 10 + 1);
    }
}

static int compare_cost(const void *left, const void *right)
{
    const struct change *a = left, *b = right;
    return a->cost < b->cost ? -1 : a->cost > b->cost;
}

static void add_field(struct maker *maker)
{
    size_t first = maker->list->count;
    add_fixes(maker);
    if (maker->declared->type == TYPE_NAME)
        add_names(maker);
    add_declared(maker);
    if (maker->current && maker->current->kind == VALUE_LIST)
        add_shorter_lists(maker);
    if (maker->current && maker->current->kind == VALUE_MAPPING)
        add_plainer_objects(maker);
    if (maker->list->count > first + 1)
        qsort(maker->list->items + first, maker->list->count - first, sizeof *maker->list->items,
              compare_cost);
}

static bool is_kept(const struct suggest_options *options, const char *name)
{
    for (size_t i = 0; i < options->keep_count; i++) {
        if (strcmp(options->keep[i], name) == 0)
            return true;
    }
    return false;
}

void candidates_collect(const struct resolution *failed, const struct spec *spec,
                        const struct suggest_options *options, struct arena *arena,
                        struct candidate_list *ret_list)
{
    const struct ruleset *ruleset = failed->ruleset;
    struct candidate_list list = {0};
    for (uint32_t i = 0; i < ruleset->fields.count; i++) {
        const struct field *field = ruleset_field(ruleset, i);
        const char *name = ruleset_text(ruleset, field->name);
        if (field->cost == 0 || field->root != i || is_kept(options, name) ||
            field_variant(ruleset, field, failed->world.release) == NULL)
            continue;
        const struct spec_entry *entry = field->role == ROLE_REQUEST ? spec_find(spec, name) : NULL;
        const struct fact *fact =
            field->role == ROLE_FACT && failed->facts ? facts_find(failed->facts, name) : NULL;
        struct maker maker = {.failed = failed,
                              .spec = spec,
                              .arena = arena,
                              .list = &list,
                              .field = (uint16_t)i,
                              .declared = field,
                              .current = entry  ? entry->value
                                         : fact ? fact->value
                                                : NULL,
                              .is_fact = field->role == ROLE_FACT};
        add_field(&maker);
    }
    *ret_list = list;
}
