/* Compiling: what is refused, and what the result looks like. The wording of each message has its
 * case in tests/invalid. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "memory.h"
#include "mini.h"
#include "resolve/devices.h"
#include "ruleset/compile.h"
#include "suite.h"

static const char fields[] =
    "  - {name: a, role: request, type: integer}\n"
    "  - {name: t, role: request, type: text}\n"
    "  - {name: c, role: request, type: choice, values: [red, green]}\n"
    "  - {name: b, role: request, type: truth}\n"
    "  - {name: k, role: request, type: kind, from: a}\n"
    "  - {name: v, role: fact, type: version}\n"
    "  - {name: thing, role: request, type: name, registry: things}\n"
    "  - {name: late, role: request, type: integer, since: \"2.0.0\"}\n"
    "  - {name: d, role: request, type: value}\n"
    "  - {name: d.fault, role: derived, type: choice, values: [none, empty]}\n"
    "  - {name: d.count, role: derived, type: integer}\n"
    "  - {name: d.ids, role: derived, type: list}\n";
static const char things[] = "  - {name: box, family: x}\n  - {name: jar, until: \"1.5.0\"}\n";

struct row {
    const char *text;     /* of one rule, without id, or of one field */
    const char *messages; /* ids, in order; "" is no fault */
};

static void check_rows(const struct row *rows, size_t count, const char *format, bool is_rule)
{
    for (size_t i = 0; i < count; i++) {
        char text[1024], row[1200];
        struct mini mini;
        snprintf(text, sizeof text, format, is_rule ? "" : fields, rows[i].text);
        bool loaded =
            is_rule ? mini_init(&mini, fields, things, text) : mini_init(&mini, text, things, NULL);
        snprintf(row, sizeof row, "%s: '%s'", rows[i].text, mini_messages(&mini));
        CHECK_ROW(strcmp(mini_messages(&mini), rows[i].messages) == 0, row);
        CHECK_ROW(loaded == (*rows[i].messages == '\0'), row);
        mini_clear(&mini);
    }
}

static void test_tests(void)
{
    static const struct row rows[] = {
        {"when: {a: [\"1\", \">1\", \">=2\", \"<3\", \"<=4\", \"2..8\", \"-3..-1\", unset, set, "
         "unreadable, not 3]}",
         ""},
        {"when: {v: [\"2.6\", \">=2.10\", \"<3\", \"1.0..2.0.5\"]}", ""},
        {"when: {t: [any, \"=unset\", \"=not x\", unset, set, \"not a, b\"]}", ""},
        {"when: {c: [red, other, unset, \"not red, green\"], b: [\"true\", \"false\"], k: [object, "
         "list, null, not string]}",
         ""},
        {"when: {thing: [box, unregistered, unset, not box], thing.family: [x, unset, set, not x]}",
         ""},
        {"when: {thing: [jar]}", ""}, /* of another release: never matches */
        {"when: {late: [\"3\"]}", ""},
        {"when: {what: [\"1\"]}", "ACC0112"},
        {"when: {thing.colour: [x]}", "ACC0112"},
        {"when: {a: [x]}", "ACC0117"},
        {"when: {a: [\"1.5\"]}", "ACC0117"},
        {"when: {a: [\">x\"]}", "ACC0117"},
        {"when: {a: [\"1..x\"]}", "ACC0117"},
        {"when: {v: [\">=new\"]}", "ACC0117"},
        {"when: {t: [\">1\"]}", ""},
        {"when: {c: [blue]}", "ACC0116"},
        {"when: {b: [yes]}", "ACC0116"},
        {"when: {k: [number]}", "ACC0116"},
        {"when: {thing: [bxo]}", "ACC0116"},
        {"when: {thing.family: [nobody]}", "ACC0116"},
        {"when: {a: [not 1, not 2]}", "ACC0136"},
        {"unless: {what: [\"1\"]}", "ACC0112"},
        {"when: [{a: [\"1\"]}, {what: [\"1\"]}]", "ACC0112"},
    };
    check_rows(rows, sizeof rows / sizeof *rows, "%s  - {id: r, stage: one, message: m, %s}\n",
               true);
}

