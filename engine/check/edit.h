/* Edit: values as the file's language writes them, and changes put into its text. */
#ifndef ACCORD_CHECK_EDIT_H
#define ACCORD_CHECK_EDIT_H

#include "base/text.h"
#include "check/finding.h"

/* True when the file's language is JSON, in which every text has quotes. */
bool edit_is_json(const char *text, size_t length);

/* How a value, given as a command line would give it, is written in place of `old`: typed, and
 * quoted where it must be or where the old one was. NULL without memory. */
const char *edit_value(struct arena *arena, const char *value, const char *old, size_t old_length,
                       bool is_json);

/* Puts every edit that comes with a finding (only safe ones, unless `unsafe`) into the text, and
 * marks the findings as fixed. Where two touch, the first one counts. Returns how many were made.
 */
size_t edits_apply(const char *text, size_t length, struct checked *checked, bool unsafe,
                   struct text *out);

/* The lines that differ, as diff -u writes them. */
void diff_add(struct text *out, const char *path, const char *before, size_t before_length,
              const char *after, size_t after_length);

#endif
