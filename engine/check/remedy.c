/* What would repair a finding. Nothing is proposed that was not tried. */
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "check/edit.h"
#include "check/hearing.h"
#include "resolve/candidates.h"

/* What a change of one field does. */
struct effect {
    enum verdict verdict;
    bool gone; /* the reason for it is */
    bool same; /* and nothing else: every outcome has the results that it had */
};

static bool same_cell(const struct ruleset *ruleset, const struct cell *left,
                      const struct cell *right)
{
    char first[256], second[256];
    size_t length = cell_text(ruleset, left, first, sizeof first);
    return left->kind == right->kind &&
           cell_text(ruleset, right, second, sizeof second) == length && length < sizeof first &&
           strcmp(first, second) == 0;
}

static bool same_results(const struct resolution *left, const struct resolution *right)
{
    const uint16_t *outputs = ruleset_at(left->ruleset, left->ruleset->outputs);
    for (uint32_t i = 0; i < left->ruleset->outputs.count; i++) {
        if (!same_cell(left->ruleset, &left->world.cells[outputs[i]],
                       &right->world.cells[outputs[i]]))
            return false;
    }
    return resolution_ok(left) == resolution_ok(right);
}

static void compare_answers(const struct examination *before, const struct examination *after,
                            uint32_t rule, struct effect *ret_effect)
{
    struct effect effect = {.verdict = after->verdict,
                            .gone = true,
                            .same = before->outcome_count == after->outcome_count};
    for (size_t i = 0; i < after->outcome_count; i++) {
        const struct resolution *one = after->outcomes[i].resolution;
        effect.gone = effect.gone && (!has_reason(one, rule) ||
                                      (after->verdict != VERDICT_BROKEN && !after->outcomes[i].ok));
        effect.same = effect.same && same_results(before->outcomes[i].resolution, one);
    }
    *ret_effect = effect;
}

/* The request with one field changed; NULL value takes it out. */
static bool change_spec(const struct hearing *hearing, const char *field, const char *value,
                        struct spec *spec)
{
    for (size_t i = 0; i < hearing->spec.count; i++) {
        if (!spec_set(spec, hearing->spec.entries[i].field, hearing->spec.entries[i].value))
            return false;
    }
    if (value)
        return spec_set_text(spec, field, value, strlen(value));
    spec_unset(spec, field);
    return true;
}

static struct effect try_change(const struct hearing *hearing, const char *field, const char *value,
                                uint32_t rule)
{
    struct effect effect = {.verdict = VERDICT_BROKEN};
    struct examination examination;
    struct spec spec;
    spec_init(&spec);
    bool complete =
        change_spec(hearing, field, value, &spec) &&
        examine(hearing->machine->base, &spec, &hearing->machine->options, &examination);
    hearing->checked->failed = hearing->checked->failed || !complete;
    if (complete) {
        compare_answers(hearing->answer, &examination, rule, &effect);
        examination_clear(&examination);
    }
    spec_clear(&spec);
    return effect;
}

/* The extent of an entry's whole line, when nothing else stands on it. */
static bool line_extent(const struct hearing *hearing, const struct config_entry *entry,
                        struct extent *ret_extent)
{
    const char *text = hearing->file->text;
    size_t first = entry->key.offset, end = entry->at.end_offset;
    while (first > 0 && strchr(" \t", text[first - 1]))
        first--;
    while (end < hearing->file->length && strchr(" \t\r", text[end]))
        end++;
    if (end < hearing->file->length && text[end] == '#') {
        while (end < hearing->file->length && text[end] != '\n')
            end++;
    }
    if ((first > 0 && text[first - 1] != '\n') || end == hearing->file->length || text[end] != '\n')
        return false;
    *ret_extent = (struct extent){.line = entry->key.line,
                                  .column = 1,
                                  .end_line = entry->at.end_line + 1,
                                  .end_column = 1,
                                  .offset = first,
                                  .end_offset = end + 1};
    return true;
}

/* The edit that gives an entry another value (NULL: takes it out), when its text allows it. */
static struct check_edit *make_edit(const struct hearing *hearing, const struct config_entry *entry,
                                    const char *value)
{
    const struct config_file *file = hearing->file;
    const char *old = file->text + entry->at.offset;
    bool is_json = edit_is_json(file->text, file->length);
    if (entry->file || entry->at.line != entry->at.end_line ||
        entry->at.end_offset > file->length || entry->at.offset >= entry->at.end_offset ||
        *old == '&' || *old == '!' || *old == '*')
        return NULL;
    struct check_edit edit = {.at = entry->at, .text = ""};
    if (value)
        edit.text = edit_value(&hearing->checked->arena, value, old,
                               entry->at.end_offset - entry->at.offset, is_json);
    else if (is_json || hearing->request->count < 2 || !line_extent(hearing, entry, &edit.at))
        return NULL;
    struct check_edit *kept =
        edit.text ? arena_alloc(&hearing->checked->arena, 1, sizeof *kept) : NULL;
    if (kept)
        *kept = edit;
    return kept;
}

void hearing_add_removal(const struct hearing *hearing, const struct config_entry *entry,
                         struct check_finding *finding)
{
    finding->hint = "take it out";
    finding->edit = make_edit(hearing, entry, NULL);
    if (finding->edit)
        finding->edit->safe = true;
}

