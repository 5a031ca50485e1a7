#include "tables/config_marks.h"

static bool continues(char byte) { return ((unsigned char)byte & 0xC0) == 0x80; }

/* The byte at which the character number `index` stands. */
static size_t offset_of(struct config_marks *marks, size_t index)
{
    const struct config_source *source = marks->source;
    if (source->is_ascii) {
        size_t offset = marks->base_offset + index;
        return offset < source->length ? offset : source->length;
    }
    if (marks->offset < marks->base_offset)
        marks->offset = marks->base_offset;
    while (marks->index < index && marks->offset < source->length) {
        marks->offset++;
        while (marks->offset < source->length && continues(source->text[marks->offset]))
            marks->offset++;
        marks->index++;
    }
    while (marks->index > index && marks->offset > marks->base_offset) {
        marks->offset--;
        while (marks->offset > marks->base_offset && continues(source->text[marks->offset]))
            marks->offset--;
        marks->index--;
    }
    return marks->offset;
}

struct extent config_marks_extent(struct config_marks *marks, yaml_mark_t start, yaml_mark_t end)
{
    size_t offset = offset_of(marks, start.index), end_offset = offset_of(marks, end.index);
    return (struct extent){.line = (unsigned)start.line + 1 + marks->base_line,
                           .column = (unsigned)start.column + 1,
                           .end_line = (unsigned)end.line + 1 + marks->base_line,
                           .end_column = (unsigned)end.column + 1,
                           .offset = offset,
                           .end_offset = end_offset < offset ? offset : end_offset};
}

/* Moves the start of an extent over one byte. */
static void move_start(struct extent *at, const char *text)
{
    char byte = text[at->offset++];
    if (byte == '\n') {
        at->line++;
        at->column = 1;
    } else if (!continues(byte)) {
        at->column++;
    }
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

struct extent config_marks_value(struct config_marks *marks, yaml_mark_t start, yaml_mark_t end)
{
    struct extent at = config_marks_extent(marks, start, end);
    const char *text = marks->source->clean;
    while (at.offset < at.end_offset && (text[at.offset] == '&' || text[at.offset] == '!')) {
        while (at.offset < at.end_offset && !is_blank(text[at.offset]))
            move_start(&at, text);
        while (at.offset < at.end_offset && is_blank(text[at.offset]))
            move_start(&at, text);
    }
    return at;
}
