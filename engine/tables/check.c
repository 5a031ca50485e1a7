#include "tables/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* The names that a word is checked against. */
struct names {
    const char **texts;
    size_t count;
};

/* Reports a word that is none of the names. Absent words are right. */
static void check_name(const struct names *names, const struct word *word, enum message message,
                       struct diagnostics *findings)
{
    if (!word->text)
        return;
    for (size_t i = 0; i < names->count; i++) {
        if (strcmp(names->texts[i], word->text) == 0)
            return;
    }
    diagnostics_add(findings, message, word->place,
                    text_nearest(word->text, names->texts, names->count), word->text);
}

static bool check_fields(const struct model *model, struct diagnostics *findings)
{
    struct names kinds = {calloc(model->registry_count + 1, sizeof(char *)), model->registry_count};
    if (!kinds.texts)
        return false;
    for (size_t i = 0; i < kinds.count; i++)
        kinds.texts[i] = registry_kind(model->registries[i]);
    for (size_t i = 0; i < model->field_count; i++) {
        check_name(&kinds, &model->fields[i].registry, MESSAGE_REGISTRY_UNKNOWN, findings);
        check_name(&kinds, &model->fields[i].of, MESSAGE_REGISTRY_UNKNOWN, findings);
    }
    free(kinds.texts);
    return true;
}

/* Reports a rule with several effects, or with a fault that it cannot put into words. */
static void check_effects(const struct model_rule *rule, struct diagnostics *findings)
{
    const struct effect {
        const char *name;
        bool present, speaks; /* a fault is told by the message */
    } effects[] = {
        {"require", rule->require.count > 0, true},
        {"deny", rule->deny.count > 0, true},
        {"set", rule->set_count > 0, false},
        {"choose", rule->choose_field.text != NULL, false},
        {"read", rule->read_value.text != NULL, false},
    };
    const struct effect *first = NULL;
    char fault[64] = "";
    for (size_t i = 0; i < sizeof effects / sizeof *effects; i++) {
        if (!effects[i].present)
            continue;
        if (first)
            snprintf(fault, sizeof fault, "both %s and %s", first->name, effects[i].name);
        else
            first = &effects[i];
    }
    if (!fault[0] && !rule->message.text && !first)
        snprintf(fault, sizeof fault, "neither an effect nor a message");
    else if (!fault[0] && !rule->message.text && first->speaks)
        snprintf(fault, sizeof fault, "%s, but no message", first->name);
    if (fault[0])
        diagnostics_add(findings, MESSAGE_RULE_EFFECTS, rule->id.place, NULL, rule->id.text, fault);
}

static bool check_rules(const struct model *model, struct diagnostics *findings)
{
    struct names stages = {calloc(model->stages.count + 1, sizeof(char *)), model->stages.count};
    if (!stages.texts)
        return false;
    for (size_t i = 0; i < stages.count; i++)
        stages.texts[i] = model->stages.items[i].text;
    for (size_t i = 0; i < model->rule_count; i++) {
        check_name(&stages, &model->rules[i].stage, MESSAGE_STAGE_UNKNOWN, findings);
        check_effects(&model->rules[i], findings);
    }
    free(stages.texts);
    return true;
}

bool check_model(const struct model *model, struct diagnostics *findings)
{
    return check_fields(model, findings) && check_rules(model, findings);
}
