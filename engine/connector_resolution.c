/* What callers ask of a resolution. */
#include "connector.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "report/report.h"
#include "resolve/explain.h"
#include "resolve/suggest.h"

void accord_resolution_free(accord_resolution *resolution)
{
    resolution_free((struct resolution *)resolution);
}

bool accord_resolution_ok(const accord_resolution *resolution)
{
    return resolution && resolution_ok(&resolution->inner);
}

/* The field behind a name of results, or NONE16. */
static uint16_t output_field(const struct ruleset *ruleset, const char *name)
{
    const uint16_t *outputs = ruleset_at(ruleset, ruleset->outputs);
    text_id text = ruleset_find_text(ruleset, name, strlen(name));
    for (uint32_t i = 0; text && i < ruleset->outputs.count; i++) {
        if (ruleset_field(ruleset, outputs[i])->output == text)
            return outputs[i];
    }
    return NONE16;
}

/* A cell's text, kept with the resolution. */
static const char *cell_kept(struct resolution *resolution, const struct cell *cell)
{
    if (cell->kind == CELL_UNSET)
        return NULL;
    size_t length = cell_text(resolution->ruleset, cell, NULL, 0);
    char *text = arena_alloc(&resolution->texts, length + 1, 1);
    if (text)
        cell_text(resolution->ruleset, cell, text, length + 1);
    return text;
}

const char *accord_resolution_get(accord_resolution *resolution, const char *name)
{
    uint16_t field = output_field(resolution->inner.ruleset, name);
    return field == NONE16 ? NULL
                           : cell_kept(&resolution->inner, &resolution->inner.world.cells[field]);
}

bool accord_resolution_integer(const accord_resolution *resolution, const char *name,
                               int64_t *ret_integer)
{
    uint16_t field = output_field(resolution->inner.ruleset, name);
    if (field == NONE16 || resolution->inner.world.cells[field].kind != CELL_INTEGER)
        return false;
    *ret_integer = resolution->inner.world.cells[field].integer;
    return true;
}

/* The `index`-th output that has a value, or NONE16; `index` past the end counts them. */
static uint16_t nth_output(const struct resolution *resolution, size_t index, size_t *ret_count)
{
    const struct ruleset *ruleset = resolution->ruleset;
    const uint16_t *outputs = ruleset_at(ruleset, ruleset->outputs);
    size_t count = 0;
    for (uint32_t i = 0; i < ruleset->outputs.count; i++) {
        if (resolution->world.cells[outputs[i]].kind == CELL_UNSET)
            continue;
        if (count++ == index)
            return outputs[i];
    }
    *ret_count = count;
    return NONE16;
}

size_t accord_resolution_count(const accord_resolution *resolution)
{
    size_t count = 0;
    nth_output(&resolution->inner, SIZE_MAX, &count);
    return count;
}

static const char *origin_detail(const struct resolution *resolution, origin from)
{
    const struct ruleset *ruleset = resolution->ruleset;
    uint32_t index = origin_index(from);
    switch (origin_kind_of(from)) {
    case ORIGIN_ENVIRONMENT:
        return ruleset_text(ruleset, ruleset_field(ruleset, index)->environment);
    case ORIGIN_FACT:
        return fact_source_name(resolution->facts->items[index].source);
    case ORIGIN_RULE:
        return ruleset_text(ruleset, ruleset_rule(ruleset, index)->id);
    default:
        return NULL;
    }
}

static struct span origin_place(const struct resolution *resolution, origin from)
{
    const struct ruleset *ruleset = resolution->ruleset;
    uint32_t index = origin_index(from);
    if (origin_kind_of(from) == ORIGIN_REQUEST)
        return resolution->places[index];
    if (origin_kind_of(from) == ORIGIN_FACT)
        return resolution->facts->items[index].place;
    if (origin_kind_of(from) != ORIGIN_RULE)
        return (struct span){0};
    const struct rule *rule = ruleset_rule(ruleset, index);
    return (struct span){
        .file = ruleset_text(ruleset, rule->file), .line = rule->line, .column = rule->column};
}

bool accord_resolution_at(accord_resolution *resolution, size_t index,
                          struct accord_value *ret_value)
{
    struct resolution *inner = &resolution->inner;
    size_t count;
    uint16_t field = nth_output(inner, index, &count);
    if (field == NONE16)
        return false;
    const char *text = cell_kept(inner, &inner->world.cells[field]);
    if (text == NULL)
        return false;
    origin from = inner->world.origins[field];
    struct span place = origin_place(inner, from);
    *ret_value = (struct accord_value){
        .name = ruleset_text(inner->ruleset, ruleset_field(inner->ruleset, field)->output),
        .field = ruleset_text(inner->ruleset, ruleset_field(inner->ruleset, field)->name),
        .text = text,
        .origin = (enum accord_origin_kind)origin_kind_of(from),
        .detail = origin_detail(inner, from),
        .file = place.file,
        .line = place.line,
        .column = place.column,
    };
    return true;
}

