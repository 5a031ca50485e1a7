/* Hearing: one request on one machine, while it is judged. Private to judge.c, hold.c, tell.c,
 * decide.c and remedy.c. */
#ifndef ACCORD_CHECK_HEARING_H
#define ACCORD_CHECK_HEARING_H

#include "check/judge.h"

/* What judging one request on one machine needs. */
struct hearing {
    const struct judge *judge;
    const struct machine *machine;
    const struct config_file *file;
    const struct config_request *request;
    struct spec spec;                 /* what is known of the request */
    uint64_t *open;                   /* request fields that are not known */
    size_t first;                     /* findings of this request begin here */
    const struct examination *answer; /* of the machine at hand */
    struct checked *checked;
};

/* True when the file does not say what the entry's value will be. */
bool entry_is_open(const struct config_entry *entry);

/* The request's entry of a field, or NULL. */
const struct config_entry *hearing_entry(const struct hearing *hearing, const char *field);

/* A template filled in, in the findings' arena; NULL without memory. */
const char *hearing_fill(const struct hearing *hearing, const struct resolution *resolution,
                         const char *template);

/* One reason of a resolution as a finding. */
void hearing_tell_reason(struct hearing *hearing, const struct resolution *resolution,
                         uint32_t index);

/* Faults of a request as findings: errors, or what explains others. */
void hearing_tell_faults(struct hearing *hearing, const struct resolution *resolution, bool errors);

/* THE place where an answer turns into findings. */
void hearing_tell(struct hearing *hearing, const struct examination *examination);

/* The entry that a rule's finding is about: the one a fix would change, else the one the rule
 * tests, else one that a field it tests came from. NULL: the request as a whole. */
const struct config_entry *hearing_decide(const struct hearing *hearing,
                                          const struct resolution *resolution, uint32_t rule);

/* Adds to a finding what would repair it: what was meant, or else the first fix of its rule that
 * takes the reason away; as an edit where the text allows it. */
void hearing_add_remedy(const struct hearing *hearing, const struct resolution *resolution,
                        uint32_t rule, struct check_finding *finding);

/* Adds to a finding that its entry is to be taken out, which changes nothing. */
void hearing_add_removal(const struct hearing *hearing, const struct config_entry *entry,
                         struct check_finding *finding);

/* True when a rule is among the reasons of an outcome. */
bool has_reason(const struct resolution *resolution, uint32_t rule);

#endif
