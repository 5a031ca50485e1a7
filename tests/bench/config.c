/* Microseconds a config file, read and checked, for typical files; and how long the kinds take to
 * load. One thread. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/text.h"
#include "builtin.h"
#include "config/config.h"

enum { ROUNDS = 7, REPEATS = 300 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

/* A file of `head`, then `count` times `part`, a number in it, then `tail`. */
static char *build(const char *head, const char *part, int count, const char *tail)
{
    struct text text;
    text_init(&text);
    text_add(&text, head);
    for (int i = 0; i < count; i++) {
        const char *hash = strchr(part, '#');
        text_add_bytes(&text, part, (size_t)(hash - part));
        text_format(&text, "%d%s", i, hash + 1);
    }
    text_add(&text, tail);
    char *built = text_take(&text);
    if (!built)
        exit(EXIT_FAILURE);
    return built;
}

static const char cli[] =
    "seed_everything: 42\ntrainer:\n  accelerator: gpu\n  strategy: ddp\n  devices: 8\n  "
    "num_nodes: 2\n"
    "  precision: bf16-mixed  # or 16-mixed\n  max_epochs: 10\n  gradient_clip_val: 1e-1\nmodel:\n"
    "  class_path: project.Model\n  init_args:\n";
static const char cli_part[] = "    layer_#:\n      class_path: torch.nn.Linear\n      init_args: "
                               "{in_features: 64, bias: true}\n";
static const char launcher[] =
    "compute_environment: LOCAL_MACHINE\ndebug: false\ndistributed_type: FSDP\nmixed_precision: "
    "bf16\nmachine_rank: 0\n"
    "num_machines: 2\nnum_processes: 16\nrdzv_backend: static\nsame_network: true\nuse_cpu: "
    "false\nfsdp_config:\n"
    "  fsdp_auto_wrap_policy: TRANSFORMER_BASED_WRAP\n  fsdp_offload_params: false\n  "
    "fsdp_sharding_strategy: FULL_SHARD\n";
static const char zero[] = "{\"train_batch_size\": \"auto\", \"train_micro_batch_size_per_gpu\": "
                           "\"auto\", \"bf16\": {\"enabled\": \"auto\"},\n"
                           " \"zero_optimization\": {\"stage\": 3, \"offload_optimizer\": "
                           "{\"device\": \"cpu\", \"pin_memory\": true},\n"
                           "   \"overlap_comm\": true, \"sub_group_size\": 1e9, "
                           "\"reduce_bucket_size\": \"auto\"}, \"x\": [0";
static const char other[] = "services:\n";
static const char other_part[] = "  service_#:\n    image: example/image\n    ports: [80, 443]\n";

static const struct {
    const char *name, *path, *head, *part;
    int count;
    const char *tail;
} files[] = {
    {"a command line's YAML, 4 KB", "config.yaml", cli, cli_part, 40, ""},
    {"the same, 40 KB", "config.yaml", cli, cli_part, 400, ""},
    {"a launcher's YAML", "default_config.yaml", launcher, "# #\n", 0, ""},
    {"JSON, 1 KB", "zero3.json", zero, ", \"#\"", 100, "]}\n"},
    {"YAML that is none of ours", "compose.yaml", other, other_part, 60, ""},
};

/* Microseconds a read of one file: the best of several rounds. */
static double time_read(const struct config_kinds *kinds, const char *path, const char *text)
{
    double best = 1e18;
    for (int round = 0; round < ROUNDS; round++) {
        double start = now();
        for (int i = 0; i < REPEATS; i++) {
            struct config_file file;
            if (config_read(kinds, path, text, strlen(text), NULL, &file) != CONFIG_OK)
                exit(EXIT_FAILURE);
            config_file_clear(&file);
        }
        double each = (now() - start) / REPEATS;
        best = each < best ? each : best;
    }
    return best;
}

static double time_load(void)
{
    double best = 1e18;
    const struct table_source source = {builtin_files, builtin_file_count, NULL};
    for (int round = 0; round < ROUNDS * 3; round++) {
        struct config_kinds *kinds = NULL;
        struct diagnostics findings;
        diagnostics_init(&findings);
        double start = now();
        if (config_kinds_load(&source, 1, &findings, &kinds) != PACK_OK)
            exit(EXIT_FAILURE);
        double each = now() - start;
        best = each < best ? each : best;
        diagnostics_clear(&findings);
        config_kinds_free(kinds);
    }
    return best;
}

int main(void)
{
    struct config_kinds *kinds = NULL;
    struct diagnostics findings;
    const struct table_source source = {builtin_files, builtin_file_count, NULL};
    diagnostics_init(&findings);
    if (config_kinds_load(&source, 1, &findings, &kinds) != PACK_OK)
        return EXIT_FAILURE;
    printf("config   %-28s %10.0f us\n", "kinds loaded", time_load());
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char *text = build(files[i].head, files[i].part, files[i].count, files[i].tail);
        double each = time_read(kinds, files[i].path, text);
        printf("config   %-28s %10.1f us  %7.0f files/s  %5.1f MB/s\n", files[i].name, each,
               1e6 / each, (double)strlen(text) / each);
        free(text);
    }
    config_kinds_free(kinds);
    diagnostics_clear(&findings);
    return EXIT_SUCCESS;
}
