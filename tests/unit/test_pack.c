/* Packs as models: extension, layers, registries, where packs come from; and targets. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "memory.h"
#include "suite.h"
#include "tables/pack.h"
#include "tables/target.h"

#define FILE_ROW(path_, text_)                                                                     \
    {                                                                                              \
        .path = path_, .text = text_, .length = sizeof(text_) - 1                                  \
    }

static const struct table_file files[] = {
    FILE_ROW("low/pack.yaml", "format: 1\n"
                              "pack: low\n"
                              "summary: the one below\n"
                              "versions: ['1.0', '1.1', '2.0']\n"
                              "stages: [first, second]\n"
                              "registries: [{name: things, attributes: [class, family]}]\n"
                              "emits_when: {rank: '0'}\n"
                              "files: [fields.yaml, things.yaml, rules.yaml]\n"),
    FILE_ROW("low/fields.yaml", "format: 1\n"
                                "fields:\n"
                                "- {name: f, role: request, type: text, until: '1.1'}\n"
                                "- {name: f, role: request, type: integer, since: '1.1'}\n"
                                "- {name: g, role: fact, type: name, registry: things}\n"),
    FILE_ROW("low/things.yaml",
             "format: 1\n"
             "things:\n"
             "- {name: a, class: A, aliases: [x, 'int:1'], classes: AA, until: '1.1'}\n"
             "- {name: a, class: B, since: '1.1', object_only: 'true'}\n"
             "- {name: b, base: a, family: q, params: [{name: p, value: '1'}]}\n"
             "- {name: c, instead: b}\n"),
    FILE_ROW("low/rules.yaml",
             "format: 1\n"
             "rules:\n"
             "- {id: one, stage: first, when: {f: '1'}, deny: {g: a}, message: m1,\n"
             "   examples: [{facts: x, version: '1.0', expect: ok}]}\n"
             "- {id: two, stage: second, when: {f: '2'}, set: {f: '3'}}\n"
             "- {id: three, stage: first, message: m3, raises: E}\n"),
    FILE_ROW("high/pack.yaml",
             "format: 1\n"
             "pack: high\n"
             "extends: low\n"
             "versions: '3.0'\n"
             "stages: [third, first]\n"
             "registries: [{name: things, attributes: [extra, class]}, {name: more}]\n"
             "files: [all.yaml, fields.yaml, things.yaml]\n"),
    FILE_ROW("high/all.yaml",
             "format: 1\n"
             "rules:\n"
             "- {id: four, stage: third, message: m4}\n"
             "- {id: one, override: 'true', why: w, set: {f: '9'}, severity: warning}\n"
             "- {id: two, disable: 'true', why: because}\n"),
    FILE_ROW("high/fields.yaml", "format: 1\n"
                                 "fields:\n"
                                 "- {name: f, override: 'true', why: w, default: '7'}\n"
                                 "- {name: g, override: 'true', why: w, until: '2.0'}\n"
                                 "- {name: g, role: fact, type: text, since: '2.0'}\n"),
    FILE_ROW("high/things.yaml", "format: 1\n"
                                 "things:\n"
                                 "- {name: a, override: 'true', why: w, extra: e, family: unset, "
                                 "since: '1.2', object_only: 'false'}\n"
                                 "- {name: c, disable: 'true', why: because}\n"
                                 "- {name: d, base: b}\n"),
    FILE_ROW("drop/pack.yaml", "format: 1\n"
                               "pack: drop\n"
                               "extends: low\n"
                               "unknown_argument: TypeError\n"
                               "files: [all.yaml, fields.yaml, things.yaml]\n"),
    FILE_ROW("drop/all.yaml",
             "format: 1\n"
             "rules:\n"
             "- {id: one, override: 'true', why: w, when: unset, deny: unset, reason: unset}\n"
             "- {id: three, override: 'true', why: w, raises: unset, deny: {f: unset}}\n"
             "- {id: two, disable: 'true', why: w}\n"
             "- {id: five, stage: first, set: {f: unset}}\n"),
    FILE_ROW("drop/fields.yaml",
             "format: 1\n"
             "fields:\n"
             "- {name: f, disable: 'true', why: w}\n"
             "- {name: g, override: 'true', why: w, registry: unset, type: text}\n"),
    FILE_ROW("drop/things.yaml",
             "format: 1\n"
             "things:\n"
             "- {name: a, override: 'true', why: w, until: '1.1', aliases: unset, class: unset}\n"
             "- {name: b, override: 'true', why: w, base: unset, params: unset, family: r}\n"),
};

static const struct table_source builtin = {files, sizeof files / sizeof *files, NULL};

/* A pack that was loaded. */
struct loading {
    struct diagnostics findings;
    struct model model;
    enum pack_status status;
};

