/* What cases of tests/config cannot say: bounds, tables, options, memory of the tables. */
#include "config/config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "config_text.h"
#include "memory.h"
#include "suite.h"

/* Reads a text; the file is the caller's. */
static void read_text(const char *path, const char *text, struct config_file *ret_file)
{
    CU_ASSERT_EQUAL_FATAL(
        config_read(config_text_kinds(), path, text, strlen(text), NULL, ret_file), CONFIG_OK);
}

/* The finding with an id, or NULL. */
static const struct config_finding *find(const struct config_file *file, const char *id)
{
    for (size_t i = 0; i < file->finding_count; i++) {
        if (strcmp(file->findings[i].id, id) == 0)
            return &file->findings[i];
    }
    return NULL;
}

/* A text of `head`, then `count` times `part`, then `tail`. */
static char *repeat(const char *head, const char *part, size_t count, const char *tail)
{
    struct text text;
    text_init(&text);
    text_add(&text, head);
    while (count--)
        text_add(&text, part);
    text_add(&text, tail);
    return text_take(&text);
}

static const char trainer[] = "trainer: {accelerator: gpu, devices: 1}\n";

static void test_offsets(void)
{
    static const char text[] =
        "# \xC3\xA9\ntrainer:\n  accelerator: \"gpu\" # \xC3\xBC\n  devices: [0,\n    1]\n";
    struct config_file file;
    read_text("x.yaml", text, &file);
    CU_ASSERT_EQUAL_FATAL(file.request_count, 1);
    CU_ASSERT_EQUAL_FATAL(file.requests[0].count, 2);
    const struct config_entry *entry = &file.requests[0].entries[0];
    CU_ASSERT_NSTRING_EQUAL(text + entry->at.offset, "\"gpu\"",
                            entry->at.end_offset - entry->at.offset);
    CU_ASSERT_EQUAL(entry->at.end_offset - entry->at.offset, 5);
    CU_ASSERT_NSTRING_EQUAL(text + entry->key.offset, "accelerator",
                            entry->key.end_offset - entry->key.offset);
    entry = &file.requests[0].entries[1];
    CU_ASSERT_NSTRING_EQUAL(text + entry->at.offset, "[0,\n    1]",
                            entry->at.end_offset - entry->at.offset);
    CU_ASSERT_EQUAL(entry->at.end_line, 5);
    config_file_clear(&file);
}

static void test_bomb(void)
{
    struct text text;
    struct config_file file;
    text_init(&text);
    text_format(&text, "%sa0: &a0 [x, x, x, x, x, x, x, x]\n", trainer);
    for (int i = 1; i < 30; i++)
        text_format(&text, "a%d: &a%d [*a%d, *a%d, *a%d, *a%d, *a%d, *a%d]\n", i, i, i - 1, i - 1,
                    i - 1, i - 1, i - 1, i - 1);
    read_text("x.yaml", text.bytes, &file);
    CU_ASSERT_PTR_NOT_NULL(find(&file, "file-too-many-values"));
    CU_ASSERT_EQUAL(file.request_count, 1);
    CU_ASSERT(file.arena.total < 64 * 1024 * 1024);
    config_file_clear(&file);
    text_clear(&text);
}

