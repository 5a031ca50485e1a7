/* Options of the commands that work with a checker: most are settings by the same name. */
#include "check_options.h"

#include <errno.h>
#include <string.h>

#include "options.h"
#include "say.h"

const struct option option_select = {
    .name = "select",
    .value = "ID,...",
    .summary = "only findings whose ids are these or begin so; repeatable",
};

const struct option option_ignore = {
    .name = "ignore",
    .value = "ID,...",
    .summary = "no findings whose ids are these or begin so; repeatable",
};

const struct option option_severity = {
    .name = "severity",
    .value = "ID=LEVEL",
    .summary = "how severe findings are: error, warning or note; repeatable",
};

const struct option option_fail_on = {
    .name = "fail-on",
    .value = "LEVEL",
    .summary = "least severity that exits 1: error (default), warning, note or never",
};

const struct option option_max_findings = {
    .name = "max-findings",
    .value = "NUMBER",
    .summary = "show no more than so many; all are counted",
};

const struct option option_baseline = {
    .name = "baseline",
    .value = "FILE",
    .summary = "set the findings aside that --write-baseline wrote to FILE",
};

const struct option option_exclude = {
    .name = "exclude",
    .value = "PATTERN,...",
    .summary = "leave files and folders out, as a line of .gitignore does; repeatable",
};

const struct option option_job = {
    .name = "job",
    .value = "FILE",
    .summary = "a job script that starts the run, for nodes, tasks and devices; repeatable",
};

const struct option option_kind = {
    .name = "kind",
    .value = "KIND",
    .summary = "take all files for this kind instead of looking what they are",
};

const struct option option_allow_empty = {
    .name = "allow-empty",
    .summary = "that there is nothing to check is fine",
};

const struct option option_fix = {
    .name = "fix",
    .summary = "repair files in place where it is plain what was meant",
};

const struct option option_unsafe_fixes = {
    .name = "unsafe-fixes",
    .summary = "with --fix or --diff: also where it is a guess",
};

const struct option option_diff = {
    .name = "diff",
    .summary = "show what --fix would change, and change nothing",
};

const struct option option_jobs = {
    .name = "jobs",
    .value = "NUMBER",
    .summary = "threads (default: one for each processor)",
};

const struct option option_config = {
    .name = "config",
    .value = "FILE",
    .summary = "settings from FILE instead of the nearest accord.yaml upwards",
};

const struct option option_no_config = {
    .name = "no-config",
    .summary = "look for no accord.yaml",
};

/* Says the findings so far, and what else went wrong. */
bool check_options_report(enum accord_status status, accord_findings *findings, const char *subject)
{
    int error = errno;
    bool explained = accord_findings_errors(findings) > 0;

    say_findings(findings);
    accord_findings_clear(findings);
    if (status == ACCORD_OK)
        return true;
    if (status == ACCORD_UNREADABLE && !explained)
        say("cannot read %.200s: %s", subject, error ? strerror(error) : "unknown error");
    else if (!explained)
        say("%.200s: %s", subject, accord_status_text(status));
    return false;
}

/* Every value of one option is a setting of its name. */
static bool apply_option(const struct arguments *arguments, const struct option *option,
                         accord_checker *checker, accord_findings *findings)
{
    const struct setting *setting;

    for (size_t i = 0; (setting = arguments_next(arguments, option, &i));) {
        const char *value = setting->value ? setting->value : "true";
        enum accord_status status = accord_checker_set(checker, option->name, value, findings);
        if (!check_options_report(status, findings, value))
            return false;
    }
    return true;
}

/* Gives a checker its settings file and what the options say. */
bool check_options_apply(const struct arguments *arguments, accord_checker *checker,
                         accord_findings *findings)
{
    static const struct option *const settings[] = {
        &option_framework, &option_target,       &option_facts,    &option_fact,
        &option_job,       &option_rules,        &option_tables,   &option_kind,
        &option_select,    &option_ignore,       &option_severity, &option_fail_on,
        &option_exclude,   &option_max_findings, &option_baseline, &option_allow_empty,
        &option_fix,       &option_unsafe_fixes, &option_diff,     &option_jobs,
    };
    const char *path = arguments_value(arguments, &option_config);
    enum accord_status status = ACCORD_OK;

    if (!arguments_has(arguments, &option_no_config))
        status = accord_checker_configure(checker, path, findings);
    if (!check_options_report(status, findings, path ? path : "accord.yaml"))
        return false;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (!apply_option(arguments, settings[i], checker, findings))
            return false;
    return true;
}
