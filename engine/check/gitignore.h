/* Gitignore: the patterns of ignore files, as git reads them. Later patterns win over earlier ones,
 * deeper files over outer ones. */
#ifndef ACCORD_CHECK_GITIGNORE_H
#define ACCORD_CHECK_GITIGNORE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

struct gitignore_pattern {
    const char *text;
    bool negated, only_folders, anchored;
};

/* One ignore file; `outer` is asked where this one says nothing. */
struct gitignore {
    struct arena arena;
    struct gitignore_pattern *patterns;
    size_t count, room;
    size_t depth; /* bytes of a whole path that lead to this file's folder, with the slash */
    const struct gitignore *outer;
};

void gitignore_init(struct gitignore *gitignore, const struct gitignore *outer, size_t depth);
void gitignore_clear(struct gitignore *gitignore);

/* Adds the patterns of a file's text. False without memory. */
bool gitignore_add(struct gitignore *gitignore, const char *text, size_t length);

/* True when `path`, from the root of the file system, is ignored. `gitignore` may be NULL. */
bool gitignore_has(const struct gitignore *gitignore, const char *path, bool is_folder);

/* True when a whole text matches a pattern of git's kind: ?, *, [a-z] never match a slash, two
 * stars do. */
bool gitignore_match(const char *pattern, const char *text);

#endif
