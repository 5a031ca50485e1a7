/* accord probe: what is known of a machine, and from where. */
#include <stdlib.h>
#include <string.h>

#include "accord.h"
#include "columns.h"
#include "command.h"
#include "options.h"
#include "output.h"
#include "quote.h"
#include "say.h"
#include "session.h"

static const struct option option_record = {
    .name = "record",
    .value = "FILE",
    .summary = "write the facts to a YAML file that --facts reads; - for standard output, instead "
               "of the list",
};

/* Where facts come from, the strongest first. */
static const char *const sources[] = {"given", "file", "target", "probe", "default"};

enum { SOURCES = sizeof sources / sizeof *sources, SOURCE_SIZE = 256 };

/* Calls `visit` with every fact, those of the strongest source first. */
static void for_each_fact(accord_facts *facts,
                          void (*visit)(void *context, const struct accord_fact *fact),
                          void *context)
{
    struct accord_fact fact;

    for (size_t source = 0; source < SOURCES; source++)
        for (size_t i = 0; accord_facts_at(facts, i, &fact); i++)
            if (strcmp(fact.source, sources[source]) == 0)
                visit(context, &fact);
}

/* A source in words: "file machine.yaml:3". */
static const char *format_source(const struct accord_fact *fact, char *ret_text)
{
    const char *detail = fact->file ? fact->file : fact->detail;
    int length = snprintf(ret_text, SOURCE_SIZE, "%s%s%.200s", fact->source, detail ? " " : "",
                          detail ? detail : "");

    if (fact->file && fact->line > 0)
        snprintf(ret_text + length, SOURCE_SIZE - (size_t)length, ":%u", fact->line);
    return ret_text;
}

struct probe {
    struct columns columns;
    FILE *stream;
    const char *separator; /* before the next JSON object */
};

/* Makes room for a row. */
static void measure_fact(void *context, const struct accord_fact *fact)
{
    struct probe *probe = context;
    char source[SOURCE_SIZE];

    columns_measure(&probe->columns,
                    (const char *const[]){fact->name, fact->text, format_source(fact, source)});
}

static void print_fact(void *context, const struct accord_fact *fact)
{
    struct probe *probe = context;
    char source[SOURCE_SIZE];

    columns_print(&probe->columns, probe->stream,
                  (const char *const[]){fact->name, fact->text, format_source(fact, source)});
}

/* Prints a fact as a JSON object on a line of its own. */
static void print_fact_json(void *context, const struct accord_fact *fact)
{
    struct probe *probe = context;
    const struct member members[] = {
        {"name", fact->name, 0},        {"value", fact->text, 0}, {"source", fact->source, 0},
        {"detail", fact->detail, 0},    {"file", fact->file, 0},  {"line", NULL, fact->line},
        {"column", NULL, fact->column},
    };

    fputs(probe->separator, probe->stream);
    probe->separator = ",\n ";
    quote_object(probe->stream, members, sizeof members / sizeof *members);
}

static void print_text(accord_facts *facts, FILE *stream)
{
    static const char *const head[] = {"FACT", "VALUE", "SOURCE"};
    struct probe probe = {.columns = {.count = 3}, .stream = stream};

    columns_measure(&probe.columns, head);
    for_each_fact(facts, measure_fact, &probe);
    columns_fit(&probe.columns);
    columns_print(&probe.columns, stream, head);
    for_each_fact(facts, print_fact, &probe);
}

static void print_json(accord_facts *facts, FILE *stream)
{
    struct probe probe = {.stream = stream, .separator = "[\n "};

    for_each_fact(facts, print_fact_json, &probe);
    fputs(probe.separator[0] == '[' ? "[]\n" : "\n]\n", stream);
}

/* Writes the facts to a file. */
static bool record(accord_facts *facts, const char *path)
{
    struct output output;
    char *yaml = accord_facts_yaml(facts);

    if (!yaml)
        say("out of memory");
    bool open = yaml && output_open_path(path, &output);
    if (open)
        fputs(yaml, output.stream);
    free(yaml);
    return open && output_close(&output, true);
}

/* Prints the facts in the format asked for. */
static bool print_facts(const struct arguments *arguments, accord_facts *facts)
{
    struct output output;

    if (!output_open(arguments, &output))
        return false;
    if (options_want_json(arguments))
        print_json(facts, output.stream);
    else
        print_text(facts, output.stream);
    return output_close(&output, true);
}

static enum outcome run(const struct arguments *arguments)
{
    const char *path = arguments_value(arguments, &option_record);
    struct session session;
    accord_facts *facts = NULL;

    if (arguments_word_count(arguments) > 0) {
        say("accord probe takes no words; --fact NAME=VALUE gives a fact");
        return OUTCOME_TROUBLE;
    }
    if (session_open(arguments, &session) && session_framework(&session)) {
        session.whole_machine = true;
        facts = session_facts(&session);
    }
    bool done = facts && (!path || record(facts, path));
    if (done && (!path || strcmp(path, "-") != 0))
        done = print_facts(arguments, facts);
    accord_facts_free(facts);
    session_close(&session);
    return done ? OUTCOME_CLEAN : OUTCOME_TROUBLE;
}

static const struct option *const options[] = {
    &option_record,   &option_target,    &option_facts, &option_fact,
    &option_no_probe, &option_framework, &option_rules, &option_tables,
    &option_format,   &option_output,    NULL,
};

const struct command cmd_probe = {
    .name = "probe",
    .summary = "what is known of this machine or of a target, and from where",
    .text = "Shows every fact with its value and its source, the strongest source "
            "first.\n" OPTIONS_FACTS_TEXT,
    .options = options,
    .examples = "probe\n"
                "probe --record machine.yaml && accord resolve --facts machine.yaml devices=4\n",
    .run = run,
};
