#include "check/checker.h"

#include <stdlib.h>
#include <string.h>

#include "check/edit.h"
#include "check/file.h"
#include "check/ignore.h"

/* ---- files that a file is composed of ---- */

enum { PARTS_MAX = 64 };

struct parts {
    struct file_bytes bytes[PARTS_MAX];
    size_t count;
};

static bool open_part(void *context, const char *path, const char **ret_text, size_t *ret_length)
{
    struct parts *parts = context;
    if (parts->count == PARTS_MAX || file_read(path, &parts->bytes[parts->count]) != 0)
        return false;
    *ret_text = parts->bytes[parts->count].text;
    *ret_length = parts->bytes[parts->count].length;
    parts->count++;
    return true;
}

/* ---- from a file to findings ---- */

/* What is read about one text. */
struct reading {
    struct checker *checker;
    struct config_file file;
    struct check_releases releases;
    struct parts parts;
};

static bool read_file(struct reading *reading, const char *path, const char *text, size_t length,
                      const char *package, const char *said)
{
    struct config_release known[RELEASES_MAX];
    const struct checker *checker = reading->checker;
    const struct check_releases *releases = &reading->releases;
    checker->find_releases(checker->context, path, package, said, &reading->releases);
    if (releases->failed)
        return false;
    for (size_t i = 0; i < releases->count; i++)
        known[i] = (struct config_release){.framework = releases->items[i].framework,
                                           .version = releases->items[i].version};
    struct config_options options = {.kind = checker->kind,
                                     .open = open_part,
                                     .context = &reading->parts,
                                     .releases = known,
                                     .release_count = releases->count};
    return config_read(checker->kinds, path, text, length, &options, &reading->file) == CONFIG_OK;
}

/* Reads a text; once more when it says itself which release it is for and nobody else does. */
static bool begin_reading(struct reading *reading, const char *path, const char *text,
                          size_t length)
{
    char package[64], said[64];
    if (!read_file(reading, path, text, length, NULL, NULL))
        return false;
    const struct config_file *file = &reading->file;
    if (file->kind == NULL || file->release == NULL || file->release_package == NULL ||
        strlen(file->release) >= sizeof said || strlen(file->release_package) >= sizeof package)
        return true;
    strcpy(package, file->release_package);
    strcpy(said, file->release);
    config_file_clear(&reading->file);
    return read_file(reading, path, text, length, package, said);
}

static void end_reading(struct reading *reading)
{
    config_file_clear(&reading->file);
    for (size_t i = 0; i < reading->parts.count; i++)
        file_bytes_clear(&reading->parts.bytes[i]);
}

static const char *keep(struct checked *checked, const char *text)
{
    const char *copy = text ? arena_copy(&checked->arena, text, strlen(text)) : NULL;
    checked->failed = checked->failed || (text && copy == NULL);
    return copy;
}

/* A fault of the file itself. */
static void add_fault(struct checked *checked, const struct config_finding *fault)
{
    struct check_finding finding = {
        .id = keep(checked, fault->id),
        .severity = fault->severity,
        .message = keep(checked, fault->message),
        .file = keep(checked, fault->file ? fault->file : checked->path),
        .at = fault->at,
    };
    if (fault->replace && fault->file == NULL && fault->at.end_offset >= fault->at.offset) {
        struct check_edit *edit = arena_alloc(&checked->arena, 1, sizeof *edit);
        const char *text = keep(checked, fault->replace);
        if (edit && text)
            *edit = (struct check_edit){.at = fault->at, .text = text, .safe = fault->safe};
        finding.edit = text ? edit : NULL;
        finding.hint =
            text && *text ? arena_format(&checked->arena, "write %s", text) : "take it out";
    }
    if (finding.id && finding.message && finding.file)
        checked_add(checked, &finding);
}

