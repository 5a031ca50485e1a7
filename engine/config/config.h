/* Config: files that users wrote, read as the tools they were written for would read them, with the place of everything.
 * Which kinds of file there are, how one is recognised, where its request stands and what its keys may hold comes from tables
 * (rules/<pack>/files.yaml), so no framework is known here. */
#ifndef ACCORD_CONFIG_CONFIG_H
#define ACCORD_CONFIG_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diagnostic.h"
#include "base/value.h"

/* A place with its end: what a finding underlines and an edit replaces. Lines and columns from 1, columns in characters; offsets in
 * bytes from the start of the file, end exclusive. */
struct extent {
    unsigned line, column, end_line, end_column;
    size_t offset, end_offset;
};

/* Why a value is not known from the file alone. */
enum config_certainty {
    CONFIG_KNOWN,
    CONFIG_UNKNOWN, /* an interpolation, a template, a value set elsewhere */
};

/* One field of the request that a file makes. */
struct config_entry {
    const char *field;                 /* request field of the tables: "accelerator" */
    const struct value *value;         /* typed as the file's reader types it; NULL when unknown */
    enum config_certainty certainty;
    struct extent key, at;             /* where its key and its value stand */
    const char *file;                  /* another file when a composed tree took it from there */
};

/* A fault of the file itself: an unknown key, a wrong type, a value outside a closed list, a syntax error, a YAML trap. */
struct config_finding {
    const char *id;        /* permanent, kebab-case: "key-unknown", "value-not-allowed", "yaml-octal", "yaml-syntax" */
    enum severity severity;
    const char *message;
    struct extent at;
    const char *file;      /* NULL: the file at hand */
    const char *replace;   /* text that repairs what `at` covers, or NULL */
    bool safe;             /* the repair does not change what the file means to its author */
};

/* One request: a file can make several (documents, sections). */
struct config_request {
    const char *framework; /* pack that answers it: from the kind's table */
    struct config_entry *entries;
    size_t count;
    struct extent section;
};

struct config_file {
    struct arena arena;    /* everything below lives here */
    const char *path;
    const char *kind;      /* name of the kind in the tables; NULL: not a file of ours, nothing was checked */
    struct config_request *requests;
    size_t request_count;
    struct config_finding *findings;
    size_t finding_count;
    const char *text;      /* borrowed: the file's bytes */
    size_t length;
};

struct config_kinds; /* the compiled files.yaml tables, immutable, shared by threads */

struct config_options {
    const char *kind;      /* forced kind, or NULL: detect */
    /* Reads another file that this one is composed of (Hydra defaults); NULL: none is looked at. `ret_text` is the callee's until the
     * config_file is cleared. */
    bool (*open)(void *context, const char *path, const char **ret_text, size_t *ret_length);
    void *context;
};

enum config_status { CONFIG_OK, CONFIG_NO_MEMORY };

/* Reads one file. Never fails on what users wrote: faults are findings, the readable part is read. */
enum config_status config_read(const struct config_kinds *kinds, const char *path, const char *text, size_t length,
                               const struct config_options *options, struct config_file *ret_file);
void config_file_clear(struct config_file *file);

#endif
