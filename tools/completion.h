/* Completion scripts, one writer a shell. What an option's value or a command's word is, its name
 * in the help says: see completion.c. */
#ifndef TOOLS_COMPLETION_H
#define TOOLS_COMPLETION_H

#include <stdio.h>

#include "command.h"

/* What may stand in a place. */
enum offer {
    OFFER_NOTHING,
    OFFER_FILES,
    OFFER_FOLDERS,
    OFFER_WORDS, /* a closed list */
    OFFER_COMMANDS,
    OFFER_FRAMEWORKS,
    OFFER_TARGETS, /* and files */
    OFFER_RULES,
    OFFER_FIELDS,      /* NAME=VALUE, NAME being a field of a request */
    OFFER_FACTS,       /* the same for facts */
    OFFER_FIELD_NAMES, /* the name alone */
    OFFER_FACT_NAMES,
};

/* What the help calls it, as an offer. `words` is a closed list or NULL. */
enum offer completion_offer(const char *name, const char *const *words);

/* The text of an option or command without what shells would read: quotes, brackets, colons. */
void completion_write_plain(FILE *stream, const char *text);

/* Words with blanks between. */
void completion_write_words(FILE *stream, const char *const *words);

void completion_write_bash(FILE *stream);
void completion_write_zsh(FILE *stream);
void completion_write_fish(FILE *stream);

#endif
