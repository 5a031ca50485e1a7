/* Compiled tables: looking things up in them, and knowing a block that is none. */
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "mini.h"
#include "suite.h"

static const char fields[] =
    "  - {name: thing, role: request, type: name, registry: things, output: thing, fold: lower}\n"
    "  - {name: a, role: request, type: integer, default: \"1\", until: \"1.5.0\"}\n"
    "  - {name: a, role: request, type: integer, default: \"2\", since: \"2.0.0\"}\n"
    "  - {name: env.RANK, role: fact, type: text}\n";
static const char things[] = "  - {name: base, class: Base, family: x, params: [{name: p, value: "
                             "\"1\"}, {name: q, value: \"2\"}]}\n"
                             "  - {name: child, base: base, family: y, aliases: [kid, \"int:3\"], "
                             "classes: [Child], params: [{name: q, value: \"9\"}]}\n"
                             "  - {name: moved, class: Old, until: \"2.0.0\"}\n"
                             "  - {name: moved, class: New, since: \"2.0.0\"}\n";
static const char rules[] = "  - {id: r, stage: two, when: {a: [\">4\"]}, message: \"{a}\", "
                            "source: somewhere, help: text}\n";

static struct mini mini;

static const struct registry_table *things_of(const struct ruleset *ruleset)
{
    return ruleset_registry(ruleset, ruleset_find_registry(ruleset, "things"));
}

static void open_mini(void) { CU_ASSERT_FATAL(mini_init(&mini, fields, things, rules)); }

static void test_texts(void)
{
    open_mini();
    text_id text = ruleset_find_text(mini.ruleset, "child", 5);
    CU_ASSERT_NOT_EQUAL(text, 0);
    CU_ASSERT_STRING_EQUAL(ruleset_text(mini.ruleset, text), "child");
    CU_ASSERT_EQUAL(ruleset_find_text(mini.ruleset, "chil", 4), 0);
    CU_ASSERT_EQUAL(ruleset_find_text(mini.ruleset, "", 0),
                    ruleset_find_text(mini.ruleset, "x", 0));
    CU_ASSERT_PTR_NULL(ruleset_text(mini.ruleset, 0));
    mini_clear(&mini);
}

/* Texts of every length, where they stand and copied, with a neighbour that differs in the last
 * letter. */
static void test_text_lengths(void)
{
    open_mini();
    const struct text_slot *slots = ruleset_at(mini.ruleset, mini.ruleset->text_slots);
    for (uint32_t i = 0; i < mini.ruleset->text_slots.count; i++) {
        char copy[256];
        const char *text = ruleset_text(mini.ruleset, slots[i].text);
        size_t length = text ? strlen(text) : 0;
        if (text == NULL || length >= sizeof copy)
            continue;
        CHECK_ROW(ruleset_text_length(mini.ruleset, slots[i].text) == length, text);
        CHECK_ROW(ruleset_find_text(mini.ruleset, text, length) == slots[i].text, text);
        memcpy(copy, text, length + 1);
        CHECK_ROW(ruleset_find_text(mini.ruleset, copy, length) == slots[i].text, text);
        if (length)
            copy[length - 1] = '\x01';
        CHECK_ROW(length == 0 || ruleset_find_text(mini.ruleset, copy, length) == 0, text);
        CHECK_ROW(length < 2 ||
                      ruleset_find_text(mini.ruleset, text + 1, length - 1) != slots[i].text,
                  text);
        memcpy(copy, text, length);
        copy[length] = '\0';
        CHECK_ROW(ruleset_find_text(mini.ruleset, copy, length + 1) == 0, text);
    }
    mini_clear(&mini);
}

static void test_fields(void)
{
    open_mini();
    for (uint32_t i = 0; i < mini.ruleset->fields.count; i++)
        CU_ASSERT_EQUAL(
            ruleset_find_field(mini.ruleset,
                               ruleset_text(mini.ruleset, ruleset_field(mini.ruleset, i)->name)),
            i);
    CU_ASSERT_EQUAL(ruleset_find_field(mini.ruleset, "thin"), NONE16);
    CU_ASSERT_EQUAL(ruleset_find_field(mini.ruleset, ""), NONE16);
    CU_ASSERT_EQUAL(ruleset_find_registry(mini.ruleset, "thing"), NONE16);
    const struct field *a = ruleset_field(mini.ruleset, mini_field(&mini, "a"));
    CU_ASSERT_STRING_EQUAL(
        ruleset_text(mini.ruleset, field_variant(mini.ruleset, a, 1000000)->default_text), "1");
    CU_ASSERT_PTR_NULL(field_variant(mini.ruleset, a, 1005000));
    CU_ASSERT_STRING_EQUAL(
        ruleset_text(mini.ruleset, field_variant(mini.ruleset, a, 2000000)->default_text), "2");
    mini_clear(&mini);
}

