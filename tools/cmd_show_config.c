/* accord show-config: the settings of accord check, and who said them. */
#include <string.h>

#include "accord.h"
#include "check_options.h"
#include "columns.h"
#include "command.h"
#include "options.h"
#include "output.h"
#include "quote.h"
#include "say.h"

enum { ORIGIN_SIZE = 256 };

/* Who said a setting: "accord.yaml:3". */
static const char *format_origin(const struct accord_setting *setting, char *ret_text)
{
    if (setting->file)
        snprintf(ret_text, ORIGIN_SIZE, "%.200s:%u", setting->file, setting->line);
    else
        snprintf(ret_text, ORIGIN_SIZE, "%s",
                 strcmp(setting->origin, "given") == 0 ? "command line" : setting->origin);
    return ret_text;
}

/* Prints the settings in columns. */
static void print_text(accord_checker *checker, FILE *stream)
{
    struct columns columns = {.count = 3};
    struct accord_setting setting;
    char origin[ORIGIN_SIZE];

    for (size_t pass = 0; pass < 2; pass++) {
        for (size_t i = 0; accord_checker_setting(checker, i, &setting); i++) {
            const char *const cells[] = {setting.name, *setting.value ? setting.value : "-",
                                         format_origin(&setting, origin)};
            if (pass == 0)
                columns_measure(&columns, cells);
            else
                columns_print(&columns, stream, cells);
        }
        columns_fit(&columns);
    }
}

/* Prints the settings as a JSON array. */
static void print_json(accord_checker *checker, FILE *stream)
{
    struct accord_setting setting;
    size_t count = 0;

    fputs("[", stream);
    for (; accord_checker_setting(checker, count, &setting); count++) {
        const struct member members[] = {
            {"name", setting.name, 0},       {"value", setting.value, 0},
            {"origin", setting.origin, 0},   {"file", setting.file, 0},
            {"line", NULL, setting.line},    {"column", NULL, setting.column},
            {"summary", setting.summary, 0},
        };
        fputs(count ? ",\n " : "\n ", stream);
        quote_object(stream, members, sizeof members / sizeof *members);
    }
    fputs("\n]\n", stream);
}

/* Shows what is in force. */
static enum outcome show(const struct arguments *arguments, accord_checker *checker,
                         accord_findings *findings)
{
    struct output output;

    if (arguments_word_count(arguments) > 0) {
        say("accord show-config takes no words");
        return OUTCOME_TROUBLE;
    }
    if (!check_options_apply(arguments, checker, findings) || !output_open(arguments, &output))
        return OUTCOME_TROUBLE;
    if (options_want_json(arguments))
        print_json(checker, output.stream);
    else
        print_text(checker, output.stream);
    return output_close(&output, true) ? OUTCOME_CLEAN : OUTCOME_TROUBLE;
}

static enum outcome run(const struct arguments *arguments)
{
    accord_engine *engine = accord_engine_new();
    accord_checker *checker = engine ? accord_checker_new(engine) : NULL;
    accord_findings *findings = accord_findings_new();
    enum outcome outcome = OUTCOME_TROUBLE;

    if (checker && findings)
        outcome = show(arguments, checker, findings);
    else
        say("out of memory");
    accord_checker_free(checker);
    accord_findings_free(findings);
    accord_engine_free(engine);
    return outcome;
}

static const struct option *const options[] = {
    &option_config,
    &option_no_config,
    &option_framework,
    &option_target,
    &option_facts,
    &option_fact,
    &option_job,
    &option_rules,
    &option_tables,
    &option_select,
    &option_ignore,
    &option_severity,
    &option_fail_on,
    &option_max_findings,
    &option_baseline,
    &option_exclude,
    &option_format,
    &option_output,
    NULL,
};

const struct command cmd_show_config = {
    .name = "show-config",
    .words = "",
    .summary = "the settings of accord check, and who said them",
    .text = "Shows every setting with its value and its origin: the default, a line of the nearest "
            "accord.yaml from the working directory upwards, or the command line.\n",
    .options = options,
    .examples = "show-config\nshow-config --config ci/accord.yaml --format json\n",
    .run = run,
};
