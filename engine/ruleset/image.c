#include "ruleset/image.h"

#include <stdlib.h>
#include <string.h>

void image_init(struct image *image) { *image = (struct image){0}; }

void image_clear(struct image *image)
{
    free(image->bytes);
    free(image->pool);
    free(image->slots);
    image_init(image);
}

/* Makes room for `more` bytes in a growing buffer. */
static bool grow(char **bytes, size_t length, size_t *room, size_t more)
{
    if (length + more <= *room)
        return true;
    size_t wanted = *room ? *room : 4096;
    while (wanted < length + more)
        wanted *= 2;
    char *moved = realloc(*bytes, wanted);
    if (moved == NULL)
        return false;
    *bytes = moved;
    *room = wanted;
    return true;
}

struct table image_add(struct image *image, const void *elements, size_t count, size_t size)
{
    size_t start = image->length ? (image->length + 7) & ~(size_t)7 : sizeof(struct ruleset);
    size_t more = start - image->length + count * size;

    if (image->failed || !grow(&image->bytes, image->length, &image->room, more)) {
        image->failed = true;
        return (struct table){0};
    }
    memset(image->bytes + image->length, 0, start - image->length);
    if (count * size > 0)
        memcpy(image->bytes + start, elements, count * size);
    image->length = start + count * size;
    return (struct table){.offset = (uint32_t)start, .count = (uint32_t)count};
}

void *image_at(struct image *image, struct table table) { return image->bytes + table.offset; }

/* Puts a text's number where a search will find it. */
static void slot_put(struct image *image, text_id text)
{
    const char *bytes = image->pool + text;
    size_t slot = text_hash(bytes, strlen(bytes)) & (image->slot_count - 1);
    while (image->slots[slot] != 0)
        slot = (slot + 1) & (image->slot_count - 1);
    image->slots[slot] = text;
}

/* Doubles the hash table; at most half of it is ever used. */
static bool grow_slots(struct image *image)
{
    size_t old_count = image->slot_count;
    uint32_t *old = image->slots;
    size_t wanted = old_count ? old_count * 2 : 1024;
    uint32_t *slots = calloc(wanted, sizeof *slots);
    if (slots == NULL)
        return false;
    image->slots = slots;
    image->slot_count = wanted;
    for (size_t i = 0; i < old_count; i++) {
        if (old[i])
            slot_put(image, old[i]);
    }
    free(old);
    return true;
}

static text_id find_text(const struct image *image, const char *bytes, size_t length)
{
    if (image->slot_count == 0)
        return 0;
    size_t slot = text_hash(bytes, length) & (image->slot_count - 1);
    for (; image->slots[slot] != 0; slot = (slot + 1) & (image->slot_count - 1)) {
        const char *text = image->pool + image->slots[slot];
        if (strncmp(text, bytes, length) == 0 && text[length] == '\0')
            return image->slots[slot];
    }
    return 0;
}

text_id image_text_bytes(struct image *image, const char *bytes, size_t length)
{
    text_id known = find_text(image, bytes, length);
    if (known || image->failed)
        return known;
    const uint32_t prefix = (uint32_t)length; /* offset 0 stays "no text" */
    size_t start = image->pool_length + sizeof prefix;
    if ((image->text_count + 1) * 2 > image->slot_count && !grow_slots(image)) {
        image->failed = true;
        return 0;
    }
    if (!grow(&image->pool, image->pool_length, &image->pool_room, sizeof prefix + length + 1)) {
        image->failed = true;
        return 0;
    }
    memcpy(image->pool + image->pool_length, &prefix, sizeof prefix);
    memcpy(image->pool + start, bytes, length);
    image->pool[start + length] = '\0';
    image->pool_length = start + length + 1;
    image->text_count++;
    slot_put(image, (text_id)start);
    return (text_id)start;
}

text_id image_text(struct image *image, const char *text)
{
    return text ? image_text_bytes(image, text, strlen(text)) : 0;
}

/* The slot of a text of the pool. */
static size_t find_slot(const struct image *image, text_id text)
{
    const char *bytes = image->pool + text;
    size_t slot = text_hash(bytes, strlen(bytes)) & (image->slot_count - 1);
    while (image->slots[slot] != text)
        slot = (slot + 1) & (image->slot_count - 1);
    return slot;
}

/* FNV-1a over 64 bits, eight bytes at a time, zeros behind the last: what the tables say, not how
 * it is used. */
static uint64_t fingerprint(const char *bytes, size_t length)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < length; i += sizeof hash) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, length - i < sizeof word ? length - i : sizeof word);
        hash = (hash ^ word) * UINT64_C(1099511628211);
    }
    return hash;
}

/* The hash table as it is read: with the fields that texts name. */
static struct table write_slots(struct image *image, const struct ruleset *header)
{
    struct text_slot *slots = calloc(image->slot_count + 1, sizeof *slots);
    if (slots == NULL || image->failed) {
        image->failed = true;
        free(slots);
        return (struct table){0};
    }
    for (size_t i = 0; i < image->slot_count; i++) {
        text_id text = image->slots[i];
        slots[i] = (struct text_slot){.text = text, .field = NONE32};
    }
    const struct field *fields =
        (const struct field *)(const void *)(image->bytes + header->fields.offset);
    for (uint32_t i = 0; i < header->fields.count; i++)
        slots[find_slot(image, fields[i].name)].field = i;
    struct table table = image_add(image, slots, image->slot_count, sizeof *slots);
    free(slots);
    return table;
}

struct ruleset *image_finish(struct image *image, struct ruleset *header)
{
    image_text(image, ""); /* a pool is never empty */
    header->text_slots = write_slots(image, header);
    header->texts = image_add(image, image->pool, image->pool_length, 1);
    if (image->failed)
        return NULL;
    header->magic = RULESET_MAGIC;
    header->size = (uint32_t)image->length;
    header->fingerprint =
        fingerprint(image->bytes + sizeof *header, image->length - sizeof *header);
    memcpy(image->bytes, header, sizeof *header);
    struct ruleset *ruleset = (struct ruleset *)(void *)image->bytes;
    image->bytes = NULL;
    return ruleset;
}
