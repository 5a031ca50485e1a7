#include "check/job_said.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"

/* Marks of what a shell or a template fills in. */
static const char hole_marks[] = "$`{%";

static int64_t leading_number(const char *text)
{
    int64_t number;
    size_t length = strspn(text, "0123456789");
    return length > 0 && length < 10 && text_read_integer(text, length, &number) ? number : -1;
}

/* A whole number: "2-4" is none. */
static int64_t whole_number(const char *text)
{
    return text[strspn(text, "0123456789")] ? -1 : leading_number(text);
}

/* "gpu:a100:4", "gpu:2", "4": the number behind the last colon; a name alone is one. */
static int64_t resource_number(const char *text)
{
    const char *colon = strrchr(text, ':');
    int64_t number = leading_number(colon ? colon + 1 : text);
    if (strpbrk(text, hole_marks))
        return -1;
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

bool quantity_is_open(const struct quantity *quantity)
{
    return quantity->text[0] && quantity->number < 0;
}

void quantity_say(struct quantity said[MEANING__COUNT], enum meaning meaning, const char *only,
                  const char *text, struct span place)
{
    const char *part = only ? resource_part(text, only) : text;
    if (part == NULL || meaning == MEANING__COUNT)
        return;
    struct quantity *quantity = &said[meaning];
    snprintf(quantity->text, sizeof quantity->text, "%.*s", (int)strcspn(part, only ? "," : ""),
             part);
    quantity->number = meaning_reading(meaning) == READ_RESOURCE ? resource_number(quantity->text)
                                                                 : whole_number(quantity->text);
    quantity->place = place;
}

/* ---- what follows ---- */

void derive(struct quantity said[MEANING__COUNT], enum meaning meaning, int64_t number,
            enum meaning from)
{
    struct quantity *quantity = &said[meaning];
    if (quantity->text[0] || number < 0)
        return;
    integer_text(number, quantity->text);
    quantity->number = number;
    quantity->place = said[from].place;
}

/* What follows from something that is not known is not known either. */
static void derive_open(struct quantity said[MEANING__COUNT], enum meaning meaning,
                        enum meaning from)
{
    if (said[meaning].text[0] == '\0' && quantity_is_open(&said[from]))
        said[meaning] = said[from];
}

/* Nodes that nobody asked for: as many as the tasks need. */
static void derive_nodes(struct quantity said[MEANING__COUNT])
{
    int64_t tasks = said[MEANS_TASKS].number, each = said[MEANS_TASKS_PER_NODE].number;
    if (said[MEANS_TASKS].text[0] && said[MEANS_TASKS_PER_NODE].text[0]) {
        derive_open(said, MEANS_NODES, MEANS_TASKS);
        derive_open(said, MEANS_NODES, MEANS_TASKS_PER_NODE);
        if (tasks > 0 && each > 0)
            derive(said, MEANS_NODES, (tasks + each - 1) / each, MEANS_TASKS_PER_NODE);
    }
    derive(said, MEANS_NODES, 1, MEANS_NODES);
}

static void derive_tasks(struct quantity said[MEANING__COUNT])
{
    int64_t nodes = said[MEANS_NODES].number, each = said[MEANS_TASKS_PER_NODE].number;
    derive_open(said, MEANS_TASKS, MEANS_NODES);
    derive_open(said, MEANS_TASKS, MEANS_TASKS_PER_NODE);
    if (nodes > 0)
        derive(said, MEANS_TASKS, said[MEANS_TASKS_PER_NODE].text[0] ? each * nodes : nodes,
               MEANS_TASKS_PER_NODE);
}

static void derive_gpus(struct quantity said[MEANING__COUNT])
{
    int64_t nodes = said[MEANS_NODES].number, tasks = said[MEANS_TASKS].number;
    if (nodes <= 0)
        return;
    if (said[MEANS_GPUS_PER_TASK].number > 0 && tasks > 0 && tasks % nodes == 0)
        derive(said, MEANS_GPUS_PER_NODE, said[MEANS_GPUS_PER_TASK].number * (tasks / nodes),
               MEANS_GPUS_PER_TASK);
    if (said[MEANS_GPUS].number > 0 && said[MEANS_GPUS].number % nodes == 0)
        derive(said, MEANS_GPUS_PER_NODE, said[MEANS_GPUS].number / nodes, MEANS_GPUS);
}

/* How many processes find together. */
static void derive_world(struct quantity said[MEANING__COUNT])
{
    if (said[MEANS_NODES].number == 1)
        derive(said, MEANS_PROCESS_NODES, 1, MEANS_PROCESSES);
    derive_open(said, MEANS_WORLD, MEANS_PROCESSES);
    derive_open(said, MEANS_WORLD, MEANS_PROCESS_NODES);
    if (said[MEANS_PROCESSES].number > 0 && said[MEANS_PROCESS_NODES].number > 0)
        derive(said, MEANS_WORLD, said[MEANS_PROCESSES].number * said[MEANS_PROCESS_NODES].number,
               MEANS_PROCESSES);
}

/* A program that the script runs itself, where nothing in it may start others. */
static void derive_alone(struct quantity said[MEANING__COUNT])
{
    if (!said[MEANS_STEP].text[0] && !said[MEANS_ELASTIC].text[0] && !said[MEANS_STARTER].text[0])
        said[MEANS_ALONE] = said[MEANS_PROGRAM];
}

void derive_all(struct quantity said[MEANING__COUNT])
{
    derive_nodes(said);
    derive_tasks(said);
    derive_gpus(said);
    derive_world(said);
    derive_alone(said);
}
