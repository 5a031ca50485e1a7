/* Strategies: ways to spread a run over devices, by name.
 * One of the two typed registries on the base in registry.h: the calls that both offer, and
 * accessors for the attributes that the engine itself understands. Which attributes there are
 * besides, and which strategies, is declared by tables. */
#ifndef ACCORD_REGISTRY_STRATEGY_H
#define ACCORD_REGISTRY_STRATEGY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "registry/registry.h"

/* Either owns its registry or looks at one that tables own. */
struct strategies {
    struct registry *registry;
    bool owned;
};

/* A registry of its own; `populate` (may be NULL) fills it on first use. False without memory. */
bool strategies_init(struct strategies *strategies, const char *const *attribute_names,
                     size_t attribute_count, registry_populate *populate, void *context);

/* Looks at a registry that somebody else owns and that outlives the view. */
void strategies_view(struct strategies *strategies, struct registry *registry);
void strategies_clear(struct strategies *strategies);

/* Names in registration order: writes the first `room`, returns how many there are. */
size_t strategies_names(const struct strategies *strategies, const char **ret_names, size_t room);

/* The entry of a name in a release (0: the newest lifetime), or NULL. */
const struct registry_entry *strategies_get(const struct strategies *strategies, const char *name,
                                            int64_t release);

/* Adds an entry. REGISTRY_REPEATED when the name is taken: `ret_other` (may be NULL) is the entry
 * in the way. */
enum registry_status strategies_register(const struct strategies *strategies,
                                         const struct registry_entry *entry,
                                         const struct registry_entry **ret_other);

/* Adds an entry in the place of the ones of that name and lifetime, if there are any. */
enum registry_status strategies_override(const struct strategies *strategies,
                                         const struct registry_entry *entry);

enum registry_status strategies_remove(const struct strategies *strategies, const char *name);

/* Entries in registration order. */
size_t strategies_count(const struct strategies *strategies);
const struct registry_entry *strategies_at(const struct strategies *strategies, size_t index);

/* Default parameters of the name, inherited ones first: what tells apart two names of one class. */
size_t strategy_parameter_count(const struct strategies *strategies,
                                const struct registry_entry *strategy);
const struct registry_attribute *strategy_parameter(const struct strategies *strategies,
                                                    const struct registry_entry *strategy,
                                                    size_t index);

/* Attributes, own or inherited; NULL when nobody says them. */

/* Class of the object behind the name. */
const char *strategy_class(const struct strategies *strategies,
                           const struct registry_entry *strategy);

/* How its processes are started. */
const char *strategy_launcher(const struct strategies *strategies,
                              const struct registry_entry *strategy);

/* Strategies that rules treat alike. */
const char *strategy_family(const struct strategies *strategies,
                            const struct registry_entry *strategy);

#endif
