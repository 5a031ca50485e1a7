/* Probes: what they find on machines that the tests make up, of folders, variables and a fake
 * driver library. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "facts/facts.h"
#include "facts/probe/gpu.h"
#include "facts/probe/probe.h"
#include "memory.h"
#include "suite.h"

/* Every variable that the probes look at, so that no test depends on the machine it runs on. */
static const char *const variables[] = {
    "ACCORD_CUDA_LIBRARY",
    "ACCORD_NCCL_LIBRARY",
    "ACCORD_NVML_LIBRARY",
    "CONDA_PREFIX",
    "CUDA_DEVICE_ORDER",
    "CUDA_VISIBLE_DEVICES",
    "FAKE_DEVICES",
    "FAKE_INIT",
    "FAKE_MIG",
    "FAKE_MIXED",
    "FAKE_NCCL",
    "FAKE_NVML_INIT",
    "HOME",
    "PATH",
    "PYTHONNOUSERSITE",
    "PYTHONPATH",
    "VIRTUAL_ENV",
};
enum { VARIABLES = sizeof variables / sizeof *variables };

/* A made-up machine: a folder of its own and an empty environment. */
struct machine {
    char folder[64];
    char *saved[VARIABLES];
    struct facts facts;
};

static void set_up(struct machine *machine)
{
    strcpy(machine->folder, "/tmp/accord-probe-XXXXXX");
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(machine->folder));
    for (size_t i = 0; i < VARIABLES; i++) {
        const char *value = getenv(variables[i]);
        machine->saved[i] = value ? strdup(value) : NULL;
        unsetenv(variables[i]);
    }
    setenv("PATH", "/nowhere", 1);
    setenv("ACCORD_CUDA_LIBRARY", "", 1);
    setenv("ACCORD_NVML_LIBRARY", "", 1);
    setenv("ACCORD_NCCL_LIBRARY", "", 1);
    facts_init(&machine->facts);
}

static void tear_down(struct machine *machine)
{
    char command[128];
    for (size_t i = 0; i < VARIABLES; i++) {
        if (machine->saved[i])
            setenv(variables[i], machine->saved[i], 1);
        else
            unsetenv(variables[i]);
        free(machine->saved[i]);
    }
    snprintf(command, sizeof command, "rm -r '%s'", machine->folder);
    CU_ASSERT_EQUAL(system(command), 0);
    facts_clear(&machine->facts);
}

/* The path of a name below the machine's folder, in memory of its own until the next call but
 * three. */
static const char *below(const struct machine *machine, const char *name)
{
    static char paths[4][512];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", machine->folder, name);
    return path;
}

/* Makes a file with its folders; a name that ends in '/' is a folder. */
static void make(const struct machine *machine, const char *name, const char *content, mode_t mode)
{
    char path[512];
    snprintf(path, sizeof path, "%s", below(machine, name));
    for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
    if (path[strlen(path) - 1] == '/')
        return;
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs(content, file);
    fclose(file);
    chmod(path, mode);
}

static const struct probe *find_probe(const char *name)
{
    for (size_t i = 0; i < probe_count; i++)
        if (strcmp(probes[i]->name, name) == 0)
            return probes[i];
    return NULL;
}

static const char *const declared[] = {
    "cuda.count",        "env.ACCORD_TEST_A", "env.ACCORD_TEST_B",     "mps.available",
    "nccl.version",      "package.alpha",     "package.alpha.version", "package.beta_two",
    "beta_two.version",  "package.gamma",     "package.delta",         "runner.available",
    "missing.available",
};

static bool run(struct machine *machine, const char *probe)
{
    const struct probe_request request = {declared, sizeof declared / sizeof *declared};
    facts_clear(&machine->facts);
    facts_init(&machine->facts);
    return find_probe(probe)->read(&request, &machine->facts);
}

/* Text of a fact; "absent" without it. */
static const char *text_of(const struct machine *machine, const char *name)
{
    static char text[256];
    const struct fact *fact = facts_find(&machine->facts, name);
    if (!fact)
        return "absent";
    value_text(fact->value, text, sizeof text);
    return text;
}

static const char *detail_of(const struct machine *machine, const char *name)
{
    const struct fact *fact = facts_find(&machine->facts, name);
    return fact && fact->detail ? fact->detail : "absent";
}

