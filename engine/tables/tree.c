#include "tables/tree.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "tables/repeated.h"
#include "tables/scalar.h"
#include "tables/syntax.h"

/* A document on its way from events to a tree. */
struct reader {
    struct arena *arena;
    const struct tree_text *text;
    struct diagnostics *findings;
    size_t findings_limit;
    struct value *root;
    struct value *parents[TREE_DEPTH_MAX];
    size_t depth;     /* open lists and mappings */
    yaml_event_t key; /* the key that waits for its value; YAML_NO_EVENT: none */
    size_t nodes, documents;
};

/* What an event leads to. */
enum step { STEP_NEXT, STEP_END, STEP_BROKEN, STEP_NO_MEMORY };

typedef enum step event_handler(struct reader *reader, yaml_event_t *event);

struct span tree_place(const char *file, const struct value *value)
{
    return (struct span){file, value->line, value->column};
}

struct span tree_key_place(const char *file, const struct value *value)
{
    return value->key ? (struct span){file, value->key_line, value->key_column}
                      : tree_place(file, value);
}

/* libyaml's mark as a place. */
static struct span place_of(const struct reader *reader, yaml_mark_t mark)
{
    return (struct span){reader->text->file, (uint32_t)mark.line + 1, (uint32_t)mark.column + 1};
}

/* The mapping that waits for a key, or NULL. */
static struct value *keyless_mapping(const struct reader *reader)
{
    struct value *parent = reader->depth ? reader->parents[reader->depth - 1] : NULL;
    return parent && parent->kind == VALUE_MAPPING && reader->key.type == YAML_NO_EVENT ? parent
                                                                                        : NULL;
}

/* Puts a value where the document has it: the root, or the next child of the innermost open list or
 * mapping. */
static enum step attach(struct reader *reader, struct value *value, const yaml_event_t *event)
{
    if (!value)
        return STEP_NO_MEMORY;
    struct span place = place_of(reader, event->start_mark);
    value->line = place.line;
    value->column = place.column;
    if (++reader->nodes > TREE_NODES_MAX) {
        diagnostics_add(reader->findings, MESSAGE_YAML_TOO_MANY, place, NULL, TREE_NODES_MAX);
        return STEP_BROKEN;
    }
    if (reader->findings->count >= reader->findings_limit)
        return STEP_BROKEN;
    if (!reader->depth) {
        reader->root = value;
        return STEP_NEXT;
    }
    struct value *parent = reader->parents[reader->depth - 1];
    bool keyed = parent->kind == VALUE_MAPPING;
    const char *key = keyed ? (const char *)reader->key.data.scalar.value : NULL;
    if (!value_append(reader->arena, parent, key, value))
        return STEP_NO_MEMORY;
    if (keyed) {
        struct span key_place = place_of(reader, reader->key.start_mark);
        value->key_line = key_place.line;
        value->key_column = key_place.column;
        yaml_event_delete(&reader->key); /* leaves YAML_NO_EVENT */
    }
    return STEP_NEXT;
}

/* Reports an anchor or a tag. Reading goes on: the value itself is there. */
static void refuse_properties(struct reader *reader, const yaml_event_t *event,
                              const yaml_char_t *anchor, const yaml_char_t *tag)
{
    struct span place = place_of(reader, event->start_mark);
    if (anchor)
        diagnostics_add(reader->findings, MESSAGE_YAML_ALIAS, place, NULL);
    if (tag)
        diagnostics_add(reader->findings, MESSAGE_YAML_TAG, place, NULL, (const char *)tag);
}

/* A scalar that is a key: it waits for its value. Keys with a NUL could not be told from shorter
 * ones. */
static enum step take_key(struct reader *reader, yaml_event_t *event)
{
    if (memchr(event->data.scalar.value, '\0', event->data.scalar.length)) {
        diagnostics_add(reader->findings, MESSAGE_TEXT_NUL, place_of(reader, event->start_mark),
                        NULL);
        return STEP_BROKEN;
    }
    reader->key = *event;
    event->type = YAML_NO_EVENT; /* the strings belong to the key now */
    return STEP_NEXT;
}

static enum step on_scalar(struct reader *reader, yaml_event_t *event)
{
    refuse_properties(reader, event, event->data.scalar.anchor, event->data.scalar.tag);
    if (keyless_mapping(reader))
        return take_key(reader, event);

    const char *text = (const char *)event->data.scalar.value;
    size_t length = event->data.scalar.length;
    bool typed = reader->text->scalars == TREE_TYPED;
    if (!typed && memchr(text, '\0', length))
        diagnostics_add(reader->findings, MESSAGE_TEXT_NUL, place_of(reader, event->start_mark),
                        NULL);
    bool plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    struct value *value = typed && plain ? scalar_read(reader->arena, text, length)
                                         : value_string(reader->arena, text, length);
    return attach(reader, value, event);
}

/* Opens a list or mapping: what follows are its children. */
static enum step open_branch(struct reader *reader, struct value *branch, const yaml_event_t *event)
{
    struct span place = place_of(reader, event->start_mark);
    if (keyless_mapping(reader)) {
        diagnostics_add(reader->findings, MESSAGE_SHAPE_WRONG, place, NULL, "a key", "a text",
                        branch && branch->kind == VALUE_LIST ? "a list" : "a mapping");
        return STEP_BROKEN;
    }
    if (reader->depth == TREE_DEPTH_MAX) {
        diagnostics_add(reader->findings, MESSAGE_YAML_TOO_DEEP, place, NULL, TREE_DEPTH_MAX);
        return STEP_BROKEN;
    }
    enum step step = attach(reader, branch, event);
    if (step == STEP_NEXT)
        reader->parents[reader->depth++] = branch;
    return step;
}

