/* Facts against tables: names that nobody would look at are most likely misspelt. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "connector.h"

/* True for names that may be any: variables, packages and their releases. */
static bool is_open_name(const char *name)
{
    const char *dot = strrchr(name, '.');
    return strncmp(name, "env.", 4) == 0 || strncmp(name, "package.", 8) == 0 ||
           (dot && strcmp(dot, ".version") == 0);
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

void report_unknown_facts(const struct facts *facts, const struct ruleset *const *rulesets,
                          size_t count, struct diagnostics *findings)
{
    for (size_t i = 0; count && i < facts->count; i++) {
        const struct fact *fact = &facts->items[i];
        bool known =
            is_open_name(fact->name) || (fact->source != FACT_GIVEN && fact->source != FACT_FILE);
        for (size_t j = 0; !known && j < count; j++)
            known = is_declared(rulesets[j], fact->name);
        if (!known)
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
    report_unknown_facts(&facts->facts, &framework->pack->ruleset, 1, heard);
    enum accord_status status = heard->failed            ? ACCORD_NO_MEMORY
                                : heard->errors > errors ? ACCORD_FAULTY
                                                         : ACCORD_OK;
    diagnostics_clear(&unheard);
    return status;
}
