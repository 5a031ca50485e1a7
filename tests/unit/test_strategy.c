/* The strategy registry: the calls of the base under its own names, one class under several names,
 * first use by two threads. */
#include <pthread.h>
#include <string.h>

#include "registry/strategy.h"
#include "suite.h"

static const char *const attributes[] = {"class", "launcher", "family"};

static bool fill(struct registry *registry, void *context)
{
    struct registry_attribute own[] = {{.name = "class", .value = "Spread"},
                                       {.name = "launcher", .value = "script"},
                                       {.name = "family", .value = "spread"}};
    struct registry_attribute spawning = {.name = "launcher", .value = "spawner"};
    struct registry_attribute parameters[] = {{.name = "start", .value = "script"},
                                              {.name = "buckets", .value = "25"}};
    struct registry_attribute other = {.name = "start", .value = "spawn"};
    struct registry_entry spread = {.name = "spread",
                                    .attributes = own,
                                    .attribute_count = 3,
                                    .parameters = parameters,
                                    .parameter_count = 2,
                                    .registered_by = "built-in"};
    struct registry_entry spawn = {.name = "spread_spawn",
                                   .base = "spread",
                                   .attributes = &spawning,
                                   .attribute_count = 1,
                                   .parameters = &other,
                                   .parameter_count = 1,
                                   .registered_by = "built-in"};
    (void)context;
    return registry_register(registry, &spread, false, NULL) == REGISTRY_OK &&
           registry_register(registry, &spawn, false, NULL) == REGISTRY_OK;
}

static void test_names_of_one_class(void)
{
    struct strategies strategies;
    const char *names[3] = {NULL, NULL, NULL};
    CU_ASSERT_TRUE_FATAL(strategies_init(&strategies, attributes, 3, fill, NULL));
    CU_ASSERT_STRING_EQUAL(registry_kind(strategies.registry), "strategies");
    CU_ASSERT_EQUAL(strategies_names(&strategies, names, 3), 2);
    CU_ASSERT_STRING_EQUAL(names[1], "spread_spawn");
    CU_ASSERT_PTR_NULL(names[2]);
    const struct registry_entry *spawn = strategies_get(&strategies, "spread_spawn", 0);
    CU_ASSERT_PTR_NOT_NULL_FATAL(spawn);
    CU_ASSERT_STRING_EQUAL(strategy_class(&strategies, spawn), "Spread");
    CU_ASSERT_STRING_EQUAL(strategy_launcher(&strategies, spawn), "spawner");
    CU_ASSERT_STRING_EQUAL(strategy_family(&strategies, spawn), "spread");
    CU_ASSERT_EQUAL(strategy_parameter_count(&strategies, spawn), 2);
    CU_ASSERT_STRING_EQUAL(strategy_parameter(&strategies, spawn, 0)->value, "spawn");
    CU_ASSERT_STRING_EQUAL(strategy_parameter(&strategies, spawn, 1)->value, "25");
    strategies_clear(&strategies);
}

static void test_changes(void)
{
    struct strategies strategies;
    const struct registry_entry *other = NULL;
    struct registry_entry mine = {.name = "spread", .registered_by = "user"};
    CU_ASSERT_TRUE_FATAL(strategies_init(&strategies, attributes, 3, fill, NULL));
    CU_ASSERT_EQUAL(strategies_register(&strategies, &mine, &other), REGISTRY_REPEATED);
    CU_ASSERT_STRING_EQUAL(other->registered_by, "built-in");
    CU_ASSERT_EQUAL(strategies_override(&strategies, &mine), REGISTRY_OK);
    CU_ASSERT_STRING_EQUAL(strategies_at(&strategies, 0)->registered_by, "user");
    CU_ASSERT_PTR_NULL(strategy_class(&strategies, strategies_get(&strategies, "spread_spawn", 0)));
    CU_ASSERT_EQUAL(strategies_remove(&strategies, "spread"), REGISTRY_OK);
    CU_ASSERT_EQUAL(strategies_remove(&strategies, "spread"), REGISTRY_NOT_FOUND);
    CU_ASSERT_EQUAL(strategies_count(&strategies), 1);
    strategies_clear(&strategies);
    CU_ASSERT_PTR_NULL(strategies.registry);
}

static void test_view(void)
{
    struct registry *registry = registry_new("strategies", attributes, 3, fill, NULL);
    struct strategies view;
    strategies_view(&view, registry);
    CU_ASSERT_EQUAL(strategies_count(&view), 2);
    strategies_clear(&view);
    CU_ASSERT_EQUAL(registry_count(registry), 2);
    registry_free(registry);
}

struct reader {
    const struct strategies *strategies;
    pthread_barrier_t *start;
    size_t count;
};

static void *read_names(void *context)
{
    struct reader *reader = context;
    pthread_barrier_wait(reader->start);
    reader->count = strategies_names(reader->strategies, NULL, 0);
    return NULL;
}

/* Whoever comes first fills; both see all names. */
static void test_two_threads_read_first(void)
{
    struct strategies strategies;
    struct reader readers[2];
    pthread_t threads[2];
    pthread_barrier_t start;
    pthread_barrier_init(&start, NULL, 2);
    CU_ASSERT_TRUE_FATAL(strategies_init(&strategies, attributes, 3, fill, NULL));
    for (int i = 0; i < 2; i++) {
        readers[i] = (struct reader){.strategies = &strategies, .start = &start};
        CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i], NULL, read_names, &readers[i]), 0);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        CU_ASSERT_EQUAL(readers[i].count, 2);
    }
    strategies_clear(&strategies);
    pthread_barrier_destroy(&start);
}

static const struct test tests[] = {
    {"one class stands under several names with different parameters", test_names_of_one_class},
    {"strategies can be registered, overridden and removed", test_changes},
    {"a view looks at the tables' registry and does not free it", test_view},
    {"two threads that read first at the same time both see all names",
     test_two_threads_read_first},
};

const struct suite suite_strategy = {"strategy", tests, sizeof tests / sizeof *tests};
