/* accord: which accelerator, strategy, precision and devices does a training run get, or why can
 * it not run?
 *
 *     accord_spec *spec = accord_spec_new();
 *     accord_spec_set(spec, "accelerator", "gpu");
 *     accord_spec_set(spec, "strategy", "ddp_spawn");
 *     accord_spec_set(spec, "devices", "2");
 *     accord_resolution *resolution = resolve_connector(spec);
 *     if (accord_resolution_ok(resolution))
 *         puts(accord_resolution_get(resolution, "process_group_backend"));
 *     accord_resolution_free(resolution);
 *     accord_spec_free(spec);
 *
 * The only installed header. C11; C++ may include it.
 *
 * Ownership   Every object has _new and _free; _free takes NULL. Texts returned as `const char *`
 *             belong to the object they were asked of and live as long as it does; texts returned
 *             as `char *` belong to the caller, who frees them with free().
 * Lifetime    A resolution borrows from its engine and from the facts it was given: free it first.
 * Errors      Work that could not be done (no memory, unreadable file) is a status or NULL. A fault
 *             in the input or in the pairing is a diagnostic. Outputs (`ret_x`) are written only on
 *             success. The library never prints and never exits.
 * Threads     An engine may resolve from many threads at once. Changing an object (spec, facts,
 *             findings, an engine's rules) and asking one resolution for texts is for one thread at
 *             a time. Loading tables from files may use a few threads of its own; they have ended
 *             when the call returns.
 */
#ifndef ACCORD_H
#define ACCORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define ACCORD_API __attribute__((visibility("default")))
#else
#define ACCORD_API
#endif

typedef struct accord_engine accord_engine; /* tables, facts and what was compiled from them */
/* One framework in one release, ready to resolve; owned by its engine. */
typedef struct accord_framework accord_framework;
typedef struct accord_spec accord_spec;             /* a request: the fields a user set */
typedef struct accord_facts accord_facts;           /* what is known of a machine */
typedef struct accord_resolution accord_resolution; /* the answer */
/* Diagnostics about input: tables, facts, requests, files. */
typedef struct accord_findings accord_findings;

/* ---- status */

enum accord_status {
    ACCORD_OK,
    ACCORD_NO_MEMORY,
    ACCORD_UNREADABLE, /* a file could not be read; the findings say which and why */
    ACCORD_FAULTY,     /* the input is at fault; the findings say where and how */
    ACCORD_NOT_FOUND,  /* no such name */
    ACCORD_REPEATED,   /* the name is taken, and override was not said */
};

/* A status in a few words. Since 0.1.0. */
ACCORD_API const char *accord_status_text(enum accord_status status);

/* "0.1.0". Since 0.1.0. */
ACCORD_API const char *accord_version(void);

/* What this build has: "+nccl-header 2.28 +jansson 2.14 ...". Since 0.1.0. */
ACCORD_API const char *accord_features(void);

/* ---- findings */

enum accord_severity { ACCORD_SEVERITY_ERROR, ACCORD_SEVERITY_WARNING, ACCORD_SEVERITY_NOTE };

/* One diagnostic about input, or one reason of a resolution. Texts live as long as the object it
 * was read from. */
struct accord_diagnostic {
    const char *id;     /* permanent: "ACC0106", or the id of a rule: "needs-gpu" */
    const char *reason; /* short name of the fault, shared by rules that find the same; for input
                           equal to id */
    enum accord_severity severity;
    const char *message; /* one or two sentences */
    const char *file;    /* where: the input at fault, or for a reason the field's place in the
                            request; NULL: no place */
    unsigned line;       /* from 1; 0: unknown */
    unsigned column;     /* characters from 1; 0: unknown */
    const char *nearest; /* the nearest right thing, or NULL */
    const char *raises;  /* the exception class that the framework itself raises, or NULL */
    const char *emits;   /* the warning class (or "info") that the framework itself logs, or NULL */
    const char *source;  /* where the rule's fact comes from, or NULL */
    const char *rule_file; /* place of the rule, or NULL */
    unsigned rule_line;
    unsigned rule_column;
    bool first; /* the error that the framework itself would stop at */
};

/* An empty list, NULL without memory; its end. Since 0.1.0. */
ACCORD_API accord_findings *accord_findings_new(void);
ACCORD_API void accord_findings_free(accord_findings *findings);

/* How many there are, and how many of them are errors. Since 0.1.0. */
ACCORD_API size_t accord_findings_count(const accord_findings *findings);
ACCORD_API size_t accord_findings_errors(const accord_findings *findings);

