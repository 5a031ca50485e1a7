#include "tables/repeated.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* Up to this many keys comparing all pairs is quicker than sorting. */
enum { FEW_KEYS = 24 };

struct keyed {
    const struct value *child;
    const struct value *first; /* the first child of that key, when it is another one */
    size_t index;
};

/* One key that stands twice. */
static void report(const struct repeated_keys *keys, const struct value *child,
                   const struct value *first)
{
    struct span place = {keys->file, child->key_line, child->key_column};
    struct span other = {keys->file, first->key_line, first->key_column};
    if (keys->findings->count < keys->findings_limit)
        diagnostics_add_pair(keys->findings, MESSAGE_KEY_REPEATED, place, other, child->key);
}

/* Compares each key with those before it. */
static void report_few(const struct repeated_keys *keys)
{
    for (const struct value *child = keys->mapping->first; child; child = child->next) {
        const struct value *first = keys->mapping->first;
        while (first != child && !text_is(first->key, child->key))
            first = first->next;
        if (first != child)
            report(keys, child, first);
    }
}

/* By key, equal ones in their order. */
static int compare_keys(const void *left, const void *right)
{
    const struct keyed *a = left, *b = right;
    int order = strcmp(a->child->key, b->child->key);
    return order ? order : (a->index > b->index) - (a->index < b->index);
}

static int compare_indices(const void *left, const void *right)
{
    const struct keyed *a = left, *b = right;
    return (a->index > b->index) - (a->index < b->index);
}

/* Sorts the keys, marks equal neighbours, and reports in the old order. */
static bool report_many(const struct repeated_keys *keys)
{
    struct keyed *sorted = calloc(keys->mapping->count, sizeof *sorted);
    if (!sorted)
        return false;
    size_t count = 0;
    for (const struct value *child = keys->mapping->first; child; child = child->next, count++)
        sorted[count] = (struct keyed){child, NULL, count};
    qsort(sorted, count, sizeof *sorted, compare_keys);
    for (size_t i = 1; i < count; i++) {
        const struct keyed *before = &sorted[i - 1];
        if (strcmp(before->child->key, sorted[i].child->key) == 0)
            sorted[i].first = before->first ? before->first : before->child;
    }
    qsort(sorted, count, sizeof *sorted, compare_indices);
    for (size_t i = 0; i < count; i++) {
        if (sorted[i].first)
            report(keys, sorted[i].child, sorted[i].first);
    }
    free(sorted);
    return true;
}

bool repeated_keys_report(const struct repeated_keys *keys)
{
    if (keys->mapping->count > FEW_KEYS)
        return report_many(keys);
    report_few(keys);
    return true;
}
