/* Release: which release of a framework a project uses, by the requirement files of a folder. */
#ifndef ACCORD_CHECK_RELEASE_H
#define ACCORD_CHECK_RELEASE_H

#include "check/requirement.h"

/* Finds packages in the requirement files of a folder and of the folder `requirements` in it: lock
 * files first, since they name one release; a file that names one outranks those that name a range
 * which allows it, and the project's own those beside them. `ret_requirements` has a row for each.
 */
void requirement_read(const char *folder, const struct wanted *wanted, size_t count,
                      struct requirement *ret_requirements);

/* The name of the package that the class paths in a configuration file come from ("name.Class",
 * '_' for '-'). False: it has none, or those of several names. */
bool release_class_name(const char *text, size_t length, const struct wanted *wanted,
                        size_t *ret_name);

#endif
