/* Expressions: "num_nodes * devices.count + local_rank" to ops for the stack machine of
 * calculate.c. A recursive descent parser; its depth is bounded by the stack that evaluation has.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "ruleset/compiler.h"

enum { MOST_OPS = 128, MOST_DEPTH = 12 };

struct parser {
    struct compiler *compiler;
    const char *at;
    const char *fault; /* what is wrong, once something is */
    struct op ops[MOST_OPS];
    size_t count;
    unsigned nesting;
    unsigned depth, deepest; /* of the evaluation's stack */
};

static void parse_comparison(struct parser *parser);
static void parse_sum(struct parser *parser);

static void parser_fail(struct parser *parser, const char *fault)
{
    if (parser->fault == NULL)
        parser->fault = fault;
}

static void skip_space(struct parser *parser)
{
    while (*parser->at == ' ')
        parser->at++;
}

/* Takes a symbol when it comes next. */
static bool take(struct parser *parser, const char *symbol)
{
    skip_space(parser);
    size_t length = strlen(symbol);
    if (strncmp(parser->at, symbol, length) != 0)
        return false;
    parser->at += length;
    return true;
}

/* Emits an op that takes `pops` cells and leaves one. */
static void emit(struct parser *parser, struct op op, unsigned pops)
{
    if (parser->count == MOST_OPS) {
        parser_fail(parser, "it is too long");
        return;
    }
    parser->ops[parser->count++] = op;
    parser->depth += 1 - pops;
    if (parser->depth > parser->deepest)
        parser->deepest = parser->depth;
    if (parser->deepest >= EXPRESSION_DEPTH)
        parser_fail(parser, "it is nested too deeply");
}

static void emit_integer(struct parser *parser, int64_t integer)
{
    struct compiler *compiler = parser->compiler;
    int64_t *integers = compiler_grow(compiler, compiler->integers, compiler->integer_count,
                                      sizeof *integers, &compiler->integer_room);
    if (integers == NULL)
        return;
    compiler->integers = integers;
    compiler->integers[compiler->integer_count] = integer;
    emit(parser, (struct op){.code = OP_INTEGER, .operand = (uint32_t)compiler->integer_count++},
         0);
}

static bool is_name_character(char character)
{
    return isalnum((unsigned char)character) || character == '_' || character == '.';
}

/* A field, an attribute of one, or NULL with a fault. */
static void emit_subject(struct parser *parser, const char *name)
{
    const char *attribute;
    uint32_t field = compiler_find_subject(parser->compiler, name, &attribute);
    if (field == NONE32) {
        parser_fail(parser, "it names something that is neither a field nor a function");
        return;
    }
    struct op op = {.code = OP_FIELD, .field = (uint16_t)field};
    parser->compiler->fields[field].used = true;
    if (attribute) {
        op.code = OP_ATTRIBUTE;
        op.operand = compiler_attribute_slot(parser->compiler,
                                             parser->compiler->fields[field].registry, attribute);
    }
    emit(parser, op, 0);
}

struct function {
    const char *name;
    enum op_code code;
    int operands; /* -1: any number */
};

static const struct function functions[] = {
    {"length", OP_LENGTH, 1}, {"item", OP_ITEM, 2},    {"each", OP_EACH, 2},
    {"count", OP_COUNT, 1},   {"first", OP_FIRST, -1},
};

/* The operands of a call, after its "(". */
static unsigned parse_operands(struct parser *parser)
{
    unsigned count = 0;
    if (take(parser, ")"))
        return 0;
    do {
        parse_sum(parser);
        count++;
    } while (!parser->fault && take(parser, ","));
    if (!take(parser, ")"))
        parser_fail(parser, "a ')' is missing");
    return count;
}

static void parse_call(struct parser *parser, const struct function *function)
{
    unsigned count = parse_operands(parser);
    if (function->operands >= 0 && count != (unsigned)function->operands)
        parser_fail(parser, "a function has too many or too few operands");
    if (count == 0)
        parser_fail(parser, "a function needs an operand");
    if (parser->fault == NULL)
        emit(parser, (struct op){.code = (uint8_t)function->code, .argc = (uint8_t)count}, count);
}

/* arguments(a, b): the fields themselves, not their values, follow the op. */
static void parse_arguments(struct parser *parser)
{
    size_t at = parser->count;
    unsigned depth = parser->depth;

    emit(parser, (struct op){.code = OP_ARGUMENTS}, 0);
    unsigned count = parse_operands(parser);
    if (parser->fault)
        return;
    for (size_t i = at + 1; i < parser->count; i++) {
        if (parser->ops[i].code != OP_FIELD)
            parser_fail(parser, "arguments() takes fields");
    }
    parser->ops[at].argc = (uint8_t)count;
    parser->depth = depth + 1;
}

