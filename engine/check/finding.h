/* Finding: what a check found in one file, ready to be reported. Knows nothing of how it was found
 * or how it will look. */
#ifndef ACCORD_CHECK_FINDING_H
#define ACCORD_CHECK_FINDING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diagnostic.h"
#include "config/config.h"

/* What becomes of a finding. */
enum check_state {
    CHECK_OPEN,
    CHECK_IGNORED,   /* a comment in the file says so */
    CHECK_BASELINED, /* it was there when the baseline was written */
    CHECK_HIDDEN,    /* beyond --max-findings: counted, not shown */
    CHECK_FIXED,     /* --fix repaired it */
};

/* A change of the file's text. */
struct check_edit {
    struct extent at;
    const char *text;
    bool safe; /* nothing that worked before changes its meaning */
};

enum { CHECK_FINGERPRINT_SIZE = 17 };

struct check_finding {
    const char *id;
    enum severity severity;
    const char *message;
    const char *file; /* as reported; another file than the checked one when a tree was composed */
    const char *composed_in; /* the checked file, when the finding stands in a part that does not
                                tell of it itself; else NULL */
    struct extent at, key;   /* key: line 0 when the finding is about no field */
    const char *field;       /* request field, or NULL */
    const char *framework;   /* "NAME RELEASE" that was asked, or NULL */
    const char *targets;     /* machines on which it holds: "a, b"; NULL: on any */
    const char *raises, *source, *help, *rule_file;
    unsigned rule_line;
    const char *hint;        /* what to do, in words, or NULL */
    struct check_edit *edit; /* the same as a change of the text, or NULL */
    const char *line; /* the source line it stands in, or NULL; of a long one the part around it */
    unsigned line_first; /* column of the first character of that part */
    const char *why;     /* reason of an ignore, or NULL */
    enum check_state state;
    char fingerprint[CHECK_FINGERPRINT_SIZE]; /* survives a shift of lines */
};

enum checked_outcome {
    CHECKED_FILE,
    CHECKED_SKIPPED,    /* not one of ours */
    CHECKED_UNREADABLE, /* errno in `error` */
};

/* One file and what was found in it. Owns its texts. */
struct checked {
    struct arena arena;
    const char *path;
    enum checked_outcome outcome;
    int error;
    struct check_finding *findings;
    size_t count, room;
    const char *before, *after; /* the text without and with the fixes; NULL: the same */
    size_t before_length, after_length;
    size_t fixed;      /* how many findings that was */
    bool is_further;   /* more of a file that was handed over before, */
    bool had_findings; /* with open findings then */
    bool failed;       /* something was lost for want of memory */
};

void checked_init(struct checked *checked, const char *path);
void checked_clear(struct checked *checked);

/* Adds a finding, whose texts are the arena's or live as long; NULL without memory. */
struct check_finding *checked_add(struct checked *checked, const struct check_finding *finding);

/* Brings the findings in the order of their places. */
void checked_sort(struct checked *checked);

/* A copy of one line of a text, without its end, for showing; of a long one the part around a
 * column, which begins at `ret_first`. NULL past the end or without memory. */
const char *checked_line(struct arena *arena, const char *text, size_t length, unsigned line,
                         unsigned column, unsigned *ret_first);

/* Findings so far. */
struct check_totals {
    size_t files, skipped, unreadable;
    size_t found[SEVERITY__COUNT]; /* open ones, shown or not */
    size_t files_with_findings;
    size_t ignored, baselined, hidden, fixable, fixed, stale;
    size_t failing; /* open ones that make the run fail */
};

#endif
