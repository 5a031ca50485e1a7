#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "check/requirement.h"

enum operator{
    OPERATOR_EQUAL,
    OPERATOR_UNEQUAL,
    OPERATOR_LEAST,
    OPERATOR_MOST,
    OPERATOR_MORE,
    OPERATOR_LESS,
    OPERATOR_CARET,
    OPERATOR_TILDE,
    OPERATOR_COMPATIBLE
};

static const struct {
    const char *text;
    enum operator operator;
} operators[] = {
    {"===", OPERATOR_EQUAL}, {"==", OPERATOR_EQUAL}, {"!=", OPERATOR_UNEQUAL},
    {">=", OPERATOR_LEAST},  {"<=", OPERATOR_MOST},  {"~=", OPERATOR_COMPATIBLE},
    {">", OPERATOR_MORE},    {"<", OPERATOR_LESS},   {"^", OPERATOR_CARET},
    {"~", OPERATOR_TILDE},   {"=", OPERATOR_EQUAL},  {"", OPERATOR_EQUAL},
};

/* The first version that no longer begins with the first `parts` parts of `version`. */
static int64_t above(int64_t version, unsigned parts)
{
    static const int64_t steps[] = {1000000, 1000000, 1000, 1};
    int64_t step = steps[parts < 3 ? parts : 3];
    return (version / step + 1) * step;
}

/* `parts`: how many of the wanted version's must be the same. */
static bool allows(enum operator operator, int64_t wanted, unsigned parts, int64_t version)
{
    int64_t next = above(wanted, parts);
    switch (operator) {
    case OPERATOR_EQUAL:
        return version >= wanted && version < next;
    case OPERATOR_UNEQUAL:
        return version < wanted || version >= next;
    case OPERATOR_LEAST:
        return version >= wanted;
    case OPERATOR_MOST:
        return version <= wanted;
    case OPERATOR_MORE:
        return version > wanted;
    case OPERATOR_LESS:
        return version < wanted;
    case OPERATOR_CARET:
        return version >= wanted && version < above(wanted, wanted >= 1000000 ? 1 : 2);
    case OPERATOR_TILDE:
        return version >= wanted && version < above(wanted, parts < 2 ? 1 : 2);
    case OPERATOR_COMPATIBLE:
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
    while (strncmp(part, operators[row].text, strlen(operators[row].text)) != 0)
        row++;
    enum operator operator= operators[row].operator;
    size_t skipped = strlen(operators[row].text);
    part += skipped;
    length -= skipped;
    const char *build = memchr(part, '=', length); /* conda: 2.1.0=py39 */
    length = build ? (size_t)(build - part) : length;
    bool begins = cut_star(part, &length) || strcmp(operators[row].text, "=") == 0;
    bool exact = !begins && (operator== OPERATOR_EQUAL || operator== OPERATOR_UNEQUAL);
    *ret_read = text_read_version(part, length, &wanted);
    return *ret_read &&
           allows(operator, wanted, exact ? 3 : text_version_parts(part, length), version);
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
