/* What accord resolve says beyond the answer: changes that would make it run, how a value came
 * about, and what the answer is when facts are not known. */
#ifndef TOOLS_ADVICE_H
#define TOOLS_ADVICE_H

#include <stdio.h>

#include "accord.h"
#include "command.h"
#include "option.h"

extern const struct option option_unknown;
extern const struct option option_explain;
extern const struct option option_max_fixes;
extern const struct option option_keep;

/* Looks for the smallest changes, and what decides the failure, so that reports show them. False
 * without memory, which has been said. */
bool advice_add(const struct arguments *arguments, accord_resolution *resolution);

/* Prints what --explain asks for. False when it could not, which has been said. */
bool advice_explain(const struct arguments *arguments, accord_resolution *resolution, FILE *stream);

/* Answers with what --unknown names not known. */
enum outcome advice_examine(const struct arguments *arguments, const accord_framework *framework,
                            const accord_facts *facts, const accord_spec *spec);

#endif
