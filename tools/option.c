/* The parser that all commands share: it knows no option but the rows of the command's table. */
#include "option.h"

#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "guess.h"
#include "options.h"
#include "say.h"

struct parser {
    const struct command *command;
    char *const *words;
    int count;
    int at; /* the word being read */
    struct arguments *arguments;
};

static void add_setting(struct parser *parser, struct setting setting)
{
    parser->arguments->settings[parser->arguments->count++] = setting;
}

/* The command's `index`-th option; --help stands behind its own ones. NULL past the end. */
const struct option *command_option(const struct command *command, size_t index)
{
    static const struct option *const none[] = {NULL};
    const struct option *const *rows = command->options ? command->options : none;
    size_t count = 0;

    while (rows[count])
        count++;
    if (index < count)
        return rows[index];
    return index == count ? &option_help : NULL;
}

/* The option with this long name, or NULL. */
static const struct option *option_named(const struct command *command, const char *name,
                                         size_t length)
{
    const struct option *option;

    for (size_t i = 0; (option = command_option(command, i)); i++)
        if (strlen(option->name) == length && memcmp(option->name, name, length) == 0)
            return option;
    return NULL;
}

/* The option with this letter, or NULL. */
static const struct option *option_lettered(const struct command *command, char letter)
{
    const struct option *option;

    for (size_t i = 0; (option = command_option(command, i)); i++)
        if (option->letter == letter)
            return option;
    return NULL;
}

/* Whether a value is one that the option takes; says so if not. */
static bool check_value(const struct option *option, const char *value)
{
    if (option->is_number && (!*value || value[strspn(value, "0123456789")])) {
        say("--%s takes a whole number, not '%.80s'", option->name, value);
        return false;
    }
    if (!option->words)
        return true;
    for (const char *const *word = option->words; *word; word++)
        if (strcmp(*word, value) == 0)
            return true;
    say("--%s takes no '%.80s'", option->name, value);
    say_choices("it takes", option->words);
    say_nearest("", guess_among(value, option->words));
    return false;
}

/* Whether the next word can be the value of an option: anything but another long option. */
static bool has_value_next(const struct parser *parser)
{
    return parser->at + 1 < parser->count && strncmp(parser->words[parser->at + 1], "--", 2) != 0;
}

/* Whether a word is NAME=VALUE and so no value of an option that stands in no table. */
static bool is_assignment(const char *word)
{
    size_t length = strcspn(word, "=");

    return length > 0 && word[length] == '=' &&
           strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._") ==
               length;
}

/* Takes an option of the command's table; `value` is what stood with it, or NULL. */
static bool take_known(struct parser *parser, const struct option *option, const char *value)
{
    if (!option->value && value) {
        say("--%s takes no value", option->name);
        return false;
    }
    if (option->value && !value) {
        if (!has_value_next(parser)) {
            say("--%s needs a value: --%s %s", option->name, option->name, option->value);
            return false;
        }
        value = parser->words[++parser->at];
    }
    if (value && !check_value(option, value))
        return false;
    add_setting(parser, (struct setting){option, option->name, strlen(option->name), value});
    return true;
}

/* Takes a long option that stands in no table; without a value when none can follow. */
static void take_other(struct parser *parser, const char *name, size_t length, const char *value)
{
    if (!value && has_value_next(parser) && !is_assignment(parser->words[parser->at + 1]))
        value = parser->words[++parser->at];
    add_setting(parser, (struct setting){parser->command->others, name, length, value});
}

/* Takes a word that begins with two dashes. */
static bool take_long(struct parser *parser, const char *word)
{
    const char *name = word + 2;
    size_t length = strcspn(name, "=");
    const char *value = name[length] == '=' ? name + length + 1 : NULL;
    const struct option *option = option_named(parser->command, name, length);

    if (option)
        return take_known(parser, option, value);
    if (parser->command->others && length > 0) {
        take_other(parser, name, length, value);
        return true;
    }
    struct guess guess;
    guess_start(&guess, name, length);
    option_guess(parser->command, &guess);
    say("accord %s has no option --%.*s", parser->command->name, say_length(length), name);
    say_nearest("--", guess_best(&guess));
    return false;
}

/* Takes a word that begins with one dash: -o FILE, -oFILE. */
static bool take_letter(struct parser *parser, const char *word)
{
    const struct option *option = option_lettered(parser->command, word[1]);

    if (option)
        return take_known(parser, option, word[2] == '\0' ? NULL : word + 2);
    say("accord %s has no option %.80s", parser->command->name, word);
    return false;
}

/* Takes one word and what belongs to it. */
static bool take_word(struct parser *parser, bool *only_words)
{
    const char *word = parser->words[parser->at];

    if (*only_words || word[0] != '-' || word[1] == '\0') {
        add_setting(parser, (struct setting){.value = word});
        return true;
    }
    if (strcmp(word, "--") == 0) {
        *only_words = true;
        return true;
    }
    return word[1] == '-' ? take_long(parser, word) : take_letter(parser, word);
}

/* Reads a command line. */
bool arguments_parse(const struct command *command, int count, char *const *words,
                     struct arguments *ret_arguments)
{
    struct parser parser = {.command = command, .words = words, .count = count};
    bool only_words = false;

    *ret_arguments = (struct arguments){.command = command};
    ret_arguments->settings = calloc((size_t)count + 1, sizeof *ret_arguments->settings);
    if (!ret_arguments->settings) {
        say("out of memory");
        return false;
    }
    parser.arguments = ret_arguments;
    for (; parser.at < count; parser.at++)
        if (!take_word(&parser, &only_words)) {
            say("accord %s --help shows what there is", command->name);
            return false;
        }
    return true;
}

void arguments_clear(struct arguments *arguments)
{
    free(arguments->settings);
    *arguments = (struct arguments){0};
}

/* The next setting of this option from *index on, or NULL. */
const struct setting *arguments_next(const struct arguments *arguments, const struct option *option,
                                     size_t *index)
{
    while (*index < arguments->count) {
        const struct setting *setting = &arguments->settings[(*index)++];
        if (setting->option == option)
            return setting;
    }
    return NULL;
}

/* The last value given for this option, or NULL. */
const char *arguments_value(const struct arguments *arguments, const struct option *option)
{
    const struct setting *setting;
    const char *value = NULL;

    for (size_t index = 0; (setting = arguments_next(arguments, option, &index));)
        value = setting->value;
    return value;
}

/* Whether this option was given. */
const char **arguments_values(const struct arguments *arguments, const struct option *option,
                              size_t *ret_count)
{
    const char **values = calloc(arguments->count + 1, sizeof *values);
    const struct setting *setting;
    *ret_count = 0;
    if (!values)
        say("out of memory");
    for (size_t i = 0; values && (setting = arguments_next(arguments, option, &i));)
        values[(*ret_count)++] = setting->value;
    return values;
}

bool arguments_has(const struct arguments *arguments, const struct option *option)
{
    return arguments_next(arguments, option, &(size_t){0}) != NULL;
}

/* How many words were given. */
size_t arguments_word_count(const struct arguments *arguments)
{
    size_t count = 0;

    for (size_t index = 0; arguments_next(arguments, NULL, &index);)
        count++;
    return count;
}

/* Lets a guess consider the options of a command. */
void option_guess(const struct command *command, struct guess *guess)
{
    const struct option *option;

    for (size_t i = 0; (option = command_option(command, i)); i++)
        guess_consider(guess, option->name);
}
