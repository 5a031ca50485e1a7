#include "base/sink.h"

#include <string.h>

#include "base/number.h"

void sink_init(struct sink *sink, char *buffer, size_t size)
{
    *sink = (struct sink){.buffer = size ? buffer : NULL, .room = size ? size - 1 : 0};
}

void sink_add(struct sink *sink, const char *bytes, size_t count)
{
    if (sink->length < sink->room) {
        size_t room = sink->room - sink->length;
        memcpy(sink->buffer + sink->length, bytes, count < room ? count : room);
    }
    sink->length += count;
}

void sink_add_text(struct sink *sink, const char *text) { sink_add(sink, text, strlen(text)); }

void sink_add_integer(struct sink *sink, int64_t integer)
{
    char digits[INTEGER_TEXT_SIZE];
    sink_add(sink, digits, integer_text(integer, digits));
}

void sink_add_value(struct sink *sink, const struct value *value)
{
    /* value_text writes a NUL of its own, into the byte that is kept for the final one. */
    size_t room = sink->length < sink->room ? sink->room - sink->length + 1 : 0;
    sink->length += value_text(value, room ? sink->buffer + sink->length : NULL, room);
}

size_t sink_finish(struct sink *sink)
{
    if (sink->buffer)
        sink->buffer[sink->length < sink->room ? sink->length : sink->room] = '\0';
    return sink->length;
}
