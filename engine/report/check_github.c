/* github: workflow commands, which become annotations of the files. */
#include <string.h>

#include "report/check_report.h"

static const char *const commands[SEVERITY__COUNT] = {"error", "warning", "notice"};

/* Escapes what would end a command, and in properties also what would end one of them. */
static void add_escaped(struct text *text, const char *words, bool property)
{
    for (; *words; words++) {
        bool special = strchr(property ? "%\r\n:," : "%\r\n", *words) != NULL;
        if (special)
            text_format(text, "%%%02X", (unsigned char)*words);
        else
            text_add_bytes(text, words, 1);
    }
}

static void add_finding(struct text *text, const struct check_finding *finding)
{
    text_format(text, "::%s file=", commands[finding->severity]);
    add_escaped(text, finding->file, true);
    if (finding->at.line)
        text_format(text, ",line=%u,endLine=%u,col=%u", finding->at.line,
                    finding->at.end_line > finding->at.line ? finding->at.end_line
                                                            : finding->at.line,
                    finding->at.column);
    if (finding->at.line && finding->at.end_line == finding->at.line &&
        finding->at.end_column > finding->at.column)
        text_format(text, ",endColumn=%u", finding->at.end_column);
    text_add(text, ",title=");
    add_escaped(text, finding->id, true);
    text_add(text, "::");
    add_escaped(text, finding->message, false);
    if (finding->composed_in) {
        text_add(text, "%0Ain: ");
        add_escaped(text, finding->composed_in, false);
    }
    if (finding->hint) {
        text_add(text, "%0Afix: ");
        add_escaped(text, finding->hint, false);
    }
    text_add(text, "\n");
}

static void add_file(struct check_page *page, const struct checked *checked)
{
    for (size_t i = 0; i < checked->count; i++) {
        if (checked->findings[i].state == CHECK_OPEN)
            add_finding(&page->text, &checked->findings[i]);
    }
}

const struct check_report check_report_github = {.name = "github", .file = add_file};
