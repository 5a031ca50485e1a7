/* Tests: "x", "not x, y", "unset", ">=2.10", "2..8". Read twice: to cut the domains, then to make
 * masks over positions. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/value.h"
#include "ruleset/compiler.h"
#include "ruleset/test.h"

/* Words that stand for positions rather than literals; `types` is a bit set of field types. */
struct test_word {
    const char *word;
    enum test_kind kind;
    unsigned types;
};

#define ALL_TYPES    ((1u << TYPE__COUNT) - 1)
#define NUMBER_TYPES (1u << TYPE_INTEGER | 1u << TYPE_VERSION | 1u << TYPE_COUNT)

static const struct test_word test_words[] = {
    {"unset", TEST_UNSET, ALL_TYPES},
    {"set", TEST_SET, ALL_TYPES},
    {"unregistered", TEST_OTHER, 1u << TYPE_NAME},
    {"other", TEST_OTHER, 1u << TYPE_CHOICE},
    {"unreadable", TEST_OTHER, NUMBER_TYPES},
    {"empty", TEST_EMPTY, 1u << TYPE_LIST},
};

static bool is_number(uint8_t type) { return (1u << type) & NUMBER_TYPES; }

/* A number of a test; `ret_span` is what a version of fewer parts leaves open ("2.6" is
 * every 2.6.x). */
static bool read_number(uint8_t type, const char *text, size_t length, int64_t *ret_number,
                        int64_t *ret_span)
{
    static const int64_t spans[] = {0, 999999, 999, 0};
    if (type != TYPE_VERSION) {
        *ret_span = 0;
        return text_read_integer(text, length, ret_number);
    }
    if (!text_read_version(text, length, ret_number))
        return false;
    unsigned parts = text_version_parts(text, length);
    *ret_span = spans[parts < 3 ? parts : 3];
    return true;
}

/* ">1", ">=2.10", "<3", "<=4" */
static bool read_comparison(uint8_t type, const char *text, struct test *ret_test)
{
    bool above = *text == '>', equal = text[1] == '=';
    const char *digits = text + 1 + equal;
    int64_t number, span;

    if (!read_number(type, digits, strlen(digits), &number, &span))
        return false;
    *ret_test = (struct test){.kind = TEST_RANGE, .low = INT64_MIN, .high = INT64_MAX};
    if (above)
        ret_test->low = equal ? number : number + span + 1;
    else
        ret_test->high = equal ? number + span : number - 1;
    return true;
}

/* "2..8" */
static bool read_range(uint8_t type, const char *text, const char *dots, struct test *ret_test)
{
    int64_t low, high, span, unused;
    if (!read_number(type, text, (size_t)(dots - text), &low, &unused) ||
        !read_number(type, dots + 2, strlen(dots + 2), &high, &span) || low > high)
        return false;
    *ret_test = (struct test){.kind = TEST_RANGE, .low = low, .high = high + span};
    return true;
}

static bool read_number_test(uint8_t type, const char *text, struct test *ret_test)
{
    const char *dots = strstr(text, "..");
    int64_t number, span;

    if (*text == '>' || *text == '<')
        return read_comparison(type, text, ret_test);
    if (dots)
        return read_range(type, text, dots, ret_test);
    if (!read_number(type, text, strlen(text), &number, &span))
        return false;
    *ret_test = (struct test){.kind = TEST_RANGE, .low = number, .high = number + span};
    return true;
}

/* One positive test; `type` is that of the field, or text for an attribute. */
static bool read_test(uint8_t type, bool is_attribute, const char *text, struct test *ret_test)
{
    for (size_t i = 0; i < sizeof test_words / sizeof *test_words; i++) {
        bool known =
            (test_words[i].types >> type & 1) && !(is_attribute && test_words[i].kind > TEST_SET);
        if (known && strcmp(test_words[i].word, text) == 0) {
            *ret_test = (struct test){.kind = test_words[i].kind};
            return true;
        }
    }
    if (!is_attribute && is_number(type))
        return read_number_test(type, text, ret_test);
    if (!is_attribute && (type == TYPE_VALUE || type == TYPE_MAPPING || type == TYPE_LIST))
        return false;
    *ret_test = (struct test){.kind = TEST_LITERAL, .text = *text == '=' ? text + 1 : text};
    return true;
}

void part_test(struct compiler *compiler, uint32_t field, const char *attribute, struct word word,
               each_test *each, void *context)
{
    struct test test;
    uint8_t type = compiler->fields[field].out.type;
    if (read_test(type, attribute != NULL, word.text, &test))
        each(compiler, field, attribute, &test, word, context);
    else if (!compiler->masking)
        diagnostics_add(compiler->findings, MESSAGE_TEST_UNREADABLE, word.place, NULL, word.text,
                        is_number(type) ? "number" : "untyped", compiler->fields[field].name);
}

