/* Fields: declarations, types and paths. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/value.h"
#include "ruleset/compiler.h"

struct choice {
    const char *word;
    uint8_t value;
};

static const struct choice roles[] = {
    {"request", ROLE_REQUEST}, {"fact", ROLE_FACT}, {"derived", ROLE_DERIVED}};

static const struct choice types[] = {
    {"name", TYPE_NAME},       {"kind", TYPE_KIND},       {"choice", TYPE_CHOICE},
    {"truth", TYPE_TRUTH},     {"integer", TYPE_INTEGER}, {"version", TYPE_VERSION},
    {"text", TYPE_TEXT},       {"list", TYPE_LIST},       {"value", TYPE_VALUE},
    {"mapping", TYPE_MAPPING}, {"count", TYPE_COUNT},
};

/* Finds a word in a table of words; reports it with the nearest one otherwise. */
static bool choose(struct compiler *compiler, struct word word, const struct choice *choices,
                   size_t count, enum message message, uint8_t *ret_value)
{
    const char *words[16];
    for (size_t i = 0; i < count; i++) {
        words[i] = choices[i].word;
        if (word.text && strcmp(word.text, choices[i].word) == 0) {
            *ret_value = choices[i].value;
            return true;
        }
    }
    const char *text = word.text ? word.text : "";
    diagnostics_add(compiler->findings, message, word.place, text_nearest(text, words, count), text,
                    message == MESSAGE_TYPE_UNKNOWN ? "" : "request, fact, derived");
    return false;
}

static int64_t read_version(struct compiler *compiler, struct word word, int64_t otherwise)
{
    int64_t version;
    if (word.text == NULL)
        return otherwise;
    if (text_read_version(word.text, strlen(word.text), &version))
        return version;
    diagnostics_add(compiler->findings, MESSAGE_VERSION_UNREADABLE, word.place, NULL, word.text);
    return otherwise;
}

/* JSON kinds an integer field takes. */
static uint32_t read_accepts(struct compiler *compiler, const struct model_field *declared)
{
    uint32_t accepts = 0;
    if (declared->accepts.count == 0)
        return 1u << VALUE_INTEGER;
    for (size_t i = 0; i < declared->accepts.count; i++) {
        const struct word *word = &declared->accepts.items[i];
        int kind = 0;
        while (kind < VALUE__COUNT &&
               strcmp(value_kind_name((enum value_kind)kind), word->text) != 0)
            kind++;
        if (kind == VALUE__COUNT)
            diagnostics_add(compiler->findings, MESSAGE_WORD_UNKNOWN, word->place, NULL, word->text,
                            "null, boolean, integer, float, string");
        else
            accepts |= 1u << kind;
    }
    return accepts;
}

/* Adds a field to the names; implicit ones have no declaration. */
static struct draft_field *add_field(struct compiler *compiler, const char *name, struct span place)
{
    uint32_t index;
    if (!intern_add(&compiler->names, name, strlen(name), &index)) {
        compiler->failed = true;
        return NULL;
    }
    struct draft_field *field = &compiler->fields[compiler->field_count++];
    field->name = name;
    field->place = place;
    field->out = (struct field){.name = image_text(&compiler->image, name),
                                .registry = NONE16,
                                .of = NONE16,
                                .root = (uint16_t)index,
                                .select_attribute = NONE32};
    return field;
}

static void add_implicit(struct compiler *compiler, const char *name, enum field_type type,
                         uint16_t *ret_index)
{
    uint32_t known = compiler_field(compiler, name);
    if (known != NONE32) {
        *ret_index = (uint16_t)known;
        return;
    }
    struct draft_field *field = add_field(compiler, name, (struct span){0});
    if (field == NULL)
        return;
    field->out.role = ROLE_DERIVED;
    field->out.type = (uint8_t)type;
    *ret_index = field->out.root;
}

/* A registry by its kind, or a report. */
static struct registry *find_registry(struct compiler *compiler, struct word word,
                                      uint16_t *ret_index)
{
    *ret_index = compiler_registry_index(compiler, word.text);
    if (*ret_index == NONE16)
        diagnostics_add(compiler->findings, MESSAGE_REGISTRY_UNKNOWN, word.place, NULL, word.text);
    return model_registry(compiler->model, word.text);
}