/* The judge of a request, with a title that says where its release comes from. */
static bool find_judge(struct reading *reading, const struct config_request *request,
                       struct checked *checked, struct judge *ret_judge)
{
    const struct check_releases *releases = &reading->releases;
    for (size_t i = 0; request->framework && i < releases->count; i++) {
        const struct check_release *release = &releases->items[i];
        if (release->judge == NULL || strcmp(release->framework, request->framework) != 0)
            continue;
        *ret_judge = *release->judge;
        ret_judge->pins = releases->pins;
        ret_judge->pin_count = releases->pin_count;
        ret_judge->packages = release->packages;
        ret_judge->package_count = release->package_count;
        if (release->origin[0])
            ret_judge->title =
                arena_format(&checked->arena, "%s (%s)", release->judge->title, release->origin);
        return ret_judge->title != NULL;
    }
    return false;
}

/* Lines to show, and fingerprints, of the findings from `first` on that stand in the same file;
 * returns where the next ones begin. */
static size_t finish_file(const struct checker *checker, size_t first, const char *text,
                          size_t length, struct checked *checked)
{
    const char *file = checked->findings[first].file;
    size_t i = first;
    for (; i < checked->count && strcmp(checked->findings[i].file, file) == 0; i++) {
        struct check_finding *finding = &checked->findings[i];
        finding->line = checked_line(&checked->arena, text, length, finding->at.line,
                                     finding->at.column, &finding->line_first);
        fingerprint_set(checked, i, checker->root, checker->folder, text, length);
    }
    return i;
}

/* The same for findings in a part, whose comments count as well. */
static size_t finish_part(const struct checker *checker, size_t first, struct checked *checked)
{
    const char *file = checked->findings[first].file;
    struct file_bytes bytes;
    if (file_read(file, &bytes) != 0)
        return finish_file(checker, first, "", 0, checked);
    ignores_apply_part(file, bytes.text, bytes.length, checked);
    size_t next = finish_file(checker, first, bytes.text, bytes.length, checked);
    file_bytes_clear(&bytes);
    return next;
}

/* Brings the findings in order and completes them. */
static void finish(const struct checker *checker, const char *text, size_t length,
                   struct checked *checked)
{
    checked_sort(checked);
    for (size_t i = 0; i < checked->count;) {
        bool is_part = strcmp(checked->findings[i].file, checked->path) != 0;
        i = is_part ? finish_part(checker, i, checked)
                    : finish_file(checker, i, text, length, checked);
    }
}

/* Everything that is found in one text, unrepaired. */
static void analyse(struct checker *checker, const char *path, const char *text, size_t length,
                    struct checked *checked)
{
    struct reading reading = {.checker = checker};
    struct judge judge;
    checked_init(checked, path);
    if (checked->failed)
        return;
    if (!begin_reading(&reading, path, text, length)) {
        end_reading(&reading);
        checked->failed = true;
        return;
    }
    if (reading.file.kind == NULL) {
        checked->outcome = CHECKED_SKIPPED;
        end_reading(&reading);
        return;
    }
    for (size_t i = 0; i < reading.file.finding_count; i++)
        add_fault(checked, &reading.file.findings[i]);
    for (size_t i = 0; i < reading.file.request_count; i++) {
        if (find_judge(&reading, &reading.file.requests[i], checked, &judge))
            judge_request(&judge, &reading.file, &reading.file.requests[i], checked);
    }
    bool is_part = reading.file.is_part;
    end_reading(&reading);
    selection_apply(&checker->selection, checked);
    size_t found = checked->count;
    ignores_apply(text, length, is_part, checked);
    if (checked->count > found)
        selection_apply(&checker->selection, checked);
    finish(checker, text, length, checked);
    baseline_apply(&checker->baseline, checked);
}

/* ---- repairs ---- */

enum { ROUNDS_MAX = 10 };

/* Repairs until nothing is left to repair. Returns how many repairs; `ret_text` is the caller's
 * (free). */
static size_t repair(struct checker *checker, const char *path, struct text *ret_text,
                     struct checked *checked)
{
    size_t fixed = 0;
    for (int round = 0; round < ROUNDS_MAX; round++) {
        struct text out;
        text_init(&out);
        size_t count =
            edits_apply(ret_text->bytes, ret_text->length, checked, checker->unsafe, &out);
        checked->failed = checked->failed || out.failed;
        if (count == 0 || checked->failed) {
            text_clear(&out);
            break;
        }
        text_clear(ret_text);
        *ret_text = out;
        fixed += count;
        checked_clear(checked);
        analyse(checker, path, out.bytes, out.length, checked);
    }
    return fixed;
}

