/* The whole of a schema of configuration files: where its sections stand, and a definition for each
 * list of keys. */
#include "report/schema.h"

#include <stdlib.h>
#include <string.h>

#include "report/schema_parts.h"

json_t *schema_ref(const char *name) { return json_pack("{s:s+}", "$ref", "#/$defs/", name); }

/* ---- lists of keys ---- */

/* Lists that the schema has a definition of, or will have. */
struct wanted {
    const struct kind_list **lists;
    size_t count, room;
};

static void want_list(struct wanted *wanted, const struct kind_list *list)
{
    for (size_t i = 0; i < wanted->count; i++) {
        if (wanted->lists[i] == list)
            return;
    }
    if (list && wanted->count < wanted->room)
        wanted->lists[wanted->count++] = list;
}

/* What becomes of keys that are not listed: a schema knows no warnings. */
static bool is_open(enum kind_unknown unknown) { return unknown != UNKNOWN_ERROR; }

/* {"properties": {...}, "required": [...]} of a list, which also says whether other keys may stand
 * there. */
static json_t *json_of_list_keys(const struct schema_subject *subject, const struct kind_list *list,
                                 bool open, struct wanted *wanted)
{
    json_t *properties = json_object(), *required = json_array();
    bool complete = properties && required;
    for (size_t i = 0; i < list->count && complete; i++) {
        const struct kind_key *key = &list->keys[i];
        want_list(wanted, key->keys);
        complete = json_put(properties, key->name, schema_of_key(subject, key));
        if (complete && key->row->required)
            complete = json_array_append_new(required, json_string(key->name)) == 0;
    }
    json_t *object = complete
                         ? json_pack("{s:s, s:O, s:O, s:b}", "type", "object", "properties",
                                     properties, "required", required, "additionalProperties", open)
                         : NULL;
    json_decref(properties);
    json_decref(required);
    return object;
}

/* Definitions of all lists that are wanted, and of those that they want. */
static json_t *json_of_lists(const struct schema_subject *subject, bool open, struct wanted *wanted)
{
    json_t *definitions = json_object();
    for (size_t i = 0; i < wanted->count && definitions; i++) {
        const struct kind_list *list = wanted->lists[i];
        bool own = list->has_unknown ? is_open(list->unknown) : open;
        if (!json_put(definitions, list->name, json_of_list_keys(subject, list, own, wanted))) {
            json_decref(definitions);
            return NULL;
        }
    }
    return definitions;
}

/* ---- places of sections ---- */

/* The schema at a path of keys, made on the way; borrowed. NULL without memory. */
static json_t *schema_at(json_t *schema, const char *path)
{
    while (*path && schema) {
        size_t length = strcspn(path, ".");
        char name[128];
        if (length >= sizeof name)
            return NULL;
        memcpy(name, path, length);
        name[length] = '\0';
        json_t *properties = json_object_get(schema, "properties");
        if (!properties && json_put(schema, "properties", json_object()))
            properties = json_object_get(schema, "properties");
        schema = properties ? json_object_get(properties, name) : NULL;
        if (properties && !schema && json_put(properties, name, json_object()))
            schema = json_object_get(properties, name);
        path += length + (path[length] == '.');
    }
    return schema;
}

/* The key below `path` that holds the section instead, where the table names both; NULL: none. */
static const char *inner_key(const struct kind_section *section, const char *path)
{
    size_t length = strlen(path);
    for (unsigned i = 0; i < section->row->at.count; i++) {
        const char *other = section->row->at.items[i];
        if (length > 0 && strncmp(other, path, length) == 0 && other[length] == '.' &&
            !strchr(other + length + 1, '.'))
            return other + length + 1;
    }
    return NULL;
}

/* Puts a section at one of its paths. */
static bool put_section(json_t *root, const struct kind_section *section, const char *path)
{
    const char *inner = inner_key(section, path);
    json_t *at = schema_at(root, path);
    if (!at)
        return false;
    if (!inner)
        return json_put(at, "allOf", json_pack("[o]", schema_ref(section->keys->name)));
    return json_put(at, "if", json_pack("{s:[s]}", "required", inner)) &&
           json_put(at, "then",
                    json_pack("{s:{s:o}}", "properties", inner, schema_ref(section->keys->name))) &&
           json_put(at, "else", schema_ref(section->keys->name));
}

/* True when the path leads into a section that stands at another path of it. */
static bool is_inside(const struct kind_section *section, const char *path)
{
    for (unsigned i = 0; i < section->row->at.count; i++) {
        size_t length = strlen(section->row->at.items[i]);
        if (length > 0 && strncmp(path, section->row->at.items[i], length) == 0 &&
            path[length] == '.')
            return true;
    }
    return false;
}

static bool put_sections(json_t *root, const struct kind *kind, struct wanted *wanted)
{
    for (unsigned i = 0; i < kind->row->section_count; i++) {
        const struct kind_section *section = &kind->sections[i];
        want_list(wanted, section->keys);
        for (unsigned j = 0; j < section->row->at.count && section->keys; j++) {
            const char *path = section->row->at.items[j];
            if (!is_inside(section, path) && !put_section(root, section, path))
                return false;
        }
    }
    return true;
}

/* ---- the whole ---- */

/* Texts that the program that reads the file fills in. */
static json_t *json_of_interpolation(void)
{
    return json_pack("{s:s, s:s, s:s}", "type", "string", "pattern", "\\$\\{.*\\}", "description",
                     "filled in when the file is read");
}

static bool fill(json_t *root, const struct schema_subject *subject, struct wanted *wanted)
{
    const struct kind *kind = subject->kind;
    bool open = kind->row->section_count == 0 || is_open(kind->sections[0].unknown);
    json_t *definitions =
        put_sections(root, kind, wanted) ? json_of_lists(subject, open, wanted) : NULL;
    if (json_put(definitions, "(interpolation)", json_of_interpolation()))
        return json_put(root, "$defs", definitions);
    json_decref(definitions);
    return false;
}

/* "KIND, FRAMEWORK RELEASE" */
static json_t *json_of_title(const struct schema_subject *subject)
{
    const struct file_kind *row = subject->kind->row;
    return subject->release_text
               ? json_sprintf("%s, %s %s", row->name, row->framework, subject->release_text)
               : json_string(row->name);
}

char *schema_of_files(const struct schema_subject *subject)
{
    struct wanted wanted = {.room = subject->kinds->list_count};
    json_t *root = json_object();
    wanted.lists = calloc(wanted.room + 1, sizeof *wanted.lists);
    bool complete =
        wanted.lists &&
        json_put_text(root, "$schema", "https://json-schema.org/draft/2020-12/schema") &&
        json_put(root, "title", json_of_title(subject)) &&
        json_put_text(root, "description", subject->kind->row->summary) &&
        json_put_text(root, "type", "object") && fill(root, subject, &wanted);
    free(wanted.lists);
    if (complete)
        return json_take(root, true);
    json_decref(root);
    return NULL;
}
