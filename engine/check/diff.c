/* Unified differences. Edits are few and small, so what two texts share at both ends is set aside,
 * and the rest compared line by line. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check/edit.h"

enum { CONTEXT = 3, TABLE_MAX = 4 * 1024 * 1024 };

struct lines {
    const char **starts; /* count + 1, the last one is the end */
    size_t count;
};

/* One line of the result. */
struct step {
    char mark; /* ' ', '-' or '+' */
    size_t before, after;
};

struct difference {
    struct lines before, after;
    struct step *steps;
    size_t count;
};

static bool split(const char *text, size_t length, struct lines *ret_lines)
{
    size_t count = 0;
    const char *end = text + length;
    for (const char *at = text; at < end; count++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        at = stop ? stop + 1 : end;
    }
    const char **starts = malloc((count + 1) * sizeof *starts);
    if (starts == NULL)
        return false;
    size_t line = 0;
    for (const char *at = text; at < end;) {
        starts[line++] = at;
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        at = stop ? stop + 1 : end;
    }
    starts[line] = end;
    *ret_lines = (struct lines){.starts = starts, .count = count};
    return true;
}

static bool same_line(const struct difference *difference, size_t before, size_t after)
{
    const char *left = difference->before.starts[before], *right = difference->after.starts[after];
    size_t size = (size_t)(difference->before.starts[before + 1] - left);
    return size == (size_t)(difference->after.starts[after + 1] - right) &&
           memcmp(left, right, size) == 0;
}

static void add_step(struct difference *difference, char mark, size_t before, size_t after)
{
    difference->steps[difference->count++] =
        (struct step){.mark = mark, .before = before, .after = after};
}

/* The middle part, when it is too large to be compared: all of it is replaced. */
static void replace_all(struct difference *difference, size_t first, size_t before_end,
                        size_t after_end)
{
    for (size_t i = first; i < before_end; i++)
        add_step(difference, '-', i, first);
    for (size_t j = first; j < after_end; j++)
        add_step(difference, '+', before_end, j);
}

/* The middle part by the longest common sequence of lines; `table` holds its lengths from each pair
 * of lines on. */
static void compare_lines(struct difference *difference, uint32_t *table, size_t first,
                          size_t before_end, size_t after_end)
{
    size_t rows = before_end - first, columns = after_end - first, width = columns + 1;
    for (size_t i = rows; i-- > 0;) {
        for (size_t j = columns; j-- > 0;) {
            uint32_t down = table[(i + 1) * width + j], right = table[i * width + j + 1];
            bool same = same_line(difference, first + i, first + j);
            table[i * width + j] = same            ? table[(i + 1) * width + j + 1] + 1
                                   : down >= right ? down
                                                   : right;
        }
    }
    size_t i = 0, j = 0;
    while (i < rows || j < columns) {
        if (i < rows && j < columns && same_line(difference, first + i, first + j)) {
            add_step(difference, ' ', first + i, first + j);
            i++;
            j++;
        } else if (i < rows &&
                   (j == columns || table[(i + 1) * width + j] >= table[i * width + j + 1])) {
            add_step(difference, '-', first + i, first + j);
            i++;
        } else {
            add_step(difference, '+', first + i, first + j);
            j++;
        }
    }
}

/* Lines at both ends that are the same, and what is between. False without memory. */
static bool find_steps(struct difference *difference)
{
    size_t before = difference->before.count, after = difference->after.count, first = 0, same = 0;
    while (first < before && first < after && same_line(difference, first, first))
        first++;
    while (before > first && after > first && same_line(difference, before - 1, after - 1)) {
        before--;
        after--;
        same++;
    }
    difference->steps =
        malloc((first + (before - first) + (after - first) + same + 1) * sizeof *difference->steps);
    if (difference->steps == NULL)
        return false;
    for (size_t i = 0; i < first; i++)
        add_step(difference, ' ', i, i);
    bool large = (before - first + 1) > TABLE_MAX / (after - first + 1);
    uint32_t *table =
        large ? NULL : calloc((before - first + 1) * (after - first + 1), sizeof *table);
    if (table)
        compare_lines(difference, table, first, before, after);
    else
        replace_all(difference, first, before, after);
    free(table);
    for (size_t i = 0; i < same; i++)
        add_step(difference, ' ', before + i, after + i);
    return true;
}

/* Bytes as they are, but for those that would act on a terminal. */
static void add_harmless(struct text *out, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        bool acts = (byte < 0x20 && byte != '\t' && byte != '\r') || byte == 0x7f ||
                    (byte >= 0x80 && byte < 0xa0 && i > 0 && (unsigned char)bytes[i - 1] == 0xc2);
        text_add_bytes(out, acts ? "?" : bytes + i, 1);
    }
}

static void add_line(struct text *out, const struct difference *difference, const struct step *step)
{
    bool added = step->mark == '+';
    const struct lines *lines = added ? &difference->after : &difference->before;
    size_t index = added ? step->after : step->before;
    size_t size = (size_t)(lines->starts[index + 1] - lines->starts[index]);
    bool ended = size > 0 && lines->starts[index][size - 1] == '\n';
    text_format(out, "%c", step->mark);
    add_harmless(out, lines->starts[index], ended ? size - 1 : size);
    text_add(out, ended ? "\n" : "\n\\ No newline at end of file\n");
}

/* One hunk: steps `first` to `end`. */
static void add_hunk(struct text *out, const struct difference *difference, size_t first,
                     size_t end)
{
    size_t before = 0, after = 0;
    for (size_t i = first; i < end; i++) {
        before += difference->steps[i].mark != '+';
        after += difference->steps[i].mark != '-';
    }
    text_format(out, "@@ -%zu,%zu +%zu,%zu @@\n", difference->steps[first].before + (before > 0),
                before, difference->steps[first].after + (after > 0), after);
    for (size_t i = first; i < end; i++)
        add_line(out, difference, &difference->steps[i]);
}

/* Changes with a few lines around them; those that are near each other share a hunk. */
static void add_hunks(struct text *out, const struct difference *difference)
{
    size_t at = 0;
    while (at < difference->count) {
        while (at < difference->count && difference->steps[at].mark == ' ')
            at++;
        if (at == difference->count)
            return;
        size_t first = at > CONTEXT ? at - CONTEXT : 0, last = at;
        for (; at < difference->count && at <= last + (size_t)2 * CONTEXT; at++) {
            if (difference->steps[at].mark != ' ')
                last = at;
        }
        at = last + CONTEXT + 1 < difference->count ? last + CONTEXT + 1 : difference->count;
        add_hunk(out, difference, first, at);
    }
}

void diff_add(struct text *out, const char *path, const char *before, size_t before_length,
              const char *after, size_t after_length)
{
    struct difference difference = {0};
    bool complete = split(before, before_length, &difference.before) &&
                    split(after, after_length, &difference.after) && find_steps(&difference);
    if (complete) {
        text_add(out, "--- ");
        text_add_printable(out, path, strlen(path));
        text_add(out, "\n+++ ");
        text_add_printable(out, path, strlen(path));
        text_add(out, "\n");
        add_hunks(out, &difference);
    }
    out->failed = out->failed || !complete;
    free(difference.before.starts);
    free(difference.after.starts);
    free(difference.steps);
}
