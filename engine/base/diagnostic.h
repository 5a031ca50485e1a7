/* Diagnostics: findings about what users wrote. Collected by the library, printed by the caller. */
#ifndef ACCORD_BASE_DIAGNOSTIC_H
#define ACCORD_BASE_DIAGNOSTIC_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/span.h"

enum severity { SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_NOTE, SEVERITY__COUNT };

/* Engine messages: one row each in messages.def, permanent, append only. */
enum message {
#define MESSAGE(name, id, severity, text, help) MESSAGE_##name,
#include "base/messages.def"
#undef MESSAGE
    MESSAGE__COUNT
};

struct diagnostic {
    enum message message;
    struct span place;
    struct span other;   /* a second place that matters ("first defined here"); file NULL when there
                            is none */
    const char *text;    /* the message in words */
    const char *nearest; /* the nearest right thing, or NULL */
};

/* A list of diagnostics; its texts live in its own arena. */
struct diagnostics {
    struct arena arena;
    struct diagnostic *items;
    size_t count, room;
    size_t errors; /* how many of them are errors */
    bool failed;   /* one could not be recorded for want of memory */
};

void diagnostics_init(struct diagnostics *list);
void diagnostics_clear(struct diagnostics *list);

/* Records one finding. The arguments fill the message's template (printf style); `nearest` may be
 * NULL. All texts are copied. */
void diagnostics_add(struct diagnostics *list, enum message message, struct span place,
                     const char *nearest, ...);

/* As diagnostics_add, for a finding that two places make. */
void diagnostics_add_pair(struct diagnostics *list, enum message message, struct span place,
                          struct span other, ...);

/* Records a finding of another list. */
void diagnostics_copy(struct diagnostics *list, const struct diagnostic *from);

/* Records all findings of another list, and whether that one failed. */
void diagnostics_copy_all(struct diagnostics *list, const struct diagnostics *from);

/* Permanent id ("ACC0102"), severity and longer help of a message. */
const char *message_id(enum message message);
enum severity message_severity(enum message message);
const char *message_help(enum message message);
const char *message_template(enum message message);

/* A message by its id, or MESSAGE__COUNT. */
enum message message_find(const char *id);

const char *severity_name(enum severity severity);

#endif
