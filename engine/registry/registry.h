/* Registry: names of one kind with their attributes and default parameters. The base of the
 * accelerator and strategy registries, which offer the same calls; precisions, environments and
 * plugins stand in registries of it too. Knows nothing of rules: what an attribute means is the
 * tables' business.
 *
 * A registry fills itself on first use through its populate function, so the list of names is right
 * whenever it is read. Every call is safe from any thread. Entries stay valid until the registry is
 * freed, also after their removal. */
#ifndef ACCORD_REGISTRY_REGISTRY_H
#define ACCORD_REGISTRY_REGISTRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diagnostic.h"
#include "base/span.h"

struct registry_attribute {
    const char *name;
    const char *value;
    struct span place;
};

/* One name and what stands behind it. The name belongs to the registry, not to the class: one class
 * may stand under many names with different parameters. A name may have several entries whose
 * lifetimes do not overlap. */
struct registry_entry {
    const char *name;
    /* other spellings; "int:16", "str:16", "float:16.0" are typed ones */
    const char *const *aliases;
    size_t alias_count;
    const char *const *classes; /* class names by which an object of this entry is known */
    size_t class_count;
    bool retired; /* taken out: in no release any more, but rules and bases may ask what it was */
    bool object_only;    /* no text means this entry, only an object of its classes */
    const char *base;    /* entry it inherits attributes and parameters from, or NULL */
    const char *instead; /* what replaces it outside its lifetime, or NULL */
    const char *summary;
    int64_t since, until; /* releases as text_read_version gives them: since <= release < until; 0
                           * and INT64_MAX: always (an `until` of 0 is registered as INT64_MAX) */
    /* its own; inherited ones come through registry_attribute */
    const struct registry_attribute *attributes;
    size_t attribute_count;
    const struct registry_attribute *parameters; /* its own defaults, in order */
    size_t parameter_count;
    struct span place;         /* where it was registered, when a file did */
    const char *registered_by; /* layer or caller that registered it */
};

struct registry;

/* Registers what belongs into `registry`; called once, before the first read or change; its own
 * calls pass, those of other threads wait for its end. False when it could not (no memory): then
 * what it registered is taken out, the call that needed it finds an empty registry, and the next
 * call tries again. */
typedef bool registry_populate(struct registry *registry, void *context);

enum registry_status {
    REGISTRY_OK,
    REGISTRY_REPEATED, /* the name is taken for some of these releases, and override was not said */
    REGISTRY_NO_MEMORY,
    REGISTRY_NOT_FOUND,
};

/* `kind` is the plural noun ("strategies"); `populate` may be NULL. NULL without memory. Texts are
 * copied. */
struct registry *registry_new(const char *kind, const char *const *attribute_names,
                              size_t attribute_count, registry_populate *populate, void *context);
void registry_free(struct registry *registry);

const char *registry_kind(const struct registry *registry);
size_t registry_attribute_count(const struct registry *registry);
const char *registry_attribute_name(const struct registry *registry, size_t index);

/* Entries in registration order; an overriding entry keeps the place of the one it replaces. */
size_t registry_count(struct registry *registry);
const struct registry_entry *registry_at(struct registry *registry, size_t index);

/* Writes the first `room` names to `ret_names`, in registration order, a name with several
 * lifetimes once. Returns how many names there are, all of one moment, even while other threads
 * register. */
size_t registry_names(struct registry *registry, const char **ret_names, size_t room);

/* The entry of a name in a release (0: the newest lifetime), or NULL. Aliases are not names. */
const struct registry_entry *registry_find(struct registry *registry, const char *name,
                                           int64_t release);

/* Adds a copy of `entry`. With `override`, entries of the name whose lifetime overlaps give way. On
 * REGISTRY_REPEATED `ret_other` (may be NULL) is the entry in the way, so that a caller can show
 * both places. */
enum registry_status registry_register(struct registry *registry,
                                       const struct registry_entry *entry, bool override,
                                       const struct registry_entry **ret_other);

/* Takes a name out, in all its lifetimes. */
enum registry_status registry_remove(struct registry *registry, const char *name);

/* Takes a name out of releases, but keeps what it was for entries that inherit from it. */
enum registry_status registry_retire(struct registry *registry, const char *name, int64_t since,
                                     int64_t until);

/* Releases from ..., until ... an entry is there: none that there is when it is retired. */
int64_t registry_since(const struct registry_entry *entry);
int64_t registry_until(const struct registry_entry *entry);

/* The entry that `entry` inherits from: of its base's entries the one that lives when `entry`
 * begins, else the newest; NULL: none. */
const struct registry_entry *registry_base(struct registry *registry,
                                           const struct registry_entry *entry);

/* An attribute, inherited when the entry does not say it; NULL when nobody does. Ends on cycles. */
const char *registry_attribute(struct registry *registry, const struct registry_entry *entry,
                               const char *name);

/* A default parameter by index over inherited and own ones: base's first, own values in place of
 * inherited ones of that name. */
size_t registry_parameter_count(struct registry *registry, const struct registry_entry *entry);
const struct registry_attribute *
registry_parameter(struct registry *registry, const struct registry_entry *entry, size_t index);

/* Makes several entries of one that outlives its base's: a new one begins where an entry of its
 * base begins, so that each inherits from what its base is then. Once all entries are there. False
 * without memory. */
bool registry_divide(struct registry *registry);

/* Reports unknown bases, cycles of bases, and more than 32 bases behind one entry. */
void registry_check(struct registry *registry, struct diagnostics *findings);

/* The registered name nearest to a misspelt one, or NULL. */
const char *registry_nearest(struct registry *registry, const char *name);

/* Changes with every registration and removal, so that compiled snapshots know that they are old.
 */
uint64_t registry_generation(struct registry *registry);

#endif
