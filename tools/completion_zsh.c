/* The completion script for zsh. */
#include "completion.h"

static const char zsh_head[] = "#compdef accord\n"
                               "# zsh completion for accord. Made by: accord completion zsh\n"
                               "\n"
                               "# _accord_names LISTING [ROLE [SUFFIX]]: names of a listing.\n"
                               "_accord_names() {\n"
                               "    local -a names\n"
                               "    names=(${(f)\"$(accord list $1 2>/dev/null | sed -n "
                               "\"2,\\$s/^\\([^ ][^ ]*\\) *${2-}.*/\\1/p\")\"})\n"
                               "    compadd -S \"${3-}\" -a names\n"
                               "}\n"
                               "\n"
                               "# NAME=VALUE: names of fields with this role, then names of the "
                               "registry that is called as the field.\n"
                               "_accord_fields() {\n"
                               "    local field=${PREFIX%%=*}\n"
                               "    if compset -P 1 '*='; then\n"
                               "        _accord_names ${field}s\n"
                               "        _accord_names ${field%y}ies\n"
                               "    else\n"
                               "        _accord_names fields \"$1\" =\n"
                               "    fi\n"
                               "}\n"
                               "\n";

/* What zsh does for each offer, words aside. A blank first: without it zsh adds arguments of its
 * own. */
static const char *const zsh_actions[] = {
    [OFFER_NOTHING] = " ",
    [OFFER_FILES] = "_files",
    [OFFER_FOLDERS] = "_files -/",
    [OFFER_COMMANDS] = " _accord_commands",
    [OFFER_FRAMEWORKS] = " _accord_names frameworks",
    [OFFER_TARGETS] = "{_accord_names targets; _files}",
    [OFFER_RULES] = " _accord_names rules",
    [OFFER_FIELDS] = " _accord_fields request",
    [OFFER_FACTS] = " _accord_fields fact",
    [OFFER_FIELD_NAMES] = " _accord_names fields request",
    [OFFER_FACT_NAMES] = " _accord_names fields fact",
};

/* The action for a place. */
static void write_action(FILE *stream, enum offer offer, const char *const *words)
{
    if (offer != OFFER_WORDS) {
        fputs(zsh_actions[offer], stream);
        return;
    }
    fputc('(', stream);
    completion_write_words(stream, words);
    fputc(')', stream);
}

/* One option: '*--name[summary]:value:action'. */
static void write_option(FILE *stream, const struct option *option, const char *dashes,
                         const char *name)
{
    fprintf(stream, " \\\n            '*%s%s%s[", dashes, name,
            option->value && dashes[1] ? "=" : "");
    completion_write_plain(stream, option->summary);
    fputc(']', stream);
    if (option->value) {
        fputc(':', stream);
        completion_write_plain(stream, option->value);
        fputc(':', stream);
        write_action(stream, completion_offer(option->value, option->words), option->words);
    }
    fputc('\'', stream);
}

static void write_command(FILE *stream, const struct command *command)
{
    const struct option *option;

    fprintf(stream, "        %s)\n        _arguments", command->name);
    for (size_t i = 0; (option = command_option(command, i)); i++) {
        write_option(stream, option, "--", option->name);
        if (option->letter)
            write_option(stream, option, "-", (const char[]){option->letter, '\0'});
    }
    if (command->words) {
        fputs(" \\\n            '*:", stream);
        completion_write_plain(stream, command->words);
        fputc(':', stream);
        write_action(stream, completion_offer(command->words, command->choices), command->choices);
        fputc('\'', stream);
    }
    fputs("\n        ;;\n", stream);
}

void completion_write_zsh(FILE *stream)
{
    fputs(zsh_head, stream);
    fputs("_accord_commands() {\n    local -a names\n    names=(\n", stream);
    for (size_t i = 0; commands[i]; i++) {
        fprintf(stream, "        '%s:", commands[i]->name);
        completion_write_plain(stream, commands[i]->summary);
        fputs("'\n", stream);
    }
    fputs("    )\n    _describe command names\n}\n\n", stream);
    fputs("_accord() {\n    local line state\n    _arguments -C '1:command:_accord_commands' "
          "'*::word:->rest'\n"
          "    [[ $state == rest ]] || return\n    case $line[1] in\n",
          stream);
    for (size_t i = 0; commands[i]; i++)
        write_command(stream, commands[i]);
    fputs("    esac\n}\n\n"
          "if [[ $funcstack[1] == _accord ]]; then\n    _accord \"$@\"\n"
          "elif (( $+functions[compdef] )); then\n    compdef _accord accord\nfi\n",
          stream);
}
