/* Files: folders of test data below the sources. */
#ifndef ACCORD_TESTS_FILES_H
#define ACCORD_TESTS_FILES_H

#include <stdbool.h>
#include <stddef.h>

/* "<sources>/tests/<name>" in a buffer of its own, good until the next call. */
const char *files_folder(const char *name);

/* A file's content (free), or NULL when there is none. */
char *files_read(const char *path, size_t *ret_length);

/* Calls `visit` with every name in a folder, sorted, but for hidden ones. How many there were. */
size_t files_each(const char *folder, void (*visit)(const char *folder, const char *name));

/* A new folder for one test, and its removal with all that was written into it. */
char *files_make_folder(void);
void files_remove_folder(char *folder);

/* Writes a text to "<folder>/<name>"; folders on the way are made. */
bool files_write(const char *folder, const char *name, const char *text);

#endif
