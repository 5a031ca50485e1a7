#include "tables/load.h"

#include <cyaml/cyaml.h>
#include <string.h>

#include "tables/cyaml_arena.h"
#include "tables/members.h"
#include "tables/tree.h"

/* ---- libcyaml */

/* libyaml, below libcyaml, can fail for want of memory alone: the text it reads is well-formed. */
static bool is_no_memory(cyaml_err_t error)
{
    return error == CYAML_ERR_OOM || error == CYAML_ERR_LIBYAML_PARSER_INIT ||
           error == CYAML_ERR_LIBYAML_PARSER;
}

enum pack_status load_normal(struct arena *arena, const char *file, const struct normal *normal,
                             const cyaml_schema_value_t *schema, struct diagnostics *findings,
                             void **ret_data)
{
    const cyaml_config_t config = {
        .mem_fn = cyaml_arena, .mem_ctx = arena, .flags = CYAML_CFG_NO_ALIAS};
    void *data = NULL;
    cyaml_err_t error = cyaml_load_data((const uint8_t *)normal->text.bytes, normal->text.length,
                                        &config, schema, &data, NULL);
    if (is_no_memory(error))
        return PACK_NO_MEMORY;
    if (error != CYAML_OK || !data) {
        diagnostics_add(findings, MESSAGE_TABLE_REFUSED, (struct span){file, 0, 0}, NULL,
                        cyaml_strerror(error));
        return PACK_FAULTY;
    }
    const struct members_source source = {normal, arena, file};
    if (!members_settle(&source, schema->mapping.fields, data))
        return PACK_NO_MEMORY;
    *ret_data = data;
    return PACK_OK;
}

/* ---- kinds of file */

bool load_check_format(const char *file, const struct value *tree, struct diagnostics *findings)
{
    const struct value *format = value_get(tree, "format");
    if (!format || value_is_text(format, "1") ||
        (format->kind == VALUE_INTEGER && format->integer == 1))
        return true;
    char text[32];
    value_text(format, text, sizeof text);
    diagnostics_add(findings, MESSAGE_FORMAT_UNKNOWN, tree_place(file, format), NULL, text);
    return false;
}

/* The registry of that name, or NULL. */
static const struct table_registry *registry_named(const struct load_request *request,
                                                   const char *name)
{
    for (size_t i = 0; i < request->registry_count; i++) {
        if (strcmp(request->registries[i].name.text, name) == 0)
            return &request->registries[i];
    }
    return NULL;
}

/* Sets `ret_content` to the kind that a key stands for; false when it stands for none. */
static bool kind_of_key(const struct load_request *request, const char *key,
                        struct load_content *ret_content)
{
    static const enum table_kind plain[] = {TABLE_FIELDS, TABLE_RULES};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        if (strcmp(schema_key(plain[i]), key) == 0) {
            *ret_content = (struct load_content){.kind = plain[i]};
            return true;
        }
    }
    const struct table_registry *registry = registry_named(request, key);
    if (registry)
        *ret_content = (struct load_content){TABLE_ENTRIES, registry, NULL};
    return registry != NULL;
}

/* Reports that no key says what the file holds; the first unknown one was perhaps meant to. */
static bool report_kind(struct arena *arena, const struct load_request *request,
                        const struct value *tree, struct diagnostics *findings)
{
    size_t count = 0;
    const char **keys = arena_alloc(arena, request->registry_count + 2, sizeof *keys);
    struct text listed;
    text_init(&listed);
    if (!keys)
        return false;
    keys[count++] = schema_key(TABLE_FIELDS);
    keys[count++] = schema_key(TABLE_RULES);
    for (size_t i = 0; i < request->registry_count; i++)
        keys[count++] = request->registries[i].name.text;
    for (size_t i = 0; i < count; i++)
        text_format(&listed, "%s%s", i ? ", " : "", keys[i]);

    const struct value *child = tree->first;
    while (child && strcmp(child->key, "format") == 0)
        child = child->next;
    struct span place =
        child ? tree_key_place(request->file, child) : tree_place(request->file, tree);
    if (!listed.failed)
        diagnostics_add(findings, MESSAGE_KIND_UNKNOWN, place,
                        child ? text_nearest(child->key, keys, count) : NULL, listed.bytes);
    bool complete = !listed.failed;
    text_clear(&listed);
    return complete;
}

/* Finds out what a document holds. */
static enum pack_status find_kind(struct arena *arena, const struct load_request *request,
                                  const struct value *tree, struct diagnostics *findings,
                                  struct load_content *ret_content)
{
    if (request->kind != TABLE_ANY) {
        *ret_content = (struct load_content){.kind = request->kind};
        return PACK_OK;
    }
    for (const struct value *child = tree->first; child; child = child->next) {
        if (kind_of_key(request, child->key, ret_content))
            return PACK_OK;
    }
    return report_kind(arena, request, tree, findings) ? PACK_FAULTY : PACK_NO_MEMORY;
}

/* ---- files */

