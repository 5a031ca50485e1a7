/* Cells in words: what results, messages and comparisons print. */
#include <string.h>

#include "base/sink.h"
#include "ruleset/world.h"

/* The pattern with "{}" replaced by the number. */
static void sink_add_slot(struct sink *sink, const char *pattern, int64_t integer)
{
    const char *hole = strstr(pattern, "{}");
    if (hole == NULL) {
        sink_add_text(sink, pattern);
        return;
    }
    sink_add(sink, pattern, (size_t)(hole - pattern));
    sink_add_integer(sink, integer);
    sink_add_text(sink, hole + 2);
}

/* People read the first elements of a list; programs take the whole from JSON. */
enum { ELEMENTS_SHOWN = 64 };

static void sink_add_list(struct sink *sink, const struct list *list)
{
    const struct value *child = list->value ? list->value->first : NULL;
    uint32_t shown = list->count > ELEMENTS_SHOWN ? ELEMENTS_SHOWN : list->count;
    for (uint32_t i = 0; i < shown; i++) {
        if (i > 0)
            sink_add(sink, ", ", 2);
        int64_t element = list->integers ? list->integers[i] : (int64_t)i;
        if (child)
            sink_add_value(sink, child);
        else if (list->pattern)
            sink_add_slot(sink, list->pattern, element);
        else
            sink_add_integer(sink, element);
        child = child ? child->next : NULL;
    }
    if (shown < list->count) {
        sink_add(sink, ", ... ", 6);
        sink_add_integer(sink, list->count);
        sink_add(sink, " in all", 7);
    }
}

static void sink_add_cell(struct sink *sink, const struct ruleset *ruleset,
                          const struct cell *cell);

static void sink_add_mapping(struct sink *sink, const struct mapping *mapping)
{
    for (uint32_t i = 0; i < mapping->count; i++) {
        const char *name = ruleset_text(mapping->ruleset, mapping->names[i]);
        if (i > 0)
            sink_add(sink, ", ", 2);
        sink_add_text(sink, name);
        sink_add(sink, "=", 1);
        sink_add_cell(sink, mapping->ruleset, &mapping->cells[i]);
    }
}

static void sink_add_entry(struct sink *sink, const struct ruleset *ruleset,
                           const struct cell *cell)
{
    const struct registry_table *registry = ruleset_registry(ruleset, cell->registry);
    const char *name =
        ruleset_text(ruleset, ruleset_entry(ruleset, registry, (uint32_t)cell->integer)->name);
    sink_add_text(sink, name);
}

static void sink_add_cell(struct sink *sink, const struct ruleset *ruleset, const struct cell *cell)
{
    switch ((enum cell_kind)cell->kind) {
    case CELL_UNSET:
        break;
    case CELL_BOOLEAN:
        sink_add_text(sink, cell->integer ? "true" : "false");
        break;
    case CELL_INTEGER:
        sink_add_integer(sink, cell->integer);
        break;
    case CELL_TEXT:
        sink_add(sink, cell->text, cell->count);
        break;
    case CELL_ENTRY:
        sink_add_entry(sink, ruleset, cell);
        break;
    case CELL_VALUE:
        sink_add_value(sink, cell->value);
        break;
    case CELL_LIST:
        sink_add_list(sink, cell->list);
        break;
    case CELL_SLOT:
        sink_add_slot(sink, cell->slot->pattern, cell->slot->integer);
        break;
    case CELL_MAPPING:
        sink_add_mapping(sink, cell->mapping);
        break;
    case CELL_OPEN:
        sink_add(sink, "depends", 7);
        break;
    }
}

size_t cell_text(const struct ruleset *ruleset, const struct cell *cell, char *buffer, size_t size)
{
    struct sink sink;
    sink_init(&sink, buffer, size);
    sink_add_cell(&sink, ruleset, cell);
    return sink_finish(&sink);
}
