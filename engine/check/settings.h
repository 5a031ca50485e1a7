/* Settings: what a check is asked to do, each with who said so. The command line wins over the
 * settings file, that over defaults. */
#ifndef ACCORD_CHECK_SETTINGS_H
#define ACCORD_CHECK_SETTINGS_H

#include "base/diagnostic.h"
#include "base/value.h"

enum setting_id {
    SETTING_FRAMEWORK,
    SETTING_TARGET,
    SETTING_FACTS,
    SETTING_FACT,
    SETTING_JOB,
    SETTING_RULES,
    SETTING_TABLES,
    SETTING_KIND,
    SETTING_SELECT,
    SETTING_IGNORE,
    SETTING_SEVERITY,
    SETTING_FAIL_ON,
    SETTING_MAX_FINDINGS,
    SETTING_BASELINE,
    SETTING_EXCLUDE,
    SETTING_ALLOW_EMPTY,
    SETTING_FIX,
    SETTING_UNSAFE_FIXES,
    SETTING_DIFF,
    SETTING_JOBS,
    SETTING__COUNT
};

enum setting_origin { SETTING_DEFAULT, SETTING_FILE, SETTING_GIVEN };

struct setting_value {
    const char *text;
    struct setting_value *next;
};

struct setting_state {
    struct setting_value *values; /* NULL: the default, if it has one */
    enum setting_origin origin;
    struct span place;
};

struct settings {
    struct arena arena;
    struct setting_state states[SETTING__COUNT];
};

void settings_init(struct settings *settings);
void settings_clear(struct settings *settings);

/* Sets one by its name ("fail-on") from a command line; those that take several gather them. False
 * without memory; faults are findings. */
bool settings_set(struct settings *settings, const char *name, const char *text,
                  struct diagnostics *findings);

/* Takes over the tree of a settings file. Its paths are relative to `folder`. False without memory.
 */
bool settings_read(struct settings *settings, const struct value *tree, const char *file,
                   const char *folder, struct diagnostics *findings);

const char *setting_name(enum setting_id id);
const char *setting_summary(enum setting_id id);
const char *setting_default(enum setting_id id); /* NULL: none */

/* First value, or the default, or NULL. */
const char *settings_text(const struct settings *settings, enum setting_id id);
bool settings_truth(const struct settings *settings, enum setting_id id);
size_t settings_number(const struct settings *settings, enum setting_id id);

#endif
