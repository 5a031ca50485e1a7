/* accord completion: what a shell offers behind accord, made from the tables of commands and
 * options. */
#include <string.h>

#include "command.h"
#include "completion.h"
#include "output.h"
#include "say.h"

static const char *const shells[] = {"bash", "zsh", "fish", NULL};

/* Writers in the order of `shells`. */
static void (*const writers[])(FILE *stream) = {completion_write_bash, completion_write_zsh,
                                                completion_write_fish};

/* Writes the script of one shell. */
static enum outcome write_script(size_t shell)
{
    struct output output;

    if (!output_open_path("-", &output))
        return OUTCOME_TROUBLE;
    writers[shell](output.stream);
    return output_close(&output, true) ? OUTCOME_CLEAN : OUTCOME_TROUBLE;
}

static enum outcome run(const struct arguments *arguments)
{
    const struct setting *word = arguments_next(arguments, NULL, &(size_t){0});

    for (size_t i = 0; word && shells[i] && arguments_word_count(arguments) == 1; i++)
        if (strcmp(shells[i], word->value) == 0)
            return write_script(i);
    say("accord completion takes one word, the shell");
    say_choices("there are", shells);
    return OUTCOME_TROUBLE;
}

const struct command cmd_completion = {
    .name = "completion",
    .words = "SHELL",
    .summary = "a script that has bash, zsh or fish complete accord's command lines",
    .text = "Prints the script for bash, zsh or fish. Installed packages bring it along; by hand, "
            "bash reads it with: source <(accord completion bash)",
    .examples = "completion bash\n",
    .choices = shells,
    .run = run,
};
