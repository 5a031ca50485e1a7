/* Registries through the API: read from the compiled tables, changed by putting registrations on
 * top of them. */
#include "connector.h"

#include <string.h>

#include "base/text.h"

const char *accord_registry_name(accord_engine *engine, const accord_framework *framework,
                                 const char *registry, size_t index)
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

static const struct entry *find_entry(const struct accord_framework *framework,
                                      const struct registry_table *table, const char *name)
{
    const struct ruleset *ruleset = framework->pack->ruleset;
    text_id text = ruleset_find_text(ruleset, name, strlen(name));
    for (uint32_t i = 0; text && i < table->entries.count; i++) {
        const struct entry *entry = ruleset_entry(ruleset, table, i);
        if (entry->name == text && entry->since <= framework->release &&
            framework->release < entry->until)
            return entry;
    }
    return NULL;
}

/* Attributes that an entry has, in the engine's arena. */
static struct accord_parameter *entry_attributes(struct accord_engine *engine,
                                                 const struct ruleset *ruleset,
                                                 const struct registry_table *table,
                                                 const struct entry *entry, size_t *ret_count)
{
    const text_id *names = ruleset_at(ruleset, table->attributes);
    struct accord_parameter *list =
        arena_alloc(&engine->arena, table->attributes.count + 1, sizeof *list);
    size_t count = 0;
    for (uint32_t i = 0; list && i < table->attributes.count; i++) {
        text_id value = entry_attribute(ruleset, entry, i);
        if (value)
            list[count++] = (struct accord_parameter){ruleset_text(ruleset, names[i]),
                                                      ruleset_text(ruleset, value)};
    }
    *ret_count = count;
    return list;
}

static struct accord_parameter *entry_parameters(struct accord_engine *engine,
                                                 const struct ruleset *ruleset,
                                                 const struct entry *entry)
{
    const struct parameter *parameters = ruleset_at(ruleset, entry->parameters);
    struct accord_parameter *list =
        arena_alloc(&engine->arena, entry->parameters.count + 1, sizeof *list);
    for (uint32_t i = 0; list && i < entry->parameters.count; i++)
        list[i] = (struct accord_parameter){ruleset_text(ruleset, parameters[i].name),
                                            ruleset_text(ruleset, parameters[i].value)};
    return list;
}

enum accord_status accord_registry_get(accord_engine *engine, const accord_framework *framework,
                                       const char *registry, const char *name,
                                       struct accord_entry *ret_entry)
{
    const struct ruleset *ruleset = framework->pack->ruleset;
    uint16_t index = framework_registry(framework, registry);
    const struct registry_table *table = index == NONE16 ? NULL : ruleset_registry(ruleset, index);
    const struct entry *entry = table ? find_entry(framework, table, name) : NULL;
    if (entry == NULL)
        return ACCORD_NOT_FOUND;
    struct accord_entry found = {.name = ruleset_text(ruleset, entry->name),
                                 .base = ruleset_text(ruleset, entry->base),
                                 .summary = ruleset_text(ruleset, entry->summary),
                                 .instead = ruleset_text(ruleset, entry->instead),
                                 .registered_by = ruleset_text(ruleset, entry->registered_by),
                                 .file = ruleset_text(ruleset, entry->file),
                                 .line = entry->line,
                                 .parameter_count = entry->parameters.count};
    pthread_mutex_lock(&engine->lock);
    found.attributes = entry_attributes(engine, ruleset, table, entry, &found.attribute_count);
    found.parameters = entry_parameters(engine, ruleset, entry);
    found.since = release_text(ruleset, &engine->arena, entry->since);
    found.until = release_text(ruleset, &engine->arena, entry->until);
    pthread_mutex_unlock(&engine->lock);
    if (found.attributes == NULL || found.parameters == NULL)
        return ACCORD_NO_MEMORY;
    *ret_entry = found;
    return ACCORD_OK;
}

