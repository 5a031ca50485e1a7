#include "check/settings.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "check/selection.h"

enum setting_kind {
    KIND_TEXT,
    KIND_LIST,  /* several, separated by commas or given again */
    KIND_PATHS, /* several files or folders */
    KIND_PATH,
    KIND_TRUTH,
    KIND_NUMBER,
    KIND_LEVEL,  /* a severity, or never */
    KIND_PAIRS,  /* NAME=WORD, several; a mapping in the file */
    KIND_TARGETS /* names, or paths when they look like one */
};

static const struct setting_row {
    const char *name, *standard, *summary;
    enum setting_kind kind;
    bool only_given; /* makes no sense in a file */
} rows[SETTING__COUNT] = {
    [SETTING_FRAMEWORK] = {"framework", NULL, "framework releases to check against: NAME@RELEASE",
                           KIND_LIST, false},
    [SETTING_TARGET] = {"target", NULL, "machine profiles that files must run on", KIND_TARGETS,
                        false},
    [SETTING_FACTS] = {"facts", NULL, "files with facts about the machine", KIND_PATHS, false},
    [SETTING_FACT] = {"fact", NULL, "single facts: NAME=VALUE", KIND_PAIRS, false},
    [SETTING_JOB] = {"job", NULL, "job scripts that start the run", KIND_PATHS, false},
    [SETTING_RULES] = {"rules", NULL, "folders of tables to add", KIND_PATHS, false},
    [SETTING_TABLES] = {"tables", NULL, "folder of tables in place of the built-in ones", KIND_PATH,
                        false},
    [SETTING_KIND] = {"kind", NULL, "what kind of file all files are", KIND_TEXT, false},
    [SETTING_SELECT] = {"select", NULL, "only findings whose ids begin so", KIND_LIST, false},
    [SETTING_IGNORE] = {"ignore", NULL, "no findings whose ids begin so", KIND_LIST, false},
    [SETTING_SEVERITY] = {"severity", NULL, "severity of findings: ID=error, warning or note",
                          KIND_PAIRS, false},
    [SETTING_FAIL_ON] = {"fail-on", "error", "least severity that makes a check fail, or never",
                         KIND_LEVEL, false},
    [SETTING_MAX_FINDINGS] = {"max-findings", "0", "most findings that are shown; 0: all",
                              KIND_NUMBER, false},
    [SETTING_BASELINE] = {"baseline", NULL, "file of findings that were there before", KIND_PATH,
                          false},
    [SETTING_EXCLUDE] = {"exclude", NULL, "files and folders to leave out, as in .gitignore",
                         KIND_LIST, false},
    [SETTING_ALLOW_EMPTY] = {"allow-empty", "false", "nothing to check is fine", KIND_TRUTH, false},
    [SETTING_FIX] = {"fix", "false", "repair files where that is safe", KIND_TRUTH, true},
    [SETTING_UNSAFE_FIXES] = {"unsafe-fixes", "false", "repairs may change what runs today",
                              KIND_TRUTH, false},
    [SETTING_DIFF] = {"diff", "false", "show what --fix would change", KIND_TRUTH, true},
    [SETTING_JOBS] = {"jobs", "0", "threads; 0: one for each processor", KIND_NUMBER, false},
};

void settings_init(struct settings *settings)
{
    *settings = (struct settings){0};
    arena_init(&settings->arena);
}

void settings_clear(struct settings *settings)
{
    arena_clear(&settings->arena);
    *settings = (struct settings){0};
}

const char *setting_name(enum setting_id id) { return rows[id].name; }

const char *setting_summary(enum setting_id id) { return rows[id].summary; }

const char *setting_default(enum setting_id id) { return rows[id].standard; }

const char *settings_text(const struct settings *settings, enum setting_id id)
{
    return settings->states[id].values ? settings->states[id].values->text : rows[id].standard;
}

bool settings_truth(const struct settings *settings, enum setting_id id)
{
    const char *text = settings_text(settings, id);
    return text && strcmp(text, "true") == 0;
}

