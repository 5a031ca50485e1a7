/* accord check: what is wrong with configuration files, before anything is queued. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "accord.h"
#include "check_options.h"
#include "command.h"
#include "options.h"
#include "output.h"
#include "quote.h"
#include "say.h"

static const char *const formats[] = {
    "text", "concise", "json", "jsonl", "sarif", "github", "gitlab", "junit", NULL,
};

static const struct option option_check_format = {
    .name = "format",
    .value = "FORMAT",
    .words = formats,
    .summary = "text (default), concise, json, jsonl, sarif, github, gitlab or junit; repeatable, "
               "an -o behind it takes that report",
};

static const struct option option_write_baseline = {
    .name = "write-baseline",
    .value = "FILE",
    .summary = "write what is found to FILE, for --baseline",
};

static const struct option option_stdin_name = {
    .name = "stdin-name",
    .value = "NAME",
    .summary = "name of the file that comes from standard input (default: <stdin>)",
};

enum { REPORTS_LIMIT = 12, INPUT_LIMIT = 16 * 1024 * 1024 };

/* A report and where it goes. */
struct check_report {
    struct check *check;
    const char *format, *path;
    struct output output;
    bool open;
};

struct check {
    const struct arguments *arguments;
    accord_engine *engine;
    accord_checker *checker;
    accord_findings *findings;
    struct check_report reports[REPORTS_LIMIT];
    size_t report_count;
    bool terminal; /* standard error is one: progress may be shown */
    bool shown;    /* a line of progress stands there */
    struct timespec start, last;
    size_t files;
};

/* ---- progress ---- */

static double seconds_between(const struct timespec *from, const struct timespec *to)
{
    return (double)(to->tv_sec - from->tv_sec) + (double)(to->tv_nsec - from->tv_nsec) / 1e9;
}

/* Takes the line of progress away. */
static void clear_progress(struct check *check)
{
    if (check->shown)
        fputs("\r\033[K", stderr);
    check->shown = false;
}

/* Shows how far the run has come, when it takes a while. */
static void show_progress(struct check *check)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!check->terminal || seconds_between(&check->start, &now) < 1 ||
        seconds_between(&check->last, &now) < 0.1)
        return;
    fprintf(stderr, "\r%zu files looked at", check->files);
    fflush(stderr);
    check->shown = true;
    check->last = now;
}

/* Is told of each file. */
static bool visit(void *context, const accord_checked *checked)
{
    struct check *check = context;
    int error = 0;

    check->files++;
    if (!accord_checked_ok(checked, &error) && error) {
        clear_progress(check);
        say("cannot work on %.200s: %s", accord_checked_path(checked), strerror(error));
    }
    show_progress(check);
    return true;
}

/* ---- reports ---- */

/* Whether a format is read by people, on terminals and in logs. */
static bool is_for_people(const char *format)
{
    return strcmp(format, "text") == 0 || strcmp(format, "concise") == 0 ||
           strcmp(format, "github") == 0;
}

/* Takes a piece of a report. */
static bool write_piece(void *context, const char *bytes, size_t length)
{
    struct check_report *report = context;

    clear_progress(report->check);
    if (is_for_people(report->format))
        quote_report(report->output.stream, bytes, report->output.colour);
    else
        fwrite(bytes, 1, length, report->output.stream);
    return !ferror(report->output.stream);
}

/* Notes a report that is asked for. False when there are too many, which has been said. */
static bool add_report(struct check *check, const char *format, const char *path)
{
    if (check->report_count == REPORTS_LIMIT) {
        say("more than %d reports", REPORTS_LIMIT);
        return false;
    }
    check->reports[check->report_count++] =
        (struct check_report){.check = check, .format = format, .path = path};
    return true;
}

/* An -o: the report before it that has no file yet, or else the first one to come. */
static bool take_output(struct check *check, const char *path, const char **waiting)
{
    struct check_report *last =
        check->report_count ? &check->reports[check->report_count - 1] : NULL;

    if (last && !last->path) {
        last->path = path;
        return true;
    }
    if (*waiting) {
        say("-o %.80s: no report is left for it", path);
        return false;
    }
    *waiting = path;
    return true;
}