static void parse_name(struct parser *parser)
{
    const char *start = parser->at;
    while (is_name_character(*parser->at))
        parser->at++;
    char *name = arena_copy(&parser->compiler->arena, start, (size_t)(parser->at - start));
    if (name == NULL) {
        parser->compiler->failed = true;
        parser_fail(parser, "no memory");
        return;
    }
    if (!take(parser, "(")) {
        emit_subject(parser, name);
        return;
    }
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (strcmp(functions[i].name, name) == 0) {
            parse_call(parser, &functions[i]);
            return;
        }
    }
    if (strcmp(name, "arguments") == 0)
        parse_arguments(parser);
    else
        parser_fail(parser, "it calls an unknown function");
}

static void parse_quoted(struct parser *parser)
{
    const char *end = strchr(parser->at, '\'');
    if (end == NULL) {
        parser_fail(parser, "a text has no end");
        return;
    }
    text_id text =
        image_text_bytes(&parser->compiler->image, parser->at, (size_t)(end - parser->at));
    parser->at = end + 1;
    emit(parser, (struct op){.code = OP_TEXT, .operand = text}, 0);
}

/* A number, a text, a name, a call, or something in parentheses. */
static void parse_operand(struct parser *parser)
{
    skip_space(parser);
    if (++parser->nesting > MOST_DEPTH) {
        parser_fail(parser, "it is nested too deeply");
    } else if (take(parser, "(")) {
        parse_comparison(parser);
        if (!take(parser, ")"))
            parser_fail(parser, "a ')' is missing");
    } else if (take(parser, "-")) {
        parse_operand(parser);
        if (parser->fault == NULL)
            emit(parser, (struct op){.code = OP_NEGATE}, 1);
    } else if (take(parser, "'")) {
        parse_quoted(parser);
    } else if (isdigit((unsigned char)*parser->at)) {
        char *end;
        emit_integer(parser, strtoll(parser->at, &end, 10));
        parser->at = end;
    } else if (is_name_character(*parser->at)) {
        parse_name(parser);
    } else {
        parser_fail(parser, *parser->at ? "an operand is missing" : "it ends too early");
    }
    parser->nesting--;
}

struct infix {
    const char *symbol;
    enum op_code code;
};

static const struct infix products[] = {
    {"*", OP_MULTIPLY}, {"/", OP_DIVIDE}, {"%", OP_MODULO}, {NULL, 0}};
static const struct infix sums[] = {{"+", OP_ADD}, {"-", OP_SUBTRACT}, {NULL, 0}};
/* Longer symbols before those they begin with. */
static const struct infix comparisons[] = {
    {"==", OP_EQUAL}, {"!=", OP_UNEQUAL}, {"<=", OP_LESS_EQUAL},    {">=", OP_GREATER_EQUAL},
    {"<", OP_LESS},   {">", OP_GREATER},  {"divides ", OP_DIVIDES}, {NULL, 0}};

static const struct infix *take_infix(struct parser *parser, const struct infix *infixes)
{
    for (; infixes->symbol; infixes++) {
        if (take(parser, infixes->symbol))
            return infixes;
    }
    return NULL;
}

/* operand { operator operand }, from the left. */
static void parse_left(struct parser *parser, const struct infix *infixes,
                       void (*operand)(struct parser *))
{
    const struct infix *infix;
    operand(parser);
    while (!parser->fault && (infix = take_infix(parser, infixes))) {
        operand(parser);
        if (parser->fault == NULL)
            emit(parser, (struct op){.code = (uint8_t)infix->code}, 2);
    }
}

static void parse_product(struct parser *parser) { parse_left(parser, products, parse_operand); }

static void parse_sum(struct parser *parser) { parse_left(parser, sums, parse_product); }

/* Two sides at most: a comparison of a comparison means nothing. */
static void parse_comparison(struct parser *parser)
{
    parse_sum(parser);
    const struct infix *infix = parser->fault ? NULL : take_infix(parser, comparisons);
    if (infix == NULL)
        return;
    parse_sum(parser);
    if (parser->fault == NULL)
        emit(parser, (struct op){.code = (uint8_t)infix->code}, 2);
}

/* True when the last op compares: a relation must. */
static bool is_relation(const struct parser *parser)
{
    uint8_t code = parser->ops[parser->count - 1].code;
    return code >= OP_EQUAL && code <= OP_DIVIDES;
}

bool compile_expression(struct compiler *compiler, struct word word, const char *text,
                        bool relation, struct table *ret_ops)
{
    struct parser *parser = compiler_alloc(compiler, 1, sizeof *parser);
    if (parser == NULL)
        return false;
    *parser = (struct parser){.compiler = compiler, .at = text};
    if (relation)
        parse_comparison(parser);
    else
        parse_sum(parser);
    skip_space(parser);
    if (parser->fault == NULL && *parser->at)
        parser_fail(parser, "something follows that does not belong to it");
    if (parser->fault == NULL && relation && !is_relation(parser))
        parser_fail(parser, "a relation compares two sides");
    if (parser->fault) {
        diagnostics_add(compiler->findings, MESSAGE_EXPRESSION_UNREADABLE, word.place, NULL, text,
                        parser->fault);
        return false;
    }
    *ret_ops = image_add(&compiler->image, parser->ops, parser->count, sizeof *parser->ops);
    return !compiler->image.failed;
}
