/* Which entry of a request a finding is about. */
#include <string.h>

#include "check/hearing.h"
#include "check/uses.h"

/* The entry that a rule is most particular about where fields are at `positions` (NULL: anywhere),
 * or NULL. */
static const struct config_entry *tested_entry(const struct hearing *hearing, uint32_t rule,
                                               const uint16_t *positions)
{
    const struct ruleset *ruleset = hearing->judge->ruleset;
    const struct config_entry *best = NULL;
    unsigned least = USES_ANY;
    for (size_t i = 0; i < hearing->request->count; i++) {
        uint16_t field = ruleset_find_field(ruleset, hearing->request->entries[i].field);
        unsigned share = field == NONE16 ? USES_ANY : rule_share(ruleset, rule, positions, field);
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
        const struct config_entry *entry = hearing_entry(
            hearing, ruleset_text(ruleset, ruleset_field(ruleset, fixes[i].field)->name));
        if (entry)
            return entry;
    }
    return NULL;
}

/* The entry that the rule's message begins with ("devices={devices} names ..."), or NULL. */
static const struct config_entry *named_entry(const struct hearing *hearing, uint32_t index)
{
    const struct ruleset *ruleset = hearing->judge->ruleset;
    const char *message = ruleset_text(ruleset, ruleset_rule(ruleset, index)->message);
    char name[64];
    size_t length = message ? strcspn(message, "=") : sizeof name;
    if (length >= sizeof name || strncmp(message + length, "={", 2) != 0 ||
        strncmp(message + length + 2, message, length) != 0 ||
        !strchr(".}", message[2 * length + 2]))
        return NULL;
    memcpy(name, message, length);
    name[length] = '\0';
    return hearing_entry(hearing, name);
}

enum { DEPTH_MAX = 4 };

/* The deciding entry: the one a fix would change, else the one it names first, else the one the
 * rule tests, else one that a field it tests came from. */
static const struct config_entry *deciding_entry(const struct hearing *hearing,
                                                 const struct resolution *resolution, uint32_t rule,
                                                 int depth)
{
    const struct ruleset *ruleset = resolution->ruleset;
    uint64_t uses[64] = {0};
    const struct config_entry *entry = depth == 0 ? fixed_entry(hearing, rule) : NULL;
    entry = entry || depth ? entry : named_entry(hearing, rule);
    entry = entry ? entry : tested_entry(hearing, rule, resolution->world.positions);
    entry = entry ? entry : tested_entry(hearing, rule, NULL); /* later rules moved fields */
    if (entry || depth == DEPTH_MAX || fields_words(ruleset) > 64)
        return entry;
    rule_add_uses(ruleset, rule, uses);
    for (uint32_t i = 0; i < ruleset->fields.count && entry == NULL; i++) {
        origin from = resolution->world.origins[i];
        if (bitset_test(uses, i) && origin_kind_of(from) == ORIGIN_RULE &&
            origin_index(from) != rule)
            entry = deciding_entry(hearing, resolution, origin_index(from), depth + 1);
    }
    return entry;
}

const struct config_entry *hearing_decide(const struct hearing *hearing,
                                          const struct resolution *resolution, uint32_t rule)
{
    return deciding_entry(hearing, resolution, rule, 0);
}
