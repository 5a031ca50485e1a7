#include "check/judge.h"

#include <stdlib.h>
#include <string.h>

#include "check/edit.h"
#include "check/uses.h"

/* What judging one request on one machine needs. */
struct hearing {
    const struct judge *judge;
    const struct machine *machine;
    const struct config_file *file;
    const struct config_request *request;
    struct spec spec;       /* what is known of the request */
    uint64_t *open;         /* request fields that are not known */
    size_t first;           /* findings of this request begin here */
    struct checked *checked;
};

/* ---- the request ---- */

static struct span entry_place(const struct hearing *hearing, const struct config_entry *entry)
{
    return (struct span){.file = entry->file ? entry->file : hearing->file->path, .line = entry->at.line, .column = entry->at.column};
}

static bool is_open(const struct config_entry *entry)
{
    return entry->certainty != CONFIG_KNOWN || entry->faulty || entry->value == NULL;
}

/* Fields that no entry sets are open, too, when parts of the file's tree were not read. */
static void open_absent(struct hearing *hearing)
{
    const struct ruleset *ruleset = hearing->judge->ruleset;
    for (uint32_t i = 0; i < ruleset->fields.count; i++) {
        const struct field *field = ruleset_field(ruleset, i);
        if (field->role == ROLE_REQUEST && field->root == i && !spec_find(&hearing->spec, ruleset_text(ruleset, field->name)))
            bitset_set(hearing->open, i);
    }
}

static bool read_request(struct hearing *hearing)
{
    const struct ruleset *ruleset = hearing->judge->ruleset;
    hearing->open = arena_alloc(&hearing->checked->arena, fields_words(ruleset) + 1, sizeof *hearing->open);
    if (hearing->open == NULL)
        return false;
    for (size_t i = 0; i < hearing->request->count; i++) {
        const struct config_entry *entry = &hearing->request->entries[i];
        uint16_t field = ruleset_find_field(ruleset, entry->field);
        if (is_open(entry) && field != NONE16)
            bitset_set(hearing->open, field);
        else if (!is_open(entry) && !(spec_set(&hearing->spec, entry->field, entry->value) &&
                                      spec_set_place(&hearing->spec, entry->field, entry_place(hearing, entry))))
            return false;
    }
    if (hearing->request->partial)
        open_absent(hearing);
    return true;
}

static const struct config_entry *find_entry(const struct hearing *hearing, const char *field)
{
    for (size_t i = 0; i < hearing->request->count; i++) {
        if (strcmp(hearing->request->entries[i].field, field) == 0)
            return &hearing->request->entries[i];
    }
    return NULL;
}

/* ---- which field a finding is about ---- */

/* The entry that a rule is most particular about, or NULL. */
static const struct config_entry *tested_entry(const struct hearing *hearing, uint32_t rule)
{
    const struct ruleset *ruleset = hearing->judge->ruleset;
    const struct config_entry *best = NULL;
    unsigned least = USES_ANY;
    for (size_t i = 0; i < hearing->request->count; i++) {
        uint16_t field = ruleset_find_field(ruleset, hearing->request->entries[i].field);
        unsigned share = field == NONE16 ? USES_ANY : rule_share(ruleset, rule, field);
        if (share < least) {
            least = share;
            best = &hearing->request->entries[i];
        }
    }
    return best;
}

/* The entry that the rule's first fix would change, when the rule is about it. */
static const struct config_entry *fixed_entry(const struct hearing *hearing, uint32_t index)
{
    const struct ruleset *ruleset = hearing->judge->ruleset;
    const struct rule *rule = ruleset_rule(ruleset, index);
    const struct fix *fixes = ruleset_at(ruleset, rule->fixes);
    for (uint32_t i = 0; i < rule->fixes.count; i++) {
        const struct config_entry *entry = find_entry(hearing, ruleset_text(ruleset, ruleset_field(ruleset, fixes[i].field)->name));
        if (entry)
            return entry;
    }
    return NULL;
}

enum { DEPTH_MAX = 4 };

/* The deciding entry: the one a fix would change, else the one the rule tests, else one that a field it tests came from. */
static const struct config_entry *deciding_entry(const struct hearing *hearing, const struct resolution *resolution, uint32_t rule,
                                                 int depth)
{
    const struct ruleset *ruleset = resolution->ruleset;
    uint64_t uses[64] = {0};
    const struct config_entry *entry = depth == 0 ? fixed_entry(hearing, rule) : NULL;
    entry = entry ? entry : tested_entry(hearing, rule);
    if (entry || depth == DEPTH_MAX || fields_words(ruleset) > 64)
        return entry;
    rule_add_uses(ruleset, rule, uses);
    for (uint32_t i = 0; i < ruleset->fields.count && entry == NULL; i++) {
        origin from = resolution->world.origins[i];
        if (bitset_test(uses, i) && origin_kind_of(from) == ORIGIN_RULE && origin_index(from) != rule)
            entry = deciding_entry(hearing, resolution, origin_index(from), depth + 1);
    }
    return entry;
}