/* Reads --format, -o and --write-baseline in their order. */
static bool read_reports(struct check *check)
{
    const char *waiting = NULL;

    for (size_t i = 0; i < check->arguments->count; i++) {
        const struct setting *setting = &check->arguments->settings[i];
        bool fine = true;
        if (setting->option == &option_check_format) {
            fine = add_report(check, setting->value, waiting);
            waiting = NULL;
        } else if (setting->option == &option_output) {
            fine = take_output(check, setting->value, &waiting);
        }
        if (!fine)
            return false;
    }
    bool differs = arguments_has(check->arguments, &option_diff);
    if (check->report_count == 0)
        return add_report(check, differs ? "diff" : "text", waiting);
    if (waiting)
        say("-o %.80s: no report is left for it", waiting);
    return waiting == NULL;
}

/* Whether no two reports go to standard output. */
static bool check_streams(const struct check *check)
{
    size_t count = 0;

    for (size_t i = 0; i < check->report_count; i++)
        count += !check->reports[i].path || strcmp(check->reports[i].path, "-") == 0;
    if (count > 1)
        say("two reports cannot both go to standard output; say -o FILE behind one --format");
    return count <= 1;
}

/* Opens where the reports go, and has the checker write them. */
static bool open_reports(struct check *check)
{
    for (size_t i = 0; i < check->report_count; i++) {
        struct check_report *report = &check->reports[i];
        if (!output_open_path(report->path ? report->path : "-", &report->output))
            return false;
        report->open = true;
        report->output.colour = output_is_coloured(check->arguments, &report->output);
        bool colour = report->output.colour && is_for_people(report->format);
        enum accord_status status =
            accord_checker_report(check->checker, report->format, colour, write_piece, report);
        if (!check_options_report(status, check->findings, report->format))
            return false;
    }
    return true;
}

/* Closes the reports; `keep`: files take their places. */
static bool close_reports(struct check *check, bool keep)
{
    bool written = true;

    for (size_t i = 0; i < check->report_count; i++) {
        struct check_report *report = &check->reports[i];
        if (report->open)
            written = output_close(&report->output, keep) && written;
        report->open = false;
    }
    return written;
}

/* ---- input ---- */

/* Standard input as one text. */
static bool add_standard_input(struct check *check)
{
    const char *name = arguments_value(check->arguments, &option_stdin_name);
    size_t room = 65536, length = 0, got;
    char *text = malloc(room);

    while (text && length <= INPUT_LIMIT &&
           (got = fread(text + length, 1, room - length, stdin)) > 0) {
        length += got;
        if (length < room)
            continue;
        char *larger = realloc(text, room *= 2);
        if (!larger)
            free(text);
        text = larger;
    }
    bool read = text && !ferror(stdin) && length <= INPUT_LIMIT;
    if (!read)
        say("cannot read standard input: %s", !text                  ? "out of memory"
                                              : length > INPUT_LIMIT ? "too large"
                                                                     : strerror(errno));
    enum accord_status status = ACCORD_OK;
    if (read)
        status = accord_checker_add_text(check->checker, name ? name : "<stdin>", text, length);
    free(text);
    return read && check_options_report(status, check->findings, "standard input");
}

/* Files and folders of the command line, else the working directory. */
static bool add_input(struct check *check)
{
    const struct setting *word;

    if (arguments_word_count(check->arguments) == 0)
        return check_options_report(accord_checker_add_path(check->checker, "."), check->findings,
                                    ".");
    for (size_t i = 0; (word = arguments_next(check->arguments, NULL, &i));) {
        bool given = strcmp(word->value, "-") == 0;
        if (given && arguments_has(check->arguments, &option_fix)) {
            say("--fix cannot change standard input; --diff shows what it would change");
            return false;
        }
        if (given ? !add_standard_input(check)
                  : !check_options_report(accord_checker_add_path(check->checker, word->value),
                                          check->findings, word->value))
            return false;
    }
    return true;
}

