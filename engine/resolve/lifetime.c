#include "resolve/lifetime.h"

#include <string.h>

const struct entry *lifetime_entry(const struct ruleset *ruleset, const struct field *field,
                                   const char *text, size_t length)
{
    const struct registry_table *registry = ruleset_registry(ruleset, field->registry);
    char folded[128];
    if (length >= sizeof folded)
        return NULL;
    /* Whether a release folds names does not matter for finding what was meant. */
    for (size_t i = 0; i < length; i++)
        folded[i] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] + ('a' - 'A') : text[i]);
    text_id known = ruleset_find_text(ruleset, folded, length);
    const struct name *name =
        known ? registry_find_name(ruleset, registry, NAME_TEXT, known) : NULL;
    const uint16_t *variants = name ? ruleset_at(ruleset, name->variants) : NULL;
    /* What a pack has disabled lives in no release of it. */
    for (uint32_t i = name ? name->variants.count : 0; i-- > 0;) {
        const struct entry *entry = ruleset_entry(ruleset, registry, variants[i]);
        if (entry->until > 1000)
            return entry;
    }
    return NULL;
}

const char *lifetime_instead(const struct ruleset *ruleset, const struct registry_table *registry,
                             const struct entry *entry, int64_t release)
{
    enum { STEPS_MOST = 8 };
    for (int step = 0; step < STEPS_MOST && entry && entry->instead; step++) {
        const struct name *name = registry_find_name(ruleset, registry, NAME_ENTRY, entry->instead);
        uint16_t next = name ? name_entry(ruleset, registry, name, release) : NONE16;
        if (next != NONE16)
            return ruleset_text(ruleset, entry->instead);
        const uint16_t *variants = name ? ruleset_at(ruleset, name->variants) : NULL;
        entry =
            variants ? ruleset_entry(ruleset, registry, variants[name->variants.count - 1]) : NULL;
    }
    return NULL;
}

/* The value in place of "{}". */
static size_t write_part(const char *template, const char *value, char *buffer)
{
    const char *hole = strstr(template, "{}");
    size_t head = hole ? (size_t)(hole - template) : strlen(template), length = head;
    if (buffer)
        memcpy(buffer, template, head);
    if (hole) {
        size_t size = strlen(value), tail = strlen(hole + 2);
        if (buffer) {
            memcpy(buffer + length, value, size);
            memcpy(buffer + length + size, hole + 2, tail);
        }
        length += size + tail;
    }
    return length;
}

const char *lifetime_special(const char *part, const char **ret_rest)
{
    const char *colon = strstr(part, ": ");
    *ret_rest = colon ? colon + 2 : part;
    return colon;
}

/* What one value is said by, or NULL: the parts of all values say it. */
static const char *find_special(const struct ruleset *ruleset, const struct field *field,
                                const char *text)
{
    const text_id *parts = ruleset_at(ruleset, field->instead);
    for (uint32_t i = 0; i < field->instead.count; i++) {
        const char *part = ruleset_text(ruleset, parts[i]), *rest;
        const char *end = lifetime_special(part, &rest);
        if (end && strlen(text) == (size_t)(end - part) && strncmp(text, part, strlen(text)) == 0)
            return rest;
    }
    return NULL;
}

const char *lifetime_rewrite(struct bump *bump, const struct ruleset *ruleset,
                             const struct field *field, const struct value *value)
{
    const text_id *parts = ruleset_at(ruleset, field->instead);
    char text[256];
    size_t length = 0, used = 0;

    if (field->instead.count == 0 || value->kind == VALUE_NULL ||
        value_text(value, text, sizeof text) >= sizeof text)
        return NULL;
    const char *special = find_special(ruleset, field, text), *rest;
    if (special)
        return special;
    for (uint32_t i = 0; i < field->instead.count; i++)
        length += write_part(ruleset_text(ruleset, parts[i]), text, NULL) + 1;
    char *rewrite = bump_alloc(bump, length + 1);
    if (rewrite == NULL)
        return NULL;
    for (uint32_t i = 0; i < field->instead.count; i++) {
        if (lifetime_special(ruleset_text(ruleset, parts[i]), &rest))
            continue;
        if (used)
            rewrite[used++] = ' ';
        used += write_part(ruleset_text(ruleset, parts[i]), text, rewrite + used);
    }
    rewrite[used] = '\0';
    return rewrite;
}
