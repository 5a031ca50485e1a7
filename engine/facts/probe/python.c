#include "facts/probe/python.h"

#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "facts/probe/command.h"

/* Below a prefix. `VERSION` stands for "python3.11", or any when the version is not known. */
static const char *const patterns[] = {
    "lib/VERSION/site-packages", "lib64/VERSION/site-packages", "lib/VERSION/dist-packages",
    "lib/python3/dist-packages", /* Debian: shared by all its versions */
};

static bool add_folder(struct python *python, const char *path, size_t length)
{
    if (python->count == PYTHON_FOLDERS_MAX)
        return true;
    const char *copy = arena_copy(&python->arena, path, length);
    if (!copy)
        return false;
    python->folders[python->count++] = copy;
    return true;
}

static bool add_matches(struct python *python, const char *pattern)
{
    glob_t matches;
    bool has_memory = true;
    int status = glob(pattern, GLOB_ONLYDIR, NULL, &matches);
    if (status != 0)
        return status != GLOB_NOSPACE; /* nothing was allocated */
    for (size_t i = 0; i < matches.gl_pathc && has_memory; i++)
        has_memory = add_folder(python, matches.gl_pathv[i], strlen(matches.gl_pathv[i]));
    globfree(&matches);
    return has_memory;
}

/* Writes `prefix` with the letters that glob would read escaped. */
static bool escape_prefix(const char *prefix, char *buffer, size_t size)
{
    size_t length = 0;
    for (; *prefix; prefix++) {
        if (length + 2 >= size)
            return false;
        if (strchr("*?[\\", *prefix))
            buffer[length++] = '\\';
        buffer[length++] = *prefix;
    }
    buffer[length] = '\0';
    return true;
}

/* Adds the package folders of one prefix. `version` is "python3.11" or NULL. */
static bool add_prefix(struct python *python, const char *prefix, const char *version)
{
    char escaped[PATH_MAX], pattern[2 * PATH_MAX];
    if (!escape_prefix(prefix, escaped, sizeof escaped))
        return true;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        const char *middle = strstr(patterns[i], "VERSION");
        int before = middle ? (int)(middle - patterns[i]) : (int)strlen(patterns[i]);
        snprintf(pattern, sizeof pattern, "%s/%.*s%s%s", escaped, before, patterns[i],
                 middle ? (version ? version : "python3.*") : "",
                 middle ? middle + strlen("VERSION") : "");
        if (!add_matches(python, pattern))
            return false;
    }
    return true;
}

/* Cuts the last part off a path; false when there is none. */
static bool cut_name(char *path)
{
    char *slash = strrchr(path, '/');
    if (!slash)
        return false;
    *slash = '\0';
    return true;
}

static bool has_file(const char *folder, const char *name)
{
    char path[PATH_MAX + 64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

/* Packages that a user installed without rights on the system's Python. */
static bool add_user(struct python *python, const char *version)
{
    const char *home = getenv("HOME");
    char prefix[PATH_MAX];
    if (!home || getenv("PYTHONNOUSERSITE"))
        return true;
    int length = snprintf(prefix, sizeof prefix, "%s/.local", home);
    return length >= (int)sizeof prefix || add_prefix(python, prefix, version);
}

/* The installation behind `program`, all links followed: PREFIX/bin/python3.11. */
static bool add_installation(struct python *python, const char *program)
{
    char real[PATH_MAX];
    if (!realpath(program, real))
        return true;
    char *name = strrchr(real, '/') + 1;
    char version[64];
    snprintf(version, sizeof version, "%.60s", name);
    bool has_version = strncmp(name, "python3.", 8) == 0;
    if (!cut_name(real) || !cut_name(real))
        return true;
    size_t before = python->count;
    if (!add_user(python, has_version ? version : NULL))
        return false;
    size_t own = python->count;
    if (strcmp(real, "/usr") == 0 &&
        !add_prefix(python, "/usr/local", has_version ? version : NULL))
        return false; /* Debian's Python installs there */
    if (!add_prefix(python, real, has_version ? version : NULL))
        return false;
    if (python->count == own)
        python->count = before; /* no installation, a script that chooses one: which is unknown */
    python->is_known = python->count > own;
    return true;
}

/* The value of a line "KEY = VALUE", or NULL. Cuts off what follows it. */
static const char *read_line(char *line, const char *key)
{
    size_t length = strlen(key);
    if (strncmp(line, key, length) != 0)
        return NULL;
    char *value = line + length + strspn(line + length, " ");
    if (*value != '=')
        return NULL;
    value += 1 + strspn(value + 1, " ");
    value[strcspn(value, "\r\n")] = '\0';
    return value;
}

/* The program below a virtual environment whose packages it uses too; false when it keeps to its
 * own. */
static bool read_environment(const char *prefix, char *buffer, size_t size)
{
    char path[PATH_MAX + 16], line[PATH_MAX + 64];
    bool uses_packages = false, has_home = false;
    snprintf(path, sizeof path, "%s/pyvenv.cfg", prefix);
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    while (fgets(line, sizeof line, file)) {
        const char *home = read_line(line, "home");
        const char *answer = read_line(line, "include-system-site-packages");
        if (home)
            has_home = snprintf(buffer, size, "%s/python3", home) < (int)size;
        uses_packages |= answer && strcasecmp(answer, "true") == 0;
    }
    fclose(file);
    return uses_packages && has_home;
}

/* A virtual environment or the like: its own folders, and those it builds on. */
static bool add_environment(struct python *python, const char *prefix)
{
    char program[PATH_MAX];
    size_t before = python->count;
    if (!add_prefix(python, prefix, NULL))
        return false;
    bool is_known = python->count > before;
    if (is_known && read_environment(prefix, program, sizeof program) &&
        !add_installation(python, program))
        return false;
    python->is_known = is_known;
    return true;
}

/* The folder above PATH's python3 is a virtual environment, or python3 leads to an installation. */
static bool add_program(struct python *python)
{
    char program[PATH_MAX], prefix[PATH_MAX];
    if (!command_find("python3", program, sizeof program))
        return true;
    memcpy(prefix, program, sizeof prefix);
    if (cut_name(prefix) && cut_name(prefix) && has_file(prefix, "pyvenv.cfg"))
        return add_environment(python, prefix);
    return add_installation(python, program);
}

static bool add_path(struct python *python)
{
    const char *path = getenv("PYTHONPATH");
    for (; path && *path; path += path[0] == ':') {
        size_t length = strcspn(path, ":");
        if (length && !add_folder(python, path, length))
            return false;
        path += length;
    }
    return true;
}

bool python_find(struct python *ret_python)
{
    static const char *const variables[] = {"VIRTUAL_ENV", "CONDA_PREFIX"};
    *ret_python = (struct python){.count = 0};
    arena_init(&ret_python->arena);
    if (!add_path(ret_python))
        return false;
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *prefix = getenv(variables[i]);
        if (!prefix || !*prefix)
            continue;
        if (!add_environment(ret_python, prefix))
            return false;
        if (ret_python->is_known)
            return true;
    }
    return add_program(ret_python);
}

void python_clear(struct python *python) { arena_clear(&python->arena); }
