/* accord rules: whether rules do what their examples say. */
#include <stdio.h>
#include <string.h>

#include "accord.h"
#include "command.h"
#include "options.h"
#include "output.h"
#include "quote.h"
#include "say.h"
#include "session.h"

/* What trying has come to. */
struct tally {
    struct output output;
    size_t tried, failing;
    bool json;
};

/* One member of a JSON object, when there is a text. */
static void print_member(FILE *stream, const char *name, const char *text)
{
    if (!text)
        return;
    fprintf(stream, ", \"%s\": ", name);
    quote_json(stream, text);
}

static void print_json(struct tally *tally, const struct accord_example *example)
{
    FILE *stream = tally->output.stream;
    fprintf(stream, "%s  {\"holds\": %s", tally->tried ? ",\n" : "",
            example->holds ? "true" : "false");
    print_member(stream, "framework", example->framework);
    print_member(stream, "rule", example->rule);
    print_member(stream, "request", example->request);
    print_member(stream, "facts", example->facts);
    print_member(stream, "version", example->version);
    print_member(stream, "expect", example->expect);
    print_member(stream, "got", example->got);
    print_member(stream, "file", example->file);
    fprintf(stream, ", \"line\": %u, \"column\": %u}", example->line, example->column);
}

/* A line of what an example says, when it says it. */
static void print_line(FILE *stream, const char *name, const char *text)
{
    if (!text)
        return;
    fprintf(stream, "    %-8s ", name);
    quote_report(stream, text, false);
    fputc('\n', stream);
}

/* An example that does not hold, with what it asks for. */
static void print_failing(FILE *stream, const struct accord_example *example)
{
    fprintf(stream, "%s:%u:%u: %s: expected ", example->file, example->line, example->column,
            example->rule);
    quote_report(stream, example->expect, false);
    fputs(", got ", stream);
    quote_report(stream, example->got, false);
    fputc('\n', stream);
    print_line(stream, "request", example->request);
    print_line(stream, "facts", example->facts);
    print_line(stream, "release", example->version);
}

static bool take_example(void *context, const struct accord_example *example)
{
    struct tally *tally = context;
    if (tally->json)
        print_json(tally, example);
    else if (!example->holds)
        print_failing(tally->output.stream, example);
    tally->tried++;
    tally->failing += !example->holds;
    return true;
}

/* Tries what --framework asks for, or the default one. */
static bool try_all(struct session *session, struct tally *tally)
{
    const char *name = arguments_value(session->arguments, &option_framework);
    return session_check(
        session,
        accord_engine_try_examples(session->engine, name, take_example, tally, session->findings),
        name ? name : "the tables");
}

static enum outcome test_rules(struct session *session)
{
    struct tally tally = {.json = options_want_json(session->arguments)};
    if (!output_open(session->arguments, &tally.output))
        return OUTCOME_TROUBLE;
    if (tally.json)
        fputs("[\n", tally.output.stream);
    bool tried = try_all(session, &tally);
    if (tally.json)
        fputs(tally.tried ? "\n]\n" : "]\n", tally.output.stream);
    else if (tried)
        fprintf(tally.output.stream, "%zu of %zu example%s\n", tally.tried - tally.failing,
                tally.tried, tally.tried == 1 ? " holds" : "s hold");
    if (!output_close(&tally.output, tried) || !tried)
        return OUTCOME_TROUBLE;
    return tally.failing ? OUTCOME_FINDINGS : OUTCOME_CLEAN;
}

static enum outcome run(const struct arguments *arguments)
{
    struct session session;
    enum outcome outcome = OUTCOME_TROUBLE;
    size_t index = 0;
    const struct setting *word = arguments_next(arguments, NULL, &index);

    if (arguments_word_count(arguments) != 1 || strcmp(word->value, "test") != 0) {
        say("accord rules takes one word, test: it tries the examples of rules");
        return OUTCOME_TROUBLE;
    }
    if (session_open(arguments, &session))
        outcome = test_rules(&session);
    session_close(&session);
    return outcome;
}

static const struct option *const options[] = {
    &option_framework, &option_rules, &option_tables, &option_format, &option_output, NULL,
};

const struct command cmd_rules = {
    .name = "rules",
    .words = "test",
    .summary = "try the examples that rules carry",
    .text = "Resolves the request of every example of the framework's own rules, and of the layers "
            "on top, and compares the reasons with what the example expects. This machine is not "
            "looked at.",
    .options = options,
    .examples = "rules test\n"
                "rules test --rules site\n",
    .run = run,
};
