/* Config text: what was read from a config file, as text for comparing. */
#ifndef ACCORD_TESTS_CONFIG_TEXT_H
#define ACCORD_TESTS_CONFIG_TEXT_H

#include "base/text.h"
#include "config/config.h"

/* The kinds of the built-in tables, loaded once; NULL when they do not load. */
const struct config_kinds *config_text_kinds(void);

/* Adds kind, requests and findings, a line each; `folder` is left out of paths. */
void config_text_add(struct text *out, const char *folder, const struct config_file *file);

#endif
