/* accord version: which accord this is and what it was built with. */
#include "accord.h"
#include "command.h"
#include "output.h"
#include "say.h"

static enum outcome run(const struct arguments *arguments)
{
    struct output output;

    if (arguments->count > 0) {
        say("accord version takes no words");
        return OUTCOME_TROUBLE;
    }
    if (!output_open_path("-", &output))
        return OUTCOME_TROUBLE;
    fprintf(output.stream, "accord %s\n%s\n", accord_version(), accord_features());
    return output_close(&output, true) ? OUTCOME_CLEAN : OUTCOME_TROUBLE;
}

const struct command cmd_version = {
    .name = "version",
    .summary = "show the version and what this build has",
    .text = "Shows the version and what this build has.",
    .run = run,
};
