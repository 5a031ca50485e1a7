/* Requirement files whose strings stand under keys: pyproject.toml, pixi.toml, Pipfile, setup.py.
 */
#include <ctype.h>
#include <string.h>

#include "check/requirement_keys.h"
#include "check/requirement_search.h"

const struct holder setup_holders[] = {
    {"install_requires", false},
    {"extras_require", true},
    {"tests_require", true},
    {NULL, false},
};

const struct holder *find_holder(const struct holder *holders, const char *word, size_t length)
{
    for (; holders->word; holders++) {
        if (strlen(holders->word) == length && memcmp(holders->word, word, length) == 0)
            return holders;
    }
    return NULL;
}

static const struct holder toml_holders[] = {
    {"dependencies", false},
    {"pypi-dependencies", false},
    {"constraint-dependencies", false},
    {"override-dependencies", false},
    {"optional-dependencies", true},
    {"dev-dependencies", true},
    {"extra-dependencies", true},
    {"dependency-groups", true},
    {NULL, false},
};
static const struct holder pipfile_holders[] = {
    {"packages", false},
    {"dev-packages", true},
    {NULL, false},
};
/* Tables above a holder that make it one of some installations. */
static const char *const aside_tables[] = {"group", "feature", "envs"};

/* Parts of the names of a setup.py's own lists. */
static const char *const list_words[] = {"requir", "depend", "reqs", "deps", "extras"};
static const char *const aside_words[] = {"extra", "test", "dev", "doc", "optional"};
static const char *const other_names[] = {"setup_requires", "python_requires"};

static bool has_any(const char *name, const char *const *words, size_t count)
{
    bool found = false;
    for (size_t i = 0; i < count; i++)
        found = found || strstr(name, words[i]);
    return found;
}

#define HAS_ANY(name, words) has_any(name, words, sizeof(words) / sizeof *(words))

/* ---- TOML: pyproject.toml, pixi.toml, Pipfile ---- */

struct toml_search {
    struct search *search;
    const struct holder *holders;
};

/* The rest of the keys behind the holder of requirements; NULL: there is none. */
static const char *behind_holder(const char *keys, const struct holder *holders, bool *ret_aside)
{
    *ret_aside = false;
    for (const char *end; *keys; keys = *end ? end + 1 : end) {
        end = keys + strcspn(keys, "/");
        size_t length = (size_t)(end - keys);
        const struct holder *holder = find_holder(holders, keys, length);
        if (holder) {
            *ret_aside = *ret_aside || holder->aside;
            return *end ? end + 1 : end;
        }
        for (size_t i = 0; i < sizeof aside_tables / sizeof *aside_tables; i++)
            *ret_aside = *ret_aside || (strlen(aside_tables[i]) == length &&
                                        memcmp(aside_tables[i], keys, length) == 0);
    }
    return NULL;
}

typedef bool read_value(const struct keyed_string *string, const struct wanted *wanted,
                        char ret_condition[CONDITION_SIZE]);

static bool read_condition(const struct keyed_string *string, const struct wanted *wanted,
                           char ret_condition[CONDITION_SIZE])
{
    (void)wanted;
    condition_keep(string->text, string->end, ret_condition);
    return true;
}

/* A branch or a commit is no release. */
static bool read_tag(const struct keyed_string *string, const struct wanted *wanted,
                     char ret_condition[CONDITION_SIZE])
{
    (void)wanted;
    return memchr(string->text, '.', (size_t)(string->end - string->text)) &&
           condition_keep_release(string->text, string->end, ret_condition);
}

static bool read_address(const struct keyed_string *string, const struct wanted *wanted,
                         char ret_condition[CONDITION_SIZE])
{
    return address_read(string->text, string->end, wanted, ret_condition);
}

/* Keys of an inline table that say something of the release. */
static const struct {
    const char *key;
    read_value *read;
} release_keys[] = {
    {"version", read_condition}, {"tag", read_tag},     {"rev", read_tag},
    {"ref", read_tag},           {"url", read_address}, {"file", read_address},
};

/* `name = "^2.0"` and `name = {version = "^2.0"}`. */
static void read_assigned(struct search *search, const char *keys,
                          const struct keyed_string *string)
{
    const char *end = keys + strcspn(keys, "/"), *key = *end ? end + 1 : "version";
    char condition[CONDITION_SIZE];
    if (package_match(keys, end, search->wanted) != (size_t)(end - keys) || end == keys)
        return;
    for (size_t i = 0; i < sizeof release_keys / sizeof *release_keys; i++) {
        if (strcmp(release_keys[i].key, key) == 0 &&
            release_keys[i].read(string, search->wanted, condition))
            search_offer(search, condition, string->line);
    }
}

static void take_toml(void *context, const struct keyed_string *string)
{
    const struct toml_search *toml = context;
    const char *rest = behind_holder(string->keys, toml->holders, &toml->search->aside);
    if (rest == NULL)
        return;
    if (string->in_list && strchr(rest, '/') == NULL)
        search_offer_entry(toml->search, string->text, string->end, string->line);
    else
        read_assigned(toml->search, rest, string);
}

void read_project(struct search *search, const char *text, size_t length)
{
    struct toml_search toml = {search, toml_holders};
    toml_strings(text, length, take_toml, &toml);
}

void read_pipfile(struct search *search, const char *text, size_t length)
{
    struct toml_search toml = {search, pipfile_holders};
    toml_strings(text, length, take_toml, &toml);
}

/* ---- setup.py ---- */

static bool holds_setup(const char *name, bool own)
{
    if (own)
        return find_holder(setup_holders, name, strlen(name)) || HAS_ANY(name, other_names);
    return HAS_ANY(name, list_words) && !HAS_ANY(name, other_names);
}

/* Offers each line of a string: a list may be written as one. */
static void take_python(void *context, const struct keyed_string *string)
{
    struct search *search = context;
    char key[64];
    size_t length = strlen(string->keys);
    for (size_t i = 0; i <= length && i < sizeof key; i++)
        key[i] = (char)tolower((unsigned char)string->keys[i]);
    if (length >= sizeof key || !holds_setup(key, false))
        return;
    search->aside = HAS_ANY(key, aside_words);
    const char *text = string->text;
    for (unsigned line = string->line; text < string->end; line++) {
        const char *stop = memchr(text, '\n', (size_t)(string->end - text));
        stop = stop ? stop : string->end;
        search_offer_entry(search, text, stop, line);
        text = stop + 1;
    }
}

void read_setup_py(struct search *search, const char *text, size_t length)
{
    python_strings(text, length, holds_setup, take_python, search);
}
