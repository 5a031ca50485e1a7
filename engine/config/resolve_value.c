#include <string.h>

#include "config/reading.h"

/* So many interpolations may lead from one to the next. */
enum { HOPS_MAX = 8 };

static struct resolved unknown(const char *why) { return (struct resolved){NULL, why}; }

/* An unknown value with a reason to be put together. */
static struct resolved unknown_because(struct reading *reading, const char *format,
                                       const char *text, size_t length)
{
    const char *why = arena_format(reading->arena, format, (int)(length < 80 ? length : 80), text);
    reading->no_memory |= !why;
    return unknown(why ? why : "");
}

/* The path inside a text that is one plain interpolation and nothing else; false when it is not. */
static bool read_path(const char *text, size_t length, const char **ret_path, size_t *ret_length)
{
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";
    if (length < 4 || memcmp(text, "${", 2) != 0 || text[length - 1] != '}')
        return false;
    *ret_path = text + 2;
    *ret_length = length - 3;
    return strspn(*ret_path, allowed) == *ret_length;
}

/* The node that a path leads to: from the document, or with leading points from the mapping that
 * `node` stands in. */
static const struct config_node *follow(struct reading *reading, const struct config_node *root,
                                        const struct config_node *node, const char *path,
                                        size_t length)
{
    const struct config_node *start = root;
    if (length && *path == '.') {
        for (start = node; start && length && *path == '.'; path++, length--)
            start = start->parent;
    }
    char *copy = arena_copy(reading->arena, path, length);
    reading->no_memory |= !copy;
    return copy && start ? path_find(start, copy) : NULL;
}

/* Why a text with an interpolation is not known. */
static struct resolved explain(struct reading *reading, const char *text, size_t length)
{
    static const char environment[] = "${oc.env:";
    size_t head = sizeof environment - 1;
    if (length > head && memcmp(text, environment, head) == 0)
        return unknown_because(reading, "the environment variable %.*s", text + head,
                               strcspn(text + head, ",}"));
    return unknown_because(reading, "the interpolation %.*s", text, length);
}

/* One step; false when `node` stands for itself. */
static bool step(struct reading *reading, const struct config_node *root,
                 const struct config_node *node, struct resolved *ret_resolved)
{
    const char *path;
    size_t length;
    *ret_resolved = (struct resolved){node, NULL};
    if (node->flags & (NODE_TEMPLATE | NODE_BROKEN | NODE_TAGGED)) {
        *ret_resolved = unknown(node->flags & NODE_TEMPLATE ? "a template"
                                : node->flags & NODE_BROKEN ? "a fault before it"
                                                            : "its tag");
        return true;
    }
    if (node->value.kind != VALUE_STRING)
        return false;
    const char *text = node->value.text;
    if (strcmp(text, "???") == 0) {
        *ret_resolved = unknown("a value that has to be given elsewhere");
        return true;
    }
    if (!strstr(text, "${"))
        return false;
    if (!read_path(text, node->value.count, &path, &length))
        *ret_resolved = explain(reading, text, node->value.count);
    else if (!(ret_resolved->node = follow(reading, root, node, path, length)))
        *ret_resolved = explain(reading, text, node->value.count);
    return true;
}

/* The first element of a list that is not known, or NULL: then the list as a whole is not. */
static const char *unknown_element(struct reading *reading, const struct config_node *root,
                                   const struct config_node *list)
{
    for (const struct config_node *child = config_node_first(list); child;
         child = config_node_next(child)) {
        struct resolved resolved;
        if (step(reading, root, child, &resolved))
            return resolved.node ? "an interpolation in the list" : resolved.why;
    }
    return NULL;
}

struct resolved resolve_value(struct reading *reading, const struct config_node *root,
                              const struct config_node *node)
{
    struct resolved resolved = {node, NULL};
    for (int hops = 0; hops < HOPS_MAX && resolved.node; hops++) {
        const struct config_node *at = resolved.node;
        if (step(reading, root, at, &resolved))
            continue;
        const char *why = at->value.kind == VALUE_LIST ? unknown_element(reading, root, at) : NULL;
        return why ? unknown(why) : resolved;
    }
    return resolved.node ? unknown("interpolations that lead in a circle") : resolved;
}
