#include "facts/probe/answer.h"

#include <string.h>

static bool answer(struct facts *facts, const char *name, const struct value *value,
                   const char *detail)
{
    return facts_set(facts, name, value, FACT_PROBE, (struct span){0}, detail);
}

bool answer_text(struct facts *facts, const char *name, const char *text, const char *detail)
{
    struct value value = {.kind = VALUE_STRING, .count = (uint32_t)strlen(text), .text = text};
    return answer(facts, name, &value, detail);
}

bool answer_integer(struct facts *facts, const char *name, int64_t integer, const char *detail)
{
    struct value value = {.kind = VALUE_INTEGER, .integer = integer};
    return answer(facts, name, &value, detail);
}

bool answer_truth(struct facts *facts, const char *name, bool truth, const char *detail)
{
    struct value value = {.kind = VALUE_BOOLEAN, .boolean = truth};
    return answer(facts, name, &value, detail);
}

bool answer_list(struct facts *facts, const char *name, const char *const *texts, size_t count,
                 const char *detail)
{
    struct value *list = value_list(&facts->arena);
    if (!list)
        return false;
    for (size_t i = 0; i < count; i++) {
        struct value *text = value_string(&facts->arena, texts[i], strlen(texts[i]));
        if (!text || !value_append(&facts->arena, list, NULL, text))
            return false;
    }
    return answer(facts, name, list, detail);
}

bool request_part(const char *name, const char *prefix, const char *suffix, char *buffer,
                  size_t size)
{
    size_t length = strlen(name), before = strlen(prefix), after = strlen(suffix);
    if (length <= before + after || length - before - after >= size)
        return false;
    if (strncmp(name, prefix, before) != 0 || strcmp(name + length - after, suffix) != 0)
        return false;
    memcpy(buffer, name + before, length - before - after);
    buffer[length - before - after] = '\0';
    return true;
}
