/* Where a command's answer goes: standard output, or a file that is replaced whole. */
#ifndef TOOLS_OUTPUT_H
#define TOOLS_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "option.h"

struct output {
    FILE *stream;
    const char *name; /* for messages */
    char *target;     /* file to replace at the end; NULL: written in place */
    char *temporary;  /* written until then, beside the target */
    bool colour;
    int error; /* errno of a write that failed, or 0 */
};

/* Opens the output that -o and --color ask for. False when it cannot be, which has been said. */
bool output_open(const struct arguments *arguments, struct output *ret_output);

/* Opens this file, "-" for standard output. Several may be open at a time. */
bool output_open_path(const char *path, struct output *ret_output);

/* Whether what goes to this output is coloured, by --color and by what it is. */
bool output_is_coloured(const struct arguments *arguments, const struct output *output);

/* Writes out what is buffered. False when that failed; output_close says why. */
bool output_flush(struct output *output);

/* Ends the output. `keep`: the file takes its place; else the one before stays. False when
 * something written was lost: that has been said, except when nobody reads any more. */
bool output_close(struct output *output, bool keep);

#endif
