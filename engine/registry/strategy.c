#include "registry/strategy.h"

bool strategies_init(struct strategies *strategies, const char *const *attribute_names,
                     size_t attribute_count, registry_populate *populate, void *context)
{
    strategies->registry =
        registry_new("strategies", attribute_names, attribute_count, populate, context);
    strategies->owned = true;
    return strategies->registry != NULL;
}

void strategies_view(struct strategies *strategies, struct registry *registry)
{
    *strategies = (struct strategies){.registry = registry};
}

void strategies_clear(struct strategies *strategies)
{
    if (strategies->owned)
        registry_free(strategies->registry);
    *strategies = (struct strategies){0};
}

size_t strategies_names(const struct strategies *strategies, const char **ret_names, size_t room)
{
    return registry_names(strategies->registry, ret_names, room);
}

const struct registry_entry *strategies_get(const struct strategies *strategies, const char *name,
                                            int64_t release)
{
    return registry_find(strategies->registry, name, release);
}

enum registry_status strategies_register(const struct strategies *strategies,
                                         const struct registry_entry *entry,
                                         const struct registry_entry **ret_other)
{
    return registry_register(strategies->registry, entry, false, ret_other);
}

enum registry_status strategies_override(const struct strategies *strategies,
                                         const struct registry_entry *entry)
{
    return registry_register(strategies->registry, entry, true, NULL);
}

enum registry_status strategies_remove(const struct strategies *strategies, const char *name)
{
    return registry_remove(strategies->registry, name);
}

size_t strategies_count(const struct strategies *strategies)
{
    return registry_count(strategies->registry);
}

const struct registry_entry *strategies_at(const struct strategies *strategies, size_t index)
{
    return registry_at(strategies->registry, index);
}

size_t strategy_parameter_count(const struct strategies *strategies,
                                const struct registry_entry *strategy)
{
    return registry_parameter_count(strategies->registry, strategy);
}

const struct registry_attribute *strategy_parameter(const struct strategies *strategies,
                                                    const struct registry_entry *strategy,
                                                    size_t index)
{
    return registry_parameter(strategies->registry, strategy, index);
}

const char *strategy_class(const struct strategies *strategies,
                           const struct registry_entry *strategy)
{
    return registry_attribute(strategies->registry, strategy, "class");
}

const char *strategy_launcher(const struct strategies *strategies,
                              const struct registry_entry *strategy)
{
    return registry_attribute(strategies->registry, strategy, "launcher");
}

const char *strategy_family(const struct strategies *strategies,
                            const struct registry_entry *strategy)
{
    return registry_attribute(strategies->registry, strategy, "family");
}
