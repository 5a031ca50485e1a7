/* Walk: the files below paths, one at a time, in the order of their paths, without ever holding
 * more than the folders that lead to the file at hand. Follows no link to a folder, and opens
 * nothing. */
#ifndef ACCORD_CHECK_WALK_H
#define ACCORD_CHECK_WALK_H

#include <stdbool.h>
#include <stddef.h>

#include "check/gitignore.h"

struct walk_level;
struct walk_outer;

struct walk {
    const char *const *paths; /* where it begins: sorted, borrowed */
    size_t path_count, next;
    /* what the user leaves out; like all ignore files it speaks of whole paths */
    const struct gitignore *exclude;
    struct walk_level *level; /* the innermost folder */
    /* ignore files of the repository outside the folder that the walk began in */
    struct walk_outer *outers;
    struct walk_path {
        char *text;
        size_t room;
    } path, whole; /* the file at hand, as the user would write it and from the root */
    bool failed;   /* a folder was lost for want of memory */
};

/* Sorts `paths` and leaves out those that stand below another one. Returns how many are left. */
size_t walk_sort(const char **paths, size_t count);

void walk_init(struct walk *walk, const char *const *paths, size_t count,
               const struct gitignore *exclude);
void walk_clear(struct walk *walk);

/* The next file, valid until the next call; NULL at the end. `ret_named`: the user named it, it was
 * not found in a folder. A path that is no folder is given as it is. A folder that cannot be read
 * is given, too, with its errno in `ret_error`, else 0. */
const char *walk_next(struct walk *walk, bool *ret_named, int *ret_error);

#endif