/* False when `index` is past the end. Since 0.1.0. */
ACCORD_API bool accord_findings_at(const accord_findings *findings, size_t index,
                                   struct accord_diagnostic *ret_diagnostic);

/* Takes them all out. Since 0.1.0. */
ACCORD_API void accord_findings_clear(accord_findings *findings);

/* ---- requests */

/* An empty request, NULL without memory; its end. Since 0.1.0. */
ACCORD_API accord_spec *accord_spec_new(void);
ACCORD_API void accord_spec_free(accord_spec *spec);

/* Sets a field as a command line would: text that is JSON is read as JSON (2 is a number, true a
 * boolean, [0,1] a list, "2" in quotes a text), True, False and None as Python means them, all else
 * is text. A field set before is replaced. Names are checked when the spec is resolved. Since
 * 0.1.0. */
ACCORD_API enum accord_status accord_spec_set(accord_spec *spec, const char *field,
                                              const char *text);

/* Sets a field to exactly this text, number, truth or None. Since 0.1.0. */
ACCORD_API enum accord_status accord_spec_set_text(accord_spec *spec, const char *field,
                                                   const char *text);
ACCORD_API enum accord_status accord_spec_set_integer(accord_spec *spec, const char *field,
                                                      int64_t integer);
ACCORD_API enum accord_status accord_spec_set_boolean(accord_spec *spec, const char *field,
                                                      bool boolean);
ACCORD_API enum accord_status accord_spec_set_none(accord_spec *spec, const char *field);

/* Says where the field's value stands, for origins and diagnostics. Since 0.1.0. */
ACCORD_API enum accord_status accord_spec_set_place(accord_spec *spec, const char *field,
                                                    const char *file, unsigned line,
                                                    unsigned column);

/* Back to "not passed". Since 0.1.0. */
ACCORD_API void accord_spec_unset(accord_spec *spec, const char *field);

/* A spec from a JSON object {"accelerator": "gpu", "devices": 2, "strategy": {"class_path": ...,
 * "init_args": {...}}}. NULL with findings when the text is at fault, NULL without memory.
 * `findings` may be NULL. Since 0.1.0. */
ACCORD_API accord_spec *accord_spec_from_json(const char *json, size_t length,
                                              accord_findings *findings);

/* The spec as words of a command line ("accelerator=gpu devices=2"), owned by the caller; NULL
 * without memory. Since 0.1.0. */
ACCORD_API char *accord_spec_text(const accord_spec *spec);

/* The spec of one release of a framework said in another release of it: flags and names that went
 * away are replaced as the tables say. Each thing that changes, also in meaning or by default, is
 * told to `tell` in words (may be NULL). NULL without memory, or when the two are different
 * frameworks. Since 0.1.0. */
typedef void accord_tell(void *context, const char *note);
ACCORD_API accord_spec *accord_framework_migrate(const accord_framework *from,
                                                 const accord_framework *to,
                                                 const accord_spec *spec, accord_tell *tell,
                                                 void *context);

/* "2.6.5": the release that a framework answers for. Since 0.1.0. */
ACCORD_API const char *accord_framework_release(const accord_framework *framework);

/* ---- facts */

/* Nothing known, NULL without memory; its end. Since 0.1.0. */
ACCORD_API accord_facts *accord_facts_new(void);
ACCORD_API void accord_facts_free(accord_facts *facts);

/* One fact by hand, read as accord_spec_set reads: ("cuda.count", "4"), ("env.RANK", "\"0\""). Wins
 * over every other source. Environment variables (env.X) are always text. Since 0.1.0. */
ACCORD_API enum accord_status accord_facts_set(accord_facts *facts, const char *name,
                                               const char *text);

/* Facts from a file, YAML or JSON ({facts: {...}, env: {...}} or a plain mapping), or from a target
 * profile by its name ("dgx-h100") or file. Files win over targets, targets over probes. Since
 * 0.1.0. */
ACCORD_API enum accord_status accord_facts_read(accord_facts *facts, const char *path,
                                                accord_findings *findings);
ACCORD_API enum accord_status accord_facts_target(accord_facts *facts, const accord_engine *engine,
                                                  const char *name, accord_findings *findings);

/* Facts of this machine: environment, operating system, devices, NCCL. What cannot be known stays
 * unsaid. `engine` says which facts its tables want. Takes a moment (loads driver libraries). Since
 * 0.1.0. */