static void test_bounds(void)
{
    static const struct {
        const char *path, *head, *part;
        size_t count;
        const char *id;
    } rows[] = {
        {"x.yaml", "trainer: {accelerator: gpu, devices: 1}\nx: ", "[", 5000, "file-too-deep"},
        {"x.yaml", "trainer: {accelerator: gpu, devices: 1}\nx: ", "{a: ", 5000, "file-too-deep"},
        {"x.json", "{\"train_batch_size\": 1, \"zero_optimization\": {}, \"x\": ", "[", 5000,
         "file-too-deep"},
        {"x.yaml", trainer, "- x\n", 10, "yaml-syntax"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct config_file file;
        char *text = repeat(rows[i].head, rows[i].part, rows[i].count, "");
        CU_ASSERT_PTR_NOT_NULL_FATAL(text);
        read_text(rows[i].path, text, &file);
        CHECK_ROW(find(&file, rows[i].id) != NULL, rows[i].id);
        CHECK_ROW(file.request_count == 1, rows[i].id);
        config_file_clear(&file);
        free(text);
    }
}

static void test_large(void)
{
    struct config_file file;
    char *text = repeat(trainer, "################################################################",
                        70000, "\n");
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    const struct config_options options = {.kind = "trainer-section"};
    CU_ASSERT_EQUAL_FATAL(
        config_read(config_text_kinds(), "x.yaml", text, strlen(text), &options, &file), CONFIG_OK);
    CU_ASSERT_PTR_NOT_NULL(find(&file, "file-too-large"));
    CU_ASSERT_EQUAL(file.request_count, 0);
    config_file_clear(&file);
    free(text);
}

static void test_not_ours(void)
{
    static const char *const texts[] = {"",
                                        "x",
                                        "- 1\n",
                                        "a: {b: c}\n",
                                        "trainer: 1\n",
                                        "\"x",
                                        "{",
                                        "\t",
                                        "trainer:\n",
                                        "%YAML 9",
                                        "--- |\n x",
                                        "!!",
                                        "&a *a",
                                        "trainer: {a: b}\n",
                                        "\xEF\xBB\xBF",
                                        "{\"trainer\": 1}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct config_file file;
        read_text("x.yaml", texts[i], &file);
        CHECK_ROW(!file.kind && !file.finding_count && !file.request_count, texts[i]);
        config_file_clear(&file);
    }
}

static void test_kind_unknown(void)
{
    struct config_file file;
    const struct config_options options = {.kind = "nonsense"};
    CU_ASSERT_EQUAL_FATAL(
        config_read(config_text_kinds(), "x.yaml", trainer, strlen(trainer), &options, &file),
        CONFIG_OK);
    CU_ASSERT_PTR_NULL(file.kind);
    config_file_clear(&file);
}

/* ---- tables */

/* Loads one table given as text; the findings are the caller's. */
static enum pack_status load(const char *text, struct diagnostics *findings,
                             struct config_kinds **ret_kinds)
{
    const struct table_file file = {.path = "x/files.yaml", .text = text, .length = strlen(text)};
    const struct table_source source = {&file, 1, NULL};
    diagnostics_init(findings);
    return config_kinds_load(&source, 1, findings, ret_kinds);
}

static void test_table_faults(void)
{
    static const char kind[] =
        "kinds: [{kind: k, summary: s, framework: f, sections: [{at: [a], keys: l}]}]\n";
    static const struct {
        const char *text, *said;
    } rows[] = {
        {"format: \"2\"\n", "format '2'"},
        {"format: \"1\"\nkind: []\n", "kind"},
        {"format: \"1\"\nlists: [{list: l, keys: [{names: [a], types: [int]}]}]\n",
         "the type 'int'"},
        {"format: \"1\"\nlists: [{list: l, keys: [{names: [a, a]}]}]\n", "the second key 'a'"},
        {"format: \"1\"\nlists: [{list: l, keys: []}, {list: l, keys: []}]\n",
         "the second list 'l'"},
        {"format: \"1\"\nlists: [{list: l, includes: [m], keys: []}]\n", "the list of keys 'm'"},
        {"format: \"1\"\nlists: [{list: l, keys: [{names: [a], since: x}]}]\n", "the version 'x'"},
        {"format: \"1\"\n", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct diagnostics findings;
        struct config_kinds *kinds = NULL;
        bool is_right = rows[i].said == NULL;
        CHECK_ROW(load(rows[i].text, &findings, &kinds) == (is_right ? PACK_OK : PACK_FAULTY),
                  rows[i].text);
        CHECK_ROW(is_right || (findings.count && strstr(findings.items[0].text, rows[i].said)),
                  rows[i].text);
        diagnostics_clear(&findings);
        config_kinds_free(kinds);
    }
    struct diagnostics findings;
    struct config_kinds *kinds = NULL;
    char text[512];
    snprintf(text, sizeof text, "format: \"1\"\n%s", kind);
    CU_ASSERT_EQUAL(load(text, &findings, &kinds), PACK_FAULTY);
    diagnostics_clear(&findings);
}

static void test_table_memory(void)
{
    const struct table_source source = {builtin_files, builtin_file_count, NULL};
    for (size_t i = 0; i < 100000; i++) {
        struct diagnostics findings;
        struct config_kinds *kinds = NULL;
        diagnostics_init(&findings);
        memory_fail_after(i);
        enum pack_status status = config_kinds_load(&source, 1, &findings, &kinds);
        bool had_failed = memory_restore();
        diagnostics_clear(&findings);
        CU_ASSERT(!had_failed || status == PACK_NO_MEMORY);
        CU_ASSERT(status != PACK_OK || kinds != NULL);
        config_kinds_free(kinds);
        if (!had_failed)
            return;
    }
    CU_FAIL("no end of allocations");
}

static void test_kinds_listed(void)
{
    const char *name, *summary;
    size_t count = 0;
    while (config_kinds_at(config_text_kinds(), count, &name, &summary)) {
        CU_ASSERT(*name && *summary);
        count++;
    }
    CU_ASSERT(count >= 8);
}

static const struct test tests[] = {
    {"offsets cut a value and a key out of the text", test_offsets},
    {"aliases of aliases stay within the bound of values", test_bomb},
    {"what lies behind a bound is not read, what lies before it is", test_bounds},
    {"a file above the bound of size is not read", test_large},
    {"what is no file of ours has no kind and no findings", test_not_ours},
    {"an unknown kind that is forced is no kind", test_kind_unknown},
    {"faults of the tables are reported", test_table_faults},
    {"without memory, loading the tables says so and leaks nothing", test_table_memory},
    {"every kind has a name and a summary", test_kinds_listed},
};

const struct suite suite_config = {"config", tests, sizeof tests / sizeof *tests};
