/* Help, printed from the tables of commands and options. */
#include "help.h"

#include <string.h>

#include "columns.h"
#include "guess.h"
#include "options.h"
#include "say.h"

enum { INDENT = 4, CELL_SIZE = 64, ROW_SIZE = 2 * CELL_SIZE, PARAGRAPH_SIZE = 1024 };

static const char overview[] =
    "know before you queue: which accelerator, strategy, precision and devices a training run "
    "gets, or why it cannot run and what to change.";

static const char outcomes[] =
    "Exit status: 0 clean, 1 findings (the request cannot run), 2 could not work "
    "(unreadable input, bad usage).";

/* Prints a paragraph, wrapped. */
static void print_paragraph(FILE *stream, const char *text)
{
    struct columns columns = {.count = 1, .widths = {LINE_WIDTH}};

    columns_print(&columns, stream, &text);
}

/* Prints a text whose line ends divide paragraphs, an empty line before each. */
static void print_paragraphs(FILE *stream, const char *text)
{
    char paragraph[PARAGRAPH_SIZE];

    while (*text) {
        size_t length = strcspn(text, "\n");
        snprintf(paragraph, sizeof paragraph, "%.*s", (int)length, text);
        fputc('\n', stream);
        print_paragraph(stream, paragraph);
        text += length + (text[length] == '\n');
    }
}

/* Prints command lines, one a line. */
static void print_examples(FILE *stream, const char *examples)
{
    fputs("\nExamples:\n", stream);
    while (*examples) {
        size_t length = strcspn(examples, "\n");
        fprintf(stream, "%*saccord %.*s\n", INDENT, "", (int)length, examples);
        examples += length + (examples[length] == '\n');
    }
}

/* What the help calls an option's value: all of them where they are few. */
static void format_value(const struct option *option, char *ret_text)
{
    size_t length = 0;

    snprintf(ret_text, CELL_SIZE, "%s", option->value ? option->value : "");
    for (size_t i = 0; option->words && option->words[i] && length < CELL_SIZE; i++)
        length += (size_t)snprintf(ret_text + length, CELL_SIZE - length, "%s%s", i > 0 ? "|" : "",
                                   option->words[i]);
}

/* The left side of an option's row: "-o, --output FILE". */
static void format_option(const struct option *option, char *ret_text)
{
    char letter[8] = "", value[CELL_SIZE];

    if (option->letter)
        snprintf(letter, sizeof letter, "-%c, ", option->letter);
    format_value(option, value);
    snprintf(ret_text, ROW_SIZE, "%s--%s%s%s", letter, option->name, value[0] ? " " : "", value);
}

/* What the help shows of a command's options: its own ones, the one for all others, --help. */
static const struct option *shown_option(const struct command *command, size_t index)
{
    if (!command->others)
        return command_option(command, index);
    return index == 0 ? command->others : command_option(command, index - 1);
}

/* Prints the options as two columns. */
static void print_options(FILE *stream, const struct command *command)
{
    struct columns columns = {.count = 2, .indent = INDENT};
    const struct option *option;
    char left[ROW_SIZE];

    for (size_t i = 0; (option = shown_option(command, i)); i++) {
        format_option(option, left);
        columns_measure(&columns, (const char *const[]){left, option->summary});
    }
    columns_fit(&columns);
    for (size_t i = 0; (option = shown_option(command, i)); i++) {
        format_option(option, left);
        columns_print(&columns, stream, (const char *const[]){left, option->summary});
    }
}

/* What accord is and which commands it has. */
void help_print_overview(FILE *stream)
{
    struct columns columns = {.count = 2, .indent = INDENT};

    fputs("accord COMMAND [OPTION...]\n", stream);
    print_paragraphs(stream, overview);
    fputs("\nCommands:\n", stream);
    for (size_t i = 0; commands[i]; i++)
        columns_measure(&columns, (const char *const[]){commands[i]->name, commands[i]->summary});
    columns_fit(&columns);
    for (size_t i = 0; commands[i]; i++)
        columns_print(&columns, stream,
                      (const char *const[]){commands[i]->name, commands[i]->summary});
    fputs("\naccord COMMAND --help says more about a command; man accord tells all.\n", stream);
    print_paragraph(stream, outcomes);
}

/* One command: usage, what it does, its options. */
void help_print_command(FILE *stream, const struct command *command)
{
    bool options = command->options && command->options[0];

    fprintf(stream, "accord %s%s%s%s\n", command->name, options ? " [OPTION...]" : "",
            command->words ? " " : "", command->words ? command->words : "");
    print_paragraphs(stream, command->text);
    fputs("\nOptions:\n", stream);
    print_options(stream, command);
    if (command->examples)
        print_examples(stream, command->examples);
    fputc('\n', stream);
    print_paragraph(stream, outcomes);
}

/* The command of this name, or NULL. */
const struct command *commands_find(const char *name)
{
    for (size_t i = 0; commands[i]; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

/* Says that no command has this name, with the nearest one. */
void commands_say_unknown(const char *name)
{
    struct guess guess;

    guess_start(&guess, name, strlen(name));
    for (size_t i = 0; commands[i]; i++)
        guess_consider(&guess, commands[i]->name);
    say("accord has no command '%.80s'", name);
    say_nearest("", guess_best(&guess));
}
