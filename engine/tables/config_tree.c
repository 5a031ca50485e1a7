#include "tables/config_tree.h"

#include <string.h>
#include <yaml.h>

#include "tables/config_anchors.h"
#include "tables/config_marks.h"
#include "tables/yaml11.h"

/* So often reading begins anew behind a fault of syntax. */
enum { RESUMES_MAX = 8 };

/* A file on its way from events to a tree. */
struct reader {
    struct config_tree *tree;
    struct config_marks marks;
    struct config_anchors anchors;
    struct config_node *parents[CONFIG_DEPTH_MAX]; /* open lists and mappings */
    bool is_key[CONFIG_DEPTH_MAX];                 /* one that stands where a key should */
    size_t depth;
    struct config_key key;      /* waits for its value */
    struct config_node *resume; /* the mapping that goes on behind a fault */
    bool is_block;              /* the document is a block mapping */
    unsigned last_line;         /* of what was read, from 0 */
};

enum step { STEP_NEXT, STEP_END, STEP_STOP };

typedef enum step event_handler(struct reader *reader, const yaml_event_t *event);

/* The mapping that waits for a key, or NULL. */
static struct config_node *keyless_mapping(const struct reader *reader)
{
    struct config_node *parent = reader->depth ? reader->parents[reader->depth - 1] : NULL;
    return parent && parent->value.kind == VALUE_MAPPING && !reader->key.text ? parent : NULL;
}

/* Puts a node where the document has it, and remembers its anchor. */
static enum step attach(struct reader *reader, struct config_node *node, const yaml_char_t *anchor)
{
    if (!node)
        return STEP_STOP;
    struct config_node *parent = reader->depth ? reader->parents[reader->depth - 1] : NULL;
    if (config_source_has_hole(reader->tree->source, node->at.offset, node->at.end_offset) &&
        !config_node_is_branch(node))
        node->flags |= NODE_TEMPLATE;
    if (!config_node_attach(reader->tree, parent, parent && reader->key.text ? &reader->key : NULL,
                            node))
        return STEP_STOP;
    reader->key.text = NULL;
    if (anchor && !config_anchors_set(&reader->anchors, reader->tree, (const char *)anchor, node))
        return STEP_STOP;
    return STEP_NEXT;
}

/* ---- scalars */

static bool is_text_tag(const char *tag)
{
    return strcmp(tag, "!") == 0 || strcmp(tag, YAML_STR_TAG) == 0;
}

/* The value of a scalar, and the flags that its form gives it. */
static struct value scalar_value(const yaml_event_t *event, unsigned *ret_flags)
{
    const char *text = (const char *)event->data.scalar.value,
               *tag = (const char *)event->data.scalar.tag;
    size_t length = event->data.scalar.length;
    *ret_flags = 0;
    if (event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE && !(tag && is_text_tag(tag))) {
        struct value value = yaml11_read(text, length, ret_flags);
        *ret_flags |= tag && tag[0] == '!' ? NODE_TAGGED : 0;
        return value;
    }
    *ret_flags = NODE_QUOTED | (tag && !is_text_tag(tag) ? NODE_TAGGED : 0);
    return (struct value){.kind = VALUE_STRING, .count = (uint32_t)length, .text = text};
}

/* A block scalar ends with its last text, not where the next token begins. */
static void trim_end(const struct config_source *source, struct extent *at)
{
    while (at->end_offset > at->offset && strchr(" \t\r\n", source->clean[at->end_offset - 1]))
        at->end_offset--;
    unsigned line = at->line, column = at->column;
    for (size_t i = at->offset; i < at->end_offset; i++) {
        if (source->text[i] == '\n') {
            line++;
            column = 1;
        } else if (((unsigned char)source->text[i] & 0xC0) != 0x80) {
            column++;
        }
    }
    at->end_line = line;
    at->end_column = column;
}

static enum step take_key(struct reader *reader, const char *text, size_t length, struct extent at,
                          unsigned flags)
{
    if (memchr(text, '\0', length))
        config_fault_add(reader->tree, FAULT_KEY_KIND, at, "a key may not hold a NUL");
    char *copy = arena_copy(reader->tree->arena, text, length);
    reader->tree->no_memory |= !copy;
    reader->key = (struct config_key){copy, length, at, flags};
    return copy ? STEP_NEXT : STEP_STOP;
}

