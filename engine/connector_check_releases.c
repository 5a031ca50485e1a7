/* Which release of each framework a file is for: the settings say, or requirement files beside or
 * above it, or a comment in it; else the newest. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "check/job.h"
#include "connector_check.h"

/* ---- judges ---- */

/* True when a job script speaks of a fact and does not say it. */
static bool is_open(const struct facts *facts, const char *name)
{
    const struct fact *fact = facts_find(facts, name);
    return fact && fact->detail && strcmp(fact->detail, JOB_OPEN_DETAIL) == 0;
}

static bool has_open(const struct facts *facts)
{
    bool open = false;
    for (size_t i = 0; i < facts->count; i++)
        open = open || is_open(facts, facts->items[i].name);
    return open;
}

/* A fact that nobody said is open: on a machine described as a whole what is installed on it, on
 * another all but the environment and what is assumed. */
static bool may_be_open(const struct ruleset *ruleset, const struct field *field, bool whole)
{
    const struct field *root = ruleset_field(ruleset, field->root);
    const char *name = ruleset_text(ruleset, root->name);
    if (whole)
        return root == field && (strncmp(name, "package.", 8) == 0 || field->type == TYPE_VERSION);
    return strncmp(name, "env.", 4) != 0 && !field->assumed && !root->assumed;
}

/* Facts of a machine that are still open; NULL without memory. */
static const char **open_facts(struct preparation *prepared, const struct ruleset *ruleset,
                               const struct facts *facts, bool whole, size_t *ret_count)
{
    const char **names =
        arena_alloc(&prepared->arena, ruleset->fields.count + (size_t)1, sizeof *names);
    for (uint32_t i = 0; names && i < ruleset->fields.count; i++) {
        const struct field *field = ruleset_field(ruleset, i);
        const char *root = ruleset_text(ruleset, ruleset_field(ruleset, field->root)->name);
        bool said = facts_find(facts, root) && !is_open(facts, root);
        if (field->role == ROLE_FACT && !said &&
            (is_open(facts, root) || may_be_open(ruleset, field, whole)))
            names[(*ret_count)++] = ruleset_text(ruleset, field->name);
    }
    return names;
}

/* What is open is not said. */
static void drop_open(struct facts *facts)
{
    for (size_t i = facts->count; i-- > 0;) {
        if (is_open(facts, facts->items[i].name))
            facts_drop(facts, facts->items[i].name);
    }
}

/* A machine's facts, and what is pinned where nobody said otherwise. */
static bool add_pins(const struct preparation *prepared, const struct pins *pins,
                     struct facts *facts)
{
    for (size_t i = 0; i < prepared->pinned_count; i++) {
        const char *version = pins->versions[i];
        const struct value text = {
            .kind = VALUE_STRING, .count = (uint32_t)strlen(version), .text = version};
        if (*version && !facts_find(facts, prepared->pinned[i].fact) &&
            !facts_set(facts, prepared->pinned[i].fact, &text, FACT_FILE, (struct span){0},
                       JUDGE_PIN_DETAIL))
            return false;
    }
    return true;
}

static bool add_machine(struct preparation *prepared, struct known_judge *known, size_t index)
{
    const struct described_machine *described = &prepared->machines[index];
    struct machine *machine = &known->machines[index];
    struct facts *facts = &known->facts[index];
    struct examine_options *options = &machine->options;
    facts_init(facts);
    bool complete =
        facts_copy(facts, &described->facts->facts) && add_pins(prepared, &known->pins, facts);
    *machine = (struct machine){.name = described->name, .base = &known->bases[index]};
    if (complete && (described->whole || has_open(facts))) {
        options->names = open_facts(prepared, known->framework->pack->ruleset, facts,
                                    described->whole, &options->count);
        complete = options->names != NULL;
    }
    drop_open(facts);
    if (!complete || base_world_init_facts(&known->bases[index], &known->framework->defaults,
                                           facts) != BASE_OK) {
        facts_clear(facts);
        return false;
    }
    known->judge.machine_count = index + 1;
    return true;
}