static const struct registry_attribute *
copy_attributes(struct arena *arena, const struct accord_parameter *from, size_t count)
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
static enum accord_status add_registration(accord_engine *engine, const char *framework,
                                           const char *registry, const struct accord_entry *entry,
                                           bool override, bool remove)
{
    struct arena *arena = &engine->arena;
    struct registration *one = arena_alloc(arena, 1, sizeof *one);
    bool complete = one != NULL;
    if (one == NULL)
        return ACCORD_NO_MEMORY;
    *one = (struct registration){.pack = copy_text(arena, framework, &complete),
                                 .registry = copy_text(arena, registry, &complete),
                                 .override = override,
                                 .remove = remove};
    one->entry = (struct registry_entry){
        .name = copy_text(arena, entry->name, &complete),
        .base = copy_text(arena, entry->base, &complete),
        .instead = copy_text(arena, entry->instead, &complete),
        .summary = copy_text(arena, entry->summary, &complete),
        .registered_by =
            copy_text(arena, entry->registered_by ? entry->registered_by : "api", &complete),
        .since = version_or(entry->since, 0),
        .until = version_or(entry->until, INT64_MAX),
        .attributes = copy_attributes(arena, entry->attributes, entry->attribute_count),
        .attribute_count = entry->attribute_count,
        .parameters = copy_attributes(arena, entry->parameters, entry->parameter_count),
        .parameter_count = entry->parameter_count,
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

/* True when an entry of that name lives in some of the releases; one that was taken out lives
 * before all of them. */
static bool name_is_taken(const struct ruleset *ruleset, const struct registry_table *table,
                          const char *name, int64_t since, int64_t until)
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
static void check_entry(const struct ruleset *ruleset, const struct registry_table *table,
                        const struct accord_entry *entry, struct diagnostics *findings)
{
    const char *kind = ruleset_text(ruleset, table->kind);
    if (*entry->name == '\0')
        diagnostics_add(findings, MESSAGE_KEY_MISSING, (struct span){0}, NULL, kind, "name");
    check_version(entry->since, findings);
    check_version(entry->until, findings);
    if (version_or(entry->since, 0) >= version_or(entry->until, INT64_MAX))
        diagnostics_add(findings, MESSAGE_LIFETIME_EMPTY, (struct span){0}, NULL, entry->until,
                        entry->since ? entry->since : "0");
    for (size_t i = 0; i < entry->attribute_count; i++) {
        const char *name = entry->attributes[i].name;
        if (registry_slot(ruleset, table, ruleset_find_text(ruleset, name, strlen(name))) == NONE32)
            diagnostics_add(findings, MESSAGE_KEY_UNKNOWN, (struct span){0}, NULL, name, kind);
    }
}

/* Registers, and compiles at once so that the caller hears of faults. */
static enum accord_status change_registry(accord_engine *engine, const char *framework,
                                          const char *registry, const struct accord_entry *entry,
                                          bool override, bool remove, struct diagnostics *findings)
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
    bool taken = name_is_taken(pack->ruleset, table, entry->name, version_or(entry->since, 1),
                               version_or(entry->until, INT64_MAX));
    if (remove && !taken)
        return ACCORD_NOT_FOUND;
    if (!remove && taken && !override)
        return ACCORD_REPEATED;
    enum accord_status status =
        add_registration(engine, framework, registry, entry, override, remove);
    if (status != ACCORD_OK || engine_pack(engine, framework, findings))
        return status;
    drop_registration(engine);
    return findings->errors > errors ? ACCORD_FAULTY : ACCORD_NO_MEMORY;
}

static enum accord_status change_locked(accord_engine *engine, const char *framework,
                                        const char *registry, const struct accord_entry *entry,
                                        bool override, bool remove, accord_findings *findings)
{
    struct diagnostics unheard;
    diagnostics_init(&unheard);
    pthread_mutex_lock(&engine->lock);
    enum accord_status status = change_registry(engine, framework, registry, entry, override,
                                                remove, findings ? &findings->list : &unheard);
    pthread_mutex_unlock(&engine->lock);
    diagnostics_clear(&unheard);
    return status;
}

enum accord_status accord_registry_register(accord_engine *engine, const char *framework,
                                            const char *registry, const struct accord_entry *entry,
                                            bool override, accord_findings *findings)
{
    return change_locked(engine, framework, registry, entry, override, false, findings);
}

enum accord_status accord_registry_remove(accord_engine *engine, const char *framework,
                                          const char *registry, const char *name)
{
    struct accord_entry entry = {.name = name};
    return change_locked(engine, framework, registry, &entry, false, true, NULL);
}
