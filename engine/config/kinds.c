#include "config/kinds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* So many lists may make up one. */
enum { ROWS_MAX = 8 };

/* Tables on their way to kinds. */
struct compiler {
    struct config_kinds *kinds;
    struct diagnostics *findings;
    const struct file_table **tables;
    const char **files;
    size_t table_count;
    const char *file; /* of the table at hand */
    bool no_memory;
};

/* A word of a table and what it means. */
struct meaning {
    const char *word;
    unsigned value;
};

static const struct meaning type_words[] = {
    {"text", KEY_TEXT}, {"integer", KEY_INTEGER}, {"number", KEY_NUMBER}, {"truth", KEY_TRUTH},
    {"list", KEY_LIST}, {"mapping", KEY_MAPPING}, {"null", KEY_NULL},     {NULL, 0}};
static const struct meaning unknown_words[] = {{"error", UNKNOWN_ERROR},
                                               {"warning", UNKNOWN_WARNING},
                                               {"nearest", UNKNOWN_NEAREST},
                                               {"ignore", UNKNOWN_IGNORE},
                                               {NULL, 0}};
static const struct meaning syntax_words[] = {
    {"yaml", SYNTAX_YAML}, {"json", SYNTAX_JSON}, {"hjson", SYNTAX_HJSON}, {NULL, 0}};
static const struct meaning scalar_words[] = {{"yaml11", false}, {"wide", true}, {NULL, 0}};
static const struct meaning field_words[] = {{"named", false}, {"all", true}, {NULL, 0}};
static const struct meaning severity_words[] = {
    {"error", SEVERITY_ERROR}, {"warning", SEVERITY_WARNING}, {"note", SEVERITY_NOTE}, {NULL, 0}};

/* Reports a word that a table may not use. */
static void refuse(struct compiler *compiler, const char *what, const char *word)
{
    char text[160];
    snprintf(text, sizeof text, "%s '%.80s' is not known", what, word);
    diagnostics_add(compiler->findings, MESSAGE_KINDS_WRONG, (struct span){compiler->file, 0, 0},
                    NULL, text);
}

/* The meaning of a word; the first one of the table when it is absent. */
static unsigned meaning_of(struct compiler *compiler, const struct meaning *meanings,
                           const char *what, const char *word)
{
    for (const struct meaning *meaning = meanings; word && meaning->word; meaning++) {
        if (strcmp(meaning->word, word) == 0)
            return meaning->value;
    }
    if (word)
        refuse(compiler, what, word);
    return meanings->value;
}

static void *allocate(struct compiler *compiler, size_t count, size_t size)
{
    void *memory = arena_alloc(&compiler->kinds->arena, count + 1, size);
    compiler->no_memory |= !memory;
    return memory;
}

/* ---- lists of keys */

static const struct kind_list *find_list(const struct compiler *compiler, const char *name)
{
    for (size_t i = 0; i < compiler->kinds->list_count; i++) {
        if (strcmp(compiler->kinds->lists[i].name, name) == 0)
            return &compiler->kinds->lists[i];
    }
    return NULL;
}

/* The list that a table names, or NULL when it names none or one that is not there. */
static const struct kind_list *list_of(struct compiler *compiler, const char *name)
{
    const struct kind_list *list = name ? find_list(compiler, name) : NULL;
    if (name && !list)
        refuse(compiler, "the list of keys", name);
    return list;
}

/* The row of a list by its name, in any table. */
static const struct file_list *row_of(const struct compiler *compiler, const char *name)
{
    for (size_t i = 0; i < compiler->table_count; i++) {
        for (unsigned j = 0; j < compiler->tables[i]->list_count; j++) {
            if (strcmp(compiler->tables[i]->lists[j].name, name) == 0)
                return &compiler->tables[i]->lists[j];
        }
    }
    return NULL;
}

static int64_t version_of(struct compiler *compiler, const char *text)
{
    int64_t version = 0;
    if (text && !text_read_version(text, strlen(text), &version))
        refuse(compiler, "the version", text);
    return version;
}

/* Adds a key for each name of a row. */
static void add_keys(struct compiler *compiler, const struct file_key *row, struct kind_list *list)
{
    struct kind_key key = {.row = row,
                           .since = version_of(compiler, row->since),
                           .until = version_of(compiler, row->until)};
    for (unsigned i = 0; i < row->types.count; i++)
        key.types |= meaning_of(compiler, type_words, "the type", row->types.items[i]);
    key.severity =
        (enum severity)meaning_of(compiler, severity_words, "the severity", row->severity);
    key.keys = list_of(compiler, row->keys);
    for (unsigned i = 0; i < row->names.count; i++) {
        key.name = row->names.items[i];
        list->keys[list->count++] = key;
    }
}

static size_t names_of(const struct file_list *row)
{
    size_t count = 0;
    for (unsigned i = 0; i < row->key_count; i++)
        count += row->keys[i].names.count;
    return count;
}

