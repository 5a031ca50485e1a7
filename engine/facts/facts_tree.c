#include <stdio.h>
#include <string.h>

#include "facts/facts.h"

/* Bounds for what users hand in: no sensible machine comes near them. */
enum { TREE_DEPTH_MAX = 8, TREE_NAME_SIZE = 256, TREE_FACTS_MAX = 4096 };

struct walk {
    struct facts *facts;
    enum fact_source source;
    const char *file;
    const char *detail;
    struct diagnostics *findings;
    bool is_full;              /* too many facts, which was reported: the rest is passed over */
    char name[TREE_NAME_SIZE]; /* of the value at hand: keys joined with dots */
};

static struct span place_of(const struct walk *walk, const struct value *value)
{
    return (struct span){walk->file, value->line, value->column};
}

static bool is_variable(const char *name) { return strncmp(name, "env.", 4) == 0; }

static void report_shape(const struct walk *walk, const struct value *value, const char *wanted)
{
    diagnostics_add(walk->findings, MESSAGE_FACT_WRONG, place_of(walk, value), NULL, walk->name,
                    wanted, value_kind_name(value->kind));
}

static bool set_fact(const struct walk *walk, const struct value *value)
{
    return facts_set(walk->facts, walk->name, value, walk->source, place_of(walk, value),
                     walk->detail);
}

/* Environment variables are texts, whatever a file's author left unquoted. */
static bool add_variable(const struct walk *walk, const struct value *value)
{
    char buffer[64];
    struct value text = *value;
    if (value->kind == VALUE_STRING)
        return set_fact(walk, value);
    if (value->kind == VALUE_NULL || value->kind == VALUE_LIST) {
        report_shape(walk, value, "text");
        return true;
    }
    text.kind = VALUE_STRING;
    text.count = (uint32_t)value_text(value, buffer, sizeof buffer);
    text.text = buffer;
    return set_fact(walk, &text);
}

/* A value that is no mapping. */
static bool add_leaf(struct walk *walk, const struct value *value)
{
    if (walk->is_full)
        return true;
    if (strcmp(walk->name, "env") == 0) {
        report_shape(walk, value, "a mapping");
        return true;
    }
    if (walk->facts->count >= TREE_FACTS_MAX && !facts_find(walk->facts, walk->name)) {
        diagnostics_add(walk->findings, MESSAGE_REQUEST_TOO_LARGE, place_of(walk, value), NULL,
                        "the set of facts", (size_t)TREE_FACTS_MAX, "facts");
        walk->is_full = true;
        return true;
    }
    return is_variable(walk->name) ? add_variable(walk, value) : set_fact(walk, value);
}

/* Adds a key to the name, which has `length` bytes. False when it became too long, which is
 * reported. */
static bool extend_name(struct walk *walk, size_t length, const struct value *child,
                        size_t *ret_length)
{
    size_t room = TREE_NAME_SIZE - length;
    int added = snprintf(walk->name + length, room, "%s%s", length ? "." : "", child->key);
    if (added < 0 || (size_t)added >= room) {
        diagnostics_add(walk->findings, MESSAGE_REQUEST_TOO_LARGE, place_of(walk, child), NULL,
                        "the name of a fact", (size_t)TREE_NAME_SIZE - 1, "bytes");
        return false;
    }
    *ret_length = length + (size_t)added;
    return true;
}

static bool add_mapping(struct walk *walk, const struct value *mapping, size_t length,
                        size_t depth);

/* Calls itself through add_mapping, at most TREE_DEPTH_MAX deep. */
static bool add_child(struct walk *walk, const struct value *child, size_t length, size_t depth)
{
    size_t longer;
    if (!extend_name(walk, length, child, &longer))
        return true;
    if (child->kind != VALUE_MAPPING)
        return add_leaf(walk, child);
    if (is_variable(walk->name)) {
        report_shape(walk, child, "text");
        return true;
    }
    if (depth == TREE_DEPTH_MAX) {
        diagnostics_add(walk->findings, MESSAGE_YAML_TOO_DEEP, place_of(walk, child), NULL,
                        (int)TREE_DEPTH_MAX);
        return true;
    }
    return add_mapping(walk, child, longer, depth + 1);
}

static bool add_mapping(struct walk *walk, const struct value *mapping, size_t length, size_t depth)
{
    for (const struct value *child = mapping->first; child; child = child->next)
        if (!add_child(walk, child, length, depth))
            return false;
    return true;
}

bool facts_add_tree(struct facts *facts, const struct value *tree, enum fact_source source,
                    const char *file, const char *detail, struct diagnostics *findings)
{
    struct walk walk = {
        .facts = facts, .source = source, .file = file, .detail = detail, .findings = findings};
    if (tree->kind == VALUE_NULL) /* `facts:` with nothing behind it */
        return true;
    if (tree->kind != VALUE_MAPPING) {
        diagnostics_add(findings, MESSAGE_REQUEST_SHAPE, place_of(&walk, tree), NULL, "facts",
                        "a mapping", value_kind_name(tree->kind));
        return true;
    }
    return add_mapping(&walk, tree, 0, 1);
}
