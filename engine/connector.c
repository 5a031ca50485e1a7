/* Engines: tables are loaded when they are first needed, compiled once, shared by all resolutions.
 */
#include "connector.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "builtin.h"
#include "facts/probe/probe.h"
#include "report/report.h"
#include "resolve/devices.h"
#include "ruleset/compile.h"
#include "tables/pack.h"

accord_engine *accord_engine_new(void)
{
    struct accord_engine *engine = calloc(1, sizeof *engine);
    if (engine == NULL)
        return NULL;
    if (pthread_mutex_init(&engine->lock, NULL) != 0) {
        free(engine);
        return NULL;
    }
    arena_init(&engine->arena);
    engine->registrations_end = &engine->registrations;
    return engine;
}

static void free_facts(struct engine_facts *facts)
{
    while (facts) {
        struct engine_facts *next = facts->next;
        facts_clear(&facts->facts);
        free(facts);
        facts = next;
    }
}

static void free_frameworks(struct accord_engine *engine)
{
    for (struct accord_framework *framework = engine->frameworks; framework;
         framework = framework->next)
        base_world_clear(&framework->defaults);
    for (struct warm_base *warm = engine->warm; warm; warm = warm->next)
        base_world_clear(&warm->base);
    for (struct loaded_pack *pack = engine->packs; pack; pack = pack->next) {
        diagnostics_clear(&pack->faults);
        free(pack->owned);
    }
}

void accord_engine_free(accord_engine *engine)
{
    if (engine == NULL)
        return;
    free_frameworks(engine);
    free_facts(engine->facts);
    arena_clear(&engine->arena);
    pthread_mutex_destroy(&engine->lock);
    free(engine);
}

struct table_source engine_source(const struct accord_engine *engine)
{
    return (struct table_source){
        .files = builtin_files, .count = builtin_file_count, .directory = engine->tables};
}

/* Everything compiled so far is out of date for new frameworks. */
static void make_stale(struct accord_engine *engine)
{
    for (struct loaded_pack *pack = engine->packs; pack; pack = pack->next)
        pack->stale = true;
    atomic_store(&engine->current, NULL);
}

enum accord_status accord_engine_set_tables(accord_engine *engine, const char *directory)
{
    pthread_mutex_lock(&engine->lock);
    char *copy = arena_copy(&engine->arena, directory, strlen(directory));
    struct engine_packs packs;
    bool complete = copy && engine_packs_find(&engine->arena, copy, &packs);
    if (complete) {
        engine->tables = copy;
        engine->packs_of_tables = packs;
        make_stale(engine);
    }
    pthread_mutex_unlock(&engine->lock);
    return complete ? ACCORD_OK : ACCORD_NO_MEMORY;
}

enum accord_status accord_engine_load(accord_engine *engine, const char *directory)
{
    pthread_mutex_lock(&engine->lock);
    const char **layers = arena_alloc(&engine->arena, engine->layer_count + 1, sizeof *layers);
    char *copy = arena_copy(&engine->arena, directory, strlen(directory));
    bool complete = layers && copy;
    if (complete) {
        if (engine->layer_count)
            memcpy(layers, engine->layers, engine->layer_count * sizeof *layers);
        layers[engine->layer_count++] = copy;
        engine->layers = layers;
        make_stale(engine);
    }
    pthread_mutex_unlock(&engine->lock);
    return complete ? ACCORD_OK : ACCORD_NO_MEMORY;
}

/* The built-in ruleset when nothing is put on top of it. */
static const struct ruleset *builtin_ruleset(const struct accord_engine *engine, const char *name)
{
    if (engine->tables || engine->layer_count || engine->registrations)
        return NULL;
    for (size_t i = 0; i < builtin_pack_count; i++) {
        if (strcmp(builtin_packs[i].name, name) == 0 &&
            ruleset_is_valid(builtin_packs[i].ruleset, builtin_packs[i].size))
            return builtin_packs[i].ruleset;
    }
    return NULL;
}

/* Puts one entry of the API into a registry. An overriding one is known by the spellings and the
 * classes of what it replaces, as it cannot say its own. */
static bool apply_registration(const struct registration *one, struct registry *registry,
                               struct diagnostics *findings)
{
    const struct registry_entry *other = NULL;
    struct registry_entry entry = one->entry;
    if (one->remove)
        return registry_retire(registry, entry.name, 0, INT64_MAX) != REGISTRY_NO_MEMORY;
    const struct registry_entry *old =
        one->override ? registry_find(registry, entry.name, entry.since) : NULL;
    if (old) {
        entry.aliases = old->aliases;
        entry.alias_count = old->alias_count;
        entry.classes = old->classes;
        entry.class_count = old->class_count;
        entry.object_only = old->object_only;
    }
    enum registry_status status = registry_register(registry, &entry, one->override, &other);
    if (status == REGISTRY_REPEATED)
        diagnostics_add(findings, MESSAGE_ENTRY_REPEATED, other->place, NULL,
                        registry_kind(registry), entry.name);
    return status != REGISTRY_NO_MEMORY;
}

