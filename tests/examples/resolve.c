/* resolve.c: asks what a run gets, and prints it with where it comes from, or every reason why not.
 * This is the example of resolve_connector(3); a test keeps the two the same. */
#include <accord.h>
#include <stdio.h>

/* Every value of the answer, and who set it. */
static void print_values(accord_resolution *resolution)
{
    struct accord_value value;

    for (size_t i = 0; accord_resolution_at(resolution, i, &value); i++)
        printf("%s = %s (%s)\n", value.name, value.text, value.detail ? value.detail : "as asked");
}

/* Every reason, and the smallest changes that make it run. */
static void print_reasons(accord_resolution *resolution)
{
    struct accord_diagnostic reason;
    struct accord_change change;

    for (size_t i = 0; accord_resolution_diagnostic(resolution, i, &reason); i++)
        printf("%s: %s\n", reason.id, reason.message);
    size_t count = accord_resolution_suggest(resolution, NULL, 0, 3, NULL);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; accord_resolution_change(resolution, i, j, &change); j++)
            printf("%s %s=%s\n", j == 0 ? "instead:" : "     and", change.field,
                   change.text ? change.text : "(left out)");
}

int main(void)
{
    accord_engine *engine = accord_engine_new();
    accord_findings *findings = accord_findings_new();
    accord_facts *facts = accord_facts_new();
    accord_spec *spec = accord_spec_new();
    accord_resolution *resolution = NULL;
    const accord_framework *framework = NULL;
    int status = 2;

    /* A machine that is not this one. resolve_connector(spec) alone asks about this one. */
    if (engine && accord_facts_target(facts, engine, "dgx-h100", findings) == ACCORD_OK)
        framework = accord_engine_framework(engine, "lightning@2.6.5", findings);
    if (framework && accord_spec_set(spec, "strategy", "ddp_spawn") == ACCORD_OK &&
        accord_spec_set(spec, "devices", "2") == ACCORD_OK)
        resolution = accord_framework_resolve(framework, facts, spec);
    if (resolution) {
        status = accord_resolution_ok(resolution) ? 0 : 1;
        status == 0 ? print_values(resolution) : print_reasons(resolution);
    }
    accord_resolution_free(resolution);
    accord_spec_free(spec);
    accord_facts_free(facts);
    accord_findings_free(findings);
    accord_engine_free(engine);
    return status;
}