static bool fill_judge(struct preparation *prepared, struct known_judge *known)
{
    const struct ruleset *ruleset = known->framework->pack->ruleset;
    size_t count = prepared->machine_count;
    known->machines = arena_alloc(&prepared->arena, count, sizeof *known->machines);
    known->facts = arena_alloc(&prepared->arena, count, sizeof *known->facts);
    known->bases = arena_alloc(&prepared->arena, count, sizeof *known->bases);
    if (known->machines == NULL || known->facts == NULL || known->bases == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!add_machine(prepared, known, i))
            return false;
    }
    known->judge.ruleset = ruleset;
    known->judge.machines = known->machines;
    known->judge.title =
        arena_format(&prepared->arena, "%s %s", ruleset_text(ruleset, ruleset->pack),
                     known->framework->release_text);
    return known->judge.title != NULL;
}

/* The judge of a framework where such releases are pinned, made when there is none; NULL without
 * memory. The caller holds the lock. */
static const struct judge *find_judge(struct preparation *prepared,
                                      struct accord_framework *framework, const struct pins *pins)
{
    for (struct known_judge *known = prepared->judges; known; known = known->next) {
        if (known->framework == framework && known->judge.title &&
            memcmp(&known->pins, pins, sizeof *pins) == 0)
            return &known->judge; /* without a title it was never finished */
    }
    struct known_judge *known = arena_alloc(&prepared->arena, 1, sizeof *known);
    if (known == NULL) {
        prepared->failed = true;
        return NULL;
    }
    known->framework = framework;
    known->pins = *pins;
    known->next = prepared->judges;
    prepared->judges = known;
    bool complete = fill_judge(prepared, known);
    prepared->failed = prepared->failed || !complete;
    return complete ? &known->judge : NULL;
}

/* Asks the engine for "name@release", once. The caller holds the lock. */
static struct known_name *ask_engine(struct accord_checker *checker, const char *name)
{
    struct preparation *prepared = checker->prepared;
    struct known_name *known = arena_alloc(&prepared->arena, 1, sizeof *known);
    const char *copy = known ? arena_copy(&prepared->arena, name, strlen(name)) : NULL;
    struct diagnostics unheard;
    prepared->failed = prepared->failed || !copy;
    if (copy == NULL)
        return NULL;
    diagnostics_init(&unheard);
    known->framework = engine_framework(checker->engine, name, &unheard);
    bool lost = !known->framework && unheard.errors == 0;
    diagnostics_clear(&unheard);
    if (lost) { /* no memory is no answer */
        prepared->failed = true;
        return NULL;
    }
    known->name = copy;
    known->next = prepared->names;
    prepared->names = known;
    return known;
}

/* "name@release"; NULL when there are no tables. */
static struct accord_framework *framework_of(struct accord_checker *checker, const char *name)
{
    struct known_name *known = checker->prepared->names;
    while (known && strcmp(known->name, name) != 0)
        known = known->next;
    known = known ? known : ask_engine(checker, name);
    return known ? known->framework : NULL;
}

/* ---- requirement files ---- */

/* The first version that a condition names: the best guess where it allows no release that the
 * tables know. */
static void first_version(const char *condition, char *version, size_t room)
{
    condition += strcspn(condition, "0123456789");
    size_t length = strspn(condition, "0123456789.");
    while (length > 0 && condition[length - 1] == '.')
        length--;
    snprintf(version, room, "%.*s", (int)(length < room ? length : 0), condition);
}

/* The release that a condition means. */
static struct accord_framework *framework_of_condition(struct accord_checker *checker,
                                                       const char *pack, const char *condition)
{
    char name[256], version[64];
    struct accord_framework *newest = framework_of(checker, pack);
    size_t index;
    if (newest == NULL || *condition == '\0')
        return newest;
    const struct ruleset *ruleset = newest->pack->ruleset;
    const text_id *texts = ruleset_at(ruleset, ruleset->version_texts);
    if (requirement_choose(condition, ruleset_at(ruleset, ruleset->versions),
                           ruleset->versions.count, &index))
        snprintf(version, sizeof version, "%s", ruleset_text(ruleset, texts[index]));
    else
        first_version(condition, version, sizeof version);
    if (*version == '\0')
        return newest;
    snprintf(name, sizeof name, "%s@%s", pack, version);
    return framework_of(checker, name);
}

