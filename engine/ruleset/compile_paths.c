/* Paths: where in a request value a field finds its own. */
#include <stdlib.h>
#include <string.h>

#include "ruleset/compiler.h"

/* "[kind=precision]": the attribute and its value, after the '['. */
static const char *read_select(struct compiler *compiler, const struct draft_field *field,
                               const char *text, struct step *ret_step)
{
    const char *equals = strchr(text, '=');
    const char *end = strchr(text, ']');
    struct registry *registry =
        field->out.of != NONE16 ? compiler->model->registries[field->out.of] : field->registry;

    if (equals == NULL || end == NULL || equals > end || registry == NULL)
        return NULL;
    char *attribute = arena_copy(&compiler->arena, text, (size_t)(equals - text));
    if (attribute == NULL)
        return NULL;
    *ret_step = (struct step){
        .kind = STEP_SELECT,
        .text = image_text_bytes(&compiler->image, equals + 1, (size_t)(end - equals - 1)),
        .index = compiler_attribute_slot(compiler, registry, attribute),
        .registry = field->out.of != NONE16 ? field->out.of : field->out.registry,
    };
    return ret_step->index == NONE32 ? NULL : end + 1;
}

/* One ".key", ".3" or "[a=b]" of a path; NULL when it is none. */
static const char *read_step(struct compiler *compiler, const struct draft_field *field,
                             const char *text, struct step *ret_step)
{
    if (*text == '[')
        return read_select(compiler, field, text + 1, ret_step);
    if (*text != '.')
        return NULL;
    size_t length = strcspn(++text, ".[");
    bool number = length > 0 && length < 9 && strspn(text, "0123456789") >= length;

    *ret_step = (struct step){.kind = number ? STEP_INDEX : STEP_KEY,
                              .text = image_text_bytes(&compiler->image, text, length),
                              .index = number ? (uint32_t)strtoul(text, NULL, 10) : 0};
    return length ? text + length : NULL;
}

/* The longest beginning of a path that is a field's name; 0: none. */
size_t path_root_length(const struct compiler *compiler, const char *path, uint32_t *ret_field)
{
    size_t length = strlen(path);
    while (length > 0 && !intern_find(&compiler->names, path, length, ret_field)) {
        length--;
        while (length > 0 && path[length] != '.' && path[length] != '[')
            length--;
    }
    return length;
}

enum { MOST_STEPS = 8 };

static struct path write_path(struct compiler *compiler, struct draft_field *field,
                              struct word path)
{
    struct step steps[MOST_STEPS];
    size_t count = 0;
    uint32_t root = 0;
    size_t length = path_root_length(compiler, path.text, &root);
    const char *rest = length == 0 ? NULL : path.text + length;

    while (rest && *rest && count < MOST_STEPS)
        rest = read_step(compiler, field, rest, &steps[count++]);
    if (rest == NULL || *rest) {
        diagnostics_add(compiler->findings, MESSAGE_FIELD_UNUSABLE, path.place, NULL, field->name,
                        "its from: is no path into a request field");
        return (struct path){0};
    }
    return (struct path){.steps = image_add(&compiler->image, steps, count, sizeof *steps),
                         .root = root};
}

/* Where the field's value is found; an empty path is the whole request value. */
void write_paths(struct compiler *compiler, struct draft_field *field)
{
    static const struct word_list none;
    const struct word_list *from = field->declared ? &field->declared->from : &none;
    struct path *paths = compiler_alloc(compiler, from->count + 1, sizeof *paths);
    size_t count = from->count;

    if (paths == NULL)
        return;
    for (size_t i = 0; i < from->count; i++)
        paths[i] = write_path(compiler, field, from->items[i]);
    if (count == 0)
        paths[count++] = (struct path){.root = field->out.root};
    field->out.root = (uint16_t)paths[0].root;
    field->out.whole = count == 1 && paths[0].steps.count == 0;
    for (size_t i = 1; i < count; i++)
        field->out.joint = field->out.joint || paths[i].root != paths[0].root;
    field->out.paths = image_add(&compiler->image, paths, count, sizeof *paths);
}
