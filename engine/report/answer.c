/* Batch answers: one line of JSON each. */
#include "report/json.h"

static json_t *json_finding(const struct diagnostic *finding, size_t line)
{
    json_t *object = json_object();
    size_t at = finding->place.line ? finding->place.line : line;
    bool complete =
        json_put_text(object, "id", message_id(finding->message)) &&
        json_put_text(object, "severity", severity_name(message_severity(finding->message))) &&
        json_put_text(object, "message", finding->text) &&
        json_put_text(object, "nearest", finding->nearest) &&
        (at == 0 || json_put(object, "line", json_integer((json_int_t)at))) &&
        (finding->place.column == 0 ||
         json_put(object, "column", json_integer(finding->place.column)));
    if (complete)
        return object;
    json_decref(object);
    return NULL;
}

/* Findings after what is in an array already. False without memory. */
static bool append_findings(json_t *array, const struct diagnostics *findings, size_t line)
{
    bool complete = array != NULL;
    for (size_t i = 0; complete && findings && i < findings->count; i++)
        complete = json_array_append_new(array, json_finding(&findings->items[i], line)) == 0;
    return complete;
}

char *report_answer(const struct resolution *resolution, const struct value *id,
                    const struct diagnostics *findings)
{
    json_t *object = json_object();
    json_t *diagnostics = json_diagnostics(resolution);
    bool ok = resolution_ok(resolution);
    bool complete = append_findings(diagnostics, findings, 0) &&
                    json_put(object, "id", id ? json_of_value(id) : json_null()) &&
                    json_put_verdict(object, resolution) &&
                    json_put(object, "resolved", ok ? json_resolved(resolution) : json_object()) &&
                    json_put(object, "warnings", json_emitted(resolution, SEVERITY_WARNING)) &&
                    json_put(object, "infos", json_emitted(resolution, SEVERITY_NOTE)) &&
                    json_object_set(object, "diagnostics", diagnostics) == 0;
    json_decref(diagnostics);
    if (complete)
        return json_take(object, false);
    json_decref(object);
    return NULL;
}

char *report_refusal(const struct diagnostics *findings, const struct value *id, size_t line)
{
    json_t *object = json_object();
    json_t *array = json_array();
    bool complete = append_findings(array, findings, line) &&
                    json_put(object, "id", id ? json_of_value(id) : json_null()) &&
                    json_put(object, "ok", json_false());

    if (complete && json_object_set(object, "diagnostics", array) == 0) {
        json_decref(array);
        return json_take(object, false);
    }
    json_decref(array);
    json_decref(object);
    return NULL;
}
