/* What holds of a request whatever is not known: which outcome speaks for all, and which of its
 * reasons are told. */
#include <string.h>

#include "check/hearing.h"
#include "check/uses.h"

/* True when something is said about the environment of the run's processes. */
static bool has_environment(const struct facts *facts)
{
    for (size_t i = 0; facts && i < facts->count; i++) {
        if (strncmp(facts->items[i].name, "env.", 4) == 0)
            return true;
    }
    return false;
}

/* Fields whose values hang on what is open: request fields and, when asked for, an environment that
 * nobody described. */
static uint64_t *find_open(const struct hearing *hearing, const struct resolution *resolution,
                           bool environment)
{
    const struct ruleset *ruleset = resolution->ruleset;
    size_t words = fields_words(ruleset);
    uint64_t *open = arena_alloc(&hearing->checked->arena, words + 1, sizeof *open);
    if (open == NULL)
        return NULL;
    memcpy(open, hearing->open, words * sizeof *open);
    bool known = !environment || has_environment(hearing->machine->base->facts);
    for (uint32_t i = 0; !known && i < ruleset->fields.count; i++) {
        if (strncmp(ruleset_text(ruleset, ruleset_field(ruleset, i)->name), "env.", 4) == 0)
            bitset_set(open, i);
    }
    if (resolution->trace.reason_count && !bitset_is_empty(open, words))
        resolution_add_followers(resolution, open);
    return open;
}

/* True when a rule says the same whatever the open fields are. */
static bool is_settled(const struct resolution *resolution, uint32_t rule, const uint64_t *open)
{
    uint64_t uses[64] = {0};
    if (fields_words(resolution->ruleset) > 64)
        return false;
    rule_add_uses(resolution->ruleset, rule, uses);
    return !fields_meet(resolution->ruleset, uses, open);
}

/* The stage that an outcome ended in; faulty requests end before the first. */
static int last_stage(const struct resolution *resolution)
{
    const struct rule *rule = resolution_reason(resolution);
    return resolution->fault_errors ? -1 : rule ? rule->stage : INT32_MAX;
}

/* True when the first error of an outcome looks at a fact that is not known. */
static bool is_about_machine(const struct examination *examination,
                             const struct resolution *resolution)
{
    const struct rule *rules = ruleset_at(resolution->ruleset, resolution->ruleset->rules),
                      *rule = resolution_reason(resolution);
    uint64_t uses[64] = {0};
    if (rule == NULL || fields_words(resolution->ruleset) > 64)
        return false;
    rule_add_uses(resolution->ruleset, (uint32_t)(rule - rules), uses);
    for (size_t i = 0; i < examination->unknown_count; i++) {
        if (bitset_test(uses, examination->unknowns[i].field))
            return true;
    }
    return false;
}

/* True when a rule looks at a request field, or at one that another rule made of it. */
static bool looks_at(const struct resolution *resolution, uint32_t rule, uint16_t field)
{
    const struct ruleset *ruleset = resolution->ruleset;
    uint64_t uses[64] = {0};
    if (rule_share(ruleset, rule, NULL, field) < USES_ANY || fields_words(ruleset) > 64)
        return true;
    rule_add_uses(ruleset, rule, uses);
    for (uint32_t i = 0; i < ruleset->fields.count; i++) {
        origin from = resolution->world.origins[i];
        if (bitset_test(uses, i) && origin_kind_of(from) == ORIGIN_RULE &&
            origin_index(from) != rule && rule_reads(ruleset, origin_index(from), field))
            return true;
    }
    return false;
}

/* How many entries of the request the first error of an outcome looks at. */
static size_t count_blamed(const struct hearing *hearing, const struct resolution *resolution)
{
    const struct rule *rules = ruleset_at(resolution->ruleset, resolution->ruleset->rules),
                      *rule = resolution_reason(resolution);
    size_t count = 0;
    for (size_t i = 0; rule && i < hearing->request->count; i++) {
        uint16_t field =
            ruleset_find_field(resolution->ruleset, hearing->request->entries[i].field);
        count += field != NONE16 && looks_at(resolution, (uint32_t)(rule - rules), field);
    }
    return count;
}

/* True when one outcome says more than another: it runs, it does not blame the machine, it blames
 * more of the request, it got further. */
