#include "config/reading.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

static const struct {
    const char *id;
    enum severity severity;
    const char *help;
} problems[] = {
    [PROBLEM_YAML_SYNTAX] =
        {"yaml-syntax", SEVERITY_ERROR,
         "The file is not YAML at this place; what can be read of it is checked all the same."},
    [PROBLEM_JSON_SYNTAX] =
        {"json-syntax", SEVERITY_ERROR,
         "The file is not JSON at this place; what can be read of it is checked all the same."},
    [PROBLEM_YAML_TAB] = {"yaml-tab", SEVERITY_ERROR,
                          "YAML allows no tab where a line is indented; write blanks."},
    [PROBLEM_JSON_RELAXED] = {"json-relaxed", SEVERITY_ERROR,
                              "What this program reads is strict JSON: no comments, no single "
                              "quotes, no comma behind the last item."},
    [PROBLEM_TEXT_ENCODING] = {"text-encoding", SEVERITY_ERROR,
                               "Readers of this file take UTF-8 only."},
    [PROBLEM_FILE_TOO_LARGE] = {"file-too-large", SEVERITY_ERROR,
                                "The file is larger than accord reads."},
    [PROBLEM_FILE_TOO_DEEP] = {"file-too-deep", SEVERITY_ERROR,
                               "The file nests deeper than accord follows."},
    [PROBLEM_FILE_TOO_MANY] = {"file-too-many-values", SEVERITY_ERROR,
                               "The file holds more values than accord reads."},
    [PROBLEM_YAML_DOCUMENTS] =
        {"yaml-documents", SEVERITY_ERROR,
         "The reader of such a file takes one document; what follows `---` is lost or an error."},
    [PROBLEM_YAML_ALIAS] = {"yaml-alias", SEVERITY_ERROR,
                            "An alias names an anchor that stands before it in the same document."},
    [PROBLEM_YAML_MERGE] = {"yaml-merge", SEVERITY_ERROR,
                            "`<<` takes a mapping or a list of mappings."},
    [PROBLEM_KEY_REPEATED] = {"key-repeated", SEVERITY_WARNING,
                              "A key stands twice in one mapping: most readers keep the last one, "
                              "some refuse the file."},
    [PROBLEM_KEY_NOT_TEXT] = {"key-not-text", SEVERITY_ERROR,
                              "Readers of this file want keys that are texts; quote the key."},
    [PROBLEM_KEY_UNKNOWN] =
        {"key-unknown", SEVERITY_ERROR,
         "The program does not know the key: it refuses the file, or ignores what was meant."},
    [PROBLEM_KEY_STRAY] = {"key-stray", SEVERITY_ERROR,
                           "A key that names a class stands beside keys of another section; a line "
                           "seems to be lost."},
    [PROBLEM_KEY_REMOVED] =
        {"key-removed", SEVERITY_ERROR,
         "The release does not know the key any more; the finding says since when."},
    [PROBLEM_KEY_TOO_NEW] =
        {"key-too-new", SEVERITY_ERROR,
         "The release does not know the key yet; the finding says since when it is there."},
    [PROBLEM_KEY_MISSING] = {"key-missing", SEVERITY_ERROR, "The program needs the key."},
    [PROBLEM_TYPE_WRONG] = {"type-wrong", SEVERITY_ERROR,
                            "The program wants a value of another type."},
    [PROBLEM_VALUE_NOT_ALLOWED] = {"value-not-allowed", SEVERITY_ERROR,
                                   "The key takes a few words only."},
    [PROBLEM_YAML_BOOLEAN] =
        {"yaml-boolean", SEVERITY_ERROR,
         "YAML 1.1 reads yes, no, on and off without quotes as truth values; quote the word."},
    [PROBLEM_YAML_OCTAL] =
        {"yaml-octal", SEVERITY_WARNING,
         "YAML 1.1 reads a number with a leading 0 in base 8; quote it, or leave the 0 out."},
    [PROBLEM_YAML_SEXAGESIMAL] = {"yaml-sexagesimal", SEVERITY_WARNING,
                                  "YAML 1.1 reads 12:30 as a number in base 60; quote it."},
    [PROBLEM_YAML_FLOAT_TEXT] =
        {"yaml-float-text", SEVERITY_ERROR,
         "YAML 1.1 reads 1e-4 as a text: a number has a dot and a signed exponent, as 1.0e-4."},
    [PROBLEM_NONE_TEXT] = {"none-text", SEVERITY_ERROR,
                           "None is a text to YAML; null is the value."},
    [PROBLEM_SECTION_NOT_MAPPING] = {"section-not-mapping", SEVERITY_ERROR,
                                     "What stands here has to be a mapping."},
    [PROBLEM_TEMPLATE] = {"template", SEVERITY_NOTE,
                          "A template fills this place in, so that its value is not known."},
    [PROBLEM_PACKAGES_MIXED] = {"packages-mixed", SEVERITY_WARNING,
                                "Two packages bring classes of the same names; those of one do not "
                                "go with those of the other."},
    [PROBLEM_PART_MISSING] =
        {"part-missing", SEVERITY_NOTE,
         "A file that this one is composed of cannot be read; what it would set is not known."},
};
_Static_assert(sizeof problems / sizeof *problems == PROBLEM__COUNT, "a problem has no row");