/* What only some types need. */
static void declare_details(struct compiler *compiler, const struct model_field *declared,
                            struct draft_field *field)
{
    if (declared->registry.text)
        field->registry = find_registry(compiler, declared->registry, &field->out.registry);
    if (field->registry)
        field->roster = &compiler->rosters[field->out.registry];
    if (declared->of.text)
        find_registry(compiler, declared->of, &field->out.of);
    if (field->out.type == TYPE_NAME && declared->registry.text == NULL)
        diagnostics_add(compiler->findings, MESSAGE_FIELD_UNUSABLE, declared->name.place, NULL,
                        declared->name.text, "type name needs a registry");
    if (field->out.type == TYPE_NAME && field->registry == NULL)
        field->out.type =
            TYPE_TEXT; /* reported; what is said of it can be read on without entries */
    if (field->out.type == TYPE_CHOICE && declared->values.count == 0)
        diagnostics_add(compiler->findings, MESSAGE_FIELD_UNUSABLE, declared->name.place, NULL,
                        declared->name.text, "type choice needs values");
    if (declared->fold.text && strcmp(declared->fold.text, "lower") != 0)
        diagnostics_add(compiler->findings, MESSAGE_WORD_UNKNOWN, declared->fold.place, "lower",
                        declared->fold.text, "lower");
}

/* Adds the releases of a declaration to the field; they must not overlap those it has. */
static void add_variant(struct compiler *compiler, struct draft_field *field,
                        const struct model_field *declared)
{
    struct variant *variants = compiler_alloc(compiler, field->variant_count + 1, sizeof *variants);
    struct variant variant = {.since = read_version(compiler, declared->since, 0),
                              .until = read_version(compiler, declared->until, INT64_MAX),
                              .default_text =
                                  image_text(&compiler->image, declared->default_value.text),
                              .accepts = (uint16_t)read_accepts(compiler, declared),
                              .fold = declared->fold.text != NULL};
    if (variants == NULL)
        return;
    if (variant.since >= variant.until)
        diagnostics_add(compiler->findings, MESSAGE_LIFETIME_EMPTY, declared->until.place, NULL,
                        declared->until.text ? declared->until.text : "",
                        declared->since.text ? declared->since.text : "");
    for (size_t i = 0; i < field->variant_count; i++) {
        variants[i] = field->variants[i];
        if (variants[i].since < variant.until && variant.since < variants[i].until)
            diagnostics_add_pair(compiler->findings, MESSAGE_FIELD_REPEATED, declared->name.place,
                                 field->place, field->name);
    }
    variants[field->variant_count++] = variant;
    field->variants = variants;
}

static struct table write_texts(struct compiler *compiler, const struct word_list *words)
{
    text_id *texts = compiler_alloc(compiler, words->count, sizeof *texts);
    for (size_t i = 0; texts && i < words->count; i++)
        texts[i] = image_text(&compiler->image, words->items[i].text);
    return image_add(&compiler->image, texts, texts ? words->count : 0, sizeof *texts);
}

/* What may be tried in place of a field's value, and how much of a change that is. */
static void declare_candidates(struct compiler *compiler, const struct model_field *declared,
                               struct draft_field *field)
{
    int64_t cost = 0;
    field->out.candidates = write_texts(compiler, &declared->candidates);
    field->out.instead = write_texts(compiler, &declared->instead);
    if (declared->cost.text &&
        (!text_read_integer(declared->cost.text, strlen(declared->cost.text), &cost) || cost < 0 ||
         cost > 1000))
        diagnostics_add(compiler->findings, MESSAGE_FIELD_UNUSABLE, declared->cost.place, NULL,
                        declared->name.text, "cost: is a number from 0 to 1000");
    field->out.cost = (uint32_t)cost;
}

