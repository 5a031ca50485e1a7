#include "check/requirement_entry.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

static bool is_name(char character)
{
    return isalnum((unsigned char)character) || (character && strchr("-_.", character));
}

static bool is_one_of(char character, const char *characters)
{
    return character && strchr(characters, character);
}

/* Length of a package's name where a text begins like it. 0: it does not. */
static size_t match_head(const char *text, const char *end, const char *package)
{
    const char *at = text;
    while (*package && at < end) {
        bool both = is_one_of(*package, "-_.") && is_one_of(*at, "-_.");
        if (!both && tolower((unsigned char)*at) != *package)
            return 0;
        at++;
        package++;
    }
    return *package ? 0 : (size_t)(at - text);
}

static size_t match_name(const char *text, const char *end, const char *package)
{
    size_t length = match_head(text, end, package);
    return text + length < end && is_name(text[length]) ? 0 : length;
}

bool package_same(const char *left, const char *package)
{
    size_t length = strlen(left);
    return match_name(left, left + length, package) == length && length > 0;
}

size_t package_match(const char *text, const char *end, const struct wanted *wanted)
{
    size_t length = 0;
    for (size_t i = 0; i < wanted->count && length == 0; i++)
        length = match_name(text, end, wanted->names[i]);
    return length;
}

/* Where a condition ends: at a marker, a comment, the next line, or an option of the installer. */
static bool ends_condition(const char *at, const char *end)
{
    bool option = end - at > 2 && isspace((unsigned char)at[0]) && at[1] == '-' && at[2] == '-';
    return option || *at == '\0' || strchr(";#@\\", *at);
}

void condition_keep(const char *at, const char *end, char ret_condition[CONDITION_SIZE])
{
    size_t length = 0;
    for (; at < end && !ends_condition(at, end) && length + 1 < CONDITION_SIZE; at++) {
        if (!strchr(" \t\r\"'()", *at))
            ret_condition[length++] = *at;
        else if (length > 0 && strchr("\"'", *at))
            break;
    }
    while (length > 0 && strchr(",]}", ret_condition[length - 1]))
        length--;
    ret_condition[length] = '\0';
}

bool condition_keep_release(const char *at, const char *end, char ret_condition[CONDITION_SIZE])
{
    char version[CONDITION_SIZE];
    int64_t number;
    condition_keep(at, end, version);
    const char *begin = version + strspn(version, "=");
    begin += is_one_of(*begin, "vV");
    bool readable = text_read_version(begin, strlen(begin), &number);
    *ret_condition = '\0';
    if (readable)
        snprintf(ret_condition, CONDITION_SIZE, "==%.100s", begin);
    return readable;
}

/* ---- addresses ---- */

/* Keeps the version that a tag or the rest of a file's name begins with. Two numbers at least: a
 * commit may begin with one. */
static void keep_tag(const char *at, const char *end, char ret_condition[CONDITION_SIZE])
{
    char version[32];
    at += at < end && is_one_of(*at, "vV");
    size_t length = 0;
    while (at + length < end && (isdigit((unsigned char)at[length]) || at[length] == '.'))
        length++;
    while (length > 0 && at[length - 1] == '.')
        length--;
    *ret_condition = '\0';
    if (length >= sizeof version || text_version_parts(at, length) < 2)
        return;
    memcpy(version, at, length);
    version[length] = '\0';
    snprintf(ret_condition, CONDITION_SIZE, "==%s", version);
}

/* Length of "name-" where the name of a file begins so and a version follows. */
static size_t match_file(const char *text, const char *end, const struct wanted *wanted)
{
    for (size_t i = 0; i < wanted->count; i++) {
        size_t length = match_head(text, end, wanted->names[i]);
        if (length > 0 && text + length + 1 < end && text[length] == '-' &&
            isdigit((unsigned char)text[length + 1]))
            return length + 1;
    }
    return 0;
}

/* The last part of an address, without its fragment. */
static const char *last_part(const char *at, const char **end)
{
    const char *fragment = memchr(at, '#', (size_t)(*end - at));
    *end = fragment ? fragment : *end;
    const char *slash = memrchr(at, '/', (size_t)(*end - at));
    return slash ? slash + 1 : at;
}

