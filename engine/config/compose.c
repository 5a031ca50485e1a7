#include <string.h>

#include "config/parts.h"
#include "config/reading.h"

enum { OVERRIDES_MAX = 64 };

/* A choice that one list takes out of the hands of another. */
struct override {
    const char *group;
    const struct config_node *choice;
};

/* One list of parts being gone through. */
struct frame {
    const struct config_node *document, *next;
    const char *group;   /* of its file below the root: "a/b", "" for the root */
    const char *package; /* of its keys */
    bool self_done;
};

/* A tree being composed. */
struct composer {
    struct parts parts;
    const char *root; /* folder of the tree, with a final slash or empty */
    struct override overrides[OVERRIDES_MAX];
    size_t override_count;
    struct frame frames[PARTS_DEPTH_MAX];
    size_t depth, opened;
    struct config_node *whole; /* NULL: only the overrides are collected */
};

/* ---- names */

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

static const char *format(struct composer *composer, const char *left, const char *between,
                          const char *right, size_t length)
{
    const char *text = arena_format(composer->parts.reading->arena, "%s%s%.*s", left,
                                    *left && length ? between : "", (int)length, right);
    composer->parts.reading->no_memory |= !text;
    return text ? text : "";
}

/* A group as a package: '/' becomes '.'. */
static const char *dotted(struct composer *composer, const char *group, size_t length)
{
    char *copy = arena_copy(composer->parts.reading->arena, group, length);
    composer->parts.reading->no_memory |= !copy;
    for (char *at = copy; at && *at; at++) {
        if (*at == '/')
            *at = '.';
    }
    return copy ? copy : "";
}

/* Where the keys of a part go: as its choice says, as its head says, or below the list's own by its
 * group. */
static const char *package_of(struct composer *composer, const struct frame *frame,
                              const struct part_key *key, const struct part *part)
{
    static const char global[] = "_global_";
    const char *said = key->package ? key->package : part->package;
    const char *grouped = dotted(composer, key->group, key->length);
    if (!said || strcmp(said, "_group_") == 0)
        return format(composer, frame->package, ".", grouped, strlen(grouped));
    if (strcmp(said, "_here_") == 0)
        return frame->package;
    if (strncmp(said, global, sizeof global - 1) == 0)
        return said + sizeof global - 1 + (said[sizeof global - 1] == '.');
    return key->package ? format(composer, frame->package, ".", said, strlen(said)) : said;
}

/* The group that a key means, from the root. */
static const char *group_of(struct composer *composer, const struct frame *frame,
                            const struct part_key *key)
{
    return format(composer, key->is_absolute ? "" : frame->group, "/", key->group, key->length);
}

/* ---- going through the lists */

static void push(struct composer *composer, const struct config_node *document, const char *group,
                 const char *package)
{
    const struct config_node *list =
        child_find(document, composer->parts.reading->kind->row->parts);
    bool is_list = list && list->value.kind == VALUE_LIST;
    if (composer->depth == PARTS_DEPTH_MAX) {
        composer->parts.is_partial = true;
        return;
    }
    composer->frames[composer->depth++] =
        (struct frame){.document = document,
                       .next = is_list ? config_node_first(list) : NULL,
                       .group = group,
                       .package = package};
}

/* Says, once, that a part is not there. */
static void report_missing(struct composer *composer, const struct config_node *choice,
                           struct part *part)
{
    const struct finding_place place = {.at = choice->at, .file = choice->file};
    composer->parts.is_partial = true;
    if (!composer->whole || !part || part->is_reported)
        return;
    part->is_reported = true;
    finding_add(composer->parts.reading, PROBLEM_PART_MISSING, SEVERITY_NOTE, &place,
                "%.200s cannot be read: what it sets is not known", part->path);
}

/* True for a part whose list is being gone through: it would hold itself. */
static bool is_open(const struct composer *composer, const struct config_node *document)
{
    for (size_t i = 0; i < composer->depth; i++) {
        if (composer->frames[i].document == document)
            return true;
    }
    return false;
}

/* The length of a part's name without the ending that it may be written with. */
static size_t bare_length(const char *name)
{
    static const char ending[] = ".yaml";
    size_t length = strlen(name), ends = sizeof ending - 1;
    return length > ends && strcmp(name + length - ends, ending) == 0 ? length - ends : length;
}

/* Goes into the part that a choice names. */
static void open_part(struct composer *composer, const struct frame *frame,
                      const struct part_key *key, const char *group,
                      const struct config_node *choice)
{
    const char *name = choice->value.text;
    const char *base = name[0] == '/' ? "" : group;
    const char *bare = name + (name[0] == '/');
    const char *inside = format(composer, base, "/", bare, bare_length(bare));
    const char *path = format(composer, composer->root, "", inside, strlen(inside));
    struct part *part =
        composer->opened++ < PARTS_MAX * 2 ? parts_open(&composer->parts, path) : NULL;
    if (!part || !part->document) {
        if (!part || !key->is_optional)
            report_missing(composer, choice, part);
        return;
    }
    if (is_open(composer, part->document)) {
        composer->parts.is_partial = true;
        return;
    }
    const char *slash = strrchr(inside, '/');
    const char *own_group = format(composer, "", "", inside, slash ? (size_t)(slash - inside) : 0);
    push(composer, part->document, own_group, package_of(composer, frame, key, part));
}

/* The choice that counts for a group: an override's, or the list's own. */
static const struct config_node *choice_of(const struct composer *composer, const char *group,
                                           const struct config_node *own)
{
    for (size_t i = 0; i < composer->override_count; i++) {
        if (strcmp(composer->overrides[i].group, group) == 0)
            return composer->overrides[i].choice;
    }
    return own;
}