size_t accord_resolution_diagnostics(const accord_resolution *resolution)
{
    return resolution->inner.fault_count + resolution->inner.trace.reason_count;
}

/* A filled template, kept with the resolution. */
static const char *filled(struct resolution *resolution, const char *template)
{
    size_t length = resolution_fill(resolution, template, NULL, 0);
    char *text = arena_alloc(&resolution->texts, length + 1, 1);
    if (text)
        resolution_fill(resolution, template, text, length + 1);
    return text;
}

static struct accord_diagnostic fault_diagnostic(struct resolution *resolution,
                                                 const struct request_fault *fault)
{
    char message[512];
    request_fault_text(resolution, fault, message, sizeof message);
    return (struct accord_diagnostic){
        .id = message_id(fault->message),
        .reason = request_fault_reason(resolution, fault),
        .severity = (enum accord_severity)message_severity(fault->message),
        .message = arena_copy(&resolution->texts, message, strlen(message)),
        .raises = request_fault_raises(resolution, fault),
        .file = fault->place.file,
        .line = fault->place.line,
        .column = fault->place.column,
        .nearest = fault->nearest,
        .first = fault == resolution_fault(resolution),
    };
}

static struct accord_diagnostic reason_diagnostic(struct resolution *resolution,
                                                  const struct reason *reason)
{
    const struct ruleset *ruleset = resolution->ruleset;
    const struct rule *rule = ruleset_rule(ruleset, reason->rule);
    return (struct accord_diagnostic){
        .id = ruleset_text(ruleset, rule->id),
        .reason = ruleset_text(ruleset, rule->reason),
        .severity = (enum accord_severity)rule->severity,
        .message = filled(resolution, ruleset_text(ruleset, rule->message)),
        .raises = ruleset_text(ruleset, rule->raises),
        .emits = ruleset_text(ruleset, rule->emits),
        .source = ruleset_text(ruleset, rule->source),
        .rule_file = ruleset_text(ruleset, rule->file),
        .rule_line = rule->line,
        .rule_column = rule->column,
        .first = rule == resolution_reason(resolution),
    };
}

bool accord_resolution_diagnostic(accord_resolution *resolution, size_t index,
                                  struct accord_diagnostic *ret_diagnostic)
{
    struct resolution *inner = &resolution->inner;
    if (index >= accord_resolution_diagnostics(resolution))
        return false;
    struct accord_diagnostic diagnostic =
        index < inner->fault_count
            ? fault_diagnostic(inner, &inner->faults[index])
            : reason_diagnostic(inner, &inner->trace.reasons[index - inner->fault_count]);
    if (diagnostic.message == NULL)
        return false;
    *ret_diagnostic = diagnostic;
    return true;
}

bool accord_resolution_fix(accord_resolution *resolution, size_t index, size_t fix,
                           const char **ret_field, const char **ret_value)
{
    struct resolution *inner = &resolution->inner;
    if (index < inner->fault_count && fix == 0 && inner->faults[index].value &&
        inner->faults[index].nearest) {
        *ret_field = inner->faults[index].field;
        *ret_value = inner->faults[index].nearest;
        return true;
    }
    if (index < inner->fault_count || index >= accord_resolution_diagnostics(resolution))
        return false;
    const struct ruleset *ruleset = inner->ruleset;
    const struct rule *rule =
        ruleset_rule(ruleset, inner->trace.reasons[index - inner->fault_count].rule);
    if (fix >= rule->fixes.count)
        return false;
    const struct fix *proposed = (const struct fix *)ruleset_at(ruleset, rule->fixes) + fix;
    const char *value = filled(inner, ruleset_text(ruleset, proposed->value));
    if (value == NULL)
        return false;
    *ret_field = ruleset_text(ruleset, ruleset_field(ruleset, proposed->field)->name);
    *ret_value = value;
    return true;
}

/* Makes the decision when it was not asked for before. False without memory. */
static bool ensure_decision(struct resolution *resolution)
{
    if (resolution->decision)
        return true;
    struct decision *decision = calloc(1, sizeof *decision);
    if (decision == NULL || !explain_failure(resolution, decision)) {
        free(decision);
        return false;
    }
    resolution->decision = decision;
    return true;
}

/* Where a field's value came from before any rule changed it. */
static origin given_origin(const struct resolution *resolution, const struct deciding *deciding,
                           const struct value **ret_value)
{
    const char *name = ruleset_text(resolution->ruleset,
                                    ruleset_field(resolution->ruleset, deciding->field)->name);
    *ret_value = NULL;
    for (size_t i = 0; i < resolution->root_count; i++) {
        if (resolution->roots[i].root == deciding->field) {
            *ret_value = resolution->roots[i].value;
            return resolution->roots[i].from;
        }
    }
    const struct fact *fact = resolution->facts ? facts_find(resolution->facts, name) : NULL;
    if (fact) {
        *ret_value = fact->value;
        return origin_make(ORIGIN_FACT, (uint32_t)(fact - resolution->facts->items));
    }
    return resolution->base->world.origins[deciding->field];
}

