/* A look through one requirement file, and the readers of its kinds. Private to requirement*.c. */
#ifndef ACCORD_CHECK_REQUIREMENT_SEARCH_H
#define ACCORD_CHECK_REQUIREMENT_SEARCH_H

#include "check/requirement.h"

/* A look through one file. */
struct search {
    const struct wanted *wanted;
    struct requirement found[2]; /* of every installation; of some */
    unsigned line;
    bool counts, aside; /* what is read holds requirements; of some installations */
    bool named; /* the last package of a lock file is the wanted one; the last section is of extras
                 */
};

/* A word, and whether what stands under it is for some installations only. */
struct holder {
    const char *word;
    bool aside;
};

/* The words of setuptools; the last row's is NULL. */
extern const struct holder setup_holders[];

/* The row of a word; NULL: there is none. */
const struct holder *find_holder(const struct holder *holders, const char *word, size_t length);

/* Keeps a condition when it is the first of its sort, and an entry when it is the wanted package's.
 */
void search_offer(struct search *search, const char *condition, unsigned line);
void search_offer_entry(struct search *search, const char *text, const char *end, unsigned line);

typedef void read_text(struct search *search, const char *text, size_t length);

read_text read_project, read_pipfile, read_setup_py;
read_text read_list, read_environment, read_setup_cfg;
read_text read_locked, read_pipfile_lock, read_pixi_lock;

#endif
