/* Names of a registry as alternatives of a schema: what lives in the release, with what it is; and
 * objects of its classes. */
#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "report/schema_parts.h"

/* Adds a new reference, also when it fails. */
static bool append(json_t *array, json_t *value)
{
    return value && json_array_append_new(array, value) == 0;
}

/* A name as it stands in a file: 16 is a number, "16" a text. */
static json_t *json_of_name(const struct ruleset *ruleset, const struct name *name)
{
    const char *text = ruleset_text(ruleset, name->text);
    int64_t integer;
    if (name->how == NAME_INTEGER && text_read_integer(text, strlen(text), &integer))
        return json_integer(integer);
    return json_text(text, strlen(text));
}

/* Adds one spelling (taken over), and a text to `words` too. */
static bool add_spelling(json_t *alternatives, json_t *words, json_t *spelling, const char *summary)
{
    json_t *one = json_object();
    bool complete =
        spelling && (!json_is_string(spelling) || json_array_append(words, spelling) == 0);
    complete =
        json_put(one, "const", spelling) && complete && json_put_text(one, "description", summary);
    return json_array_append_new(alternatives, one) == 0 && complete;
}

/* Adds the spellings of one entry, what it is beside each. */
static bool add_spellings(json_t *alternatives, json_t *words, const struct schema_subject *subject,
                          const struct registry_table *registry, uint16_t index)
{
    const struct ruleset *ruleset = subject->ruleset;
    const struct name *names = ruleset_at(ruleset, registry->names);
    for (uint32_t i = 0; i < registry->names.count; i++) {
        if ((names[i].how != NAME_TEXT && names[i].how != NAME_INTEGER) ||
            name_entry(ruleset, registry, &names[i], subject->release) != index)
            continue;
        if (!add_spelling(alternatives, words, json_of_name(ruleset, &names[i]),
                          ruleset_text(ruleset, ruleset_entry(ruleset, registry, index)->summary)))
            return false;
    }
    return true;
}

/* Adds the words in any case of letters: [Dd][Dd][Pp]. */
bool schema_add_folded(json_t *alternatives, json_t *words)
{
    struct text pattern;
    text_init(&pattern);
    text_add(&pattern, "^(");
    for (size_t i = 0; i < json_array_size(words); i++) {
        text_add(&pattern, i ? "|" : "");
        for (const char *letter = json_string_value(json_array_get(words, i)); *letter; letter++) {
            if (isalpha((unsigned char)*letter))
                text_format(&pattern, "[%c%c]", toupper((unsigned char)*letter),
                            tolower((unsigned char)*letter));
            else
                text_format(&pattern, strchr(".+*?()[]{}|^$\\", *letter) ? "\\%c" : "%c", *letter);
        }
    }
    text_add(&pattern, ")$");
    bool complete =
        !pattern.failed &&
        append(alternatives, json_pack("{s:s, s:s}", "type", "string", "pattern", pattern.bytes));
    text_clear(&pattern);
    return complete;
}

/* Class names of a registry in the release. */
static json_t *json_of_classes(const struct schema_subject *subject,
                               const struct registry_table *registry)
{
    const struct name *names = ruleset_at(subject->ruleset, registry->names);
    json_t *classes = json_array();
    for (uint32_t i = 0; i < registry->names.count && classes; i++) {
        if (names[i].how != NAME_CLASS ||
            name_entry(subject->ruleset, registry, &names[i], subject->release) == NONE16)
            continue;
        if (json_array_append_new(
                classes, json_string(ruleset_text(subject->ruleset, names[i].text))) != 0) {
            json_decref(classes);
            return NULL;
        }
    }
    return classes;
}

/* An object: a mapping in which one of the kind's keys names a class. */
static bool add_objects(json_t *alternatives, const struct schema_subject *subject,
                        const struct registry_table *registry)
{
    const struct file_words *keys = &subject->kind->row->classes;
    json_t *classes = json_of_classes(subject, registry), *required = json_array(),
           *properties = json_object();
    bool complete = classes && required && properties;
    for (unsigned i = 0; i < keys->count && complete; i++)
        complete =
            append(required, json_pack("{s:[s]}", "required", keys->items[i])) &&
            json_put(properties, keys->items[i],
                     json_pack("{s:[{s:s}, {s:O}], s:s}", "anyOf", "type", "string", "enum",
                               classes, "description",
                               "a class, with its module unless the reader finds it without"));
    if (complete && keys->count > 0)
        complete = append(alternatives, json_pack("{s:s, s:O, s:O, s:s}", "type", "object", "anyOf",
                                                  required, "properties", properties, "description",
                                                  "an object by its class"));
    json_decref(classes);
    json_decref(required);
    json_decref(properties);
    return complete;
}

bool schema_add_names(json_t *alternatives, const struct schema_subject *subject,
                      const struct field *field, bool objects)
{
    const struct registry_table *registry = ruleset_registry(subject->ruleset, field->registry);
    const struct variant *variant = field_variant(subject->ruleset, field, subject->release);
    json_t *words = json_array();
    bool complete = words != NULL;
    for (uint32_t i = 0; i < registry->entries.count && complete; i++) {
        const struct entry *entry = ruleset_entry(subject->ruleset, registry, i);
        if (!entry->object_only && entry->since <= subject->release &&
            subject->release < entry->until)
            complete = add_spellings(alternatives, words, subject, registry, (uint16_t)i);
    }
    if (complete && variant && variant->fold && json_array_size(words) > 0)
        complete = schema_add_folded(alternatives, words);
    json_decref(words);
    return complete && (!objects || add_objects(alternatives, subject, registry));
}
