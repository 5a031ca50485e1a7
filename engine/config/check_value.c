#include <string.h>
#include <strings.h>

#include "base/number.h"
#include "base/text.h"
#include "config/reading.h"
#include "tables/yaml11.h"

enum { LISTED_MAX = 14, VALUES_SAID = 3 };

/* A value held against its key. */
struct check {
    struct reading *reading;
    const struct kind_key *key;
    const struct config_node *node;
};

/* Looks at one thing. True when it was what there is to say; then `ret_faulty` tells whether it is
 * an error. */
typedef bool value_check(const struct check *check, bool *ret_faulty);

/* Records what is wrong with the value; `replace` may be NULL. Returns whether it is an error. */
static bool __attribute__((format(printf, 6, 7)))
report(const struct check *check, enum config_problem problem, enum severity severity,
       const char *replace, bool is_safe, const char *format, ...)
{
    const struct finding_place place = {check->node->at, check->node->file, replace, is_safe};
    va_list arguments;
    va_start(arguments, format);
    finding_vadd(check->reading, problem, severity, &place, format, arguments);
    va_end(arguments);
    return severity == SEVERITY_ERROR;
}

static bool wants(const struct check *check, unsigned types) { return check->key->types & types; }

/* True for a key that takes texts of any kind, or some. */
static bool wants_text(const struct check *check)
{
    return wants(check, KEY_TEXT) || check->key->row->values.count;
}

/* A text in the quotes of the file's syntax, or NULL. */
static const char *quoted(const struct check *check, const char *text)
{
    const char *copy =
        arena_format(check->reading->arena, check->reading->is_json ? "\"%s\"" : "'%s'", text);
    check->reading->no_memory |= !copy;
    return copy;
}

/* ---- closed values */

static bool is_allowed(const struct kind_key *key, const char *text)
{
    for (unsigned i = 0; i < key->row->values.count; i++) {
        const char *allowed = key->row->values.items[i];
        if (strcmp(allowed, text) == 0 || (key->row->fold && strcasecmp(allowed, text) == 0))
            return true;
    }
    return false;
}

/* The allowed values in words. */
static const char *listed(const struct check *check)
{
    const struct file_words *values = &check->key->row->values;
    struct text text;
    text_init(&text);
    for (unsigned i = 0; i < values->count && i < LISTED_MAX; i++)
        text_format(&text, "%s%s", i ? ", " : "", values->items[i]);
    if (values->count > LISTED_MAX)
        text_add(&text, ", ...");
    char *copy = text.failed || !text.bytes
                     ? NULL
                     : arena_copy(check->reading->arena, text.bytes, text.length);
    check->reading->no_memory |= !copy;
    text_clear(&text);
    return copy ? copy : "";
}

/* The types in words: "an integer or null", "auto or a number". */
static const char *types_text(const struct check *check)
{
    static const char *const words[] = {"a text", "an integer", "a number", "true or false",
                                        "a list", "a mapping",  "null"};
    const struct file_words *values = &check->key->row->values;
    struct text text;
    text_init(&text);
    unsigned types = check->key->types;
    if (values->count > VALUES_SAID)
        text_add(&text, "one of its words");
    for (unsigned i = 0; values->count <= VALUES_SAID && i < values->count; i++)
        text_format(&text, "%s%s", i ? " or " : "", values->items[i]);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (types & 1u << i)
            text_format(&text, "%s%s", text.length ? " or " : "", words[i]);
    }
    char *copy = text.failed || !text.bytes
                     ? NULL
                     : arena_copy(check->reading->arena, text.bytes, text.length);
    check->reading->no_memory |= !copy;
    text_clear(&text);
    return copy ? copy : "";
}

/* Reports a text that is none of the closed values. */
static bool report_not_allowed(const struct check *check)
{
    const struct file_words *values = &check->key->row->values;
    const char *text = check->node->value.text;
    const char *nearest = text_nearest(text, values->items, values->count);
    const char *replace = !nearest                           ? NULL
                          : check->node->flags & NODE_QUOTED ? quoted(check, nearest)
                                                             : nearest;
    if (nearest)
        return report(check, PROBLEM_VALUE_NOT_ALLOWED, check->key->severity, replace, false,
                      "'%.80s' is no value of '%s'; did you mean '%s'?", text, check->key->name,
                      nearest);
    return report(check, PROBLEM_VALUE_NOT_ALLOWED, check->key->severity, NULL, false,
                  "'%.80s' is no value of '%s', which takes: %s", text, check->key->name,
                  values->count > VALUES_SAID ? listed(check) : types_text(check));
}

/* ---- traps of the syntax */

