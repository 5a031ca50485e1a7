/* Said: what a job script says in numbers and words, and what follows from it. Private to job*.c.
 */
#ifndef ACCORD_CHECK_JOB_SAID_H
#define ACCORD_CHECK_JOB_SAID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

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
    MEANS_PROGRAM, /* a program that is given a file to run */
    MEANS_STARTER, /* something that may start the processes, or hide the scheduler */
    MEANS_ALONE,   /* a program that nothing else starts */
    MEANING__COUNT
};

/* How the value of an option is read. */
enum reading { READ_NUMBER, READ_RESOURCE, READ_TEXT };

struct quantity {
    char text[128]; /* as written; empty: not said */
    int64_t number; /* -1: none, and what was said is filled in elsewhere */
    struct span place;
};

/* The word of a meaning in tables, and how it is read. */
const char *meaning_word(enum meaning meaning);
enum reading meaning_reading(enum meaning meaning);

/* What a word of the tables means; MEANING__COUNT: nothing. */
enum meaning find_meaning(const char *word);

/* True when a quantity was said and its number is not known. */
bool quantity_is_open(const struct quantity *quantity);

/* Keeps what was said. `only`: the part of a list of resources that counts, or NULL. */
void quantity_say(struct quantity said[MEANING__COUNT], enum meaning meaning, const char *only,
                  const char *text, struct span place);

/* Sets a number that follows from others, unless it was said. Below 0: it does not follow. */
void derive(struct quantity said[MEANING__COUNT], enum meaning meaning, int64_t number,
            enum meaning from);

/* What follows from what was said. Tasks per node are only told to the job when they were asked
 * for. */
void derive_all(struct quantity said[MEANING__COUNT]);

#endif