static void declare_field(struct compiler *compiler, const struct model_field *declared)
{
    uint32_t known = compiler_field(compiler, declared->name.text);
    if (known != NONE32) {
        add_variant(compiler, &compiler->fields[known], declared);
        if (compiler->fields[known].out.environment == 0)
            compiler->fields[known].out.environment =
                image_text(&compiler->image, declared->environment.text);
        return;
    }
    struct draft_field *field = add_field(compiler, declared->name.text, declared->name.place);
    if (field == NULL)
        return;
    struct word type =
        declared->type.text ? declared->type : (struct word){.place = declared->name.place};
    struct image *image = &compiler->image;

    field->declared = declared;
    choose(compiler, declared->role, roles, sizeof roles / sizeof *roles, MESSAGE_WORD_UNKNOWN,
           &field->out.role);
    choose(compiler, type, types, sizeof types / sizeof *types, MESSAGE_TYPE_UNKNOWN,
           &field->out.type);
    field->out.output = image_text(image, declared->output.text);
    field->out.summary = image_text(image, declared->summary.text);
    field->out.environment = image_text(image, declared->environment.text);
    field->out.assumed = declared->assumed.text && strcmp(declared->assumed.text, "true") == 0;
    field->out.before = image_text(image, declared->before.text);
    field->out.member = image_text(image, declared->member.text);
    add_variant(compiler, field, declared);
    field->out.file = image_text(image, declared->name.place.file);
    field->out.line = declared->name.place.line;
    field->out.column = declared->name.place.column;
    declare_details(compiler, declared, field);
    declare_candidates(compiler, declared, field);
}

/* A value that is only ever read in parts needs no declaration of its own: it takes the role and
 * the default of its readings. */
static void add_root(struct compiler *compiler, const struct model_field *declared,
                     struct word path)
{
    size_t length = strcspn(path.text, ".[");
    uint32_t index = compiler_field(compiler, declared->name.text), known;
    char *name = arena_copy(&compiler->arena, path.text, length);
    struct variant *variant = compiler_alloc(compiler, 1, sizeof *variant);

    if (name == NULL || variant == NULL) {
        compiler->failed = true;
        return;
    }
    if (intern_find(&compiler->names, name, length, &known)) {
        struct draft_field *root = &compiler->fields[known];
        if (root->declared == NULL && root->variants && declared->default_value.text &&
            root->variants->default_text == 0)
            root->variants->default_text =
                image_text(&compiler->image, declared->default_value.text);
        return;
    }
    struct draft_field *root = add_field(compiler, name, declared->name.place);
    if (root == NULL)
        return;
    *variant = (struct variant){.until = INT64_MAX,
                                .default_text =
                                    image_text(&compiler->image, declared->default_value.text)};
    root->out.role = compiler->fields[index].out.role;
    root->out.type = TYPE_VALUE;
    root->variants = variant;
    root->variant_count = 1;
}

static void add_roots(struct compiler *compiler)
{
    for (size_t i = 0; i < compiler->model->field_count && !compiler->failed; i++) {
        const struct model_field *declared = &compiler->model->fields[i];
        for (size_t j = 0; j < declared->from.count; j++) {
            uint32_t root;
            size_t length = path_root_length(compiler, declared->from.items[j].text, &root);
            if (length == 0 || compiler->fields[root].declared == NULL)
                add_root(compiler, declared, declared->from.items[j]);
        }
    }
}

void compile_declare_fields(struct compiler *compiler)
{
    const struct model *model = compiler->model;
    enum { MOST_FIELDS = 2048 };
    size_t paths = 0;

    if (model->field_count > MOST_FIELDS) {
        compiler_end(compiler, model->pack.place, MOST_FIELDS, "fields");
        return;
    }
    for (size_t i = 0; i < model->field_count; i++)
        paths += model->fields[i].from.count;
    compiler->fields =
        compiler_alloc(compiler, model->field_count + paths + 2, sizeof *compiler->fields);
    if (compiler->fields == NULL)
        return;
    for (size_t i = 0; i < model->field_count && !compiler->failed; i++)
        declare_field(compiler, &model->fields[i]);
    add_roots(compiler);
    add_implicit(compiler, "framework", TYPE_TEXT, &compiler->header.framework_field);
    add_implicit(compiler, "version", TYPE_VERSION, &compiler->header.version_field);
}

