/* Inside of the public objects, for connector*.c: the only files that see every room. */
#ifndef ACCORD_CONNECTOR_H
#define ACCORD_CONNECTOR_H

#include <pthread.h>
#include <stdatomic.h>

#include "accord.h"
#include "base/arena.h"
#include "base/diagnostic.h"
#include "facts/facts.h"
#include "registry/registry.h"
#include "resolve/examine.h"
#include "resolve/resolution.h"
#include "resolve/spec.h"
#include "tables/source.h"

struct config_kinds;

struct accord_findings {
    struct diagnostics list;
};

struct accord_spec {
    struct spec spec;
};

struct accord_facts {
    struct facts facts;
};

struct accord_resolution {
    struct resolution inner;
};

struct accord_examination {
    struct examination inner;
    struct base_world *bases; /* made for this examination: one a release */
    size_t base_count;
    struct arena texts;
};

/* A compiled pack. Old ones stay until the engine goes, since frameworks in hand may use them. */
struct loaded_pack {
    const char *name;
    const struct ruleset *ruleset;
    struct ruleset *owned; /* NULL: built in */
    bool stale;            /* rules or registrations were added since */
    /* why it could not be loaded: ruleset is NULL, and it is not tried again */
    struct diagnostics faults;
    struct loaded_pack *next;
};

/* Facts that were an engine's, likewise kept. */
struct engine_facts {
    struct facts facts;
    struct engine_facts *next;
};

/* A world with an engine's facts, made once for a framework. */
struct warm_base {
    struct base_world base;
    struct warm_base *next;
};

struct accord_framework {
    struct accord_engine *engine;
    const struct loaded_pack *pack;
    int64_t release;
    const char *release_text;
    struct base_world defaults;
    _Atomic(struct base_world *) warm; /* with the engine's facts; NULL: not made yet */
    struct accord_framework *next;
};

/* An entry registered or removed through the API, to be applied on top of the tables. */
struct registration {
    const char *pack, *registry;
    struct registry_entry entry; /* name only: a removal */
    bool override, remove;
    struct registration *next;
};

/* The packs of a directory that are asked for by name. */
struct engine_packs {
    const char **names;
    size_t count;
};

struct accord_engine {
    /* guards everything below; resolving takes it only to make what is missing */
    pthread_mutex_t lock;
    struct arena arena;
    const char *tables; /* directory, or NULL: built in */
    struct engine_packs packs_of_tables;
    const char **layers;
    size_t layer_count;
    struct registration *registrations, **registrations_end;
    struct loaded_pack *packs;
    struct accord_framework *frameworks;
    struct engine_facts *facts; /* newest first */
    struct warm_base *warm;
    /* what accord_engine_use chose; NULL: the first pack in its newest release */
    const char *chosen;
    _Atomic(struct accord_framework *)
        current; /* what that is with the rules of now; NULL: to be looked up */
    bool probed; /* facts->facts are what accord_engine_set_facts or a probe said */
};

/* Where the engine's table files are. */
struct table_source engine_source(const struct accord_engine *engine);

/* The compiled pack of that name, loaded when it is not; NULL after findings or without memory.
 * Takes no lock. */
const struct loaded_pack *engine_pack(struct accord_engine *engine, const char *name,
                                      struct diagnostics *findings);

/* As accord_engine_framework with plain diagnostics; NULL for the engine's current one. */
struct accord_framework *engine_framework(struct accord_engine *engine, const char *name,
                                          struct diagnostics *findings);

/* The framework in another of its releases, by index; NULL without memory. */
struct accord_framework *framework_at(const struct accord_framework *framework, size_t index);

/* True for facts that are text also where it looks like a number: variables, and releases, as 2.10
 * is not 2.1. */
bool fact_is_text(const char *name);

/* Reports facts, given by hand or in a file, that none of the rulesets declares, and those whose
 * values their types do not take. */
void report_facts(const struct facts *facts, const struct ruleset *const *rulesets, size_t count,
                  struct diagnostics *findings);

/* The packs of a directory, in `arena`: first those that are built in too, without those that only
 * others stand on. False without memory. */
bool engine_packs_find(struct arena *arena, const char *directory, struct engine_packs *ret_packs);

/* Names of the packs that this engine is asked for, in order; the `index`-th or NULL. Tables
 * without a pack have the built-in ones' names, so that somebody misses them. */
const char *engine_pack_name(const struct accord_engine *engine, size_t index);

/* The kinds of configuration files that its tables and layers know. What they are loaded with lives
 * in `arena`. */
enum pack_status engine_kinds(struct accord_engine *engine, struct arena *arena,
                              struct diagnostics *findings, struct config_kinds **ret_kinds);

/* Every key of a mapping becomes a field. False without memory. */
bool spec_add_mapping(struct spec *spec, const struct value *mapping);

/* A mapping, or a report about what it is instead. */
bool check_mapping(const struct value *value, const char *what, struct span place,
                   struct diagnostics *findings);

/* A mapping of not too many fields, or a report. */
bool check_request(const struct value *value, struct span place, struct diagnostics *findings);

/* Reads this machine's facts: all that the tables declare, or those that rules look at. */
enum accord_status engine_probe(struct accord_engine *engine, bool all, struct facts *ret_facts);

/* A release as text, or NULL for "always". */
const char *release_text(const struct ruleset *ruleset, struct arena *arena, int64_t release);

/* Shows every target profile the engine's tables have. */
void list_targets(const accord_engine *engine, accord_visit *visit, void *context);

/* The registry named in the API, or NONE16. */
uint16_t framework_registry(const struct accord_framework *framework, const char *registry);

#endif
