/* Requirement: what one requirement file says of a package. Reads lines, strings and the keys that
 * they stand under, not whole languages: enough for requirements.txt, pyproject.toml, lock files,
 * Pipfile, environment.yml, setup.py and setup.cfg. */
#ifndef ACCORD_CHECK_REQUIREMENT_H
#define ACCORD_CHECK_REQUIREMENT_H

#include <stdint.h>

#include "check/requirement_entry.h"

/* What a project says about one package. */
struct requirement {
    char text[CONDITION_SIZE]; /* the condition as written: "==2.1.3", "^2.0"; empty: any release */
    char file[64];             /* name of the file in its folder */
    unsigned line;
    bool found;
    uint32_t names; /* which of the package's names the files have, a bit each; of a folder only */
    bool aside; /* not of every installation: of an extra, a group, or a file beside the main one */
};

/* The folder whose files are all lists of requirements. */
#define REQUIREMENTS_FOLDER "requirements/"

/* Place of a file among the kinds of requirement files, the most exact first; -1: none of them.
 * `name`: in its folder ("requirements/base.txt" for one of a folder of them). */
int requirement_file_kind(const char *name);

/* Finds a package in the text of a requirement file: the first entry that all installations have,
 * or one of some, where it is the only one or names a release that the first one allows. */
bool requirement_find(const char *file, const char *text, size_t length,
                      const struct wanted *wanted, struct requirement *ret_requirement);

/* The one of two that counts: the first, but for a pin that the range of the first allows. What
 * every installation has stands before what some have. */
const struct requirement *requirement_better(const struct requirement *first,
                                             const struct requirement *second);

/* The one release that a condition allows, without what builders put behind it ("==1.12.0+cu116"
 * is 1.12.0); false for others. */
bool requirement_pin(const struct requirement *requirement, char *ret_version, size_t size);

/* Index of the newest of `versions` (ascending) that a condition allows; false when it allows none,
 * or cannot be read. */
bool requirement_choose(const char *condition, const int64_t *versions, size_t count,
                        size_t *ret_index);

#endif
