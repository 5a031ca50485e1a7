#include "config/groups.h"

#include <string.h>

enum { LEVELS_MAX = 8 }; /* so far above a document its root is looked for */

/* ---- texts */

static const char *join(struct groups *groups, const char *left, const char *between,
                        const char *right, size_t length)
{
    const char *text = arena_format(groups->parts->reading->arena, "%s%s%.*s", left,
                                    *left && length ? between : "", (int)length, right);
    groups->parts->reading->no_memory |= !text;
    return text ? text : "";
}

/* The length of the folder's part of a path, with its slash. */
static size_t folder_length(const char *path, size_t length)
{
    while (length && path[length - 1] != '/')
        length--;
    return length;
}

/* The length of a part's name without the ending that it may be written with. */
static size_t bare_length(const char *name, size_t length)
{
    static const char ending[] = ".yaml";
    size_t ends = sizeof ending - 1;
    return length > ends && memcmp(name + length - ends, ending, ends) == 0 ? length - ends
                                                                            : length;
}

/* ---- choices */

void part_key_read(const char *text, struct part_key *ret_key)
{
    *ret_key = (struct part_key){0};
    for (;;) {
        if (strncmp(text, "optional ", 9) == 0) {
            ret_key->is_optional = true;
            text += 9;
        } else if (strncmp(text, "override ", 9) == 0) {
            ret_key->is_override = true;
            text += 9;
        } else if (*text == ' ') {
            text++;
        } else {
            break;
        }
    }
    ret_key->is_absolute = *text == '/';
    ret_key->group = text + ret_key->is_absolute;
    ret_key->length = strcspn(ret_key->group, "@");
    ret_key->package =
        ret_key->group[ret_key->length] ? ret_key->group + ret_key->length + 1 : NULL;
}

void part_name_read(const char *text, struct part_key *ret_key, const char **ret_name,
                    size_t *ret_length)
{
    part_key_read(text, ret_key);
    size_t folders = folder_length(ret_key->group, ret_key->length);
    *ret_name = ret_key->group + folders;
    *ret_length = ret_key->length - folders;
    ret_key->length = folders ? folders - 1 : 0;
}

const char *choice_name(const struct config_node *choice)
{
    bool is_known = choice->value.kind == VALUE_STRING && !strstr(choice->value.text, "${") &&
                    !value_is_text(&choice->value, "???");
    return is_known ? choice->value.text : NULL;
}

/* ---- folders */

/* The folder above one, or NULL at the top. */
static const char *folder_above(struct groups *groups, const char *folder)
{
    size_t length = strlen(folder), above = length ? folder_length(folder, length - 1) : 0;
    if (strcmp(folder, "/") == 0)
        return NULL;
    if (!length || strcmp(folder + above, "../") == 0)
        return join(groups, folder, "", "../", 3);
    return join(groups, "", "", folder, above);
}

/* True for a folder of that name. */
static bool is_named(const char *folder, const char *name)
{
    size_t length = strlen(folder), above = length ? folder_length(folder, length - 1) : 0;
    return length && strlen(name) == length - 1 - above &&
           memcmp(folder + above, name, strlen(name)) == 0;
}

/* Looks for the root by a part that is named from there. */
static void find_root(struct groups *groups, const struct part_key *key, const char *name,
                      size_t name_length)
{
    struct parts *parts = groups->parts;
    const char *root = groups->folder;
    for (int level = 0; level < LEVELS_MAX && root; level++) {
        const char *group = join(groups, root, "", key->group, key->length);
        const char *folder = join(groups, group, "", "/", key->length ? 1 : 0);
        if (parts_seek(parts, groups_path(groups, folder, name, name_length))) {
            groups->root = root;
            return;
        }
        root = parts->reading->no_memory ? NULL : folder_above(groups, root);
    }
}

const char *groups_folder(struct groups *groups, const char *folder, const struct part_key *key,
                          const char *name, size_t length)
{
    if (key->is_absolute && !groups->root && name)
        find_root(groups, key, name, length);
    const char *root = groups->root ? groups->root : groups->assumed;
    const char *group = join(groups, key->is_absolute ? root : folder, "", key->group, key->length);
    return join(groups, group, "", "/", key->length ? 1 : 0);
}

const char *groups_folder_by(struct groups *groups, const char *folder, const struct part_key *key,
                             const struct config_node *choice)
{
    const char *name = choice_name(choice);
    return groups_folder(groups, folder, key, name, name ? strlen(name) : 0);
}

const char *groups_path(struct groups *groups, const char *folder, const char *name, size_t length)
{
    return join(groups, folder, "", name, bare_length(name, length));
}

const char *groups_folder_of(struct groups *groups, const char *path)
{
    return join(groups, "", "", path, folder_length(path, strlen(path)));
}

/* ---- the document */

/* Looks at each choice of the document's own list, which may show the root. True when one of them
 * leads to a group beside the document. */
static bool has_group(struct groups *groups, const struct part *document)
{
    bool found = false;
    for (size_t i = 0; i < document->choice_count; i++) {
        const struct config_node *item = document->choices[i], *choice = config_node_first(item);
        struct part_key key;
        const char *name = item->value.kind == VALUE_MAPPING && choice ? choice_name(choice) : NULL;
        if (!name)
            continue;
        part_key_read(choice->value.key, &key);
        const char *folder = groups_folder_by(groups, groups->folder, &key, choice);
        const char *path = groups_path(groups, folder, name, strlen(name));
        found |= !key.is_absolute && !key.is_override && parts_seek(groups->parts, path);
    }
    return found;
}

bool groups_begin(struct groups *groups, struct parts *parts, const struct part *document,
                  bool is_overlay)
{
    const struct reading *reading = parts->reading;
    const char *group = reading->kind->row->group;
    *groups = (struct groups){.parts = parts};
    groups->folder = groups_folder_of(groups, reading->file->path);
    bool is_below = is_overlay || (group && is_named(groups->folder, group));
    const char *above = is_below ? folder_above(groups, groups->folder) : NULL;
    groups->assumed = above ? above : groups->folder;
    bool is_first = has_group(groups, document);
    if (groups->root)
        is_first = strcmp(groups->root, groups->folder) == 0;
    if (is_overlay && is_first)
        groups->assumed = groups->folder;
    return !is_overlay || is_first;
}

/* ---- packages */

/* A group as a package: '/' becomes '.'. */
static const char *dotted(struct groups *groups, const char *group, size_t length)
{
    char *copy = arena_copy(groups->parts->reading->arena, group, length);
    groups->parts->reading->no_memory |= !copy;
    for (char *at = copy; at && *at; at++) {
        if (*at == '/')
            *at = '.';
    }
    return copy ? copy : "";
}

const char *groups_package(struct groups *groups, const char *above, const struct part_key *key,
                           const char *head)
{
    static const char global[] = "_global_";
    const char *said = key->package ? key->package : head;
    const char *grouped = dotted(groups, key->group, key->length);
    if (!said || strcmp(said, "_group_") == 0)
        return join(groups, above, ".", grouped, strlen(grouped));
    if (strcmp(said, "_here_") == 0)
        return above;
    if (strncmp(said, global, sizeof global - 1) == 0)
        return said + sizeof global - 1 + (said[sizeof global - 1] == '.');
    return key->package ? join(groups, above, ".", said, strlen(said)) : said;
}
