/* Effects and words of rules: assignments, reads, fixes, messages. */
#include <string.h>

#include "base/text.h"
#include "ruleset/compiler.h"
#include "ruleset/world.h"

/* A literal must be something the field can hold. */
static void check_literal(struct compiler *compiler, uint32_t field, struct word value)
{
    const struct draft_field *draft = &compiler->fields[field];
    bool known = true;

    if (draft->out.type == TYPE_NAME) {
        known = registry_find(draft->registry, value.text, 0) != NULL;
    } else if (draft->out.type == TYPE_CHOICE) {
        text_id text = image_text(&compiler->image, value.text);
        known = false;
        for (size_t i = 0; i < draft->literals.count; i++)
            known = known || draft->literals.items[i] == text;
    } else if (draft->out.type == TYPE_TRUTH) {
        known = strcmp(value.text, "true") == 0 || strcmp(value.text, "false") == 0;
    } else if (draft->out.type == TYPE_INTEGER || draft->out.type == TYPE_COUNT) {
        int64_t integer;
        known = text_read_integer(value.text, strlen(value.text), &integer);
    }
    if (!known) {
        const char *nearest =
            draft->out.type == TYPE_NAME ? registry_nearest(draft->registry, value.text) : NULL;
        diagnostics_add(compiler->findings, MESSAGE_VALUE_UNKNOWN, value.place, nearest,
                        draft->name, value.text);
    }
}

/* A literal that names an entry is looked up now. */
static void fix_name(struct compiler *compiler, uint32_t field, struct assignment *assignment)
{
    uint16_t registry = compiler->fields[field].out.registry;
    uint32_t name = registry == NONE16
                        ? NONE32
                        : compiler_name_index(compiler, registry, NAME_ENTRY, assignment->text);
    if (name == NONE32)
        return;
    assignment->kind = ASSIGN_NAME;
    assignment->integer = name;
}

/* A literal of a type that reads it the same in every release is read now. */
static void fix_literal(struct compiler *compiler, uint32_t field, const char *text,
                        struct assignment *assignment)
{
    const struct draft_field *draft = &compiler->fields[field];
    const struct literal_list *literals = &draft->literals;
    bool is_text = draft->out.type == TYPE_TEXT || draft->out.type == TYPE_CHOICE;
    bool truth = strcmp(text, "true") == 0;

    if (!is_text && draft->out.type != TYPE_TRUTH)
        return;
    assignment->kind = ASSIGN_FIXED;
    assignment->cell_kind = is_text ? CELL_TEXT : CELL_BOOLEAN;
    assignment->integer = truth;
    assignment->position = is_text ? POSITION_OTHER : truth ? POSITION_TRUE : POSITION_FALSE;
    for (size_t i = 0; is_text && i < literals->count; i++) {
        if (literals->items[i] == assignment->text)
            assignment->position = (uint16_t)(POSITION_FIRST + i);
    }
}

/* A constant number is read now. */
static bool fix_number(struct compiler *compiler, const char *text, struct assignment *assignment)
{
    const struct draft_field *draft = &compiler->fields[assignment->field];
    const struct cut_list *cuts = &draft->cuts;
    bool is_number = draft->out.type == TYPE_INTEGER;
    size_t length = strlen(text);

    if ((!is_number && draft->out.type != TYPE_VALUE) || length == 0 || length > 9 ||
        strspn(text, "0123456789") != length)
        return false;
    text_read_integer(text, length, &assignment->integer);
    assignment->kind = ASSIGN_FIXED;
    assignment->cell_kind = CELL_INTEGER;
    assignment->position = is_number ? POSITION_FIRST : POSITION_SET;
    for (size_t i = 1; is_number && i < cuts->count && cuts->items[i] <= assignment->integer; i++)
        assignment->position++;
    return true;
}

/* A copy of a field, or of an attribute into a text, needs no stack machine. */
static void settle_expression(struct compiler *compiler, struct word value,
                              struct assignment *assignment)
{
    const char *attribute;
    uint8_t type = compiler->fields[assignment->field].out.type;
    uint32_t owner = compiler_find_subject(compiler, value.text + 1, &attribute);
    if (owner == NONE32)
        return;
    if (attribute && type == TYPE_TEXT)
        assignment->kind = ASSIGN_ATTRIBUTE;
    if (!attribute) {
        assignment->kind = ASSIGN_COPY;
        assignment->source = (uint16_t)owner;
    }
}

static struct assignment compile_assignment(struct compiler *compiler, struct word field_word,
                                            struct word value)
{
    uint32_t field = compiler_field_at(compiler, field_word);
    struct assignment assignment = {.field = (uint16_t)field, .kind = ASSIGN_UNSET};

