/* What callers give: specs, facts, and the findings about them. */
#include "connector.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "report/report.h"
#include "tables/load.h"
#include "tables/tree.h"

/* ---- findings ---- */

accord_findings *accord_findings_new(void)
{
    accord_findings *findings = malloc(sizeof *findings);
    if (findings)
        diagnostics_init(&findings->list);
    return findings;
}

void accord_findings_free(accord_findings *findings)
{
    if (findings)
        diagnostics_clear(&findings->list);
    free(findings);
}

size_t accord_findings_count(const accord_findings *findings) { return findings->list.count; }

size_t accord_findings_errors(const accord_findings *findings) { return findings->list.errors; }

void accord_findings_clear(accord_findings *findings) { diagnostics_clear(&findings->list); }

bool accord_findings_at(const accord_findings *findings, size_t index,
                        struct accord_diagnostic *ret_diagnostic)
{
    if (index >= findings->list.count)
        return false;
    const struct diagnostic *finding = &findings->list.items[index];
    *ret_diagnostic = (struct accord_diagnostic){
        .id = message_id(finding->message),
        .reason = message_id(finding->message),
        .severity = (enum accord_severity)message_severity(finding->message),
        .message = finding->text,
        .file = finding->place.file,
        .line = finding->place.line,
        .column = finding->place.column,
        .nearest = finding->nearest,
        .rule_file = finding->other.file,
        .rule_line = finding->other.line,
        .rule_column = finding->other.column,
    };
    return true;
}

/* ---- specs ---- */

accord_spec *accord_spec_new(void)
{
    accord_spec *spec = malloc(sizeof *spec);
    if (spec)
        spec_init(&spec->spec);
    return spec;
}

void accord_spec_free(accord_spec *spec)
{
    if (spec)
        spec_clear(&spec->spec);
    free(spec);
}

static enum accord_status done(bool complete) { return complete ? ACCORD_OK : ACCORD_NO_MEMORY; }

enum accord_status accord_spec_set(accord_spec *spec, const char *field, const char *text)
{
    return done(spec_set_text(&spec->spec, field, text, strlen(text)));
}

enum accord_status accord_spec_set_text(accord_spec *spec, const char *field, const char *text)
{
    struct value value = {.kind = VALUE_STRING, .count = (uint32_t)strlen(text), .text = text};
    return done(spec_set(&spec->spec, field, &value));
}

enum accord_status accord_spec_set_integer(accord_spec *spec, const char *field, int64_t integer)
{
    struct value value = {.kind = VALUE_INTEGER, .integer = integer};
    return done(spec_set(&spec->spec, field, &value));
}

enum accord_status accord_spec_set_boolean(accord_spec *spec, const char *field, bool boolean)
{
    struct value value = {.kind = VALUE_BOOLEAN, .boolean = boolean};
    return done(spec_set(&spec->spec, field, &value));
}

enum accord_status accord_spec_set_none(accord_spec *spec, const char *field)
{
    struct value value = {.kind = VALUE_NULL};
    return done(spec_set(&spec->spec, field, &value));
}

enum accord_status accord_spec_set_place(accord_spec *spec, const char *field, const char *file,
                                         unsigned line, unsigned column)
{
    if (spec_find(&spec->spec, field) == NULL)
        return ACCORD_NOT_FOUND;
    return done(spec_set_place(&spec->spec, field,
                               (struct span){.file = file, .line = line, .column = column}));
}

void accord_spec_unset(accord_spec *spec, const char *field) { spec_unset(&spec->spec, field); }

/* Every key of a mapping becomes a field. */
bool spec_add_mapping(struct spec *spec, const struct value *mapping)
{
    for (const struct value *child = mapping->first; child; child = child->next) {
        if (!spec_set(spec, child->key, child))
            return false;
    }
    return true;
}

