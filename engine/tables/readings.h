/* Readings: table files read, checked and loaded side by side, each for itself: what it holds, its
 * memory and its findings stay apart until somebody takes them in, in the order of the files. */
#ifndef ACCORD_TABLES_READINGS_H
#define ACCORD_TABLES_READINGS_H

#include <stddef.h>

#include "base/arena.h"
#include "base/diagnostic.h"
#include "tables/load.h"
#include "tables/source.h"

struct reading {
    const struct table_source *source;
    const char *path;  /* below the source; NULL: nothing is read */
    struct span asked; /* where it is listed */
    const struct table_registry *registries;
    size_t registry_count;

    struct arena arena; /* of what was loaded; the rest is given by readings_run */
    struct diagnostics findings;
    struct load_content content; /* PACK_OK */
    enum pack_status status;
};

/* Reads the files of `count` readings, on some threads when they are many. */
void readings_run(struct reading *readings, size_t count);

void reading_clear(struct reading *reading);

#endif
