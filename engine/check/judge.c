#include "check/judge.h"

#include <stdlib.h>
#include <string.h>

#include "check/hearing.h"
#include "check/release.h"
#include "check/uses.h"

/* ---- the request ---- */

static struct span entry_place(const struct hearing *hearing, const struct config_entry *entry)
{
    return (struct span){.file = entry->file ? entry->file : hearing->file->path,
                         .line = entry->at.line,
                         .column = entry->at.column};
}

/* Fields that no entry sets are open, too, when parts of the file's tree were not read. */
static void open_absent(struct hearing *hearing)
{
    const struct ruleset *ruleset = hearing->judge->ruleset;
    for (uint32_t i = 0; i < ruleset->fields.count; i++) {
        const struct field *field = ruleset_field(ruleset, i);
        if (field->role == ROLE_REQUEST && field->root == i &&
            !spec_find(&hearing->spec, ruleset_text(ruleset, field->name)))
            bitset_set(hearing->open, i);
    }
}

static bool read_request(struct hearing *hearing)
{
    const struct ruleset *ruleset = hearing->judge->ruleset;
    hearing->open =
        arena_alloc(&hearing->checked->arena, fields_words(ruleset) + 1, sizeof *hearing->open);
    if (hearing->open == NULL)
        return false;
    for (size_t i = 0; i < hearing->request->count; i++) {
        const struct config_entry *entry = &hearing->request->entries[i];
        uint16_t field = ruleset_find_field(ruleset, entry->field);
        if (entry_is_open(entry) && field != NONE16)
            bitset_set(hearing->open, field);
        else if (!entry_is_open(entry) &&
                 !(spec_set(&hearing->spec, entry->field, entry->value) &&
                   spec_set_place(&hearing->spec, entry->field, entry_place(hearing, entry))))
            return false;
    }
    if (hearing->request->partial)
        open_absent(hearing);
    return true;
}

bool entry_is_open(const struct config_entry *entry)
{
    return entry->certainty != CONFIG_KNOWN || entry->faulty || entry->value == NULL;
}

const struct config_entry *hearing_entry(const struct hearing *hearing, const char *field)
{
    for (size_t i = 0; i < hearing->request->count; i++) {
        if (strcmp(hearing->request->entries[i].field, field) == 0)
            return &hearing->request->entries[i];
    }
    return NULL;
}

const char *hearing_fill(const struct hearing *hearing, const struct resolution *resolution,
                         const char *template)
{
    size_t length = resolution_fill(resolution, template, NULL, 0);
    char *text = arena_alloc(&hearing->checked->arena, length + 1, 1);
    if (text)
        resolution_fill(resolution, template, text, length + 1);
    hearing->checked->failed = hearing->checked->failed || text == NULL;
    return text;
}

bool has_reason(const struct resolution *resolution, uint32_t rule)
{
    for (uint32_t i = 0; i < resolution->trace.reason_count; i++) {
        if (resolution->trace.reasons[i].rule == rule)
            return true;
    }
    return false;
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
        const char *both = other->targets;
        if (both && finding->targets)
            both = arena_format(&hearing->checked->arena, "%s, %s", both, finding->targets);
        hearing->checked->failed = hearing->checked->failed || (other->targets && !both);
        other->targets = both;
        return true;
    }
    return false;
}

static void add_finding(struct hearing *hearing, const struct config_entry *entry,
                        struct check_finding finding)
{
    const struct config_file *file = hearing->file;
    if (finding.at.line == 0)
        finding.at = entry ? entry->at : hearing->request->section;
    finding.key = entry ? entry->key : (struct extent){0};
    finding.file = entry && entry->file ? entry->file : file->path;
    finding.field = entry ? entry->field : NULL;
    finding.framework = finding.framework ? finding.framework : hearing->judge->title;
    finding.targets = hearing->machine->name;
    finding.file = arena_copy(&hearing->checked->arena, finding.file, strlen(finding.file));
    if (finding.field)
        finding.field = arena_copy(&hearing->checked->arena, finding.field, strlen(finding.field));
    if (finding.file && finding.message && !merge(hearing, &finding))
        checked_add(hearing->checked, &finding);
    hearing->checked->failed =
        hearing->checked->failed || finding.file == NULL || finding.message == NULL;
}

