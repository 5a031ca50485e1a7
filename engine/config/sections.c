#include <string.h>

#include "base/text.h"
#include "config/objects.h"
#include "config/places.h"
#include "config/reading.h"
#include "tables/yaml11.h"

/* A section being read. */
struct walk {
    struct reading *reading;
    const struct config_node *document;
    const struct kind_section *section;
    struct request_node *request;
    int64_t release; /* of the framework; 0: not known */
    bool partial;
};

/* Where the walk stands in a mapping. */
struct level {
    const struct config_node *parent, *next;
    const struct kind_list *keys;
    /* of the mapping below the section, with a final point; "" for the section itself */
    const char *path;
};

/* ---- keys */

/* Sets the field of a key. */
static void set_entry(struct walk *walk, const char *field, const struct config_node *node,
                      struct resolved resolved, bool faulty)
{
    struct reading *reading = walk->reading;
    struct config_entry *entry = request_entry(reading, walk->request, field);
    if (!entry)
        return;
    *entry = (struct config_entry){
        .field = field, .faulty = faulty, .key = node->key, .at = node->at, .file = node->file};
    entry->certainty = resolved.node ? CONFIG_KNOWN : CONFIG_UNKNOWN;
    entry->why = resolved.why;
    if (resolved.node) {
        entry->value = object_normalise(reading->arena, reading->kind, &resolved.node->value);
        reading->no_memory |= !entry->value;
    }
}

static bool is_class_key(const struct kind *kind, const char *key)
{
    for (unsigned i = 0; i < kind->row->classes.count; i++) {
        if (strcmp(kind->row->classes.items[i], key) == 0)
            return true;
    }
    return false;
}

/* What people call the mapping that a key stands in: its key in quotes, or the file. */
static const char *place_name(struct walk *walk, const struct config_node *mapping)
{
    if (!mapping->value.key)
        return "this file";
    const char *name = arena_format(walk->reading->arena, "'%.60s'", mapping->value.key);
    walk->reading->no_memory |= !name;
    return name ? name : "";
}

/* What becomes of the unknown keys of a mapping. A program hands over a section that names no
 * class, and may use keys of its own; one that is seen to do so is only told what looks misspelt.
 */
static enum kind_unknown unknown_of(const struct walk *walk, const struct level *level)
{
    if (level->keys->has_unknown)
        return level->keys->unknown;
    const char *key = walk->section->row->class_key;
    bool is_nameless = key && !*level->path && !child_find(level->parent, key);
    enum kind_unknown unknown = is_nameless && walk->section->unknown == UNKNOWN_ERROR
                                    ? UNKNOWN_WARNING
                                    : walk->section->unknown;
    bool has_others =
        level->keys->others && !*level->path && count_known(level->keys->others, level->parent) > 0;
    return has_others && unknown == UNKNOWN_WARNING ? UNKNOWN_NEAREST : unknown;
}

/* True for a key that a program reads itself, however near it is to one of ours. */
static bool is_of_others(const struct level *level, enum kind_unknown unknown, const char *key)
{
    return unknown == UNKNOWN_NEAREST && level->keys->others &&
           kind_list_find(level->keys->others, key);
}

/* Reports a key that no list has. */
static void report_unknown(struct walk *walk, const struct level *level,
                           const struct config_node *node)
{
    enum kind_unknown unknown = unknown_of(walk, level);
    struct reading *reading = walk->reading;
    const char *key = node->value.key;
    if (unknown == UNKNOWN_IGNORE || node->flags & NODE_KEY_BROKEN ||
        is_of_others(level, unknown, key))
        return;
    struct finding_place place = {.at = node->key, .file = node->file};
    enum severity severity = unknown == UNKNOWN_ERROR ? SEVERITY_ERROR : SEVERITY_WARNING;
    bool may_search = reading->suggestions++ < SUGGESTIONS_MAX;
    const char *nearest =
        may_search ? text_nearest(key, level->keys->names, level->keys->count) : NULL;
    if (is_class_key(reading->kind, key) && !nearest) {
        finding_add(reading, PROBLEM_KEY_STRAY, severity, &place,
                    "'%s' names a class beside the keys of %s: the line of the section it belongs "
                    "to seems to be lost",
                    key, place_name(walk, level->parent));
    } else if (nearest) {
        const struct config_node *there = child_find(level->parent, nearest);
        if (!there || there->file != node->file) { /* else the file would have it twice */
            place.replace = node->flags & NODE_KEY_QUOTED
                                ? arena_format(reading->arena, "\"%s\"", nearest)
                                : nearest;
            reading->no_memory |= !place.replace;
        }
        finding_add(reading, PROBLEM_KEY_UNKNOWN, severity, &place,
                    "'%.80s' is no key of %s; did you mean '%s'?", key,
                    place_name(walk, level->parent), nearest);
    } else if (unknown != UNKNOWN_NEAREST) {
        finding_add(reading, PROBLEM_KEY_UNKNOWN, severity, &place, "'%.80s' is no key of %s", key,
                    place_name(walk, level->parent));
    }
}

