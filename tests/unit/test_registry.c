/* The base of the registries: order, lifetimes, override, removal, inheritance, filling on first
 * use. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/diagnostic.h"
#include "base/text.h"
#include "memory.h"
#include "registry/registry.h"
#include "suite.h"

static const char *const attributes[] = {"class", "family"};

static struct registry *new_registry(registry_populate *populate, void *context)
{
    return registry_new("things", attributes, 2, populate, context);
}

static enum registry_status add(struct registry *registry, const char *name, const char *base)
{
    struct registry_entry entry = {.name = name, .base = base, .registered_by = "test"};
    return registry_register(registry, &entry, false, NULL);
}

static enum registry_status add_lifetime(struct registry *registry, const char *name, int64_t since,
                                         int64_t until, bool override)
{
    struct registry_entry entry = {.name = name, .since = since, .until = until};
    return registry_register(registry, &entry, override, NULL);
}

/* The names in order as one text. */
static const char *order(struct registry *registry)
{
    static char text[256];
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < registry_count(registry); i++) {
        length += (size_t)snprintf(text + length, sizeof text - length, "%s ",
                                   registry_at(registry, i)->name);
    }
    return text;
}

static void test_empty(void)
{
    struct registry *registry = new_registry(NULL, NULL);
    CU_ASSERT_STRING_EQUAL(registry_kind(registry), "things");
    CU_ASSERT_EQUAL(registry_attribute_count(registry), 2);
    CU_ASSERT_STRING_EQUAL(registry_attribute_name(registry, 1), "family");
    CU_ASSERT_PTR_NULL(registry_attribute_name(registry, 2));
    CU_ASSERT_EQUAL(registry_count(registry), 0);
    CU_ASSERT_EQUAL(registry_names(registry, NULL, 0), 0);
    CU_ASSERT_PTR_NULL(registry_at(registry, 0));
    CU_ASSERT_PTR_NULL(registry_find(registry, "x", 0));
    CU_ASSERT_EQUAL(registry_remove(registry, "x"), REGISTRY_NOT_FOUND);
    CU_ASSERT_PTR_NULL(registry_nearest(registry, "x"));
    registry_free(registry);
    registry_free(NULL);
}

static void test_order(void)
{
    struct registry *registry = new_registry(NULL, NULL);
    const char *names[2] = {NULL, NULL};
    CU_ASSERT_EQUAL(add(registry, "c", NULL), REGISTRY_OK);
    CU_ASSERT_EQUAL(add(registry, "a", NULL), REGISTRY_OK);
    CU_ASSERT_EQUAL(add(registry, "b", NULL), REGISTRY_OK);
    CU_ASSERT_STRING_EQUAL(order(registry), "c a b ");
    CU_ASSERT_EQUAL(registry_names(registry, names, 2), 3);
    CU_ASSERT_STRING_EQUAL(names[1], "a");
    CU_ASSERT_EQUAL(registry_remove(registry, "a"), REGISTRY_OK);
    CU_ASSERT_STRING_EQUAL(order(registry), "c b ");
    CU_ASSERT_EQUAL(add(registry, "a", NULL), REGISTRY_OK);
    CU_ASSERT_STRING_EQUAL(order(registry), "c b a ");
    registry_free(registry);
}

