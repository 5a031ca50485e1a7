/* accord explain: what a rule or a message says, means and rests on. */
#include <stdlib.h>
#include <string.h>

#include "accord.h"
#include "command.h"
#include "options.h"
#include "output.h"
#include "quote.h"
#include "say.h"
#include "session.h"

/* Whether an id is that of a message of accord itself: ACC0106. Those need no tables. */
static bool is_message(const char *id)
{
    return strncmp(id, "ACC", 3) == 0 && strlen(id) == 7 && strspn(id + 3, "0123456789") == 4;
}

/* Explains one id. */
static bool explain(struct session *session, struct output *output, const char *id)
{
    const accord_framework *framework = is_message(id) ? NULL : session_framework(session);
    const char *nearest = NULL;

    if (!framework && !is_message(id))
        return false;
    char *text = accord_engine_explain(session->engine, framework, id, output->colour, &nearest);
    if (!text) {
        say("no rule and no message is called '%.80s'", id);
        say_nearest("", nearest);
        return false;
    }
    quote_report(output->stream, text, output->colour);
    if (*text && text[strlen(text) - 1] != '\n')
        fputc('\n', output->stream);
    free(text);
    return true;
}

/* Explains every word, an empty line between two. */
static enum outcome explain_all(struct session *session, struct output *output)
{
    const struct setting *word;
    enum outcome outcome = OUTCOME_CLEAN;

    for (size_t i = 0, count = 0; (word = arguments_next(session->arguments, NULL, &i)); count++) {
        if (count > 0)
            fputc('\n', output->stream);
        if (!explain(session, output, word->value))
            outcome = OUTCOME_TROUBLE;
    }
    return outcome;
}

static enum outcome run(const struct arguments *arguments)
{
    struct session session;
    struct output output;
    enum outcome outcome = OUTCOME_TROUBLE;

    if (arguments_word_count(arguments) == 0) {
        say("accord explain needs the id of a rule or message, such as ACC0106");
        return OUTCOME_TROUBLE;
    }
    if (session_open(arguments, &session) && output_open(arguments, &output)) {
        outcome = explain_all(&session, &output);
        if (!output_close(&output, outcome == OUTCOME_CLEAN))
            outcome = OUTCOME_TROUBLE;
    }
    session_close(&session);
    return outcome;
}

static const struct option *const options[] = {
    &option_framework, &option_rules, &option_tables, &option_output, &option_color, NULL,
};

const struct command cmd_explain = {
    .name = "explain",
    .words = "ID...",
    .summary = "what a rule or a message means, and what it rests on",
    .text = "Explains a rule by its id, all rules that give a reason by that reason, or a message "
            "of accord itself by its number, such as ACC0106.",
    .options = options,
    .examples = "explain ACC0106\n"
                "explain fsdp-needs-cuda\n",
    .run = run,
};