size_t settings_number(const struct settings *settings, enum setting_id id)
{
    const char *text = settings_text(settings, id);
    return text ? (size_t)strtoull(text, NULL, 10) : 0;
}

/* A setting by its name, in which dashes and underscores are alike; SETTING__COUNT when there is
 * none. */
static enum setting_id find_setting(const char *name)
{
    for (int i = 0; i < SETTING__COUNT; i++) {
        const char *left = rows[i].name, *right = name;
        while (*left && (*left == *right || (*left == '-' && *right == '_'))) {
            left++;
            right++;
        }
        if (*left == '\0' && *right == '\0')
            return (enum setting_id)i;
    }
    return SETTING__COUNT;
}

/* What a setting must be, when a text is not that; NULL when it is. */
static const char *wanted(enum setting_kind kind, const char *text)
{
    enum severity severity;
    const char *equals = strchr(text, '=');
    if (kind == KIND_TRUTH)
        return strcmp(text, "true") == 0 || strcmp(text, "false") == 0 ? NULL : "true or false";
    if (kind == KIND_NUMBER)
        return *text && strspn(text, "0123456789") == strlen(text) && strlen(text) < 10
                   ? NULL
                   : "a number";
    if (kind == KIND_LEVEL)
        return severity_read(text, &severity) || strcmp(text, "never") == 0
                   ? NULL
                   : "error, warning, note or never";
    if (kind == KIND_PAIRS)
        return equals && equals > text ? NULL : "NAME=VALUE";
    return *text ? NULL : "a text";
}

/* A path of the file is relative to its folder. */
static const char *placed(struct settings *settings, enum setting_kind kind, const char *text,
                          const char *folder)
{
    bool is_path =
        kind == KIND_PATH || kind == KIND_PATHS || (kind == KIND_TARGETS && strpbrk(text, "/."));
    if (folder == NULL || !is_path || *text == '/' || strcmp(folder, ".") == 0)
        return arena_copy(&settings->arena, text, strlen(text));
    return arena_format(&settings->arena, "%s/%s", folder, text);
}

/* Who speaks, and from where. */
struct speaker {
    enum setting_origin origin;
    struct span place;
    const char *folder;
    struct diagnostics *findings;
};

static bool add_value(struct settings *settings, enum setting_id id, const char *text,
                      const struct speaker *speaker)
{
    struct setting_state *state = &settings->states[id];
    const char *want = wanted(rows[id].kind, text);
    enum severity severity;
    if (want == NULL && id == SETTING_SEVERITY && !severity_read(strchr(text, '=') + 1, &severity))
        want = "ID=error, ID=warning or ID=note";
    if (want) {
        diagnostics_add(speaker->findings, MESSAGE_REQUEST_SHAPE, speaker->place, NULL,
                        rows[id].name, want, text);
        return true;
    }
    struct setting_value *value = arena_alloc(&settings->arena, 1, sizeof *value);
    const char *copy = value ? placed(settings, rows[id].kind, text, speaker->folder) : NULL;
    if (copy == NULL)
        return false;
    bool several = rows[id].kind == KIND_LIST || rows[id].kind == KIND_PATHS ||
                   rows[id].kind == KIND_PAIRS || rows[id].kind == KIND_TARGETS;
    if (!several || state->origin != speaker->origin)
        state->values = NULL;
    state->origin = speaker->origin;
    state->place = speaker->place;
    *value = (struct setting_value){.text = copy};
    struct setting_value **end = &state->values;
    while (*end)
        end = &(*end)->next;
    *end = value;
    return true;
}

/* Several values in one text: a,b. */
static bool add_values(struct settings *settings, enum setting_id id, const char *text,
                       const struct speaker *speaker)
{
    bool splits =
        rows[id].kind == KIND_LIST || rows[id].kind == KIND_TARGETS || id == SETTING_SEVERITY;
    bool complete = true;
    while (splits && complete && strchr(text, ',')) {
        size_t length = strcspn(text, ",");
        char *part = arena_copy(&settings->arena, text, length);
        complete = part && (*part == '\0' || add_value(settings, id, part, speaker));
        text += length + 1;
    }
    return complete && (splits && *text == '\0' ? true : add_value(settings, id, text, speaker));
}