/* The registry keeps nothing of the caller's memory. */
static void test_copies(void)
{
    struct registry *registry = new_registry(NULL, NULL);
    char name[] = "name", value[] = "value", file[] = "file.yaml";
    const char *texts[] = {name, value};
    struct registry_attribute attribute = {.name = name, .value = value, .place = {file, 3, 4}};
    struct registry_entry entry = {.name = name,
                                   .aliases = texts,
                                   .alias_count = 2,
                                   .classes = texts,
                                   .class_count = 1,
                                   .object_only = true,
                                   .base = NULL,
                                   .instead = value,
                                   .summary = value,
                                   .since = 5,
                                   .attributes = &attribute,
                                   .attribute_count = 1,
                                   .parameters = &attribute,
                                   .parameter_count = 1,
                                   .place = {file, 1, 2},
                                   .registered_by = value};
    CU_ASSERT_EQUAL(registry_register(registry, &entry, false, NULL), REGISTRY_OK);
    memset(name, '?', sizeof name - 1);
    memset(value, '?', sizeof value - 1);
    memset(file, '?', sizeof file - 1);
    const struct registry_entry *found = registry_find(registry, "name", 0);
    CU_ASSERT_PTR_NOT_NULL_FATAL(found);
    CU_ASSERT_STRING_EQUAL(found->aliases[1], "value");
    CU_ASSERT_STRING_EQUAL(found->classes[0], "name");
    CU_ASSERT_STRING_EQUAL(found->instead, "value");
    CU_ASSERT_STRING_EQUAL(found->registered_by, "value");
    CU_ASSERT_STRING_EQUAL(found->place.file, "file.yaml");
    CU_ASSERT_EQUAL(found->place.column, 2);
    CU_ASSERT_STRING_EQUAL(found->attributes[0].value, "value");
    CU_ASSERT_PTR_EQUAL(found->parameters[0].place.file, found->place.file);
    CU_ASSERT_EQUAL(found->until, INT64_MAX);
    CU_ASSERT_TRUE(found->object_only);
    registry_free(registry);
}

static void test_repeated(void)
{
    struct registry *registry = new_registry(NULL, NULL);
    struct registry_entry entry = {.name = "a", .place = {"second.yaml", 1, 1}};
    const struct registry_entry *other = NULL;
    CU_ASSERT_EQUAL(add(registry, "a", NULL), REGISTRY_OK);
    CU_ASSERT_EQUAL(add(registry, "b", NULL), REGISTRY_OK);
    const struct registry_entry *first = registry_find(registry, "a", 0);
    uint64_t generation = registry_generation(registry);
    CU_ASSERT_EQUAL(registry_register(registry, &entry, false, &other), REGISTRY_REPEATED);
    CU_ASSERT_PTR_EQUAL(other, first);
    CU_ASSERT_EQUAL(registry_generation(registry), generation);
    CU_ASSERT_EQUAL(registry_register(registry, &entry, true, NULL), REGISTRY_OK);
    CU_ASSERT_NOT_EQUAL(registry_generation(registry), generation);
    CU_ASSERT_STRING_EQUAL(registry_find(registry, "a", 0)->place.file, "second.yaml");
    CU_ASSERT_STRING_EQUAL(order(registry), "a b ");
    CU_ASSERT_STRING_EQUAL(first->registered_by, "test"); /* still valid */
    registry_free(registry);
}

static void test_lifetimes(void)
{
    struct registry *registry = new_registry(NULL, NULL);
    const char *names[3] = {NULL, NULL, NULL};
    CU_ASSERT_EQUAL(add_lifetime(registry, "a", 0, 10, false), REGISTRY_OK);
    CU_ASSERT_EQUAL(add_lifetime(registry, "b", 0, 0, false), REGISTRY_OK);
    CU_ASSERT_EQUAL(add_lifetime(registry, "a", 10, 20, false), REGISTRY_OK);
    CU_ASSERT_EQUAL(add_lifetime(registry, "a", 19, 0, false), REGISTRY_REPEATED);
    CU_ASSERT_EQUAL(registry_find(registry, "a", 9)->until, 10);
    CU_ASSERT_EQUAL(registry_find(registry, "a", 10)->until, 20);
    CU_ASSERT_PTR_NULL(registry_find(registry, "a", 20));
    CU_ASSERT_EQUAL(registry_find(registry, "a", 0)->since, 10);
    CU_ASSERT_EQUAL(registry_names(registry, names, 3), 2);
    CU_ASSERT_STRING_EQUAL(names[1], "b");

    CU_ASSERT_EQUAL(add_lifetime(registry, "a", 0, 5, true), REGISTRY_OK);
    CU_ASSERT_STRING_EQUAL(order(registry), "a b a ");
    CU_ASSERT_PTR_NULL(registry_find(registry, "a", 7));
    CU_ASSERT_EQUAL(registry_names(registry, names, 3), 2);
    CU_ASSERT_STRING_EQUAL(names[0], "a");
    CU_ASSERT_EQUAL(add_lifetime(registry, "a", 0, 0, true), REGISTRY_OK); /* overlaps both */
    CU_ASSERT_STRING_EQUAL(order(registry), "a b ");
    CU_ASSERT_EQUAL(registry_remove(registry, "a"), REGISTRY_OK);
    CU_ASSERT_STRING_EQUAL(order(registry), "b ");
    registry_free(registry);
}

