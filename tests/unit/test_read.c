/* How request values and facts become fields, by the declarations of tables. */
#include <stdio.h>
#include <string.h>

#include "mini.h"
#include "suite.h"

static const char things[] =
    "  - {name: box, aliases: [crate, \"int:16\", \"float:16.0\", \"str:32\"], classes: [Box], "
    "family: x}\n"
    "  - {name: jar, classes: [Jar, Pot], family: y}\n"
    "  - {name: Hidden, classes: [Hidden], object_only: \"true\", family: y}\n";

struct row {
    const char *request, *value;
};

/* Every row: the request read by the one field `f`, as text and by its position. */
static void check_rows(const char *fields, const struct row *rows, size_t count)
{
    struct mini mini;
    bool loaded = mini_init(&mini, fields, things, NULL);
    CHECK_ROW(loaded, mini_messages(&mini));
    for (size_t i = 0; loaded && i < count; i++) {
        struct resolution *resolution = mini_ask(&mini, rows[i].request, NULL);
        char text[512], found[256];
        uint16_t position = resolution->world.positions[mini_field(&mini, "f")];
        snprintf(found, sizeof found, "%s%s",
                 position == 0   ? "unset"
                 : position == 1 ? "1:"
                                 : "",
                 mini_value(resolution, "f"));
        snprintf(text, sizeof text, "%s is %s, not %s", rows[i].request, found, rows[i].value);
        CHECK_ROW(strcmp(found, rows[i].value) == 0, text);
        resolution_free(resolution);
    }
    mini_clear(&mini);
}

#define CHECK_ROWS(fields, rows) check_rows(fields, rows, sizeof rows / sizeof *rows)

static void test_name(void)
{
    static const struct row rows[] = {
        {"{\"f\": \"box\"}", "box"},
        {"{\"f\": \"crate\"}", "box"},
        {"{\"f\": 16}", "box"},
        {"{\"f\": \"16\"}", "1:16"},
        {"{\"f\": 16.0}", "box"},
        {"{\"f\": \"32\"}", "box"},
        {"{\"f\": 32}", "1:32"},
        {"{\"f\": \"Box\"}", "1:Box"},
        {"{\"f\": null}", "1:null"},
        {"{\"f\": true}", "1:true"},
        {"{\"f\": \"Hidden\"}", "1:Hidden"},
        {"{}", "unset"},
        {"{\"f\": {\"class_path\": \"a.b.Box\"}}", "box"},
        {"{\"f\": {\"class_path\": \"Pot\"}}", "jar"},
        {"{\"f\": {\"class_path\": \"x.Hidden\", \"init_args\": {}}}", "Hidden"},
        {"{\"f\": {\"class_path\": \"x.box\"}}", "1:x.box"},
        {"{\"f\": [\"box\"]}", "1:[\"box\"]"},
        {"{\"f\": \"\"}", "1:"},
    };
    static const struct row folded[] = {{"{\"f\": \"BOX\"}", "box"},
                                        {"{\"f\": \" box\"}", "1: box"}};
    CHECK_ROWS("  - {name: f, role: request, type: name, registry: things}\n", rows);
    CHECK_ROWS("  - {name: f, role: request, type: name, registry: things, fold: lower}\n", folded);
}

static void test_integer(void)
{
    static const struct row strict[] = {
        {"{\"f\": 3}", "3"},         {"{\"f\": true}", "1:true"},
        {"{\"f\": \"3\"}", "1:3"},   {"{\"f\": 3.0}", "1:3.0"},
        {"{\"f\": null}", "1:null"}, {"{\"f\": -9223372036854775808}", "-9223372036854775808"},
    };
    static const struct row wide[] = {
        {"{\"f\": true}", "1"},        {"{\"f\": \" +1_0 \"}", "10"}, {"{\"f\": \"x\"}", "1:x"},
        {"{\"f\": 3.9}", "3"},         {"{\"f\": null}", "unset"},    {"{\"f\": [1]}", "1:[1]"},
        {"{\"f\": \"\\u0663\"}", "3"}, {"{\"f\": -3.9}", "-3"},
    };
    CHECK_ROWS("  - {name: f, role: request, type: integer}\n", strict);
    static const struct row truths[] = {
        {"{\"f\": true}", "true"}, {"{\"f\": false}", "false"}, {"{\"f\": \"1\"}", "1:1"}};
    CHECK_ROWS("  - {name: f, role: request, type: integer, accepts: [integer, boolean]}\n",
               truths);
    CHECK_ROWS("  - {name: f, role: request, type: integer, accepts: [integer, boolean, string, "
               "float, \"null\"]}\n",
               wide);
}

static void test_kind(void)
{
    static const struct row rows[] = {
        {"{}", "unset"},
        {"{\"f\": null}", "1:null"},
        {"{\"f\": false}", "boolean"},
        {"{\"f\": 1}", "integer"},
        {"{\"f\": 1.0}", "float"},
        {"{\"f\": \"x\"}", "string"},
        {"{\"f\": []}", "list"},
        {"{\"f\": {}}", "mapping"},
        {"{\"f\": {\"class_path\": \"a.B\"}}", "object"},
        {"{\"f\": {\"class_path\": 1}}", "mapping"},
    };
    CHECK_ROWS("  - {name: f, role: request, type: kind}\n", rows);
}

