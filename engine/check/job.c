#include "check/job.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"

/* What options and commands mean. Tables name them. */
enum meaning {
    MEANS_NODES,
    MEANS_TASKS,
    MEANS_TASKS_PER_NODE,
    MEANS_NAME,
    MEANS_GPUS_PER_NODE,
    MEANS_GPUS_PER_TASK,
    MEANS_GPUS,
    MEANS_GPU_BIND,
    MEANS_FEWEST_GPUS,
    MEANS_MOST_GPUS,
    MEANS_STEP,
    MEANS_ELASTIC,
    MEANS_PROCESSES,
    MEANS_PROCESS_NODES,
    MEANS_WORLD,
    MEANING__COUNT
};

/* How the value of an option is read. */
enum reading { READ_NUMBER, READ_RESOURCE, READ_TEXT };

static const struct {
    const char *word;
    enum reading reading;
} meanings[MEANING__COUNT] = {
    [MEANS_NODES] = {"nodes", READ_NUMBER},
    [MEANS_TASKS] = {"tasks", READ_NUMBER},
    [MEANS_TASKS_PER_NODE] = {"tasks_per_node", READ_NUMBER},
    [MEANS_NAME] = {"name", READ_TEXT},
    [MEANS_GPUS_PER_NODE] = {"gpus_per_node", READ_RESOURCE},
    [MEANS_GPUS_PER_TASK] = {"gpus_per_task", READ_RESOURCE},
    [MEANS_GPUS] = {"gpus", READ_RESOURCE},
    [MEANS_GPU_BIND] = {"gpu_bind", READ_TEXT},
    [MEANS_FEWEST_GPUS] = {"fewest_gpus", READ_NUMBER},
    [MEANS_MOST_GPUS] = {"most_gpus", READ_NUMBER},
    [MEANS_STEP] = {"step", READ_TEXT},
    [MEANS_ELASTIC] = {"elastic", READ_TEXT},
    [MEANS_PROCESSES] = {"processes", READ_NUMBER},
    [MEANS_PROCESS_NODES] = {"process_nodes", READ_NUMBER},
    [MEANS_WORLD] = {"world", READ_NUMBER},
};

struct quantity {
    char text[128]; /* as written; empty: not said */
    int64_t number; /* -1: none */
    struct span place;
};

struct job {
    const struct table_job *table;
    struct quantity said[MEANING__COUNT];
    struct quantity first[MEANING__COUNT]; /* what was said of the first part of a job of several */
    int64_t fewest, most;                  /* GPUs of a host; -1: not said */
    const char *file;
    size_t lines, parts; /* how many the scheduler reads; how many end before this one */
};

/* '-' and '_' are alike in the names of options. */
static bool same_name(const char *option, const char *name, size_t length)
{
    size_t i = 0;
    while (i < length && option[i] &&
           (option[i] == name[i] || (option[i] == '-' && name[i] == '_')))
        i++;
    return i == length && option[i] == '\0';
}

/* The row of an option by its long name or its letter. Behind a command only those that the table
 * gives to it count. */
