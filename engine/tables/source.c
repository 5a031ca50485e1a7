#include "tables/source.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

/* Reads an open file to its end, at most one byte more than allowed. 0 or an errno. */
static int read_all(int descriptor, struct text *ret_text)
{
    char piece[16 * 1024];
    while (ret_text->length <= SOURCE_SIZE_MAX) {
        ssize_t size = read(descriptor, piece, sizeof piece);
        if (size < 0 && errno == EINTR)
            continue;
        if (size < 0)
            return errno;
        if (size == 0)
            break;
        text_add_bytes(ret_text, piece, (size_t)size);
        if (ret_text->failed)
            return ENOMEM;
    }
    return ret_text->length > SOURCE_SIZE_MAX ? EFBIG : 0;
}

/* The bytes of the file at `path`. `regular`: nothing that could wait for a writer. 0 or an errno.
 */
static int read_path(const char *path, bool regular, struct text *ret_text)
{
    /* O_NONBLOCK: opening a pipe that nobody writes would hang; regular files do not care. */
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | (regular ? O_NONBLOCK : 0));
    if (descriptor < 0)
        return errno;
    struct stat status;
    int error = 0;
    if (fstat(descriptor, &status) < 0)
        error = errno;
    else if (S_ISDIR(status.st_mode))
        error = EISDIR;
    else if (regular && !S_ISREG(status.st_mode))
        error = EINVAL;
    else
        error = read_all(descriptor, ret_text);
    close(descriptor);
    return error;
}

/* Turns an errno into a finding. */
static enum pack_status report(const char *path, int error, struct span asked,
                               struct diagnostics *findings)
{
    if (error == ENOMEM)
        return PACK_NO_MEMORY;
    if (!asked.file)
        asked = (struct span){path, 0, 0};
    if (error == EFBIG)
        diagnostics_add(findings, MESSAGE_YAML_TOO_LARGE, (struct span){path, 0, 0}, NULL,
                        (size_t)SOURCE_SIZE_MAX);
    else
        diagnostics_add(findings, MESSAGE_FILE_UNREADABLE, asked, NULL, path, strerror(error));
    return PACK_FAULTY;
}

/* The bytes of a file on disk, or a finding. */
static enum pack_status read_disk(const char *path, bool regular, struct span asked,
                                  struct diagnostics *findings, struct source_bytes *ret_bytes)
{
    struct text text;
    text_init(&text);
    int error = read_path(path, regular, &text);
    size_t length = text.length;
    char *owned = error ? NULL : text_take(&text);
    text_clear(&text);
    if (error || !owned)
        return report(path, error ? error : ENOMEM, asked, findings);
    *ret_bytes = (struct source_bytes){path, owned, length, owned, NULL};
    return PACK_OK;
}

enum pack_status source_read_path(const char *path, struct span asked, struct diagnostics *findings,
                                  struct source_bytes *ret_bytes)
{
    return read_disk(path, false, asked, findings, ret_bytes);
}

/* A built-in file, or NULL. */
static const struct table_file *find_builtin(const struct table_source *source, const char *path)
{
    for (size_t i = 0; i < source->count; i++) {
        if (strcmp(source->files[i].path, path) == 0)
            return &source->files[i];
    }
    return NULL;
}

/* Reads a file of a source on disk; one that is as it came with the library is known. */
static enum pack_status read_directory(const struct table_source *source, struct arena *arena,
                                       const char *path, struct span asked,
                                       struct diagnostics *findings, struct source_bytes *ret_bytes)
{
    const char *full = arena_format(arena, "%s/%s", source->directory, path);
    enum pack_status status =
        full ? read_disk(full, true, asked, findings, ret_bytes) : PACK_NO_MEMORY;
    const struct table_file *known = status == PACK_OK ? find_builtin(source, path) : NULL;
    if (known && known->length == ret_bytes->length &&
        memcmp(known->text, ret_bytes->bytes, known->length) == 0)
        ret_bytes->snapshot = known->snapshot;
    return status;
}

enum pack_status source_read(const struct table_source *source, struct arena *arena,
                             const char *path, struct span asked, struct diagnostics *findings,
                             struct source_bytes *ret_bytes)
{
    if (source->directory)
        return read_directory(source, arena, path, asked, findings, ret_bytes);
    const struct table_file *file = find_builtin(source, path);
    if (!file)
        return report(path, ENOENT, asked, findings);
    *ret_bytes = (struct source_bytes){file->path, file->text, file->length, NULL, file->snapshot};
    return PACK_OK;
}

bool source_has(const struct table_source *source, const char *path)
{
    if (!source->directory)
        return find_builtin(source, path) != NULL;
    struct text full;
    text_init(&full);
    text_format(&full, "%s/%s", source->directory, path);
    bool has = !full.failed && access(full.bytes, F_OK) == 0;
    text_clear(&full);
    return has;
}

void source_bytes_clear(struct source_bytes *bytes)
{
    free(bytes->owned);
    *bytes = (struct source_bytes){0};
}

/* True for a directory entry that is a table file. Hidden ones are editors' leftovers. */
static int is_table(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return entry->d_name[0] != '.' && dot &&
           (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0);
}

/* Byte order, so that the order of rules does not hang on the locale. */
static int compare_names(const struct dirent **left, const struct dirent **right)
{
    return strcmp((*left)->d_name, (*right)->d_name);
}

/* True for a directory entry that people see. */
static int is_shown(const struct dirent *entry) { return entry->d_name[0] != '.'; }

/* True when a folder of the directory has that file. */
static bool has_file(const char *directory, const char *folder, const char *file)
{
    const struct table_source source = {.directory = directory};
    struct text path;
    text_init(&path);
    text_format(&path, "%s/%s", folder, file);
    bool has = !path.failed && source_has(&source, path.bytes);
    text_clear(&path);
    return has;
}

bool source_folders(struct arena *arena, const char *directory, const char *file,
                    const char ***ret_names, size_t *ret_count)
{
    struct dirent **entries = NULL;
    int count = scandir(directory, &entries, is_shown, compare_names);
    const char **names = arena_alloc(arena, count > 0 ? (size_t)count : 1, sizeof *names);
    bool complete = names != NULL;
    *ret_count = 0;
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        if (complete && has_file(directory, name, file))
            complete = (names[(*ret_count)++] = arena_copy(arena, name, strlen(name))) != NULL;
        free(entries[i]);
    }
    free(entries);
    *ret_names = names;
    return complete;
}

enum pack_status source_list(struct arena *arena, const char *directory,
                             struct diagnostics *findings, const char ***ret_names,
                             size_t *ret_count)
{
    struct dirent **entries = NULL;
    int count = scandir(directory, &entries, is_table, compare_names);
    if (count < 0)
        return report(directory, errno, (struct span){0}, findings);

    const char **names = arena_alloc(arena, (size_t)count + 1, sizeof *names);
    bool complete = names != NULL;
    for (int i = 0; i < count; i++) {
        if (complete)
            complete = (names[i] = arena_copy(arena, entries[i]->d_name,
                                              strlen(entries[i]->d_name))) != NULL;
        free(entries[i]);
    }
    free(entries);
    if (!complete)
        return PACK_NO_MEMORY;
    *ret_names = names;
    *ret_count = (size_t)count;
    return PACK_OK;
}
