/* A matrix as every format shows it: which cells, and notes on what they have in common. */
#include "report/matrix_report.h"

#include <string.h>

const struct matrix_report *matrix_report_find(const char *name)
{
    static const struct matrix_report *const reports[] = {&matrix_text, &matrix_markdown,
                                                          &matrix_csv, &matrix_json, &matrix_html};
    for (size_t i = 0; i < sizeof reports / sizeof *reports; i++) {
        if (strcmp(reports[i]->name, name) == 0)
            return reports[i];
    }
    return NULL;
}

bool matrix_view_shows(const struct matrix_view *view, const struct matrix_cell *cell)
{
    return view->verdicts >> cell->verdict & 1;
}

const struct matrix_note *matrix_view_note(const struct matrix_view *view,
                                           const struct matrix_cell *cell, uint32_t *ret_number)
{
    uint32_t number = view->note_of[cell - view->matrix->cells];
    *ret_number = number;
    return number ? &view->notes[number - 1] : NULL;
}

const char *matrix_cell_condition(const struct matrix_cell *cell)
{
    return cell->verdict == VERDICT_DEPENDS && cell->way_count && cell->ways[0].ok
               ? cell->ways[0].condition
               : NULL;
}

const struct matrix_reason *matrix_cell_reason(const struct matrix_cell *cell)
{
    if (cell->verdict != VERDICT_OK)
        return matrix_first_error(cell->stops);
    for (size_t i = 0; cell->way_count && i < cell->ways[0].reason_count; i++) {
        if (!cell->ways[0].reasons[i].possible)
            return &cell->ways[0].reasons[i];
    }
    return NULL;
}

/* ---- notes ---- */

static bool same_fixes(const struct matrix_cell *left, const struct matrix_cell *right)
{
    if (left->fix_count != right->fix_count)
        return false;
    for (size_t i = 0; i < left->fix_count; i++) {
        if (strcmp(left->fixes[i].field, right->fixes[i].field) != 0 ||
            strcmp(left->fixes[i].value, right->fixes[i].value) != 0)
            return false;
    }
    return true;
}

/* Counts a cell that a note already stands for. */
static void join_note(struct matrix_note *note, const struct matrix_cell *cell,
                      const struct matrix_reason *reason)
{
    note->cells++;
    note->fixes_vary = note->fixes_vary || !same_fixes(note->cell, cell);
    note->message_varies =
        note->message_varies || (reason && strcmp(reason->message, note->reason->message) != 0);
}

/* Whether an earlier way of a cell stops for the same reason. */
static bool is_named(const struct matrix_cell *cell, size_t way)
{
    const char *name = matrix_first_error(&cell->ways[way])->reason;
    for (size_t i = 0; i < way; i++) {
        const struct matrix_reason *error = matrix_first_error(&cell->ways[i]);
        if (error && strcmp(error->reason, name) == 0)
            return true;
    }
    return false;
}

/* The names of what stops or troubles a cell; gives how many. */
static size_t add_names(const struct matrix_cell *cell, struct text *text)
{
    const struct matrix_reason *reason = matrix_cell_reason(cell);
    size_t count = 0;
    if (cell->verdict != VERDICT_DEPENDS) {
        text_add(text, reason ? reason->reason : "");
        return reason != NULL;
    }
    for (size_t i = 0; i < cell->way_count; i++) {
        const struct matrix_reason *error = matrix_first_error(&cell->ways[i]);
        if (error && !is_named(cell, i))
            text_format(text, "%s%s", count++ ? ", " : "", error->reason);
    }
    return count;
}

/* A note for cells like this one. */
static bool add_note(struct matrix_view *view, const struct matrix_cell *cell,
                     const struct text *names, size_t name_count)
{
    struct matrix_note *note = &view->notes[view->note_count++];
    *note = (struct matrix_note){
        .cell = cell,
        .condition = matrix_cell_condition(cell),
        .reason = matrix_cell_reason(cell),
        .names = arena_copy(&view->arena, names->bytes ? names->bytes : "", names->length),
        .name_count = name_count,
        .cells = 1,
    };
    return note->names != NULL;
}

/* Gives a cell its note, a new one when none says the same. */
static bool note_cell(struct matrix_view *view, size_t index)
{
    const struct matrix_cell *cell = &view->matrix->cells[index];
    const char *condition = matrix_cell_condition(cell);
    struct text names, key;
    uint32_t id = 0;

    text_init(&names);
    text_init(&key);
    size_t count = add_names(cell, &names);
    if (condition == NULL && count == 0 && cell->complete) {
        text_clear(&names);
        return !names.failed;
    }
    text_format(&key, "%d%d%s\n%s", (int)cell->verdict, cell->complete,
                names.bytes ? names.bytes : "", condition ? condition : "");
    bool complete =
        !names.failed && !key.failed && intern_add(&view->keys, key.bytes, key.length, &id);
    if (complete && id < view->note_count)
        join_note(&view->notes[id], cell, matrix_cell_reason(cell));
    else if (complete)
        complete = add_note(view, cell, &names, count);
    view->note_of[index] = id + 1;
    text_clear(&names);
    text_clear(&key);
    return complete;
}