static void report_unknown(const char *name, struct span place, struct diagnostics *findings)
{
    const char *names[SETTING__COUNT];
    for (int i = 0; i < SETTING__COUNT; i++)
        names[i] = rows[i].name;
    diagnostics_add(findings, MESSAGE_KEY_UNKNOWN, place, text_nearest(name, names, SETTING__COUNT),
                    name, "the settings");
}

bool settings_set(struct settings *settings, const char *name, const char *text,
                  struct diagnostics *findings)
{
    struct speaker speaker = {.origin = SETTING_GIVEN, .findings = findings};
    enum setting_id id = find_setting(name);
    if (id != SETTING__COUNT)
        return add_values(settings, id, text, &speaker);
    report_unknown(name, (struct span){0}, findings);
    return true;
}

/* A scalar of the file as text. */
static bool add_scalar(struct settings *settings, enum setting_id id, const struct value *value,
                       const struct speaker *speaker)
{
    char text[1024];
    size_t length = value_text(value, text, sizeof text);
    if (value_has_children(value) || value->kind == VALUE_NULL || length >= sizeof text) {
        diagnostics_add(speaker->findings, MESSAGE_REQUEST_SHAPE, speaker->place, NULL,
                        rows[id].name, "a text", value_kind_name(value->kind));
        return true;
    }
    return add_value(settings, id, text, speaker);
}

/* {ID: WORD, ...} is ID=WORD, ... */
static bool add_pairs(struct settings *settings, enum setting_id id, const struct value *mapping,
                      const struct speaker *speaker)
{
    bool complete = true;
    for (const struct value *child = mapping->first; child && complete; child = child->next) {
        size_t room = value_text(child, NULL, 0) + 1;
        char *word = arena_alloc(&settings->arena, room, 1);
        if (word)
            value_text(child, word, room);
        char *pair = word ? arena_format(&settings->arena, "%s=%s", child->key, word) : NULL;
        struct speaker here = *speaker;
        here.place.line = child->key_line;
        here.place.column = child->key_column;
        complete = pair && add_value(settings, id, pair, &here);
    }
    return complete;
}

static bool read_setting(struct settings *settings, const struct value *value,
                         struct speaker speaker)
{
    enum setting_id id = find_setting(value->key);
    bool complete = true;
    if (id == SETTING__COUNT || rows[id].only_given) {
        report_unknown(value->key, speaker.place, speaker.findings);
        return true;
    }
    if (settings->states[id].origin == SETTING_GIVEN)
        return true;
    if (value->kind == VALUE_MAPPING && rows[id].kind == KIND_PAIRS)
        return add_pairs(settings, id, value, &speaker);
    if (value->kind != VALUE_LIST)
        return add_scalar(settings, id, value, &speaker);
    for (const struct value *child = value->first; child && complete; child = child->next)
        complete = add_scalar(settings, id, child, &speaker);
    return complete;
}

bool settings_read(struct settings *settings, const struct value *tree, const char *file,
                   const char *folder, struct diagnostics *findings)
{
    const char *name = arena_copy(&settings->arena, file, strlen(file));
    bool complete = name != NULL;
    struct speaker speaker = {.origin = SETTING_FILE,
                              .place = {.file = name, .line = 1, .column = 1},
                              .folder = folder,
                              .findings = findings};
    if (tree->kind == VALUE_NULL)
        return complete; /* an empty file says nothing */
    if (tree->kind != VALUE_MAPPING) {
        diagnostics_add(findings, MESSAGE_REQUEST_SHAPE, speaker.place, NULL, "settings",
                        "a mapping", value_kind_name(tree->kind));
        return complete;
    }
    for (const struct value *child = tree->first; child && complete; child = child->next) {
        speaker.place.line = child->key_line;
        speaker.place.column = child->key_column;
        if (strcmp(child->key, "format") != 0)
            complete = read_setting(settings, child, speaker);
    }
    return complete;
}
