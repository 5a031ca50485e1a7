#include "facts/facts.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

void facts_init(struct facts *facts)
{
    *facts = (struct facts){0};
    arena_init(&facts->arena);
}

void facts_clear(struct facts *facts)
{
    if (!facts)
        return;
    free(facts->items);
    arena_clear(&facts->arena);
    *facts = (struct facts){0};
}

static struct fact *find(const struct facts *facts, const char *name)
{
    for (size_t i = 0; i < facts->count; i++)
        if (strcmp(facts->items[i].name, name) == 0)
            return &facts->items[i];
    return NULL;
}

const struct fact *facts_find(const struct facts *facts, const char *name)
{
    return find(facts, name);
}

void facts_drop(struct facts *facts, const char *name)
{
    struct fact *fact = find(facts, name);
    if (!fact)
        return;
    size_t index = (size_t)(fact - facts->items);
    memmove(fact, fact + 1, (facts->count - index - 1) * sizeof *fact);
    facts->count--;
}

static bool reserve(struct facts *facts)
{
    struct fact *items = array_grow(facts->items, facts->count, sizeof *items, &facts->room);
    if (!items)
        return false;
    facts->items = items;
    return true;
}

/* NULL stays NULL and is a success. */
static bool copy_text(struct arena *arena, const char **text)
{
    if (!*text)
        return true;
    *text = arena_copy(arena, *text, strlen(*text));
    return *text;
}

/* The facts of one file come one after the other and share one copy of its name. */
static bool copy_file(struct facts *facts, const char **file)
{
    const struct fact *last = facts->count ? &facts->items[facts->count - 1] : NULL;
    if (*file && last && last->place.file && strcmp(last->place.file, *file) == 0) {
        *file = last->place.file;
        return true;
    }
    return copy_text(&facts->arena, file);
}

bool facts_set(struct facts *facts, const char *name, const struct value *value,
               enum fact_source source, struct span place, const char *detail)
{
    struct fact *old = find(facts, name);
    if (old && old->source > source)
        return true;
    struct fact fact = {
        .name = old ? old->name : name, .source = source, .place = place, .detail = detail};
    fact.value = value_copy(&facts->arena, value);
    if (!fact.value || !reserve(facts) || !copy_text(&facts->arena, &fact.detail) ||
        !copy_file(facts, &fact.place.file) || (!old && !copy_text(&facts->arena, &fact.name)))
        return false;
    if (old)
        *find(facts, name) = fact; /* reserve may have moved it */
    else
        facts->items[facts->count++] = fact;
    return true;
}

bool facts_copy(struct facts *facts, const struct facts *from)
{
    for (size_t i = 0; i < from->count; i++) {
        const struct fact *fact = &from->items[i];
        if (!facts_set(facts, fact->name, fact->value, fact->source, fact->place, fact->detail))
            return false;
    }
    return true;
}

static const char *const source_names[] = {
    [FACT_PROBE] = "probe",
    [FACT_TARGET] = "target",
    [FACT_FILE] = "file",
    [FACT_GIVEN] = "given",
};

const char *fact_source_name(enum fact_source source) { return source_names[source]; }