/* None as a text where nothing is meant. */
static bool trap_none(const struct check *check, bool *ret_faulty)
{
    const struct config_node *node = check->node;
    if (!value_is_text(&node->value, "None") || is_allowed(check->key, "None") ||
        !(wants(check, KEY_NULL) || !wants(check, KEY_TEXT)))
        return false;
    if (!check->key->types && !check->key->row->values.count)
        return false;
    const char *replace = wants(check, KEY_NULL) ? "null" : NULL;
    *ret_faulty = report(check, PROBLEM_NONE_TEXT, check->key->severity, replace, true,
                         "None is the text \"None\" here, not nothing; '%s' needs null for that",
                         check->key->name);
    return true;
}

/* The spelling of a truth as one of the closed values, or itself. */
static const char *as_value(const struct kind_key *key, const char *plain)
{
    for (unsigned i = 0; i < key->row->values.count; i++) {
        if (strcasecmp(key->row->values.items[i], plain) == 0)
            return key->row->values.items[i];
    }
    return plain;
}

/* A word without quotes that YAML 1.1 reads as a truth. */
static bool trap_boolean(const struct check *check, bool *ret_faulty)
{
    const struct config_node *node = check->node;
    if (node->value.kind != VALUE_BOOLEAN || wants(check, KEY_TRUTH) || !wants_text(check) ||
        !node->plain || check->reading->is_json)
        return false;
    if (strcasecmp(node->plain, "true") == 0 || strcasecmp(node->plain, "false") == 0)
        return false;
    const char *replace =
        check->key->row->values.count ? quoted(check, as_value(check->key, node->plain)) : NULL;
    *ret_faulty =
        report(check, PROBLEM_YAML_BOOLEAN, check->key->severity, replace, true,
               "%s without quotes is the truth value %s to YAML 1.1, not the text that '%s' needs",
               node->plain, node->value.boolean ? "true" : "false", check->key->name);
    return true;
}

/* A number that begins with 0. */
static bool trap_octal(const struct check *check, bool *ret_faulty)
{
    const struct config_node *node = check->node;
    if (!(node->flags & NODE_OCTAL) || !node->plain)
        return false;
    const char *digits = node->plain + strspn(node->plain, "+-0_");
    int64_t decimal;
    if (text_read_integer(node->plain, strlen(node->plain), &decimal) &&
        decimal == node->value.integer)
        return false;
    report(check, PROBLEM_YAML_OCTAL, SEVERITY_WARNING, *digits ? digits : NULL, false,
           "%s is an octal number to YAML 1.1: %lld", node->plain, (long long)node->value.integer);
    *ret_faulty = false;
    return false;
}

/* A time that YAML 1.1 reads as a number of base 60. */
static bool trap_sexagesimal(const struct check *check, bool *ret_faulty)
{
    const struct config_node *node = check->node;
    if (!(node->flags & NODE_SEXAGESIMAL) || !node->plain)
        return false;
    bool is_wrong = check->key->types && !wants(check, KEY_INTEGER | KEY_NUMBER);
    *ret_faulty =
        report(check, PROBLEM_YAML_SEXAGESIMAL, is_wrong ? check->key->severity : SEVERITY_WARNING,
               quoted(check, node->plain), true,
               "%s without quotes is the number %lld to YAML 1.1, which counts in sixties",
               node->plain, (long long)node->value.integer);
    return is_wrong;
}

/* The same number as YAML 1.1 knows it, or NULL: 1e-4 is 1.0e-4; 5e8 is 5.0e+8, or 500000000 where
 * integers are wanted. */
static const char *with_point(const struct check *check, const char *text)
{
    double number;
    bool is_whole = !wants(check, KEY_NUMBER) &&
                    yaml11_read_wide_float(text, strlen(text), &number) && number >= -9e15 &&
                    number <= 9e15 && number == (double)(int64_t)number;
    if (is_whole) {
        const char *digits = arena_format(check->reading->arena, "%lld", (long long)number);
        check->reading->no_memory |= !digits;
        return digits;
    }
    size_t head = strcspn(text, "eE");
    bool is_signed = text[head] && (text[head + 1] == '+' || text[head + 1] == '-'),
         is_pointed = memchr(text, '.', head) != NULL;
    const char *copy =
        arena_format(check->reading->arena, "%.*s%se%s%s", (int)head, text, is_pointed ? "" : ".0",
                     is_signed ? "" : "+", text[head] ? text + head + 1 : "0");
    check->reading->no_memory |= !copy;
    return copy;
}