static enum registry_status add_parts(struct registry *registry, const char *name, const char *base,
                                      struct registry_attribute attribute,
                                      const struct registry_attribute *parameters,
                                      size_t parameter_count)
{
    struct registry_entry entry = {.name = name,
                                   .base = base,
                                   .attributes = &attribute,
                                   .attribute_count = 1,
                                   .parameters = parameters,
                                   .parameter_count = parameter_count};
    return registry_register(registry, &entry, false, NULL);
}

static void test_inherits(void)
{
    struct registry *registry = new_registry(NULL, NULL);
    struct registry_attribute root[] = {{.name = "x", .value = "1"}, {.name = "y", .value = "2"}};
    struct registry_attribute leaf[] = {{.name = "z", .value = "3"}, {.name = "x", .value = "4"}};
    add_parts(registry, "leaf", "middle",
              (struct registry_attribute){.name = "class", .value = "Leaf"}, leaf, 2);
    add_parts(registry, "root", NULL,
              (struct registry_attribute){.name = "family", .value = "tree"}, root, 2);
    add(registry, "middle", "root");
    const struct registry_entry *entry = registry_find(registry, "leaf", 0);
    CU_ASSERT_STRING_EQUAL(registry_base(registry, entry)->name, "middle");
    CU_ASSERT_STRING_EQUAL(registry_attribute(registry, entry, "class"), "Leaf");
    CU_ASSERT_STRING_EQUAL(registry_attribute(registry, entry, "family"), "tree");
    CU_ASSERT_PTR_NULL(registry_attribute(registry, registry_find(registry, "root", 0), "class"));
    CU_ASSERT_EQUAL(registry_parameter_count(registry, entry), 3);
    CU_ASSERT_STRING_EQUAL(registry_parameter(registry, entry, 0)->name, "x");
    CU_ASSERT_STRING_EQUAL(registry_parameter(registry, entry, 0)->value, "4");
    CU_ASSERT_STRING_EQUAL(registry_parameter(registry, entry, 1)->value, "2");
    CU_ASSERT_STRING_EQUAL(registry_parameter(registry, entry, 2)->name, "z");
    CU_ASSERT_PTR_NULL(registry_parameter(registry, entry, 3));
    CU_ASSERT_STRING_EQUAL(
        registry_parameter(registry, registry_find(registry, "middle", 0), 0)->value, "1");
    registry_free(registry);
}

static void test_base_by_lifetime(void)
{
    struct registry *registry = new_registry(NULL, NULL);
    struct registry_entry entry = {.name = "b", .base = "a", .since = 15};
    struct registry_entry again = {.name = "a", .base = "a", .since = 30};
    add_lifetime(registry, "a", 0, 10, false);
    add_lifetime(registry, "a", 10, 20, false);
    registry_register(registry, &entry, false, NULL);
    CU_ASSERT_EQUAL(registry_base(registry, registry_find(registry, "b", 0))->since, 10);
    registry_register(registry, &again, false,
                      NULL); /* derives from another lifetime of its own name */
    CU_ASSERT_EQUAL(registry_base(registry, registry_find(registry, "a", 30))->since, 10);
    registry_free(registry);
}

static bool has_message(const struct diagnostics *findings, enum message message, const char *word)
{
    for (size_t i = 0; i < findings->count; i++)
        if (findings->items[i].message == message && strstr(findings->items[i].text, word) != NULL)
            return true;
    return false;
}

