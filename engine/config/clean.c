#include "config/clean.h"

#include <string.h>

#include "base/array.h"
#include "base/utf8.h"

enum { HOLES_MAX = 10000, BAD_BYTES_REPORTED = 3 };

/* A file being cleaned. */
struct cleaner {
    struct config_tree *tree;
    struct config_source *source;
    char *copy; /* NULL until something has to be blanked */
    struct config_hole *holes;
    size_t hole_count, hole_room;
    size_t bad_bytes;
};

struct extent clean_extent(const struct config_source *source, size_t offset, size_t end_offset)
{
    struct extent at = {.line = 1, .column = 1, .offset = offset, .end_offset = end_offset};
    size_t start = source->length >= 3 && memcmp(source->text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    unsigned line = 1, column = 1;
    for (size_t i = start; i <= end_offset; i++) {
        if (i == offset) {
            at.line = line;
            at.column = column;
        }
        at.end_line = line;
        at.end_column = column;
        if (i >= source->length)
            break;
        if (source->text[i] == '\n') {
            line++;
            column = 1;
        } else if (((unsigned char)source->text[i] & 0xC0) != 0x80) {
            column++;
        }
    }
    return at;
}

/* Bytes of ASCII that a text may hold. */
static bool is_plain(unsigned char byte)
{
    return (byte >= ' ' && byte < 0x7F) || byte == '\t' || byte == '\n' || byte == '\r';
}

/* Characters beyond ASCII that a text may hold. */
static bool is_printable(uint32_t code)
{
    return code == 0x85 || (code >= 0xA0 && code <= 0xD7FF) ||
           (code >= 0xE000 && code <= 0xFFFD && code != 0xFEFF) || code >= 0x10000;
}

/* The copy to write into; NULL without memory. */
static char *writable(struct cleaner *cleaner)
{
    struct config_source *source = cleaner->source;
    if (!cleaner->copy) {
        cleaner->copy = arena_copy(cleaner->tree->arena, source->text, source->length);
        cleaner->tree->no_memory |= !cleaner->copy;
        if (cleaner->copy)
            source->clean = cleaner->copy;
    }
    return cleaner->copy;
}

/* Fills bytes of the copy; line ends stay, and bytes beyond ASCII, so that lines and columns do. */
static void fill(struct cleaner *cleaner, size_t offset, size_t end_offset, char with)
{
    char *copy = writable(cleaner);
    for (size_t i = offset; copy && i < end_offset; i++) {
        if (copy[i] != '\n' && copy[i] != '\r' && !(copy[i] & 0x80))
            copy[i] = with;
    }
}

/* ---- bytes that are no text */

static void report_bad(struct cleaner *cleaner, size_t offset, size_t size)
{
    const char *text = cleaner->source->text;
    char *copy = writable(cleaner);
    if (copy)
        memset(copy + offset, '?', size);
    if (++cleaner->bad_bytes > BAD_BYTES_REPORTED)
        return;
    struct extent at = clean_extent(cleaner->source, offset, offset + size);
    if ((unsigned char)text[offset] < 0x80)
        config_fault_add(cleaner->tree, FAULT_ENCODING, at,
                         "the control character 0x%02x may not stand in a text",
                         (unsigned char)text[offset]);
    else if (size == 1)
        config_fault_add(cleaner->tree, FAULT_ENCODING, at, "the byte 0x%02x is not UTF-8",
                         (unsigned char)text[offset]);
    else
        config_fault_add(cleaner->tree, FAULT_ENCODING, at,
                         "this invisible character may not stand in a text");
}

static void check_bytes(struct cleaner *cleaner)
{
    struct config_source *source = cleaner->source;
    size_t i = source->length >= 3 && memcmp(source->text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    source->is_ascii = i == 0;
    while (i < source->length) {
        unsigned char byte = (unsigned char)source->text[i];
        if (is_plain(byte)) {
            i++;
            continue;
        }
        uint32_t code = byte;
        size_t size = byte < 0x80 ? 1 : utf8_read(source->text + i, source->length - i, &code);
        source->is_ascii &= byte < 0x80;
        if (!size || byte < 0x80 || !is_printable(code))
            report_bad(cleaner, i, size ? size : 1);
        i += size ? size : 1;
    }
    if (cleaner->bad_bytes) /* columns of blanked bytes are counted in the copy */
        source->is_ascii = false;
}

/* ---- templates */

static void add_hole(struct cleaner *cleaner, size_t offset, size_t end_offset)
{
    if (cleaner->hole_count == HOLES_MAX)
        return;
    struct config_hole *holes =
        array_grow_in(cleaner->tree->arena, cleaner->holes, cleaner->hole_count, sizeof *holes,
                      &cleaner->hole_room);
    if (!holes) {
        cleaner->tree->no_memory = true;
        return;
    }
    cleaner->holes = holes;
    cleaner->holes[cleaner->hole_count++] = (struct config_hole){offset, end_offset};
}

/* What opens and closes the parts of a template. */
static const struct mark {
    const char *open, *close;
    bool is_value; /* stands for a value, on one line; else a statement, which stands for nothing */
} marks[] = {{"{{", "}}", true}, {"{%", "%}", false}, {"<%", "%>", false}};

enum { MARKS = sizeof marks / sizeof *marks };

/* The mark that opens at an offset, or MARKS. */
static size_t find_mark(const struct config_source *source, size_t at)
{
    size_t i = 0;
    while (i < MARKS &&
           (source->length - at < 2 || memcmp(source->text + at, marks[i].open, 2) != 0))
        i++;
    return i;
}

/* Where the part that begins at `at` may end at the latest. */
static size_t part_limit(const struct config_source *source, const struct mark *mark, size_t at)
{
    const char *stop = mark->is_value ? memchr(source->text + at, '\n', source->length - at) : NULL;
    return stop ? (size_t)(stop - source->text) : source->length;
}

/* Blanks the part of a template that begins at `at`; returns where it ends, or 0. */
static size_t blank_part(struct cleaner *cleaner, const struct mark *mark, size_t at, size_t limit)
{
    const char *text = cleaner->source->text;
    const char *close = memmem(text + at + 2, limit - at - 2, mark->close, strlen(mark->close));
    if (!close)
        return 0;
    size_t end = (size_t)(close - text) + strlen(mark->close);
    fill(cleaner, at, end, mark->is_value ? 'x' : ' ');
    add_hole(cleaner, at, end);
    return end;
}

/* True for a line that is a statement: "% if x:". */
static bool is_statement(const char *at, const char *end)
{
    static const char *const words[] = {"if",    "for",    "else",  "elif",
                                        "endif", "endfor", "while", "endwhile"};
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    if (at == end || *at++ != '%')
        return false;
    while (at < end && *at == ' ')
        at++;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i]);
        if ((size_t)(end - at) >= length && memcmp(at, words[i], length) == 0)
            return (size_t)(end - at) == length || strchr(" :\r\n", at[length]);
    }
    return false;
}

