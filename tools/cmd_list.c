/* accord list: what the tables hold. */
#include <dirent.h>
#include <errno.h>
#include <string.h>

#include "accord.h"
#include "columns.h"
#include "command.h"
#include "guess.h"
#include "options.h"
#include "output.h"
#include "quote.h"
#include "say.h"
#include "session.h"

/* The listings that every accord has; a framework may have more registries than these. */
static const char *const listings[] = {
    "accelerators", "strategies", "precisions", "environments", "rules",
    "targets",      "fields",     "frameworks", NULL,
};

/* What the second column holds, where it is not the class of an entry. */
static const struct {
    const char *listing, *title;
} titles[] = {
    {"rules", "STAGE AND SEVERITY"},
    {"targets", "WHERE"},
    {"fields", "ROLE AND TYPE"},
    {"frameworks", "RELEASES"},
};

static const struct option option_all = {
    .name = "all",
    .summary = "also what other releases have, and entries that only objects mean",
};

/* A listing on its way out, row by row. */
struct list {
    bool all; /* not the release alone */
    struct columns columns;
    FILE *stream;
    const char *separator; /* before the next JSON object */
};

enum { RELEASES_SIZE = 64 };

/* A lifetime as a test on the release: ">=1.5 <2.0". NULL: it was always there and still is. */
static const char *format_releases(const struct accord_item *item, char *ret_text)
{
    if (!item->since && !item->until)
        return NULL;
    snprintf(ret_text, RELEASES_SIZE, "%s%.20s%s%s%.20s", item->since ? ">=" : "",
             item->since ? item->since : "", item->since && item->until ? " " : "",
             item->until ? "<" : "", item->until ? item->until : "");
    return ret_text;
}

/* Makes room for a row. */
static bool measure_item(void *context, const struct accord_item *item)
{
    struct list *list = context;
    char releases[RELEASES_SIZE];

    if (!list->all && !item->in_release)
        return true;
    columns_measure(&list->columns,
                    (const char *const[]){item->name, item->detail, format_releases(item, releases),
                                          item->summary});
    return true;
}

static bool print_item(void *context, const struct accord_item *item)
{
    struct list *list = context;
    char releases[RELEASES_SIZE];

    if (!list->all && !item->in_release)
        return true;
    columns_print(&list->columns, list->stream,
                  (const char *const[]){item->name, item->detail, format_releases(item, releases),
                                        item->summary});
    return !ferror(list->stream);
}

/* Prints a row as a JSON object on a line of its own. */
static bool print_item_json(void *context, const struct accord_item *item)
{
    struct list *list = context;
    const struct member members[] = {
        {"name", item->name, 0},    {"summary", item->summary, 0}, {"detail", item->detail, 0},
        {"since", item->since, 0},  {"until", item->until, 0},     {"file", item->file, 0},
        {"line", NULL, item->line},
    };

    if (!list->all && !item->in_release)
        return true;
    fputs(list->separator, list->stream);
    list->separator = ",\n ";
    quote_object(list->stream, members, sizeof members / sizeof *members);
    return !ferror(list->stream);
}

static const char *second_title(const char *listing)
{
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        if (strcmp(titles[i].listing, listing) == 0)
            return titles[i].title;
    return "CLASS";
}

/* Prints the titles of those columns that hold anything. */
static void print_head(struct list *list, const char *what)
{
    const char *const cells[] = {"NAME", second_title(what), "RELEASES", "SUMMARY"};
    const char *shown[COLUMNS_LIMIT];

    for (size_t i = 0; i < list->columns.count; i++)
        shown[i] = list->columns.widths[i] > 0 ? cells[i] : NULL;
    columns_measure(&list->columns, shown);
    columns_fit(&list->columns);
    columns_print(&list->columns, list->stream, shown);
}

static enum accord_status print_text(accord_engine *engine, const accord_framework *framework,
                                     const char *what, bool all, FILE *stream)
{
    struct list list = {.all = all, .columns = {.count = 4}, .stream = stream};

    enum accord_status status = accord_engine_list(engine, framework, what, measure_item, &list);
    if (status != ACCORD_OK)
        return status;
    if (list.columns.widths[0] == 0)
        return ACCORD_OK; /* nothing to put a head over */
    print_head(&list, what);
    return accord_engine_list(engine, framework, what, print_item, &list);
}

static enum accord_status print_json(accord_engine *engine, const accord_framework *framework,
                                     const char *what, bool all, FILE *stream)
{
    struct list list = {.all = all, .stream = stream, .separator = "[\n "};

    enum accord_status status = accord_engine_list(engine, framework, what, print_item_json, &list);
    fputs(list.separator[0] == '[' ? "[]\n" : "\n]\n", stream);
    return status;
}

/* Whether a listing depends on the framework; the others can be had when its tables are broken. */
static bool needs_framework(const char *what)
{
    return strcmp(what, "frameworks") != 0 && strcmp(what, "targets") != 0;
}

/* Whether --tables leads to a folder: tables of a framework would say so themselves. */
static bool has_tables(const struct session *session)
{
    const char *tables = arguments_value(session->arguments, &option_tables);
    DIR *folder = tables ? opendir(tables) : NULL;

    if (tables && !folder)
        say("cannot read %.200s: %s", tables, strerror(errno));
    if (folder)
        closedir(folder);
    return !tables || folder;
}

/* Prints a listing in the format asked for. */
static bool print_listing(struct session *session, const char *what, FILE *stream)
{
    const accord_framework *framework = NULL;

    if (needs_framework(what) ? !(framework = session_framework(session)) : !has_tables(session))
        return false;
    enum accord_status status;
    bool all = arguments_has(session->arguments, &option_all);
    if (options_want_json(session->arguments))
        status = print_json(session->engine, framework, what, all, stream);
    else
        status = print_text(session->engine, framework, what, all, stream);
    if (status != ACCORD_NOT_FOUND)
        return session_check(session, status, what);
    say("there is no listing '%.80s'", what);
    say_choices("there are", listings);
    say_nearest("", guess_among(what, listings));
    return false;
}

static enum outcome run(const struct arguments *arguments)
{
    const struct setting *word = arguments_next(arguments, NULL, &(size_t){0});
    struct session session;
    struct output output;
    bool listed = false;

    if (arguments_word_count(arguments) != 1) {
        say("accord list takes one word, what to list");
        say_choices("there are", listings);
        return OUTCOME_TROUBLE;
    }
    if (session_open(arguments, &session) && output_open(arguments, &output)) {
        listed = print_listing(&session, word->value, output.stream);
        listed = output_close(&output, listed) && listed;
    }
    session_close(&session);
    return listed ? OUTCOME_CLEAN : OUTCOME_TROUBLE;
}

static const struct option *const options[] = {
    &option_all,    &option_framework, &option_rules, &option_tables,
    &option_format, &option_output,    NULL,
};

const struct command cmd_list = {
    .name = "list",
    .words = "WHAT",
    .choices = listings,
    .summary = "what the tables hold: strategies, accelerators, rules, fields, targets, ...",
    .text = "Lists accelerators, strategies, precisions, environments, rules, targets, fields or "
            "frameworks, or any other registry of the framework.",
    .options = options,
    .examples = "list strategies\n"
                "list rules --framework lightning@2.6.5 --format json\n",
    .run = run,
};
