/* Lines: what the lines of a job script say, by its table. Private to job*.c. */
#ifndef ACCORD_CHECK_JOB_LINES_H
#define ACCORD_CHECK_JOB_LINES_H

#include "check/job_said.h"
#include "tables/job_table.h"

/* A job script while it is read. */
struct job {
    const struct table_job *table;
    struct quantity said[MEANING__COUNT];
    struct quantity first[MEANING__COUNT]; /* what was said of the first part of a job of several */
    struct quantity step[MEANING__COUNT];  /* and behind the command that starts the tasks */
    bool begun;                            /* lines for the scheduler stand before the commands */
    bool step_runs;                        /* that command starts a program that the table knows */
    int64_t fewest, most;                  /* GPUs of a host; -1: not said */
    const char *file;
    size_t lines, parts; /* how many the scheduler reads; how many end before this one */
};

/* Reads a whole script, and what follows from it; `job` has its table and file. False: the
 * scheduler reads nothing in it. */
bool job_read_script(struct job *job, const char *text, size_t length);

#endif
