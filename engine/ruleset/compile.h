/* Compile: a model becomes a ruleset. Reports every fault of meaning: unknown fields, values,
 * tests, expressions, contradictions. */
#ifndef ACCORD_RULESET_COMPILE_H
#define ACCORD_RULESET_COMPILE_H

#include "ruleset/model.h"
#include "ruleset/ruleset.h"

enum compile_status { COMPILE_OK, COMPILE_FAULTY, COMPILE_NO_MEMORY };

/* `policies` are the names that `read` rules may use, NULL-terminated. The ruleset is one block:
 * free(). */
enum compile_status compile(const struct model *model, const char *const *policies,
                            struct diagnostics *findings, struct ruleset **ret_ruleset);

#endif