static void load(struct loading *loading, const struct table_source *source, const char *name)
{
    diagnostics_init(&loading->findings);
    model_init(&loading->model);
    loading->status = pack_load(source, name, NULL, 0, &loading->findings, &loading->model);
}

static void clear(struct loading *loading)
{
    model_clear(&loading->model);
    diagnostics_clear(&loading->findings);
}

static const struct model_rule *rule_named(const struct model *model, const char *id)
{
    for (size_t i = 0; i < model->rule_count; i++) {
        if (strcmp(model->rules[i].id.text, id) == 0)
            return &model->rules[i];
    }
    return NULL;
}

/* Words of a list as one text. */
static const char *joined(const struct word_list *words)
{
    static char text[256];
    text[0] = '\0';
    for (size_t i = 0; i < words->count; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s ", words->items[i].text);
    return text;
}

static void test_one_pack(void)
{
    struct loading loading;
    load(&loading, &builtin, "low");
    const struct model *model = &loading.model;
    CU_ASSERT_EQUAL_FATAL(loading.status, PACK_OK);
    CU_ASSERT_STRING_EQUAL(model->pack.text, "low");
    CU_ASSERT_STRING_EQUAL(model->pack.place.file, "low/pack.yaml");
    CU_ASSERT_EQUAL(model->pack.place.line, 2);
    CU_ASSERT_STRING_EQUAL(joined(&model->versions), "1.0 1.1 2.0 ");
    CU_ASSERT_STRING_EQUAL(joined(&model->stages), "first second ");
    CU_ASSERT_EQUAL(model->emits_when.count, 1);
    CU_ASSERT_EQUAL(model->field_count, 3);
    CU_ASSERT_STRING_EQUAL(model->fields[1].type.text, "integer");
    CU_ASSERT_EQUAL(model->rule_count, 3);
    CU_ASSERT_STRING_EQUAL(rule_named(model, "one")->examples[0].version.text, "1.0");
    CU_ASSERT_EQUAL(model->registry_count, 1);
    CU_ASSERT_PTR_NULL(model_registry(model, "rules"));
    clear(&loading);
}

static void test_registry(void)
{
    struct loading loading;
    load(&loading, &builtin, "low");
    CU_ASSERT_EQUAL_FATAL(loading.status, PACK_OK);
    struct registry *things = model_registry(&loading.model, "things");
    CU_ASSERT_EQUAL(registry_count(things), 4);
    const struct registry_entry *old = registry_find(things, "a", 1000000),
                                *b = registry_find(things, "b", 0);
    CU_ASSERT_EQUAL(old->until, 1001000);
    CU_ASSERT_EQUAL(old->alias_count, 2);
    CU_ASSERT_STRING_EQUAL(old->aliases[1], "int:1");
    CU_ASSERT_STRING_EQUAL(old->classes[0], "AA");
    CU_ASSERT_STRING_EQUAL(old->registered_by, "low");
    CU_ASSERT_EQUAL(old->place.line, 3);
    CU_ASSERT(!old->object_only);
    CU_ASSERT(registry_find(things, "a", 2000000)->object_only);
    CU_ASSERT_STRING_EQUAL(registry_parameter(things, b, 0)->value, "1");
    CU_ASSERT_STRING_EQUAL(registry_attribute(things, b, "family"), "q");
    CU_ASSERT_STRING_EQUAL(registry_find(things, "c", 0)->instead, "b");
    clear(&loading);
}

static void test_extension(void)
{
    struct loading loading;
    load(&loading, &builtin, "high");
    const struct model *model = &loading.model;
    CU_ASSERT_EQUAL_FATAL(loading.status, PACK_OK);
    CU_ASSERT_STRING_EQUAL(model->pack.text, "high");
    CU_ASSERT_STRING_EQUAL(model->summary.text, "the one below");
    CU_ASSERT_STRING_EQUAL(joined(&model->versions), "3.0 ");
    CU_ASSERT_STRING_EQUAL(joined(&model->stages), "first second third ");
    CU_ASSERT_EQUAL(model->emits_when.count, 1);
    CU_ASSERT_EQUAL(model->registry_count, 2);
    struct registry *things = model_registry(model, "things");
    CU_ASSERT_EQUAL(registry_attribute_count(things), 3);
    CU_ASSERT_STRING_EQUAL(registry_attribute_name(things, 2), "extra");
    clear(&loading);
}

/* An override keeps its place in the order and what it does not say; a new effect replaces the old
 * one. */
static void test_rules_are_replaced(void)
{
    struct loading loading;
    load(&loading, &builtin, "high");
    const struct model *model = &loading.model;
    CU_ASSERT_EQUAL_FATAL(loading.status, PACK_OK);
    CU_ASSERT_EQUAL(model->rule_count, 3);
    CU_ASSERT_STRING_EQUAL(model->rules[0].id.text, "one");
    CU_ASSERT_STRING_EQUAL(model->rules[1].id.text, "three");
    CU_ASSERT_STRING_EQUAL(model->rules[2].id.text, "four");
    CU_ASSERT_PTR_NULL(rule_named(model, "two"));
    const struct model_rule *one = &model->rules[0];
    CU_ASSERT_STRING_EQUAL(one->id.place.file, "high/all.yaml");
    CU_ASSERT_STRING_EQUAL(one->severity.text, "warning");
    CU_ASSERT_STRING_EQUAL(one->stage.text, "first");
    CU_ASSERT_STRING_EQUAL(one->message.text, "m1");
    CU_ASSERT_EQUAL(one->when.count, 1);
    CU_ASSERT_EQUAL(one->example_count, 0); /* they were about the old rule */
    CU_ASSERT_EQUAL(one->deny.count, 0);
    CU_ASSERT_EQUAL(one->set_count, 1);
    CU_ASSERT_EQUAL(one->set[0].field.place.line, 4);
    clear(&loading);
}

static void test_fields_are_replaced(void)
{
    struct loading loading;
    load(&loading, &builtin, "high");
    const struct model *model = &loading.model;
    CU_ASSERT_EQUAL_FATAL(loading.status, PACK_OK);
    CU_ASSERT_EQUAL_FATAL(model->field_count, 4);
    CU_ASSERT_STRING_EQUAL(model->fields[0].default_value.text, "7"); /* both lifetimes of f */
    CU_ASSERT_STRING_EQUAL(model->fields[0].until.text, "1.1");
    CU_ASSERT_STRING_EQUAL(model->fields[1].default_value.text, "7");
    CU_ASSERT_STRING_EQUAL(model->fields[1].type.text, "integer");
    CU_ASSERT_STRING_EQUAL(model->fields[2].until.text,
                           "2.0"); /* the override made room for a second g */
    CU_ASSERT_STRING_EQUAL(model->fields[2].registry.text, "things");
    CU_ASSERT_STRING_EQUAL(model->fields[3].type.text, "text");
    clear(&loading);
}

static void test_entries_are_replaced(void)
{
    struct loading loading;
    load(&loading, &builtin, "high");
    CU_ASSERT_EQUAL_FATAL(loading.status, PACK_OK);
    struct registry *things = model_registry(&loading.model, "things");
    const struct registry_entry *old = registry_find(things, "a", 1000000),
                                *new = registry_find(things, "a", 1002000);
    CU_ASSERT_PTR_NULL(registry_attribute(things, old, "extra")); /* it lives in other releases */
    CU_ASSERT_STRING_EQUAL(registry_attribute(things, new, "extra"), "e");
    CU_ASSERT_STRING_EQUAL(registry_attribute(things, new, "class"), "B");
    CU_ASSERT(!new->object_only);
    CU_ASSERT_EQUAL(new->since, 1002000);
    CU_ASSERT_STRING_EQUAL(new->registered_by, "high");
    CU_ASSERT_STRING_EQUAL(registry_attribute(things, new, "class"), "B");
    CU_ASSERT_PTR_NULL(registry_find(things, "c", 3000000)); /* a known name, but in no release */
    CU_ASSERT_STRING_EQUAL(registry_find(things, "c", 0)->instead, "b");
    clear(&loading);
}

/* In an override the value unset takes a key away; elsewhere it is a value. */
static void test_dropped_keys(void)
{
    struct loading loading;
    load(&loading, &builtin, "drop");
    const struct model *model = &loading.model;
    CU_ASSERT_EQUAL_FATAL(loading.status, PACK_OK);
    const struct model_rule *one = rule_named(model, "one"), *three = rule_named(model, "three");
    CU_ASSERT_EQUAL(one->when.count, 0);
    CU_ASSERT_EQUAL(one->deny.count, 0);
    CU_ASSERT_STRING_EQUAL(one->message.text, "m1");
    CU_ASSERT_PTR_NULL(three->raises.text);
    CU_ASSERT_STRING_EQUAL(three->deny.tests[0].tests.items[0].text, "unset");
    CU_ASSERT_STRING_EQUAL(rule_named(model, "five")->set[0].value.text, "unset");
    CU_ASSERT_STRING_EQUAL(model->unknown_argument.text, "TypeError");

    struct registry *things = model_registry(model, "things");
    const struct registry_entry *a = registry_find(things, "a", 1000000),
                                *b = registry_find(things, "b", 0);
    CU_ASSERT_EQUAL(a->alias_count, 0);
    CU_ASSERT_EQUAL(a->class_count, 1);
    CU_ASSERT_PTR_NULL(registry_attribute(things, a, "class"));
    CU_ASSERT_STRING_EQUAL(registry_attribute(things, registry_find(things, "a", 2000000), "class"),
                           "B");
    CU_ASSERT_PTR_NULL(b->base);
    CU_ASSERT_EQUAL(b->parameter_count, 0);
    CU_ASSERT_STRING_EQUAL(registry_attribute(things, b, "family"), "r");
    clear(&loading);
}

/* A disabled field is one that lives in no release. */
static void test_disabled_fields(void)
{
    struct loading loading;
    load(&loading, &builtin, "drop");
    const struct model *model = &loading.model;
    CU_ASSERT_EQUAL_FATAL(loading.status, PACK_OK);
    CU_ASSERT_EQUAL_FATAL(model->field_count, 2);
    CU_ASSERT_STRING_EQUAL(model->fields[0].name.text, "f");
    CU_ASSERT_PTR_NULL(model->fields[0].since.text);
    CU_ASSERT_STRING_EQUAL(model->fields[0].until.text, "0.0.1");
    CU_ASSERT_STRING_EQUAL(model->fields[0].until.place.file, "drop/fields.yaml");
    CU_ASSERT_STRING_EQUAL(model->fields[1].type.text, "text");
    CU_ASSERT_PTR_NULL(model->fields[1].registry.text);
    clear(&loading);
}

/* Fills a fresh folder with one file. */
static const char *make_layer(char folder[64], const char *name, const char *text)
{
    strcpy(folder, "/tmp/accord-layer-XXXXXX");
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs(text, file);
    fclose(file);
    return folder;
}

static void remove_layer(const char *folder, const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    unlink(path);
    rmdir(folder);
}

static void test_layers(void)
{
    char first[64], second[64];
    const char *layers[] = {
        make_layer(first, "x.yaml", "format: 1\nrules:\n- {id: new, stage: second, message: n}\n"),
        make_layer(second, "y.yml",
                   "format: 1\nrules:\n- {id: new, override: 'true', why: w, help: h}\n"
                   "- {id: three, override: 'true', why: w, raises: F}\n"),
    };
    struct diagnostics findings;
    struct model model;
    diagnostics_init(&findings);
    CU_ASSERT_EQUAL_FATAL(pack_load(&builtin, "high", layers, 2, &findings, &model), PACK_OK);
    CU_ASSERT_STRING_EQUAL(rule_named(&model, "new")->message.text, "n");
    CU_ASSERT_STRING_EQUAL(rule_named(&model, "new")->help.text, "h");
    CU_ASSERT_STRING_EQUAL(rule_named(&model, "three")->raises.text, "F");
    CU_ASSERT_STRING_EQUAL(rule_named(&model, "three")->message.text, "m3");
    model_clear(&model);

    const char *swapped[] = {second, first}; /* there the override comes before what it speaks of */
    CU_ASSERT_EQUAL(pack_load(&builtin, "high", swapped, 2, &findings, &model), PACK_FAULTY);
    CU_ASSERT_EQUAL(findings.count, 1);

    const char *missing[] = {"/nonexistent"};
    CU_ASSERT_EQUAL(pack_load(&builtin, "high", missing, 1, &findings, &model), PACK_FAULTY);
    CU_ASSERT_EQUAL(findings.count, 2);
    CU_ASSERT_EQUAL(pack_load(&builtin, "high", layers, 2, &findings, &model),
                    PACK_OK); /* earlier findings do not matter */
    model_clear(&model);
    diagnostics_clear(&findings);
    remove_layer(first, "x.yaml");
    remove_layer(second, "y.yml");
}

/* A pipe that nobody writes would hang whoever opens it. */
static void test_pipe(void)
{
    char folder[64], path[128];
    const char *layers[] = {make_layer(folder, "x.yaml", "format: 1\nrules: []\n")};
    snprintf(path, sizeof path, "%s/pipe.yaml", folder);
    char command[256];
    snprintf(command, sizeof command, "mkfifo %s", path);
    CU_ASSERT_EQUAL(system(command), 0);
    struct diagnostics findings;
    struct model model;
    diagnostics_init(&findings);
    CU_ASSERT_EQUAL(pack_load(&builtin, "low", layers, 1, &findings, &model), PACK_FAULTY);
    CU_ASSERT_EQUAL(findings.count, 1);
    diagnostics_clear(&findings);
    unlink(path);
    remove_layer(folder, "x.yaml");
}

static void test_unknown_pack(void)
{
    struct loading loading;
    load(&loading, &builtin, "middle");
    CU_ASSERT_EQUAL(loading.status, PACK_FAULTY);
    CU_ASSERT_EQUAL(loading.findings.count, 1);
    CU_ASSERT_STRING_EQUAL(message_id(loading.findings.items[0].message), "ACC0101");
    CU_ASSERT_STRING_EQUAL(loading.findings.items[0].place.file, "middle/pack.yaml");
    clear(&loading);
}

/* A pack of one file that lists `count` files. */
static void check_file_count(int count, const char *id)
{
    struct text text;
    text_init(&text);
    text_add(&text, "format: 1\npack: p\nversions: '1'\nfiles:\n");
    for (int i = 0; i < count; i++)
        text_format(&text, "- f%d.yaml\n", i);
    const struct table_file file = {"p/pack.yaml", text.bytes, text.length, NULL};
    const struct table_source source = {&file, 1, NULL};
    struct loading loading;
    load(&loading, &source, "p");
    CU_ASSERT_EQUAL(loading.status, PACK_FAULTY);
    const struct diagnostic *last = &loading.findings.items[loading.findings.count - 1];
    CU_ASSERT_STRING_EQUAL(message_id(last->message), id);
    clear(&loading);
    text_clear(&text);
}

/* A pack with more rules and entries than there may be. */
static void test_many_items(void)
{
    static const char head[] = "format: 1\npack: p\nversions: '1'\nstages: s\n"
                               "registries: {name: things}\nfiles: [r.yaml, t.yaml]\n";
    struct text rules, things;
    text_init(&rules);
    text_init(&things);
    text_add(&rules, "format: 1\nrules:\n");
    text_add(&things, "format: 1\nthings:\n");
    for (int i = 0; i < 20002; i++) {
        text_format(&rules, "- {id: r%d, stage: s, message: m}\n", i);
        text_format(&things, "- {name: t%d}\n", i);
    }
    const struct table_file many[] = {{"p/pack.yaml", head, sizeof head - 1, NULL},
                                      {"p/r.yaml", rules.bytes, rules.length, NULL},
                                      {"p/t.yaml", things.bytes, things.length, NULL}};
    const struct table_source source = {many, 3, NULL};
    struct loading loading;
    load(&loading, &source, "p");
    CU_ASSERT_EQUAL(loading.status, PACK_FAULTY);
    CU_ASSERT_EQUAL(loading.findings.count, 2);
    for (size_t i = 0; i < loading.findings.count; i++)
        CU_ASSERT_EQUAL(loading.findings.items[i].message, MESSAGE_TABLE_TOO_LARGE);
    clear(&loading);
    text_clear(&rules);
    text_clear(&things);
}

static void test_bounds(void)
{
    check_file_count(999, "ACC0101");
    check_file_count(1000, "ACC0132"); /* as many findings as anybody reads */
    check_file_count(1001, "ACC0132"); /* too many files to look at all */
}

static void test_chain_is_bounded(void)
{
    struct table_file chain[40];
    char paths[40][32], texts[40][96];
    for (int i = 0; i < 40; i++) {
        snprintf(paths[i], sizeof paths[i], "p%d/pack.yaml", i);
        snprintf(texts[i], sizeof texts[i], "format: 1\npack: p%d\nversions: '1'\nextends: p%d\n",
                 i, i + 1);
        chain[i] =
            (struct table_file){.path = paths[i], .text = texts[i], .length = strlen(texts[i])};
    }
    const struct table_source source = {chain, 40, NULL};
    struct loading loading;
    load(&loading, &source, "p0");
    CU_ASSERT_EQUAL(loading.status, PACK_FAULTY);
    CU_ASSERT_EQUAL(loading.findings.count, 1);
    clear(&loading);
}

static void test_memory(void)
{
    size_t round = 0;
    for (bool has_failed = true; has_failed; round++) {
        struct loading loading;
        memory_fail_after(round);
        load(&loading, &builtin, "high");
        has_failed = memory_restore();
        CU_ASSERT_EQUAL(loading.status, has_failed ? PACK_NO_MEMORY : PACK_OK);
        clear(&loading);
    }
}

/* The tables that come with accord. */
static void test_own_tables(void)
{
    char root[512];
    const char *folder = getenv("srcdir");
    snprintf(root, sizeof root, "%s/rules", folder ? folder : ".");
    const struct table_source source = {.directory = root};
    DIR *directory = opendir(root);
    CU_ASSERT_PTR_NOT_NULL_FATAL(directory);
    for (struct dirent *entry; (entry = readdir(directory));) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s/pack.yaml", root, entry->d_name);
        if (access(path, F_OK) != 0)
            continue;
        struct loading loading;
        load(&loading, &source, entry->d_name);
        CHECK_ROW(loading.status == PACK_OK, entry->d_name);
        if (loading.findings.count)
            printf("\n%s:%u: %s\n", loading.findings.items[0].place.file,
                   loading.findings.items[0].place.line, loading.findings.items[0].text);
        clear(&loading);
    }
    closedir(directory);
}

