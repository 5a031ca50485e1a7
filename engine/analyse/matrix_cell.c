/* One cell of a matrix: what an examination found, in words that outlive it. And what would help
 * it. */
#include "analyse/matrix_steps.h"

#include <string.h>

/* A template with its placeholders filled in, or NULL without memory. */
static const char *fill(struct arena *arena, const struct resolution *resolution,
                        const char *template)
{
    char small[512];
    size_t length = resolution_fill(resolution, template, small, sizeof small);
    if (length < sizeof small)
        return arena_copy(arena, small, length);
    char *large = arena_alloc(arena, length + 1, 1);
    if (large)
        resolution_fill(resolution, template, large, length + 1);
    return large;
}

static bool make_rule_fixes(struct arena *arena, const struct resolution *resolution,
                            const struct rule *rule, struct matrix_reason *reason)
{
    const struct ruleset *ruleset = resolution->ruleset;
    const struct fix *proposed = ruleset_at(ruleset, rule->fixes);
    if (rule->fixes.count == 0)
        return true;
    struct matrix_fix *fixes = arena_alloc(arena, rule->fixes.count, sizeof *fixes);
    if (fixes == NULL)
        return false;
    for (uint32_t i = 0; i < rule->fixes.count; i++) {
        fixes[i].field = ruleset_text(ruleset, ruleset_field(ruleset, proposed[i].field)->name);
        fixes[i].value = fill(arena, resolution, ruleset_text(ruleset, proposed[i].value));
        if (fixes[i].value == NULL)
            return false;
    }
    reason->fixes = fixes;
    reason->fix_count = rule->fixes.count;
    return true;
}

static bool make_rule_reason(struct arena *arena, const struct resolution *resolution,
                             const struct reason *told, struct matrix_reason *reason)
{
    const struct ruleset *ruleset = resolution->ruleset;
    const struct rule *rule = ruleset_rule(ruleset, told->rule);
    *reason = (struct matrix_reason){
        .id = ruleset_text(ruleset, rule->id),
        .reason = ruleset_text(ruleset, rule->reason),
        .message = fill(arena, resolution, ruleset_text(ruleset, rule->message)),
        .raises = ruleset_text(ruleset, rule->raises),
        .source = ruleset_text(ruleset, rule->source),
        .severity = (enum severity)rule->severity,
        .possible = told->possible,
    };
    return reason->message && make_rule_fixes(arena, resolution, rule, reason);
}

/* A fault of the request itself. */
static bool make_fault(struct arena *arena, const struct resolution *resolution,
                       const struct request_fault *fault, struct matrix_reason *reason)
{
    char message[512];
    request_fault_text(resolution, fault, message, sizeof message);
    *reason = (struct matrix_reason){
        .id = message_id(fault->message),
        .reason = request_fault_reason(resolution, fault),
        .message = arena_copy(arena, message, strlen(message)),
        .raises = request_fault_raises(resolution, fault),
        .severity = message_severity(fault->message),
    };
    return reason->message != NULL;
}

/* What a way tells: its errors, or the warnings of an example that runs. Notes are for those who
 * resolve. */
static bool is_told(const struct matrix_way *way, const struct rule *rule)
{
    return rule->severity == SEVERITY_ERROR || (way->ok && rule->severity == SEVERITY_WARNING);
}

/* The reasons of a way, faults of the request first. */
static bool make_reasons(struct arena *arena, const struct resolution *resolution,
                         struct matrix_way *way)
{
    struct matrix_reason *reasons = arena_alloc(
        arena, resolution->fault_count + resolution->trace.reason_count + 1, sizeof *reasons);
    bool complete = reasons != NULL;

    for (size_t i = 0; complete && i < resolution->fault_count; i++)
        complete =
            make_fault(arena, resolution, &resolution->faults[i], &reasons[way->reason_count++]);
    for (uint32_t i = 0; complete && i < resolution->trace.reason_count; i++) {
        const struct reason *told = &resolution->trace.reasons[i];
        if (is_told(way, ruleset_rule(resolution->ruleset, told->rule)))
            complete = make_rule_reason(arena, resolution, told, &reasons[way->reason_count++]);
    }
    way->reasons = reasons;
    return complete;
}

static const char *make_condition(struct arena *arena, const struct examination *examination,
                                  const struct outcome *outcome)
{
    struct text text;
    text_init(&text);
    examination_add_condition(examination, outcome, &text);
    const char *condition =
        text.failed ? NULL : arena_copy(arena, text.bytes ? text.bytes : "", text.length);
    text_clear(&text);
    return condition;
}

/* Whether a box holds the machine that has everything: every truth true, every number as large as
 * it gets. */
static bool holds_best(const struct examination *examination, const struct box *box)
{
    for (size_t i = 0; i < examination->unknown_count; i++) {
        const struct unknown *unknown = &examination->unknowns[i];
        uint8_t type = ruleset_field(examination->ruleset, unknown->field)->type;
        bool has_best = type == TYPE_TRUTH || type == TYPE_INTEGER || type == TYPE_VERSION;
        if (has_best && unknown->count && !(box->sets[i] >> (unknown->count - 1) & 1))
            return false;
    }
    return true;
}

