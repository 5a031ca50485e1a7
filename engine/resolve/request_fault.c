/* Faults of a request that are found before any rule: fields that do not exist, at all or in this release. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "resolve/resolution.h"

/* "since 2.0.0", "until 2.0.0": the field's releases, as far as they are bounded. */
static void add_lifetime(const struct resolution *resolution, const struct request_fault *fault, char *buffer, size_t size)
{
    uint16_t index = ruleset_find_field(resolution->ruleset, fault->field);
    const struct field *field = index == NONE16 ? NULL : ruleset_field(resolution->ruleset, index);
    const struct variant *variants = field ? ruleset_at(resolution->ruleset, field->variants) : NULL;
    int64_t since = INT64_MAX, until = 0;

    *buffer = '\0';
    for (uint32_t i = 0; field && i < field->variants.count; i++) {
        since = variants[i].since < since ? variants[i].since : since;
        until = variants[i].until > until ? variants[i].until : until;
    }
    if (since > resolution->world.release && since < INT64_MAX)
        snprintf(buffer, size, "; it comes with %lld.%lld.%lld", (long long)(since / 1000000), (long long)(since / 1000 % 1000),
                 (long long)(since % 1000));
    else if (until > 1000 && until <= resolution->world.release)
        snprintf(buffer, size, "; it is gone since %lld.%lld.%lld", (long long)(until / 1000000),
                 (long long)(until / 1000 % 1000), (long long)(until % 1000));
}

void request_fault_text(const struct resolution *resolution, const struct request_fault *fault, char *buffer, size_t size)
{
    char lifetime[64];
    if (fault->message != MESSAGE_FIELD_LIFETIME) {
        snprintf(buffer, size, message_template(fault->message), fault->field);
        return;
    }
    const char *pack = ruleset_text(resolution->ruleset, resolution->ruleset->pack);
    add_lifetime(resolution, fault, lifetime, sizeof lifetime);
    snprintf(buffer, size, message_template(fault->message), fault->field, pack, resolution->release_text);
    strncat(buffer, lifetime, size - strlen(buffer) - 1);
}

const char *request_fault_raises(const struct resolution *resolution, const struct request_fault *fault)
{
    if (fault->message != MESSAGE_FIELD_LIFETIME)
        return NULL;
    return ruleset_text(resolution->ruleset, resolution->ruleset->unknown_argument);
}

const char *request_fault_reason(const struct resolution *resolution, const struct request_fault *fault)
{
    return request_fault_raises(resolution, fault) ? "unknown-argument" : message_id(fault->message);
}