/* Blanks the lines that are statements. */
static void blank_lines(struct cleaner *cleaner)
{
    const struct config_source *source = cleaner->source;
    const char *end = source->text + source->length;
    for (const char *at = memchr(source->text, '%', source->length); at;
         at = memchr(at + 1, '%', (size_t)(end - at - 1))) {
        const char *start = at;
        while (start > source->text && (start[-1] == ' ' || start[-1] == '\t'))
            start--;
        const char *stop =
            start == source->text || start[-1] == '\n' ? memchr(at, '\n', (size_t)(end - at)) : at;
        if (is_statement(at, stop ? stop : end))
            fill(cleaner, (size_t)(start - source->text),
                 (size_t)((stop ? stop : end) - source->text), ' ');
        if (at + 1 >= end)
            break;
    }
}

/* Blanks every part of a template. Where nothing closes one, it is not searched for again before
 * something could, so that the work stays linear. */
static void blank_templates(struct cleaner *cleaner)
{
    const struct config_source *source = cleaner->source;
    size_t unclosed[MARKS] = {0}; /* up to here nothing closes a part of the kind */
    for (size_t i = 0; i + 1 < source->length;) {
        size_t kind = find_mark(source, i), end = 0;
        if (kind < MARKS && i >= unclosed[kind]) {
            size_t limit = part_limit(source, &marks[kind], i);
            end = blank_part(cleaner, &marks[kind], i, limit);
            unclosed[kind] = end ? 0 : limit;
        }
        i = end ? end : i + 1;
    }
    if (memchr(source->text, '%', source->length))
        blank_lines(cleaner);
}

bool clean_source(struct config_tree *tree, const char *text, size_t length,
                  struct config_source *ret_source)
{
    text = text ? text : "";
    *ret_source = (struct config_source){.text = text, .length = length, .clean = text};
    struct cleaner cleaner = {.tree = tree, .source = ret_source};
    if (length > CONFIG_SIZE_MAX) {
        config_fault_add(tree, FAULT_TOO_LARGE, (struct extent){1, 1, 1, 1, 0, 0},
                         "larger than %d MiB: it is not read", CONFIG_SIZE_MAX / 1024 / 1024);
        ret_source->length = 0;
        return !tree->no_memory;
    }
    if (length) {
        check_bytes(&cleaner);
        blank_templates(&cleaner);
    }
    ret_source->holes = cleaner.holes;
    ret_source->hole_count = cleaner.hole_count;
    return !tree->no_memory;
}
