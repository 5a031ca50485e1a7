/* Requirement files whose lines are read one by one: lists, environments, setup.cfg, lock files. */
#include <ctype.h>
#include <string.h>

#include "check/requirement_search.h"

typedef void read_line(struct search *search, const char *line, const char *end);

static void read_lines(struct search *search, const char *text, size_t length, read_line *read)
{
    const char *end = text + length;
    for (search->line = 1; text < end; search->line++) {
        const char *stop = memchr(text, '\n', (size_t)(end - text)), *line_end = stop ? stop : end;
        if (*text != '#')
            read(search, text, line_end);
        text = line_end + 1;
    }
}

/* ---- lists: requirements.txt, environment.yml ---- */

static void read_list_line(struct search *search, const char *line, const char *end)
{
    search_offer_entry(search, line, end, search->line);
}

void read_list(struct search *search, const char *text, size_t length)
{
    read_lines(search, text, length, read_list_line);
}

/* Items count below `dependencies:`; channels may be called like packages. */
static void read_environment_line(struct search *search, const char *line, const char *end)
{
    static const char dependencies[] = "dependencies:";
    size_t size = sizeof dependencies - 1;
    if (line < end && isalpha((unsigned char)*line))
        search->counts = (size_t)(end - line) >= size && memcmp(line, dependencies, size) == 0;
    else if (search->counts)
        search_offer_entry(search, line, end, search->line);
}

void read_environment(struct search *search, const char *text, size_t length)
{
    search->counts = true;
    read_lines(search, text, length, read_environment_line);
}

/* ---- setup.cfg ---- */

/* A section or a key of a setup.cfg; a section of extras holds keys of any name. */
static void read_setup_head(struct search *search, const char *line, const char *end)
{
    static const char extras[] = "extras_require]";
    size_t length = 0;
    while (line + length < end && !strchr(" \t\r=:", line[length]))
        length++;
    if (*line == '[') {
        size_t size = sizeof extras - 1;
        search->counts = search->named =
            length >= size && memcmp(line + length - size, extras, size) == 0;
        search->aside = search->named;
        return;
    }
    const struct holder *holder = find_holder(setup_holders, line, length);
    search->counts = holder || search->named;
    search->aside = search->named || (holder && holder->aside);
}

static void read_setup_line(struct search *search, const char *line, const char *end)
{
    if (line < end && !isspace((unsigned char)*line)) {
        read_setup_head(search, line, end);
        const char *value = memchr(line, '=', (size_t)(end - line));
        line = value && search->counts ? value + 1 : end;
    }
    if (search->counts)
        search_offer_entry(search, line, end, search->line);
}

void read_setup_cfg(struct search *search, const char *text, size_t length)
{
    read_lines(search, text, length, read_setup_line);
}

/* ---- lock files ---- */

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

/* The release of the package that was named last. */
static void offer_release(struct search *search, const char *version, const char *end)
{
    char condition[CONDITION_SIZE];
    if (search->named && version && condition_keep_release(version, end, condition))
        search_offer(search, condition, search->line);
}

/* `name = "x"` or `name: x` and, in the lines below it, the same of `version`. */
static void read_locked_line(struct search *search, const char *line, const char *end)
{
    const char *name = behind_key(line, end, "name");
    if (name)
        search->named = package_match(name, end, search->wanted) > 0;
    offer_release(search, behind_key(line, end, "version"), end);
}

void read_locked(struct search *search, const char *text, size_t length)
{
    read_lines(search, text, length, read_locked_line);
}

/* `"name": {` and, in the lines below it, `"version": "==2.1.3"`. */
static void read_pipfile_lock_line(struct search *search, const char *line, const char *end)
{
    const char *name = line;
    while (name < end && strchr(" \t\r\"'", *name))
        name++;
    if (end > line && memchr(line, '{', (size_t)(end - line)))
        search->named = package_match(name, end, search->wanted) > 0;
    offer_release(search, behind_key(line, end, "version"), end);
}

void read_pipfile_lock(struct search *search, const char *text, size_t length)
{
    read_lines(search, text, length, read_pipfile_lock_line);
}

/* An address whose last part is `name-2.1.3-...`, or `name` and `version` of their own. */
static void read_pixi_lock_line(struct search *search, const char *line, const char *end)
{
    char condition[CONDITION_SIZE];
    const char *slash = memchr(line, '/', (size_t)(end - line));
    if (slash && address_read(slash, end, search->wanted, condition))
        search_offer(search, condition, search->line);
    else
        read_locked_line(search, line, end);
}

void read_pixi_lock(struct search *search, const char *text, size_t length)
{
    read_lines(search, text, length, read_pixi_lock_line);
}
