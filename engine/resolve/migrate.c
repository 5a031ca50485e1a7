#include "resolve/migrate.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "resolve/lifetime.h"

struct course {
    const struct ruleset *ruleset;
    int64_t from, to;
    struct migration *migration;
};

/* Takes a finished note over. */
static void add_note(struct migration *migration, struct text *note)
{
    const char **notes =
        array_grow(migration->notes, migration->count, sizeof *notes, &migration->room);
    if (notes == NULL) {
        migration->failed = true;
        text_clear(note);
        return;
    }
    migration->notes = notes;
    const char *kept =
        note->failed ? NULL : arena_copy(&migration->arena, note->bytes, note->length);
    if (kept)
        migration->notes[migration->count++] = kept;
    else
        migration->failed = true;
    text_clear(note);
}

/* "field=value" as a command line says it. */
static void add_setting(struct text *text, const char *field, const struct value *value)
{
    struct arena arena;
    size_t length = value_text(value, NULL, 0);
    char *bytes = malloc(length + 1);
    arena_init(&arena);
    if (bytes == NULL) {
        text->failed = true;
        return;
    }
    value_text(value, bytes, length + 1);
    struct value *read =
        value->kind == VALUE_STRING ? value_from_text(&arena, bytes, length) : NULL;
    text_format(text, "%s=", field);
    if (read && read->kind != VALUE_STRING)
        text_add_json(text, bytes, length);
    else
        text_add_bytes(text, bytes, length);
    arena_clear(&arena);
    free(bytes);
}

void spec_add_text(const struct spec *spec, struct text *text)
{
    for (size_t i = 0; i < spec->count; i++) {
        text_add(text, i ? " " : "");
        add_setting(text, spec->entries[i].field, spec->entries[i].value);
    }
}

static void set_entry(struct course *course, const char *field, const struct value *value)
{
    if (!spec_set(&course->migration->spec, field, value))
        course->migration->failed = true;
}

/* "accelerator=gpu devices=2" into the new request; what the user said himself stays. */
static void set_rewrite(struct course *course, const struct spec *spec, const char *rewrite)
{
    while (*rewrite) {
        size_t length = strcspn(rewrite, " ");
        const char *equals = memchr(rewrite, '=', length);
        char *field =
            equals ? arena_copy(&course->migration->arena, rewrite, (size_t)(equals - rewrite))
                   : NULL;
        if (field && spec_find(spec, field) == NULL &&
            !spec_set_text(&course->migration->spec, field, equals + 1,
                           length - (size_t)(equals + 1 - rewrite)))
            course->migration->failed = true;
        rewrite += length + (rewrite[length] == ' ');
    }
}

/* A flag that the later release does not have. */
static void move_field(struct course *course, const struct spec *spec,
                       const struct spec_entry *entry, const struct field *field)
{
    char room[1024];
    struct bump bump = {.next = room, .end = room + sizeof room};
    const char *rewrite = lifetime_rewrite(&bump, course->ruleset, field, entry->value);
    struct text note;

    text_init(&note);
    add_setting(&note, entry->field, entry->value);
    if (rewrite) {
        set_rewrite(course, spec, rewrite);
        text_format(&note, " becomes %s", rewrite);
    } else {
        text_add(&note, " has no counterpart and is left out");
    }
    add_note(course->migration, &note);
}

static text_id entry_class(const struct ruleset *ruleset, const struct registry_table *registry,
                           const struct entry *entry)
{
    uint32_t slot =
        registry_slot(ruleset, registry, ruleset_find_text(ruleset, "class", strlen("class")));
    return entry_attribute(ruleset, entry, slot);
}

/* The entry of a name in a release, or NULL. */
static const struct entry *named(const struct course *course, const struct field *field,
                                 text_id text, int64_t release)
{
    const struct registry_table *registry = ruleset_registry(course->ruleset, field->registry);
    const struct name *name =
        text ? registry_find_name(course->ruleset, registry, NAME_TEXT, text) : NULL;
    uint16_t entry = name ? name_entry(course->ruleset, registry, name, release) : NONE16;
    return entry == NONE16 ? NULL : ruleset_entry(course->ruleset, registry, entry);
}

