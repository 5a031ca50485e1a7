/* Masks: the positions of a field that its tests allow. */
#include <string.h>

#include "base/text.h"
#include "base/value.h"
#include "ruleset/compiler.h"
#include "ruleset/test.h"

size_t field_words(const struct compiler *compiler, uint32_t field)
{
    return (compiler->fields[field].out.position_count + 63u) / 64;
}

static void mask_set(uint64_t *mask, size_t position)
{
    mask[position / 64] |= UINT64_C(1) << (position % 64);
}

/* Entries of a name field whose name, or attribute, passes. Names that no entry has are reported.
 */
static void mask_entries(struct compiler *compiler, uint32_t field, const char *attribute,
                         const struct test *test, struct word word, uint64_t *mask)
{
    const struct draft_field *draft = &compiler->fields[field];
    uint32_t slot =
        attribute ? compiler_attribute_slot(compiler, draft->registry, attribute) : NONE32;
    bool found = test->kind != TEST_LITERAL;

    for (size_t i = 0; i < draft->roster->count; i++) {
        const char *text =
            attribute ? compiler_attribute(draft, i, slot) : draft->roster->entries[i]->name;
        bool holds = test->kind == TEST_SET     ? text != NULL
                     : test->kind == TEST_UNSET ? text == NULL
                                                : text && text_is(text, test->text);
        if (holds)
            mask_set(mask, POSITION_FIRST + i);
        found = found || holds;
    }
    if (!found)
        diagnostics_add(compiler->findings, MESSAGE_VALUE_UNKNOWN, word.place,
                        attribute ? NULL : registry_nearest(draft->registry, test->text),
                        draft->name, test->text);
}

static void mask_attribute(struct compiler *compiler, uint32_t field, const char *attribute,
                           const struct test *test, struct word word, uint64_t *mask)
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
static void mask_literal(struct compiler *compiler, uint32_t field, const struct test *test,
                         struct word word, uint64_t *mask)
{
    struct draft_field *draft = &compiler->fields[field];
    bool found = false;

    if (draft->out.type == TYPE_TRUTH) {
        bool truth = strcmp(test->text, "true") == 0;
        found = truth || strcmp(test->text, "false") == 0;
        mask_set(mask, truth ? POSITION_TRUE : POSITION_FALSE);
    } else if (draft->out.type == TYPE_KIND) {
        for (int kind = 0; kind <= VALUE__COUNT; kind++) {
            const char *name =
                kind < VALUE__COUNT ? value_kind_name((enum value_kind)kind) : "object";
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
        diagnostics_add(compiler->findings, MESSAGE_VALUE_UNKNOWN, word.place, NULL, draft->name,
                        test->text);
}

static void mask_test(struct compiler *compiler, uint32_t field, const char *attribute,
                      const struct test *test, struct word word, void *context)
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
        diagnostics_add(compiler->findings, MESSAGE_TEST_ALWAYS, test->field.place, NULL,
                        test->field.text);
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
