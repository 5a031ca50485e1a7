#include "config/json.h"

#include <string.h>

#include "base/escape.h"
#include "base/number.h"
#include "base/text.h"

/* What may come next. */
enum expect { EXPECT_VALUE, EXPECT_KEY, EXPECT_COLON, EXPECT_COMMA };

enum { FAULTS_MAX = 8, LOOSE_MAX = 16 };

/* A file being read. */
struct scanner {
    struct config_tree *tree;
    const char *text;
    size_t length, at;
    unsigned line, column;
    struct config_node *parents[CONFIG_DEPTH_MAX];
    size_t depth;
    struct config_key key;
    enum expect expect;
    bool after_comma, line_passed; /* what stands between two values */
    bool is_done;                  /* the document is complete */
    size_t faults, loose;
};

static struct extent here(const struct scanner *scanner, size_t size)
{
    return (struct extent){scanner->line, scanner->column,
                           scanner->line, scanner->column + (unsigned)size,
                           scanner->at,   scanner->at + size};
}

static int peek(const struct scanner *scanner, size_t ahead)
{
    return scanner->at + ahead < scanner->length ? (unsigned char)scanner->text[scanner->at + ahead]
                                                 : -1;
}

static void advance(struct scanner *scanner, size_t count)
{
    for (; count && scanner->at < scanner->length; count--) {
        char byte = scanner->text[scanner->at++];
        if (byte == '\n') {
            scanner->line++;
            scanner->column = 1;
        } else if (((unsigned char)byte & 0xC0) != 0x80) {
            scanner->column++;
        }
    }
}

/* Ends an extent where the scanner is. */
static void end_extent(const struct scanner *scanner, struct extent *at)
{
    at->end_line = scanner->line;
    at->end_column = scanner->column;
    at->end_offset = scanner->at;
}

static void loose(struct scanner *scanner, struct extent at, const char *what)
{
    if (scanner->loose++ < LOOSE_MAX)
        config_fault_add(scanner->tree, FAULT_LOOSE, at, "%s", what);
}

/* Records a fault of syntax; false when it is time to give up. */
static bool fault(struct scanner *scanner, struct extent at, const char *what)
{
    config_fault_add(scanner->tree, FAULT_SYNTAX, at, "%s", what);
    return ++scanner->faults < FAULTS_MAX;
}

/* ---- white space */

/* Skips a comment; false when none is there. */
static bool skip_comment(struct scanner *scanner)
{
    int first = peek(scanner, 0), second = peek(scanner, 1);
    const char *end = first == '#' || (first == '/' && second == '/') ? "\n"
                      : first == '/' && second == '*'                 ? "*/"
                                                                      : NULL;
    if (!end)
        return false;
    loose(scanner, here(scanner, first == '#' ? 1 : 2), "a comment");
    const char *start = scanner->text + scanner->at, *stop = scanner->text + scanner->length;
    const char *found = memmem(start, (size_t)(stop - start), end, strlen(end));
    advance(scanner,
            found ? (size_t)(found - start) + (*end == '*' ? 2 : 0) : (size_t)(stop - start));
    return true;
}

