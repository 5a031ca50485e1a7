/* Tests: "x", "not x, y", "unset", ">=2.10", "2..8". Read twice: to cut the domains, then to make masks over positions. */
#include <stdlib.h>
#include <string.h>

#include "base/bitset.h"
#include "base/text.h"
#include "base/value.h"
#include "ruleset/compiler.h"

/* A test taken apart. */
enum test_kind { TEST_UNSET, TEST_SET, TEST_OTHER, TEST_EMPTY, TEST_LITERAL, TEST_RANGE };

struct test {
    enum test_kind kind;
    const char *text; /* literal */
    int64_t low, high; /* range, inclusive */
};

/* Words that stand for positions rather than literals; `types` is a bit set of field types. */
struct test_word {
    const char *word;
    enum test_kind kind;
    unsigned types;
};

#define ALL_TYPES ((1u << TYPE__COUNT) - 1)
#define NUMBER_TYPES (1u << TYPE_INTEGER | 1u << TYPE_VERSION | 1u << TYPE_COUNT)

static const struct test_word test_words[] = {
    {"unset", TEST_UNSET, ALL_TYPES},
    {"set", TEST_SET, ALL_TYPES},
    {"unregistered", TEST_OTHER, 1u << TYPE_NAME},
    {"other", TEST_OTHER, 1u << TYPE_CHOICE},
    {"unreadable", TEST_OTHER, NUMBER_TYPES},
    {"empty", TEST_EMPTY, 1u << TYPE_LIST},
};

static bool is_number(uint8_t type)
{
    return (1u << type) & NUMBER_TYPES;
}

/* A number of a test; `ret_span` is what a version of fewer parts leaves open ("2.6" is every 2.6.x). */
static bool read_number(uint8_t type, const char *text, size_t length, int64_t *ret_number, int64_t *ret_span)
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
        bool known = (test_words[i].types >> type & 1) && !(is_attribute && test_words[i].kind > TEST_SET);
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

/* Calls `each` for every positive test in "x" or "not x, y". */
typedef void each_test(struct compiler *compiler, uint32_t field, const char *attribute, const struct test *test,
                       struct word word, void *context);

static void part_test(struct compiler *compiler, uint32_t field, const char *attribute, struct word word, each_test *each,
                      void *context)
{
    struct test test;
    uint8_t type = compiler->fields[field].out.type;
    if (read_test(type, attribute != NULL, word.text, &test))
        each(compiler, field, attribute, &test, word, context);
    else if (!compiler->masking)
        diagnostics_add(compiler->findings, MESSAGE_TEST_UNREADABLE, word.place, NULL, word.text,
                        is_number(type) ? "number" : "untyped", compiler->fields[field].name);
}

/* Takes "a, b" apart; a single test stays whole. */
static void split_tests(struct compiler *compiler, uint32_t field, const char *attribute, struct word word, each_test *each,
                        void *context)
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
        part_test(compiler, field, attribute, (struct word){.text = part, .place = word.place}, each, context);
        text += length;
    }
}

static bool is_negated(const char *text)
{
    return strncmp(text, "not ", 4) == 0;
}

/* First pass: cuts and literals. */

static void add_cut(struct compiler *compiler, struct cut_list *list, int64_t cut)
{
    size_t at = list->count;
    while (at > 0 && list->items[at - 1] >= cut) {
        if (list->items[at - 1] == cut)
            return;
        at--;
    }
    if (list->count == list->room) {
        size_t room = list->room ? list->room * 2 : 16;
        int64_t *items = compiler_alloc(compiler, room, sizeof *items);
        if (items == NULL)
            return;
        if (list->count)
            memcpy(items, list->items, list->count * sizeof *items);
        list->items = items;
        list->room = room;
    }
    memmove(list->items + at + 1, list->items + at, (list->count - at) * sizeof *list->items);
    list->items[at] = cut;
    list->count++;
}

static void add_range(struct compiler *compiler, struct draft_field *field, int64_t low, int64_t high)
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
    if (list->count == list->room) {
        size_t room = list->room ? list->room * 2 : 8;
        text_id *items = compiler_alloc(compiler, room, sizeof *items);
        if (items == NULL)
            return;
        if (list->count)
            memcpy(items, list->items, list->count * sizeof *items);
        list->items = items;
        list->room = room;
    }
    list->items[list->count++] = id;
}

