/* accord help: the overview, or one command. */
#include "command.h"
#include "help.h"
#include "output.h"
#include "say.h"

/* Prints help for the command, NULL for all of accord. */
static enum outcome print_help(const struct command *command)
{
    struct output output;

    if (!output_open_path("-", &output))
        return OUTCOME_TROUBLE;
    if (command)
        help_print_command(output.stream, command);
    else
        help_print_overview(output.stream);
    return output_close(&output, true) ? OUTCOME_CLEAN : OUTCOME_TROUBLE;
}

static enum outcome run(const struct arguments *arguments)
{
    const struct setting *word = arguments_next(arguments, NULL, &(size_t){0});

    if (!word)
        return print_help(NULL);
    if (arguments_word_count(arguments) > 1) {
        say("accord help takes one command");
        return OUTCOME_TROUBLE;
    }
    const struct command *command = commands_find(word->value);
    if (command)
        return print_help(command);
    commands_say_unknown(word->value);
    return OUTCOME_TROUBLE;
}

const struct command cmd_help = {
    .name = "help",
    .words = "[COMMAND]",
    .summary = "show help for a command",
    .text = "Shows what accord is, or what one command does.",
    .run = run,
};
