#include "check/ignore.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/utf8.h"

static const char word[] = "accord: ignore";

/* One comment. */
struct ignore {
    const char *ids, *ids_end; /* between the brackets; NULL: it has none */
    const char *why;
    size_t why_length;
    struct extent at; /* from the comment's mark to the end of the line */
    bool alone;
    unsigned target; /* line that it counts for */
    bool used;
};

struct ignores {
    struct ignore *items;
    size_t count, room;
    bool failed;
};

static unsigned characters(const char *text, size_t length)
{
    unsigned count = 0;
    for (size_t at = 0; at < length; count++) {
        uint32_t code;
        size_t size = utf8_read(text + at, length - at, &code);
        at += size ? size : 1;
    }
    return count;
}

/* Where the comment begins that `found` (the word) stands in: a mark at the head of the line or
 * behind a blank. NULL: in none. */
static const char *comment_start(const char *line, const char *found)
{
    const char *mark = found;
    while (mark > line && (mark[-1] == ' ' || mark[-1] == '\t'))
        mark--;
    if (mark > line && mark[-1] == '#')
        mark--;
    else if (mark > line + 1 && mark[-1] == '/' && mark[-2] == '/')
        mark -= 2;
    else
        return NULL;
    return mark == line || mark[-1] == ' ' || mark[-1] == '\t' ? mark : NULL;
}

/* True when a mark stands between quotes of its line. */
static bool is_quoted(const char *line, const char *mark)
{
    char quote = '\0';
    for (const char *at = line; at < mark; at++) {
        if (quote == '"' && *at == '\\')
            at++;
        else if (quote && *at == quote)
            quote = '\0';
        else if (!quote && (*at == '"' || *at == '\'') && (at == line || strchr(" \t[{,:", at[-1])))
            quote = *at;
    }
    return quote != '\0';
}

/* Reads what stands behind the word. */
static void read_tail(struct ignore *ignore, const char *tail, const char *end)
{
    const char *close = tail < end && *tail == '[' ? memchr(tail, ']', (size_t)(end - tail)) : NULL;
    if (close) {
        ignore->ids = tail + 1;
        ignore->ids_end = close;
        tail = close + 1;
    }
    while (tail < end && (*tail == ' ' || *tail == '\t'))
        tail++;
    while (end > tail && strchr(" \t\r", end[-1]))
        end--;
    ignore->why = tail;
    ignore->why_length = (size_t)(end - tail);
}

static bool is_blank(const char *line, const char *end)
{
    while (line < end && strchr(" \t\r", *line))
        line++;
    return line == end;
}

static void add_ignore(struct ignores *ignores, struct ignore ignore)
{
    struct ignore *items =
        array_grow(ignores->items, ignores->count, sizeof *items, &ignores->room);
    if (items == NULL) {
        ignores->failed = true;
        return;
    }
    ignores->items = items;
    ignores->items[ignores->count++] = ignore;
}

/* The comment of one line, if it has one. */
static void read_line(struct ignores *ignores, const char *text, const char *line, const char *end,
                      unsigned number)
{
    const char *found = memmem(line, (size_t)(end - line), word, sizeof word - 1);
    const char *mark = found ? comment_start(line, found) : NULL;
    if (mark == NULL || is_quoted(line, mark))
        return;
    struct ignore ignore = {.alone = is_blank(line, mark), .target = number};
    read_tail(&ignore, found + sizeof word - 1, end);
    const char *stop = end > mark && end[-1] == '\r' ? end - 1 : end;
    ignore.at = (struct extent){.line = number,
                                .end_line = number,
                                .column = characters(line, (size_t)(mark - line)) + 1,
                                .end_column = characters(line, (size_t)(stop - line)) + 1,
                                .offset = (size_t)(mark - text),
                                .end_offset = (size_t)(stop - text)};
    add_ignore(ignores, ignore);
}

/* Comments alone on a line count for the next line that says anything. */
static void aim(struct ignores *ignores, size_t from, unsigned line)
{
    for (size_t i = from; i < ignores->count; i++) {
        if (ignores->items[i].alone)
            ignores->items[i].target = line;
    }
}

static void read_ignores(struct ignores *ignores, const char *text, size_t length)
{
    const char *end = text + length, *line = text;
    size_t waiting = 0;
    for (unsigned number = 1; line < end; number++) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        const char *line_end = stop ? stop : end, *first = line;
        while (first < line_end && strchr(" \t\r", *first))
            first++;
        if (first < line_end && *first != '#' && strncmp(first, "//", 2) != 0) {
            aim(ignores, waiting, number);
            waiting = ignores->count;
        }
        read_line(ignores, text, line, line_end, number);
        if (ignores->count > waiting && !ignores->items[ignores->count - 1].alone)
            waiting = ignores->count;
        line = line_end + 1;
    }
}

