/* Release: which release of a framework a project uses, by its requirement files. Reads lines, not
 * whole languages: enough for requirements.txt, pyproject.toml, lock files, Pipfile and
 * environment.yml. */
#ifndef ACCORD_CHECK_RELEASE_H
#define ACCORD_CHECK_RELEASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a project says about one package. */
struct requirement {
    char text[128]; /* the condition as written: "==2.1.3", "^2.0"; empty: any release */
    char file[64];  /* name of the file in its folder */
    unsigned line;
    bool found;
};

/* Finds a package in the text of a requirement file named `file` ("requirements/base.txt" for one
 * of a folder of them). */
bool requirement_find(const char *file, const char *text, size_t length,
                      const char *const *packages, size_t package_count,
                      struct requirement *ret_requirement);

/* A package by its names. */
struct wanted {
    const char *const *names;
    size_t count;
};

/* Finds packages in the requirement files of a folder and of the folder `requirements` in it: lock
 * files first, since they name one release; a file that names one outranks those that name a range.
 * `ret_requirements` has a row for each. */
void requirement_read(const char *folder, const struct wanted *wanted, size_t count,
                      struct requirement *ret_requirements);

/* The one release that a condition allows, without what builders put behind it ("==1.12.0+cu116"
 * is 1.12.0); false for others. */
bool requirement_pin(const struct requirement *requirement, char *ret_version, size_t size);

/* True when two names are one package's: '-', '_' and '.' are alike, and so are letters of both
 * cases. */
bool package_same(const char *left, const char *package);

/* Index of the newest of `versions` (ascending) that a condition allows; false when it allows none,
 * or cannot be read. */
bool requirement_choose(const char *condition, const int64_t *versions, size_t count,
                        size_t *ret_index);

#endif
