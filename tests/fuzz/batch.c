/* Lines of accord resolve --batch: whatever a line holds, its answer is one line of JSON. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "accord.h"
#include "fuzz.h"

/* An engine on a machine of which nothing is known, made once and kept. */
static accord_engine *engine_get(void)
{
    static accord_engine *engine;
    if (engine)
        return engine;
    accord_facts *facts = accord_facts_new();
    engine = accord_engine_new();
    fuzz_check(engine && facts && accord_engine_set_facts(engine, facts) == ACCORD_OK,
               "there is an engine");
    accord_facts_free(facts);
    return engine;
}

/* What must hold for every answer. */
static void check_answer(const char *answer, bool ok)
{
    json_error_t error;
    json_t *json = json_loads(answer, 0, &error);
    fuzz_check(json_is_object(json), "an answer is a JSON object");
    fuzz_check(json_is_boolean(json_object_get(json, "ok")), "an answer says whether it is ok");
    fuzz_check(json_is_true(json_object_get(json, "ok")) == ok,
               "an answer says what the call says");
    fuzz_check(!strchr(answer, '\n'), "an answer is one line");
    json_decref(json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *answer = NULL;
    bool ok = false;
    enum accord_status status =
        accord_engine_answer(engine_get(), (const char *)data, size, 1, &answer, &ok);
    fuzz_check(status == ACCORD_OK || status == ACCORD_FAULTY, "a line is answered");
    check_answer(answer, status == ACCORD_OK && ok);
    free(answer);
    return 0;
}