static int compare_keys(const void *left, const void *right)
{
    return strcmp(((const struct kind_key *)left)->name, ((const struct kind_key *)right)->name);
}

/* The lists that a list is made of: itself, those it includes, and theirs. Returns how many there
 * are. */
static size_t collect_rows(struct compiler *compiler, const struct file_list *row,
                           const struct file_list *ret_rows[ROWS_MAX])
{
    size_t count = 0;
    ret_rows[count++] = row;
    for (size_t i = 0; i < count; i++) {
        for (unsigned j = 0; j < ret_rows[i]->includes.count; j++) {
            const struct file_list *included = row_of(compiler, ret_rows[i]->includes.items[j]);
            size_t known = 0;
            while (included && known < count && ret_rows[known] != included)
                known++;
            if (!included || (known == count && count == ROWS_MAX))
                refuse(compiler, "the list of keys", ret_rows[i]->includes.items[j]);
            else if (known == count)
                ret_rows[count++] = included;
        }
    }
    return count;
}

/* Fills a list with its keys and those of the lists it includes. */
static void compile_list(struct compiler *compiler, const struct file_list *row,
                         struct kind_list *list)
{
    const struct file_list *rows[ROWS_MAX];
    size_t row_count = collect_rows(compiler, row, rows), count = 0;
    list->has_unknown = row->unknown != NULL;
    list->others = list_of(compiler, row->others);
    list->unknown =
        (enum kind_unknown)meaning_of(compiler, unknown_words, "the word", row->unknown);
    for (size_t i = 0; i < row_count; i++)
        count += names_of(rows[i]);
    list->keys = allocate(compiler, count, sizeof *list->keys);
    list->names = allocate(compiler, count, sizeof *list->names);
    if (!list->keys || !list->names)
        return;
    for (size_t i = 0; i < row_count; i++) {
        for (unsigned j = 0; j < rows[i]->key_count; j++)
            add_keys(compiler, &rows[i]->keys[j], list);
    }
    qsort(list->keys, list->count, sizeof *list->keys, compare_keys);
    for (size_t i = 0; i < list->count; i++) {
        list->names[i] = list->keys[i].name;
        if (i && strcmp(list->names[i - 1], list->names[i]) == 0)
            refuse(compiler, "the second key", list->names[i]);
    }
}

/* ---- kinds */

static void compile_section(struct compiler *compiler, const struct file_kind *kind,
                            const struct file_section *row, struct kind_section *ret_section)
{
    *ret_section = (struct kind_section){
        .row = row,
        .keys = list_of(compiler, row->keys),
        .framework = row->framework ? row->framework : kind->framework,
        .unknown = (enum kind_unknown)meaning_of(compiler, unknown_words, "the word", row->unknown),
        .all_fields = meaning_of(compiler, field_words, "the word", row->fields),
    };
}

static void compile_kind(struct compiler *compiler, const struct file_kind *row, struct kind *kind)
{
    kind->row = row;
    kind->syntax = (enum kind_syntax)meaning_of(compiler, syntax_words, "the syntax", row->syntax);
    kind->wide = meaning_of(compiler, scalar_words, "the word", row->scalars);
    kind->repeated_is_error = row->repeated && meaning_of(compiler, severity_words, "the severity",
                                                          row->repeated) == SEVERITY_ERROR;
    kind->signs = allocate(compiler, row->sign_count, sizeof *kind->signs);
    kind->sections = allocate(compiler, row->section_count, sizeof *kind->sections);
    if (!kind->signs || !kind->sections)
        return;
    for (unsigned i = 0; i < row->sign_count; i++)
        kind->signs[i] = (struct kind_sign){&row->signs[i], list_of(compiler, row->signs[i].keys)};
    for (unsigned i = 0; i < row->section_count; i++)
        compile_section(compiler, row, &row->sections[i], &kind->sections[i]);
}

/* Names every list before any is filled, so that they may refer to each other. */
static void name_lists(struct compiler *compiler)
{
    size_t lists = 0, kinds = 0;
    for (size_t i = 0; i < compiler->table_count; i++) {
        lists += compiler->tables[i]->list_count;
        kinds += compiler->tables[i]->kind_count;
    }
    compiler->kinds->lists = allocate(compiler, lists, sizeof *compiler->kinds->lists);
    compiler->kinds->kinds = allocate(compiler, kinds, sizeof *compiler->kinds->kinds);
    for (size_t i = 0; i < compiler->table_count && !compiler->no_memory; i++) {
        compiler->file = compiler->files[i];
        for (unsigned j = 0; j < compiler->tables[i]->list_count; j++) {
            const char *name = compiler->tables[i]->lists[j].name;
            if (find_list(compiler, name))
                refuse(compiler, "the second list", name);
            compiler->kinds->lists[compiler->kinds->list_count++].name = name;
        }
    }
}