static void test_effects(void)
{
    static const struct row rows[] = {
        {"set: {a: \"3\", t: \"=a\", c: red, b: \"true\", thing: box}", ""},
        {"set: {a: unset, thing: unset}", ""},
        {"set: {what: \"1\"}", "ACC0112"},
        {"set: {a: x}", "ACC0116"},
        {"set: {c: blue}", "ACC0116"},
        {"set: {b: maybe}", "ACC0116"},
        {"set: {thing: bxo}", "ACC0116"},
        {"set: {a: \"=1 +\"}", "ACC0125"},
        {"set: {a: \"=what + 1\"}", "ACC0125"},
        {"set: {a: \"=(1\"}", "ACC0125"},
        {"set: {a: \"=sum(1)\"}", "ACC0125"},
        {"set: {a: \"=1 == 1\"}", "ACC0125"},
        {"set: {a: \"='open\"}", "ACC0125"},
        {"set: {a: \"=item(d.ids)\"}", "ACC0125"},
        {"set: {a: \"=1\"}, require: {b: [\"true\"]}, message: m", "ACC0124"},
        {"choose: {field: what, first: [{value: \"1\"}]}", "ACC0112"},
        {"choose: {field: thing, first: [{value: jar}, {value: box}]}", ""},
        {"choose: {field: thing, first: [{value: bxo}]}", "ACC0116"},
        {"choose: {field: a, first: [{value: \"1\", when: {what: [x]}}]}", "ACC0112"},
        {"read: {value: d, policy: indices, available: a, into: d}", ""},
        {"read: {value: d, policy: indies, available: a, into: d}", "ACC0135"},
        {"read: {value: d, policy: count, into: what}", "ACC0112 ACC0112 ACC0112"},
        {"require: {relate: [\"a < 3\"]}, message: m", ""},
        {"require: {relate: [\"a\"]}, message: m", "ACC0125"},
        {"message: \"{a} {thing.family} {what}\"", "ACC0131"},
        {"message: \"{thing.colour}\"", "ACC0131"},
        {"message: \"no } place { holder\"", ""},
        {"message: m, fix: [{field: what, value: \"1\"}]", "ACC0112"},
    };
    check_rows(rows, sizeof rows / sizeof *rows, "%s  - {id: r, stage: one, %s}\n", true);
}

static void test_fields(void)
{
    static const struct row rows[] = {
        {"role: request, type: name", "ACC0137"},
        {"role: request, type: choice", "ACC0137"},
        {"role: request, type: name, registry: nothing", "ACC0119"},
        {"role: request, type: integer, from: \"a..b\"", "ACC0137"},
        {"role: request, type: integer, from: \"a[family=x].0\"", "ACC0137"},
        {"role: request, type: integer, of: things, from: \"p[colour=x].0\"", "ACC0137"},
        {"role: request, type: integer, accepts: [integer, number]", "ACC0115"},
        {"role: request, type: integer, since: \"2.0\", until: \"1.0\"", "ACC0127"},
        {"role: request, type: integer, since: new", "ACC0126"},
    };
    check_rows(rows, sizeof rows / sizeof *rows, "%s  - {name: x, %s}\n", false);
}

static void test_contradictions(void)
{
    static const struct row rows[] = {
        {"when: {a: [\"1\"]}, set: {c: red}}\n  - {id: s, stage: one, when: {b: [\"true\"]}, set: "
         "{c: green}",
         "ACC0130"},
        {"when: {a: [\"1\"]}, set: {c: red}}\n  - {id: s, stage: one, when: {b: [\"true\"]}, set: "
         "{c: red}",
         ""},
        {"when: {a: [\"1\"]}, set: {c: red}}\n  - {id: s, stage: one, when: {a: [\"2\"]}, set: {c: "
         "green}",
         ""},
        {"when: {a: [\"1\"]}, set: {c: red}}\n  - {id: s, stage: two, set: {c: green}", ""},
        {"when: {a: [\"1\"]}, set: {c: red}}\n  - {id: s, stage: one, when: {c: [red]}, set: {c: "
         "green}",
         ""},
        {"until: \"1.5.0\", set: {c: red}}\n  - {id: s, stage: one, since: \"1.5.0\", set: {c: "
         "green}",
         ""},
    };
    check_rows(rows, sizeof rows / sizeof *rows, "%s  - {id: r, stage: one, %s}\n", true);
}

