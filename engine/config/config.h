/* Config: files that users wrote, read as the tools they were written for would read them, with the
 * place of everything. Which kinds of file there are, how one is recognised, where its request
 * stands and what its keys may hold comes from tables (rules/<pack>/files.yaml, see
 * tables/file_kinds.h), so no framework is known here. */
#ifndef ACCORD_CONFIG_CONFIG_H
#define ACCORD_CONFIG_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diagnostic.h"
#include "base/extent.h"
#include "base/value.h"
#include "tables/source.h"

/* Why a value is not known from the file alone. */
enum config_certainty {
    CONFIG_KNOWN,
    CONFIG_UNKNOWN, /* an interpolation, a template, a value set elsewhere */
};

/* One field of the request that a file makes. */
struct config_entry {
    const char *field;         /* request field of the tables: "accelerator" */
    const struct value *value; /* typed as the file's reader types it; an object is {class_path,
                                  init_args}; NULL when unknown */
    enum config_certainty certainty;
    const char *why;       /* unknown: what decides it, in words; else NULL */
    bool faulty;           /* a finding already says that this value is an error */
    struct extent key, at; /* where its key and its value stand */
    /* another file when a composed tree took it from there; NULL: the file at hand */
    const char *file;
};

/* A fault of the file itself: an unknown key, a wrong type, a value outside a closed list, a syntax
 * error, a YAML trap. */
struct config_finding {
    const char *id; /* permanent, kebab-case: "key-unknown", "value-not-allowed", "yaml-octal",
                       "yaml-syntax" */
    enum severity severity;
    const char *message;
    struct extent at;
    const char *file;    /* NULL: the file at hand */
    const char *replace; /* text that repairs what `at` covers, or NULL */
    bool safe;           /* the repair does not change what the file means to its author */
};

/* One request: a file can make several (documents, sections). */
struct config_request {
    const char *framework;        /* pack that answers it: from the kind's table */
    struct config_entry *entries; /* in the order of the file, each field once */
    size_t count;
    struct extent section;    /* what it is read from */
    const char *section_file; /* another file when a composed tree has it from there; NULL: the file
                                 at hand */
    bool partial; /* parts of the composed tree were not read: a field that is not here may be set
                     there */
};

struct config_file {
    struct arena arena; /* everything below lives here, but for the bytes of files */
    const char *path;
    /* name of the kind in the tables; NULL: not a file of ours, nothing was checked */
    const char *kind;
    bool is_part; /* of trees that other files compose: it is not all that a run gets */
    struct config_request *requests;
    size_t request_count;
    struct config_finding *findings; /* by place */
    size_t finding_count;
    const char *text; /* borrowed: the file's bytes */
    size_t length;
    /* release of a framework that a comment of the file names ("2.2.1"), or NULL */
    const char *release;
    const char *release_package; /* and the package it names it for */
};

/* The id of the `index`-th kind of finding about a file's form, and what it means; NULL at the end.
 */
const char *config_problem(size_t index, const char **ret_help);

/* ---- kinds */

struct config_kinds; /* the compiled files.yaml tables, immutable, shared by threads */

/* Compiles the files.yaml of every source: built-in files, then directories that hold one. Faults
 * of the tables are findings. On PACK_OK `ret_kinds` is the caller's. */
enum pack_status config_kinds_load(const struct table_source *sources, size_t count,
                                   struct diagnostics *findings, struct config_kinds **ret_kinds);
void config_kinds_free(struct config_kinds *kinds);

/* Name and summary of the kind number `index`, for lists and for --kind; false behind the last. */
bool config_kinds_at(const struct config_kinds *kinds, size_t index, const char **ret_name,
                     const char **ret_summary);

/* ---- reading */

/* The release of a framework that keys are held against. */
struct config_release {
    const char *framework; /* pack */
    const char *version;   /* "2.6.0" */
};

struct config_options {
    const char *kind; /* forced kind, or NULL: detect */
    /* Reads another file that this one is composed of; NULL: none is looked at. `ret_text` is the
     * callee's until the config_file is cleared. False: there is none. */
    bool (*open)(void *context, const char *path, const char **ret_text, size_t *ret_length);
    void *context;
    /* of a framework without one, lifetimes of keys are not checked */
    const struct config_release *releases;
    size_t release_count;
};

enum config_status { CONFIG_OK, CONFIG_NO_MEMORY };

/* Reads one file. Never fails on what users wrote: faults are findings, the readable part is read.
 * `options` may be NULL. On CONFIG_NO_MEMORY `ret_file` is empty; else it is the caller's. A forced
 * kind that is unknown leaves `kind` NULL. */
enum config_status config_read(const struct config_kinds *kinds, const char *path, const char *text,
                               size_t length, const struct config_options *options,
                               struct config_file *ret_file);
void config_file_clear(struct config_file *file);

#endif
