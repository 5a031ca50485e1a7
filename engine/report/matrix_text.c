/* text: for a terminal of 100 columns. One table a page, pages that say the same together, and
 * numbered notes. */
#include <string.h>

#include "base/utf8.h"
#include "report/matrix_report.h"

enum { WIDTH = 100, LABEL_LEAST = 36, HEAD_MOST = 20, GAP = 2, CELL_LEAST = 4, FACTS_MOST = 8 };

/* How each verdict is written, with its colour. */
static const struct {
    const char *word, *colour;
} verdicts[] = {
    [VERDICT_OK] = {"yes", "\x1b[32m"},
    [VERDICT_BROKEN] = {"no", "\x1b[31m"},
    [VERDICT_DEPENDS] = {"if", "\x1b[33m"},
};

struct page {
    struct text text;
    const struct matrix_view *view;
    size_t label_width;
    size_t first, last; /* columns of the group at hand, as indices of what is shown */
};

static const struct matrix_axis *side(const struct page *page, enum matrix_role role)
{
    return &page->view->matrix->axes[role];
}

static const char *label_at(const struct page *page, enum matrix_role role, size_t shown)
{
    return side(page, role)->labels[page->view->places[role][shown]];
}

/* Characters that a text takes once it is printed. */
static size_t printed_width(const char *text)
{
    size_t width = 0, length = strlen(text);
    for (size_t at = 0; at < length; width++) {
        uint32_t code;
        size_t size = utf8_read(text + at, length - at, &code);
        at += size ? size : 1;
    }
    return width;
}

static void add_spaces(struct text *text, size_t count)
{
    text_format(text, "%*s", (int)count, "");
}

static void add_printable(struct text *text, const char *bytes)
{
    text_add_printable(text, bytes, strlen(bytes));
}

/* How much of a word fits into `room` bytes: never a part of a character. */
static size_t word_part(const char *word, size_t length, size_t room)
{
    size_t taken = length < room ? length : room;
    while (taken < length && ((unsigned char)word[taken] & 0xc0) == 0x80)
        taken--;
    return taken;
}

/* Words of a text from `indent` on, broken at spaces, where the cursor stands already. A word that
 * is too long is cut. */
static void add_wrapped(struct page *page, const char *words, size_t indent)
{
    struct text clean;
    size_t column = indent;
    bool first = true;

    text_init(&clean);
    add_printable(&clean, words);
    for (const char *at = clean.bytes ? clean.bytes : ""; *at; first = false) {
        char word[WIDTH + 1];
        size_t taken = word_part(at, strcspn(at, " "), WIDTH - indent);
        memcpy(word, at, taken);
        word[taken] = '\0';
        size_t width = printed_width(word);
        bool breaks = !first && column + 1 + width > WIDTH;
        if (breaks) {
            text_add(&page->text, "\n");
            add_spaces(&page->text, indent);
            column = indent;
        }
        text_format(&page->text, "%s%s", first || breaks ? "" : " ", word);
        column += width + !(first || breaks);
        at += taken;
        at += strspn(at, " ");
    }
    page->text.failed = page->text.failed || clean.failed;
    text_clear(&clean);
    text_add(&page->text, "\n");
}

/* A finished text as a wrapped paragraph. */
static void add_paragraph(struct page *page, struct text *text)
{
    page->text.failed = page->text.failed || text->failed;
    add_wrapped(page, text->bytes ? text->bytes : "", 0);
    text_clear(text);
}

/* ---- head ---- */

static void add_list(struct text *text, const char *lead, const char *const *items, size_t count)
{
    text_add(text, lead);
    for (size_t i = 0; i < count; i++)
        text_format(text, " %s", items[i]);
}

static void add_head(struct page *page)
{
    const struct matrix *matrix = page->view->matrix;
    struct text line;

    text_init(&line);
    text_format(&line, "%s %s: ", matrix->framework, matrix->release);
    matrix_add_title(matrix, &line);
    add_paragraph(page, &line);
    if (matrix->request_count) {
        add_list(&line, "every request:", matrix->request, matrix->request_count);
        add_paragraph(page, &line);
    }
    if (matrix->fact_count > FACTS_MOST)
        text_format(&line, "known of the machine: %zu facts", matrix->fact_count);
    else if (matrix->fact_count)
        add_list(&line, "known of the machine:", matrix->facts, matrix->fact_count);
    else
        text_add(&line, "known of the machine: nothing");
    add_paragraph(page, &line);
    matrix_add_counts(matrix, &line);
    add_paragraph(page, &line);
    text_add(&page->text,
             "\nyes: runs    if N: runs under condition N    no N: cannot run, for reason N");
    text_add(&page->text, page->view->verdicts == MATRIX_SHOW_ALL ? "\n" : "    .: not shown\n");
}

