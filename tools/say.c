/* What the program says on standard error. */
#include "say.h"

#include <stdarg.h>

#include "quote.h"

enum { MESSAGE_SIZE = 1024, SHOWN_LENGTH = 80 };

/* One line "accord: ...". */
void say(const char *format, ...)
{
    char message[MESSAGE_SIZE];
    va_list list;

    va_start(list, format);
    int length = vsnprintf(message, sizeof message, format, list);
    va_end(list);
    if (length < 0)
        return;
    fputs("accord: ", stderr);
    quote_line(stderr, message);
    fputs((size_t)length < sizeof message ? "\n" : "...\n", stderr);
}

/* A length for %.*s that is no longer than a message should show. */
int say_length(size_t length) { return length < SHOWN_LENGTH ? (int)length : SHOWN_LENGTH; }

/* A hint line with the nearest right thing. */
void say_nearest(const char *dashes, const char *nearest)
{
    if (!nearest)
        return;
    fprintf(stderr, "  hint: did you mean '%s", dashes);
    quote_line(stderr, nearest);
    fputs("'?\n", stderr);
}

/* A hint line that names all of a NULL-ended list. */
void say_choices(const char *lead, const char *const *words)
{
    fprintf(stderr, "  hint: %s", lead);
    for (size_t i = 0; words[i]; i++)
        fprintf(stderr, "%s %s", i > 0 ? "," : "", words[i]);
    fputc('\n', stderr);
}

/* One finding: file:line:column: error[ACC0106]: text. */
static void say_finding(const struct accord_diagnostic *finding)
{
    static const char *const severities[] = {
        [ACCORD_SEVERITY_ERROR] = "error",
        [ACCORD_SEVERITY_WARNING] = "warning",
        [ACCORD_SEVERITY_NOTE] = "note",
    };

    quote_line(stderr, finding->file ? finding->file : "accord");
    if (finding->file && finding->line > 0) {
        fprintf(stderr, ":%u", finding->line);
        if (finding->column > 0)
            fprintf(stderr, ":%u", finding->column);
    }
    fprintf(stderr, ": %s[%s]: ", severities[finding->severity], finding->id);
    quote_line(stderr, finding->message);
    fputc('\n', stderr);
    say_nearest("", finding->nearest);
}

/* All findings, one a line. */
void say_findings(const accord_findings *findings)
{
    struct accord_diagnostic finding;

    for (size_t i = 0; accord_findings_at(findings, i, &finding); i++)
        say_finding(&finding);
}
