/* Frameworks: which release a text means, and the framework in it, made once. */
#include "connector.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* Releases from `low` to `high`. */
struct release_range {
    int64_t low, high;
};

/* "2.6.5" is one release, "2.6" all of its patches. */
static bool read_release(const char *text, size_t length, struct release_range *ret_range)
{
    static const int64_t spans[] = {0, 999999, 999, 0};
    int64_t number;
    if (!text_read_version(text, length, &number))
        return false;
    unsigned parts = text_version_parts(text, length);
    *ret_range = (struct release_range){number, number + spans[parts < 3 ? parts : 3]};
    return true;
}

/* Also ">=2.0", ">1.9", "<2", "<=2.1", "2.0..2.4". */
static bool read_range(const char *text, struct release_range *ret_range)
{
    const char *dots = strstr(text, "..");
    struct release_range low, high;
    bool equal = text[0] && text[1] == '=';

    if (dots) {
        if (!read_release(text, (size_t)(dots - text), &low) ||
            !read_release(dots + 2, strlen(dots + 2), &high))
            return false;
        *ret_range = (struct release_range){low.low, high.high};
        return true;
    }
    if (*text != '<' && *text != '>')
        return read_release(text, strlen(text), ret_range);
    const char *number = text + 1 + equal;
    if (!read_release(number, strlen(number), &low))
        return false;
    if (*text == '>')
        *ret_range = (struct release_range){equal ? low.low : low.high + 1, INT64_MAX};
    else
        *ret_range = (struct release_range){0, equal ? low.high : low.low - 1};
    return true;
}

/* Index of the release that a text means: the newest in its range, the newest of all, or the
 * nearest one. */
static size_t choose_release(const struct ruleset *ruleset, const char *text, bool *ret_known)
{
    const int64_t *versions = ruleset_at(ruleset, ruleset->versions);
    size_t count = ruleset->versions.count, nearest = count - 1;
    struct release_range range;

    *ret_known = *text == '\0' || strcmp(text, "latest") == 0;
    if (*ret_known || !read_range(text, &range))
        return count - 1;
    for (size_t i = count; i-- > 0;) {
        *ret_known = versions[i] >= range.low && versions[i] <= range.high;
        if (*ret_known)
            return i;
        if (llabs(versions[i] - range.low) < llabs(versions[nearest] - range.low))
            nearest = i;
    }
    return nearest;
}

/* A framework in a release, made when the engine has none. */
static struct accord_framework *find_framework(struct accord_engine *engine,
                                               const struct loaded_pack *pack, size_t index)
{
    const text_id *texts = ruleset_at(pack->ruleset, pack->ruleset->version_texts);
    const int64_t *versions = ruleset_at(pack->ruleset, pack->ruleset->versions);
    struct accord_framework *framework = engine->frameworks;

    while (framework && (framework->pack != pack || framework->release != versions[index]))
        framework = framework->next;
    if (framework)
        return framework;
    framework = arena_alloc(&engine->arena, 1, sizeof *framework);
    if (framework == NULL)
        return NULL;
    *framework =
        (struct accord_framework){.engine = engine,
                                  .pack = pack,
                                  .release = versions[index],
                                  .release_text = ruleset_text(pack->ruleset, texts[index])};
    if (base_world_init(&framework->defaults, pack->ruleset, framework->release,
                        framework->release_text) != BASE_OK)
        return NULL;
    framework->next = engine->frameworks;
    engine->frameworks = framework;
    return framework;
}

struct accord_framework *framework_at(const struct accord_framework *framework, size_t index)
{
    struct accord_engine *engine = framework->engine;
    pthread_mutex_lock(&engine->lock);
    struct accord_framework *found = find_framework(engine, framework->pack, index);
    pthread_mutex_unlock(&engine->lock);
    return found;
}

/* "name@release" taken apart and found. The caller holds the lock. */
static struct accord_framework *look_up(struct accord_engine *engine, const char *name,
                                        struct diagnostics *findings)
{
    const char *at = strchr(name, '@');
    char pack_name[256]; /* no pack has a longer name */
    size_t length = at ? (size_t)(at - name) : strlen(name);
    bool known;
    snprintf(pack_name, sizeof pack_name, "%.*s",
             (int)(length < sizeof pack_name ? length : sizeof pack_name), name);
    const struct loaded_pack *pack = engine_pack(engine, pack_name, findings);
    if (pack == NULL || pack->ruleset->versions.count == 0)
        return NULL;
    size_t index = choose_release(pack->ruleset, at ? at + 1 : "", &known);
    struct accord_framework *framework = find_framework(engine, pack, index);
    if (framework && !known)
        diagnostics_add(findings, MESSAGE_RELEASE_UNKNOWN, (struct span){0},
                        framework->release_text, pack_name, at + 1, framework->release_text);
    return framework;
}

struct accord_framework *engine_framework(struct accord_engine *engine, const char *name,
                                          struct diagnostics *findings)
{
    struct accord_framework *framework = name ? NULL : atomic_load(&engine->current);
    if (framework)
        return framework;
    pthread_mutex_lock(&engine->lock);
    const char *usual = engine->chosen ? engine->chosen : engine_pack_name(engine, 0);
    const char *first = name ? name : usual;
    framework = first ? look_up(engine, first, findings) : NULL;
    if (framework && name == NULL)
        atomic_store(&engine->current, framework);
    pthread_mutex_unlock(&engine->lock);
    return framework;
}

const accord_framework *accord_engine_framework(accord_engine *engine, const char *framework,
                                                accord_findings *findings)
{
    struct diagnostics unheard;
    diagnostics_init(&unheard);
    const accord_framework *found =
        engine_framework(engine, framework, findings ? &findings->list : &unheard);
    diagnostics_clear(&unheard);
    return found;
}

enum accord_status accord_engine_use(accord_engine *engine, const char *framework,
                                     accord_findings *findings)
{
    struct diagnostics unheard;
    diagnostics_init(&unheard);
    struct diagnostics *list = findings ? &findings->list : &unheard;
    size_t errors = list->errors;
    struct accord_framework *found = engine_framework(engine, framework, list);
    enum accord_status status = list->errors > errors ? ACCORD_FAULTY : ACCORD_NO_MEMORY;

    diagnostics_clear(&unheard);
    if (found == NULL)
        return status;
    pthread_mutex_lock(&engine->lock);
    char *chosen = arena_copy(&engine->arena, framework, strlen(framework));
    if (chosen)
        engine->chosen = chosen;
    pthread_mutex_unlock(&engine->lock);
    atomic_store(&engine->current, found);
    return chosen ? ACCORD_OK : ACCORD_NO_MEMORY;
}