/* Reports a key that the release does not have. Those that are fields are the rules' to judge. */
static bool check_lifetime(struct walk *walk, const struct kind_key *key,
                           const struct config_node *node)
{
    const struct finding_place place = {.at = node->key, .file = node->file};
    const char *instead = key->row->instead;
    if (!walk->release || key->row->field)
        return true;
    if (key->until && walk->release >= key->until) {
        finding_add(walk->reading, PROBLEM_KEY_REMOVED, SEVERITY_ERROR, &place,
                    "'%s' is no key since %s %s%s%s", key->name, walk->section->framework,
                    key->row->until, instead ? "; instead: " : "", instead ? instead : "");
        return false;
    }
    if (walk->release < key->since) {
        finding_add(walk->reading, PROBLEM_KEY_TOO_NEW, SEVERITY_ERROR, &place,
                    "'%s' is a key only since %s %s", key->name, walk->section->framework,
                    key->row->since);
        return false;
    }
    return true;
}

/* The field that a key sets, or NULL: none. */
static const char *field_of(struct walk *walk, const struct level *level,
                            const struct kind_key *key)
{
    const char *field = key->row->field;
    if (field)
        return strcmp(field, "*") == 0 ? key->name : field;
    if (!walk->section->all_fields)
        return NULL;
    if (!*level->path)
        return key->name;
    const char *path = arena_format(walk->reading->arena, "%s%s", level->path, key->name);
    walk->reading->no_memory |= !path;
    return path;
}

/* What a key gets: a value that an interpolation leads to, or nothing known. */
static struct resolved resolve_key(struct walk *walk, const struct kind_key *key,
                                   const struct config_node *node)
{
    struct reading *reading = walk->reading;
    struct resolved resolved = resolve_value(reading, walk->document, node);
    const struct value *maker =
        resolved.node ? object_find_maker(reading->kind, key, &resolved.node->value) : NULL;
    if (!maker)
        return resolved;
    resolved =
        (struct resolved){.why = arena_format(reading->arena, "what %.80s returns", maker->text)};
    reading->no_memory |= !resolved.why;
    return resolved;
}

/* Reads one key; returns the list of the keys below it when the walk should go there. */
static const struct kind_list *read_key(struct walk *walk, const struct level *level,
                                        const struct config_node *node)
{
    if (!node->value.key) /* an element of a list of mappings */
        return node->value.kind == VALUE_MAPPING ? level->keys : NULL;
    const struct kind_key *key = kind_list_find(level->keys, node->value.key);
    if (!key) {
        report_unknown(walk, level, node);
        return NULL;
    }
    bool alive = check_lifetime(walk, key, node);
    struct resolved resolved = resolve_key(walk, key, node);
    bool faulty = !alive || (resolved.node == node && check_value(walk->reading, key, node));
    bool goes_below = key->keys && resolved.node == node && config_node_is_branch(node);
    const char *field = goes_below && walk->section->all_fields ? NULL : field_of(walk, level, key);
    if (field)
        set_entry(walk, field, node, resolved, faulty);
    return goes_below ? key->keys : NULL;
}

