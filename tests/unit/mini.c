#include "mini.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "report/report.h"
#include "resolve/devices.h"
#include "ruleset/compile.h"
#include "suite.h"
#include "tables/pack.h"

static const char head_text[] =
    "format: 1\npack: mini\nversions: [\"1.0.0\", \"1.5.0\", \"2.0.0\"]\n"
    "stages: [one, two, three]\n"
    "registries:\n  - {name: things, attributes: [class, family, policy, device]}\n";

/* One file of the pack; an absent one is not listed in its head. */
struct part {
    const char *key, *text;
};

static char *part_text(const struct part *part)
{
    struct text text;
    text_init(&text);
    text_format(&text, "format: 1\n%s:\n%s\n", part->key, part->text);
    return text_take(&text);
}

static enum pack_status load(struct mini *mini, const char *head, const struct part *parts,
                             struct model *ret_model)
{
    struct table_file files[4] = {{.path = "mini/pack.yaml"}};
    static const char *const paths[] = {"mini/fields.yaml", "mini/things.yaml", "mini/rules.yaml"};
    struct text text;
    size_t count = 1;

    text_init(&text);
    text_format(&text, "%s%sfiles: [", head_text, head);
    for (size_t i = 0; i < 3; i++) {
        if (parts[i].text == NULL)
            continue;
        text_format(&text, "%s%s", count > 1 ? ", " : "", strchr(paths[i], '/') + 1);
        files[count].path = paths[i];
        files[count].text = part_text(&parts[i]);
        files[count].length = strlen(files[count].text);
        count++;
    }
    text_add(&text, "]\n");
    files[0].length = text.length;
    files[0].text = text_take(&text);
    struct table_source source = {.files = files, .count = count};
    enum pack_status status = pack_load(&source, "mini", NULL, 0, &mini->findings, ret_model);
    for (size_t i = 0; i < count; i++)
        free((char *)files[i].text);
    return status;
}

void mini_release(struct mini *mini, const char *release)
{
    int64_t number = 0;
    base_world_clear(&mini->base);
    text_read_version(release, strlen(release), &number);
    CU_ASSERT_EQUAL(base_world_init(&mini->base, mini->ruleset, number, release), BASE_OK);
}

bool mini_init_head(struct mini *mini, const char *head, const char *fields, const char *things,
                    const char *rules)
{
    const struct part parts[] = {{"fields", fields}, {"things", things}, {"rules", rules}};
    struct model model;

    *mini = (struct mini){0};
    diagnostics_init(&mini->findings);
    facts_init(&mini->facts);
    spec_init(&mini->spec);
    if (load(mini, head, parts, &model) != PACK_OK)
        return false;
    compile(&model, device_policies, &mini->findings, &mini->ruleset);
    model_clear(&model);
    if (mini->ruleset)
        mini_release(mini, "2.0.0");
    return mini->ruleset != NULL;
}

bool mini_model(const char *fields, const char *things, const char *rules, struct model *ret_model)
{
    const struct part parts[] = {{"fields", fields}, {"things", things}, {"rules", rules}};
    struct mini mini = {0};
    diagnostics_init(&mini.findings);
    bool loaded = load(&mini, "", parts, ret_model) == PACK_OK;
    diagnostics_clear(&mini.findings);
    return loaded;
}

bool mini_init(struct mini *mini, const char *fields, const char *things, const char *rules)
{
    return mini_init_head(mini, "", fields, things, rules);
}

void mini_clear(struct mini *mini)
{
    if (mini->ruleset)
        base_world_clear(&mini->base);
    free(mini->ruleset);
    facts_clear(&mini->facts);
    spec_clear(&mini->spec);
    diagnostics_clear(&mini->findings);
}

static const struct value *parse(struct mini *mini, struct arena *arena, const char *text)
{
    text = text ? text : "{}";
    const struct value *value =
        report_read_json(arena, text, strlen(text), NULL, 1, &mini->findings);
    CHECK_ROW(value && value->kind == VALUE_MAPPING, text);
    return value;
}

struct resolution *mini_ask(struct mini *mini, const char *request, const char *facts)
{
    struct arena arena;
    arena_init(&arena);
    facts_clear(&mini->facts);
    spec_clear(&mini->spec);
    const struct value *asked = parse(mini, &arena, request);
    for (const struct value *one = asked ? asked->first : NULL; one; one = one->next)
        CU_ASSERT(spec_set(&mini->spec, one->key, one));
    const struct value *known = parse(mini, &arena, facts);
    if (known)
        CU_ASSERT(facts_add_tree(&mini->facts, known, FACT_GIVEN, NULL, NULL, &mini->findings));
    struct resolution *resolution = resolution_new_facts(&mini->base, &mini->facts, &mini->spec);
    CU_ASSERT_PTR_NOT_NULL_FATAL(resolution);
    arena_clear(&arena);
    return resolution;
}

const char *mini_value(const struct resolution *resolution, const char *field)
{
    static char text[1024];
    uint16_t index = ruleset_find_field(resolution->ruleset, field);
    CHECK_ROW(index != NONE16, field);
    if (index == NONE16)
        return "";
    cell_text(resolution->ruleset, &resolution->world.cells[index], text, sizeof text);
    return text;
}

uint16_t mini_field(const struct mini *mini, const char *name)
{
    uint16_t index = ruleset_find_field(mini->ruleset, name);
    CU_ASSERT_NOT_EQUAL_FATAL(index, NONE16);
    return index;
}

const char *mini_reasons(const struct resolution *resolution)
{
    static char text[1024];
    size_t length = 0;
    *text = '\0';
    for (uint32_t i = 0; i < resolution->trace.reason_count; i++) {
        const struct rule *rule =
            ruleset_rule(resolution->ruleset, resolution->trace.reasons[i].rule);
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", i ? " " : "",
                                   ruleset_text(resolution->ruleset, rule->id));
    }
    return text;
}

const char *mini_messages(const struct mini *mini)
{
    static char text[1024];
    size_t length = 0;
    *text = '\0';
    for (size_t i = 0; i < mini->findings.count && length < sizeof text - 16; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", i ? " " : "",
                                   message_id(mini->findings.items[i].message));
    return text;
}
