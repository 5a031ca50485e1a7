#include "check/gitignore.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

void gitignore_init(struct gitignore *gitignore, const struct gitignore *outer, size_t depth)
{
    *gitignore = (struct gitignore){.outer = outer, .depth = depth};
    arena_init(&gitignore->arena);
}

void gitignore_clear(struct gitignore *gitignore)
{
    free(gitignore->patterns);
    arena_clear(&gitignore->arena);
    *gitignore = (struct gitignore){0};
}

/* Blanks at the end do not count unless the last one is escaped. */
static size_t trimmed(const char *line, size_t length)
{
    while (length > 0 && strchr(" \t\r", line[length - 1]) &&
           !(length > 1 && line[length - 2] == '\\' && line[length - 1] == ' '))
        length--;
    return length;
}

static bool add_pattern(struct gitignore *gitignore, const char *line, size_t length)
{
    struct gitignore_pattern pattern = {0};
    if (length > 0 && *line == '!') {
        pattern.negated = true;
        line++;
        length--;
    }
    if (length > 0 && line[length - 1] == '/') {
        pattern.only_folders = true;
        length--;
    }
    if (length == 0)
        return true;
    pattern.anchored = memchr(line, '/', length) != NULL;
    if (*line == '/') {
        line++;
        length--;
    }
    struct gitignore_pattern *patterns =
        array_grow(gitignore->patterns, gitignore->count, sizeof *patterns, &gitignore->room);
    if (patterns == NULL)
        return false;
    gitignore->patterns = patterns;
    pattern.text = arena_copy(&gitignore->arena, line, length);
    gitignore->patterns[gitignore->count++] = pattern;
    return pattern.text != NULL;
}

bool gitignore_add(struct gitignore *gitignore, const char *text, size_t length)
{
    const char *end = text + length;
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        size_t size = (size_t)((stop ? stop : end) - text);
        size_t kept = trimmed(text, size);
        if (kept > 0 && *text != '#' && memchr(text, '\0', kept) == NULL &&
            !add_pattern(gitignore, text, kept))
            return false;
        text += size + 1;
    }
    return true;
}

/* What one element of a pattern does with one character. */
struct piece {
    const char *rest; /* of the pattern behind the element */
    bool fits;
};

/* "[a-z]", "[!a-z]": `pattern` points behind the bracket. A set without an end is a bracket itself.
 */
static struct piece match_set(const char *pattern, char character)
{
    const char *start = pattern;
    bool inverted = *pattern == '!' || *pattern == '^', found = false;
    if (inverted)
        pattern++;
    for (const char *first = pattern; *pattern && (*pattern != ']' || pattern == first);
         pattern++) {
        unsigned char low = (unsigned char)*pattern, high = low;
        if (pattern[1] == '-' && pattern[2] && pattern[2] != ']') {
            high = (unsigned char)pattern[2];
            pattern += 2;
        }
        found = found || ((unsigned char)character >= low && (unsigned char)character <= high);
    }
    if (*pattern != ']')
        return (struct piece){.rest = start, .fits = character == '['};
    return (struct piece){.rest = pattern + 1, .fits = character != '/' && found != inverted};
}

static struct piece match_piece(const char *pattern, char character)
{
    if (*pattern == '?')
        return (struct piece){.rest = pattern + 1, .fits = character != '/'};
    if (*pattern == '[')
        return match_set(pattern + 1, character);
    if (*pattern == '\\' && pattern[1])
        pattern++;
    return (struct piece){.rest = pattern + 1, .fits = *pattern == character};
}

/* A star that waits: where the pattern goes on behind it, and where in the text. */
struct star {
    const char *pattern, *text;
    bool deep;  /* two stars: over slashes */
    bool whole; /* two stars and a slash: by whole folders, or none */
};

/* Reads one or two stars at the head of a pattern that has got to `text`. */
static struct star read_stars(const char *pattern, const char *text)
{
    const char *rest = pattern;
    while (*rest == '*')
        rest++;
    bool deep = rest - pattern > 1, whole = deep && *rest == '/';
    return (struct star){
        .pattern = whole ? rest + 1 : rest, .text = text, .deep = deep, .whole = whole};
}

/* Moves a star on; false when it cannot. */
static bool move_on(struct star *star)
{
    if (star->pattern == NULL || *star->text == '\0' || (*star->text == '/' && !star->deep))
        return false;
    const char *slash = star->whole ? strchr(star->text, '/') : star->text;
    if (slash == NULL)
        return false;
    star->text = slash + 1;
    return true;
}

bool gitignore_match(const char *pattern, const char *text)
{
    struct star single = {0}, twice = {0};
    for (;;) {
        if (*pattern == '*') {
            struct star star = read_stars(pattern, text);
            pattern = star.pattern;
            twice = star.deep ? star : twice;
            single = star.deep ? (struct star){0} : star;
            continue;
        }
        if (*pattern == '\0' && *text == '\0')
            return true;
        struct piece piece = *pattern && *text ? match_piece(pattern, *text) : (struct piece){0};
        if (piece.fits) {
            pattern = piece.rest;
            text++;
        } else if (move_on(&single)) {
            pattern = single.pattern;
            text = single.text;
        } else if (move_on(&twice)) {
            single = (struct star){0};
            pattern = twice.pattern;
            text = twice.text;
        } else {
            return false;
        }
    }
}

static bool pattern_matches(const struct gitignore_pattern *pattern, const char *path,
                            bool is_folder)
{
    if (pattern->only_folders && !is_folder)
        return false;
    const char *slash = pattern->anchored ? NULL : strrchr(path, '/');
    return gitignore_match(pattern->text, slash ? slash + 1 : path);
}

bool gitignore_has(const struct gitignore *gitignore, const char *path, bool is_folder)
{
    size_t length = strlen(path);
    for (; gitignore; gitignore = gitignore->outer) {
        if (gitignore->depth > length)
            continue;
        for (size_t i = gitignore->count; i-- > 0;) {
            if (pattern_matches(&gitignore->patterns[i], path + gitignore->depth, is_folder))
                return !gitignore->patterns[i].negated;
        }
    }
    return false;
}
