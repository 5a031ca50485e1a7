/* Nanoseconds a resolve, for ten typical requests and over a whole recording.
 *
 *     resolve                  all of them, as aligned rows
 *     resolve once N           only resolves request N a thousand times, to be counted by
 *                              another tool
 *     resolve lines < FILE     the lines of a recording, one after the other */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "accord.h"

static const struct {
    const char *name, *request;
} requests[] = {
    {"nothing said", "{}"},
    {"one cpu process", "{\"accelerator\": \"cpu\"}"},
    {"one gpu", "{\"accelerator\": \"gpu\", \"devices\": 1}"},
    {"ddp on all gpus", "{\"accelerator\": \"gpu\", \"strategy\": \"ddp\", \"devices\": -1}"},
    {"ddp_spawn, mixed precision", "{\"accelerator\": \"gpu\", \"strategy\": \"ddp_spawn\", "
                                   "\"devices\": 2, \"precision\": \"16-mixed\"}"},
    {"fsdp on four nodes", "{\"accelerator\": \"cuda\", \"strategy\": \"fsdp\", \"devices\": 8, "
                           "\"num_nodes\": 4, \"precision\": \"bf16-mixed\"}"},
    {"devices by index", "{\"accelerator\": \"cuda\", \"devices\": [3, 1, 2]}"},
    {"a strategy object", "{\"strategy\": {\"class_path\": \"DDPStrategy\", \"init_args\": "
                          "{\"find_unused_parameters\": true}}}"},
    {"refused early", "{\"strategy\": \"dddp\"}"},
    {"refused late", "{\"accelerator\": \"gpu\", \"strategy\": \"fsdp\", \"precision\": "
                     "\"64-true\", \"devices\": 2}"},
};

enum { REQUESTS = sizeof requests / sizeof *requests };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static accord_engine *open_engine(void)
{
    accord_engine *engine = accord_engine_new();
    accord_facts *facts = accord_facts_new();
    accord_facts_set(facts, "cuda.count", "8");
    if (accord_engine_use(engine, "lightning@2.6.5", NULL) != ACCORD_OK ||
        accord_engine_set_facts(engine, facts) != ACCORD_OK)
        exit(EXIT_FAILURE);
    accord_facts_free(facts);
    return engine;
}

/* Nanoseconds a resolve: the best of several rounds, so that other work on the machine does not
 * count. */
static double time_resolve(accord_engine *engine, const accord_spec *spec, size_t repeats)
{
    enum { ROUNDS = 7 };
    double best = 1e18;
    for (int round = 0; round < ROUNDS; round++) {
        double start = now();
        for (size_t i = 0; i < repeats; i++)
            accord_resolution_free(accord_engine_resolve(engine, spec));
        double each = (now() - start) / (double)repeats;
        best = each < best ? each : best;
    }
    return best;
}

static void bench_requests(void)
{
    accord_engine *engine = open_engine();
    double all = 0;
    for (size_t i = 0; i < REQUESTS; i++) {
        accord_spec *spec =
            accord_spec_from_json(requests[i].request, strlen(requests[i].request), NULL);
        double each = time_resolve(engine, spec, 20000);
        printf("resolve  %-28s %10.0f ns\n", requests[i].name, each);
        fflush(stdout);
        all += each;
        accord_spec_free(spec);
    }
    printf("resolve  %-28s %10.0f ns  %.0f a second\n", "one of the ten", all / REQUESTS,
           1e9 * REQUESTS / all);
    accord_engine_free(engine);
}

static void resolve_once(size_t index)
{
    accord_engine *engine = open_engine();
    accord_spec *spec =
        index < REQUESTS
            ? accord_spec_from_json(requests[index].request, strlen(requests[index].request), NULL)
            : NULL;
    for (int i = 0; spec && i < 1000; i++)
        accord_resolution_free(accord_engine_resolve(engine, spec));
    accord_spec_free(spec);
    accord_engine_free(engine);
}

static void bench_lines(void)
{
    accord_engine *engine = open_engine();
    char *line = NULL;
    size_t room = 0, count = 0;
    double spent = 0;
    for (ssize_t length; (length = getline(&line, &room, stdin)) > 0; count++) {
        char *answer = NULL;
        bool ok;
        double start = now();
        accord_engine_answer(engine, line, (size_t)length, count + 1, &answer, &ok);
        spent += now() - start;
        free(answer);
    }
    if (count)
        printf("answer   %-28s %10.0f ns  a line, over %zu lines from JSON to JSON\n",
               "a recording", spent / (double)count, count);
    free(line);
    accord_engine_free(engine);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "once") == 0) {
        resolve_once((size_t)atoi(argv[2]));
    } else if (argc == 2 && strcmp(argv[1], "lines") == 0) {
        bench_lines();
    } else {
        bench_requests();
    }
    return EXIT_SUCCESS;
}
