#include "tables/builder.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tables/check.h"
#include "tables/entries.h"
#include "tables/tree.h"

static const char *const rule_effects[] = {"require", "deny", "set", "choose", "read", NULL};

static struct layers_item field_view(void *item)
{
    struct table_field *said = item;
    struct model_field *field = &said->field;
    return (struct layers_item){said,       &field->name,   &field->since,  &field->until,
                                &said->why, &said->dropped, said->override, said->disable};
}

static struct layers_item rule_view(void *item)
{
    struct table_rule *said = item;
    struct model_rule *rule = &said->rule;
    return (struct layers_item){said,       &rule->id,      &rule->since,   &rule->until,
                                &rule->why, &said->dropped, rule->override, rule->disable};
}

/* A disabled field stays a known word. */
static void field_retire(void *item, struct span place)
{
    struct model_field *field = &((struct table_field *)item)->field;
    field->since = (struct word){0};
    field->until = (struct word){LAYERS_NEVER_TEXT, place};
}

static const struct layers_kind field_kind = {
    .noun = "field",
    .fields = schema_field_fields,
    .size = sizeof(struct table_field),
    .repeated = MESSAGE_FIELD_REPEATED,
    .absent = MESSAGE_OVERRIDE_ABSENT,
    .has_lifetimes = true,
    .view = field_view,
    .retire = field_retire,
};
static const struct layers_kind rule_kind = {
    .noun = "rule",
    .fields = schema_rule_fields,
    .effects = rule_effects,
    .personal = "examples",
    .size = sizeof(struct table_rule),
    .repeated = MESSAGE_RULE_REPEATED,
    .absent = MESSAGE_OVERRIDE_NOTHING,
    .view = rule_view,
};

void builder_init(struct builder *builder, struct diagnostics *findings)
{
    *builder = (struct builder){.findings = findings,
                                .errors_before = findings->errors,
                                .findings_before = findings->count};
    model_init(&builder->model);
    layers_init(&builder->fields, &field_kind);
    layers_init(&builder->rules, &rule_kind);
}

void builder_clear(struct builder *builder)
{
    model_clear(&builder->model);
    layers_clear(&builder->fields);
    layers_clear(&builder->rules);
}

/* ---- heads */

/* Appends to `list`, whose items have room, each word of `more` that it does not have yet. */
static void merge_words(struct word_list *list, const struct word_list *more)
{
    for (size_t i = 0; i < more->count; i++) {
        size_t same = 0;
        while (same < list->count && strcmp(list->items[same].text, more->items[i].text) != 0)
            same++;
        if (same == list->count)
            list->items[list->count++] = more->items[i];
    }
}

/* The registry of that name, added when it is new; or NULL without memory. Its attributes get room
 * for `more` more. */
static struct table_registry *registry_slot(struct builder *builder, const struct word *name,
                                            size_t more)
{
    size_t i = 0;
    while (i < builder->registry_count && strcmp(builder->registries[i].name.text, name->text) != 0)
        i++;
    struct table_registry *slot = &builder->registries[i];
    struct word *items =
        arena_alloc(&builder->model.arena, slot->attributes.count + more + 1, sizeof *items);
    if (!items)
        return NULL;
    if (slot->attributes.count)
        memcpy(items, slot->attributes.items, slot->attributes.count * sizeof *items);
    slot->attributes.items = items;
    if (i == builder->registry_count) {
        slot->name = *name;
        builder->registry_count++;
    }
    return slot;
}

/* Adds one pack's head. Room for its words was made. */
static bool add_head(struct builder *builder, const struct table_pack *table)
{
    struct model *model = &builder->model;
    model->pack = table->pack;
    model->summary = table->summary.text ? table->summary : model->summary;
    model->versions = table->versions.count ? table->versions : model->versions;
    model->unknown_argument =
        table->unknown_argument.text ? table->unknown_argument : model->unknown_argument;
    model->emits_when = table->emits_when.count ? table->emits_when : model->emits_when;
    merge_words(&model->stages, &table->stages);
    for (size_t i = 0; i < table->registry_count; i++) {
        const struct table_registry *said = &table->registries[i];
        struct table_registry *slot = registry_slot(builder, &said->name, said->attributes.count);
        if (!slot)
            return false;
        merge_words(&slot->attributes, &said->attributes);
    }
    return true;
}

/* A registry for each declaration. */
static bool make_registries(struct builder *builder)
{
    struct model *model = &builder->model;
    model->registries =
        arena_alloc(&model->arena, builder->registry_count + 1, sizeof *model->registries);
    if (!model->registries)
        return false;
    for (size_t i = 0; i < builder->registry_count; i++) {
        const struct word_list *attributes = &builder->registries[i].attributes;
        const char **names = arena_alloc(&model->arena, attributes->count + 1, sizeof *names);
        if (!names)
            return false;
        for (size_t j = 0; j < attributes->count; j++)
            names[j] = attributes->items[j].text;
        struct registry *registry =
            registry_new(builder->registries[i].name.text, names, attributes->count, NULL, NULL);
        if (!registry)
            return false;
        model->registries[model->registry_count++] = registry;
    }
    return true;
}

