/* Sink: a bounded buffer that goes on counting when it is full, for functions that tell the whole
 * length like snprintf. */
#ifndef ACCORD_BASE_SINK_H
#define ACCORD_BASE_SINK_H

#include <stddef.h>
#include <stdint.h>

#include "base/value.h"

struct sink {
    char *buffer;
    size_t room;   /* bytes that may be written; one more is kept for the final NUL */
    size_t length; /* bytes that would have been written */
};

/* `size` counts the final NUL; 0: nothing is written. */
void sink_init(struct sink *sink, char *buffer, size_t size);
void sink_add(struct sink *sink, const char *bytes, size_t count);
void sink_add_text(struct sink *sink, const char *text);
void sink_add_integer(struct sink *sink, int64_t integer);
void sink_add_value(struct sink *sink, const struct value *value);

/* Writes the final NUL; returns the whole length. */
size_t sink_finish(struct sink *sink);

#endif
