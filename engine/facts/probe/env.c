/* Facts env.NAME: those environment variables that tables declare, and no others. */
#include <stdlib.h>
#include <string.h>

#include "facts/probe/answer.h"
#include "facts/probe/sources.h"

static bool read_env(const struct probe_request *request, struct facts *facts)
{
    for (size_t i = 0; i < request->count; i++) {
        const char *name = request->names[i];
        const char *text = strncmp(name, "env.", 4) == 0 ? getenv(name + 4) : NULL;
        if (text && !answer_text(facts, name, text, "environment"))
            return false;
    }
    return true;
}

const struct probe probe_env = {
    .name = "env",
    .summary = "environment variables that the tables declare",
    .provides = "env.*",
    .read = read_env,
};
