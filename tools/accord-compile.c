/* accord-compile OUTPUT.c PACK_DIRECTORY... [-- FILE...]: writes packs, compiled, and the text of
 * their files and of every FILE as C data for the library. Runs while accord is built; links the
 * engine without built-in tables. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diagnostic.h"
#include "base/text.h"
#include "resolve/devices.h"
#include "ruleset/compile.h"
#include "tables/pack.h"

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

static bool compile_pack(const char *directory, struct ruleset **ret_ruleset)
{
    const char *name = pack_name(directory);
    char root[512];
    struct diagnostics findings;
    struct model model;
    struct ruleset *ruleset = NULL;

    snprintf(root, sizeof root, "%.*s", name > directory ? (int)(name - directory - 1) : 1,
             name > directory ? directory : ".");
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

static bool write_file(FILE *out, size_t index, const char *path)
{
    FILE *file = fopen(path, "rb");
    struct text text;
    char buffer[4096];
    size_t got;

    if (file == NULL) {
        fprintf(stderr, "accord-compile: cannot read %s: %s\n", path, strerror(errno));
        return false;
    }
    text_init(&text);
    while ((got = fread(buffer, 1, sizeof buffer, file)) > 0)
        text_add_bytes(&text, buffer, got);
    bool complete = !ferror(file) && !text.failed;
    fclose(file);
    if (complete)
        write_bytes(out, "file", index, text.bytes, text.length);
    text_clear(&text);
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

static bool write_files(FILE *out, char **paths, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!write_file(out, i, paths[i]))
            return false;
    }
    fprintf(out, "const struct table_file builtin_files[] = {\n");
    for (size_t i = 0; i < count; i++)
        fprintf(out, "    {\"%s\", (const char *)file_%zu, sizeof file_%zu},\n",
                inner_path(paths[i]), i, i);
    fprintf(out, "};\nconst size_t builtin_file_count = %zu;\n", count);
    return true;
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
    fprintf(
        out,
        "/* Made by accord-compile from the tables; do not edit. */\n#include \"builtin.h\"\n\n");
    bool complete = write_packs(out, argv + 2, (size_t)split - 2) &&
                    write_files(out, argv + split + 1, (size_t)(argc - split - 1));
    complete = fclose(out) == 0 && complete;
    if (!complete)
        remove(argv[1]);
    return complete ? 0 : 1;
}
