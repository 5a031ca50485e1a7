#include <fnmatch.h>
#include <string.h>

#include "config/reading.h"

size_t count_known(const struct kind_list *list, const struct config_node *mapping)
{
    size_t known = 0;
    if (mapping->value.kind != VALUE_MAPPING)
        return 0;
    for (const struct config_node *child = config_node_first(mapping); child;
         child = config_node_next(child))
        known += kind_list_find(list, child->value.key) != NULL;
    return known;
}

/* What a key says of whose mapping it is: for us when no other program has it, a little when others
 * have it too; against us when it is typical of others, and a little when nobody knows it. */
enum { WEIGHT_OWN = 6, WEIGHT_COMMON = 2, WEIGHT_OTHERS = -4, WEIGHT_UNKNOWN = -1 };

static int weight_of(const struct kind_list *list, const char *name)
{
    const struct kind_key *key = kind_list_find(list, name);
    if (key)
        return key->row->common ? WEIGHT_COMMON : WEIGHT_OWN;
    return kind_list_find(list->others, name) ? WEIGHT_OTHERS : WEIGHT_UNKNOWN;
}

bool weighs_as_ours(const struct kind_list *list, const struct config_node *mapping)
{
    int weight = 0;
    if (!list->others || mapping->value.kind != VALUE_MAPPING || mapping->value.count == 0)
        return true;
    for (const struct config_node *child = config_node_first(mapping); child;
         child = config_node_next(child))
        weight += weight_of(list, child->value.key);
    return weight > 0;
}

/* How many of these paths are in the document. */
static size_t count_paths(const struct config_node *document, const struct file_words *paths)
{
    size_t found = 0;
    for (unsigned i = 0; i < paths->count; i++)
        found += path_find(document, paths->items[i]) != NULL;
    return found;
}

bool begins_with_one(const struct config_node *node, const struct file_words *prefixes)
{
    for (unsigned i = 0; node && node->value.kind == VALUE_STRING && i < prefixes->count; i++) {
        if (strncmp(node->value.text, prefixes->items[i], strlen(prefixes->items[i])) == 0)
            return true;
    }
    return false;
}

const struct config_node *class_find(const struct config_node *root, const struct config_node *node,
                                     const char *key, const struct file_words *prefixes)
{
    while (node && !(node->value.key && strcmp(node->value.key, key) == 0 &&
                     begins_with_one(node, prefixes)))
        node = node_after(root, node);
    return node;
}

/* True when the class that a sign asks for is there. */
static bool has_class(const struct config_node *document, const struct file_sign *row)
{
    if (strncmp(row->class_path, "**.", 3) == 0)
        return class_find(document, document, row->class_path + 3, &row->prefixes) != NULL;
    return begins_with_one(path_find(document, row->class_path), &row->prefixes);
}

/* True when the list of parts names one of the groups. */
static bool has_group(const struct config_node *parts, const struct file_words *groups)
{
    bool is_list = parts && parts->value.kind == VALUE_LIST;
    for (const struct config_node *item = is_list ? config_node_first(parts) : NULL; item;
         item = config_node_next(item)) {
        const struct config_node *choice =
            item->value.kind == VALUE_MAPPING ? config_node_first(item) : NULL;
        struct part_key key;
        if (!choice)
            continue;
        part_key_read(choice->value.key, &key);
        for (unsigned i = 0; i < groups->count; i++) {
            if (strlen(groups->items[i]) == key.length &&
                memcmp(groups->items[i], key.group, key.length) == 0)
                return true;
        }
    }
    return false;
}

static bool fits_path(const char *path, const struct file_words *globs)
{
    for (unsigned i = 0; i < globs->count; i++) {
        if (fnmatch(globs->items[i], path, 0) == 0)
            return true;
    }
    return false;
}

/* True when all that stands in a sign holds. */
static bool fits(const struct kind *kind, const struct kind_sign *sign, const char *path,
                 const struct config_node *document)
{
    const struct file_sign *row = sign->row;
    const struct config_node *mapping = path_find(document, row->at ? row->at : "");
    if (!mapping || mapping->value.kind != VALUE_MAPPING)
        return false;
    if (count_paths(document, &row->has) != row->has.count ||
        count_paths(document, &row->lacks) != 0)
        return false;
    if (row->class_path && !has_class(document, row))
        return false;
    if (row->groups.count &&
        !(kind->row->parts && has_group(child_find(document, kind->row->parts), &row->groups)))
        return false;
    if (row->paths.count && !fits_path(path, &row->paths))
        return false;
    if (row->known && count_known(sign->keys, mapping) < row->known)
        return false;
    return !sign->keys || !sign->keys->others || row->class_path ||
           weighs_as_ours(kind->sections->keys, mapping);
}

const struct kind *detect_kind(const struct config_kinds *kinds, const struct kind *tried,
                               const char *path, const struct config_node *document)
{
    for (size_t i = tried ? (size_t)(tried - kinds->kinds) + 1 : 0; i < kinds->count; i++) {
        for (unsigned j = 0; j < kinds->kinds[i].row->sign_count; j++) {
            if (fits(&kinds->kinds[i], &kinds->kinds[i].signs[j], path, document))
                return &kinds->kinds[i];
        }
    }
    return NULL;
}

/* ---- families of classes */

static bool is_class_key(const struct kind *kind, const char *key)
{
    for (unsigned i = 0; key && i < kind->row->classes.count; i++) {
        if (strcmp(kind->row->classes.items[i], key) == 0)
            return true;
    }
    return false;
}

/* True when a class begins with one of the prefixes of a family, which have blanks between them. */
static bool is_of_family(const char *class, const char *family)
{
    while (*family) {
        size_t length = strcspn(family, " ");
        if (length && strncmp(class, family, length) == 0)
            return true;
        family += length + (family[length] == ' ');
    }
    return false;
}

/* The number of a class's family, or the count of families. */
static unsigned family_of(const struct kind *kind, const char *class)
{
    unsigned i = 0;
    while (i < kind->row->families.count && !is_of_family(class, kind->row->families.items[i]))
        i++;
    return i;
}

void check_families(struct reading *reading, const struct config_node *document)
{
    const struct kind *kind = reading->kind;
    const struct config_node *first = NULL;
    unsigned families = kind->row->families.count, first_family = families;
    for (const struct config_node *node = families ? document : NULL; node;
         node = node_after(document, node)) {
        if (node->value.kind != VALUE_STRING || !is_class_key(kind, node->value.key))
            continue;
        unsigned family = family_of(kind, node->value.text);
        if (family == families)
            continue;
        if (first && family != first_family) {
            const struct finding_place place = {.at = node->at, .file = node->file};
            finding_add(reading, PROBLEM_PACKAGES_MIXED, problem_severity(PROBLEM_PACKAGES_MIXED),
                        &place,
                        "'%.100s' and '%.100s' (line %u) come from two packages whose classes do "
                        "not know each other",
                        node->value.text, first->value.text, first->at.line);
            return;
        }
        first = node;
        first_family = family;
    }
}
