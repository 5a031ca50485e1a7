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

/* Length of a package's name at the head of `text`; '-', '_' and '.' are alike, and so are letters
 * of both cases. 0: another one. */
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

static size_t match_packages(const char *text, const char *end, const char *const *packages,
                             size_t count)
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

/* Behind the channel of a conda package ("conda-forge::name"), or where it was. */
static const char *skip_channel(const char *at, const char *end)
{
    const char *name = at;
    while (name < end && is_name(*name))
        name++;
    return end - name > 2 && name[0] == ':' && name[1] == ':' ? name + 2 : at;
}

/* `name[extra] >= 2.0`, perhaps behind "- " or in quotes. */
static bool read_plain(const char *line, const char *end, const char *const *packages, size_t count,
                       struct requirement *requirement)
{
    while (line < end && strchr(" \t-\"'", *line))
        line++;
    line = skip_channel(line, end);
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
static bool read_assigned(const char *line, const char *end, const char *const *packages,
                          size_t count, struct requirement *requirement)
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
static bool read_quoted(const char *line, const char *end, const char *const *packages,
                        size_t count, struct requirement *requirement)
{
    for (const char *at = line; at < end; at++) {
        if ((*at == '"' || *at == '\'') && read_plain(at + 1, end, packages, count, requirement))
            return true;
    }
    return false;
}

static bool read_project(const char *line, const char *end, const char *const *packages,
                         size_t count, struct requirement *requirement)
{
    return read_assigned(line, end, packages, count, requirement) ||
           read_quoted(line, end, packages, count, requirement);
}

/* Keeps the one release that a lock file names. */
static void keep_release(const char *at, const char *end, struct requirement *requirement)
{
    struct requirement version = {0};
    keep_condition(at, end, &version);
    snprintf(requirement->text, sizeof requirement->text, "==%.100s",
             version.text + (strncmp(version.text, "==", 2) == 0 ? 2 : 0));
}

/* What stands behind `key`, '=' or ':' and blanks at the head of a line, whose list mark is
 * skipped; NULL: another line. */
static const char *behind_key(const char *line, const char *end, const char *key)
{
    while (line < end && strchr(" \t-\"", *line))
        line++;
    size_t length = strlen(key);
    if ((size_t)(end - line) <= length || memcmp(line, key, length) != 0 ||
        !strchr(" \":=", line[length]))
        return NULL;
    for (line += length; line < end && strchr(" \t\"':=", *line);)
        line++;
    return line;
}

/* `name = "x"` or `name: x` and, in the lines below it, the same of `version`. `requirement->found`
 * remembers that the name was there. */
static bool read_locked(const char *line, const char *end, const char *const *packages,
                        size_t count, struct requirement *requirement)
{
    const char *name = behind_key(line, end, "name"), *version = behind_key(line, end, "version");
    if (name)
        requirement->found = match_packages(name, end, packages, count) > 0;
    if (!requirement->found || !version)
        return false;
    keep_release(version, end, requirement);
    return true;
}

/* `"name": {` and, in the lines below it, `"version": "==2.1.3"`. */
static bool read_pipfile_lock(const char *line, const char *end, const char *const *packages,
                              size_t count, struct requirement *requirement)
{
    const char *version = behind_key(line, end, "version"), *name = line;
    while (name < end && strchr(lead, *name))
        name++;
    if (end > line && memchr(line, '{', (size_t)(end - line)))
        requirement->found = match_packages(name, end, packages, count) > 0;
    if (!requirement->found || !version)
        return false;
    keep_release(version, end, requirement);
    return true;
}

/* An address whose last part is `name-2.1.3-...`, or `name` and `version` of their own. */
static bool read_pixi_lock(const char *line, const char *end, const char *const *packages,
                           size_t count, struct requirement *requirement)
{
    const char *slash = memrchr(line, '/', (size_t)(end - line)), *name = slash ? slash + 1 : end;
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(packages[i]);
        if ((size_t)(end - name) <= length + 1 ||
            match_name(name, name + length, packages[i]) != length)
            continue;
        const char *version = name + length + 1;
        const char *dash = memchr(version, '-', (size_t)(end - version));
        if (version[-1] != '-' || !isdigit((unsigned char)*version))
            continue;
        keep_release(version, dash ? dash : end, requirement);
        return true;
    }
    return read_locked(line, end, packages, count, requirement);
}

