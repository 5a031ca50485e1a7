/* json: the whole matrix for programs (schemas/matrix.schema.json). */
#include <string.h>

#include "report/json.h"
#include "report/matrix_report.h"

/* Appends also NULL, which fails; takes the element over. */
static bool append(json_t *array, json_t *element)
{
    return array && element && json_array_append_new(array, element) == 0;
}

/* A list without its last reference when it is not complete. */
static json_t *keep_complete(json_t *json, bool complete)
{
    if (complete)
        return json;
    json_decref(json);
    return NULL;
}

static json_t *texts(const char *const *items, size_t count)
{
    json_t *array = json_array();
    bool complete = array != NULL;
    for (size_t i = 0; complete && i < count; i++)
        complete = append(array, json_text(items[i], strlen(items[i])));
    return keep_complete(array, complete);
}

static json_t *fixes(const struct matrix_fix *items, size_t count)
{
    json_t *array = json_array();
    bool complete = array != NULL;
    for (size_t i = 0; complete && i < count; i++) {
        json_t *fix = json_object();
        complete = json_put_text(fix, "field", items[i].field) &&
                   json_put_text(fix, "value", items[i].value);
        complete = append(array, keep_complete(fix, complete));
    }
    return keep_complete(array, complete);
}

static json_t *reason_object(const struct matrix_reason *reason)
{
    json_t *object = json_object();
    bool complete = json_put_text(object, "id", reason->id) &&
                    json_put_text(object, "reason", reason->reason) &&
                    json_put_text(object, "severity", severity_name(reason->severity)) &&
                    json_put_text(object, "message", reason->message) &&
                    json_put_text(object, "raises", reason->raises) &&
                    json_put_text(object, "source", reason->source);
    if (complete && reason->possible)
        complete = json_put(object, "possible", json_true());
    if (complete && reason->fix_count)
        complete = json_put(object, "fix", fixes(reason->fixes, reason->fix_count));
    return keep_complete(object, complete);
}

static json_t *way_object(const struct matrix_way *way)
{
    json_t *object = json_object(), *reasons = json_array();
    bool complete = reasons != NULL;
    for (size_t i = 0; complete && i < way->reason_count; i++)
        complete = append(reasons, reason_object(&way->reasons[i]));
    reasons = keep_complete(reasons, complete);
    complete = json_put(object, "ok", json_boolean(way->ok)) &&
               json_put_text(object, "condition", way->condition);
    complete = json_put(object, "reasons", reasons) && complete;
    return keep_complete(object, complete);
}

static json_t *ways(const struct matrix_cell *cell)
{
    json_t *array = json_array();
    bool complete = array != NULL;
    for (size_t i = 0; complete && i < cell->way_count; i++)
        complete = append(array, way_object(&cell->ways[i]));
    return keep_complete(array, complete);
}

/* The value as a request has it; null: not passed. */
static json_t *axis_value(const struct matrix_axis *axis, size_t index)
{
    return axis->values[index] ? json_of_value(axis->values[index]) : json_null();
}

/* {"strategy": "x", ...} of a cell's place. */
static json_t *place_object(const struct matrix *matrix, const size_t at[MATRIX_AXES])
{
    json_t *object = json_object();
    bool complete = object != NULL;
    for (size_t side = 0; complete && side < MATRIX_AXES; side++) {
        const struct matrix_axis *axis = &matrix->axes[side];
        if (axis->field)
            complete = json_put(object, axis->field, axis_value(axis, at[side]));
    }
    return keep_complete(object, complete);
}

static json_t *cell_object(const struct matrix *matrix, const struct matrix_cell *cell,
                           const size_t at[MATRIX_AXES])
{
    const struct matrix_reason *reason = matrix_cell_reason(cell);
    json_t *object = json_object();
    bool complete = json_put(object, "request", place_object(matrix, at)) &&
                    json_put_text(object, "verdict", matrix_verdict_name(cell->verdict)) &&
                    json_put(object, "complete", json_boolean(cell->complete)) &&
                    json_put_text(object, "condition", matrix_cell_condition(cell)) &&
                    json_put_text(object, "reason", reason ? reason->reason : NULL) &&
                    json_put_text(object, "message", reason ? reason->message : NULL);
    if (complete && cell->fix_count)
        complete = json_put(object, "fix", fixes(cell->fixes, cell->fix_count));
    complete = complete && json_put(object, "ways", ways(cell));
    return keep_complete(object, complete);
}

/* Cells that are shown, by page, row and column. */
static json_t *cells(const struct matrix_view *view)
{
    const struct matrix *matrix = view->matrix;
    size_t columns = matrix->axes[MATRIX_COLUMNS].count, rows = matrix->axes[MATRIX_ROWS].count;
    json_t *array = json_array();
    bool complete = array != NULL;
    for (size_t i = 0; complete && i < matrix->cell_count; i++) {
        size_t at[MATRIX_AXES] = {[MATRIX_ROWS] = i / columns % rows,
                                  [MATRIX_COLUMNS] = i % columns,
                                  [MATRIX_PAGES] = i / columns / rows};
        if (matrix_view_shows(view, &matrix->cells[i]))
            complete = append(array, cell_object(matrix, &matrix->cells[i], at));
    }
    return keep_complete(array, complete);
}

static json_t *axis_object(const struct matrix_axis *axis, const char *role)
{
    json_t *object = json_object(), *values = json_array();
    bool complete = values != NULL;
    for (size_t i = 0; complete && i < axis->count; i++)
        complete = append(values, axis_value(axis, i));
    values = keep_complete(values, complete);
    complete = json_put_text(object, "side", role) && json_put_text(object, "field", axis->field);
    complete = json_put(object, "values", values) && complete;
    return keep_complete(object, complete);
}

static json_t *axes(const struct matrix *matrix)
{
    static const char *const roles[] = {
        [MATRIX_ROWS] = "rows", [MATRIX_COLUMNS] = "columns", [MATRIX_PAGES] = "pages"};
    json_t *array = json_array();
    bool complete = array != NULL;
    for (size_t side = 0; complete && side < MATRIX_AXES; side++) {
        if (matrix->axes[side].field)
            complete = append(array, axis_object(&matrix->axes[side], roles[side]));
    }
    return keep_complete(array, complete);
}

static json_t *counts(const struct matrix *matrix)
{
    json_t *object = json_object();
    bool complete = object != NULL;
    for (int verdict = VERDICT_OK; complete && verdict <= VERDICT_DEPENDS; verdict++)
        complete = json_put(object, matrix_verdict_name((enum verdict)verdict),
                            json_integer((json_int_t)matrix->counts[verdict]));
    return keep_complete(object, complete);
}

static char *render(const struct matrix_view *view)
{
    const struct matrix *matrix = view->matrix;
    json_t *object = json_object();
    bool complete = json_put_text(object, "framework", matrix->framework) &&
                    json_put_text(object, "version", matrix->release) &&
                    json_put(object, "request", texts(matrix->request, matrix->request_count)) &&
                    json_put(object, "facts", texts(matrix->facts, matrix->fact_count)) &&
                    json_put(object, "axes", axes(matrix)) &&
                    json_put(object, "counts", counts(matrix)) &&
                    json_put(object, "cells", cells(view));
    return json_take(keep_complete(object, complete), false);
}

const struct matrix_report matrix_json = {.name = "json", .render = render};
