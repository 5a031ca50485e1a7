/* Mini: a pack of a few lines, written in a test, compiled and asked. Its head declares the
 * releases 1.0.0, 1.5.0 and 2.0.0, the stages one, two and three, and the registry `things` with
 * the attributes class, family, policy and device. */
#ifndef ACCORD_TESTS_MINI_H
#define ACCORD_TESTS_MINI_H

#include <stdbool.h>

#include "resolve/resolution.h"
#include "ruleset/model.h"
#include "ruleset/ruleset.h"

struct mini {
    struct diagnostics findings; /* of loading, compiling and reading requests */
    struct ruleset *ruleset;     /* NULL: the tables are at fault */
    struct base_world base;      /* defaults of the release that is asked */
    struct facts facts;          /* of the last request */
    struct spec spec;
};

/* Loads a pack; the texts are what follows "fields:", "things:" and "rules:" in a file, NULL for
 * none. True when it has no faults. */
bool mini_init(struct mini *mini, const char *fields, const char *things, const char *rules);

/* The same with more lines in pack.yaml. */
bool mini_init_head(struct mini *mini, const char *head, const char *fields, const char *things,
                    const char *rules);
void mini_clear(struct mini *mini);

/* Only the model of such a pack, not compiled; model_clear it. False when it has faults. */
bool mini_model(const char *fields, const char *things, const char *rules, struct model *ret_model);

/* Later requests are for this release; 2.0.0 at first. */
void mini_release(struct mini *mini, const char *release);

/* Resolves {"field": value} with {"fact": value}; NULL stands for {}. Free it before the next one.
 */
struct resolution *mini_ask(struct mini *mini, const char *request, const char *facts);

/* The value of a field as text; good until the next call. */
const char *mini_value(const struct resolution *resolution, const char *field);

/* Index of a field; asserts that it exists. */
uint16_t mini_field(const struct mini *mini, const char *name);

/* Ids of the reasons told, in order, joined with spaces; good until the next call. */
const char *mini_reasons(const struct resolution *resolution);

/* Ids of the messages found while loading, likewise. */
const char *mini_messages(const struct mini *mini);

#endif
