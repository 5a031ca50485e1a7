/* What the tables hold: listings, explanations, registries. */
#include "connector.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "builtin.h"
#include "report/report.h"
#include "tables/tree.h"

#ifdef HAVE_CONFIG_H
#include "config.h"
#else
#define PACKAGE_VERSION "0.1.0"
#define ACCORD_FEATURES ""
#endif

const char *accord_version(void) { return PACKAGE_VERSION; }

const char *accord_features(void) { return ACCORD_FEATURES; }

const char *accord_status_text(enum accord_status status)
{
    static const char *const texts[] = {
        [ACCORD_OK] = "done",
        [ACCORD_NO_MEMORY] = "out of memory",
        [ACCORD_UNREADABLE] = "cannot be read or written",
        [ACCORD_FAULTY] = "the input is at fault",
        [ACCORD_NOT_FOUND] = "there is none of that name",
        [ACCORD_REPEATED] = "the name is taken",
    };
    return (size_t)status < sizeof texts / sizeof *texts ? texts[status] : "unknown status";
}

/* ---- listings ---- */

/* Where a listing's rows go; `stopped` once the visitor has had enough. */
struct listing {
    const struct ruleset *ruleset;
    int64_t release;
    accord_visit *visit;
    void *context;
    bool stopped;
    struct arena arena; /* texts of the row at hand */
};

static void show(struct listing *listing, const struct accord_item *item)
{
    listing->stopped = listing->stopped || !listing->visit(listing->context, item);
}

const char *release_text(const struct ruleset *ruleset, struct arena *arena, int64_t release)
{
    const int64_t *versions = ruleset_at(ruleset, ruleset->versions);
    const text_id *texts = ruleset_at(ruleset, ruleset->version_texts);
    if (release <= 0 || release == INT64_MAX)
        return NULL;
    for (uint32_t i = 0; i < ruleset->versions.count; i++) {
        if (versions[i] == release)
            return ruleset_text(ruleset, texts[i]);
    }
    return arena_format(arena, "%" PRId64 ".%" PRId64 ".%" PRId64, release / 1000000,
                        release / 1000 % 1000, release % 1000);
}

static bool is_in_release(const struct listing *listing, int64_t since, int64_t until)
{
    return since <= listing->release && listing->release < until;
}

static void list_entries(struct listing *listing, uint16_t index)
{
    const struct ruleset *ruleset = listing->ruleset;
    const struct registry_table *registry = ruleset_registry(ruleset, index);
    uint32_t slot = registry_slot(ruleset, registry, ruleset_find_text(ruleset, "class", 5));
    for (uint32_t i = 0; i < registry->entries.count && !listing->stopped; i++) {
        const struct entry *entry = ruleset_entry(ruleset, registry, i);
        show(listing, &(struct accord_item){
                          .name = ruleset_text(ruleset, entry->name),
                          .summary = ruleset_text(ruleset, entry->summary),
                          .detail = ruleset_text(ruleset, entry_attribute(ruleset, entry, slot)),
                          .in_release = !entry->object_only &&
                                        is_in_release(listing, entry->since, entry->until),
                          .since = release_text(listing->ruleset, &listing->arena, entry->since),
                          .until = release_text(listing->ruleset, &listing->arena, entry->until),
                          .file = ruleset_text(ruleset, entry->file),
                          .line = entry->line});
    }
}