/* The class of what a word means in a release, or NULL. */
static const char *class_of(enum name_how how, const char *word, int64_t release)
{
    const struct registry_table *registry = things_of(mini.ruleset);
    const struct name *name = registry_find_name(
        mini.ruleset, registry, how, ruleset_find_text(mini.ruleset, word, strlen(word)));
    uint16_t index = name ? name_entry(mini.ruleset, registry, name, release) : NONE16;
    if (index == NONE16)
        return NULL;
    text_id attribute = ruleset_find_text(mini.ruleset, "class", 5);
    return ruleset_text(mini.ruleset,
                        entry_attribute(mini.ruleset, ruleset_entry(mini.ruleset, registry, index),
                                        registry_slot(mini.ruleset, registry, attribute)));
}

static void test_names(void)
{
    open_mini();
    CU_ASSERT_STRING_EQUAL(class_of(NAME_TEXT, "child", 2000000), "Base");
    CU_ASSERT_STRING_EQUAL(class_of(NAME_TEXT, "kid", 2000000), "Base");
    CU_ASSERT_STRING_EQUAL(class_of(NAME_INTEGER, "3", 2000000), "Base");
    CU_ASSERT_STRING_EQUAL(class_of(NAME_CLASS, "Child", 2000000), "Base");
    CU_ASSERT_PTR_NULL(class_of(NAME_TEXT, "Child", 2000000));
    CU_ASSERT_PTR_NULL(class_of(NAME_ENTRY, "kid", 2000000));
    CU_ASSERT_STRING_EQUAL(class_of(NAME_TEXT, "moved", 1005000), "Old");
    CU_ASSERT_STRING_EQUAL(class_of(NAME_TEXT, "moved", 2000000), "New");
    CU_ASSERT_EQUAL(registry_slot(mini.ruleset, things_of(mini.ruleset), 0), NONE32);
    mini_clear(&mini);
}

static void test_parameters(void)
{
    open_mini();
    const struct entry *child = ruleset_entry(mini.ruleset, things_of(mini.ruleset), 1);
    const struct parameter *parameters = ruleset_at(mini.ruleset, child->parameters);
    CU_ASSERT_EQUAL_FATAL(child->parameters.count, 2);
    CU_ASSERT_STRING_EQUAL(ruleset_text(mini.ruleset, parameters[0].name), "p");
    CU_ASSERT_STRING_EQUAL(ruleset_text(mini.ruleset, parameters[1].value), "9");
    CU_ASSERT_STRING_EQUAL(ruleset_text(mini.ruleset, child->base), "base");
    mini_clear(&mini);
}

static void test_rules(void)
{
    open_mini();
    const struct rule *rule = ruleset_rule(mini.ruleset, 0);
    CU_ASSERT_STRING_EQUAL(ruleset_text(mini.ruleset, rule->id), "r");
    CU_ASSERT_STRING_EQUAL(ruleset_text(mini.ruleset, rule->source), "somewhere");
    CU_ASSERT_STRING_EQUAL(ruleset_text(mini.ruleset, rule->file), "mini/rules.yaml");
    CU_ASSERT_EQUAL(rule->line, 3);
    CU_ASSERT_EQUAL(rule->stage, 1);
    CU_ASSERT_EQUAL(mini.ruleset->telling_rules, 1);
    mini_clear(&mini);
}

static void test_valid(void)
{
    open_mini();
    size_t size = mini.ruleset->size;
    CU_ASSERT(ruleset_is_valid(mini.ruleset, size));
    CU_ASSERT_FALSE(ruleset_is_valid(mini.ruleset, size - 1));
    CU_ASSERT_FALSE(ruleset_is_valid(mini.ruleset, 3));
    mini.ruleset->magic ^= 1;
    CU_ASSERT_FALSE(ruleset_is_valid(mini.ruleset, size));
    mini.ruleset->magic ^= 1;
    mini_clear(&mini);
}

static void test_builtin(void)
{
    CU_ASSERT(builtin_pack_count > 0);
    for (size_t i = 0; i < builtin_pack_count; i++) {
        const struct ruleset *ruleset = builtin_packs[i].ruleset;
        CHECK_ROW(ruleset_is_valid(ruleset, builtin_packs[i].size), builtin_packs[i].name);
        CHECK_ROW(strcmp(ruleset_text(ruleset, ruleset->pack), builtin_packs[i].name) == 0,
                  builtin_packs[i].name);
        CHECK_ROW(ruleset->versions.count > 0, builtin_packs[i].name);
    }
}

static const struct test tests[] = {
    {"texts are found by their bytes", test_texts},
    {"texts of every length are found, and no others", test_text_lengths},
    {"fields are found by name, and as they are in a release", test_fields},
    {"names mean an entry by how they are said and in which release", test_names},
    {"parameters and attributes are inherited", test_parameters},
    {"rules know where they stand", test_rules},
    {"a block that is none is refused", test_valid},
    {"the built-in tables are valid", test_builtin},
};

const struct suite suite_ruleset = {"ruleset", tests, sizeof tests / sizeof *tests};
