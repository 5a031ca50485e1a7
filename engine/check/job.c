#include "check/job.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* What options mean. Tables name them. */
enum meaning { MEANS_NODES, MEANS_TASKS, MEANS_TASKS_PER_NODE, MEANS_NAME, MEANS_GPUS_PER_NODE, MEANS_GPUS_PER_TASK, MEANS_GPUS, MEANING__COUNT };

static const char *const meanings[MEANING__COUNT] = {"nodes", "tasks", "tasks_per_node", "name", "gpus_per_node", "gpus_per_task", "gpus"};

struct quantity {
    char text[128]; /* as written; empty: not said */
    int64_t number; /* -1: none */
    struct span place;
};

struct job {
    const struct value *options;
    struct quantity said[MEANING__COUNT];
    const char *file;
    size_t lines; /* how many the scheduler reads */
};

static const char *text_of(const struct value *row, const char *key)
{
    const struct value *value = row->kind == VALUE_MAPPING ? value_get(row, key) : NULL;
    return value && value->kind == VALUE_STRING ? value->text : NULL;
}

/* The row of an option by its long name or its letter. */
static const struct value *find_option(const struct job *job, const char *name, size_t length)
{
    for (const struct value *row = job->options ? job->options->first : NULL; row; row = row->next) {
        const char *option = text_of(row, length == 1 ? "letter" : "option");
        if (option && strlen(option) == length && memcmp(option, name, length) == 0)
            return row;
    }
    return NULL;
}

static int64_t leading_number(const char *text)
{
    int64_t number;
    size_t length = strspn(text, "0123456789");
    return length > 0 && length < 10 && text_read_integer(text, length, &number) ? number : -1;
}

/* "gpu:a100:4", "gpu:2", "4": the number behind the last colon; a name alone is one. */
static int64_t resource_number(const char *text)
{
    const char *colon = strrchr(text, ':');
    int64_t number = leading_number(colon ? colon + 1 : text);
    return number < 0 && (colon == NULL || strchr(text, ',') == NULL) ? 1 : number;
}

/* The part of a list of resources that begins with `only`; NULL: none. */
static const char *resource_part(const char *text, const char *only)
{
    while (text && strncmp(text, only, strlen(only)) != 0) {
        text = strchr(text, ',');
        text = text ? text + 1 : NULL;
    }
    return text;
}

static void say(struct job *job, const struct value *row, const char *text, struct span place)
{
    const char *means = text_of(row, "means"), *only = text_of(row, "only");
    const char *part = only ? resource_part(text, only) : text;
    for (int i = 0; means && part && i < MEANING__COUNT; i++) {
        if (strcmp(meanings[i], means) != 0)
            continue;
        struct quantity *quantity = &job->said[i];
        snprintf(quantity->text, sizeof quantity->text, "%.*s", (int)strcspn(part, only ? "," : ""), part);
        quantity->number = i >= MEANS_GPUS_PER_NODE ? resource_number(quantity->text) : leading_number(quantity->text);
        quantity->place = place;
    }
}

/* The next word of a line; quotes around it, or around its value, fall away. */
static const char *read_word(const char *at, const char *end, char *word, size_t room)
{
    size_t length = 0;
    char quote = '\0';
    while (at < end && strchr(" \t\r", *at))
        at++;
    for (; at < end && (quote || !strchr(" \t\r", *at)); at++) {
        if (quote ? *at == quote : *at == '"' || *at == '\'')
            quote = quote ? '\0' : *at;
        else if (length + 1 < room)
            word[length++] = *at;
    }
    word[length] = '\0';
    return at;
}

/* `--option=value`, `--option value`, `-N 2` and `-N2` up to a comment. */
static void read_options(struct job *job, const char *start, const char *at, const char *end, unsigned line)
{
    char word[256], value[256];
    while ((at = read_word(at, end, word, sizeof word)), *word && *word != '#') {
        struct span place = {.file = job->file, .line = line, .column = (uint32_t)((size_t)(at - start) - strlen(word) + 1)};
        bool is_long = strncmp(word, "--", 2) == 0;
        char *name = is_long ? word + 2 : word + 1;
        size_t length = is_long ? strcspn(name, "=") : 1;
        const struct value *row = *word == '-' && *name ? find_option(job, name, length) : NULL;
        if (row == NULL)
            continue;
        if (name[length] == '\0')
            at = read_word(at, end, value, sizeof value);
        else
            snprintf(value, sizeof value, "%s", name + length + (name[length] == '='));
        say(job, row, value, place);
    }
}