ACCORD_API enum accord_status accord_facts_probe(accord_facts *facts, accord_engine *engine);

/* The same for those facts that rules of the engine's framework look at: what resolving needs, and
 * quicker. Since 0.1.0. */
ACCORD_API enum accord_status accord_facts_probe_needed(accord_facts *facts, accord_engine *engine);

struct accord_fact {
    const char *name;
    const char *text;   /* the value as text */
    const char *source; /* "probe", "target", "file", "given" or "default" */
    const char *detail; /* which probe, target or file, or NULL */
    const char *file;   /* place, or NULL */
    unsigned line, column;
};

/* How many facts there are, and one of them, in order of first mention; false past the end and
 * without memory: its text is written at each call and lives as long as the facts. Since 0.1.0. */
ACCORD_API size_t accord_facts_count(const accord_facts *facts);
ACCORD_API bool accord_facts_at(accord_facts *facts, size_t index, struct accord_fact *ret_fact);

/* Reports facts, given by hand or in a file, that the framework's tables do not declare (most
 * likely they are misspelt; variables, packages and releases may have any name), and values that a
 * fact's type does not take. ACCORD_FAULTY when there is one. Since 0.1.0. */
ACCORD_API enum accord_status accord_facts_check(const accord_facts *facts,
                                                 const accord_framework *framework,
                                                 accord_findings *findings);

/* All facts as a YAML facts file that accord_facts_read reads back; NULL without memory. Since
 * 0.1.0. */
ACCORD_API char *accord_facts_yaml(const accord_facts *facts);

/* ---- engine */

/* An engine on the built-in tables. NULL without memory. Since 0.1.0. */
ACCORD_API accord_engine *accord_engine_new(void);
ACCORD_API void accord_engine_free(accord_engine *engine);

/* Reads all tables from this rules directory (FRAMEWORK/pack.yaml, ...) instead of the built-in
 * ones. Since 0.1.0. */
ACCORD_API enum accord_status accord_engine_set_tables(accord_engine *engine,
                                                       const char *directory);

/* Adds a layer: a directory of YAML files whose entries and rules come after, and may override or
 * disable, those before. Takes effect at the next accord_engine_framework or resolve; a layer with
 * faults is reported there. Since 0.1.0. */
ACCORD_API enum accord_status accord_engine_load(accord_engine *engine, const char *directory);

/* Chooses what accord_engine_resolve answers for: a framework by name, or a release of it:
 * "trainer@1.1.0", "trainer@1.1", "trainer@latest". An unknown release is answered by the nearest
 * known one with a warning in `findings` (may be NULL). Since 0.1.0. */
ACCORD_API enum accord_status accord_engine_use(accord_engine *engine, const char *framework,
                                                accord_findings *findings);

/* The framework of that name and release ("name" or "name@release"), or NULL with findings. Owned
 * by the engine; cheap when asked again. Since 0.1.0. */
ACCORD_API const accord_framework *
accord_engine_framework(accord_engine *engine, const char *framework, accord_findings *findings);

/* The facts that accord_engine_resolve uses, copied; NULL: probe this machine at the next need.
 * Since 0.1.0. */
ACCORD_API enum accord_status accord_engine_set_facts(accord_engine *engine,
                                                      const accord_facts *facts);

/* Resolves with the engine's framework and facts. NULL only without memory or when the tables
 * cannot be loaded. Since 0.1.0. */
ACCORD_API accord_resolution *accord_engine_resolve(accord_engine *engine, const accord_spec *spec);

/* Resolves with these facts (NULL: nothing is known, every fact has its table's default). NULL only
 * without memory. Since 0.1.0. */
ACCORD_API accord_resolution *accord_framework_resolve(const accord_framework *framework,
                                                       const accord_facts *facts,
                                                       const accord_spec *spec);

/* One line in, one line out: {"id", "framework", "version", "request", "facts"} to {"id", "ok",
 * "raises", "reason", "resolved", "warnings", "infos", "diagnostics"}. A line without "framework"
 * is about the engine's, in that release. `ret_answer` has no final newline and belongs to the
 * caller. `number` is the line's number for messages. ACCORD_OK: answered, *ret_ok says whether it
 * can run; ACCORD_FAULTY: the line is at fault, *ret_answer says how. Since 0.1.0. */
ACCORD_API enum accord_status accord_engine_answer(accord_engine *engine, const char *line,
                                                   size_t length, size_t number, char **ret_answer,
                                                   bool *ret_ok);

/* ---- resolutions */

