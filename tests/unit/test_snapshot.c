/* Files that need no parsing: nobody must be able to tell. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "memory.h"
#include "resolve/devices.h"
#include "ruleset/compile.h"
#include "suite.h"
#include "tables/pack.h"
#include "tables/snapshot.h"

enum { FILES_MAX = 256 };

/* The built-in files, parsed or as they were loaded; `changed`, a path, has another text. */
struct shelf {
    struct table_file files[FILES_MAX];
    struct table_source source;
};

static void shelf_init(struct shelf *shelf, bool parsed, const char *changed, const char *text)
{
    CU_ASSERT_FATAL(builtin_file_count <= FILES_MAX);
    for (size_t i = 0; i < builtin_file_count; i++) {
        struct table_file *file = &shelf->files[i];
        *file = builtin_files[i];
        if (parsed)
            file->snapshot = NULL;
        if (changed && strcmp(file->path, changed) == 0)
            *file = (struct table_file){.path = changed, .text = text, .length = strlen(text)};
    }
    shelf->source = (struct table_source){shelf->files, builtin_file_count, NULL};
}

/* What became of a pack. */
struct outcome {
    struct diagnostics findings;
    enum pack_status status;
    struct ruleset *ruleset;
};

static void load(struct outcome *outcome, const struct shelf *shelf, const char *pack)
{
    struct model model;
    *outcome = (struct outcome){.ruleset = NULL};
    diagnostics_init(&outcome->findings);
    outcome->status = pack_load(&shelf->source, pack, NULL, 0, &outcome->findings, &model);
    if (outcome->status != PACK_OK)
        return;
    compile(&model, device_policies, &outcome->findings, &outcome->ruleset);
    model_clear(&model);
}

static void clear(struct outcome *outcome)
{
    free(outcome->ruleset);
    diagnostics_clear(&outcome->findings);
}

static bool same_findings(const struct diagnostics *left, const struct diagnostics *right)
{
    bool same = left->count == right->count;
    for (size_t i = 0; same && i < left->count; i++) {
        const struct diagnostic *one = &left->items[i], *other = &right->items[i];
        same = one->message == other->message && strcmp(one->text, other->text) == 0 &&
               strcmp(one->place.file, other->place.file) == 0 &&
               one->place.line == other->place.line && one->place.column == other->place.column;
    }
    return same;
}

/* Loads a pack both ways and compares; returns how many findings it has. */
static size_t compare(const char *pack, const char *changed, const char *text)
{
    static struct shelf parsed_shelf, known_shelf;
    struct outcome parsed, known;
    shelf_init(&parsed_shelf, true, changed, text);
    shelf_init(&known_shelf, false, changed, text);
    load(&parsed, &parsed_shelf, pack);
    load(&known, &known_shelf, pack);
    size_t count = known.findings.count;
    CHECK_ROW(parsed.status == known.status, pack);
    CHECK_ROW(same_findings(&parsed.findings, &known.findings), pack);
    CHECK_ROW(!parsed.ruleset == !known.ruleset, pack);
    if (parsed.ruleset && known.ruleset)
        CHECK_ROW(parsed.ruleset->size == known.ruleset->size &&
                      memcmp(parsed.ruleset, known.ruleset, known.ruleset->size) == 0,
                  pack);
    clear(&parsed);
    clear(&known);
    return count;
}

static void test_same(void)
{
    for (size_t i = 0; i < builtin_pack_count; i++)
        CU_ASSERT_EQUAL(compare(builtin_packs[i].name, NULL, NULL), 0);
}

/* A file of tables has a snapshot, so that the comparison above compares something. */
static void test_known(void)
{
    size_t tables = 0;
    for (size_t i = 0; i < builtin_file_count; i++)
        tables += builtin_files[i].snapshot != NULL;
    CU_ASSERT(tables > builtin_pack_count * 3);
}

/* The text of a pack's head with `from` replaced once, or NULL when it is not there. */
static char *edited_head(const char *path, const char *from, const char *to)
{
    for (size_t i = 0; i < builtin_file_count; i++) {
        const struct table_file *file = &builtin_files[i];
        const char *at = strcmp(file->path, path) == 0
                             ? memmem(file->text, file->length, from, strlen(from))
                             : NULL;
        if (!at)
            continue;
        struct text text;
        text_init(&text);
        text_add_bytes(&text, file->text, (size_t)(at - file->text));
        text_add(&text, to);
        at += strlen(from);
        text_add_bytes(&text, at, (size_t)(file->text + file->length - at));
        return text_take(&text);
    }
    return NULL;
}

static void test_changed_head(void)
{
    static const char *const edits[][2] = {
        {"attributes: [class,", "attributes: ["},
        {"{name: strategies,", "{name: plans,"},
        {"\nfiles:\n", "\nfiles:\n  - pack.yaml\n"},
    };
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        size_t findings = 0;
        for (size_t j = 0; j < builtin_pack_count; j++) {
            char path[64];
            snprintf(path, sizeof path, "%s/pack.yaml", builtin_packs[j].name);
            char *text = edited_head(path, edits[i][0], edits[i][1]);
            findings += text ? compare(builtin_packs[j].name, path, text) : 0;
            free(text);
        }
        CHECK_ROW(findings > 0, edits[i][1]);
    }
}

static void test_memory(void)
{
    static struct shelf shelf;
    const char *pack = builtin_packs[0].name;
    size_t round = 0;
    shelf_init(&shelf, false, NULL, NULL);
    for (bool has_failed = true; has_failed; round += 1 + round / 20) {
        struct outcome outcome;
        memory_fail_after(round);
        load(&outcome, &shelf, pack);
        has_failed = memory_restore();
        CU_ASSERT_EQUAL(outcome.ruleset == NULL, has_failed);
        clear(&outcome);
    }
}

static const struct test tests[] = {
    {"known files make the same tables as their text", test_same},
    {"the library knows the tables it comes with", test_known},
    {"a known file is parsed again when its pack's head has changed what it may hold",
     test_changed_head},
    {"loading known files survives the want of memory", test_memory},
};

const struct suite suite_snapshot = {"snapshot", tests, sizeof tests / sizeof *tests};
