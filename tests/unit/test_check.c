/* The parts of a check: ignore patterns, requirement files, values in edits, differences, comments,
 * selections, job scripts. */
#include <string.h>

#include "check/edit.h"
#include "check/foreign.h"
#include "check/gitignore.h"
#include "check/ignore.h"
#include "check/release.h"
#include "check/selection.h"
#include "suite.h"

static void test_patterns(void)
{
    static const struct {
        const char *pattern, *text;
        bool matches;
    } rows[] = {
        {"*.yaml", "a.yaml", true},
        {"*.yaml", "a/b.yaml", false},
        {"a?c", "abc", true},
        {"a?c", "a/c", false},
        {"[a-c]x", "bx", true},
        {"[!a-c]x", "bx", false},
        {"**/x", "x", true},
        {"**/x", "a/b/x", true},
        {"**/x", "ax", false},
        {"a/**/b", "a/b", true},
        {"a/**/b", "a/x/y/b", true},
        {"a/**", "a/b/c", true},
        {"a/**/b", "ab", false},
        {"\\*", "*", true},
        {"\\*", "x", false},
        {"[", "[", true},
        {"a*b*c", "aXbYc", true},
        {"a*b*c", "aXbY", false},
        {"", "", true},
        {"*", "", true},
        {"*a", "aaaa", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        CHECK_ROW(gitignore_match(rows[i].pattern, rows[i].text) == rows[i].matches,
                  rows[i].pattern);
}

static void test_ignore_files(void)
{
    static const char outer_text[] = "# comment\n*.log\n/top\nlogs/\n!keep.log\n\\#odd\ntrail \n";
    struct gitignore outer, inner;
    gitignore_init(&outer, NULL, 6);
    gitignore_init(&inner, &outer, 10);
    CU_ASSERT_TRUE(gitignore_add(&outer, outer_text, strlen(outer_text)));
    CU_ASSERT_TRUE(gitignore_add(&inner, "!b.log\n", 7));
    CU_ASSERT_TRUE(gitignore_has(&inner, "/repo/sub/a.log", false));
    CU_ASSERT_FALSE(gitignore_has(&inner, "/repo/sub/b.log", false));
    CU_ASSERT_TRUE(gitignore_has(&outer, "/repo/b.log", false));
    CU_ASSERT_FALSE(gitignore_has(&outer, "/repo/keep.log", false));
    CU_ASSERT_TRUE(gitignore_has(&outer, "/repo/top", false));
    CU_ASSERT_FALSE(gitignore_has(&outer, "/repo/sub/top", false));
    CU_ASSERT_TRUE(gitignore_has(&outer, "/repo/x/logs", true));
    CU_ASSERT_FALSE(gitignore_has(&outer, "/repo/x/logs", false));
    CU_ASSERT_TRUE(gitignore_has(&outer, "/repo/#odd", false));
    CU_ASSERT_TRUE(gitignore_has(&outer, "/repo/trail", false));
    CU_ASSERT_FALSE(gitignore_has(NULL, "/repo/a.log", false));
    gitignore_clear(&inner);
    gitignore_clear(&outer);
}

static const struct {
    const char *file, *text, *condition; /* NULL: not found */
} requirement_rows[] = {
    {"requirements.txt", "some-pack==1.2\n", "==1.2"},
    {"requirements-dev.txt", "a\nSome_Pack[x] >= 1, <2 ; y\n", ">=1,<2"},
    {"requirements.txt", "some-pack-more==1\nother\n", NULL},
    {"requirements.txt", "# some-pack==1\n", NULL},
    {"requirements.txt", "some-pack @ git+https://x\n", ""},
    {"poetry.lock", "name = \"some-pack\"\nversion = \"1.2.3\"\n", "==1.2.3"},
    {"uv.lock", "name = \"other\"\nversion = \"1\"\n", NULL},
    {"environment.yml", "  - some-pack=1.2=py39\n", "=1.2=py39"},
    {"notes.txt", "some-pack==1\n", NULL},
    {"requirements/base.txt", "some-pack>=1.2\n", ">=1.2"},
    {"requirements/notes.md", "some-pack>=1.2\n", NULL},
    {"requirements.in", "some-pack<2\n", "<2"},
    {"requirements.txt", "some-pack==1.2.3 \\\n    --hash=sha256:00\n", "==1.2.3"},
    {"requirements.txt", "some-pack==1.2.3 --hash=sha256:00\n", "==1.2.3"},
    {"requirements.txt", "some-pack @ git+https://x/some-pack.git@1.2.3\n", "==1.2.3"},
    {"requirements.txt", "some-pack[x]@git+ssh://git@x/y.git@v1.2.3 ; z\n", "==1.2.3"},
    {"requirements.txt", "some-pack @ git+https://x/y@refs/tags/1.2.3\n", "==1.2.3"},
    {"requirements.txt", "some-pack @ git+https://x/y@main\n", ""},
    {"requirements.txt", "some-pack @ git+https://x/y@1234567890\n", ""},
    {"requirements.txt", "some-pack @ https://x/archive/v1.2.3.tar.gz\n", "==1.2.3"},
    {"requirements.txt", "some-pack @ file:///x/some_pack-1.2.3-py3-none-any.whl\n", "==1.2.3"},
    {"requirements.txt", "git+https://x/y@1.2.3#egg=some-pack\n", "==1.2.3"},
    {"requirements.txt", "-e git+https://x/y.git@v1.2.3#egg=some_pack[z]\n", "==1.2.3"},
    {"requirements.txt", "--editable=git+https://x/some-pack.git@1.2.3\n", "==1.2.3"},
    {"requirements.txt", "git+https://x/some-pack\n", ""},
    {"requirements.txt", "git+https://x/y@1.2.3#egg=other\n", NULL},
    {"requirements.txt", "git+https://x/some-pack-more.git@1.2.3\n", NULL},
    {"requirements.txt", "./wheels/some_pack-1.2.3-py3-none-any.whl\n", "==1.2.3"},
    {"requirements.txt", "--find-links https://x/some-pack\n", NULL},
    {"pyproject.toml", "[project]\ndependencies = [\n \"some.pack~=1.2\",\n]\n", "~=1.2"},
    {"pyproject.toml", "[project]\nx = [\"some-pack\"]\n", NULL},
    {"pyproject.toml", "[project]\nname = \"some-pack\"\n", NULL},
    {"pyproject.toml", "[build-system]\nrequires = [\"some-pack==1\"]\n", NULL},
    {"pyproject.toml", "[project]\ndependencies = [\n # \"some-pack==1\",\n 'some-pack>1']\n",
     ">1"},
    {"pyproject.toml", "[project.optional-dependencies]\na = [\"some-pack==1.2.3\"]\n", "==1.2.3"},
    {"pyproject.toml", "project.optional-dependencies.a = [\"some-pack==1.2.3\"]\n", "==1.2.3"},
    {"pyproject.toml",
     "[project.optional-dependencies]\na = [\"some-pack<2\"]\n[project]\ndependencies = "
     "[\"some-pack>=2\"]\n",
     ">=2"},
    {"pyproject.toml", "[dependency-groups]\na = [{include-group = \"b\"}, \"some-pack<2\"]\n",
     "<2"},
    {"pyproject.toml", "[tool.uv]\ndev-dependencies = [\"some-pack<2\"]\n", "<2"},
    {"pyproject.toml", "[tool.poetry.dependencies]\nsome-pack = \"^1.2\"\n", "^1.2"},
    {"pyproject.toml", "[tool.poetry.group.x.dependencies]\n\"some-pack\" = '^1.2'\n", "^1.2"},
    {"pyproject.toml",
     "[tool.poetry.dependencies]\nsome-pack = {extras = [\"y\"], version = \"^1.2\"}\n", "^1.2"},
    {"pyproject.toml", "[tool.poetry.dependencies.some-pack]\nversion = \"^1.2\"\n", "^1.2"},
    {"pyproject.toml",
     "[tool.poetry.dependencies]\nsome-pack = [{version = \"^1\", python = \"<3\"}]\n", "^1"},
    {"pyproject.toml",
     "[tool.poetry.dependencies]\nsome-pack = {git = \"https://x/y\", tag = \"v1.2.3\"}\n",
     "==1.2.3"},
    {"pyproject.toml", "[tool.poetry.dependencies]\nx = {extras = [\"some-pack\"]}\n", NULL},
    {"pyproject.toml", "a = \"\"\"\n[project]\ndependencies = [\"some-pack==1\"]\n\"\"\"\n", NULL},
    {"setup.py", "setup(install_requires=['a', 'some-pack>1'])\n", ">1"},
    {"setup.py", "setup(\n  install_requires=[\n  # 'some-pack==1',\n  'some-pack>1'])\n", ">1"},
    {"setup.py", "setup(keywords=['some-pack'], install_requires=['some-pack>1'])\n", ">1"},
    {"setup.py", "setup(name='some-pack', install_requires=['a'])\n", NULL},
    {"setup.py", "setup(setup_requires=['some-pack>1'])\n", NULL},
    {"setup.py", "setup(extras_require={'some-pack': ['some-pack<2']})\n", "<2"},
    {"setup.py", "setup(extras_require={'a': ['some-pack<2']}, install_requires=['some-pack>1'])\n",
     ">1"},
    {"setup.py", "REQUIREMENTS: List[str] = [\n  \"some-pack>1\",\n]\n", ">1"},
    {"setup.py", "requirements = ['a']\nrequirements.append('some-pack>1')\n", ">1"},
    {"setup.py", "kwargs['install_requires'] = ['some-pack>1']\n", ">1"},
    {"setup.py", "kwargs = {'install_requires': ['some-pack>1'], 'keywords': []}\n", ">1"},
    {"setup.py", "extras['old'] = ['some-pack<2']\n", "<2"},
    {"setup.py", "setup(install_requires='''\n  a\n  some-pack>1\n''')\n", ">1"},
    {"setup.py", "\"\"\"\ninstall_requires=['some-pack>1']\n\"\"\"\n", NULL},
    {"setup.cfg", "[options]\ninstall_requires =\n    some-pack>=1\n", ">=1"},
    {"setup.cfg", "[options]\ninstall_requires = some-pack>=1; b\n", ">=1"},
    {"setup.cfg", "[metadata]\nkeywords =\n    some-pack\n", NULL},
    {"setup.cfg", "[options]\ninstall_requires =\n    # some-pack==1\n    some-pack>=2\n", ">=2"},
    {"setup.cfg", "[options.extras_require]\na =\n    some-pack>=1\n", ">=1"},
    {"setup.cfg", "[options]\nsetup_requires =\n    some-pack>=1\n", NULL},
    {"conda.yml", "name: x\nchannels:\n  - some-pack\ndependencies:\n  - some-pack=1\n", "=1"},
    {"conda.yml", "dependencies:\n  # - some-pack=1\n  - some-pack=2  # not 1\n", "=2"},
    {"Pipfile", "[packages]\nsome-pack = {git = \"https://x/y\", ref = \"v1.2.3\"}\n", "==1.2.3"},
    {"Pipfile", "[packages]\nsome-pack = {git = \"https://x/y\", ref = \"main\"}\n", NULL},
    {"Pipfile", "[packages]\n# some-pack = \"==1.3\"\nsome-pack = \"*\"\n", "*"},
    {"environment-gpu.yml", "  - conda-forge::some-pack=1.2.1\n", "=1.2.1"},
    {"environment.yaml", "  - pip:\n      - some-pack==1.3\n", "==1.3"},
    {"conda.yml", "  - some-pack 1.2.*\n", "1.2.*"},
    {"Pipfile", "[packages]\nsome-pack = \"==1.4\"\n", "==1.4"},
    {"Pipfile.lock",
     "{\"default\": {\n \"other\": {\n  \"version\": \"==9\"\n },\n \"some-pack\": {\n  "
     "\"hashes\": [\n   \"a\"\n  ],\n"
     "  \"version\": \"==1.2.3\"\n",
     "==1.2.3"},
    {"Pipfile.lock", "{\"default\": {\n \"other\": {\n  \"version\": \"==9\"\n },\n", NULL},
    {"pixi.toml", "[dependencies]\nsome-pack = \">=1.2,<2\"\n", ">=1.2,<2"},
    {"pixi.lock", "- conda: https://x/noarch/some-pack-1.2.3-pyhd_0.conda\n", "==1.2.3"},
    {"pixi.lock", "- pypi: https://x/ab/some_pack-1.2.4-py3-none-any.whl\n", "==1.2.4"},
    {"pixi.lock", "- conda: https://x/noarch/some-pack-more-1.2.3-pyhd_0.conda\n", NULL},
    {"pixi.lock", "- kind: pypi\n  name: some-pack\n  version: 1.2.5\n", "==1.2.5"},
    {"conda-lock.yml", "- name: some-pack\n  version: 1.2.6\n  manager: conda\n", "==1.2.6"},
    {"pylock.toml", "[[packages]]\nname = \"some-pack\"\nversion = \"1.2.7\"\n", "==1.2.7"},
};

static void test_requirements(void)
{
    static const char *const packages[] = {"some-pack"};
    static const struct wanted wanted = {packages, 1};
    for (size_t i = 0; i < sizeof requirement_rows / sizeof *requirement_rows; i++) {
        struct requirement found = {0};
        bool is_found = requirement_find(requirement_rows[i].file, requirement_rows[i].text,
                                         strlen(requirement_rows[i].text), &wanted, &found);
        CHECK_ROW(is_found == (requirement_rows[i].condition != NULL), requirement_rows[i].text);
        if (is_found && requirement_rows[i].condition)
            CHECK_ROW(strcmp(found.text, requirement_rows[i].condition) == 0,
                      requirement_rows[i].text);
    }
}

static void test_conditions(void)
{
    static const int64_t versions[] = {1009000, 2000000, 2000009, 2001000, 2001004, 3000000};
    static const struct {
        const char *condition;
        int64_t chosen; /* 0: none */
    } rows[] = {
        {"", 3000000},           {"==2.0.9", 2000009},
        {"==2.1", 2001000},      {"==2.1.*", 2001004},
        {">=1,<2", 1009000},     {"~=2.0", 2001004},
        {"~=2.0.0", 2000009},    {"^2.0", 2001004},
        {"~2.0", 2000009},       {"=2.0=py39_0", 2000009},
        {"<=2.0.5", 2000000},    {">3", 0},
        {"!=3.0", 2001004},      {"==2.0.*", 2000009},
        {"===2.0", 2000000},     {"2.1", 2001000},
        {"2.1.*", 2001004},      {"=2.1", 2001004},
        {"!=3.*", 2001004},      {"<3,!=2.1", 2001004},
        {"<3,!=2.1.*", 2000009}, {"nonsense", 0},
        {"*", 3000000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t index = 0;
        bool found = requirement_choose(rows[i].condition, versions, 6, &index);
        CHECK_ROW((found ? versions[index] : 0) == rows[i].chosen, rows[i].condition);
    }
}

static void test_values(void)
{
    static const struct {
        const char *value, *old;
        bool json;
        const char *written;
    } rows[] = {
        {"word", "x", false, "word"},         {"word", "'x'", false, "'word'"},
        {"word", "\"x\"", false, "\"word\""}, {"word", "\"x\"", true, "\"word\""},
        {"2", "\"x\"", false, "2"},           {"true", "x", true, "true"},
        {"16-mixed", "x", false, "16-mixed"}, {"\"2\"", "x", false, "\"2\""},
        {"a: b", "x", false, "\"a: b\""},     {"no", "x", false, "\"no\""},
        {"[0, 1]", "x", false, "[0,1]"},      {"\"1e5\"", "x", false, "\"1e5\""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct arena arena;
        arena_init(&arena);
        const char *written =
            edit_value(&arena, rows[i].value, rows[i].old, strlen(rows[i].old), rows[i].json);
        CHECK_ROW(written && strcmp(written, rows[i].written) == 0, rows[i].value);
        arena_clear(&arena);
    }
}

static void test_difference(void)
{
    struct text out;
    text_init(&out);
    diff_add(&out, "f", "a\nb\nc\n", 6, "a\nB\nc", 5);
    CU_ASSERT_STRING_EQUAL(
        out.bytes,
        "--- f\n+++ f\n@@ -1,3 +1,3 @@\n a\n-b\n-c\n+B\n+c\n\\ No newline at end of file\n");
    text_clear(&out);
    diff_add(&out, "f", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", 18, "1\n2\n3\n4\nX\n6\n7\n8\n9\n", 18);
    CU_ASSERT_STRING_EQUAL(out.bytes,
                           "--- f\n+++ f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+X\n 6\n 7\n 8\n");
    text_clear(&out);
}

/* Adds a finding on a line. */
static void add(struct checked *checked, const char *id, unsigned line)
{
    struct check_finding finding = {.id = id,
                                    .message = "m",
                                    .file = checked->path,
                                    .at = {.line = line, .column = 1, .end_line = line}};
    CU_ASSERT_PTR_NOT_NULL_FATAL(checked_add(checked, &finding));
}

static void test_comments(void)
{
    static const char text[] = "a: 1 # accord: ignore[one] why\n# accord: ignore[two,three]\n\nb: "
                               "2\nc: \"# accord: ignore[x]\"\n# accord: ignore\n";
    struct checked checked;
    checked_init(&checked, "f.yaml");
    add(&checked, "one", 1);
    add(&checked, "two", 4);
    add(&checked, "four", 4);
    ignores_apply(text, strlen(text), false, &checked);
    CU_ASSERT_EQUAL(checked.findings[0].state, CHECK_IGNORED);
    CU_ASSERT_STRING_EQUAL(checked.findings[0].why, "why");
    CU_ASSERT_EQUAL(checked.findings[1].state, CHECK_IGNORED);
    CU_ASSERT_EQUAL(checked.findings[2].state, CHECK_OPEN);
    CU_ASSERT_EQUAL_FATAL(checked.count, 4);
    CU_ASSERT_STRING_EQUAL(checked.findings[3].id, "ignore-without-id");
    CU_ASSERT_EQUAL(checked.findings[3].at.line, 6);
    checked_clear(&checked);
}

static void test_selection(void)
{
    struct selection_row select[] = {{"abc", SEVERITY_NOTE}},
                         ignore[] = {{"ab", SEVERITY_NOTE}, {"abcde", SEVERITY_NOTE}};
    struct selection all = {0},
                     some = {
                         .select = select, .select_count = 1, .ignore = ignore, .ignore_count = 2};
    CU_ASSERT_TRUE(selection_has(&all, "anything"));
    CU_ASSERT_TRUE(selection_has(&some, "abcd"));
    CU_ASSERT_FALSE(selection_has(&some, "abcdef"));
    CU_ASSERT_FALSE(selection_has(&some, "abx"));
    CU_ASSERT_FALSE(selection_has(&some, "other"));
}

static void test_pins(void)
{
    static const struct pin_row {
        const char *condition, *version; /* NULL: no one release */
    } rows[] = {
        {"==1.12.0", "1.12.0"},
        {"==1.12.0+cu116", "1.12.0"},
        {"===1.12", "1.12"},
        {"==1.12", "1.12"},
        {"=1.12", NULL},
        {"=1.12.1", "1.12.1"},
        {"=1.12.0=py39_cuda", "1.12.0"},
        {"==1.12.*", NULL},
        {">=1.12.0", NULL},
        {"==1.12,<2", NULL},
        {"==nightly", NULL},
        {"1.12.0", "1.12.0"},
        {"1.*", NULL},
        {"", NULL},
        {"==1.12.0.dev20990101+a.very.long.build.name", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct requirement requirement = {.found = true};
        char version[16] = "";
        snprintf(requirement.text, sizeof requirement.text, "%s", rows[i].condition);
        CHECK_ROW(requirement_pin(&requirement, version, sizeof version) ==
                      (rows[i].version != NULL),
                  rows[i].condition);
        CHECK_ROW(strcmp(version, rows[i].version ? rows[i].version : "") == 0, rows[i].condition);
    }
}

/* Hands over a result with one finding. */
static void hand_over(struct foreign *foreign, const char *path, const char *file,
                      const char *message)
{
    struct checked checked;
    struct check_finding finding = {
        .id = "rule", .file = file, .message = message, .at = {.line = 3, .column = 1}};
    checked_init(&checked, path);
    checked_add(&checked, &finding);
    foreign_take(foreign, &checked);
    CU_ASSERT_EQUAL(checked.count, strcmp(path, file) == 0);
    checked_clear(&checked);
}

static void test_foreign(void)
{
    struct foreign foreign;
    struct checked checked;
    foreign_init(&foreign);
    hand_over(&foreign, "a.yaml", "part/x.yaml", "words");
    hand_over(&foreign, "b.yaml", "part/x.yaml", "words");
    hand_over(&foreign, "b.yaml", "part/x.yaml", "other words");
    hand_over(&foreign, "b.yaml", "part/y.yaml", "words");
    hand_over(&foreign, "part/y.yaml", "part/y.yaml", "words of its own");

    CU_ASSERT_FATAL(foreign_next(&foreign, &checked));
    CU_ASSERT_STRING_EQUAL(checked.path, "a.yaml");
    CU_ASSERT_EQUAL_FATAL(checked.count, 1);
    CU_ASSERT_STRING_EQUAL(checked.findings[0].file, "part/x.yaml");
    CU_ASSERT_STRING_EQUAL(checked.findings[0].composed_in, "a.yaml");
    checked_clear(&checked);
    CU_ASSERT_FATAL(foreign_next(&foreign, &checked));
    CU_ASSERT_STRING_EQUAL(checked.path, "b.yaml");
    CU_ASSERT_EQUAL_FATAL(checked.count, 1);
    CU_ASSERT_STRING_EQUAL(checked.findings[0].message, "other words");
    checked_clear(&checked);
    CU_ASSERT_FALSE(foreign_next(&foreign, &checked));
    CU_ASSERT_FALSE(foreign.failed);
    foreign_clear(&foreign);
}

static const struct test tests[] = {
    {"patterns match as git's do", test_patterns},
    {"ignore files: later and deeper patterns win", test_ignore_files},
    {"requirement files of every kind name a condition", test_requirements},
    {"a condition that one release fulfils pins it", test_pins},
    {"a finding in a part is told once, and by the part where it can", test_foreign},
    {"a condition chooses the newest release that it allows", test_conditions},
    {"values are written typed and quoted", test_values},
    {"differences are unified", test_difference},
    {"comments set findings of their lines aside", test_comments},
    {"the longest word of a selection decides", test_selection},
};

const struct suite suite_check = {"check", tests, sizeof tests / sizeof *tests};