/* The answer for this spec from the default engine: built-in tables, probed facts. NULL only
 * without memory. Since 0.1.0. */
ACCORD_API accord_resolution *resolve_connector(const accord_spec *spec);

/* Its end. Since 0.1.0. */
ACCORD_API void accord_resolution_free(accord_resolution *resolution);

/* True when nothing stops the run. NULL is false. Since 0.1.0. */
ACCORD_API bool accord_resolution_ok(const accord_resolution *resolution);

/* A resolved value as text by its name in results ("strategy", "devices", "world_size"); lists are
 * joined with ", ". NULL when it has none. Since 0.1.0. */
ACCORD_API const char *accord_resolution_get(accord_resolution *resolution, const char *name);

/* False when the value is no integer. Since 0.1.0. */
ACCORD_API bool accord_resolution_integer(const accord_resolution *resolution, const char *name,
                                          int64_t *ret_integer);

/* Who gave a field its value. */
enum accord_origin_kind {
    ACCORD_ORIGIN_NONE,        /* it has no value */
    ACCORD_ORIGIN_REQUEST,     /* the user; file, line and column when known */
    ACCORD_ORIGIN_ENVIRONMENT, /* an environment variable that stands for a request field: detail */
    ACCORD_ORIGIN_FACT,        /* the machine or its description: detail says which source */
    ACCORD_ORIGIN_DEFAULT,     /* the tables' default */
    ACCORD_ORIGIN_RULE, /* a rule: detail is its id; file, line and column are the rule's place */
};

struct accord_value {
    const char *name;  /* name in results ("strategy") */
    const char *field; /* the field's name in tables ("strategy.class") */
    const char *text;  /* as accord_resolution_get */
    enum accord_origin_kind origin;
    const char *detail;
    const char *file;
    unsigned line, column;
};

/* Resolved values in the tables' order, only those that have a value. Since 0.1.0. */
ACCORD_API size_t accord_resolution_count(const accord_resolution *resolution);
ACCORD_API bool accord_resolution_at(accord_resolution *resolution, size_t index,
                                     struct accord_value *ret_value);

/* Reasons, warnings and notes in the order found; all of them, the first error is the one the
 * framework would raise. Since 0.1.0. */
ACCORD_API size_t accord_resolution_diagnostics(const accord_resolution *resolution);
ACCORD_API bool accord_resolution_diagnostic(accord_resolution *resolution, size_t index,
                                             struct accord_diagnostic *ret_diagnostic);

/* A change of one field that the rule of diagnostic `index` proposes; false past the last one.
 * Since 0.1.0. */
ACCORD_API bool accord_resolution_fix(accord_resolution *resolution, size_t index, size_t fix,
                                      const char **ret_field, const char **ret_value);

/* A given field or fact that decides the first reason. */
struct accord_deciding {
    const char *field;
    const char *text; /* its value; NULL: none */
    bool is_fact;
    bool is_given; /* false: nobody gave it, the rule saw its default or its absence */
    enum accord_origin_kind origin;
    const char *detail;
    const char *file;
    unsigned line, column;
};

/* What decides a failure: the smallest part of request and facts that by itself ends with the same
 * first reason, so that dropping any one of the given fields named changes the verdict. False past
 * the end, for a resolution that runs, or without memory. Takes some tens of resolutions when asked
 * first. Since 0.1.0. */
ACCORD_API bool accord_resolution_deciding(accord_resolution *resolution, size_t index,
                                           struct accord_deciding *ret_deciding);

/* One field of a suggestion. */
struct accord_change {
    const char *field;
    const char *text; /* its new value as accord_spec_set reads it; NULL: leave it out */
    bool is_fact; /* of the machine or the process rather than the request: "package.x" = "true" is
                     "install it" */
};

/* Looks for the smallest changes that make the request run: fewest fields first, then the cheapest
 * by the tables' costs; each one was tried. `keep` names fields that must stay. Returns how many
 * were found, `most` at most (0: 3; never more than 100). 0 with *ret_exhausted (may be NULL) true:
 * none within 3 changes. Since 0.1.0. */
ACCORD_API size_t accord_resolution_suggest(accord_resolution *resolution, const char *const *keep,
                                            size_t keep_count, size_t most, bool *ret_exhausted);

/* Change `change` of suggestion `index`; false past the end of either. Since 0.1.0. */
ACCORD_API bool accord_resolution_change(accord_resolution *resolution, size_t index, size_t change,
                                         struct accord_change *ret_change);

