#include "base/diagnostic.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

static const struct message_row {
    const char *id;
    enum severity severity;
    const char *template;
    const char *help;
} messages[MESSAGE__COUNT] = {
#define MESSAGE(name, id, severity, text, help) {id, SEVERITY_##severity, text, help},
#include "base/messages.def"
#undef MESSAGE
};

static const char *const severity_names[SEVERITY__COUNT] = {
    [SEVERITY_ERROR] = "error",
    [SEVERITY_WARNING] = "warning",
    [SEVERITY_NOTE] = "note",
};

void diagnostics_init(struct diagnostics *list) { *list = (struct diagnostics){0}; }

void diagnostics_clear(struct diagnostics *list)
{
    if (!list)
        return;
    arena_clear(&list->arena);
    free(list->items);
    diagnostics_init(list);
}

/* Room for one more item. */
static bool reserve_item(struct diagnostics *list)
{
    struct diagnostic *items = array_grow(list->items, list->count, sizeof *items, &list->room);
    if (!items)
        return false;
    list->items = items;
    return true;
}

/* Replaces a text by its copy in the list; no text stays none. False without memory. */
static bool keep_text(struct diagnostics *list, const char **text)
{
    if (!*text)
        return true;
    *text = arena_copy(&list->arena, *text, strlen(*text));
    return *text != NULL;
}

/* As keep_text, for a file: neighbours mostly stand in the same one and share its name. */
static bool keep_file(struct diagnostics *list, const char **file)
{
    const char *last = list->count ? list->items[list->count - 1].place.file : NULL;
    if (*file && last && !strcmp(*file, last)) {
        *file = last;
        return true;
    }
    return keep_text(list, file);
}

/* Records an item whose places and nearest are still the caller's. */
static bool record_kept(struct diagnostics *list, struct diagnostic item)
{
    if (!item.text || !reserve_item(list))
        return false;
    if (!keep_text(list, &item.nearest) || !keep_file(list, &item.place.file) ||
        !keep_file(list, &item.other.file))
        return false;
    list->items[list->count++] = item;
    list->errors += messages[item.message].severity == SEVERITY_ERROR;
    return true;
}

/* As record_kept, with the message still to be written. */
static bool record(struct diagnostics *list, struct diagnostic item, va_list arguments)
{
    item.text = arena_vformat(&list->arena, messages[item.message].template, arguments);
    return record_kept(list, item);
}

void diagnostics_copy(struct diagnostics *list, const struct diagnostic *from)
{
    struct diagnostic item = *from;
    list->failed |= !keep_text(list, &item.text) || !record_kept(list, item);
}

void diagnostics_copy_all(struct diagnostics *list, const struct diagnostics *from)
{
    for (size_t i = 0; i < from->count; i++)
        diagnostics_copy(list, &from->items[i]);
    list->failed |= from->failed;
}

void diagnostics_add(struct diagnostics *list, enum message message, struct span place,
                     const char *nearest, ...)
{
    struct diagnostic item = {.message = message, .place = place, .nearest = nearest};
    va_list arguments;
    va_start(arguments, nearest);
    list->failed |= !record(list, item, arguments);
    va_end(arguments);
}

void diagnostics_add_pair(struct diagnostics *list, enum message message, struct span place,
                          struct span other, ...)
{
    struct diagnostic item = {.message = message, .place = place, .other = other};
    va_list arguments;
    va_start(arguments, other);
    list->failed |= !record(list, item, arguments);
    va_end(arguments);
}

const char *message_id(enum message message) { return messages[message].id; }

enum severity message_severity(enum message message) { return messages[message].severity; }

const char *message_help(enum message message) { return messages[message].help; }

const char *message_template(enum message message) { return messages[message].template; }

enum message message_find(const char *id)
{
    size_t i = 0;
    while (i < MESSAGE__COUNT && strcmp(messages[i].id, id))
        i++;
    return (enum message)i;
}

const char *severity_name(enum severity severity) { return severity_names[severity]; }