/* A number that YAML 1.1 takes for a text. */
static bool trap_float_text(const struct check *check, bool *ret_faulty)
{
    const struct config_node *node = check->node;
    bool is_lax =
        check->key->row->lax && wants(check, KEY_NUMBER); /* reads numbers from texts too */
    if (!(node->flags & NODE_WIDE_FLOAT) || check->reading->kind->wide || is_lax ||
        wants(check, KEY_TEXT) || !wants(check, KEY_NUMBER | KEY_INTEGER))
        return false;
    *ret_faulty = report(check, PROBLEM_YAML_FLOAT_TEXT, check->key->severity,
                         with_point(check, node->value.text), true,
                         "%s is a text to YAML 1.1, which knows numbers with an exponent only with "
                         "a point and a sign",
                         node->value.text);
    return true;
}

/* ---- types */

/* The types that a value fulfils. */
static unsigned types_of(const struct value *value)
{
    static const unsigned types[VALUE__COUNT] = {[VALUE_NULL] = KEY_NULL,
                                                 [VALUE_BOOLEAN] = KEY_TRUTH,
                                                 [VALUE_INTEGER] = KEY_INTEGER | KEY_NUMBER,
                                                 [VALUE_FLOAT] = KEY_NUMBER,
                                                 [VALUE_STRING] = KEY_TEXT,
                                                 [VALUE_LIST] = KEY_LIST,
                                                 [VALUE_MAPPING] = KEY_MAPPING};
    bool is_whole = value->kind == VALUE_FLOAT && value->number >= -9e15 && value->number <= 9e15 &&
                    value->number == (double)(int64_t)value->number;
    return types[value->kind] | (is_whole ? KEY_INTEGER : 0u);
}

/* The types that a text would have without its quotes. */
static unsigned types_within(const struct value *value)
{
    static const char *const truths[] = {"true", "false", "True", "False"};
    int64_t integer;
    double number;
    for (size_t i = 0; i < sizeof truths / sizeof *truths; i++) {
        if (value_is_text(value, truths[i]))
            return KEY_TRUTH;
    }
    if (value->kind == VALUE_STRING && text_read_integer(value->text, value->count, &integer))
        return KEY_INTEGER | KEY_NUMBER;
    return value->kind == VALUE_STRING && number_read(value->text, value->count, &number)
               ? KEY_NUMBER
               : 0u;
}

/* What lax readers take beside the type itself. */
static unsigned types_laxly(const struct value *value)
{
    if (value->kind == VALUE_STRING)
        return types_within(value);
    bool is_truth = value->kind == VALUE_INTEGER && (value->integer == 0 || value->integer == 1);
    return is_truth ? KEY_TRUTH : value->kind == VALUE_BOOLEAN ? KEY_INTEGER : 0u;
}

/* What the author most likely meant, in the place of a value of a wrong type, or NULL. */
static const char *repair_type(const struct check *check)
{
    const struct value *value = &check->node->value;
    if (value->kind == VALUE_STRING && (types_within(value) & check->key->types)) {
        if (types_within(value) != KEY_TRUTH)
            return value->text;
        return value->text[0] == 't' || value->text[0] == 'T' ? "true" : "false";
    }
    bool is_scalar = (value->kind == VALUE_INTEGER || value->kind == VALUE_FLOAT) &&
                     !wants(check, KEY_INTEGER | KEY_NUMBER); /* another number was meant, then */
    return is_scalar && wants_text(check) && check->node->plain && !check->key->row->values.count
               ? quoted(check, check->node->plain)
               : NULL;
}

/* The type, and the closed values of texts. */
static bool check_type(const struct check *check, bool *ret_faulty)
{
    static const char *const kinds[VALUE__COUNT] = {
        "null", "a truth value", "an integer", "a number", "a text", "a list", "a mapping"};
    const struct kind_key *key = check->key;
    const struct value *value = &check->node->value;
    bool is_closed = key->row->values.count != 0;
    if (!key->types && !is_closed)
        return false;
    if (types_of(value) & key->types)
        return false;
    if (key->row->lax && (types_laxly(value) & key->types))
        return false;
    if (value->kind == VALUE_STRING && is_closed && !(types_within(value) & key->types)) {
        if (!is_allowed(key, value->text))
            *ret_faulty = report_not_allowed(check);
        return true;
    }
    const char *replace = repair_type(check);
    *ret_faulty = report(check, PROBLEM_TYPE_WRONG, key->severity, replace, replace != NULL,
                         "'%s' needs %s, not %s", key->name, types_text(check), kinds[value->kind]);
    return true;
}

static value_check *const checks[] = {trap_none,        trap_boolean,    trap_octal,
                                      trap_sexagesimal, trap_float_text, check_type};

bool check_value(struct reading *reading, const struct kind_key *key,
                 const struct config_node *node)
{
    const struct check check = {reading, key, node};
    bool faulty = false;
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        if (checks[i](&check, &faulty))
            return faulty;
    }
    return false;
}