/* Ids of the rules that acted, in order. Since 0.1.0. */
ACCORD_API size_t accord_resolution_trace(const accord_resolution *resolution);
ACCORD_API const char *accord_resolution_rule(const accord_resolution *resolution, size_t index);

/* 16 hexadecimal digits over framework, release, verdict, reasons and resolved values: equal
 * answers have equal fingerprints, on every machine and in every process. Since 0.1.0. */
ACCORD_API const char *accord_resolution_fingerprint(accord_resolution *resolution);

/* How a value of the result came about ("strategy", or a field's name as tables have it): the rule
 * that set it, what that rule looked at, and so on back to what was given. Owned by the caller.
 * NULL when there is no such value, or without memory. Since 0.1.0. */
ACCORD_API char *accord_resolution_explain(accord_resolution *resolution, const char *name);

/* The whole answer as one JSON object (schemas/resolution.schema.json). NULL without memory. Since
 * 0.1.0. */
ACCORD_API char *accord_resolution_json(accord_resolution *resolution);

/* The answer in a report format ("text", "json"), coloured or not; NULL for an unknown format or
 * without memory. Since 0.1.0. */
ACCORD_API char *accord_resolution_report(accord_resolution *resolution, const char *format,
                                          bool colour);

/* ---- when not everything is known */

/* A request on a machine that is only partly known. */
typedef struct accord_examination accord_examination;

enum accord_verdict {
    ACCORD_VERDICT_OK,      /* it runs, whatever the unknown facts are */
    ACCORD_VERDICT_BROKEN,  /* it cannot run, whatever they are */
    ACCORD_VERDICT_DEPENDS, /* it runs under a condition: see the cases */
};

/* One way it can end. */
struct accord_case {
    bool ok;
    const char *condition; /* in words: "cuda.count >= 2 and package.x is true; or ..."; "always"
                              when there is none */
    /* an example: values and reasons in this case; owned by the examination */
    accord_resolution *resolution;
};

/* One part of a condition as data: cases are unions of boxes, boxes are conjunctions of terms. */
struct accord_term {
    const char *field;
    const char *text; /* "cuda.count >= 2" */
};

/* Examines a request on what is known: `facts` (may be NULL), and for the rest every possibility.
 * `unknown` names the facts that are not known; NULL: every fact that `facts` does not hold,
 * environment variables excepted (those are absent); "version" is every release of the framework.
 * NULL without memory. Since 0.1.0. */
ACCORD_API accord_examination *
accord_framework_examine(const accord_framework *framework, const accord_facts *facts,
                         const accord_spec *spec, const char *const *unknown, size_t unknown_count);
ACCORD_API void accord_examination_free(accord_examination *examination);
ACCORD_API enum accord_verdict accord_examination_verdict(const accord_examination *examination);

/* False when the budget of parts ended before everything was decided. Since 0.1.0. */
ACCORD_API bool accord_examination_complete(const accord_examination *examination);

/* Cases: those that run first. False past the end or without memory. Since 0.1.0. */
ACCORD_API size_t accord_examination_count(const accord_examination *examination);
ACCORD_API bool accord_examination_case(accord_examination *examination, size_t index,
                                        struct accord_case *ret_case);

/* Term `term` of box `box` of case `index`; false past the end of any of them. Since 0.1.0. */
ACCORD_API bool accord_examination_term(accord_examination *examination, size_t index, size_t box,
                                        size_t term, struct accord_term *ret_term);

/* The whole examination in a report format ("text", "json"); NULL for an unknown format or without
 * memory. Since 0.1.0. */
ACCORD_API char *accord_examination_report(accord_examination *examination, const char *format,
                                           bool colour);

/* ---- checking files */

typedef struct accord_checker accord_checker; /* what to check for, and which files */
typedef struct accord_checked accord_checked; /* one file and what was found in it */

/* A checker on an engine, which must outlive it. Tables that its settings name are the engine's
 * from the first check on. NULL without memory. Since 0.1.0. */
ACCORD_API accord_checker *accord_checker_new(accord_engine *engine);
ACCORD_API void accord_checker_free(accord_checker *checker);

/* Reads settings from an accord.yaml: this file, or with NULL the nearest one upwards from the
 * working directory, up to the root of the repository; that there is none is fine. Since 0.1.0. */
ACCORD_API enum accord_status accord_checker_configure(accord_checker *checker, const char *path,
                                                       accord_findings *findings);

