#include "tables/file_kinds.h"

#include <cyaml/cyaml.h>
#include <stdio.h>
#include <string.h>

#include "tables/cyaml_arena.h"

enum { OPTIONAL = CYAML_FLAG_OPTIONAL, NEEDED = CYAML_FLAG_DEFAULT };

#define TEXT(key, flags, type, member)                                                             \
    CYAML_FIELD_STRING_PTR(key, flags, type, member, 0, CYAML_UNLIMITED)
#define TRUTH(key, type, member)  CYAML_FIELD_BOOL(key, OPTIONAL, type, member)
#define NUMBER(key, type, member) CYAML_FIELD_UINT(key, OPTIONAL, type, member)
#define LIST(key_, flags_, type, items_, count_, entry)                                            \
    {                                                                                              \
        .key = key_, .data_offset = offsetof(type, items_),                                        \
        .count_offset = offsetof(type, count_), .count_size = sizeof(((type *)NULL)->count_),      \
        .value = {CYAML_VALUE_SEQUENCE((flags_) | CYAML_FLAG_POINTER, *((type *)NULL)->items_,     \
                                       &(entry), 0, CYAML_UNLIMITED)},                             \
    }
#define WORDS(key, flags, type, member)                                                            \
    LIST(key, flags, type, member.items, member.count, word_entry)
#define ENTRY(type, fields)                                                                        \
    {                                                                                              \
        CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, type, fields)                                      \
    }

static const cyaml_schema_value_t word_entry = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 0, CYAML_UNLIMITED)};