static void test_cycles(void)
{
    struct registry *registry = new_registry(NULL, NULL);
    struct diagnostics findings;
    diagnostics_init(&findings);
    add(registry, "one", "two");
    add(registry, "two", "one");
    add(registry, "self", "self");
    add(registry, "child", "self");
    add(registry, "lost", "tow");
    add(registry, "heir", "lost");
    CU_ASSERT_PTR_NULL(registry_attribute(registry, registry_find(registry, "one", 0), "class"));
    CU_ASSERT_EQUAL(registry_parameter_count(registry, registry_find(registry, "child", 0)), 0);
    registry_check(registry, &findings);
    CU_ASSERT_EQUAL(findings.count, 5);
    CU_ASSERT_TRUE(has_message(&findings, MESSAGE_BASE_CYCLE, "one"));
    CU_ASSERT_TRUE(has_message(&findings, MESSAGE_BASE_CYCLE, "self"));
    CU_ASSERT_TRUE(has_message(&findings, MESSAGE_BASE_UNKNOWN, "lost"));
    CU_ASSERT_FALSE(has_message(&findings, MESSAGE_BASE_UNKNOWN, "heir"));
    CU_ASSERT_STRING_EQUAL(findings.items[4].nearest, "two");
    diagnostics_clear(&findings);
    registry_free(registry);
}

/* Deep chains end; the check says where they are cut. */
static void test_deep(void)
{
    struct registry *registry = new_registry(NULL, NULL);
    struct diagnostics findings;
    char name[16], base[16];
    diagnostics_init(&findings);
    for (int i = 0; i <= 33; i++) {
        snprintf(name, sizeof name, "n%d", i);
        snprintf(base, sizeof base, "n%d", i - 1);
        CU_ASSERT_EQUAL(add(registry, name, i == 0 ? NULL : base), REGISTRY_OK);
    }
    registry_check(registry, &findings);
    CU_ASSERT_EQUAL(findings.count, 1);
    CU_ASSERT_TRUE(has_message(&findings, MESSAGE_TABLE_TOO_LARGE, "32 bases"));
    diagnostics_clear(&findings);
    registry_free(registry);
}

static void test_nearest(void)
{
    struct registry *registry = new_registry(NULL, NULL);
    add(registry, "parallel", NULL);
    add(registry, "single", NULL);
    CU_ASSERT_STRING_EQUAL(registry_nearest(registry, "paralel"), "parallel");
    CU_ASSERT_PTR_NULL(registry_nearest(registry, "something else"));
    registry_free(registry);
}

static void test_many(void)
{
    struct registry *registry = new_registry(NULL, NULL);
    char name[16];
    for (int i = 0; i < 2000; i++) {
        snprintf(name, sizeof name, "n%d", i);
        CU_ASSERT_EQUAL_FATAL(add(registry, name, NULL), REGISTRY_OK);
    }
    CU_ASSERT_EQUAL(registry_count(registry), 2000);
    for (int i = 0; i < 2000; i++) {
        snprintf(name, sizeof name, "n%d", i);
        CU_ASSERT_PTR_EQUAL(registry_find(registry, name, 0), registry_at(registry, (size_t)i));
    }
    for (int i = 0; i < 20000; i++) { /* tombstones do not pile up in the index */
        CU_ASSERT_EQUAL_FATAL(registry_remove(registry, "n7"), REGISTRY_OK);
        CU_ASSERT_EQUAL_FATAL(add(registry, "n7", NULL), REGISTRY_OK);
    }
    CU_ASSERT_EQUAL(registry_count(registry), 2000);
    CU_ASSERT_STRING_EQUAL(registry_at(registry, 1999)->name, "n7");
    registry_free(registry);
}

/* Every allocation fails once; a registration that failed leaves the registry as it was. */
static void test_memory(void)
{
    bool has_failed = true;
    for (size_t i = 0; has_failed; i++) {
        size_t added = 0;
        memory_fail_after(i);
        struct registry *registry = new_registry(NULL, NULL);
        for (int k = 0; registry && k < 40; k++) {
            char name[16];
            snprintf(name, sizeof name, "n%d", k);
            added += add(registry, name, "n0") == REGISTRY_OK;
        }
        if (registry)
            (void)registry_nearest(registry, "nn1");
        has_failed = memory_restore();
        CU_ASSERT_TRUE(has_failed || (registry && added == 40));
        if (registry) {
            CU_ASSERT_EQUAL(registry_count(registry), added);
            CU_ASSERT_EQUAL(add(registry, "more", "n0"), REGISTRY_OK);
        }
        registry_free(registry);
    }
}

