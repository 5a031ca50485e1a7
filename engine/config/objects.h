/* Objects: values that name the class they are made of. */
#ifndef ACCORD_CONFIG_OBJECTS_H
#define ACCORD_CONFIG_OBJECTS_H

#include "config/reading.h"

/* A value as requests hold it: objects as {class_path, init_args}, in lists too. NULL without
 * memory. */
const struct value *object_normalise(struct arena *arena, const struct kind *kind,
                                     const struct value *value);

/* The class of which the reader of a file makes what a key gets, when that key does not take
 * objects: then the value is only known when the program runs. Else NULL. */
const struct value *object_find_maker(const struct kind *kind, const struct kind_key *key,
                                      const struct value *value);

#endif
