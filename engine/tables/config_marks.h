/* Config marks: libyaml's marks, which count characters, as extents with bytes. */
#ifndef ACCORD_TABLES_CONFIG_MARKS_H
#define ACCORD_TABLES_CONFIG_MARKS_H

#include <yaml.h>

#include "tables/config_node.h"

/* Remembers the last place asked for, since marks go forward. */
struct config_marks {
    const struct config_source *source;
    size_t base_offset; /* where the parser began to read */
    unsigned base_line;
    size_t index, offset; /* characters since then, and where that is */
};

/* From one mark to another. */
struct extent config_marks_extent(struct config_marks *marks, yaml_mark_t start, yaml_mark_t end);

/* The extent of a value that begins with its anchor and tag, without these. */
struct extent config_marks_value(struct config_marks *marks, yaml_mark_t start, yaml_mark_t end);

#endif