static void test_all_faults(void)
{
    struct mini mini;
    static const char rules[] = "  - {id: r, stage: one, when: {what: [x]}, message: m}\n"
                                "  - {id: s, stage: one, set: {c: blue}}\n"
                                "  - {id: t, stage: one, message: \"{gone}\"}\n";
    CU_ASSERT_FALSE(mini_init(&mini, fields, things, rules));
    CU_ASSERT_EQUAL(mini.findings.errors, 3);
    for (size_t i = 0; i < mini.findings.count; i++) {
        CU_ASSERT_STRING_EQUAL(mini.findings.items[i].place.file, "mini/rules.yaml");
        CU_ASSERT(mini.findings.items[i].place.line >= 3 &&
                  mini.findings.items[i].place.column > 3);
    }
    mini_clear(&mini);
}

static void test_nearest(void)
{
    struct mini mini;
    CU_ASSERT_FALSE(mini_init(&mini, fields, things,
                              "  - {id: r, stage: one, when: {thign: [box]}, message: m}\n"));
    CU_ASSERT_PTR_NOT_NULL_FATAL(mini.findings.items[0].nearest);
    CU_ASSERT_STRING_EQUAL(mini.findings.items[0].nearest, "thing");
    mini_clear(&mini);
}

static void test_depth(void)
{
    struct mini mini;
    struct text text;
    text_init(&text);
    text_add(&text, "  - {id: r, stage: one, set: {a: \"=");
    for (int i = 0; i < 5000; i++)
        text_add(&text, "(");
    text_add(&text, "1\"}}\n");
    char *rules = text_take(&text);
    CU_ASSERT_FALSE(mini_init(&mini, fields, things, rules));
    CU_ASSERT_STRING_EQUAL(mini_messages(&mini), "ACC0125");
    mini_clear(&mini);
    free(rules);
}

static void test_same_bytes(void)
{
    static const char rules[] =
        "  - {id: r, stage: one, when: {thing: [box], a: [\">2\"]}, message: \"{a}\"}\n";
    struct mini one, two;
    CU_ASSERT_FATAL(mini_init(&one, fields, things, rules) &&
                    mini_init(&two, fields, things, rules));
    CU_ASSERT_EQUAL_FATAL(one.ruleset->size, two.ruleset->size);
    CU_ASSERT_EQUAL(memcmp(one.ruleset, two.ruleset, one.ruleset->size), 0);
    CU_ASSERT(one.ruleset->fingerprint == two.ruleset->fingerprint);
    mini_clear(&one);
    mini_clear(&two);
}

static void test_no_memory(void)
{
    static const char rules[] =
        "  - {id: r, stage: one, when: [{thing: [box]}, {a: [\"2..8\"]}], unless: {b: "
        "[\"true\"]},\n"
        "     require: {c: [red], relate: [\"a * 2 < 9\"]}, message: \"{a}\"}\n"
        "  - {id: s, stage: two, choose: {field: thing, first: [{value: jar}, {value: box}]}}\n"
        "  - {id: t, stage: two, read: {value: d, policy: indices, available: a, into: d}}\n";
    struct model model;
    bool failed = true;
    CU_ASSERT_FATAL(mini_model(fields, things, rules, &model));
    for (size_t count = 0; failed && count < 100000; count++) {
        struct ruleset *ruleset = NULL;
        struct diagnostics findings;
        diagnostics_init(&findings);
        memory_fail_after(count);
        enum compile_status status = compile(&model, device_policies, &findings, &ruleset);
        failed = memory_restore();
        CU_ASSERT_EQUAL(status, failed ? COMPILE_NO_MEMORY : COMPILE_OK);
        CU_ASSERT_EQUAL(ruleset == NULL, failed);
        CU_ASSERT_EQUAL(findings.count, 0);
        free(ruleset);
        diagnostics_clear(&findings);
    }
    CU_ASSERT_FALSE(failed);
    model_clear(&model);
}

static const struct test tests[] = {
    {"every form of test, and what is none", test_tests},
    {"every effect, and what cannot be one", test_effects},
    {"fields that cannot be used are refused", test_fields},
    {"rules that set one field differently are shown", test_contradictions},
    {"all faults are reported, each with its place", test_all_faults},
    {"a misspelt field gets the right one", test_nearest},
    {"nesting without end is refused", test_depth},
    {"the same tables make the same bytes", test_same_bytes},
    {"compiling survives the want of memory", test_no_memory},
};

const struct suite suite_compile = {"compile", tests, sizeof tests / sizeof *tests};
