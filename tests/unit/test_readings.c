/* Files that are read side by side: what comes of them must not show it. */
#include <stdio.h>
#include <string.h>

#include "memory.h"
#include "suite.h"
#include "tables/pack.h"

/* A built-in pack of many files, with rule r0 in 0.yaml and so on. */
struct many {
    struct table_file files[64];
    char paths[64][32], texts[64][64], head[1024];
    struct table_source source;
};

/* A rule file of its own; a faulty one has no stage. */
static void many_add(struct many *many, size_t index, bool faulty)
{
    char *path = many->paths[index], *text = many->texts[index];
    snprintf(path, sizeof many->paths[index], "many/%zu.yaml", index);
    snprintf(text, sizeof many->texts[index], "format: 1\nrules: {id: r%zu%s, message: m}\n", index,
             faulty ? "" : ", stage: s");
    many->files[index] = (struct table_file){.path = path, .text = text, .length = strlen(text)};
}

/* `count` files, listed in their order and `more` behind them; with `faulty` every third is. */
static void many_make(struct many *many, size_t count, const char *more, bool faulty)
{
    static const char begin[] = "format: 1\npack: many\nversions: '1.0'\nstages: s\nfiles: [";
    size_t length = (size_t)snprintf(many->head, sizeof many->head, "%s", begin);
    for (size_t i = 0; i < count; i++) {
        many_add(many, i, faulty && i % 3 == 0);
        length +=
            (size_t)snprintf(many->head + length, sizeof many->head - length, "%zu.yaml, ", i);
    }
    length += (size_t)snprintf(many->head + length, sizeof many->head - length, "%s]\n", more);
    many->files[count] =
        (struct table_file){.path = "many/pack.yaml", .text = many->head, .length = length};
    many->source = (struct table_source){many->files, count + 1, NULL};
}

/* A pack that was loaded. */
struct loading {
    struct diagnostics findings;
    struct model model;
    enum pack_status status;
};

static void load(struct loading *loading, const struct many *many)
{
    diagnostics_init(&loading->findings);
    model_init(&loading->model);
    loading->status =
        pack_load(&many->source, "many", NULL, 0, &loading->findings, &loading->model);
}

static void clear(struct loading *loading)
{
    model_clear(&loading->model);
    diagnostics_clear(&loading->findings);
}

enum { COUNT = 50 };

static void test_rules(void)
{
    static struct many many;
    struct loading loading;
    many_make(&many, COUNT, "", false);
    load(&loading, &many);
    CU_ASSERT_EQUAL_FATAL(loading.status, PACK_OK);
    CU_ASSERT_EQUAL_FATAL(loading.model.rule_count, COUNT);
    for (size_t i = 0; i < COUNT; i++)
        CHECK_ROW(strcmp(loading.model.rules[i].id.place.file, many.paths[i]) == 0, many.paths[i]);
    clear(&loading);
}

static void test_findings(void)
{
    static const enum message last[] = {MESSAGE_FILE_REPEATED, MESSAGE_FILE_UNREADABLE,
                                        MESSAGE_FILE_UNREADABLE};
    static struct many many;
    struct loading loading;
    size_t count = (COUNT + 2) / 3;
    many_make(&many, COUNT, "0.yaml, ../x.yaml, gone.yaml", true);
    load(&loading, &many);
    const struct diagnostic *items = loading.findings.items;
    CU_ASSERT_EQUAL(loading.status, PACK_FAULTY);
    CU_ASSERT_EQUAL_FATAL(loading.findings.count, count + 3);
    for (size_t i = 0; i < count; i++)
        CHECK_ROW(strcmp(items[i].place.file, many.paths[i * 3]) == 0, many.paths[i * 3]);
    for (size_t i = 0; i < 3; i++)
        CU_ASSERT_EQUAL(items[count + i].message, last[i]);
    clear(&loading);
}

static void test_memory(void)
{
    static struct many many;
    many_make(&many, 12, "", false);
    size_t round = 0;
    for (bool has_failed = true; has_failed; round += 1 + round / 50) {
        struct loading loading;
        memory_fail_after(round);
        load(&loading, &many);
        has_failed = memory_restore();
        CU_ASSERT_EQUAL(loading.status, has_failed ? PACK_NO_MEMORY : PACK_OK);
        clear(&loading);
    }
}

static const struct test tests[] = {
    {"rules come in the order of the files", test_rules},
    {"findings come in the order of the files", test_findings},
    {"reading side by side survives the want of memory", test_memory},
};

const struct suite suite_readings = {"readings", tests, sizeof tests / sizeof *tests};
