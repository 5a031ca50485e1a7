/* The form in which libcyaml gets documents, and what of it reaches the structs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "memory.h"
#include "suite.h"
#include "tables/load.h"
#include "tables/tree.h"

static const char *const attributes[] = {"class", "family"};

/* A normal form with "LINE:COLUMN:text" in place of its numbers. */
static char *spelt_form(struct arena *arena, const struct normal *normal)
{
    struct text form;
    text_init(&form);
    for (const char *at = normal->text.bytes; *at;) {
        size_t length = strcspn(at, "\"");
        text_add_bytes(&form, at, length);
        at += length;
        if (!*at)
            break;
        struct word word = {0};
        normal_find(normal, normal_number(at + 1), arena, "file", &word);
        text_format(&form, "\"%u:%u:%s\"", word.place.line, word.place.column, word.text);
        at = strchr(at + 1, '"') + 1;
    }
    return text_take(&form);
}

/* The normal form of a document, or NULL with the number of findings. */
static char *normal_form(enum table_kind kind, const char *document, size_t *ret_findings)
{
    struct arena arena;
    struct diagnostics findings;
    struct value *tree = NULL;
    struct normal normal;
    arena_init(&arena);
    diagnostics_init(&findings);
    normal_init(&normal);
    const struct tree_text text = {"file", document, strlen(document), TREE_TEXTS};
    tree_read(&arena, &text, &findings, &tree);
    const struct shape_context context = {.file = "file",
                                          .findings = &findings,
                                          .findings_limit = TREE_FINDINGS_MAX,
                                          .entries_key = "things",
                                          .open_keys = attributes,
                                          .open_key_count = 2};
    char *form = NULL;
    if (tree && normalise(&context, schema_file(kind), tree, &normal) == PACK_OK)
        form = spelt_form(&arena, &normal);
    normal_clear(&normal);
    *ret_findings = findings.count;
    arena_clear(&arena);
    diagnostics_clear(&findings);
    return form;
}

static const struct form_row {
    enum table_kind kind;
    const char *document, *form;
} form_rows[] = {
    {TABLE_RULES, "format: 1\nrules: []",
     "\nformat: \"1:9:1\""
     "\nrules: []"},
    {TABLE_RULES, "format: 1\nrules: {id: a, stage: b}", /* one stands for a list of one */
     "\nformat: \"1:9:1\""
     "\nrules: "
     "\n- id: \"2:13:a\""
     "\n  stage: \"2:23:b\""},
    {TABLE_RULES,
     "format: 1\n"
     "rules:\n"
     "- id: a\n"
     "  stage: b\n"
     "  when: [{f: x, g: [y, z]}, {h: i}]\n"
     "  require: {j: k}\n"
     "  override: \"true\"\n",
     "\nformat: \"1:9:1\""
     "\nrules: "
     "\n- id: \"3:7:a\""
     "\n  stage: \"4:10:b\""
     "\n  when: "
     "\n  - _rest: "
     "\n    - _value: [\"5:14:x\"]"
     "\n    - _value: [\"5:21:y\",\"5:24:z\"]"
     "\n  - _rest: "
     "\n    - _value: [\"5:33:i\"]"
     "\n  require: "
     "\n   _rest: "
     "\n   - _value: [\"6:16:k\"]"
     "\n  override: true"},
    {TABLE_ENTRIES, "format: 1\nthings:\n- {name: a, class: b, params: [], family: c}",
     "\nformat: \"1:9:1\""
     "\n_entries: "
     "\n- _rest: "
     "\n  - _value: \"3:20:b\""
     "\n  - _value: \"3:43:c\""
     "\n  name: \"3:10:a\""
     "\n  params: []"},
    {TABLE_PACK, "format: 1\npack: \"q\\\"\\\\\\n\\t\xc3\xa9 \\u2028\"", /* nothing is escaped: it
                                                                            stays in the tree */
     "\nformat: \"1:9:1\""
     "\npack: \"2:7:q\"\\\n\t\xc3\xa9 \xe2\x80\xa8\""},
};

static void test_forms(void)
{
    for (size_t i = 0; i < sizeof form_rows / sizeof *form_rows; i++) {
        size_t findings;
        char *form = normal_form(form_rows[i].kind, form_rows[i].document, &findings);
        CHECK_ROW(form && strcmp(form, form_rows[i].form) == 0, form_rows[i].document);
        CHECK_ROW(findings == 0, form_rows[i].document);
        free(form);
    }
}

/* A faulty document has no normal form, and its faults end at a bound. */
static void test_faults_are_bounded(void)
{
    struct text document;
    text_init(&document);
    text_add(&document, "format: 1\nrules:\n");
    for (int i = 0; i < 100000; i++)
        text_add(&document, "- {idd: a, stge: b}\n");
    size_t findings;
    CU_ASSERT_PTR_NULL(normal_form(TABLE_RULES, document.bytes, &findings));
    CU_ASSERT(findings >= TREE_FINDINGS_MAX);
    CU_ASSERT(findings < TREE_FINDINGS_MAX + 4);
    text_clear(&document);
}

/* Loads a file of rules. */
static enum pack_status load_rules(struct arena *arena, const char *document,
                                   struct diagnostics *findings,
                                   const struct table_rules **ret_rules)
{
    const struct load_request request = {
        .file = "r.yaml", .bytes = document, .length = strlen(document)};
    struct load_content content = {0};
    enum pack_status status = load_file(arena, &request, findings, &content);
    if (status == PACK_OK)
        *ret_rules = content.data;
    return status;
}

