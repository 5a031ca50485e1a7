/* text: for a tired person. What it resolved to in aligned lines, each with where it came from; or
 * every reason why not. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "report/report.h"
#include "resolve/explain.h"
#include "resolve/suggest.h"

/* What is printed around words, when colours are wanted. */
struct palette {
    const char *good, *bad, *warn, *note, *dim, *bold, *end;
};

static const struct palette plain = {"", "", "", "", "", "", ""};
static const struct palette coloured = {"\x1b[32m", "\x1b[31m", "\x1b[33m", "\x1b[36m",
                                        "\x1b[2m",  "\x1b[1m",  "\x1b[0m"};

struct page {
    struct text text;
    const struct resolution *resolution;
    const struct palette *colours;
};

enum { NAME_WIDTH = 23, VALUE_WIDTH = 34 };

/* A cell's text with control characters made harmless. */
static void add_cell(struct page *page, const struct cell *cell, size_t *ret_width)
{
    size_t length = cell_text(page->resolution->ruleset, cell, NULL, 0);
    char *bytes = malloc(length + 1);
    if (bytes == NULL) {
        page->text.failed = true;
        return;
    }
    cell_text(page->resolution->ruleset, cell, bytes, length + 1);
    text_add_printable(&page->text, bytes, length);
    *ret_width = length;
    free(bytes);
}

static void add_padding(struct text *text, size_t written, size_t width)
{
    text_format(text, "%*s", (int)(written < width ? width - written : 1), "");
}

/* "  strategy      DDPStrategy      rule strategy-result" */
static void add_value(struct page *page, uint16_t index)
{
    const struct ruleset *ruleset = page->resolution->ruleset;
    const char *name = ruleset_text(ruleset, ruleset_field(ruleset, index)->output);
    size_t width = 0;

    text_add(&page->text, "  ");
    text_add(&page->text, name);
    add_padding(&page->text, strlen(name), NAME_WIDTH);
    add_cell(page, &page->resolution->world.cells[index], &width);
    add_padding(&page->text, width, VALUE_WIDTH);
    text_add(&page->text, page->colours->dim);
    origin_add_text(&page->text, page->resolution, index);
    text_format(&page->text, "%s\n", page->colours->end);
}

static void add_values(struct page *page)
{
    const struct ruleset *ruleset = page->resolution->ruleset;
    const uint16_t *outputs = ruleset_at(ruleset, ruleset->outputs);
    for (uint32_t i = 0; i < ruleset->outputs.count; i++) {
        if (page->resolution->world.cells[outputs[i]].kind != CELL_UNSET)
            add_value(page, outputs[i]);
    }
}

/* A template filled in, with control characters made harmless. */
static void add_filled(struct page *page, const char *template)
{
    size_t length = resolution_fill(page->resolution, template, NULL, 0);
    char *bytes = malloc(length + 1);
    if (bytes == NULL) {
        page->text.failed = true;
        return;
    }
    resolution_fill(page->resolution, template, bytes, length + 1);
    text_add_printable(&page->text, bytes, length);
    free(bytes);
}

static void add_fixes(struct page *page, const struct rule *rule)
{
    const struct ruleset *ruleset = page->resolution->ruleset;
    const struct fix *fixes = ruleset_at(ruleset, rule->fixes);
    for (uint32_t i = 0; i < rule->fixes.count; i++) {
        const char *field = ruleset_text(ruleset, ruleset_field(ruleset, fixes[i].field)->name);
        text_format(&page->text, "  %stry:%s %s=", page->colours->good, page->colours->end, field);
        add_filled(page, ruleset_text(ruleset, fixes[i].value));
        text_add(&page->text, "\n");
    }
}

/* The value a request gave a field, or NULL. */
static const struct value *request_value(const struct resolution *resolution, uint16_t field)
{
    for (size_t i = 0; i < resolution->root_count; i++) {
        if (resolution->roots[i].root == field)
            return resolution->roots[i].value;
    }
    return NULL;
}

/* "=2", and ="2" for a text that would be read as a number. */
static void add_given(struct page *page, const struct value *value)
{
    struct arena arena;
    size_t length = value_text(value, NULL, 0);
    char *bytes = malloc(length + 1);
    arena_init(&arena);
    if (bytes == NULL) {
        page->text.failed = true;
        return;
    }
    value_text(value, bytes, length + 1);
    struct value *read =
        value->kind == VALUE_STRING ? value_from_text(&arena, bytes, length) : NULL;
    const char *quote = read && read->kind != VALUE_STRING ? "\"" : "";
    text_format(&page->text, "=%s", quote);
    text_add_printable(&page->text, bytes, length);
    text_add(&page->text, quote);
    arena_clear(&arena);
    free(bytes);
}