static void test_table(void)
{
    for (size_t i = 0; i < probe_count; i++) {
        CHECK_ROW(*probes[i]->summary && *probes[i]->provides, probes[i]->name);
        CHECK_ROW(find_probe(probes[i]->name) == probes[i], probes[i]->name);
    }
}

static void test_env(void)
{
    struct machine machine;
    set_up(&machine);
    setenv("ACCORD_TEST_A", "7", 1);
    setenv("ACCORD_TEST_C", "not declared", 1);
    unsetenv("ACCORD_TEST_B");
    CU_ASSERT_TRUE(run(&machine, "env"));
    CU_ASSERT_EQUAL(machine.facts.count, 1);
    CU_ASSERT_TRUE(value_is_text(facts_find(&machine.facts, "env.ACCORD_TEST_A")->value, "7"));
    unsetenv("ACCORD_TEST_A");
    unsetenv("ACCORD_TEST_C");
    tear_down(&machine);
}

static void test_host(void)
{
    struct machine machine;
    set_up(&machine);
    CU_ASSERT_TRUE(run(&machine, "host"));
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "windows"), "false");
    CU_ASSERT_EQUAL(facts_find(&machine.facts, "start_methods")->value->kind, VALUE_LIST);
    CU_ASSERT(facts_find(&machine.facts, "host.cpus")->value->integer > 0);
#ifdef __linux__
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "os"), "linux");
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "mps.available"), "false");
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "start_methods"),
                           "[\"fork\",\"spawn\",\"forkserver\"]");
#endif
    tear_down(&machine);
}

static void test_command(void)
{
    struct machine machine;
    char path[256];
    set_up(&machine);
    make(&machine, "one/runner", "", 0644); /* no program */
    make(&machine, "two/runner/", "", 0);   /* a folder */
    make(&machine, "three/runner", "#!", 0755);
    snprintf(path, sizeof path, "%s:%s", below(&machine, "one"), below(&machine, "two"));
    setenv("PATH", path, 1);
    CU_ASSERT_TRUE(run(&machine, "command"));
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "runner.available"), "false");
    snprintf(path, sizeof path, "%s::%s", below(&machine, "one"), below(&machine, "three"));
    setenv("PATH", path, 1);
    CU_ASSERT_TRUE(run(&machine, "command"));
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "runner.available"), "true");
    CU_ASSERT_STRING_EQUAL(detail_of(&machine, "runner.available"),
                           below(&machine, "three/runner"));
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "missing.available"), "false");
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "mps.available"), "absent");
    tear_down(&machine);
}

/* Packages of every shape below a folder of packages. */
static void make_packages(const struct machine *machine, const char *folder)
{
    static const char *const names[] = {
        "alpha/__init__.py",
        "alpha-1.2.3+local.dist-info/METADATA",
        "Beta.Two-4.5.dist-info/METADATA",
        "gamma.cpython-311-x86_64-linux-gnu.so",
        "delta_more/__init__.py",
        "delta-",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char name[256];
        snprintf(name, sizeof name, "%s/%s", folder, names[i]);
        make(machine, name, "", 0644);
    }
}

static void check_packages(struct machine *machine)
{
    CU_ASSERT_TRUE(run(machine, "package"));
    CU_ASSERT_STRING_EQUAL(text_of(machine, "package.alpha"), "true");
    CU_ASSERT_STRING_EQUAL(text_of(machine, "package.alpha.version"), "1.2.3+local");
    CU_ASSERT_STRING_EQUAL(text_of(machine, "package.beta_two"), "true");
    CU_ASSERT_STRING_EQUAL(text_of(machine, "beta_two.version"), "4.5");
    CU_ASSERT_STRING_EQUAL(text_of(machine, "package.gamma"), "true");
    CU_ASSERT_STRING_EQUAL(text_of(machine, "package.delta"), "false");
    CU_ASSERT_STRING_EQUAL(text_of(machine, "nccl.version"), "absent");
}

static void test_package_without_python(void)
{
    struct machine machine;
    set_up(&machine);
    make_packages(&machine, "path");
    setenv("PYTHONPATH", below(&machine, "path"), 1);
    setenv("VIRTUAL_ENV", below(&machine, "nothing"), 1);
    make(&machine, "shims/python3", "#!", 0755); /* chooses a Python when it is started */
    setenv("PATH", below(&machine, "shims"), 1);
    CU_ASSERT_TRUE(run(&machine, "package"));
    CU_ASSERT_EQUAL(machine.facts.count, 0);
    tear_down(&machine);
}

