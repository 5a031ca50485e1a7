/* A request from a command line. Which fields there are is known to the tables alone. */
#include "request.h"

#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "guess.h"
#include "say.h"

const struct option option_set = {
    .name = "set",
    .value = "FIELD=VALUE",
    .summary = "the same as the word FIELD=VALUE; repeatable",
};

const struct option option_field = {
    .name = "FIELD",
    .value = "VALUE",
    .summary =
        "any field of a request, such as --accelerator gpu or --num-nodes 2; true without a value "
        "(--sync-batchnorm); see accord list fields",
};

/* A field looked for among those of a framework. */
struct search {
    const char *name; /* as an option names it: num-nodes */
    size_t length;
    bool is_found;
    char *found;   /* the field's own name: num_nodes; NULL when there was no memory for it */
    bool is_truth; /* it may stand without a value */
    struct guess guess;
};

/* Whether an option's name is a field's: '-' stands for '_'. */
static bool is_same_name(const char *option, size_t length, const char *field)
{
    if (strlen(field) != length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (option[i] != field[i] && !(option[i] == '-' && field[i] == '_'))
            return false;
    return true;
}

/* Looks at one field of the listing; its detail begins with its role and type. */
static bool visit_field(void *context, const struct accord_item *item)
{
    struct search *search = context;
    const char *detail = item->detail ? item->detail : "";

    /* Dotted fields are readings of others and cannot be asked for by themselves. */
    if (strncmp(detail, "request", strlen("request")) != 0 || strchr(item->name, '.'))
        return true;
    guess_consider(&search->guess, item->name);
    if (!is_same_name(search->name, search->length, item->name))
        return true;
    search->is_truth = strstr(detail, "truth") != NULL;
    search->is_found = true;
    search->found = strdup(item->name);
    return false;
}

/* Says that an option is neither one of the command nor a field. */
static void say_unknown_option(const struct session *session, struct search *search)
{
    const struct command *command = session->arguments->command;
    char nearest[GUESS_LENGTH] = "";

    option_guess(command, &search->guess);
    if (guess_best(&search->guess))
        strcpy(nearest, guess_best(&search->guess));
    for (char *letter = nearest; *letter; letter++)
        if (*letter == '_')
            *letter = '-';
    say("accord %s has no option --%.*s, and no field has that name", command->name,
        say_length(search->length), search->name);
    say_nearest("--", nearest[0] ? nearest : NULL);
}

/* Sets a field, or says why not. */
static bool set_field(struct session *session, accord_spec *spec, const char *field,
                      const char *text)
{
    enum accord_status status = field ? accord_spec_set(spec, field, text) : ACCORD_NO_MEMORY;

    return session_check(session, status, field ? field : "request");
}

/* FIELD=VALUE. Whether the field exists is the resolver's to say: it knows the releases that had
 * it. */
static bool read_assignment(struct session *session, accord_spec *spec, const char *word)
{
    size_t length = strcspn(word, "=");

    if (length == 0 || word[length] != '=') {
        say("'%.80s' is not FIELD=VALUE", word);
        return false;
    }
    char *field = strndup(word, length);
    bool set = set_field(session, spec, field, word + length + 1);
    free(field);
    return set;
}

/* --FIELD VALUE, --FIELD. */
static bool read_option(struct session *session, const accord_framework *framework,
                        accord_spec *spec, const struct setting *setting)
{
    struct search search = {.name = setting->name, .length = setting->name_length};
    bool set = false;

    guess_start(&search.guess, setting->name, setting->name_length);
    enum accord_status status =
        accord_engine_list(session->engine, framework, "fields", visit_field, &search);
    if (!session_check(session, status, "fields"))
        return false;
    if (!search.is_found)
        say_unknown_option(session, &search);
    else if (!setting->value && !search.is_truth)
        say("--%.*s needs a value", say_length(setting->name_length), setting->name);
    else
        set = set_field(session, spec, search.found, setting->value ? setting->value : "true");
    free(search.found);
    return set;
}

/* One setting, if it says something about the request. */
static bool read_setting(struct session *session, const accord_framework *framework,
                         accord_spec *spec, const struct setting *setting)
{
    if (setting->option == NULL || setting->option == &option_set)
        return read_assignment(session, spec, setting->value);
    if (setting->option == &option_field)
        return read_option(session, framework, spec, setting);
    return true;
}

/* The request that the arguments make. */
accord_spec *request_read(struct session *session, const accord_framework *framework)
{
    accord_spec *spec = accord_spec_new();

    if (!session_check(session, spec ? ACCORD_OK : ACCORD_NO_MEMORY, "request"))
        return NULL;
    for (size_t i = 0; i < session->arguments->count; i++)
        if (!read_setting(session, framework, spec, &session->arguments->settings[i])) {
            accord_spec_free(spec);
            return NULL;
        }
    return spec;
}
