/* What rules do, on packs of a few lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "mini.h"
#include "suite.h"

static const char fields[] =
    "  - {name: a, role: request, type: integer, default: \"0\"}\n"
    "  - {name: b, role: request, type: integer}\n"
    "  - {name: word, role: request, type: text}\n"
    "  - {name: thing, role: request, type: name, registry: things}\n"
    "  - {name: n, role: fact, type: integer, default: \"1\"}\n"
    "  - {name: env.RANK, role: fact, type: integer, accepts: [string]}\n"
    "  - {name: out, role: derived, type: text, output: out}\n"
    "  - {name: made, role: derived, type: name, registry: things, output: made}\n";
static const char things[] = "  - {name: old, family: x, until: \"1.5.0\"}\n  - {name: box, "
                             "family: x}\n  - {name: jar, family: y}\n"
                             "  - {name: new, family: y, since: \"2.0.0\"}\n";

/* One question and what must come of it. */
struct row {
    const char *request, *facts;
    const char *reasons; /* ids, in order */
    const char *out;     /* value of the field `out` */
};

static void check_row(struct mini *mini, const struct row *row)
{
    struct resolution *resolution = mini_ask(mini, row->request, row->facts);
    char text[512];
    snprintf(text, sizeof text, "%s: reasons '%s', out '%s'", row->request,
             mini_reasons(resolution), mini_value(resolution, "out"));
    CHECK_ROW(strcmp(mini_reasons(resolution), row->reasons) == 0, text);
    CHECK_ROW(row->out == NULL || strcmp(mini_value(resolution, "out"), row->out) == 0, text);
    resolution_free(resolution);
}

static void check_rules(const char *head, const char *rules, const struct row *rows, size_t count)
{
    struct mini mini;
    bool loaded = mini_init_head(&mini, head, fields, things, rules);
    CHECK_ROW(loaded, mini_messages(&mini));
    for (size_t i = 0; loaded && i < count; i++)
        check_row(&mini, &rows[i]);
    mini_clear(&mini);
}

#define CHECK_RULES(rules, rows) check_rules("", rules, rows, sizeof rows / sizeof *rows)

static void test_conditions(void)
{
    static const char rules[] =
        "  - {id: and, stage: one, when: {a: [\"1\"], b: [\"2\"]}, message: m}\n"
        "  - {id: or, stage: one, when: [{a: [\"3\"]}, {b: [\"4\"]}], message: m}\n"
        "  - {id: list, stage: one, when: {a: [\"5\", \">8\"]}, message: m}\n"
        "  - {id: but, stage: one, when: {a: [\"6\"]}, unless: {b: [set]}, message: m}\n"
        "  - {id: family, stage: one, when: {thing.family: [y]}, message: m}\n"
        "  - {id: always, stage: two, severity: note, message: m}\n";
    static const struct row rows[] = {
        {"{}", NULL, "always", NULL},
        {"{\"a\": 1}", NULL, "always", NULL},
        {"{\"a\": 1, \"b\": 2}", NULL, "and", NULL},
        {"{\"a\": 3, \"b\": 4}", NULL, "or", NULL}, /* once, although both parts hold */
        {"{\"b\": 4}", NULL, "or", NULL},
        {"{\"a\": 5}", NULL, "list", NULL},
        {"{\"a\": 9}", NULL, "list", NULL},
        {"{\"a\": 8}", NULL, "always", NULL},
        {"{\"a\": 6}", NULL, "but", NULL},
        {"{\"a\": 6, \"b\": 0}", NULL, "always", NULL},
        {"{\"thing\": \"jar\"}", NULL, "family", NULL},
        {"{\"thing\": \"box\"}", NULL, "always", NULL},
        {"{\"thing\": \"nonsense\"}", NULL, "always", NULL},
    };
    CHECK_RULES(rules, rows);
}

static void test_checks(void)
{
    static const char rules[] =
        "  - {id: need, stage: one, when: {a: [\"1\"]}, require: {b: [\"2\", \"3\"], thing: "
        "[box]}, message: m}\n"
        "  - {id: forbid, stage: one, deny: {a: [\"4\"], b: [\"4\"]}, message: m}\n"
        "  - {id: more, stage: one, require: {relate: [\"b <= n\"]}, message: m}\n";
    static const struct row rows[] = {
        {"{\"a\": 1, \"b\": 2, \"thing\": \"box\"}", "{\"n\": 9}", "", NULL},
        {"{\"a\": 1, \"b\": 2}", "{\"n\": 9}", "need", NULL},
        {"{\"a\": 1, \"b\": 9, \"thing\": \"box\"}", "{\"n\": 9}", "need", NULL},
        {"{\"a\": 1}", NULL, "need", NULL},
        {"{\"a\": 4, \"b\": 4}", "{\"n\": 9}", "forbid", NULL},
        {"{\"a\": 4, \"b\": 4}", NULL, "forbid more", NULL}, /* all faults of a stage */
        {"{\"a\": 4}", NULL, "", NULL},
        {"{\"b\": 2}", NULL, "more", NULL},
    };
    CHECK_RULES(rules, rows);
}

