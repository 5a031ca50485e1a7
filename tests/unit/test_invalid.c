/* Walks tests/invalid: each folder there is a case, a pack, layers over the pack `base`, or a
 * target as a user could have written it, with a file `expected` that lists its findings line by
 * line. Nothing is registered: a new folder is a new case.
 *
 *   pack.yaml              the case is a pack
 *   layer-*                folders with layers over it, or over `base`
 *   target.yaml, .json     the case is a target
 *   else                   the folder itself is a layer over `base`
 *
 * With ACCORD_WRITE_EXPECTED set, `expected` is written instead of compared: read the difference
 * before keeping it. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "resolve/devices.h"
#include "ruleset/compile.h"
#include "suite.h"
#include "tables/pack.h"
#include "tables/target.h"

static const char *root(void)
{
    static char path[512];
    const char *folder = getenv("srcdir");
    snprintf(path, sizeof path, "%s/tests/invalid", folder ? folder : ".");
    return path;
}

static bool exists(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0;
}

/* True when the case has a file of that name; its path is put into `ret_path`. */
static bool case_has(const char *name, const char *file, char ret_path[1024])
{
    snprintf(ret_path, 1024, "%s/%s/%s", root(), name, file);
    return exists(ret_path);
}

static int is_case(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static int is_layer(const struct dirent *entry) { return strncmp(entry->d_name, "layer-", 6) == 0; }

/* ---- findings as text */

/* Adds `text` without the parts that depend on where the tests stand. */
static void add_relative(struct text *out, const char *name, const char *text)
{
    char inner[1024], outer[1024];
    snprintf(inner, sizeof inner, "%s/%s/", root(), name);
    snprintf(outer, sizeof outer, "%s/", root());
    while (*text) {
        if (strncmp(text, inner, strlen(inner)) == 0)
            text += strlen(inner);
        else if (strncmp(text, outer, strlen(outer)) == 0)
            text += strlen(outer);
        else
            text_add_bytes(out, text++, 1);
    }
}

static void add_place(struct text *out, struct span place)
{
    text_add(out, place.file ? place.file : "-");
    if (place.line)
        text_format(out, ":%u:%u", place.line, place.column);
}

/* One line a finding. */
static char *render(const struct diagnostics *findings, const char *name)
{
    struct text lines, out;
    text_init(&lines);
    text_init(&out);
    for (size_t i = 0; i < findings->count; i++) {
        const struct diagnostic *item = &findings->items[i];
        text_format(&lines, "%s ", message_id(item->message));
        add_place(&lines, item->place);
        text_format(&lines, " %s", item->text);
        if (item->nearest)
            text_format(&lines, "; did you mean '%s'?", item->nearest);
        if (item->other.file) {
            text_add(&lines, "; see ");
            add_place(&lines, item->other);
        }
        text_add(&lines, "\n");
    }
    text_add(&lines, "");
    add_relative(&out, name, lines.bytes);
    text_clear(&lines);
    return text_take(&out);
}

/* ---- running */

/* Loads a target. */
static enum pack_status run_target(const char *path, struct diagnostics *findings)
{
    struct arena arena;
    arena_init(&arena);
    struct target target;
    enum pack_status status = target_read_file(&arena, path, findings, &target);
    if (status == PACK_OK)
        CU_ASSERT_EQUAL(target.facts->kind, VALUE_MAPPING);
    arena_clear(&arena);
    return status;
}

/* Finds out what the tests and expressions of a model mean. */
static enum pack_status compile_model(const struct model *model, struct diagnostics *findings)
{
    struct ruleset *ruleset = NULL;
    enum compile_status status = compile(model, device_policies, findings, &ruleset);
    free(ruleset);
    return status == COMPILE_OK ? PACK_OK : PACK_FAULTY;
}

/* Loads the case as a pack, or as layers over the pack `base`. */
static enum pack_status run_pack(const char *name, bool is_pack, struct diagnostics *findings)
{
    char folder[1024];
    snprintf(folder, sizeof folder, "%s/%s", root(), name);
    const char *layers[16] = {folder};
    size_t count = is_pack ? 0 : 1;
    struct dirent **entries = NULL;
    int found = scandir(folder, &entries, is_layer, alphasort);
    for (int i = 0; i < found && i < 16; i++) {
        char *path = malloc(2048);
        snprintf(path, 2048, "%s/%s", folder, entries[i]->d_name);
        layers[i] = path;
        count = (size_t)i + 1;
    }

    const struct table_source source = {.directory = root()};
    struct model model;
    enum pack_status status =
        pack_load(&source, is_pack ? name : "base", layers, count, findings, &model);
    if (status == PACK_OK) {
        status = compile_model(&model, findings);
        model_clear(&model);
    }
    for (int i = 0; i < found; i++) {
        free((char *)(found && i < 16 ? layers[i] : NULL));
        free(entries[i]);
    }
    free(entries);
    return status;
}

static enum pack_status run_case(const char *name, struct diagnostics *findings)
{
    char path[1024];
    if (case_has(name, "target.yaml", path) || case_has(name, "target.json", path))
        return run_target(path, findings);
    return run_pack(name, case_has(name, "pack.yaml", path), findings);
}

/* ---- comparing */

/* The content of a file, or "". */
static char *read_file(const char *path)
{
    struct text text;
    text_init(&text);
    FILE *file = fopen(path, "r");
    for (int byte; file && (byte = getc(file)) != EOF;)
        text_add_bytes(&text, &(char){(char)byte}, 1);
    if (file)
        fclose(file);
    return text_take(&text);
}

/* Compares the findings of one case with what it expects. */
static void check_case(const char *name)
{
    struct diagnostics findings;
    diagnostics_init(&findings);
    enum pack_status status = run_case(name, &findings);
    char *found = render(&findings, name), path[1024];
    bool has_expected = case_has(name, "expected", path);

    if (getenv("ACCORD_WRITE_EXPECTED")) {
        FILE *file = fopen(path, "w");
        if (file) {
            fputs(found, file);
            fclose(file);
        }
    } else {
        char *expected = read_file(path);
        bool same = has_expected && strcmp(found, expected) == 0;
        if (!same)
            printf("\n%s: expected\n%sfound\n%s", name, expected, found);
        CHECK_ROW(same, name);
        free(expected);
    }
    CHECK_ROW(status == (findings.errors ? PACK_FAULTY : PACK_OK), name);
    free(found);
    diagnostics_clear(&findings);
}

static void test_cases(void)
{
    struct dirent **entries = NULL;
    int count = scandir(root(), &entries, is_case, alphasort);
    CU_ASSERT(count > 0);
    for (int i = 0; i < count; i++) {
        check_case(entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
}

/* Messages that this room reports but that no small file can show; test_tree.c and test_pack.c do.
 */
static bool is_shown_elsewhere(enum message message)
{
    return message == MESSAGE_YAML_TOO_LARGE || message == MESSAGE_YAML_TOO_MANY ||
           message == MESSAGE_TABLE_TOO_LARGE || message == MESSAGE_TABLE_REFUSED;
}

/* Messages about tables: about shape and names, and from the compiler about what tests and
 * expressions mean. */
static const enum message own_messages[] = {
    MESSAGE_FILE_UNREADABLE,  MESSAGE_YAML_SYNTAX,
    MESSAGE_YAML_ALIAS,       MESSAGE_YAML_TOO_DEEP,
    MESSAGE_YAML_TOO_LARGE,   MESSAGE_KEY_UNKNOWN,
    MESSAGE_KEY_MISSING,      MESSAGE_KEY_REPEATED,
    MESSAGE_SHAPE_WRONG,      MESSAGE_FORMAT_UNKNOWN,
    MESSAGE_KIND_UNKNOWN,     MESSAGE_FIELD_REPEATED,
    MESSAGE_TYPE_UNKNOWN,     MESSAGE_WORD_UNKNOWN,
    MESSAGE_STAGE_UNKNOWN,    MESSAGE_REGISTRY_UNKNOWN,
    MESSAGE_ENTRY_REPEATED,   MESSAGE_BASE_UNKNOWN,
    MESSAGE_BASE_CYCLE,       MESSAGE_RULE_REPEATED,
    MESSAGE_RULE_EFFECTS,     MESSAGE_VERSION_UNREADABLE,
    MESSAGE_LIFETIME_EMPTY,   MESSAGE_OVERRIDE_NOTHING,
    MESSAGE_OVERRIDE_WHY,     MESSAGE_TABLE_TOO_LARGE,
    MESSAGE_EXTENDS_UNKNOWN,  MESSAGE_EXTENDS_CYCLE,
    MESSAGE_YAML_TAG,         MESSAGE_YAML_DOCUMENTS,
    MESSAGE_YAML_TOO_MANY,    MESSAGE_TEXT_NUL,
    MESSAGE_VERSIONS_ORDER,   MESSAGE_OVERRIDE_ABSENT,
    MESSAGE_TABLE_REFUSED,    MESSAGE_FILE_REPEATED,
    MESSAGE_FIELD_UNKNOWN,    MESSAGE_VALUE_UNKNOWN,
    MESSAGE_TEST_UNREADABLE,  MESSAGE_EXPRESSION_UNREADABLE,
    MESSAGE_RULES_CONTRADICT, MESSAGE_PLACEHOLDER_UNKNOWN,
    MESSAGE_POLICY_UNKNOWN,   MESSAGE_TEST_ALWAYS,
    MESSAGE_FIELD_UNUSABLE,
};

/* All `expected` files as one text. */
static char *all_expected(void)
{
    struct text all;
    text_init(&all);
    text_add(&all, "\n");
    struct dirent **entries = NULL;
    int count = scandir(root(), &entries, is_case, alphasort);
    for (int i = 0; i < count; i++) {
        char path[1024];
        case_has(entries[i]->d_name, "expected", path);
        char *expected = read_file(path);
        text_add(&all, expected);
        free(expected);
        free(entries[i]);
    }
    free(entries);
    return text_take(&all);
}

static void test_every_message(void)
{
    char *all = all_expected();
    for (size_t i = 0; i < sizeof own_messages / sizeof *own_messages; i++) {
        char line[32];
        const char *id = message_id(own_messages[i]);
        snprintf(line, sizeof line, "\n%s ", id);
        CHECK_ROW(is_shown_elsewhere(own_messages[i]) || strstr(all, line), id);
    }
    free(all);
}

static const struct test tests[] = {
    {"every case of tests/invalid has the findings that it expects", test_cases},
    {"every message about tables has a case", test_every_message},
};

const struct suite suite_invalid = {"invalid", tests, sizeof tests / sizeof *tests};
