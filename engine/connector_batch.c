/* Batch lines: a request and facts in JSON, an answer in JSON. */
#include "connector.h"

#include <stdio.h>
#include <string.h>

#include "report/report.h"

/* What a batch line holds, as far as it could be read. */
struct line {
    const struct value *id, *framework, *version, *request, *facts;
};

static const struct value *line_part(const struct value *line, const char *key,
                                     enum value_kind kind, struct span place,
                                     struct diagnostics *findings)
{
    const struct value *part = value_get(line, key);
    if (part == NULL || part->kind == VALUE_NULL || part->kind == kind)
        return part && part->kind == kind ? part : NULL;
    diagnostics_add(findings, MESSAGE_REQUEST_SHAPE, place, NULL, key, value_kind_name(kind),
                    value_kind_name(part->kind));
    return NULL;
}

static struct line read_line(const struct value *tree, size_t number, struct diagnostics *findings)
{
    struct span place = {.line = (uint32_t)number};
    if (!check_mapping(tree, "a batch line", place, findings))
        return (struct line){0};
    struct line line = {
        .id = value_get(tree, "id"),
        .framework = line_part(tree, "framework", VALUE_STRING, place, findings),
        .version = line_part(tree, "version", VALUE_STRING, place, findings),
        .request = line_part(tree, "request", VALUE_MAPPING, place, findings),
        .facts = line_part(tree, "facts", VALUE_MAPPING, place, findings),
    };
    if (line.request && !check_request(line.request, place, findings))
        line.request = NULL;
    const struct value *request = value_get(tree, "request");
    if (request == NULL || request->kind == VALUE_NULL)
        diagnostics_add(findings, MESSAGE_REQUEST_SHAPE, place, NULL, "request", "an object",
                        request ? "null" : "missing");
    return line;
}

/* The framework a line names, or the engine's, in the release it names. */
static struct accord_framework *line_framework(accord_engine *engine, const struct line *line,
                                               size_t number, struct diagnostics *findings)
{
    char name[256];
    const char *version = line->version ? line->version->text : NULL;
    struct accord_framework *usual =
        line->framework ? NULL : engine_framework(engine, NULL, findings);
    if (!line->framework && (usual == NULL || version == NULL))
        return usual;
    const char *pack = usual ? usual->pack->name : line->framework->text;
    if (version && strchr(pack, '@')) {
        diagnostics_add(findings, MESSAGE_REQUEST_SHAPE, (struct span){.line = (uint32_t)number},
                        NULL, "version", "left out where 'framework' names a release", version);
        return NULL;
    }
    snprintf(name, sizeof name, "%s%s%s", pack, version ? "@" : "", version ? version : "");
    return engine_framework(engine, name, findings);
}

/* Request and facts in, an answer out; NULL with findings or without memory. */
static char *answer_line(const struct accord_framework *framework, const struct line *line,
                         struct diagnostics *findings, bool *ret_ok)
{
    struct spec spec;
    struct facts facts;
    struct resolution *resolution = NULL;
    char *answer = NULL;

    spec_init(&spec);
    facts_init(&facts);
    bool complete = spec_add_mapping(&spec, line->request) &&
                    (line->facts == NULL ||
                     facts_add_tree(&facts, line->facts, FACT_GIVEN, NULL, NULL, findings));
    if (complete && findings->errors == 0 && !findings->failed)
        resolution = resolution_new_facts(&framework->defaults, &facts, &spec);
    if (resolution) {
        answer = report_answer(resolution, line->id, findings);
        *ret_ok = resolution_ok(resolution);
    }
    resolution_free(resolution);
    facts_clear(&facts);
    spec_clear(&spec);
    return answer;
}

/* The answer, or findings; both missing means there was no memory. */
static char *answer_text(accord_engine *engine, struct arena *arena, const char *text,
                         size_t length, size_t number, struct line *ret_line,
                         struct diagnostics *findings, bool *ret_ok)
{
    struct value *tree = report_read_json(arena, text, length, NULL, number, findings);
    if (tree == NULL)
        return NULL;
    *ret_line = read_line(tree, number, findings);
    if (findings->errors || findings->failed)
        return NULL;
    struct accord_framework *framework = line_framework(engine, ret_line, number, findings);
    return framework ? answer_line(framework, ret_line, findings, ret_ok) : NULL;
}

enum accord_status accord_engine_answer(accord_engine *engine, const char *text, size_t length,
                                        size_t number, char **ret_answer, bool *ret_ok)
{
    struct diagnostics findings;
    struct arena arena;
    struct line line = {0};
    bool ok = false;

    diagnostics_init(&findings);
    arena_init(&arena);
    char *answer = answer_text(engine, &arena, text, length, number, &line, &findings, &ok);
    bool refused = answer == NULL && findings.errors > 0 && !findings.failed;
    if (refused)
        answer = report_refusal(&findings, line.id, number);
    arena_clear(&arena);
    diagnostics_clear(&findings);
    if (answer == NULL)
        return ACCORD_NO_MEMORY;
    *ret_answer = answer;
    if (!refused)
        *ret_ok = ok;
    return refused ? ACCORD_FAULTY : ACCORD_OK;
}
