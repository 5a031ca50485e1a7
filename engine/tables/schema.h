/* Schema: what a table file may hold, as libcyaml schemas: the one source for checking shapes and
 * for loading. The structs are the model's own where the model has one; libcyaml fills them.
 *
 * Tables allow what libcyaml's schemas cannot say; keys that begin with '_' stand for it. Users
 * never write them: normalise.h makes them from what users write.
 *
 *   _key, _value   list of such pairs: a mapping with open keys, one pair each; _key is never
 *                  written, its number is the one before that of the value's first text
 *   _rest          pairs of the keys that the mapping's schema does not name
 *   _place         struct span of the mapping: where its first pair stands
 *   _entries       the content of a registry's file; users write the registry's name
 *
 * Every text is a struct word: libcyaml gets the word's number, members.h puts the word in its
 * place. A text or mapping where the schema has a list is a list of one. */
#ifndef ACCORD_TABLES_SCHEMA_H
#define ACCORD_TABLES_SCHEMA_H

#include <cyaml/cyaml.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/diagnostic.h"
#include "ruleset/model.h"
#include "tables/job_table.h"

struct table_registry {
    struct word name;
    struct word_list attributes;
};

/* pack.yaml */
struct table_pack {
    struct word format, pack, summary, extends, unknown_argument;
    struct word_list versions, stages, files;
    struct model_conditions emits_when;
    struct table_registry *registries;
    size_t registry_count;
};

/* Items that can override others: `dropped` are the keys that an override takes away. */
struct table_rule {
    struct model_rule rule;
    struct word_list dropped;
};

struct table_field {
    struct model_field field;
    struct word why;
    struct word_list dropped;
    bool override, disable;
};

struct table_entry {
    struct word name, object_only, base, since, until, instead, summary, why;
    struct word_list aliases, classes, dropped;
    struct model_assignment *parameters;
    size_t parameter_count;
    struct model_assignment *attributes;
    size_t attribute_count;
    bool override, disable;
};

struct table_fields {
    struct word format;
    struct table_field *items;
    size_t count;
};

struct table_entries {
    struct word format;
    struct table_entry *items;
    size_t count;
};

struct table_rules {
    struct word format;
    struct table_rule *items;
    size_t count;
};

/* packages.yaml of a pack: what requirement files say about it. */
struct table_packages {
    struct word format;
    struct word_list packages;
    struct model_test *pins; /* field: a fact; tests: names of the package whose release it is */
    size_t pin_count;
};

/* Head of a target profile or facts file; its facts are typed values, which libcyaml does not load.
 */
struct table_target {
    struct word format, target, summary, source;
};

enum table_kind {
    TABLE_ANY, /* one that a pack lists: its keys say which */
    TABLE_PACK,
    TABLE_FIELDS,
    TABLE_ENTRIES,
    TABLE_RULES,
    TABLE_PACKAGES,
    TABLE_JOB,
    TABLE_TARGET,
    TABLE_KIND__COUNT
};

/* The key by which a file says that it is of this kind, or NULL. */
const char *schema_key(enum table_kind kind);

/* Schema of a whole file; a pointer to the struct of its kind. */
const cyaml_schema_value_t *schema_file(enum table_kind kind);

/* Keys of a rule, a field and a registry entry. */
extern const cyaml_schema_field_t schema_rule_fields[], schema_field_fields[],
    schema_entry_fields[];

/* What readers call a mapping of this schema ("a rule"), or NULL: the key it stands under names it.
 */
const char *schema_noun(const cyaml_schema_field_t *fields);

/* The keys that a mapping with these fields must have although its schema lets them be absent: one
 * that overrides or disables another takes them from there. NULL-ended; NULL: none. */
const char *const *schema_needed(const cyaml_schema_field_t *fields);

/* A text that must be one of a few words. */
struct schema_choice {
    const cyaml_schema_field_t *fields; /* keys of the mapping it stands in */
    const char *key;
    enum message message; /* WORD_UNKNOWN or one of its own */
    const char *listed;   /* the words for people */
    const char *words[12];
    size_t count;
};

/* The choice of the text under `key` of a mapping with these fields, or NULL: any text. */
const struct schema_choice *schema_choice_find(const cyaml_schema_field_t *fields, const char *key);

/* True for a list of _key, _value pairs. */
bool schema_is_pairs(const cyaml_schema_value_t *value);

#endif
