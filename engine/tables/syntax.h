/* Syntax: libyaml's errors as findings. */
#ifndef ACCORD_TABLES_SYNTAX_H
#define ACCORD_TABLES_SYNTAX_H

#include <stdbool.h>
#include <yaml.h>

#include "base/diagnostic.h"
#include "tables/tree.h"

/* Reports the error at which the parser stopped. False when it is the want of memory. */
bool syntax_report(const struct tree_text *text, const yaml_parser_t *parser,
                   struct diagnostics *findings);

#endif
