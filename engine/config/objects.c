#include "config/objects.h"

#include <string.h>

static const char *const object_class = "class_path", *const object_arguments = "init_args";

/* The class of an object that is spelled flat, its arguments beside its class; else NULL. */
static const struct value *flat_class(const struct kind *kind, const struct value *value)
{
    for (unsigned i = 0; value->kind == VALUE_MAPPING && i < kind->row->classes.count; i++) {
        const struct value *class = value_get(value, kind->row->classes.items[i]);
        if (class && class->kind == VALUE_STRING)
            return strcmp(kind->row->classes.items[i], object_class) == 0 ? NULL : class;
    }
    return NULL;
}

/* A flat object as {class_path, init_args}. NULL without memory. */
static struct value *object_value(struct arena *arena, const struct value *value,
                                  const struct value *class)
{
    struct value *object = value_mapping(arena), *arguments = value_mapping(arena);
    bool complete =
        object && arguments && value_append(arena, object, object_class, value_copy(arena, class));
    for (const struct value *child = value->first; child && complete; child = child->next) {
        if (child->key[0] != '_')
            complete = value_append(arena, arguments, child->key, value_copy(arena, child));
    }
    return complete && value_append(arena, object, object_arguments, arguments) ? object : NULL;
}

const struct value *object_normalise(struct arena *arena, const struct kind *kind,
                                     const struct value *value)
{
    const struct value *class = flat_class(kind, value);
    if (class)
        return object_value(arena, value, class);
    struct value *copy = value_copy(arena, value);
    if (!copy || copy->kind != VALUE_LIST)
        return copy;
    struct value *list = value_list(arena);
    for (const struct value *child = value->first; child && list; child = child->next) {
        class = flat_class(kind, child);
        if (!value_append(arena, list, NULL,
                          class ? object_value(arena, child, class) : value_copy(arena, child)))
            return NULL;
    }
    return list;
}

const struct value *object_find_maker(const struct kind *kind, const struct kind_key *key,
                                      const struct value *value)
{
    if (key->types & KEY_MAPPING)
        return NULL;
    const struct value *class = flat_class(kind, value);
    for (const struct value *child = value->kind == VALUE_LIST ? value->first : NULL;
         child && !class; child = child->next)
        class = flat_class(kind, child);
    return class;
}
