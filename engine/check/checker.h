/* Checker: one text from first to last: read, judged, compared with what is wanted and known,
 * repaired. Shared by threads; holds only what is the same for all files. */
#ifndef ACCORD_CHECK_CHECKER_H
#define ACCORD_CHECK_CHECKER_H

#include "check/baseline.h"
#include "check/finding.h"
#include "check/judge.h"
#include "check/selection.h"

/* A framework in the release that a file is for. */
struct check_release {
    const struct judge *judge;
    const char *framework, *version;
    const char *const *packages; /* that bring the framework */
    size_t package_count;
    char origin[192]; /* who said so: "requirements.txt:3"; empty: nobody, it is the newest */
};

enum { RELEASES_MAX = 16, PINS_MAX = 16 };

/* The frameworks that a file is for, and what else is known of its project. */
struct check_releases {
    struct check_release items[RELEASES_MAX];
    size_t count;
    struct judge_pin pins[PINS_MAX];
    size_t pin_count;
    bool failed; /* no memory: some are not there */
};

struct checker {
    const struct config_kinds *kinds;
    const char *kind; /* forced, or NULL */
    struct selection selection;
    struct baseline baseline;
    const char *root, *folder; /* absolute: of the project; the working directory */
    bool fix, diff, unsafe;
    /* The releases that count for a file, one a framework. Called from many threads. `said` and
     * `package`: what a comment in the file says, or NULL. */
    void (*find_releases)(void *context, const char *path, const char *package, const char *said,
                          struct check_releases *ret_releases);
    void *context;
};

/* Checks one text. */
void check_text(struct checker *checker, const char *path, const char *text, size_t length,
                struct checked *ret_checked);

/* Reads and checks a file, and writes it back when it was repaired. */
void check_file(struct checker *checker, const char *path, struct checked *ret_checked);

/* Adds one file's findings to the totals; `fail_on`: the least severe that makes a run fail,
 * SEVERITY__COUNT for none. Beyond `most` shown ones (0: no end) findings are hidden. */
void check_count(struct check_totals *totals, struct checked *checked, enum severity fail_on,
                 bool fails, size_t most);

#endif
