#include "tables/pack.h"

#include "base/text.h"
#include "tables/builder.h"
#include "tables/head.h"
#include "tables/readings.h"

enum {
    FILES_MAX = 1000, /* of one pack or layer */
    WINDOW = 32,      /* files read before their faults are counted */
};

/* What a layer says of kinds of configuration files; it is no part of a pack. */
#define KINDS_FILE "files.yaml"

/* Files that are to come in: those that a pack lists, or those of a directory. */
struct file_list {
    const struct table_source *source;
    const char *folder; /* of the pack, below the source; NULL: the source itself */
    struct word_list files;
    struct span place; /* where to report too many */
};

/* The file of a list that was listed before as `index`, or NULL. */
static const struct word *find_repeated(const struct word_list *files, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (text_is(files->items[i].text, files->items[index].text))
            return &files->items[i];
    }
    return NULL;
}

/* Reports why a file of a list is not read. */
static void report_unread(struct builder *builder, const struct word_list *files, size_t index)
{
    const struct word *file = &files->items[index], *first = find_repeated(files, index);
    if (first) {
        diagnostics_add_pair(builder->findings, MESSAGE_FILE_REPEATED, file->place, first->place,
                             file->text);
        return;
    }
    diagnostics_add(builder->findings, MESSAGE_FILE_UNREADABLE, file->place, NULL, file->text,
                    "it is no path inside the pack");
}

/* What is to be read for a file of a list; without a path when it is not to be read. False without
 * memory. */
static bool prepare(struct builder *builder, const struct file_list *list, size_t index,
                    struct reading *ret_reading)
{
    const struct word *file = &list->files.items[index];
    *ret_reading = (struct reading){
        .source = list->source,
        .asked = file->place,
        .registries = builder->registries,
        .registry_count = builder->registry_count,
    };
    if (find_repeated(&list->files, index) || !head_is_inner_path(file->text))
        return true;
    ret_reading->path = list->folder
                            ? arena_format(&builder->model.arena, "%s/%s", list->folder, file->text)
                            : file->text;
    return ret_reading->path;
}

/* Takes over what was read of one file, findings first. A faulty one is left out, so that the
 * others can be checked. */
static enum pack_status merge(struct builder *builder, struct reading *reading)
{
    diagnostics_copy_all(builder->findings, &reading->findings);
    if (builder->findings->failed)
        return PACK_NO_MEMORY;
    if (reading->status == PACK_OK) {
        arena_join(&builder->model.arena, &reading->arena);
        return builder_add_content(builder, &reading->content) ? PACK_OK : PACK_NO_MEMORY;
    }
    return reading->status;
}

/* Adds a file and notes when it was faulty. False when reading has to end: no memory, or more
 * faults than anybody reads. */
static bool add_file(struct builder *builder, struct reading *reading, enum pack_status *ret_status)
{
    enum pack_status status = merge(builder, reading);
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

/* Reads `count` files of a list from `first` on, and adds them in their order. */
static bool add_window(struct builder *builder, const struct file_list *list, size_t first,
                       size_t count, enum pack_status *ret_status)
{
    struct reading readings[WINDOW];
    for (size_t i = 0; i < count; i++) {
        if (!prepare(builder, list, first + i, &readings[i])) {
            *ret_status = PACK_NO_MEMORY;
            return false;
        }
    }
    readings_run(readings, count);
    bool goes_on = true;
    for (size_t i = 0; i < count; i++) {
        if (goes_on && readings[i].path == NULL)
            report_unread(builder, &list->files, first + i);
        else if (goes_on)
            goes_on = add_file(builder, &readings[i], ret_status);
        reading_clear(&readings[i]);
    }
    return goes_on;
}

/* Adds the files of a list. */
static bool add_files(struct builder *builder, const struct file_list *list,
                      enum pack_status *ret_status)
{
    size_t count = list->files.count;
    if (count > FILES_MAX) {
        diagnostics_add(builder->findings, MESSAGE_TABLE_TOO_LARGE, list->place, NULL, FILES_MAX,
                        "files");
        return true;
    }
    for (size_t first = 0; first < count; first += WINDOW) {
        size_t size = count - first < WINDOW ? count - first : WINDOW;
        if (!add_window(builder, list, first, size, ret_status))
            return false;
    }
    return true;
}

/* Adds the files that a pack lists. */
static bool add_pack(struct builder *builder, const struct table_source *source,
                     const struct head *head, enum pack_status *ret_status)
{
    const struct file_list list = {source, head->name, head->table->files, head->table->pack.place};
    return add_files(builder, &list, ret_status);
}

/* Adds the table files of a directory. */
static bool add_layer(struct builder *builder, const char *directory, enum pack_status *ret_status)
{
    struct arena *arena = &builder->model.arena;
    const char **names = NULL;
    size_t count = 0;
    enum pack_status status = source_list(arena, directory, builder->findings, &names, &count);
    if (status == PACK_FAULTY)
        builder_set_partial(builder);
    struct word *files =
        status == PACK_NO_MEMORY ? NULL : arena_alloc(arena, count + 1, sizeof *files);
    if (!files) {
        *ret_status = PACK_NO_MEMORY;
        return false;
    }
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (!text_is(names[i], KINDS_FILE))
            files[kept++].text = names[i];
    }
    const struct table_source source = {.directory = directory};
    const struct file_list list = {&source, NULL, {files, kept}, {directory, 0, 0}};
    return add_files(builder, &list, ret_status);
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
