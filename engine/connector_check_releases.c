/* Which release of each framework a file is for: the settings say, or requirement files beside or above it, or a comment in it; else
 * the newest. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "connector_check.h"

/* ---- judges ---- */

/* Facts of a machine described as a whole that are still open: what is installed on it. NULL without memory. */
static const char **open_facts(struct preparation *prepared, const struct ruleset *ruleset, const struct facts *facts, size_t *ret_count)
{
    const char **names = arena_alloc(&prepared->arena, ruleset->fields.count + (size_t)1, sizeof *names);
    for (uint32_t i = 0; names && i < ruleset->fields.count; i++) {
        const struct field *field = ruleset_field(ruleset, i);
        const char *name = ruleset_text(ruleset, field->name);
        bool installed = strncmp(name, "package.", 8) == 0 || field->type == TYPE_VERSION;
        if (field->role == ROLE_FACT && field->root == i && installed && facts_find(facts, name) == NULL)
            names[(*ret_count)++] = name;
    }
    return names;
}

static bool fill_judge(struct accord_checker *checker, struct known_judge *known)
{
    struct preparation *prepared = checker->prepared;
    const struct ruleset *ruleset = known->framework->pack->ruleset;
    size_t count = prepared->machine_count;
    known->machines = arena_alloc(&prepared->arena, count, sizeof *known->machines);
    known->bases = arena_alloc(&prepared->arena, count, sizeof *known->bases);
    if (known->machines == NULL || known->bases == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        const struct described_machine *machine = &prepared->machines[i];
        if (base_world_init_facts(&known->bases[i], &known->framework->defaults, &machine->facts->facts) != BASE_OK)
            return false;
        known->machines[i] = (struct machine){.name = machine->name, .base = &known->bases[i]};
        known->judge.machine_count = i + 1;
        struct examine_options *options = &known->machines[i].options;
        if (machine->whole && (options->names = open_facts(prepared, ruleset, &machine->facts->facts, &options->count)) == NULL)
            return false;
    }
    known->judge.ruleset = ruleset;
    known->judge.machines = known->machines;
    known->judge.title = arena_format(&prepared->arena, "%s %s", ruleset_text(ruleset, ruleset->pack), known->framework->release_text);
    return known->judge.title != NULL;
}

/* The judge of a framework, made when there is none. The caller holds the lock. */
static const struct judge *find_judge(struct accord_checker *checker, struct accord_framework *framework)
{
    struct preparation *prepared = checker->prepared;
    for (struct known_judge *known = prepared->judges; known; known = known->next) {
        if (known->framework == framework)
            return &known->judge;
    }
    struct known_judge *known = arena_alloc(&prepared->arena, 1, sizeof *known);
    if (known == NULL)
        return NULL;
    known->framework = framework;
    known->next = prepared->judges;
    prepared->judges = known;
    return fill_judge(checker, known) ? &known->judge : NULL;
}

/* Asks the engine for "name@release", once. The caller holds the lock. */
static struct known_name *ask_engine(struct accord_checker *checker, const char *name)
{
    struct preparation *prepared = checker->prepared;
    struct known_name *known = arena_alloc(&prepared->arena, 1, sizeof *known);
    const char *copy = known ? arena_copy(&prepared->arena, name, strlen(name)) : NULL;
    struct diagnostics unheard;
    if (copy == NULL)
        return NULL;
    diagnostics_init(&unheard);
    struct accord_framework *framework = engine_framework(checker->engine, name, &unheard);
    diagnostics_clear(&unheard);
    known->name = copy;
    known->judge = framework ? find_judge(checker, framework) : NULL;
    known->version = framework ? framework->release_text : NULL;
    known->next = prepared->names;
    prepared->names = known;
    return known;
}

/* "name@release" as a judge; NULL when there are no tables. */
static const struct judge *judge_of(struct accord_checker *checker, const char *name, const char **ret_version)
{
    struct known_name *known = checker->prepared->names;
    while (known && strcmp(known->name, name) != 0)
        known = known->next;
    known = known ? known : ask_engine(checker, name);
    if (known == NULL || known->judge == NULL)
        return NULL;
    *ret_version = known->version;
    return known->judge;
}

/* ---- requirement files ---- */

/* The first version that a condition names: the best guess where it allows no release that the tables know. */
static void first_version(const char *condition, char *version, size_t room)
{
    condition += strcspn(condition, "0123456789");
    size_t length = strspn(condition, "0123456789.");
    while (length > 0 && condition[length - 1] == '.')
        length--;
    snprintf(version, room, "%.*s", (int)(length < room ? length : 0), condition);
}