static void read_lines(struct job *job, const char *marker, const char *text, size_t length)
{
    const char *end = text + length;
    size_t size = strlen(marker);
    for (unsigned line = 1; text < end; line++) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        const char *line_end = stop ? stop : end;
        if ((size_t)(line_end - text) > size && memcmp(text, marker, size) == 0) {
            job->lines++;
            read_options(job, text, text + size, line_end, line);
        }
        text = line_end + 1;
    }
}

/* Sets a number that follows from others, unless it was said. */
static void derive(struct job *job, enum meaning meaning, int64_t number, enum meaning from)
{
    struct quantity *quantity = &job->said[meaning];
    if (quantity->text[0] || number < 0)
        return;
    snprintf(quantity->text, sizeof quantity->text, "%" PRId64, number);
    quantity->number = number;
    quantity->place = job->said[from].place;
}

/* What follows from what was said. Tasks per node are only told to the job when they were asked for. */
static void derive_all(struct job *job)
{
    struct quantity *said = job->said;
    derive(job, MEANS_NODES, 1, MEANS_NODES);
    int64_t nodes = said[MEANS_NODES].number;
    bool per_node = said[MEANS_TASKS_PER_NODE].number > 0;
    if (nodes <= 0)
        return;
    derive(job, MEANS_TASKS, per_node ? said[MEANS_TASKS_PER_NODE].number * nodes : nodes, MEANS_TASKS_PER_NODE);
    int64_t tasks = said[MEANS_TASKS].number;
    if (said[MEANS_GPUS_PER_TASK].number > 0 && tasks > 0 && tasks % nodes == 0)
        derive(job, MEANS_GPUS_PER_NODE, said[MEANS_GPUS_PER_TASK].number * (tasks / nodes), MEANS_GPUS_PER_TASK);
    if (said[MEANS_GPUS].number > 0 && said[MEANS_GPUS].number % nodes == 0)
        derive(job, MEANS_GPUS_PER_NODE, said[MEANS_GPUS].number / nodes, MEANS_GPUS);
}

static bool add_fact(const struct job *job, const struct value *row, struct facts *facts)
{
    const char *name = text_of(row, "fact"), *fixed = text_of(row, "value"), *from = text_of(row, "from");
    char number[32];
    const char *text = fixed;
    struct span place = {.file = job->file, .line = 1, .column = 1};
    for (int i = 0; from && i < MEANING__COUNT; i++) {
        const struct quantity *quantity = &job->said[i];
        if (strcmp(meanings[i], from) != 0 || quantity->text[0] == '\0' || (i != MEANS_NAME && quantity->number < 0))
            continue;
        snprintf(number, sizeof number, "%" PRId64, quantity->number);
        text = i == MEANS_NAME ? quantity->text : number;
        place = quantity->place.file ? quantity->place : place;
    }
    if (name == NULL || text == NULL)
        return true;
    struct arena arena;
    arena_init(&arena);
    bool is_text = strncmp(name, "env.", 4) == 0;
    struct value *value = is_text ? value_string(&arena, text, strlen(text)) : value_from_text(&arena, text, strlen(text));
    bool complete = value && facts_set(facts, name, value, FACT_FILE, place, "job script");
    arena_clear(&arena);
    return complete;
}

bool job_read(const struct value *table, const char *file, const char *text, size_t length, struct facts *facts,
              struct diagnostics *findings)
{
    const struct value *rows = value_get(table, "facts");
    const char *marker = text_of(table, "marker"), *name = strrchr(file, '/');
    struct job job = {.options = value_get(table, "options"), .file = file};
    bool complete = true;

    if (marker)
        read_lines(&job, marker, text, length);
    if (job.lines == 0) {
        diagnostics_add(findings, MESSAGE_REQUEST_SHAPE, (struct span){.file = file, .line = 1, .column = 1}, NULL, "a job script",
                        "a script with lines for its scheduler", "this");
        return true;
    }
    derive_all(&job);
    if (job.said[MEANS_NAME].text[0] == '\0')
        snprintf(job.said[MEANS_NAME].text, sizeof job.said->text, "%.100s", name ? name + 1 : file);
    for (const struct value *row = rows && rows->kind == VALUE_LIST ? rows->first : NULL; row && complete; row = row->next)
        complete = add_fact(&job, row, facts);
    return complete;
}