typedef bool read_requirement(const char *line, const char *end, const char *const *packages,
                              size_t count, struct requirement *requirement);

/* Kinds of file, the most exact first. */
static const struct {
    const char *prefix, *suffix;
    read_requirement *read;
    bool free_middle; /* requirements-train.txt */
} files[] = {
    {"uv", ".lock", read_locked, false},
    {"poetry", ".lock", read_locked, false},
    {"pdm", ".lock", read_locked, false},
    {"pylock", ".toml", read_locked, true},
    {"Pipfile", ".lock", read_pipfile_lock, false},
    {"pixi", ".lock", read_pixi_lock, false},
    {"conda-lock", ".yml", read_locked, true},
    {"requirements", ".txt", read_plain, true},
    {"constraints", ".txt", read_plain, true},
    {"requirements", ".in", read_plain, true},
    {"pyproject", ".toml", read_project, false},
    {"Pipfile", "", read_assigned, false},
    {"pixi", ".toml", read_project, false},
    {"environment", ".yml", read_plain, true},
    {"environment", ".yaml", read_plain, true},
    {"env", ".yml", read_plain, false},
    {"env", ".yaml", read_plain, false},
    {"conda", ".yml", read_plain, true},
    {"conda", ".yaml", read_plain, true},
    {"setup", ".py", read_quoted, false},
    {"setup", ".cfg", read_plain, false},
};

enum { FILE_KINDS = sizeof files / sizeof *files };

/* The folder whose files are all lists of requirements, and which such a file is as good as. */
static const char requirements_folder[] = "requirements/", requirements_name[] = "requirements.txt";

/* Which kind of file a name is, or FILE_KINDS. */
static size_t file_kind(const char *name)
{
    size_t length = strlen(name), head = sizeof requirements_folder - 1;
    if (strncmp(name, requirements_folder, head) == 0 && length > 4 &&
        strcmp(name + length - 4, ".txt") == 0)
        return file_kind(requirements_name);
    for (size_t i = 0; i < FILE_KINDS; i++) {
        size_t prefix = strlen(files[i].prefix), suffix = strlen(files[i].suffix);
        if (length < prefix + suffix || strncmp(name, files[i].prefix, prefix) != 0 ||
            strcmp(name + length - suffix, files[i].suffix) != 0)
            continue;
        if (files[i].free_middle || length == prefix + suffix)
            return i;
    }
    return FILE_KINDS;
}

bool requirement_find(const char *file, const char *text, size_t length,
                      const char *const *packages, size_t package_count,
                      struct requirement *ret_requirement)
{
    size_t kind = file_kind(file);
    struct requirement requirement = {0};
    const char *end = text + length;
    for (unsigned line = 1; kind < FILE_KINDS && text < end; line++) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        const char *line_end = stop ? stop : end;
        if (*text != '#' &&
            files[kind].read(text, line_end, packages, package_count, &requirement)) {
            requirement.found = true;
            requirement.line = line;
            snprintf(requirement.file, sizeof requirement.file, "%s", file);
            *ret_requirement = requirement;
            return true;
        }
        text = line_end + 1;
    }
    return false;
}

enum { NAMES_MAX = 48, NAME_SIZE = 64 };

/* Names of requirement files, by kind and then by name. */
struct file_names {
    char items[NAMES_MAX][NAME_SIZE];
    size_t count;
};

/* Puts a name where it belongs. */
static void add_name(struct file_names *names, const char *name)
{
    size_t kind = file_kind(name), at = names->count;
    if (kind == FILE_KINDS || at == NAMES_MAX || strlen(name) >= NAME_SIZE)
        return;
    while (at > 0 &&
           (file_kind(names->items[at - 1]) > kind ||
            (file_kind(names->items[at - 1]) == kind && strcmp(names->items[at - 1], name) > 0))) {
        memcpy(names->items[at], names->items[at - 1], NAME_SIZE);
        at--;
    }
    memcpy(names->items[at], name, strlen(name) + 1);
    names->count++;
}

