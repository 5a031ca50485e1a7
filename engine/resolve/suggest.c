#include "resolve/suggest.h"

#include <stdlib.h>
#include <string.h>

#include "resolve/candidates.h"

/* One search. */
struct search {
    const struct base_world *base;
    const struct spec *spec;
    const struct candidate_list *candidates;
    struct suggestions *found;
    /* the request with changes; room for CHANGES_MOST more than it has */
    struct spec_entry *entries;
    size_t most, budget;
};

/* ---- trying ---- */

/* Facts that a suggestion changes. */
static void prepare_facts(struct world *world, void *context)
{
    const struct suggestion *suggestion = context;
    for (size_t i = 0; i < suggestion->count; i++) {
        const struct change *change = &suggestion->changes[i];
        if (change->is_fact)
            read_value(world, change->field, change->value, origin_make(ORIGIN_NONE, 0));
    }
}

/* The request with the suggestion's changes; entries are borrowed. */
static struct spec changed_spec(const struct search *search, const struct suggestion *suggestion)
{
    struct spec spec = {.entries = search->entries};
    const struct ruleset *ruleset = search->base->world.ruleset;

    for (size_t i = 0; i < search->spec->count; i++)
        spec.entries[spec.count++] = search->spec->entries[i];
    for (size_t i = 0; i < suggestion->count; i++) {
        const struct change *change = &suggestion->changes[i];
        const char *name = ruleset_text(ruleset, ruleset_field(ruleset, change->field)->name);
        struct spec_entry *entry = change->is_fact ? NULL : spec_find(&spec, name);
        if (change->is_fact)
            continue;
        if (entry == NULL && change->value)
            spec.entries[spec.count++] = spec_entry_of(name, change->value);
        else if (entry && change->value)
            spec_entry_set(entry, change->value);
        else if (entry)
            *entry = spec.entries[--spec.count];
    }
    return spec;
}

static bool has_facts(const struct suggestion *suggestion)
{
    for (size_t i = 0; i < suggestion->count; i++) {
        if (suggestion->changes[i].is_fact)
            return true;
    }
    return false;
}

/* True when the request with these changes runs. */
static bool try_changes(struct search *search, struct suggestion *suggestion)
{
    struct spec spec = changed_spec(search, suggestion);
    struct wide none = {.split_field = NONE16};
    struct resolution *resolution =
        has_facts(suggestion)
            ? resolution_new_wide(search->base, &spec, &none, prepare_facts, suggestion)
            : resolution_new(search->base, &spec);
    bool ok = resolution && resolution_ok(resolution);
    search->found->tried++;
    resolution_free(resolution);
    return ok;
}

/* ---- keeping ---- */

static bool same_fields(const struct suggestion *left, const struct suggestion *right)
{
    for (size_t i = 0; i < left->count; i++) {
        if (left->count != right->count || left->changes[i].field != right->changes[i].field)
            return false;
    }
    return true;
}

enum { ALIKE_MOST = 2 };

/* Makes room for another kind of change: of those that change the same fields the best two are
 * enough. False when the new one is no better than those. */
static bool drop_alike(struct suggestions *found, const struct suggestion *suggestion)
{
    size_t alike = 0, worst = 0;
    for (size_t i = 0; i < found->count; i++) {
        if (same_fields(&found->items[i], suggestion)) {
            alike++;
            worst = i;
        }
    }
    if (alike < ALIKE_MOST)
        return true;
    if (found->items[worst].cost <= suggestion->cost)
        return false;
    memmove(found->items + worst, found->items + worst + 1,
            (--found->count - worst) * sizeof *found->items);
    return true;
}

/* Keeps the best ones, in order of cost; the first found wins among equals. */
static void keep(struct search *search, const struct suggestion *suggestion)
{
    struct suggestions *found = search->found;
    if (!drop_alike(found, suggestion))
        return;
    size_t at = found->count;
    while (at > 0 && found->items[at - 1].cost > suggestion->cost)
        at--;
    if (at == search->most)
        return;
    if (found->count < search->most)
        found->count++;
    memmove(found->items + at + 1, found->items + at,
            (found->count - at - 1) * sizeof *found->items);
    found->items[at] = *suggestion;
}

/* A suggestion that costs more than the worst kept one need not be tried. */
static bool is_hopeless(const struct search *search, uint32_t cost)
{
    return search->found->count == search->most &&
           cost >= search->found->items[search->most - 1].cost;
}

/* ---- searching ---- */

/* Adds candidates from `from` on until the suggestion has `depth` of them. */
static void extend(struct search *search, struct suggestion *suggestion, size_t depth, size_t from)
{
    const struct candidate_list *list = search->candidates;
    for (size_t i = from; i < list->count && search->found->tried < search->budget; i++) {
        const struct change *change = &list->items[i];
        bool taken = suggestion->count > 0 &&
                     suggestion->changes[suggestion->count - 1].field == change->field;
        if (taken || is_hopeless(search, suggestion->cost + change->cost))
            continue;
        suggestion->changes[suggestion->count++] = *change;
        suggestion->cost += change->cost;
        if (suggestion->count < depth)
            extend(search, suggestion, depth, i + 1);
        else if (try_changes(search, suggestion))
            keep(search, suggestion);
        suggestion->cost -= change->cost;
        suggestion->count--;
    }
}

/* Depth by depth, so that the fewest changes win. */
static void search_all(struct search *search, size_t deepest)
{
    struct suggestions *found = search->found;
    found->complete = true;
    for (size_t depth = 1; depth <= deepest && found->count == 0 && found->complete; depth++) {
        struct suggestion suggestion = {.count = 0};
        extend(search, &suggestion, depth, 0);
        found->complete = found->tried < search->budget;
        if (found->complete || found->count)
            found->depth = depth;
    }
}

static bool start(struct search *search, const struct resolution *failed,
                  const struct suggest_options *options)
{
    struct suggestions *found = search->found;
    struct candidate_list candidates;

    search->most = options->most ? options->most : 3;
    search->most = search->most < SUGGESTIONS_MOST ? search->most : SUGGESTIONS_MOST;
    search->budget = options->budget ? options->budget : 60000;
    found->items = arena_alloc(&found->arena, search->most + 1, sizeof *found->items);
    search->entries = malloc((search->spec->count + CHANGES_MOST) * sizeof *search->entries);
    candidates_collect(failed, search->spec, options, &found->arena, &candidates);
    search->candidates = &candidates;
    bool complete = found->items && search->entries && !candidates.failed;
    if (complete)
        search_all(search,
                   options->depth && options->depth < CHANGES_MOST ? options->depth : CHANGES_MOST);
    free(candidates.items);
    free(search->entries);
    return complete;
}

bool suggest(const struct base_world *base, const struct spec *spec,
             const struct suggest_options *options, struct suggestions *ret_suggestions)
{
    struct suggestions found = {.ruleset = base->world.ruleset};
    struct search search = {.base = base, .spec = spec, .found = &found};
    struct resolution *failed = resolution_new(base, spec);

    arena_init(&found.arena);
    bool complete = failed && (resolution_ok(failed) || start(&search, failed, options));
    resolution_free(failed);
    if (!complete) {
        suggestions_clear(&found);
        return false;
    }
    *ret_suggestions = found;
    return true;
}

void suggestions_clear(struct suggestions *suggestions)
{
    arena_clear(&suggestions->arena);
    *suggestions = (struct suggestions){0};
}