static void test_package_of_environment(void)
{
    static const char *const named[] = {"VIRTUAL_ENV", "CONDA_PREFIX"};
    for (size_t i = 0; i < 2; i++) {
        struct machine machine;
        set_up(&machine);
        make_packages(&machine, "[odd] venv/lib/python3.11/site-packages");
        setenv(named[i], below(&machine, "[odd] venv"), 1);
        check_packages(&machine);
        tear_down(&machine);
    }
}

static void test_package_of_path(void)
{
    struct machine machine;
    set_up(&machine);
    make(&machine, "usr/bin/python3.11", "", 0755);
    make(&machine, "usr/lib/python3/dist-packages/alpha/", "", 0);
    make(&machine, "usr/lib/python3.12/site-packages/delta/", "", 0); /* of another Python */
    make(&machine, "venv/bin/", "", 0);
    CU_ASSERT_EQUAL(
        symlink(below(&machine, "usr/bin/python3.11"), below(&machine, "usr/bin/python3")), 0);
    CU_ASSERT_EQUAL(
        symlink(below(&machine, "usr/bin/python3"), below(&machine, "venv/bin/python3")), 0);
    setenv("PATH", below(&machine, "usr/bin"), 1);
    CU_ASSERT_TRUE(run(&machine, "package"));
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "package.alpha"), "true");
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "package.delta"), "false");

    make(&machine, "home/.local/lib/python3.11/site-packages/gamma.py", "", 0644);
    setenv("HOME", below(&machine, "home"), 1);
    CU_ASSERT_TRUE(run(&machine, "package"));
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "package.gamma"), "true");
    setenv("PYTHONNOUSERSITE", "1", 1);
    CU_ASSERT_TRUE(run(&machine, "package"));
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "package.gamma"), "false");

    make(&machine, "venv/lib/python3.11/site-packages/beta_two/", "", 0);
    make(&machine, "venv/pyvenv.cfg", "home = /nowhere\n", 0644);
    setenv("PATH", below(&machine, "venv/bin"), 1);
    CU_ASSERT_TRUE(run(&machine, "package"));
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "package.alpha"), "false");
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "package.beta_two"), "true");

    char content[256];
    snprintf(content, sizeof content, "home = %s\ninclude-system-site-packages = True\n",
             below(&machine, "usr/bin"));
    make(&machine, "venv/pyvenv.cfg", content, 0644);
    CU_ASSERT_TRUE(run(&machine, "package"));
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "package.alpha"), "true");
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "package.beta_two"), "true");

    make(&machine, "more/delta.py", "", 0644);
    setenv("PYTHONPATH", below(&machine, "more"), 1);
    CU_ASSERT_TRUE(run(&machine, "package"));
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "package.delta"), "true");
    tear_down(&machine);
}

/* The fake driver library, built beside the tests. */
static const char *fake_driver(void)
{
    static char path[512];
    const char *build = getenv("BUILD");
    snprintf(path, sizeof path, "%s/tests/unit/fake_driver.so", build ? build : ".");
    CU_ASSERT_EQUAL_FATAL(access(path, R_OK), 0);
    return path;
}

static void test_cuda_without_library(void)
{
    struct machine machine;
    set_up(&machine);
    CU_ASSERT_TRUE(run(&machine, "cuda"));
    if (access("/dev/kfd", F_OK) != 0) {
        CU_ASSERT_STRING_EQUAL(text_of(&machine, "cuda.count"), "0");
        CU_ASSERT_STRING_EQUAL(detail_of(&machine, "cuda.count"), "cuda: no driver library");
    }
    setenv("ACCORD_CUDA_LIBRARY", "/nowhere/libcuda.so.1", 1);
    CU_ASSERT_TRUE(run(&machine, "cuda"));
    CU_ASSERT(facts_find(&machine.facts, "cuda.name") == NULL);
    tear_down(&machine);
}

