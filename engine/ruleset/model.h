/* Model: what a pack's tables say, in structs, before it is compiled. Files are read (tables/) into
 * it, registries are part of it, and compile.h turns it into a ruleset. Texts and arrays live in
 * the model's arena. Shapes are right and ids unique when a model reaches the compiler; what names,
 * tests and expressions mean is checked by the compiler, which knows the fields. */
#ifndef ACCORD_RULESET_MODEL_H
#define ACCORD_RULESET_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diagnostic.h"
#include "base/span.h"
#include "registry/registry.h"

/* A text with the place where it stands. text NULL: the key is absent. */
struct word {
    const char *text;
    struct span place;
};

struct word_list {
    struct word *items;
    size_t count;
};

/* `field: [tests]`, or `relate: [relations]` with field.text "relate". */
struct model_test {
    struct word field;
    struct word_list tests;
};

/* Mapping: all of its tests hold. */
struct model_condition {
    struct model_test *tests;
    size_t count;
    struct span place;
};

/* List of mappings: one of them holds. count 0: absent. */
struct model_conditions {
    struct model_condition *items;
    size_t count;
};

/* `field: value` of set and fix. */
struct model_assignment {
    struct word field;
    struct word value;
};

struct model_alternative {
    struct word value;
    struct model_conditions when;
};

struct model_example {
    struct word spec, facts, version, expect; /* all but `expect` may be absent */
};

struct model_rule {
    struct word id, reason, stage, severity, since, until;
    struct model_conditions when, unless;
    struct model_condition require, deny; /* count 0: absent */
    struct model_assignment *set;
    size_t set_count;
    struct word choose_field; /* text NULL: absent */
    struct model_alternative *choose;
    size_t choose_count;
    struct word read_value, read_policy, read_available,
        read_into; /* read_value.text NULL: absent */
    struct word message, raises, emits, source, help, why;
    struct model_assignment *fixes;
    size_t fix_count;
    struct model_example *examples;
    size_t example_count;
    bool limit;             /* it says that the tables know no more: a check makes no error of it */
    bool override, disable; /* settled by the layers before compiling */
};

struct model_field {
    struct word name, role, type, registry, of, fold, before, member, select, default_value,
        environment, output, assumed, cost;
    struct word since, until, summary;
    struct word_list from, accepts, values, candidates, instead;
};

struct model {
    struct arena arena;
    struct word pack, summary;
    struct word_list versions; /* ascending */
    struct word_list stages;   /* in order */
    /* where the framework logs its own messages; absent: everywhere */
    struct model_conditions emits_when;
    /* class raised for a request argument of other releases; absent: none */
    struct word unknown_argument;
    struct model_field *fields;
    size_t field_count;
    struct registry **registries; /* in declaration order; owned */
    size_t registry_count;
    struct model_rule *rules; /* in file order, layers settled: no disabled rules, overridden ones
                                 replaced in place */
    size_t rule_count;
};

void model_init(struct model *model);
void model_clear(struct model *model); /* frees the registries too */

/* A registry of the model by its kind, or NULL. */
struct registry *model_registry(const struct model *model, const char *kind);

#endif