/* Goes through a choice: a name, several, or nothing. */
static void read_choice(struct composer *composer, const struct frame *frame,
                        const struct config_node *pair)
{
    struct part_key key;
    part_key_read(pair->value.key, &key);
    if (strstr(pair->value.key, "${")) {
        composer->parts.is_partial = true;
        return;
    }
    const char *group = group_of(composer, frame, &key);
    if (key.is_override) {
        if (!composer->whole && composer->override_count < OVERRIDES_MAX)
            composer->overrides[composer->override_count++] = (struct override){group, pair};
        return;
    }
    const struct config_node *choice = choice_of(composer, group, pair);
    bool is_list = choice->value.kind == VALUE_LIST;
    for (const struct config_node *name = is_list ? config_node_first(choice) : choice; name;
         name = is_list ? config_node_next(name) : NULL) {
        if (name->value.kind == VALUE_NULL || name->value.kind == VALUE_BOOLEAN)
            continue;
        bool is_known = name->value.kind == VALUE_STRING && !strstr(name->value.text, "${") &&
                        !value_is_text(&name->value, "???");
        if (is_known)
            open_part(composer, frame, &key, group, name);
        else
            composer->parts.is_partial = true;
    }
}

/* Goes through an entry that is a name alone: the list's own keys, or a file of its own group. */
static void read_name(struct composer *composer, struct frame *frame,
                      const struct config_node *item)
{
    if (value_is_text(&item->value, "_self_")) {
        frame->self_done = true;
        if (composer->whole)
            parts_merge(&composer->parts, frame->document, composer->whole, frame->package);
        return;
    }
    const char *name = item->value.text, *slash = strrchr(name, '/');
    const struct part_key key = {
        .group = name + (name[0] == '/'),
        .length = slash && slash > name ? (size_t)(slash - name) - (name[0] == '/') : 0};
    if (strstr(name, "${") || strcmp(name, "???") == 0)
        composer->parts.is_partial = true;
    else
        open_part(composer, frame, &key, frame->group, item);
}

/* Goes through the lists from the document's own on; a part's list is gone through, and its keys
 * are merged, before the next part of the list that named it. */
static void go_through(struct composer *composer, const struct config_node *document,
                       const char *group, const char *package)
{
    composer->depth = composer->opened = 0;
    push(composer, document, group, package);
    while (composer->depth && !composer->parts.reading->no_memory) {
        struct frame *frame = &composer->frames[composer->depth - 1];
        const struct config_node *item = frame->next;
        if (!item) {
            if (!frame->self_done && composer->whole)
                parts_merge(&composer->parts, frame->document, composer->whole, frame->package);
            composer->depth--;
            continue;
        }
        frame->next = config_node_next(item);
        if (item->value.kind == VALUE_STRING)
            read_name(composer, frame, item);
        else if (item->value.kind == VALUE_MAPPING && item->value.first)
            read_choice(composer, frame, config_node_first(item));
    }
}

/* ---- the document */

/* The length of the folder's part of a path, with its slash. */
static size_t folder_length(const char *path, size_t length)
{
    while (length && path[length - 1] != '/')
        length--;
    return length;
}

/* Finds the root of the tree: the document's folder, or, for a file of a group, the folder of that.
 * Returns the document's group. */
static const char *find_root(struct composer *composer, const char *package)
{
    const struct reading *reading = composer->parts.reading;
    const char *path = reading->file->path, *group = reading->kind->row->group;
    size_t length = folder_length(path, strlen(path));
    size_t above = length ? folder_length(path, length - 1) : 0;
    size_t name_length = length ? length - 1 - above : 0;
    bool is_group =
        group && strlen(group) == name_length && memcmp(path + above, group, name_length) == 0;
    bool is_overlay = package && strncmp(package, "_global_", 8) == 0 && name_length;
    bool is_below = is_group || is_overlay;
    composer->root = format(composer, "", "", path, is_below ? above : length);
    return format(composer, "", "", path + above, is_below ? name_length : 0);
}

/* Says that the parts were not looked at. */
static void report_unread(struct reading *reading, const struct config_node *list)
{
    const struct finding_place place = {.at = list->key};
    finding_add(reading, PROBLEM_PART_MISSING, SEVERITY_NOTE, &place,
                "the files that '%s' names are not read: what they set is not known",
                list->value.key);
}

struct config_node *compose(struct reading *reading, struct config_node *document,
                            bool *ret_partial)
{
    const char *key = reading->kind->row->parts;
    const struct config_node *list = key ? child_find(document, key) : NULL;
    if (!list || list->value.kind != VALUE_LIST)
        return document;
    if (!reading->options->open) {
        report_unread(reading, list);
        *ret_partial = true;
        return document;
    }
    struct composer *composer = arena_alloc(reading->arena, 1, sizeof *composer);
    struct config_node *whole =
        config_node_new(reading->tree, &(struct value){.kind = VALUE_MAPPING}, document->at);
    reading->no_memory |= !composer || reading->tree->no_memory;
    if (!composer || !whole)
        return reading->no_memory ? NULL : document;
    composer->parts.reading = reading;
    composer->parts.items[composer->parts.count++] =
        (struct part){.path = reading->file->path, .document = document};
    const char *package = parts_package(reading, reading->file->text, reading->file->length);
    const char *group = find_root(composer, package);
    go_through(composer, document, group, "");
    composer->whole = whole;
    go_through(composer, document, group, "");
    reading->no_memory |= reading->tree->no_memory;
    *ret_partial = composer->parts.is_partial || (package && strncmp(package, "_global_", 8) == 0);
    return reading->no_memory ? NULL : whole;
}