/* How sure a proposal is. */
enum sureness {
    SURE,    /* it says what was meant */
    GUESSED, /* it runs, but perhaps not as was meant */
    TESTED,  /* it is sure when nothing but the finding goes away */
};

/* Proposes a value for a field when that takes the reason away. */
static bool propose(const struct hearing *hearing, uint32_t index, const char *field,
                    const char *value, enum sureness sureness, struct check_finding *finding)
{
    bool removes = strcmp(value, "unset") == 0;
    const struct config_entry *entry = hearing_entry(hearing, field);
    if ((entry && entry_is_open(entry)) || (removes && entry == NULL))
        return false;
    struct effect effect = try_change(hearing, field, removes ? NULL : value, index);
    if (!effect.gone)
        return false;
    finding->hint = removes ? arena_format(&hearing->checked->arena, "take %s out", field)
                            : arena_format(&hearing->checked->arena, "set %s to %s", field, value);
    finding->edit = entry ? make_edit(hearing, entry, removes ? NULL : value) : NULL;
    if (finding->edit)
        finding->edit->safe = sureness == SURE     ? effect.verdict != VERDICT_BROKEN
                              : sureness == TESTED ? effect.same
                                                   : false;
    return true;
}

/* A name of another release has a successor, which is nearer to what was meant than any other. */
static bool propose_successor(const struct hearing *hearing, const struct resolution *resolution,
                              uint32_t index, struct check_finding *finding)
{
    for (size_t i = 0; i < resolution->fault_count; i++) {
        const struct request_fault *fault = &resolution->faults[i];
        if (fault->value && fault->nearest &&
            propose(hearing, index, fault->field, fault->nearest, SURE, finding))
            return true;
    }
    return false;
}

/* The whole number that a float or a text says ("2", 2.0), written as a number; false for others.
 */
static bool write_number(const struct value *value, char ret_text[INTEGER_TEXT_SIZE])
{
    char text[INTEGER_TEXT_SIZE];
    int64_t number;
    if ((value->kind != VALUE_STRING && value->kind != VALUE_FLOAT) ||
        value_text(value, text, sizeof text) >= sizeof text)
        return false;
    size_t length = strcspn(text, "."), zeros = text[length] ? strspn(text + length + 1, "0") : 0;
    bool is_whole = !text[length] || (zeros && !text[length + 1 + zeros]);
    if (!is_whole || !text_read_integer(text, length, &number))
        return false;
    integer_text(number, ret_text);
    return true;
}

/* A number that was written as something else. */
static bool propose_number(const struct hearing *hearing, uint32_t index,
                           struct check_finding *finding)
{
    char text[INTEGER_TEXT_SIZE];
    for (size_t i = 0; i < hearing->request->count; i++) {
        const struct config_entry *entry = &hearing->request->entries[i];
        if (!entry_is_open(entry) && write_number(entry->value, text) &&
            propose(hearing, index, entry->field, text, SURE, finding))
            return true;
    }
    return false;
}

/* A name that is nearly one of the release. */
static bool propose_nearest(const struct hearing *hearing, const struct resolution *resolution,
                            uint32_t index, struct check_finding *finding)
{
    const struct ruleset *ruleset = resolution->ruleset;
    for (size_t i = 0; i < hearing->request->count; i++) {
        const struct config_entry *entry = &hearing->request->entries[i];
        uint16_t number = ruleset_find_field(ruleset, entry->field);
        if (number == NONE16 || entry_is_open(entry) || entry->value->kind != VALUE_STRING ||
            ruleset_field(ruleset, number)->type != TYPE_NAME ||
            resolution->world.positions[number] != POSITION_OTHER)
            continue;
        const char *nearest = candidates_nearest_name(resolution, ruleset_field(ruleset, number),
                                                      entry->value->text, &hearing->checked->arena);
        if (nearest && propose(hearing, index, entry->field, nearest, GUESSED, finding))
            return true;
    }
    return false;
}

/* Proposes what was meant when that is plain, else what was perhaps meant, else the first fix of
 * the rule that takes its reason away. */
void hearing_add_remedy(const struct hearing *hearing, const struct resolution *resolution,
                        uint32_t index, struct check_finding *finding)
{
    const struct ruleset *ruleset = resolution->ruleset;
    const struct rule *rule = ruleset_rule(ruleset, index);
    const struct fix *fixes = ruleset_at(ruleset, rule->fixes);
    bool is_error = rule->severity == SEVERITY_ERROR;
    if (is_error && (propose_successor(hearing, resolution, index, finding) ||
                     propose_number(hearing, index, finding) ||
                     propose_nearest(hearing, resolution, index, finding)))
        return;
    for (uint32_t i = 0; i < rule->fixes.count; i++) {
        const char *field = ruleset_text(ruleset, ruleset_field(ruleset, fixes[i].field)->name);
        const char *value =
            hearing_fill(hearing, resolution, ruleset_text(ruleset, fixes[i].value));
        if (value && propose(hearing, index, field, value, is_error ? GUESSED : TESTED, finding))
            return;
    }
}