/* What a folder's own files say of the packs, and what they pin. */
static void read_folder(const struct preparation *prepared, const char *path,
                        struct sayings *ret_sayings)
{
    struct wanted wanted[PACKS_MAX + PINS_MAX];
    struct requirement requirements[PACKS_MAX + PINS_MAX];
    size_t packs = prepared->pack_count, pinned = prepared->pinned_count;
    for (size_t i = 0; i < packs; i++)
        wanted[i] = prepared->packs[i].packages;
    for (size_t i = 0; i < pinned; i++)
        wanted[packs + i] = prepared->pinned[i].package;
    requirement_read(path, wanted, packs + pinned, requirements);
    *ret_sayings = (struct sayings){0};
    memcpy(ret_sayings->requirements, requirements, packs * sizeof *requirements);
    memcpy(ret_sayings->pinned, requirements + packs, pinned * sizeof *requirements);
    for (size_t i = 0; i < pinned; i++)
        requirement_pin(&ret_sayings->pinned[i], ret_sayings->pins.versions[i], VERSION_SIZE);
}

/* What the requirement files of one folder say. The caller holds the lock. */
static const struct known_folder *find_folder(struct accord_checker *checker, const char *path)
{
    struct known_folder *folder =
        &checker->prepared->folders[text_hash(path, strlen(path)) % FOLDERS_KEPT];
    if (folder->path && strcmp(folder->path, path) == 0)
        return folder;
    free(folder->path);
    folder->path = strdup(path);
    checker->prepared->failed = checker->prepared->failed || !folder->path;
    if (folder->path == NULL)
        return NULL;
    read_folder(checker->prepared, path, &folder->sayings);
    return folder;
}

/* The whole path of the folder that a file stands in. */
static bool folder_of(const struct accord_checker *checker, const char *path, char *folder,
                      size_t room)
{
    const char *start = checker->prepared->checker.folder;
    bool whole = *path == '/';
    int length = snprintf(folder, room, "%s%s%s", whole ? "" : start, whole ? "" : "/", path);
    if (length <= 0 || (size_t)length >= room)
        return false;
    char *slash = strrchr(folder, '/');
    *slash = '\0';
    char *real = strstr(path, "..") ? realpath(folder, NULL) : NULL;
    if (real && strlen(real) < room) /* upwards is not what the text says, then */
        strcpy(folder, real);
    free(real);
    return *folder != '\0';
}

/* Adds what a folder says and no nearer one did. */
static void add_sayings(const struct preparation *prepared, const struct sayings *more,
                        struct sayings *sayings)
{
    for (size_t i = 0; i < prepared->pack_count; i++) {
        if (!sayings->requirements[i].found)
            sayings->requirements[i] = more->requirements[i];
    }
    for (size_t i = 0; i < prepared->pinned_count; i++) {
        if (sayings->pins.versions[i][0])
            continue;
        sayings->pinned[i] = more->pinned[i];
        memcpy(sayings->pins.versions[i], more->pins.versions[i], VERSION_SIZE);
    }
}

/* The folder above one, up to the root of the project. */
static bool go_up(const struct accord_checker *checker, char *folder)
{
    char *slash = strrchr(folder, '/');
    bool inside = strcmp(folder, checker->root) != 0 && slash > folder;
    *slash = '\0';
    return inside;
}

/* From the folder of a file upwards to the root of the project. */
static void find_sayings(struct accord_checker *checker, const char *path,
                         struct sayings *ret_sayings)
{
    char folder[4096];
    bool inside = folder_of(checker, path, folder, sizeof folder);
    *ret_sayings = (struct sayings){0};
    while (inside) {
        const struct known_folder *known = find_folder(checker, folder);
        if (known)
            add_sayings(checker->prepared, &known->sayings, ret_sayings);
        inside = go_up(checker, folder);
    }
}

/* What the nearest folder says of a package by one of its names. */
static void find_named(struct accord_checker *checker, const char *path, const char *const *name,
                       struct requirement *requirement)
{
    char folder[4096];
    struct requirement found = {0};
    const struct wanted wanted = {name, 1};
    bool inside = folder_of(checker, path, folder, sizeof folder);
    while (inside && !found.found) {
        requirement_read(folder, &wanted, 1, &found);
        inside = go_up(checker, folder);
    }
    if (found.found)
        *requirement = found;
}

