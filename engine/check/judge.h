/* Judge: requests that a file makes against tables and machines, and what comes of it as findings.
 */
#ifndef ACCORD_CHECK_JUDGE_H
#define ACCORD_CHECK_JUDGE_H

#include "check/finding.h"
#include "resolve/examine.h"

/* A machine that requests are held against. */
struct machine {
    const char *name;               /* NULL: it has none */
    const struct base_world *base;  /* of the framework and release in question */
    struct examine_options options; /* which facts are open */
};

/* A fact that a project's requirement files say. */
struct judge_pin {
    const char *fact;
    char origin[192]; /* who says it: "requirements.txt:3 says ==1.12.0" */
};

/* Detail of facts that are known by a pin. */
#define JUDGE_PIN_DETAIL "a requirement file"

/* One framework in one release on some machines. */
struct judge {
    const struct ruleset *ruleset;
    const char *title; /* "name release", for findings */
    const struct judge_pin *pins;
    size_t pin_count;
    const char *const *packages; /* that bring the framework */
    size_t package_count;
    const struct machine *machines;
    size_t machine_count;
};

/* Adds what is wrong with a request, whatever is not known of machine and request. */
void judge_request(const struct judge *judge, const struct config_file *file,
                   const struct config_request *request, struct checked *checked);

#endif