/* ---- what would repair it ---- */

/* A template filled in, in the findings' arena; NULL without memory. */
static const char *filled(const struct hearing *hearing, const struct resolution *resolution, const char *template)
{
    size_t length = resolution_fill(resolution, template, NULL, 0);
    char *text = arena_alloc(&hearing->checked->arena, length + 1, 1);
    if (text)
        resolution_fill(resolution, template, text, length + 1);
    hearing->checked->failed = hearing->checked->failed || text == NULL;
    return text;
}

/* True when a rule is among the reasons of an outcome. */
static bool has_reason(const struct resolution *resolution, uint32_t rule)
{
    for (uint32_t i = 0; i < resolution->trace.reason_count; i++) {
        if (resolution->trace.reasons[i].rule == rule)
            return true;
    }
    return false;
}

/* What the machine says to the request with one field changed: NULL value takes it out. */
static enum verdict try_change(const struct hearing *hearing, const char *field, const char *value, uint32_t rule, bool *ret_gone)
{
    struct examine_options options = {0};
    struct examination examination;
    enum verdict verdict = VERDICT_BROKEN;
    struct spec spec;
    bool complete = true;

    spec_init(&spec);
    *ret_gone = false;
    for (size_t i = 0; i < hearing->spec.count && complete; i++)
        complete = spec_set(&spec, hearing->spec.entries[i].field, hearing->spec.entries[i].value);
    if (value)
        complete = complete && spec_set_text(&spec, field, value, strlen(value));
    else
        spec_unset(&spec, field);
    if (complete && examine(hearing->machine->base, &spec, &options, &examination)) {
        verdict = examination.verdict;
        *ret_gone = true;
        for (size_t i = 0; i < examination.outcome_count && verdict == VERDICT_BROKEN; i++)
            *ret_gone = *ret_gone && !has_reason(examination.outcomes[i].resolution, rule);
        examination_clear(&examination);
    }
    spec_clear(&spec);
    return verdict;
}

/* The extent of an entry's whole line, when nothing else stands on it. */
static bool line_extent(const struct hearing *hearing, const struct config_entry *entry, struct extent *ret_extent)
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
    *ret_extent = (struct extent){.line = entry->key.line, .column = 1, .end_line = entry->at.end_line + 1, .end_column = 1,
                                  .offset = first, .end_offset = end + 1};
    return true;
}

/* The edit that gives an entry another value (NULL: takes it out), when its text allows it. */
static struct check_edit *make_edit(const struct hearing *hearing, const struct config_entry *entry, const char *value)
{
    const struct config_file *file = hearing->file;
    const char *old = file->text + entry->at.offset;
    bool is_json = edit_is_json(file->text, file->length);
    if (entry->file || entry->at.line != entry->at.end_line || entry->at.end_offset > file->length ||
        entry->at.offset >= entry->at.end_offset || *old == '&' || *old == '!' || *old == '*')
        return NULL;
    struct check_edit edit = {.at = entry->at, .text = ""};
    if (value)
        edit.text = edit_value(&hearing->checked->arena, value, old, entry->at.end_offset - entry->at.offset, is_json);
    else if (is_json || hearing->request->count < 2 || !line_extent(hearing, entry, &edit.at))
        return NULL;
    struct check_edit *kept = edit.text ? arena_alloc(&hearing->checked->arena, 1, sizeof *kept) : NULL;
    if (kept)
        *kept = edit;
    return kept;
}