/* The first word: an address has no blanks. */
static const char *word_end(const char *at, const char *end)
{
    while (at < end && !is_one_of(*at, " \t\r;\"'"))
        at++;
    return at;
}

/* "…/name-1.8.6-py3-none-any.whl", "…@v1.8.6", "…/archive/1.8.6.tar.gz". */
static void read_version_of(const char *at, const char *end, const struct wanted *wanted,
                            char ret_condition[CONDITION_SIZE])
{
    const char *part = last_part(at, &end);
    const char *tag = memrchr(part, '@', (size_t)(end - part));
    keep_tag(tag ? tag + 1 : part + match_file(part, end, wanted), end, ret_condition);
}

/* True when the address itself says whose it is: "#egg=name", or by its last part. */
static bool is_address_of(const char *at, const char *end, const struct wanted *wanted)
{
    static const char egg[] = "#egg=";
    const char *fragment = memmem(at, (size_t)(end - at), egg, sizeof egg - 1);
    if (fragment)
        return package_match(fragment + sizeof egg - 1, end, wanted) > 0;
    const char *first = at, *part = last_part(at, &end);
    /* A tag may have slashes: "name.git@refs/tags/1.8.6". */
    const char *repository = memmem(first, (size_t)(end - first), ".git@", 5);
    if (repository) {
        const char *slash = memrchr(first, '/', (size_t)(repository - first));
        part = slash ? slash + 1 : first;
        end = repository;
    } else if (end - part > 4 && memcmp(end - 4, ".git", 4) == 0) {
        end -= 4;
    } else if (match_file(part, end, wanted)) {
        return true;
    }
    const char *tag = memchr(part, '@', (size_t)(end - part));
    end = tag ? tag : end;
    return package_match(part, end, wanted) == (size_t)(end - part) && end > part;
}

bool address_read(const char *at, const char *end, const struct wanted *wanted,
                  char ret_condition[CONDITION_SIZE])
{
    end = word_end(at, end);
    if (!memchr(at, '/', (size_t)(end - at)) || !is_address_of(at, end, wanted))
        return false;
    read_version_of(at, end, wanted, ret_condition);
    return true;
}

/* ---- entries ---- */

/* Behind the channel of a conda package ("conda-forge::name"), or where it was. */
static const char *skip_channel(const char *at, const char *end)
{
    const char *name = at;
    while (name < end && is_name(*name))
        name++;
    return end - name > 2 && name[0] == ':' && name[1] == ':' ? name + 2 : at;
}

/* Behind what may stand before an entry: a list mark, a quote, "-e", "--editable". */
static const char *skip_lead(const char *at, const char *end)
{
    static const char *const words[] = {"e ", "editable ", "editable="};
    const char *start = at;
    while (at < end && is_one_of(*at, " \t-\"'"))
        at++;
    for (size_t i = 0; i < sizeof words / sizeof *words && at > start && at[-1] == '-'; i++) {
        size_t length = strlen(words[i]);
        if ((size_t)(end - at) > length && memcmp(at, words[i], length) == 0)
            return at + length;
    }
    return at;
}

bool entry_read(const char *text, const char *end, const struct wanted *wanted,
                char ret_condition[CONDITION_SIZE])
{
    text = skip_channel(skip_lead(text, end), end);
    size_t length = package_match(text, end, wanted);
    if (length == 0)
        return address_read(text, end, wanted, ret_condition);
    const char *at = text + length;
    const char *close = at < end && *at == '[' ? memchr(at, ']', (size_t)(end - at)) : NULL;
    at = close ? close + 1 : at;
    if (at < end && *at == ':')
        return false;
    while (at < end && is_one_of(*at, " \t"))
        at++;
    if (at == end || *at != '@') {
        condition_keep(at, end, ret_condition);
        return true;
    }
    for (at++; at < end && is_one_of(*at, " \t");)
        at++;
    read_version_of(at, word_end(at, end), wanted, ret_condition);
    return true;
}
