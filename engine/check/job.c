#include "check/job.h"

#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "check/job_lines.h"

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
    [MEANS_PROGRAM] = {"program", READ_TEXT},
    [MEANS_STARTER] = {"starter", READ_TEXT},
    [MEANS_ALONE] = {"alone", READ_TEXT},
};

const char *meaning_word(enum meaning meaning) { return meanings[meaning].word; }
enum reading meaning_reading(enum meaning meaning) { return meanings[meaning].reading; }

enum meaning find_meaning(const char *word)
{
    enum meaning meaning = 0;
    while (meaning < MEANING__COUNT && !(word && strcmp(meanings[meaning].word, word) == 0))
        meaning++;
    return meaning;
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
    bool is_text = meaning_reading(meaning) == READ_TEXT;
    if (quantity->text[0] == '\0' || (!is_text && quantity->number < 0))
        return NULL;
    *ret_place = quantity->place.file ? quantity->place : *ret_place;
    integer_text(quantity->number, number);
    return fixed ? fixed : is_text ? quantity->text : number;
}

/* True when something was said of a number, and the number is not known. */
static bool is_open(const struct job *job, enum meaning meaning)
{
    return meaning_reading(meaning) != READ_TEXT && quantity_is_open(&job->said[meaning]);
}

static bool add_fact(const struct job *job, const struct table_job_fact *row, struct facts *facts)
{
    const char *name = row->fact.text;
    char number[INTEGER_TEXT_SIZE];
    struct span place = {.file = job->file, .line = 1, .column = 1};
    const char *text = fact_text(job, row, number, &place);
    bool open = !text && row->from.text && is_open(job, find_meaning(row->from.text));
    if (text == NULL && !open)
        return true;
    struct arena arena;
    arena_init(&arena);
    bool is_text = strncmp(name, "env.", 4) == 0;
    struct value *value = open      ? value_null(&arena)
                          : is_text ? value_string(&arena, text, strlen(text))
                                    : value_from_text(&arena, text, strlen(text));
    bool complete = value && facts_set(facts, name, value, FACT_FILE, place,
                                       open ? JOB_OPEN_DETAIL : "job script");
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
        words[i] = meaning_word((enum meaning)i);
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
    struct job job = {.table = table, .file = file};
    bool complete = true;
    if (!check_table(table, findings))
        return true;
    if (!job_read_script(&job, text, length)) {
        diagnostics_add(findings, MESSAGE_REQUEST_SHAPE,
                        (struct span){.file = file, .line = 1, .column = 1}, NULL, "a job script",
                        "a script with lines for its scheduler", "this");
        return true;
    }
    name_job(&job);
    for (size_t i = 0; complete && i < table->fact_count; i++)
        complete = add_fact(&job, &table->facts[i], facts);
    return complete;
}