static void list_fields(struct listing *listing)
{
    static const char *const roles[] = {"request", "fact", "derived"};
    static const char *const types[TYPE__COUNT] = {"name",    "kind",    "choice", "truth",
                                                   "integer", "version", "text",   "list",
                                                   "value",   "mapping", "count"};
    const struct ruleset *ruleset = listing->ruleset;
    for (uint32_t i = 0; i < ruleset->fields.count && !listing->stopped; i++) {
        const struct field *field = ruleset_field(ruleset, i);
        const struct variant *variants = ruleset_at(ruleset, field->variants);
        if (field->role != ROLE_DERIVED && field->root != i)
            continue; /* another reading of a field that is listed */
        int64_t since = INT64_MAX, until = 0;
        for (uint32_t j = 0; j < field->variants.count; j++) {
            since = variants[j].since < since ? variants[j].since : since;
            until = variants[j].until > until ? variants[j].until : until;
        }
        show(listing,
             &(struct accord_item){.name = ruleset_text(ruleset, field->name),
                                   .summary = ruleset_text(ruleset, field->summary),
                                   .detail = arena_format(&listing->arena, "%s %s",
                                                          roles[field->role], types[field->type]),
                                   .in_release = field->role == ROLE_DERIVED ||
                                                 field_variant(ruleset, field, listing->release),
                                   .since = release_text(listing->ruleset, &listing->arena, since),
                                   .until = release_text(listing->ruleset, &listing->arena, until),
                                   .file = ruleset_text(ruleset, field->file),
                                   .line = field->line});
    }
}

static void list_rules(struct listing *listing)
{
    const struct ruleset *ruleset = listing->ruleset;
    const struct stage *stages = ruleset_at(ruleset, ruleset->stages);
    for (uint32_t i = 0; i < ruleset->rules.count && !listing->stopped; i++) {
        const struct rule *rule = ruleset_rule(ruleset, i);
        const char *stage = ruleset_text(ruleset, stages[rule->stage].name);
        const char *kind = rule->tells ? severity_name(rule->severity) : "sets";
        show(listing, &(struct accord_item){
                          .name = ruleset_text(ruleset, rule->id),
                          .summary = ruleset_text(ruleset, rule->message),
                          .detail = arena_format(&listing->arena, "%s %s", stage, kind),
                          .in_release = is_in_release(listing, rule->since, rule->until),
                          .since = release_text(listing->ruleset, &listing->arena, rule->since),
                          .until = release_text(listing->ruleset, &listing->arena, rule->until),
                          .file = ruleset_text(ruleset, rule->file),
                          .line = rule->line});
    }
}

/* summary: of a table file, or NULL. */
static const char *file_summary(struct listing *listing, const struct table_source *source,
                                const char *path)
{
    struct diagnostics unheard;
    struct source_bytes bytes = {0};
    struct value *tree = NULL;
    const char *summary = NULL;

    diagnostics_init(&unheard);
    if (source_read(source, &listing->arena, path, (struct span){0}, &unheard, &bytes) == PACK_OK) {
        struct tree_text text = {
            .file = path, .bytes = bytes.bytes, .length = bytes.length, .scalars = TREE_TEXTS};
        tree_read(&listing->arena, &text, &unheard, &tree);
        const struct value *value =
            tree && tree->kind == VALUE_MAPPING ? value_get(tree, "summary") : NULL;
        summary = value && value->kind == VALUE_STRING ? value->text : NULL;
    }
    source_bytes_clear(&bytes);
    diagnostics_clear(&unheard);
    return summary;
}

static void list_target(struct listing *listing, const struct table_source *source,
                        const char *path)
{
    const char *name = path + strlen("targets/");
    const char *dot = strrchr(name, '.');
    char *short_name = arena_copy(&listing->arena, name, dot ? (size_t)(dot - name) : strlen(name));
    show(listing, &(struct accord_item){.name = short_name,
                                        .summary = file_summary(listing, source, path),
                                        .in_release = true,
                                        .file = path});
}

/* Target profiles of a directory of tables. */
static void list_target_files(struct listing *listing, const struct table_source *source)
{
    struct diagnostics unheard;
    const char **names = NULL;
    size_t count = 0;
    char *directory = arena_format(&listing->arena, "%s/targets", source->directory);

    diagnostics_init(&unheard);
    if (directory && source_list(&listing->arena, directory, &unheard, &names, &count) == PACK_OK) {
        for (size_t i = 0; i < count && !listing->stopped; i++) {
            char *path = arena_format(&listing->arena, "targets/%s", names[i]);
            if (path)
                list_target(listing, source, path);
        }
    }
    diagnostics_clear(&unheard);
}

