#include "tables/schema.h"

#include <string.h>

#include "base/text.h"

/* The rows of the tables below. `member` is a struct word, a struct word_list, or a pair of items
 * and count. */
#define WORD(key, flags, type, member)                                                             \
    CYAML_FIELD_STRING_PTR(key, flags, type, member.text, 0, CYAML_UNLIMITED)
/* A text that must be there and not be empty. */
#define NAME(key, type, member)                                                                    \
    CYAML_FIELD_STRING_PTR(key, NEEDED, type, member.text, 1, CYAML_UNLIMITED)
#define ITEMS(key_, flags, type, items, count, entry, min)                                         \
    {                                                                                              \
        .key = key_, .data_offset = offsetof(type, items), .count_offset = offsetof(type, count),  \
        .count_size = sizeof(((type *)NULL)->count),                                               \
        .value = {CYAML_VALUE_SEQUENCE((flags) | CYAML_FLAG_POINTER, *((type *)NULL)->items,       \
                                       &(entry), min, CYAML_UNLIMITED)},                           \
    }
#define WORDS(key, flags, type, member, min)                                                       \
    ITEMS(key, flags, type, member.items, member.count, word_entry, min)
#define TRUTH(key, type, member) CYAML_FIELD_BOOL(key, OPTIONAL, type, member)
#define MAPPING_ENTRY(type, fields)                                                                \
    {                                                                                              \
        CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, type, fields)                                      \
    }
#define FILE_OF(type, fields)                                                                      \
    {                                                                                              \
        CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, type, fields)                                      \
    }

enum { NEEDED = CYAML_FLAG_DEFAULT, OPTIONAL = CYAML_FLAG_OPTIONAL };

/* Texts are pointers, yet a list of them advances by whole words: libcyaml takes the step from the
 * list's data_size. */
static const cyaml_schema_value_t word_entry = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 0, CYAML_UNLIMITED)};

/* ---- conditions and assignments */