/* Makes the repairs; a mere difference leaves the findings as they are. */
static void repair_text(struct checker *checker, const char *path, const char *text, size_t length,
                        struct checked *checked)
{
    struct text after;
    struct checked repaired;
    text_init(&after);
    text_add_bytes(&after, text, length);
    if (after.failed || length == 0) {
        text_clear(&after);
        return;
    }
    analyse(checker, path, text, length, &repaired);
    size_t fixed = repair(checker, path, &after, &repaired);
    struct checked *kept = checker->fix ? &repaired : checked;
    if (fixed) {
        kept->before = arena_copy(&kept->arena, text, length);
        kept->after = arena_copy(&kept->arena, after.bytes, after.length);
        kept->before_length = length;
        kept->after_length = after.length;
        kept->fixed = fixed;
        kept->failed = kept->failed || kept->before == NULL || kept->after == NULL;
    }
    if (checker->fix) {
        checked_clear(checked);
        *checked = repaired;
    } else {
        checked_clear(&repaired);
    }
    text_clear(&after);
}

/* True when there is something that a repair may change. */
static bool has_repair(const struct checker *checker, const struct checked *checked)
{
    for (size_t i = 0; i < checked->count; i++) {
        const struct check_finding *finding = &checked->findings[i];
        if (finding->edit && finding->state == CHECK_OPEN &&
            (finding->edit->safe || checker->unsafe))
            return true;
    }
    return false;
}

void check_text(struct checker *checker, const char *path, const char *text, size_t length,
                struct checked *ret_checked)
{
    analyse(checker, path, text, length, ret_checked);
    if ((checker->fix || checker->diff) && has_repair(checker, ret_checked))
        repair_text(checker, path, text, length, ret_checked);
}

void check_file(struct checker *checker, const char *path, struct checked *ret_checked)
{
    struct file_bytes bytes;
    int error = file_read(path, &bytes);
    if (error) {
        checked_init(ret_checked, path);
        ret_checked->outcome = CHECKED_UNREADABLE;
        ret_checked->error = error;
        return;
    }
    check_text(checker, path, bytes.text, bytes.length, ret_checked);
    if (checker->fix && ret_checked->after)
        error = file_replace(path, ret_checked->after, ret_checked->after_length);
    if (error) { /* nothing was repaired: what was found before still is */
        checked_clear(ret_checked);
        analyse(checker, path, bytes.text, bytes.length, ret_checked);
        ret_checked->outcome = CHECKED_UNREADABLE;
        ret_checked->error = error;
    }
    file_bytes_clear(&bytes);
}

/* ---- totals ---- */

/* Counts one finding; returns whether it is open. */
static bool count_finding(struct check_totals *totals, struct check_finding *finding,
                          enum severity fail_on, bool fails, size_t most)
{
    totals->ignored += finding->state == CHECK_IGNORED;
    totals->baselined += finding->state == CHECK_BASELINED;
    if (finding->state != CHECK_OPEN)
        return false;
    size_t shown = totals->found[0] + totals->found[1] + totals->found[2];
    totals->found[finding->severity]++;
    totals->fixable += finding->edit && finding->edit->safe;
    totals->failing += fails && finding->severity <= fail_on;
    if (most && shown >= most) {
        finding->state = CHECK_HIDDEN;
        totals->hidden++;
    }
    return true;
}

void check_count(struct check_totals *totals, struct checked *checked, enum severity fail_on,
                 bool fails, size_t most)
{
    bool any = false;
    bool is_read = checked->outcome == CHECKED_FILE ||
                   (checked->outcome == CHECKED_UNREADABLE && checked->count); /* unwritten */
    totals->files += is_read && !checked->is_further;
    totals->skipped += checked->outcome == CHECKED_SKIPPED;
    totals->unreadable += checked->outcome == CHECKED_UNREADABLE;
    totals->fixed += checked->fixed;
    for (size_t i = 0; i < checked->count; i++)
        any = count_finding(totals, &checked->findings[i], fail_on, fails, most) || any;
    totals->files_with_findings += any && !(checked->is_further && checked->had_findings);
}