static bool is_best(const struct examination *examination, const struct outcome *outcome)
{
    for (size_t i = 0; i < outcome->count; i++) {
        if (holds_best(examination, &outcome->boxes[i]))
            return true;
    }
    return false;
}

/* The way to tell about. What never runs is stopped on the best machine, too, and that is what
 * matters; where it depends, the first. */
static const struct matrix_way *choose_way(const struct examination *examination,
                                           const struct matrix_way *ways)
{
    const struct matrix_way *chosen = NULL;
    for (size_t i = 0; i < examination->outcome_count; i++) {
        if (ways[i].ok)
            continue;
        if (chosen == NULL || (examination->verdict == VERDICT_BROKEN &&
                               is_best(examination, &examination->outcomes[i])))
            chosen = &ways[i];
    }
    return chosen;
}

bool matrix_make_cell(struct arena *arena, const struct examination *examination,
                      struct matrix_cell *ret_cell)
{
    struct matrix_way *ways = arena_alloc(arena, examination->outcome_count + 1, sizeof *ways);
    if (ways == NULL)
        return false;
    for (size_t i = 0; i < examination->outcome_count; i++) {
        const struct outcome *outcome = &examination->outcomes[i];
        ways[i].ok = outcome->ok;
        ways[i].condition = make_condition(arena, examination, outcome);
        if (ways[i].condition == NULL || !make_reasons(arena, outcome->resolution, &ways[i]))
            return false;
    }
    *ret_cell = (struct matrix_cell){
        .verdict = examination->verdict,
        .complete = examination->complete,
        .ways = ways,
        .way_count = examination->outcome_count,
        .stops = choose_way(examination, ways),
    };
    return true;
}

const struct matrix_reason *matrix_first_error(const struct matrix_way *way)
{
    for (size_t i = 0; way && i < way->reason_count; i++) {
        if (way->reasons[i].severity == SEVERITY_ERROR)
            return &way->reasons[i];
    }
    return NULL;
}

/* ---- what helps ---- */

/* A place of the matrix by its sides. */
struct place {
    size_t at[MATRIX_AXES];
};

static const struct matrix_cell *cell_at(const struct matrix *matrix, const struct place *place)
{
    return matrix_at(matrix, place->at[MATRIX_PAGES], place->at[MATRIX_ROWS],
                     place->at[MATRIX_COLUMNS]);
}

/* The first value along one side with which it runs: everywhere, or else on some machines. NULL:
 * none. */
static const char *find_neighbour(const struct matrix *matrix, struct place place,
                                  enum matrix_role side)
{
    static const enum verdict wanted[] = {VERDICT_OK, VERDICT_DEPENDS};
    const struct matrix_axis *axis = &matrix->axes[side];
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        for (place.at[side] = 0; place.at[side] < axis->count; place.at[side]++) {
            if (cell_at(matrix, &place)->verdict == wanted[i])
                return axis->labels[place.at[side]];
        }
    }
    return NULL;
}

/* One change of a side each, from the side that costs a user least. */
static bool fix_by_neighbours(struct matrix *matrix, const struct place *place,
                              struct matrix_cell *cell)
{
    static const enum matrix_role sides[] = {MATRIX_PAGES, MATRIX_COLUMNS, MATRIX_ROWS};
    struct matrix_fix *fixes = arena_alloc(&matrix->arena, MATRIX_AXES, sizeof *fixes);
    if (fixes == NULL)
        return false;
    for (size_t i = 0; i < MATRIX_AXES; i++) {
        const struct matrix_axis *axis = &matrix->axes[sides[i]];
        const char *value = axis->field ? find_neighbour(matrix, *place, sides[i]) : NULL;
        if (value)
            fixes[cell->fix_count++] = (struct matrix_fix){.field = axis->field, .value = value};
    }
    cell->fixes = fixes;
    return true;
}

/* The proposals of the rule that stops the cell, else what its neighbours do better. */
static bool fix_cell(struct matrix *matrix, const struct place *place)
{
    struct matrix_cell *cell = (struct matrix_cell *)cell_at(matrix, place);
    const struct matrix_reason *error = matrix_first_error(cell->stops);

    if (error && error->fix_count) {
        cell->fixes = error->fixes;
        cell->fix_count = error->fix_count;
        return true;
    }
    return cell->verdict != VERDICT_BROKEN || fix_by_neighbours(matrix, place, cell);
}

bool matrix_make_fixes(struct matrix *matrix)
{
    struct place place;
    for (place.at[MATRIX_PAGES] = 0; place.at[MATRIX_PAGES] < matrix->axes[MATRIX_PAGES].count;
         place.at[MATRIX_PAGES]++) {
        for (place.at[MATRIX_ROWS] = 0; place.at[MATRIX_ROWS] < matrix->axes[MATRIX_ROWS].count;
             place.at[MATRIX_ROWS]++) {
            for (place.at[MATRIX_COLUMNS] = 0;
                 place.at[MATRIX_COLUMNS] < matrix->axes[MATRIX_COLUMNS].count;
                 place.at[MATRIX_COLUMNS]++) {
                if (!fix_cell(matrix, &place))
                    return false;
            }
        }
    }
    return true;
}
