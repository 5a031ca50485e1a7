#include "check/judge.h"

#include <stdlib.h>
#include <string.h>

#include "check/hearing.h"
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

/* Takes fields that the tables do not know out of the request, each a finding. False when there was
 * none. */
static bool drop_faults(struct hearing *hearing, const struct examination *examination)
{
    const struct resolution *first =
        examination->outcome_count ? examination->outcomes[0].resolution : NULL;
    bool dropped = false;
    if (first == NULL)
        return false;
    hearing_tell_faults(hearing, first, true);
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
    hearing_tell(hearing, &examination);
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
