/* The options that several commands share. */
#ifndef TOOLS_OPTIONS_H
#define TOOLS_OPTIONS_H

#include "option.h"

extern const struct option option_color;
extern const struct option option_fact;
extern const struct option option_facts;
extern const struct option option_format;
extern const struct option option_framework;
extern const struct option option_help;
extern const struct option option_no_probe;
extern const struct option option_output;
extern const struct option option_rules;
extern const struct option option_tables;
extern const struct option option_target;

/* Whether --format asks for JSON. */
bool options_want_json(const struct arguments *arguments);

/* How facts outrank each other, for the help of commands that use them. */
#define OPTIONS_FACTS_TEXT                                                                         \
    "Facts about the machine: one given with --fact outranks a --facts file, which outranks a "    \
    "--target, which outranks what is probed here, which outranks the tables' defaults. This "     \
    "machine is probed only when none of --target, --facts and --no-probe is given."

#endif
