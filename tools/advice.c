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
    .is_number = true,
    .value = "N",
    .summary = "how many changes that make it run are shown at most (default 3, 0: none)",
};

const struct option option_keep = {
    .name = "keep",
    .value = "FIELD",
    .summary = "a field that proposed changes must leave as it is; repeatable",
};

bool advice_add(const struct arguments *arguments, accord_resolution *resolution)
{
    const char *most = arguments_value(arguments, &option_max_fixes);
    struct accord_deciding deciding;
    size_t kept;

    if (accord_resolution_ok(resolution))
        return true;
    const char **keep = arguments_values(arguments, &option_keep, &kept);
    if (!keep)
        return false;
    accord_resolution_deciding(resolution, 0, &deciding);
    size_t wanted = most ? strtoul(most, NULL, 10) : 3;
    if (wanted > 0)
        accord_resolution_suggest(resolution, keep, kept, wanted, NULL);
    free(keep);
    return true;
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
    size_t count;
    const char **names = arguments_values(arguments, &option_unknown, &count);
    bool all = false;

    if (!names)
        return OUTCOME_TROUBLE;
    for (size_t i = 0; i < count; i++)
        all = all || strcmp(names[i], "all") == 0;
    accord_examination *examination =
        accord_framework_examine(framework, facts, spec, all ? NULL : names, all ? 0 : count);
    free(names);
    if (!examination) {
        say("out of memory");
        return OUTCOME_TROUBLE;
    }
    bool ok = accord_examination_verdict(examination) == ACCORD_VERDICT_OK;
    bool printed = print_examination(arguments, examination);
    accord_examination_free(examination);
    return !printed ? OUTCOME_TROUBLE : ok ? OUTCOME_CLEAN : OUTCOME_FINDINGS;
}