/* ---- the run ---- */

/* What the summary means for the exit code. */
static enum outcome judge(const struct check *check)
{
    struct accord_summary summary;

    accord_checker_summary(check->checker, &summary);
    if (summary.unreadable > 0)
        return OUTCOME_TROUBLE;
    if (summary.files == 0 && !summary.allow_empty) {
        say("nothing was checked%s",
            summary.skipped ? ": no file is of a kind that the tables know" : "");
        return OUTCOME_TROUBLE;
    }
    bool written = arguments_has(check->arguments, &option_write_baseline);
    return summary.failing > 0 && !written ? OUTCOME_FINDINGS : OUTCOME_CLEAN;
}

static enum outcome run_check(struct check *check)
{
    const char *baseline = arguments_value(check->arguments, &option_write_baseline);

    if (!check_options_apply(check->arguments, check->checker, check->findings) ||
        !read_reports(check) || (baseline && !add_report(check, "baseline", baseline)) ||
        !check_streams(check) || !add_input(check))
        return OUTCOME_TROUBLE;
    bool opened = open_reports(check);
    enum accord_status status = ACCORD_FAULTY;
    if (opened) {
        errno = 0;
        clock_gettime(CLOCK_MONOTONIC, &check->start);
        check->terminal = isatty(STDERR_FILENO);
        status = accord_checker_run(check->checker, visit, check, check->findings);
        clear_progress(check);
    }
    bool done = opened && check_options_report(status, check->findings, "check");
    bool written = close_reports(check, done);
    return done && written ? judge(check) : OUTCOME_TROUBLE;
}

static enum outcome run(const struct arguments *arguments)
{
    struct check check = {
        .arguments = arguments, .engine = accord_engine_new(), .findings = accord_findings_new()};
    enum outcome outcome = OUTCOME_TROUBLE;

    check.checker = check.engine ? accord_checker_new(check.engine) : NULL;
    if (check.checker && check.findings)
        outcome = run_check(&check);
    else
        say("out of memory");
    accord_checker_free(check.checker);
    accord_findings_free(check.findings);
    accord_engine_free(check.engine);
    return outcome;
}

static const struct option *const options[] = {
    &option_target,       &option_facts,    &option_fact,           &option_job,
    &option_framework,    &option_rules,    &option_tables,         &option_kind,
    &option_select,       &option_ignore,   &option_severity,       &option_fail_on,
    &option_max_findings, &option_baseline, &option_write_baseline, &option_fix,
    &option_unsafe_fixes, &option_diff,     &option_exclude,        &option_allow_empty,
    &option_stdin_name,   &option_config,   &option_no_config,      &option_jobs,
    &option_check_format, &option_output,   &option_color,          NULL,
};

const struct command cmd_check = {
    .name = "check",
    .words = "[FILE|FOLDER...]",
    .summary = "what is wrong with configuration files, before anything is queued",
    .text =
        "Checks files, and every .yaml, .yml and .json file below folders (default: the "
        "working directory; .gitignore is heeded), - is standard input. Files that are not "
        "training configurations are skipped and counted.\n"
        "Without a description of the machine only what is wrong on every machine is found. "
        "With --target, --facts or --job a file must run there; --target may be repeated, and "
        "findings then name the machines.\n"
        "The release of a framework comes from --framework, else from requirement files, "
        "pyproject.toml or lock files beside or above the file, else it is the newest. Releases of "
        "torch and deepspeed that these pin are facts.\n"
        "A comment '# accord: ignore[ID] reason' sets a finding of its line, or of the next "
        "one, aside. Settings may stand in accord.yaml; accord show-config shows them.\n",
    .options = options,
    .examples = "check configs/\n"
                "check train.yaml --target dgx-h100 --target laptop-cpu\n"
                "check train.yaml --job submit.sh --diff\n"
                "check --format sarif -o accord.sarif --format github\n",
    .run = run,
};
