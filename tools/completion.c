/* What the places of a command line offer, and the script for bash. */
#include "completion.h"

#include <string.h>

/* Names that the help gives to values, and what they stand for. */
static const struct {
    const char *name;
    enum offer offer;
} offers[] = {
    {"FILE", OFFER_FILES},
    {"PATH...", OFFER_FILES},
    {"[PATH...]", OFFER_FILES},
    {"[FILE...]", OFFER_FILES},
    {"FILE...", OFFER_FILES},
    {"DIR", OFFER_FOLDERS},
    {"NAME|FILE", OFFER_TARGETS},
    {"NAME[@RELEASE]", OFFER_FRAMEWORKS},
    {"[WHAT]", OFFER_FRAMEWORKS},
    {"[COMMAND]", OFFER_COMMANDS},
    {"ID...", OFFER_RULES},
    {"ID,...", OFFER_RULES},
    {"FIELD=VALUE", OFFER_FIELDS},
    {"NAME=VALUE", OFFER_FACTS},
    {"[FIELD=VALUE...]", OFFER_FIELDS},
    {"FIELD", OFFER_FIELD_NAMES},
    {"FIELD[=V,V...]", OFFER_FIELD_NAMES},
    {"FIELD[=V,V...]|none", OFFER_FIELD_NAMES},
    {"FACT|all", OFFER_FACT_NAMES},
    {"FACT|all|none", OFFER_FACT_NAMES},
    {"NAME@RELEASE", OFFER_FRAMEWORKS},
    {"[FILE|FOLDER...]", OFFER_FILES},
};

/* What the help calls it, as an offer. */
enum offer completion_offer(const char *name, const char *const *words)
{
    if (words)
        return OFFER_WORDS;
    for (size_t i = 0; name && i < sizeof offers / sizeof *offers; i++)
        if (strcmp(offers[i].name, name) == 0)
            return offers[i].offer;
    return OFFER_NOTHING;
}

/* The text of an option or command without what shells would read. */
void completion_write_plain(FILE *stream, const char *text)
{
    for (; *text; text++)
        if (!strchr("'\"`$\\[]:", *text))
            fputc(*text, stream);
}

/* Words with blanks between. */
void completion_write_words(FILE *stream, const char *const *words)
{
    for (size_t i = 0; words && words[i]; i++)
        fprintf(stream, "%s%s", i > 0 ? " " : "", words[i]);
}

/* ---- bash ---- */

static const char bash_head[] =
    "# bash completion for accord. Made by: accord completion bash\n"
    "\n"
    "# _accord_names LISTING [ROLE]: names that begin as the word does.\n"
    "_accord_names() {\n"
    "    local names\n"
    "    names=$(accord list \"$1\" 2>/dev/null | sed -n \"2,\\$s/^\\([^ ][^ ]*\\) "
    "*${2-}.*/\\1/p\")\n"
    "    COMPREPLY+=($(compgen -W \"$names\" -- \"$word\"))\n"
    "}\n"
    "\n"
    "# Names of the registry that is called as the field.\n"
    "_accord_values() {\n"
    "    _accord_names \"${1}s\"\n"
    "    [[ $1 == *y ]] && _accord_names \"${1%y}ies\"\n"
    "}\n"
    "\n"
    "# NAME=VALUE: names of fields with this role, then values.\n"
    "_accord_fields() {\n"
    "    local field=${word%%=*} word=$word\n"
    "    if [[ $word == *=* ]]; then\n"
    "        word=${word#*=}\n"
    "        _accord_values \"$field\"\n"
    "        [[ $COMP_WORDBREAKS == *=* ]] || COMPREPLY=(\"${COMPREPLY[@]/#/$field=}\")\n"
    "        return\n"
    "    fi\n"
    "    _accord_names fields \"$1\"\n"
    "    COMPREPLY=(\"${COMPREPLY[@]/%/=}\")\n"
    "    [[ ${COMPREPLY-=} == \"=\" ]] && COMPREPLY=() || compopt -o nospace 2>/dev/null\n"
    "}\n"
    "\n"
    "# --FIELD, a dash for each underscore.\n"
    "_accord_options() {\n"
    "    local names\n"
    "    names=$(accord list fields 2>/dev/null | sed -n 's/^\\([^ ][^ ]*\\) *request.*/--\\1/p' | "
    "tr _ -)\n"
    "    COMPREPLY+=($(compgen -W \"$names\" -- \"$word\"))\n"
    "}\n"
    "\n"
    "# Files; only they are quoted as such.\n"
    "_accord_files() {\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    COMPREPLY=($(compgen \"$1\" -- \"$word\"))\n"
    "}\n"
    "\n";

