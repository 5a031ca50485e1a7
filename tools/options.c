/* The options that several commands share. */
#include "options.h"

#include <string.h>

static const char *const formats[] = {"text", "json", NULL};
static const char *const colours[] = {"auto", "always", "never", NULL};

const struct option option_framework = {
    .name = "framework",
    .value = "NAME[@RELEASE]",
    .summary = "the framework and its release, such as lightning@2.6.5 (default: the newest known)",
};

const struct option option_rules = {
    .name = "rules",
    .value = "DIR",
    .summary = "a directory of tables to add, which may override those before it; repeatable",
};

const struct option option_tables = {
    .name = "tables",
    .value = "DIR",
    .summary = "read all tables from this directory instead of the built-in ones",
};

const struct option option_target = {
    .name = "target",
    .value = "NAME|FILE",
    .summary = "answer for this machine profile (see accord list targets); repeatable",
};

const struct option option_facts = {
    .name = "facts",
    .value = "FILE",
    .summary = "facts from a YAML or JSON file, - for standard input; repeatable",
};

const struct option option_fact = {
    .name = "fact",
    .value = "NAME=VALUE",
    .summary = "one fact, such as cuda.count=4 or env.RANK=0; repeatable",
};

const struct option option_no_probe = {
    .name = "no-probe",
    .summary = "do not look at this machine",
};

const struct option option_format = {
    .name = "format",
    .value = "FORMAT",
    .words = formats,
    .summary = "text (default) or json",
};

const struct option option_output = {
    .name = "output",
    .letter = 'o',
    .value = "FILE",
    .summary = "write to FILE, which is replaced whole once everything is written",
};

const struct option option_color = {
    .name = "color",
    .value = "WHEN",
    .words = colours,
    .summary = "auto (default: on a terminal, unless NO_COLOR is set), always or never",
};

const struct option option_help = {
    .name = "help",
    .letter = 'h',
    .summary = "show this help",
};

/* Whether --format asks for JSON. */
bool options_want_json(const struct arguments *arguments)
{
    const char *format = arguments_value(arguments, &option_format);

    return format && strcmp(format, "json") == 0;
}