static void test_cuda_by_driver(void)
{
    struct machine machine;
    set_up(&machine);
    setenv("ACCORD_CUDA_LIBRARY", fake_driver(), 1);
    setenv("FAKE_DEVICES", "2", 1);
    setenv("FAKE_MIXED", "1", 1);
    CU_ASSERT_TRUE(run(&machine, "cuda"));
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "cuda.count"), "2");
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "cuda.name"), "Fake weak");
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "cuda.capability"), "7.0");
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "cuda.memory_gib"), "16");
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "cuda.version"), "12.4");
    CU_ASSERT_STRING_EQUAL(detail_of(&machine, "cuda.count"), "cuda: driver");
    setenv("FAKE_INIT", "100", 1);
    CU_ASSERT_TRUE(run(&machine, "cuda"));
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "cuda.count"), "0");
    CU_ASSERT_STRING_EQUAL(detail_of(&machine, "cuda.count"), "cuda: cuInit says 100");
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "cuda.name"), "absent");
    tear_down(&machine);
}

static void test_cuda_by_nvml(void)
{
    struct machine machine;
    set_up(&machine);
    setenv("ACCORD_CUDA_LIBRARY", fake_driver(), 1);
    setenv("ACCORD_NVML_LIBRARY", fake_driver(), 1);
    setenv("FAKE_DEVICES", "4", 1);
    setenv("FAKE_INIT", "999", 1); /* is not called */
    setenv("CUDA_VISIBLE_DEVICES", "2,0,7,1", 1);
    CU_ASSERT_TRUE(run(&machine, "cuda"));
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "cuda.count"), "2");
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "cuda.name"), "Fake strong");
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "cuda.driver"), "550.54.15");
    CU_ASSERT_STRING_EQUAL(detail_of(&machine, "cuda.count"), "cuda: NVML");
    setenv("FAKE_MIXED", "1", 1); /* now it is not known which devices these are */
    CU_ASSERT_TRUE(run(&machine, "cuda"));
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "cuda.count"), "2");
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "cuda.name"), "absent");
    setenv("CUDA_DEVICE_ORDER", "PCI_BUS_ID", 1);
    CU_ASSERT_TRUE(run(&machine, "cuda"));
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "cuda.name"), "Fake strong");
    tear_down(&machine);
}

/* Parts of devices are for the driver to count. */
static void test_cuda_parts(void)
{
    static const char *const settings[][2] = {
        {"FAKE_MIG", "1"}, {"CUDA_VISIBLE_DEVICES", "MIG-1"}, {"FAKE_NVML_INIT", "9"}};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        struct machine machine;
        set_up(&machine);
        setenv("ACCORD_CUDA_LIBRARY", fake_driver(), 1);
        setenv("ACCORD_NVML_LIBRARY", fake_driver(), 1);
        setenv("FAKE_DEVICES", "1", 1);
        setenv(settings[i][0], settings[i][1], 1);
        CHECK_ROW(run(&machine, "cuda"), settings[i][0]);
        CHECK_ROW(strcmp(text_of(&machine, "cuda.count"), "1") == 0, settings[i][0]);
        CHECK_ROW(strcmp(detail_of(&machine, "cuda.count"), "cuda: driver") == 0, settings[i][0]);
        tear_down(&machine);
    }
}

/* Four devices GPU-aa, GPU-ab, GPU-bc and GPU-bd; their order afterwards as the last letters of
 * their names. */