static void skip_space(struct scanner *scanner)
{
    for (;;) {
        int byte = peek(scanner, 0);
        if (byte == '\n')
            scanner->line_passed = true;
        if (byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n')
            advance(scanner, 1);
        else if (!skip_comment(scanner))
            return;
    }
}

/* ---- texts */

/* The text between quotes, in the arena; NULL without memory or when it is faulty, which is
 * reported. */
static char *read_quoted(struct scanner *scanner, struct extent *ret_at, size_t *ret_length)
{
    char quote = (char)peek(scanner, 0);
    *ret_at = here(scanner, 1);
    if (quote == '\'')
        loose(scanner, *ret_at, "a text in single quotes");
    size_t end = scanner->at + 1;
    while (end < scanner->length && scanner->text[end] != quote && scanner->text[end] != '\n')
        end += scanner->text[end] == '\\' ? 2 : 1;
    if (end >= scanner->length || scanner->text[end] != quote) {
        fault(scanner, *ret_at, "the quote that begins here is not closed in this line");
        advance(scanner, (end < scanner->length ? end : scanner->length) - scanner->at);
        return NULL;
    }
    const char *start = scanner->text + scanner->at + 1;
    size_t length = end - scanner->at - 1;
    char *text = arena_alloc(scanner->tree->arena, length + 1, 1);
    scanner->tree->no_memory |= !text;
    advance(scanner, length + 2);
    end_extent(scanner, ret_at);
    if (text && !unescape_json(start, length, text, ret_length)) {
        memcpy(text, start, length);
        *ret_length = length;
        if (memchr(start, '\\', length) || memchr(start, '\t', length))
            fault(scanner, *ret_at, "a wrong escape, or a control character, in a text");
    }
    if (text)
        text[*ret_length] = '\0';
    return text;
}

/* A text in three single quotes, over several lines. */
static char *read_block(struct scanner *scanner, struct extent *ret_at, size_t *ret_length)
{
    *ret_at = here(scanner, 3);
    loose(scanner, *ret_at, "a text of several lines");
    const char *start = scanner->text + scanner->at + 3, *stop = scanner->text + scanner->length;
    const char *end = memmem(start, (size_t)(stop - start), "'''", 3);
    if (!end) {
        fault(scanner, *ret_at, "the quotes that begin here are not closed");
        advance(scanner, scanner->length - scanner->at);
        return NULL;
    }
    *ret_length = (size_t)(end - start);
    advance(scanner, *ret_length + 6);
    end_extent(scanner, ret_at);
    char *text = arena_copy(scanner->tree->arena, start, *ret_length);
    scanner->tree->no_memory |= !text;
    return text;
}

static bool is_word_byte(int byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || (byte >= 0 && strchr("_-+.$", byte) && byte);
}

static size_t word_size(const struct scanner *scanner)
{
    size_t size = 0;
    while (is_word_byte(peek(scanner, size)))
        size++;
    return size;
}

/* ---- values */

/* True for a placeholder that a script replaces: only capitals, digits and '_'. */
static bool is_placeholder(const char *text, size_t length)
{
    size_t capitals = 0;
    for (size_t i = 0; i < length; i++) {
        bool is_capital = text[i] >= 'A' && text[i] <= 'Z';
        capitals += is_capital;
        if (!is_capital && text[i] != '_' && !(text[i] >= '0' && text[i] <= '9'))
            return false;
    }
    return capitals > 1;
}

static bool is_json_number(const char *text, size_t length)
{
    size_t i = length && text[0] == '-', digits = 0;
    for (; i + digits < length && text[i + digits] >= '0' && text[i + digits] <= '9'; digits++)
        ;
    return digits && (digits == 1 || text[i] != '0');
}

/* A word without quotes as a typed value; false when it is none of JSON's. */
static bool read_word(const char *text, size_t length, struct value *ret_value)
{
    static const struct {
        const char *text;
        struct value value;
    } rows[] = {{"true", {.kind = VALUE_BOOLEAN, .boolean = true}},
                {"false", {.kind = VALUE_BOOLEAN, .boolean = false}},
                {"null", {.kind = VALUE_NULL}},
                {"NaN", {.kind = VALUE_FLOAT, .number = __builtin_nan("")}},
                {"Infinity", {.kind = VALUE_FLOAT, .number = __builtin_inf()}},
                {"-Infinity", {.kind = VALUE_FLOAT, .number = -__builtin_inf()}}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strlen(rows[i].text) == length && memcmp(rows[i].text, text, length) == 0) {
            *ret_value = rows[i].value;
            return true;
        }
    }
    if (!is_json_number(text, length))
        return false;
    bool is_whole = strcspn(text, ".eE") >= length;
    *ret_value = (struct value){.kind = is_whole ? VALUE_INTEGER : VALUE_FLOAT};
    return is_whole ? text_read_integer(text, length, &ret_value->integer)
                    : number_read(text, length, &ret_value->number);
}

/* Adds a scalar to the tree; what comes next is a comma. */
static bool add_scalar(struct scanner *scanner, const struct value *value, struct extent at,
                       const char *plain, unsigned flags)
{
    struct config_node *parent = scanner->depth ? scanner->parents[scanner->depth - 1] : NULL;
    struct config_node *node =
        config_node_add(scanner->tree, parent, scanner->key.text ? &scanner->key : NULL, value, at);
    if (!node)
        return false;
    node->plain = value->kind == VALUE_STRING ? NULL : plain;
    node->flags |= flags;
    if (config_source_has_hole(scanner->tree->source, at.offset, at.end_offset))
        node->flags |= NODE_TEMPLATE;
    scanner->key.text = NULL;
    scanner->expect = EXPECT_COMMA;
    scanner->after_comma = scanner->line_passed = false;
    scanner->is_done = !parent;
    return true;
}

