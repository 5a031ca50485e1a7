/* The completion script for fish. */
#include "completion.h"

static const char fish_head[] =
    "# fish completion for accord. Made by: accord completion fish\n"
    "\n"
    "# __accord_names LISTING [ROLE]: names of a listing.\n"
    "function __accord_names\n"
    "    accord list $argv[1] 2>/dev/null | sed -n \"2,\\$s/^\\([^ ][^ ]*\\) *$argv[2].*/\\1/p\"\n"
    "end\n"
    "\n"
    "# NAME=VALUE: names of fields with this role, then names of the registry that is called as "
    "the field.\n"
    "function __accord_fields\n"
    "    set -l word (commandline -ct)\n"
    "    if string match -q '*=*' -- $word\n"
    "        set -l field (string split -m 1 '=' -- $word)[1]\n"
    "        printf \"$field=%s\\n\" (__accord_names {$field}s) (__accord_names (string replace -r "
    "'y$' ies -- $field))\n"
    "    else\n"
    "        printf '%s=\\n' (__accord_names fields $argv[1])\n"
    "    end\n"
    "end\n"
    "\n"
    "complete -c accord -f\n";

/* What fish does for each offer, words and commands aside. */
static const char *const fish_actions[] = {
    [OFFER_NOTHING] = "",
    [OFFER_FILES] = " -F",
    [OFFER_FOLDERS] = " -a '(__fish_complete_directories)'",
    [OFFER_FRAMEWORKS] = " -a '(__accord_names frameworks)'",
    [OFFER_TARGETS] = " -F -a '(__accord_names targets)'",
    [OFFER_RULES] = " -a '(__accord_names rules)'",
    [OFFER_FIELDS] = " -a '(__accord_fields request)'",
    [OFFER_FACTS] = " -a '(__accord_fields fact)'",
    [OFFER_FIELD_NAMES] = " -a '(__accord_names fields request)'",
    [OFFER_FACT_NAMES] = " -a '(__accord_names fields fact)'",
};

/* The action for a place. */
static void write_action(FILE *stream, enum offer offer, const char *const *words)
{
    if (offer != OFFER_WORDS && offer != OFFER_COMMANDS) {
        fputs(fish_actions[offer], stream);
        return;
    }
    fputs(" -a '", stream);
    if (offer == OFFER_WORDS)
        completion_write_words(stream, words);
    for (size_t i = 0; offer == OFFER_COMMANDS && commands[i]; i++)
        fprintf(stream, "%s%s", i > 0 ? " " : "", commands[i]->name);
    fputc('\'', stream);
}

/* One option of a command. */
static void write_option(FILE *stream, const struct command *command, const struct option *option)
{
    fprintf(stream, "complete -c accord -n '__fish_seen_subcommand_from %s' -l %s", command->name,
            option->name);
    if (option->letter)
        fprintf(stream, " -s %c", option->letter);
    if (option->value) {
        fputs(" -r", stream);
        write_action(stream, completion_offer(option->value, option->words), option->words);
    }
    fputs(" -d '", stream);
    completion_write_plain(stream, option->summary);
    fputs("'\n", stream);
}

static void write_command(FILE *stream, const struct command *command)
{
    const struct option *option;
    enum offer offer = completion_offer(command->words, command->choices);

    fprintf(stream, "complete -c accord -n __fish_use_subcommand -a %s -d '", command->name);
    completion_write_plain(stream, command->summary);
    fputs("'\n", stream);
    if (offer != OFFER_NOTHING) {
        fprintf(stream, "complete -c accord -n '__fish_seen_subcommand_from %s'", command->name);
        write_action(stream, offer, command->choices);
        fputc('\n', stream);
    }
    for (size_t i = 0; (option = command_option(command, i)); i++)
        write_option(stream, command, option);
}

void completion_write_fish(FILE *stream)
{
    fputs(fish_head, stream);
    for (size_t i = 0; commands[i]; i++)
        write_command(stream, commands[i]);
}