static enum step on_scalar(struct reader *reader, const yaml_event_t *event)
{
    struct config_tree *tree = reader->tree;
    struct extent at = config_marks_value(&reader->marks, event->start_mark, event->end_mark);
    bool is_plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    const char *text = (const char *)event->data.scalar.value;
    if (keyless_mapping(reader))
        return take_key(reader, text, event->data.scalar.length, at,
                        is_plain ? 0 : NODE_KEY_QUOTED);
    if (event->data.scalar.style == YAML_LITERAL_SCALAR_STYLE ||
        event->data.scalar.style == YAML_FOLDED_SCALAR_STYLE)
        trim_end(tree->source, &at);
    unsigned flags;
    struct value value = scalar_value(event, &flags);
    const char *copy = arena_copy(tree->arena, text, event->data.scalar.length);
    tree->no_memory |= !copy;
    struct config_node *node = copy ? config_node_new(tree, &value, at) : NULL;
    if (!node)
        return STEP_STOP;
    node->flags = flags;
    if (value.kind == VALUE_STRING)
        node->value.text = copy;
    else
        node->plain = copy;
    return attach(reader, node, event->data.scalar.anchor);
}

/* ---- lists and mappings */

/* Opens a branch: what follows are its children. */
static enum step open_branch(struct reader *reader, const yaml_event_t *event, enum value_kind kind,
                             const yaml_char_t *anchor, const yaml_char_t *tag)
{
    struct config_tree *tree = reader->tree;
    struct extent at = config_marks_value(&reader->marks, event->start_mark, event->end_mark);
    if (reader->depth == CONFIG_DEPTH_MAX) {
        config_fault_add(tree, FAULT_TOO_DEEP, at, "deeper than %d levels", CONFIG_DEPTH_MAX);
        return STEP_STOP;
    }
    bool is_key = keyless_mapping(reader) != NULL;
    struct config_node *node = config_node_new(tree, &(struct value){.kind = kind}, at);
    if (!node)
        return STEP_STOP;
    node->flags = tag && tag[0] == '!' && tag[1] ? NODE_TAGGED : 0;
    enum step step = is_key ? STEP_NEXT : attach(reader, node, anchor);
    if (is_key)
        config_fault_add(tree, FAULT_KEY_KIND, at, "a %s cannot be a key",
                         kind == VALUE_LIST ? "list" : "mapping");
    reader->is_key[reader->depth] = is_key;
    reader->parents[reader->depth++] = node;
    return step;
}

static enum step on_list_start(struct reader *reader, const yaml_event_t *event)
{
    return open_branch(reader, event, VALUE_LIST, event->data.sequence_start.anchor,
                       event->data.sequence_start.tag);
}

static enum step on_mapping_start(struct reader *reader, const yaml_event_t *event)
{
    bool is_block = event->data.mapping_start.style == YAML_BLOCK_MAPPING_STYLE;
    if (!reader->depth && reader->resume && is_block) {
        reader->is_key[0] = false;
        reader->parents[reader->depth++] = reader->resume;
        reader->resume = NULL;
        return STEP_NEXT;
    }
    if (!reader->depth)
        reader->is_block = is_block;
    return open_branch(reader, event, VALUE_MAPPING, event->data.mapping_start.anchor,
                       event->data.mapping_start.tag);
}

/* Sets the end of a branch: where its bracket closes, or where its last child ends. */
static void close_extent(struct reader *reader, struct config_node *node, const yaml_event_t *event)
{
    struct extent end = config_marks_extent(&reader->marks, event->start_mark, event->end_mark);
    const struct config_node *last = (const struct config_node *)(const void *)node->value.last;
    if (end.end_offset > end.offset) {
        node->at.end_line = end.end_line;
        node->at.end_column = end.end_column;
        node->at.end_offset = end.end_offset;
    } else if (last && last->at.end_offset >= node->at.offset) {
        bool is_empty = last->at.end_offset == last->at.offset && last->value.key &&
                        last->key.end_offset > last->at.end_offset;
        const struct extent *tail = is_empty ? &last->key : &last->at;
        node->at.end_line = tail->end_line;
        node->at.end_column = tail->end_column;
        node->at.end_offset = tail->end_offset;
    }
}

/* Closes the innermost branch. One that stood where a key should becomes its own spelling. */
static enum step on_branch_end(struct reader *reader, const yaml_event_t *event)
{
    struct config_node *node = reader->parents[--reader->depth];
    close_extent(reader, node, event);
    if (node->value.kind == VALUE_MAPPING) {
        if (!config_anchors_merge(reader->tree, node))
            return STEP_STOP;
        config_node_check_repeated(reader->tree, node);
    }
    if (!reader->is_key[reader->depth])
        return STEP_NEXT;
    size_t length = node->at.end_offset - node->at.offset;
    const char *text = reader->tree->source->text + node->at.offset;
    return take_key(reader, text, length < 40 ? length : 40, node->at,
                    NODE_KEY_QUOTED | NODE_KEY_BROKEN);
}