static void test_truth(void)
{
    static const struct row rows[] = {
        {"{}", "unset"},
        {"{\"f\": true}", "true"},
        {"{\"f\": 0}", "1:false"},
        {"{\"f\": \"\"}", "1:false"},
        {"{\"f\": \"no\"}", "true"},
        {"{\"f\": []}", "1:false"},
        {"{\"f\": null}", "1:false"},
        {"{\"f\": 0.0}", "1:false"},
    };
    static const struct row member[] = {
        {"{\"f\": [\"fork\", \"spawn\"]}", "true"},
        {"{\"f\": [\"spawn\"]}", "1:false"},
        {"{\"f\": \"a fork b\"}", "true"},
        {"{\"f\": 3}", "1:false"},
    };
    CHECK_ROWS("  - {name: f, role: request, type: truth}\n", rows);
    CHECK_ROWS("  - {name: f, role: request, type: truth, member: fork}\n", member);
}

static void test_texts(void)
{
    static const struct row text[] = {{"{\"f\": \"x\"}", "1:x"},
                                      {"{\"f\": 16.0}", "1:16.0"},
                                      {"{\"f\": [1, \"a\"]}", "1:[1,\"a\"]"},
                                      {"{\"f\": null}", "1:null"}};
    static const struct row before[] = {
        {"{\"f\": \"cuda:1\"}", "1:cuda"}, {"{\"f\": \"cpu\"}", "1:cpu"}, {"{\"f\": \":\"}", "1:"}};
    static const struct row choice[] = {{"{\"f\": \"red\"}", "red"},
                                        {"{\"f\": \"blue\"}", "1:blue"},
                                        {"{\"f\": 3}", "3"},
                                        {"{}", "unset"}};
    static const struct row version[] = {{"{\"f\": \"2.6.5\"}", "2.6.5"},
                                         {"{\"f\": \"x\"}", "1:x"}};
    CHECK_ROWS("  - {name: f, role: request, type: text}\n", text);
    CHECK_ROWS("  - {name: f, role: request, type: text, before: \":\"}\n", before);
    CHECK_ROWS("  - {name: f, role: request, type: choice, values: [red, \"3\"]}\n", choice);
    CHECK_ROWS("  - {name: f, role: request, type: version}\n", version);
}

static void test_lists(void)
{
    static const struct row list[] = {
        {"{\"f\": []}", "1:"}, {"{\"f\": [1, \"a\"]}", "1, a"}, {"{}", "unset"}};
    static const struct row value[] = {{"{\"f\": {\"a\": [1]}}", "1:{\"a\":[1]}"},
                                       {"{\"f\": null}", "1:null"}};
    CHECK_ROWS("  - {name: f, role: request, type: list}\n", list);
    CHECK_ROWS("  - {name: f, role: request, type: value}\n", value);
}

static void test_paths(void)
{
    static const struct row rows[] = {
        {"{\"r\": {\"init_args\": {\"x\": 5}}}", "5"},
        {"{\"r\": {\"args\": [1, 6]}}", "6"},
        {"{\"r\": {\"init_args\": {\"x\": 5}, \"args\": [1, 6]}}", "5"},
        {"{\"r\": {\"init_args\": {}}}", "unset"},
        {"{\"r\": {\"args\": [1]}}", "unset"},
        {"{\"r\": 3}", "unset"},
    };
    static const struct row selected[] = {
        {"{\"p\": [{\"class_path\": \"Box\", \"args\": [1]}, {\"class_path\": \"Jar\", \"args\": "
         "[2]}]}",
         "1"},
        {"{\"p\": [{\"class_path\": \"Box\", \"args\": [1]}, {\"class_path\": \"Box\", \"args\": "
         "[2]}]}",
         "2"},
        {"{\"p\": {\"class_path\": \"Box\", \"args\": [7]}}", "7"},
        {"{\"p\": [{\"class_path\": \"Jar\", \"args\": [2]}]}", "unset"},
        {"{\"p\": \"Box\"}", "unset"},
    };
    CHECK_ROWS("  - {name: f, role: request, type: integer, from: [r.init_args.x, r.args.1]}\n",
               rows);
    CHECK_ROWS(
        "  - {name: f, role: request, type: integer, of: things, from: \"p[family=x].args.0\"}\n",
        selected);
}

