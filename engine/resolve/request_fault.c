/* Faults of a request that are found before any rule: fields that do not exist, at all or in this
 * release. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "resolve/lifetime.h"
#include "resolve/resolution.h"

/* "; it comes with 2.0.0" or "; it is gone since 2.0.0". */
static void write_bounds(const struct resolution *resolution, int64_t since, int64_t until,
                         char *buffer, size_t size)
{
    int64_t release = resolution->world.release;
    int64_t at = since > release ? since : until;
    if (since > release && since < INT64_MAX)
        snprintf(buffer, size, "; it comes with ");
    else if (until > 1000 && until <= release)
        snprintf(buffer, size, "; it is gone since ");
    else
        return;
    size_t length = strlen(buffer);
    snprintf(buffer + length, size - length, "%lld.%lld.%lld", (long long)(at / 1000000),
             (long long)(at / 1000 % 1000), (long long)(at % 1000));
}

/* "since 2.0.0", "until 2.0.0": the field's releases, as far as they are bounded. */
static void add_lifetime(const struct resolution *resolution, const struct request_fault *fault,
                         char *buffer, size_t size)
{
    uint16_t index = ruleset_find_field(resolution->ruleset, fault->field);
    const struct field *field = index == NONE16 ? NULL : ruleset_field(resolution->ruleset, index);
    const struct variant *variants =
        field ? ruleset_at(resolution->ruleset, field->variants) : NULL;
    int64_t since = INT64_MAX, until = 0;

    *buffer = '\0';
    for (uint32_t i = 0; field && i < field->variants.count; i++) {
        since = variants[i].since < since ? variants[i].since : since;
        until = variants[i].until > until ? variants[i].until : until;
    }
    write_bounds(resolution, since, until, buffer, size);
}

/* The releases of a name, as far as they are bounded. */
static void add_name_lifetime(const struct resolution *resolution,
                              const struct request_fault *fault, char *buffer, size_t size)
{
    const struct ruleset *ruleset = resolution->ruleset;
    uint16_t index = ruleset_find_field(ruleset, fault->field);
    const struct entry *entry = index == NONE16
                                    ? NULL
                                    : lifetime_entry(ruleset, ruleset_field(ruleset, index),
                                                     fault->value, strlen(fault->value));
    *buffer = '\0';
    if (entry)
        write_bounds(resolution, entry->since, entry->until, buffer, size);
}

void request_fault_text(const struct resolution *resolution, const struct request_fault *fault,
                        char *buffer, size_t size)
{
    char lifetime[64];
    const char *pack = ruleset_text(resolution->ruleset, resolution->ruleset->pack);
    const char *template = message_template(fault->message);

    switch (fault->message) {
    case MESSAGE_FIELD_LIFETIME:
        add_lifetime(resolution, fault, lifetime, sizeof lifetime);
        snprintf(buffer, size, template, fault->field, pack, resolution->release_text);
        break;
    case MESSAGE_NAME_LIFETIME:
        add_name_lifetime(resolution, fault, lifetime, sizeof lifetime);
        snprintf(buffer, size, template, fault->field, fault->value, pack,
                 resolution->release_text);
        break;
    default:
        *lifetime = '\0';
        snprintf(buffer, size, template, fault->field);
        break;
    }
    strncat(buffer, lifetime, size - strlen(buffer) - 1);
}

const char *request_fault_raises(const struct resolution *resolution,
                                 const struct request_fault *fault)
{
    if (fault->message != MESSAGE_FIELD_LIFETIME)
        return NULL;
    return ruleset_text(resolution->ruleset, resolution->ruleset->unknown_argument);
}

const char *request_fault_reason(const struct resolution *resolution,
                                 const struct request_fault *fault)
{
    return request_fault_raises(resolution, fault) ? "unknown-argument"
                                                   : message_id(fault->message);
}

const struct request_fault *resolution_fault(const struct resolution *resolution)
{
    for (size_t i = 0; i < resolution->fault_count; i++) {
        if (message_severity(resolution->faults[i].message) == SEVERITY_ERROR)
            return &resolution->faults[i];
    }
    return NULL;
}