static bool says_more(const struct hearing *hearing, const struct examination *examination,
                      const struct resolution *left, const struct resolution *right)
{
    bool blames = is_about_machine(examination, left);
    if (resolution_ok(left) != resolution_ok(right))
        return resolution_ok(left);
    if (blames != is_about_machine(examination, right))
        return !blames;
    size_t first = count_blamed(hearing, left), second = count_blamed(hearing, right);
    return first != second ? first > second : last_stage(left) > last_stage(right);
}

static const struct resolution *best_outcome(const struct hearing *hearing,
                                             const struct examination *examination)
{
    const struct resolution *best = NULL;
    for (size_t i = 0; i < examination->outcome_count; i++) {
        const struct resolution *one = examination->outcomes[i].resolution;
        if (best == NULL || says_more(hearing, examination, one, best))
            best = one;
    }
    return best;
}

/* True when every part of every outcome that got as far has the reason. */
static bool is_shared(const struct examination *examination, const struct resolution *best,
                      uint32_t rule)
{
    for (size_t i = 0; i < examination->outcome_count; i++) {
        const struct outcome *one = &examination->outcomes[i];
        if (last_stage(one->resolution) == last_stage(best) && !bitset_test(one->certain, rule))
            return false;
    }
    return true;
}

/* True when no outcome can run whatever the open fields are: each ends at an error that does not
 * rest on them, or each where the tables know no more, as `best` does. Whether the open fields are
 * those of the run's environment too, `environment` says. */
static bool is_broken(const struct hearing *hearing, const struct examination *examination,
                      const struct resolution *best, bool environment)
{
    const struct rule *told = resolution_reason(best);
    bool broken = examination->verdict == VERDICT_BROKEN && told;
    for (size_t i = 0; broken && i < examination->outcome_count; i++) {
        const struct resolution *one = examination->outcomes[i].resolution;
        const struct rule *rules = ruleset_at(one->ruleset, one->ruleset->rules),
                          *rule = resolution_reason(one);
        const uint64_t *open = rule ? find_open(hearing, one, environment) : NULL;
        broken = rule && rule->limit == told->limit && open &&
                 is_settled(one, (uint32_t)(rule - rules), open);
    }
    return broken;
}

/* True when a reason of `best` is to be told. Errors: the request cannot run, whatever is not
 * known. Others: it runs, if at all, with them. */
static bool is_told(const struct examination *examination, const struct resolution *best,
                    uint32_t rule, const uint64_t *open_error, const uint64_t *open)
{
    const struct rule *row = ruleset_rule(best->ruleset, rule);
    if (row->severity == SEVERITY_NOTE && row->emits)
        return false; /* what the framework logs when all is well */
    if (row->severity != SEVERITY_ERROR)
        return is_shared(examination, best, rule) && is_settled(best, rule, open);
    return is_settled(best, rule, open_error);
}

/* True when an error of `best` is shared by all outcomes that got as far: then the others need not
 * be told. */
static bool has_shared_error(const struct examination *examination, const struct resolution *best)
{
    for (uint32_t i = 0; i < best->trace.reason_count; i++) {
        uint32_t rule = best->trace.reasons[i].rule;
        if (ruleset_rule(best->ruleset, rule)->severity == SEVERITY_ERROR &&
            is_shared(examination, best, rule))
            return true;
    }
    return false;
}

void hearing_tell(struct hearing *hearing, const struct examination *examination)
{
    const struct resolution *best = best_outcome(hearing, examination);
    const struct facts *facts = hearing->machine->base->facts;
    const uint64_t *open = best ? find_open(hearing, best, true) : NULL;
    bool described = facts && facts->count;
    const uint64_t *open_error = open && described ? find_open(hearing, best, false) : open;
    if (open_error == NULL) {
        hearing->checked->failed = hearing->checked->failed || best != NULL;
        return;
    }
    bool only_shared = has_shared_error(examination, best);
    bool broken = is_broken(hearing, examination, best, !described);
    hearing->answer = examination;
    for (uint32_t i = 0; i < best->trace.reason_count; i++) {
        uint32_t rule = best->trace.reasons[i].rule;
        bool error = ruleset_rule(best->ruleset, rule)->severity == SEVERITY_ERROR;
        if (is_told(examination, best, rule, open_error, open) &&
            (!error || (broken && (!only_shared || is_shared(examination, best, rule)))))
            hearing_tell_reason(hearing, best, rule);
    }
    hearing_tell_faults(hearing, best, false);
}