/* A mapping, or a report about what it is instead. */
bool check_mapping(const struct value *value, const char *what, struct span place,
                   struct diagnostics *findings)
{
    if (value->kind == VALUE_MAPPING)
        return true;
    diagnostics_add(findings, MESSAGE_REQUEST_SHAPE, place, NULL, what, "an object",
                    value_kind_name(value->kind));
    return false;
}

/* More fields than this are no request; each one is held against all others. */
enum { REQUEST_FIELDS_MAX = 1000 };

bool check_request(const struct value *value, struct span place, struct diagnostics *findings)
{
    if (!check_mapping(value, "a request", place, findings))
        return false;
    if (value->count <= REQUEST_FIELDS_MAX)
        return true;
    diagnostics_add(findings, MESSAGE_REQUEST_TOO_LARGE, place, NULL, "a request",
                    (size_t)REQUEST_FIELDS_MAX, "fields");
    return false;
}

accord_spec *accord_spec_from_json(const char *json, size_t length, accord_findings *findings)
{
    struct diagnostics unheard;
    struct arena arena;
    diagnostics_init(&unheard);
    arena_init(&arena);
    struct diagnostics *list = findings ? &findings->list : &unheard;
    struct value *value = report_read_json(&arena, json, length, NULL, 1, list);
    bool fine = value && check_request(value, (struct span){0}, list);
    accord_spec *spec = fine ? accord_spec_new() : NULL;

    if (spec && !spec_add_mapping(&spec->spec, value)) {
        accord_spec_free(spec);
        spec = NULL;
    }
    arena_clear(&arena);
    diagnostics_clear(&unheard);
    return spec;
}

/* ---- facts ---- */

accord_facts *accord_facts_new(void)
{
    accord_facts *facts = malloc(sizeof *facts);
    if (facts)
        facts_init(&facts->facts);
    return facts;
}

void accord_facts_free(accord_facts *facts)
{
    if (facts)
        facts_clear(&facts->facts);
    free(facts);
}

enum accord_status accord_facts_set(accord_facts *facts, const char *name, const char *text)
{
    struct arena arena;
    arena_init(&arena);
    size_t length = strlen(text);
    bool is_text = fact_is_text(name);
    struct value *value = is_text ? NULL : value_from_text(&arena, text, length);

    /* Quotes around it fall away as everywhere. */
    if (is_text && length >= 2 && text[0] == '"' && text[length - 1] == '"')
        value = value_from_text(&arena, text, length);
    if (is_text && (value == NULL || value->kind != VALUE_STRING))
        value = value_string(&arena, text, length);
    bool complete =
        value && facts_set(&facts->facts, name, value, FACT_GIVEN, (struct span){0}, NULL);
    arena_clear(&arena);
    return done(complete);
}

/* Reports what the head of a facts document holds that it may not. A document without one is facts
 * through and through. */
static void check_head(const struct value *tree, const char *file, struct diagnostics *findings)
{
    static const char *const keys[] = {"format", "target", "summary", "source", "facts", "env"};
    enum { KEYS = sizeof keys / sizeof *keys };
    if (!value_get(tree, "format") && !value_get(tree, "facts"))
        return;
    load_check_format(file, tree, findings);
    for (const struct value *child = tree->first; child; child = child->next) {
        size_t i = 0;
        while (i < KEYS && strcmp(child->key, keys[i]) != 0)
            i++;
        if (i == KEYS)
            diagnostics_add(findings, MESSAGE_KEY_UNKNOWN, tree_key_place(file, child),
                            text_nearest(child->key, keys, KEYS), child->key, "a facts file");
    }
}

/* Facts of a document: its facts: and env: parts, or all of it. */
static bool add_document(struct facts *facts, const struct value *tree, enum fact_source source,
                         const char *file, const char *detail, struct diagnostics *findings)
{
    const struct value *given = value_get(tree, "facts"), *variables = value_get(tree, "env");
    struct arena arena;
    bool complete = true;

    check_head(tree, file, findings);
    if (given == NULL && !value_get(tree, "format"))
        return facts_add_tree(facts, tree, source, file, detail, findings);
    if (given && check_mapping(given, "facts", tree_place(file, given), findings))
        complete = facts_add_tree(facts, given, source, file, detail, findings);
    if (variables == NULL || !complete)
        return complete;
    arena_init(&arena);
    struct value *wrapped = value_mapping(&arena);
    struct value *copy = value_copy(&arena, variables);
    complete = wrapped && copy && value_append(&arena, wrapped, "env", copy) &&
               facts_add_tree(facts, wrapped, source, file, detail, findings);
    arena_clear(&arena);
    return complete;
}