/* Notes of the cells that are shown. */
static bool note_cells(struct matrix_view *view)
{
    for (size_t i = 0; i < view->matrix->cell_count; i++) {
        if (matrix_view_shows(view, &view->matrix->cells[i]) && !note_cell(view, i))
            return false;
    }
    return true;
}

/* ---- sides ---- */

/* Marks the values of each side that have a cell to show. */
static void mark_places(const struct matrix_view *view, bool *marks[MATRIX_AXES])
{
    const struct matrix *matrix = view->matrix;
    size_t columns = matrix->axes[MATRIX_COLUMNS].count, rows = matrix->axes[MATRIX_ROWS].count;
    for (size_t i = 0; i < matrix->cell_count; i++) {
        if (!matrix_view_shows(view, &matrix->cells[i]))
            continue;
        marks[MATRIX_ROWS][i / columns % rows] = true;
        marks[MATRIX_COLUMNS][i % columns] = true;
        marks[MATRIX_PAGES][i / columns / rows] = true;
    }
}

static bool find_places(struct matrix_view *view)
{
    bool *marks[MATRIX_AXES];
    for (size_t side = 0; side < MATRIX_AXES; side++) {
        size_t count = view->matrix->axes[side].count;
        marks[side] = arena_alloc(&view->arena, count, sizeof *marks[side]);
        view->places[side] = arena_alloc(&view->arena, count, sizeof *view->places[side]);
        if (marks[side] == NULL || view->places[side] == NULL)
            return false;
    }
    mark_places(view, marks);
    for (size_t side = 0; side < MATRIX_AXES; side++) {
        for (size_t i = 0; i < view->matrix->axes[side].count; i++) {
            if (marks[side][i])
                view->places[side][view->counts[side]++] = i;
        }
    }
    return true;
}

/* Two pages that say the same of every combination. */
static bool look_alike(const struct matrix_view *view, size_t left, size_t right)
{
    size_t size = view->matrix->axes[MATRIX_ROWS].count * view->matrix->axes[MATRIX_COLUMNS].count;
    const struct matrix_cell *cells = view->matrix->cells;
    for (size_t i = 0; i < size; i++) {
        size_t a = left * size + i, b = right * size + i;
        if (cells[a].verdict != cells[b].verdict || view->note_of[a] != view->note_of[b])
            return false;
    }
    return true;
}

static bool find_same_pages(struct matrix_view *view)
{
    size_t count = view->matrix->axes[MATRIX_PAGES].count;
    view->same_page = arena_alloc(&view->arena, count, sizeof *view->same_page);
    if (view->same_page == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        size_t first = 0;
        while (first < i && !look_alike(view, first, i))
            first++;
        view->same_page[i] = first;
    }
    return true;
}

bool matrix_view_init(struct matrix_view *view, const struct matrix *matrix, unsigned verdicts)
{
    *view = (struct matrix_view){.matrix = matrix,
                                 .verdicts = verdicts & MATRIX_SHOW_ALL ? verdicts & MATRIX_SHOW_ALL
                                                                        : MATRIX_SHOW_ALL};
    arena_init(&view->arena);
    intern_init(&view->keys);
    view->note_of = arena_alloc(&view->arena, matrix->cell_count, sizeof *view->note_of);
    view->notes = arena_alloc(&view->arena, matrix->cell_count, sizeof *view->notes);
    if (view->note_of && view->notes && note_cells(view) && find_places(view) &&
        find_same_pages(view))
        return true;
    matrix_view_clear(view);
    return false;
}

void matrix_view_clear(struct matrix_view *view)
{
    intern_clear(&view->keys);
    arena_clear(&view->arena);
}

/* ---- words that formats share ---- */

void matrix_add_title(const struct matrix *matrix, struct text *text)
{
    static const char *const joints[] = {
        [MATRIX_ROWS] = "", [MATRIX_COLUMNS] = " by ", [MATRIX_PAGES] = ", one table a "};
    const char *empty = "one request";
    for (size_t side = 0; side < MATRIX_AXES; side++) {
        const char *field = matrix->axes[side].field;
        if (field == NULL)
            continue;
        text_format(text, "%s%s", *empty ? "" : joints[side], field);
        empty = "";
    }
    text_add(text, empty);
}

void matrix_add_counts(const struct matrix *matrix, struct text *text)
{
    text_format(text, "%zu of %zu combinations run", matrix->counts[VERDICT_OK],
                matrix->cell_count);
    text_format(text, ", %zu depend on the machine, %zu cannot run",
                matrix->counts[VERDICT_DEPENDS], matrix->counts[VERDICT_BROKEN]);
}

void matrix_add_fixes(const struct matrix_fix *fixes, size_t count, struct text *text)
{
    for (size_t i = 0; i < count; i++)
        text_format(text, "%s%s=%s", i ? " or " : "", fixes[i].field, fixes[i].value);
}