static enum step on_list_start(struct reader *reader, yaml_event_t *event)
{
    refuse_properties(reader, event, event->data.sequence_start.anchor,
                      event->data.sequence_start.tag);
    return open_branch(reader, value_list(reader->arena), event);
}

static enum step on_mapping_start(struct reader *reader, yaml_event_t *event)
{
    refuse_properties(reader, event, event->data.mapping_start.anchor,
                      event->data.mapping_start.tag);
    return open_branch(reader, value_mapping(reader->arena), event);
}

static enum step on_list_end(struct reader *reader, yaml_event_t *event)
{
    (void)event;
    reader->depth--;
    return STEP_NEXT;
}

static enum step on_mapping_end(struct reader *reader, yaml_event_t *event)
{
    (void)event;
    const struct value *mapping = reader->parents[--reader->depth];
    const struct repeated_keys keys = {mapping, reader->text->file, reader->findings,
                                       reader->findings_limit};
    return repeated_keys_report(&keys) ? STEP_NEXT : STEP_NO_MEMORY;
}

/* An alias is refused; a null keeps its place, so that the rest can be checked. */
static enum step on_alias(struct reader *reader, yaml_event_t *event)
{
    diagnostics_add(reader->findings, MESSAGE_YAML_ALIAS, place_of(reader, event->start_mark),
                    NULL);
    if (keyless_mapping(reader))
        return STEP_BROKEN;
    return attach(reader, value_null(reader->arena), event);
}

static enum step on_document_start(struct reader *reader, yaml_event_t *event)
{
    if (reader->documents++ == 0)
        return STEP_NEXT;
    diagnostics_add(reader->findings, MESSAGE_YAML_DOCUMENTS, place_of(reader, event->start_mark),
                    NULL);
    return STEP_END;
}

static enum step on_stream_end(struct reader *reader, yaml_event_t *event)
{
    if (reader->root)
        return STEP_END;
    bool typed = reader->text->scalars == TREE_TYPED;
    enum step step = attach(
        reader, typed ? value_null(reader->arena) : value_string(reader->arena, "", 0), event);
    if (step == STEP_NEXT)
        reader->root->line = reader->root->column = 1;
    return step == STEP_NEXT ? STEP_END : step;
}

/* Events without an entry mean nothing to the tree. */
static event_handler *const handlers[] = {
    [YAML_STREAM_END_EVENT] = on_stream_end,
    [YAML_DOCUMENT_START_EVENT] = on_document_start,
    [YAML_ALIAS_EVENT] = on_alias,
    [YAML_SCALAR_EVENT] = on_scalar,
    [YAML_SEQUENCE_START_EVENT] = on_list_start,
    [YAML_SEQUENCE_END_EVENT] = on_list_end,
    [YAML_MAPPING_START_EVENT] = on_mapping_start,
    [YAML_MAPPING_END_EVENT] = on_mapping_end,
};

/* Feeds the parser's events to their handlers until one of them ends it. */
static enum step read_events(struct reader *reader, yaml_parser_t *parser)
{
    enum step step = STEP_NEXT;
    while (step == STEP_NEXT) {
        yaml_event_t event;
        if (!yaml_parser_parse(parser, &event))
            return syntax_report(reader->text, parser, reader->findings) ? STEP_BROKEN
                                                                         : STEP_NO_MEMORY;
        event_handler *handler = handlers[event.type];
        if (handler)
            step = handler(reader, &event);
        yaml_event_delete(&event);
    }
    return step;
}

enum pack_status tree_read(struct arena *arena, const struct tree_text *text,
                           struct diagnostics *findings, struct value **ret_tree)
{
    size_t errors = findings->errors;
    *ret_tree = NULL;
    if (text->length > SOURCE_SIZE_MAX) {
        diagnostics_add(findings, MESSAGE_YAML_TOO_LARGE, (struct span){text->file, 0, 0}, NULL,
                        (size_t)SOURCE_SIZE_MAX);
        return PACK_FAULTY;
    }
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser))
        return PACK_NO_MEMORY;
    yaml_parser_set_input_string(&parser, (const unsigned char *)text->bytes, text->length);

    struct reader reader = {.arena = arena,
                            .text = text,
                            .findings = findings,
                            .findings_limit = findings->count + TREE_FINDINGS_MAX};
    enum step step = read_events(&reader, &parser);
    yaml_event_delete(&reader.key);
    yaml_parser_delete(&parser);

    if (step == STEP_NO_MEMORY || findings->failed)
        return PACK_NO_MEMORY;
    if (step == STEP_END)
        *ret_tree = reader.root;
    return step == STEP_END && findings->errors == errors ? PACK_OK : PACK_FAULTY;
}

enum pack_status tree_read_file(struct arena *arena, const char *path, enum tree_scalars scalars,
                                struct diagnostics *findings, struct value **ret_tree)
{
    struct source_bytes bytes;
    enum pack_status status = source_read_path(path, (struct span){0}, findings, &bytes);
    if (status == PACK_OK) {
        const struct tree_text text = {path, bytes.bytes, bytes.length, scalars};
        status = tree_read(arena, &text, findings, ret_tree);
        source_bytes_clear(&bytes);
    }
    return status;
}