static bool is_word(const struct word *word, const char *text, unsigned line, unsigned column)
{
    return word->text && strcmp(word->text, text) == 0 && word->place.line == line &&
           word->place.column == column && strcmp(word->place.file, "r.yaml") == 0;
}

static const char whole_rule[] =
    "format: 1\n"
    "rules:\n"
    "- id: \"a: \\\"b\\\"\\n\\U0001F600\"\n"
    "  stage: s\n"
    "  unless: {f: 1:2:3}\n"
    "  set: {b: x, a: ''}\n"
    "  choose: {field: c, first: [{value: d, when: [{e: f}]}, {value: g}]}\n"
    "  read: {value: h, policy: i, into: j}\n"
    "  fix: [{field: k, value: l}]\n"
    "  examples: {spec: m, expect: n}\n"
    "  disable: \"true\"\n"
    "- id: second\n"
    "  stage: s\n";

/* Every kind of member arrives, with its place. */
static void test_members(void)
{
    struct arena arena;
    struct diagnostics findings;
    arena_init(&arena);
    diagnostics_init(&findings);
    const struct table_rules *rules = NULL;
    CU_ASSERT_EQUAL_FATAL(load_rules(&arena, whole_rule, &findings, &rules), PACK_OK);
    CU_ASSERT_EQUAL_FATAL(rules->count, 2);
    const struct model_rule *rule = &rules->items[0].rule;
    CU_ASSERT(is_word(&rule->id, "a: \"b\"\n\xf0\x9f\x98\x80", 3, 7));
    CU_ASSERT_EQUAL(rule->unless.count, 1);
    CU_ASSERT_EQUAL(rule->unless.items[0].place.column, 12);
    CU_ASSERT(is_word(&rule->unless.items[0].tests[0].tests.items[0], "1:2:3", 5, 15));
    CU_ASSERT_EQUAL(rule->set_count, 2);
    CU_ASSERT(is_word(&rule->set[0].field, "b", 6, 9)); /* the order is that of the file */
    CU_ASSERT(is_word(&rule->set[1].value, "", 6, 18));
    CU_ASSERT(is_word(&rule->choose_field, "c", 7, 19));
    CU_ASSERT_EQUAL(rule->choose_count, 2);
    CU_ASSERT(is_word(&rule->choose[0].when.items[0].tests[0].field, "e", 7, 49));
    CU_ASSERT(is_word(&rule->read_into, "j", 8, 37));
    CU_ASSERT_PTR_NULL(rule->read_available.text);
    CU_ASSERT(is_word(&rule->fixes[0].value, "l", 9, 27));
    CU_ASSERT(is_word(&rule->examples[0].expect, "n", 10, 31));
    CU_ASSERT(rule->disable && !rule->override);
    CU_ASSERT(is_word(&rules->items[1].rule.id, "second", 12, 7));
    CU_ASSERT_PTR_NULL(rules->items[1].rule.message.text);
    arena_clear(&arena);
    diagnostics_clear(&findings);
}

/* Lists grow entry by entry and keep what they have. */
static void test_long_lists(void)
{
    struct text document;
    text_init(&document);
    text_add(&document, "format: 1\nrules:\n");
    for (int i = 0; i < 3000; i++)
        text_format(&document, "- {id: r%d, stage: s, when: {f: [a, b, c]}}\n", i);
    struct arena arena;
    struct diagnostics findings;
    arena_init(&arena);
    diagnostics_init(&findings);
    const struct table_rules *rules = NULL;
    CU_ASSERT_EQUAL_FATAL(load_rules(&arena, document.bytes, &findings, &rules), PACK_OK);
    CU_ASSERT_EQUAL_FATAL(rules->count, 3000);
    for (size_t i = 0; i < rules->count; i++) {
        char id[32];
        snprintf(id, sizeof id, "r%zu", i);
        CHECK_ROW(is_word(&rules->items[i].rule.id, id, (unsigned)i + 3, 8), id);
        CHECK_ROW(rules->items[i].rule.when.items[0].tests[0].tests.count == 3, id);
    }
    CU_ASSERT(arena.total < 40u << 20); /* not quadratic */
    arena_clear(&arena);
    diagnostics_clear(&findings);
    text_clear(&document);
}

static void test_memory(void)
{
    size_t round = 0;
    for (bool has_failed = true; has_failed; round++) {
        struct arena arena;
        struct diagnostics findings;
        const struct table_rules *rules = NULL;
        arena_init(&arena);
        diagnostics_init(&findings);
        memory_fail_after(round);
        enum pack_status status = load_rules(&arena, whole_rule, &findings, &rules);
        has_failed = memory_restore();
        CU_ASSERT_EQUAL(status, has_failed ? PACK_NO_MEMORY : PACK_OK);
        arena_clear(&arena);
        diagnostics_clear(&findings);
    }
}

static const struct test tests[] = {
    {"documents have one normal form", test_forms},
    {"a document of many faults ends early", test_faults_are_bounded},
    {"every member of a rule arrives with its place", test_members},
    {"long lists load in linear room", test_long_lists},
    {"loading survives the want of memory", test_memory},
};

const struct suite suite_normalise = {"normalise", tests, sizeof tests / sizeof *tests};