static const cyaml_schema_field_t test_fields[] = {
    WORD("_key", OPTIONAL, struct model_test, field),
    WORDS("_value", NEEDED, struct model_test, tests, 1),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t test_entry = MAPPING_ENTRY(struct model_test, test_fields);

static const cyaml_schema_field_t condition_fields[] = {
    {.key = "_place",
     .data_offset = offsetof(struct model_condition, place),
     .value = {.type = CYAML_IGNORE, .flags = CYAML_FLAG_OPTIONAL}},
    ITEMS("_rest", NEEDED, struct model_condition, tests, count, test_entry, 1),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t condition_entry =
    MAPPING_ENTRY(struct model_condition, condition_fields);

static const cyaml_schema_field_t assignment_fields[] = {
    WORD("_key", OPTIONAL, struct model_assignment, field),
    WORD("_value", NEEDED, struct model_assignment, value),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t assignment_entry =
    MAPPING_ENTRY(struct model_assignment, assignment_fields);

/* ---- pack.yaml */

static const cyaml_schema_field_t registry_fields[] = {
    NAME("name", struct table_registry, name),
    WORDS("attributes", OPTIONAL, struct table_registry, attributes, 0),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t registry_entry =
    MAPPING_ENTRY(struct table_registry, registry_fields);

static const cyaml_schema_field_t pack_fields[] = {
    NAME("format", struct table_pack, format),
    NAME("pack", struct table_pack, pack),
    WORD("summary", OPTIONAL, struct table_pack, summary),
    WORD("extends", OPTIONAL, struct table_pack, extends),
    WORD("unknown_argument", OPTIONAL, struct table_pack, unknown_argument),
    WORDS("versions", OPTIONAL, struct table_pack, versions, 1),
    WORDS("stages", OPTIONAL, struct table_pack, stages, 0),
    ITEMS("registries", OPTIONAL, struct table_pack, registries, registry_count, registry_entry, 0),
    ITEMS("emits_when", OPTIONAL, struct table_pack, emits_when.items, emits_when.count,
          condition_entry, 1),
    WORDS("files", OPTIONAL, struct table_pack, files, 0),
    CYAML_FIELD_END,
};

/* ---- fields */

#define FIELD_WORD(key, member)  WORD(key, OPTIONAL, struct table_field, field.member)
#define FIELD_WORDS(key, member) WORDS(key, OPTIONAL, struct table_field, field.member, 1)
const cyaml_schema_field_t schema_field_fields[] = {
    NAME("name", struct table_field, field.name),
    FIELD_WORD("role", role),
    FIELD_WORD("type", type),
    FIELD_WORD("registry", registry),
    FIELD_WORD("of", of),
    FIELD_WORD("fold", fold),
    FIELD_WORD("assumed", assumed),
    FIELD_WORD("cost", cost),
    FIELD_WORD("before", before),
    FIELD_WORD("member", member),
    FIELD_WORD("select", select),
    FIELD_WORD("default", default_value),
    FIELD_WORD("environment", environment),
    FIELD_WORD("output", output),
    FIELD_WORD("since", since),
    FIELD_WORD("until", until),
    FIELD_WORD("summary", summary),
    FIELD_WORDS("from", from),
    FIELD_WORDS("accepts", accepts),
    FIELD_WORDS("values", values),
    FIELD_WORDS("candidates", candidates),
    FIELD_WORDS("instead", instead),
    TRUTH("override", struct table_field, override),
    TRUTH("disable", struct table_field, disable),
    WORD("why", OPTIONAL, struct table_field, why),
    WORDS("_dropped", OPTIONAL, struct table_field, dropped, 0),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t field_entry =
    MAPPING_ENTRY(struct table_field, schema_field_fields);

static const cyaml_schema_field_t fields_file[] = {
    NAME("format", struct table_fields, format),
    ITEMS("fields", NEEDED, struct table_fields, items, count, field_entry, 0),
    CYAML_FIELD_END,
};

/* ---- registry entries */

static const cyaml_schema_field_t parameter_fields[] = {
    NAME("name", struct model_assignment, field),
    WORD("value", NEEDED, struct model_assignment, value),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t parameter_entry =
    MAPPING_ENTRY(struct model_assignment, parameter_fields);

const cyaml_schema_field_t schema_entry_fields[] = {
    NAME("name", struct table_entry, name),
    WORDS("aliases", OPTIONAL, struct table_entry, aliases, 0),
    WORDS("classes", OPTIONAL, struct table_entry, classes, 0),
    WORD("object_only", OPTIONAL, struct table_entry, object_only),
    WORD("base", OPTIONAL, struct table_entry, base),
    WORD("since", OPTIONAL, struct table_entry, since),
    WORD("until", OPTIONAL, struct table_entry, until),
    WORD("instead", OPTIONAL, struct table_entry, instead),
    WORD("summary", OPTIONAL, struct table_entry, summary),
    ITEMS("params", OPTIONAL, struct table_entry, parameters, parameter_count, parameter_entry, 0),
    TRUTH("override", struct table_entry, override),
    TRUTH("disable", struct table_entry, disable),
    WORD("why", OPTIONAL, struct table_entry, why),
    WORDS("_dropped", OPTIONAL, struct table_entry, dropped, 0),
    ITEMS("_rest", OPTIONAL, struct table_entry, attributes, attribute_count, assignment_entry, 0),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t entry_entry =
    MAPPING_ENTRY(struct table_entry, schema_entry_fields);

static const cyaml_schema_field_t entries_file[] = {
    NAME("format", struct table_entries, format),
    ITEMS("_entries", NEEDED, struct table_entries, items, count, entry_entry, 0),
    CYAML_FIELD_END,
};

/* ---- rules */

static const cyaml_schema_field_t fix_fields[] = {
    NAME("field", struct model_assignment, field),
    WORD("value", NEEDED, struct model_assignment, value),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t fix_entry = MAPPING_ENTRY(struct model_assignment, fix_fields);

static const cyaml_schema_field_t alternative_fields[] = {
    WORD("value", NEEDED, struct model_alternative, value),
    ITEMS("when", OPTIONAL, struct model_alternative, when.items, when.count, condition_entry, 1),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t alternative_entry =
    MAPPING_ENTRY(struct model_alternative, alternative_fields);

static const cyaml_schema_field_t choose_fields[] = {
    NAME("field", struct model_rule, choose_field),
    ITEMS("first", NEEDED, struct model_rule, choose, choose_count, alternative_entry, 1),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t read_fields[] = {
    NAME("value", struct model_rule, read_value),
    NAME("policy", struct model_rule, read_policy),
    WORD("available", OPTIONAL, struct model_rule, read_available),
    NAME("into", struct model_rule, read_into),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t example_fields[] = {
    WORD("spec", OPTIONAL, struct model_example, spec),
    WORD("facts", OPTIONAL, struct model_example, facts),
    WORD("version", OPTIONAL, struct model_example, version),
    NAME("expect", struct model_example, expect),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t example_entry =
    MAPPING_ENTRY(struct model_example, example_fields);

#define RULE_WORD(key, member) WORD(key, OPTIONAL, struct table_rule, rule.member)
#define RULE_ITEMS(key, items, count, entry, min)                                                  \
    ITEMS(key, OPTIONAL, struct table_rule, rule.items, rule.count, entry, min)
/* A mapping whose keys fill members of the rule itself. */
#define RULE_PART(key_, fields_)                                                                   \
    {                                                                                              \
        .key = key_, .data_offset = offsetof(struct table_rule, rule),                             \
        .value = {CYAML_VALUE_MAPPING(OPTIONAL, struct model_rule, fields_)},                      \
    }
const cyaml_schema_field_t schema_rule_fields[] = {
    NAME("id", struct table_rule, rule.id),
    RULE_WORD("reason", reason),
    RULE_WORD("stage", stage),
    RULE_WORD("severity", severity),
    RULE_WORD("since", since),
    RULE_WORD("until", until),
    RULE_ITEMS("when", when.items, when.count, condition_entry, 1),
    RULE_ITEMS("unless", unless.items, unless.count, condition_entry, 1),
    CYAML_FIELD_MAPPING("require", OPTIONAL, struct table_rule, rule.require, condition_fields),
    CYAML_FIELD_MAPPING("deny", OPTIONAL, struct table_rule, rule.deny, condition_fields),
    RULE_ITEMS("set", set, set_count, assignment_entry, 1),
    RULE_PART("choose", choose_fields),
    RULE_PART("read", read_fields),
    RULE_WORD("message", message),
    RULE_WORD("raises", raises),
    RULE_WORD("emits", emits),
    RULE_ITEMS("fix", fixes, fix_count, fix_entry, 0),
    RULE_WORD("source", source),
    RULE_WORD("help", help),
    TRUTH("limit", struct table_rule, rule.limit),
    RULE_ITEMS("examples", examples, example_count, example_entry, 0),
    TRUTH("override", struct table_rule, rule.override),
    TRUTH("disable", struct table_rule, rule.disable),
    RULE_WORD("why", why),
    WORDS("_dropped", OPTIONAL, struct table_rule, dropped, 0),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t rule_entry = MAPPING_ENTRY(struct table_rule, schema_rule_fields);

static const cyaml_schema_field_t rules_file[] = {
    NAME("format", struct table_rules, format),
    ITEMS("rules", NEEDED, struct table_rules, items, count, rule_entry, 0),
    CYAML_FIELD_END,
};

/* ---- packages */

static const cyaml_schema_field_t packages_fields[] = {
    NAME("format", struct table_packages, format),
    WORDS("packages", OPTIONAL, struct table_packages, packages, 0),
    ITEMS("pins", OPTIONAL, struct table_packages, pins, pin_count, test_entry, 0),
    CYAML_FIELD_END,
};

/* ---- job scripts */

static const cyaml_schema_field_t job_option_fields[] = {
    NAME("option", struct table_job_option, option),
    NAME("means", struct table_job_option, means),
    WORD("letter", OPTIONAL, struct table_job_option, letter),
    WORD("only", OPTIONAL, struct table_job_option, only),
    WORD("command", OPTIONAL, struct table_job_option, command),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t job_option_entry =
    MAPPING_ENTRY(struct table_job_option, job_option_fields);

static const cyaml_schema_field_t job_command_fields[] = {
    NAME("command", struct table_job_command, command),
    NAME("means", struct table_job_command, means),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t job_command_entry =
    MAPPING_ENTRY(struct table_job_command, job_command_fields);

static const cyaml_schema_field_t job_fact_fields[] = {
    NAME("fact", struct table_job_fact, fact),
    WORD("value", OPTIONAL, struct table_job_fact, value),
    WORD("from", OPTIONAL, struct table_job_fact, from),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t job_fact_entry =
    MAPPING_ENTRY(struct table_job_fact, job_fact_fields);

static const cyaml_schema_field_t job_fields[] = {
    NAME("format", struct table_job, format),
    NAME("job", struct table_job, job),
    WORD("summary", OPTIONAL, struct table_job, summary),
    WORD("source", OPTIONAL, struct table_job, source),
    NAME("marker", struct table_job, marker),
    WORDS("separators", OPTIONAL, struct table_job, separators, 0),
    ITEMS("options", OPTIONAL, struct table_job, options, option_count, job_option_entry, 0),
    ITEMS("commands", OPTIONAL, struct table_job, commands, command_count, job_command_entry, 0),
    ITEMS("facts", OPTIONAL, struct table_job, facts, fact_count, job_fact_entry, 0),
    CYAML_FIELD_END,
};

/* ---- targets and facts */

static const cyaml_schema_field_t target_fields[] = {
    NAME("format", struct table_target, format),
    WORD("target", OPTIONAL, struct table_target, target),
    WORD("summary", OPTIONAL, struct table_target, summary),
    WORD("source", OPTIONAL, struct table_target, source),
    CYAML_FIELD_IGNORE("facts", CYAML_FLAG_DEFAULT),
    CYAML_FIELD_END,
};

/* ---- what is known of them */

static const struct schema_kind {
    const char *key;
    cyaml_schema_value_t file;
} kinds[TABLE_KIND__COUNT] = {
    [TABLE_PACK] = {"pack", FILE_OF(struct table_pack, pack_fields)},
    [TABLE_FIELDS] = {"fields", FILE_OF(struct table_fields, fields_file)},
    [TABLE_ENTRIES] = {"_entries", FILE_OF(struct table_entries, entries_file)},
    [TABLE_RULES] = {"rules", FILE_OF(struct table_rules, rules_file)},
    [TABLE_PACKAGES] = {"packages", FILE_OF(struct table_packages, packages_fields)},
    [TABLE_JOB] = {"job", FILE_OF(struct table_job, job_fields)},
    [TABLE_TARGET] = {"facts", FILE_OF(struct table_target, target_fields)},
};

static const struct schema_name {
    const cyaml_schema_field_t *fields;
    const char *noun;
} nouns[] = {
    {pack_fields, "pack.yaml"},
    {registry_fields, "a registry"},
    {fields_file, "a file of fields"},
    {schema_field_fields, "a field"},
    {entries_file, "a file of registry entries"},
    {schema_entry_fields, "an entry of this registry"},
    {parameter_fields, "a parameter"},
    {rules_file, "a file of rules"},
    {schema_rule_fields, "a rule"},
    {fix_fields, "a fix"},
    {alternative_fields, "an alternative"},
    {example_fields, "an example"},
    {packages_fields, "packages.yaml"},
    {job_fields, "a table of job scripts"},
    {job_option_fields, "an option"},
    {job_command_fields, "a command"},
    {job_fact_fields, "a fact of a job"},
    {target_fields, "a target or facts file"},
};

static const char *const rule_needs[] = {"stage", NULL};
static const char *const field_needs[] = {"role", "type", NULL};

/* clang-format off */
static const struct schema_choice choices[] = {
    {schema_rule_fields, "severity", MESSAGE_WORD_UNKNOWN, "error, warning, note",
     {"error", "warning", "note"}, 3},
    {schema_field_fields, "role", MESSAGE_WORD_UNKNOWN, "request, fact, derived",
     {"request", "fact", "derived"}, 3},
    {schema_field_fields, "type", MESSAGE_TYPE_UNKNOWN, NULL,
     {"name", "kind", "choice", "truth", "integer", "version", "text", "list", "value", "mapping",
      "count"}, 11},
    {schema_field_fields, "assumed", MESSAGE_WORD_UNKNOWN, "true, false", {"true", "false"}, 2},
    {schema_field_fields, "fold", MESSAGE_WORD_UNKNOWN, "lower", {"lower"}, 1},
    {schema_field_fields, "accepts", MESSAGE_WORD_UNKNOWN, "integer, boolean, string, float, null",
     {"integer", "boolean", "string", "float", "null"}, 5},
    {schema_entry_fields, "object_only", MESSAGE_WORD_UNKNOWN, "true, false", {"true", "false"}, 2},
};
/* clang-format on */

const char *schema_key(enum table_kind kind) { return kinds[kind].key; }

const cyaml_schema_value_t *schema_file(enum table_kind kind) { return &kinds[kind].file; }

const char *schema_noun(const cyaml_schema_field_t *fields)
{
    for (size_t i = 0; i < sizeof nouns / sizeof *nouns; i++) {
        if (nouns[i].fields == fields)
            return nouns[i].noun;
    }
    return NULL;
}

const char *const *schema_needed(const cyaml_schema_field_t *fields)
{
    return fields == schema_rule_fields    ? rule_needs
           : fields == schema_field_fields ? field_needs
                                           : NULL;
}

const struct schema_choice *schema_choice_find(const cyaml_schema_field_t *fields, const char *key)
{
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        if (choices[i].fields == fields && text_is(choices[i].key, key))
            return &choices[i];
    }
    return NULL;
}

bool schema_is_pairs(const cyaml_schema_value_t *value)
{
    return value->type == CYAML_SEQUENCE && value->sequence.entry->type == CYAML_MAPPING &&
           strcmp(value->sequence.entry->mapping.fields->key, "_key") == 0;
}
