/* Report: resolutions in the formats people and programs read. One format a file, each ending in
 * one const descriptor. The only room that knows JSON's library. */
#ifndef ACCORD_REPORT_REPORT_H
#define ACCORD_REPORT_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "resolve/examine.h"
#include "resolve/resolution.h"

struct report {
    const char *name;
    /* The whole report, owned by the caller, or NULL without memory. */
    char *(*render)(const struct resolution *resolution, bool colour);
    /* The same for an examination. */
    char *(*render_examination)(const struct examination *examination, bool colour);
};

extern const struct report report_text;
extern const struct report report_json;

/* A format by its name, or NULL. */
const struct report *report_find(const char *name);

/* ---- JSON in ---- */

/* Parses JSON text into a value tree. Faults are reported with line and column of `file` (may be
 * NULL), counted from `line`. NULL on faults and without memory (then `findings->failed` or nothing
 * is recorded). */
struct value *report_read_json(struct arena *arena, const char *text, size_t length,
                               const char *file, size_t line, struct diagnostics *findings);

/* ---- batch lines ---- */

/* {"id", "ok", "raises", "reason", "resolved", "warnings", "infos", "diagnostics"}; `id` may be
 * NULL. What was told about the line itself (`findings`, may be NULL) ends the diagnostics. */
char *report_answer(const struct resolution *resolution, const struct value *id,
                    const struct diagnostics *findings);

/* {"id", "ok": false, "diagnostics": [...]} for a line that could not be read. */
char *report_refusal(const struct diagnostics *findings, const struct value *id, size_t line);

/* ---- words for origins ---- */

struct text;

/* "request", "rule accelerator-gpu", "cuda.count from the probe", ... */
void origin_add_text(struct text *text, const struct resolution *resolution, uint16_t field);

/* The same for an origin at hand. */
void origin_add_kind(struct text *text, const struct resolution *resolution, uint32_t from);

/* How a field got its value: the rule, what it looked at and was made of, back to what was given.
 * False without memory. */
bool chain_add(struct text *text, const struct resolution *resolution, uint16_t field);

/* ---- explanations ---- */

/* What the rules of an id or reason, or an engine message, say and rest on; nothing when there is
 * none. `ruleset` may be NULL. */
void explain_add(struct text *text, const struct ruleset *ruleset, const char *id, bool colour);

/* The id of the `index`-th kind of finding of checks that neither rules nor messages are about, and
 * what it means; NULL at the end. */
const char *explain_finding(size_t index, const char **ret_help);

#endif
