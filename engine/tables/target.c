#include "tables/target.h"

#include <string.h>

#include "tables/load.h"
#include "tables/tree.h"

/* Reports facts that are no mapping. */
static void check_facts(const char *file, const struct value *facts, struct diagnostics *findings)
{
    if (facts && facts->kind != VALUE_MAPPING)
        diagnostics_add(findings, MESSAGE_SHAPE_WRONG, tree_place(file, facts), NULL, "facts",
                        "a mapping", value_kind_name(facts->kind));
}

/* Holds the top level against its schema and loads its words. */
static enum pack_status load_head(struct arena *arena, const char *file, const struct value *tree,
                                  struct diagnostics *findings, struct target *ret_target)
{
    const struct value *facts = value_get(tree, "facts");
    if (tree->kind == VALUE_MAPPING && !load_check_format(file, tree, findings))
        return PACK_FAULTY;
    const struct shape_context context = {
        .file = file, .findings = findings, .findings_limit = findings->count + TREE_FINDINGS_MAX};
    const cyaml_schema_value_t *schema = schema_file(TABLE_TARGET);
    struct normal normal;
    normal_init(&normal);
    void *data = NULL;
    enum pack_status status = normalise(&context, schema, tree, &normal);
    check_facts(file, facts, findings);
    if (status == PACK_OK)
        status = load_normal(arena, file, &normal, schema, findings, &data);
    normal_clear(&normal);
    if (status == PACK_OK) {
        const struct table_target *head = data;
        *ret_target = (struct target){file, head->target, head->summary, facts};
    }
    return status;
}

enum pack_status target_read(struct arena *arena, const char *file, const char *bytes,
                             size_t length, struct diagnostics *findings, struct target *ret_target)
{
    size_t errors = findings->errors;
    struct value *tree = NULL;
    const char *kept = arena_copy(arena, file, strlen(file)); /* places name it */
    if (!kept)
        return PACK_NO_MEMORY;
    const struct tree_text text = {kept, bytes, length, TREE_TYPED};
    enum pack_status status = tree_read(arena, &text, findings, &tree);
    if (status == PACK_NO_MEMORY || !tree)
        return status;
    struct target target;
    status = load_head(arena, kept, tree, findings, &target);
    if (status == PACK_NO_MEMORY || findings->failed)
        return PACK_NO_MEMORY;
    if (findings->errors > errors)
        return PACK_FAULTY;
    *ret_target = target;
    return PACK_OK;
}

enum pack_status target_read_file(struct arena *arena, const char *path,
                                  struct diagnostics *findings, struct target *ret_target)
{
    struct source_bytes bytes;
    enum pack_status status = source_read_path(path, (struct span){0}, findings, &bytes);
    if (status == PACK_OK) {
        status = target_read(arena, path, bytes.bytes, bytes.length, findings, ret_target);
        source_bytes_clear(&bytes);
    }
    return status;
}