/* Adds a text. One that nothing closes ends the reading: what stands behind it cannot be told from
 * what was meant to be in it. */
static bool add_text(struct scanner *scanner, const char *text, size_t length, struct extent at)
{
    if (scanner->tree->no_memory)
        return false;
    const struct value value = {.kind = text ? VALUE_STRING : VALUE_NULL,
                                .count = text ? (uint32_t)length : 0,
                                .text = text ? text : NULL};
    return add_scalar(scanner, &value, at, NULL, text ? NODE_QUOTED : NODE_BROKEN) && text &&
           scanner->faults < FAULTS_MAX;
}

/* A word without quotes that is no value of JSON: a placeholder, or a text to the end of the line.
 */
static bool add_quoteless(struct scanner *scanner, size_t size)
{
    const char *text = scanner->text + scanner->at;
    struct extent at = here(scanner, size);
    unsigned flags = is_placeholder(text, size) ? NODE_TEMPLATE : 0;
    if (!flags) {
        while (peek(scanner, size) >= 0 && !strchr("\n\r,}]", peek(scanner, size)))
            size++;
        while (size && (text[size - 1] == ' ' || text[size - 1] == '\t'))
            size--;
        loose(scanner, at, "a text without quotes");
    }
    char *copy = arena_copy(scanner->tree->arena, text, size);
    scanner->tree->no_memory |= !copy;
    if (!copy)
        return false;
    advance(scanner, size);
    end_extent(scanner, &at);
    const struct value value = {.kind = VALUE_STRING, .count = (uint32_t)size, .text = copy};
    return add_scalar(scanner, &value, at, NULL, flags);
}

static bool add_word(struct scanner *scanner)
{
    size_t size = word_size(scanner);
    char *copy = arena_copy(scanner->tree->arena, scanner->text + scanner->at, size);
    struct value value;
    scanner->tree->no_memory |= !copy;
    if (!copy)
        return false;
    if (!size) {
        bool goes_on =
            fault(scanner, here(scanner, peek(scanner, 0) >= 0), "a value is missing here");
        advance(scanner, 1);
        return goes_on;
    }
    if (!read_word(copy, size, &value))
        return add_quoteless(scanner, size);
    struct extent at = here(scanner, size);
    advance(scanner, size);
    return add_scalar(scanner, &value, at, copy, 0);
}

/* Opens a list or mapping. */
static bool open_branch(struct scanner *scanner, enum value_kind kind)
{
    struct extent at = here(scanner, 1);
    if (scanner->depth == CONFIG_DEPTH_MAX) {
        config_fault_add(scanner->tree, FAULT_TOO_DEEP, at, "deeper than %d levels",
                         CONFIG_DEPTH_MAX);
        return false;
    }
    struct config_node *parent = scanner->depth ? scanner->parents[scanner->depth - 1] : NULL;
    struct config_node *node =
        config_node_add(scanner->tree, parent, scanner->key.text ? &scanner->key : NULL,
                        &(struct value){.kind = kind}, at);
    if (!node)
        return false;
    scanner->key.text = NULL;
    scanner->parents[scanner->depth++] = node;
    scanner->expect = kind == VALUE_LIST ? EXPECT_VALUE : EXPECT_KEY;
    scanner->after_comma = false;
    advance(scanner, 1);
    return true;
}

static bool close_branch(struct scanner *scanner)
{
    char bracket = (char)peek(scanner, 0);
    struct config_node *node = scanner->depth ? scanner->parents[scanner->depth - 1] : NULL;
    bool fits = node && (bracket == ']') == (node->value.kind == VALUE_LIST);
    if (scanner->after_comma)
        loose(scanner, here(scanner, 1), "a comma before the bracket that closes");
    if (!fits) {
        fault(scanner, here(scanner, 1), "this bracket closes nothing that is open");
        return false;
    }
    advance(scanner, 1);
    end_extent(scanner, &node->at);
    if (node->value.kind == VALUE_MAPPING)
        config_node_check_repeated(scanner->tree, node);
    scanner->depth--;
    scanner->expect = EXPECT_COMMA;
    scanner->after_comma = scanner->line_passed = false;
    scanner->is_done = scanner->depth == 0;
    return true;
}