/* ---- tables ---- */

/* The words of a cell: "yes", "if 3", "."; gives their width. */
static size_t add_cell_words(const struct page *page, const struct matrix_cell *cell,
                             struct text *text)
{
    uint32_t number;
    size_t before = text->length;
    if (!matrix_view_shows(page->view, cell)) {
        text_add(text, ".");
        return 1;
    }
    const struct matrix_note *note = matrix_view_note(page->view, cell, &number);
    text_add(text, verdicts[cell->verdict].word);
    if (note)
        text_format(text, " %u", number);
    return text->length - before;
}

/* A long head is written as its number, which the legend explains. */
static size_t head_width(const struct page *page, size_t shown)
{
    size_t width = printed_width(label_at(page, MATRIX_COLUMNS, shown));
    return width > HEAD_MOST ? 5 : width;
}

static const struct matrix_cell *cell_at(const struct page *page, size_t page_place, size_t row,
                                         size_t column)
{
    return matrix_at(page->view->matrix, page_place, page->view->places[MATRIX_ROWS][row],
                     page->view->places[MATRIX_COLUMNS][column]);
}

/* Width of a column over all pages, so that tables stand below each other. */
static size_t column_width(const struct page *page, size_t column)
{
    size_t width = head_width(page, column), note_digits = 0;
    for (size_t notes = page->view->note_count; notes; notes /= 10)
        note_digits++;
    size_t cell = note_digits ? 3 + 1 + note_digits : CELL_LEAST - 1;
    return width > cell ? width : cell;
}

/* Moves the group behind the last one; false when no column is left. At least one column, whatever
 * its width. */
static bool next_group(struct page *page)
{
    size_t width = page->label_width;
    page->first = page->last;
    while (page->last < page->view->counts[MATRIX_COLUMNS]) {
        width += GAP + column_width(page, page->last);
        if (width > WIDTH && page->last > page->first)
            break;
        page->last++;
    }
    return page->last > page->first;
}

static void trim_line(struct text *text)
{
    while (text->length && text->bytes[text->length - 1] == ' ')
        text->bytes[--text->length] = '\0';
    text_add(text, "\n");
}

/* "strategy      cpu   gpu" */
static void add_heads(struct page *page)
{
    const char *field = side(page, MATRIX_ROWS)->field;
    size_t width = field ? printed_width(field) : 0;

    add_printable(&page->text, field ? field : "");
    add_spaces(&page->text, width < page->label_width ? page->label_width - width : 0);
    for (size_t i = page->first; i < page->last; i++) {
        const char *label = label_at(page, MATRIX_COLUMNS, i);
        size_t before = page->text.length;
        add_spaces(&page->text, GAP);
        if (printed_width(label) > HEAD_MOST)
            text_format(&page->text, "[%zu]", i + 1);
        else
            add_printable(&page->text, label);
        size_t printed = printed_width(label) > HEAD_MOST ? page->text.length - before - GAP
                                                          : printed_width(label);
        add_spaces(&page->text, column_width(page, i) - printed);
    }
    trim_line(&page->text);
}

static void add_row(struct page *page, size_t page_place, size_t row)
{
    const char *label = label_at(page, MATRIX_ROWS, row);
    size_t width = printed_width(label);

    /* A name without room beside the cells stands above them. */
    if (width > page->label_width) {
        add_wrapped(page, label, 0);
        width = 0;
    } else {
        add_printable(&page->text, label);
    }
    add_spaces(&page->text, page->label_width - width);
    for (size_t i = page->first; i < page->last; i++) {
        const struct matrix_cell *cell = cell_at(page, page_place, row, i);
        bool coloured = page->view->colour && matrix_view_shows(page->view, cell);
        add_spaces(&page->text, GAP);
        text_add(&page->text, coloured ? verdicts[cell->verdict].colour : "");
        size_t printed = add_cell_words(page, cell, &page->text);
        text_add(&page->text, coloured ? "\x1b[0m" : "");
        add_spaces(&page->text, column_width(page, i) - printed);
    }
    trim_line(&page->text);
}

/* Heads that were too long for the table. */
static void add_legend(struct page *page)
{
    for (size_t i = 0; i < page->view->counts[MATRIX_COLUMNS]; i++) {
        const char *label = label_at(page, MATRIX_COLUMNS, i);
        if (printed_width(label) <= HEAD_MOST)
            continue;
        struct text line;
        text_init(&line);
        text_format(&line, "[%zu] %s", i + 1, label);
        add_paragraph(page, &line);
    }
}

