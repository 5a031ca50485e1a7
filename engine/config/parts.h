/* Parts: the files of a composed tree: read once each, with what their heads say of them. */
#ifndef ACCORD_CONFIG_PARTS_H
#define ACCORD_CONFIG_PARTS_H

#include "config/reading.h"

/* So many files one tree is composed of at most, so deep do their lists nest, and so much are their
 * keys compared. */
enum { PARTS_MAX = 64, PARTS_DEPTH_MAX = 12, PARTS_WORK_MAX = 20000000 };

struct part {
    const char *path;
    struct config_node *document;       /* NULL: there is none */
    const struct config_node **choices; /* entries of its list of parts */
    size_t choice_count;
    const char *package; /* what a comment in its head says, or NULL */
    bool is_reported;    /* as one that cannot be read */
};

struct parts {
    struct reading *reading;
    struct part items[PARTS_MAX];
    size_t count, work;
    bool is_partial; /* something could not be read */
};

/* Begins with the document at hand as the first part. */
struct part *parts_begin(struct parts *parts, struct reading *reading,
                         struct config_node *document);

/* The part at a path without its ending when there is one; else NULL. */
struct part *parts_seek(struct parts *parts, const char *path);

/* The same, or an empty part that stands for what is missing; NULL when there are too many, or
 * without memory. */
struct part *parts_open(struct parts *parts, const char *path);

/* What a comment in the head of a text says of the package of its keys, or NULL. */
const char *parts_package(struct reading *reading, const char *text, size_t length);

/* Merges the keys of `from`, but for the list of parts, into the mapping at `package` ("a.b") below
 * `whole`. */
void parts_merge(struct parts *parts, const struct config_node *from, struct config_node *whole,
                 const char *package);

#endif
