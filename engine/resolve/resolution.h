/* Resolution: a request and facts against a ruleset. One block of memory holds the world, its
 * origins, the trace and every text of the request that the answer refers to; texts of facts and
 * tables are borrowed. */
#ifndef ACCORD_RESOLVE_RESOLUTION_H
#define ACCORD_RESOLVE_RESOLUTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diagnostic.h"
#include "facts/facts.h"
#include "resolve/read.h"
#include "resolve/spec.h"
#include "ruleset/evaluate.h"

/* A world before any request: defaults, and facts when there are some. Immutable once made, shared
 * by resolutions. */
struct base_world {
    struct world world; /* its variants are the defaults' own, also where facts stand over them */
    const struct facts *facts; /* borrowed; NULL: defaults only */
    const char *release_text;
    struct arena arena; /* values of defaults */
    void *memory;       /* what the world's arrays and texts live in */
};

enum base_status { BASE_OK, BASE_NO_MEMORY };

/* The tables' defaults for a release. `release_text` is borrowed. */
enum base_status base_world_init(struct base_world *base, const struct ruleset *ruleset,
                                 int64_t release, const char *release_text);

/* `defaults` with facts over them; both are borrowed. Facts that no field reads are ignored here.
 */
enum base_status base_world_init_facts(struct base_world *base, const struct base_world *defaults,
                                       const struct facts *facts);
void base_world_clear(struct base_world *base);

/* A fault of the request itself, found before any rule: a field that the tables do not know. */
struct request_fault {
    enum message message;
    const char *field; /* as the user wrote it; copied */
    struct span place;
    /* what to write instead; borrowed from the ruleset or the resolution, or NULL */
    const char *nearest;
    const char *value; /* a name of other releases: as asked for */
};

struct resolution {
    const struct ruleset *ruleset;
    const struct facts *facts;
    const char *release_text;
    struct world world;
    struct trace trace;
    struct span *places; /* of spec entries, by index; files are copied */
    size_t place_count;
    struct request_fault *faults;
    size_t fault_count;
    size_t fault_errors;      /* how many of them are errors */
    struct root_value *roots; /* the request's values, while it is read */
    size_t root_count;
    const struct base_world *base;
    struct suggestions *suggestions; /* what would make it run, once asked; owned */
    struct decision *decision;       /* what decides a failure, once asked; owned */
    struct base_world *own_base;     /* a base made for this resolution alone, or NULL */
    struct arena texts;              /* texts made on demand for the caller */
};

/* NULL without memory. */
struct resolution *resolution_new(const struct base_world *base, const struct spec *spec);

/* A resolution on a given base in which some fields are wide: `wide` says which positions they may
 * have. NULL without memory; NULL and `wide->split_field` set when the evaluation stopped at one of
 * them. `prepare` (may be NULL) may write fields after the request was read and before the rules
 * run. */
typedef void resolution_prepare(struct world *world, void *context);
struct resolution *resolution_new_wide(const struct base_world *base, const struct spec *spec,
                                       struct wide *wide, resolution_prepare *prepare,
                                       void *context);

/* As resolution_new, for facts of this one request over `defaults`. */
struct resolution *resolution_new_facts(const struct base_world *defaults,
                                        const struct facts *facts, const struct spec *spec);
void resolution_free(struct resolution *resolution);

/* The request that was resolved: entries borrow from the resolution; free(ret_spec->entries). False
 * without memory. */
bool resolution_spec(const struct resolution *resolution, struct spec *ret_spec);

/* True when neither the request nor a rule found an error. */
bool resolution_ok(const struct resolution *resolution);

/* The request field nearest to a misspelt one, or NULL. */
const char *resolution_nearest_field(const struct ruleset *ruleset, const char *name);

/* The fault's message in words: at most `size` bytes with a final NUL. */
void request_fault_text(const struct resolution *resolution, const struct request_fault *fault,
                        char *buffer, size_t size);

/* Short name of a fault of the request, and the class that the framework raises for it, or NULL. */
const char *request_fault_reason(const struct resolution *resolution,
                                 const struct request_fault *fault);
const char *request_fault_raises(const struct resolution *resolution,
                                 const struct request_fault *fault);

/* The first fault of the request that is an error, or NULL. */
const struct request_fault *resolution_fault(const struct resolution *resolution);

/* The rule of the first error, or NULL. */
const struct rule *resolution_reason(const struct resolution *resolution);

/* True when the framework itself logs this reason (a warning or note that it gets to before its
 * first error). */
bool resolution_emits(const struct resolution *resolution, const struct reason *reason);

/* A template with its {placeholders} filled in; at most `size` bytes with a final NUL; returns the
 * whole length. */
size_t resolution_fill(const struct resolution *resolution, const char *template, char *buffer,
                       size_t size);

/* Over framework, release, verdict, reasons and results. */
uint64_t resolution_fingerprint(const struct resolution *resolution);

#endif
