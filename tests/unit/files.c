#include "files.h"

#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *files_folder(const char *name)
{
    static char path[1024];
    const char *sources = getenv("srcdir");
    snprintf(path, sizeof path, "%s/tests/%s", sources ? sources : ".", name);
    return path;
}

char *files_read(const char *path, size_t *ret_length)
{
    FILE *file = fopen(path, "rb");
    struct stat status;
    if (file == NULL)
        return NULL;
    char *bytes = fstat(fileno(file), &status) == 0 ? malloc((size_t)status.st_size + 1) : NULL;
    if (bytes) {
        *ret_length = fread(bytes, 1, (size_t)status.st_size, file);
        bytes[*ret_length] = '\0';
    }
    fclose(file);
    return bytes;
}

static int is_shown(const struct dirent *entry) { return entry->d_name[0] != '.'; }

size_t files_each(const char *folder, void (*visit)(const char *folder, const char *name))
{
    struct dirent **entries = NULL;
    char *copy = strdup(folder);
    int count = copy ? scandir(copy, &entries, is_shown, alphasort) : -1;
    for (int i = 0; i < count; i++) {
        visit(copy, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    free(copy);
    return count > 0 ? (size_t)count : 0;
}

char *files_make_folder(void)
{
    const char *below = getenv("TMPDIR");
    char path[1024];
    snprintf(path, sizeof path, "%s/accord-test-XXXXXX", below && *below ? below : "/tmp");
    return mkdtemp(path) ? strdup(path) : NULL;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
    (void)status;
    (void)kind;
    (void)walk;
    return remove(path);
}

void files_remove_folder(char *folder)
{
    if (folder)
        nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    free(folder);
}

bool files_write(const char *folder, const char *name, const char *text)
{
    char path[2048];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    for (char *slash = path + strlen(folder) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
    FILE *file = fopen(path, "w");
    bool complete = file && fputs(text, file) >= 0;
    return file && fclose(file) == 0 && complete;
}
