#include "check/release.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "check/file.h"

static const char lead[] = " \t\r\"'";

static bool is_name(char character)
{
    return isalnum((unsigned char)character) || (character && strchr("-_.", character));
}

/* Length of a package's name at the head of `text`; '-', '_' and '.' are alike, and so are letters of both cases. 0: another one. */
static size_t match_name(const char *text, const char *end, const char *package)
{
    const char *at = text;
    while (*package && at < end) {
        bool both = strchr("-_.", *package) && strchr("-_.", *at) && *at;
        if (!both && tolower((unsigned char)*at) != *package)
            return 0;
        at++;
        package++;
    }
    return *package || (at < end && is_name(*at)) ? 0 : (size_t)(at - text);
}

bool package_same(const char *left, const char *package)
{
    size_t length = strlen(left);
    return match_name(left, left + length, package) == length && length > 0;
}

static size_t match_packages(const char *text, const char *end, const char *const *packages, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t length = match_name(text, end, packages[i]);
        if (length)
            return length;
    }
    return 0;
}

/* Keeps a condition: what stands behind the name up to an end mark, without blanks and quotes. */
static void keep_condition(const char *at, const char *end, struct requirement *requirement)
{
    size_t length = 0;
    for (; at < end && !strchr(";#@", *at) && length + 1 < sizeof requirement->text; at++) {
        if (!strchr(" \t\r\"'()", *at))
            requirement->text[length++] = *at;
        else if (length > 0 && strchr("\"'", *at))
            break;
    }
    while (length > 0 && strchr(",]}", requirement->text[length - 1]))
        length--;
    requirement->text[length] = '\0';
}

/* `name[extra] >= 2.0`, perhaps behind "- " or in quotes. */
static bool read_plain(const char *line, const char *end, const char *const *packages, size_t count, struct requirement *requirement)
{
    while (line < end && strchr(" \t-\"'", *line))
        line++;
    size_t length = match_packages(line, end, packages, count);
    const char *at = line + length;
    const char *close = at < end && *at == '[' ? memchr(at, ']', (size_t)(end - at)) : NULL;
    at = close ? close + 1 : at;
    if (length == 0 || (at < end && *at == ':'))
        return false;
    keep_condition(at, end, requirement);
    return true;
}

/* `name = "^2.0"` and `name = {version = "^2.0", extras = [...]}`. */
static bool read_assigned(const char *line, const char *end, const char *const *packages, size_t count, struct requirement *requirement)
{
    size_t length = match_packages(line, end, packages, count);
    const char *at = line + length;
    while (at < end && strchr(" \t", *at))
        at++;
    if (length == 0 || at == end || *at != '=')
        return false;
    const char *version = memmem(at, (size_t)(end - at), "version", 7);
    const char *quote = version ? version : at;
    while (quote < end && *quote != '"' && *quote != '\'')
        quote++;
    if (quote < end)
        keep_condition(quote, end, requirement);
    return quote < end;
}

/* A requirement in quotes, anywhere in the line. */
static bool read_quoted(const char *line, const char *end, const char *const *packages, size_t count, struct requirement *requirement)
{
    for (const char *at = line; at < end; at++) {
        if ((*at == '"' || *at == '\'') && read_plain(at + 1, end, packages, count, requirement))
            return true;
    }
    return false;
}

static bool read_project(const char *line, const char *end, const char *const *packages, size_t count, struct requirement *requirement)
{
    return read_assigned(line, end, packages, count, requirement) || read_quoted(line, end, packages, count, requirement);
}