struct filler {
    int runs;     /* how often populate ran */
    int failures; /* how often it is to fail */
};

static bool fill(struct registry *registry, void *context)
{
    struct filler *filler = context;
    filler->runs++;
    add(registry, "built-in", NULL);
    if (registry_find(registry, "built-in", 0) == NULL || registry_count(registry) != 1)
        return false; /* populate's own reads pass */
    for (int i = 0; i < 500; i++) {
        char name[16];
        snprintf(name, sizeof name, "n%d", i);
        add(registry, name, "built-in");
    }
    return filler->runs > filler->failures;
}

static void test_fills_on_first_use(void)
{
    struct filler filler = {0};
    struct registry *registry = new_registry(fill, &filler);
    CU_ASSERT_STRING_EQUAL(registry_kind(registry), "things");
    CU_ASSERT_EQUAL(filler.runs, 0);
    CU_ASSERT_EQUAL(add(registry, "built-in", NULL),
                    REGISTRY_REPEATED); /* a change fills first, too */
    CU_ASSERT_EQUAL(registry_count(registry), 501);
    CU_ASSERT_EQUAL(add(registry, "late", NULL), REGISTRY_OK);
    CU_ASSERT_STRING_EQUAL(registry_at(registry, 501)->name, "late");
    CU_ASSERT_EQUAL(filler.runs, 1);
    registry_free(registry);
}

static void test_failed_filling_is_tried_again(void)
{
    struct filler filler = {.failures = 1};
    struct registry *registry = new_registry(fill, &filler);
    CU_ASSERT_EQUAL(registry_count(registry), 0);
    CU_ASSERT_EQUAL(registry_count(registry), 501);
    CU_ASSERT_EQUAL(filler.runs, 2);
    registry_free(registry);
}

struct reader {
    struct registry *registry;
    pthread_barrier_t *start;
    size_t wrong;
};

static void *read_all(void *context)
{
    struct reader *reader = context;
    pthread_barrier_wait(reader->start);
    for (int round = 0; round < 20; round++) {
        const struct registry_entry *entry = registry_find(reader->registry, "n499", 0);
        reader->wrong += registry_count(reader->registry) < 501;
        reader->wrong += entry == NULL || registry_base(reader->registry, entry) == NULL;
        reader->wrong += registry_names(reader->registry, NULL, 0) < 501;
    }
    return NULL;
}

/* Four threads read first at the same time, while this one registers. */
static void test_threads(void)
{
    struct filler filler = {0};
    struct registry *registry = new_registry(fill, &filler);
    struct reader readers[4];
    pthread_t threads[4];
    pthread_barrier_t start;
    pthread_barrier_init(&start, NULL, 5);
    for (int i = 0; i < 4; i++) {
        readers[i] = (struct reader){.registry = registry, .start = &start};
        CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i], NULL, read_all, &readers[i]), 0);
    }
    pthread_barrier_wait(&start);
    for (int i = 0; i < 50; i++) {
        char name[16];
        snprintf(name, sizeof name, "late%d", i);
        CU_ASSERT_EQUAL(add(registry, name, NULL), REGISTRY_OK);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        CU_ASSERT_EQUAL(readers[i].wrong, 0);
    }
    CU_ASSERT_EQUAL(filler.runs, 1);
    pthread_barrier_destroy(&start);
    registry_free(registry);
}