/* What bash does for each offer, words and commands aside. */
static const char *const bash_actions[] = {
    [OFFER_NOTHING] = "return",
    [OFFER_FILES] = "_accord_files -f",
    [OFFER_FOLDERS] = "_accord_files -d",
    [OFFER_FRAMEWORKS] = "_accord_names frameworks",
    [OFFER_TARGETS] = "_accord_files -f; _accord_names targets",
    [OFFER_RULES] = "_accord_names rules",
    [OFFER_FIELDS] = "_accord_fields request",
    [OFFER_FACTS] = "_accord_fields fact",
    [OFFER_FIELD_NAMES] = "_accord_names fields request",
    [OFFER_FACT_NAMES] = "_accord_names fields fact",
};

static void write_commands(FILE *stream)
{
    for (size_t i = 0; commands[i]; i++)
        fprintf(stream, "%s%s", i > 0 ? " " : "", commands[i]->name);
}

/* The action for a place. */
static void write_bash_action(FILE *stream, enum offer offer, const char *const *words)
{
    if (offer != OFFER_WORDS && offer != OFFER_COMMANDS) {
        fputs(bash_actions[offer], stream);
        return;
    }
    fputs("COMPREPLY=($(compgen -W \"", stream);
    if (offer == OFFER_WORDS)
        completion_write_words(stream, words);
    else
        write_commands(stream);
    fputs("\" -- \"$word\"))", stream);
}

/* The branches of the options of a command that take a value. */
static void write_bash_values(FILE *stream, const struct command *command)
{
    const struct option *option;

    for (size_t i = 0; (option = command_option(command, i)); i++) {
        if (!option->value)
            continue;
        fprintf(stream, "    %s\\ --%s", command->name, option->name);
        if (option->letter)
            fprintf(stream, " | %s\\ -%c", command->name, option->letter);
        fputs(") ", stream);
        write_bash_action(stream, completion_offer(option->value, option->words), option->words);
        fputs(" ;;\n", stream);
    }
}

/* The branches of one command: its options' values, its options, its words. */
static void write_bash_command(FILE *stream, const struct command *command)
{
    const struct option *option;

    write_bash_values(stream, command);
    fprintf(
        stream,
        "    %s\\ *)\n        if [[ $word == -* ]]; then\n            COMPREPLY=($(compgen -W \"",
        command->name);
    for (size_t i = 0; (option = command_option(command, i)); i++)
        fprintf(stream, "%s--%s", i > 0 ? " " : "", option->name);
    fputs("\" -- \"$word\"))\n", stream);
    if (command->others)
        fputs("            _accord_options\n            return\n        fi\n"
              "        [[ $before == --* ]] && _accord_values \"${before#--}\"\n"
              "        if [[ ${#COMPREPLY[@]} -eq 0 ]]; then\n            ",
              stream);
    else
        fputs("        else\n            ", stream);
    write_bash_action(stream, completion_offer(command->words, command->choices), command->choices);
    fputs("\n        fi\n        ;;\n", stream);
}

void completion_write_bash(FILE *stream)
{
    fputs(bash_head, stream);
    fputs("_accord() {\n    local IFS=$' \\t\\n' line word before command\n"
          "    # The words as accord gets them: bash takes = and : for ends of words.\n"
          "    line=${COMP_LINE:0:COMP_POINT}\n"
          "    word=${line##*[[:space:]]}\n"
          "    line=${line%\"$word\"}\n"
          "    read -ra line <<<\"$line\"\n"
          "    command=${line[1]-}\n"
          "    before=${line[${#line[@]} - 1]}\n"
          "    COMPREPLY=()\n"
          "    if [[ ${#line[@]} -lt 2 ]]; then\n        COMPREPLY=($(compgen -W \"",
          stream);
    write_commands(stream);
    fputs("\" -- \"$word\"))\n        return\n    fi\n    case \"$command $before\" in\n", stream);
    for (size_t i = 0; commands[i]; i++)
        write_bash_command(stream, commands[i]);
    fputs("    esac\n}\n\ncomplete -F _accord accord\n", stream);
}