/* True when a rule looks at a fact that the machine has from a requirement file. */
static bool rests_on(const struct hearing *hearing, uint32_t rule, const char *name)
{
    const struct ruleset *ruleset = hearing->judge->ruleset;
    const struct fact *fact = facts_find(hearing->machine->base->facts, name);
    uint16_t field = ruleset_find_field(ruleset, name);
    uint64_t uses[64] = {0};
    if (!fact || !fact->detail || strcmp(fact->detail, JUDGE_PIN_DETAIL) != 0 || field == NONE16 ||
        fields_words(ruleset) > 64)
        return false;
    rule_add_uses(ruleset, rule, uses);
    return bitset_test(uses, field);
}

/* The title of a finding, with the requirement files that its rule rests on. */
static const char *title_of(const struct hearing *hearing, uint32_t rule)
{
    const struct judge *judge = hearing->judge;
    const char *title = judge->title;
    for (size_t i = 0; title && i < judge->pin_count; i++) {
        const struct judge_pin *pin = &judge->pins[i];
        if (rests_on(hearing, rule, pin->fact))
            title = arena_format(&hearing->checked->arena, "%s, %s (%s)", title, pin->fact,
                                 pin->origin);
    }
    return title;
}

/* True for an object of the framework's own: the tables know all classes that it has. */
static bool is_own_class(const struct hearing *hearing, const struct config_entry *entry)
{
    const struct value *value = entry ? entry->value : NULL;
    const struct value *path =
        value && value->kind == VALUE_MAPPING ? value_get(value, "class_path") : NULL;
    char package[64];
    size_t length = path && path->kind == VALUE_STRING ? strcspn(path->text, ".") : sizeof package;
    if (length >= sizeof package)
        return false;
    memcpy(package, path->text, length);
    package[length] = '\0';
    for (size_t i = 0; i < hearing->judge->package_count; i++) {
        if (package_same(package, hearing->judge->packages[i]))
            return true;
    }
    return false;
}

/* One reason of a resolution as a finding. */
static void add_reason(struct hearing *hearing, const struct resolution *resolution, uint32_t index)
{
    const struct ruleset *ruleset = resolution->ruleset;
    const struct rule *rule = ruleset_rule(ruleset, index);
    struct check_finding finding = {
        .id = ruleset_text(ruleset, rule->id),
        .framework = title_of(hearing, index),
        .severity = (enum severity)rule->severity,
        .message = hearing_fill(hearing, resolution, ruleset_text(ruleset, rule->message)),
        .raises = ruleset_text(ruleset, rule->raises),
        .source = ruleset_text(ruleset, rule->source),
        .help = ruleset_text(ruleset, rule->help),
        .rule_file = ruleset_text(ruleset, rule->file),
        .rule_line = rule->line,
    };
    const struct config_entry *entry = hearing_decide(hearing, resolution, index);
    if (rule->limit && !is_own_class(hearing, entry))
        finding.severity = SEVERITY_NOTE;
    hearing_add_remedy(hearing, resolution, index, &finding);
    add_finding(hearing, entry, finding);
}

/* The finding of this request that is about a field, or NULL. */
static struct check_finding *finding_of(const struct hearing *hearing, const char *field)
{
    for (size_t i = hearing->first; i < hearing->checked->count; i++) {
        struct check_finding *finding = &hearing->checked->findings[i];
        if (finding->field && strcmp(finding->field, field) == 0)
            return finding;
    }
    return NULL;
}

/* A fault of the request itself. One that is no error explains what a rule says about the field,
 * when one does. */
