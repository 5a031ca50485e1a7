/* Requests as JSON lines, answered one by one in their order. */
#ifndef TOOLS_BATCH_H
#define TOOLS_BATCH_H

#include "accord.h"
#include "command.h"
#include "output.h"

/* Answers every line of this file ("-": standard input). Each answer is written out before more
 * input is waited for, so that a program on the other end of two pipes may ask line by line. False
 * when not every line could be answered: the input could not be read to its end, which has been
 * said, or the output not written. *ret_outcome is the worst of any line. */
bool batch_run(accord_engine *engine, const char *path, struct output *output,
               enum outcome *ret_outcome);

#endif
