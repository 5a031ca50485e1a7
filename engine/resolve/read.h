/* Read: typed values of requests and facts become fields of a world, each as its declaration says.
 */
#ifndef ACCORD_RESOLVE_READ_H
#define ACCORD_RESOLVE_READ_H

#include "base/value.h"
#include "ruleset/world.h"

/* Every field that reads the value of `root`. NULL: the value is absent. The world keeps pointers
 * into `value`. */
void read_value(struct world *world, uint16_t root, const struct value *value, origin from);

/* A request value by the field it belongs to. */
struct root_value {
    uint32_t root;
    const struct value *value;
    origin from;
};

/* The fields whose paths lead into several request values, once all of those are known. */
void read_joint(struct world *world, const struct root_value *roots, size_t count);

/* The last part of a class path, or NULL when the value is no object. */
const char *value_class(const struct value *value);

#endif
