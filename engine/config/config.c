#include "config/config.h"

#include <string.h>

#include "config/clean.h"
#include "config/json.h"
#include "config/reading.h"
#include "tables/config_tree.h"

static const struct config_options no_options;

/* ---- syntax */

static bool ends_with(const char *text, const char *tail)
{
    size_t length = strlen(text), tail_length = strlen(tail);
    return length >= tail_length && strcmp(text + length - tail_length, tail) == 0;
}

/* True for a file that is JSON by its name, or, where the name says nothing, by its first
 * character. */
static bool is_json(const char *path, const struct config_source *source)
{
    static const char *const json[] = {".json", ".hjson", ".jsonc"}, *const yaml[] = {".yaml",
                                                                                      ".yml"};
    for (size_t i = 0; i < sizeof json / sizeof *json; i++) {
        if (ends_with(path, json[i]))
            return true;
    }
    for (size_t i = 0; i < sizeof yaml / sizeof *yaml; i++) {
        if (ends_with(path, yaml[i]))
            return false;
    }
    size_t at = 0;
    while (at < source->length && strchr(" \t\r\n", source->clean[at]))
        at++;
    return at < source->length && source->clean[at] == '{';
}

/* ---- faults of the text */

/* What each fault is called in findings: in YAML, and in JSON. */
static const struct {
    enum config_problem yaml, json;
} fault_problems[] = {
    [FAULT_SYNTAX] = {PROBLEM_YAML_SYNTAX, PROBLEM_JSON_SYNTAX},
    [FAULT_TAB] = {PROBLEM_YAML_TAB, PROBLEM_YAML_TAB},
    [FAULT_LOOSE] = {PROBLEM_JSON_RELAXED, PROBLEM_JSON_RELAXED},
    [FAULT_ENCODING] = {PROBLEM_TEXT_ENCODING, PROBLEM_TEXT_ENCODING},
    [FAULT_TOO_LARGE] = {PROBLEM_FILE_TOO_LARGE, PROBLEM_FILE_TOO_LARGE},
    [FAULT_TOO_DEEP] = {PROBLEM_FILE_TOO_DEEP, PROBLEM_FILE_TOO_DEEP},
    [FAULT_TOO_MANY] = {PROBLEM_FILE_TOO_MANY, PROBLEM_FILE_TOO_MANY},
    [FAULT_DOCUMENTS] = {PROBLEM_YAML_DOCUMENTS, PROBLEM_YAML_DOCUMENTS},
    [FAULT_ALIAS] = {PROBLEM_YAML_ALIAS, PROBLEM_YAML_ALIAS},
    [FAULT_MERGE] = {PROBLEM_YAML_MERGE, PROBLEM_YAML_MERGE},
    [FAULT_KEY_REPEATED] = {PROBLEM_KEY_REPEATED, PROBLEM_KEY_REPEATED},
    [FAULT_KEY_KIND] = {PROBLEM_KEY_NOT_TEXT, PROBLEM_KEY_NOT_TEXT},
};
_Static_assert(sizeof fault_problems / sizeof *fault_problems == FAULT__COUNT,
               "a fault has no row");

/* Turns faults met while reading into findings. */
static void report_faults(struct reading *reading)
{
    bool strict = reading->kind->syntax == SYNTAX_JSON;
    for (const struct config_fault *fault = reading->tree->faults; fault; fault = fault->next) {
        if (fault->kind == FAULT_LOOSE && !strict)
            continue;
        enum config_problem problem =
            reading->is_json ? fault_problems[fault->kind].json : fault_problems[fault->kind].yaml;
        enum severity severity = problem_severity(problem);
        if (fault->kind == FAULT_KEY_REPEATED && reading->kind->repeated_is_error)
            severity = SEVERITY_ERROR;
        const struct finding_place place = {.at = fault->at};
        if (fault->kind == FAULT_LOOSE)
            finding_add(reading, problem, severity, &place,
                        "%s: strict JSON, which the reader of this file wants, has no such thing",
                        fault->detail);
        else
            finding_add(reading, problem, severity, &place, "%s", fault->detail);
    }
}

static void report_template(struct reading *reading)
{
    const struct config_source *source = reading->tree->source;
    if (!source->hole_count)
        return;
    const struct finding_place place = {
        .at = clean_extent(source, source->holes[0].offset, source->holes[0].end_offset)};
    finding_add(reading, PROBLEM_TEMPLATE, SEVERITY_NOTE, &place,
                "a template: what it fills in is taken as unknown");
}

/* ---- the release that a comment names */

enum { HEAD_LINES = 20 };