/* How a tree that was, or was not, read ends up as facts. */
static enum accord_status add_tree(struct facts *facts, enum pack_status status,
                                   const struct value *tree, enum fact_source source,
                                   const char *file, const char *detail,
                                   struct diagnostics *findings)
{
    size_t errors = findings->errors;
    if (status == PACK_NO_MEMORY)
        return ACCORD_NO_MEMORY;
    if (status == PACK_FAULTY && errors > 0 &&
        findings->items[findings->count - 1].message == MESSAGE_FILE_UNREADABLE)
        return ACCORD_UNREADABLE;
    if (status == PACK_FAULTY ||
        !check_mapping(tree, "a facts file", (struct span){.file = file, .line = 1, .column = 1},
                       findings))
        return ACCORD_FAULTY;
    if (!add_document(facts, tree, source, file, detail, findings))
        return ACCORD_NO_MEMORY;
    return findings->errors > errors ? ACCORD_FAULTY : ACCORD_OK;
}

static enum accord_status read_file(struct facts *facts, const char *path, enum fact_source source,
                                    const char *detail, struct diagnostics *findings)
{
    struct arena arena;
    struct value *tree = NULL;
    arena_init(&arena);
    enum pack_status read = tree_read_file(&arena, path, TREE_TYPED, findings, &tree);
    enum accord_status status = add_tree(facts, read, tree, source, path, detail, findings);
    arena_clear(&arena);
    return status;
}

enum accord_status accord_facts_read(accord_facts *facts, const char *path,
                                     accord_findings *findings)
{
    struct diagnostics unheard;
    diagnostics_init(&unheard);
    enum accord_status status =
        read_file(&facts->facts, path, FACT_FILE, path, findings ? &findings->list : &unheard);
    diagnostics_clear(&unheard);
    return status;
}

/* The profile targets/NAME.yaml of the engine's tables. */
static enum accord_status read_profile(struct facts *facts, const struct table_source *source,
                                       const char *name, const char *path,
                                       struct diagnostics *findings)
{
    struct arena arena;
    struct source_bytes bytes = {0};
    struct value *tree = NULL;
    arena_init(&arena);
    enum pack_status read = source_read(source, &arena, path, (struct span){0}, findings, &bytes);
    if (read == PACK_OK) {
        struct tree_text text = {.file = bytes.path,
                                 .bytes = bytes.bytes,
                                 .length = bytes.length,
                                 .scalars = TREE_TYPED};
        read = tree_read(&arena, &text, findings, &tree);
    }
    enum accord_status status =
        add_tree(facts, read, tree, FACT_TARGET, bytes.path ? bytes.path : path, name, findings);
    source_bytes_clear(&bytes);
    arena_clear(&arena);
    return status;
}

/* Target profiles by name, for a hint. */
struct target_names {
    struct arena arena;
    const char *names[256];
    size_t count;
};

static bool keep_target_name(void *context, const struct accord_item *item)
{
    struct target_names *targets = context;
    const char *name = arena_copy(&targets->arena, item->name, strlen(item->name));
    if (name)
        targets->names[targets->count++] = name;
    return name && targets->count < sizeof targets->names / sizeof *targets->names;
}

static void add_target_unknown(const accord_engine *engine, const char *name,
                               struct diagnostics *findings)
{
    struct target_names targets = {.count = 0};
    arena_init(&targets.arena);
    list_targets(engine, keep_target_name, &targets);
    diagnostics_add(findings, MESSAGE_TARGET_UNKNOWN, (struct span){0},
                    text_nearest(name, targets.names, targets.count), name);
    arena_clear(&targets.arena);
}

