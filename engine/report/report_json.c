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
        if (!(resolution->trace.acted[i / 64] >> (i % 64) & 1))
            continue;
        const char *id = ruleset_text(ruleset, ruleset_rule(ruleset, i)->id);
        if (json_array_append_new(array, json_text(id, strlen(id))) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

static char *render(const struct resolution *resolution, bool colour)
{
    char fingerprint[24];
    json_t *object = json_object();

    (void)colour;
    snprintf(fingerprint, sizeof fingerprint, "%016" PRIx64, resolution_fingerprint(resolution));
    bool complete = json_put_text(object, "framework", ruleset_text(resolution->ruleset, resolution->ruleset->pack)) &&
                    json_put_text(object, "version", resolution->release_text) && json_put_verdict(object, resolution) &&
                    json_put(object, "resolved", json_resolved(resolution)) && json_put(object, "origins", json_origins(resolution)) &&
                    json_put(object, "warnings", json_emitted(resolution, SEVERITY_WARNING)) &&
                    json_put(object, "infos", json_emitted(resolution, SEVERITY_NOTE)) &&
                    json_put(object, "diagnostics", json_diagnostics(resolution)) &&
                    json_put(object, "trace", json_trace(resolution)) && json_put_text(object, "fingerprint", fingerprint);
    if (complete)
        return json_take(object, true);
    json_decref(object);
    return NULL;
}

const struct report report_json = {.name = "json", .render = render};