/* The targets that come with accord. */
static void test_own_targets(void)
{
    char root[512];
    const char *folder = getenv("srcdir");
    snprintf(root, sizeof root, "%s/rules/targets", folder ? folder : ".");
    struct arena arena;
    struct diagnostics findings;
    const char **names = NULL;
    size_t count = 0;
    arena_init(&arena);
    diagnostics_init(&findings);
    if (access(root, F_OK) == 0)
        CU_ASSERT_EQUAL(source_list(&arena, root, &findings, &names, &count), PACK_OK);
    for (size_t i = 0; i < count; i++) {
        char path[1024];
        struct target target;
        snprintf(path, sizeof path, "%s/%s", root, names[i]);
        CHECK_ROW(target_read_file(&arena, path, &findings, &target) == PACK_OK, path);
    }
    arena_clear(&arena);
    diagnostics_clear(&findings);
}

static void test_target(void)
{
    static const char text[] = "{\"format\": 1, \"target\": \"box\", \"facts\": {\"gpu.count\": 8, "
                               "\"env\": {\"X\": \"1\"}}}";
    struct arena arena;
    struct diagnostics findings;
    struct target target;
    arena_init(&arena);
    diagnostics_init(&findings);
    CU_ASSERT_EQUAL_FATAL(target_read(&arena, "t.json", text, strlen(text), &findings, &target),
                          PACK_OK);
    CU_ASSERT_STRING_EQUAL(target.name.text, "box");
    CU_ASSERT_EQUAL(target.name.place.column, 25);
    CU_ASSERT_PTR_NULL(target.summary.text);
    CU_ASSERT_EQUAL(value_get(target.facts, "gpu.count")->integer, 8);
    CU_ASSERT(value_is_text(value_get(value_get(target.facts, "env"), "X"), "1"));

    static const char *const faulty[] = {"facts: 1\nformat: 1",
                                         "facts: [a]\nformat: 1",
                                         "format: 1",
                                         "[]",
                                         "facts: {}",
                                         "format: 1.5\nfacts: {}",
                                         "format: 1\nfacts: {}\ntarget: {}",
                                         "format: 1\nfacts: null"};
    for (size_t i = 0; i < sizeof faulty / sizeof *faulty; i++) {
        size_t count = findings.count;
        CHECK_ROW(target_read(&arena, "t", faulty[i], strlen(faulty[i]), &findings, &target) ==
                      PACK_FAULTY,
                  faulty[i]);
        CHECK_ROW(findings.count == count + 1, faulty[i]);
    }
    static const char *const fine[] = {"format: '1'\nfacts: {}",
                                       "format: 1\nfacts: {}\ntarget: 15\nsummary: ~"};
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++)
        CHECK_ROW(target_read(&arena, "t", fine[i], strlen(fine[i]), &findings, &target) == PACK_OK,
                  fine[i]);
    CU_ASSERT_STRING_EQUAL(target.name.text, "15");
    arena_clear(&arena);
    diagnostics_clear(&findings);
}

static const struct test tests[] = {
    {"a built-in pack is a model", test_one_pack},
    {"registry files fill registries", test_registry},
    {"a pack adds to the one that it extends", test_extension},
    {"rules are replaced and taken out on purpose", test_rules_are_replaced},
    {"fields are replaced in all their lifetimes", test_fields_are_replaced},
    {"entries are replaced in the releases they share", test_entries_are_replaced},
    {"an override takes keys away with unset", test_dropped_keys},
    {"a disabled field stays a known word", test_disabled_fields},
    {"layers come over packs in their order", test_layers},
    {"a pipe among the tables does not hang", test_pipe},
    {"an unknown pack is a finding", test_unknown_pack},
    {"files and findings are bounded", test_bounds},
    {"rules and entries are bounded", test_many_items},
    {"chains of extensions are bounded", test_chain_is_bounded},
    {"loading a pack survives the want of memory", test_memory},
    {"the tables of accord have no faults", test_own_tables},
    {"the targets of accord have no faults", test_own_targets},
    {"targets and facts files have a checked head", test_target},
};

const struct suite suite_pack = {"pack", tests, sizeof tests / sizeof *tests};
