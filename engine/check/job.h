/* Job: what a job script says about the machine that it will run on. Which options a scheduler has,
 * and which facts follow from them, stands in a table (rules/jobs). */
#ifndef ACCORD_CHECK_JOB_H
#define ACCORD_CHECK_JOB_H

#include "base/diagnostic.h"
#include "facts/facts.h"

/* Adds the facts of a script, each with its place. `table` is the tree of a table file. False
 * without memory; a script that the table finds nothing in is a finding. */
bool job_read(const struct value *table, const char *file, const char *text, size_t length,
              struct facts *facts, struct diagnostics *findings);

#endif