/* "# package==1.2.3" as two texts; false when the line is no such comment. */
static bool read_release(struct reading *reading, const char *line, size_t length)
{
    static const char name_bytes[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-",
                      version_bytes[] = "0123456789.";
    const char *end = line + length, *name = line + 1;
    if (!length || *line != '#')
        return false;
    while (name < end && *name == ' ')
        name++;
    const char *equals = name;
    while (equals < end && strchr(name_bytes, *equals) && *equals)
        equals++;
    const char *version = equals + 2, *stop = version;
    if (equals == name || end - equals < 3 || memcmp(equals, "==", 2) != 0)
        return false;
    while (stop < end && *stop && strchr(version_bytes, *stop))
        stop++;
    char *package = arena_copy(reading->arena, name, (size_t)(equals - name));
    char *release = arena_copy(reading->arena, version, (size_t)(stop - version));
    reading->no_memory |= !package || !release;
    reading->file->release_package = package;
    reading->file->release = release;
    return true;
}

/* Looks for such a comment in the head of the file. */
static void find_release(struct reading *reading)
{
    const struct config_source *source = reading->tree->source;
    const char *at = source->text, *end = at + source->length;
    for (int i = 0; i < HEAD_LINES && at < end; i++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (read_release(reading, at, (size_t)((stop ? stop : end) - at)))
            return;
        at = stop ? stop + 1 : end;
    }
}

/* ---- reading */

/* Sets the kind of the file: the forced one, or that of the first document that has one, behind the
 * kind that was tried before. */
static void set_kind(struct reading *reading, const struct kind *tried)
{
    if (reading->options->kind) {
        reading->kind = config_kinds_find(reading->kinds, reading->options->kind);
    } else {
        for (struct config_node *document = reading->tree->documents; document && !reading->kind;
             document = config_node_next(document))
            reading->kind = detect_kind(reading->kinds, tried, reading->file->path, document);
    }
    reading->file->kind = reading->kind ? reading->kind->row->name : NULL;
    reading->file->is_part = reading->kind && reading->kind->row->group;
}

/* True for a kind with a section that has a place of its own: what could not be read may be there.
 */
static bool has_place(const struct kind *kind)
{
    for (unsigned i = 0; i < kind->row->section_count; i++) {
        const struct file_words *at = &kind->row->sections[i].at;
        for (unsigned j = 0; j < at->count; j++) {
            if (strcmp(at->items[j], "**") != 0)
                return true;
        }
    }
    return false;
}

/* A tree that was composed and then holds no section is of another kind after all. */
static void forget_kind(struct reading *reading)
{
    reading->kind = NULL;
    reading->file->kind = NULL;
    reading->findings = reading->last_finding = NULL;
    reading->file->finding_count = 0;
}

/* Reads what the documents of a known kind say. */
static void read_documents(struct reading *reading)
{
    bool any_partial = false;
    report_faults(reading);
    report_template(reading);
    find_release(reading);
    for (struct config_node *document = reading->tree->documents; document && !reading->no_memory;
         document = config_node_next(document)) {
        bool partial = false;
        struct config_node *whole = compose(reading, document, &partial);
        if (!whole)
            return;
        check_families(reading, document);
        read_sections(reading, whole, partial);
        any_partial |= partial;
    }
    bool may_hold_more = any_partial && has_place(reading->kind);
    if (reading->kind->row->parts && !reading->options->kind && !reading->file->request_count &&
        !may_hold_more)
        forget_kind(reading);
}

/* Reads the file as the kind that it looks like; when a composed tree has nothing of a class that
 * could be anywhere in it, as the next one. */
static void read_as_kinds(struct reading *reading)
{
    const struct kind *tried = NULL;
    do {
        set_kind(reading, tried);
        tried = reading->kind;
        if (tried)
            read_documents(reading);
    } while (tried && !reading->kind && !has_place(tried) && !reading->no_memory);
}

enum config_status config_read(const struct config_kinds *kinds, const char *path, const char *text,
                               size_t length, const struct config_options *options,
                               struct config_file *ret_file)
{
    *ret_file = (struct config_file){.path = path, .text = text, .length = length};
    arena_init(&ret_file->arena);
    struct config_source source;
    struct config_tree tree = {.arena = &ret_file->arena, .source = &source};
    struct reading reading = {.arena = &ret_file->arena,
                              .kinds = kinds,
                              .options = options ? options : &no_options,
                              .file = ret_file,
                              .tree = &tree};
    if (clean_source(&tree, text, length, &source)) {
        reading.is_json = is_json(path, &source);
        if (reading.is_json ? json_read(&tree) : config_tree_read_yaml(&tree)) {
            read_as_kinds(&reading);
            reading_finish(&reading);
        }
    }
    if (!tree.no_memory && !reading.no_memory)
        return CONFIG_OK;
    config_file_clear(ret_file);
    return CONFIG_NO_MEMORY;
}

void config_file_clear(struct config_file *file)
{
    if (!file)
        return;
    arena_clear(&file->arena);
    *file = (struct config_file){0};
}
