#include "registry/accelerator.h"

bool accelerators_init(struct accelerators *accelerators, const char *const *attribute_names,
                       size_t attribute_count, registry_populate *populate, void *context)
{
    accelerators->registry =
        registry_new("accelerators", attribute_names, attribute_count, populate, context);
    accelerators->owned = true;
    return accelerators->registry != NULL;
}

void accelerators_view(struct accelerators *accelerators, struct registry *registry)
{
    *accelerators = (struct accelerators){.registry = registry};
}

void accelerators_clear(struct accelerators *accelerators)
{
    if (accelerators->owned)
        registry_free(accelerators->registry);
    *accelerators = (struct accelerators){0};
}

size_t accelerators_names(const struct accelerators *accelerators, const char **ret_names,
                          size_t room)
{
    return registry_names(accelerators->registry, ret_names, room);
}

const struct registry_entry *accelerators_get(const struct accelerators *accelerators,
                                              const char *name, int64_t release)
{
    return registry_find(accelerators->registry, name, release);
}

enum registry_status accelerators_register(const struct accelerators *accelerators,
                                           const struct registry_entry *entry,
                                           const struct registry_entry **ret_other)
{
    return registry_register(accelerators->registry, entry, false, ret_other);
}

enum registry_status accelerators_override(const struct accelerators *accelerators,
                                           const struct registry_entry *entry)
{
    return registry_register(accelerators->registry, entry, true, NULL);
}

enum registry_status accelerators_remove(const struct accelerators *accelerators, const char *name)
{
    return registry_remove(accelerators->registry, name);
}

size_t accelerators_count(const struct accelerators *accelerators)
{
    return registry_count(accelerators->registry);
}

const struct registry_entry *accelerators_at(const struct accelerators *accelerators, size_t index)
{
    return registry_at(accelerators->registry, index);
}

size_t accelerator_parameter_count(const struct accelerators *accelerators,
                                   const struct registry_entry *accelerator)
{
    return registry_parameter_count(accelerators->registry, accelerator);
}

const struct registry_attribute *accelerator_parameter(const struct accelerators *accelerators,
                                                       const struct registry_entry *accelerator,
                                                       size_t index)
{
    return registry_parameter(accelerators->registry, accelerator, index);
}

const char *accelerator_class(const struct accelerators *accelerators,
                              const struct registry_entry *accelerator)
{
    return registry_attribute(accelerators->registry, accelerator, "class");
}

const char *accelerator_device_policy(const struct accelerators *accelerators,
                                      const struct registry_entry *accelerator)
{
    return registry_attribute(accelerators->registry, accelerator, "policy");
}

const char *accelerator_device_pattern(const struct accelerators *accelerators,
                                       const struct registry_entry *accelerator)
{
    return registry_attribute(accelerators->registry, accelerator, "device");
}