/* The names of a registry's attributes as plain texts, or NULL without memory. */
static const char **attribute_names(struct arena *arena, const struct table_registry *registry)
{
    const struct word_list *attributes = &registry->attributes;
    const char **names = arena_alloc(arena, attributes->count + 1, sizeof *names);
    for (size_t i = 0; names && i < attributes->count; i++)
        names[i] = attributes->items[i].text;
    return names;
}

/* Checks the tree of a known kind and puts its normal form into `ret_normal`. */
static enum pack_status check_tree(struct arena *scratch, const struct load_request *request,
                                   const struct load_content *content, const struct value *tree,
                                   struct diagnostics *findings, struct normal *ret_normal)
{
    struct shape_context context = {.file = request->file,
                                    .findings = findings,
                                    .findings_limit = findings->count + TREE_FINDINGS_MAX};
    if (content->registry) {
        context.entries_key = content->registry->name.text;
        context.open_keys = attribute_names(scratch, content->registry);
        context.open_key_count = content->registry->attributes.count;
        if (!context.open_keys)
            return PACK_NO_MEMORY;
    }
    return normalise(&context, schema_file(content->kind), tree, ret_normal);
}

/* Finds out what a document holds and checks it. */
static enum pack_status check_document(struct arena *scratch, const struct load_request *request,
                                       const struct value *tree, struct diagnostics *findings,
                                       struct load_content *ret_content, struct normal *ret_normal)
{
    bool is_mapping = tree->kind == VALUE_MAPPING; /* what else it is, the schema reports */
    if (is_mapping && !load_check_format(request->file, tree, findings))
        return PACK_FAULTY;
    enum pack_status status = PACK_OK;
    if (is_mapping)
        status = find_kind(scratch, request, tree, findings, ret_content);
    if (status == PACK_OK)
        status = check_tree(scratch, request, ret_content, tree, findings, ret_normal);
    return status;
}

/* Parses, checks and loads the bytes of a file. */
static enum pack_status load_bytes(struct arena *arena, const struct load_request *request,
                                   struct diagnostics *findings, struct load_content *ret_content)
{
    struct arena scratch; /* the tree is of no use once the structs are there */
    arena_init(&scratch);
    struct normal normal;
    normal_init(&normal);
    struct value *tree = NULL;
    const struct tree_text text = {request->file, request->bytes, request->length, TREE_TEXTS};
    struct load_content content = {.kind =
                                       request->kind == TABLE_ANY ? TABLE_RULES : request->kind};

    enum pack_status read = tree_read(&scratch, &text, findings, &tree), status = read;
    if (tree && read != PACK_NO_MEMORY)
        status = check_document(&scratch, request, tree, findings, &content, &normal);
    if (status == PACK_OK)
        status = read; /* a whole tree may have faults of its own */
    if (status == PACK_OK)
        status = load_normal(arena, request->file, &normal, schema_file(content.kind), findings,
                             &content.data);
    if (status == PACK_OK)
        *ret_content = content;
    normal_clear(&normal);
    arena_clear(&scratch);
    return status;
}

/* ---- files that need no parsing */

/* True when a registry declares all attributes that the entries have. */
static bool declares_all(const struct table_registry *registry, const struct table_entries *entries)
{
    const struct word_list *declared = &registry->attributes;
    for (size_t i = 0; i < entries->count; i++) {
        const struct table_entry *entry = &entries->items[i];
        for (size_t j = 0; j < entry->attribute_count; j++) {
            size_t k = 0;
            while (k < declared->count &&
                   !text_is(declared->items[k].text, entry->attributes[j].field.text))
                k++;
            if (k == declared->count)
                return false;
        }
    }
    return true;
}

/* Loads what a snapshot holds. Without data when the file has to be parsed after all: it is asked
 * for as another kind, or what it holds is a fault among these registries. */
static enum pack_status load_snapshot(struct arena *arena, const struct load_request *request,
                                      struct load_content *ret_content)
{
    const struct snapshot *snapshot = request->snapshot;
    struct load_content content = {.kind = snapshot->kind};
    if (snapshot->registry)
        content.registry = registry_named(request, snapshot->registry);
    bool fits =
        request->kind == TABLE_ANY ? snapshot->kind != TABLE_PACK : snapshot->kind == request->kind;
    if (!fits || (snapshot->registry && !content.registry))
        return PACK_OK;
    content.data = snapshot_load(snapshot, arena, request->file);
    if (!content.data)
        return PACK_NO_MEMORY;
    if (!content.registry || declares_all(content.registry, content.data))
        *ret_content = content;
    return PACK_OK;
}

enum pack_status load_file(struct arena *arena, const struct load_request *request,
                           struct diagnostics *findings, struct load_content *ret_content)
{
    ret_content->data = NULL;
    enum pack_status status =
        request->snapshot ? load_snapshot(arena, request, ret_content) : PACK_OK;
    if (status == PACK_OK && !ret_content->data)
        status = load_bytes(arena, request, findings, ret_content);
    return status;
}
