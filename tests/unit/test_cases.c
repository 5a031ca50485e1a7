/* Walks tests/cases: each folder there is a request as a user could have made it, and the answer.
 * Nothing is registered: a new folder is a new case.
 *
 *   spec.json               the request: a JSON object
 *   facts.yaml, facts.json  what differs from a plain Linux machine; neither: nothing does
 *   framework               "name@release"; absent: lightning@2.6.5
 *   expected.json           ok, reason, raises, nearest (right name of a misspelt field),
 *                           warnings, infos, and of `resolved` those values that
 *                           matter here (null: it has none); `about` says in words what holds */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accord.h"
#include "files.h"
#include "report/report.h"
#include "suite.h"

static accord_engine *engine; /* of all cases */

/* One case while it runs. */
struct run {
    const char *folder, *name;
    accord_findings *findings;
    accord_facts *facts;
    accord_spec *spec;
    accord_resolution *resolution;
    struct arena arena; /* what was expected, and the answer */
};

static void path_of(const struct run *run, const char *file, char ret_path[2048])
{
    snprintf(ret_path, 2048, "%s/%s/%s", run->folder, run->name, file);
}

/* A file of the case as text (free), or NULL. */
static char *read_part(const struct run *run, const char *file, size_t *ret_length)
{
    char path[2048];
    path_of(run, file, path);
    return files_read(path, ret_length);
}

/* JSON text, freed here, as a tree; NULL when it is none. */
static const struct value *parse(struct run *run, char *text)
{
    struct diagnostics findings;
    diagnostics_init(&findings);
    struct value *tree =
        text ? report_read_json(&run->arena, text, strlen(text), NULL, 1, &findings) : NULL;
    diagnostics_clear(&findings);
    free(text);
    return tree;
}

static void add_facts(struct run *run, const char *file)
{
    char path[2048];
    size_t length;
    path_of(run, file, path);
    char *text = files_read(path, &length);
    if (text)
        CHECK_ROW(accord_facts_read(run->facts, path, run->findings) == ACCORD_OK, run->name);
    free(text);
}

static const accord_framework *find_framework(struct run *run)
{
    size_t length;
    char *text = read_part(run, "framework", &length);
    if (text)
        text[strcspn(text, "\n")] = '\0';
    const accord_framework *found =
        accord_engine_framework(engine, text ? text : "lightning@2.6.5", run->findings);
    free(text);
    return found;
}

/* True when both values print the same and have the same type. */
static bool same(const struct value *left, const struct value *right)
{
    char a[4096], b[4096];
    if (left == NULL || right == NULL)
        return left == right;
    value_text(left, a, sizeof a);
    value_text(right, b, sizeof b);
    return left->kind == right->kind && strcmp(a, b) == 0;
}

/* Reports one difference, with the case's name. */
static void check(const struct run *run, const char *key, const struct value *wanted,
                  const struct value *found)
{
    char a[512] = "nothing", b[512] = "nothing", row[1600];
    if (wanted)
        value_text(wanted, a, sizeof a);
    if (found)
        value_text(found, b, sizeof b);
    snprintf(row, sizeof row, "%s: %s is %s, not %s", run->name, key, b, a);
    CHECK_ROW(same(wanted, found), row);
}

static void check_resolved(const struct run *run, const struct value *wanted,
                           const struct value *answer)
{
    const struct value *resolved = value_get(answer, "resolved");
    for (const struct value *one = wanted ? wanted->first : NULL; one; one = one->next)
        check(run, one->key, one->kind == VALUE_NULL ? NULL : one, value_get(resolved, one->key));
}

static void check_answer(struct run *run, const struct value *expected)
{
    static const char *const keys[] = {"ok", "reason", "raises", "warnings", "infos"};
    const struct value *answer = parse(run, accord_resolution_json(run->resolution));
    struct accord_diagnostic first = {0};

    CHECK_ROW(answer != NULL, run->name);
    if (answer == NULL)
        return;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const struct value *wanted = value_get(expected, keys[i]);
        if (wanted)
            check(run, keys[i], wanted, value_get(answer, keys[i]));
    }
    check_resolved(run, value_get(expected, "resolved"), answer);
    const struct value *nearest = value_get(expected, "nearest");
    if (nearest && accord_resolution_diagnostic(run->resolution, 0, &first))
        CHECK_ROW(first.nearest && strcmp(first.nearest, nearest->text) == 0, run->name);
}

