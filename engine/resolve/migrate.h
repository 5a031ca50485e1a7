/* Migrate: a request of one release said in another: flags and names that went away are replaced as
 * the tables say, and what silently changes its meaning is told. */
#ifndef ACCORD_RESOLVE_MIGRATE_H
#define ACCORD_RESOLVE_MIGRATE_H

#include "base/text.h"
#include "resolve/spec.h"
#include "ruleset/ruleset.h"

/* One thing that changes, in words. */
struct migration {
    struct spec spec; /* the request as the later release takes it */
    struct arena arena;
    const char **notes; /* in the order of the request, defaults last */
    size_t count, room;
    bool failed; /* no memory */
};

/* False without memory. */
bool migrate(const struct ruleset *ruleset, int64_t from, int64_t to, const struct spec *spec,
             struct migration *ret_migration);
void migration_clear(struct migration *migration);

/* A spec as words of a command line: `accelerator=gpu devices=2`; texts that would be read as
 * something else are quoted. */
void spec_add_text(const struct spec *spec, struct text *text);

#endif
