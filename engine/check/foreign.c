#include "check/foreign.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"

struct foreign_finding {
    const char *path; /* the file that was checked */
    bool path_found;  /* it had open findings of its own */
    struct check_finding finding;
};

void foreign_init(struct foreign *foreign)
{
    *foreign = (struct foreign){0};
    arena_init(&foreign->arena);
    intern_init(&foreign->told);
}

void foreign_clear(struct foreign *foreign)
{
    free(foreign->items);
    intern_clear(&foreign->told);
    arena_clear(&foreign->arena);
    foreign_init(foreign);
}

/* ---- what was told */

/* Writes what a finding is known by: its place and rule, and its words when they matter. NULs keep
 * the pieces apart. */
static void write_key(const struct check_finding *finding, bool with_words, struct text *ret_key)
{
    text_init(ret_key);
    text_add_bytes(ret_key, finding->file, strlen(finding->file) + 1);
    text_format(ret_key, "%u:%u ", finding->at.line, finding->at.column);
    text_add_bytes(ret_key, finding->id, strlen(finding->id) + 1);
    if (with_words)
        text_add(ret_key, finding->message);
}

/* True for a finding that was noted the same way. */
static bool is_noted(struct foreign *foreign, const struct check_finding *finding, bool with_words)
{
    uint32_t id;
    struct text key;
    write_key(finding, with_words, &key);
    bool noted = !key.failed && intern_find(&foreign->told, key.bytes, key.length, &id);
    foreign->failed = foreign->failed || key.failed;
    text_clear(&key);
    return noted;
}

static void note(struct foreign *foreign, const struct check_finding *finding, bool with_words)
{
    uint32_t id;
    struct text key;
    write_key(finding, with_words, &key);
    foreign->failed =
        foreign->failed || key.failed || !intern_add(&foreign->told, key.bytes, key.length, &id);
    text_clear(&key);
}

/* ---- taking */

static const char *keep(struct foreign *foreign, const char *text)
{
    const char *copy = text ? arena_copy(&foreign->arena, text, strlen(text)) : NULL;
    foreign->failed = foreign->failed || (text && copy == NULL);
    return copy;
}

/* Copies the texts of a finding, which are its result's. */
static void keep_texts(struct foreign *foreign, struct check_finding *finding)
{
    const char **const texts[] = {&finding->id,    &finding->message,   &finding->file,
                                  &finding->field, &finding->framework, &finding->targets,
                                  &finding->help,  &finding->source,    &finding->rule_file,
                                  &finding->line,  &finding->raises,    &finding->hint,
                                  &finding->why};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        *texts[i] = keep(foreign, *texts[i]);
}

/* Keeps a finding beyond its result. A part is repaired when it is checked itself. */
static void keep_finding(struct foreign *foreign, const char *path, bool path_found,
                         const struct check_finding *finding)
{
    struct foreign_finding *items =
        array_grow(foreign->items, foreign->count, sizeof *items, &foreign->room);
    if (items == NULL) {
        foreign->failed = true;
        return;
    }
    foreign->items = items;
    struct check_finding kept = *finding;
    keep_texts(foreign, &kept);
    kept.edit = NULL;
    kept.composed_in = path;
    if (kept.id && kept.message && kept.file)
        items[foreign->count++] =
            (struct foreign_finding){.path = path, .path_found = path_found, .finding = kept};
}

/* Whether some open finding stands in the file itself. */
static bool has_own(const struct checked *checked)
{
    bool found = false;
    for (size_t i = 0; i < checked->count; i++)
        found = found || (checked->findings[i].state == CHECK_OPEN &&
                          strcmp(checked->findings[i].file, checked->path) == 0);
    return found;
}

void foreign_take(struct foreign *foreign, struct checked *checked)
{
    size_t stay = 0;
    const char *path = NULL;
    bool found = has_own(checked);
    for (size_t i = 0; i < checked->count; i++) {
        const struct check_finding *finding = &checked->findings[i];
        if (strcmp(finding->file, checked->path) == 0) {
            note(foreign, finding, false);
            checked->findings[stay++] = *finding;
            continue;
        }
        path = path ? path : keep(foreign, checked->path);
        if (path)
            keep_finding(foreign, path, found, finding);
    }
    checked->count = stay;
}

/* ---- handing out */

/* True when nobody has told of a finding: neither the part at that place, in whatever words, nor
 * another file in the same words. */
static bool is_untold(struct foreign *foreign, const struct check_finding *finding)
{
    if (is_noted(foreign, finding, false) || is_noted(foreign, finding, true))
        return false;
    note(foreign, finding, true);
    return true;
}

/* Moves on to the next finding that nobody told of. */
static struct foreign_finding *next_untold(struct foreign *foreign)
{
    while (foreign->next < foreign->count &&
           !is_untold(foreign, &foreign->items[foreign->next].finding))
        foreign->next++;
    return foreign->next < foreign->count ? &foreign->items[foreign->next++] : NULL;
}

bool foreign_next(struct foreign *foreign, struct checked *ret_checked)
{
    struct foreign_finding *item = next_untold(foreign);
    if (item == NULL)
        return false;
    checked_init(ret_checked, item->path);
    ret_checked->is_further = true;
    ret_checked->had_findings = item->path_found;
    checked_add(ret_checked, &item->finding);
    /* What follows of the same file joins it. */
    while (foreign->next < foreign->count && foreign->items[foreign->next].path == item->path) {
        struct foreign_finding *other = &foreign->items[foreign->next++];
        if (is_untold(foreign, &other->finding))
            checked_add(ret_checked, &other->finding);
    }
    return true;
}