static bool read_value(struct scanner *scanner)
{
    int byte = peek(scanner, 0);
    struct extent at;
    size_t length = 0;
    if (byte == '{' || byte == '[')
        return open_branch(scanner, byte == '{' ? VALUE_MAPPING : VALUE_LIST);
    if ((byte == '}' || byte == ']') && !scanner->key.text)
        return close_branch(scanner);
    if (byte == '\'' && peek(scanner, 1) == '\'' && peek(scanner, 2) == '\'') {
        const char *text = read_block(scanner, &at, &length);
        return add_text(scanner, text, length, at);
    }
    if (byte == '"' || byte == '\'') {
        const char *text = read_quoted(scanner, &at, &length);
        return add_text(scanner, text, length, at);
    }
    return add_word(scanner);
}

static bool read_key(struct scanner *scanner)
{
    int byte = peek(scanner, 0);
    struct extent at = here(scanner, 1);
    size_t length = 0;
    const char *text = NULL;
    if (byte == '}' || byte == ']')
        return close_branch(scanner);
    if (byte == '"' || byte == '\'') {
        text = read_quoted(scanner, &at, &length);
    } else if ((length = word_size(scanner)) > 0) {
        at = here(scanner, length);
        loose(scanner, at, "a key without quotes");
        text = arena_copy(scanner->tree->arena, scanner->text + scanner->at, length);
        scanner->tree->no_memory |= !text;
        advance(scanner, length);
    } else {
        bool goes_on = fault(scanner, at, "a key is missing here");
        advance(scanner, 1);
        return goes_on;
    }
    scanner->key = (struct config_key){text, length, at, NODE_KEY_QUOTED};
    scanner->expect = EXPECT_COLON;
    return text != NULL;
}

static bool read_colon(struct scanner *scanner)
{
    scanner->expect = EXPECT_VALUE;
    if (peek(scanner, 0) != ':')
        return fault(scanner, here(scanner, peek(scanner, 0) >= 0),
                     "':' is missing between a key and its value");
    advance(scanner, 1);
    return true;
}

static bool read_comma(struct scanner *scanner)
{
    int byte = peek(scanner, 0);
    if (byte == '}' || byte == ']')
        return close_branch(scanner);
    scanner->expect =
        scanner->parents[scanner->depth - 1]->value.kind == VALUE_LIST ? EXPECT_VALUE : EXPECT_KEY;
    if (byte == ',') {
        advance(scanner, 1);
        scanner->after_comma = true;
        return true;
    }
    if (!scanner->line_passed)
        return fault(scanner, here(scanner, 1), "',' is missing before this");
    loose(scanner, here(scanner, 1), "a line end in place of a comma");
    return true;
}

static bool (*const readers[])(struct scanner *scanner) = {
    [EXPECT_VALUE] = read_value,
    [EXPECT_KEY] = read_key,
    [EXPECT_COLON] = read_colon,
    [EXPECT_COMMA] = read_comma,
};

/* What is left when reading has ended: open brackets, or text behind the document. */
static void read_end(struct scanner *scanner)
{
    skip_space(scanner);
    if (scanner->is_done && scanner->at < scanner->length)
        fault(scanner, here(scanner, 1), "more text behind the end of the document");
    if (scanner->depth && scanner->at == scanner->length)
        config_fault_add(scanner->tree, FAULT_SYNTAX, here(scanner, 0),
                         "the text ends, but the bracket of line %u is not closed",
                         scanner->parents[scanner->depth - 1]->at.line);
    while (scanner->depth)
        end_extent(scanner, &scanner->parents[--scanner->depth]->at);
}

bool json_read(struct config_tree *tree)
{
    const struct config_source *source = tree->source;
    struct scanner scanner = {
        .tree = tree, .text = source->clean, .length = source->length, .line = 1, .column = 1};
    if (scanner.length >= 3 && memcmp(scanner.text, "\xEF\xBB\xBF", 3) == 0) {
        scanner.at = 3;
        config_fault_add(tree, FAULT_LOOSE, (struct extent){1, 1, 1, 1, 0, 3}, "a byte order mark");
    }
    for (bool goes_on = true; goes_on && !scanner.is_done && !tree->no_memory;) {
        skip_space(&scanner);
        goes_on = scanner.at < scanner.length && readers[scanner.expect](&scanner);
    }
    if (!tree->no_memory)
        read_end(&scanner);
    return !tree->no_memory;
}
