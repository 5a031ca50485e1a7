#include "grid.h"

#include "suite.h"

static const char fields[] =
    "  - {name: thing, role: request, type: name, registry: things, default: plain}\n"
    "  - {name: size, role: request, type: integer, default: \"1\"}\n"
    "  - {name: word, role: request, type: text}\n"
    "  - {name: late, role: request, type: integer, until: \"1.5.0\"}\n"
    "  - {name: units, role: fact, type: integer, default: \"0\"}\n"
    "  - {name: lib, role: fact, type: truth, default: \"false\"}\n";
static const char things[] =
    "  - {name: plain}\n  - {name: many}\n  - {name: never}\n  - {name: odd}\n"
    "  - {name: gone, until: \"1.5.0\"}\n  - {name: hidden, object_only: \"true\"}\n";
static const char rules[] =
    "  - {id: many-needs-units, stage: one, when: {thing: [many], units: [\"<2\"]}, message: "
    "\"{thing} needs 2 units\"}\n"
    "  - {id: many-needs-lib, stage: two, when: {thing: [many], size: [\">2\"], lib: [\"false\"]}, "
    "message: \"{thing} needs lib\",\n"
    "     fix: [{field: size, value: \"2\"}]}\n"
    "  - {id: never-without-lib, stage: one, when: {thing: [never], lib: [\"false\"]}, message: "
    "\"first lib\"}\n"
    "  - {id: never-runs, stage: three, when: {thing: [never]}, raises: ValueError,\n"
    "     message: \"<i>{thing}</i> & \\\"{word}\\\" | *of* {size}\"}\n"
    "  - {id: odd-warns, stage: two, severity: warning, when: {thing: [odd]}, message: \"odd, "
    "{size}\"}\n"
    "  - {id: word-warns, stage: two, severity: warning, when: {units: [\">7\"]}, message: \"so "
    "many\"}\n";

static const char *const sizes[] = {"1", "3"};

const struct matrix_wish grid_sides[MATRIX_AXES] = {
    [MATRIX_ROWS] = {.field = "thing"},
    [MATRIX_COLUMNS] = {.field = "size", .values = sizes, .count = 2},
};

void grid_open(struct mini *mini)
{
    bool loaded = mini_init(mini, fields, things, rules);
    CHECK_ROW(loaded, mini_messages(mini));
    CU_ASSERT_FATAL(loaded);
}

bool grid_make(struct mini *mini, const struct matrix_wish wishes[MATRIX_AXES],
               struct matrix *ret_matrix)
{
    const struct matrix_options options = {.threads = 1};
    return matrix_new(&mini->base, &mini->spec, wishes, &options, &mini->findings, ret_matrix);
}

char *grid_report(const struct matrix_wish wishes[MATRIX_AXES], const char *format,
                  unsigned verdicts, bool colour)
{
    struct mini mini;
    struct matrix matrix;
    struct matrix_view view;
    grid_open(&mini);
    CU_ASSERT_FATAL(grid_make(&mini, wishes, &matrix));
    CU_ASSERT_FATAL(matrix_view_init(&view, &matrix, verdicts));
    view.colour = colour;
    char *text = matrix_report_find(format)->render(&view);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    matrix_view_clear(&view);
    matrix_clear(&matrix);
    mini_clear(&mini);
    return text;
}
