#include <string.h>

#include "config/groups.h"
#include "config/overrides.h"
#include "config/parts.h"
#include "config/reading.h"

/* One list being gone through: the parts that a file names, or several names of one choice. */
struct frame {
    struct part *part;              /* NULL: names of a choice */
    struct part_key key;            /* of that choice */
    const struct config_node *name; /* the next of them */
    size_t done;                    /* so many entries of the part's list are */
    const char *folder;             /* of the part, or of the choice's group */
    const char *package;            /* of the part's keys, or of the list the choice stands in */
    bool self_done;
};

/* A tree being composed. */
struct composer {
    struct parts parts;
    struct groups groups;
    struct overrides overrides;
    struct frame frames[PARTS_DEPTH_MAX];
    size_t depth, opened;
    struct config_node *whole; /* NULL: only the overrides are collected */
};

/* ---- going through the lists */

/* Goes into a list. */
static void push(struct composer *composer, const struct frame *frame)
{
    if (composer->depth == PARTS_DEPTH_MAX) {
        composer->parts.is_partial = true;
        return;
    }
    composer->frames[composer->depth++] = *frame;
    if (!composer->whole && frame->part)
        overrides_note(&composer->overrides, frame->part, frame->folder, frame->package);
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
static bool is_open(const struct composer *composer, const struct part *part)
{
    for (size_t i = 0; i < composer->depth; i++) {
        if (composer->frames[i].part == part)
            return true;
    }
    return false;
}

/* Goes into the part of a group that a choice names. */
static void open_part(struct composer *composer, const char *above, const struct part_key *key,
                      const char *path, const struct config_node *choice)
{
    struct part *part =
        composer->opened++ < PARTS_MAX * 2 ? parts_open(&composer->parts, path) : NULL;
    if (!part || !part->document) {
        if (!part || !key->is_optional)
            report_missing(composer, choice, part);
        return;
    }
    if (is_open(composer, part)) {
        composer->parts.is_partial = true;
        return;
    }
    push(composer,
         &(struct frame){.part = part,
                         .folder = groups_folder_of(&composer->groups, path),
                         .package = groups_package(&composer->groups, above, key, part->package)});
}

/* Goes through one name of a choice, or nothing. */
static void read_one(struct composer *composer, const char *above, const struct part_key *key,
                     const char *folder, const struct config_node *choice)
{
    const char *name = choice_name(choice);
    if (name) {
        name += name[0] == '/';
        open_part(composer, above, key, groups_path(&composer->groups, folder, name, strlen(name)),
                  choice);
    } else if (choice->value.kind != VALUE_NULL && choice->value.kind != VALUE_BOOLEAN) {
        composer->parts.is_partial = true;
    }
}

/* Goes through what a choice names: a part, or a list of them. */
static void read_names(struct composer *composer, const char *above, const struct part_key *key,
                       const char *folder, const struct config_node *choice)
{
    if (choice->value.kind == VALUE_LIST)
        push(composer, &(struct frame){.key = *key,
                                       .name = config_node_first(choice),
                                       .folder = folder,
                                       .package = above});
    else
        read_one(composer, above, key, folder, choice);
}

/* Goes through a choice of a list, or what an override puts in its place. */
static void read_choice(struct composer *composer, const struct frame *frame,
                        const struct config_node *choice)
{
    struct part_key key;
    part_key_read(choice->value.key, &key);
    if (strstr(choice->value.key, "${")) {
        composer->parts.is_partial = true;
        return;
    }
    if (key.is_override)
        return;
    const char *folder = groups_folder_by(&composer->groups, frame->folder, &key, choice);
    struct override *override =
        overrides_find(&composer->overrides, folder,
                       groups_package(&composer->groups, frame->package, &key, NULL));
    if (override)
        override->is_used = true;
    read_names(composer, frame->package, &key, folder, override ? override->choice : choice);
}

/* Merges the keys of the part whose list it is. */
static void merge_self(struct composer *composer, struct frame *frame)
{
    if (composer->whole && frame->part && !frame->self_done)
        parts_merge(&composer->parts, frame->part->document, composer->whole, frame->package);
    frame->self_done = true;
}

/* Goes through an entry that is a name alone: the list's own keys, or a file. */
static void read_name(struct composer *composer, struct frame *frame,
                      const struct config_node *item)
{
    if (value_is_text(&item->value, "_self_")) {
        merge_self(composer, frame);
        return;
    }
    if (!choice_name(item)) {
        composer->parts.is_partial = true;
        return;
    }
    struct part_key key;
    const char *name;
    size_t length;
    part_name_read(item->value.text, &key, &name, &length);
    const char *folder = groups_folder(&composer->groups, frame->folder, &key, name, length);
    open_part(composer, frame->package, &key, groups_path(&composer->groups, folder, name, length),
              item);
}

/* Moves on to the next entry of a list; NULL at its end. Overrides are collected from the end on:
 * those of a later part go before those of an earlier one. */
static const struct config_node *next_entry(const struct composer *composer, struct frame *frame)
{
    if (!frame->part) {
        const struct config_node *name = frame->name;
        frame->name = name ? config_node_next(name) : NULL;
        return name;
    }
    size_t count = frame->part->choice_count;
    if (frame->done == count)
        return NULL;
    size_t done = frame->done++;
    return frame->part->choices[composer->whole ? done : count - 1 - done];
}

/* Goes through the lists that were gone into; a part's list is gone through, and its keys are
 * merged, before the next part of the list that named it. */
static void go_through(struct composer *composer)
{
    while (composer->depth && !composer->parts.reading->no_memory) {
        struct frame *frame = &composer->frames[composer->depth - 1];
        const struct config_node *item = next_entry(composer, frame);
        if (!item) {
            merge_self(composer, frame);
            composer->depth--;
        } else if (!frame->part) {
            read_one(composer, frame->package, &frame->key, frame->folder, item);
        } else if (item->value.kind == VALUE_STRING) {
            read_name(composer, frame, item);
        } else if (item->value.kind == VALUE_MAPPING && item->value.first) {
            read_choice(composer, frame, config_node_first(item));
        }
    }
}

/* ---- the document */

/* Says that the parts were not looked at. */
static void report_unread(struct reading *reading, const struct config_node *list)
{
    const struct finding_place place = {.at = list->key};
    finding_add(reading, PROBLEM_PART_MISSING, SEVERITY_NOTE, &place,
                "the files that '%s' names are not read: what they set is not known",
                list->value.key);
}

/* Merges what the document puts in the place of choices that only the file above it makes. Parts
 * that are not there are not missed: the file above may know of other roots. */
static void merge_unused_overrides(struct composer *composer)
{
    for (size_t i = 0; i < composer->overrides.count; i++) {
        struct override *override = &composer->overrides.items[i];
        if (override->is_used || composer->parts.reading->kind->row->group)
            continue;
        override->key.is_optional = true;
        read_names(composer, override->above, &override->key, override->folder, override->choice);
        composer->parts.is_partial |= override->key.is_absolute && composer->depth > 0;
        go_through(composer);
    }
}

/* Composes the parts that are there in `composer` of the document. */
static void compose_parts(struct composer *composer, struct part *part, struct config_node *whole)
{
    const struct frame own = {.part = part, .folder = composer->groups.folder, .package = ""};
    push(composer, &own);
    go_through(composer);
    composer->opened = 0;
    composer->whole = whole;
    merge_unused_overrides(composer);
    push(composer, &own);
    go_through(composer);
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
    const char *package = parts_package(reading, reading->file->text, reading->file->length);
    bool is_overlay = package && strncmp(package, "_global_", 8) == 0;
    struct part *part = parts_begin(&composer->parts, reading, document);
    bool is_whole = groups_begin(&composer->groups, &composer->parts, part, is_overlay);
    composer->overrides.groups = &composer->groups;
    compose_parts(composer, part, whole);
    reading->no_memory |= reading->tree->no_memory;
    *ret_partial = composer->parts.is_partial || !is_whole;
    return reading->no_memory ? NULL : whole;
}
