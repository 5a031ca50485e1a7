/* Explanations: what a rule or an engine message says, means and rests on. */
#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "config/config.h"
#include "report/report.h"

struct style {
    const char *bold, *dim, *end;
};

static const struct style plain = {"", "", ""};
static const struct style coloured = {"\x1b[1m", "\x1b[2m", "\x1b[0m"};

static void add_line(struct text *text, const struct style *style, const char *name,
                     const char *value)
{
    if (value)
        text_format(text, "  %s%-9s%s %s\n", style->dim, name, style->end, value);
}

static void add_release(struct text *text, const char *word, int64_t release)
{
    if (release > 0 && release < INT64_MAX)
        text_format(text, "%s %" PRId64 ".%" PRId64 ".%" PRId64, word, release / 1000000,
                    release / 1000 % 1000, release % 1000);
}

static void add_lifetime(struct text *text, const struct style *style, const struct rule *rule)
{
    if (rule->since <= 0 && rule->until == INT64_MAX)
        return;
    text_format(text, "  %sreleases %s", style->dim, style->end);
    add_release(text, " since", rule->since);
    add_release(text, " until", rule->until);
    text_add(text, "\n");
}

static void add_fixes(struct text *text, const struct style *style, const struct ruleset *ruleset,
                      const struct rule *rule)
{
    const struct fix *fixes = ruleset_at(ruleset, rule->fixes);
    for (uint32_t i = 0; i < rule->fixes.count; i++)
        text_format(text, "  %sfix%s       %s=%s\n", style->dim, style->end,
                    ruleset_text(ruleset, ruleset_field(ruleset, fixes[i].field)->name),
                    ruleset_text(ruleset, fixes[i].value));
}

static void add_rule(struct text *text, const struct style *style, const struct ruleset *ruleset,
                     const struct rule *rule)
{
    const struct stage *stages = ruleset_at(ruleset, ruleset->stages);
    const char *kind = rule->tells ? severity_name(rule->severity) : "sets a value";
    text_format(text, "%s%s%s  %s, stage %s of %s\n", style->bold, ruleset_text(ruleset, rule->id),
                style->end, kind, ruleset_text(ruleset, stages[rule->stage].name),
                ruleset_text(ruleset, ruleset->pack));
    if (rule->reason != rule->id)
        add_line(text, style, "reason", ruleset_text(ruleset, rule->reason));
    add_line(text, style, "says", ruleset_text(ruleset, rule->message));
    add_line(text, style, "help", ruleset_text(ruleset, rule->help));
    add_lifetime(text, style, rule);
    add_line(text, style, "raises", ruleset_text(ruleset, rule->raises));
    add_line(text, style, "logs", ruleset_text(ruleset, rule->emits));
    add_fixes(text, style, ruleset, rule);
    add_line(text, style, "source", ruleset_text(ruleset, rule->source));
    text_format(text, "  %splace%s     %s:%u:%u\n", style->dim, style->end,
                ruleset_text(ruleset, rule->file), rule->line, rule->column);
}

static void add_message(struct text *text, const struct style *style, enum message message)
{
    text_format(text, "%s%s%s  %s of accord itself\n", style->bold, message_id(message), style->end,
                severity_name(message_severity(message)));
    add_line(text, style, "says", message_template(message));
    add_line(text, style, "help", message_help(message));
}

/* Findings of accord check that no rule and no message is about. */
static const struct {
    const char *id, *help;
} findings[] = {
    {"unknown-argument", "The release of the framework does not have this argument."},
    {"unknown-field", "No release of the framework has this argument."},
    {"ignore-unused",
     "Nothing is found that this comment would hide; take it out, or mend its ids."},
    {"ignore-without-id", "An ignore comment names what it hides: accord: ignore[rule-id] reason."},
};

const char *explain_finding(size_t index, const char **ret_help)
{
    const size_t own = sizeof findings / sizeof *findings;
    if (index >= own)
        return config_problem(index - own, ret_help);
    *ret_help = findings[index].help;
    return findings[index].id;
}

/* A finding of accord check about a file, when `id` is one's. */
static void add_finding(struct text *text, const struct style *style, const char *id)
{
    const char *help, *one;
    for (size_t i = 0; (one = explain_finding(i, &help)); i++) {
        if (strcmp(one, id) != 0)
            continue;
        text_format(text, "%s%s%s  a finding of accord check\n", style->bold, id, style->end);
        add_line(text, style, "help", help);
    }
}

void explain_add(struct text *text, const struct ruleset *ruleset, const char *id, bool colour)
{
    const struct style *style = colour ? &coloured : &plain;
    enum message message = message_find(id);
    text_id known = ruleset ? ruleset_find_text(ruleset, id, strlen(id)) : 0;

    if (message != MESSAGE__COUNT) {
        add_message(text, style, message);
        return;
    }
    for (uint32_t i = 0; known && i < ruleset->rules.count; i++) {
        const struct rule *rule = ruleset_rule(ruleset, i);
        if (rule->id != known && rule->reason != known)
            continue;
        if (text->length)
            text_add(text, "\n");
        add_rule(text, style, ruleset, rule);
    }
    if (text->length == 0)
        add_finding(text, style, id);
}