/* Where a package is required by several names, as while a project moves from one to the other, the
 * one that the file's own classes come from decides. */
static void prefer_own(struct accord_checker *checker, const char *path, struct sayings *sayings)
{
    const struct preparation *prepared = checker->prepared;
    struct file_bytes bytes = {0};
    bool read = false;
    for (size_t i = 0; i < prepared->pack_count; i++) {
        const struct wanted *wanted = &prepared->packs[i].packages;
        uint32_t names = sayings->requirements[i].names;
        size_t own;
        if (prepared->packs[i].given || (names & (names - 1)) == 0)
            continue;
        read = read || file_read(path, &bytes) == 0;
        if (read && release_class_name(bytes.text, bytes.length, wanted, &own))
            find_named(checker, path, &wanted->names[own], &sayings->requirements[i]);
    }
    if (read)
        file_bytes_clear(&bytes);
}

/* ---- all together ---- */

static bool has_package(const struct wanted *wanted, const char *package)
{
    for (size_t i = 0; package && i < wanted->count; i++) {
        if (package_same(package, wanted->names[i]))
            return true;
    }
    return false;
}

/* Where a requirement stands, and what it says. */
static void write_origin(const struct requirement *requirement, char *ret_origin, size_t size)
{
    snprintf(ret_origin, size, "%s:%u%s%.100s", requirement->file, requirement->line,
             *requirement->text ? " says " : "", requirement->text);
}

/* The framework of a pack that counts for a file, and who said so. */
static struct accord_framework *find_framework(struct accord_checker *checker,
                                               const struct pack_names *names,
                                               const struct requirement *requirement,
                                               const char *said, char *ret_origin, size_t size)
{
    char name[256];
    *ret_origin = '\0';
    if (names->given)
        return framework_of(checker, names->given);
    if (requirement->found) {
        write_origin(requirement, ret_origin, size);
        return framework_of_condition(checker, names->pack, requirement->text);
    }
    if (said == NULL)
        return framework_of(checker, names->pack);
    snprintf(ret_origin, size, "a comment says %.64s", said);
    snprintf(name, sizeof name, "%s@%s", names->pack, said);
    return framework_of(checker, name);
}

/* The releases of all packs. The caller holds the lock. */
static void find_releases(struct accord_checker *checker, const struct sayings *sayings,
                          const char *package, const char *said,
                          struct check_releases *ret_releases)
{
    struct preparation *prepared = checker->prepared;
    for (size_t i = 0; i < prepared->pack_count; i++) {
        const struct pack_names *names = &prepared->packs[i];
        struct check_release release = {.framework = names->pack,
                                        .packages = names->packages.names,
                                        .package_count = names->packages.count};
        const char *comment = has_package(&names->packages, package) ? said : NULL;
        struct accord_framework *framework =
            find_framework(checker, names, &sayings->requirements[i], comment, release.origin,
                           sizeof release.origin);
        release.judge = framework ? find_judge(prepared, framework, &sayings->pins) : NULL;
        release.version = framework ? framework->release_text : NULL;
        if (release.judge)
            ret_releases->items[ret_releases->count++] = release;
    }
}

void checker_find_releases(void *context, const char *path, const char *package, const char *said,
                           struct check_releases *ret_releases)
{
    struct accord_checker *checker = context;
    struct preparation *prepared = checker->prepared;
    struct sayings sayings;
    ret_releases->count = ret_releases->pin_count = 0;
    pthread_mutex_lock(&prepared->lock);
    prepared->failed = false;
    find_sayings(checker, path, &sayings);
    prefer_own(checker, path, &sayings);
    find_releases(checker, &sayings, package, said, ret_releases);
    for (size_t i = 0; i < prepared->pinned_count; i++) {
        struct judge_pin *pin = &ret_releases->pins[ret_releases->pin_count];
        if (sayings.pins.versions[i][0] == '\0')
            continue;
        pin->fact = prepared->pinned[i].fact;
        write_origin(&sayings.pinned[i], pin->origin, sizeof pin->origin);
        ret_releases->pin_count++;
    }
    ret_releases->failed = prepared->failed;
    pthread_mutex_unlock(&prepared->lock);
}
