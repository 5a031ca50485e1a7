/* accord migrate: a request of one release said in another, and what changes in behaviour. */
#include <stdlib.h>
#include <string.h>

#include "accord.h"
#include "command.h"
#include "options.h"
#include "output.h"
#include "quote.h"
#include "request.h"
#include "say.h"
#include "session.h"

static const struct option option_from = {
    .name = "from",
    .value = "NAME@RELEASE",
    .summary = "the release that the request was written for, such as lightning@1.9",
};

static const struct option option_to = {
    .name = "to",
    .value = "NAME@RELEASE",
    .summary = "the release to go to (default: the newest of the same framework)",
};

/* One of the two sides of a migration. */
struct side {
    const accord_framework *framework;
    accord_resolution *resolution;
};

static void tell(void *context, const char *note)
{
    FILE *stream = context;

    fputs("  ", stream);
    quote_report(stream, note, false);
    fputc('\n', stream);
}

/* Says how one value of the result differs; NULL: it has none. */
static void print_difference(FILE *stream, const char *name, const char *before, const char *after)
{
    if (before && after && strcmp(before, after) == 0)
        return;
    fprintf(stream, "  %-22s ", name);
    quote_report(stream, before ? before : "-", false);
    fputs("  ->  ", stream);
    quote_report(stream, after ? after : "-", false);
    fputc('\n', stream);
}

/* Every value that one side has and the other has not, or has otherwise. */
static void print_differences(FILE *stream, const struct side *from, const struct side *to)
{
    struct accord_value value;

    for (size_t i = 0; accord_resolution_at(from->resolution, i, &value); i++)
        print_difference(stream, value.name, value.text,
                         accord_resolution_get(to->resolution, value.name));
    for (size_t i = 0; accord_resolution_at(to->resolution, i, &value); i++)
        if (!accord_resolution_get(from->resolution, value.name))
            print_difference(stream, value.name, NULL, value.text);
}

/* Why a side cannot run. */
static void print_reason(FILE *stream, const struct side *side)
{
    struct accord_diagnostic diagnostic;

    for (size_t i = 0; accord_resolution_diagnostic(side->resolution, i, &diagnostic); i++) {
        if (diagnostic.severity != ACCORD_SEVERITY_ERROR)
            continue;
        fprintf(stream, "  %s cannot run: ", accord_framework_release(side->framework));
        quote_report(stream, diagnostic.message, false);
        fprintf(stream, " [%s]\n", diagnostic.id);
    }
}

/* Prints the request as the other release takes it and what becomes of it there. */
static bool print_migration(struct session *session, FILE *stream, struct side *from,
                            struct side *to, const accord_spec *spec, const accord_facts *facts)
{
    char *words = NULL;

    fprintf(stream, "what changes from %s to %s:\n", accord_framework_release(from->framework),
            accord_framework_release(to->framework));
    accord_spec *moved =
        accord_framework_migrate(from->framework, to->framework, spec, tell, stream);
    if (moved) {
        from->resolution = accord_framework_resolve(from->framework, facts, spec);
        to->resolution = accord_framework_resolve(to->framework, facts, moved);
        words = accord_spec_text(moved);
    }
    accord_spec_free(moved);
    if (!words || !from->resolution || !to->resolution) {
        free(words);
        return session_check(session, ACCORD_NO_MEMORY, "the migration");
    }
    if (accord_resolution_ok(from->resolution) && accord_resolution_ok(to->resolution))
        print_differences(stream, from, to);
    print_reason(stream, from);
    print_reason(stream, to);
    fputs("the request now:\n  ", stream);
    quote_report(stream, *words ? words : "(nothing)", false);
    fputc('\n', stream);
    free(words);
    return true;
}

/* True when both sides are of one framework; says so otherwise. */
static bool is_one_framework(struct session *session)
{
    const char *from = arguments_value(session->arguments, &option_from),
               *to = arguments_value(session->arguments, &option_to);
    size_t length = strcspn(from, "@");
    if (!to || (strcspn(to, "@") == length && strncmp(from, to, length) == 0))
        return true;
    say("--from and --to are releases of one framework: %.*s is not %.*s", (int)length, from,
        (int)strcspn(to, "@"), to);
    return false;
}

/* The framework of one option; the newest release of the same one for a missing --to. */
static const accord_framework *find_side(struct session *session, const struct option *option)
{
    const char *name = arguments_value(session->arguments, option);
    const char *from = arguments_value(session->arguments, &option_from);
    char newest[128];

    if (!name) {
        snprintf(newest, sizeof newest, "%.*s", (int)strcspn(from, "@"), from);
        name = newest;
    }
    const accord_framework *framework =
        accord_engine_framework(session->engine, name, session->findings);
    session_check(session, framework ? ACCORD_OK : ACCORD_FAULTY, name);
    return framework;
}

static enum outcome migrate(struct session *session)
{
    struct side from = {.framework = find_side(session, &option_from)};
    struct side to = {.framework = from.framework ? find_side(session, &option_to) : NULL};
    accord_spec *spec = to.framework ? request_read(session, from.framework) : NULL;
    accord_facts *facts = spec ? session_facts(session) : NULL;
    struct output output;
    enum outcome outcome = OUTCOME_TROUBLE;

    if (facts && output_open(session->arguments, &output)) {
        bool printed = print_migration(session, output.stream, &from, &to, spec, facts);
        bool ok = printed && accord_resolution_ok(to.resolution);
        if (output_close(&output, printed) && printed)
            outcome = ok ? OUTCOME_CLEAN : OUTCOME_FINDINGS;
    }
    accord_resolution_free(from.resolution);
    accord_resolution_free(to.resolution);
    accord_facts_free(facts);
    accord_spec_free(spec);
    return outcome;
}

static enum outcome run(const struct arguments *arguments)
{
    struct session session;
    enum outcome outcome = OUTCOME_TROUBLE;

    if (!arguments_has(arguments, &option_from)) {
        say("accord migrate needs --from NAME@RELEASE, the release that the request was written "
            "for");
        return OUTCOME_TROUBLE;
    }
    if (session_open(arguments, &session) && is_one_framework(&session))
        outcome = migrate(&session);
    session_close(&session);
    return outcome;
}

static const struct option *const options[] = {
    &option_from,     &option_to,    &option_set,    &option_target, &option_facts, &option_fact,
    &option_no_probe, &option_rules, &option_tables, &option_output, NULL,
};

const struct command cmd_migrate = {
    .name = "migrate",
    .words = "[FIELD=VALUE...]",
    .summary = "a request of one release said in another, and what changes in behaviour",
    .text = "Translates flags and names that another release does not have, tells what keeps its "
            "name and changes its meaning, and resolves the request on both sides on the same "
            "machine.\n" OPTIONS_FACTS_TEXT,
    .options = options,
    .others = &option_field,
    .examples = "migrate --from lightning@1.9 --to lightning@2.6 gpus=2 strategy=ddp_sharded\n",
    .run = run,
};
