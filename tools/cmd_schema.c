/* accord schema: JSON Schemas for editors, of accord's own formats and of configuration files. */
#include <stdlib.h>
#include <string.h>

#include "accord.h"
#include "command.h"
#include "options.h"
#include "output.h"
#include "say.h"
#include "session.h"

/* Lists what has a schema of its own. */
static bool print_names(FILE *stream)
{
    const char *name;

    for (size_t i = 0; (name = accord_schema_name(i)); i++)
        fprintf(stream, "%s\n", name);
    return true;
}

/* Prints the schema that a word asks for. */
static bool print_schema(struct session *session, const char *what, FILE *stream)
{
    char *schema = accord_engine_schema(session->engine, what, session->findings);

    if (!session_check(session, schema ? ACCORD_OK : ACCORD_FAULTY, what) || !schema) {
        free(schema);
        return false;
    }
    fputs(schema, stream);
    if (*schema && schema[strlen(schema) - 1] != '\n')
        fputc('\n', stream);
    free(schema);
    return true;
}

static enum outcome run(const struct arguments *arguments)
{
    const struct setting *word = arguments_next(arguments, NULL, &(size_t){0});
    struct session session;
    struct output output;
    bool printed = false;

    if (arguments_word_count(arguments) > 1) {
        say("accord schema takes one word, what the schema is of");
        return OUTCOME_TROUBLE;
    }
    if (session_open(arguments, &session) && output_open(arguments, &output)) {
        printed =
            word ? print_schema(&session, word->value, output.stream) : print_names(output.stream);
        printed = output_close(&output, printed) && printed;
    }
    session_close(&session);
    return printed ? OUTCOME_CLEAN : OUTCOME_TROUBLE;
}

static const struct option *const options[] = {&option_rules, &option_tables, &option_output, NULL};

const struct command cmd_schema = {
    .name = "schema",
    .words = "[WHAT]",
    .summary = "JSON Schemas for editors: of configuration files and of accord's own formats",
    .text =
        "Prints the JSON Schema of a framework's configuration files in a release (lightning@2.6), "
        "of one kind of them (lightning-cli@2.6, deepspeed), or of one of accord's own formats: "
        "tables, facts, requests and answers. Without a word it lists the latter.\n"
        "Editors that read JSON Schemas then complete and check while people type; for the YAML "
        "language server a file begins with # yaml-language-server: $schema=FILE.\n",
    .options = options,
    .examples = "schema lightning@2.6 -o trainer.schema.json\n"
                "schema rules -o rules.schema.json\n",
    .run = run,
};
