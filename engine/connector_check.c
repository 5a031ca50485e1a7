/* Checking files: accord_checker and accord_checked. */
#include "connector_check.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "check/run.h"
#include "tables/tree.h"

/* ---- checkers ---- */

/* True when a folder has an entry of that name. */
static bool folder_has(const char *folder, const char *name, char *path, size_t room)
{
    struct stat status;
    int length = snprintf(path, room, "%s/%s", strcmp(folder, "/") == 0 ? "" : folder, name);
    return length > 0 && (size_t)length < room && stat(path, &status) == 0;
}

/* The nearest folder, from the working directory upwards, that has an entry of one name; not beyond
 * one that has `last`. The folder's path is written to `folder`. */
static bool find_upwards(const char *name, const char *last, char *folder, size_t room)
{
    char path[4200];
    if (getcwd(folder, room) == NULL)
        return false;
    for (;;) {
        if (folder_has(folder, name, path, sizeof path))
            return true;
        char *slash = strrchr(folder, '/');
        if ((last && folder_has(folder, last, path, sizeof path)) || slash == NULL ||
            folder[1] == '\0')
            return false;
        slash[slash == folder] = '\0';
    }
}

/* The project's folder as long as no settings file says another: the repository's root, or the
 * working directory. */
static const char *find_root(struct accord_checker *checker)
{
    char folder[4096];
    if (!find_upwards(".git", NULL, folder, sizeof folder) && getcwd(folder, sizeof folder) == NULL)
        strcpy(folder, "/");
    return arena_copy(&checker->arena, folder, strlen(folder));
}

accord_checker *accord_checker_new(accord_engine *engine)
{
    struct accord_checker *checker = calloc(1, sizeof *checker);
    if (checker == NULL)
        return NULL;
    checker->engine = engine;
    checker->outputs_end = &checker->outputs;
    checker->inputs_end = &checker->inputs;
    arena_init(&checker->arena);
    settings_init(&checker->settings);
    checker->root = find_root(checker);
    if (checker->root)
        return checker;
    accord_checker_free(checker);
    return NULL;
}

void accord_checker_free(accord_checker *checker)
{
    if (checker == NULL)
        return;
    preparation_free(checker->prepared);
    for (struct check_output *output = checker->outputs; output; output = output->next)
        check_page_clear(&output->page);
    settings_clear(&checker->settings);
    arena_clear(&checker->arena);
    free(checker);
}

/* What was prepared is out of date. */
static void forget(struct accord_checker *checker)
{
    preparation_free(checker->prepared);
    checker->prepared = NULL;
}

/* A work on diagnostics that the caller may not want. */
struct heard {
    struct diagnostics own, *list;
    size_t errors;
};

static void hear(struct heard *heard, accord_findings *findings)
{
    diagnostics_init(&heard->own);
    heard->list = findings ? &findings->list : &heard->own;
    heard->errors = heard->list->errors;
}

/* Ends it: a work that was complete is still faulty when it left errors. */
static enum accord_status judge_heard(struct heard *heard, enum accord_status status)
{
    if (status == ACCORD_OK && heard->list->errors > heard->errors)
        status = ACCORD_FAULTY;
    diagnostics_clear(&heard->own);
    return status;
}

/* Reads a settings file; what it says is relative to its folder. */
static enum accord_status read_settings(struct accord_checker *checker, const char *path,
                                        const char *folder, struct diagnostics *findings)
{
    struct arena arena;
    struct value *tree = NULL;
    char *whole = realpath(folder, NULL);
    arena_init(&arena);
    enum pack_status status = tree_read_file(&arena, path, TREE_TYPED, findings, &tree);
    const char *root = whole ? arena_copy(&checker->arena, whole, strlen(whole)) : checker->root;
    if (status == PACK_OK &&
        (root == NULL || !settings_read(&checker->settings, tree, path, folder, findings)))
        status = PACK_NO_MEMORY;
    if (status == PACK_OK)
        checker->root = root;
    free(whole);
    arena_clear(&arena);
    return status == PACK_OK          ? ACCORD_OK
           : status == PACK_NO_MEMORY ? ACCORD_NO_MEMORY
                                      : ACCORD_FAULTY;
}