void split_tests(struct compiler *compiler, uint32_t field, const char *attribute, struct word word,
                 each_test *each, void *context)
{
    const char *text = word.text + strlen("not ");
    while (*text) {
        text += strspn(text, " ,");
        size_t length = strcspn(text, ",");
        char *part = arena_copy(&compiler->arena, text, length);
        if (part == NULL) {
            compiler->failed = true;
            return;
        }
        part_test(compiler, field, attribute, (struct word){.text = part, .place = word.place},
                  each, context);
        text += length;
    }
}

bool is_negated(const char *text) { return strncmp(text, "not ", 4) == 0; }

/* First pass: cuts and literals. */

static void add_cut(struct compiler *compiler, struct cut_list *list, int64_t cut)
{
    size_t at = list->count;
    while (at > 0 && list->items[at - 1] >= cut) {
        if (list->items[at - 1] == cut)
            return;
        at--;
    }
    int64_t *items = compiler_grow(compiler, list->items, list->count, sizeof *items, &list->room);
    if (items == NULL)
        return;
    list->items = items;
    memmove(list->items + at + 1, list->items + at, (list->count - at) * sizeof *list->items);
    list->items[at] = cut;
    list->count++;
}

static void add_range(struct compiler *compiler, struct draft_field *field, int64_t low,
                      int64_t high)
{
    add_cut(compiler, &field->cuts, low);
    if (high < INT64_MAX)
        add_cut(compiler, &field->cuts, high + 1);
}

static void add_literal(struct compiler *compiler, struct draft_field *field, const char *text)
{
    struct literal_list *list = &field->literals;
    text_id id = image_text(&compiler->image, text);

    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i] == id)
            return;
    }
    text_id *items = compiler_grow(compiler, list->items, list->count, sizeof *items, &list->room);
    if (items == NULL)
        return;
    list->items = items;
    list->items[list->count++] = id;
}

static void collect_test(struct compiler *compiler, uint32_t field, const char *attribute,
                         const struct test *test, struct word word, void *context)
{
    struct draft_field *draft = &compiler->fields[field];
    (void)word;
    (void)context;
    if (test->kind == TEST_RANGE)
        add_range(compiler, draft, test->low, test->high);
    else if (test->kind == TEST_LITERAL && attribute == NULL && draft->out.type == TYPE_TEXT)
        add_literal(compiler, draft, test->text);
}

static void collect_key(struct compiler *compiler, const struct model_test *test)
{
    const char *attribute;
    if (strcmp(test->field.text, "relate") == 0)
        return;
    uint32_t field = compiler_subject(compiler, test->field, &attribute);
    if (field != NONE32)
        compiler->fields[field].used = true;
    for (size_t i = 0; field != NONE32 && i < test->tests.count; i++) {
        if (is_negated(test->tests.items[i].text))
            split_tests(compiler, field, attribute, test->tests.items[i], collect_test, NULL);
        else
            part_test(compiler, field, attribute, test->tests.items[i], collect_test, NULL);
    }
}

static void collect_condition(struct compiler *compiler, const struct model_condition *condition)
{
    for (size_t i = 0; i < condition->count; i++)
        collect_key(compiler, &condition->tests[i]);
}

static void collect_conditions(struct compiler *compiler, const struct model_conditions *conditions)
{
    for (size_t i = 0; i < conditions->count; i++)
        collect_condition(compiler, &conditions->items[i]);
}

/* A lifetime cuts the versions. */
static void collect_lifetime(struct compiler *compiler, struct word since, struct word until)
{
    struct draft_field *version = &compiler->fields[compiler->header.version_field];
    const struct word words[] = {since, until};
    for (size_t i = 0; i < 2; i++) {
        int64_t number;
        if (words[i].text == NULL)
            continue;
        if (text_read_version(words[i].text, strlen(words[i].text), &number))
            add_cut(compiler, &version->cuts, number);
        else
            diagnostics_add(compiler->findings, MESSAGE_VERSION_UNREADABLE, words[i].place, NULL,
                            words[i].text);
    }
}

static void collect_rule(struct compiler *compiler, const struct model_rule *rule)
{
    collect_conditions(compiler, &rule->when);
    collect_conditions(compiler, &rule->unless);
    collect_condition(compiler, &rule->require);
    collect_condition(compiler, &rule->deny);
    for (size_t i = 0; i < rule->choose_count; i++)
        collect_conditions(compiler, &rule->choose[i].when);
    collect_lifetime(compiler, rule->since, rule->until);
}