void list_targets(const accord_engine *engine, accord_visit *visit, void *context)
{
    struct listing listing = {.visit = visit, .context = context};
    struct table_source source = engine_source(engine);
    arena_init(&listing.arena);
    if (source.directory)
        list_target_files(&listing, &source);
    for (size_t i = 0; !source.directory && i < source.count && !listing.stopped; i++) {
        if (strncmp(source.files[i].path, "targets/", 8) == 0)
            list_target(&listing, &source, source.files[i].path);
    }
    arena_clear(&listing.arena);
}

static void list_frameworks(struct listing *listing, accord_engine *engine)
{
    struct table_source source = engine_source(engine);
    const char *name;
    if (engine->tables && engine->packs_of_tables.count == 0)
        return;
    for (size_t i = 0; (name = engine_pack_name(engine, i)) && !listing->stopped; i++) {
        char *path = arena_format(&listing->arena, "%s/pack.yaml", name);
        show(listing,
             &(struct accord_item){.name = name,
                                   .summary = path ? file_summary(listing, &source, path) : NULL,
                                   .in_release = true,
                                   .file = path});
    }
}

uint16_t framework_registry(const struct accord_framework *framework, const char *registry)
{
    return ruleset_find_registry(framework->pack->ruleset, registry);
}

/* Listings that need a framework. */
static bool list_of_framework(struct listing *listing, const accord_framework *framework,
                              const char *what)
{
    uint16_t registry = framework_registry(framework, what);
    if (strcmp(what, "fields") == 0)
        list_fields(listing);
    else if (strcmp(what, "rules") == 0)
        list_rules(listing);
    else if (registry != NONE16)
        list_entries(listing, registry);
    else
        return false;
    return true;
}

enum accord_status accord_engine_list(accord_engine *engine, const accord_framework *framework,
                                      const char *what, accord_visit *visit, void *context)
{
    struct listing listing = {.ruleset = framework ? framework->pack->ruleset : NULL,
                              .release = framework ? framework->release : 0,
                              .visit = visit,
                              .context = context};
    bool found = true;

    arena_init(&listing.arena);
    if (strcmp(what, "targets") == 0)
        list_targets(engine, visit, context);
    else if (strcmp(what, "frameworks") == 0)
        list_frameworks(&listing, engine);
    else
        found = framework && list_of_framework(&listing, framework, what);
    arena_clear(&listing.arena);
    return found ? ACCORD_OK : ACCORD_NOT_FOUND;
}

/* ---- explanations ---- */

/* The nearest of rule ids, reasons and engine messages. */
static const char *nearest_id(const struct ruleset *ruleset, const char *id)
{
    enum { FINDINGS_MAX = 64 };
    struct arena arena;
    arena_init(&arena);
    size_t rules = ruleset ? ruleset->rules.count : 0, count = 0;
    const char **names =
        arena_alloc(&arena, rules * 2 + MESSAGE__COUNT + FINDINGS_MAX, sizeof *names);
    const char *help;
    for (size_t i = 0; names && i < rules; i++) {
        const struct rule *rule = ruleset_rule(ruleset, (uint32_t)i);
        names[count++] = ruleset_text(ruleset, rule->id);
        names[count++] = ruleset_text(ruleset, rule->reason);
    }
    for (int i = 0; names && i < MESSAGE__COUNT; i++)
        names[count++] = message_id((enum message)i);
    for (size_t i = 0; names && i < FINDINGS_MAX && explain_finding(i, &help); i++)
        names[count++] = explain_finding(i, &help);
    const char *nearest = names ? text_nearest(id, names, count) : NULL;
    arena_clear(&arena);
    return nearest;
}

char *accord_engine_explain(accord_engine *engine, const accord_framework *framework,
                            const char *id, bool colour, const char **ret_nearest)
{
    const struct ruleset *ruleset = framework ? framework->pack->ruleset : NULL;
    struct text text;
    (void)engine; /* its tables are the framework's */
    text_init(&text);
    explain_add(&text, ruleset, id, colour);
    if (text.length || text.failed)
        return text_take(&text);
    text_clear(&text);
    if (ret_nearest)
        *ret_nearest = nearest_id(ruleset, id);
    return NULL;
}