/* True when an id stands in the brackets, whole. */
static bool names_id(const struct ignore *ignore, const char *id)
{
    size_t length = strlen(id);
    const char *at = ignore->ids;
    while (at && at < ignore->ids_end) {
        while (at < ignore->ids_end && strchr(" \t,", *at))
            at++;
        const char *start = at;
        while (at < ignore->ids_end && !strchr(" \t,", *at))
            at++;
        if ((size_t)(at - start) == length && memcmp(start, id, length) == 0)
            return true;
    }
    return false;
}

/* A finding belongs to the line of its key, to that of its value, and to the lines between. */
static bool covers(const struct ignore *ignore, const struct check_finding *finding)
{
    unsigned first = finding->key.line && finding->key.line < finding->at.line ? finding->key.line
                                                                               : finding->at.line;
    return ignore->target >= first && ignore->target <= finding->at.line &&
           names_id(ignore, finding->id);
}

static void hide(struct ignores *ignores, const char *file, struct checked *checked)
{
    for (size_t i = 0; i < checked->count; i++) {
        struct check_finding *finding = &checked->findings[i];
        for (size_t j = 0; j < ignores->count; j++) {
            struct ignore *ignore = &ignores->items[j];
            if (strcmp(finding->file, file) != 0 || !covers(ignore, finding))
                continue;
            ignore->used = true;
            finding->state = CHECK_IGNORED;
            finding->why = ignore->why_length
                               ? arena_copy(&checked->arena, ignore->why, ignore->why_length)
                               : NULL;
        }
    }
}

/* The edit that takes the comment out, with the blanks before it or, when it stands alone, with its
 * line. Another machine, or a fault mended, may bring back what it hides: that nobody needs it is a
 * guess. */
static struct check_edit *removal(const struct ignore *ignore, const char *text, size_t length,
                                  struct checked *checked)
{
    struct check_edit *edit = arena_alloc(&checked->arena, 1, sizeof *edit);
    if (edit == NULL)
        return NULL;
    *edit = (struct check_edit){.at = ignore->at, .text = ""};
    while (edit->at.offset > 0 && strchr(" \t", text[edit->at.offset - 1])) {
        edit->at.offset--;
        edit->at.column--;
    }
    if (ignore->alone && edit->at.end_offset < length) {
        edit->at.end_offset += text[edit->at.end_offset] == '\r' ? 2 : 1;
        edit->at.end_line++;
        edit->at.end_column = 1;
    }
    return edit;
}

static void report(const struct ignore *ignore, const char *text, size_t length,
                   struct checked *checked)
{
    struct check_finding finding = {
        .severity = SEVERITY_WARNING, .file = checked->path, .at = ignore->at};
    if (ignore->ids) {
        finding.id = "ignore-unused";
        finding.message =
            arena_format(&checked->arena, "Nothing is found here that 'ignore[%.*s]' would hide.",
                         (int)(ignore->ids_end - ignore->ids), ignore->ids);
        finding.hint = "take the comment out";
        finding.edit = removal(ignore, text, length, checked);
    } else {
        finding.id = "ignore-without-id";
        finding.message = "An ignore comment names what it hides: accord: ignore[rule-id] reason.";
    }
    checked->failed = checked->failed || finding.message == NULL;
    if (finding.message)
        checked_add(checked, &finding);
}

void ignores_apply(const char *text, size_t length, bool is_part, struct checked *checked)
{
    struct ignores ignores = {0};
    if (memmem(text, length, word, sizeof word - 1) == NULL)
        return;
    read_ignores(&ignores, text, length);
    hide(&ignores, checked->path, checked);
    for (size_t i = 0; i < ignores.count; i++) {
        if (!ignores.items[i].used && !(is_part && ignores.items[i].ids))
            report(&ignores.items[i], text, length, checked);
    }
    checked->failed = checked->failed || ignores.failed;
    free(ignores.items);
}

void ignores_apply_part(const char *file, const char *text, size_t length, struct checked *checked)
{
    struct ignores ignores = {0};
    if (memmem(text, length, word, sizeof word - 1) == NULL)
        return;
    read_ignores(&ignores, text, length);
    hide(&ignores, file, checked);
    checked->failed = checked->failed || ignores.failed;
    free(ignores.items);
}
