/* Facts package.NAME, package.NAME.version and NAME.version: whether the active Python has a
 * package, by the names of files alone. Without a Python nothing is said. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "facts/probe/answer.h"
#include "facts/probe/python.h"
#include "facts/probe/sources.h"

/* What is wanted of a declared fact, and what was found. */
struct wanted {
    char name[64]; /* of the package; empty: the fact is about something else */
    bool is_version;
    bool is_found;
    char version[64];
};

/* A row a shape of names; the first that fits tells what the fact wants. */
static const struct shape {
    const char *prefix, *suffix;
    bool is_version;
} shapes[] = {
    {"package.", ".version", true},
    {"package.", "", false},
    {"", ".version", true},
};

static void read_shape(const char *fact, struct wanted *ret_wanted)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        char *name = ret_wanted->name;
        if (!request_part(fact, shapes[i].prefix, shapes[i].suffix, name, sizeof ret_wanted->name))
            continue;
        ret_wanted->is_version = shapes[i].is_version;
        return;
    }
    ret_wanted->name[0] = '\0';
}

/* Distributions are written with '-', '_' or '.', in any case. */
static char fold(char letter)
{
    if (letter == '-' || letter == '.')
        return '_';
    return (char)(letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter);
}

/* Length of `name` at the start of a distribution's file name, or 0. */
static size_t match_distribution(const char *file, const char *name)
{
    size_t i = 0;
    while (name[i] && fold(file[i]) == fold(name[i]))
        i++;
    return name[i] ? 0 : i;
}

/* NAME-VERSION.dist-info, NAME-VERSION-py3.11.egg-info. */
static bool match_info(struct wanted *wanted, const char *file)
{
    size_t length = match_distribution(file, wanted->name);
    if (!length || file[length] != '-')
        return false;
    const char *version = file + length + 1;
    const char *end = strstr(version, ".dist-info");
    if (!end)
        end = strstr(version, ".egg-info");
    if (!end)
        return false;
    size_t size = strcspn(version, "-");
    size = size < (size_t)(end - version) ? size : (size_t)(end - version);
    if (!*wanted->version && size < sizeof wanted->version)
        memcpy(wanted->version, version, size);
    return true;
}

/* A folder NAME, NAME.py, or NAME.*.so. */
static bool match_module(const char *file, const char *name)
{
    size_t length = strlen(name), all = strlen(file);
    if (strncmp(file, name, length) != 0)
        return false;
    if (!file[length] || strcmp(file + length, ".py") == 0)
        return true;
    return file[length] == '.' && all > length + 3 && strcmp(file + all - 3, ".so") == 0;
}

/* Compares every file of a folder with every wanted package. */
static void search_folder(const char *path, struct wanted *wanted, size_t count)
{
    DIR *folder = opendir(path);
    if (!folder)
        return;
    for (const struct dirent *entry; (entry = readdir(folder));) {
        for (size_t i = 0; i < count; i++)
            if (*wanted[i].name && (match_info(&wanted[i], entry->d_name) ||
                                    match_module(entry->d_name, wanted[i].name)))
                wanted[i].is_found = true;
    }
    closedir(folder);
}

static bool answer_wanted(struct facts *facts, const char *fact, const struct wanted *wanted)
{
    if (!wanted->is_version)
        return answer_truth(facts, fact, wanted->is_found, "package: folders of Python");
    return !*wanted->version ||
           answer_text(facts, fact, wanted->version, "package: folders of Python");
}

static bool search(const struct probe_request *request, const struct python *python,
                   struct wanted *wanted, struct facts *facts)
{
    for (size_t i = 0; i < request->count; i++)
        read_shape(request->names[i], &wanted[i]);
    for (size_t i = 0; i < python->count; i++)
        search_folder(python->folders[i], wanted, request->count);
    for (size_t i = 0; i < request->count; i++)
        if (*wanted[i].name && !answer_wanted(facts, request->names[i], &wanted[i]))
            return false;
    return true;
}

static bool read_package(const struct probe_request *request, struct facts *facts)
{
    struct python python;
    bool has_memory = python_find(&python);
    if (has_memory && python.is_known && request->count) {
        struct wanted *wanted = calloc(request->count, sizeof *wanted);
        has_memory = wanted && search(request, &python, wanted, facts);
        free(wanted);
    }
    python_clear(&python);
    return has_memory;
}

const struct probe probe_package = {
    .name = "package",
    .summary = "packages of the active Python, without starting it",
    .provides = "package.*, package.*.version, *.version",
    .read = read_package,
};
