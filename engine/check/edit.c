#include "check/edit.h"

#include <stdlib.h>
#include <string.h>

#include "base/value.h"

bool edit_is_json(const char *text, size_t length)
{
    size_t at = 0;
    while (at < length && strchr(" \t\r\n", text[at]) && text[at] != '\0')
        at++;
    return at < length && (text[at] == '{' || text[at] == '[');
}

/* Words that YAML 1.1 reads as something else than text. */
static const char *const not_texts[] = {"null", "~", "true", "false", "yes",  "no",   "on", "off",
                                        "y",    "n", ".inf", "-.inf", ".nan", "none", "<<", "="};

static bool is_word(const char *text)
{
    for (size_t i = 0; i < sizeof not_texts / sizeof *not_texts; i++) {
        if (strcasecmp(not_texts[i], text) == 0)
            return true;
    }
    return false;
}

/* True when a text can stand in YAML without quotes and stays a text. */
static bool is_plain(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static const char harmless[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./";
    size_t length = strlen(text);
    if (length == 0 || is_word(text) || strspn(text, harmless) != length)
        return false;
    /* Without a letter that no number has it could be one: 1e5, 0x1f, 2.10, 2020-01-01. */
    return strpbrk(text, letters) != NULL &&
           strpbrk(text, "ghijklmnpqrstuvwyzGHIJKLMNPQRSTUVWYZ") != NULL &&
           (strchr(letters, *text) != NULL || strchr("0123456789", *text) != NULL);
}

/* The quote that the old value had, or 0. */
static char old_quote(const char *old, size_t length)
{
    return length >= 2 && (*old == '\'' || *old == '"') && old[length - 1] == *old ? *old : '\0';
}

static void add_string(struct text *out, const char *text, char quote, bool is_json)
{
    bool simple = strpbrk(text, "'\\\n\t\r") == NULL;
    if (!is_json && quote == '\'' && simple)
        text_format(out, "'%s'", text);
    else if (!is_json && quote == '\0' && is_plain(text))
        text_add(out, text);
    else
        text_add_json(out, text, strlen(text));
}

const char *edit_value(struct arena *arena, const char *value, const char *old, size_t old_length,
                       bool is_json)
{
    struct text out;
    text_init(&out);
    const struct value *typed = value_from_text(arena, value, strlen(value));
    if (typed == NULL)
        return NULL;
    size_t length = value_text(typed, NULL, 0);
    char *text = arena_alloc(arena, length + 1, 1);
    if (text == NULL)
        return NULL;
    value_text(typed, text, length + 1);
    if (typed->kind == VALUE_STRING)
        add_string(&out, text, old_quote(old, old_length), is_json);
    else
        text_add_bytes(&out, text, length);
    const char *copy =
        out.failed ? NULL : arena_copy(arena, out.bytes ? out.bytes : "", out.length);
    text_clear(&out);
    return copy;
}

/* The finding with the first edit from `from` on that may be made, or NULL. */
static struct check_finding *next_edit(struct checked *checked, size_t from, bool unsafe)
{
    struct check_finding *first = NULL;
    for (size_t i = 0; i < checked->count; i++) {
        struct check_finding *one = &checked->findings[i];
        if (one->edit == NULL || one->state != CHECK_OPEN || (!one->edit->safe && !unsafe) ||
            one->edit->at.offset < from)
            continue;
        if (first == NULL || one->edit->at.offset < first->edit->at.offset)
            first = one;
    }
    return first;
}

size_t edits_apply(const char *text, size_t length, struct checked *checked, bool unsafe,
                   struct text *out)
{
    size_t at = 0, count = 0;
    struct check_finding *finding;
    while ((finding = next_edit(checked, at, unsafe))) {
        const struct check_edit *edit = finding->edit;
        finding->state = CHECK_FIXED;
        if (edit->at.end_offset > length || edit->at.end_offset < edit->at.offset)
            continue;
        text_add_bytes(out, text + at, edit->at.offset - at);
        text_add(out, edit->text);
        at = edit->at.end_offset;
        count++;
    }
    text_add_bytes(out, text + at, length - at);
    return count;
}
