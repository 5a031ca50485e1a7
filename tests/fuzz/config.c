/* Users' config files: the first part is the file, as which its name says; the others are files
 * that it may be composed of. A part "kind" forces the kind that its text names. */
#include <string.h>

#include "builtin.h"
#include "config/config.h"
#include "fuzz.h"

/* The built-in kinds, made once and kept. */
static const struct config_kinds *kinds_get(void)
{
    static struct config_kinds *kinds;
    const struct table_source source = {builtin_files, builtin_file_count, NULL};
    struct diagnostics findings;
    if (kinds)
        return kinds;
    diagnostics_init(&findings);
    fuzz_check(config_kinds_load(&source, 1, &findings, &kinds) == PACK_OK,
               "the built-in kinds load");
    diagnostics_clear(&findings);
    return kinds;
}

/* Reads a part as a file that another one is composed of. */
static bool open_part(void *context, const char *path, const char **ret_text, size_t *ret_length)
{
    const struct part *part = parts_find(context, path);
    if (!part)
        return false;
    *ret_text = part->text;
    *ret_length = part->length;
    return true;
}

/* What a place says must lie in the file. */
static void check_extent(const struct extent *at, const char *file, size_t length)
{
    fuzz_check(at->offset <= at->end_offset && (file || at->end_offset <= length),
               "an extent lies in its file");
}

/* What must hold for every file that was read. */
static void check_file(const struct config_file *file)
{
    for (size_t i = 0; i < file->finding_count; i++) {
        fuzz_check(file->findings[i].id && file->findings[i].message,
                   "a finding has an id and words");
        check_extent(&file->findings[i].at, file->findings[i].file, file->length);
    }
    for (size_t i = 0; i < file->request_count; i++) {
        const struct config_request *request = &file->requests[i];
        check_extent(&request->section, request->section_file, file->length);
        for (size_t k = 0; k < request->count; k++) {
            fuzz_check(request->entries[k].value || request->entries[k].certainty != CONFIG_KNOWN,
                       "a known entry has a value");
            check_extent(&request->entries[k].at, request->entries[k].file, file->length);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct config_release releases[] = {{"lightning", "2.6.0"}};
    struct parts parts;
    char kind[64] = "";
    struct config_file file;
    parts_split(&parts, data, size);
    const struct part *forced = parts_find(&parts, "kind"), *main_part = &parts.items[0];
    if (forced)
        memcpy(kind, forced->text, forced->length < sizeof kind ? forced->length : sizeof kind - 1);
    kind[strcspn(kind, "\n")] = '\0';
    const struct config_options options = {forced ? kind : NULL, open_part, &parts, releases, 1};
    const char *path = *main_part->name ? main_part->name : "config.yaml";
    fuzz_check(config_read(kinds_get(), path, main_part->text, main_part->length, &options,
                           &file) == CONFIG_OK,
               "there is memory");
    check_file(&file);
    config_file_clear(&file);
    parts_clear(&parts);
    return 0;
}