static void test_counts(void)
{
    static const struct row selected[] = {
        {"{\"p\": [{\"class_path\": \"Box\"}, {\"class_path\": \"Jar\"}, {\"class_path\": "
         "\"Pot\"}]}",
         "2"},
        {"{\"p\": {\"class_path\": \"Jar\"}}", "1"},
        {"{\"p\": []}", "0"},
        {"{\"p\": null}", "0"},
        {"{\"p\": \"Jar\"}", "0"},
    };
    static const struct row strange[] = {
        {"{\"p\": [{\"class_path\": \"Box\"}, {\"class_path\": \"What\"}, 3]}", "2"},
        {"{\"p\": \"Jar\"}", "1"},
        {"{\"p\": \"\"}", "0"},
        {"{\"p\": {}}", "0"},
        {"{\"p\": {\"a\": 1}}", "1"},
        {"{\"p\": 5}", "1"},
    };
    CHECK_ROWS("  - {name: f, role: request, type: count, of: things, from: p, select: family=y}\n",
               selected);
    CHECK_ROWS(
        "  - {name: f, role: request, type: count, of: things, from: p, select: unregistered}\n",
        strange);
}

static void test_defaults(void)
{
    static const char fields[] = "  - {name: f, role: request, type: value, default: auto}\n"
                                 "  - {name: f.kind, role: request, type: kind, from: f}\n"
                                 "  - {name: f.text, role: request, type: text, from: f}\n"
                                 "  - {name: g, role: fact, type: integer, default: \"4\"}\n";
    struct mini mini;
    CU_ASSERT_FATAL(mini_init(&mini, fields, things, NULL));
    struct resolution *resolution = mini_ask(&mini, NULL, NULL);
    CU_ASSERT_STRING_EQUAL(mini_value(resolution, "f.kind"), "string");
    CU_ASSERT_STRING_EQUAL(mini_value(resolution, "f.text"), "auto");
    CU_ASSERT_STRING_EQUAL(mini_value(resolution, "g"), "4");
    resolution_free(resolution);
    resolution = mini_ask(&mini, "{\"f\": null}", "{\"g\": 5}");
    CU_ASSERT_STRING_EQUAL(mini_value(resolution, "f.kind"), "null");
    CU_ASSERT_STRING_EQUAL(mini_value(resolution, "g"), "5");
    resolution_free(resolution);
    mini_clear(&mini);
}

static void test_variables(void)
{
    static const char fields[] =
        "  - {name: f, role: request, type: value, default: auto, environment: MY_F}\n"
        "  - {name: f.kind, role: request, type: kind, from: f}\n";
    static const struct {
        const char *request, *variable, *kind, *value;
    } rows[] = {
        {"{}", "2", "integer", "2"},       {"{}", "word", "string", "word"},
        {"{}", "True", "boolean", "true"}, {"{}", "1,3", "list", "[1,3]"},
        {"{}", "None", "null", "null"},    {"{}", "", "string", "auto"},
        {"{}", "'2'", "string", "2"},      {"{\"f\": 9}", "2", "integer", "9"},
        {"{}", "(1, 2)", "list", "[1,2]"}, {"{}", "1.5", "float", "1.5"},
        {"{}", "-1", "integer", "-1"},
    };
    struct mini mini;
    CU_ASSERT_FATAL(mini_init(&mini, fields, things, NULL));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char facts[128];
        snprintf(facts, sizeof facts, "{\"env\": {\"MY_F\": \"%s\"}}", rows[i].variable);
        struct resolution *resolution = mini_ask(&mini, rows[i].request, facts);
        CHECK_ROW(strcmp(mini_value(resolution, "f.kind"), rows[i].kind) == 0, rows[i].variable);
        CHECK_ROW(strcmp(mini_value(resolution, "f"), rows[i].value) == 0, rows[i].variable);
        resolution_free(resolution);
    }
    mini_clear(&mini);
}

static void test_class(void)
{
    struct arena arena;
    arena_init(&arena);
    static const struct row rows[] = {
        {"{\"class_path\": \"a.b.C\"}", "C"},
        {"{\"class_path\": \"C\"}", "C"},
        {"{\"class_path\": \"a.\"}", ""},
        {"{\"class_path\": 3}", NULL},
        {"{\"init_args\": {}}", NULL},
        {"[\"class_path\"]", NULL},
        {"3", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *found =
            value_class(value_from_text(&arena, rows[i].request, strlen(rows[i].request)));
        CHECK_ROW(found ? rows[i].value && strcmp(found, rows[i].value) == 0
                        : rows[i].value == NULL,
                  rows[i].request);
    }
    CU_ASSERT_PTR_NULL(value_class(NULL));
    arena_clear(&arena);
}

static const struct test tests[] = {
    {"names: entries, aliases, typed spellings, classes of objects", test_name},
    {"integers accept the types that they declare", test_integer},
    {"the kind of a value", test_kind},
    {"truth is Python's, membership is looked up", test_truth},
    {"texts, choices and versions", test_texts},
    {"lists and raw values", test_lists},
    {"paths lead into objects and lists", test_paths},
    {"elements are counted by their class", test_counts},
    {"a default belongs to the value, so that every reading sees it", test_defaults},
    {"a variable stands for a field that was not passed", test_variables},
    {"an object's class is the last part of its path", test_class},
};

const struct suite suite_read = {"read", tests, sizeof tests / sizeof *tests};