static void run_case(struct run *run)
{
    size_t length = 0;
    char *text = read_part(run, "spec.json", &length);
    const accord_framework *framework = find_framework(run);
    const struct value *expected = parse(run, read_part(run, "expected.json", &(size_t){0}));

    run->spec = text ? accord_spec_from_json(text, length, run->findings) : NULL;
    free(text);
    add_facts(run, "facts.yaml");
    add_facts(run, "facts.json");
    CHECK_ROW(accord_findings_count(run->findings) == 0, run->name);
    CHECK_ROW(run->spec && framework && expected && value_get(expected, "about"), run->name);
    if (run->spec && framework && expected) {
        run->resolution = accord_framework_resolve(framework, run->facts, run->spec);
        check_answer(run, expected);
    }
}

static void visit(const char *folder, const char *name)
{
    struct run run = {.folder = folder,
                      .name = name,
                      .findings = accord_findings_new(),
                      .facts = accord_facts_new()};
    arena_init(&run.arena);
    run_case(&run);
    accord_resolution_free(run.resolution);
    accord_spec_free(run.spec);
    accord_facts_free(run.facts);
    accord_findings_free(run.findings);
    arena_clear(&run.arena);
}

static void test_cases(void)
{
    engine = accord_engine_new();
    CU_ASSERT_PTR_NOT_NULL_FATAL(engine);
    CU_ASSERT(files_each(files_folder("cases"), visit) >= 60);
    accord_engine_free(engine);
}

/* ---- values of ten megabytes, which no folder should hold */

enum { LARGE = 10 * 1000 * 1000 };

/* The reason for which a request with this text in one field is refused, copied into `ret_reason`.
 */
static void refuse(const char *field, const char *text, char ret_reason[64])
{
    accord_engine *own = accord_engine_new();
    accord_spec *spec = accord_spec_new();
    accord_facts *facts = accord_facts_new();
    accord_facts_set(facts, "cuda.count", "2");
    accord_spec_set(spec, "accelerator", "cuda");
    CU_ASSERT_EQUAL(accord_spec_set_text(spec, field, text), ACCORD_OK);
    accord_resolution *resolution = accord_framework_resolve(
        accord_engine_framework(own, "lightning@2.6.5", NULL), facts, spec);
    struct accord_diagnostic diagnostic = {0};
    if (resolution && accord_resolution_diagnostic(resolution, 0, &diagnostic))
        snprintf(ret_reason, 64, "%s", diagnostic.reason);
    CU_ASSERT_FALSE(accord_resolution_ok(resolution));
    free(accord_resolution_json(resolution));
    free(accord_resolution_report(resolution, "text", false));
    accord_resolution_free(resolution);
    accord_facts_free(facts);
    accord_spec_free(spec);
    accord_engine_free(own);
}

static void test_large(void)
{
    static const struct {
        const char *field, *pattern, *reason;
    } rows[] = {
        {"strategy", "x", "strategy-unknown"},  {"accelerator", "cuda ", "accelerator-unknown"},
        {"devices", "0,", "gpu-ids-repeated"},  {"devices", "7", "gpu-not-on-machine"},
        {"devices", "[[", "number-unreadable"}, {"precision", "\xf0\x9f", "precision-unknown"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = malloc(LARGE + 1), reason[64] = "";
        size_t length = strlen(rows[i].pattern);
        for (size_t j = 0; j < LARGE; j++)
            text[j] = rows[i].pattern[j % length];
        text[LARGE] = '\0';
        refuse(rows[i].field, text, reason);
        CHECK_ROW(strcmp(reason, rows[i].reason) == 0, reason);
        free(text);
    }
}

static const struct test tests[] = {
    {"every case of tests/cases has the answer that it expects", test_cases},
    {"values of ten megabytes are refused like short ones", test_large},
};

const struct suite suite_cases = {"cases", tests, sizeof tests / sizeof *tests};
