#include "check/requirement.h"

#include <stdio.h>
#include <string.h>

#include "check/requirement_search.h"

/* Keeps the first entry of its sort. */
void search_offer(struct search *search, const char *condition, unsigned line)
{
    struct requirement *found = &search->found[search->aside];
    if (found->found)
        return;
    found->found = true;
    found->line = line;
    found->aside = search->aside;
    memcpy(found->text, condition, strlen(condition) + 1);
}

void search_offer_entry(struct search *search, const char *text, const char *end, unsigned line)
{
    char condition[CONDITION_SIZE];
    if (entry_read(text, end, search->wanted, condition))
        search_offer(search, condition, line);
}

/* ---- kinds of files ---- */

/* The most exact first. */
static const struct {
    const char *prefix, *suffix;
    read_text *read;
    bool free_middle; /* requirements-train.txt */
} files[] = {
    {"uv", ".lock", read_locked, false},
    {"poetry", ".lock", read_locked, false},
    {"pdm", ".lock", read_locked, false},
    {"pylock", ".toml", read_locked, true},
    {"Pipfile", ".lock", read_pipfile_lock, false},
    {"pixi", ".lock", read_pixi_lock, false},
    {"conda-lock", ".yml", read_locked, true},
    {"requirements", ".txt", read_list, true},
    {"constraints", ".txt", read_list, true},
    {"requirements", ".in", read_list, true},
    {"pyproject", ".toml", read_project, false},
    {"Pipfile", "", read_pipfile, false},
    {"pixi", ".toml", read_project, false},
    {"environment", ".yml", read_environment, true},
    {"environment", ".yaml", read_environment, true},
    {"env", ".yml", read_environment, false},
    {"env", ".yaml", read_environment, false},
    {"conda", ".yml", read_environment, true},
    {"conda", ".yaml", read_environment, true},
    {"setup", ".py", read_setup_py, false},
    {"setup", ".cfg", read_setup_cfg, false},
};

enum { FILE_KINDS = sizeof files / sizeof *files };

/* Names of files that every installation has, where several stand side by side. */
static const char *const main_names[] = {"base", "core",   "main", "common",
                                         "lock", "frozen", "prod", "requirements"};

/* The kind of a file, and the part of its name that is free. */
static int match_kind(const char *name, const char **ret_middle, size_t *ret_length)
{
    static const char folder[] = REQUIREMENTS_FOLDER, list[] = "requirements.txt";
    size_t length = strlen(name), head = sizeof folder - 1;
    if (strncmp(name, folder, head) == 0 && length > head + 4 &&
        strcmp(name + length - 4, ".txt") == 0) {
        int kind = match_kind(list, ret_middle, ret_length);
        *ret_middle = name + head;
        *ret_length = length - head - 4;
        return kind;
    }
    for (int i = 0; i < FILE_KINDS; i++) {
        size_t prefix = strlen(files[i].prefix), suffix = strlen(files[i].suffix);
        if (length < prefix + suffix || strncmp(name, files[i].prefix, prefix) != 0 ||
            strcmp(name + length - suffix, files[i].suffix) != 0)
            continue;
        *ret_middle = name + prefix;
        *ret_length = length - prefix - suffix;
        if (files[i].free_middle || *ret_length == 0)
            return i;
    }
    return -1;
}

int requirement_file_kind(const char *name)
{
    const char *middle;
    size_t length;
    return match_kind(name, &middle, &length);
}

/* True for the name of a file that stands beside the main one. */
static bool is_aside(const char *middle, size_t length)
{
    bool aside = length > 0;
    while (length > 0 && strchr("-_.", *middle)) {
        middle++;
        length--;
    }
    for (size_t i = 0; i < sizeof main_names / sizeof *main_names && aside; i++)
        aside = strlen(main_names[i]) != length || memcmp(main_names[i], middle, length) != 0;
    return aside;
}

bool requirement_find(const char *file, const char *text, size_t length,
                      const struct wanted *wanted, struct requirement *ret_requirement)
{
    const char *middle;
    size_t size;
    struct search search = {.wanted = wanted};
    int kind = match_kind(file, &middle, &size);
    if (kind < 0)
        return false;
    files[kind].read(&search, text, length);
    struct requirement found = *requirement_better(&search.found[0], &search.found[1]);
    if (!found.found)
        return false;
    found.aside = found.aside || is_aside(middle, size);
    snprintf(found.file, sizeof found.file, "%s", file);
    *ret_requirement = found;
    return true;
}