static void test_visible_devices(void)
{
    static const struct {
        const char *variable, *left;
    } rows[] = {
        {NULL, "0123"},        {"", ""},          {"0", "0"},
        {"3,1", "31"},         {" 1, 2", "12"},   {"-1", ""},
        {"0,-1,1", "0"},       {"0,4,1", "0"},    {"1,1", ""},
        {"2x", "2"},           {"x", ""},         {"0,,1", "0"},
        {"GPU-ab", "1"},       {"GPU-a", ""},     {"GPU-bd,GPU-aa", "30"},
        {"GPU-aa,GPU-aa", ""}, {"GPU-aa,1", "0"}, {"99999999999999999999", ""},
        {"NoDevFiles", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct gpus gpus = {.count = 4};
        char left[8] = "";
        for (int k = 0; k < 4; k++) {
            snprintf(gpus.items[k].name, sizeof gpus.items[k].name, "%d", k);
            snprintf(gpus.items[k].uuid, sizeof gpus.items[k].uuid, "GPU-%c%c", 'a' + k / 2,
                     'a' + k);
        }
        CHECK_ROW(gpus_select(&gpus, rows[i].variable), rows[i].variable);
        for (size_t k = 0; k < gpus.count; k++)
            strcat(left, gpus.items[k].name);
        CHECK_ROW(strcmp(left, rows[i].left) == 0, rows[i].variable ? rows[i].variable : "(unset)");
    }
    struct gpus gpus = {.count = 1};
    CU_ASSERT_FALSE(gpus_select(&gpus, "MIG-12"));
    CU_ASSERT_EQUAL(gpus.count, 1);
}

static void test_nccl(void)
{
    static const char *const rows[][2] = {
        {"22105", "2.21.5"}, {"20906", "2.9.6"}, {"2804", "2.8.4"}, {"0", "absent"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct machine machine;
        set_up(&machine);
        setenv("ACCORD_NCCL_LIBRARY", fake_driver(), 1);
        setenv("FAKE_NCCL", rows[i][0], 1);
        CHECK_ROW(run(&machine, "nccl"), rows[i][0]);
        CHECK_ROW(strcmp(text_of(&machine, "nccl.version"), rows[i][1]) == 0, rows[i][0]);
        tear_down(&machine);
    }
    struct machine machine;
    set_up(&machine);
    CU_ASSERT_TRUE(run(&machine, "nccl"));
    CU_ASSERT_EQUAL(machine.facts.count, 0);
    tear_down(&machine);
}

/* The one that a framework's package brings is preferred to the system's. */
static void test_packaged_nccl(void)
{
    struct machine machine;
    set_up(&machine);
    unsetenv("ACCORD_NCCL_LIBRARY");
    make(&machine, "venv/lib/python3.11/site-packages/nvidia/nccl/lib/", "", 0);
    const char *file =
        below(&machine, "venv/lib/python3.11/site-packages/nvidia/nccl/lib/libnccl.so.2");
    char target[1024];
    CU_ASSERT_PTR_NOT_NULL_FATAL(realpath(fake_driver(), target));
    CU_ASSERT_EQUAL(symlink(target, file), 0);
    setenv("VIRTUAL_ENV", below(&machine, "venv"), 1);
    setenv("FAKE_NCCL", "22304", 1);
    CU_ASSERT_TRUE(run(&machine, "nccl"));
    CU_ASSERT_STRING_EQUAL(text_of(&machine, "nccl.version"), "2.23.4");
    CU_ASSERT(strstr(detail_of(&machine, "nccl.version"), "site-packages/nvidia/nccl") != NULL);
    tear_down(&machine);
}

/* All probes on one machine, with every allocation failing once. */
static void test_memory(void)
{
    const struct probe_request request = {declared, sizeof declared / sizeof *declared};
    struct machine machine;
    set_up(&machine);
    make_packages(&machine, "venv/lib/python3.11/site-packages");
    setenv("VIRTUAL_ENV", below(&machine, "venv"), 1);
    setenv("ACCORD_CUDA_LIBRARY", fake_driver(), 1);
    setenv("FAKE_DEVICES", "1", 1);
    bool has_failed = true, done = false;
    for (size_t i = 0; has_failed && i < 1000; i++) {
        struct facts facts;
        facts_init(&facts);
        memory_fail_after(i);
        done = probes_read(&request, &facts);
        has_failed = memory_restore();
        CU_ASSERT_TRUE(done || has_failed);
        facts_clear(&facts);
    }
    CU_ASSERT_TRUE(done);
    CU_ASSERT_FALSE(has_failed);
    tear_down(&machine);
}

static const struct test tests[] = {
    {"every probe has its words and a name of its own", test_table},
    {"env gives the declared variables that are set", test_env},
    {"host knows its system", test_host},
    {"command finds programs on PATH", test_command},
    {"package says nothing without a Python", test_package_without_python},
    {"package looks into the active environment", test_package_of_environment},
    {"package looks where python3 on PATH looks", test_package_of_path},
    {"without a driver library there are no devices", test_cuda_without_library},
    {"the driver counts and describes devices", test_cuda_by_driver},
    {"the management library is asked before the driver", test_cuda_by_nvml},
    {"the driver is asked where the management library cannot tell", test_cuda_parts},
    {"CUDA_VISIBLE_DEVICES is read as the driver reads it", test_visible_devices},
    {"nccl tells its release", test_nccl},
    {"nccl of the Python package is preferred", test_packaged_nccl},
    {"probes survive the want of memory", test_memory},
};

const struct suite suite_probe = {"probe", tests, sizeof tests / sizeof *tests};
