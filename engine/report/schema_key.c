/* One key of a configuration file as a schema: a list of alternatives, what it is for, or that it
 * is gone. */
#include <string.h>

#include "base/text.h"
#include "report/schema_parts.h"
#include "resolve/lifetime.h"

/* A key on its way to a schema. */
struct key_maker {
    const struct schema_subject *subject;
    const struct kind_key *key;
    const struct field *field;     /* request field that it sets, or NULL */
    const struct variant *variant; /* the field in this release, or NULL */
    json_t *alternatives;          /* none: anything */
};

/* Adds a new reference, also when it fails. */
static bool append(json_t *array, json_t *value)
{
    return value && json_array_append_new(array, value) == 0;
}

static bool add_type(json_t *alternatives, const char *type)
{
    return append(alternatives, json_pack("{s:s}", "type", type));
}

/* ---- what the key itself takes ---- */

/* How a schema calls a type, and how a text looks that a lax reader takes for it. */
static const struct type_row {
    unsigned type;
    const char *name, *lax;
} type_rows[] = {
    {KEY_TEXT, "string", NULL},
    {KEY_INTEGER, "integer", "^ *[-+]?[0-9][0-9_]*(\\.0*)? *$"},
    {KEY_NUMBER, "number", "^ *[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)? *$"},
    {KEY_TRUTH, "boolean", "^([Tt]rue|[Ff]alse|TRUE|FALSE)$"},
    {KEY_LIST, "array", NULL},
    {KEY_MAPPING, "object", NULL},
    {KEY_NULL, "null", NULL},
};

/* The alternative of one type; a list or mapping may have keys of its own. */
static bool add_row(const struct key_maker *maker, const struct type_row *row)
{
    const struct kind_list *keys = maker->key->keys;
    if (keys && row->type == KEY_MAPPING)
        return append(maker->alternatives, schema_ref(keys->name));
    if (keys && row->type == KEY_LIST)
        return append(maker->alternatives,
                      json_pack("{s:s, s:{s:{s:s}, s:o}}", "type", "array", "items", "if", "type",
                                "object", "then", schema_ref(keys->name)));
    if (maker->key->row->lax && row->lax &&
        !append(maker->alternatives,
                json_pack("{s:s, s:s}", "type", "string", "pattern", row->lax)))
        return false;
    return add_type(maker->alternatives, row->name);
}

/* Closed values. */
static bool add_values(const struct key_maker *maker)
{
    const struct file_words *values = &maker->key->row->values;
    json_t *words = json_array();
    bool complete = words != NULL;
    for (unsigned i = 0; i < values->count && complete; i++)
        complete = append(words, json_string(values->items[i]));
    complete = complete && append(maker->alternatives, json_pack("{s:O}", "enum", words));
    if (complete && maker->key->row->fold)
        complete = schema_add_folded(maker->alternatives, words);
    json_decref(words);
    return complete;
}

/* What files.yaml says of the key. `skip`: types that something else stands for. */
static bool add_types(const struct key_maker *maker, unsigned skip)
{
    unsigned types = maker->key->types;
    if (maker->key->keys && !types)
        types = KEY_MAPPING | KEY_LIST | KEY_NULL;
    if (maker->key->row->values.count && !add_values(maker))
        return false;
    for (size_t i = 0; i < sizeof type_rows / sizeof *type_rows; i++) {
        if ((types & ~skip & type_rows[i].type) && !add_row(maker, &type_rows[i]))
            return false;
    }
    return true;
}

/* ---- what the field takes ---- */

/* Names of a registry. What the key's types say of texts and mappings is the registry's to say
 * better. */
static bool add_names(const struct key_maker *maker)
{
    unsigned types = maker->key->types;
    return schema_add_names(maker->alternatives, maker->subject, maker->field,
                            !types || (types & KEY_MAPPING)) &&
           add_types(maker, KEY_TEXT | KEY_MAPPING | KEY_INTEGER) &&
           (types || add_type(maker->alternatives, "null"));
}

/* Numbers, and what is read as one. */
static bool add_integers(const struct key_maker *maker)
{
    static const struct {
        enum value_kind kind;
        const char *name;
    } rows[] = {{VALUE_INTEGER, "integer"},
                {VALUE_BOOLEAN, "boolean"},
                {VALUE_STRING, "string"},
                {VALUE_FLOAT, "number"},
                {VALUE_NULL, "null"}};
    if (maker->key->types)
        return add_types(maker, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if ((maker->variant->accepts >> rows[i].kind & 1) &&
            !add_type(maker->alternatives, rows[i].name))
            return false;
    }
    return true;
}

/* Anything has a truth; true and false are what editors should offer. */
static bool add_truths(const struct key_maker *maker)
{
    return maker->key->types || maker->key->row->values.count
               ? add_types(maker, 0)
               : add_type(maker->alternatives, "boolean") &&
                     append(maker->alternatives, json_object());
}

static bool add_alternatives(const struct key_maker *maker)
{
    const struct field *field = maker->variant ? maker->field : NULL;
    if (field && field->type == TYPE_NAME)
        return add_names(maker);
    if (field && field->type == TYPE_INTEGER)
        return add_integers(maker);
    if (field && field->type == TYPE_TRUTH)
        return add_truths(maker);
    return add_types(maker, 0);
}

