/* Options of the commands that work with a checker. */
#ifndef TOOLS_CHECK_OPTIONS_H
#define TOOLS_CHECK_OPTIONS_H

#include "accord.h"
#include "option.h"

extern const struct option option_allow_empty;
extern const struct option option_baseline;
extern const struct option option_config;
extern const struct option option_diff;
extern const struct option option_exclude;
extern const struct option option_fail_on;
extern const struct option option_fix;
extern const struct option option_ignore;
extern const struct option option_job;
extern const struct option option_jobs;
extern const struct option option_kind;
extern const struct option option_max_findings;
extern const struct option option_no_config;
extern const struct option option_select;
extern const struct option option_severity;
extern const struct option option_unsafe_fixes;

/* Gives a checker its settings file and what the options say. False when something is at fault,
 * which has been said. */
bool check_options_apply(const struct arguments *arguments, accord_checker *checker,
                         accord_findings *findings);

/* Says the findings so far, and what else went wrong with `subject` unless `status` is ACCORD_OK;
 * false then. */
bool check_options_report(enum accord_status status, accord_findings *findings,
                          const char *subject);

#endif
