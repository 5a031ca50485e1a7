#include "check/baseline.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

/* Mixes a path below the root, so that the working directory makes no difference. */
static uint64_t mix_path(uint64_t hash, const char *path, const char *root, const char *folder)
{
    char whole[4096];
    size_t length = root ? strlen(root) : 0;
    snprintf(whole, sizeof whole, "%s%s%s", *path == '/' || folder == NULL ? "" : folder,
             *path == '/' || folder == NULL ? "" : "/", path);
    bool is_below = length > 1 && strncmp(whole, root, length) == 0 && whole[length] == '/';
    const char *shown = is_below ? whole + length + 1 : path;
    return hash_mix(hash, shown, strlen(shown));
}

static uint64_t fingerprint(const struct check_finding *finding, const char *root,
                            const char *folder, const char *text, size_t length)
{
    uint64_t hash = HASH_START;
    size_t offset = finding->at.offset, end = finding->at.end_offset;
    hash = hash_mix(hash, finding->id, strlen(finding->id));
    hash = mix_path(hash, finding->file, root, folder);
    hash = hash_mix(hash, finding->message, strlen(finding->message));
    if (finding->targets)
        hash = hash_mix(hash, finding->targets, strlen(finding->targets));
    if (offset < end && end <= length && finding->at.line == finding->at.end_line)
        hash = hash_mix(hash, text + offset, end - offset);
    return hash;
}

/* What is the same but for its line is told apart by its number. */
static uint64_t make_unique(const struct checked *checked, size_t count, uint64_t hash)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t other;
        if (sscanf(checked->findings[i].fingerprint, "%16" SCNx64, &other) != 1 || other != hash)
            continue;
        hash = hash_mix(hash, "again", 5);
        i = (size_t)-1;
    }
    return hash;
}

void fingerprint_set(struct checked *checked, size_t index, const char *root, const char *folder,
                     const char *text, size_t length)
{
    struct check_finding *finding = &checked->findings[index];
    uint64_t hash = fingerprint(finding, root, folder, text, length);
    snprintf(finding->fingerprint, sizeof finding->fingerprint, "%016" PRIx64,
             make_unique(checked, index, hash));
}

static int compare(const void *left_row, const void *right_row)
{
    uint64_t left = ((const struct baseline_row *)left_row)->fingerprint;
    uint64_t right = ((const struct baseline_row *)right_row)->fingerprint;
    return (left > right) - (left < right);
}

bool baseline_read(struct baseline *baseline, const struct value *tree, bool *ret_faulty)
{
    const struct value *list = tree->kind == VALUE_MAPPING ? value_get(tree, "findings") : NULL;
    *baseline = (struct baseline){0};
    *ret_faulty = list == NULL || list->kind != VALUE_LIST;
    if (*ret_faulty)
        return true;
    baseline->rows = calloc(list->count + (size_t)1, sizeof *baseline->rows);
    if (baseline->rows == NULL)
        return false;
    for (const struct value *row = list->first; row; row = row->next) {
        const struct value *text =
            row->kind == VALUE_MAPPING ? value_get(row, "fingerprint") : NULL;
        if (text && text->kind == VALUE_STRING &&
            sscanf(text->text, "%16" SCNx64, &baseline->rows[baseline->count].fingerprint) == 1)
            baseline->count++;
        else
            *ret_faulty = true;
    }
    qsort(baseline->rows, baseline->count, sizeof *baseline->rows, compare);
    return true;
}

void baseline_clear(struct baseline *baseline)
{
    free(baseline->rows);
    *baseline = (struct baseline){0};
}

void baseline_apply(struct baseline *baseline, struct checked *checked)
{
    for (size_t i = 0; i < checked->count && baseline->count; i++) {
        struct check_finding *finding = &checked->findings[i];
        struct baseline_row key = {0};
        if (finding->state != CHECK_OPEN ||
            sscanf(finding->fingerprint, "%16" SCNx64, &key.fingerprint) != 1)
            continue;
        struct baseline_row *row =
            bsearch(&key, baseline->rows, baseline->count, sizeof key, compare);
        if (row == NULL)
            continue;
        finding->state = CHECK_BASELINED;
        atomic_store(&row->met, true);
    }
}

size_t baseline_stale(const struct baseline *baseline)
{
    size_t count = 0;
    for (size_t i = 0; i < baseline->count; i++)
        count += !atomic_load(&baseline->rows[i].met);
    return count;
}
