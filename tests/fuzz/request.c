/* Requests: lines "field=text" as a command line has them, or JSON; a part "facts" likewise is the
 * machine, a part "use" the release. Resolved, told, and with small budgets examined and repaired.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "connector.h"
#include "fuzz.h"
#include "resolve/suggest.h"

static accord_engine *engine;

/* Calls `set` for each line "name=text" of a part. */
static void each_line(const struct part *part,
                      void (*set)(void *object, const char *name, const char *text), void *object)
{
    char *text = strndup(part->text, part->length), *rest = text;
    for (char *line; (line = strsep(&rest, "\n"));) {
        char *equals = strchr(line, '=');
        if (!equals)
            continue;
        *equals = '\0';
        set(object, line, equals + 1);
    }
    free(text);
}

/* Sets a field of a request. */
static void set_field(void *object, const char *name, const char *text)
{
    fuzz_check(accord_spec_set(object, name, text) == ACCORD_OK, "a field is set");
}

/* Sets a fact, or is refused. */
static void set_fact(void *object, const char *name, const char *text)
{
    accord_facts_set(object, name, text);
}

/* The request of an input; NULL: its JSON is at fault. */
static accord_spec *read_spec(const struct part *part)
{
    if (part->length && *part->text == '{') {
        accord_findings *findings = accord_findings_new();
        accord_spec *spec = accord_spec_from_json(part->text, part->length, findings);
        fuzz_check(spec || accord_findings_errors(findings), "JSON that is refused is told why");
        accord_findings_free(findings);
        return spec;
    }
    accord_spec *spec = accord_spec_new();
    each_line(part, set_field, spec);
    return spec;
}

/* The release asked for, or the newest. */
static const accord_framework *framework_of(const struct part *use)
{
    char name[64] = "";
    if (!engine)
        engine = accord_engine_new();
    if (use)
        memcpy(name, use->text, use->length < sizeof name ? use->length : sizeof name - 1);
    name[strcspn(name, "\n")] = '\0';
    const accord_framework *framework = *name ? accord_engine_framework(engine, name, NULL) : NULL;
    return framework ? framework : accord_engine_framework(engine, "lightning", NULL);
}

/* Every way to tell an answer. */
static void tell(accord_resolution *resolution)
{
    static const char *const names[] = {"strategy", "accelerator", "devices", "precision"};
    char *json = accord_resolution_json(resolution),
         *text = accord_resolution_report(resolution, "text", true);
    json_t *read = json ? json_loads(json, 0, NULL) : NULL;
    fuzz_check(read && text, "an answer is told, as JSON that can be read");
    json_decref(read);
    free(json);
    free(text);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        accord_resolution_get(resolution, names[i]);
        free(accord_resolution_explain(resolution, names[i]));
    }
}

/* What it takes for the request to run, looked for with small budgets. */
static void search(const accord_framework *framework, const accord_facts *facts,
                   const accord_spec *spec)
{
    static const char *const unknown[] = {"cuda.count", "mps.count"};
    struct base_world base;
    struct examination examination;
    struct suggestions suggestions;
    struct text text;
    fuzz_check(base_world_init_facts(&base, &framework->defaults, &facts->facts) == BASE_OK,
               "there is memory");
    fuzz_check(examine(&base, &spec->spec, &(struct examine_options){unknown, 2, 16}, &examination),
               "there is memory");
    for (size_t i = 0; i < examination.outcome_count; i++) {
        text_init(&text);
        examination_add_condition(&examination, &examination.outcomes[i], &text);
        text_clear(&text);
    }
    examination_clear(&examination);
    fuzz_check(suggest(&base, &spec->spec, &(struct suggest_options){.most = 1, .budget = 20},
                       &suggestions),
               "there is memory");
    suggestions_clear(&suggestions);
    base_world_clear(&base);
}

/* A spec as words must be a spec again. */
static void say_again(const accord_framework *framework, const accord_spec *spec)
{
    char *words = accord_spec_text(spec);
    accord_spec *other = accord_framework_migrate(framework, framework, spec, NULL, NULL);
    fuzz_check(words && other, "a request is said in words, and in its own release");
    accord_spec_free(other);
    free(words);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct parts parts;
    parts_split(&parts, data, size);
    const accord_framework *framework = framework_of(parts_find(&parts, "use"));
    const struct part *machine = parts_find(&parts, "facts");
    accord_facts *facts = accord_facts_new();
    accord_spec *spec = read_spec(&parts.items[0]);
    if (machine)
        each_line(machine, set_fact, facts);
    if (spec) {
        accord_resolution *resolution = accord_framework_resolve(framework, facts, spec);
        fuzz_check(resolution != NULL, "a request is resolved");
        tell(resolution);
        accord_resolution_free(resolution);
        say_again(framework, spec);
        search(framework, facts, spec);
    }
    accord_spec_free(spec);
    accord_facts_free(facts);
    parts_clear(&parts);
    return 0;
}
