#include "check/requirement_keys.h"

#include <ctype.h>
#include <string.h>

enum { KEYS_SIZE = 256, DEPTH_MAX = 16 };

/* Where a text is read. */
struct scan {
    const char *at, *end;
    unsigned line;
    char keys[KEYS_SIZE];
    size_t length; /* of the keys */
    take_string *take;
    void *context;
};

static void skip_comment(struct scan *scan)
{
    while (scan->at < scan->end && *scan->at != '\n')
        scan->at++;
}

/* Steps over one byte. */
static void step(struct scan *scan)
{
    scan->line += *scan->at == '\n';
    scan->at++;
}

/* Reads a string of one quote or of three; only double quotes know escapes in both languages, and
 * behind a backslash Python's single ones do not end either. */
static struct keyed_string read_string(struct scan *scan)
{
    char quote = *scan->at;
    size_t size = scan->end - scan->at > 2 && scan->at[1] == quote && scan->at[2] == quote ? 3 : 1;
    struct keyed_string string = {.keys = scan->keys, .line = scan->line};
    scan->at += size;
    string.text = scan->at;
    while (scan->at < scan->end && !(size == 1 && *scan->at == '\n')) {
        bool ends = (size_t)(scan->end - scan->at) >= size && *scan->at == quote &&
                    (size == 1 || (scan->at[1] == quote && scan->at[2] == quote));
        if (ends)
            break;
        if (*scan->at == '\\' && scan->at + 1 < scan->end)
            step(scan);
        step(scan);
    }
    string.end = scan->at;
    size_t rest = (size_t)(scan->end - scan->at);
    scan->at += rest < size || *scan->at != quote ? 0 : size;
    return string;
}

static void cut_keys(struct scan *scan, size_t length)
{
    scan->length = length;
    scan->keys[length] = '\0';
}

/* Adds a key; what does not fit is left out, as a key that nobody looks for. */
static void add_key(struct scan *scan, const char *key, size_t length)
{
    bool first = scan->length == 0;
    if (scan->length + length + 2 > KEYS_SIZE)
        return;
    if (!first)
        scan->keys[scan->length++] = '/';
    memcpy(scan->keys + scan->length, key, length);
    cut_keys(scan, scan->length + length);
}

static bool is_word(char character)
{
    return isalnum((unsigned char)character) || character == '_' || character == '-';
}

/* ---- TOML ---- */

/* An open list or inline table, and the keys that it stands under. */
struct nest {
    bool is_list;
    size_t length;
};

struct toml {
    struct scan scan;
    struct nest nests[DEPTH_MAX];
    size_t depth, section; /* `section`: length of the keys of the table at hand */
    bool key, header;      /* a key is read; of the head of a table */
};

static bool in_list(const struct toml *toml)
{
    return toml->depth > 0 && toml->depth <= DEPTH_MAX && toml->nests[toml->depth - 1].is_list;
}

static void open_nest(struct toml *toml, bool is_list)
{
    if (toml->depth < DEPTH_MAX)
        toml->nests[toml->depth] = (struct nest){is_list, toml->scan.length};
    toml->depth++;
    toml->key = !is_list;
}

static void close_nest(struct toml *toml)
{
    toml->depth -= toml->depth > 0;
    toml->key = false;
    if (toml->depth < DEPTH_MAX && toml->depth > 0)
        cut_keys(&toml->scan, toml->nests[toml->depth].length);
}

/* A mark between keys and values. */
static void read_mark(struct toml *toml, char mark)
{
    struct scan *scan = &toml->scan;
    bool outside = toml->depth == 0;
    if (mark == '[' && outside && toml->key) {
        toml->header = true;
        cut_keys(scan, 0);
    } else if (mark == ']' && toml->header) {
        toml->section = scan->length;
    } else if (mark == '\n' && outside) {
        toml->header = false;
        toml->key = true;
        cut_keys(scan, toml->section);
    } else if (mark == '[' || mark == '{') {
        open_nest(toml, mark == '[');
    } else if (mark == ']' || mark == '}') {
        close_nest(toml);
    } else if (mark == '=') {
        toml->key = false;
    } else if (mark == ',' && !outside && !in_list(toml) && toml->depth <= DEPTH_MAX) {
        toml->key = true;
        cut_keys(scan, toml->nests[toml->depth - 1].length);
    }
}

