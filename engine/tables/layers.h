/* Layers: named items (rules, fields) that later layers replace or take out on purpose, never by
 * accident. */
#ifndef ACCORD_TABLES_LAYERS_H
#define ACCORD_TABLES_LAYERS_H

#include <cyaml/cyaml.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diagnostic.h"
#include "base/intern.h"
#include "ruleset/model.h"

/* Most items of one kind; far more than a pack has, few enough to compare all of one name. */
enum { LAYERS_MAX = 20000 };

/* No release is older: what ends here lives in none. The same as a version text. */
enum { LAYERS_NEVER = 1 };
#define LAYERS_NEVER_TEXT "0.0.1"

/* What a layer says of one item. */
struct layers_item {
    void *data;
    const struct word *name, *since, *until, *why;
    const struct word_list *dropped; /* keys that an override takes away */
    bool override, disable;
};

/* What is said of items of one kind. */
struct layers_kind {
    const char *noun;
    const cyaml_schema_field_t *fields;
    /* Keys of which an override takes all or none, NULL-ended; NULL: none. */
    const char *const *effects;
    const char *personal; /* key that an override never inherits, or NULL */
    size_t size;          /* of an item */
    enum message repeated, absent;
    bool has_lifetimes; /* one name may stand for several items in different releases */
    struct layers_item (*view)(void *item);
    /* Makes a disabled item one that lives in no release, so that its name stays known; NULL:
     * disabled items are gone. */
    void (*retire)(void *item, struct span place);
};

struct layers_mark;

/* Items of one kind in order of first mention. They stay where they were loaded. */
struct layers {
    const struct layers_kind *kind;
    struct intern names;
    struct layers_mark *marks; /* one an item: what is known of it */
    size_t count, room;
    uint32_t *first; /* by name: index of its first item */
    size_t first_room;
    bool is_full;   /* more came than there may be */
    unsigned layer; /* number of the layer that comes in */
    bool partial;   /* earlier files could not be read, so that a missing item is no finding */
};

void layers_init(struct layers *layers, const struct layers_kind *kind);
void layers_clear(struct layers *layers);

/* Adds an item of the kind, or lets it replace or take out those of its name that earlier layers
 * have for some of its releases; what cannot be is reported. An override inherits what it does not
 * say. False without memory. */
bool layers_add(struct layers *layers, void *data, struct diagnostics *findings);

/* The items that are left, in order; the list is in `arena`. NULL without memory. */
void **layers_settled(const struct layers *layers, struct arena *arena, size_t *ret_count);

#endif
