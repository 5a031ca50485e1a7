/* Fingerprints: equal answers have equal ones, on every machine. */
#include <string.h>

#include "base/hash.h"
#include "resolve/resolution.h"

static uint64_t mix_text(uint64_t hash, const char *text)
{
    return hash_mix(hash, text, strlen(text));
}

/* Long values are hashed by what fits; their length tells them apart further. */
static uint64_t mix_cell(uint64_t hash, const struct ruleset *ruleset, const struct cell *cell)
{
    char text[4096];
    size_t length = cell_text(ruleset, cell, text, sizeof text);
    hash = hash_mix(hash, text, length < sizeof text ? length : sizeof text - 1);
    return hash_mix(hash, (const char *)&length, 0) ^ length;
}

uint64_t resolution_fingerprint(const struct resolution *resolution)
{
    const struct ruleset *ruleset = resolution->ruleset;
    const uint16_t *outputs = ruleset_at(ruleset, ruleset->outputs);
    uint64_t hash = HASH_START;

    hash = mix_text(hash, ruleset_text(ruleset, ruleset->pack));
    hash = mix_text(hash, resolution->release_text);
    hash = mix_text(hash, resolution_ok(resolution) ? "ok" : "broken");
    for (size_t i = 0; i < resolution->fault_count; i++)
        hash = mix_text(hash, resolution->faults[i].field);
    for (uint32_t i = 0; i < resolution->trace.reason_count; i++)
        hash = mix_text(
            hash,
            ruleset_text(ruleset, ruleset_rule(ruleset, resolution->trace.reasons[i].rule)->id));
    for (uint32_t i = 0; i < ruleset->outputs.count; i++) {
        hash = mix_text(hash, ruleset_text(ruleset, ruleset_field(ruleset, outputs[i])->output));
        hash = mix_cell(hash, ruleset, &resolution->world.cells[outputs[i]]);
    }
    return hash;
}
