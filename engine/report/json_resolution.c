/* Parts of a resolution as JSON, shared by the json report and by batch answers. */
#include <stdlib.h>
#include <string.h>

#include "report/json.h"
#include "resolve/explain.h"
#include "resolve/suggest.h"

json_t *json_resolved(const struct resolution *resolution)
{
    const struct ruleset *ruleset = resolution->ruleset;
    const uint16_t *outputs = ruleset_at(ruleset, ruleset->outputs);
    json_t *object = json_object();

    for (uint32_t i = 0; object && i < ruleset->outputs.count; i++) {
        const struct cell *cell = &resolution->world.cells[outputs[i]];
        const char *output = ruleset_text(ruleset, ruleset_field(ruleset, outputs[i])->output);
        if (cell->kind != CELL_UNSET && !json_put(object, output, json_of_cell(ruleset, cell))) {
            json_decref(object);
            return NULL;
        }
    }
    return object;
}

json_t *json_emitted(const struct resolution *resolution, enum severity severity)
{
    json_t *array = json_array();
    for (uint32_t i = 0; array && i < resolution->trace.reason_count; i++) {
        const struct reason *reason = &resolution->trace.reasons[i];
        const struct rule *rule = ruleset_rule(resolution->ruleset, reason->rule);
        if (rule->severity != severity || !resolution_emits(resolution, reason))
            continue;
        const char *name = ruleset_text(resolution->ruleset, rule->reason);
        if (json_array_append_new(array, json_text(name, strlen(name))) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

struct filling {
    const struct resolution *resolution;
    const char *template;
};

static size_t write_filled(const void *context, char *buffer, size_t size)
{
    const struct filling *filling = context;
    return resolution_fill(filling->resolution, filling->template, buffer, size);
}

/* A template filled in, as JSON text. */
static json_t *json_filled(const struct resolution *resolution, const char *template)
{
    return json_written(write_filled, &(struct filling){resolution, template});
}

static json_t *json_fixes(const struct resolution *resolution, const struct rule *rule)
{
    const struct ruleset *ruleset = resolution->ruleset;
    const struct fix *fixes = ruleset_at(ruleset, rule->fixes);
    json_t *array = json_array();
    for (uint32_t i = 0; array && i < rule->fixes.count; i++) {
        json_t *fix = json_object();
        bool complete =
            json_put_text(fix, "field",
                          ruleset_text(ruleset, ruleset_field(ruleset, fixes[i].field)->name)) &&
            json_put(fix, "value", json_filled(resolution, ruleset_text(ruleset, fixes[i].value)));
        if (!complete)
            json_decref(fix);
        if (!complete || json_array_append_new(array, fix) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

static json_t *json_rule_place(const struct ruleset *ruleset, const struct rule *rule)
{
    json_t *place = json_object();
    if (json_put_text(place, "file", ruleset_text(ruleset, rule->file)) &&
        json_put(place, "line", json_integer(rule->line)) &&
        json_put(place, "column", json_integer(rule->column)))
        return place;
    json_decref(place);
    return NULL;
}

static json_t *json_deciding(const struct resolution *resolution, const struct deciding *one)
{
    const char *name =
        ruleset_text(resolution->ruleset, ruleset_field(resolution->ruleset, one->field)->name);
    json_t *object = json_object();
    if (json_put_text(object, "field", name) &&
        json_put(object, "fact", json_boolean(one->is_fact)))
        return object;
    json_decref(object);
    return NULL;
}

/* Those that decide, or those that the rule saw besides. */
static json_t *json_decision(const struct resolution *resolution, bool given)
{
    json_t *array = json_array();
    for (size_t i = 0; array && i < resolution->decision->count; i++) {
        const struct deciding *one = &resolution->decision->items[i];
        if (one->is_given == given &&
            json_array_append_new(array, json_deciding(resolution, one)) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

static json_t *json_change(const struct resolution *resolution, const struct change *change)
{
    const char *name =
        ruleset_text(resolution->ruleset, ruleset_field(resolution->ruleset, change->field)->name);
    json_t *object = json_object();
    if (json_put_text(object, "field", name) &&
        json_put(object, "fact", json_boolean(change->is_fact)) &&
        json_put(object, "value", change->value ? json_of_value(change->value) : json_null()) &&
        (change->value || json_put(object, "unset", json_true())))
        return object;
    json_decref(object);
    return NULL;
}

/* One suggestion: its changes. */
static json_t *json_suggestion(const struct resolution *resolution,
                               const struct suggestion *suggestion)
{
    json_t *array = json_array();
    for (size_t i = 0; array && i < suggestion->count; i++) {
        if (json_array_append_new(array, json_change(resolution, &suggestion->changes[i])) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

json_t *json_suggestions(const struct resolution *resolution)
{
    json_t *array = json_array();
    for (size_t i = 0; array && i < resolution->suggestions->count; i++) {
        if (json_array_append_new(
                array, json_suggestion(resolution, &resolution->suggestions->items[i])) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

static json_t *json_reason(const struct resolution *resolution, const struct reason *reason,
                           bool first)
{
    const struct ruleset *ruleset = resolution->ruleset;
    const struct rule *rule = ruleset_rule(ruleset, reason->rule);
    json_t *object = json_object();
    bool complete = json_put_text(object, "id", ruleset_text(ruleset, rule->id)) &&
                    json_put_text(object, "reason", ruleset_text(ruleset, rule->reason)) &&
                    json_put_text(object, "severity", severity_name(rule->severity)) &&
                    json_put(object, "message",
                             json_filled(resolution, ruleset_text(ruleset, rule->message))) &&
                    json_put_text(object, "raises", ruleset_text(ruleset, rule->raises)) &&
                    json_put_text(object, "emits", ruleset_text(ruleset, rule->emits)) &&
                    json_put_text(object, "source", ruleset_text(ruleset, rule->source)) &&
                    json_put(object, "rule", json_rule_place(ruleset, rule));
    if (complete && rule->fixes.count)
        complete = json_put(object, "fix", json_fixes(resolution, rule));
    if (complete && first)
        complete = json_put(object, "first", json_true()) &&
                   (resolution->decision == NULL ||
                    (json_put(object, "deciding", json_decision(resolution, true)) &&
                     json_put(object, "seen", json_decision(resolution, false))));
    if (complete && reason->possible)
        complete = json_put(object, "possible", json_true());
    if (complete)
        return object;
    json_decref(object);
    return NULL;
}

static json_t *json_request_fault(const struct resolution *resolution,
                                  const struct request_fault *fault)
{
    char message[512];
    json_t *object = json_object();
    request_fault_text(resolution, fault, message, sizeof message);
    bool complete =
        json_put_text(object, "id", message_id(fault->message)) &&
        json_put_text(object, "reason", request_fault_reason(resolution, fault)) &&
        json_put_text(object, "severity", severity_name(message_severity(fault->message))) &&
        json_put_text(object, "message", message) &&
        json_put_text(object, "raises", request_fault_raises(resolution, fault)) &&
        json_put_text(object, "nearest", fault->nearest) &&
        json_put_text(object, "file", fault->place.file) &&
        (fault->place.line == 0 || json_put(object, "line", json_integer(fault->place.line)));
    if (complete)
        return object;
    json_decref(object);
    return NULL;
}

json_t *json_diagnostics(const struct resolution *resolution)
{
    const struct rule *first = resolution_reason(resolution);
    json_t *array = json_array();
    bool complete = array != NULL;

    for (size_t i = 0; complete && i < resolution->fault_count; i++)
        complete = json_array_append_new(
                       array, json_request_fault(resolution, &resolution->faults[i])) == 0;
    for (uint32_t i = 0; complete && i < resolution->trace.reason_count; i++) {
        const struct reason *reason = &resolution->trace.reasons[i];
        bool is_first = first && ruleset_rule(resolution->ruleset, reason->rule) == first;
        complete = json_array_append_new(array, json_reason(resolution, reason, is_first)) == 0;
    }
    if (complete)
        return array;
    json_decref(array);
    return NULL;
}

bool json_put_verdict(json_t *object, const struct resolution *resolution)
{
    const struct rule *reason = resolution_reason(resolution);
    const struct request_fault *fault = resolution_fault(resolution);
    if (!json_put(object, "ok", json_boolean(resolution_ok(resolution))))
        return false;
    if (fault)
        return json_put_text(object, "raises", request_fault_raises(resolution, fault)) &&
               json_put_text(object, "reason", request_fault_reason(resolution, fault));
    if (reason == NULL)
        return true;
    return json_put_text(object, "raises", ruleset_text(resolution->ruleset, reason->raises)) &&
           json_put_text(object, "reason", ruleset_text(resolution->ruleset, reason->reason));
}