/* Who gave it, before rules changed it. */
static void add_given_origin(struct page *page, uint16_t field)
{
    const struct resolution *resolution = page->resolution;
    const char *name =
        ruleset_text(resolution->ruleset, ruleset_field(resolution->ruleset, field)->name);
    for (size_t i = 0; i < resolution->root_count; i++) {
        if (resolution->roots[i].root == field) {
            origin_add_kind(&page->text, resolution, resolution->roots[i].from);
            return;
        }
    }
    const struct fact *fact = resolution->facts ? facts_find(resolution->facts, name) : NULL;
    if (fact)
        origin_add_kind(&page->text, resolution,
                        origin_make(ORIGIN_FACT, (uint32_t)(fact - resolution->facts->items)));
    else
        text_add(&page->text, "default");
}

static void add_decision(struct page *page);

static void add_reason(struct page *page, const struct reason *reason)
{
    const struct ruleset *ruleset = page->resolution->ruleset;
    const struct rule *rule = ruleset_rule(ruleset, reason->rule);
    const char *colours[] = {page->colours->bad, page->colours->warn, page->colours->note};

    text_format(&page->text, "%s%s%s[%s]%s ", colours[rule->severity],
                reason->possible ? "possible " : "", severity_name(rule->severity),
                ruleset_text(ruleset, rule->id), page->colours->end);
    add_filled(page, ruleset_text(ruleset, rule->message));
    text_add(&page->text, "\n");
    if (rule == resolution_reason(page->resolution))
        add_decision(page);
    if (page->resolution->suggestions == NULL)
        add_fixes(page, rule);
    if (rule->severity == SEVERITY_ERROR && rule == resolution_reason(page->resolution) &&
        rule->raises)
        text_format(&page->text, "  %s%s stops here with %s%s\n", page->colours->dim,
                    ruleset_text(ruleset, ruleset->pack), ruleset_text(ruleset, rule->raises),
                    page->colours->end);
}

/* What to write instead: a near name, or what says the same in this release. */
static void add_instead(struct page *page, const struct request_fault *fault)
{
    const char *lead =
        fault->message == MESSAGE_REQUEST_FIELD_UNKNOWN ? "did you mean" : "write instead:";
    const char *tail = fault->message == MESSAGE_REQUEST_FIELD_UNKNOWN ? "?" : "";
    text_format(&page->text, "  %s%s%s ", page->colours->good, lead, page->colours->end);
    if (fault->value)
        text_format(&page->text, "%s=", fault->field);
    text_add_printable(&page->text, fault->nearest, strlen(fault->nearest));
    text_format(&page->text, "%s\n", tail);
}

static void add_request_faults(struct page *page)
{
    for (size_t i = 0; i < page->resolution->fault_count; i++) {
        const struct request_fault *fault = &page->resolution->faults[i];
        char message[512];
        if (fault->place.file)
            text_format(&page->text, "%s:%u:%u: ", fault->place.file, fault->place.line,
                        fault->place.column);
        text_format(&page->text, "%s%s[%s]%s ",
                    message_severity(fault->message) == SEVERITY_ERROR ? page->colours->bad
                                                                       : page->colours->note,
                    severity_name(message_severity(fault->message)), message_id(fault->message),
                    page->colours->end);
        request_fault_text(page->resolution, fault, message, sizeof message);
        text_add_printable(&page->text, message, strlen(message));
        text_add(&page->text, "\n");
        if (fault->nearest)
            add_instead(page, fault);
    }
}

/* "field=value (request), fact=value (default)" */
static void add_decision(struct page *page)
{
    const struct resolution *resolution = page->resolution;
    const struct decision *decision = resolution->decision;
    for (size_t i = 0; decision && i < decision->count; i++) {
        const struct deciding *one = &decision->items[i];
        const struct cell *cell = &resolution->base->world.cells[one->field];
        const char *name =
            ruleset_text(resolution->ruleset, ruleset_field(resolution->ruleset, one->field)->name);
        size_t width;
        const char *lead = !one->is_given ? "with    " : i ? "and     " : "because ";
        text_format(&page->text, "  %s%s%s ", page->colours->dim, lead, page->colours->end);
        text_format(&page->text, "%s", name);
        const struct value *given = request_value(resolution, one->field);
        if (given)
            add_given(page, given);
        else if (cell->kind == CELL_UNSET)
            text_add(&page->text, " is not set");
        else {
            text_add(&page->text, "=");
            add_cell(page, cell, &width);
        }
        text_format(&page->text, "%s (", page->colours->dim);
        add_given_origin(page, one->field);
        text_format(&page->text, ")%s\n", page->colours->end);
    }
}