/* Proposes the first fix of a rule that takes its reason away. An edit is safe when the request cannot run as it is and can with it. */
static void add_fix(const struct hearing *hearing, const struct resolution *resolution, uint32_t index, struct check_finding *finding)
{
    const struct ruleset *ruleset = resolution->ruleset;
    const struct rule *rule = ruleset_rule(ruleset, index);
    const struct fix *fixes = ruleset_at(ruleset, rule->fixes);
    for (uint32_t i = 0; i < rule->fixes.count; i++) {
        const char *field = ruleset_text(ruleset, ruleset_field(ruleset, fixes[i].field)->name);
        const char *value = filled(hearing, resolution, ruleset_text(ruleset, fixes[i].value));
        bool gone, removes = value && strcmp(value, "unset") == 0;
        const struct config_entry *entry = find_entry(hearing, field);
        if (value == NULL || (entry && is_open(entry)))
            continue;
        enum verdict verdict = try_change(hearing, field, removes ? NULL : value, index, &gone);
        if (!gone || (removes && entry == NULL))
            continue;
        finding->hint = removes ? arena_format(&hearing->checked->arena, "take %s out", field)
                                : arena_format(&hearing->checked->arena, "set %s to %s", field, value);
        finding->edit = entry ? make_edit(hearing, entry, removes ? NULL : value) : NULL;
        if (finding->edit)
            finding->edit->safe = rule->severity == SEVERITY_ERROR && verdict != VERDICT_BROKEN;
        return;
    }
}

/* ---- from a resolution to findings ---- */

/* The same finding on another machine: its name is added. */
static bool merge(struct hearing *hearing, const struct check_finding *finding)
{
    for (size_t i = hearing->first; i < hearing->checked->count; i++) {
        struct check_finding *other = &hearing->checked->findings[i];
        if (strcmp(other->id, finding->id) != 0 || other->at.offset != finding->at.offset ||
            strcmp(other->message, finding->message) != 0)
            continue;
        if (other->targets && finding->targets)
            other->targets = arena_format(&hearing->checked->arena, "%s, %s", other->targets, finding->targets);
        return true;
    }
    return false;
}

static void add_finding(struct hearing *hearing, const struct config_entry *entry, struct check_finding finding)
{
    const struct config_file *file = hearing->file;
    finding.at = entry ? entry->at : hearing->request->section;
    finding.key = entry ? entry->key : (struct extent){0};
    finding.file = entry && entry->file ? entry->file : file->path;
    finding.field = entry ? entry->field : NULL;
    finding.framework = hearing->judge->title;
    finding.targets = hearing->machine->name;
    finding.file = arena_copy(&hearing->checked->arena, finding.file, strlen(finding.file));
    if (finding.field)
        finding.field = arena_copy(&hearing->checked->arena, finding.field, strlen(finding.field));
    if (finding.file && finding.message && !merge(hearing, &finding))
        checked_add(hearing->checked, &finding);
    hearing->checked->failed = hearing->checked->failed || finding.file == NULL || finding.message == NULL;
}

/* One reason of a resolution as a finding. */
static void add_reason(struct hearing *hearing, const struct resolution *resolution, uint32_t index)
{
    const struct ruleset *ruleset = resolution->ruleset;
    const struct rule *rule = ruleset_rule(ruleset, index);
    struct check_finding finding = {
        .id = ruleset_text(ruleset, rule->id),
        .severity = (enum severity)rule->severity,
        .message = filled(hearing, resolution, ruleset_text(ruleset, rule->message)),
        .raises = ruleset_text(ruleset, rule->raises),
        .source = ruleset_text(ruleset, rule->source),
        .help = ruleset_text(ruleset, rule->help),
        .rule_file = ruleset_text(ruleset, rule->file),
        .rule_line = rule->line,
    };
    add_fix(hearing, resolution, index, &finding);
    add_finding(hearing, deciding_entry(hearing, resolution, index, 0), finding);
}

/* Fields that the tables do not know, or not in this release. */
static void add_faults(struct hearing *hearing, const struct resolution *resolution)
{
    struct arena *arena = &hearing->checked->arena;
    char message[512];
    for (size_t i = 0; i < resolution->fault_count; i++) {
        const struct request_fault *fault = &resolution->faults[i];
        request_fault_text(resolution, fault, message, sizeof message);
        struct check_finding finding = {
            .id = request_fault_reason(resolution, fault),
            .severity = message_severity(fault->message),
            .message = arena_copy(arena, message, strlen(message)),
            .raises = request_fault_raises(resolution, fault),
            .hint = fault->nearest ? arena_format(arena, "did you mean %s?", fault->nearest) : NULL,
        };
        add_finding(hearing, find_entry(hearing, fault->field), finding);
    }
}

/* ---- what holds whatever is not known ---- */

/* Fields whose values hang on something open: request fields, and for `facts` also what is not known of the machine. */
static uint64_t *find_open(const struct hearing *hearing, const struct examination *examination, const struct resolution *resolution,
                           bool facts)
{
    size_t words = fields_words(resolution->ruleset);
    uint64_t *open = arena_alloc(&hearing->checked->arena, words + 1, sizeof *open);
    if (open == NULL)
        return NULL;
    memcpy(open, hearing->open, words * sizeof *open);
    for (size_t i = 0; facts && i < examination->unknown_count; i++)
        bitset_set(open, examination->unknowns[i].field);
    if (!bitset_is_empty(open, words))
        resolution_add_followers(resolution, open);
    return open;
}