/* Entries of the API over those of the tables. False without memory. */
static bool apply_registrations(const struct accord_engine *engine, const char *name,
                                struct model *model, struct diagnostics *findings)
{
    for (const struct registration *one = engine->registrations; one; one = one->next) {
        struct registry *registry =
            strcmp(one->pack, name) == 0 ? model_registry(model, one->registry) : NULL;
        if (registry && !apply_registration(one, registry, findings))
            return false;
    }
    return true;
}

/* From files to a ruleset; NULL after findings or without memory. */
static struct ruleset *load_ruleset(struct accord_engine *engine, const char *name,
                                    struct diagnostics *findings)
{
    struct table_source source = engine_source(engine);
    struct ruleset *ruleset = NULL;
    struct model model;

    if (pack_load(&source, name, engine->layers, engine->layer_count, findings, &model) != PACK_OK)
        return NULL;
    size_t errors = findings->errors;
    if (apply_registrations(engine, name, &model, findings) && findings->errors == errors)
        compile(&model, device_policies, findings, &ruleset);
    model_clear(&model);
    return ruleset;
}

/* True when there are tables of that name; says so otherwise. */
static bool has_pack(struct accord_engine *engine, const char *name, struct diagnostics *findings)
{
    struct table_source source = engine_source(engine);
    char path[256];
    const char *names[64];
    size_t count = 0;

    size_t length = strlen(name);
    if (length > 0 && length < 128 && strchr(name, '/') == NULL) {
        strcat(strcpy(path, name), "/pack.yaml");
        if (source_has(&source, path))
            return true;
    }
    for (size_t i = 0; count < 64 && (names[count] = engine_pack_name(engine, i)); i++)
        count += strcmp(names[count], name) != 0; /* tables without packs have it in name alone */
    diagnostics_add(findings, MESSAGE_FRAMEWORK_UNKNOWN, (struct span){.file = engine->tables},
                    text_nearest(name, names, count), name);
    return false;
}

/* A pack in the engine's list; its texts live in the engine's arena. */
static struct loaded_pack *add_pack(struct accord_engine *engine, const char *name)
{
    struct loaded_pack *pack = arena_alloc(&engine->arena, 1, sizeof *pack);
    char *copy = pack ? arena_copy(&engine->arena, name, strlen(name)) : NULL;
    if (copy == NULL)
        return NULL;
    *pack = (struct loaded_pack){.name = copy, .next = engine->packs};
    diagnostics_init(&pack->faults);
    engine->packs = pack;
    return pack;
}

/* The pack as it was loaded before, also when it was found faulty. */
static const struct loaded_pack *known_pack(const struct accord_engine *engine, const char *name)
{
    for (const struct loaded_pack *pack = engine->packs; pack; pack = pack->next) {
        if (!pack->stale && strcmp(pack->name, name) == 0)
            return pack;
    }
    return NULL;
}

/* Says again why a pack could not be loaded. */
static const struct loaded_pack *usable(const struct loaded_pack *pack,
                                        struct diagnostics *findings)
{
    if (pack == NULL || pack->ruleset)
        return pack;
    for (size_t i = 0; i < pack->faults.count; i++)
        diagnostics_copy(findings, &pack->faults.items[i]);
    return NULL;
}

const struct loaded_pack *engine_pack(struct accord_engine *engine, const char *name,
                                      struct diagnostics *findings)
{
    const struct loaded_pack *known = known_pack(engine, name);
    if (known)
        return usable(known, findings);
    const struct ruleset *builtin = builtin_ruleset(engine, name);
    if (builtin == NULL && !has_pack(engine, name, findings))
        return NULL;
    struct loaded_pack *pack = add_pack(engine, name);
    if (pack == NULL)
        return NULL;
    pack->owned = builtin ? NULL : load_ruleset(engine, name, &pack->faults);
    pack->ruleset = builtin ? builtin : pack->owned;
    pack->stale =
        pack->ruleset == NULL && pack->faults.errors == 0; /* no memory: worth another try */
    return usable(pack, findings);
}

/* Makes `facts` (moved) the engine's. */
static bool take_facts(struct accord_engine *engine, struct facts *facts)
{
    struct engine_facts *kept = malloc(sizeof *kept);
    if (kept == NULL)
        return false;
    kept->facts = *facts;
    kept->next = engine->facts;
    engine->facts = kept;
    engine->probed = true;
    for (struct accord_framework *framework = engine->frameworks; framework;
         framework = framework->next)
        atomic_store(&framework->warm, NULL);
    return true;
}

enum accord_status accord_engine_set_facts(accord_engine *engine, const accord_facts *facts)
{
    struct facts copy;
    bool complete = true;