static void collect_test(struct compiler *compiler, uint32_t field, const char *attribute, const struct test *test,
                         struct word word, void *context)
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
            diagnostics_add(compiler->findings, MESSAGE_VERSION_UNREADABLE, words[i].place, NULL, words[i].text);
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
        struct registry *registry = compiler->model->registries[i];
        for (size_t j = 0; j < registry_count(registry); j++) {
            const struct registry_entry *entry = registry_at(registry, j);
            if (entry->since > 0)
                add_cut(compiler, cuts, entry->since);
            if (entry->until < INT64_MAX)
                add_cut(compiler, cuts, entry->until);
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
        literals[i] = (struct literal){.text = field->literals.items[i], .position = (uint32_t)(POSITION_FIRST + i)};
    if (literals == NULL)
        return 0;
    qsort(literals, count, sizeof *literals, literal_compare);
    field->out.literals = image_add(&compiler->image, literals, count, sizeof *literals);
    return (uint16_t)(POSITION_FIRST + count);
}

/* Unset, then what the type has. */
static uint16_t settle_field(struct compiler *compiler, struct draft_field *field)
{
    switch ((enum field_type)field->out.type) {
    case TYPE_NAME:
        return (uint16_t)(POSITION_FIRST + (field->registry ? registry_count(field->registry) : 0));
    case TYPE_KIND:
        return POSITION_OBJECT + 1;
    case TYPE_CHOICE:
    case TYPE_TEXT:
        return settle_literals(compiler, field);
    case TYPE_INTEGER:
    case TYPE_VERSION:
    case TYPE_COUNT:
        field->out.cuts = image_add(&compiler->image, field->cuts.items, field->cuts.count, sizeof *field->cuts.items);
        return (uint16_t)(POSITION_FIRST + field->cuts.count);
    case TYPE_TRUTH:
    case TYPE_LIST:
        return 3;
    default:
        return 2;
    }
}

void compile_settle_positions(struct compiler *compiler)
{
    compiler->masking = true;
    enum { MOST_POSITIONS = 16384 };
    for (uint32_t i = 0; i < compiler->field_count && !compiler->failed; i++) {
        struct draft_field *field = &compiler->fields[i];
        if (field->cuts.count > MOST_POSITIONS || field->literals.count > MOST_POSITIONS)
            diagnostics_add(compiler->findings, MESSAGE_TABLE_TOO_LARGE, field->place, NULL, MOST_POSITIONS,
                            "different values of one field");
        else
            field->out.position_count = settle_field(compiler, field);
    }
}

/* Second pass: masks. */

size_t field_words(const struct compiler *compiler, uint32_t field)
{
    return (compiler->fields[field].out.position_count + 63u) / 64;
}

static void mask_set(uint64_t *mask, size_t position)
{
    mask[position / 64] |= UINT64_C(1) << (position % 64);
}

/* Entries of a name field whose name, or attribute, passes. Names that no entry has are reported. */
static void mask_entries(struct compiler *compiler, uint32_t field, const char *attribute, const struct test *test,
                         struct word word, uint64_t *mask)
{
    struct registry *registry = compiler->fields[field].registry;
    bool found = test->kind != TEST_LITERAL;

    for (size_t i = 0; i < registry_count(registry); i++) {
        const struct registry_entry *entry = registry_at(registry, i);
        const char *text = attribute ? registry_attribute(registry, entry, attribute) : entry->name;
        bool holds = test->kind == TEST_SET ? text != NULL
                     : test->kind == TEST_UNSET ? text == NULL
                                                : text && strcmp(text, test->text) == 0;
        if (holds)
            mask_set(mask, POSITION_FIRST + i);
        found = found || holds;
    }
    if (!found)
        diagnostics_add(compiler->findings, MESSAGE_VALUE_UNKNOWN, word.place,
                        attribute ? NULL : registry_nearest(registry, test->text), compiler->fields[field].name, test->text);
}

static void mask_attribute(struct compiler *compiler, uint32_t field, const char *attribute, const struct test *test,
                           struct word word, uint64_t *mask)
{
    mask_entries(compiler, field, attribute, test, word, mask);
    if (test->kind == TEST_UNSET) {
        mask_set(mask, POSITION_UNSET);
        mask_set(mask, POSITION_OTHER);
    }
}