/* `name = "x"` and, in the lines below it, `version = "2.1.3"`. `requirement->found` remembers that the name was there. */
static bool read_locked(const char *line, const char *end, const char *const *packages, size_t count, struct requirement *requirement)
{
    size_t size = (size_t)(end - line);
    if (size > 6 && memcmp(line, "name = ", 7) == 0) {
        const char *name = line + 7 + strspn(line + 7, lead);
        requirement->found = match_packages(name, end, packages, count) > 0;
    }
    if (!requirement->found || size < 10 || memcmp(line, "version = ", 10) != 0)
        return false;
    snprintf(requirement->text, sizeof requirement->text, "==");
    struct requirement version = {0};
    keep_condition(line + 10, end, &version);
    memcpy(requirement->text + 2, version.text, sizeof version.text - 2);
    requirement->text[sizeof requirement->text - 1] = '\0';
    return true;
}

typedef bool read_requirement(const char *line, const char *end, const char *const *packages, size_t count,
                              struct requirement *requirement);

/* Kinds of file, the most exact first. */
static const struct {
    const char *prefix, *suffix;
    read_requirement *read;
} files[] = {
    {"uv", ".lock", read_locked},           {"poetry", ".lock", read_locked},     {"pdm", ".lock", read_locked},
    {"requirements", ".txt", read_plain},   {"constraints", ".txt", read_plain},  {"pyproject", ".toml", read_project},
    {"environment", ".yml", read_plain},    {"environment", ".yaml", read_plain}, {"conda", ".yaml", read_plain},
    {"setup", ".py", read_quoted},          {"setup", ".cfg", read_plain},
};

enum { FILE_KINDS = sizeof files / sizeof *files };

/* Which kind of file a name is, or FILE_KINDS. */
static size_t file_kind(const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < FILE_KINDS; i++) {
        size_t prefix = strlen(files[i].prefix), suffix = strlen(files[i].suffix);
        bool free_middle = i == 3 || i == 4; /* requirements-train.txt */
        if (length < prefix + suffix || strncmp(name, files[i].prefix, prefix) != 0 || strcmp(name + length - suffix, files[i].suffix) != 0)
            continue;
        if (free_middle || length == prefix + suffix)
            return i;
    }
    return FILE_KINDS;
}

bool requirement_find(const char *file, const char *text, size_t length, const char *const *packages, size_t package_count,
                      struct requirement *ret_requirement)
{
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
    size_t kind = file_kind(name);
    struct requirement requirement = {0};
    const char *end = text + length;
    for (unsigned line = 1; kind < FILE_KINDS && text < end; line++) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        const char *line_end = stop ? stop : end;
        if (*text != '#' && files[kind].read(text, line_end, packages, package_count, &requirement)) {
            requirement.found = true;
            requirement.line = line;
            snprintf(requirement.file, sizeof requirement.file, "%s", name);
            *ret_requirement = requirement;
            return true;
        }
        text = line_end + 1;
    }
    return false;
}

/* The names of a folder's requirement files, by kind and then by name. */
static size_t list_files(const char *folder, char (*names)[64], size_t room)
{
    DIR *directory = opendir(folder);
    const struct dirent *entry;
    size_t count = 0;
    while (directory && (entry = readdir(directory))) {
        size_t kind = file_kind(entry->d_name), at = count;
        if (kind == FILE_KINDS || count == room || strlen(entry->d_name) >= sizeof *names)
            continue;
        while (at > 0 && (file_kind(names[at - 1]) > kind ||
                          (file_kind(names[at - 1]) == kind && strcmp(names[at - 1], entry->d_name) > 0))) {
            memcpy(names[at], names[at - 1], sizeof *names);
            at--;
        }
        memcpy(names[at], entry->d_name, strlen(entry->d_name) + 1);
        count++;
    }
    if (directory)
        closedir(directory);
    return count;
}

bool requirement_read(const char *folder, const char *const *packages, size_t package_count, struct requirement *ret_requirement)
{
    char names[32][64], path[4096];
    size_t count = list_files(folder, names, 32);
    for (size_t i = 0; i < count; i++) {
        struct file_bytes bytes;
        int length = snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        if (length < 0 || (size_t)length >= sizeof path || file_read(path, &bytes) != 0)
            continue;
        bool found = requirement_find(names[i], bytes.text, bytes.length, packages, package_count, ret_requirement);
        file_bytes_clear(&bytes);
        if (found)
            return true;
    }
    return false;
}

