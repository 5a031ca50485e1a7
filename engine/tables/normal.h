/* Normal: a document in the one form that libcyaml's schemas can say. Its texts are numbers:
 * libcyaml loads the number of a word, and the word itself, with its place, comes from the tree. So
 * no text is written, scanned and unescaped a second time. */
#ifndef ACCORD_TABLES_NORMAL_H
#define ACCORD_TABLES_NORMAL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/value.h"
#include "ruleset/model.h"

/* What a number stands for: a scalar of the tree, or the key it stands under. */
struct normal_word {
    const struct value *value;
    bool is_key;
};

struct normal {
    struct text text; /* its `failed` stands for the words too */
    struct normal_word *words;
    size_t count, room;
};

void normal_init(struct normal *normal);
void normal_clear(struct normal *normal);

/* The number of one more word; `text.failed` is set without memory. */
size_t normal_add(struct normal *normal, const struct value *value, bool is_key);

/* The number that was loaded as a text. */
size_t normal_number(const char *text);

/* The word of a number, its text copied into `arena`. False without memory. */
bool normal_find(const struct normal *normal, size_t number, struct arena *arena, const char *file,
                 struct word *ret_word);

#endif
