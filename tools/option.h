/* Options: rows that the parser reads and the help prints, and what was given on the command line.
 *
 * Not for meanings: what an option does is its command's business. */
#ifndef TOOLS_OPTION_H
#define TOOLS_OPTION_H

#include <stdbool.h>
#include <stddef.h>

struct command;
struct guess;

struct option {
    const char *name;         /* without its dashes */
    char letter;              /* its short form, or '\0' */
    const char *value;        /* what the help calls its value; NULL: it takes none */
    const char *const *words; /* the only values it takes, NULL-ended; NULL: any */
    bool is_number;           /* it takes whole numbers from 0 on */
    const char *summary;
};

/* One option or word as given. */
struct setting {
    const struct option *option; /* NULL: a word */
    const char *name;            /* as written, without dashes and value; for a word NULL */
    size_t name_length;
    const char *value; /* of a word the word itself; NULL for flags and for others without value */
};

/* A command line behind the command's name, in its order. Texts are those of argv. */
struct arguments {
    const struct command *command;
    struct setting *settings;
    size_t count;
};

/* Reads a command line. False when it is at fault, which has been said. Clear the arguments either
 * way. */
bool arguments_parse(const struct command *command, int count, char *const *words,
                     struct arguments *ret_arguments);
void arguments_clear(struct arguments *arguments);

/* The next setting of this option (NULL: the next word) from *index on, or NULL; *index moves
 * behind it. */
const struct setting *arguments_next(const struct arguments *arguments, const struct option *option,
                                     size_t *index);

/* The last value given for this option, or NULL. */
const char *arguments_value(const struct arguments *arguments, const struct option *option);

/* All values given for this option, in order; free the list with free(). NULL without memory, which
 * has been said. */
const char **arguments_values(const struct arguments *arguments, const struct option *option,
                              size_t *ret_count);

/* Whether this option was given. */
bool arguments_has(const struct arguments *arguments, const struct option *option);

/* How many words were given. */
size_t arguments_word_count(const struct arguments *arguments);

/* The command's `index`-th option; --help stands behind its own ones. NULL past the end. */
const struct option *command_option(const struct command *command, size_t index);

/* Lets a guess consider the options of a command. */
void option_guess(const struct command *command, struct guess *guess);

#endif