/* Reports the keys that a mapping must have and has not. */
static void report_missing(struct walk *walk, const struct config_node *mapping,
                           const struct kind_list *list)
{
    struct finding_place place = {.at = mapping->value.key ? mapping->key : mapping->at,
                                  .file = mapping->file};
    if (!mapping->value.key) { /* the document: its head is enough */
        place.at.end_line = place.at.line;
        place.at.end_column = place.at.column;
        place.at.end_offset = place.at.offset;
    }
    for (size_t i = 0; i < list->count && !walk->partial; i++) {
        if (list->keys[i].row->required && !child_find(mapping, list->keys[i].name))
            finding_add(walk->reading, PROBLEM_KEY_MISSING, list->keys[i].severity, &place,
                        "%s has no '%s', which must be there", place_name(walk, mapping),
                        list->keys[i].name);
    }
}

/* Walks a section and the mappings below it. */
static void walk_section(struct walk *walk, const struct config_node *section)
{
    struct level levels[CONFIG_DEPTH_MAX + 1];
    size_t depth = 1;
    levels[0] = (struct level){section, config_node_first(section), walk->section->keys, ""};
    report_missing(walk, section, walk->section->keys);
    while (depth && !walk->reading->no_memory) {
        struct level *level = &levels[depth - 1];
        const struct config_node *node = level->next;
        if (!node) {
            depth--;
            continue;
        }
        level->next = config_node_next(node);
        const struct kind_list *keys = read_key(walk, level, node);
        if (!keys || depth > CONFIG_DEPTH_MAX)
            continue;
        const char *path = node->value.key ? arena_format(walk->reading->arena, "%s%s.",
                                                          level->path, node->value.key)
                                           : level->path;
        walk->reading->no_memory |= !path;
        levels[depth++] = (struct level){node, config_node_first(node), keys, path};
        if (node->value.kind == VALUE_MAPPING)
            report_missing(walk, node, keys);
    }
}

/* ---- sections */

/* Numbers that only widened readers know become numbers. */
static void widen(struct config_node *section)
{
    for (struct config_node *node = section; node; node = node_after(section, node)) {
        double number;
        if (!(node->flags & NODE_WIDE_FLOAT) ||
            !yaml11_read_wide_float(node->value.text, node->value.count, &number))
            continue;
        node->plain = node->value.text;
        node->value.kind = VALUE_FLOAT;
        node->value.count = 0;
        node->value.number = number;
        node->flags &= ~(unsigned)NODE_WIDE_FLOAT;
    }
}

static int64_t release_of(const struct reading *reading, const char *framework)
{
    const struct config_options *options = reading->options;
    for (size_t i = 0; i < options->release_count; i++) {
        const char *version = options->releases[i].version;
        int64_t number;
        if (strcmp(options->releases[i].framework, framework) == 0 && version &&
            text_read_version(version, strlen(version), &number))
            return number;
    }
    return 0;
}

/* Reports a section that is no mapping; null is an empty one. */
static void report_not_mapping(struct reading *reading, const struct config_node *node)
{
    const struct finding_place place = {.at = node->at, .file = node->file};
    if (node->value.kind != VALUE_NULL && !(node->flags & (NODE_TEMPLATE | NODE_BROKEN)) &&
        node->value.kind != VALUE_STRING)
        finding_add(reading, PROBLEM_SECTION_NOT_MAPPING, SEVERITY_ERROR, &place,
                    "'%.60s' needs a mapping, not a %s",
                    node->value.key ? node->value.key : "this file",
                    value_kind_name(node->value.kind));
}

/* Reads a mapping as a request. False when there is no room for it. */
static bool read_section(struct reading *reading, const struct config_node *document,
                         const struct kind_section *section, const struct config_node *found,
                         bool partial)
{
    struct walk walk = {reading,
                        document,
                        section,
                        request_add(reading, section->framework, found->at),
                        release_of(reading, section->framework),
                        partial};
    if (!walk.request)
        return false;
    walk.request->request.partial = partial;
    walk.request->request.section_file = found->file;
    walk_section(&walk, found);
    return true;
}

void read_sections(struct reading *reading, struct config_node *document, bool partial)
{
    struct places places = {.count = 0};
    for (unsigned i = 0; i < reading->kind->row->section_count && !reading->no_memory; i++) {
        const struct kind_section *section = &reading->kind->sections[i];
        size_t next = places.count;
        const struct config_node *other = places_find(document, section, &places);
        if (other && places.count == next)
            report_not_mapping(reading, other);
        if (reading->kind->wide && places.count > next)
            widen(document);
        while (next < places.count &&
               read_section(reading, document, section, places.items[next], partial))
            next++;
    }
}
