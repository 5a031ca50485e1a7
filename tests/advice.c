/* Reads recorded requests (JSON lines) and holds what is said about every failure against the
 * facts: each explanation is minimal, each proposed change was tried and runs, and nearly every
 * failure has one of at most two fields. Prints the counts; exits 1 when one is off. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "connector.h"
#include "report/report.h"
#include "resolve/explain.h"
#include "resolve/suggest.h"

struct counts {
    long failures, typos, minimal, within_two, proposals, running;
};

/* One recorded request, ready to resolve. */
struct request {
    struct arena arena;
    struct diagnostics findings;
    accord_spec *spec;
    accord_facts *facts;
    const accord_framework *framework;
};

static bool request_read(struct request *request, accord_engine *engine, const char *line,
                         size_t length)
{
    char name[128];
    arena_init(&request->arena);
    diagnostics_init(&request->findings);
    struct value *tree =
        report_read_json(&request->arena, line, length, NULL, 1, &request->findings);
    request->spec = accord_spec_new();
    request->facts = accord_facts_new();
    if (tree == NULL || value_get(tree, "request") == NULL)
        return false;
    snprintf(name, sizeof name, "%s@%s", value_get(tree, "framework")->text,
             value_get(tree, "version")->text);
    request->framework = accord_engine_framework(engine, name, NULL);
    return request->framework &&
           spec_add_mapping(&request->spec->spec, value_get(tree, "request")) &&
           facts_add_tree(&request->facts->facts, value_get(tree, "facts"), FACT_GIVEN, NULL, NULL,
                          &request->findings);
}

static void request_clear(struct request *request)
{
    accord_spec_free(request->spec);
    accord_facts_free(request->facts);
    diagnostics_clear(&request->findings);
    arena_clear(&request->arena);
}

/* The first reason when only the deciding fields but the `left_out`-th are given. */
static const struct rule *reason_without(const struct request *request,
                                         const struct resolution *failed, size_t left_out)
{
    const struct decision *decision = failed->decision;
    accord_spec *spec = accord_spec_new();
    accord_facts *facts = accord_facts_new();

    for (size_t i = 0; i < decision->count; i++) {
        const char *name = ruleset_text(
            failed->ruleset, ruleset_field(failed->ruleset, decision->items[i].field)->name);
        const struct spec_entry *entry = spec_find(&request->spec->spec, name);
        const struct fact *fact = facts_find(&request->facts->facts, name);
        if (i == left_out || !decision->items[i].is_given)
            continue;
        if (decision->items[i].is_fact)
            facts_set(&facts->facts, name, fact->value, FACT_GIVEN, (struct span){0}, NULL);
        else
            spec_set(&spec->spec, name, entry->value);
    }
    accord_resolution *resolution = accord_framework_resolve(request->framework, facts, spec);
    const struct rule *reason = resolution_reason(&resolution->inner);
    accord_resolution_free(resolution);
    accord_facts_free(facts);
    accord_spec_free(spec);
    return reason;
}

/* The deciding fields alone give the same reason, and without any one of them it is another. */
static bool is_minimal(const struct request *request, const struct resolution *failed)
{
    const struct rule *reason = resolution_reason(failed);
    if (reason_without(request, failed, SIZE_MAX) != reason)
        return false;
    for (size_t i = 0; i < failed->decision->count; i++) {
        if (failed->decision->items[i].is_given && reason_without(request, failed, i) == reason)
            return false;
    }
    return true;
}

/* The request with a suggestion's changes, resolved anew through the public calls. */
static bool suggestion_runs(const struct request *request, accord_resolution *failed, size_t index)
{
    accord_spec *spec = accord_spec_new();
    accord_facts *facts = accord_facts_new();
    const struct suggestion *suggestion = &failed->inner.suggestions->items[index];

    for (size_t i = 0; i < request->spec->spec.count; i++)
        spec_set(&spec->spec, request->spec->spec.entries[i].field,
                 request->spec->spec.entries[i].value);
    facts_copy(&facts->facts, &request->facts->facts);
    for (size_t i = 0; i < suggestion->count; i++) {
        const struct change *change = &suggestion->changes[i];
        const struct ruleset *ruleset = failed->inner.ruleset;
        const char *name = ruleset_text(ruleset, ruleset_field(ruleset, change->field)->name);
        if (change->is_fact && change->value)
            facts_set(&facts->facts, name, change->value, FACT_GIVEN, (struct span){0}, NULL);
        else if (change->is_fact)
            facts_drop(&facts->facts, name);
        else if (change->value)
            spec_set(&spec->spec, name, change->value);
        else
            accord_spec_unset(spec, name);
    }
    accord_resolution *resolution = accord_framework_resolve(request->framework, facts, spec);
    bool ok = accord_resolution_ok(resolution);
    accord_resolution_free(resolution);
    accord_facts_free(facts);
    accord_spec_free(spec);
    return ok;
}

/* A word that no release knows: there is no telling what was meant. */
static bool is_typo(const struct resolution *failed)
{
    return strstr(ruleset_text(failed->ruleset, resolution_reason(failed)->reason), "unknown") !=
           NULL;
}

static void count_failure(const struct request *request, accord_resolution *failed,
                          struct counts *counts)
{
    struct accord_deciding first;
    counts->failures++;
    accord_resolution_deciding(failed, 0, &first);
    counts->minimal += failed->inner.decision && is_minimal(request, &failed->inner);
    size_t found = accord_resolution_suggest(failed, NULL, 0, 3, NULL);
    for (size_t i = 0; i < found; i++) {
        counts->proposals++;
        counts->running += suggestion_runs(request, failed, i);
    }
    counts->typos += is_typo(&failed->inner);
    counts->within_two +=
        !is_typo(&failed->inner) && found && failed->inner.suggestions->items[0].count <= 2;
}

static void count_line(accord_engine *engine, const char *line, size_t length,
                       struct counts *counts)
{
    struct request request = {0};
    if (request_read(&request, engine, line, length)) {
        accord_resolution *resolution =
            accord_framework_resolve(request.framework, request.facts, request.spec);
        if (resolution && resolution_reason(&resolution->inner))
            count_failure(&request, resolution, counts);
        accord_resolution_free(resolution);
    }
    request_clear(&request);
}

int main(int argc, char **argv)
{
    long every = argc > 1 ? atol(argv[1]) : 1;
    accord_engine *engine = accord_engine_new();
    struct counts counts = {0};
    char *line = NULL;
    size_t room = 0;
    ssize_t length;

    for (long number = 0; (length = getline(&line, &room, stdin)) > 0; number++) {
        if (number % every == 0)
            count_line(engine, line, (size_t)length, &counts);
    }
    free(line);
    accord_engine_free(engine);
    long judged = counts.failures - counts.typos;
    printf("%ld failures: %ld explanations minimal, %ld of %ld proposals run, %ld of %ld that are "
           "no typos have one within 2 changes\n",
           counts.failures, counts.minimal, counts.running, counts.proposals, counts.within_two,
           judged);
    bool good = counts.failures > 0 && counts.minimal == counts.failures &&
                counts.running == counts.proposals && counts.within_two * 100 >= judged * 95;
    return !good;
}
