/* The accelerator registry: the calls of the base under its own names, and its attributes. */
#include <string.h>

#include "registry/accelerator.h"
#include "suite.h"

static const char *const attributes[] = {"class", "device", "policy"};

static bool fill(struct registry *registry, void *context)
{
    struct registry_attribute own[] = {{.name = "class", .value = "Board"},
                                       {.name = "device", .value = "board:{}"},
                                       {.name = "policy", .value = "indices"}};
    struct registry_entry board = {
        .name = "board", .attributes = own, .attribute_count = 3, .registered_by = "built-in"};
    struct registry_entry host = {.name = "host", .registered_by = "built-in"};
    (void)context;
    return registry_register(registry, &board, false, NULL) == REGISTRY_OK &&
           registry_register(registry, &host, false, NULL) == REGISTRY_OK;
}

static void test_reads(void)
{
    struct accelerators accelerators;
    const char *names[2] = {NULL, NULL};
    CU_ASSERT_TRUE_FATAL(accelerators_init(&accelerators, attributes, 3, fill, NULL));
    CU_ASSERT_STRING_EQUAL(registry_kind(accelerators.registry), "accelerators");
    CU_ASSERT_EQUAL(accelerators_names(&accelerators, names, 2), 2);
    CU_ASSERT_STRING_EQUAL(names[0], "board");
    CU_ASSERT_STRING_EQUAL(names[1], "host");
    const struct registry_entry *board = accelerators_get(&accelerators, "board", 0);
    CU_ASSERT_PTR_NOT_NULL_FATAL(board);
    CU_ASSERT_STRING_EQUAL(accelerator_class(&accelerators, board), "Board");
    CU_ASSERT_STRING_EQUAL(accelerator_device_pattern(&accelerators, board), "board:{}");
    CU_ASSERT_STRING_EQUAL(accelerator_device_policy(&accelerators, board), "indices");
    CU_ASSERT_PTR_NULL(
        accelerator_class(&accelerators, accelerators_get(&accelerators, "host", 0)));
    CU_ASSERT_EQUAL(accelerator_parameter_count(&accelerators, board), 0);
    accelerators_clear(&accelerators);
}

static void test_changes(void)
{
    struct accelerators accelerators;
    const struct registry_entry *other = NULL;
    struct registry_attribute attribute = {.name = "class", .value = "Better"};
    struct registry_entry better = {
        .name = "board", .attributes = &attribute, .attribute_count = 1, .registered_by = "user"};
    struct registry_entry tray = {
        .name = "tray", .base = "board", .parameters = &attribute, .parameter_count = 1};
    CU_ASSERT_TRUE_FATAL(accelerators_init(&accelerators, attributes, 3, fill, NULL));
    CU_ASSERT_EQUAL(accelerators_register(&accelerators, &better, &other), REGISTRY_REPEATED);
    CU_ASSERT_STRING_EQUAL(other->registered_by, "built-in");
    CU_ASSERT_EQUAL(accelerators_override(&accelerators, &better), REGISTRY_OK);
    CU_ASSERT_EQUAL(accelerators_register(&accelerators, &tray, NULL), REGISTRY_OK);
    CU_ASSERT_EQUAL(accelerators_remove(&accelerators, "host"), REGISTRY_OK);
    CU_ASSERT_EQUAL(accelerators_remove(&accelerators, "host"), REGISTRY_NOT_FOUND);
    CU_ASSERT_EQUAL(accelerators_count(&accelerators), 2);
    CU_ASSERT_STRING_EQUAL(accelerators_at(&accelerators, 0)->registered_by, "user");
    const struct registry_entry *found = accelerators_at(&accelerators, 1);
    CU_ASSERT_STRING_EQUAL(found->name, "tray");
    CU_ASSERT_STRING_EQUAL(accelerator_class(&accelerators, found), "Better");
    CU_ASSERT_STRING_EQUAL(accelerator_parameter(&accelerators, found, 0)->value, "Better");
    accelerators_clear(&accelerators);
}

/* A view changes the registry of the tables and does not free it. */
static void test_view(void)
{
    struct registry *registry = registry_new("accelerators", attributes, 3, fill, NULL);
    struct accelerators view;
    accelerators_view(&view, registry);
    CU_ASSERT_EQUAL(accelerators_count(&view), 2);
    CU_ASSERT_EQUAL(accelerators_remove(&view, "board"), REGISTRY_OK);
    accelerators_clear(&view);
    CU_ASSERT_EQUAL(registry_count(registry), 1);
    registry_free(registry);
}

static const struct test tests[] = {
    {"accelerators have names, entries and attributes", test_reads},
    {"accelerators can be registered, overridden and removed", test_changes},
    {"a view changes the tables' registry and does not free it", test_view},
};

const struct suite suite_accelerator = {"accelerator", tests, sizeof tests / sizeof *tests};
