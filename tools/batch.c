/* Requests as JSON lines, answered one by one in their order. */
#include "batch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lines.h"
#include "quote.h"
#include "say.h"

struct batch {
    accord_engine *engine;
    struct output *output;
    size_t number; /* of the line, counted from 1 */
    enum outcome outcome;
};

/* The worst outcome of any line is that of the batch. */
static void note_outcome(struct batch *batch, enum outcome outcome)
{
    if (outcome > batch->outcome)
        batch->outcome = outcome;
}

/* Answers a line that did not reach the engine, or that it could not answer. `id` of the message
 * may be NULL. */
static void refuse_line(struct batch *batch, const char *id, const char *message)
{
    const struct member members[] = {
        {"id", id, 0},
        {"severity", "error", 0},
        {"message", message, 0},
        {"line", NULL, (unsigned)batch->number},
    };
    FILE *stream = batch->output->stream;

    fputs("{\"id\": null, \"ok\": false, \"diagnostics\": [", stream);
    quote_object(stream, members, sizeof members / sizeof *members);
    fputs("]}\n", stream);
    note_outcome(batch, OUTCOME_TROUBLE);
}

/* Whether a line holds nothing but white space. */
static bool is_empty(const char *line, size_t length)
{
    while (length > 0 && strchr(" \t\r", line[length - 1]) && line[length - 1] != '\0')
        length--;
    return length == 0;
}

/* Answers one line. */
static void answer_line(struct batch *batch, const char *line, size_t length)
{
    char *answer = NULL;
    bool ok = false;

    if (is_empty(line, length))
        return;
    enum accord_status status =
        accord_engine_answer(batch->engine, line, length, batch->number, &answer, &ok);
    if (status != ACCORD_OK && status != ACCORD_FAULTY) {
        refuse_line(batch, NULL, accord_status_text(status));
        return;
    }
    fputs(answer, batch->output->stream);
    fputc('\n', batch->output->stream);
    free(answer);
    note_outcome(batch, status == ACCORD_FAULTY ? OUTCOME_TROUBLE
                        : ok                    ? OUTCOME_CLEAN
                                                : OUTCOME_FINDINGS);
}

/* Answers all lines that were read. False when the input has ended. */
static bool answer_lines(struct batch *batch, struct lines *lines)
{
    const char *line;
    size_t length;

    for (;;) {
        enum line_kind kind = lines_next(lines, &line, &length);
        if (kind == LINE_NONE || kind == LINE_WANTED)
            return kind == LINE_WANTED;
        batch->number++;
        if (kind == LINE_WHOLE)
            answer_line(batch, line, length);
        else
            refuse_line(batch, "ACC0209",
                        "the line is longer than accord reads (16 MiB); it was skipped");
    }
}

/* Reads and answers until the input ends or nobody takes the answers. */
static bool answer_all(struct batch *batch, struct lines *lines, const char *path)
{
    /* Flushed only here: before input is waited for, not after every line of a file. */
    while (answer_lines(batch, lines)) {
        if (!output_flush(batch->output))
            return false;
        if (!lines_fill(lines)) {
            say("cannot read %.200s: %s", path, strerror(errno));
            return false;
        }
    }
    return true;
}

/* Answers every line of this file. */
bool batch_run(accord_engine *engine, const char *path, struct output *output,
               enum outcome *ret_outcome)
{
    struct batch batch = {.engine = engine, .output = output};
    bool given = strcmp(path, "-") == 0;
    struct lines lines = {.descriptor = given ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)};

    if (lines.descriptor < 0) {
        say("cannot read %.200s: %s", path, strerror(errno));
        return false;
    }
    bool complete = answer_all(&batch, &lines, path);
    if (!given)
        close(lines.descriptor);
    lines_clear(&lines);
    *ret_outcome = batch.outcome;
    return complete;
}