    if (field != NONE32)
        compiler->fields[field].written = true;
    if (field == NONE32 || strcmp(value.text, "unset") == 0)
        return assignment;
    if (value.text[0] == '=' && fix_number(compiler, value.text + 1, &assignment))
        return assignment;
    if (value.text[0] == '=') {
        assignment.kind = ASSIGN_EXPRESSION;
        if (compile_expression(compiler, value, value.text + 1, false, &assignment.expression))
            settle_expression(compiler, value, &assignment);
        return assignment;
    }
    check_literal(compiler, field, value);
    assignment.kind = ASSIGN_TEXT;
    assignment.text = image_text(&compiler->image, value.text);
    assignment.length = (uint32_t)strlen(value.text);
    if (compiler->fields[field].out.type == TYPE_NAME)
        fix_name(compiler, field, &assignment);
    else
        fix_literal(compiler, field, value.text, &assignment);
    return assignment;
}

static struct table compile_set(struct compiler *compiler, const struct model_rule *from)
{
    struct assignment *assignments = compiler_alloc(compiler, from->set_count, sizeof *assignments);
    for (size_t i = 0; assignments && i < from->set_count; i++)
        assignments[i] = compile_assignment(compiler, from->set[i].field, from->set[i].value);
    return image_add(&compiler->image, assignments, assignments ? from->set_count : 0,
                     sizeof *assignments);
}

static struct table compile_choose(struct compiler *compiler, const struct model_rule *from)
{
    struct assignment *assignments =
        compiler_alloc(compiler, from->choose_count, sizeof *assignments);
    for (size_t i = 0; assignments && i < from->choose_count; i++)
        assignments[i] = compile_assignment(compiler, from->choose_field, from->choose[i].value);
    return image_add(&compiler->image, assignments, assignments ? from->choose_count : 0,
                     sizeof *assignments);
}

/* One of the fields that a read writes: "<into>.<part>". */
static uint16_t read_output(struct compiler *compiler, struct word into, const char *part)
{
    char *name = arena_format(&compiler->arena, "%s.%s", into.text, part);
    if (name == NULL) {
        compiler->failed = true;
        return NONE16;
    }
    uint32_t field = compiler_field_at(compiler, (struct word){.text = name, .place = into.place});
    if (field != NONE32)
        compiler->fields[field].written = true;
    return (uint16_t)field;
}

/* The policy: a field or attribute that names it, or its name. */
static struct table compile_policy(struct compiler *compiler, struct word policy)
{
    const char *attribute;
    struct table ops = {0};
    if (compiler_find_subject(compiler, policy.text, &attribute) != NONE32) {
        compile_expression(compiler, policy, policy.text, false, &ops);
        return ops;
    }
    size_t count = 0;
    while (compiler->policies[count] && strcmp(compiler->policies[count], policy.text) != 0)
        count++;
    if (compiler->policies[count] == NULL)
        diagnostics_add(compiler->findings, MESSAGE_POLICY_UNKNOWN, policy.place,
                        text_nearest(policy.text, compiler->policies, count), policy.text);
    struct op op = {.code = OP_TEXT, .operand = image_text(&compiler->image, policy.text)};
    return image_add(&compiler->image, &op, 1, sizeof op);
}

static struct table compile_read(struct compiler *compiler, const struct model_rule *from)
{
    struct read_effect read = {
        .value_field = (uint16_t)compiler_field_at(compiler, from->read_value),
        .fault_field = read_output(compiler, from->read_into, "fault"),
        .count_field = read_output(compiler, from->read_into, "count"),
        .ids_field = read_output(compiler, from->read_into, "ids"),
        .policy = compile_policy(compiler, from->read_policy),
    };
    if (from->read_available.text)
        compile_expression(compiler, from->read_available, from->read_available.text, false,
                           &read.available);
    return image_add(&compiler->image, &read, 1, sizeof read);
}

/* A value that a fix proposes; "{field}" is filled in later. */
static struct table compile_fixes(struct compiler *compiler, const struct model_rule *from)
{
    struct fix *fixes = compiler_alloc(compiler, from->fix_count, sizeof *fixes);
    for (size_t i = 0; fixes && i < from->fix_count; i++) {
        uint32_t field = compiler_field_at(compiler, from->fixes[i].field);
        fixes[i] = (struct fix){.field = (uint16_t)field,
                                .value = image_text(&compiler->image, from->fixes[i].value.text)};
    }
    return image_add(&compiler->image, fixes, fixes ? from->fix_count : 0, sizeof *fixes);
}

