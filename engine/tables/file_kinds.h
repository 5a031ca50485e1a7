/* File kinds: tables that say which config files there are: how one is told from others, where its
 * request stands, and what its keys may hold (files.yaml of a pack). Loads them; what they mean is
 * the config room's.
 *
 *   format: 1
 *   lists:                     # keys that a mapping may have
 *     - list: NAME
 *       includes: [NAME, ...]  # with the keys of these lists
 *       unknown: warning       # other keys of such a mapping, when not as the section says
 *       others: NAME           # keys that mappings like it of other programs have: see
 *                              # weighs_as_ours in config/detect.c
 *       keys:
 *         - names: [KEY, ...]      # keys that are alike
 *           common: true           # mappings of other programs have it too
 *           types: [text, integer, number, truth, list, mapping, null]    # none: anything;
 *                              # an object that its class is named in is judged where mapping is
 *                              # one of them, else it is what the class makes: not known
 *           values: [WORD, ...]    # a text must be one of these
 *           fold: true             # in any case of letters
 *           lax: true              # "2" for 2 and "true" for true will do
 *           field: NAME            # the request field it sets; "*": each name its own field
 *           keys: NAME             # the list for the mapping it holds, or for each mapping of
 *                                  # the list it holds
 *           since: "1.8.0"         # first release that knows it
 *           until: "2.0.0"         # first release that does not
 *           instead: TEXT          # what to write in its place
 *           required: true
 *           severity: warning      # of findings about its value; error when absent
 *   kinds:                     # the first one that fits counts; packs in the order of their
 *                              # names
 *     - kind: NAME
 *       summary: TEXT
 *       framework: PACK        # which answers its requests
 *       syntax: yaml           # how its reader takes JSON: json (strictly) or hjson; yaml when
 *                              # absent
 *       scalars: wide          # 1e-4 is a number; yaml11 when absent
 *       repeated: error        # keys that stand twice; warning when absent
 *       parts: defaults        # the key of the list of other files that the tree is composed of
 *       group: NAME            # folder of the groups of such parts in which a file of this kind
 *                              # stands
 *       classes: [KEY, ...]    # keys that name the class of an object
 *       families: [PREFIXES, ...] # of classes, blanks between them; two families in one file do
 *                                 # not go together
 *       signs:                 # any one suffices; all that stands in one must hold
 *         - at: PATH             # a mapping is there (absent: the document itself)
 *           keys: NAME           # with keys of this list,
 *           known: 2             # so many at least
 *           has: [PATH, ...]     # all of these are there
 *           lacks: [PATH, ...]   # none of these is
 *           class: PATH          # a text ("**.KEY": under this key, wherever that is) that
 *                                # begins
 *           prefixes: [TEXT, ...] # with one of these
 *           paths: [GLOB, ...]   # the file's path looks like one of these
 *           groups: [NAME, ...]  # its list of parts names one of these groups
 *       sections:
 *         - at: [PATH, ...]      # the mapping with most keys of the list is a request ("": the
 *                                # document itself; "**": each one of its class that no section
 *                                # above has. A file of a kind with no other section that is
 *                                # composed of parts and has none of the class is of a later kind)
 *           keys: NAME
 *           framework: PACK      # when not the kind's
 *           unknown: error       # keys that are not listed: error, warning, nearest (only what
 *                                # looks misspelt) or ignore
 *           class: KEY           # a section in which this key names a class
 *           prefixes: [TEXT, ...] # that begins otherwise is none of ours; without the key, half
 *                                 # of the keys must be known
 *           fields: all          # every key becomes a field named by its path; named (by
 *                                # `field`) when absent
 */
#ifndef ACCORD_TABLES_FILE_KINDS_H
#define ACCORD_TABLES_FILE_KINDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diagnostic.h"
#include "tables/source.h"

struct file_words {
    const char **items;
    unsigned count;
};

/* Texts that a table does not give are NULL. */
struct file_key {
    struct file_words names, types, values;
    const char *field, *keys, *since, *until, *instead, *severity;
    bool fold, lax, required, common;
};

struct file_list {
    const char *name;
    const char *unknown, *others;
    struct file_words includes;
    struct file_key *keys;
    unsigned key_count;
};

struct file_sign {
    const char *at, *keys, *class_path;
    struct file_words has, lacks, prefixes, paths, groups;
    unsigned known;
};

struct file_section {
    struct file_words at, prefixes;
    const char *keys, *framework, *unknown, *fields, *class_key;
};

struct file_kind {
    const char *name, *summary, *framework, *syntax, *scalars, *repeated, *parts, *group;
    struct file_words classes, families;
    struct file_sign *signs;
    unsigned sign_count;
    struct file_section *sections;
    unsigned section_count;
};

/* One files.yaml. */
struct file_table {
    const char *format;
    struct file_list *lists;
    unsigned list_count;
    struct file_kind *kinds;
    unsigned kind_count;
};

/* Loads one table from bytes; it lives in `arena`. `file` names it in findings. */
enum pack_status file_table_load(struct arena *arena, const char *file, const char *bytes,
                                 size_t length, struct diagnostics *findings,
                                 struct file_table **ret_table);

#endif
