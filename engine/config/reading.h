/* Reading: one file on its way to requests and findings: what the steps share. */
#ifndef ACCORD_CONFIG_READING_H
#define ACCORD_CONFIG_READING_H

#include "config/kinds.h"
#include "tables/config_node.h"

/* What a finding is about: one row each in reading.c, with its permanent id. */
enum config_problem {
    PROBLEM_YAML_SYNTAX,
    PROBLEM_JSON_SYNTAX,
    PROBLEM_YAML_TAB,
    PROBLEM_JSON_RELAXED,
    PROBLEM_TEXT_ENCODING,
    PROBLEM_FILE_TOO_LARGE,
    PROBLEM_FILE_TOO_DEEP,
    PROBLEM_FILE_TOO_MANY,
    PROBLEM_YAML_DOCUMENTS,
    PROBLEM_YAML_ALIAS,
    PROBLEM_YAML_MERGE,
    PROBLEM_KEY_REPEATED,
    PROBLEM_KEY_NOT_TEXT,
    PROBLEM_KEY_UNKNOWN,
    PROBLEM_KEY_STRAY,
    PROBLEM_KEY_REMOVED,
    PROBLEM_KEY_TOO_NEW,
    PROBLEM_KEY_MISSING,
    PROBLEM_TYPE_WRONG,
    PROBLEM_VALUE_NOT_ALLOWED,
    PROBLEM_YAML_BOOLEAN,
    PROBLEM_YAML_OCTAL,
    PROBLEM_YAML_SEXAGESIMAL,
    PROBLEM_YAML_FLOAT_TEXT,
    PROBLEM_NONE_TEXT,
    PROBLEM_SECTION_NOT_MAPPING,
    PROBLEM_TEMPLATE,
    PROBLEM_PACKAGES_MIXED,
    PROBLEM_PART_MISSING,
    PROBLEM__COUNT
};

struct finding_node {
    struct config_finding finding;
    struct finding_node *next;
};

struct request_node {
    struct config_request request;
    size_t room; /* of entries */
    struct request_node *next;
};

enum { FINDINGS_MAX = 1000, REQUESTS_MAX = 100, SUGGESTIONS_MAX = 500 };

struct reading {
    struct arena *arena;
    const struct config_kinds *kinds;
    const struct config_options *options;
    struct config_file *file;
    const struct kind *kind;
    struct config_tree *tree;
    bool is_json;
    size_t suggestions; /* searched for so far: they cost more than anything else */
    struct finding_node *findings, *last_finding;
    struct request_node *requests, *last_request;
    bool no_memory;
};

/* What a finding says beside its words. */
struct finding_place {
    struct extent at;
    const char *file;    /* NULL: the file at hand */
    const char *replace; /* NULL: nothing repairs it */
    bool safe;
};

/* The severity that a problem has of itself. */
enum severity problem_severity(enum config_problem problem);

/* Records a finding; the arguments fill its text. */
void finding_add(struct reading *reading, enum config_problem problem, enum severity severity,
                 const struct finding_place *place, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
void finding_vadd(struct reading *reading, enum config_problem problem, enum severity severity,
                  const struct finding_place *place, const char *format, va_list arguments)
    __attribute__((format(printf, 5, 0)));

/* Adds a request, or NULL without memory or above the bound. */
struct request_node *request_add(struct reading *reading, const char *framework,
                                 struct extent section);

/* The entry of a field, new or as it was set before; NULL without memory. */
struct config_entry *request_entry(struct reading *reading, struct request_node *request,
                                   const char *field);

/* Puts lists into the arrays of the file; findings in the order of their places. */
void reading_finish(struct reading *reading);

/* ---- trees */

/* The node at a path of keys and indexes ("a.b.0") below `root`, or NULL. The empty path is `root`.
 */
const struct config_node *path_find(const struct config_node *root, const char *path);

/* The child of a mapping by its key, or NULL; the last one counts. */
const struct config_node *child_find(const struct config_node *mapping, const char *key);

/* The first value of `key` below `node`, or below what comes after it in the text, that begins with
 * one of the prefixes; NULL: none. */
const struct config_node *class_find(const struct config_node *root, const struct config_node *node,
                                     const char *key, const struct file_words *prefixes);

/* The node after `node` in the order of the text, below `root`; NULL at the end. */
struct config_node *node_after(const struct config_node *root, const struct config_node *node);

/* ---- steps */

/* The kind of a document, or NULL: the first one that fits behind `tried`, or of all. */
const struct kind *detect_kind(const struct config_kinds *kinds, const struct kind *tried,
                               const char *path, const struct config_node *document);

/* True for a text that begins with one of the prefixes. */
bool begins_with_one(const struct config_node *node, const struct file_words *prefixes);

/* The key of a choice in a list of parts: "optional group@package", "override /group". */
struct part_key {
    const char *group; /* without the point of view: see is_absolute */
    size_t length;
    const char *package; /* NULL: not given */
    bool is_optional, is_override, is_absolute;
};

void part_key_read(const char *text, struct part_key *ret_key);

/* How many keys of a mapping the list knows. */
size_t count_known(const struct kind_list *list, const struct config_node *mapping);

/* False for a mapping that is more likely another program's than what the list is for. */
bool weighs_as_ours(const struct kind_list *list, const struct config_node *mapping);

/* What an interpolation comes to. */
struct resolved {
    const struct config_node *node; /* NULL: unknown */
    const char *why;                /* unknown: what decides it */
};

/* Follows the interpolations of a value below `root`. */
struct resolved resolve_value(struct reading *reading, const struct config_node *root,
                              const struct config_node *node);

/* Holds a known value against what its key takes. Returns true when a finding says that it is an
 * error. */
bool check_value(struct reading *reading, const struct kind_key *key,
                 const struct config_node *node);

/* Reads the requests of a document. `partial`: parts of it could not be read. */
void read_sections(struct reading *reading, struct config_node *document, bool partial);

/* Warns of classes of two packages that do not go together. */
void check_families(struct reading *reading, const struct config_node *document);

/* Composes a document of the parts that it names. Returns the document itself when it names none;
 * `ret_partial` is set when a part could not be read. NULL without memory. */
struct config_node *compose(struct reading *reading, struct config_node *document,
                            bool *ret_partial);

#endif
