/* html: one page that needs nothing else. Tables, a dialog for each cell, filters, and the same
 * notes as on paper. */
#include <stdio.h>
#include <string.h>

#include "report/matrix_page.h"

enum {
    FEW = 8,
    TALL_LABEL = 14,
    TALL_COLUMNS = 8
}; /* longer heads over more columns are written upright */

struct page {
    struct text text;
    const struct matrix_view *view;
    struct intern details; /* what the dialogs say: cells that say the same share it */
};

static void add_lines(struct text *text, const char *const *lines)
{
    for (size_t i = 0; lines[i]; i++)
        text_add(text, lines[i]);
}

static const char *field_of(const struct page *page, enum matrix_role role)
{
    const char *field = page->view->matrix->axes[role].field;
    return field ? field : "";
}

/* A built text, escaped; the text is cleared. */
static void add_built(struct page *page, struct text *built)
{
    page->text.failed = page->text.failed || built->failed;
    html_add(&page->text, built->bytes ? built->bytes : "");
    text_clear(built);
}

/* ---- head ---- */

static void add_title(struct page *page)
{
    struct text title;
    text_init(&title);
    text_format(&title, "%s %s: ", page->view->matrix->framework, page->view->matrix->release);
    matrix_add_title(page->view->matrix, &title);
    add_built(page, &title);
}

/* The shapes of the verdicts: a disc with a tick, a square with a cross, a diamond with a bar. */
static void add_shapes(struct text *text)
{
    static const char *const shapes[] = {
        "<svg hidden><symbol id=\"v0\" viewBox=\"0 0 20 20\"><circle cx=\"10\" cy=\"10\" r=\"9\" "
        "fill=\"currentColor\"/>",
        "<path d=\"m5.5 10.3 3.1 3.2 6-6.8\" fill=\"none\" stroke=\"var(--b)\" "
        "stroke-width=\"2.4\"/></symbol>",
        "<symbol id=\"v1\" viewBox=\"0 0 20 20\"><path d=\"m4.5 4.5 11 11m0-11-11 11\" "
        "fill=\"none\" stroke=\"currentColor\" ",
        "stroke-width=\"3.4\" stroke-linecap=\"round\"/></symbol>",
        "<symbol id=\"v2\" viewBox=\"0 0 20 20\"><path d=\"m10 1 9 9-9 9-9-9z\" fill=\"none\" "
        "stroke=\"currentColor\" stroke-width=\"2\" ",
        "stroke-linejoin=\"round\"/><path d=\"m10 1 9 9-9 9z\" "
        "fill=\"currentColor\"/></symbol></svg>\n",
        NULL,
    };
    add_lines(text, shapes);
}

static void add_document_head(struct page *page)
{
    text_add(&page->text,
             "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
             "'unsafe-inline'; "
             "script-src 'unsafe-inline'\">\n<title>");
    add_title(page);
    text_add(&page->text, "</title>\n<style>\n");
    add_lines(&page->text, matrix_page_style);
    text_add(&page->text, "</style>\n</head>\n");
}

static void add_attribute(struct page *page, const char *name, const char *value)
{
    text_format(&page->text, " %s=\"", name);
    html_add(&page->text, value);
    text_add(&page->text, "\"");
}

/* <body> with what the script needs to write a command line. */
static void add_body(struct page *page)
{
    const struct matrix *matrix = page->view->matrix;
    struct text words;

    text_add(&page->text, "<body");
    text_init(&words);
    text_format(&words, "%s@%s", matrix->framework, matrix->release);
    add_attribute(page, "data-framework", words.bytes ? words.bytes : "");
    text_clear(&words);
    text_add(&words, "[");
    for (size_t i = 0; i < matrix->request_count; i++) {
        text_add(&words, i ? "," : "");
        text_add_json(&words, matrix->request[i], strlen(matrix->request[i]));
    }
    text_add(&words, "]");
    page->text.failed = page->text.failed || words.failed;
    add_attribute(page, "data-request", words.bytes ? words.bytes : "[]");
    text_clear(&words);
    add_attribute(page, "data-rows", field_of(page, MATRIX_ROWS));
    add_attribute(page, "data-columns", field_of(page, MATRIX_COLUMNS));
    add_attribute(page, "data-pages", field_of(page, MATRIX_PAGES));
    text_add(&page->text, ">\n");
}

/* A few in a line; many behind a fold. */
static void add_codes(struct page *page, const char *summary, const char *const *items,
                      size_t count)
{
    bool folded = count > FEW;
    text_format(&page->text,
                folded ? "<details class=\"given\"><summary>%s</summary>"
                       : "<p class=\"given\">%s: ",
                summary);
    for (size_t i = 0; i < count; i++) {
        text_add(&page->text, "<code>");
        html_add(&page->text, items[i]);
        text_add(&page->text, "</code> ");
    }
    text_add(&page->text, folded ? "</details>\n" : "</p>\n");
}