static const cyaml_schema_field_t key_fields[] = {
    WORDS("names", NEEDED, struct file_key, names),
    WORDS("types", OPTIONAL, struct file_key, types),
    WORDS("values", OPTIONAL, struct file_key, values),
    TEXT("field", OPTIONAL, struct file_key, field),
    TEXT("keys", OPTIONAL, struct file_key, keys),
    TEXT("since", OPTIONAL, struct file_key, since),
    TEXT("until", OPTIONAL, struct file_key, until),
    TEXT("instead", OPTIONAL, struct file_key, instead),
    TEXT("severity", OPTIONAL, struct file_key, severity),
    TRUTH("fold", struct file_key, fold),
    TRUTH("lax", struct file_key, lax),
    TRUTH("required", struct file_key, required),
    TRUTH("common", struct file_key, common),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t key_entry = ENTRY(struct file_key, key_fields);

static const cyaml_schema_field_t list_fields[] = {
    TEXT("list", NEEDED, struct file_list, name),
    TEXT("unknown", OPTIONAL, struct file_list, unknown),
    TEXT("others", OPTIONAL, struct file_list, others),
    WORDS("includes", OPTIONAL, struct file_list, includes),
    LIST("keys", NEEDED, struct file_list, keys, key_count, key_entry),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t list_entry = ENTRY(struct file_list, list_fields);

static const cyaml_schema_field_t sign_fields[] = {
    TEXT("at", OPTIONAL, struct file_sign, at),
    TEXT("keys", OPTIONAL, struct file_sign, keys),
    NUMBER("known", struct file_sign, known),
    WORDS("has", OPTIONAL, struct file_sign, has),
    WORDS("lacks", OPTIONAL, struct file_sign, lacks),
    TEXT("class", OPTIONAL, struct file_sign, class_path),
    WORDS("prefixes", OPTIONAL, struct file_sign, prefixes),
    WORDS("paths", OPTIONAL, struct file_sign, paths),
    WORDS("groups", OPTIONAL, struct file_sign, groups),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t sign_entry = ENTRY(struct file_sign, sign_fields);

static const cyaml_schema_field_t section_fields[] = {
    WORDS("at", NEEDED, struct file_section, at),
    TEXT("keys", NEEDED, struct file_section, keys),
    TEXT("framework", OPTIONAL, struct file_section, framework),
    TEXT("unknown", OPTIONAL, struct file_section, unknown),
    TEXT("fields", OPTIONAL, struct file_section, fields),
    TEXT("class", OPTIONAL, struct file_section, class_key),
    WORDS("prefixes", OPTIONAL, struct file_section, prefixes),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t section_entry = ENTRY(struct file_section, section_fields);

static const cyaml_schema_field_t kind_fields[] = {
    TEXT("kind", NEEDED, struct file_kind, name),
    TEXT("summary", NEEDED, struct file_kind, summary),
    TEXT("framework", NEEDED, struct file_kind, framework),
    TEXT("syntax", OPTIONAL, struct file_kind, syntax),
    TEXT("scalars", OPTIONAL, struct file_kind, scalars),
    TEXT("repeated", OPTIONAL, struct file_kind, repeated),
    TEXT("parts", OPTIONAL, struct file_kind, parts),
    TEXT("group", OPTIONAL, struct file_kind, group),
    WORDS("classes", OPTIONAL, struct file_kind, classes),
    WORDS("families", OPTIONAL, struct file_kind, families),
    LIST("signs", OPTIONAL, struct file_kind, signs, sign_count, sign_entry),
    LIST("sections", NEEDED, struct file_kind, sections, section_count, section_entry),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t kind_entry = ENTRY(struct file_kind, kind_fields);

static const cyaml_schema_field_t table_fields[] = {
    TEXT("format", NEEDED, struct file_table, format),
    LIST("lists", OPTIONAL, struct file_table, lists, list_count, list_entry),
    LIST("kinds", OPTIONAL, struct file_table, kinds, kind_count, kind_entry),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t table_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct file_table, table_fields)};

/* What libcyaml said first is the reason; where it stands, it says next. */
struct complaint {
    char text[256];
    unsigned line, column;
};

/* libcyaml's log, of which the first reason and the innermost place are kept. */
static void keep_complaint(cyaml_log_t level, void *context, const char *format, va_list arguments)
{
    struct complaint *complaint = context;
    char text[256];
    (void)level;
    vsnprintf(text, sizeof text, format, arguments);
    text[strcspn(text, "\n")] = '\0';
    const char *reason = strncmp(text, "Load: ", 6) == 0 ? text + 6 : text;
    const char *place = strstr(text, "(line: ");
    if (!complaint->text[0])
        snprintf(complaint->text, sizeof complaint->text, "%s", reason);
    if (place && !complaint->line)
        (void)sscanf(place, "(line: %u, column: %u", &complaint->line, &complaint->column);
}

/* libyaml's own want of memory is told from its other faults by words alone. */
static bool is_no_memory(cyaml_err_t error, const struct complaint *complaint)
{
    return error == CYAML_ERR_OOM || error == CYAML_ERR_LIBYAML_PARSER_INIT ||
           (error == CYAML_ERR_LIBYAML_PARSER &&
            (!complaint->text[0] || strstr(complaint->text, "emory")));
}

enum pack_status file_table_load(struct arena *arena, const char *file, const char *bytes,
                                 size_t length, struct diagnostics *findings,
                                 struct file_table **ret_table)
{
    struct complaint complaint = {.line = 0};
    const cyaml_config_t config = {.log_fn = keep_complaint,
                                   .log_ctx = &complaint,
                                   .log_level = CYAML_LOG_ERROR,
                                   .mem_fn = cyaml_arena,
                                   .mem_ctx = arena,
                                   .flags = CYAML_CFG_NO_ALIAS};
    struct file_table *table = NULL;
    cyaml_err_t error = cyaml_load_data((const uint8_t *)bytes, length, &config, &table_schema,
                                        (cyaml_data_t **)&table, NULL);
    if (is_no_memory(error, &complaint))
        return PACK_NO_MEMORY;
    if (error == CYAML_OK && table && strcmp(table->format, "1") == 0) {
        *ret_table = table;
        return PACK_OK;
    }
    struct span place = {file, complaint.line, complaint.column};
    if (error == CYAML_OK && table)
        diagnostics_add(findings, MESSAGE_FORMAT_UNKNOWN, place, NULL, table->format);
    else
        diagnostics_add(findings, MESSAGE_KINDS_WRONG, place, NULL,
                        complaint.text[0] ? complaint.text : cyaml_strerror(error));
    return findings->failed ? PACK_NO_MEMORY : PACK_FAULTY;
}
