/* Job table: what the lines of a job script mean, and which facts follow (rules/jobs). */
#ifndef ACCORD_TABLES_JOB_TABLE_H
#define ACCORD_TABLES_JOB_TABLE_H

#include <stddef.h>

#include "ruleset/model.h"

/* An option of the scheduler or of a command, and how its value counts. */
struct table_job_option {
    struct word option, letter, means;
    struct word only;    /* the part of a list of resources that counts; absent: the whole value */
    struct word command; /* meaning of the commands behind which it is read too; absent: of none */
};

/* A program that a script may start. */
struct table_job_command {
    struct word command, means;
};

/* A fact with a fixed value, or with what was said; both: the value, once that was said. */
struct table_job_fact {
    struct word fact, value, from;
};

struct table_job {
    struct word format, job, summary, source;
    struct word marker;          /* begins the scheduler's lines */
    struct word_list separators; /* begin another part of a job */
    struct table_job_option *options;
    size_t option_count;
    struct table_job_command *commands;
    size_t command_count;
    struct table_job_fact *facts;
    size_t fact_count;
};

#endif