static void read_toml_string(struct toml *toml)
{
    struct keyed_string string = read_string(&toml->scan);
    string.in_list = in_list(toml);
    if (toml->key)
        add_key(&toml->scan, string.text, (size_t)(string.end - string.text));
    else
        toml->scan.take(toml->scan.context, &string);
}

static void read_toml_word(struct toml *toml)
{
    struct scan *scan = &toml->scan;
    const char *word = scan->at;
    while (scan->at < scan->end && is_word(*scan->at))
        scan->at++;
    if (toml->key)
        add_key(scan, word, (size_t)(scan->at - word));
}

void toml_strings(const char *text, size_t length, take_string *take, void *context)
{
    struct toml toml = {
        .scan = {.at = text, .end = text + length, .line = 1, .take = take, .context = context},
        .key = true};
    struct scan *scan = &toml.scan;
    while (scan->at < scan->end) {
        if (*scan->at == '#') {
            skip_comment(scan);
        } else if (*scan->at == '"' || *scan->at == '\'') {
            read_toml_string(&toml);
        } else if (is_word(*scan->at)) {
            read_toml_word(&toml);
        } else {
            read_mark(&toml, *scan->at);
            step(scan);
        }
    }
}

/* ---- Python ---- */

struct python {
    struct scan scan;
    holds_requirements *holds;
    char name[64]; /* the last one that may be assigned to */
    char before;   /* the last mark, '\n' where a line begins */
};

static void set_key(struct python *python, const char *key, size_t length)
{
    cut_keys(&python->scan, 0);
    add_key(&python->scan, key, length);
}

/* Remembers a name at the head of a line or of an argument. */
static void read_name(struct python *python)
{
    struct scan *scan = &python->scan;
    const char *name = scan->at;
    while (scan->at < scan->end && (isalnum((unsigned char)*scan->at) || *scan->at == '_'))
        scan->at++;
    size_t length = (size_t)(scan->at - name);
    if (length < sizeof python->name && strchr("\n(,", python->before)) {
        memcpy(python->name, name, length);
        python->name[length] = '\0';
    }
    python->before = 'a';
}

/* "name =", "name +=", "name.append(" */
static void read_python_mark(struct python *python)
{
    struct scan *scan = &python->scan;
    char mark = *scan->at, next = scan->at + 1 < scan->end ? scan->at[1] : '\0';
    bool assigns = mark == '=' && next != '=' && !strchr("=!<>", python->before);
    bool calls = mark == '.' && python->before == 'a' && python->holds(python->name, false);
    if (assigns || calls)
        set_key(python, python->name, strlen(python->name));
    if (!isblank((unsigned char)mark))
        python->before = mark;
    step(scan);
}

/* The next mark behind blanks. */
static char next_mark(const struct scan *scan)
{
    const char *at = scan->at;
    while (at < scan->end && isblank((unsigned char)*at))
        at++;
    return at < scan->end ? *at : '\0';
}

/* The text of a string as a name; empty when it is too long for one. */
static void copy_name(const struct keyed_string *string, char *ret_name, size_t size)
{
    size_t length = (size_t)(string->end - string->text);
    length = length < size ? length : 0;
    memcpy(ret_name, string->text, length);
    ret_name[length] = '\0';
}

/* A value, or a key: `{"key": ...}`, `name["key"] = ...`. */
static void read_python_string(struct python *python)
{
    char key[sizeof python->name];
    bool indexes = python->before == '[';
    struct keyed_string string = read_string(&python->scan);
    char mark = next_mark(&python->scan);
    python->before = '"';
    copy_name(&string, key, sizeof key);
    if ((mark == ':' || (mark == ']' && indexes)) && python->holds(key, true)) {
        memcpy(python->name, key, sizeof key);
        set_key(python, key, strlen(key));
    } else if (mark != ':') {
        python->scan.take(python->scan.context, &string);
    }
}

void python_strings(const char *text, size_t length, holds_requirements *holds, take_string *take,
                    void *context)
{
    struct python python = {
        .scan = {.at = text, .end = text + length, .line = 1, .take = take, .context = context},
        .holds = holds,
        .before = '\n'};
    struct scan *scan = &python.scan;
    while (scan->at < scan->end) {
        if (*scan->at == '#')
            skip_comment(scan);
        else if (*scan->at == '"' || *scan->at == '\'')
            read_python_string(&python);
        else if (isalpha((unsigned char)*scan->at) || *scan->at == '_')
            read_name(&python);
        else
            read_python_mark(&python);
    }
}
