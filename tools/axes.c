/* Sides of a matrix from a command line. */
#include "axes.h"

#include <stdlib.h>
#include <string.h>

#include "request.h"
#include "say.h"

const struct option option_rows = {
    .name = "rows",
    .value = "FIELD[=V,V...]",
    .summary = "what stands at the left (default: strategy); without values every name of the "
               "field's registry",
};

const struct option option_columns = {
    .name = "columns",
    .value = "FIELD[=V,V...]",
    .summary = "what stands at the top (default: accelerator)",
};

const struct option option_pages = {
    .name = "pages",
    .value = "FIELD[=V,V...]|none",
    .summary = "what has a table for each value (default: precision)",
};

/* The sides by enum accord_side. */
static const struct {
    const struct option *option;
    const char *field; /* when nothing is said */
} sides[AXES] = {
    [ACCORD_SIDE_ROWS] = {&option_rows, "strategy"},
    [ACCORD_SIDE_COLUMNS] = {&option_columns, "accelerator"},
    [ACCORD_SIDE_PAGES] = {&option_pages, "precision"},
};

/* Where a value ends: at a comma outside of brackets and quotes. */
static size_t value_length(const char *text)
{
    size_t depth = 0, length = 0;
    char quote = '\0';

    for (; text[length] && (text[length] != ',' || depth > 0 || quote); length++) {
        char letter = text[length];
        if (quote)
            quote = letter == quote ? '\0' : quote;
        else if (letter == '"')
            quote = letter;
        else if (strchr("[{(", letter))
            depth++;
        else if (strchr("]})", letter) && depth > 0)
            depth--;
    }
    return length;
}

/* Cuts a list of values apart. */
static void split_values(char *text, struct accord_axis *axis, const char **values)
{
    for (bool more = true; more;) {
        size_t length = value_length(text);
        more = text[length] == ',';
        text[length] = '\0';
        values[axis->count++] = text;
        text += length + 1;
    }
    axis->values = values;
}

/* FIELD or FIELD=VALUE,VALUE. */
static bool read_axis(const char *word, size_t side, struct axes *axes)
{
    size_t length = strcspn(word, "=");
    char *text = axes->texts[side] = strdup(word);

    if (length == 0) {
        say("--%s takes FIELD or FIELD=VALUE,VALUE, not '%.80s'", sides[side].option->name, word);
        return false;
    }
    axes->values[side] = calloc(strlen(word) + 1, sizeof *axes->values[side]);
    if (!text || !axes->values[side]) {
        say("out of memory");
        return false;
    }
    axes->items[side].field = text;
    if (text[length] == '=' && text[length + 1]) {
        text[length] = '\0';
        split_values(text + length + 1, &axes->items[side], axes->values[side]);
    }
    text[length] = '\0';
    return true;
}

/* Whether a setting gives this field a value in the request. */
static bool sets_field(const struct setting *setting, const char *field)
{
    const char *name = setting->option == &option_field ? setting->name : setting->value;
    size_t length = strlen(field);

    if (setting->option == &option_field)
        return setting->name_length == length && strncmp(name, field, length) == 0;
    return (!setting->option || setting->option == &option_set) &&
           strncmp(name, field, length) == 0 && name[length] == '=';
}

/* Whether a field has a place already: in the request, or on a side. */
static bool is_placed(const struct arguments *arguments, const struct axes *axes, const char *field)
{
    for (size_t i = 0; i < AXES; i++)
        if (axes->items[i].field && strcmp(axes->items[i].field, field) == 0)
            return true;
    for (size_t i = 0; i < arguments->count; i++)
        if (sets_field(&arguments->settings[i], field))
            return true;
    return false;
}

/* Gives sides that nobody named the default fields that are left, in order. */
static void add_defaults(const struct arguments *arguments, const bool named[AXES],
                         struct axes *axes)
{
    size_t next = 0;

    for (size_t i = 0; i < AXES; i++) {
        if (named[i] || is_placed(arguments, axes, sides[i].field))
            continue;
        while (named[next] || axes->items[next].field)
            next++;
        axes->items[next].field = sides[i].field;
    }
}

/* The sides that the arguments ask for. */
bool axes_read(const struct arguments *arguments, struct axes *ret_axes)
{
    bool named[AXES];

    *ret_axes = (struct axes){0};
    for (size_t i = 0; i < AXES; i++) {
        const char *word = arguments_value(arguments, sides[i].option);
        named[i] = word != NULL;
        if (word && strcmp(word, "none") != 0 && !read_axis(word, i, ret_axes))
            return false;
    }
    add_defaults(arguments, named, ret_axes);
    return true;
}

void axes_clear(struct axes *axes)
{
    for (size_t i = 0; i < AXES; i++) {
        free(axes->texts[i]);
        free(axes->values[i]);
    }
    *axes = (struct axes){0};
}