static void test_effects(void)
{
    static const char rules[] =
        "  - {id: first, stage: one, when: {a: [\"1\"]}, set: {b: \"=a + 4\", out: \"=b\"}}\n"
        "  - {id: later, stage: one, when: {b: [\"5\"]}, set: {word: seen}}\n"
        "  - {id: pick, stage: two, when: {out: [unset]}, choose: {field: out, first: [{value: "
        "big, when: {a: [\">100\"]}},\n"
        "      {value: mid, when: [{a: [\">10\"]}, {b: [\">10\"]}]}, {value: \"=word\", when: "
        "{word: [set]}}]}}\n"
        "  - {id: told, stage: two, severity: note, when: {word: [seen]}, set: {a: \"9\"}, "
        "message: m}\n";
    static const struct row rows[] = {
        {"{\"a\": 1}", NULL, "told", "5"},
        {"{\"a\": 101, \"b\": 50}", NULL, "", "big"},
        {"{\"b\": 11}", NULL, "", "mid"},
        {"{\"word\": \"w\"}", NULL, "", "w"},
        {"{}", NULL, "", ""},
    };
    CHECK_RULES(rules, rows);
}

static void test_unset(void)
{
    static const char rules[] =
        "  - {id: clear, stage: one, when: {a: [\"1\"]}, set: {b: unset, out: text}}\n"
        "  - {id: gone, stage: two, when: {b: [unset]}, severity: note, message: m}\n"
        "  - {id: undo, stage: two, when: {b: [unset], out: [text]}, set: {out: unset}}\n";
    static const struct row rows[] = {{"{\"a\": 1, \"b\": 3}", NULL, "gone", ""},
                                      {"{\"b\": 3}", NULL, "", ""}};
    CHECK_RULES(rules, rows);
}

static void test_stages(void)
{
    static const char rules[] = "  - {id: late, stage: three, message: m}\n"
                                "  - {id: warn, stage: one, severity: warning, message: m}\n"
                                "  - {id: stop, stage: two, when: {a: [\"1\"]}, message: m}\n"
                                "  - {id: also, stage: two, when: {a: [\"1\"]}, message: m}\n"
                                "  - {id: write, stage: three, set: {out: written}}\n";
    static const struct row rows[] = {{"{\"a\": 1}", NULL, "warn stop also", ""},
                                      {"{}", NULL, "warn late", "written"}};
    CHECK_RULES(rules, rows);
}

/* Reasons that the framework itself logs. */
static unsigned count_emitted(const struct resolution *resolution)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < resolution->trace.reason_count; i++)
        count += resolution_emits(resolution, &resolution->trace.reasons[i]);
    return count;
}

static void test_emits(void)
{
    static const char rules[] =
        "  - {id: own, stage: one, severity: warning, message: m}\n"
        "  - {id: theirs, stage: one, severity: warning, message: m, emits: UserWarning}\n"
        "  - {id: stop, stage: one, when: {a: [\"1\"]}, message: m}\n"
        "  - {id: after, stage: one, severity: note, message: m, emits: info}\n";
    static const struct {
        const char *request, *facts;
        unsigned emitted;
    } rows[] = {
        {"{}", "{\"env\": {\"RANK\": \"0\"}}", 2},
        {"{}", "{\"env\": {\"RANK\": \"1\"}}", 0},
        {"{\"a\": 1}", "{\"env\": {\"RANK\": \"0\"}}",
         1}, /* what comes after the error is never logged */
    };
    struct mini mini;
    CU_ASSERT_FATAL(
        mini_init_head(&mini, "emits_when: {env.RANK: [\"0\"]}\n", fields, things, rules));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct resolution *resolution = mini_ask(&mini, rows[i].request, rows[i].facts);
        CHECK_ROW(count_emitted(resolution) == rows[i].emitted, rows[i].facts);
        resolution_free(resolution);
    }
    mini_clear(&mini);
}

static void test_reason(void)
{
    static const char rules[] =
        "  - {id: w, stage: one, severity: warning, message: m}\n"
        "  - {id: second-name, reason: shared, stage: one, message: m, raises: ValueError}\n"
        "  - {id: next, stage: one, message: m}\n";
    struct mini mini;
    CU_ASSERT_FATAL(mini_init(&mini, fields, things, rules));
    struct resolution *resolution = mini_ask(&mini, NULL, NULL);
    const struct rule *rule = resolution_reason(resolution);
    CU_ASSERT_PTR_NOT_NULL_FATAL(rule);
    CU_ASSERT_STRING_EQUAL(ruleset_text(mini.ruleset, rule->id), "second-name");
    CU_ASSERT_STRING_EQUAL(ruleset_text(mini.ruleset, rule->reason), "shared");
    CU_ASSERT_STRING_EQUAL(ruleset_text(mini.ruleset, rule->raises), "ValueError");
    CU_ASSERT_FALSE(resolution_ok(resolution));
    resolution_free(resolution);
    mini_clear(&mini);
}

