/* Where a command's answer goes. A file is written beside its target and renamed, so readers see
 * the old one or the new one. */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "options.h"
#include "say.h"

enum { DOOMED_LIMIT = 16 };

/* The temporary files, for the signal handler. */
static char *volatile doomed[DOOMED_LIMIT];

/* Takes the temporary files away before a signal ends the program. */
static void remove_doomed(int number)
{
    for (size_t i = 0; i < DOOMED_LIMIT; i++)
        if (doomed[i])
            unlink(doomed[i]);
    signal(number, SIG_DFL);
    raise(number);
}

static void watch_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (signal(numbers[i], remove_doomed) == SIG_IGN)
            signal(numbers[i], SIG_IGN); /* nohup stays nohup */
}

/* Says that the output cannot be written. A reader who went away knows it already. */
static void say_unwritable(const char *name, int error)
{
    if (error != EPIPE && error != EBADF)
        say("cannot write %.200s: %s", name, error ? strerror(error) : "unknown error");
}

/* Gives a new file the rights that it would have had without the detour: the old one's, or those of
 * the umask. */
static void set_rights(int descriptor, const struct stat *old)
{
    mode_t mask = umask(0);

    umask(mask);
    (void)fchmod(descriptor, old ? old->st_mode & 0777 : 0666 & ~mask);
}

/* Puts a temporary file in the place of another one, or of none. */
static void replace_doomed(const char *old, char *temporary)
{
    for (size_t i = 0; i < DOOMED_LIMIT; i++)
        if (doomed[i] == old) {
            doomed[i] = temporary;
            return;
        }
}

/* Whether a temporary file was made. */
static bool is_doomed(const char *temporary)
{
    for (size_t i = 0; temporary && i < DOOMED_LIMIT; i++)
        if (doomed[i] == temporary)
            return true;
    return false;
}

/* Opens a file beside `target`, to be renamed at the end. */
static int open_beside(struct output *output, const struct stat *old)
{
    static const char suffix[] = ".XXXXXX";
    size_t length = strlen(output->target);

    output->temporary = malloc(length + sizeof suffix);
    if (!output->temporary)
        return -1;
    memcpy(output->temporary, output->target, length);
    memcpy(output->temporary + length, suffix, sizeof suffix);
    int descriptor = mkstemp(output->temporary);
    if (descriptor < 0)
        return -1;
    replace_doomed(NULL, output->temporary);
    watch_signals();
    set_rights(descriptor, old);
    return descriptor;
}

/* Opens the file for writing. Devices, pipes and sockets are written in place: there is nothing to
 * rename. */
static int open_file(const char *path, struct output *output)
{
    struct stat old;
    bool exists = stat(path, &old) == 0;

    if (exists && !S_ISREG(old.st_mode))
        return open(path, O_WRONLY | O_CLOEXEC);
    /* Through links to the file itself, which is what they asked to replace. */
    output->target = exists ? realpath(path, NULL) : strdup(path);
    return output->target ? open_beside(output, exists ? &old : NULL) : -1;
}

static void release(struct output *output)
{
    if (is_doomed(output->temporary))
        replace_doomed(output->temporary, NULL);
    free(output->target);
    free(output->temporary);
    *output = (struct output){0};
}

/* Gives up on an output that could not be opened. */
static void abandon(struct output *output, int descriptor)
{
    if (descriptor >= 0)
        close(descriptor);
    if (is_doomed(output->temporary))
        unlink(output->temporary);
    release(output);
}

/* Opens this file, "-" for standard output. */
bool output_open_path(const char *path, struct output *ret_output)
{
    struct output output = {.stream = stdout, .name = "standard output"};

    if (strcmp(path, "-") != 0) {
        output.name = path;
        int descriptor = open_file(path, &output);
        output.stream = descriptor < 0 ? NULL : fdopen(descriptor, "w");
        if (!output.stream) {
            say("cannot write %.200s: %s", path, strerror(errno));
            abandon(&output, descriptor);
            return false;
        }
    }
    *ret_output = output;
    return true;
}

/* Whether the answer is coloured: when asked to, or on a terminal whose user did not say no. */
static bool is_coloured(const char *when, bool terminal)
{
    if (when && strcmp(when, "auto") != 0)
        return strcmp(when, "always") == 0;
    const char *refused = getenv("NO_COLOR"), *type = getenv("TERM");
    return terminal && !(refused && *refused) && type && strcmp(type, "dumb") != 0;
}

/* Whether what goes to this output is coloured, by --color and by what it is. */
bool output_is_coloured(const struct arguments *arguments, const struct output *output)
{
    return is_coloured(arguments_value(arguments, &option_color), isatty(fileno(output->stream)));
}

/* Opens the output that -o and --color ask for. */
bool output_open(const struct arguments *arguments, struct output *ret_output)
{
    const char *path = arguments_value(arguments, &option_output);

    if (!output_open_path(path ? path : "-", ret_output))
        return false;
    ret_output->colour = output_is_coloured(arguments, ret_output);
    return true;
}

/* Writes out what is buffered. */
bool output_flush(struct output *output)
{
    if (fflush(output->stream) == 0 && !ferror(output->stream))
        return true;
    output->error = errno;
    return false;
}

/* Puts the file in its place. */
static bool replace_target(struct output *output)
{
    if (rename(output->temporary, output->target) == 0)
        return true;
    output->error = errno;
    return false;
}

/* Ends the output. */
bool output_close(struct output *output, bool keep)
{
    bool written = output->error == 0 && output_flush(output);

    if (fclose(output->stream) != 0 && written) {
        written = false;
        output->error = errno;
    }
    if (output->temporary) {
        bool kept = written && keep && replace_target(output);
        if (!kept)
            unlink(output->temporary);
        written = written && (kept || !keep);
    }
    if (!written)
        say_unwritable(output->name, output->error);
    release(output);
    return written;
}