/* A name that stays, but means another class. */
static void compare_classes(struct course *course, const struct spec_entry *entry,
                            const struct field *field, const struct entry *before,
                            const struct entry *after)
{
    const struct registry_table *registry = ruleset_registry(course->ruleset, field->registry);
    text_id old = entry_class(course->ruleset, registry, before),
            new = entry_class(course->ruleset, registry, after);
    struct text note;
    if (old == new)
        return;
    text_init(&note);
    add_setting(&note, entry->field, entry->value);
    text_format(&note, " stays, and means %s where it meant %s",
                new ? ruleset_text(course->ruleset, new) : "something else",
                old ? ruleset_text(course->ruleset, old) : "something else");
    add_note(course->migration, &note);
}

/* A name that the later release does not have. */
static void move_name(struct course *course, const struct spec_entry *entry,
                      const struct field *field)
{
    const struct registry_table *registry = ruleset_registry(course->ruleset, field->registry);
    const struct entry *other =
        lifetime_entry(course->ruleset, field, entry->value->text, entry->value->count);
    const char *instead =
        other ? lifetime_instead(course->ruleset, registry, other, course->to) : NULL;
    struct text note;

    if (instead == NULL) {
        set_entry(course, entry->field, entry->value);
        return;
    }
    if (!spec_set_text(&course->migration->spec, entry->field, instead, strlen(instead)))
        course->migration->failed = true;
    text_init(&note);
    add_setting(&note, entry->field, entry->value);
    text_format(&note, " becomes %s=%s", entry->field, instead);
    add_note(course->migration, &note);
}

static void move_entry(struct course *course, const struct spec *spec,
                       const struct spec_entry *entry)
{
    uint16_t index = ruleset_find_field(course->ruleset, entry->field);
    const struct field *field = index == NONE16 ? NULL : ruleset_field(course->ruleset, index);
    if (field == NULL || field->role != ROLE_REQUEST) {
        set_entry(course, entry->field, entry->value);
        return;
    }
    if (field_variant(course->ruleset, field, course->to) == NULL) {
        move_field(course, spec, entry, field);
        return;
    }
    if (field->type != TYPE_NAME || entry->value->kind != VALUE_STRING) {
        set_entry(course, entry->field, entry->value);
        return;
    }
    text_id text = ruleset_find_text(course->ruleset, entry->value->text, entry->value->count);
    const struct entry *before = named(course, field, text, course->from),
                       *after = named(course, field, text, course->to);
    if (after == NULL) {
        move_name(course, entry, field);
        return;
    }
    set_entry(course, entry->field, entry->value);
    if (before)
        compare_classes(course, entry, field, before, after);
}

/* A field that the request leaves alone, and whose default changed. */
static void compare_default(struct course *course, const struct spec *spec,
                            const struct field *field)
{
    const char *name = ruleset_text(course->ruleset, field->name);
    const struct variant *before = field_variant(course->ruleset, field, course->from);
    const struct variant *after = field_variant(course->ruleset, field, course->to);
    struct text note;
    if (before == NULL || after == NULL || before->default_text == after->default_text ||
        spec_find(spec, name) || spec_find(&course->migration->spec, name))
        return;
    const char *old = ruleset_text(course->ruleset, before->default_text),
               *new = ruleset_text(course->ruleset, after->default_text);
    text_init(&note);
    text_format(&note, "%s is not given: its default was %s and is %s", name, old ? old : "none",
                new ? new : "none");
    add_note(course->migration, &note);
}

bool migrate(const struct ruleset *ruleset, int64_t from, int64_t to, const struct spec *spec,
             struct migration *ret_migration)
{
    struct migration migration = {.notes = NULL};
    struct course course = {.ruleset = ruleset, .from = from, .to = to, .migration = &migration};

    spec_init(&migration.spec);
    arena_init(&migration.arena);
    for (size_t i = 0; i < spec->count; i++)
        move_entry(&course, spec, &spec->entries[i]);
    for (uint32_t i = 0; i < ruleset->fields.count; i++) {
        const struct field *field = ruleset_field(ruleset, i);
        if (field->role == ROLE_REQUEST && field->root == i)
            compare_default(&course, spec, field);
    }
    if (migration.failed) {
        migration_clear(&migration);
        return false;
    }
    *ret_migration = migration;
    return true;
}

void migration_clear(struct migration *migration)
{
    spec_clear(&migration->spec);
    arena_clear(&migration->arena);
    free(migration->notes);
    *migration = (struct migration){0};
}
