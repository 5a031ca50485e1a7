/* junit: a suite a file, a case a rule that found something in it; a file without findings is one
 * passing case. */
#include <string.h>

#include "base/utf8.h"
#include "report/check_report.h"

/* Characters that XML does not allow become U+FFFD. */
static bool is_allowed(uint32_t code)
{
    return code == '\t' || code == '\n' || code == '\r' ||
           (code >= 0x20 && code != 0xfffe && code != 0xffff);
}

static const char *entity(char character)
{
    switch (character) {
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '&':
        return "&amp;";
    case '"':
        return "&quot;";
    case '\n':
        return "&#10;";
    default:
        return NULL;
    }
}

static void add_xml(struct text *text, const char *words)
{
    for (size_t length = strlen(words), at = 0; at < length;) {
        uint32_t code;
        size_t size = utf8_read(words + at, length - at, &code);
        const char *name = size == 1 ? entity(words[at]) : NULL;
        if (name)
            text_add(text, name);
        else if (size == 0 || !is_allowed(code))
            text_add(text, "\xef\xbf\xbd");
        else
            text_add_bytes(text, words + at, size);
        at += size ? size : 1;
    }
}

static void begin(struct check_page *page)
{
    text_add(&page->text,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"accord\">\n");
}

/* True for the first finding of its rule that is open, or not, in the file. */
static bool is_first(const struct checked *checked, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (strcmp(checked->findings[i].id, checked->findings[index].id) == 0)
            return false;
    }
    return true;
}

static bool is_open(const struct checked *checked, const char *id)
{
    for (size_t i = 0; i < checked->count; i++) {
        if (strcmp(checked->findings[i].id, id) == 0 && checked->findings[i].state == CHECK_OPEN)
            return true;
    }
    return false;
}

static void begin_case(struct text *text, const char *path, const char *id)
{
    text_add(text, "    <testcase name=\"");
    add_xml(text, id);
    text_add(text, "\" classname=\"");
    add_xml(text, path);
    text_add(text, "\" file=\"");
    add_xml(text, path);
    text_add(text, "\"");
}

/* All open findings of one rule. */
static void add_failure(struct text *text, const struct checked *checked,
                        const struct check_finding *first)
{
    text_add(text, "      <failure type=\"");
    add_xml(text, severity_name(first->severity));
    text_add(text, "\" message=\"");
    add_xml(text, first->message);
    text_add(text, "\">");
    for (size_t i = 0; i < checked->count; i++) {
        const struct check_finding *finding = &checked->findings[i];
        if (strcmp(finding->id, first->id) != 0 || finding->state != CHECK_OPEN)
            continue;
        add_xml(text, finding->file);
        text_format(text, ":%u:%u: ", finding->at.line, finding->at.column);
        add_xml(text, finding->message);
        text_add(text, "\n");
    }
    text_add(text, "</failure>\n");
}

/* The file that a result is about: findings that come later are about a part. */
static const char *suite_name(const struct checked *checked)
{
    return checked->is_further && checked->count ? checked->findings[0].file : checked->path;
}

static void add_case(struct text *text, const struct checked *checked,
                     const struct check_finding *finding)
{
    begin_case(text, suite_name(checked), finding->id);
    text_add(text, ">\n");
    if (is_open(checked, finding->id))
        add_failure(text, checked, finding);
    else
        text_add(text, "      <skipped/>\n");
    text_add(text, "    </testcase>\n");
}

static void add_file(struct check_page *page, const struct checked *checked)
{
    size_t tests = 0, failures = 0;
    struct text *text = &page->text;
    if (checked->outcome != CHECKED_FILE)
        return;
    for (size_t i = 0; i < checked->count; i++) {
        tests += is_first(checked, i);
        failures += is_first(checked, i) && is_open(checked, checked->findings[i].id);
    }
    text_add(text, "  <testsuite name=\"");
    add_xml(text, suite_name(checked));
    text_format(text, "\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\">\n",
                tests ? tests : 1, failures, tests - failures);
    for (size_t i = 0; i < checked->count; i++) {
        if (is_first(checked, i))
            add_case(text, checked, &checked->findings[i]);
    }
    if (tests == 0) {
        begin_case(text, checked->path, "accord");
        text_add(text, "/>\n");
    }
    text_add(text, "  </testsuite>\n");
}

static void end(struct check_page *page, const struct check_totals *totals)
{
    (void)totals;
    text_add(&page->text, "</testsuites>\n");
}

const struct check_report check_report_junit = {
    .name = "junit", .begin = begin, .file = add_file, .end = end};