/* What all cells have in common. */
static void add_given(struct page *page)
{
    const struct matrix *matrix = page->view->matrix;
    char summary[64];
    if (matrix->request_count)
        add_codes(page, "every request has", matrix->request, matrix->request_count);
    snprintf(summary, sizeof summary, "%zu fact%s known of the machine", matrix->fact_count,
             matrix->fact_count == 1 ? " is" : "s are");
    if (matrix->fact_count)
        add_codes(page, summary, matrix->facts, matrix->fact_count);
    else
        text_add(&page->text, "<p class=\"given\">Nothing is known of the machine: what depends on "
                              "it says on what.</p>\n");
}

/* How much of everything runs, at a glance. */
static void add_bar(struct page *page)
{
    static const enum verdict order[] = {VERDICT_OK, VERDICT_DEPENDS, VERDICT_BROKEN};
    struct text counts;
    text_init(&counts);
    matrix_add_counts(page->view->matrix, &counts);
    text_add(&page->text, "<div class=\"bar\" role=\"img\" aria-label=\"");
    add_built(page, &counts);
    text_add(&page->text, "\">");
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        text_format(&page->text, "<i class=\"v%d\" style=\"flex:%zu\"></i>", (int)order[i],
                    page->view->matrix->counts[order[i]]);
    text_add(&page->text, "</div>\n");
}

static void add_tools(struct page *page)
{
    static const enum verdict order[] = {VERDICT_OK, VERDICT_DEPENDS, VERDICT_BROKEN};
    text_add(&page->text, "<div class=\"tools\">");
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        if (!(page->view->verdicts >> order[i] & 1))
            continue;
        text_format(&page->text, "<button class=\"chip v%d\" data-v=\"%d\" aria-pressed=\"true\">",
                    (int)order[i], (int)order[i]);
        html_add_icon(&page->text, order[i]);
        text_format(&page->text, "<span>%s</span><b>%zu</b></button>\n",
                    html_verdict_words(order[i]), page->view->matrix->counts[order[i]]);
    }
    text_add(&page->text, "<label class=\"search\"><span class=\"h\">Filter by name, rule or "
                          "condition</span><input id=\"q\" type=\"search\" "
                          "placeholder=\"Filter by name, rule or condition\" autocomplete=\"off\" "
                          "spellcheck=\"false\"></label></div>\n");
}

/* A tab for each page, and one for all of them. */
static void add_tabs(struct page *page)
{
    const struct matrix_axis *axis = &page->view->matrix->axes[MATRIX_PAGES];
    if (axis->field == NULL || page->view->counts[MATRIX_PAGES] == 0)
        return;
    text_add(&page->text, "<nav class=\"tabs\" role=\"tablist\"");
    add_attribute(page, "aria-label", axis->field);
    text_add(&page->text, ">");
    for (size_t i = 0; i < page->view->counts[MATRIX_PAGES]; i++) {
        text_format(&page->text, "<button role=\"tab\" data-page=\"%zu\">", i);
        html_add(&page->text, axis->labels[page->view->places[MATRIX_PAGES][i]]);
        text_add(&page->text, "<small></small></button>\n");
    }
    text_add(&page->text, "<button role=\"tab\" data-page=\"all\">all</button></nav>\n");
}

static void add_top(struct page *page)
{
    const struct matrix *matrix = page->view->matrix;
    struct text title;

    text_format(&page->text, "<header class=\"top%s\"><div class=\"title\"><h1>",
                matrix->axes[MATRIX_PAGES].field ? "" : " plain");
    html_add(&page->text, matrix->framework);
    text_add(&page->text, " <span>");
    html_add(&page->text, matrix->release);
    text_add(&page->text, "</span></h1><p>");
    text_init(&title);
    matrix_add_title(matrix, &title);
    add_built(page, &title);
    text_add(&page->text, "</p></div>\n");
    add_given(page);
    add_bar(page);
    add_tools(page);
    add_tabs(page);
    text_add(&page->text, "</header>\n");
}

/* ---- tables ---- */

/* The number of a cell's dialog. */
static uint32_t details_id(struct page *page, const struct matrix_cell *cell)
{
    struct text text;
    uint32_t id = 0;
    text_init(&text);
    html_add_details(&text, cell);
    bool complete = !text.failed && intern_add(&page->details, text.bytes, text.length, &id);
    page->text.failed = page->text.failed || !complete;
    text_clear(&text);
    return id;
}

static void add_cell(struct page *page, const struct matrix_cell *cell)
{
    uint32_t number;
    struct text *text = &page->text;

    if (!matrix_view_shows(page->view, cell)) {
        text_add(text, "<td class=\"gap\"></td>");
        return;
    }
    text_format(text, "<td class=\"v%d\"><a", (int)cell->verdict);
    matrix_view_note(page->view, cell, &number);
    if (number)
        text_format(text, " href=\"#n%u\" data-n=\"%u\"", number, number);
    text_format(text, " role=\"button\" tabindex=\"-1\" data-d=\"%u\">", details_id(page, cell));
    html_add_icon(text, cell->verdict);
    text_format(text, "<span class=\"h\">%s</span>", html_verdict_words(cell->verdict));
    if (number)
        text_format(text, "<sup>%u</sup>", number);
    text_add(text, "</a></td>");
}