static enum accord_status configure(struct accord_checker *checker, const char *path,
                                    struct diagnostics *findings)
{
    char folder[4096], found[4200], here[4096];
    if (path == NULL) {
        if (!find_upwards("accord.yaml", ".git", folder, sizeof folder))
            return ACCORD_OK;
        bool is_here = getcwd(here, sizeof here) && strcmp(here, folder) == 0;
        snprintf(found, sizeof found, "%s%saccord.yaml", is_here ? "" : folder, is_here ? "" : "/");
        return read_settings(checker, found, is_here ? "." : folder, findings);
    }
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + (slash == path) : 1,
             slash ? path : ".");
    return read_settings(checker, path, folder, findings);
}

enum accord_status accord_checker_configure(accord_checker *checker, const char *path,
                                            accord_findings *findings)
{
    struct heard heard;
    hear(&heard, findings);
    forget(checker);
    return judge_heard(&heard, configure(checker, path, heard.list));
}

enum accord_status accord_checker_set(accord_checker *checker, const char *name, const char *value,
                                      accord_findings *findings)
{
    struct heard heard;
    hear(&heard, findings);
    forget(checker);
    return judge_heard(&heard, settings_set(&checker->settings, name, value, heard.list)
                                   ? ACCORD_OK
                                   : ACCORD_NO_MEMORY);
}

bool accord_checker_setting(accord_checker *checker, size_t index,
                            struct accord_setting *ret_setting)
{
    static const char *const origins[] = {
        [SETTING_DEFAULT] = "default", [SETTING_FILE] = "file", [SETTING_GIVEN] = "given"};
    struct text text;
    if (index >= SETTING__COUNT)
        return false;
    enum setting_id id = (enum setting_id)index;
    const struct setting_state *state = &checker->settings.states[id];
    text_init(&text);
    for (const struct setting_value *value = state->values; value; value = value->next)
        text_format(&text, "%s%s", value == state->values ? "" : ", ", value->text);
    if (state->values == NULL && setting_default(id))
        text_add(&text, setting_default(id));
    const char *copy =
        text.failed ? NULL : arena_copy(&checker->arena, text.bytes ? text.bytes : "", text.length);
    text_clear(&text);
    if (copy == NULL)
        return false;
    *ret_setting = (struct accord_setting){.name = setting_name(id),
                                           .value = copy,
                                           .summary = setting_summary(id),
                                           .origin = origins[state->origin],
                                           .file = state->place.file,
                                           .line = state->place.line,
                                           .column = state->place.column};
    return true;
}

enum accord_status accord_checker_report(accord_checker *checker, const char *format, bool colour,
                                         accord_write *write, void *context)
{
    const struct check_report *report = check_report_find(format);
    struct check_output *output = report ? arena_alloc(&checker->arena, 1, sizeof *output) : NULL;
    if (report == NULL)
        return ACCORD_NOT_FOUND;
    if (output == NULL)
        return ACCORD_NO_MEMORY;
    check_page_init(&output->page, report, colour);
    output->write = write;
    output->context = context;
    *checker->outputs_end = output;
    checker->outputs_end = &output->next;
    return ACCORD_OK;
}

static enum accord_status add_input(struct accord_checker *checker, const char *name,
                                    const char *text, size_t length)
{
    struct check_input *input = arena_alloc(&checker->arena, 1, sizeof *input);
    const char *copy = input ? arena_copy(&checker->arena, name, strlen(name)) : NULL;
    const char *bytes = copy && text ? arena_copy(&checker->arena, text, length) : NULL;
    if (copy == NULL || (text && bytes == NULL))
        return ACCORD_NO_MEMORY;
    *input = (struct check_input){.name = copy, .text = bytes, .length = length};
    *checker->inputs_end = input;
    checker->inputs_end = &input->next;
    return ACCORD_OK;
}

enum accord_status accord_checker_add_path(accord_checker *checker, const char *path)
{
    return add_input(checker, path, NULL, 0);
}

enum accord_status accord_checker_add_text(accord_checker *checker, const char *name,
                                           const char *text, size_t length)
{
    return add_input(checker, name, text, length);
}

/* ---- runs ---- */

