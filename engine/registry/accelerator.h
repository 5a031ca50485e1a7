/* Accelerators: kinds of device by name.
 * One of the two typed registries on the base in registry.h: the calls that both offer, and
 * accessors for the attributes that the engine itself understands. Which attributes there are
 * besides, and which accelerators, is declared by tables. */
#ifndef ACCORD_REGISTRY_ACCELERATOR_H
#define ACCORD_REGISTRY_ACCELERATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "registry/registry.h"

/* Either owns its registry or looks at one that tables own. */
struct accelerators {
    struct registry *registry;
    bool owned;
};

/* A registry of its own; `populate` (may be NULL) fills it on first use. False without memory. */
bool accelerators_init(struct accelerators *accelerators, const char *const *attribute_names,
                       size_t attribute_count, registry_populate *populate, void *context);

/* Looks at a registry that somebody else owns and that outlives the view. */
void accelerators_view(struct accelerators *accelerators, struct registry *registry);
void accelerators_clear(struct accelerators *accelerators);

/* Names in registration order: writes the first `room`, returns how many there are. */
size_t accelerators_names(const struct accelerators *accelerators, const char **ret_names,
                          size_t room);

/* The entry of a name in a release (0: the newest lifetime), or NULL. */
const struct registry_entry *accelerators_get(const struct accelerators *accelerators,
                                              const char *name, int64_t release);

/* Adds an entry. REGISTRY_REPEATED when the name is taken: `ret_other` (may be NULL) is the entry
 * in the way. */
enum registry_status accelerators_register(const struct accelerators *accelerators,
                                           const struct registry_entry *entry,
                                           const struct registry_entry **ret_other);

/* Adds an entry in the place of the ones of that name and lifetime, if there are any. */
enum registry_status accelerators_override(const struct accelerators *accelerators,
                                           const struct registry_entry *entry);

enum registry_status accelerators_remove(const struct accelerators *accelerators, const char *name);

/* Entries in registration order. */
size_t accelerators_count(const struct accelerators *accelerators);
const struct registry_entry *accelerators_at(const struct accelerators *accelerators, size_t index);

/* Default parameters, inherited ones first. */
size_t accelerator_parameter_count(const struct accelerators *accelerators,
                                   const struct registry_entry *accelerator);
const struct registry_attribute *accelerator_parameter(const struct accelerators *accelerators,
                                                       const struct registry_entry *accelerator,
                                                       size_t index);

/* Attributes, own or inherited; NULL when nobody says them. */

/* Class of the object behind the name. */
const char *accelerator_class(const struct accelerators *accelerators,
                              const struct registry_entry *accelerator);

/* How a request for devices is read: the attribute `policy`. */
const char *accelerator_device_policy(const struct accelerators *accelerators,
                                      const struct registry_entry *accelerator);

/* How a device is written, {} is its index: the attribute `device`. */
const char *accelerator_device_pattern(const struct accelerators *accelerators,
                                       const struct registry_entry *accelerator);

#endif
