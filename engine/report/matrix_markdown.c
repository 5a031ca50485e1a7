/* markdown: tables and a numbered list, as an issue or a wiki shows them. */
#include <string.h>

#include "report/matrix_report.h"

static const char *const marks[] = {
    [VERDICT_OK] = "✅", [VERDICT_BROKEN] = "❌", [VERDICT_DEPENDS] = "❔"};

/* A text whose characters mean only themselves: no markup, no mention, no link, one line. */
static void add_escaped(struct text *text, const char *bytes)
{
    struct text clean;
    text_init(&clean);
    text_add_printable(&clean, bytes, strlen(bytes));
    for (const char *at = clean.bytes ? clean.bytes : ""; *at;) {
        size_t plain = strcspn(at, "\\`*_{}[]()<>#|~!@&$");
        text_add_bytes(text, at, plain);
        at += plain;
        if (*at == '@')
            text_add(text, "&#64;"); /* a backslash does not stop a mention */
        else if (*at)
            text_format(text, "\\%c", *at);
        at += *at != '\0';
    }
    text->failed = text->failed || clean.failed;
    text_clear(&clean);
}

/* A built text, escaped; the text is cleared. */
static void add_built(struct text *text, struct text *built)
{
    text->failed = text->failed || built->failed;
    add_escaped(text, built->bytes ? built->bytes : "");
    text_clear(built);
}

static void add_list(struct text *text, const char *lead, const char *const *items, size_t count)
{
    text_add(text, lead);
    for (size_t i = 0; i < count; i++) {
        text_add(text, i ? ", " : " ");
        add_escaped(text, items[i]);
    }
    text_add(text, "\n");
}

static void add_head(const struct matrix *matrix, struct text *text)
{
    struct text words;
    text_init(&words);
    text_add(text, "### ");
    text_format(&words, "%s %s: ", matrix->framework, matrix->release);
    matrix_add_title(matrix, &words);
    add_built(text, &words);
    text_add(text, "\n\n");
    matrix_add_counts(matrix, &words);
    add_built(text, &words);
    text_add(text, ".\n");
    if (matrix->request_count)
        add_list(text, "Every request:", matrix->request, matrix->request_count);
    if (matrix->fact_count)
        add_list(text, "Known of the machine:", matrix->facts, matrix->fact_count);
    else
        text_add(text, "Nothing is known of the machine.\n");
    text_add(text, "\n✅ runs, ❔ runs under the numbered condition, "
                   "❌ cannot run for the numbered reason.\n");
}

static void add_heads(const struct matrix_view *view, struct text *text)
{
    const struct matrix_axis *rows = &view->matrix->axes[MATRIX_ROWS],
                             *columns = &view->matrix->axes[MATRIX_COLUMNS];
    text_add(text, "\n| ");
    add_escaped(text, rows->field ? rows->field : "");
    for (size_t i = 0; i < view->counts[MATRIX_COLUMNS]; i++) {
        text_add(text, " | ");
        add_escaped(text, columns->labels[view->places[MATRIX_COLUMNS][i]]);
    }
    text_add(text, " |\n|---");
    for (size_t i = 0; i < view->counts[MATRIX_COLUMNS]; i++)
        text_add(text, "|---");
    text_add(text, "|\n");
}

static void add_row(const struct matrix_view *view, size_t page, size_t row, struct text *text)
{
    text_add(text, "| ");
    add_escaped(text, view->matrix->axes[MATRIX_ROWS].labels[row]);
    for (size_t i = 0; i < view->counts[MATRIX_COLUMNS]; i++) {
        const struct matrix_cell *cell =
            matrix_at(view->matrix, page, row, view->places[MATRIX_COLUMNS][i]);
        uint32_t number;
        text_add(text, " | ");
        if (!matrix_view_shows(view, cell))
            continue;
        text_add(text, marks[cell->verdict]);
        if (matrix_view_note(view, cell, &number))
            text_format(text, " %u", number);
    }
    text_add(text, " |\n");
}

/* A heading with all pages that look like this one, and their table. */
static void add_page(const struct matrix_view *view, size_t page, struct text *text)
{
    const struct matrix_axis *axis = &view->matrix->axes[MATRIX_PAGES];
    const char *joint = ": ";

    if (axis->field) {
        text_add(text, "\n#### ");
        add_escaped(text, axis->field);
        for (size_t i = page; i < axis->count; i++) {
            if (view->same_page[i] != page)
                continue;
            text_add(text, joint);
            add_escaped(text, axis->labels[i]);
            joint = ", ";
        }
        text_add(text, "\n");
    }
    add_heads(view, text);
    for (size_t i = 0; i < view->counts[MATRIX_ROWS]; i++)
        add_row(view, page, view->places[MATRIX_ROWS][i], text);
}

static void add_note_reason(const struct matrix_note *note, struct text *text)
{
    text_add(text, note->condition ? "; else **" : "**");
    add_escaped(text, note->names);
    text_format(text, "**%s", note->reason->severity == SEVERITY_ERROR ? "" : " (warning)");
    if (note->name_count > 1)
        return;
    text_add(text, note->message_varies ? ", for example: " : ": ");
    add_escaped(text, note->reason->message);
}

/* "4. ❌ **a-reason**: message (try a=b)" */
static void add_note(const struct matrix_view *view, size_t index, struct text *text)
{
    const struct matrix_note *note = &view->notes[index];
    struct text fixes;

    text_format(text, "%zu. %s ", index + 1, marks[note->cell->verdict]);
    add_escaped(text, note->condition ? note->condition : "");
    if (!note->cell->complete)
        text_add(text, " (not everything was decided) ");
    if (note->reason)
        add_note_reason(note, text);
    if (note->cell->fix_count && !note->fixes_vary) {
        text_init(&fixes);
        matrix_add_fixes(note->cell->fixes, note->cell->fix_count, &fixes);
        text_add(text, note->reason ? " Try " : "; try ");
        add_built(text, &fixes);
        text_add(text, ".");
    }
    text_add(text, "\n");
}

static char *render(const struct matrix_view *view)
{
    struct text text;
    text_init(&text);
    add_head(view->matrix, &text);
    for (size_t i = 0; i < view->counts[MATRIX_PAGES]; i++) {
        size_t page = view->places[MATRIX_PAGES][i];
        if (view->same_page[page] == page)
            add_page(view, page, &text);
    }
    text_add(&text, view->note_count ? "\n#### Conditions and reasons\n\n" : "");
    for (size_t i = 0; i < view->note_count; i++)
        add_note(view, i, &text);
    return text_take(&text);
}

const struct matrix_report matrix_markdown = {.name = "markdown", .render = render};