    facts_init(&copy);
    pthread_mutex_lock(&engine->lock);
    if (facts) {
        complete = facts_copy(&copy, &facts->facts) && take_facts(engine, &copy);
    } else {
        engine->probed = false;
        for (struct accord_framework *framework = engine->frameworks; framework;
             framework = framework->next)
            atomic_store(&framework->warm, NULL);
    }
    pthread_mutex_unlock(&engine->lock);
    if (!complete)
        facts_clear(&copy);
    return complete ? ACCORD_OK : ACCORD_NO_MEMORY;
}

/* Names of every fact of a ruleset, or of those that its rules look at, and of variables that stand
 * for request fields. */
static const char **wanted_facts(const struct ruleset *ruleset, bool all, struct arena *arena,
                                 size_t *ret_count)
{
    const char **names = arena_alloc(arena, (size_t)ruleset->fields.count * 2, sizeof *names);
    size_t count = 0;
    for (uint32_t i = 0; names && i < ruleset->fields.count; i++) {
        const struct field *field = ruleset_field(ruleset, i);
        const char *variable = ruleset_text(ruleset, field->environment);
        if (field->role == ROLE_FACT && field->root == i && (all || field->used))
            names[count++] = ruleset_text(ruleset, field->name);
        if (variable && (names[count] = arena_format(arena, "env.%s", variable)))
            count++;
    }
    *ret_count = count;
    return names;
}

enum accord_status engine_probe(struct accord_engine *engine, bool all, struct facts *ret_facts)
{
    struct arena arena;
    struct diagnostics unheard;
    arena_init(&arena);
    diagnostics_init(&unheard);
    struct accord_framework *framework = engine_framework(engine, NULL, &unheard);
    struct probe_request request = {0};
    bool complete = framework != NULL;

    if (framework) {
        request.names = wanted_facts(framework->pack->ruleset, all, &arena, &request.count);
        complete = request.names && probes_read(&request, ret_facts);
    }
    diagnostics_clear(&unheard);
    arena_clear(&arena);
    return complete ? ACCORD_OK : ACCORD_NO_MEMORY;
}

/* Probes this machine unless the engine has facts. Probing is done without the lock: it may load
 * driver libraries. */
static bool ensure_facts(struct accord_engine *engine)
{
    struct facts facts;
    pthread_mutex_lock(&engine->lock);
    bool known = engine->probed;
    pthread_mutex_unlock(&engine->lock);
    if (known)
        return true;
    facts_init(&facts);
    bool complete = engine_probe(engine, false, &facts) == ACCORD_OK;
    pthread_mutex_lock(&engine->lock);
    bool taken = complete && !engine->probed && take_facts(engine, &facts);
    known = engine->probed;
    pthread_mutex_unlock(&engine->lock);
    if (!taken)
        facts_clear(&facts);
    return known;
}

/* The framework's world with the engine's facts. The caller holds the lock. */
static struct base_world *make_warm(struct accord_framework *framework)
{
    struct accord_engine *engine = framework->engine;
    struct warm_base *warm = arena_alloc(&engine->arena, 1, sizeof *warm);
    if (warm == NULL ||
        base_world_init_facts(&warm->base, &framework->defaults, &engine->facts->facts) != BASE_OK)
        return NULL;
    warm->next = engine->warm;
    engine->warm = warm;
    atomic_store(&framework->warm, &warm->base);
    return &warm->base;
}

static struct base_world *warm_base(struct accord_framework *framework)
{
    struct base_world *base = atomic_load_explicit(&framework->warm, memory_order_acquire);
    if (base || !ensure_facts(framework->engine))
        return base;
    pthread_mutex_lock(&framework->engine->lock);
    base = atomic_load(&framework->warm);
    if (base == NULL)
        base = make_warm(framework);
    pthread_mutex_unlock(&framework->engine->lock);
    return base;
}

accord_resolution *accord_engine_resolve(accord_engine *engine, const accord_spec *spec)
{
    struct accord_framework *framework =
        atomic_load_explicit(&engine->current, memory_order_acquire);
    if (framework == NULL) {
        struct diagnostics unheard;
        diagnostics_init(&unheard);
        framework = engine_framework(engine, NULL, &unheard);
        diagnostics_clear(&unheard);
    }
    struct base_world *base = framework ? warm_base(framework) : NULL;
    return base ? (accord_resolution *)resolution_new(base, &spec->spec) : NULL;
}

accord_resolution *accord_framework_resolve(const accord_framework *framework,
                                            const accord_facts *facts, const accord_spec *spec)
{
    if (facts == NULL)
        return (accord_resolution *)resolution_new(&framework->defaults, &spec->spec);
    return (accord_resolution *)resolution_new_facts(&framework->defaults, &facts->facts,
                                                     &spec->spec);
}

static struct accord_engine *default_engine;
static pthread_once_t default_engine_once = PTHREAD_ONCE_INIT;

static void make_default_engine(void) { default_engine = accord_engine_new(); }

accord_resolution *resolve_connector(const accord_spec *spec)
{
    pthread_once(&default_engine_once, make_default_engine);
    return default_engine ? accord_engine_resolve(default_engine, spec) : NULL;
}
