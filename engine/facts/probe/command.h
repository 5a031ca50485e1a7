/* Command: programs on PATH, found and not started. */
#ifndef ACCORD_FACTS_PROBE_COMMAND_H
#define ACCORD_FACTS_PROBE_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

/* The first executable file of that name on PATH, written to `buffer`; false when there is none. */
bool command_find(const char *name, char *buffer, size_t size);

#endif