static void add_change(struct page *page, const struct change *change)
{
    const struct ruleset *ruleset = page->resolution->ruleset;
    const char *name = ruleset_text(ruleset, ruleset_field(ruleset, change->field)->name);
    if (change->value == NULL) {
        text_format(&page->text, "no %s", name);
        return;
    }
    text_add(&page->text, name);
    add_given(page, change->value);
}

/* What was found to make it run, the best first. */
static void add_suggestions(struct page *page)
{
    const struct suggestions *found = page->resolution->suggestions;
    if (found == NULL)
        return;
    if (found->count == 0)
        text_format(&page->text,
                    found->complete ? "no change of up to %zu fields makes it run\n"
                                    : "no change was found that makes it run\n",
                    found->depth);
    for (size_t i = 0; i < found->count; i++) {
        text_format(&page->text, "%s%s%s ", page->colours->good,
                    i ? "     or:" : "runs with:", page->colours->end);
        for (size_t j = 0; j < found->items[i].count; j++) {
            text_add(&page->text, j ? " " : "");
            add_change(page, &found->items[i].changes[j]);
        }
        text_add(&page->text, found->items[i].changes[0].is_fact ? "  (of the machine)\n" : "\n");
    }
}

static char *render(const struct resolution *resolution, bool colour)
{
    struct page page = {.resolution = resolution, .colours = colour ? &coloured : &plain};
    const char *pack = ruleset_text(resolution->ruleset, resolution->ruleset->pack);
    bool ok = resolution_ok(resolution);

    text_init(&page.text);
    text_format(&page.text, "%s%s %s: %s%s%s\n", page.colours->bold, pack, resolution->release_text,
                ok ? page.colours->good : page.colours->bad, ok ? "runs" : "cannot run",
                page.colours->end);
    if (ok)
        add_values(&page);
    add_request_faults(&page);
    for (uint32_t i = 0; i < resolution->trace.reason_count; i++)
        add_reason(&page, &resolution->trace.reasons[i]);
    add_suggestions(&page);
    return text_take(&page.text);
}

/* A condition with its alternatives on lines of their own. */
static void add_condition(struct page *page, const struct examination *examination,
                          const struct outcome *outcome)
{
    struct text condition;
    text_init(&condition);
    examination_add_condition(examination, outcome, &condition);
    page->text.failed = page->text.failed || condition.failed;
    for (const char *at = condition.bytes ? condition.bytes : ""; *at;) {
        const char *next = strstr(at, "; or ");
        size_t length = next ? (size_t)(next - at) : strlen(at);
        text_add(&page->text, at == condition.bytes ? "  when " : "  or   ");
        text_add_printable(&page->text, at, length);
        text_add(&page->text, "\n");
        at = next ? next + strlen("; or ") : at + length;
    }
    text_clear(&condition);
}

static void add_outcome(struct page *page, const struct examination *examination,
                        const struct outcome *outcome)
{
    page->resolution = outcome->resolution;
    text_format(&page->text, "\n%s%s%s\n", outcome->ok ? page->colours->good : page->colours->bad,
                outcome->ok ? "runs" : "cannot run", page->colours->end);
    add_condition(page, examination, outcome);
    if (outcome->ok)
        add_values(page);
    add_request_faults(page);
    for (uint32_t i = 0; i < outcome->resolution->trace.reason_count; i++)
        add_reason(page, &outcome->resolution->trace.reasons[i]);
}

static bool is_any_release(const struct examination *examination)
{
    for (size_t i = 0; i < examination->unknown_count; i++) {
        if (examination->unknowns[i].field == examination->ruleset->version_field)
            return true;
    }
    return false;
}

static char *render_examination(const struct examination *examination, bool colour)
{
    static const char *const verdicts[] = {[VERDICT_OK] = "runs",
                                           [VERDICT_BROKEN] = "cannot run",
                                           [VERDICT_DEPENDS] = "depends on the machine"};
    const struct resolution *first = examination->outcomes[0].resolution;
    struct page page = {.resolution = first, .colours = colour ? &coloured : &plain};

    text_init(&page.text);
    text_format(&page.text, "%s%s %s: %s%s\n", page.colours->bold,
                ruleset_text(first->ruleset, first->ruleset->pack),
                is_any_release(examination) ? "in any release" : first->release_text,
                verdicts[examination->verdict], page.colours->end);
    if (!examination->complete)
        text_format(&page.text, "%snot everything was decided: more than %zu cases%s\n",
                    page.colours->warn, examination->parts, page.colours->end);
    for (size_t i = 0; i < examination->outcome_count; i++)
        add_outcome(&page, examination, &examination->outcomes[i]);
    return text_take(&page.text);
}

const struct report report_text = {
    .name = "text", .render = render, .render_examination = render_examination};
