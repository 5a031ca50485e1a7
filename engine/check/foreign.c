#include "check/foreign.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

struct foreign_finding {
    const char *path; /* the file that was checked */
    bool path_found;  /* it had open findings of its own */
    struct check_finding finding;
};

void foreign_init(struct foreign *foreign)
{
    *foreign = (struct foreign){0};
    arena_init(&foreign->arena);
}

void foreign_clear(struct foreign *foreign)
{
    free(foreign->items);
    free(foreign->keys);
    arena_clear(&foreign->arena);
    foreign_init(foreign);
}

/* ---- what was told */

static uint64_t mix(uint64_t hash, const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ at[i]) * UINT64_C(1099511628211);
    return (hash ^ 0xff) * UINT64_C(1099511628211); /* between two pieces */
}

/* What stands at one place by one rule; never 0. */
static uint64_t place_key(const struct check_finding *finding)
{
    const unsigned place[] = {finding->at.line, finding->at.column};
    uint64_t hash = mix(UINT64_C(14695981039346656037), finding->file, strlen(finding->file));
    hash = mix(hash, place, sizeof place);
    hash = mix(hash, finding->id, strlen(finding->id));
    return hash ? hash : 1;
}

/* The same in the same words; never 0. */
static uint64_t words_key(const struct check_finding *finding)
{
    uint64_t hash = mix(place_key(finding), finding->message, strlen(finding->message));
    return hash ? hash : 1;
}

/* The slot of a key, or the free one where it belongs; there must be slots. */
static uint64_t *key_slot(const struct foreign *foreign, uint64_t key)
{
    size_t at = key & (foreign->key_room - 1);
    while (foreign->keys[at] && foreign->keys[at] != key)
        at = (at + 1) & (foreign->key_room - 1);
    return &foreign->keys[at];
}

/* Keeps at least half of the slots free. */
static bool reserve_key(struct foreign *foreign)
{
    if (foreign->key_count * 2 < foreign->key_room)
        return true;
    struct foreign grown = {.key_room = foreign->key_room ? foreign->key_room * 2 : 64};
    grown.keys = calloc(grown.key_room, sizeof *grown.keys);
    if (grown.keys == NULL)
        return false;
    for (size_t i = 0; i < foreign->key_room; i++) {
        if (foreign->keys[i])
            *key_slot(&grown, foreign->keys[i]) = foreign->keys[i];
    }
    free(foreign->keys);
    foreign->keys = grown.keys;
    foreign->key_room = grown.key_room;
    return true;
}

static bool has_key(const struct foreign *foreign, uint64_t key)
{
    return foreign->key_room && *key_slot(foreign, key) != 0;
}

/* Notes a key; true when it is new. */
static bool note_key(struct foreign *foreign, uint64_t key)
{
    if (!reserve_key(foreign)) {
        foreign->failed = true;
        return true;
    }
    uint64_t *slot = key_slot(foreign, key);
    bool is_new = *slot == 0;
    *slot = key;
    foreign->key_count += is_new;
    return is_new;
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
    const char **const texts[] = {&finding->id,   &finding->message, &finding->file,      &finding->field, &finding->framework, &finding->targets,
                                  &finding->help, &finding->source,  &finding->rule_file, &finding->line,  &finding->raises,    &finding->hint,
                                  &finding->why};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        *texts[i] = keep(foreign, *texts[i]);
}

/* Keeps a finding beyond its result. A part is repaired when it is checked itself. */
static void keep_finding(struct foreign *foreign, const char *path, bool path_found, const struct check_finding *finding)
{
    struct foreign_finding *items = array_grow(foreign->items, foreign->count, sizeof *items, &foreign->room);
    if (items == NULL) {
        foreign->failed = true;
        return;
    }
    foreign->items = items;
    struct check_finding kept = *finding;
    keep_texts(foreign, &kept);
    kept.edit = NULL;
    if (kept.id && kept.message && kept.file)
        items[foreign->count++] = (struct foreign_finding){.path = path, .path_found = path_found, .finding = kept};
}

/* Whether some open finding stands in the file itself. */
static bool has_own(const struct checked *checked)
{
    bool found = false;
    for (size_t i = 0; i < checked->count; i++)
        found = found || (checked->findings[i].state == CHECK_OPEN && strcmp(checked->findings[i].file, checked->path) == 0);
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
            note_key(foreign, place_key(finding));
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

/* True when nobody has told of a finding: neither the part at that place, in whatever words, nor another file in the same words. */
static bool is_untold(struct foreign *foreign, const struct check_finding *finding)
{
    return !has_key(foreign, place_key(finding)) && note_key(foreign, words_key(finding));
}

/* Moves on to the next finding that nobody told of. */
static struct foreign_finding *next_untold(struct foreign *foreign)
{
    while (foreign->told < foreign->count && !is_untold(foreign, &foreign->items[foreign->told].finding))
        foreign->told++;
    return foreign->told < foreign->count ? &foreign->items[foreign->told++] : NULL;
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
    while (foreign->told < foreign->count && foreign->items[foreign->told].path == item->path) {
        struct foreign_finding *other = &foreign->items[foreign->told++];
        if (is_untold(foreign, &other->finding))
            checked_add(ret_checked, &other->finding);
    }
    return true;
}