/* "heir" outlives both entries of "base", "grandchild" all of "heir"; "late" begins after them. */
static void test_divide(void)
{
    struct registry *registry = new_registry(NULL, NULL);
    struct registry_entry late = {.name = "late", .base = "base", .since = 5};
    CU_ASSERT_EQUAL(add(registry, "grandchild", "heir"), REGISTRY_OK);
    CU_ASSERT_EQUAL(add(registry, "heir", "base"), REGISTRY_OK);
    CU_ASSERT_EQUAL(add_lifetime(registry, "base", 0, 3, false), REGISTRY_OK);
    CU_ASSERT_EQUAL(add_lifetime(registry, "base", 4, 0, false), REGISTRY_OK);
    CU_ASSERT_EQUAL(registry_register(registry, &late, false, NULL), REGISTRY_OK);
    CU_ASSERT_TRUE_FATAL(registry_divide(registry));
    CU_ASSERT_EQUAL(registry_count(registry), 7);
    CU_ASSERT_STRING_EQUAL(registry_at(registry, 0)->name, "grandchild");
    CU_ASSERT_EQUAL(registry_at(registry, 0)->until, 4);
    CU_ASSERT_EQUAL(registry_at(registry, 1)->since, 4);
    CU_ASSERT_STRING_EQUAL(registry_at(registry, 2)->name, "heir");
    for (int64_t release = 1; release < 6; release += 4) {
        const struct registry_entry *found = registry_find(registry, "grandchild", release);
        found = registry_base(registry, registry_base(registry, found));
        CU_ASSERT_PTR_EQUAL(found, registry_find(registry, "base", release));
    }
    CU_ASSERT_TRUE(registry_divide(registry));
    CU_ASSERT_EQUAL(registry_count(registry), 7);
    CU_ASSERT_EQUAL(registry_remove(registry, "heir"), REGISTRY_OK);
    CU_ASSERT_EQUAL(registry_count(registry), 5);
    registry_free(registry);
}

/* What is retired is found by what inherits from it, and in nobody's way. */
static void test_retire(void)
{
    struct registry *registry = new_registry(NULL, NULL);
    CU_ASSERT_EQUAL(add_lifetime(registry, "old", 10, 20, false), REGISTRY_OK);
    CU_ASSERT_EQUAL(add(registry, "heir", "old"), REGISTRY_OK);
    CU_ASSERT_EQUAL(registry_retire(registry, "old", 12, 14), REGISTRY_OK);
    CU_ASSERT_EQUAL(registry_retire(registry, "old", 12, 14), REGISTRY_NOT_FOUND);
    CU_ASSERT_EQUAL(registry_retire(registry, "none", 0, 14), REGISTRY_NOT_FOUND);
    CU_ASSERT_EQUAL(registry_count(registry), 4);
    CU_ASSERT_PTR_NOT_NULL(registry_find(registry, "old", 11));
    CU_ASSERT_PTR_NULL(registry_find(registry, "old", 12));
    CU_ASSERT_PTR_NULL(registry_find(registry, "old", 13));
    CU_ASSERT_PTR_NOT_NULL(registry_find(registry, "old", 14));
    CU_ASSERT_EQUAL(registry_until(registry_at(registry, 1)), 1);
    CU_ASSERT_EQUAL(registry_retire(registry, "old", 0, INT64_MAX), REGISTRY_OK);
    CU_ASSERT_PTR_NULL(registry_find(registry, "old", 19));
    CU_ASSERT_PTR_NOT_NULL(registry_base(registry, registry_find(registry, "heir", 0)));
    CU_ASSERT_EQUAL(add_lifetime(registry, "old", 0, 0, false), REGISTRY_OK);
    CU_ASSERT_FALSE(registry_base(registry, registry_find(registry, "heir", 0))->retired);
    registry_free(registry);
}

static const struct test tests[] = {
    {"an empty registry has no names", test_empty},
    {"entries stay in registration order", test_order},
    {"a registry keeps nothing of the caller's memory", test_copies},
    {"a name is registered again only with override", test_repeated},
    {"a name may have several lifetimes", test_lifetimes},
    {"attributes and parameters are inherited", test_inherits},
    {"a base is the one that lives when the entry begins", test_base_by_lifetime},
    {"an entry that outlives its base's becomes several", test_divide},
    {"a retired entry is gone but for what inherits from it", test_retire},
    {"cycles of bases end and are reported", test_cycles},
    {"chains of bases are bounded", test_deep},
    {"a misspelt name has a nearest one", test_nearest},
    {"thousands of names are quick, tombstones do not pile up", test_many},
    {"registries survive the want of memory", test_memory},
    {"a registry fills itself on first use, once", test_fills_on_first_use},
    {"a filling that failed is tried again", test_failed_filling_is_tried_again},
    {"threads that read first at the same time see all names", test_threads},
};

const struct suite suite_registry = {"registry", tests, sizeof tests / sizeof *tests};
