/* Groups: where the choices in a list of parts lead: to which folder, and to which package of the
 * composed tree. */
#ifndef ACCORD_CONFIG_GROUPS_H
#define ACCORD_CONFIG_GROUPS_H

#include "config/parts.h"

/* What the choices of one tree are read with. Folders have a final slash or are empty. */
struct groups {
    struct parts *parts;
    const char *folder;  /* of the document */
    const char *root;    /* of the tree; NULL while no choice has shown it */
    const char *assumed; /* the root until then */
};

/* Begins with the document at hand, whose own list shows where the root is. `is_overlay`: its keys
 * stand in the tree as they are. Returns false when it is only laid over trees of a root above. */
bool groups_begin(struct groups *groups, struct parts *parts, const struct part *document,
                  bool is_overlay);

/* The name that a choice gives, or NULL when it is not known or none. */
const char *choice_name(const struct config_node *choice);

/* Reads an entry that is a name alone, "group/name@package": the key of its group, and the name.
 */
void part_name_read(const char *text, struct part_key *ret_key, const char **ret_name,
                    size_t *ret_length);

/* The folder of the group that a key means in a list whose file stands in `folder`. A choice that
 * is absolute shows where the root is: in the nearest folder above that has what it names. */
const char *groups_folder(struct groups *groups, const char *folder, const struct part_key *key,
                          const char *name, size_t length);

/* The same, for a choice whose value is the name. */
const char *groups_folder_by(struct groups *groups, const char *folder, const struct part_key *key,
                             const struct config_node *choice);

/* The path of a part without its ending, which the name may have. */
const char *groups_path(struct groups *groups, const char *folder, const char *name, size_t length);

/* The folder's part of a path. */
const char *groups_folder_of(struct groups *groups, const char *path);

/* Where the keys of a part go: as its choice says, as the head of the part says (NULL: nothing), or
 * by its group below the package of the list. */
const char *groups_package(struct groups *groups, const char *above, const struct part_key *key,
                           const char *head);

#endif
