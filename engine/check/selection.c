#include "check/selection.h"

#include <string.h>

/* The longest word that is, or begins, the id; NULL: none. "all" is every id. */
static const struct selection_row *best_row(const struct selection_row *rows, size_t count,
                                            const char *id, size_t *ret_length)
{
    const struct selection_row *best = NULL;
    *ret_length = 0;
    for (size_t i = 0; i < count; i++) {
        bool all = strcmp(rows[i].word, "all") == 0;
        size_t length = all ? 0 : strlen(rows[i].word);
        if ((all || strncmp(rows[i].word, id, length) == 0) &&
            (best == NULL || length >= *ret_length)) {
            best = &rows[i];
            *ret_length = length;
        }
    }
    return best;
}

bool selection_has(const struct selection *selection, const char *id)
{
    size_t selected, ignored;
    bool wanted = best_row(selection->select, selection->select_count, id, &selected) != NULL;
    bool unwanted = best_row(selection->ignore, selection->ignore_count, id, &ignored) != NULL;
    if (selection->select_count == 0)
        return !unwanted;
    return wanted && (!unwanted || selected > ignored);
}

enum severity selection_severity(const struct selection *selection, const char *id,
                                 enum severity severity)
{
    size_t length;
    const struct selection_row *row =
        best_row(selection->severity, selection->severity_count, id, &length);
    return row ? row->severity : severity;
}

bool severity_read(const char *word, enum severity *ret_severity)
{
    for (int i = 0; i < SEVERITY__COUNT; i++) {
        if (strcmp(severity_name((enum severity)i), word) == 0) {
            *ret_severity = (enum severity)i;
            return true;
        }
    }
    return false;
}

void selection_apply(const struct selection *selection, struct checked *checked)
{
    size_t kept = 0;
    for (size_t i = 0; i < checked->count; i++) {
        struct check_finding finding = checked->findings[i];
        if (!selection_has(selection, finding.id))
            continue;
        finding.severity = selection_severity(selection, finding.id, finding.severity);
        checked->findings[kept++] = finding;
    }
    checked->count = kept;
}
