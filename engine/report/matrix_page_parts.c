/* Reasons as HTML: in the dialog of a cell, and as notes below the tables. */
#include <string.h>

#include "base/utf8.h"
#include "report/matrix_page.h"

/* Characters that steer the order of writing could make a text look like another one. */
static bool is_harmless(uint32_t code)
{
    bool is_control = code < 0x20 || (code >= 0x7f && code <= 0x9f);
    bool is_turning = (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
    return !is_control && !is_turning;
}

void html_add(struct text *text, const char *bytes)
{
    size_t length = strlen(bytes);
    for (size_t at = 0; at < length;) {
        uint32_t code;
        size_t size = utf8_read(bytes + at, length - at, &code);
        if (size == 0 || !is_harmless(code))
            text_add(text, "\xef\xbf\xbd");
        else if (strchr("<>&\"'", bytes[at]))
            text_format(text, "&#%u;", (unsigned)code);
        else
            text_add_bytes(text, bytes + at, size);
        at += size ? size : 1;
    }
}

void html_add_name(struct text *text, const char *name)
{
    struct text escaped;
    text_init(&escaped);
    html_add(&escaped, name);
    for (const char *at = escaped.bytes ? escaped.bytes : ""; *at;) {
        size_t length = strcspn(at, "_");
        text_add_bytes(text, at, length);
        text_add(text, at[length] ? "_<wbr>" : "");
        at += length + (at[length] == '_');
    }
    text->failed = text->failed || escaped.failed;
    text_clear(&escaped);
}

const char *html_verdict_words(enum verdict verdict)
{
    static const char *const words[] = {
        [VERDICT_OK] = "runs", [VERDICT_BROKEN] = "cannot run", [VERDICT_DEPENDS] = "depends"};
    return words[verdict];
}

void html_add_icon(struct text *text, enum verdict verdict)
{
    text_format(text, "<svg class=\"i\" aria-hidden=\"true\"><use href=\"#v%d\"/></svg>",
                (int)verdict);
}

/* Each alternative of a condition as an item. */
static void add_condition(struct text *text, const char *condition)
{
    text_add(text, "<ul>");
    for (const char *at = condition; *at;) {
        const char *next = strstr(at, "; or ");
        size_t length = next ? (size_t)(next - at) : strlen(at);
        struct text part;
        text_init(&part);
        text_add_bytes(&part, at, length);
        text_add(text, "<li>");
        html_add(text, part.bytes ? part.bytes : "");
        text_add(text, "</li>");
        text->failed = text->failed || part.failed;
        text_clear(&part);
        at += length + (next ? strlen("; or ") : 0);
    }
    text_add(text, "</ul>");
}

static void add_fixes(struct text *text, const struct matrix_fix *fixes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        text_add(text, i ? " or <code class=\"fix\">" : "<code class=\"fix\">");
        html_add(text, fixes[i].field);
        text_add(text, "=");
        html_add(text, fixes[i].value);
        text_add(text, "</code>");
    }
}

static void add_source(struct text *text, const char *source)
{
    bool is_link = strncmp(source, "https://", 8) == 0;
    text_add(text, "<p class=\"meta\">rests on ");
    if (is_link) {
        text_add(text, "<a rel=\"noreferrer\" href=\"");
        html_add(text, source);
        text_add(text, "\">");
    }
    html_add(text, source);
    text_add(text, is_link ? "</a></p>" : "</p>");
}

static void add_reason(struct text *text, const struct matrix_reason *reason)
{
    text_add(text, "<div class=\"reason\"><p class=\"name\">");
    html_add(text, reason->id);
    text_add(text, reason->severity == SEVERITY_ERROR ? "</p><p>"
                   : reason->possible                 ? " (possible warning)</p><p>"
                                                      : " (warning)</p><p>");
    html_add(text, reason->message);
    text_add(text, "</p>");
    if (reason->raises) {
        text_add(text, "<p class=\"meta\">the framework raises <code>");
        html_add(text, reason->raises);
        text_add(text, "</code></p>");
    }
    if (reason->source)
        add_source(text, reason->source);
    if (reason->fix_count) {
        text_add(text, "<p>try ");
        add_fixes(text, reason->fixes, reason->fix_count);
        text_add(text, "</p>");
    }
    text_add(text, "</div>");
}

