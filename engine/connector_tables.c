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

const char *accord_version(void)
{
    return PACKAGE_VERSION;
}

const char *accord_features(void)
{
    return ACCORD_FEATURES;
}

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

/* A release as text, or NULL for "always". */
static const char *release_text(struct listing *listing, int64_t release)
{
    const struct ruleset *ruleset = listing->ruleset;
    const int64_t *versions = ruleset_at(ruleset, ruleset->versions);
    const text_id *texts = ruleset_at(ruleset, ruleset->version_texts);
    if (release <= 0 || release == INT64_MAX)
        return NULL;
    for (uint32_t i = 0; i < ruleset->versions.count; i++) {
        if (versions[i] == release)
            return ruleset_text(ruleset, texts[i]);
    }
    return arena_format(&listing->arena, "%" PRId64 ".%" PRId64 ".%" PRId64, release / 1000000, release / 1000 % 1000, release % 1000);
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
        show(listing, &(struct accord_item){.name = ruleset_text(ruleset, entry->name),
                                            .summary = ruleset_text(ruleset, entry->summary),
                                            .detail = ruleset_text(ruleset, entry_attribute(ruleset, entry, slot)),
                                            .in_release = !entry->object_only && is_in_release(listing, entry->since, entry->until),
                                            .since = release_text(listing, entry->since),
                                            .until = release_text(listing, entry->until),
                                            .file = ruleset_text(ruleset, entry->file),
                                            .line = entry->line});
    }
}