static bool is_tall(const struct page *page)
{
    size_t longest = 0;
    for (size_t i = 0; i < page->view->counts[MATRIX_COLUMNS]; i++) {
        size_t length = strlen(
            page->view->matrix->axes[MATRIX_COLUMNS].labels[page->view->places[MATRIX_COLUMNS][i]]);
        longest = length > longest ? length : longest;
    }
    return longest > TALL_LABEL && page->view->counts[MATRIX_COLUMNS] > TALL_COLUMNS;
}

static void add_heads(struct page *page)
{
    text_add(&page->text, "<thead><tr><th class=\"corner\">");
    html_add(&page->text, field_of(page, MATRIX_ROWS));
    text_add(&page->text, "</th>");
    for (size_t i = 0; i < page->view->counts[MATRIX_COLUMNS]; i++) {
        text_add(&page->text, "<th scope=\"col\" class=\"name\">");
        html_add_name(
            &page->text,
            page->view->matrix->axes[MATRIX_COLUMNS].labels[page->view->places[MATRIX_COLUMNS][i]]);
        text_add(&page->text, "</th>");
    }
    text_add(&page->text, "</tr></thead>\n");
}

static void add_row(struct page *page, size_t page_place, size_t row)
{
    text_add(&page->text, "<tr><th scope=\"row\" class=\"name\">");
    html_add_name(&page->text, page->view->matrix->axes[MATRIX_ROWS].labels[row]);
    text_add(&page->text, "</th>");
    for (size_t i = 0; i < page->view->counts[MATRIX_COLUMNS]; i++)
        add_cell(page, matrix_at(page->view->matrix, page_place, row,
                                 page->view->places[MATRIX_COLUMNS][i]));
    text_add(&page->text, "</tr>\n");
}

static void add_page(struct page *page, size_t place)
{
    const struct matrix_axis *axis = &page->view->matrix->axes[MATRIX_PAGES];
    text_format(&page->text, "<section class=\"page%s\">", is_tall(page) ? " tall" : "");
    if (axis->field) {
        text_add(&page->text, "<h2>");
        html_add(&page->text, axis->field);
        text_add(&page->text, " <b>");
        html_add(&page->text, axis->labels[place]);
        text_add(&page->text, "</b></h2>");
    }
    text_add(&page->text, "<table>");
    add_heads(page);
    text_add(&page->text, "<tbody>\n");
    for (size_t i = 0; i < page->view->counts[MATRIX_ROWS]; i++)
        add_row(page, place, page->view->places[MATRIX_ROWS][i]);
    text_add(&page->text, "</tbody></table></section>\n");
}

/* ---- end ---- */

static void add_dialogs(struct page *page)
{
    text_add(&page->text,
             "<dialog id=\"cell\" aria-labelledby=\"cell-title\"><div class=\"box\"><header><h2 "
             "id=\"cell-title\"></h2>"
             "<button class=\"close\" aria-label=\"Close\">×</button></header><div "
             "id=\"cell-body\"></div>"
             "<h3>Ask for it</h3><code class=\"run\" id=\"cell-run\"></code><p "
             "class=\"keys\"><kbd>Esc</kbd> closes, "
             "<kbd>←</kbd> <kbd>→</kbd> go to the next combination</p></div></dialog>\n");
    for (uint32_t i = 0; i < page->details.count; i++)
        text_format(&page->text, "<template id=\"d%u\">%s</template>\n", i,
                    intern_text(&page->details, i));
}

static void add_main(struct page *page)
{
    text_add(&page->text, "<div class=\"body\"><main>\n<p class=\"empty\" hidden></p>\n");
    for (size_t i = 0; i < page->view->counts[MATRIX_PAGES]; i++)
        add_page(page, page->view->places[MATRIX_PAGES][i]);
    if (page->view->counts[MATRIX_PAGES])
        text_add(&page->text, "<p class=\"keys\">arrows move, <kbd>Enter</kbd> opens a "
                              "combination, <kbd>/</kbd> filters</p>\n");
    text_add(&page->text, "</main>\n");
    html_add_notes(&page->text, page->view);
    text_add(&page->text, "</div>\n");
}

static char *render(const struct matrix_view *view)
{
    struct page page = {.view = view};
    text_init(&page.text);
    intern_init(&page.details);
    add_document_head(&page);
    add_body(&page);
    add_shapes(&page.text);
    add_top(&page);
    add_main(&page);
    add_dialogs(&page);
    text_add(&page.text, "<script>\n");
    add_lines(&page.text, matrix_page_script);
    text_add(&page.text, "</script>\n</body>\n</html>\n");
    intern_clear(&page.details);
    return text_take(&page.text);
}

const struct matrix_report matrix_html = {.name = "html", .render = render};
