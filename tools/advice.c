#include "advice.h"

#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "output.h"
#include "quote.h"
#include "say.h"

const struct option option_unknown = {
    .name = "unknown",
    .value = "FACT|all",
    .summary = "a fact that is not known (all: every fact that nobody gave): the answer says under "
               "which condition it runs; repeatable",
};

const struct option option_explain = {
    .name = "explain",
    .value = "FIELD",
    .summary = "how a value of the answer came about, such as devices; repeatable",
};

const struct option option_max_fixes = {
    .name = "max-fixes",
    .value = "N",
    .summary = "how many changes that make it run are shown at most (default 3, 0: none)",
};

const struct option option_keep = {
    .name = "keep",
    .value = "FIELD",
    .summary = "a field that proposed changes must leave as it is; repeatable",
};

enum { VALUES_MOST = 64 };

/* Every value of an option, as far as there is room. */
static size_t option_values(const struct arguments *arguments, const struct option *option,
                            const char **values)
{
    const struct setting *setting;
    size_t count = 0;

    for (size_t i = 0; (setting = arguments_next(arguments, option, &i)) && count < VALUES_MOST;)
        values[count++] = setting->value;
    return count;
}

void advice_add(const struct arguments *arguments, accord_resolution *resolution)
{
    const char *most = arguments_value(arguments, &option_max_fixes);
    const char *keep[VALUES_MOST];
    size_t kept = option_values(arguments, &option_keep, keep);
    struct accord_deciding deciding;

    if (accord_resolution_ok(resolution))
        return;
    accord_resolution_deciding(resolution, 0, &deciding);
    size_t wanted = most ? strtoul(most, NULL, 10) : 3;
    if (wanted > 0)
        accord_resolution_suggest(resolution, keep, kept, wanted < 100 ? wanted : 100, NULL);
}

bool advice_explain(const struct arguments *arguments, accord_resolution *resolution, FILE *stream)
{
    const struct setting *setting;

    if (arguments_has(arguments, &option_explain) && options_want_json(arguments)) {
        say("--explain is for people: it does not go with --format json");
        return false;
    }
    for (size_t i = 0; (setting = arguments_next(arguments, &option_explain, &i));) {
        char *chain = accord_resolution_explain(resolution, setting->value);
        if (!chain) {
            say("there is no value '%.80s' to explain", setting->value);
            return false;
        }
        fputc('\n', stream);
        quote_report(stream, chain, false);
        free(chain);
    }
    return true;
}

/* Prints an examination in the format asked for. */
static bool print_examination(const struct arguments *arguments, accord_examination *examination)
{
    struct output output;
    bool json = options_want_json(arguments);

    if (!output_open(arguments, &output))
        return false;
    char *report =
        accord_examination_report(examination, json ? "json" : "text", output.colour && !json);
    if (!report)
        say("out of memory");
    else if (json)
        fprintf(output.stream, "%s\n", report);
    else
        quote_report(output.stream, report, output.colour);
    bool printed = report != NULL;
    free(report);
    return output_close(&output, printed) && printed;
}

enum outcome advice_examine(const struct arguments *arguments, const accord_framework *framework,
                            const accord_facts *facts, const accord_spec *spec)
{
    const char *names[VALUES_MOST];
    size_t count = option_values(arguments, &option_unknown, names);
    bool all = false;

    for (size_t i = 0; i < count; i++)
        all = all || strcmp(names[i], "all") == 0;
    accord_examination *examination =
        accord_framework_examine(framework, facts, spec, all ? NULL : names, all ? 0 : count);
    if (!examination) {
        say("out of memory");
        return OUTCOME_TROUBLE;
    }
    bool ok = accord_examination_verdict(examination) == ACCORD_VERDICT_OK;
    bool printed = print_examination(arguments, examination);
    accord_examination_free(examination);
    return !printed ? OUTCOME_TROUBLE : ok ? OUTCOME_CLEAN : OUTCOME_FINDINGS;
}
