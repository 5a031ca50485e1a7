/* Messages: templates with the values of a resolution. Reasons become words only here. */
#include <string.h>

#include "base/sink.h"
#include "resolve/resolution.h"

static void sink_add_cell(struct sink *sink, const struct ruleset *ruleset, const struct cell *cell)
{
    /* cell_text writes a NUL of its own, into the byte that is kept for the final one. */
    size_t room = sink->length < sink->room ? sink->room - sink->length + 1 : 0;
    if (cell->kind == CELL_UNSET)
        sink_add_text(sink, "unset");
    else
        sink->length += cell_text(ruleset, cell, room ? sink->buffer + sink->length : NULL, room);
}

/* "field.attribute" of an entry; "unset" when it has none. */
static void sink_add_attribute(struct sink *sink, const struct resolution *resolution,
                               const char *name)
{
    const struct ruleset *ruleset = resolution->ruleset;
    const char *dot = strrchr(name, '.');
    char field_name[128];
    const char *text = NULL;

    if (dot && (size_t)(dot - name) < sizeof field_name) {
        memcpy(field_name, name, (size_t)(dot - name));
        field_name[dot - name] = '\0';
        uint16_t field = ruleset_find_field(ruleset, field_name);
        const struct cell *cell = field == NONE16 ? NULL : &resolution->world.cells[field];
        if (cell && cell->kind == CELL_ENTRY) {
            const struct registry_table *registry = ruleset_registry(ruleset, cell->registry);
            uint32_t slot = registry_slot(ruleset, registry,
                                          ruleset_find_text(ruleset, dot + 1, strlen(dot + 1)));
            text = ruleset_text(
                ruleset,
                entry_attribute(ruleset, ruleset_entry(ruleset, registry, (uint32_t)cell->integer),
                                slot));
        }
    }
    if (text == NULL)
        text = "unset";
    sink_add_text(sink, text);
}

static void sink_add_placeholder(struct sink *sink, const struct resolution *resolution,
                                 const char *open, size_t length)
{
    char name[128];
    if (length >= sizeof name)
        return;
    memcpy(name, open, length);
    name[length] = '\0';
    uint16_t field = ruleset_find_field(resolution->ruleset, name);
    if (field != NONE16)
        sink_add_cell(sink, resolution->ruleset, &resolution->world.cells[field]);
    else
        sink_add_attribute(sink, resolution, name);
}

size_t resolution_fill(const struct resolution *resolution, const char *pattern, char *buffer,
                       size_t size)
{
    struct sink sink;
    sink_init(&sink, buffer, size);
    while (*pattern) {
        size_t plain = strcspn(pattern, "{");
        sink_add(&sink, pattern, plain);
        pattern += plain;
        const char *close = *pattern ? strchr(pattern, '}') : NULL;
        if (close) {
            sink_add_placeholder(&sink, resolution, pattern + 1, (size_t)(close - pattern - 1));
            pattern = close + 1;
        } else if (*pattern) {
            sink_add(&sink, pattern++, 1);
        }
    }
    return sink_finish(&sink);
}