const char *config_problem(size_t index, const char **ret_help)
{
    if (index >= PROBLEM__COUNT)
        return NULL;
    *ret_help = problems[index].help;
    return problems[index].id;
}

enum severity problem_severity(enum config_problem problem) { return problems[problem].severity; }

void finding_add(struct reading *reading, enum config_problem problem, enum severity severity,
                 const struct finding_place *place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    finding_vadd(reading, problem, severity, place, format, arguments);
    va_end(arguments);
}

void finding_vadd(struct reading *reading, enum config_problem problem, enum severity severity,
                  const struct finding_place *place, const char *format, va_list arguments)
{
    if (reading->file->finding_count >= FINDINGS_MAX)
        return;
    struct finding_node *node = arena_alloc(reading->arena, 1, sizeof *node);
    const char *message = node ? arena_vformat(reading->arena, format, arguments) : NULL;
    if (!message) {
        reading->no_memory = true;
        return;
    }
    node->finding =
        (struct config_finding){problems[problem].id, severity,       message,    place->at,
                                place->file,          place->replace, place->safe};
    if (reading->last_finding)
        reading->last_finding->next = node;
    else
        reading->findings = node;
    reading->last_finding = node;
    reading->file->finding_count++;
}

struct request_node *request_add(struct reading *reading, const char *framework,
                                 struct extent section)
{
    if (reading->file->request_count >= REQUESTS_MAX)
        return NULL;
    struct request_node *node = arena_alloc(reading->arena, 1, sizeof *node);
    if (!node) {
        reading->no_memory = true;
        return NULL;
    }
    node->request = (struct config_request){.framework = framework, .section = section};
    if (reading->last_request)
        reading->last_request->next = node;
    else
        reading->requests = node;
    reading->last_request = node;
    reading->file->request_count++;
    return node;
}

struct config_entry *request_entry(struct reading *reading, struct request_node *node,
                                   const char *field)
{
    struct config_request *request = &node->request;
    for (size_t i = 0; i < request->count; i++) {
        if (strcmp(request->entries[i].field, field) == 0)
            return &request->entries[i];
    }
    struct config_entry *entries = array_grow_in(reading->arena, request->entries, request->count,
                                                 sizeof *entries, &node->room);
    if (!entries) {
        reading->no_memory = true;
        return NULL;
    }
    request->entries = entries;
    request->entries[request->count].field = field;
    return &request->entries[request->count++];
}

/* By file, the one at hand first, then by place. */
static int compare_findings(const void *left, const void *right)
{
    const struct config_finding *a = left, *b = right;
    if (!a->file != !b->file)
        return a->file ? 1 : -1;
    int files = a->file ? strcmp(a->file, b->file) : 0;
    if (files)
        return files;
    if (a->at.offset != b->at.offset)
        return a->at.offset < b->at.offset ? -1 : 1;
    return strcmp(a->id, b->id);
}

void reading_finish(struct reading *reading)
{
    struct config_file *file = reading->file;
    file->findings = arena_alloc(reading->arena, file->finding_count + 1, sizeof *file->findings);
    file->requests = arena_alloc(reading->arena, file->request_count + 1, sizeof *file->requests);
    if (!file->findings || !file->requests) {
        reading->no_memory = true;
        return;
    }
    size_t count = 0;
    for (const struct finding_node *node = reading->findings; node; node = node->next)
        file->findings[count++] = node->finding;
    if (count)
        qsort(file->findings, count, sizeof *file->findings, compare_findings);
    count = 0;
    for (const struct request_node *node = reading->requests; node; node = node->next)
        file->requests[count++] = node->request;
}

/* ---- trees */

/* The child whose key is `length` bytes of `key`; the last one counts. */
static const struct config_node *child_find_part(const struct config_node *mapping, const char *key,
                                                 size_t length)
{
    const struct config_node *found = NULL;
    for (const struct config_node *child = config_node_first(mapping); child;
         child = config_node_next(child)) {
        if (strncmp(child->value.key, key, length) == 0 && !child->value.key[length])
            found = child;
    }
    return found;
}

const struct config_node *child_find(const struct config_node *mapping, const char *key)
{
    return mapping->value.kind == VALUE_MAPPING ? child_find_part(mapping, key, strlen(key)) : NULL;
}

/* The element of a list by the digits of its index, or NULL. */
static const struct config_node *element_find(const struct config_node *list, const char *index,
                                              size_t length)
{
    size_t number = 0;
    for (size_t i = 0; i < length; i++) {
        if (index[i] < '0' || index[i] > '9' || i > 6)
            return NULL;
        number = number * 10 + (size_t)(index[i] - '0');
    }
    const struct config_node *child = length ? config_node_first(list) : NULL;
    while (child && number--)
        child = config_node_next(child);
    return child;
}

const struct config_node *path_find(const struct config_node *root, const char *path)
{
    const struct config_node *node = root;
    while (node && *path) {
        size_t length = strcspn(path, ".");
        if (node->value.kind == VALUE_MAPPING)
            node = child_find_part(node, path, length);
        else
            node = node->value.kind == VALUE_LIST ? element_find(node, path, length) : NULL;
        path += length + (path[length] == '.');
    }
    return node;
}

struct config_node *node_after(const struct config_node *root, const struct config_node *node)
{
    if (config_node_is_branch(node) && node->value.first)
        return config_node_first(node);
    while (node != root && !node->value.next)
        node = node->parent;
    return node == root ? NULL : config_node_next(node);
}
