/* Check report: findings of many files in the formats people and programs read, piece by piece, so
 * that no run is too large for it. One format a file, each ending in one const descriptor. */
#ifndef ACCORD_REPORT_CHECK_REPORT_H
#define ACCORD_REPORT_CHECK_REPORT_H

#include "base/text.h"
#include "check/finding.h"

/* A rule that a report has mentioned. */
struct check_mention {
    const char *id, *message, *help, *source;
    enum severity severity;
};

/* A report being written. What is in `text` has not been handed on yet. */
struct check_page {
    const struct check_report *report;
    struct text text;
    bool colour;
    size_t written; /* findings so far, for separators */
    struct arena arena;
    struct check_mention *mentions;
    size_t mention_count, mention_room;
};

struct check_report {
    const char *name;
    /* Each may be NULL. `totals` are those of the whole run. */
    void (*begin)(struct check_page *page);
    void (*file)(struct check_page *page, const struct checked *checked);
    void (*end)(struct check_page *page, const struct check_totals *totals);
};

extern const struct check_report check_report_text;
extern const struct check_report check_report_concise;
extern const struct check_report check_report_json;
extern const struct check_report check_report_jsonl;
extern const struct check_report check_report_sarif;
extern const struct check_report check_report_github;
extern const struct check_report check_report_gitlab;
extern const struct check_report check_report_junit;
extern const struct check_report check_report_diff;
extern const struct check_report check_report_baseline;

/* A format by its name, or NULL; by its number, NULL behind the last. */
const struct check_report *check_report_find(const char *name);
const struct check_report *check_report_at(size_t index);

void check_page_init(struct check_page *page, const struct check_report *report, bool colour);
void check_page_clear(struct check_page *page);

/* ---- for the formats ---- */

/* Number of a finding's rule in the page's mentions, added when it is new; SIZE_MAX without memory.
 */
size_t check_page_mention(struct check_page *page, const struct check_finding *finding);

/* `"key": "text"` and `"key": 3`, with a comma before unless `first`; nothing for NULL. */
void json_add_text(struct text *text, bool first, const char *key, const char *value);
void json_add_number(struct text *text, bool first, const char *key, size_t number);

/* The finding's members without the braces: what json and jsonl show. */
void json_add_finding(struct text *text, const struct check_finding *finding);

/* `{"files": 3, ...}` */
void json_add_totals(struct text *text, const struct check_totals *totals);

/* file:line:column: severity[id] message */
void check_add_head(struct check_page *page, const struct check_finding *finding);

/* One line that says how the run went, as text for people. */
void check_add_summary(struct check_page *page, const struct check_totals *totals);

/* A path as a URI: '/' stays, whatever may not stand in one is escaped. */
void uri_add(struct text *text, const char *path);

#endif