static void compile(struct compiler *compiler)
{
    name_lists(compiler);
    size_t list = 0;
    for (size_t i = 0; i < compiler->table_count && !compiler->no_memory; i++) {
        const struct file_table *table = compiler->tables[i];
        compiler->file = compiler->files[i];
        for (unsigned j = 0; j < table->list_count && !compiler->no_memory; j++)
            compile_list(compiler, &table->lists[j], &compiler->kinds->lists[list++]);
        for (unsigned j = 0; j < table->kind_count && !compiler->no_memory; j++)
            compile_kind(compiler, &table->kinds[j],
                         &compiler->kinds->kinds[compiler->kinds->count++]);
    }
}

/* ---- loading */

/* Loads one table and keeps it for compiling. */
static enum pack_status take_table(struct compiler *compiler, const char *file, const char *bytes,
                                   size_t length)
{
    struct file_table *table = NULL;
    enum pack_status status =
        file_table_load(&compiler->kinds->arena, file, bytes, length, compiler->findings, &table);
    if (status != PACK_OK)
        return status;
    compiler->tables[compiler->table_count] = table;
    compiler->files[compiler->table_count++] = file;
    return PACK_OK;
}

static bool is_table(const char *path)
{
    const char *name = strrchr(path, '/');
    return strcmp(name ? name + 1 : path, "files.yaml") == 0;
}

/* The files.yaml of a directory; it need not have one. */
static enum pack_status take_directory(struct compiler *compiler, const struct table_source *source)
{
    struct source_bytes bytes;
    if (!source_has(source, "files.yaml"))
        return PACK_OK;
    enum pack_status status = source_read(source, &compiler->kinds->arena, "files.yaml",
                                          (struct span){0}, compiler->findings, &bytes);
    if (status != PACK_OK)
        return status;
    status = take_table(compiler, bytes.path, bytes.bytes, bytes.length);
    source_bytes_clear(&bytes);
    return status;
}

/* Every table of one source. A faulty one does not keep the others from being read. */
static enum pack_status take_source(struct compiler *compiler, const struct table_source *source)
{
    if (source->directory)
        return take_directory(compiler, source);
    enum pack_status worst = PACK_OK;
    for (size_t i = 0; i < source->count && worst != PACK_NO_MEMORY; i++) {
        const struct table_file *file = &source->files[i];
        enum pack_status status = is_table(file->path)
                                      ? take_table(compiler, file->path, file->text, file->length)
                                      : PACK_OK;
        worst = status > worst ? status : worst;
    }
    return worst;
}

static size_t tables_in(const struct table_source *sources, size_t count)
{
    size_t tables = 0;
    for (size_t i = 0; i < count; i++)
        tables += sources[i].directory ? 1 : sources[i].count;
    return tables;
}

enum pack_status config_kinds_load(const struct table_source *sources, size_t count,
                                   struct diagnostics *findings, struct config_kinds **ret_kinds)
{
    struct config_kinds *kinds = calloc(1, sizeof *kinds);
    if (!kinds)
        return PACK_NO_MEMORY;
    arena_init(&kinds->arena);
    struct compiler compiler = {.kinds = kinds, .findings = findings};
    size_t errors = findings->errors;
    compiler.tables = allocate(&compiler, tables_in(sources, count), sizeof *compiler.tables);
    compiler.files = allocate(&compiler, tables_in(sources, count), sizeof *compiler.files);
    enum pack_status status = compiler.no_memory ? PACK_NO_MEMORY : PACK_OK;
    for (size_t i = 0; i < count && status != PACK_NO_MEMORY; i++) {
        enum pack_status one = take_source(&compiler, &sources[i]);
        status = one > status ? one : status;
    }
    if (status == PACK_OK)
        compile(&compiler);
    if (compiler.no_memory || findings->failed)
        status = PACK_NO_MEMORY;
    else if (status == PACK_OK && findings->errors > errors)
        status = PACK_FAULTY;
    if (status == PACK_OK)
        *ret_kinds = kinds;
    else
        config_kinds_free(kinds);
    return status;
}

void config_kinds_free(struct config_kinds *kinds)
{
    if (!kinds)
        return;
    arena_clear(&kinds->arena);
    free(kinds);
}

bool config_kinds_at(const struct config_kinds *kinds, size_t index, const char **ret_name,
                     const char **ret_summary)
{
    if (index >= kinds->count)
        return false;
    *ret_name = kinds->kinds[index].row->name;
    *ret_summary = kinds->kinds[index].row->summary;
    return true;
}

const struct kind_key *kind_list_find(const struct kind_list *list, const char *name)
{
    const struct kind_key wanted = {.name = name};
    return list && list->count
               ? bsearch(&wanted, list->keys, list->count, sizeof wanted, compare_keys)
               : NULL;
}

const struct kind *config_kinds_find(const struct config_kinds *kinds, const char *name)
{
    for (size_t i = 0; i < kinds->count; i++) {
        if (strcmp(kinds->kinds[i].row->name, name) == 0)
            return &kinds->kinds[i];
    }
    return NULL;
}
