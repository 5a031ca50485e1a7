/* Library: a shared library that is looked for at run time, never linked. Only this folder loads
 * any. The loader itself remembers what is loaded, so nothing is kept here. */
#ifndef ACCORD_FACTS_PROBE_LIBRARY_H
#define ACCORD_FACTS_PROBE_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

/* A function that is wanted, and where its address goes. */
struct library_symbol {
    const char *name;
    size_t offset;    /* of a function pointer in the struct that library_open fills */
    bool is_optional; /* NULL is fine: older libraries lack it */
};

struct library {
    const char *file;     /* as the loader finds it: "libx.so.1" */
    const char *variable; /* environment variable naming a file to take instead; empty: take none */
    const struct library_symbol *symbols;
    size_t symbol_count;
};

/* The loaded library with the addresses of its symbols in `functions`, or NULL. Taken is, in this
 * order: what the environment variable names; what the process has loaded already, as that is what
 * will be used; `preferred` (may be NULL), a path; what the loader finds. `ret_file` (may be NULL)
 * is the one that was taken. */
void *library_open(const struct library *library, const char *preferred, void *functions,
                   const char **ret_file);

/* For libraries that may go again. Takes NULL. */
void library_close(void *handle);

#endif
