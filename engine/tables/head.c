#include "tables/head.h"

#include <string.h>

#include "base/text.h"
#include "tables/load.h"

enum {
    CHAIN_MAX = 16,   /* packs, one on the other */
    WORDS_MAX = 1000, /* stages, registries, attributes of a registry */
};

bool head_is_inner_path(const char *path)
{
    if (!*path || *path == '/')
        return false;
    for (const char *part = path; part; part = strchr(part, '/')) {
        part += *part == '/';
        size_t length = strcspn(part, "/");
        if (length == 0 || (part[0] == '.' && (length == 1 || (length == 2 && part[1] == '.'))))
            return false;
    }
    return true;
}

/* Reports versions that are none or not in ascending order. */
static void check_versions(const struct word_list *versions, struct diagnostics *findings)
{
    int64_t before = -1;
    for (size_t i = 0; i < versions->count; i++) {
        const struct word *version = &versions->items[i];
        int64_t release;
        if (!text_read_version(version->text, strlen(version->text), &release)) {
            diagnostics_add(findings, MESSAGE_VERSION_UNREADABLE, version->place, NULL,
                            version->text);
            continue;
        }
        if (release <= before)
            diagnostics_add(findings, MESSAGE_VERSIONS_ORDER, version->place, NULL, version->text,
                            versions->items[i - 1].text);
        before = release;
    }
}

/* Reports registries whose names would be taken for other keys of a file. */
static void check_registries(const struct table_pack *table, struct diagnostics *findings)
{
    static const char *const taken[] = {"format", "pack", "fields", "rules"};
    for (size_t i = 0; i < table->registry_count; i++) {
        const struct word *name = &table->registries[i].name;
        for (size_t j = 0; j < sizeof taken / sizeof *taken; j++) {
            if (strcmp(name->text, taken[j]) == 0)
                diagnostics_add(findings, MESSAGE_SHAPE_WRONG, name->place, NULL, "name",
                                "another word than format, pack, fields and rules", name->text);
        }
    }
}

/* Reports a list that is longer than anybody writes; merging compares all with all. */
static bool check_count(const struct table_pack *table, size_t count, const char *what,
                        struct diagnostics *findings)
{
    if (count > WORDS_MAX)
        diagnostics_add(findings, MESSAGE_TABLE_TOO_LARGE, table->pack.place, NULL, WORDS_MAX,
                        what);
    return count <= WORDS_MAX;
}

/* Reports what is wrong with a head besides its shape; false when the pack is of no use. */
static bool check_table(const struct table_pack *table, struct diagnostics *findings)
{
    bool fits = check_count(table, table->stages.count, "stages", findings);
    fits = check_count(table, table->registry_count, "registries", findings) && fits;
    for (size_t i = 0; fits && i < table->registry_count; i++)
        fits = check_count(table, table->registries[i].attributes.count, "attributes", findings);
    check_versions(&table->versions, findings);
    if (fits)
        check_registries(table, findings);
    return fits;
}

/* Reads one head. */
static enum pack_status head_read(const struct table_source *source, struct arena *arena,
                                  const char *name, struct diagnostics *findings,
                                  struct head **ret_head)
{
    struct head *head = arena_alloc(arena, 1, sizeof *head);
    const char *path = arena_format(arena, "%s/pack.yaml", name);
    if (!head || !path)
        return PACK_NO_MEMORY;
    struct source_bytes bytes;
    enum pack_status status = source_read(source, arena, path, (struct span){0}, findings, &bytes);
    if (status != PACK_OK)
        return status;
    const char *file = arena_copy(
        arena, bytes.path, strlen(bytes.path)); /* places name it as long as the model lives */
    const struct load_request request = {.file = file,
                                         .bytes = bytes.bytes,
                                         .length = bytes.length,
                                         .kind = TABLE_PACK,
                                         .snapshot = bytes.snapshot};
    struct load_content content;
    status = file ? load_file(arena, &request, findings, &content) : PACK_NO_MEMORY;
    source_bytes_clear(&bytes);
    if (status != PACK_OK)
        return status;
    head->name = name;
    head->table = content.data;
    if (!check_table(head->table, findings))
        return PACK_FAULTY;
    *ret_head = head;
    return PACK_OK;
}

/* True when the pack that `extends` names can be read; reports it otherwise. */
static enum pack_status check_extends(const struct table_source *source, struct arena *arena,
                                      const struct head *heads, const struct word *extends,
                                      struct diagnostics *findings)
{
    size_t depth = 0;
    for (const struct head *head = heads; head; head = head->next, depth++) {
        if (strcmp(head->name, extends->text) == 0 || depth == CHAIN_MAX) {
            diagnostics_add(findings, MESSAGE_EXTENDS_CYCLE, extends->place, NULL, extends->text);
            return PACK_FAULTY;
        }
    }
    const char *path = arena_format(arena, "%s/pack.yaml", extends->text);
    if (!path)
        return PACK_NO_MEMORY;
    if (!strchr(extends->text, '/') && head_is_inner_path(path) && source_has(source, path))
        return PACK_OK;
    diagnostics_add(findings, MESSAGE_EXTENDS_UNKNOWN, extends->place, NULL, extends->text);
    return PACK_FAULTY;
}

enum pack_status head_read_chain(const struct table_source *source, struct arena *arena,
                                 const char *name, struct diagnostics *findings,
                                 struct head **ret_deepest)
{
    struct head *deepest = NULL;
    enum pack_status status = PACK_OK;
    while (status == PACK_OK && name) {
        struct head *head = NULL;
        status = head_read(source, arena, name, findings, &head);
        if (status != PACK_OK)
            break;
        head->next = deepest;
        deepest = head;
        name = head->table->extends.text;
        if (name)
            status = check_extends(source, arena, deepest, &head->table->extends, findings);
    }
    if (status == PACK_OK)
        *ret_deepest = deepest;
    return status;
}
