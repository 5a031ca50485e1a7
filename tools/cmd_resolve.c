/* accord resolve: the configuration that a request gets, or every reason why it cannot run. */
#include <stdlib.h>
#include <string.h>

#include "accord.h"
#include "advice.h"
#include "batch.h"
#include "command.h"
#include "options.h"
#include "output.h"
#include "quote.h"
#include "request.h"
#include "say.h"
#include "session.h"

static const struct option option_batch = {
    .name = "batch",
    .value = "FILE",
    .summary =
        "answer JSON lines, one for each line of FILE (- for standard input), in their order",
};

static const struct option option_strict = {
    .name = "strict",
    .summary = "warnings are findings too",
};

/* Whether a resolution or the way to it gave a warning. */
static bool has_warning(const struct session *session, accord_resolution *resolution)
{
    struct accord_diagnostic diagnostic;

    for (size_t i = 0; accord_resolution_diagnostic(resolution, i, &diagnostic); i++)
        if (diagnostic.severity == ACCORD_SEVERITY_WARNING)
            return true;
    return session->warnings > 0;
}

/* Prints a resolution in the format asked for. */
static bool print_resolution(const struct arguments *arguments, accord_resolution *resolution)
{
    struct output output;

    if (!output_open(arguments, &output))
        return false;
    bool json = options_want_json(arguments);
    char *report =
        accord_resolution_report(resolution, json ? "json" : "text", output.colour && !json);
    if (!report) {
        say("out of memory");
    } else if (json) {
        fputs(report, output.stream);
    } else {
        quote_report(output.stream, report, output.colour);
    }
    if (report && *report && report[strlen(report) - 1] != '\n')
        fputc('\n', output.stream);
    bool printed = report && advice_explain(arguments, resolution, output.stream);
    free(report);
    return output_close(&output, printed) && printed;
}

/* Resolves a request and prints what came out. */
static enum outcome resolve(struct session *session, const accord_framework *framework,
                            const accord_facts *facts, const accord_spec *spec)
{
    accord_resolution *resolution = accord_framework_resolve(framework, facts, spec);
    enum outcome outcome = OUTCOME_CLEAN;

    if (!resolution) {
        say("out of memory");
        return OUTCOME_TROUBLE;
    }
    bool strict = arguments_has(session->arguments, &option_strict);
    if (!accord_resolution_ok(resolution) || (strict && has_warning(session, resolution)))
        outcome = OUTCOME_FINDINGS;
    if (!advice_add(session->arguments, resolution) ||
        !print_resolution(session->arguments, resolution))
        outcome = OUTCOME_TROUBLE;
    accord_resolution_free(resolution);
    return outcome;
}

/* The request of the command line. */
static enum outcome resolve_arguments(struct session *session)
{
    const accord_framework *framework = session_framework(session);
    accord_spec *spec = framework ? request_read(session, framework) : NULL;
    accord_facts *facts = spec ? session_facts(session) : NULL;
    enum outcome outcome = OUTCOME_TROUBLE;

    if (facts && arguments_has(session->arguments, &option_unknown))
        outcome = advice_examine(session->arguments, framework, facts, spec);
    else if (facts)
        outcome = resolve(session, framework, facts, spec);
    accord_facts_free(facts);
    accord_spec_free(spec);
    return outcome;
}

/* Whether a batch can heed an option. Its lines bring request and facts; its answers are JSON. */
static bool fits_batch(const struct setting *setting)
{
    static const struct option *const fits[] = {
        &option_batch,  &option_framework, &option_rules,    &option_tables,
        &option_output, &option_color,     &option_no_probe,
    };

    if (setting->option == &option_format)
        return strcmp(setting->value, "json") == 0;
    for (size_t i = 0; i < sizeof fits / sizeof *fits; i++)
        if (fits[i] == setting->option)
            return true;
    return false;
}

/* Whether nothing was asked for that a batch cannot heed. */
static bool check_batch(const struct arguments *arguments)
{
    for (size_t i = 0; i < arguments->count; i++) {
        const struct setting *setting = &arguments->settings[i];
        if (fits_batch(setting))
            continue;
        say("--batch takes requests and facts from its lines and answers in JSON: no place for "
            "%s%.80s",
            setting->option ? "--" : "", setting->option ? setting->name : setting->value);
        return false;
    }
    return true;
}

/* Answers the lines of a file. */
static enum outcome resolve_batch(struct session *session, const char *path)
{
    const char *name = arguments_value(session->arguments, &option_framework);
    struct output output;

    if (name && !session_framework(session))
        return OUTCOME_TROUBLE;
    if (!output_open(session->arguments, &output))
        return OUTCOME_TROUBLE;
    enum outcome outcome = OUTCOME_TROUBLE;
    bool complete = batch_run(session->engine, path, &output, &outcome);
    return output_close(&output, complete) && complete ? outcome : OUTCOME_TROUBLE;
}

static enum outcome run(const struct arguments *arguments)
{
    const char *path = arguments_value(arguments, &option_batch);
    struct session session;
    enum outcome outcome = OUTCOME_TROUBLE;

    if (path && !check_batch(arguments))
        return OUTCOME_TROUBLE;
    if (session_open(arguments, &session))
        outcome = path ? resolve_batch(&session, path) : resolve_arguments(&session);
    session_close(&session);
    return outcome;
}

static const struct option *const options[] = {
    &option_set,       &option_batch,     &option_target, &option_facts,   &option_fact,
    &option_no_probe,  &option_framework, &option_rules,  &option_tables,  &option_format,
    &option_output,    &option_color,     &option_strict, &option_unknown, &option_explain,
    &option_max_fixes, &option_keep,      NULL,
};

const struct command cmd_resolve = {
    .name = "resolve",
    .words = "[FIELD=VALUE...]",
    .summary = "the configuration that a request gets, or every reason why it cannot run",
    .text = "Resolves a request such as accelerator=gpu strategy=ddp devices=2. A value that is "
            "JSON is read as JSON: 2 is a "
            "number, '\"2\"' a text, '[0,1]' a list; True, False and None are what Python means; "
            "all else is text.\n" OPTIONS_FACTS_TEXT "\n"
            "With --batch every line is a JSON object with id, framework, version, request and "
            "facts, and is answered with one line before more input is waited for. Nothing is "
            "probed. Empty lines are skipped, a line that cannot be read is answered with an "
            "error.",
    .options = options,
    .others = &option_field,
    .examples =
        "resolve accelerator=gpu strategy=ddp_spawn devices=2\n"
        "resolve --strategy fsdp --devices 8 --target dgx-h100 --framework lightning@2.6.5\n"
        "resolve --accelerator gpu --no-probe --fact cuda.count=4 --format json\n"
        "resolve --batch - < requests.jsonl > answers.jsonl\n",
    .run = run,
};
