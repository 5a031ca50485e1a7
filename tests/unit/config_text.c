#include "config_text.h"

#include <stdio.h>
#include <string.h>

#include "builtin.h"

const struct config_kinds *config_text_kinds(void)
{
    static struct config_kinds *kinds;
    if (kinds)
        return kinds;
    const struct table_source source = {builtin_files, builtin_file_count, NULL};
    struct diagnostics findings;
    diagnostics_init(&findings);
    config_kinds_load(&source, 1, &findings, &kinds);
    for (size_t i = 0; i < findings.count; i++)
        fprintf(stderr, "%s:%u: %s\n", findings.items[i].place.file, findings.items[i].place.line,
                findings.items[i].text);
    diagnostics_clear(&findings);
    return kinds;
}

/* Adds a text without the folder in it. */
static void add_relative(struct text *out, const char *folder, const char *text)
{
    size_t length = strlen(folder);
    while (*text) {
        if (strncmp(text, folder, length) == 0 && text[length] == '/')
            text += length + 1;
        else
            text_add_bytes(out, text++, 1);
    }
}

static void add_place(struct text *out, const char *folder, const char *file,
                      const struct extent *at)
{
    if (file) {
        add_relative(out, folder, file);
        text_add(out, ":");
    }
    text_format(out, "%u:%u-%u:%u", at->line, at->column, at->end_line, at->end_column);
}

static void add_entry(struct text *out, const char *folder, const struct config_entry *entry)
{
    char value[512];
    text_format(out, "    %s = ", entry->field);
    if (entry->certainty == CONFIG_KNOWN) {
        value_text(entry->value, value, sizeof value);
        text_format(out, "%s (%s)", value, value_kind_name(entry->value->kind));
    } else {
        text_format(out, "unknown: %s", entry->why);
    }
    text_add(out, entry->faulty ? " faulty " : " ");
    add_place(out, folder, entry->file, &entry->at);
    text_add(out, " key ");
    add_place(out, folder, NULL, &entry->key);
    text_add(out, "\n");
}

static void add_finding(struct text *out, const char *folder, const struct config_finding *finding)
{
    text_add(out, "  ");
    add_place(out, folder, finding->file, &finding->at);
    text_format(out, " %s %s: ", severity_name(finding->severity), finding->id);
    add_relative(out, folder, finding->message);
    if (finding->replace)
        text_format(out, " => %s%s", finding->replace, finding->safe ? " (safe)" : "");
    text_add(out, "\n");
}

void config_text_add(struct text *out, const char *folder, const struct config_file *file)
{
    add_relative(out, folder, file->path);
    text_format(out, ": %s\n", file->kind ? file->kind : "none of ours");
    if (file->release)
        text_format(out, "  written with %s %s\n", file->release_package, file->release);
    for (size_t i = 0; i < file->request_count; i++) {
        const struct config_request *request = &file->requests[i];
        text_format(out, "  request for %s%s, ", request->framework,
                    request->partial ? " (partial)" : "");
        add_place(out, folder, request->section_file, &request->section);
        text_add(out, "\n");
        for (size_t j = 0; j < request->count; j++)
            add_entry(out, folder, &request->entries[j]);
    }
    for (size_t i = 0; i < file->finding_count; i++)
        add_finding(out, folder, &file->findings[i]);
}
