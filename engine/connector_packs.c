/* Packs: which frameworks an engine's tables are for. */
#include <string.h>

#include "builtin.h"
#include "connector.h"
#include "tables/head.h"

/* Packs of a directory while they are being sorted out. */
struct found_packs {
    struct table_source source;
    struct arena *arena;
    const char **names;
    bool *is_settled; /* listed, or left out because others stand on it */
    size_t count;
};

static bool is_builtin(const char *name)
{
    size_t i = 0;
    while (i < builtin_pack_count && strcmp(builtin_packs[i].name, name) != 0)
        i++;
    return i < builtin_pack_count;
}

/* True for a pack of the library that only others stand on. */
static bool is_builtin_base(const char *name)
{
    char path[256];
    struct table_source source = {.files = builtin_files, .count = builtin_file_count};
    if (is_builtin(name) || strlen(name) > 128)
        return false;
    strcat(strcpy(path, name), "/pack.yaml");
    return source_has(&source, path);
}

/* Marks the packs that a pack stands on. One that cannot be read stands on none: what is wrong with
 * it is said when it is asked for. */
static void mark_bases(struct found_packs *found, const char *name)
{
    struct diagnostics unheard;
    struct head *head = NULL;
    diagnostics_init(&unheard);
    if (head_read_chain(&found->source, found->arena, name, &unheard, &head) != PACK_OK)
        head = NULL;
    for (; head && head->next; head = head->next) {
        for (size_t i = 0; i < found->count; i++)
            found->is_settled[i] =
                found->is_settled[i] ||
                (!is_builtin(head->name) && strcmp(found->names[i], head->name) == 0);
    }
    diagnostics_clear(&unheard);
}

/* Lists the packs that the library has too, in its order. */
static void list_known(struct found_packs *found, struct engine_packs *packs)
{
    for (size_t i = 0; i < builtin_pack_count; i++) {
        for (size_t j = 0; j < found->count; j++) {
            if (strcmp(found->names[j], builtin_packs[i].name) != 0)
                continue;
            packs->names[packs->count++] = found->names[j];
            found->is_settled[j] = true;
        }
    }
}

/* Lists the others, but for those that only others stand on. */
static void list_others(struct found_packs *found, struct engine_packs *packs)
{
    for (size_t i = 0; i < found->count; i++) {
        if (is_builtin_base(found->names[i]))
            found->is_settled[i] = true;
        else if (!is_builtin(found->names[i]))
            mark_bases(found, found->names[i]);
    }
    for (size_t i = 0; i < found->count; i++) {
        if (!found->is_settled[i])
            packs->names[packs->count++] = found->names[i];
    }
}

bool engine_packs_find(struct arena *arena, const char *directory, struct engine_packs *ret_packs)
{
    struct found_packs found = {
        .source = {.files = builtin_files, .count = builtin_file_count, .directory = directory},
        .arena = arena};
    if (!source_folders(arena, directory, "pack.yaml", &found.names, &found.count))
        return false;
    struct engine_packs packs = {.names = arena_alloc(arena, found.count + 1, sizeof *packs.names)};
    found.is_settled = arena_alloc(arena, found.count + 1, sizeof *found.is_settled);
    if (!packs.names || !found.is_settled)
        return false;
    list_known(&found, &packs);
    list_others(&found, &packs);
    *ret_packs = packs;
    return true;
}

const char *engine_pack_name(const struct accord_engine *engine, size_t index)
{
    if (engine->packs_of_tables.count == 0)
        return index < builtin_pack_count ? builtin_packs[index].name : NULL;
    return index < engine->packs_of_tables.count ? engine->packs_of_tables.names[index] : NULL;
}
