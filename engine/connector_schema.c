/* JSON Schemas: of accord's own formats, which are files, and of configuration files, made from the
 * tables. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "builtin.h"
#include "config/config.h"
#include "connector.h"
#include "report/schema.h"

enum pack_status engine_kinds(struct accord_engine *engine, struct arena *arena,
                              struct diagnostics *findings, struct config_kinds **ret_kinds)
{
    const char **folders = NULL;
    size_t folder_count = 0, count = 0;
    if (engine->tables &&
        !source_folders(arena, engine->tables, "files.yaml", &folders, &folder_count))
        return PACK_NO_MEMORY;
    struct table_source *sources =
        arena_alloc(arena, engine->layer_count + folder_count + 1, sizeof *sources);
    if (sources == NULL)
        return PACK_NO_MEMORY;
    if (engine->tables == NULL)
        sources[count++] = engine_source(engine);
    for (size_t i = 0; i < folder_count; i++)
        sources[count++].directory = arena_format(arena, "%s/%s", engine->tables, folders[i]);
    for (size_t i = 0; i < engine->layer_count; i++)
        sources[count++].directory = engine->layers[i];
    return config_kinds_load(sources, count, findings, ret_kinds);
}

enum { NAMES_MAX = 64 }; /* of frameworks */

/* ---- accord's own formats ---- */

/* Those that have a schema below schemas/. */
static const char *const own_names[] = {
    "rules",  "files",      "packages",    "job",    "facts", "request",
    "answer", "resolution", "examination", "matrix", "check", "settings",
};

/* The file of one of accord's own schemas, or NULL. */
static const struct table_file *own_file(struct arena *arena, const char *name)
{
    const char *path = arena_format(arena, "schemas/%s.schema.json", name);
    for (size_t i = 0; path && i < builtin_file_count; i++) {
        if (strcmp(builtin_files[i].path, path) == 0)
            return &builtin_files[i];
    }
    return NULL;
}

/* ---- configuration files ---- */

/* The kind that a framework's files are when nobody says which: of those that stand for themselves
 * the first. */
static const struct kind *usual_kind(const struct config_kinds *kinds, const char *framework,
                                     size_t length)
{
    const struct kind *first = NULL;
    for (size_t i = 0; i < kinds->count; i++) {
        const struct kind *kind = &kinds->kinds[i];
        if (strlen(kind->row->framework) != length ||
            memcmp(kind->row->framework, framework, length) != 0)
            continue;
        if (!kind->row->parts)
            return kind;
        first = first ? first : kind;
    }
    return first;
}

/* The kind that "kind@release" or "framework@release" means, or NULL. */
static const struct kind *find_kind(struct arena *arena, const struct config_kinds *kinds,
                                    const char *what)
{
    size_t length = strcspn(what, "@");
    const char *name = arena_copy(arena, what, length);
    const struct kind *kind = name ? config_kinds_find(kinds, name) : NULL;
    return kind ? kind : usual_kind(kinds, what, length);
}

/* True when the framework has rules, too. */
static bool is_pack(struct accord_engine *engine, struct arena *arena, const char *name)
{
    struct table_source source = engine_source(engine);
    const char *path = arena_format(arena, "%s/pack.yaml", name);
    return path && source_has(&source, path);
}

/* The schema of a kind in the release that `what` names; a framework without rules has none. */
static char *schema_of_kind(struct accord_engine *engine, struct arena *arena,
                            const struct config_kinds *kinds, const struct kind *kind,
                            const char *what, struct diagnostics *findings)
{
    struct schema_subject subject = {.kinds = kinds, .kind = kind};
    const char *name = arena_format(arena, "%s%s", kind->row->framework, what + strcspn(what, "@"));
    const struct accord_framework *framework = NULL;
    if (name == NULL)
        return NULL;
    if (is_pack(engine, arena, kind->row->framework)) {
        framework = engine_framework(engine, name, findings);
        if (framework == NULL)
            return NULL;
        subject.ruleset = framework->pack->ruleset;
        subject.release = framework->release;
        subject.release_text = framework->release_text;
    }
    return schema_of_files(&subject);
}

/* Names for a misspelt word. */
static void refuse(struct accord_engine *engine, struct arena *arena,
                   const struct config_kinds *kinds, const char *what, struct diagnostics *findings)
{
    size_t count = 0;
    const char *name;
    const char **names = arena_alloc(
        arena, sizeof own_names / sizeof *own_names + kinds->count + NAMES_MAX, sizeof *names);
    for (size_t i = 0; names && (name = accord_schema_name(i)); i++)
        names[count++] = name;
    for (size_t i = 0; names && i < kinds->count; i++)
        names[count++] = kinds->kinds[i].row->name;
    for (size_t i = 0; names && i < NAMES_MAX && (name = engine_pack_name(engine, i)); i++)
        names[count++] = name;
    diagnostics_add(findings, MESSAGE_SCHEMA_UNKNOWN, (struct span){0},
                    names ? text_nearest(what, names, count) : NULL, what);
}

/* The schema that a word asks for. */
static char *schema_of(struct accord_engine *engine, struct arena *arena, const char *what,
                       struct diagnostics *findings)
{
    const struct table_file *file = own_file(arena, what);
    struct config_kinds *kinds = NULL;
    char *schema = NULL;
    if (file)
        return strndup(file->text, file->length);
    if (engine_kinds(engine, arena, findings, &kinds) != PACK_OK)
        return NULL;
    const struct kind *kind = find_kind(arena, kinds, what);
    if (kind)
        schema = schema_of_kind(engine, arena, kinds, kind, what, findings);
    else
        refuse(engine, arena, kinds, what, findings);
    config_kinds_free(kinds);
    return schema;
}

char *accord_engine_schema(accord_engine *engine, const char *what, accord_findings *findings)
{
    struct diagnostics unheard;
    struct arena arena;
    diagnostics_init(&unheard);
    arena_init(&arena);
    char *schema = schema_of(engine, &arena, what, findings ? &findings->list : &unheard);
    arena_clear(&arena);
    diagnostics_clear(&unheard);
    return schema;
}

const char *accord_schema_name(size_t index)
{
    return index < sizeof own_names / sizeof *own_names ? own_names[index] : NULL;
}