static void list_fields(struct listing *listing)
{
    static const char *const roles[] = {"request", "fact", "derived"};
    static const char *const types[TYPE__COUNT] = {"name", "kind", "choice", "truth", "integer", "version",
                                                   "text", "list", "value",  "mapping", "count"};
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
        show(listing, &(struct accord_item){.name = ruleset_text(ruleset, field->name),
                                            .summary = ruleset_text(ruleset, field->summary),
                                            .detail = arena_format(&listing->arena, "%s %s", roles[field->role], types[field->type]),
                                            .in_release = field->role == ROLE_DERIVED || field_variant(ruleset, field, listing->release),
                                            .since = release_text(listing, since),
                                            .until = release_text(listing, until),
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
        show(listing, &(struct accord_item){.name = ruleset_text(ruleset, rule->id),
                                            .summary = ruleset_text(ruleset, rule->message),
                                            .detail = arena_format(&listing->arena, "%s %s", stage, kind),
                                            .in_release = is_in_release(listing, rule->since, rule->until),
                                            .since = release_text(listing, rule->since),
                                            .until = release_text(listing, rule->until),
                                            .file = ruleset_text(ruleset, rule->file),
                                            .line = rule->line});
    }
}

/* summary: of a table file, or NULL. */
static const char *file_summary(struct listing *listing, const struct table_source *source, const char *path)
{
    struct diagnostics unheard;
    struct source_bytes bytes = {0};
    struct value *tree = NULL;
    const char *summary = NULL;

    diagnostics_init(&unheard);
    if (source_read(source, &listing->arena, path, (struct span){0}, &unheard, &bytes) == PACK_OK) {
        struct tree_text text = {.file = path, .bytes = bytes.bytes, .length = bytes.length, .scalars = TREE_TEXTS};
        tree_read(&listing->arena, &text, &unheard, &tree);
        const struct value *value = tree && tree->kind == VALUE_MAPPING ? value_get(tree, "summary") : NULL;
        summary = value && value->kind == VALUE_STRING ? value->text : NULL;
    }
    source_bytes_clear(&bytes);
    diagnostics_clear(&unheard);
    return summary;
}

static void list_target(struct listing *listing, const struct table_source *source, const char *path)
{
    const char *name = path + strlen("targets/");
    const char *dot = strrchr(name, '.');
    char *short_name = arena_copy(&listing->arena, name, dot ? (size_t)(dot - name) : strlen(name));
    show(listing, &(struct accord_item){.name = short_name, .summary = file_summary(listing, source, path), .in_release = true, .file = path});
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

static void list_targets(struct listing *listing, const struct accord_engine *engine)
{
    struct table_source source = engine_source(engine);
    if (source.directory) {
        list_target_files(listing, &source);
        return;
    }
    for (size_t i = 0; i < source.count && !listing->stopped; i++) {
        if (strncmp(source.files[i].path, "targets/", 8) == 0)
            list_target(listing, &source, source.files[i].path);
    }
}

static void list_frameworks(struct listing *listing, accord_engine *engine)
{
    struct table_source source = engine_source(engine);
    const char *name;
    for (size_t i = 0; (name = engine_pack_name(engine, i)) && !listing->stopped; i++) {
        char *path = arena_format(&listing->arena, "%s/pack.yaml", name);
        show(listing, &(struct accord_item){.name = name, .summary = path ? file_summary(listing, &source, path) : NULL, .in_release = true, .file = path});
    }
}

uint16_t framework_registry(const struct accord_framework *framework, const char *registry)
{
    return ruleset_find_registry(framework->pack->ruleset, registry);
}

/* Listings that need a framework. */
static bool list_of_framework(struct listing *listing, const accord_framework *framework, const char *what)
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

enum accord_status accord_engine_list(accord_engine *engine, const accord_framework *framework, const char *what,
                                      accord_visit *visit, void *context)
{
    struct listing listing = {.ruleset = framework ? framework->pack->ruleset : NULL, .release = framework ? framework->release : 0, .visit = visit, .context = context};
    bool found = true;

    arena_init(&listing.arena);
    if (strcmp(what, "targets") == 0)
        list_targets(&listing, engine);
    else if (strcmp(what, "frameworks") == 0)
        list_frameworks(&listing, engine);
    else
        found = framework && list_of_framework(&listing, framework, what);
    arena_clear(&listing.arena);
    return found ? ACCORD_OK : ACCORD_NOT_FOUND;
}

/* ---- explanations ---- */

/* The nearest of rule ids, reasons and engine messages. */
static const char *nearest_id(accord_engine *engine, const struct ruleset *ruleset, const char *id)
{
    struct arena arena;
    arena_init(&arena);
    size_t rules = ruleset ? ruleset->rules.count : 0, count = 0;
    const char **names = arena_alloc(&arena, rules * 2 + MESSAGE__COUNT, sizeof *names);
    for (size_t i = 0; names && i < rules; i++) {
        const struct rule *rule = ruleset_rule(ruleset, (uint32_t)i);
        names[count++] = ruleset_text(ruleset, rule->id);
        names[count++] = ruleset_text(ruleset, rule->reason);
    }
    for (int i = 0; names && i < MESSAGE__COUNT; i++)
        names[count++] = message_id((enum message)i);
    const char *nearest = names ? text_nearest(id, names, count) : NULL;
    (void)engine;
    arena_clear(&arena);
    return nearest;
}

char *accord_engine_explain(accord_engine *engine, const accord_framework *framework, const char *id, bool colour,
                            const char **ret_nearest)
{
    const struct ruleset *ruleset = framework ? framework->pack->ruleset : NULL;
    struct text text;
    text_init(&text);
    explain_add(&text, ruleset, id, colour);
    if (text.length || text.failed)
        return text_take(&text);
    text_clear(&text);
    if (ret_nearest)
        *ret_nearest = nearest_id(engine, ruleset, id);
    return NULL;
}

/* ---- registries ---- */

const char *accord_registry_name(accord_engine *engine, const accord_framework *framework, const char *registry, size_t index)
{
    const struct ruleset *ruleset = framework->pack->ruleset;
    uint16_t found = framework_registry(framework, registry);
    (void)engine;
    if (found == NONE16)
        return NULL;
    const struct registry_table *table = ruleset_registry(ruleset, found);
    for (uint32_t i = 0; i < table->entries.count; i++) {
        const struct entry *entry = ruleset_entry(ruleset, table, i);
        bool lives = entry->since <= framework->release && framework->release < entry->until;
        if (lives && index-- == 0)
            return ruleset_text(ruleset, entry->name);
    }
    return NULL;
}

static const struct entry *find_entry(const struct accord_framework *framework, const struct registry_table *table, const char *name)
{
    const struct ruleset *ruleset = framework->pack->ruleset;
    text_id text = ruleset_find_text(ruleset, name, strlen(name));
    for (uint32_t i = 0; text && i < table->entries.count; i++) {
        const struct entry *entry = ruleset_entry(ruleset, table, i);
        if (entry->name == text && entry->since <= framework->release && framework->release < entry->until)
            return entry;
    }
    return NULL;
}

/* Attributes that an entry has, in the engine's arena. */
static struct accord_parameter *entry_attributes(struct accord_engine *engine, const struct ruleset *ruleset,
                                                 const struct registry_table *table, const struct entry *entry, size_t *ret_count)
{
    const text_id *names = ruleset_at(ruleset, table->attributes);
    struct accord_parameter *list = arena_alloc(&engine->arena, table->attributes.count + 1, sizeof *list);
    size_t count = 0;
    for (uint32_t i = 0; list && i < table->attributes.count; i++) {
        text_id value = entry_attribute(ruleset, entry, i);
        if (value)
            list[count++] = (struct accord_parameter){ruleset_text(ruleset, names[i]), ruleset_text(ruleset, value)};
    }
    *ret_count = count;
    return list;
}

static struct accord_parameter *entry_parameters(struct accord_engine *engine, const struct ruleset *ruleset, const struct entry *entry)
{
    const struct parameter *parameters = ruleset_at(ruleset, entry->parameters);
    struct accord_parameter *list = arena_alloc(&engine->arena, entry->parameters.count + 1, sizeof *list);
    for (uint32_t i = 0; list && i < entry->parameters.count; i++)
        list[i] = (struct accord_parameter){ruleset_text(ruleset, parameters[i].name), ruleset_text(ruleset, parameters[i].value)};
    return list;
}

enum accord_status accord_registry_get(accord_engine *engine, const accord_framework *framework, const char *registry,
                                       const char *name, struct accord_entry *ret_entry)
{
    const struct ruleset *ruleset = framework->pack->ruleset;
    uint16_t index = framework_registry(framework, registry);
    const struct registry_table *table = index == NONE16 ? NULL : ruleset_registry(ruleset, index);
    const struct entry *entry = table ? find_entry(framework, table, name) : NULL;
    if (entry == NULL)
        return ACCORD_NOT_FOUND;
    struct listing texts = {.ruleset = ruleset};
    struct accord_entry found = {.name = ruleset_text(ruleset, entry->name), .base = ruleset_text(ruleset, entry->base),
                                 .summary = ruleset_text(ruleset, entry->summary), .instead = ruleset_text(ruleset, entry->instead),
                                 .registered_by = ruleset_text(ruleset, entry->registered_by),
                                 .file = ruleset_text(ruleset, entry->file), .line = entry->line,
                                 .parameter_count = entry->parameters.count};
    pthread_mutex_lock(&engine->lock);
    found.attributes = entry_attributes(engine, ruleset, table, entry, &found.attribute_count);
    found.parameters = entry_parameters(engine, ruleset, entry);
    texts.arena = engine->arena;
    found.since = release_text(&texts, entry->since);
    found.until = release_text(&texts, entry->until);
    engine->arena = texts.arena;
    pthread_mutex_unlock(&engine->lock);
    if (found.attributes == NULL || found.parameters == NULL)
        return ACCORD_NO_MEMORY;
    *ret_entry = found;
    return ACCORD_OK;
}

static const struct registry_attribute *copy_attributes(struct arena *arena, const struct accord_parameter *from, size_t count)
{
    struct registry_attribute *list = arena_alloc(arena, count + 1, sizeof *list);
    for (size_t i = 0; list && i < count; i++) {
        list[i].name = arena_copy(arena, from[i].name, strlen(from[i].name));
        list[i].value = arena_copy(arena, from[i].value, strlen(from[i].value));
        if (list[i].name == NULL || list[i].value == NULL)
            return NULL;
    }
    return list;
}

static const char *copy_text(struct arena *arena, const char *text, bool *complete)
{
    char *copy = text ? arena_copy(arena, text, strlen(text)) : NULL;
    *complete = *complete && (text == NULL || copy);
    return copy;
}

static int64_t version_or(const char *text, int64_t otherwise)
{
    int64_t version;
    return text && text_read_version(text, strlen(text), &version) ? version : otherwise;
}

/* Puts a registration at the end of the engine's list; frameworks asked from now on know it. */
static enum accord_status add_registration(accord_engine *engine, const char *framework, const char *registry,
                                           const struct accord_entry *entry, bool override, bool remove)
{
    struct arena *arena = &engine->arena;
    struct registration *one = arena_alloc(arena, 1, sizeof *one);
    bool complete = one != NULL;
    if (one == NULL)
        return ACCORD_NO_MEMORY;
    *one = (struct registration){.pack = copy_text(arena, framework, &complete), .registry = copy_text(arena, registry, &complete),
                                 .override = override, .remove = remove};
    one->entry = (struct registry_entry){
        .name = copy_text(arena, entry->name, &complete), .base = copy_text(arena, entry->base, &complete),
        .instead = copy_text(arena, entry->instead, &complete), .summary = copy_text(arena, entry->summary, &complete),
        .registered_by = copy_text(arena, entry->registered_by ? entry->registered_by : "api", &complete),
        .since = version_or(entry->since, 0), .until = version_or(entry->until, INT64_MAX),
        .attributes = copy_attributes(arena, entry->attributes, entry->attribute_count), .attribute_count = entry->attribute_count,
        .parameters = copy_attributes(arena, entry->parameters, entry->parameter_count), .parameter_count = entry->parameter_count,
    };
    if (!complete || one->entry.attributes == NULL || one->entry.parameters == NULL)
        return ACCORD_NO_MEMORY;
    *engine->registrations_end = one;
    engine->registrations_end = &one->next;
    for (struct loaded_pack *pack = engine->packs; pack; pack = pack->next)
        pack->stale = pack->stale || strcmp(pack->name, framework) == 0;
    atomic_store(&engine->current, NULL);
    return ACCORD_OK;
}

/* Undoes the newest registration, when it made the tables faulty. */
static void drop_registration(accord_engine *engine)
{
    struct registration **link = &engine->registrations;
    while (*link && (*link)->next)
        link = &(*link)->next;
    *link = NULL;
    engine->registrations_end = link;
    for (struct loaded_pack *pack = engine->packs; pack; pack = pack->next)
        pack->stale = true;
}

/* True when an entry of that name lives in some of the releases. */
static bool name_is_taken(const struct ruleset *ruleset, const struct registry_table *table, const char *name, int64_t since,
                          int64_t until)
{
    text_id text = ruleset_find_text(ruleset, name, strlen(name));
    for (uint32_t i = 0; text && i < table->entries.count; i++) {
        const struct entry *entry = ruleset_entry(ruleset, table, i);
        if (entry->name == text && entry->since < until && since < entry->until)
            return true;
    }
    return false;
}

/* A release that the caller gave must be readable. */
static void check_version(const char *version, struct diagnostics *findings)
{
    int64_t number;
    if (version && !text_read_version(version, strlen(version), &number))
        diagnostics_add(findings, MESSAGE_VERSION_UNREADABLE, (struct span){0}, NULL, version);
}

/* What a file's loader would find in an entry. */
static void check_entry(const struct ruleset *ruleset, const struct registry_table *table, const struct accord_entry *entry,
                        struct diagnostics *findings)
{
    const char *kind = ruleset_text(ruleset, table->kind);
    if (*entry->name == '\0')
        diagnostics_add(findings, MESSAGE_KEY_MISSING, (struct span){0}, NULL, kind, "name");
    check_version(entry->since, findings);
    check_version(entry->until, findings);
    if (version_or(entry->since, 0) >= version_or(entry->until, INT64_MAX))
        diagnostics_add(findings, MESSAGE_LIFETIME_EMPTY, (struct span){0}, NULL, entry->until, entry->since ? entry->since : "0");
    for (size_t i = 0; i < entry->attribute_count; i++) {
        const char *name = entry->attributes[i].name;
        if (registry_slot(ruleset, table, ruleset_find_text(ruleset, name, strlen(name))) == NONE32)
            diagnostics_add(findings, MESSAGE_KEY_UNKNOWN, (struct span){0}, NULL, name, kind);
    }
}

/* Registers, and compiles at once so that the caller hears of faults. */
static enum accord_status change_registry(accord_engine *engine, const char *framework, const char *registry,
                                          const struct accord_entry *entry, bool override, bool remove, struct diagnostics *findings)
{
    size_t errors = findings->errors;
    const struct loaded_pack *pack = engine_pack(engine, framework, findings);
    if (pack == NULL)
        return findings->errors > errors ? ACCORD_FAULTY : ACCORD_NO_MEMORY;
    uint16_t index = ruleset_find_registry(pack->ruleset, registry);
    if (index == NONE16)
        return ACCORD_NOT_FOUND;
    const struct registry_table *table = ruleset_registry(pack->ruleset, index);
    check_entry(pack->ruleset, table, entry, findings);
    if (findings->errors > errors)
        return ACCORD_FAULTY;
    bool taken = name_is_taken(pack->ruleset, table, entry->name, version_or(entry->since, 0), version_or(entry->until, INT64_MAX));
    if (remove && !taken)
        return ACCORD_NOT_FOUND;
    if (!remove && taken && !override)
        return ACCORD_REPEATED;
    enum accord_status status = add_registration(engine, framework, registry, entry, override, remove);
    if (status != ACCORD_OK || engine_pack(engine, framework, findings))
        return status;
    drop_registration(engine);
    return findings->errors > errors ? ACCORD_FAULTY : ACCORD_NO_MEMORY;
}

static enum accord_status change_locked(accord_engine *engine, const char *framework, const char *registry,
                                        const struct accord_entry *entry, bool override, bool remove, accord_findings *findings)
{
    struct diagnostics unheard;
    diagnostics_init(&unheard);
    pthread_mutex_lock(&engine->lock);
    enum accord_status status =
        change_registry(engine, framework, registry, entry, override, remove, findings ? &findings->list : &unheard);
    pthread_mutex_unlock(&engine->lock);
    diagnostics_clear(&unheard);
    return status;
}

enum accord_status accord_registry_register(accord_engine *engine, const char *framework, const char *registry,
                                            const struct accord_entry *entry, bool override, accord_findings *findings)
{
    return change_locked(engine, framework, registry, entry, override, false, findings);
}

enum accord_status accord_registry_remove(accord_engine *engine, const char *framework, const char *registry, const char *name)
{
    struct accord_entry entry = {.name = name};
    return change_locked(engine, framework, registry, &entry, false, true, NULL);
}
