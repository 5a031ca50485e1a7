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

/* Shortens a folder to the one above it. False at the top. */
static bool go_up(const char *folder, size_t *length)
{
    size_t above = *length ? folder_length(folder, *length - 1) : 0;
    bool is_top = *length <= above + 1 || strncmp(folder + above, "../", *length - above) == 0;
    *length = is_top ? *length : above;
    return !is_top;
}

void groups_begin(struct groups *groups, struct parts *parts, bool is_overlay)
{
    const char *path = parts->reading->file->path, *group = parts->reading->kind->row->group;
    *groups = (struct groups){.parts = parts};
    groups->folder = groups_folder_of(groups, path);
    size_t length = strlen(groups->folder), above = length;
    bool has_above = go_up(path, &above);
    bool is_group = has_above && group && strlen(group) == length - above - 1 &&
                    memcmp(path + above, group, strlen(group)) == 0;
    groups->assumed = join(groups, "", "", path, is_group || is_overlay ? above : length);
}

/* Looks for the root by a part that is named from there. */
static void find_root(struct groups *groups, const struct part_key *key, const char *name,
                      size_t name_length)
{
    struct parts *parts = groups->parts;
    size_t length = strlen(groups->folder);
    for (int level = 0; level < LEVELS_MAX && !parts->reading->no_memory; level++) {
        const char *root = join(groups, "", "", groups->folder, length);
        const char *group = join(groups, root, "", key->group, key->length);
        const char *folder = join(groups, group, "", "/", key->length ? 1 : 0);
        if (parts_seek(parts, groups_path(groups, folder, name, name_length))) {
            groups->root = root;
            return;
        }
        if (!go_up(groups->folder, &length))
            return;
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

const char *groups_path(struct groups *groups, const char *folder, const char *name, size_t length)
{
    return join(groups, folder, "", name, bare_length(name, length));
}

const char *groups_folder_of(struct groups *groups, const char *path)
{
    return join(groups, "", "", path, folder_length(path, strlen(path)));
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