static void mask_range(const struct draft_field *field, const struct test *test, uint64_t *mask)
{
    for (size_t i = 0; i < field->cuts.count; i++) {
        int64_t last = i + 1 < field->cuts.count ? field->cuts.items[i + 1] - 1 : INT64_MAX;
        if (field->cuts.items[i] >= test->low && last <= test->high)
            mask_set(mask, POSITION_FIRST + i);
    }
}

/* false, true; kinds; values of a choice; literals of a text. */
static void mask_literal(struct compiler *compiler, uint32_t field, const struct test *test, struct word word, uint64_t *mask)
{
    struct draft_field *draft = &compiler->fields[field];
    bool found = false;

    if (draft->out.type == TYPE_TRUTH) {
        bool truth = strcmp(test->text, "true") == 0;
        found = truth || strcmp(test->text, "false") == 0;
        mask_set(mask, truth ? POSITION_TRUE : POSITION_FALSE);
    } else if (draft->out.type == TYPE_KIND) {
        for (int kind = 0; kind <= VALUE__COUNT; kind++) {
            const char *name = kind < VALUE__COUNT ? value_kind_name((enum value_kind)kind) : "object";
            if (strcmp(name, test->text) == 0) {
                mask_set(mask, (size_t)kind + 1);
                found = true;
            }
        }
    } else {
        text_id text = image_text(&compiler->image, test->text);
        for (size_t i = 0; i < draft->literals.count; i++) {
            if (draft->literals.items[i] == text) {
                mask_set(mask, POSITION_FIRST + i);
                found = true;
            }
        }
    }
    if (!found)
        diagnostics_add(compiler->findings, MESSAGE_VALUE_UNKNOWN, word.place, NULL, draft->name, test->text);
}

static void mask_test(struct compiler *compiler, uint32_t field, const char *attribute, const struct test *test, struct word word,
                      void *context)
{
    uint64_t *mask = context;
    const struct draft_field *draft = &compiler->fields[field];

    if (attribute)
        mask_attribute(compiler, field, attribute, test, word, mask);
    else if (test->kind == TEST_UNSET)
        mask_set(mask, POSITION_UNSET);
    else if (test->kind == TEST_OTHER || test->kind == TEST_EMPTY)
        mask_set(mask, POSITION_OTHER);
    else if (test->kind == TEST_SET)
        for (size_t i = 1; i < draft->out.position_count; i++)
            mask_set(mask, i);
    else if (test->kind == TEST_RANGE)
        mask_range(draft, test, mask);
    else if (draft->out.type == TYPE_NAME)
        mask_entries(compiler, field, NULL, test, word, mask);
    else
        mask_literal(compiler, field, test, word, mask);
}

/* The last word's bits past the positions stay clear. */
static void mask_complement(const struct compiler *compiler, uint32_t field, uint64_t *mask)
{
    size_t count = compiler->fields[field].out.position_count;
    for (size_t i = 0; i < field_words(compiler, field); i++)
        mask[i] = ~mask[i];
    if (count % 64)
        mask[count / 64] &= (UINT64_C(1) << (count % 64)) - 1;
}

/* True when two words of a list are negated: together they exclude nothing. */
static bool excludes_nothing(const struct word_list *tests)
{
    unsigned negated = 0;
    for (size_t i = 0; i < tests->count; i++)
        negated += is_negated(tests->items[i].text);
    return negated > 1;
}

uint64_t *test_mask(struct compiler *compiler, const struct model_test *test, uint32_t *ret_field)
{
    const char *attribute;
    uint32_t field = compiler_find_subject(compiler, test->field.text, &attribute);
    if (field == NONE32)
        return NULL; /* reported when collected */
    size_t words = field_words(compiler, field);
    uint64_t *mask = compiler_alloc(compiler, words, sizeof *mask);

    if (excludes_nothing(&test->tests))
        diagnostics_add(compiler->findings, MESSAGE_TEST_ALWAYS, test->field.place, NULL, test->field.text);
    for (size_t i = 0; mask && i < test->tests.count; i++) {
        struct word word = test->tests.items[i];
        uint64_t *part = mask;
        if (is_negated(word.text)) {
            part = compiler_alloc(compiler, words, sizeof *part);
            if (part == NULL)
                return NULL;
            split_tests(compiler, field, attribute, word, mask_test, part);
            mask_complement(compiler, field, part);
            for (size_t j = 0; j < words; j++)
                mask[j] |= part[j];
        } else {
            part_test(compiler, field, attribute, word, mask_test, part);
        }
    }
    *ret_field = field;
    return mask;
}
