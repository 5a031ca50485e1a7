/* accord-compile OUTPUT.c PACK_DIRECTORY... -- FILE...: writes packs, compiled, and every FILE, its
 * text and what was loaded of it, as C data for the library. Runs while accord is built; links the
 * engine without built-in tables. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diagnostic.h"
#include "base/text.h"
#include "resolve/devices.h"
#include "ruleset/compile.h"
#include "tables/builder.h"
#include "tables/head.h"
#include "tables/load.h"
#include "tables/pack.h"
#include "tables/snapshot.h"

/* "rules/x" is pack x below "rules". */
static const char *pack_name(const char *directory)
{
    const char *slash = strrchr(directory, '/');
    return slash ? slash + 1 : directory;
}

static void print_findings(const struct diagnostics *findings)
{
    for (size_t i = 0; i < findings->count; i++) {
        const struct diagnostic *one = &findings->items[i];
        fprintf(stderr, "%s:%u:%u: %s[%s]: %s%s%s%s\n",
                one->place.file ? one->place.file : "accord-compile", one->place.line,
                one->place.column, severity_name(message_severity(one->message)),
                message_id(one->message), one->text, one->nearest ? " (nearest: " : "",
                one->nearest ? one->nearest : "", one->nearest ? ")" : "");
    }
}

/* The bytes as numbers, aligned for any table. */
static void write_bytes(FILE *out, const char *name, size_t index, const void *bytes, size_t size)
{
    const unsigned char *byte = bytes;
    fprintf(out, "_Alignas(16) static const unsigned char %s_%zu[] = {", name, index);
    for (size_t i = 0; i < size; i++)
        fprintf(out, "%s%u,", i % 24 ? "" : "\n", byte[i]);
    fprintf(out, "%s};\n", size ? "\n" : "0");
}

/* Where a pack's directory is. */
static void find_root(const char *directory, char *ret_root, size_t size)
{
    const char *name = pack_name(directory);
    snprintf(ret_root, size, "%.*s", name > directory ? (int)(name - directory - 1) : 1,
             name > directory ? directory : ".");
}

static bool compile_pack(const char *directory, struct ruleset **ret_ruleset)
{
    const char *name = pack_name(directory);
    char root[512];
    struct diagnostics findings;
    struct model model;
    struct ruleset *ruleset = NULL;

    find_root(directory, root, sizeof root);
    struct table_source source = {.directory = root};
    diagnostics_init(&findings);
    if (pack_load(&source, name, NULL, 0, &findings, &model) == PACK_OK) {
        if (compile(&model, device_policies, &findings, &ruleset) != COMPILE_OK)
            ruleset = NULL;
        model_clear(&model);
    }
    print_findings(&findings);
    diagnostics_clear(&findings);
    if (ruleset == NULL)
        return false;
    *ret_ruleset = ruleset;
    return true;
}

/* ---- what files hold */

/* Offsets, as the numbers they are. */
static void write_offsets(FILE *out, const char *name, size_t index,
                          const struct snapshot_offsets *offsets)
{
    fprintf(out, "static const uint32_t %s_%zu[] = {", name, index);
    for (size_t i = 0; i < offsets->count; i++)
        fprintf(out, "%s%u,", i % 24 ? "" : "\n", (unsigned)offsets->items[i]);
    fprintf(out, "%s};\n", offsets->count ? "\n" : "0");
}

static void write_snapshot(FILE *out, size_t index, const struct snapshot *snapshot,
                           size_t text_size)
{
    write_bytes(out, "data", index, snapshot->data, snapshot->size);
    write_bytes(out, "texts", index, snapshot->texts, text_size);
    write_offsets(out, "lists", index, &snapshot->lists);
    write_offsets(out, "words", index, &snapshot->words);
    write_offsets(out, "places", index, &snapshot->places);
    fprintf(out, "static const struct snapshot snapshot_%zu = {%d, ", index, (int)snapshot->kind);
    fprintf(out, snapshot->registry ? "\"%s\"" : "NULL", snapshot->registry);
    fprintf(out, ", data_%zu, sizeof data_%zu, (const char *)texts_%zu", index, index, index);
    fprintf(out, ", {lists_%zu, %zu}, {words_%zu, %zu}, {places_%zu, %zu}};\n", index,
            snapshot->lists.count, index, snapshot->words.count, index, snapshot->places.count);
}

/* Writes what was loaded from a file. */
static bool write_content(FILE *out, size_t index, const struct load_content *content)
{
    struct snapshot_draft draft;
    struct snapshot snapshot;
    snapshot_draft_init(&draft);
    bool complete = snapshot_take(&draft, content->kind,
                                  content->registry ? content->registry->name.text : NULL,
                                  content->data, &snapshot);
    if (complete)
        write_snapshot(out, index, &snapshot, draft.texts.length);
    snapshot_draft_clear(&draft);
    return complete;
}

/* Loads a file as one of the pack at `directory`; without data when it is a table of another kind,
 * or faulty. */
