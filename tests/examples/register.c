/* register.c: gives the registry a strategy of one's own, and resolves with it. */
#include <accord.h>
#include <stdio.h>
#include <string.h>

/* Registers site_ddp, which is ddp with other parameters. */
static enum accord_status register_strategy(accord_engine *engine, accord_findings *findings)
{
    static const struct accord_parameter parameters[] = {{"bucket_cap_mb", "100"}};
    const struct accord_entry entry = {
        .name = "site_ddp",
        .base = "ddp",
        .summary = "ddp with large buckets",
        .parameters = parameters,
        .parameter_count = 1,
        .registered_by = "register.c",
    };

    return accord_registry_register(engine, "lightning", "strategies", &entry, false, findings);
}

int main(void)
{
    accord_engine *engine = accord_engine_new();
    accord_findings *findings = accord_findings_new();
    accord_facts *facts = accord_facts_new();
    accord_spec *spec = accord_spec_new();
    accord_resolution *resolution = NULL;
    const char *name = NULL;

    if (register_strategy(engine, findings) == ACCORD_OK &&
        accord_facts_set(facts, "cuda.count", "2") == ACCORD_OK &&
        accord_spec_set(spec, "strategy", "site_ddp") == ACCORD_OK)
        resolution = accord_framework_resolve(
            accord_engine_framework(engine, "lightning", findings), facts, spec);
    if (accord_resolution_ok(resolution))
        name = accord_resolution_get(resolution, "strategy");
    bool right = name && strcmp(name, "DDPStrategy") == 0;
    printf("site_ddp is %s\n", name ? name : "refused");
    accord_resolution_free(resolution);
    accord_spec_free(spec);
    accord_facts_free(facts);
    accord_findings_free(findings);
    accord_engine_free(engine);
    return right ? 0 : 1;
}