/* ---- conditions ---- */

enum operator { OPERATOR_EQUAL, OPERATOR_UNEQUAL, OPERATOR_LEAST, OPERATOR_MOST, OPERATOR_MORE, OPERATOR_LESS, OPERATOR_CARET, OPERATOR_TILDE,
                OPERATOR_COMPATIBLE };

static const struct {
    const char *text;
    enum operator operator;
} operators[] = {
    {"===", OPERATOR_EQUAL}, {"==", OPERATOR_EQUAL},      {"!=", OPERATOR_UNEQUAL}, {">=", OPERATOR_LEAST}, {"<=", OPERATOR_MOST},
    {"~=", OPERATOR_COMPATIBLE}, {">", OPERATOR_MORE},    {"<", OPERATOR_LESS},     {"^", OPERATOR_CARET},  {"~", OPERATOR_TILDE},
    {"=", OPERATOR_EQUAL},   {"", OPERATOR_EQUAL},
};

/* The first version that no longer begins with the first `parts` parts of `version`. */
static int64_t above(int64_t version, unsigned parts)
{
    static const int64_t steps[] = {1000000, 1000000, 1000, 1};
    int64_t step = steps[parts < 3 ? parts : 3];
    return (version / step + 1) * step;
}

static bool allows(enum operator operator, int64_t wanted, unsigned parts, int64_t version)
{
    int64_t next = above(wanted, parts);
    switch (operator) {
    case OPERATOR_EQUAL:
        return version >= wanted && version < next;
    case OPERATOR_UNEQUAL:
        return version < wanted || version >= next;
    case OPERATOR_LEAST:
        return version >= wanted;
    case OPERATOR_MOST:
        return version <= wanted;
    case OPERATOR_MORE:
        return version > wanted;
    case OPERATOR_LESS:
        return version < wanted;
    case OPERATOR_CARET:
        return version >= wanted && version < above(wanted, wanted >= 1000000 ? 1 : 2);
    case OPERATOR_TILDE:
        return version >= wanted && version < above(wanted, parts < 2 ? 1 : 2);
    case OPERATOR_COMPATIBLE:
        return version >= wanted && version < above(wanted, parts > 1 ? parts - 1 : 1);
    }
    return false;
}

/* One of the parts between commas; `ret_read` false when it is no condition. */
static bool part_allows(const char *part, size_t length, int64_t version, bool *ret_read)
{
    size_t row = 0;
    int64_t wanted;
    *ret_read = true;
    if (length == 0 || (length == 1 && *part == '*'))
        return true;
    while (strncmp(part, operators[row].text, strlen(operators[row].text)) != 0)
        row++;
    size_t skipped = strlen(operators[row].text);
    part += skipped;
    length -= skipped;
    const char *build = memchr(part, '=', length); /* conda: 2.1.0=py39 */
    length = build ? (size_t)(build - part) : length;
    while (length > 1 && part[length - 1] == '*' && part[length - 2] == '.')
        length -= 2;
    *ret_read = text_read_version(part, length, &wanted);
    return *ret_read && allows(operators[row].operator, wanted, text_version_parts(part, length), version);
}

static bool condition_allows(const char *condition, int64_t version, bool *ret_read)
{
    bool fits = true;
    *ret_read = true;
    while (fits && *ret_read) {
        size_t length = strcspn(condition, ",");
        fits = part_allows(condition, length, version, ret_read);
        if (condition[length] == '\0')
            break;
        condition += length + 1;
    }
    return fits && *ret_read;
}

bool requirement_choose(const char *condition, const int64_t *versions, size_t count, size_t *ret_index)
{
    bool read = true;
    for (size_t i = count; i-- > 0 && read;) {
        if (!condition_allows(condition, versions[i], &read))
            continue;
        *ret_index = i;
        return true;
    }
    return false;
}
