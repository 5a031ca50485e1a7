#include "check/job_lines.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* How the options of the words behind a command are gathered. */
struct command {
    const char *means; /* options that the table gives to it count; NULL: the scheduler's own */
    struct quantity *said;
    bool ended, open; /* a known program follows; options before it are filled in elsewhere */
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

/* The value of an option: in its word, or the next one. */
static const char *read_value(const char *word, size_t length, const char *at, const char *end,
                              char *value, size_t room)
{
    if (word[length] == '\0')
        return read_word(at, end, value, room);
    snprintf(value, room, "%s", word + length + (word[length] == '='));
    return at;
}

/* True for a word of the table's that starts something. */
static bool is_known_command(const struct job *job, const char *word)
{
    const char *name = strrchr(word, '/');
    bool known = false;
    for (size_t i = 0; i < job->table->command_count; i++)
        known = known || strcmp(job->table->commands[i].command.text, name ? name + 1 : word) == 0;
    return known;
}

/* True for a word behind a command that is no option of it: what it runs. A word behind an option
 * may be the option's value. */
static bool ends_command(const struct job *job, struct command *command, const char *word,
                         bool behind_option)
{
    bool known = is_known_command(job, word), filled = *word == '$';
    if (*word == '-' || !command->means)
        return false;
    command->ended = command->ended || known;
    command->open = command->open || filled;
    return known || (!behind_option && !filled);
}

/* `--option=value`, `--option value`, `-N 2` and `-N2` up to a comment, or to what a command runs.
 */
static void read_options(const struct job *job, struct command *command, struct span place,
                         const char *start, const char *at, const char *end)
{
    char word[256], value[256];
    bool behind_option = false;
    while ((at = read_word(at, end, word, sizeof word)), *word && *word != '#') {
        bool is_long = strncmp(word, "--", 2) == 0;
        char *name = is_long ? word + 2 : word + (*word == '-');
        size_t length = is_long ? strcspn(name, "=") : 1;
        const struct table_job_option *row =
            *word == '-' && *name ? find_option(job, name, length, command->means) : NULL;
        if (ends_command(job, command, word, behind_option))
            return;
        behind_option =
            *word == '-' && (is_long ? name[length] == '\0' : strlen(name) == 1) && !row;
        if (row == NULL)
            continue;
        place.column = (uint32_t)((size_t)(at - start) - strlen(word) + 1);
        at = read_value(name, length, at, end, value, sizeof value);
        quantity_say(command->said, find_meaning(row->means.text), row->only.text, value, place);
    }
}

/* Where a word stands in a line by itself, perhaps behind a path or a quote; NULL: nowhere. */
static const char *find_command(const char *start, const char *end, const char *word)
{
    size_t length = strlen(word);
    const char *at = start;
    for (; (at = memmem(at, (size_t)(end - at), word, length)); at += length) {
        const char *next = at + length;
        bool begins = at == start || !(isalnum((unsigned char)at[-1]) || strchr("_-.=", at[-1]));
        if (begins && (next == end || strchr(" \t\r\n\"'", *next)))
            return at;
    }
    return NULL;
}

/* True when a program at `at` is given a file by the script itself: not by a text in quotes that
 * something else may run, not for its output, and not `-c` or `-m`. */
static bool runs_file(const char *start, const char *at, const char *end)
{
    char word[256];
    for (const char *before = start; before < at; before++) {
        if (strchr("\"'`", *before) || (*before == '$' && before[1] == '('))
            return false;
    }
    while ((at = read_word(at, end, word, sizeof word)), *word == '-') {
        if (strcmp(word, "-c") == 0 || strcmp(word, "-m") == 0)
            return false;
    }
    return *word != '\0';
}

/* Options that stand where the script says something else are not known. */
static void open_options(const struct job *job, const char *means, struct quantity *said)
{
    for (size_t i = 0; i < job->table->option_count; i++) {
        const struct table_job_option *row = &job->table->options[i];
        enum meaning meaning = find_meaning(row->means.text);
        if (row->command.text && strcmp(row->command.text, means) == 0 &&
            meaning_reading(meaning) == READ_NUMBER && !said[meaning].text[0])
            said[meaning] = (struct quantity){.text = "$", .number = -1};
    }
}

/* Of several commands that start tasks the last one counts that runs a program which the table
 * knows: others copy files, or ask hosts for their names. */
static void read_step(struct job *job, struct span place, const char *start, const char *at,
                      const char *end)
{
    struct quantity said[MEANING__COUNT] = {0};
    struct command command = {.means = meaning_word(MEANS_STEP), .said = said};
    read_options(job, &command, place, start, at, end);
    bool runs = command.ended;
    for (size_t i = 0; i < job->table->command_count && !runs; i++)
        runs = find_command(at, end, job->table->commands[i].command.text) != NULL;
    if (job->step_runs && !runs)
        return;
    if (command.ended && command.open)
        open_options(job, command.means, said);
    memcpy(job->step, said, sizeof job->step);
    job->step_runs = runs;
}

/* The programs that a line of the script starts, each with its options. */
static void read_commands(struct job *job, struct span place, const char *start, const char *end)
{
    for (size_t i = 0; i < job->table->command_count; i++) {
        const struct table_job_command *row = &job->table->commands[i];
        const char *at = find_command(start, end, row->command.text);
        enum meaning meaning = find_meaning(row->means.text);
        if (at == NULL)
            continue;
        const char *behind = at + strlen(row->command.text);
        struct command command = {.means = row->means.text, .said = job->said};
        place.column = (uint32_t)(at - start + 1);
        if (meaning == MEANS_PROGRAM && !runs_file(start, behind, end))
            continue;
        quantity_say(job->said, meaning, NULL, row->command.text, place);
        if (meaning == MEANS_STEP)
            read_step(job, place, start, behind, end);
        else
            read_options(job, &command, place, start, behind, end);
    }
}

/* A line whose first word is a path, or filled in elsewhere, may start anything. */
static void read_first_word(struct job *job, struct span place, const char *start, const char *end)
{
    char word[256];
    read_word(start, end, word, sizeof word);
    if ((*word == '$' || (strchr(word, '/') && !strchr(word, '='))) && !is_known_command(job, word))
        quantity_say(job->said, MEANS_STARTER, NULL, word, place);
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

/* Keeps how many GPUs the hosts of a part have. GPUs that do not divide are spread unevenly. */
static void keep_hosts(struct job *job)
{
    struct quantity said[MEANING__COUNT];
    memcpy(said, job->said, sizeof said);
    derive_all(said);
    int64_t each = said[MEANS_GPUS_PER_NODE].number, all = said[MEANS_GPUS].number,
            nodes = said[MEANS_NODES].number;
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

/* True for a line that says something to the shell: the scheduler reads no further. */
static bool is_shell_line(const char *start, const char *end)
{
    while (start < end && isspace((unsigned char)*start))
        start++;
    return start < end && *start != '#';
}

/* A script that is written by another begins anew. */
static void read_scheduler_line(struct job *job, struct span place, const char *start,
                                const char *end)
{
    const char *marker = job->table->marker.text;
    size_t size = strlen(marker), length = (size_t)(end - start);
    bool is_first = length > 1 && memcmp(start, "#!", 2) == 0;
    job->begun = !is_first && (job->begun || is_shell_line(start, end));
    if (length <= size || memcmp(start, marker, size) != 0)
        return;
    struct command command = {.said = job->said};
    job->lines++;
    if (job->begun)
        return;
    if (separates(job, start + size, end))
        end_part(job);
    else
        read_options(job, &command, place, start, start + size, end);
}

/* A comment, also behind a command, starts nothing. */
static void read_command_line(struct job *job, struct span place, const char *start,
                              const char *end)
{
    const char *comment = *start == '#' ? start : memmem(start, (size_t)(end - start), " #", 2);
    read_commands(job, place, start, comment ? comment : end);
    read_first_word(job, place, start, comment ? comment : end);
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
        derive(job->said, MEANS_FEWEST_GPUS, job->fewest, MEANS_GPUS_PER_NODE);
        derive(job->said, MEANS_MOST_GPUS, job->most, MEANS_GPUS_PER_NODE);
    }
}

/* The quantity of the scheduler's that a variable of the script has ("$NAME", "${NAME}"), by the
 * facts of the table; NULL: another variable. */
static const struct quantity *variable_quantity(const struct job *job, const char *text,
                                                const struct quantity *known)
{
    char fact[sizeof known->text + 8];
    const char *name = text + (*text == '$'), *begin = name + (*name == '{');
    snprintf(fact, sizeof fact, "env.%.*s", (int)strcspn(begin, "}"), begin);
    for (size_t i = 0; *text == '$' && i < job->table->fact_count; i++) {
        const struct table_job_fact *row = &job->table->facts[i];
        if (row->from.text && !row->value.text && strcmp(row->fact.text, fact) == 0)
            return &known[find_meaning(row->from.text)];
    }
    return NULL;
}

/* Fills variables of the scheduler's own in. */
static void fill_in(const struct job *job, const struct quantity *known, struct quantity *said)
{
    for (size_t i = 0; i < MEANING__COUNT; i++) {
        bool open = meaning_reading((enum meaning)i) != READ_TEXT && quantity_is_open(&said[i]);
        const struct quantity *from = open ? variable_quantity(job, said[i].text, known) : NULL;
        if (from && from->text[0])
            said[i].number = from->number;
    }
}

/* What the command that starts the tasks says outranks the script. */
static void add_step(struct job *job)
{
    struct quantity known[MEANING__COUNT];
    memcpy(known, job->said, sizeof known);
    derive_all(known);
    fill_in(job, known, job->said);
    fill_in(job, known, job->step);
    for (size_t i = 0; i < MEANING__COUNT; i++) {
        if (job->step[i].text[0])
            job->said[i] = job->step[i];
    }
}

bool job_read_script(struct job *job, const char *text, size_t length)
{
    job->fewest = job->most = -1;
    read_lines(job, text, length, read_scheduler_line);
    if (job->lines == 0)
        return false;
    join_parts(job);
    read_lines(job, text, length, read_command_line);
    add_step(job);
    derive_all(job->said);
    return true;
}
