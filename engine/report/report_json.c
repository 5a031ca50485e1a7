/* json: the whole answer as one object; its shape is schemas/resolution.schema.json. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "report/json.h"

static json_t *json_origin(const struct resolution *resolution, uint16_t field)
{
    struct text text;
    text_init(&text);
    origin_add_text(&text, resolution, field);
    json_t *json = text.failed ? NULL : json_text(text.bytes ? text.bytes : "", text.length);
    text_clear(&text);
    return json;
}

static json_t *json_origins(const struct resolution *resolution)
{
    const struct ruleset *ruleset = resolution->ruleset;
    const uint16_t *outputs = ruleset_at(ruleset, ruleset->outputs);
    json_t *object = json_object();

    for (uint32_t i = 0; object && i < ruleset->outputs.count; i++) {
        const char *output = ruleset_text(ruleset, ruleset_field(ruleset, outputs[i])->output);
        if (resolution->world.cells[outputs[i]].kind != CELL_UNSET &&
            !json_put(object, output, json_origin(resolution, outputs[i]))) {
            json_decref(object);
            return NULL;
        }
    }
    return object;
}

static json_t *json_trace(const struct resolution *resolution)
{
    const struct ruleset *ruleset = resolution->ruleset;
    json_t *array = json_array();
    for (uint32_t i = 0; array && i < ruleset->rules.count; i++) {
        if (!resolution->trace.acted[i])
            continue;
        const char *id = ruleset_text(ruleset, ruleset_rule(ruleset, i)->id);
        if (json_array_append_new(array, json_text(id, strlen(id))) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

/* Everything about one resolution, or NULL. */
static json_t *json_resolution(const struct resolution *resolution)
{
    char fingerprint[24];
    json_t *object = json_object();

    snprintf(fingerprint, sizeof fingerprint, "%016" PRIx64, resolution_fingerprint(resolution));
    bool complete = json_put_text(object, "framework",
                                  ruleset_text(resolution->ruleset, resolution->ruleset->pack)) &&
                    json_put_text(object, "version", resolution->release_text) &&
                    json_put_verdict(object, resolution) &&
                    json_put(object, "resolved", json_resolved(resolution)) &&
                    json_put(object, "origins", json_origins(resolution)) &&
                    json_put(object, "warnings", json_emitted(resolution, SEVERITY_WARNING)) &&
                    json_put(object, "infos", json_emitted(resolution, SEVERITY_NOTE)) &&
                    json_put(object, "diagnostics", json_diagnostics(resolution)) &&
                    (resolution->suggestions == NULL ||
                     json_put(object, "suggestions", json_suggestions(resolution))) &&
                    json_put(object, "trace", json_trace(resolution)) &&
                    json_put_text(object, "fingerprint", fingerprint);
    if (complete)
        return object;
    json_decref(object);
    return NULL;
}

static char *render(const struct resolution *resolution, bool colour)
{
    (void)colour;
    return json_take(json_resolution(resolution), true);
}

/* Appends what was made, or drops the array. */
static bool append(json_t *array, json_t *element)
{
    return json_array_append_new(array, element) == 0;
}

/* One box: a list of {field, is}. */
static json_t *json_box(const struct examination *examination, const struct box *box)
{
    json_t *array = json_array();
    const char *field;
    struct text text;
    bool complete = array != NULL;

    text_init(&text);
    for (size_t i = 0; complete && examination_term(examination, box, i, &field, &text); i++) {
        json_t *term = json_object();
        bool said = !text.failed && json_put_text(term, "field", field) &&
                    json_put_text(term, "condition", text.bytes);
        complete = append(array, said ? term : NULL);
        if (!said)
            json_decref(term);
        text_clear(&text);
    }
    text_clear(&text);
    if (complete)
        return array;
    json_decref(array);
    return NULL;
}

static json_t *json_outcome(const struct examination *examination, const struct outcome *outcome)
{
    json_t *object = json_object(), *boxes = json_array();
    struct text text;
    text_init(&text);
    examination_add_condition(examination, outcome, &text);
    bool complete = boxes && !text.failed && json_put(object, "ok", json_boolean(outcome->ok)) &&
                    json_put_text(object, "condition", text.bytes);
    for (size_t i = 0; complete && i < outcome->count; i++)
        complete = append(boxes, json_box(examination, &outcome->boxes[i]));
    complete = complete && json_object_set(object, "any_of", boxes) == 0 &&
               json_put(object, "example", json_resolution(outcome->resolution));
    text_clear(&text);
    json_decref(boxes);
    if (complete)
        return object;
    json_decref(object);
    return NULL;
}

static char *render_examination(const struct examination *examination, bool colour)
{
    static const char *const verdicts[] = {
        [VERDICT_OK] = "ok", [VERDICT_BROKEN] = "broken", [VERDICT_DEPENDS] = "depends"};
    json_t *object = json_object(), *cases = json_array();
    bool complete = cases && json_put_text(object, "verdict", verdicts[examination->verdict]) &&
                    json_put(object, "complete", json_boolean(examination->complete));

    (void)colour;
    for (size_t i = 0; complete && i < examination->outcome_count; i++)
        complete = append(cases, json_outcome(examination, &examination->outcomes[i]));
    complete = complete && json_object_set(object, "cases", cases) == 0;
    json_decref(cases);
    if (complete)
        return json_take(object, true);
    json_decref(object);
    return NULL;
}

const struct report report_json = {
    .name = "json", .render = render, .render_examination = render_examination};
