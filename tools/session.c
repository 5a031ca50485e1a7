/* What a command needs of the library, made when it is first asked for. */
#include "session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "say.h"

/* Says the findings so far, remembers the warnings among them, and whether there was an error. */
static bool say_all(struct session *session)
{
    size_t errors = accord_findings_errors(session->findings);
    struct accord_diagnostic finding;

    for (size_t i = 0; accord_findings_at(session->findings, i, &finding); i++)
        session->warnings += finding.severity == ACCORD_SEVERITY_WARNING;
    say_findings(session->findings);
    accord_findings_clear(session->findings);
    return errors > 0;
}

/* Says what went wrong with `subject` unless `status` is ACCORD_OK; false then. */
bool session_check(struct session *session, enum accord_status status, const char *subject)
{
    int error = errno;
    bool explained = say_all(session);

    if (status == ACCORD_OK)
        return true;
    if (status == ACCORD_UNREADABLE && !explained)
        say("cannot read %.200s: %s", subject, error ? strerror(error) : "unknown error");
    else if (!explained)
        say("%.200s: %s", subject, accord_status_text(status));
    return false;
}

/* Replaces and adds to the built-in tables. */
static bool load_tables(struct session *session)
{
    const char *tables = arguments_value(session->arguments, &option_tables);
    const struct setting *setting;

    errno = 0;
    if (tables &&
        !session_check(session, accord_engine_set_tables(session->engine, tables), tables))
        return false;
    for (size_t i = 0; (setting = arguments_next(session->arguments, &option_rules, &i));) {
        enum accord_status status = accord_engine_load(session->engine, setting->value);
        if (!session_check(session, status, setting->value))
            return false;
    }
    return true;
}

/* An engine on the tables that --tables and --rules ask for. */
bool session_open(const struct arguments *arguments, struct session *ret_session)
{
    *ret_session = (struct session){
        .arguments = arguments,
        .engine = accord_engine_new(),
        .findings = accord_findings_new(),
    };
    if (ret_session->engine && ret_session->findings)
        return load_tables(ret_session);
    say("out of memory");
    return false;
}

void session_close(struct session *session)
{
    accord_findings_free(session->findings);
    accord_engine_free(session->engine);
    *session = (struct session){0};
}

/* The framework that --framework asks for, or the default one. */
const accord_framework *session_framework(struct session *session)
{
    const char *name = arguments_value(session->arguments, &option_framework);
    enum accord_status status = ACCORD_OK;

    /* The engine is told too: which facts are probed depends on the framework. */
    errno = 0;
    if (name)
        status = accord_engine_use(session->engine, name, session->findings);
    if (!session_check(session, status, name ? name : "the default framework"))
        return NULL;
    const accord_framework *framework =
        accord_engine_framework(session->engine, NULL, session->findings);
    session_check(session, framework ? ACCORD_OK : ACCORD_FAULTY,
                  name ? name : "the default framework");
    return framework;
}

/* One --fact NAME=VALUE. */
static bool add_fact(struct session *session, accord_facts *facts, const char *fact)
{
    size_t length = strcspn(fact, "=");

    if (length == 0 || fact[length] != '=') {
        say("--fact takes NAME=VALUE, not '%.80s'", fact);
        return false;
    }
    char *name = strndup(fact, length);
    enum accord_status status = ACCORD_NO_MEMORY;
    if (name)
        status = accord_facts_set(facts, name, fact + length + 1);
    free(name);
    return session_check(session, status, fact);
}

static bool add_file(struct session *session, accord_facts *facts, const char *path)
{
    const char *readable = strcmp(path, "-") == 0 ? "/dev/stdin" : path;

    return session_check(session, accord_facts_read(facts, readable, session->findings), path);
}

static bool add_target(struct session *session, accord_facts *facts, const char *name)
{
    enum accord_status status =
        accord_facts_target(facts, session->engine, name, session->findings);

    return session_check(session, status, name);
}

/* Every value of each option that gives facts. */
static bool add_all(struct session *session, accord_facts *facts)
{
    static const struct {
        const struct option *option;
        bool (*add)(struct session *session, accord_facts *facts, const char *value);
    } rows[] = {{&option_target, add_target}, {&option_facts, add_file}, {&option_fact, add_fact}};
    const struct setting *setting;

    errno = 0;
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++)
        for (size_t i = 0; (setting = arguments_next(session->arguments, rows[row].option, &i));)
            if (!rows[row].add(session, facts, setting->value))
                return false;
    return true;
}

/* Whether this machine says what it has. A target or a file describes a machine, which would be
 * mixed up with this one. */
static bool is_probing(const struct arguments *arguments)
{
    return !arguments_has(arguments, &option_no_probe) &&
           !arguments_has(arguments, &option_target) && !arguments_has(arguments, &option_facts);
}

/* Whether the tables know the facts that were given; says so otherwise. */
static bool check_facts(struct session *session, const accord_facts *facts)
{
    const accord_framework *framework = session_framework(session);
    return framework &&
           session_check(session, accord_facts_check(facts, framework, session->findings),
                         "the facts");
}

/* Facts from a probe that the options are to add to; NULL when it went wrong, which has been said.
 */
static accord_facts *start_facts(struct session *session, bool probing)
{
    accord_facts *facts = accord_facts_new();
    enum accord_status status = facts ? ACCORD_OK : ACCORD_NO_MEMORY;

    if (facts && probing)
        status = session->whole_machine ? accord_facts_probe(facts, session->engine)
                                        : accord_facts_probe_needed(facts, session->engine);
    if (session_check(session, status, "this machine") && add_all(session, facts) &&
        check_facts(session, facts))
        return facts;
    accord_facts_free(facts);
    return NULL;
}

/* The facts that the options ask for. */
accord_facts *session_facts(struct session *session)
{
    return start_facts(session, is_probing(session->arguments));
}

/* The same without looking at this machine. */
accord_facts *session_given_facts(struct session *session) { return start_facts(session, false); }
