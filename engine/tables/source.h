/* Source: where table files come from: copies built into the library, or a rules directory on disk.
 * Reads bytes, not YAML. */
#ifndef ACCORD_TABLES_SOURCE_H
#define ACCORD_TABLES_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diagnostic.h"
#include "base/span.h"

/* How reading ended. Faults of what users wrote are findings, not statuses. */
enum pack_status {
    PACK_OK,
    PACK_FAULTY, /* see the findings */
    PACK_NO_MEMORY
};

struct snapshot;

/* A built-in file: "name/pack.yaml". */
struct table_file {
    const char *path;
    const char *text;
    size_t length;
    const struct snapshot *snapshot; /* what it holds; NULL: the text has to be parsed */
};

/* Where packs are: built-in files, or a directory on disk that holds a directory a pack. */
struct table_source {
    const struct table_file *files;
    size_t count;
    const char *directory; /* NULL: the built-in files; else those only tell what is unchanged */
};

/* A file's bytes, and the path by which people know it. */
struct source_bytes {
    const char *path;
    const char *bytes;
    size_t length;
    char *owned;                     /* to be freed; NULL for built-in files */
    const struct snapshot *snapshot; /* what they hold, when they are those of a built-in file */
};

/* Largest file that is read, in bytes. */
enum { SOURCE_SIZE_MAX = 16 * 1024 * 1024 };

/* Reads `path` of the source. The full path is kept in `arena`. What cannot be read is reported at
 * `asked`, the place that named the file (file NULL: the file itself). */
enum pack_status source_read(const struct table_source *source, struct arena *arena,
                             const char *path, struct span asked, struct diagnostics *findings,
                             struct source_bytes *ret_bytes);

/* True when the source has that file. */
bool source_has(const struct table_source *source, const char *path);

/* Reads any file, pipes and terminals too. */
enum pack_status source_read_path(const char *path, struct span asked, struct diagnostics *findings,
                                  struct source_bytes *ret_bytes);

void source_bytes_clear(struct source_bytes *bytes);

/* Names of the folders of a directory that hold a file of that name, sorted by byte value, in
 * `arena`; none where it cannot be read. False without memory. */
bool source_folders(struct arena *arena, const char *directory, const char *file,
                    const char ***ret_names, size_t *ret_count);

/* Names of the table files of a directory, sorted by byte value, in `arena`. */
enum pack_status source_list(struct arena *arena, const char *directory,
                             struct diagnostics *findings, const char ***ret_names,
                             size_t *ret_count);

#endif
