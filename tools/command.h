/* What a command is. One file a command, cmd_NAME.c, ending in one const descriptor of that name.
 *
 * To add one: its file, its name below, its row in `commands` (accord.c), its line in Makefile.am,
 * its paragraph in accord.1. tests/cli/help.sh fails when the manual page or the help lacks it. */
#ifndef TOOLS_COMMAND_H
#define TOOLS_COMMAND_H

#include "option.h"

/* How a command went, and the exit code of the program: there are no others. */
enum outcome {
    OUTCOME_CLEAN,
    OUTCOME_FINDINGS, /* the answer is no: the request cannot run */
    OUTCOME_TROUBLE,  /* there is no answer: unreadable input, bad usage, no room for the output */
};

struct command {
    const char *name;
    const char *words;          /* what stands after it in the usage line, beside options */
    const char *const *choices; /* the only words it takes, NULL-ended; NULL: any */
    const char *summary;        /* one line */
    const char *text;           /* what --help says below the usage line; paragraphs end in \n */
    const char *examples;       /* command lines without the leading "accord ", each ending in \n */
    const struct option *const *options; /* NULL-ended; --help is added to every command */
    const struct option *others; /* takes the long options that no row names; NULL: faults */
    enum outcome (*run)(const struct arguments *arguments);
};

/* All commands in the order of the help, NULL-ended. */
extern const struct command *const commands[];

extern const struct command cmd_check;
extern const struct command cmd_completion;
extern const struct command cmd_explain;
extern const struct command cmd_help;
extern const struct command cmd_list;
extern const struct command cmd_migrate;
extern const struct command cmd_matrix;
extern const struct command cmd_rules;
extern const struct command cmd_probe;
extern const struct command cmd_resolve;
extern const struct command cmd_schema;
extern const struct command cmd_show_config;
extern const struct command cmd_version;

#endif
