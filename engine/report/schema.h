/* JSON Schemas (draft 2020-12) of the configuration files of a framework's release, made from its
 * tables. */
#ifndef ACCORD_REPORT_SCHEMA_H
#define ACCORD_REPORT_SCHEMA_H

#include "config/kinds.h"
#include "ruleset/ruleset.h"

/* What a schema is made for. */
struct schema_subject {
    const struct config_kinds *kinds;
    const struct kind *kind;       /* the kind of file */
    const struct ruleset *ruleset; /* NULL: the framework has no rules, only kinds of files */
    int64_t release;
    const char *release_text;
};

/* The whole schema, owned by the caller, or NULL without memory. */
char *schema_of_files(const struct schema_subject *subject);

#endif