static void test_releases(void)
{
    static const char rules[] =
        "  - {id: before, stage: one, until: \"1.5.0\", severity: note, message: m}\n"
        "  - {id: since, stage: one, since: \"1.5.0\", severity: note, message: m}\n"
        "  - {id: tested, stage: one, when: {version: [\">=2.0\"]}, severity: note, message: m}\n"
        "  - {id: gone, stage: one, when: {thing: [old]}, severity: note, message: m}\n"
        "  - {id: pick, stage: two, choose: {field: made, first: [{value: new}, {value: old}, "
        "{value: box}]}}\n";
    static const struct {
        const char *release, *reasons, *made;
    } rows[] = {{"1.0.0", "before gone", "old"},
                {"1.5.0", "since", "box"},
                {"2.0.0", "since tested", "new"}};
    struct mini mini;
    CU_ASSERT_FATAL(mini_init(&mini, fields, things, rules));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        mini_release(&mini, rows[i].release);
        struct resolution *resolution = mini_ask(&mini, "{\"thing\": \"old\"}", NULL);
        CHECK_ROW(strcmp(mini_reasons(resolution), rows[i].reasons) == 0, mini_reasons(resolution));
        CHECK_ROW(strcmp(mini_value(resolution, "made"), rows[i].made) == 0, rows[i].release);
        resolution_free(resolution);
    }
    mini_clear(&mini);
}

/* More rules than one block of cubes holds, so that a change in one block is seen in the next ones.
 */
static void test_many_rules(void)
{
    enum { RULES = 300 };
    struct text rules;
    struct mini mini;
    text_init(&rules);
    for (int i = 0; i < RULES; i++)
        text_format(&rules,
                    "  - {id: step-%d, stage: one, when: {a: [\"%d\"]}, set: {a: \"=a + 1\"}}\n", i,
                    i);
    char *text = text_take(&rules);
    CU_ASSERT_FATAL(mini_init(&mini, fields, things, text));
    struct resolution *resolution = mini_ask(&mini, NULL, NULL);
    CU_ASSERT_STRING_EQUAL(mini_value(resolution, "a"), "300");
    for (uint32_t i = 0; i < RULES; i++)
        CU_ASSERT(resolution->trace.acted[i]);
    resolution_free(resolution);
    resolution = mini_ask(&mini, "{\"a\": 64}", NULL);
    CU_ASSERT_STRING_EQUAL(mini_value(resolution, "a"), "300");
    for (uint32_t i = 0; i < 64; i++)
        CU_ASSERT_FALSE(resolution->trace.acted[i]);
    resolution_free(resolution);
    mini_clear(&mini);
    free(text);
}

/* A rule acts when its turn comes: what was set after it does not wake it. */
static void test_order(void)
{
    static const char rules[] =
        "  - {id: early, stage: one, when: {word: [go]}, set: {out: woken}}\n"
        "  - {id: go, stage: one, set: {word: go}}\n"
        "  - {id: late, stage: two, when: {word: [go], out: [unset]}, set: {out: slept}}\n";
    static const struct row rows[] = {{"{}", NULL, "", "slept"},
                                      {"{\"word\": \"go\"}", NULL, "", "woken"}};
    CHECK_RULES(rules, rows);
}

static void test_relation_after_change(void)
{
    static const char rules[] =
        "  - {id: set, stage: one, when: {b: [unset]}, set: {b: \"=n * 2\"}}\n"
        "  - {id: check, stage: one, require: {relate: [\"b == n * 2\"]}, message: m}\n"
        "  - {id: both, stage: one, when: {a: [\"1\"], relate: [\"b > 3\", \"b < 9\"]}, message: "
        "m}\n";
    static const struct row rows[] = {
        {"{}", "{\"n\": 4}", "", NULL},
        {"{\"b\": 5}", "{\"n\": 4}", "check", NULL},
        {"{\"a\": 1}", "{\"n\": 4}", "both", NULL},
        {"{\"a\": 1}", "{\"n\": 5}", "", NULL},
    };
    CHECK_RULES(rules, rows);
}

static const struct test tests[] = {
    {"conditions: mappings mean and, lists mean or, unless subtracts", test_conditions},
    {"require and deny complain where they should", test_checks},
    {"what a rule sets, later rules see", test_effects},
    {"a value can be taken away", test_unset},
    {"the stage of the first error is the last one", test_stages},
    {"the framework logs up to its first error, where it logs at all", test_emits},
    {"the reason is the first error", test_reason},
    {"rules and entries live in their releases", test_releases},
    {"hundreds of rules run in order", test_many_rules},
    {"rules do not look back", test_order},
    {"relations see what was set before them", test_relation_after_change},
};

const struct suite suite_evaluate = {"evaluate", tests, sizeof tests / sizeof *tests};
