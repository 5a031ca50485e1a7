/* Facts against tables: names that nobody would look at are most likely misspelt, and values that a
 * type does not take would be read as something else. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "connector.h"

bool fact_is_text(const char *name)
{
    const char *dot = strrchr(name, '.');
    return strncmp(name, "env.", 4) == 0 || (dot && strcmp(dot, ".version") == 0);
}

/* True for names that may be any: variables, packages and their releases. */
static bool is_open_name(const char *name)
{
    return fact_is_text(name) || strncmp(name, "package.", 8) == 0;
}

static bool is_declared(const struct ruleset *ruleset, const char *name)
{
    uint16_t index = ruleset_find_field(ruleset, name);
    return index != NONE16 && ruleset_field(ruleset, index)->role == ROLE_FACT;
}

static const char *nearest_fact(const struct ruleset *ruleset, const char *name)
{
    const char **names = calloc(ruleset->fields.count + (size_t)1, sizeof *names);
    size_t count = 0;
    for (uint32_t i = 0; names && i < ruleset->fields.count; i++) {
        if (ruleset_field(ruleset, i)->role == ROLE_FACT)
            names[count++] = ruleset_text(ruleset, ruleset_field(ruleset, i)->name);
    }
    const char *nearest = names ? text_nearest(name, names, count) : NULL;
    free(names);
    return nearest;
}

/* What a fact of a type must be when `value` is not that, else NULL. */
static const char *wanted_kind(enum field_type type, const struct value *value)
{
    bool is_text = value->kind == VALUE_STRING;
    int64_t number;
    if (type == TYPE_TRUTH && value->kind != VALUE_BOOLEAN && value->kind != VALUE_NULL &&
        !value_is_text(value, "true") && !value_is_text(value, "false"))
        return "true or false";
    if (type == TYPE_INTEGER &&
        (value->kind == VALUE_FLOAT ||
         (is_text && !text_read_integer(value->text, value->count, &number))))
        return "a whole number";
    if (type == TYPE_VERSION && value->kind == VALUE_FLOAT)
        return "a text in quotes, since 2.10 is the number 2.1";
    return NULL;
}

/* Reports a fact whose value its type does not take. */
static void check_value(const struct fact *fact, const struct ruleset *ruleset,
                        struct diagnostics *findings)
{
    uint16_t index = ruleset_find_field(ruleset, fact->name);
    const char *wanted =
        index == NONE16 || strncmp(fact->name, "env.", 4) == 0
            ? NULL
            : wanted_kind((enum field_type)ruleset_field(ruleset, index)->type, fact->value);
    char text[64];
    if (!wanted)
        return;
    value_text(fact->value, text, sizeof text);
    diagnostics_add(findings, MESSAGE_FACT_WRONG, fact->place, NULL, fact->name, wanted, text);
}

void report_facts(const struct facts *facts, const struct ruleset *const *rulesets, size_t count,
                  struct diagnostics *findings)
{
    for (size_t i = 0; count && i < facts->count; i++) {
        const struct fact *fact = &facts->items[i];
        const struct ruleset *knowing = NULL;
        if (fact->source != FACT_GIVEN && fact->source != FACT_FILE)
            continue;
        for (size_t j = 0; !knowing && j < count; j++)
            knowing = is_declared(rulesets[j], fact->name) ? rulesets[j] : NULL;
        if (knowing)
            check_value(fact, knowing, findings);
        else if (!is_open_name(fact->name))
            diagnostics_add(findings, MESSAGE_FACT_UNKNOWN, fact->place,
                            nearest_fact(rulesets[0], fact->name), fact->name);
    }
}

enum accord_status accord_facts_check(const accord_facts *facts, const accord_framework *framework,
                                      accord_findings *findings)
{
    struct diagnostics unheard;
    diagnostics_init(&unheard);
    struct diagnostics *heard = findings ? &findings->list : &unheard;
    size_t errors = heard->errors;
    report_facts(&facts->facts, &framework->pack->ruleset, 1, heard);
    enum accord_status status = heard->failed            ? ACCORD_NO_MEMORY
                                : heard->errors > errors ? ACCORD_FAULTY
                                                         : ACCORD_OK;
    diagnostics_clear(&unheard);
    return status;
}
