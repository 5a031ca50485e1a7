#include "check/release.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "check/file.h"

enum { NAMES_MAX = 48, NAME_SIZE = 64 };

/* Names of requirement files, by kind and then by name. */
struct file_names {
    char items[NAMES_MAX][NAME_SIZE];
    size_t count;
};

static bool comes_before(const char *left, const char *right)
{
    int kind = requirement_file_kind(left), other = requirement_file_kind(right);
    return kind < other || (kind == other && strcmp(left, right) < 0);
}

/* Puts a name where it belongs; too many lose the last one, whatever order they come in. */
static void add_name(struct file_names *names, const char *name)
{
    bool full = names->count == NAMES_MAX;
    size_t at = full ? NAMES_MAX - 1 : names->count;
    if (requirement_file_kind(name) < 0 || strlen(name) >= NAME_SIZE ||
        (full && !comes_before(name, names->items[at])))
        return;
    while (at > 0 && comes_before(name, names->items[at - 1])) {
        memcpy(names->items[at], names->items[at - 1], NAME_SIZE);
        at--;
    }
    memcpy(names->items[at], name, strlen(name) + 1);
    names->count += !full;
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

/* Texts that begin with a mark of their encoding, as pip reads them; a longer mark before one that
 * it begins with. */
static const struct {
    const char *mark;
    size_t size, width, low; /* of the mark; of a character; where its low byte is */
} encodings[] = {
    {"\xEF\xBB\xBF", 3, 1, 0}, {"\xFF\xFE\0\0", 4, 4, 0}, {"\0\0\xFE\xFF", 4, 4, 3},
    {"\xFF\xFE", 2, 2, 0},     {"\xFE\xFF", 2, 2, 1},
};

/* The character of one byte that some bytes are, or '?'. */
static char narrow(const char *bytes, size_t width, size_t low)
{
    bool wide = false;
    for (size_t i = 0; i < width; i++)
        wide = wide || (i != low && bytes[i]);
    return wide ? '?' : bytes[low];
}

/* Takes the mark of an encoding away, and makes every character one byte: names and versions have
 * no others. */
static void decode(struct file_bytes *bytes)
{
    size_t row = 0, rows = sizeof encodings / sizeof *encodings;
    while (row < rows && (bytes->length < encodings[row].size ||
                          memcmp(bytes->text, encodings[row].mark, encodings[row].size) != 0))
        row++;
    if (row == rows)
        return;
    size_t width = encodings[row].width, length = (bytes->length - encodings[row].size) / width;
    const char *from = bytes->text + encodings[row].size;
    for (size_t i = 0; i < length; i++)
        bytes->text[i] = narrow(from + i * width, width, encodings[row].low);
    bytes->text[length] = '\0';
    bytes->length = length;
}

/* Which names of a package a file has. */
static uint32_t find_names(const char *file, const struct file_bytes *bytes,
                           const struct wanted *wanted)
{
    struct requirement found;
    uint32_t names = 0;
    for (size_t i = 0; wanted->count > 1 && i < wanted->count && i < 32; i++) {
        const struct wanted one = {&wanted->names[i], 1};
        if (requirement_find(file, bytes->text, bytes->length, &one, &found))
            names |= UINT32_C(1) << i;
    }
    return names;
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
    decode(&bytes);
    for (size_t i = 0; i < count; i++) {
        struct requirement found, *known = &requirements[i];
        uint32_t names = known->names | find_names(name, &bytes, &wanted[i]);
        if (requirement_find(name, bytes.text, bytes.length, &wanted[i], &found))
            *known = *requirement_better(known, &found);
        known->names = names;
    }
    file_bytes_clear(&bytes);
}

void requirement_read(const char *folder, const struct wanted *wanted, size_t count,
                      struct requirement *ret_requirements)
{
    struct file_names names = {.count = 0};
    memset(ret_requirements, 0, count * sizeof *ret_requirements);
    list_files(folder, "", &names);
    list_files(folder, REQUIREMENTS_FOLDER, &names);
    for (size_t i = 0; i < names.count; i++)
        read_file(folder, names.items[i], wanted, count, ret_requirements);
}

/* ---- class paths ---- */

static bool is_path_byte(char character)
{
    return isalnum((unsigned char)character) || character == '_' || character == '.';
}

/* Which of the names a dotted path begins with; the count of names: none. */
static size_t path_name(const char *path, const char *end, const struct wanted *wanted)
{
    const char *dot = memchr(path, '.', (size_t)(end - path));
    size_t name = 0;
    for (; dot && name < wanted->count; name++) {
        const struct wanted one = {&wanted->names[name], 1};
        if (package_match(path, dot, &one) == (size_t)(dot - path))
            return name;
    }
    return wanted->count;
}

/* Where a line's comment begins, or its end. */
static const char *comment_of(const char *line, const char *end)
{
    for (const char *at = line; at < end; at++) {
        if (*at == '#' && (at == line || isblank((unsigned char)at[-1])))
            return at;
    }
    return end;
}

/* Adds the names that the paths of a line begin with. */
static uint32_t line_names(const char *at, const char *end, const struct wanted *wanted)
{
    uint32_t names = 0;
    while (at < end) {
        const char *path = at;
        while (at < end && is_path_byte(*at))
            at++;
        size_t name = at > path ? path_name(path, at, wanted) : wanted->count;
        bool ends = at == end || strchr(" \t\r\"',]}", *at);
        if (name < wanted->count && name < 32 && ends)
            names |= UINT32_C(1) << name;
        while (at < end && !strchr(" \t\"'[{,", *at))
            at++;
        at += at < end;
    }
    return names;
}

bool release_class_name(const char *text, size_t length, const struct wanted *wanted,
                        size_t *ret_name)
{
    const char *end = text + length;
    uint32_t names = 0;
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        stop = stop ? stop : end;
        names |= line_names(text, comment_of(text, stop), wanted);
        text = stop + 1;
    }
    *ret_name = 0;
    while (names && !(names & 1) && ++*ret_name)
        names >>= 1;
    return names == 1;
}
