/* Registries: entries with inherited attributes spread out, and the names that lead to them. */
#include <stdlib.h>
#include <string.h>

#include "ruleset/compiler.h"

uint32_t compiler_attribute_slot(const struct compiler *compiler, const struct registry *registry,
                                 const char *attribute)
{
    (void)compiler;
    for (size_t i = 0; i < registry_attribute_count(registry); i++) {
        if (strcmp(registry_attribute_name(registry, i), attribute) == 0)
            return (uint32_t)i;
    }
    return NONE32;
}

uint16_t compiler_registry_index(const struct compiler *compiler, const char *kind)
{
    for (size_t i = 0; i < compiler->model->registry_count; i++) {
        if (strcmp(registry_kind(compiler->model->registries[i]), kind) == 0)
            return (uint16_t)i;
    }
    return NONE16;
}

uint32_t compiler_name_index(const struct compiler *compiler, uint16_t registry, enum name_how how,
                             text_id text)
{
    if (compiler->image.failed || registry >= compiler->header.registries.count)
        return NONE32;
    /* What is written already can be read as in the finished ruleset. */
    const struct ruleset *written = (const struct ruleset *)(const void *)compiler->image.bytes;
    const struct registry_table *tables = ruleset_at(written, compiler->header.registries);
    const struct name *name = registry_find_name(written, &tables[registry], how, text);
    return name ? name_index(written, &tables[registry], name) : NONE32;
}

void compile_take_rosters(struct compiler *compiler)
{
    size_t count = compiler->model->registry_count;
    compiler->rosters = compiler_alloc(compiler, count, sizeof *compiler->rosters);
    for (size_t i = 0; compiler->rosters && i < count; i++) {
        struct registry *registry = compiler->model->registries[i];
        struct roster *roster = &compiler->rosters[i];
        compiler->failed = !registry_divide(registry) || compiler->failed;
        roster->count = registry_count(registry);
        roster->entries = compiler_alloc(compiler, roster->count, sizeof *roster->entries);
        for (size_t j = 0; roster->entries && j < roster->count; j++)
            roster->entries[j] = registry_at(registry, j);
    }
}

/* Looks up every attribute of every entry once: inheriting one means a walk along its bases. */
static void spread_attributes(struct compiler *compiler, struct registry *registry,
                              struct roster *roster)
{
    size_t count = registry_attribute_count(registry);
    const char **attributes = compiler_alloc(compiler, roster->count * count, sizeof *attributes);
    for (size_t i = 0; attributes && i < roster->count; i++) {
        for (size_t j = 0; j < count; j++)
            attributes[i * count + j] = registry_attribute(registry, roster->entries[i],
                                                           registry_attribute_name(registry, j));
    }
    roster->attributes = attributes;
}

const char *compiler_attribute(const struct draft_field *field, size_t entry, uint32_t slot)
{
    struct registry *registry = field->registry;
    const struct roster *roster = field->roster;
    if (roster->attributes)
        return roster->attributes[entry * registry_attribute_count(registry) + slot];
    return registry_attribute(registry, roster->entries[entry],
                              registry_attribute_name(registry, slot)); /* too many entries */
}

static struct table write_attributes(struct compiler *compiler, size_t count,
                                     const char *const *attributes)
{
    text_id *texts = compiler_alloc(compiler, count, sizeof *texts);
    if (texts == NULL)
        return (struct table){0};
    for (size_t i = 0; i < count; i++)
        texts[i] = image_text(&compiler->image, attributes[i]);
    return image_add(&compiler->image, texts, count, sizeof *texts);
}

static struct table write_parameters(struct compiler *compiler, struct registry *registry,
                                     const struct registry_entry *entry)
{
    size_t count = registry_parameter_count(registry, entry);
    struct parameter *parameters = compiler_alloc(compiler, count, sizeof *parameters);
    if (parameters == NULL)
        return (struct table){0};
    for (size_t i = 0; i < count; i++) {
        const struct registry_attribute *from = registry_parameter(registry, entry, i);
        parameters[i].name = image_text(&compiler->image, from->name);
        parameters[i].value = image_text(&compiler->image, from->value);
    }
    return image_add(&compiler->image, parameters, count, sizeof *parameters);
}

static struct entry write_entry(struct compiler *compiler, struct registry *registry,
                                const struct roster *roster, size_t index)
{
    struct image *image = &compiler->image;
    const struct registry_entry *from = roster->entries[index];
    size_t attribute_count = registry_attribute_count(registry);
    return (struct entry){
        .name = image_text(image, from->name),
        .base = image_text(image, from->base),
        .instead = image_text(image, from->instead),
        .summary = image_text(image, from->summary),
        .registered_by = image_text(image, from->registered_by),
        .file = image_text(image, from->place.file),
        .line = from->place.line,
        .object_only = from->object_only,
        .since = registry_since(from),
        .until = registry_until(from),
        .attributes = write_attributes(compiler, attribute_count,
                                       roster->attributes + index * attribute_count),
        .parameters = write_parameters(compiler, registry, from),
    };
}

/* A way to say an entry, before those of one name are gathered. */
struct saying {
    uint32_t how;
    text_id text;
    uint16_t entry;
};

static int saying_compare(const void *left, const void *right)
{
    const struct saying *a = left, *b = right;
    if (a->how != b->how)
        return a->how < b->how ? -1 : 1;
    if (a->text != b->text)
        return a->text < b->text ? -1 : 1;
    return a->entry < b->entry ? -1 : a->entry > b->entry;
}

struct saying_list {
    struct saying *items;
    size_t count;
};

static void say(struct compiler *compiler, struct saying_list *list, enum name_how how,
                const char *text, size_t entry)
{
    list->items[list->count++] = (struct saying){
        .how = (uint32_t)how, .text = image_text(&compiler->image, text), .entry = (uint16_t)entry};
}

