#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "check/requirement.h"

enum comparison {
    COMPARISON_EQUAL,
    COMPARISON_UNEQUAL,
    COMPARISON_LEAST,
    COMPARISON_MOST,
    COMPARISON_MORE,
    COMPARISON_LESS,
    COMPARISON_CARET,
    COMPARISON_TILDE,
    COMPARISON_COMPATIBLE
};

static const struct {
    const char *text;
    enum comparison comparison;
} comparisons[] = {
    {"===", COMPARISON_EQUAL}, {"==", COMPARISON_EQUAL}, {"!=", COMPARISON_UNEQUAL},
    {">=", COMPARISON_LEAST},  {"<=", COMPARISON_MOST},  {"~=", COMPARISON_COMPATIBLE},
    {">", COMPARISON_MORE},    {"<", COMPARISON_LESS},   {"^", COMPARISON_CARET},
    {"~", COMPARISON_TILDE},   {"=", COMPARISON_EQUAL},  {"", COMPARISON_EQUAL},
};

/* The first version that no longer begins with the first `parts` parts of `version`. */
static int64_t above(int64_t version, unsigned parts)
{
    static const int64_t steps[] = {1000000, 1000000, 1000, 1};
    int64_t step = steps[parts < 3 ? parts : 3];
    return (version / step + 1) * step;
}

/* `parts`: how many of the wanted version's must be the same. */
static bool allows(enum comparison comparison, int64_t wanted, unsigned parts, int64_t version)
{
    int64_t next = above(wanted, parts);
    switch (comparison) {
    case COMPARISON_EQUAL:
        return version >= wanted && version < next;
    case COMPARISON_UNEQUAL:
        return version < wanted || version >= next;
    case COMPARISON_LEAST:
        return version >= wanted;
    case COMPARISON_MOST:
        return version <= wanted;
    case COMPARISON_MORE:
        return version > wanted;
    case COMPARISON_LESS:
        return version < wanted;
    case COMPARISON_CARET:
        return version >= wanted && version < above(wanted, wanted >= 1000000 ? 1 : 2);
    case COMPARISON_TILDE:
        return version >= wanted && version < above(wanted, parts < 2 ? 1 : 2);
    case COMPARISON_COMPATIBLE:
        return version >= wanted && version < above(wanted, parts > 1 ? parts - 1 : 1);
    }
    return false;
}

/* Cuts ".*" off the end. */
static bool cut_star(const char *part, size_t *length)
{
    bool starred = false;
    while (*length > 1 && part[*length - 1] == '*' && part[*length - 2] == '.') {
        *length -= 2;
        starred = true;
    }
    return starred;
}

/* One of the parts between commas; `ret_read` false when it is no condition. "==1.9" is 1.9.0
 * alone;
 * "==1.9.*", and "=1.9" as conda writes it, are any that begin so. */
static bool part_allows(const char *part, size_t length, int64_t version, bool *ret_read)
{
    size_t row = 0;
    int64_t wanted;
    *ret_read = true;
    if (length == 0 || (length == 1 && *part == '*'))
        return true;
    while (strncmp(part, comparisons[row].text, strlen(comparisons[row].text)) != 0)
        row++;
    enum comparison comparison = comparisons[row].comparison;
    size_t skipped = strlen(comparisons[row].text);
    part += skipped;
    length -= skipped;
    const char *build = memchr(part, '=', length); /* conda: 2.1.0=py39 */
    length = build ? (size_t)(build - part) : length;
    bool begins = cut_star(part, &length) || strcmp(comparisons[row].text, "=") == 0;
    bool exact = !begins && (comparison == COMPARISON_EQUAL || comparison == COMPARISON_UNEQUAL);
    *ret_read = text_read_version(part, length, &wanted);
    return *ret_read &&
           allows(comparison, wanted, exact ? 3 : text_version_parts(part, length), version);
}

static bool condition_allows(const char *condition, int64_t version, bool *ret_read)
{
    bool fits = true;
    *ret_read = true;
    while (fits && *ret_read) {
        size_t length = strcspn(condition, ",");
        fits = part_allows(condition, length, version, ret_read);
        if (condition[length] == '\0')
            break;
        condition += length + 1;
    }
    return fits && *ret_read;
}

bool requirement_choose(const char *condition, const int64_t *versions, size_t count,
                        size_t *ret_index)
{
    bool read = true;
    for (size_t i = count; i-- > 0 && read;) {
        if (!condition_allows(condition, versions[i], &read))
            continue;
        *ret_index = i;
        return true;
    }
    return false;
}

bool requirement_pin(const struct requirement *requirement, char *ret_version, size_t size)
{
    const char *text = requirement->text, *version = text + strspn(text, "=");
    size_t length = strcspn(version, "+="), signs = (size_t)(version - text);
    int64_t number;
    /* conda's "=1.12" is any 1.12 */
    bool exact = signs != 1 || text_version_parts(version, length) > 2;
    if (!requirement->found || strpbrk(text, ",*") || !isdigit((unsigned char)*version) || !exact ||
        length >= size || !text_read_version(version, length, &number))
        return false;
    memcpy(ret_version, version, length);
    ret_version[length] = '\0';
    return true;
}

static bool is_pin(const struct requirement *requirement)
{
    char version[CONDITION_SIZE];
    return requirement_pin(requirement, version, sizeof version);
}

/* True when a range can be read and shuts the release of a pin out. */
static bool excludes(const struct requirement *range, const struct requirement *pin)
{
    char version[CONDITION_SIZE];
    int64_t number;
    bool read = requirement_pin(pin, version, sizeof version) &&
                text_read_version(version, strlen(version), &number);
    return read && !condition_allows(range->text, number, &read) && read;
}

const struct requirement *requirement_better(const struct requirement *first,
                                             const struct requirement *second)
{
    if (!first->found || !second->found)
        return first->found ? first : second;
    if (first->aside && !second->aside) {
        const struct requirement *other = first;
        first = second;
        second = other;
    }
    return is_pin(second) && !is_pin(first) && !excludes(first, second) ? second : first;
}