/* Hands on what a report has written so far. */
static void flush_page(struct accord_checker *checker, struct check_output *output)
{
    struct text *text = &output->page.text;
    if (text->length && !checker->stopped &&
        !output->write(output->context, text->bytes, text->length))
        checker->stopped = true;
    text->length = 0;
}

static void begin_reports(struct accord_checker *checker)
{
    for (struct check_output *output = checker->outputs; output; output = output->next) {
        const struct check_report *report = output->page.report;
        bool colour = output->page.colour;
        check_page_clear(&output->page);
        check_page_init(&output->page, report, colour);
        if (report->begin)
            report->begin(&output->page);
        flush_page(checker, output);
    }
}

/* Ends all reports; false when one lost something for want of memory. */
static bool end_reports(struct accord_checker *checker)
{
    bool complete = true;
    for (struct check_output *output = checker->outputs; output; output = output->next) {
        if (output->page.report->end)
            output->page.report->end(&output->page, &checker->totals);
        flush_page(checker, output);
        complete = complete && !output->page.text.failed;
    }
    return complete;
}

static void run_check(void *context, const char *path, bool named, struct checked *ret_checked)
{
    struct accord_checker *checker = context;
    (void)named;
    check_file(&checker->prepared->checker, path, ret_checked);
}

/* Takes findings into totals and reports. */
static bool report_checked(struct accord_checker *checker, struct checked *checked)
{
    const char *level = settings_text(&checker->settings, SETTING_FAIL_ON);
    enum severity fail_on = SEVERITY_ERROR;
    bool fails = severity_read(level, &fail_on);
    check_count(&checker->totals, checked, fail_on, fails,
                settings_number(&checker->settings, SETTING_MAX_FINDINGS));
    for (struct check_output *output = checker->outputs; output; output = output->next) {
        if (output->page.report->file)
            output->page.report->file(&output->page, checked);
        output->page.text.failed = output->page.text.failed || checked->failed;
        flush_page(checker, output);
    }
    checker->failed = checker->failed || checked->failed;
    if (checker->visit && !checker->visit(checker->visit_context, (const accord_checked *)checked))
        checker->stopped = true;
    return !checker->stopped;
}

/* Takes one file's findings; those in its parts wait for the parts. */
static bool take_checked(void *context, struct checked *checked)
{
    struct accord_checker *checker = context;
    foreign_take(&checker->foreign, checked);
    return report_checked(checker, checked);
}

/* Findings in parts that no part told of itself. False without memory. */
static bool report_foreign(struct accord_checker *checker)
{
    struct checked checked;
    while (!checker->stopped && foreign_next(&checker->foreign, &checked)) {
        report_checked(checker, &checked);
        checked_clear(&checked);
    }
    bool complete = !checker->foreign.failed;
    foreign_clear(&checker->foreign);
    return complete;
}

static void run_texts(struct accord_checker *checker)
{
    for (struct check_input *input = checker->inputs; input && !checker->stopped;
         input = input->next) {
        struct checked checked;
        if (input->text == NULL)
            continue;
        check_text(&checker->prepared->checker, input->name, input->text, input->length, &checked);
        take_checked(checker, &checked);
        checked_clear(&checked);
    }
}

static bool run_paths(struct accord_checker *checker)
{
    struct arena arena;
    struct walk walk;
    size_t count = 0;
    arena_init(&arena);
    for (struct check_input *input = checker->inputs; input; input = input->next)
        count += input->text == NULL;
    const char **paths = arena_alloc(&arena, count + 1, sizeof *paths);
    count = 0;
    for (struct check_input *input = checker->inputs; paths && input; input = input->next) {
        if (input->text == NULL)
            paths[count++] = input->name;
    }
    bool complete = paths != NULL;
    if (complete && count) {
        struct run_jobs jobs = {.check = run_check,
                                .take = take_checked,
                                .context = checker,
                                .threads = settings_number(&checker->settings, SETTING_JOBS)};
        walk_init(&walk, paths, walk_sort(paths, count), &checker->prepared->exclude);
        complete = run_all(&walk, &jobs);
        walk_clear(&walk);
    }
    arena_clear(&arena);
    return complete;
}