/* Sets one setting by its name ("framework", "target", "select", ...; see accord_checker_setting)
 * as a command line would: those that take several values gather them. Wins over the settings file,
 * whose values are then forgotten. Since 0.1.0. */
ACCORD_API enum accord_status accord_checker_set(accord_checker *checker, const char *name,
                                                 const char *value, accord_findings *findings);

/* One setting as it is in force. */
struct accord_setting {
    const char *name;
    const char *value; /* several are joined with ", "; "" when there is none */
    const char *summary;
    const char *origin; /* "default", "file" or "given" */
    const char *file;   /* place in the settings file, or NULL */
    unsigned line, column;
};

/* False past the end or without memory. Texts live until the checker is changed or freed. Since
 * 0.1.0. */
ACCORD_API bool accord_checker_setting(accord_checker *checker, size_t index,
                                       struct accord_setting *ret_setting);

/* Takes a piece of a report, in order; a NUL stands behind its last byte. False stops the run. */
typedef bool accord_write(void *context, const char *bytes, size_t length);

/* Has the next run write a report: "text", "concise", "json", "jsonl", "sarif", "github", "gitlab",
 * "junit", "diff" (what repairs change) or "baseline" (to be set aside later). Several may be asked
 * for. ACCORD_NOT_FOUND: no such format. Since 0.1.0. */
ACCORD_API enum accord_status accord_checker_report(accord_checker *checker, const char *format,
                                                    bool colour, accord_write *write,
                                                    void *context);

/* Adds a file, or a folder with all that is below it (.gitignore is heeded), or a text that stands
 * in no file, copied. Since 0.1.0. */
ACCORD_API enum accord_status accord_checker_add_path(accord_checker *checker, const char *path);
ACCORD_API enum accord_status accord_checker_add_text(accord_checker *checker, const char *name,
                                                      const char *text, size_t length);

/* Is told of each file in order, on the thread that runs, and at the end once more of files with
 * findings in others that they are composed of, which those did not show by themselves; false stops
 * the run. `checked` is the caller's to look at, and gone afterwards. */
typedef bool accord_visit_checked(void *context, const accord_checked *checked);

/* Checks everything that was added, on all processors, in the order of paths. `visit` may be NULL.
 * What was found is no fault of the run: ACCORD_FAULTY means that settings, tables or facts are at
 * fault, and `findings` (may be NULL) say how. Since 0.1.0. */
ACCORD_API enum accord_status accord_checker_run(accord_checker *checker,
                                                 accord_visit_checked *visit, void *context,
                                                 accord_findings *findings);

/* How the last run went. */
struct accord_summary {
    size_t files;   /* checked */
    size_t skipped; /* not a kind of file that the tables know */
    size_t unreadable;
    size_t errors, warnings, notes; /* that neither a comment nor the baseline sets aside */
    size_t ignored, baselined;      /* that they do */
    size_t stale;                   /* entries of the baseline that are no longer there */
    size_t hidden;                  /* not shown for max-findings */
    size_t fixable, fixed;
    size_t failing; /* as severe as fail-on, or more */
    bool allow_empty;
};

/* What the last accord_checker_run came to. Since 0.1.0. */
ACCORD_API void accord_checker_summary(const accord_checker *checker,
                                       struct accord_summary *ret_summary);

/* Checks one text now. NULL with findings when settings, tables or facts are at fault, NULL without
 * memory. The caller frees it. Since 0.1.0. */
ACCORD_API accord_checked *accord_checker_check(accord_checker *checker, const char *name,
                                                const char *text, size_t length,
                                                accord_findings *findings);
ACCORD_API void accord_checked_free(accord_checked *checked);

/* The file, as it was named. Since 0.1.0. */
ACCORD_API const char *accord_checked_path(const accord_checked *checked);

/* True when the file was of a kind that the tables know, and could be read; else *ret_error (may be
 * NULL) is its errno, or 0 when it was skipped. Since 0.1.0. */
ACCORD_API bool accord_checked_ok(const accord_checked *checked, int *ret_error);

/* What was found, in the order of places. Texts live as long as the checked file. */
struct accord_finding {
    const char *id; /* of a rule, or of a fault of the file itself: "key-unknown" */
    enum accord_severity severity;
    const char *message;
    const char *file;
    unsigned line, column, end_line,
        end_column;        /* characters from 1; the end is exclusive; 0: unknown */
    const char *field;     /* request field, or NULL */
    const char *framework; /* "name release", or NULL */
    const char *targets;   /* machines on which it holds; NULL: on any */
    const char *hint;      /* what would repair it, or NULL */
    /* text that does, in place of the bytes from fix_start up to fix_end, or NULL */
    const char *fix;
    size_t fix_start, fix_end;
    bool fix_safe;           /* it is plain that this was meant, or nothing else changes */
    const char *state;       /* "open", "ignored", "baselined", "hidden" or "fixed" */
    const char *why;         /* the reason of an ignore comment, or NULL */
    const char *fingerprint; /* the same when lines shift */
};