/* Every {placeholder} is a field or an attribute of one. */
static void check_placeholders(struct compiler *compiler, struct word message)
{
    const char *open = message.text ? strchr(message.text, '{') : NULL;
    for (; open; open = strchr(open + 1, '{')) {
        const char *close = strchr(open, '}');
        const char *attribute;
        char *name =
            close ? arena_copy(&compiler->arena, open + 1, (size_t)(close - open - 1)) : NULL;
        uint32_t field = name ? compiler_find_subject(compiler, name, &attribute) : NONE32;
        if (field != NONE32)
            compiler->fields[field].used = true;
        else if (name)
            diagnostics_add(compiler->findings, MESSAGE_PLACEHOLDER_UNKNOWN, message.place, NULL,
                            name);
    }
}

static uint16_t find_stage(struct compiler *compiler, struct word stage)
{
    const struct word_list *stages = &compiler->model->stages;
    for (size_t i = 0; stage.text && i < stages->count; i++) {
        if (strcmp(stages->items[i].text, stage.text) == 0)
            return (uint16_t)i;
    }
    diagnostics_add(compiler->findings, MESSAGE_STAGE_UNKNOWN, stage.place, NULL,
                    stage.text ? stage.text : "");
    return 0;
}

static uint8_t find_severity(struct compiler *compiler, struct word severity)
{
    if (severity.text == NULL)
        return SEVERITY_ERROR;
    for (int i = 0; i < SEVERITY__COUNT; i++) {
        if (strcmp(severity_name((enum severity)i), severity.text) == 0)
            return (uint8_t)i;
    }
    diagnostics_add(compiler->findings, MESSAGE_WORD_UNKNOWN, severity.place, NULL, severity.text,
                    "error, warning, note");
    return SEVERITY_ERROR;
}

static void compile_words(struct compiler *compiler, const struct model_rule *from,
                          struct rule *rule)
{
    struct image *image = &compiler->image;
    *rule = (struct rule){
        .id = image_text(image, from->id.text),
        .reason = image_text(image, from->reason.text ? from->reason.text : from->id.text),
        .message = image_text(image, from->message.text),
        .raises = image_text(image, from->raises.text),
        .emits = image_text(image, from->emits.text),
        .source = image_text(image, from->source.text),
        .help = image_text(image, from->help.text),
        .limit = from->limit,
        .stage = find_stage(compiler, from->stage),
        .severity = find_severity(compiler, from->severity),
        .tells = from->message.text != NULL,
        .since = 0,
        .until = INT64_MAX,
        .file = image_text(image, from->id.place.file),
        .line = from->id.place.line,
        .column = from->id.place.column,
    };
    if (from->since.text)
        text_read_version(from->since.text, strlen(from->since.text), &rule->since);
    if (from->until.text)
        text_read_version(from->until.text, strlen(from->until.text), &rule->until);
    check_placeholders(compiler, from->message);
}

/* "no effect and no message", "two effects", or NULL when the rule is well formed. */
static const char *count_effects(const struct model_rule *from)
{
    int effects = (from->require.count > 0) + (from->deny.count > 0) + (from->set_count > 0) +
                  (from->choose_field.text != NULL) + (from->read_value.text != NULL);
    bool checks = from->require.count > 0 || from->deny.count > 0 || effects == 0;
    bool is_error = from->severity.text == NULL || strcmp(from->severity.text, "error") == 0;

    if (effects > 1)
        return "more than one effect";
    if (checks && from->message.text == NULL)
        return effects ? "no message" : "neither an effect nor a message";
    if (!checks && from->message.text && is_error)
        return "an effect besides its error message; severity must be warning or note";
    return NULL;
}

void compile_effects(struct compiler *compiler, const struct model_rule *from, struct rule *rule)
{
    const char *fault = count_effects(from);
    compile_words(compiler, from, rule);
    rule->fixes = compile_fixes(compiler, from);
    if (fault) {
        diagnostics_add(compiler->findings, MESSAGE_RULE_EFFECTS, from->id.place, NULL,
                        from->id.text, fault);
        return;
    }
    if (from->set_count) {
        rule->effect = EFFECT_SET;
        rule->assignments = compile_set(compiler, from);
    } else if (from->choose_field.text) {
        rule->effect = EFFECT_CHOOSE;
        rule->assignments = compile_choose(compiler, from);
    } else if (from->read_value.text) {
        rule->effect = EFFECT_READ;
        rule->read = compile_read(compiler, from);
    }
}