static const struct table_job_option *find_option(const struct job *job, const char *name,
                                                  size_t length, const char *command)
{
    for (size_t i = 0; i < job->table->option_count; i++) {
        const struct table_job_option *row = &job->table->options[i];
        const char *option = length == 1 ? row->letter.text : row->option.text;
        if (option && same_name(option, name, length) &&
            (!command || (row->command.text && strcmp(row->command.text, command) == 0)))
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

/* What a word of the tables means; MEANING__COUNT: nothing. */
static enum meaning find_meaning(const char *word)
{
    enum meaning meaning = 0;
    while (meaning < MEANING__COUNT && !(word && strcmp(meanings[meaning].word, word) == 0))
        meaning++;
    return meaning;
}

/* `only`: the part of a list of resources that counts, or NULL. */
static void say(struct job *job, const struct word *means, const char *only, const char *text,
                struct span place)
{
    enum meaning meaning = find_meaning(means->text);
    const char *part = only ? resource_part(text, only) : text;
    if (part == NULL)
        return;
    struct quantity *quantity = &job->said[meaning];
    snprintf(quantity->text, sizeof quantity->text, "%.*s", (int)strcspn(part, only ? "," : ""),
             part);
    quantity->number = meanings[meaning].reading == READ_RESOURCE ? resource_number(quantity->text)
                                                                  : leading_number(quantity->text);
    quantity->place = place;
}

static bool is_blank(const char *at, const char *end)
{
    return strchr(" \t\r\n", *at) || (*at == '\\' && at + 1 < end && at[1] == '\n');
}

/* The next word of a line; quotes around it, or around its value, fall away. */
static const char *read_word(const char *at, const char *end, char *word, size_t room)
{
    size_t length = 0;
    char quote = '\0';
    while (at < end && is_blank(at, end))
        at++;
    for (; at < end && (quote || !is_blank(at, end)); at++) {
        if (quote ? *at == quote : *at == '"' || *at == '\'')
            quote = quote ? '\0' : *at;
        else if (length + 1 < room)
            word[length++] = *at;
    }
    word[length] = '\0';
    return at;
}

/* `--option=value`, `--option value`, `-N 2` and `-N2` up to a comment. */
static void read_options(struct job *job, const char *command, struct span place, const char *start,
                         const char *at, const char *end)
{
    char word[256], value[256];
    while ((at = read_word(at, end, word, sizeof word)), *word && *word != '#') {
        bool is_long = strncmp(word, "--", 2) == 0;
        char *name = is_long ? word + 2 : word + 1;
        size_t length = is_long ? strcspn(name, "=") : 1;
        const struct table_job_option *row =
            *word == '-' && *name ? find_option(job, name, length, command) : NULL;
        if (row == NULL)
            continue;
        place.column = (uint32_t)((size_t)(at - start) - strlen(word) + 1);
        if (name[length] == '\0')
            at = read_word(at, end, value, sizeof value);
        else
            snprintf(value, sizeof value, "%s", name + length + (name[length] == '='));
        say(job, &row->means, row->only.text, value, place);
    }
}

/* True when a word stands at `at` by itself, perhaps behind a path or a quote. */
static bool is_command(const char *start, const char *at, const char *end, size_t length)
{
    const char *next = at + length;
    bool begins = at == start || !(isalnum((unsigned char)at[-1]) || strchr("_-.=", at[-1]));
    return begins && (next == end || strchr(" \t\r\n\"'", *next));
}

/* The programs that a line of the script starts, each with its options. */
static void read_commands(struct job *job, struct span place, const char *start, const char *end)
{
    for (size_t i = 0; i < job->table->command_count; i++) {
        const struct table_job_command *row = &job->table->commands[i];
        const char *word = row->command.text, *at = start;
        size_t length = strlen(word);
        while ((at = memmem(at, (size_t)(end - at), word, length)) &&
               !is_command(start, at, end, length))
            at += length;
        if (at == NULL)
            continue;
        place.column = (uint32_t)(at - start + 1);
        say(job, &row->means, NULL, word, place);
        read_options(job, row->means.text, place, start, at + length, end);
    }
}

/* True when a line of the scheduler ends one part of the job and begins another. */
static bool separates(const struct job *job, const char *at, const char *end)
{
    char word[32];
    read_word(at, end, word, sizeof word);
    for (size_t i = 0; i < job->table->separators.count; i++) {
        if (strcmp(job->table->separators.items[i].text, word) == 0)
            return true;
    }
    return false;
}

/* Sets a number that follows from others, unless it was said. */
static void derive(struct job *job, enum meaning meaning, int64_t number, enum meaning from)
{
    struct quantity *quantity = &job->said[meaning];
    if (quantity->text[0] || number < 0)
        return;
    integer_text(number, quantity->text);
    quantity->number = number;
    quantity->place = job->said[from].place;
}

/* What follows from what was said. Tasks per node are only told to the job when they were asked
 * for. */
static void derive_all(struct job *job)
{
    struct quantity *said = job->said;
    derive(job, MEANS_NODES, 1, MEANS_NODES);
    int64_t nodes = said[MEANS_NODES].number;
    bool per_node = said[MEANS_TASKS_PER_NODE].number > 0;
    if (nodes <= 0)
        return;
    derive(job, MEANS_TASKS, per_node ? said[MEANS_TASKS_PER_NODE].number * nodes : nodes,
           MEANS_TASKS_PER_NODE);
    int64_t tasks = said[MEANS_TASKS].number;
    if (said[MEANS_GPUS_PER_TASK].number > 0 && tasks > 0 && tasks % nodes == 0)
        derive(job, MEANS_GPUS_PER_NODE, said[MEANS_GPUS_PER_TASK].number * (tasks / nodes),
               MEANS_GPUS_PER_TASK);
    if (said[MEANS_GPUS].number > 0 && said[MEANS_GPUS].number % nodes == 0)
        derive(job, MEANS_GPUS_PER_NODE, said[MEANS_GPUS].number / nodes, MEANS_GPUS);
    if (nodes == 1)
        derive(job, MEANS_PROCESS_NODES, 1, MEANS_PROCESSES);
    if (said[MEANS_PROCESSES].number > 0 && said[MEANS_PROCESS_NODES].number > 0)
        derive(job, MEANS_WORLD, said[MEANS_PROCESSES].number * said[MEANS_PROCESS_NODES].number,
               MEANS_PROCESSES);
}

/* Keeps how many GPUs the hosts of a part have. GPUs that do not divide are spread unevenly. */
static void keep_hosts(struct job *job)
{
    struct job part = *job;
    derive_all(&part);
    int64_t each = part.said[MEANS_GPUS_PER_NODE].number, all = part.said[MEANS_GPUS].number,
            nodes = part.said[MEANS_NODES].number;
    bool spread = each <= 0 && all > 0 && nodes > 0;
    int64_t fewest = spread ? all / nodes : each, most = spread ? (all + nodes - 1) / nodes : each;
    if (fewest <= 0)
        return;
    job->fewest = job->fewest < 0 || fewest < job->fewest ? fewest : job->fewest;
    job->most = most > job->most ? most : job->most;
}

/* Of a job of several parts the first one is looked at; the others may have other hosts. */
static void end_part(struct job *job)
{
    keep_hosts(job);
    if (job->parts++ == 0)
        memcpy(job->first, job->said, sizeof job->first);
    memset(job->said, 0, sizeof job->said);
}

static void read_scheduler_line(struct job *job, struct span place, const char *start,
                                const char *end)
{
    const char *marker = job->table->marker.text;
    size_t size = strlen(marker);
    if ((size_t)(end - start) <= size || memcmp(start, marker, size) != 0)
        return;
    job->lines++;
    if (separates(job, start + size, end))
        end_part(job);
    else
        read_options(job, NULL, place, start, start + size, end);
}

/* A comment, also behind a command, starts nothing. */
static void read_command_line(struct job *job, struct span place, const char *start,
                              const char *end)
{
    const char *comment = *start == '#' ? start : memmem(start, (size_t)(end - start), " #", 2);
    read_commands(job, place, start, comment ? comment : end);
}

typedef void read_line(struct job *job, struct span place, const char *start, const char *end);

/* Hands over each line; one that ends in a backslash goes on in the next. */
static void read_lines(struct job *job, const char *text, size_t length, read_line *read)
{
    const char *end = text + length, *start = text;
    struct span place = {.file = job->file, .line = 1};
    for (unsigned line = 1; text < end; line++) {
        const char *stop = memchr(text, '\n', (size_t)(end - text)), *line_end = stop ? stop : end;
        text = line_end + 1;
        if (stop && stop > start && stop[-1] == '\\' && *start != '#')
            continue;
        read(job, place, start, line_end);
        place.line = line + 1;
        start = text;
    }
}

/* What a job of several parts says of its first one, and what its hosts differ in. */
static void join_parts(struct job *job)
{
    end_part(job);
    memcpy(job->said, job->first, sizeof job->said);
    if (job->fewest < job->most) {
        derive(job, MEANS_FEWEST_GPUS, job->fewest, MEANS_GPUS_PER_NODE);
        derive(job, MEANS_MOST_GPUS, job->most, MEANS_GPUS_PER_NODE);
    }
}

/* Text of the value of a fact: fixed, or what was said of its origin. NULL: nothing was. */
static const char *fact_text(const struct job *job, const struct table_job_fact *row,
                             char number[INTEGER_TEXT_SIZE], struct span *ret_place)
{
    const char *fixed = row->value.text;
    if (row->from.text == NULL)
        return fixed;
    enum meaning meaning = find_meaning(row->from.text);
    const struct quantity *quantity = &job->said[meaning];
    bool is_text = meanings[meaning].reading == READ_TEXT;
    if (quantity->text[0] == '\0' || (!is_text && quantity->number < 0))
        return NULL;
    *ret_place = quantity->place.file ? quantity->place : *ret_place;
    integer_text(quantity->number, number);
    return fixed ? fixed : is_text ? quantity->text : number;
}

static bool add_fact(const struct job *job, const struct table_job_fact *row, struct facts *facts)
{
    const char *name = row->fact.text;
    char number[INTEGER_TEXT_SIZE];
    struct span place = {.file = job->file, .line = 1, .column = 1};
    const char *text = fact_text(job, row, number, &place);
    if (text == NULL)
        return true;
    struct arena arena;
    arena_init(&arena);
    bool is_text = strncmp(name, "env.", 4) == 0;
    struct value *value = is_text ? value_string(&arena, text, strlen(text))
                                  : value_from_text(&arena, text, strlen(text));
    bool complete = value && facts_set(facts, name, value, FACT_FILE, place, "job script");
    arena_clear(&arena);
    return complete;
}

/* Reports a word of the table that means nothing; an absent one is none. */
static void check_meaning(const struct word *word, struct diagnostics *findings)
{
    const char *words[MEANING__COUNT];
    if (!word->text || find_meaning(word->text) < MEANING__COUNT)
        return;
    for (size_t i = 0; i < MEANING__COUNT; i++)
        words[i] = meanings[i].word;
    diagnostics_add(findings, MESSAGE_WORD_UNKNOWN, word->place,
                    text_nearest(word->text, words, MEANING__COUNT), word->text,
                    "the meanings that job scripts have");
}

/* True when all words of the table mean something. */
static bool check_table(const struct table_job *table, struct diagnostics *findings)
{
    size_t errors = findings->errors;
    for (size_t i = 0; i < table->option_count; i++) {
        check_meaning(&table->options[i].means, findings);
        check_meaning(&table->options[i].command, findings);
    }
    for (size_t i = 0; i < table->command_count; i++)
        check_meaning(&table->commands[i].means, findings);
    for (size_t i = 0; i < table->fact_count; i++)
        check_meaning(&table->facts[i].from, findings);
    return findings->errors == errors;
}

/* A job without a name has the script's. */
static void name_job(struct job *job)
{
    const char *name = strrchr(job->file, '/');
    if (job->said[MEANS_NAME].text[0] == '\0')
        snprintf(job->said[MEANS_NAME].text, sizeof job->said->text, "%.100s",
                 name ? name + 1 : job->file);
}

bool job_read(const struct table_job *table, const char *file, const char *text, size_t length,
              struct facts *facts, struct diagnostics *findings)
{
    struct job job = {.table = table, .file = file, .fewest = -1, .most = -1};
    bool complete = true;
    if (!check_table(table, findings))
        return true;
    read_lines(&job, text, length, read_scheduler_line);
    if (job.lines == 0) {
        diagnostics_add(findings, MESSAGE_REQUEST_SHAPE,
                        (struct span){.file = file, .line = 1, .column = 1}, NULL, "a job script",
                        "a script with lines for its scheduler", "this");
        return true;
    }
    join_parts(&job);
    read_lines(&job, text, length, read_command_line);
    derive_all(&job);
    name_job(&job);
    for (size_t i = 0; complete && i < table->fact_count; i++)
        complete = add_fact(&job, &table->facts[i], facts);
    return complete;
}
