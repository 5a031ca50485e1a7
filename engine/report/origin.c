/* Origins in words: who gave a field its value. */
#include <string.h>

#include "base/text.h"
#include "report/report.h"

static void add_request(struct text *text, const struct resolution *resolution, uint32_t index)
{
    const struct span *place = &resolution->places[index];
    if (place->file == NULL)
        text_add(text, "request");
    else if (place->line == 0)
        text_format(text, "%s", place->file);
    else
        text_format(text, "%s:%u:%u", place->file, place->line, place->column);
}

static void add_fact(struct text *text, const struct resolution *resolution, uint32_t index)
{
    const struct fact *fact = &resolution->facts->items[index];
    text_add(text, fact_source_name(fact->source));
    if (fact->detail)
        text_format(text, " %s", fact->detail);
}

void origin_add_text(struct text *text, const struct resolution *resolution, uint16_t field)
{
    origin_add_kind(text, resolution, resolution->world.origins[field]);
}

void origin_add_kind(struct text *text, const struct resolution *resolution, uint32_t from)
{
    const struct ruleset *ruleset = resolution->ruleset;
    uint32_t index = origin_index(from);

    switch (origin_kind_of(from)) {
    case ORIGIN_NONE:
        break;
    case ORIGIN_REQUEST:
        add_request(text, resolution, index);
        break;
    case ORIGIN_ENVIRONMENT:
        text_format(text, "environment variable %s",
                    ruleset_text(ruleset, ruleset_field(ruleset, index)->environment));
        break;
    case ORIGIN_FACT:
        add_fact(text, resolution, index);
        break;
    case ORIGIN_DEFAULT:
        text_add(text, "default");
        break;
    case ORIGIN_RULE:
        text_format(text, "rule %s", ruleset_text(ruleset, ruleset_rule(ruleset, index)->id));
        break;
    }
}