bool builder_add_heads(struct builder *builder, const struct head *deepest)
{
    struct model *model = &builder->model;
    size_t stages = 1, registries = 1;
    for (const struct head *head = deepest; head; head = head->next) {
        stages += head->table->stages.count;
        registries += head->table->registry_count;
    }
    model->stages.items = arena_alloc(&model->arena, stages, sizeof *model->stages.items);
    builder->registries = arena_alloc(&model->arena, registries, sizeof *builder->registries);
    if (!model->stages.items || !builder->registries)
        return false;
    for (const struct head *head = deepest; head; head = head->next) {
        if (!add_head(builder, head->table))
            return false;
    }
    if (!model->versions.count)
        diagnostics_add(builder->findings, MESSAGE_KEY_MISSING, model->pack.place, NULL,
                        "pack.yaml", "versions");
    return make_registries(builder);
}

/* ---- contents of files */

void builder_start_layer(struct builder *builder, const char *name)
{
    builder->layer_name = name;
    builder->fields.layer++;
    builder->rules.layer++;
}

void builder_set_partial(struct builder *builder)
{
    builder->partial = builder->fields.partial = builder->rules.partial = true;
}

static bool add_fields(struct builder *builder, const struct load_content *content)
{
    const struct table_fields *said = content->data;
    bool complete = true;
    for (size_t i = 0; complete && i < said->count; i++)
        complete = layers_add(&builder->fields, &said->items[i], builder->findings);
    return complete;
}

static bool add_rules(struct builder *builder, const struct load_content *content)
{
    const struct table_rules *said = content->data;
    bool complete = true;
    for (size_t i = 0; complete && i < said->count; i++) {
        const struct model_rule *rule = &said->items[i].rule;
        if (rule->override && rule->disable)
            diagnostics_add(builder->findings, MESSAGE_RULE_EFFECTS, rule->id.place, NULL,
                            rule->id.text, "both override and disable");
        complete = layers_add(&builder->rules, &said->items[i], builder->findings);
    }
    return complete;
}

static bool add_entries(struct builder *builder, const struct load_content *content)
{
    struct registry *registry = model_registry(&builder->model, content->registry->name.text);
    const struct entries_layer layer = {builder->layer_name, builder->partial};
    return registry && entries_register(registry, content->data, &layer, builder->findings);
}

/* What to do with a file of each kind that a pack lists. */
static bool (*const adders[TABLE_KIND__COUNT])(struct builder *builder,
                                               const struct load_content *content) = {
    [TABLE_FIELDS] = add_fields,
    [TABLE_ENTRIES] = add_entries,
    [TABLE_RULES] = add_rules,
};

bool builder_add_content(struct builder *builder, const struct load_content *content)
{
    return adders[content->kind](builder, content);
}

/* ---- the end */

/* The settled fields, without what only layers need. */
static bool settle_fields(struct builder *builder)
{
    struct model *model = &builder->model;
    void **items = layers_settled(&builder->fields, &model->arena, &model->field_count);
    model->fields =
        items ? arena_alloc(&model->arena, model->field_count + 1, sizeof *model->fields) : NULL;
    for (size_t i = 0; model->fields && i < model->field_count; i++)
        model->fields[i] = ((const struct table_field *)items[i])->field;
    return model->fields != NULL;
}

/* As settle_fields, for rules. */
static bool settle_rules(struct builder *builder)
{
    struct model *model = &builder->model;
    void **items = layers_settled(&builder->rules, &model->arena, &model->rule_count);
    model->rules =
        items ? arena_alloc(&model->arena, model->rule_count + 1, sizeof *model->rules) : NULL;
    for (size_t i = 0; model->rules && i < model->rule_count; i++)
        model->rules[i] = ((const struct table_rule *)items[i])->rule;
    return model->rules != NULL;
}

enum pack_status builder_finish(struct builder *builder, struct model *ret_model)
{
    struct model *model = &builder->model;
    if (!settle_rules(builder) || !settle_fields(builder) || !check_model(model, builder->findings))
        return PACK_NO_MEMORY;
    for (size_t i = 0; !builder->partial && i < model->registry_count; i++)
        registry_check(model->registries[i], builder->findings);
    if (builder->findings->failed)
        return PACK_NO_MEMORY;
    if (builder->findings->errors > builder->errors_before)
        return PACK_FAULTY;
    *ret_model = *model;
    model_init(model);
    return PACK_OK;
}
