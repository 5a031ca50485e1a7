/* From the reasons and faults of a resolution to findings. */
#include <string.h>

#include "check/hearing.h"
#include "check/release.h"
#include "check/uses.h"

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

void hearing_tell_reason(struct hearing *hearing, const struct resolution *resolution,
                         uint32_t index)
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

void hearing_tell_faults(struct hearing *hearing, const struct resolution *resolution, bool errors)
{
    for (size_t i = 0; i < resolution->fault_count; i++) {
        if ((message_severity(resolution->faults[i].message) == SEVERITY_ERROR) == errors)
            add_fault(hearing, resolution, &resolution->faults[i]);
    }
}