/* Entries come and go with releases. */
static void collect_entries(struct compiler *compiler)
{
    struct cut_list *cuts = &compiler->fields[compiler->header.version_field].cuts;
    for (size_t i = 0; i < compiler->model->registry_count; i++) {
        const struct roster *roster = &compiler->rosters[i];
        for (size_t j = 0; j < roster->count; j++) {
            const struct registry_entry *entry = roster->entries[j];
            if (registry_since(entry) > 0)
                add_cut(compiler, cuts, registry_since(entry));
            if (registry_until(entry) < INT64_MAX)
                add_cut(compiler, cuts, registry_until(entry));
        }
    }
}

/* The values of choices, over all declarations of a field. */
static void collect_values(struct compiler *compiler)
{
    for (size_t i = 0; i < compiler->model->field_count; i++) {
        const struct model_field *declared = &compiler->model->fields[i];
        uint32_t index = compiler_field(compiler, declared->name.text);
        if (index == NONE32 || compiler->fields[index].out.type != TYPE_CHOICE)
            continue;
        for (size_t j = 0; j < declared->values.count; j++)
            add_literal(compiler, &compiler->fields[index], declared->values.items[j].text);
    }
}

void compile_collect_tests(struct compiler *compiler)
{
    collect_entries(compiler);
    for (uint32_t i = 0; i < compiler->field_count; i++) {
        struct draft_field *field = &compiler->fields[i];
        if (is_number(field->out.type))
            add_cut(compiler, &field->cuts, INT64_MIN);
    }
    collect_values(compiler);
    collect_conditions(compiler, &compiler->model->emits_when);
    for (size_t i = 0; i < compiler->model->rule_count && !compiler->failed; i++)
        collect_rule(compiler, &compiler->model->rules[i]);
}

/* Positions, now that every cut and literal is known. */

static int literal_compare(const void *left, const void *right)
{
    const struct literal *a = left, *b = right;
    return a->text < b->text ? -1 : a->text > b->text;
}

static uint16_t settle_literals(struct compiler *compiler, struct draft_field *field)
{
    size_t count = field->literals.count;
    struct literal *literals = compiler_alloc(compiler, count, sizeof *literals);
    for (size_t i = 0; literals && i < count; i++)
        literals[i] = (struct literal){.text = field->literals.items[i],
                                       .position = (uint32_t)(POSITION_FIRST + i)};
    if (literals == NULL)
        return 0;
    qsort(literals, count, sizeof *literals, literal_compare);
    field->out.literals = image_add(&compiler->image, literals, count, sizeof *literals);
    return (uint16_t)(POSITION_FIRST + count);
}

/* Unset, then what the type has. */
static uint16_t settle_type(struct compiler *compiler, struct draft_field *field)
{
    switch ((enum field_type)field->out.type) {
    case TYPE_NAME:
        return (uint16_t)(POSITION_FIRST + (field->roster ? field->roster->count : 0));
    case TYPE_KIND:
        return POSITION_OBJECT + 1;
    case TYPE_CHOICE:
    case TYPE_TEXT:
        return settle_literals(compiler, field);
    case TYPE_INTEGER:
    case TYPE_VERSION:
    case TYPE_COUNT:
        field->out.cuts = image_add(&compiler->image, field->cuts.items, field->cuts.count,
                                    sizeof *field->cuts.items);
        return (uint16_t)(POSITION_FIRST + field->cuts.count);
    case TYPE_TRUTH:
    case TYPE_LIST:
        return 3;
    default:
        return 2;
    }
}

/* Length of the longest literal of the field that is a list or mapping in words, up to 255. */
static uint8_t longest_spelled(const struct compiler *compiler, const struct draft_field *field)
{
    size_t longest = 0;
    for (size_t i = 0; i < field->literals.count && !compiler->image.failed; i++) {
        const char *literal = compiler->image.pool + field->literals.items[i];
        size_t length = *literal == '[' || *literal == '{' ? strlen(literal) : 0;
        longest = length > longest ? length : longest;
    }
    return longest < UINT8_MAX ? (uint8_t)longest : UINT8_MAX;
}

static void settle_field(struct compiler *compiler, struct draft_field *field)
{
    field->out.spelled = longest_spelled(compiler, field);
    field->out.position_count = settle_type(compiler, field);
    field->out.plain = field->out.type == TYPE_VALUE ||
                       (field->out.type == TYPE_TEXT && field->literals.count == 0);
}

void compile_settle_positions(struct compiler *compiler)
{
    compiler->masking = true;
    enum { MOST_POSITIONS = 16384 };
    for (uint32_t i = 0; i < compiler->field_count && !compiler->failed; i++) {
        struct draft_field *field = &compiler->fields[i];
        if (field->cuts.count > MOST_POSITIONS || field->literals.count > MOST_POSITIONS)
            compiler_end(compiler, field->place, MOST_POSITIONS, "different values of one field");
        else
            settle_field(compiler, field);
    }
}
