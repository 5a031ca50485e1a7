/* accord matrix: which combinations run, which cannot, and what the others depend on. */
#include <stdlib.h>
#include <string.h>

#include "accord.h"
#include "advice.h"
#include "axes.h"
#include "command.h"
#include "options.h"
#include "output.h"
#include "quote.h"
#include "request.h"
#include "say.h"
#include "session.h"

static const char *const formats[] = {"text", "markdown", "csv", "json", "html", NULL};
static const char *const verdicts[] = {"works", "fails", "depends", NULL};

static const struct option option_matrix_format = {
    .name = "format",
    .value = "FORMAT",
    .words = formats,
    .summary = "text (default), markdown for issues, csv for spreadsheets, json, or html: one page "
               "to look at",
};

static const struct option option_only = {
    .name = "only",
    .value = "VERDICT",
    .words = verdicts,
    .summary = "show these combinations only; repeatable",
};

static const struct option option_matrix_unknown = {
    .name = "unknown",
    .value = "FACT|all|none",
    .summary = "a fact that is not known (default: every fact that nobody gave); repeatable",
};

/* The verdicts to show, as the library counts them; 0: all. */
static unsigned shown_verdicts(const struct arguments *arguments)
{
    static const enum accord_verdict meanings[] = {ACCORD_VERDICT_OK, ACCORD_VERDICT_BROKEN,
                                                   ACCORD_VERDICT_DEPENDS};
    const struct setting *setting;
    unsigned shown = 0;

    for (size_t i = 0; (setting = arguments_next(arguments, &option_only, &i));)
        for (size_t word = 0; verdicts[word]; word++)
            if (strcmp(verdicts[word], setting->value) == 0)
                shown |= 1u << meanings[word];
    return shown;
}

/* Prints the matrix in the format asked for. */
static bool print_matrix(const struct arguments *arguments, const accord_matrix *matrix)
{
    const char *format = arguments_value(arguments, &option_matrix_format);
    struct output output;

    format = format ? format : formats[0];
    if (!output_open(arguments, &output))
        return false;
    bool plain = strcmp(format, "text") != 0,
         escaped = strcmp(format, "json") == 0 || strcmp(format, "html") == 0;
    bool colour = output.colour && !plain;
    char *report = accord_matrix_report(matrix, format, shown_verdicts(arguments), colour);
    if (!report)
        say("out of memory");
    else if (escaped)
        fputs(report, output.stream);
    else
        quote_report(output.stream, report, colour);
    if (report && *report && report[strlen(report) - 1] != '\n')
        fputc('\n', output.stream);
    bool printed = report != NULL;
    free(report);
    return output_close(&output, printed) && printed;
}

/* What --unknown names. NULL: every fact that nobody gave. The list is the caller's. */
static bool read_unknown(const struct arguments *arguments, const char ***ret_names,
                         size_t *ret_count)
{
    size_t given, count = 0;
    const char **names = arguments_values(arguments, &option_matrix_unknown, &given);
    bool all = given == 0;

    *ret_count = 0;
    *ret_names = NULL;
    if (!names)
        return false;
    for (size_t i = 0; i < given; i++) {
        all = all || strcmp(names[i], "all") == 0;
        if (strcmp(names[i], "none") != 0)
            names[count++] = names[i];
    }
    if (all) {
        free(names);
        return true;
    }
    *ret_names = names;
    *ret_count = count;
    return true;
}

/* Examines every combination and prints what came out. */
static enum outcome examine(struct session *session, const accord_framework *framework,
                            const accord_facts *facts, const accord_spec *spec)
{
    const char **unknown = NULL;
    size_t unknown_count = 0;
    struct axes axes = {0};
    accord_matrix *matrix = NULL;

    bool printed = axes_read(session->arguments, &axes) &&
                   read_unknown(session->arguments, &unknown, &unknown_count);
    if (printed) {
        matrix = accord_matrix_new(framework, facts, spec, axes.items, unknown, unknown_count,
                                   session->findings);
        bool at_fault = accord_findings_errors(session->findings) > 0;
        printed = session_check(session,
                                matrix     ? ACCORD_OK
                                : at_fault ? ACCORD_FAULTY
                                           : ACCORD_NO_MEMORY,
                                "matrix") &&
                  print_matrix(session->arguments, matrix);
    }
    accord_matrix_free(matrix);
    free(unknown);
    axes_clear(&axes);
    return printed ? OUTCOME_CLEAN : OUTCOME_TROUBLE;
}

static enum outcome run(const struct arguments *arguments)
{
    struct session session;
    enum outcome outcome = OUTCOME_TROUBLE;
    bool is_open = session_open(arguments, &session);
    const accord_framework *framework = is_open ? session_framework(&session) : NULL;
    accord_spec *spec = framework ? request_read(&session, framework) : NULL;
    accord_facts *facts = spec ? session_given_facts(&session) : NULL;

    if (facts)
        outcome = examine(&session, framework, facts, spec);
    accord_facts_free(facts);
    accord_spec_free(spec);
    session_close(&session);
    return outcome;
}

static const struct option *const options[] = {
    &option_rows,
    &option_columns,
    &option_pages,
    &option_only,
    &option_set,
    &option_target,
    &option_facts,
    &option_fact,
    &option_matrix_unknown,
    &option_framework,
    &option_rules,
    &option_tables,
    &option_matrix_format,
    &option_output,
    &option_color,
    NULL,
};

const struct command cmd_matrix = {
    .name = "matrix",
    .words = "[FIELD=VALUE...]",
    .summary = "which strategies, accelerators and precisions work together, fail, or depend",
    .text =
        "Examines every combination of the values of up to three request fields. What the words "
        "say holds for all of them. A side takes the names of its field's registry that live in "
        "the release; fields without a registry need values: --rows devices=1,2,8. The value "
        "unset passes nothing.\n"
        "This machine is not looked at: facts that nobody gave are unknown, and a combination that "
        "depends on them says on what. accord probe --record - | accord matrix --facts - answers "
        "for this machine.",
    .options = options,
    .others = &option_field,
    .examples = "matrix\n"
                "matrix devices=2 num_nodes=2 --format html -o matrix.html\n"
                "matrix --rows devices=1,2,4,8 --columns strategy --pages none --target dgx-h100\n"
                "matrix --framework lightning@1.9 --only works --format markdown\n",
    .run = run,
};
