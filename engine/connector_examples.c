/* Examples of rules, tried: does a request give the reason that its rule says it gives? */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "connector.h"
#include "tables/pack.h"

/* Everything that trying needs. */
struct trial {
    accord_engine *engine;
    const char *pack;
    struct model model;
    accord_visit_example *visit;
    void *context;
    bool stopped, failed; /* the visitor has had enough; no memory */
};

/* Where the next word ends: at a blank outside of JSON's quotes, brackets and braces. */
static const char *word_end(const char *at)
{
    bool quoted = false;
    int depth = 0;
    for (char before = '\0'; *at && (quoted || depth > 0 || *at != ' '); before = *at++) {
        quoted = quoted != (*at == '"' && before != '\\');
        if (!quoted)
            depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
    }
    return at;
}

typedef enum accord_status set_word(void *object, const char *name, const char *value);

static enum accord_status set_request(void *spec, const char *name, const char *value)
{
    return accord_spec_set(spec, name, value);
}

static enum accord_status set_fact(void *facts, const char *name, const char *value)
{
    return accord_facts_set(facts, name, value);
}

/* Sets each "name=value" of a line of words. */
static enum accord_status set_words(const char *line, set_word *set, void *object)
{
    enum accord_status status = ACCORD_OK;
    while (line && status == ACCORD_OK) {
        line += strspn(line, " ");
        const char *end = word_end(line), *equals = strchr(line, '=');
        if (!*line)
            break;
        if (!equals || equals > end)
            return ACCORD_FAULTY;
        char *name = strndup(line, (size_t)(equals - line)),
             *value = strndup(equals + 1, (size_t)(end - equals - 1));
        status = name && value ? set(object, name, value) : ACCORD_NO_MEMORY;
        free(name);
        free(value);
        line = end;
    }
    return status;
}

/* Writes what a resolution gives, "ok" or its reasons; true when that is what was expected. */
static bool read_outcome(accord_resolution *resolution, const char *expect, struct text *ret_got)
{
    struct accord_diagnostic one;
    bool holds = accord_resolution_ok(resolution) && strcmp(expect, "ok") == 0;
    if (accord_resolution_ok(resolution))
        text_add(ret_got, "ok");
    for (size_t i = 0; accord_resolution_diagnostic(resolution, i, &one); i++) {
        holds = holds || strcmp(one.id, expect) == 0 || strcmp(one.reason, expect) == 0;
        text_format(ret_got, "%s%s", ret_got->length ? " " : "", one.reason);
    }
    return holds;
}

/* Resolves an example's request. */
static bool resolve_example(struct trial *trial, const struct model_example *example,
                            struct text *ret_got)
{
    struct text name;
    text_init(&name);
    text_format(&name, "%s@%s", trial->pack, example->version.text ? example->version.text : "");
    accord_spec *spec = accord_spec_new();
    accord_facts *facts = accord_facts_new();
    const accord_framework *framework =
        name.failed ? NULL : accord_engine_framework(trial->engine, name.bytes, NULL);
    bool holds = false, readable = spec && facts && framework;
    readable = readable && set_words(example->spec.text, set_request, spec) == ACCORD_OK &&
               set_words(example->facts.text, set_fact, facts) == ACCORD_OK;
    accord_resolution *resolution =
        readable ? accord_framework_resolve(framework, facts, spec) : NULL;
    if (resolution)
        holds = read_outcome(resolution, example->expect.text, ret_got);
    else
        text_add(ret_got, "a line that cannot be read");
    trial->failed =
        trial->failed || !spec || !facts || ret_got->failed || (readable && !resolution);
    accord_resolution_free(resolution);
    accord_facts_free(facts);
    accord_spec_free(spec);
    text_clear(&name);
    return holds;
}

static void try_example(struct trial *trial, const struct model_rule *rule,
                        const struct model_example *example)
{
    struct text got;
    text_init(&got);
    bool holds = resolve_example(trial, example, &got);
    const struct accord_example tried = {
        .framework = trial->pack,
        .rule = rule->id.text,
        .request = example->spec.text,
        .facts = example->facts.text,
        .version = example->version.text,
        .expect = example->expect.text,
        .got = got.bytes,
        .holds = holds,
        .file = example->expect.place.file,
        .line = example->expect.place.line,
        .column = example->expect.place.column,
    };
    if (!trial->failed)
        trial->stopped = !trial->visit(trial->context, &tried);
    text_clear(&got);
}

/* True for a file in a folder, whatever stands before that. */
static bool is_in(const char *file, const char *folder)
{
    size_t length = strlen(folder);
    return strncmp(file, folder, length) == 0 && file[length] == '/';
}

/* True when a rule is the pack's own or a layer's: those of the packs below it say what happens
 * there. */
static bool is_own(const struct accord_engine *engine, const char *pack, const char *file)
{
    const char *inner = file;
    for (size_t i = 0; i < engine->layer_count; i++) {
        if (is_in(file, engine->layers[i]))
            return true;
    }
    if (engine->tables && is_in(file, engine->tables))
        inner = file + strlen(engine->tables) + 1;
    return is_in(inner, pack);
}

static void try_rules(struct trial *trial)
{
    for (size_t i = 0; i < trial->model.rule_count; i++) {
        const struct model_rule *rule = &trial->model.rules[i];
        if (!is_own(trial->engine, trial->pack, rule->id.place.file))
            continue;
        for (size_t j = 0; j < rule->example_count && !trial->stopped && !trial->failed; j++)
            try_example(trial, rule, &rule->examples[j]);
    }
}

enum accord_status accord_engine_try_examples(accord_engine *engine, const char *framework,
                                              accord_visit_example *visit, void *context,
                                              accord_findings *findings)
{
    struct trial trial = {.engine = engine, .visit = visit, .context = context};
    struct diagnostics unheard;
    diagnostics_init(&unheard);
    struct diagnostics *heard = findings ? &findings->list : &unheard;
    const accord_framework *known = engine_framework(engine, framework, heard);
    enum pack_status status = known ? PACK_OK : heard->errors ? PACK_FAULTY : PACK_NO_MEMORY;
    if (known) {
        struct table_source source = engine_source(engine);
        trial.pack = known->pack->name;
        pthread_mutex_lock(&engine->lock);
        status = pack_load(&source, trial.pack, engine->layers, engine->layer_count, heard,
                           &trial.model);
        pthread_mutex_unlock(&engine->lock);
    }
    if (status == PACK_OK) {
        try_rules(&trial);
        model_clear(&trial.model);
    }
    diagnostics_clear(&unheard);
    return trial.failed || status == PACK_NO_MEMORY ? ACCORD_NO_MEMORY
           : status == PACK_FAULTY                  ? ACCORD_FAULTY
                                                    : ACCORD_OK;
}
