/* Memory: lets allocations of the code under test fail. Works where the program is linked with
 * -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc; elsewhere nothing fails and such tests pass with
 * one round. */
#ifndef ACCORD_TESTS_MEMORY_H
#define ACCORD_TESTS_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Lets `count` more allocations succeed and all after them fail. */
void memory_fail_after(size_t count);

/* Lets all allocations succeed again; true when one had failed. */
bool memory_restore(void);

#endif
