/* Table files: a small pack whose files the parts of the input replace or add to; a part without a
 * name replaces its rules. What loads is compiled and asked for an empty request. A part
 * target.yaml is read as a target, files.yaml as kinds of files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "config/config.h"
#include "fuzz.h"
#include "resolve/devices.h"
#include "resolve/resolution.h"
#include "ruleset/compile.h"
#include "tables/pack.h"
#include "tables/target.h"

#define FILE_ROW(path, text)                                                                       \
    {                                                                                              \
        path, text, sizeof(text) - 1, NULL                                                         \
    }

static const struct table_file base[] = {
    FILE_ROW("p/rules.yaml", "format: 1\nrules: []\n"),
    FILE_ROW("p/pack.yaml",
             "format: 1\npack: p\nversions: ['1.0', '1.1', '2.0']\nstages: [request, machine]\n"
             "registries: [{name: devices, attributes: [class, family, policy]}]\n"
             "files: [fields.yaml, devices.yaml, rules.yaml]\n"),
    FILE_ROW("p/fields.yaml",
             "format: 1\nfields:\n- {name: device, role: request, type: name, registry: devices, "
             "default: cpu}\n"
             "- {name: amount, role: request, type: integer, accepts: integer, default: '1'}\n"
             "- {name: gpu.count, role: fact, type: integer, default: '0'}\n"
             "- {name: mode, role: request, type: choice, values: [a, b, c]}\n"
             "- {name: indices, role: request, type: list}\n"
             "- {name: out, role: derived, type: text}\n"),
    FILE_ROW("p/devices.yaml", "format: 1\ndevices:\n- {name: cpu, class: Cpu, family: host}\n"
                               "- {name: gpu, class: Gpu, family: card, until: '1.1'}\n- {name: "
                               "odd, base: cpu, aliases: [x]}\n"),
};
enum { BASE_COUNT = sizeof base / sizeof *base };

/* The files of the pack with the parts over them; the first row is the rules. */
static size_t list_files(const struct parts *parts, struct table_file *files)
{
    size_t count = BASE_COUNT;
    memcpy(files, base, sizeof base);
    for (size_t i = 0; i < parts->count; i++) {
        const struct part *part = &parts->items[i];
        size_t row = 0;
        while (row < count && *part->name && strcmp(files[row].path, part->name) != 0)
            row++;
        files[row] = (struct table_file){.path = *part->name ? part->name : base[0].path,
                                         .text = part->text,
                                         .length = part->length};
        count += row == count;
    }
    return count;
}

/* Resolves an empty request in the newest release. */
static void ask(const struct ruleset *ruleset)
{
    struct base_world world;
    struct spec spec;
    spec_init(&spec);
    int64_t release = 0;
    fuzz_check(text_read_version("2.0", 3, &release), "a release is read");
    fuzz_check(base_world_init(&world, ruleset, release, "2.0") == BASE_OK, "there is memory");
    struct resolution *resolution = resolution_new(&world, &spec);
    fuzz_check(resolution != NULL, "there is memory");
    resolution_free(resolution);
    base_world_clear(&world);
    spec_clear(&spec);
}

/* Loads and compiles the pack. */
static void try_pack(const struct table_source *source, struct diagnostics *findings)
{
    struct model model;
    struct ruleset *ruleset = NULL;
    enum pack_status loaded = pack_load(source, "p", NULL, 0, findings, &model);
    fuzz_check(loaded == PACK_OK || (loaded == PACK_FAULTY && findings->count),
               "a pack that does not load says why");
    if (loaded != PACK_OK)
        return;
    enum compile_status status = compile(&model, device_policies, findings, &ruleset);
    fuzz_check(status == COMPILE_OK || (status == COMPILE_FAULTY && findings->count),
               "a pack that does not compile says why");
    if (status == COMPILE_OK)
        ask(ruleset);
    free(ruleset);
    model_clear(&model);
}

/* Loads kinds of files, and reads a file by them. */
static void try_kinds(const struct part *part, struct diagnostics *findings)
{
    static const char sample[] = "s: {a: 1, b: z, d: {e: x}, c: [y]}\ndefaults: [k, g: "
                                 "m]\n_target_: x.T\na: {class_path: y.z}\n";
    struct config_kinds *kinds = NULL;
    struct config_file read;
    const struct table_file file = {"files.yaml", part->text, part->length, NULL};
    if (config_kinds_load(&(struct table_source){&file, 1, NULL}, 1, findings, &kinds) != PACK_OK)
        return;
    fuzz_check(config_read(kinds, "g/c.yaml", sample, sizeof sample - 1, NULL, &read) == CONFIG_OK,
               "there is memory");
    config_file_clear(&read);
    config_kinds_free(kinds);
}

/* Reads every part as a document, and those that are no part of a pack as what their name says. */
static void try_part(const struct part *part, struct diagnostics *findings)
{
    struct arena arena;
    struct value *tree;
    struct target target;
    arena_init(&arena);
    tree_read(&arena, &(struct tree_text){"x", part->text, part->length, TREE_TEXTS}, findings,
              &tree);
    tree_read(&arena, &(struct tree_text){"x", part->text, part->length, TREE_TYPED}, findings,
              &tree);
    if (strcmp(part->name, "target.yaml") == 0)
        target_read(&arena, "x", part->text, part->length, findings, &target);
    if (strcmp(part->name, "files.yaml") == 0)
        try_kinds(part, findings);
    arena_clear(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct parts parts;
    struct table_file files[BASE_COUNT + PARTS_MAX];
    struct diagnostics findings;
    parts_split(&parts, data, size);
    diagnostics_init(&findings);
    for (size_t i = 0; i < parts.count; i++)
        try_part(&parts.items[i], &findings);
    diagnostics_clear(&findings);
    diagnostics_init(&findings);
    const struct table_source source = {files, list_files(&parts, files), NULL};
    try_pack(&source, &findings);
    diagnostics_clear(&findings);
    parts_clear(&parts);
    return 0;
}