/* A raw value as text, or NULL; kept with the resolution. */
static const char *value_kept(struct resolution *resolution, const struct value *value)
{
    if (value == NULL)
        return NULL;
    size_t length = value_text(value, NULL, 0);
    char *text = arena_alloc(&resolution->texts, length + 1, 1);
    if (text)
        value_text(value, text, length + 1);
    return text;
}

bool accord_resolution_deciding(accord_resolution *resolution, size_t index,
                                struct accord_deciding *ret_deciding)
{
    struct resolution *inner = &resolution->inner;
    if (!ensure_decision(inner) || index >= inner->decision->count)
        return false;
    const struct deciding *deciding = &inner->decision->items[index];
    const struct value *value;
    origin from = given_origin(inner, deciding, &value);
    struct span place = origin_place(inner, from);
    const struct cell *cell = &inner->base->world.cells[deciding->field];
    *ret_deciding = (struct accord_deciding){
        .field = ruleset_text(inner->ruleset, ruleset_field(inner->ruleset, deciding->field)->name),
        .text = value ? value_kept(inner, value) : cell_kept(inner, cell),
        .is_fact = deciding->is_fact,
        .is_given = deciding->is_given,
        .origin = (enum accord_origin_kind)origin_kind_of(from),
        .detail = origin_detail(inner, from),
        .file = place.file,
        .line = place.line,
        .column = place.column,
    };
    return true;
}

size_t accord_resolution_suggest(accord_resolution *resolution, const char *const *keep,
                                 size_t keep_count, size_t most, bool *ret_exhausted)
{
    struct resolution *inner = &resolution->inner;
    struct suggest_options options = {.keep = keep, .keep_count = keep_count, .most = most};
    struct suggestions *found = calloc(1, sizeof *found);
    struct spec spec = {0};
    bool complete =
        found && resolution_spec(inner, &spec) && suggest(inner->base, &spec, &options, found);

    free(spec.entries);
    if (!complete) {
        free(found);
        return 0;
    }
    if (inner->fault_errors) { /* a request that cannot be read has no nearest one that runs */
        suggestions_clear(found);
        free(found);
        return 0;
    }
    if (inner->suggestions) {
        suggestions_clear(inner->suggestions);
        free(inner->suggestions);
    }
    inner->suggestions = found;
    if (ret_exhausted)
        *ret_exhausted = found->count == 0 && found->complete;
    return found->count;
}

bool accord_resolution_change(accord_resolution *resolution, size_t index, size_t change,
                              struct accord_change *ret_change)
{
    struct resolution *inner = &resolution->inner;
    if (inner->suggestions == NULL || index >= inner->suggestions->count ||
        change >= inner->suggestions->items[index].count)
        return false;
    const struct change *one = &inner->suggestions->items[index].changes[change];
    *ret_change = (struct accord_change){
        .field = ruleset_text(inner->ruleset, ruleset_field(inner->ruleset, one->field)->name),
        .text = value_kept(inner, one->value),
        .is_fact = one->is_fact};
    return true;
}

size_t accord_resolution_trace(const accord_resolution *resolution)
{
    size_t count = 0;
    for (uint32_t i = 0; i < resolution->inner.ruleset->rules.count; i++)
        count += resolution->inner.trace.acted[i];
    return count;
}

const char *accord_resolution_rule(const accord_resolution *resolution, size_t index)
{
    const struct ruleset *ruleset = resolution->inner.ruleset;
    for (uint32_t i = 0; i < ruleset->rules.count; i++) {
        if (resolution->inner.trace.acted[i] && index-- == 0)
            return ruleset_text(ruleset, ruleset_rule(ruleset, i)->id);
    }
    return NULL;
}

const char *accord_resolution_fingerprint(accord_resolution *resolution)
{
    return arena_format(&resolution->inner.texts, "%016" PRIx64,
                        resolution_fingerprint(&resolution->inner));
}

char *accord_resolution_json(accord_resolution *resolution)
{
    return report_json.render(&resolution->inner, false);
}

char *accord_resolution_report(accord_resolution *resolution, const char *format, bool colour)
{
    const struct report *report = report_find(format);
    return report ? report->render(&resolution->inner, colour) : NULL;
}

char *accord_resolution_explain(accord_resolution *resolution, const char *name)
{
    struct text text;
    uint16_t field = output_field(resolution->inner.ruleset, name);
    if (field == NONE16)
        field = ruleset_find_field(resolution->inner.ruleset, name);
    if (field == NONE16)
        return NULL;
    text_init(&text);
    if (!chain_add(&text, &resolution->inner, field)) {
        text_clear(&text);
        return NULL;
    }
    return text_take(&text);
}
