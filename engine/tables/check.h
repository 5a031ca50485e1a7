/* Check: what can be said of a whole model without knowing what its tests and expressions mean. */
#ifndef ACCORD_TABLES_CHECK_H
#define ACCORD_TABLES_CHECK_H

#include <stdbool.h>

#include "base/diagnostic.h"
#include "ruleset/model.h"

/* Reports unknown stages and registries, and rules without exactly one effect or a message. False
 * without memory. */
bool check_model(const struct model *model, struct diagnostics *findings);

#endif
