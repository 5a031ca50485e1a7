/* Snapshot: what a table file holds, in the form it is loaded to, so that a file that comes with
 * the library is never parsed again. Everything is an offset until it is loaded. */
#ifndef ACCORD_TABLES_SNAPSHOT_H
#define ACCORD_TABLES_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/text.h"
#include "tables/schema.h"

/* Places in the data of a snapshot. */
struct snapshot_offsets {
    const uint32_t *items;
    size_t count;
};

struct snapshot {
    enum table_kind kind;
    const char *registry; /* TABLE_ENTRIES: whose entries; else NULL */
    const void *data;     /* the struct of the kind first, then its lists; aligned for any object */
    size_t size;
    const char *texts;              /* each with its NUL */
    struct snapshot_offsets lists;  /* pointers that are offsets in the data */
    struct snapshot_offsets words;  /* struct word: its text is an offset in the texts */
    struct snapshot_offsets places; /* struct span that is no word's */
};

/* The struct of the kind, in `arena`, all places in `file`; its texts stay the snapshot's. NULL
 * without memory. */
void *snapshot_load(const struct snapshot *snapshot, struct arena *arena, const char *file);

/* What a snapshot is made in. */
struct snapshot_draft {
    struct text data, texts, lists, words, places;
};

void snapshot_draft_init(struct snapshot_draft *draft);
void snapshot_draft_clear(struct snapshot_draft *draft);

/* Sets `ret_snapshot` to a snapshot of the struct `data` of a kind; it lives in `draft`, which is
 * empty before. False without memory. */
bool snapshot_take(struct snapshot_draft *draft, enum table_kind kind, const char *registry,
                   const void *data, struct snapshot *ret_snapshot);

#endif