/* count: "attribute=value" or "unregistered". */
static void write_select(struct compiler *compiler, struct draft_field *field)
{
    struct word select = field->declared->select;
    const char *equals = select.text ? strchr(select.text, '=') : NULL;

    if (select.text == NULL)
        return;
    if (strcmp(select.text, "unregistered") == 0) {
        field->out.select_attribute = SELECT_UNREGISTERED;
        return;
    }
    char *attribute =
        equals ? arena_copy(&compiler->arena, select.text, (size_t)(equals - select.text)) : NULL;
    if (attribute && field->out.of != NONE16)
        field->out.select_attribute = compiler_attribute_slot(
            compiler, compiler->model->registries[field->out.of], attribute);
    field->out.select_value = equals ? image_text(&compiler->image, equals + 1) : 0;
    if (field->out.select_attribute == NONE32)
        diagnostics_add(compiler->findings, MESSAGE_FIELD_UNUSABLE, select.place, NULL, field->name,
                        "select: is unregistered or attribute=value of the registry named by of:");
}

/* The fields that read a root's value, first those that read the whole of it. */
static void write_readings(struct compiler *compiler, uint32_t root)
{
    const struct field *value = &compiler->fields[root].out;
    if (value->root != root || value->role == ROLE_DERIVED)
        return;
    uint16_t *readings = compiler_alloc(compiler, compiler->field_count, sizeof *readings);
    size_t count = 0;
    if (readings == NULL)
        return;
    for (int whole = 1; whole >= 0; whole--) {
        for (uint32_t i = 0; i < compiler->field_count; i++) {
            const struct field *field = &compiler->fields[i].out;
            if (field->root == root && field->role != ROLE_DERIVED && !field->joint &&
                field->whole == whole)
                readings[count++] = (uint16_t)i;
        }
        if (whole)
            compiler->fields[root].out.whole_readings = (uint32_t)count;
    }
    compiler->fields[root].out.readings =
        image_add(&compiler->image, readings, count, sizeof *readings);
}

static void write_outputs(struct compiler *compiler)
{
    uint16_t *outputs = compiler_alloc(compiler, compiler->field_count, sizeof *outputs);
    size_t count = 0;
    for (uint32_t i = 0; outputs && i < compiler->field_count; i++) {
        if (compiler->fields[i].out.output)
            outputs[count++] = (uint16_t)i;
    }
    compiler->header.outputs = image_add(&compiler->image, outputs, count, sizeof *outputs);
}

static void write_joint_fields(struct compiler *compiler)
{
    uint16_t *joint = compiler_alloc(compiler, compiler->field_count, sizeof *joint);
    size_t count = 0;
    for (uint32_t i = 0; joint && i < compiler->field_count; i++) {
        if (compiler->fields[i].out.joint)
            joint[count++] = (uint16_t)i;
    }
    compiler->header.joint_fields = image_add(&compiler->image, joint, count, sizeof *joint);
}

void compile_write_fields(struct compiler *compiler)
{
    for (uint32_t i = 0; i < compiler->field_count && !compiler->failed; i++) {
        struct draft_field *field = &compiler->fields[i];
        field->out.variants = image_add(&compiler->image, field->variants, field->variant_count,
                                        sizeof *field->variants);
        field->out.timeless = field->variant_count == 1 && field->variants->since <= 0 &&
                              field->variants->until == INT64_MAX;
        if (field->out.role == ROLE_DERIVED)
            continue;
        write_paths(compiler, field);
        if (field->declared)
            write_select(compiler, field);
    }
    for (uint32_t i = 0; i < compiler->field_count && !compiler->failed; i++)
        write_readings(compiler, i);
    write_outputs(compiler);
    write_joint_fields(compiler);
    struct field *out = compiler_alloc(compiler, compiler->field_count, sizeof *out);
    if (out == NULL)
        return;
    for (uint32_t i = 0; i < compiler->field_count; i++)
        out[i] = compiler->fields[i].out;
    compiler->header.fields = image_add(&compiler->image, out, compiler->field_count, sizeof *out);
    compiler->out_fields = out;
}