/* An alternative for what is filled in later, where not anything goes anyway. */
static bool add_interpolation(const struct key_maker *maker)
{
    return json_array_size(maker->alternatives) == 0 ||
           append(maker->alternatives, schema_ref("(interpolation)"));
}

/* ---- what it is for ---- */

/* A text of the tables as the value it stands for: 1, true, null, auto. */
static json_t *json_of_literal(const char *text)
{
    json_t *json = json_loads(text, JSON_DECODE_ANY, NULL);
    return json ? json : json_text(text, strlen(text));
}

static bool put_notes(const struct key_maker *maker, json_t *schema)
{
    const struct ruleset *ruleset = maker->subject->ruleset;
    const char *text = maker->variant ? ruleset_text(ruleset, maker->variant->default_text) : NULL;
    const text_id *candidates = maker->field ? ruleset_at(ruleset, maker->field->candidates) : NULL;
    json_t *examples = json_array();
    bool complete = examples != NULL;
    if (maker->field)
        complete = complete && json_put_text(schema, "description",
                                             ruleset_text(ruleset, maker->field->summary));
    if (text)
        complete = complete && json_put(schema, "default", json_of_literal(text));
    for (uint32_t i = 0; candidates && i < maker->field->candidates.count && complete; i++) {
        const char *candidate = ruleset_text(ruleset, candidates[i]);
        if (strcmp(candidate, "unset") != 0)
            complete = append(examples, json_of_literal(candidate));
    }
    if (json_array_size(examples) > 0)
        return json_put(schema, "examples", examples) && complete;
    json_decref(examples);
    return complete;
}

/* ---- keys that are gone, or not there yet ---- */

static const char *lifetime_text(const struct key_maker *maker)
{
    const struct kind_key *key = maker->key;
    int64_t release = maker->subject->release;
    if (release && key->until && release >= key->until)
        return key->row->until;
    if (release && key->since && release < key->since)
        return key->row->since;
    return NULL;
}

/* What says the same in this release: of the key's own row, or of the field: "accelerator=gpu
 * devices=...". */
static void add_instead(struct text *text, const struct key_maker *maker)
{
    const struct ruleset *ruleset = maker->subject->ruleset;
    const text_id *instead = maker->field ? ruleset_at(ruleset, maker->field->instead) : NULL;
    unsigned said = 0;
    if (maker->key->row->instead) {
        text_format(text, "; use: %s", maker->key->row->instead);
        return;
    }
    for (uint32_t i = 0; instead && i < maker->field->instead.count; i++) {
        const char *pair = ruleset_text(ruleset, instead[i]), *mark = strstr(pair, "{}"), *rest;
        if (lifetime_special(pair, &rest))
            continue;
        text_format(text, "%s%.*s%s",
                    said++ ? " " : "; use: ", (int)(mark ? mark - pair : (ptrdiff_t)strlen(pair)),
                    pair, mark ? "..." : "");
    }
}

/* "removed in 2.0.0; use: strategy" */
static json_t *json_of_lifetime(const struct key_maker *maker, const char *release)
{
    bool gone = maker->key->until && maker->subject->release >= maker->key->until;
    struct text text;
    text_init(&text);
    text_format(&text, "%s %s", gone ? "removed in" : "new in", release);
    add_instead(&text, maker);
    json_t *json = text.failed ? NULL : json_text(text.bytes, text.length);
    text_clear(&text);
    return json;
}

/* Nothing will do for a key that the release does not know; editors show why. */
static json_t *json_of_absent(const struct key_maker *maker, const char *release)
{
    json_t *schema = json_object(), *text = json_of_lifetime(maker, release);
    bool complete = json_put(schema, "not", json_object()) &&
                    json_put(schema, "deprecated", json_true()) &&
                    json_put(schema, "doNotSuggest", json_true()) && text &&
                    json_object_set(schema, "description", text) == 0 &&
                    json_object_set(schema, "deprecationMessage", text) == 0 &&
                    json_object_set(schema, "errorMessage", text) == 0;
    json_decref(text);
    if (complete)
        return schema;
    json_decref(schema);
    return NULL;
}

/* The field that a key sets, or NULL. */
static const struct field *field_of(const struct schema_subject *subject,
                                    const struct kind_key *key)
{
    const char *name =
        key->row->field && strcmp(key->row->field, "*") == 0 ? key->name : key->row->field;
    uint16_t index = subject->ruleset && name ? ruleset_find_field(subject->ruleset, name) : NONE16;
    return index == NONE16 ? NULL : ruleset_field(subject->ruleset, index);
}

json_t *schema_of_key(const struct schema_subject *subject, const struct kind_key *key)
{
    const struct field *field = field_of(subject, key);
    struct key_maker maker = {
        .subject = subject,
        .key = key,
        .field = field,
        .variant = field ? field_variant(subject->ruleset, field, subject->release) : NULL,
        .alternatives = json_array()};
    const char *release = lifetime_text(&maker);
    json_t *schema = release ? json_of_absent(&maker, release) : json_object();
    bool complete = schema && maker.alternatives && (release || put_notes(&maker, schema));
    if (complete && !release)
        complete = add_alternatives(&maker) && add_interpolation(&maker);
    if (complete && json_array_size(maker.alternatives) > 0)
        complete = json_object_set(schema, "anyOf", maker.alternatives) == 0;
    json_decref(maker.alternatives);
    if (complete)
        return schema;
    json_decref(schema);
    return NULL;
}