/* "precision: 32-true, 64-true": all pages that look like this one. */
static void add_page_head(struct page *page, size_t page_place)
{
    const struct matrix_axis *axis = side(page, MATRIX_PAGES);
    const char *joint = " ";
    struct text line;

    text_add(&page->text, "\n");
    if (axis->field == NULL)
        return;
    text_init(&line);
    text_format(&line, "%s:", axis->field);
    for (size_t i = page_place; i < axis->count; i++) {
        if (page->view->same_page[i] != page_place)
            continue;
        text_format(&line, "%s%s", joint, axis->labels[i]);
        joint = ", ";
    }
    add_paragraph(page, &line);
}

static void add_page(struct page *page, size_t page_place)
{
    add_page_head(page, page_place);
    page->last = 0;
    while (next_group(page)) {
        text_add(&page->text, page->first ? "\n" : "");
        add_heads(page);
        for (size_t row = 0; row < page->view->counts[MATRIX_ROWS]; row++)
            add_row(page, page_place, row);
    }
}

/* ---- notes ---- */

static void add_note_line(struct page *page, const char *lead, const char *words)
{
    struct text line;
    text_init(&line);
    text_format(&line, "%s%s", lead, words);
    add_spaces(&page->text, 10);
    page->text.failed = page->text.failed || line.failed;
    add_wrapped(page, line.bytes ? line.bytes : "", 10);
    text_clear(&line);
}

static void add_note_fixes(struct page *page, const struct matrix_note *note)
{
    struct text fixes;
    if (note->cell->fix_count == 0 || note->fixes_vary)
        return;
    text_init(&fixes);
    matrix_add_fixes(note->cell->fixes, note->cell->fix_count, &fixes);
    page->text.failed = page->text.failed || fixes.failed;
    add_note_line(page, "try: ", fixes.bytes ? fixes.bytes : "");
    text_clear(&fixes);
}

/* "else a, b", or one reason with its message. */
static void add_note_reason(struct page *page, const struct matrix_note *note)
{
    struct text name;
    bool single = note->name_count == 1;
    const char *end = !single ? "" : note->message_varies ? ", for example:" : ":";

    text_init(&name);
    text_format(&name, "%s%s%s%s", note->condition ? "else " : "", note->names,
                note->reason->severity == SEVERITY_ERROR ? "" : " (warning)", end);
    if (note->condition)
        add_spaces(&page->text, 10);
    page->text.failed = page->text.failed || name.failed;
    add_wrapped(page, name.bytes ? name.bytes : "", 10);
    text_clear(&name);
    if (single)
        add_note_line(page, "", note->reason->message);
}

/* "   4  no  a-reason", then the message and what would help. */
static void add_note(struct page *page, size_t index)
{
    const struct matrix_note *note = &page->view->notes[index];
    enum verdict verdict = note->cell->verdict;
    bool colour = page->view->colour;

    text_format(&page->text, "%4zu  %s%s%s%*s", index + 1, colour ? verdicts[verdict].colour : "",
                verdicts[verdict].word, colour ? "\x1b[0m" : "",
                (int)(4 - strlen(verdicts[verdict].word)), "");
    if (note->condition)
        add_wrapped(page, note->condition, 10);
    if (!note->cell->complete)
        add_note_line(page, "", "not everything was decided");
    if (note->reason)
        add_note_reason(page, note);
    add_note_fixes(page, note);
}

/* Room for the names at the left: what the columns leave of the line, and never little. Longer
 * names stand above their cells. */
static size_t label_width(const struct page *page)
{
    const char *field = side(page, MATRIX_ROWS)->field;
    size_t columns = 0, longest = field ? printed_width(field) : 0;
    for (size_t i = 0; i < page->view->counts[MATRIX_COLUMNS]; i++)
        columns += GAP + column_width(page, i);
    size_t room = columns + LABEL_LEAST < WIDTH ? WIDTH - columns : LABEL_LEAST;
    longest = longest < room ? longest : room;
    for (size_t i = 0; i < page->view->counts[MATRIX_ROWS]; i++) {
        size_t width = printed_width(label_at(page, MATRIX_ROWS, i));
        if (width > longest && width <= room)
            longest = width;
    }
    return longest;
}

static char *render(const struct matrix_view *view)
{
    struct page page = {.view = view};

    text_init(&page.text);
    page.label_width = label_width(&page);
    add_head(&page);
    add_legend(&page);
    for (size_t i = 0; i < view->counts[MATRIX_PAGES]; i++) {
        if (view->same_page[view->places[MATRIX_PAGES][i]] == view->places[MATRIX_PAGES][i])
            add_page(&page, view->places[MATRIX_PAGES][i]);
    }
    text_add(&page.text, view->note_count ? "\nConditions and reasons\n" : "");
    for (size_t i = 0; i < view->note_count; i++)
        add_note(&page, i);
    text_add(&page.text,
             view->note_count ? "\naccord explain REASON says what a reason rests on.\n" : "");
    return text_take(&page.text);
}

const struct matrix_report matrix_text = {.name = "text", .render = render};
