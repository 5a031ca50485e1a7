/* Entry: one requirement of a package: "name[extra] >= 2.0 ; marker", an address, or a name alone.
 */
#ifndef ACCORD_CHECK_REQUIREMENT_ENTRY_H
#define ACCORD_CHECK_REQUIREMENT_ENTRY_H

#include <stdbool.h>
#include <stddef.h>

enum { CONDITION_SIZE = 128 };

/* A package by its names. */
struct wanted {
    const char *const *names;
    size_t count;
};

/* True when two names are one package's: '-', '_' and '.' are alike, and so are letters of both
 * cases. */
bool package_same(const char *left, const char *package);

/* Length of the package's name at the head of a text; 0: another one stands there. */
size_t package_match(const char *text, const char *end, const struct wanted *wanted);

/* Keeps a condition up to an end mark, without blanks and quotes. */
void condition_keep(const char *at, const char *end, char ret_condition[CONDITION_SIZE]);

/* Keeps the one release that a lock file or a tag names ("2.0.1", "==2.0.1", "v2.0.1"). False, and
 * an empty condition: it is no version. */
bool condition_keep_release(const char *at, const char *end, char ret_condition[CONDITION_SIZE]);

/* Reads the version in the address of a package: of its file, or of a tag. False when the address
 * is another package's; without a version the condition is empty. */
bool address_read(const char *at, const char *end, const struct wanted *wanted,
                  char ret_condition[CONDITION_SIZE]);

/* Reads an entry, perhaps behind "- ", "-e " or in quotes. False: another package's. */
bool entry_read(const char *text, const char *end, const struct wanted *wanted,
                char ret_condition[CONDITION_SIZE]);

#endif
