#include "check/walk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "check/file.h"

struct walk_entry {
    const char *name;
    bool is_folder;
};

struct walk_level {
    struct arena arena;
    struct walk_entry *entries;
    size_t count, room, next;
    size_t length, whole; /* bytes of the folder's path in walk->path and walk->whole */
    struct gitignore ignore;
    /* its own ignore file, or the nearest outer one that says anything */
    const struct gitignore *rules;
    struct walk_level *outer;
};

struct walk_outer {
    struct gitignore ignore;
    struct walk_outer *next;
};

/* Folders that no project means when it says "everything". */
static const char *const never[] = {
    ".git",        ".hg",         ".svn",          ".tox",           ".nox",
    ".venv",       "venv",        "node_modules",  "__pycache__",    "site-packages",
    ".mypy_cache", ".ruff_cache", ".pytest_cache", "__pypackages__", ".eggs"};

/* Files that can hold a request. */
static const char *const endings[] = {".yaml", ".yml", ".json"};

static bool is_never(const char *name)
{
    for (size_t i = 0; i < sizeof never / sizeof *never; i++) {
        if (strcmp(never[i], name) == 0)
            return true;
    }
    return false;
}

static bool has_ending(const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t size = strlen(endings[i]);
        if (length > size && strcmp(name + length - size, endings[i]) == 0)
            return true;
    }
    return false;
}