static void add_fault(struct hearing *hearing, const struct resolution *resolution,
                      const struct request_fault *fault)
{
    struct arena *arena = &hearing->checked->arena;
    char message[512];
    request_fault_text(resolution, fault, message, sizeof message);
    bool error = message_severity(fault->message) == SEVERITY_ERROR;
    struct check_finding *told = error ? NULL : finding_of(hearing, fault->field);
    struct check_finding finding = {
        .id = request_fault_reason(resolution, fault),
        .severity = message_severity(fault->message),
        .message = arena_copy(arena, message, strlen(message)),
        .raises = request_fault_raises(resolution, fault),
        .hint = fault->nearest
                    ? arena_format(arena, error ? "did you mean %s?" : "%s takes its place",
                                   fault->nearest)
                    : NULL,
    };
    if (told) {
        told->help = finding.message;
        told->hint = told->edit || finding.hint == NULL ? told->hint : finding.hint;
        return;
    }
    const struct config_entry *entry = hearing_entry(hearing, fault->field);
    if (entry)
        finding.at = error ? entry->key : entry->at;
    if (entry && error && entry->value && entry->value->kind == VALUE_NULL)
        hearing_add_removal(hearing, entry, &finding); /* it says nothing where it exists, too */
    add_finding(hearing, entry, finding);
}

/* Faults of a request: errors, or what explains others. */
static void add_faults(struct hearing *hearing, const struct resolution *resolution, bool errors)
{
    for (size_t i = 0; i < resolution->fault_count; i++) {
        if ((message_severity(resolution->faults[i].message) == SEVERITY_ERROR) == errors)
            add_fault(hearing, resolution, &resolution->faults[i]);
    }
}

/* ---- what holds whatever is not known ---- */

/* True when something is said about the environment of the run's processes. */
static bool has_environment(const struct facts *facts)
{
    for (size_t i = 0; facts && i < facts->count; i++) {
        if (strncmp(facts->items[i].name, "env.", 4) == 0)
            return true;
    }
    return false;
}

/* Fields whose values hang on what is open: request fields and, when asked for, an environment that
 * nobody described. */
