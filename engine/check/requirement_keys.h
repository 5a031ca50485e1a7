/* Keys: the strings of a TOML or Python text, each with the key that it stands under. Comments are
 * passed over. Reads marks, not whole languages. */
#ifndef ACCORD_CHECK_REQUIREMENT_KEYS_H
#define ACCORD_CHECK_REQUIREMENT_KEYS_H

#include <stdbool.h>
#include <stddef.h>

struct keyed_string {
    const char *keys; /* from the outermost, with '/' between: "tool/poetry/dependencies/name" */
    const char *text, *end;
    unsigned line;
    bool in_list;
};

typedef void take_string(void *context, const struct keyed_string *string);

/* Tables, dotted and quoted keys, lists and inline tables. */
void toml_strings(const char *text, size_t length, take_string *take, void *context);

/* Says whether a name holds requirements; `own`: only a word of the language's own installers does,
 * for a name that may be anything. */
typedef bool holds_requirements(const char *name, bool own);

/* The key is the name that is assigned to, the keyword of a call, the name of a list whose method
 * is called, or the key of a dictionary; the last two only where they hold requirements. */
void python_strings(const char *text, size_t length, holds_requirements *holds, take_string *take,
                    void *context);

#endif
