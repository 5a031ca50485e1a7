/* What a command needs of the library, made when it is first asked for: engine, framework, facts.
 */
#ifndef TOOLS_SESSION_H
#define TOOLS_SESSION_H

#include "accord.h"
#include "option.h"

struct session {
    const struct arguments *arguments;
    accord_engine *engine;
    accord_findings *findings; /* about tables and facts; said when they come up */
    size_t warnings;           /* warnings likewise */
    bool whole_machine;        /* probe everything, not only what rules look at */
};

/* An engine on the tables that --tables and --rules ask for. False when there is none, which has
 * been said. Close it either way. */
bool session_open(const struct arguments *arguments, struct session *ret_session);
void session_close(struct session *session);

/* The framework that --framework asks for, or the default one; NULL when it cannot be had, which
 * has been said. */
const accord_framework *session_framework(struct session *session);

/* The facts that the options ask for, owned by the caller; NULL when they cannot be had, which has
 * been said. */
accord_facts *session_facts(struct session *session);

/* The same without looking at this machine. */
accord_facts *session_given_facts(struct session *session);

/* Says what went wrong with `subject` unless `status` is ACCORD_OK; false then. */
bool session_check(struct session *session, enum accord_status status, const char *subject);

#endif
