#include "tables/syntax.h"

#include <string.h>

#include "base/text.h"

/* Moves a place over one byte. */
static void advance(struct span *place, char byte)
{
    bool continues = ((unsigned char)byte & 0xC0) == 0x80; /* of a character, not one itself */
    if (byte == '\n') {
        place->line++;
        place->column = 1;
    } else if (!continues) {
        place->column++;
    }
}

/* The place of the byte at `offset`: errors of encoding come without a mark. */
static struct span place_of_offset(const struct tree_text *text, size_t offset)
{
    struct span place = {text->file, 1, 1};
    for (size_t i = 0; i < offset && i < text->length; i++)
        advance(&place, text->bytes[i]);
    return place;
}

/* The byte at a place, or NUL. */
static char byte_at(const struct tree_text *text, struct span wanted)
{
    struct span place = {text->file, 1, 1};
    for (size_t i = 0; i < text->length; i++) {
        if (place.line == wanted.line && place.column == wanted.column)
            return text->bytes[i];
        advance(&place, text->bytes[i]);
    }
    return '\0';
}

/* The context that libyaml gives, with its line where that is another one. */
static void add_context(struct text *words, const yaml_parser_t *parser)
{
    if (!parser->context)
        return;
    text_format(words, " %s", parser->context);
    if (parser->context_mark.line != parser->problem_mark.line)
        text_format(words, " that begins on line %zu", parser->context_mark.line + 1);
}

/* What went wrong, in words. */
static void add_problem(struct text *words, const struct tree_text *text, struct span place,
                        const yaml_parser_t *parser)
{
    const char *problem = parser->problem ? parser->problem : "unreadable";
    char byte = strstr(problem, "cannot start any token") ? byte_at(text, place) : '\0';
    if (byte == '\t')
        text_add(words, "a tab cannot indent, only spaces can");
    else if (byte > ' ' && byte <= '~')
        text_format(words, "a text that begins with %c needs quotes", byte);
    else
        text_add(words, problem);
    if (!byte)
        add_context(words, parser);
}

bool syntax_report(const struct tree_text *text, const yaml_parser_t *parser,
                   struct diagnostics *findings)
{
    if (parser->error == YAML_MEMORY_ERROR)
        return false;
    yaml_mark_t mark = parser->problem_mark;
    struct span place = {text->file, (uint32_t)mark.line + 1, (uint32_t)mark.column + 1};
    if (parser->error == YAML_READER_ERROR)
        place = place_of_offset(text, parser->problem_offset);
    struct text words;
    text_init(&words);
    add_problem(&words, text, place, parser);
    bool complete = !words.failed;
    if (complete)
        diagnostics_add(findings, MESSAGE_YAML_SYNTAX, place, NULL, words.bytes);
    text_clear(&words);
    return complete;
}
