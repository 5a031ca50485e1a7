#include "tables/pack.h"

#include <string.h>

#include "tables/builder.h"
#include "tables/head.h"
#include "tables/load.h"

/* Files of one pack or layer. */
enum { FILES_MAX = 1000 };

/* One file that is to come in. */
struct incoming {
    const struct table_source *source;
    const char *path;  /* below the source */
    struct span asked; /* where it is listed */
};

/* Reads and merges one file. A faulty one is left out, so that the others can be checked. */
static enum pack_status add_file(struct builder *builder, const struct incoming *incoming)
{
    struct arena *arena = &builder->model.arena;
    struct source_bytes bytes;
    enum pack_status status = source_read(incoming->source, arena, incoming->path, incoming->asked,
                                          builder->findings, &bytes);
    if (status != PACK_OK)
        return status;
    const struct load_request request = {
        .file = arena_copy(arena, bytes.path,
                           strlen(bytes.path)), /* places name it as long as the model lives */
        .bytes = bytes.bytes,
        .length = bytes.length,
        .registries = builder->registries,
        .registry_count = builder->registry_count,
    };
    struct load_content content;
    status =
        request.file ? load_file(arena, &request, builder->findings, &content) : PACK_NO_MEMORY;
    source_bytes_clear(&bytes);
    if (status == PACK_OK && !builder_add_content(builder, &content))
        status = PACK_NO_MEMORY;
    return status;
}

/* Adds a file and notes when it was faulty. False when reading has to end: no memory, or more
 * faults than anybody reads. */
static bool try_file(struct builder *builder, const struct incoming *incoming,
                     enum pack_status *ret_status)
{
    enum pack_status status = add_file(builder, incoming);
    if (status == PACK_NO_MEMORY) {
        *ret_status = status;
        return false;
    }
    if (status == PACK_FAULTY)
        builder_set_partial(builder);
    if (builder->findings->count - builder->findings_before < TREE_FINDINGS_MAX)
        return true;
    diagnostics_add(builder->findings, MESSAGE_TABLE_TOO_LARGE, (struct span){0}, NULL,
                    TREE_FINDINGS_MAX, "faults");
    *ret_status = PACK_FAULTY;
    return false;
}

/* Reports a layer or pack of too many files. */
static bool check_file_count(struct builder *builder, size_t count, struct span place)
{
    if (count > FILES_MAX)
        diagnostics_add(builder->findings, MESSAGE_TABLE_TOO_LARGE, place, NULL, FILES_MAX,
                        "files");
    return count <= FILES_MAX;
}

/* True when a file of a list was listed before; reports it. */
static bool is_repeated(struct builder *builder, const struct word_list *files, size_t index)
{
    const struct word *file = &files->items[index];
    for (size_t i = 0; i < index; i++) {
        if (strcmp(files->items[i].text, file->text) != 0)
            continue;
        diagnostics_add_pair(builder->findings, MESSAGE_FILE_REPEATED, file->place,
                             files->items[i].place, file->text);
        return true;
    }
    return false;
}

/* Adds the files that a pack lists. */
static bool add_pack(struct builder *builder, const struct table_source *source,
                     const struct head *head, enum pack_status *ret_status)
{
    const struct word_list *files = &head->table->files;
    if (!check_file_count(builder, files->count, head->table->pack.place))
        return true;
    for (size_t i = 0; i < files->count; i++) {
        const struct word *file = &files->items[i];
        if (is_repeated(builder, files, i))
            continue;
        if (!head_is_inner_path(file->text)) {
            diagnostics_add(builder->findings, MESSAGE_FILE_UNREADABLE, file->place, NULL,
                            file->text, "it is no path inside the pack");
            continue;
        }
        const char *path = arena_format(&builder->model.arena, "%s/%s", head->name, file->text);
        const struct incoming incoming = {source, path, file->place};
        if (!path) {
            *ret_status = PACK_NO_MEMORY;
            return false;
        }
        if (!try_file(builder, &incoming, ret_status))
            return false;
    }
    return true;
}

/* Adds the table files of a directory. */
static bool add_layer(struct builder *builder, const char *directory, enum pack_status *ret_status)
{
    const char **names = NULL;
    size_t count = 0;
    enum pack_status status =
        source_list(&builder->model.arena, directory, builder->findings, &names, &count);
    if (status == PACK_NO_MEMORY) {
        *ret_status = status;
        return false;
    }
    if (status == PACK_FAULTY)
        builder_set_partial(builder);
    if (!check_file_count(builder, count, (struct span){directory, 0, 0}))
        return true;
    const struct table_source source = {.directory = directory};
    for (size_t i = 0; i < count; i++) {
        const struct incoming incoming = {&source, names[i], {0}};
        if (!try_file(builder, &incoming, ret_status))
            return false;
    }
    return true;
}

/* Brings in everything: the packs from the deepest up, then the layers. */
static enum pack_status add_all(struct builder *builder, const struct table_source *source,
                                const char *name, const char *const *layers, size_t layer_count)
{
    struct head *deepest = NULL;
    enum pack_status status =
        head_read_chain(source, &builder->model.arena, name, builder->findings, &deepest);
    if (status != PACK_OK)
        return status;
    if (!builder_add_heads(builder, deepest))
        return PACK_NO_MEMORY;
    for (const struct head *head = deepest; head; head = head->next) {
        builder_start_layer(builder, head->name);
        if (!add_pack(builder, source, head, &status))
            return status;
    }
    for (size_t i = 0; i < layer_count; i++) {
        builder_start_layer(builder, layers[i]);
        if (!add_layer(builder, layers[i], &status))
            return status;
    }
    return status;
}

enum pack_status pack_load(const struct table_source *source, const char *name,
                           const char *const *layers, size_t layer_count,
                           struct diagnostics *findings, struct model *ret_model)
{
    struct builder builder;
    builder_init(&builder, findings);
    enum pack_status status = add_all(&builder, source, name, layers, layer_count);
    if (status == PACK_OK)
        status = builder_finish(&builder, ret_model);
    builder_clear(&builder);
    return status;
}