static uint64_t *find_open(const struct hearing *hearing, const struct resolution *resolution,
                           bool environment)
{
    const struct ruleset *ruleset = resolution->ruleset;
    size_t words = fields_words(ruleset);
    uint64_t *open = arena_alloc(&hearing->checked->arena, words + 1, sizeof *open);
    if (open == NULL)
        return NULL;
    memcpy(open, hearing->open, words * sizeof *open);
    bool known = !environment || has_environment(hearing->machine->base->facts);
    for (uint32_t i = 0; !known && i < ruleset->fields.count; i++) {
        if (strncmp(ruleset_text(ruleset, ruleset_field(ruleset, i)->name), "env.", 4) == 0)
            bitset_set(open, i);
    }
    if (resolution->trace.reason_count && !bitset_is_empty(open, words))
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

/* The stage that an outcome ended in; faulty requests end before the first. */
static int last_stage(const struct resolution *resolution)
{
    const struct rule *rule = resolution_reason(resolution);
    return resolution->fault_errors ? -1 : rule ? rule->stage : INT32_MAX;
}

/* True when the first error of an outcome looks at a fact that is not known. */
static bool is_about_machine(const struct examination *examination,
                             const struct resolution *resolution)
{
    const struct rule *rules = ruleset_at(resolution->ruleset, resolution->ruleset->rules),
                      *rule = resolution_reason(resolution);
    uint64_t uses[64] = {0};
    if (rule == NULL || fields_words(resolution->ruleset) > 64)
        return false;
    rule_add_uses(resolution->ruleset, (uint32_t)(rule - rules), uses);
    for (size_t i = 0; i < examination->unknown_count; i++) {
        if (bitset_test(uses, examination->unknowns[i].field))
            return true;
    }
    return false;
}

/* True when a rule looks at a request field, or at one that another rule made of it. */
static bool looks_at(const struct resolution *resolution, uint32_t rule, uint16_t field)
{
    const struct ruleset *ruleset = resolution->ruleset;
    uint64_t uses[64] = {0};
    if (rule_share(ruleset, rule, NULL, field) < USES_ANY || fields_words(ruleset) > 64)
        return true;
    rule_add_uses(ruleset, rule, uses);
    for (uint32_t i = 0; i < ruleset->fields.count; i++) {
        origin from = resolution->world.origins[i];
        if (bitset_test(uses, i) && origin_kind_of(from) == ORIGIN_RULE &&
            origin_index(from) != rule && rule_reads(ruleset, origin_index(from), field))
            return true;
    }
    return false;
}

/* How many entries of the request the first error of an outcome looks at. */
static size_t count_blamed(const struct hearing *hearing, const struct resolution *resolution)
{
    const struct rule *rules = ruleset_at(resolution->ruleset, resolution->ruleset->rules),
                      *rule = resolution_reason(resolution);
    size_t count = 0;
    for (size_t i = 0; rule && i < hearing->request->count; i++) {
        uint16_t field =
            ruleset_find_field(resolution->ruleset, hearing->request->entries[i].field);
        count += field != NONE16 && looks_at(resolution, (uint32_t)(rule - rules), field);
    }
    return count;
}

/* True when one outcome says more than another: it runs, it does not blame the machine, it blames
 * more of the request, it got further. */
static bool says_more(const struct hearing *hearing, const struct examination *examination,
                      const struct resolution *left, const struct resolution *right)
{
    bool blames = is_about_machine(examination, left);
    if (resolution_ok(left) != resolution_ok(right))
        return resolution_ok(left);
    if (blames != is_about_machine(examination, right))
        return !blames;
    size_t first = count_blamed(hearing, left), second = count_blamed(hearing, right);
    return first != second ? first > second : last_stage(left) > last_stage(right);
}

static const struct resolution *best_outcome(const struct hearing *hearing,
                                             const struct examination *examination)
{
    const struct resolution *best = NULL;
    for (size_t i = 0; i < examination->outcome_count; i++) {
        const struct resolution *one = examination->outcomes[i].resolution;
        if (best == NULL || says_more(hearing, examination, one, best))
            best = one;
    }
    return best;
}

/* True when every part of every outcome that got as far has the reason. */
static bool is_shared(const struct examination *examination, const struct resolution *best,
                      uint32_t rule)
{
    for (size_t i = 0; i < examination->outcome_count; i++) {
        const struct outcome *one = &examination->outcomes[i];
        if (last_stage(one->resolution) == last_stage(best) && !bitset_test(one->certain, rule))
            return false;
    }
    return true;
}

/* True when no outcome can run whatever the open fields are: each ends at an error that does not
 * rest on them, or each where the tables know no more, as `best` does. Whether the open fields are
 * those of the run's environment too, `environment` says. */
static bool is_broken(const struct hearing *hearing, const struct examination *examination,
                      const struct resolution *best, bool environment)
{
    const struct rule *told = resolution_reason(best);
    bool broken = examination->verdict == VERDICT_BROKEN && told;
    for (size_t i = 0; broken && i < examination->outcome_count; i++) {
        const struct resolution *one = examination->outcomes[i].resolution;
        const struct rule *rules = ruleset_at(one->ruleset, one->ruleset->rules),
                          *rule = resolution_reason(one);
        const uint64_t *open = rule ? find_open(hearing, one, environment) : NULL;
        broken = rule && rule->limit == told->limit && open &&
                 is_settled(one, (uint32_t)(rule - rules), open);
    }
    return broken;
}

/* True when a reason of `best` is to be told. Errors: the request cannot run, whatever is not
 * known. Others: it runs, if at all, with them. */
static bool is_told(const struct examination *examination, const struct resolution *best,
                    uint32_t rule, const uint64_t *open_error, const uint64_t *open)
{
    const struct rule *row = ruleset_rule(best->ruleset, rule);
    if (row->severity == SEVERITY_NOTE && row->emits)
        return false; /* what the framework logs when all is well */
    if (row->severity != SEVERITY_ERROR)
        return is_shared(examination, best, rule) && is_settled(best, rule, open);
    return is_settled(best, rule, open_error);
}

/* True when an error of `best` is shared by all outcomes that got as far: then the others need not
 * be told. */
static bool has_shared_error(const struct examination *examination, const struct resolution *best)
{
    for (uint32_t i = 0; i < best->trace.reason_count; i++) {
        uint32_t rule = best->trace.reasons[i].rule;
        if (ruleset_rule(best->ruleset, rule)->severity == SEVERITY_ERROR &&
            is_shared(examination, best, rule))
            return true;
    }
    return false;
}

/* THE place where an answer turns into findings. */
static void add_answer(struct hearing *hearing, const struct examination *examination)
{
    const struct resolution *best = best_outcome(hearing, examination);
    const struct facts *facts = hearing->machine->base->facts;
    const uint64_t *open = best ? find_open(hearing, best, true) : NULL;
    bool described = facts && facts->count;
    const uint64_t *open_error = open && described ? find_open(hearing, best, false) : open;
    if (open_error == NULL) {
        hearing->checked->failed = hearing->checked->failed || best != NULL;
        return;
    }
    bool only_shared = has_shared_error(examination, best);
    bool broken = is_broken(hearing, examination, best, !described);
    hearing->answer = examination;
    for (uint32_t i = 0; i < best->trace.reason_count; i++) {
        uint32_t rule = best->trace.reasons[i].rule;
        bool error = ruleset_rule(best->ruleset, rule)->severity == SEVERITY_ERROR;
        if (is_told(examination, best, rule, open_error, open) &&
            (!error || (broken && (!only_shared || is_shared(examination, best, rule)))))
            add_reason(hearing, best, rule);
    }
    add_faults(hearing, best, false);
}

/* Takes fields that the tables do not know out of the request, each a finding. False when there was
 * none. */
static bool drop_faults(struct hearing *hearing, const struct examination *examination)
{
    const struct resolution *first =
        examination->outcome_count ? examination->outcomes[0].resolution : NULL;
    bool dropped = false;
    if (first == NULL)
        return false;
    add_faults(hearing, first, true);
    for (size_t i = 0; i < first->fault_count; i++) {
        if (message_severity(first->faults[i].message) != SEVERITY_ERROR)
            continue;
        spec_unset(&hearing->spec, first->faults[i].field);
        dropped = true;
    }
    return dropped;
}

/* One machine's answer. What is no field keeps the rest of the request from being looked at: that
 * is done without it. */
static void hear_machine(struct hearing *hearing)
{
    struct examination examination;
    bool complete =
        examine(hearing->machine->base, &hearing->spec, &hearing->machine->options, &examination);
    if (complete && drop_faults(hearing, &examination)) {
        examination_clear(&examination);
        complete = examine(hearing->machine->base, &hearing->spec, &hearing->machine->options,
                           &examination);
    }
    if (!complete) {
        hearing->checked->failed = true;
        return;
    }
    add_answer(hearing, &examination);
    examination_clear(&examination);
}

void judge_request(const struct judge *judge, const struct config_file *file,
                   const struct config_request *request, struct checked *checked)
{
    struct hearing hearing = {.judge = judge,
                              .file = file,
                              .request = request,
                              .checked = checked,
                              .first = checked->count};
    bool complete = true;
    for (size_t i = 0; complete && i < judge->machine_count; i++) {
        hearing.machine = &judge->machines[i];
        spec_init(&hearing.spec);
        complete = read_request(&hearing);
        if (complete)
            hear_machine(&hearing);
        spec_clear(&hearing.spec);
    }
    checked->failed = checked->failed || !complete;
}