static int compare_paths(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* True when `path` is `folder` or stands below it. */
static bool is_below(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    while (length > 1 && folder[length - 1] == '/')
        length--;
    return strncmp(path, folder, length) == 0 &&
           (path[length] == '/' || path[length] == '\0' || folder[length - 1] == '/');
}

size_t walk_sort(const char **paths, size_t count)
{
    size_t kept = 0;
    if (count > 1)
        qsort(paths, count, sizeof *paths, compare_paths);
    for (size_t i = 0; i < count; i++) {
        bool covered = false;
        bool inside = *paths[i] != '/' && strncmp(paths[i], "..", 2) != 0;
        for (size_t j = 0; j < kept && !covered; j++)
            covered = is_below(paths[i], paths[j]) || (inside && strcmp(paths[j], ".") == 0);
        if (!covered)
            paths[kept++] = paths[i];
    }
    return kept;
}

void walk_init(struct walk *walk, const char *const *paths, size_t count,
               const struct gitignore *exclude)
{
    *walk = (struct walk){.paths = paths, .path_count = count, .exclude = exclude};
}

/* Leaves the innermost folder. */
static void leave(struct walk *walk)
{
    struct walk_level *level = walk->level;
    walk->level = level->outer;
    gitignore_clear(&level->ignore);
    free(level->entries);
    arena_clear(&level->arena);
    free(level);
}

static void forget_outers(struct walk *walk)
{
    while (walk->outers) {
        struct walk_outer *outer = walk->outers;
        walk->outers = outer->next;
        gitignore_clear(&outer->ignore);
        free(outer);
    }
}

void walk_clear(struct walk *walk)
{
    while (walk->level)
        leave(walk);
    forget_outers(walk);
    free(walk->path.text);
    free(walk->whole.text);
    *walk = (struct walk){0};
}

/* Writes `name` behind the first `length` bytes of a path, with a slash between when there should
 * be one. */
static bool put_path(struct walk *walk, struct walk_path *path, size_t length, const char *name)
{
    size_t size = strlen(name);
    if (length + size + 2 > path->room) {
        size_t room = (length + size + 2) * 2;
        char *text = realloc(path->text, room);
        if (text == NULL) {
            walk->failed = true;
            return false;
        }
        *path = (struct walk_path){.text = text, .room = room};
    }
    if (length > 0 && path->text[length - 1] != '/')
        path->text[length++] = '/';
    memcpy(path->text + length, name, size + 1);
    return true;
}

/* Both paths lead to an entry of the level. */
static bool put_paths(struct walk *walk, const struct walk_level *level, const char *name)
{
    return put_path(walk, &walk->path, level->length, name) &&
           put_path(walk, &walk->whole, level->whole, name);
}

/* As their paths sort: a folder counts as if its slash were there. */
static int compare_entries(const void *left_row, const void *right_row)
{
    const struct walk_entry *left = left_row, *right = right_row;
    size_t at = 0;
    while (left->name[at] && left->name[at] == right->name[at])
        at++;
    unsigned char first = (unsigned char)left->name[at], second = (unsigned char)right->name[at];
    if (first == '\0' && left->is_folder)
        first = '/';
    if (second == '\0' && right->is_folder)
        second = '/';
    return (int)first - (int)second;
}

static bool add_entry(struct walk_level *level, const char *name, bool is_folder)
{
    struct walk_entry *entries =
        array_grow(level->entries, level->count, sizeof *entries, &level->room);
    if (entries == NULL)
        return false;
    level->entries = entries;
    const char *copy = arena_copy(&level->arena, name, strlen(name));
    if (copy == NULL)
        return false;
    level->entries[level->count++] = (struct walk_entry){.name = copy, .is_folder = is_folder};
    return true;
}

/* What an entry is, without following links to folders; other kinds count as neither. */
static bool entry_kind(int folder, const struct dirent *entry, bool *ret_is_folder)
{
    struct stat status;
    *ret_is_folder = entry->d_type == DT_DIR;
    if (entry->d_type == DT_DIR || entry->d_type == DT_REG)
        return true;
    if (entry->d_type != DT_LNK && entry->d_type != DT_UNKNOWN)
        return false;
    if (fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return false;
    *ret_is_folder = S_ISDIR(status.st_mode);
    if (*ret_is_folder || S_ISREG(status.st_mode))
        return true;
    return S_ISLNK(status.st_mode) && fstatat(folder, entry->d_name, &status, 0) == 0 &&
           S_ISREG(status.st_mode);
}

/* True when a walk goes into, or gives, this entry. */
static bool is_wanted(struct walk *walk, const struct walk_level *level, const char *name,
                      bool is_folder)
{
    if (is_folder ? is_never(name) : !has_ending(name))
        return false;
    if (!put_paths(walk, level, name))
        return false;
    return !gitignore_has(level->rules, walk->whole.text, is_folder) &&
           !gitignore_has(walk->exclude, walk->whole.text, is_folder);
}

/* Adds the patterns of an ignore file, if there is one. */
static bool read_ignore(struct gitignore *ignore, const char *path)
{
    struct file_bytes bytes;
    if (file_read(path, &bytes) != 0)
        return true;
    bool complete = gitignore_add(ignore, bytes.text, bytes.length);
    file_bytes_clear(&bytes);
    return complete;
}

/* Lists a folder that is open. An ignore file in it counts for its own entries, so it is read
 * first. */
static bool read_entries(struct walk *walk, struct walk_level *level, DIR *folder)
{
    const struct dirent *entry;
    if (!put_paths(walk, level, ".gitignore") || !read_ignore(&level->ignore, walk->path.text))
        return false;
    level->rules = level->ignore.count ? &level->ignore : level->ignore.outer;
    while ((entry = readdir(folder))) {
        bool is_folder,
            is_dot = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
        if (is_dot || !entry_kind(dirfd(folder), entry, &is_folder) ||
            !is_wanted(walk, level, entry->d_name, is_folder))
            continue;
        if (!add_entry(level, entry->d_name, is_folder))
            return false;
    }
    if (level->count > 1)
        qsort(level->entries, level->count, sizeof *level->entries, compare_entries);
    return true;
}

/* A level for the folder that both paths lead to. */
static struct walk_level *push(struct walk *walk)
{
    struct walk_level *level = calloc(1, sizeof *level);
    if (level == NULL) {
        walk->failed = true;
        return NULL;
    }
    const struct gitignore *outer = walk->level    ? walk->level->rules
                                    : walk->outers ? &walk->outers->ignore
                                                   : NULL;
    arena_init(&level->arena);
    level->length = strlen(walk->path.text);
    level->whole = strlen(walk->whole.text);
    gitignore_init(&level->ignore, outer, level->whole + (level->whole > 1));
    level->outer = walk->level;
    walk->level = level;
    return level;
}

/* Goes into the folder that both paths lead to. Returns errno when it cannot be read. */
static int enter(struct walk *walk)
{
    int descriptor =
        open(walk->path.text, O_RDONLY | O_DIRECTORY | O_CLOEXEC | (walk->level ? O_NOFOLLOW : 0));
    DIR *folder = descriptor < 0 ? NULL : fdopendir(descriptor);
    if (folder == NULL) {
        int error = errno;
        if (descriptor >= 0)
            close(descriptor);
        return error;
    }
    struct walk_level *level = push(walk);
    if (level && !read_entries(walk, level, folder))
        walk->failed = true;
    closedir(folder);
    return 0;
}

/* Reads the ignore file of a folder outside, from the root of the repository inwards; `length`
 * bytes of `whole` lead to it. */
static bool add_outer(struct walk *walk, const char *whole, size_t length, bool is_root)
{
    struct walk_outer *outer = calloc(1, sizeof *outer);
    struct walk_path path = {0};
    if (outer == NULL)
        return false;
    gitignore_init(&outer->ignore, walk->outers ? &walk->outers->ignore : NULL,
                   length + (length > 1));
    outer->next = walk->outers;
    walk->outers = outer;
    char *folder = strndup(whole, length);
    bool complete = folder && put_path(walk, &path, 0, folder);
    if (complete && is_root)
        complete = put_path(walk, &path, length, ".git/info/exclude") &&
                   read_ignore(&outer->ignore, path.text);
    complete = complete && put_path(walk, &path, length, ".gitignore") &&
               read_ignore(&outer->ignore, path.text);
    free(path.text);
    free(folder);
    return complete;
}

/* True when a folder, the first `length` bytes of `whole`, is the root of a repository. */
static bool is_repository(struct walk *walk, const char *whole, size_t length)
{
    struct walk_path path = {0};
    struct stat status;
    char *folder = strndup(whole, length);
    bool found = folder && put_path(walk, &path, 0, folder) &&
                 put_path(walk, &path, length, ".git") && stat(path.text, &status) == 0;
    free(path.text);
    free(folder);
    return found;
}

/* Bytes of `whole` that lead to the root of its repository; 0: it is in none. */
static size_t find_repository(struct walk *walk, const char *whole)
{
    for (size_t length = strlen(whole); length > 1;) {
        if (is_repository(walk, whole, length))
            return length;
        while (length > 1 && whole[length - 1] != '/')
            length--;
        length -= length > 1;
    }
    return 0;
}

/* The ignore files of the repository around the folder that walk->whole leads to. That folder's own
 * file is read when it is entered, but what .git/info/exclude says is wanted here. */
static bool read_outers(struct walk *walk)
{
    const char *whole = walk->whole.text;
    size_t total = strlen(whole);
    size_t length = find_repository(walk, whole);
    for (bool is_root = true; length > 0 && (is_root || length < total); is_root = false) {
        if (!add_outer(walk, whole, length, is_root))
            return false;
        do
            length++;
        while (length < total && whole[length] != '/');
    }
    return true;
}

/* Begins with one of the paths. True when it is a folder that was entered, or could not be (errno,
 * else 0). */
static bool begin(struct walk *walk, const char *path, int *ret_error)
{
    struct stat status;
    *ret_error = 0;
    forget_outers(walk);
    if (!put_path(walk, &walk->path, 0, path) || stat(path, &status) != 0 ||
        !S_ISDIR(status.st_mode))
        return false;
    char *whole = realpath(path, NULL);
    if (whole == NULL || !put_path(walk, &walk->whole, 0, whole) || !read_outers(walk))
        walk->failed = true;
    else
        *ret_error = enter(walk);
    free(whole);
    return true;
}

/* As people write it: "." before a path is left out. */
static const char *shown(const struct walk *walk)
{
    const char *path = walk->path.text;
    while (path[0] == '.' && path[1] == '/' && path[2])
        path += path[2] == '/' ? 1 : 2;
    return path;
}

const char *walk_next(struct walk *walk, bool *ret_named, int *ret_error)
{
    *ret_error = 0;
    while (!walk->failed) {
        struct walk_level *level = walk->level;
        *ret_named = level == NULL;
        if (level == NULL && walk->next == walk->path_count)
            return NULL;
        if (level == NULL) {
            if ((!begin(walk, walk->paths[walk->next++], ret_error) || *ret_error) && !walk->failed)
                return shown(walk);
        } else if (level->next == level->count) {
            leave(walk);
        } else {
            const struct walk_entry *entry = &level->entries[level->next++];
            if (!put_paths(walk, level, entry->name))
                return NULL;
            *ret_error = entry->is_folder ? enter(walk) : 0;
            if (!entry->is_folder || *ret_error)
                return shown(walk);
        }
    }
    return NULL;
}
