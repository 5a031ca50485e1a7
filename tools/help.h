/* Help, printed from the tables of commands and options. */
#ifndef TOOLS_HELP_H
#define TOOLS_HELP_H

#include <stdio.h>

#include "command.h"

/* What accord is and which commands it has. */
void help_print_overview(FILE *stream);

/* One command: usage, what it does, its options. */
void help_print_command(FILE *stream, const struct command *command);

/* The command of this name, or NULL. */
const struct command *commands_find(const char *name);

/* Says that no command has this name, with the nearest one. */
void commands_say_unknown(const char *name);

#endif
