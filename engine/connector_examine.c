/* What callers ask when not everything is known. */
#include "connector.h"

#include <stdlib.h>
#include <string.h>

#include "report/report.h"
#include "resolve/migrate.h"

static bool names_version(const char *const *unknown, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(unknown[i], "version") == 0)
            return true;
    }
    return false;
}

/* Examines in one release; the world it rests on is kept with the examination. */
static bool examine_in(accord_examination *examination, const accord_framework *framework,
                       const struct facts *facts, const struct spec *spec,
                       const struct examine_options *options, struct examination *ret_inner)
{
    struct base_world *base = &examination->bases[examination->base_count];
    if (base_world_init_facts(base, &framework->defaults, facts) != BASE_OK)
        return false;
    examination->base_count++;
    return examine(base, spec, options, ret_inner);
}

/* Examines in every release and joins what comes out. */
static bool examine_all(accord_examination *examination, const accord_framework *framework,
                        const struct facts *facts, const struct spec *spec,
                        const struct examine_options *options)
{
    const struct ruleset *ruleset = framework->pack->ruleset;
    const int64_t *versions = ruleset_at(ruleset, ruleset->versions);
    size_t all = ruleset->versions.count, first = all > ATOMS_MOST ? all - ATOMS_MOST : 0,
           count = 0;
    struct examination *releases = calloc(all, sizeof *releases);
    bool complete = releases != NULL;

    for (size_t i = first; complete && i < all; i++) {
        const struct accord_framework *one = framework_at(framework, i);
        complete = one && examine_in(examination, one, facts, spec, options, &releases[count]);
        count += complete;
    }
    if (complete)
        complete = examine_join(releases, versions + first, count, &examination->inner);
    else
        for (size_t i = 0; i < count; i++)
            examination_clear(&releases[i]);
    free(releases);
    return complete;
}

accord_examination *accord_framework_examine(const accord_framework *framework,
                                             const accord_facts *facts, const accord_spec *spec,
                                             const char *const *unknown, size_t unknown_count)
{
    static const struct facts no_facts;
    struct examine_options options = {.names = unknown, .count = unknown_count};
    const struct facts *known = facts ? &facts->facts : &no_facts;
    accord_examination *examination = calloc(1, sizeof *examination);

    if (examination == NULL)
        return NULL;
    arena_init(&examination->texts);
    examination->bases =
        calloc(framework->pack->ruleset->versions.count, sizeof *examination->bases);
    bool complete = examination->bases != NULL;
    if (complete && names_version(unknown, unknown_count))
        complete = examine_all(examination, framework, known, &spec->spec, &options);
    else if (complete)
        complete =
            examine_in(examination, framework, known, &spec->spec, &options, &examination->inner);
    if (complete)
        return examination;
    accord_examination_free(examination);
    return NULL;
}

void accord_examination_free(accord_examination *examination)
{
    if (examination == NULL)
        return;
    examination_clear(&examination->inner);
    for (size_t i = 0; i < examination->base_count; i++)
        base_world_clear(&examination->bases[i]);
    free(examination->bases);
    arena_clear(&examination->texts);
    free(examination);
}

enum accord_verdict accord_examination_verdict(const accord_examination *examination)
{
    return (enum accord_verdict)examination->inner.verdict;
}

bool accord_examination_complete(const accord_examination *examination)
{
    return examination->inner.complete;
}

size_t accord_examination_count(const accord_examination *examination)
{
    return examination->inner.outcome_count;
}

/* A built text, kept with the examination; NULL without memory. */
static const char *keep(accord_examination *examination, struct text *text)
{
    const char *kept = text->failed ? NULL
                                    : arena_copy(&examination->texts,
                                                 text->bytes ? text->bytes : "", text->length);
    text_clear(text);
    return kept;
}

bool accord_examination_case(accord_examination *examination, size_t index,
                             struct accord_case *ret_case)
{
    struct text text;
    if (index >= examination->inner.outcome_count)
        return false;
    const struct outcome *outcome = &examination->inner.outcomes[index];
    text_init(&text);
    examination_add_condition(&examination->inner, outcome, &text);
    const char *condition = keep(examination, &text);
    if (condition == NULL)
        return false;
    *ret_case = (struct accord_case){.ok = outcome->ok,
                                     .condition = condition,
                                     .resolution = (accord_resolution *)outcome->resolution};
    return true;
}

bool accord_examination_term(accord_examination *examination, size_t index, size_t box, size_t term,
                             struct accord_term *ret_term)
{
    struct text text;
    const char *field;
    if (index >= examination->inner.outcome_count ||
        box >= examination->inner.outcomes[index].count)
        return false;
    text_init(&text);
    if (!examination_term(&examination->inner, &examination->inner.outcomes[index].boxes[box], term,
                          &field, &text)) {
        text_clear(&text);
        return false;
    }
    const char *kept = keep(examination, &text);
    if (kept == NULL)
        return false;
    *ret_term = (struct accord_term){.field = field, .text = kept};
    return true;
}

char *accord_examination_report(accord_examination *examination, const char *format, bool colour)
{
    const struct report *report = report_find(format);
    return report ? report->render_examination(&examination->inner, colour) : NULL;
}

/* ---- other releases ---- */

const char *accord_framework_release(const accord_framework *framework)
{
    return framework->release_text;
}

char *accord_spec_text(const accord_spec *spec)
{
    struct text text;
    text_init(&text);
    text_add(&text, "");
    spec_add_text(&spec->spec, &text);
    return text_take(&text);
}

accord_spec *accord_framework_migrate(const accord_framework *from, const accord_framework *to,
                                      const accord_spec *spec, accord_tell *tell, void *context)
{
    struct migration migration;
    accord_spec *moved = from->pack == to->pack ? accord_spec_new() : NULL;

    if (moved == NULL ||
        !migrate(from->pack->ruleset, from->release, to->release, &spec->spec, &migration)) {
        accord_spec_free(moved);
        return NULL;
    }
    for (size_t i = 0; tell && i < migration.count; i++)
        tell(context, migration.notes[i]);
    moved->spec = migration.spec;
    spec_init(&migration.spec);
    migration_clear(&migration);
    return moved;
}