static enum accord_status read_target(struct facts *facts, const accord_engine *engine,
                                      const char *name, struct diagnostics *findings)
{
    struct table_source source = engine_source(engine);
    char path[256];

    if (strlen(name) < 128 && strchr(name, '/') == NULL) {
        strcat(strcat(strcpy(path, "targets/"), name), ".yaml");
        if (source_has(&source, path))
            return read_profile(facts, &source, name, path, findings);
    }
    if (strpbrk(name, "/.") == NULL) {
        add_target_unknown(engine, name, findings);
        return ACCORD_FAULTY;
    }
    return read_file(facts, name, FACT_TARGET, name, findings);
}

enum accord_status accord_facts_target(accord_facts *facts, const accord_engine *engine,
                                       const char *name, accord_findings *findings)
{
    struct diagnostics unheard;
    diagnostics_init(&unheard);
    enum accord_status status =
        read_target(&facts->facts, engine, name, findings ? &findings->list : &unheard);
    diagnostics_clear(&unheard);
    return status;
}

enum accord_status accord_facts_probe(accord_facts *facts, accord_engine *engine)
{
    return engine_probe(engine, true, &facts->facts);
}

enum accord_status accord_facts_probe_needed(accord_facts *facts, accord_engine *engine)
{
    return engine_probe(engine, false, &facts->facts);
}

size_t accord_facts_count(const accord_facts *facts) { return facts->facts.count; }

bool accord_facts_at(accord_facts *facts, size_t index, struct accord_fact *ret_fact)
{
    if (index >= facts->facts.count)
        return false;
    const struct fact *fact = &facts->facts.items[index];
    size_t length = value_text(fact->value, NULL, 0);
    char *text = arena_alloc(&facts->facts.arena, length + 1, 1);
    if (text == NULL)
        return false;
    value_text(fact->value, text, length + 1);
    *ret_fact = (struct accord_fact){.name = fact->name,
                                     .text = text,
                                     .source = fact_source_name(fact->source),
                                     .detail = fact->detail,
                                     .file = fact->place.file,
                                     .line = fact->place.line,
                                     .column = fact->place.column};
    return true;
}

/* One fact of the facts file: JSON values are YAML. */
static void add_yaml_fact(struct text *text, const char *name, const struct value *value)
{
    size_t length = value_text(value, NULL, 0);
    char *bytes = malloc(length + 1);
    if (bytes == NULL) {
        text->failed = true;
        return;
    }
    value_text(value, bytes, length + 1);
    text_add(text, "  ");
    text_add_json(text, name, strlen(name));
    text_add(text, ": ");
    if (value->kind == VALUE_STRING)
        text_add_json(text, bytes, length);
    else
        text_add_bytes(text, bytes, length);
    text_add(text, "\n");
    free(bytes);
}

char *accord_facts_yaml(const accord_facts *facts)
{
    struct text text;
    bool variables = false;
    text_init(&text);
    text_add(&text, "format: 1\nfacts:");
    for (size_t i = 0, written = 0; i < facts->facts.count; i++) {
        const struct fact *fact = &facts->facts.items[i];
        variables = variables || strncmp(fact->name, "env.", 4) == 0;
        if (strncmp(fact->name, "env.", 4) == 0)
            continue;
        text_add(&text, written++ ? "" : "\n");
        add_yaml_fact(&text, fact->name, fact->value);
    }
    if (text.length && text.bytes[text.length - 1] == ':')
        text_add(&text, " {}\n");
    if (variables)
        text_add(&text, "env:\n");
    for (size_t i = 0; i < facts->facts.count; i++) {
        if (strncmp(facts->facts.items[i].name, "env.", 4) == 0)
            add_yaml_fact(&text, facts->facts.items[i].name + 4, facts->facts.items[i].value);
    }
    return text_take(&text);
}
