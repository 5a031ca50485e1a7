/* Check reports: what each format makes of one file with an open, an ignored and a hidden finding.
 */
#include <string.h>

#include "report/check_report.h"
#include "suite.h"

static struct check_edit edit = {
    .at = {.line = 2, .column = 3, .end_line = 2, .end_column = 5, .offset = 4, .end_offset = 6},
    .text = "new",
    .safe = true};

/* A file with three findings. */
static void make(struct checked *checked)
{
    struct check_finding finding = {.id = "rule-a",
                                    .severity = SEVERITY_ERROR,
                                    .message = "bad <\"&%\x1b>\n",
                                    .file = "a b.yaml",
                                    .composed_in = "top c.yaml",
                                    .at = edit.at,
                                    .framework = "f 1",
                                    .hint = "set it",
                                    .edit = &edit,
                                    .line = "  x\xc3\xa4",
                                    .fingerprint = "0123456789abcdef"};
    checked_init(checked, "a b.yaml");
    checked_add(checked, &finding);
    finding.id = "rule-b";
    finding.state = CHECK_IGNORED;
    finding.why = "because";
    checked_add(checked, &finding);
    finding.id = "rule-c";
    finding.state = CHECK_HIDDEN;
    checked_add(checked, &finding);
    checked->before = "old\n";
    checked->after = "new\n";
    checked->before_length = checked->after_length = 4;
}

/* The whole report of that file, or of none; the caller frees the page. */
static const char *render(struct check_page *page, const char *format, bool any)
{
    struct check_totals totals = {.files = 1,
                                  .found = {1, 0, 0},
                                  .files_with_findings = 1,
                                  .ignored = 1,
                                  .hidden = 1,
                                  .fixable = 1};
    struct checked checked;
    const struct check_report *report = check_report_find(format);
    CU_ASSERT_PTR_NOT_NULL_FATAL(report);
    make(&checked);
    check_page_init(page, report, false);
    if (report->begin)
        report->begin(page);
    if (any && report->file)
        report->file(page, &checked);
    if (report->end)
        report->end(page, any ? &totals : &(struct check_totals){0});
    checked_clear(&checked);
    CU_ASSERT_FALSE(page->text.failed);
    return page->text.bytes ? page->text.bytes : "";
}

static const struct row {
    const char *format, *has, *lacks;
} rows[] = {
    {"text", "a b.yaml:2:3: error[rule-a] bad", "\x1b"},
    {"text", "= fix: set it (--fix does it)", "rule-b"},
    {"text", "= in: top c.yaml\n", "rule-b"},
    {"text", "1 ignored by a comment", "rule-c"},
    {"concise", "a b.yaml:2:3: error[rule-a] bad", "= fix"},
    {"json", "\"state\": \"ignored\", \"why\": \"because\"", "rule-c"},
    {"json", "bad <\\\"&%\\u001b>\\n", "\x1b"},
    {"json", "\"file\": \"a b.yaml\", \"composed_in\": \"top c.yaml\"", "rule-c"},
    {"jsonl", "\"fingerprint\": \"0123456789abcdef\"}\n", "rule-c"},
    {"sarif", "\"uri\": \"a%20b.yaml\"", "rule-c"},
    {"sarif", "\"suppressions\": [{\"kind\": \"inSource\", \"justification\": \"because\"}]",
     "a b.yaml"},
    {"sarif", "\"columnKind\": \"unicodeCodePoints\"", "\x1b"},
    {"github", "::error file=a b.yaml,line=2,endLine=2,col=3,endColumn=5,title=rule-a::bad <\"&%25",
     "rule-b"},
    {"github", "%0Ain: top c.yaml%0Afix: set it", "rule-b"},
    {"sarif",
     "\"relatedLocations\": [{\"physicalLocation\": {\"artifactLocation\": {\"uri\": "
     "\"top%20c.yaml\"}}",
     "rule-c"},
    {"gitlab", "\"fingerprint\": \"0123456789abcdef\"", "rule-b"},
    {"junit", "tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"2\"", "\x1b"},
    {"junit", "bad &lt;&quot;&amp;%\xef\xbf\xbd&gt;&#10;", "<\"&"},
    {"diff", "-old\n+new\n", "rule"},
    {"baseline", "\"id\": \"rule-a\"", "rule-b"},
};

static void test_formats(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct check_page page;
        const char *text = render(&page, rows[i].format, true);
        CHECK_ROW(strstr(text, rows[i].has) != NULL, rows[i].has);
        CHECK_ROW(strstr(text, rows[i].lacks) == NULL, rows[i].has);
        check_page_clear(&page);
    }
}

static void test_empty(void)
{
    static const struct {
        const char *format, *text;
    } empty[] = {{"json", "{\"format\": 1, \"findings\": [], \"summary\": {"},
                 {"jsonl", ""},
                 {"gitlab", "[]\n"},
                 {"github", ""},
                 {"baseline", "{\"format\": 1, \"findings\": []}\n"},
                 {"diff", ""}};
    struct check_page page;
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++) {
        const char *text = render(&page, empty[i].format, false);
        CHECK_ROW(strncmp(text, empty[i].text, strlen(empty[i].text)) == 0, empty[i].format);
        check_page_clear(&page);
    }
    CU_ASSERT_PTR_NOT_NULL(strstr(render(&page, "sarif", false), "\"results\": []"));
    check_page_clear(&page);
}

static void test_names(void)
{
    CU_ASSERT_PTR_NULL(check_report_find("yaml"));
    for (size_t i = 0; check_report_at(i); i++)
        CU_ASSERT_PTR_EQUAL(check_report_find(check_report_at(i)->name), check_report_at(i));
}

static const struct test tests[] = {
    {"every format shows what it should and nothing else", test_formats},
    {"a report of nothing is whole", test_empty},
    {"every format is found by its name", test_names},
};

const struct suite suite_check_report = {"check report", tests, sizeof tests / sizeof *tests};