/* The release that a condition means. */
static const struct judge *judge_of_condition(struct accord_checker *checker, const char *pack, const char *condition, const char **ret_version)
{
    char name[256], version[64];
    const struct judge *newest = judge_of(checker, pack, ret_version);
    size_t index;
    if (newest == NULL || *condition == '\0')
        return newest;
    const struct ruleset *ruleset = newest->ruleset;
    const text_id *texts = ruleset_at(ruleset, ruleset->version_texts);
    if (requirement_choose(condition, ruleset_at(ruleset, ruleset->versions), ruleset->versions.count, &index))
        snprintf(version, sizeof version, "%s", ruleset_text(ruleset, texts[index]));
    else
        first_version(condition, version, sizeof version);
    if (*version == '\0')
        return newest;
    snprintf(name, sizeof name, "%s@%s", pack, version);
    return judge_of(checker, name, ret_version);
}

static void read_folder(struct accord_checker *checker, const char *path, struct known_folder *folder)
{
    for (size_t i = 0; i < checker->prepared->pack_count; i++) {
        const struct pack_names *names = &checker->prepared->packs[i];
        folder->requirements[i].found = false;
        if (names->count)
            requirement_read(path, names->packages, names->count, &folder->requirements[i]);
    }
}

/* What the requirement files of one folder say. The caller holds the lock. */
static const struct known_folder *find_folder(struct accord_checker *checker, const char *path)
{
    struct known_folder *folder = &checker->prepared->folders[text_hash(path, strlen(path)) % FOLDERS_KEPT];
    if (folder->path && strcmp(folder->path, path) == 0)
        return folder;
    free(folder->path);
    folder->path = strdup(path);
    if (folder->path == NULL)
        return NULL;
    read_folder(checker, path, folder);
    return folder;
}

/* The whole path of the folder that a file stands in. */
static bool folder_of(const struct accord_checker *checker, const char *path, char *folder, size_t room)
{
    const char *start = checker->prepared->checker.folder;
    bool whole = *path == '/';
    int length = snprintf(folder, room, "%s%s%s", whole ? "" : start, whole ? "" : "/", path);
    if (length <= 0 || (size_t)length >= room)
        return false;
    char *slash = strrchr(folder, '/');
    *slash = '\0';
    return *folder != '\0';
}

/* The nearest requirement of a pack, from the folder upwards to the root of the project. */
static bool find_requirement(struct accord_checker *checker, const char *path, size_t pack, struct requirement *ret_requirement)
{
    char folder[4096];
    bool inside = folder_of(checker, path, folder, sizeof folder);
    while (inside) {
        const struct known_folder *known = find_folder(checker, folder);
        if (known && known->requirements[pack].found) {
            *ret_requirement = known->requirements[pack];
            return true;
        }
        char *slash = strrchr(folder, '/');
        inside = strcmp(folder, checker->root) != 0 && slash > folder;
        *slash = '\0';
    }
    return false;
}

/* ---- all together ---- */

static bool has_package(const struct pack_names *names, const char *package)
{
    for (size_t i = 0; package && i < names->count; i++) {
        if (package_same(package, names->packages[i]))
            return true;
    }
    return false;
}

static struct check_release find_release(struct accord_checker *checker, const char *path, const char *package, const char *said, size_t pack)
{
    const struct pack_names *names = &checker->prepared->packs[pack];
    struct check_release release = {.framework = names->pack};
    struct requirement requirement;
    char name[256];
    if (names->given) {
        release.judge = judge_of(checker, names->given, &release.version);
    } else if (find_requirement(checker, path, pack, &requirement)) {
        release.judge = judge_of_condition(checker, names->pack, requirement.text, &release.version);
        snprintf(release.origin, sizeof release.origin, "%s:%u%s%.100s", requirement.file, requirement.line, *requirement.text ? " says " : "",
                 requirement.text);
    } else if (said && has_package(names, package)) {
        snprintf(name, sizeof name, "%s@%s", names->pack, said);
        release.judge = judge_of(checker, name, &release.version);
        snprintf(release.origin, sizeof release.origin, "a comment says %.64s", said);
    } else {
        release.judge = judge_of(checker, names->pack, &release.version);
    }
    return release;
}

size_t checker_find_releases(void *context, const char *path, const char *package, const char *said,
                             struct check_release ret_releases[RELEASES_MAX])
{
    struct accord_checker *checker = context;
    size_t count = 0;
    pthread_mutex_lock(&checker->prepared->lock);
    for (size_t i = 0; i < checker->prepared->pack_count; i++) {
        struct check_release release = find_release(checker, path, package, said, i);
        if (release.judge)
            ret_releases[count++] = release;
    }
    pthread_mutex_unlock(&checker->prepared->lock);
    return count;
}