/* True when a rule says the same whatever the open fields are. */
static bool is_settled(const struct resolution *resolution, uint32_t rule, const uint64_t *open)
{
    uint64_t uses[64] = {0};
    if (fields_words(resolution->ruleset) > 64)
        return false;
    rule_add_uses(resolution->ruleset, rule, uses);
    return !fields_meet(resolution->ruleset, uses, open);
}

/* The stage that an outcome ended in; requests with faults end before the first. */
static int last_stage(const struct resolution *resolution)
{
    const struct rule *rule = resolution_reason(resolution);
    return resolution->fault_count ? -1 : rule ? rule->stage : INT32_MAX;
}

/* The outcome that says most: one that runs, else the one that got furthest. */
static const struct resolution *best_outcome(const struct examination *examination)
{
    const struct resolution *best = NULL;
    for (size_t i = 0; i < examination->outcome_count; i++) {
        const struct resolution *one = examination->outcomes[i].resolution;
        if (best == NULL || last_stage(one) > last_stage(best))
            best = one;
    }
    return best;
}

/* True when every outcome that got as far has the reason. */
static bool is_shared(const struct examination *examination, const struct resolution *best, uint32_t rule)
{
    for (size_t i = 0; i < examination->outcome_count; i++) {
        const struct resolution *one = examination->outcomes[i].resolution;
        if (last_stage(one) == last_stage(best) && !has_reason(one, rule))
            return false;
    }
    return true;
}

/* True when a reason of `best` is to be told. Errors: the request cannot run whatever is not known; others: nothing open has a part
 * in them. */
static bool is_told(const struct examination *examination, const struct resolution *best, uint32_t rule, const uint64_t *open_request,
                    const uint64_t *open)
{
    if (ruleset_rule(best->ruleset, rule)->severity != SEVERITY_ERROR)
        return is_settled(best, rule, open);
    return examination->verdict == VERDICT_BROKEN && is_settled(best, rule, open_request);
}

/* True when an error of `best` is shared by all outcomes that got as far: then the others need not be told. */
static bool has_shared_error(const struct examination *examination, const struct resolution *best)
{
    for (uint32_t i = 0; i < best->trace.reason_count; i++) {
        uint32_t rule = best->trace.reasons[i].rule;
        if (ruleset_rule(best->ruleset, rule)->severity == SEVERITY_ERROR && is_shared(examination, best, rule))
            return true;
    }
    return false;
}

/* THE place where an answer turns into findings. */
static void add_answer(struct hearing *hearing, const struct examination *examination)
{
    const struct resolution *best = best_outcome(examination);
    const uint64_t *open_request = best ? find_open(hearing, examination, best, false) : NULL;
    const uint64_t *open = best ? find_open(hearing, examination, best, true) : NULL;
    if (open_request == NULL || open == NULL) {
        hearing->checked->failed = hearing->checked->failed || best != NULL;
        return;
    }
    bool only_shared = has_shared_error(examination, best);
    if (examination->verdict == VERDICT_BROKEN)
        add_faults(hearing, best);
    for (uint32_t i = 0; i < best->trace.reason_count; i++) {
        uint32_t rule = best->trace.reasons[i].rule;
        bool error = ruleset_rule(best->ruleset, rule)->severity == SEVERITY_ERROR;
        if (is_told(examination, best, rule, open_request, open) && (!error || !only_shared || is_shared(examination, best, rule)))
            add_reason(hearing, best, rule);
    }
}

/* One machine's answer. */
static void hear_machine(struct hearing *hearing)
{
    struct examine_options options = {0};
    struct examination examination;
    if (!examine(hearing->machine->base, &hearing->spec, &options, &examination)) {
        hearing->checked->failed = true;
        return;
    }
    add_answer(hearing, &examination);
    examination_clear(&examination);
}

void judge_request(const struct judge *judge, const struct config_file *file, const struct config_request *request,
                   struct checked *checked)
{
    struct hearing hearing = {.judge = judge, .file = file, .request = request, .checked = checked, .first = checked->count};
    spec_init(&hearing.spec);
    bool complete = read_request(&hearing);
    for (size_t i = 0; complete && i < judge->machine_count; i++) {
        hearing.machine = &judge->machines[i];
        hear_machine(&hearing);
    }
    spec_clear(&hearing.spec);
    checked->failed = checked->failed || !complete;
}