/* How many findings there are, and one of them, by place; false past the end. Texts live as long as
 * the result. Since 0.1.0. */
ACCORD_API size_t accord_checked_count(const accord_checked *checked);
ACCORD_API bool accord_checked_at(const accord_checked *checked, size_t index,
                                  struct accord_finding *ret_finding);

/* The text after repairs ("fix" or "diff" set), or NULL when nothing was repaired. Since 0.1.0. */
ACCORD_API const char *accord_checked_repaired(const accord_checked *checked, size_t *ret_length);

/* ---- which combinations work */

/* Every combination of the values of up to three request fields, each examined. */
typedef struct accord_matrix accord_matrix;

/* The sides of a matrix, in this order. */
enum accord_side { ACCORD_SIDE_ROWS, ACCORD_SIDE_COLUMNS, ACCORD_SIDE_PAGES };

/* One side: a field of the request ("strategy"), and the values it takes, read as accord_spec_set
 * reads them; "unset" is "not passed". `values` NULL: every name of the field's registry that lives
 * in the release. `field` NULL: the matrix has no such side. */
struct accord_axis {
    const char *field;
    const char *const *values;
    size_t count;
};

/* One combination. Texts live as long as the matrix. */
struct accord_cell {
    enum accord_verdict verdict;
    bool complete;         /* false: the budget of parts ended before everything was decided */
    const char *condition; /* depends: under which it runs, "cuda.count >= 2; or ..."; else NULL */
    const char *reason;  /* what stops it (where it depends: otherwise), or what it warns of; NULL:
                            nothing */
    const char *message; /* of the reason, in words; NULL without one */
    const char *fix;     /* changes that may help, "accelerator=cuda or ..."; NULL: none is known */
};

/* Examines every combination on what is known, in several threads: `spec` is what all have in
 * common (may be NULL), `facts` and `unknown` are as for accord_framework_examine, `axes` are
 * three, by enum accord_side. NULL with findings (may be NULL) when a field or a value is at fault,
 * NULL without memory. The matrix keeps nothing of its arguments but the framework. Since 0.1.0. */
ACCORD_API accord_matrix *accord_matrix_new(const accord_framework *framework,
                                            const accord_facts *facts, const accord_spec *spec,
                                            const struct accord_axis *axes,
                                            const char *const *unknown, size_t unknown_count,
                                            accord_findings *findings);
ACCORD_API void accord_matrix_free(accord_matrix *matrix);

/* How many values a side has (1 when the matrix has no such side), and the `index`-th as it was
 * written; NULL past the end. Since 0.1.0. */
ACCORD_API size_t accord_matrix_count(const accord_matrix *matrix, enum accord_side side);
ACCORD_API const char *accord_matrix_value(const accord_matrix *matrix, enum accord_side side,
                                           size_t index);

/* The combination at a place; false past the end of a side or without memory. Since 0.1.0. */
ACCORD_API bool accord_matrix_cell(accord_matrix *matrix, size_t row, size_t column, size_t page,
                                   struct accord_cell *ret_cell);

/* The matrix in a report format ("text", "markdown", "csv", "json" as in
 * schemas/matrix.schema.json, "html"). `verdicts` are those to show, 1 << enum accord_verdict each;
 * 0: all. NULL for an unknown format or without memory. Since 0.1.0. */
ACCORD_API char *accord_matrix_report(const accord_matrix *matrix, const char *format,
                                      unsigned verdicts, bool colour);

/* ---- what the tables hold */

/* One row of a listing; what the columns mean depends on the listing, NULL where a row has nothing.
 */
struct accord_item {
    const char *name;
    const char *summary;
    const char *detail; /* entries: class; fields: role and type; rules: stage and severity;
                           targets: where it stands */
    const char *since;  /* first release, or NULL */
    const char *until;  /* first release without it, or NULL */
    bool in_release;    /* exists in the framework's release and can be asked for by this name; true
                           where there is no framework */
    const char *file;
    unsigned line;
};