/* Adds the requirement files of a folder, their names behind `prefix`. */
static void list_files(const char *folder, const char *prefix, struct file_names *names)
{
    char path[4096], name[NAME_SIZE + 256];
    int length = snprintf(path, sizeof path, "%s/%s", folder, prefix);
    DIR *directory = length > 0 && (size_t)length < sizeof path ? opendir(path) : NULL;
    const struct dirent *entry;
    while (directory && (entry = readdir(directory))) {
        snprintf(name, sizeof name, "%s%s", prefix, entry->d_name);
        add_name(names, name);
    }
    if (directory)
        closedir(directory);
}

/* True for a condition that one release alone fulfils. */
static bool is_pin(const struct requirement *requirement)
{
    return requirement->found && requirement->text[0] == '=' && !strpbrk(requirement->text, ",*");
}

/* Looks for the packages in one requirement file of a folder. */
static void read_file(const char *folder, const char *name, const struct wanted *wanted,
                      size_t count, struct requirement *requirements)
{
    char path[4096];
    struct file_bytes bytes;
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (length < 0 || (size_t)length >= sizeof path || file_read(path, &bytes) != 0)
        return;
    for (size_t i = 0; i < count; i++) {
        struct requirement found = {0};
        if (!is_pin(&requirements[i]))
            requirement_find(name, bytes.text, bytes.length, wanted[i].names, wanted[i].count,
                             &found);
        if (is_pin(&found) || (found.found && !requirements[i].found))
            requirements[i] = found;
    }
    file_bytes_clear(&bytes);
}

/* True while some package is not pinned yet. */
static bool is_open(const struct requirement *requirements, size_t count)
{
    bool open = false;
    for (size_t i = 0; i < count; i++)
        open = open || !is_pin(&requirements[i]);
    return open;
}

void requirement_read(const char *folder, const struct wanted *wanted, size_t count,
                      struct requirement *ret_requirements)
{
    struct file_names names = {.count = 0};
    memset(ret_requirements, 0, count * sizeof *ret_requirements);
    list_files(folder, "", &names);
    list_files(folder, requirements_folder, &names);
    for (size_t i = 0; i < names.count && is_open(ret_requirements, count); i++)
        read_file(folder, names.items[i], wanted, count, ret_requirements);
}

bool requirement_pin(const struct requirement *requirement, char *ret_version, size_t size)
{
    const char *version = requirement->text + strspn(requirement->text, "=");
    size_t length = strcspn(version, "+="), signs = (size_t)(version - requirement->text);
    int64_t number;
    /* conda's "=1.12" is any 1.12 */
    bool exact = signs > 1 || text_version_parts(version, length) > 2;
    if (!is_pin(requirement) || !exact || length >= size ||
        !text_read_version(version, length, &number))
        return false;
    memcpy(ret_version, version, length);
    ret_version[length] = '\0';
    return true;
}

/* ---- conditions ---- */

enum operator{
    OPERATOR_EQUAL,
    OPERATOR_UNEQUAL,
    OPERATOR_LEAST,
    OPERATOR_MOST,
    OPERATOR_MORE,
    OPERATOR_LESS,
    OPERATOR_CARET,
    OPERATOR_TILDE,
    OPERATOR_COMPATIBLE
};

static const struct {
    const char *text;
    enum operator operator;
} operators[] = {
    {"===", OPERATOR_EQUAL}, {"==", OPERATOR_EQUAL}, {"!=", OPERATOR_UNEQUAL},
    {">=", OPERATOR_LEAST},  {"<=", OPERATOR_MOST},  {"~=", OPERATOR_COMPATIBLE},
    {">", OPERATOR_MORE},    {"<", OPERATOR_LESS},   {"^", OPERATOR_CARET},
    {"~", OPERATOR_TILDE},   {"=", OPERATOR_EQUAL},  {"", OPERATOR_EQUAL},
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
    return *ret_read &&
           allows(operators[row].operator, wanted, text_version_parts(part, length), version);
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

bool requirement_choose(const char *condition, const int64_t *versions, size_t count,
                        size_t *ret_index)
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