/* ---- aliases and documents */

/* True for a branch that is still open: an alias to it would hold itself. */
static bool is_open(const struct reader *reader, const struct config_node *node)
{
    for (size_t i = 0; i < reader->depth; i++) {
        if (reader->parents[i] == node)
            return true;
    }
    return false;
}

static enum step on_alias(struct reader *reader, const yaml_event_t *event)
{
    struct config_tree *tree = reader->tree;
    const char *name = (const char *)event->data.alias.anchor;
    struct extent at = config_marks_extent(&reader->marks, event->start_mark, event->end_mark);
    struct config_node *target = config_anchors_find(&reader->anchors, name);
    if (!target || is_open(reader, target)) {
        config_fault_add(tree, FAULT_ALIAS, at,
                         target ? "'*%.60s' holds itself" : "'*%.60s' has no anchor before it",
                         name);
        target = NULL;
    }
    if (keyless_mapping(reader)) {
        const char *text = target && target->value.kind == VALUE_STRING ? target->value.text : name;
        return take_key(reader, text, strlen(text), at, NODE_KEY_QUOTED);
    }
    struct value bare = target ? target->value : (struct value){.kind = VALUE_NULL};
    bare.key = NULL;
    bare.next = bare.last = NULL;
    if (target && config_node_is_branch(target)) {
        bare.first = NULL;
        bare.count = 0;
    }
    struct config_node *node = config_node_new(tree, &bare, at);
    if (!node)
        return STEP_STOP;
    node->plain = target ? target->plain : NULL;
    node->flags =
        target ? target->flags & ~(unsigned)(NODE_KEY_QUOTED | NODE_KEY_BROKEN) : NODE_BROKEN;
    enum step step = attach(reader, node, NULL);
    if (step == STEP_NEXT && target && config_node_is_branch(target) &&
        !config_node_copy(tree, target, node, reader->depth, at))
        return STEP_STOP;
    return step;
}

static enum step on_document_start(struct reader *reader, const yaml_event_t *event)
{
    if (reader->tree->document_count && !reader->resume) {
        struct extent at = config_marks_extent(&reader->marks, event->start_mark, event->end_mark);
        config_fault_add(reader->tree, FAULT_DOCUMENTS, at,
                         "a second document begins; the reader of this file takes one only");
    }
    return STEP_NEXT;
}

static enum step on_stream_end(struct reader *reader, const yaml_event_t *event)
{
    (void)reader;
    (void)event;
    return STEP_END;
}

/* Events without an entry mean nothing to the tree. */
static event_handler *const handlers[] = {
    [YAML_STREAM_END_EVENT] = on_stream_end,
    [YAML_DOCUMENT_START_EVENT] = on_document_start,
    [YAML_ALIAS_EVENT] = on_alias,
    [YAML_SCALAR_EVENT] = on_scalar,
    [YAML_SEQUENCE_START_EVENT] = on_list_start,
    [YAML_SEQUENCE_END_EVENT] = on_branch_end,
    [YAML_MAPPING_START_EVENT] = on_mapping_start,
    [YAML_MAPPING_END_EVENT] = on_branch_end,
};

/* ---- faults of syntax */

/* What libyaml says, in words and with its place. */
static void report_syntax(struct reader *reader, const yaml_parser_t *parser)
{
    const struct config_source *source = reader->tree->source;
    struct extent at =
        config_marks_extent(&reader->marks, parser->problem_mark, parser->problem_mark);
    const char *problem = parser->problem ? parser->problem : "unreadable";
    if (at.offset < source->length && source->text[at.offset] != '\n' &&
        source->text[at.offset] != '\r') {
        at.end_offset++;
        at.end_column++;
        while (at.end_offset < source->length &&
               ((unsigned char)source->text[at.end_offset] & 0xC0) == 0x80)
            at.end_offset++;
    }
    if (at.offset < source->length && source->text[at.offset] == '\t' &&
        (strstr(problem, "cannot start any token") || strstr(problem, "tab character"))) {
        config_fault_add(reader->tree, FAULT_TAB, at, "a tab cannot indent, only spaces can");
        return;
    }
    if (strstr(problem, "cannot start any token") && at.offset < source->length) {
        config_fault_add(reader->tree, FAULT_SYNTAX, at,
                         "a text that begins with '%c' needs quotes", source->text[at.offset]);
        return;
    }
    if (parser->context && parser->context_mark.line != parser->problem_mark.line)
        config_fault_add(reader->tree, FAULT_SYNTAX, at, "%s %s that begins in line %u", problem,
                         parser->context,
                         (unsigned)parser->context_mark.line + 1 + reader->marks.base_line);
    else
        config_fault_add(reader->tree, FAULT_SYNTAX, at, "%s%s%s", problem,
                         parser->context ? " " : "", parser->context ? parser->context : "");
}

