/* Fixed parts of the html report of a matrix, line by line, NULL-ended. Private to this room. */
#ifndef ACCORD_REPORT_MATRIX_PAGE_H
#define ACCORD_REPORT_MATRIX_PAGE_H

#include "report/matrix_report.h"

extern const char *const matrix_page_style[];
extern const char *const matrix_page_script[];

/* Adds a text with every character that means something to HTML as a reference. */
void html_add(struct text *text, const char *bytes);

/* The same for a name, which may be broken behind an underscore. */
void html_add_name(struct text *text, const char *name);

/* The inside of a cell's dialog: every way it can end, with reasons, conditions and changes. */
void html_add_details(struct text *text, const struct matrix_cell *cell);

/* The numbered notes below the tables. */
void html_add_notes(struct text *text, const struct matrix_view *view);

/* The icon of a verdict, and its words. */
void html_add_icon(struct text *text, enum verdict verdict);
const char *html_verdict_words(enum verdict verdict);

#endif
