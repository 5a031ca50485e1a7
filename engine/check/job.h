/* Job: what a job script says about the machine that it will run on. Which options a scheduler has,
 * and which facts follow from them, stands in a table (rules/jobs). */
#ifndef ACCORD_CHECK_JOB_H
#define ACCORD_CHECK_JOB_H

#include "base/diagnostic.h"
#include "facts/facts.h"
#include "tables/job_table.h"

/* Detail of facts that a script says something of that is filled in elsewhere: they are not known.
 */
#define JOB_OPEN_DETAIL "job script, not known"

/* Adds the facts of a script, each with its place; one that is not known as null, with
 * JOB_OPEN_DETAIL. False without memory; a script that the table
 * finds nothing in is a finding, and so is a word of the table that means nothing. */
bool job_read(const struct table_job *table, const char *file, const char *text, size_t length,
              struct facts *facts, struct diagnostics *findings);

#endif
