/* accord: the command line of the library. A table of commands and a loop. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "help.h"
#include "options.h"
#include "output.h"
#include "say.h"

const struct command *const commands[] = {
    &cmd_check, &cmd_resolve, &cmd_matrix,      &cmd_migrate, &cmd_list,       &cmd_explain,
    &cmd_rules, &cmd_probe,   &cmd_show_config, &cmd_schema,  &cmd_completion, &cmd_version,
    &cmd_help,  NULL,
};

/* Options that stand for a command where a command is expected. */
static const struct {
    const char *option;
    const struct command *command;
} aliases[] = {
    {"--help", &cmd_help},
    {"-h", &cmd_help},
    {"--version", &cmd_version},
    {"-V", &cmd_version},
};

/* Fills the places of closed standard streams, so that no file we open is taken for one of them.
 * Written to, they fail. */
static void fill_standard_streams(void)
{
    for (int number = 0; number <= 2; number++)
        if (fcntl(number, F_GETFD) < 0 && errno == EBADF)
            (void)open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY);
}

/* The command that the first word names, or NULL. */
static const struct command *choose_command(const char *word)
{
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (strcmp(aliases[i].option, word) == 0)
            return aliases[i].command;
    return commands_find(word);
}

/* COMMAND --help, the same for all. */
static enum outcome show_help(const struct command *command)
{
    struct output output;

    if (!output_open_path("-", &output))
        return OUTCOME_TROUBLE;
    help_print_command(output.stream, command);
    return output_close(&output, true) ? OUTCOME_CLEAN : OUTCOME_TROUBLE;
}

/* Reads the command's line and runs it. */
static enum outcome run_command(const struct command *command, int count, char *const *words)
{
    struct arguments arguments;
    enum outcome outcome = OUTCOME_TROUBLE;

    if (arguments_parse(command, count, words, &arguments))
        outcome =
            arguments_has(&arguments, &option_help) ? show_help(command) : command->run(&arguments);
    arguments_clear(&arguments);
    return outcome;
}

int main(int argc, char **argv)
{
    static char line[BUFSIZ];

    fill_standard_streams();
    signal(SIGPIPE, SIG_IGN); /* a reader who went away is an error of the write */
    setvbuf(stderr, line, _IOLBF, sizeof line);
    if (argc < 2) {
        help_print_overview(stderr);
        return OUTCOME_TROUBLE;
    }
    const struct command *command = choose_command(argv[1]);
    if (!command) {
        commands_say_unknown(argv[1]);
        say("accord --help shows the commands");
        return OUTCOME_TROUBLE;
    }
    return (int)run_command(command, argc - 2, argv + 2);
}
