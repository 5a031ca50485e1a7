/* Inside of accord_checker, for connector_check*.c. */
#ifndef ACCORD_CONNECTOR_CHECK_H
#define ACCORD_CONNECTOR_CHECK_H

#include "check/checker.h"
#include "check/file.h"
#include "check/foreign.h"
#include "check/gitignore.h"
#include "check/release.h"
#include "check/settings.h"
#include "connector.h"
#include "report/check_report.h"
#include "tables/job_table.h"

struct accord_checked {
    struct checked inner;
};

/* A report that was asked for. */
struct check_output {
    struct check_page page;
    accord_write *write;
    void *context;
    struct check_output *next;
};

struct check_input {
    const char *name, *text; /* text NULL: a path */
    size_t length;
    struct check_input *next;
};

/* A machine as it was described. */
struct described_machine {
    const char *name; /* NULL: it has none */
    struct accord_facts *facts;
    bool whole; /* described as a whole: devices that are not mentioned are not there */
};

enum { PACKS_MAX = RELEASES_MAX, VERSION_SIZE = 24, FOLDERS_KEPT = 256 };

/* Releases of packages, by pinned fact; an empty text: none is pinned. */
struct pins {
    char versions[PINS_MAX][VERSION_SIZE];
};

/* A framework on all machines, with what is pinned there. */
struct known_judge {
    struct accord_framework *framework;
    struct pins pins;
    struct judge judge;
    struct machine *machines;
    struct facts *facts; /* of the machines, and the pins */
    struct base_world *bases;
    struct known_judge *next;
};

/* A "name@release" that was asked for before. */
struct known_name {
    const char *name;
    struct accord_framework *framework; /* NULL: there are no tables */
    struct known_name *next;
};

/* What a folder's requirement files say of each pack, and of packages whose release is a fact. */
struct sayings {
    struct requirement requirements[PACKS_MAX], pinned[PINS_MAX];
    struct pins pins; /* the pinned ones that name one release */
};

struct known_folder {
    char *path; /* NULL: free */
    struct sayings sayings;
};

/* A fact that the release of a package says. */
struct pinned_fact {
    const char *fact;
    struct wanted package;
};

/* What the packages of a pack are called. */
struct pack_names {
    const char *pack;
    struct wanted packages;
    const char *given;  /* "name@release" of the settings, or NULL */
    const char *origin; /* who gave it */
};

/* Everything that the settings lead to; made by the first run after a change. */
struct preparation {
    struct arena arena;
    struct config_kinds *kinds;
    struct checker checker;
    struct gitignore exclude;
    struct described_machine *machines;
    size_t machine_count;
    struct pack_names packs[PACKS_MAX];
    size_t pack_count;
    struct pinned_fact pinned[PINS_MAX];
    size_t pinned_count;
    pthread_mutex_t lock; /* guards what follows */
    struct known_judge *judges;
    struct known_name *names;
    struct known_folder folders[FOLDERS_KEPT];
    bool failed; /* there was no memory while the lock was held */
};

struct accord_checker {
    struct accord_engine *engine;
    struct arena arena;
    struct settings settings;
    const char *root; /* absolute folder of the project */
    struct check_output *outputs, **outputs_end;
    struct check_input *inputs, **inputs_end;
    struct preparation *prepared;
    struct check_totals totals;
    struct foreign foreign; /* of the files of a run */
    accord_visit_checked *visit;
    void *visit_context;
    bool stopped; /* a report could not be written, or the visitor has had enough */
    bool failed;  /* findings were lost for want of memory */
};

/* Makes what the settings ask for. */
enum accord_status checker_prepare(struct accord_checker *checker, struct diagnostics *findings);
void preparation_free(struct preparation *preparation);

/* Names of the packages that bring a pack, and of those that say facts, from its packages.yaml.
 * False without memory. */
bool checker_read_packages(struct accord_checker *checker, struct pack_names *names,
                           struct diagnostics *findings);

/* The table of the scheduler that a script is for: the first one whose marker it has, or the first
 * of all; those of layers come first, the last layer's before the others', the built-in ones last.
 * False without memory. */
bool checker_find_job_table(struct accord_checker *checker, const struct file_bytes *script,
                            struct diagnostics *findings, const struct table_job **ret_table);

/* The releases that count for a file (struct checker's find_releases; the context is the
 * accord_checker). */
void checker_find_releases(void *context, const char *path, const char *package, const char *said,
                           struct check_releases *ret_releases);

#endif
