/* Image: the memory a ruleset is built in. Tables are appended once they are complete, so nothing
 * needs relocation. */
#ifndef ACCORD_RULESET_IMAGE_H
#define ACCORD_RULESET_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ruleset/ruleset.h"

struct image {
    char *bytes; /* the header first, tables after it */
    size_t length, room;
    char *pool; /* texts, each with its length before it and its NUL; offset 0 is "no text" */
    size_t pool_length, pool_room;
    uint32_t *slots; /* hash table over the pool */
    size_t slot_count, text_count;
    bool failed; /* no memory; sticky */
};

void image_init(struct image *image);
void image_clear(struct image *image);

/* Appends `count` elements of `size` bytes, aligned for any of them. */
struct table image_add(struct image *image, const void *elements, size_t count, size_t size);

/* What was appended, until the next addition. */
void *image_at(struct image *image, struct table table);

/* The text's number; the same text has the same one. NULL is 0. */
text_id image_text(struct image *image, const char *text);
text_id image_text_bytes(struct image *image, const char *bytes, size_t length);

/* The finished ruleset (free with free()), or NULL when something failed. `header` holds every
 * table but the texts'. */
struct ruleset *image_finish(struct image *image, struct ruleset *header);

#endif