/* "int:16" says the number 16 only, "str:16" the text only. */
static void say_alias(struct compiler *compiler, struct saying_list *list, const char *alias,
                      size_t entry)
{
    static const struct {
        const char *prefix;
        enum name_how how;
    } prefixes[] = {{"int:", NAME_INTEGER}, {"float:", NAME_FLOAT}, {"str:", NAME_TEXT}};

    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t length = strlen(prefixes[i].prefix);
        if (strncmp(alias, prefixes[i].prefix, length) == 0) {
            say(compiler, list, prefixes[i].how, alias + length, entry);
            return;
        }
    }
    say(compiler, list, NAME_TEXT, alias, entry);
}

static void say_entry(struct compiler *compiler, struct saying_list *list,
                      const struct registry_entry *entry, size_t index)
{
    say(compiler, list, NAME_ENTRY, entry->name, index);
    if (!entry->object_only)
        say(compiler, list, NAME_TEXT, entry->name, index);
    for (size_t i = 0; i < entry->alias_count; i++)
        say_alias(compiler, list, entry->aliases[i], index);
    for (size_t i = 0; i < entry->class_count; i++)
        say(compiler, list, NAME_CLASS, entry->classes[i], index);
}

/* Where a search finds each name. */
static struct table write_name_slots(struct compiler *compiler, const struct name *names,
                                     size_t count)
{
    uint32_t room = 2;
    while (room < count * 2)
        room *= 2;
    uint32_t *slots = compiler_alloc(compiler, room, sizeof *slots);
    for (size_t i = 0; slots && i < count; i++) {
        uint32_t at = name_hash(names[i].how, names[i].text) & (room - 1);
        while (slots[at])
            at = (at + 1) & (room - 1);
        slots[at] = (uint32_t)i + 1;
    }
    return slots ? image_add(&compiler->image, slots, room, sizeof *slots) : (struct table){0};
}

/* Gathers the entries of each name. */
static void write_names(struct compiler *compiler, struct saying_list *list,
                        struct registry_table *table)
{
    struct name *names = compiler_alloc(compiler, list->count, sizeof *names);
    uint16_t *entries = compiler_alloc(compiler, list->count, sizeof *entries);
    size_t count = 0;

    if (names == NULL || entries == NULL)
        return;
    qsort(list->items, list->count, sizeof *list->items, saying_compare);
    for (size_t i = 0, next; i < list->count; i = next) {
        for (next = i; next < list->count && list->items[next].how == list->items[i].how &&
                       list->items[next].text == list->items[i].text;
             next++)
            entries[next - i] = list->items[next].entry;
        names[count++] = (struct name){
            .how = list->items[i].how,
            .text = list->items[i].text,
            .variants = image_add(&compiler->image, entries, next - i, sizeof *entries)};
    }
    table->names = image_add(&compiler->image, names, count, sizeof *names);
    table->name_slots = write_name_slots(compiler, names, count);
    table->first_name = compiler->header.name_count;
    compiler->header.name_count += (uint32_t)count;
}

static struct table write_entries(struct compiler *compiler, struct registry *registry,
                                  const struct roster *roster, struct saying_list *sayings)
{
    size_t count = roster->count;
    struct entry *entries = compiler_alloc(compiler, count, sizeof *entries);
    size_t most = 0;

    for (size_t i = 0; i < count; i++)
        most += 2 + roster->entries[i]->alias_count + roster->entries[i]->class_count;
    sayings->items = compiler_alloc(compiler, most, sizeof *sayings->items);
    if (entries == NULL || sayings->items == NULL)
        return (struct table){0};
    for (size_t i = 0; i < count; i++) {
        entries[i] = write_entry(compiler, registry, roster, i);
        say_entry(compiler, sayings, roster->entries[i], i);
    }
    return image_add(&compiler->image, entries, count, sizeof *entries);
}

static struct registry_table write_registry(struct compiler *compiler, struct registry *registry,
                                            const struct roster *roster)
{
    struct saying_list sayings = {0};
    size_t count = registry_attribute_count(registry);
    text_id *attributes = compiler_alloc(compiler, count, sizeof *attributes);

    for (size_t i = 0; attributes && i < count; i++)
        attributes[i] = image_text(&compiler->image, registry_attribute_name(registry, i));
    struct registry_table table = {
        .kind = image_text(&compiler->image, registry_kind(registry)),
        .attribute_count = (uint16_t)count,
        .entry_count = (uint16_t)roster->count,
        .attributes = attributes
                          ? image_add(&compiler->image, attributes, count, sizeof *attributes)
                          : (struct table){0},
    };
    table.entries = write_entries(compiler, registry, roster, &sayings);
    if (!compiler->failed)
        write_names(compiler, &sayings, &table);
    return table;
}

void compile_registries(struct compiler *compiler)
{
    const struct model *model = compiler->model;
    enum { MOST_ENTRIES = 8192 };
    struct registry_table *tables = compiler_alloc(compiler, model->registry_count, sizeof *tables);

    for (size_t i = 0; tables && i < model->registry_count; i++) {
        struct roster *roster = &compiler->rosters[i];
        registry_check(model->registries[i], compiler->findings);
        if (roster->count > MOST_ENTRIES) {
            compiler_end(compiler, (struct span){0}, MOST_ENTRIES, "entries");
            return;
        }
        spread_attributes(compiler, model->registries[i], roster);
        if (roster->attributes)
            tables[i] = write_registry(compiler, model->registries[i], roster);
    }
    if (tables)
        compiler->header.registries =
            image_add(&compiler->image, tables, model->registry_count, sizeof *tables);
}
