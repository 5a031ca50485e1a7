#include "facts/probe/library.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A conversion between object and function pointers is POSIX, not C: hence the copying of bytes. */
static bool find_symbols(void *handle, const struct library *library, void *functions)
{
    for (size_t i = 0; i < library->symbol_count; i++) {
        const struct library_symbol *symbol = &library->symbols[i];
        void *address = dlsym(handle, symbol->name);
        if (!address && !symbol->is_optional)
            return false;
        memcpy((char *)functions + symbol->offset, &address, sizeof address);
    }
    return true;
}

/* A program with raised rights must not load what its caller's environment leads to. */
static bool trusts_environment(void) { return getuid() == geteuid() && getgid() == getegid(); }

enum { FLAGS = RTLD_LAZY | RTLD_LOCAL };

/* Loads one file (NULL or empty: nothing); NULL when it is no library with all the symbols. */
static void *load(const struct library *library, const char *file, int flags, void *functions)
{
    void *handle = file && *file ? dlopen(file, flags) : NULL;
    if (handle && !find_symbols(handle, library, functions)) {
        dlclose(handle);
        return NULL;
    }
    return handle;
}

void *library_open(const struct library *library, const char *preferred, void *functions,
                   const char **ret_file)
{
    bool trusts = trusts_environment();
    const char *wanted = trusts ? getenv(library->variable) : NULL;
    const struct {
        const char *file;
        int flags;
    } candidates[] = {
        {wanted, FLAGS},
        {wanted ? NULL : library->file, FLAGS | RTLD_NOLOAD},
        {wanted || !trusts ? NULL : preferred, FLAGS},
        {wanted ? NULL : library->file, FLAGS},
    };
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++) {
        void *handle = load(library, candidates[i].file, candidates[i].flags, functions);
        if (handle && ret_file)
            *ret_file = candidates[i].file;
        if (handle)
            return handle;
    }
    return NULL;
}

void library_close(void *handle)
{
    if (handle)
        dlclose(handle);
}
