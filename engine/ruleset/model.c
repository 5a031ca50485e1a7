#include "ruleset/model.h"

#include <string.h>

void model_init(struct model *model)
{
    *model = (struct model){0};
    arena_init(&model->arena);
}

void model_clear(struct model *model)
{
    for (size_t i = 0; i < model->registry_count; i++)
        registry_free(model->registries[i]);
    arena_clear(&model->arena);
    model_init(model);
}

struct registry *model_registry(const struct model *model, const char *kind)
{
    for (size_t i = 0; i < model->registry_count; i++) {
        if (strcmp(registry_kind(model->registries[i]), kind) == 0)
            return model->registries[i];
    }
    return NULL;
}
