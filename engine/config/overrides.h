/* Overrides: choices that one list of parts takes out of the hands of another. */
#ifndef ACCORD_CONFIG_OVERRIDES_H
#define ACCORD_CONFIG_OVERRIDES_H

#include "config/groups.h"

enum { OVERRIDES_MAX = 64 };

struct override {
    struct part_key key;
    const char *folder, *package; /* of the group; what its head says of the package is not in it */
    const char *above;            /* package of the list it stands in */
    const struct config_node *choice;
    bool is_used;
};

struct overrides {
    struct groups *groups;
    struct override items[OVERRIDES_MAX];
    size_t count;
};

/* The override of a group at a package, or NULL. */
struct override *overrides_find(struct overrides *overrides, const char *folder,
                                const char *package);

/* Notes those in the list of a part, whose file stands in `folder` and whose keys go to `package`;
 * but for groups that are noted already. */
void overrides_note(struct overrides *overrides, const struct part *part, const char *folder,
                    const char *package);

#endif
