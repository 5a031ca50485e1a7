#include "config/overrides.h"

#include <string.h>

struct override *overrides_find(struct overrides *overrides, const char *folder,
                                const char *package)
{
    for (size_t i = 0; i < overrides->count; i++) {
        struct override *override = &overrides->items[i];
        if (strcmp(override->folder, folder) == 0 && strcmp(override->package, package) == 0)
            return override;
    }
    return NULL;
}

/* Adds an override, unless a list that has more to say did so before. */
static void add(struct overrides *overrides, const struct override *override)
{
    if (overrides->count < OVERRIDES_MAX &&
        !overrides_find(overrides, override->folder, override->package))
        overrides->items[overrides->count++] = *override;
}

void overrides_note(struct overrides *overrides, const struct part *part, const char *folder,
                    const char *package)
{
    struct groups *groups = overrides->groups;
    for (size_t i = 0; i < part->choice_count; i++) {
        const struct config_node *item = part->choices[i], *choice = config_node_first(item);
        struct part_key key = {0};
        if (item->value.kind == VALUE_MAPPING && choice)
            part_key_read(choice->value.key, &key);
        if (key.is_override && !strstr(key.group, "${"))
            add(overrides,
                &(struct override){.key = key,
                                   .folder = groups_folder_by(groups, folder, &key, choice),
                                   .package = groups_package(groups, package, &key, NULL),
                                   .above = package,
                                   .choice = choice});
    }
}