/* True when a key of the document's own mapping seems to begin here. */
static bool begins_key(const char *at, const char *end)
{
    bool is_word = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || *at == '_' ||
                   *at == '"' || *at == '\'';
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    return is_word && memchr(at, ':', (size_t)((stop ? stop : end) - at));
}

/* Moves the marks to where reading can go on behind a fault; false when there is no such place. */
static bool find_resume(struct reader *reader, const yaml_parser_t *parser)
{
    const struct config_source *source = reader->tree->source;
    const char *at = source->clean + reader->marks.base_offset,
               *end = source->clean + source->length;
    bool scanned = parser->error == YAML_SCANNER_ERROR;
    size_t first =
        scanned && parser->context ? parser->context_mark.line : parser->problem_mark.line;
    if (first <= reader->last_line)
        first = (size_t)reader->last_line + 1;
    for (size_t line = 0; at < end; line++) {
        if (line && line >= first && begins_key(at, end)) {
            reader->marks.base_offset = reader->marks.offset = (size_t)(at - source->clean);
            reader->marks.base_line += (unsigned)line;
            reader->marks.index = 0;
            return true;
        }
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        at = stop ? stop + 1 : end;
    }
    return false;
}

/* A key whose value could not be read keeps its place: that it is there is known. */
static void keep_key(struct reader *reader)
{
    if (!reader->key.text || !reader->depth || reader->tree->no_memory)
        return;
    struct extent at = reader->key.at;
    at.line = at.end_line;
    at.column = at.end_column;
    at.offset = at.end_offset;
    struct config_node *node =
        config_node_new(reader->tree, &(struct value){.kind = VALUE_NULL}, at);
    if (node)
        node->flags |= NODE_BROKEN;
    attach(reader, node, NULL);
}

/* Prepares reading to go on in the document's own mapping. */
static bool resume(struct reader *reader, const yaml_parser_t *parser)
{
    keep_key(reader);
    struct config_node *root = reader->tree->last_document;
    bool is_open_root = !root || (reader->is_block && root->value.kind == VALUE_MAPPING);
    if (!is_open_root || reader->tree->no_memory || !find_resume(reader, parser))
        return false;
    reader->resume = root;
    reader->depth = 0;
    reader->key.text = NULL;
    reader->last_line = 0;
    return true;
}

/* ---- reading */

/* Feeds events to their handlers until one of them ends it; true when reading may go on behind a
 * fault. */
static bool read_events(struct reader *reader, yaml_parser_t *parser)
{
    for (enum step step = STEP_NEXT; step == STEP_NEXT;) {
        yaml_event_t event;
        if (!yaml_parser_parse(parser, &event)) {
            reader->tree->no_memory |= parser->error == YAML_MEMORY_ERROR;
            if (parser->error != YAML_MEMORY_ERROR)
                report_syntax(reader, parser);
            return resume(reader, parser);
        }
        event_handler *handler = handlers[event.type];
        if (event.type == YAML_SCALAR_EVENT || event.type == YAML_ALIAS_EVENT)
            reader->last_line = (unsigned)event.end_mark.line;
        if (handler)
            step = handler(reader, &event);
        yaml_event_delete(&event);
    }
    return false;
}

/* Reads from where the marks are. */
static bool read_part(struct reader *reader)
{
    const struct config_source *source = reader->tree->source;
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) {
        reader->tree->no_memory = true;
        return false;
    }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser,
                                 (const unsigned char *)source->clean + reader->marks.base_offset,
                                 source->length - reader->marks.base_offset);
    bool again = read_events(reader, &parser);
    yaml_parser_delete(&parser);
    return again;
}

/* True for a byte order mark, which is no part of the text. */
static bool has_mark(const struct config_source *source)
{
    return source->length >= 3 && memcmp(source->text, "\xEF\xBB\xBF", 3) == 0;
}

bool config_tree_read_yaml(struct config_tree *tree)
{
    struct reader reader = {.tree = tree, .marks = {.source = tree->source}};
    reader.marks.base_offset = reader.marks.offset = has_mark(tree->source) ? 3 : 0;
    config_anchors_init(&reader.anchors);
    for (int i = 0; read_part(&reader) && i < RESUMES_MAX; i++)
        ;
    config_anchors_clear(&reader.anchors);
    return !tree->no_memory;
}