enum accord_status accord_checker_run(accord_checker *checker, accord_visit_checked *visit,
                                      void *context, accord_findings *findings)
{
    struct heard heard;
    hear(&heard, findings);
    checker->totals = (struct check_totals){0};
    checker->stopped = checker->failed = false;
    checker->visit = visit;
    checker->visit_context = context;
    enum accord_status status = checker_prepare(checker, heard.list);
    if (status == ACCORD_OK) {
        begin_reports(checker);
        foreign_init(&checker->foreign);
        run_texts(checker);
        bool complete = run_paths(checker);
        complete = report_foreign(checker) && complete;
        checker->totals.stale = baseline_stale(&checker->prepared->checker.baseline);
        complete = end_reports(checker) && complete;
        status = complete && !checker->failed ? ACCORD_OK : ACCORD_NO_MEMORY;
    }
    return judge_heard(&heard, status);
}

void accord_checker_summary(const accord_checker *checker, struct accord_summary *ret_summary)
{
    const struct check_totals *totals = &checker->totals;
    *ret_summary = (struct accord_summary){
        .files = totals->files,
        .skipped = totals->skipped,
        .unreadable = totals->unreadable,
        .errors = totals->found[SEVERITY_ERROR],
        .warnings = totals->found[SEVERITY_WARNING],
        .notes = totals->found[SEVERITY_NOTE],
        .ignored = totals->ignored,
        .baselined = totals->baselined,
        .stale = totals->stale,
        .hidden = totals->hidden,
        .fixable = totals->fixable,
        .fixed = totals->fixed,
        .failing = totals->failing,
        .allow_empty = settings_truth(&checker->settings, SETTING_ALLOW_EMPTY),
    };
}

/* ---- one file ---- */

accord_checked *accord_checker_check(accord_checker *checker, const char *name, const char *text,
                                     size_t length, accord_findings *findings)
{
    struct heard heard;
    hear(&heard, findings);
    enum accord_status status = judge_heard(&heard, checker_prepare(checker, heard.list));
    struct accord_checked *checked = status == ACCORD_OK ? calloc(1, sizeof *checked) : NULL;
    if (checked == NULL)
        return NULL;
    check_text(&checker->prepared->checker, name, text, length, &checked->inner);
    if (!checked->inner.failed)
        return checked;
    accord_checked_free(checked);
    return NULL;
}

void accord_checked_free(accord_checked *checked)
{
    if (checked)
        checked_clear(&checked->inner);
    free(checked);
}

const char *accord_checked_path(const accord_checked *checked) { return checked->inner.path; }

bool accord_checked_ok(const accord_checked *checked, int *ret_error)
{
    if (checked->inner.outcome != CHECKED_FILE && ret_error)
        *ret_error = checked->inner.error;
    return checked->inner.outcome == CHECKED_FILE;
}

size_t accord_checked_count(const accord_checked *checked) { return checked->inner.count; }

bool accord_checked_at(const accord_checked *checked, size_t index,
                       struct accord_finding *ret_finding)
{
    static const char *const states[] = {[CHECK_OPEN] = "open",
                                         [CHECK_IGNORED] = "ignored",
                                         [CHECK_BASELINED] = "baselined",
                                         [CHECK_HIDDEN] = "hidden",
                                         [CHECK_FIXED] = "fixed"};
    if (index >= checked->inner.count)
        return false;
    const struct check_finding *finding = &checked->inner.findings[index];
    *ret_finding = (struct accord_finding){
        .id = finding->id,
        .severity = (enum accord_severity)finding->severity,
        .message = finding->message,
        .file = finding->file,
        .line = finding->at.line,
        .column = finding->at.column,
        .end_line = finding->at.end_line,
        .end_column = finding->at.end_column,
        .field = finding->field,
        .framework = finding->framework,
        .targets = finding->targets,
        .hint = finding->hint,
        .state = states[finding->state],
        .why = finding->why,
        .fingerprint = finding->fingerprint,
    };
    if (finding->edit) {
        ret_finding->fix = finding->edit->text;
        ret_finding->fix_start = finding->edit->at.offset;
        ret_finding->fix_end = finding->edit->at.end_offset;
        ret_finding->fix_safe = finding->edit->safe;
    }
    return true;
}

const char *accord_checked_repaired(const accord_checked *checked, size_t *ret_length)
{
    if (checked->inner.after == NULL)
        return NULL;
    *ret_length = checked->inner.after_length;
    return checked->inner.after;
}