static void load_of_pack(struct builder *builder, const char *directory, const char *path,
                         const struct text *text, struct load_content *ret_content)
{
    struct diagnostics findings; /* of this file alone */
    struct head *deepest;
    char root[512];
    find_root(directory, root, sizeof root);
    const struct table_source source = {.directory = root};
    if (head_read_chain(&source, &builder->model.arena, pack_name(directory), builder->findings,
                        &deepest) != PACK_OK ||
        !builder_add_heads(builder, deepest))
        return;
    const struct load_request request = {
        .file = path,
        .bytes = text->bytes,
        .length = text->length,
        .registries = builder->registries,
        .registry_count = builder->registry_count,
        .kind = strcmp(strrchr(path, '/'), "/pack.yaml") == 0 ? TABLE_PACK : TABLE_ANY,
    };
    diagnostics_init(&findings);
    load_file(&builder->model.arena, &request, &findings, ret_content);
    if (findings.count)
        ret_content->data = NULL;
    diagnostics_clear(&findings);
}

/* Writes what a file of a pack holds; `ret_has` says whether it is a table at all. */
static bool write_loaded(FILE *out, size_t index, const char *directory, const char *path,
                         const struct text *text, bool *ret_has)
{
    struct load_content content = {.data = NULL};
    struct diagnostics findings;
    struct builder builder;
    diagnostics_init(&findings);
    builder_init(&builder, &findings);
    load_of_pack(&builder, directory, path, text, &content);
    *ret_has = content.data;
    bool complete = !*ret_has || write_content(out, index, &content);
    builder_clear(&builder);
    diagnostics_clear(&findings);
    return complete;
}

/* ---- files */

/* The directory of the pack that a file is of; false when it is of none. */
static bool find_pack(const char *path, char *ret_directory, size_t size)
{
    const char *slash = strrchr(path, '/');
    const int length = slash ? (int)(slash - path) : 0;
    snprintf(ret_directory, size, "%.*s/pack.yaml", length, path);
    if (!slash || access(ret_directory, R_OK) != 0)
        return false;
    snprintf(ret_directory, size, "%.*s", length, path);
    return true;
}

static bool read_file(const char *path, struct text *ret_text)
{
    FILE *file = fopen(path, "rb");
    char buffer[4096];
    size_t got;

    if (file == NULL) {
        fprintf(stderr, "accord-compile: cannot read %s: %s\n", path, strerror(errno));
        return false;
    }
    while ((got = fread(buffer, 1, sizeof buffer, file)) > 0)
        text_add_bytes(ret_text, buffer, got);
    bool complete = !ferror(file) && !ret_text->failed;
    fclose(file);
    return complete;
}

/* A table file's name inside the library: what follows "rules/". */
static const char *inner_path(const char *path)
{
    const char *rules = strstr(path, "rules/");
    return rules ? rules + strlen("rules/") : path;
}

static bool write_packs(FILE *out, char **directories, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct ruleset *ruleset;
        if (!compile_pack(directories[i], &ruleset))
            return false;
        write_bytes(out, "pack", i, ruleset, ruleset->size);
        free(ruleset);
    }
    fprintf(out, "const struct builtin_pack builtin_packs[] = {\n");
    for (size_t i = 0; i < count; i++)
        fprintf(out, "    {\"%s\", pack_%zu, sizeof pack_%zu},\n", pack_name(directories[i]), i, i);
    fprintf(out, "};\nconst size_t builtin_pack_count = %zu;\n", count);
    return true;
}

/* Writes a file's bytes and, for one of a pack, what it holds; adds its row. */
static bool write_file(FILE *out, size_t index, const char *path, struct text *rows)
{
    struct text text;
    char directory[512];
    bool has_snapshot = false;
    text_init(&text);
    bool complete = read_file(path, &text);
    if (complete)
        write_bytes(out, "file", index, text.bytes, text.length);
    if (complete && find_pack(path, directory, sizeof directory))
        complete = write_loaded(out, index, directory, path, &text, &has_snapshot);
    text_format(rows, "    {\"%s\", (const char *)file_%zu, sizeof file_%zu, ", inner_path(path),
                index, index);
    text_format(rows, has_snapshot ? "&snapshot_%zu},\n" : "NULL},\n", index);
    text_clear(&text);
    return complete;
}

static bool write_files(FILE *out, char **paths, size_t count)
{
    struct text rows;
    bool complete = true;
    text_init(&rows);
    for (size_t i = 0; complete && i < count; i++)
        complete = write_file(out, i, paths[i], &rows);
    complete = complete && !rows.failed;
    if (complete)
        fprintf(out,
                "const struct table_file builtin_files[] = {\n%s};\n"
                "const size_t builtin_file_count = %zu;\n",
                rows.bytes, count);
    text_clear(&rows);
    return complete;
}

int main(int argc, char **argv)
{
    int split = 2;
    while (split < argc && strcmp(argv[split], "--") != 0)
        split++;
    if (argc < 3 || split == 2 || split == argc) {
        fprintf(stderr, "usage: accord-compile OUTPUT.c PACK_DIRECTORY... -- FILE...\n");
        return 2;
    }
    FILE *out = fopen(argv[1], "w");
    if (out == NULL) {
        fprintf(stderr, "accord-compile: cannot write %s: %s\n", argv[1], strerror(errno));
        return 2;
    }
    fprintf(out,
            "/* Made by accord-compile from the tables; do not edit. */\n#include \"builtin.h\"\n"
            "#include \"tables/snapshot.h\"\n\n");
    bool complete = write_packs(out, argv + 2, (size_t)split - 2) &&
                    write_files(out, argv + split + 1, (size_t)(argc - split - 1));
    complete = fclose(out) == 0 && complete;
    if (!complete)
        remove(argv[1]);
    return complete ? 0 : 1;
}
