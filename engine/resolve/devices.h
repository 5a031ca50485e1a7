/* Devices: the policies by which an accelerator's table entry says how a device value is read: a
 * count, a list of indices, a slot. */
#ifndef ACCORD_RESOLVE_DEVICES_H
#define ACCORD_RESOLVE_DEVICES_H

#include "ruleset/evaluate.h"

/* Names of the policies, NULL-terminated, for the compiler. */
extern const char *const device_policies[];

/* The `read` effect of rules: see evaluate_read. */
bool devices_read(struct world *world, const struct read_effect *effect, const char *policy,
                  int64_t available, bool available_known, origin from);

/* More devices than this are a mistake in every request. */
enum { DEVICES_MOST = 1 << 20 };

#endif