/* Lists "frameworks", "fields", "rules", "targets" or a registry ("accelerators", "strategies",
 * "precisions", "environments") through `visit`, in order, until it returns false. `framework` may
 * be NULL for frameworks and targets. ACCORD_NOT_FOUND: no such listing. Since 0.1.0. */
typedef bool accord_visit(void *context, const struct accord_item *item);
ACCORD_API enum accord_status accord_engine_list(accord_engine *engine,
                                                 const accord_framework *framework,
                                                 const char *what, accord_visit *visit,
                                                 void *context);

/* What a rule (by id, or all rules of a reason) or an engine message (ACC0106) says, means and
 * rests on, as text for people, or NULL when there is none of that name; the nearest name is then
 * in *ret_nearest (may be NULL). Since 0.1.0. */
ACCORD_API char *accord_engine_explain(accord_engine *engine, const accord_framework *framework,
                                       const char *id, bool colour, const char **ret_nearest);

/* ---- examples of rules */

/* An example that was tried. Texts live until the visitor returns. */
struct accord_example {
    const char *framework, *rule;          /* whose it is */
    const char *request, *facts, *version; /* as written, or NULL */
    const char *expect;                    /* a reason or a rule, or "ok" */
    const char *got;                       /* the reasons given, or "ok"; blanks between them */
    bool holds;
    const char *file; /* where it says what it expects */
    unsigned line, column;
};

/* Tries the `examples` of a framework's own rules and of the layers on top, through `visit`, in
 * order, until it returns false. `framework` NULL: the engine's. ACCORD_FAULTY: the tables cannot
 * be loaded, and `findings` (may be NULL) say why. Since 0.1.0. */
typedef bool accord_visit_example(void *context, const struct accord_example *example);
ACCORD_API enum accord_status accord_engine_try_examples(accord_engine *engine,
                                                         const char *framework,
                                                         accord_visit_example *visit, void *context,
                                                         accord_findings *findings);

/* ---- JSON Schemas */

/* A JSON Schema (draft 2020-12): of one of accord's own formats ("rules", "facts", "request", ...;
 * see accord_schema_name), or of the configuration files of a framework's release ("trainer@1.1"),
 * or of one kind of them ("trainer-cli@1.1"), so that editors complete and check while people type.
 * The caller frees it. NULL with findings (may be NULL) when there is none of that name or the
 * tables are at fault, NULL without memory. Since 0.1.0. */
ACCORD_API char *accord_engine_schema(accord_engine *engine, const char *what,
                                      accord_findings *findings);

/* Names of accord's own formats that have a schema; NULL past the end. Since 0.1.0. */
ACCORD_API const char *accord_schema_name(size_t index);

/* ---- registries */

struct accord_parameter {
    const char *name;
    const char *value;
};

/* One entry of a registry, borrowed while reading, copied when registering. */
struct accord_entry {
    const char *name;
    const char *base; /* entry it inherits from, or NULL */
    const char *summary;
    const char *since, *until, *instead;
    const struct accord_parameter *attributes; /* when read: its own and inherited ones */
    size_t attribute_count;
    const struct accord_parameter *parameters;
    size_t parameter_count;
    const char *registered_by;
    const char *file;
    unsigned line;
};

/* Names in a framework's registry ("strategies"), in registration order: the `index`-th, or NULL
 * past the end. Since 0.1.0. */
ACCORD_API const char *accord_registry_name(accord_engine *engine,
                                            const accord_framework *framework, const char *registry,
                                            size_t index);

/* The entry of a name in the framework's release. Texts live as long as the engine. Since 0.1.0. */
ACCORD_API enum accord_status accord_registry_get(accord_engine *engine,
                                                  const accord_framework *framework,
                                                  const char *registry, const char *name,
                                                  struct accord_entry *ret_entry);

/* Registers an entry with a framework in this engine, or takes one out. Later frameworks asked of
 * the engine know it; resolutions and frameworks in hand keep what they had. ACCORD_REPEATED unless
 * `override` when the name is taken; what replaces an entry keeps its other spellings and classes.
 * Where its base has several lifetimes an entry has as many. Since 0.1.0. */
ACCORD_API enum accord_status accord_registry_register(accord_engine *engine, const char *framework,
                                                       const char *registry,
                                                       const struct accord_entry *entry,
                                                       bool override, accord_findings *findings);
ACCORD_API enum accord_status accord_registry_remove(accord_engine *engine, const char *framework,
                                                     const char *registry, const char *name);

#ifdef __cplusplus
}
#endif

#endif