static void add_way(struct text *text, const struct matrix_way *way)
{
    bool always = strcmp(way->condition, "always") == 0;
    text_format(text, "<div class=\"way v%d\"><h3>%s%s</h3>", way->ok ? VERDICT_OK : VERDICT_BROKEN,
                way->ok ? "Runs" : "Cannot run", always ? "" : " when");
    if (!always)
        add_condition(text, way->condition);
    for (size_t i = 0; i < way->reason_count; i++)
        add_reason(text, &way->reasons[i]);
    text_add(text, "</div>");
}

/* What would help a cell that cannot run where its rules propose nothing. */
static void add_help(struct text *text, const struct matrix_cell *cell)
{
    const struct matrix_reason *error = matrix_first_error(cell->stops);
    if (cell->fix_count == 0 || (error && error->fixes == cell->fixes))
        return;
    text_add(text, "<h3>One change that runs</h3><p>");
    add_fixes(text, cell->fixes, cell->fix_count);
    text_add(text, "</p>");
}

void html_add_details(struct text *text, const struct matrix_cell *cell)
{
    text_format(text, "<p class=\"verdict v%d\">", (int)cell->verdict);
    html_add_icon(text, cell->verdict);
    text_format(text, "%s</p>",
                cell->verdict == VERDICT_DEPENDS ? "depends on the machine"
                                                 : html_verdict_words(cell->verdict));
    if (!cell->complete)
        text_add(text, "<p class=\"meta\">Not everything was decided.</p>");
    for (size_t i = 0; i < cell->way_count; i++)
        add_way(text, &cell->ways[i]);
    add_help(text, cell);
}

/* ---- notes ---- */

/* "else a, b", or one reason with its message. */
static void add_note_reason(struct text *text, const struct matrix_note *note)
{
    text_format(text, "<p>%s<span class=\"name\">", note->condition ? "else " : "");
    html_add(text, note->names);
    text_format(text, "</span>%s", note->reason->severity == SEVERITY_ERROR ? "" : " (warning)");
    if (note->name_count == 1) {
        text_add(text, note->message_varies ? ", for example: " : ": ");
        html_add(text, note->reason->message);
    }
    text_add(text, "</p>");
}

static void add_note_words(struct text *text, const struct matrix_note *note)
{
    if (note->condition) {
        text_add(text, "<p>");
        html_add(text, note->condition);
        text_add(text, "</p>");
    }
    if (!note->cell->complete)
        text_add(text, "<p>not everything was decided</p>");
    if (note->reason)
        add_note_reason(text, note);
    if (note->cell->fix_count && !note->fixes_vary) {
        text_add(text, "<p>try ");
        add_fixes(text, note->cell->fixes, note->cell->fix_count);
        text_add(text, "</p>");
    }
}

static void add_note(struct text *text, const struct matrix_note *note, size_t number)
{
    text_format(text, "<li id=\"n%zu\"><span class=\"badge v%d\">", number,
                (int)note->cell->verdict);
    html_add_icon(text, note->cell->verdict);
    text_format(text, "%zu</span><div><div class=\"said\">", number);
    add_note_words(text, note);
    text_format(text,
                "</div><p class=\"meta\">%zu combination%s <button class=\"only\" "
                "data-n=\"%zu\">show only %s</button></p></div></li>\n",
                note->cells, note->cells == 1 ? "" : "s", number, note->cells == 1 ? "it" : "them");
}

void html_add_notes(struct text *text, const struct matrix_view *view)
{
    if (view->note_count == 0)
        return;
    text_add(text, "<aside class=\"notes\"><h2>Conditions and reasons</h2><ol>\n");
    for (size_t i = 0; i < view->note_count; i++)
        add_note(text, &view->notes[i], i + 1);
    text_add(text, "</ol></aside>\n");
}
