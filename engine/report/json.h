/* What the JSON reports share. Private to this room. */
#ifndef ACCORD_REPORT_JSON_H
#define ACCORD_REPORT_JSON_H

#include <jansson.h>

#include "report/report.h"

/* New references, or NULL without memory. Texts that are no UTF-8 are repaired. */
json_t *json_text(const char *bytes, size_t length);

/* What `write` writes, as JSON text: like snprintf it returns the whole length. */
json_t *json_written(size_t (*write)(const void *context, char *buffer, size_t size),
                     const void *context);
json_t *json_of_value(const struct value *value);
json_t *json_of_cell(const struct ruleset *ruleset, const struct cell *cell);

/* Takes `value` over also when it fails; false without memory. */
bool json_put(json_t *object, const char *key, json_t *value);
bool json_put_text(json_t *object, const char *key,
                   const char *text); /* NULL: the key is left out */

/* {output: value} of every field that has one. */
json_t *json_resolved(const struct resolution *resolution);

/* Names of the warnings (or notes) that the framework itself logs. */
json_t *json_emitted(const struct resolution *resolution, enum severity severity);

json_t *json_diagnostics(const struct resolution *resolution);

/* Changes that make it run, once they were looked for. */
json_t *json_suggestions(const struct resolution *resolution);

/* ok, raises, reason: what every JSON answer begins with. */
bool json_put_verdict(json_t *object, const struct resolution *resolution);

/* The serialised object (released), owned by the caller, or NULL. */
char *json_take(json_t *object, bool pretty);

#endif
