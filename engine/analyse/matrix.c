/* Matrix: fills the cells, several threads at a time. */
#include "analyse/matrix.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyse/matrix_steps.h"

enum { CELLS_PER_THREAD = 32 }; /* fewer are not worth a thread */

/* What the threads share. */
struct filling {
    struct matrix *matrix;
    const struct base_world *base;
    const struct spec *spec;
    const struct examine_options *options;
    atomic_size_t next; /* cell that nobody took yet */
    atomic_bool failed;
};

/* One thread's part. */
struct worker {
    struct filling *filling;
    struct arena *arena;
    pthread_t thread;
};

/* Which value of a side a cell has. */
static size_t cell_value(const struct matrix *matrix, size_t cell, enum matrix_role side)
{
    size_t columns = matrix->axes[MATRIX_COLUMNS].count, rows = matrix->axes[MATRIX_ROWS].count;
    if (side == MATRIX_COLUMNS)
        return cell % columns;
    return side == MATRIX_ROWS ? cell / columns % rows : cell / columns / rows;
}

/* The request of a cell: what all have in common, and its values of the sides. */
static bool make_request(const struct filling *filling, size_t cell, struct spec *ret_spec)
{
    const struct spec *common = filling->spec;
    for (size_t i = 0; i < common->count; i++) {
        if (!spec_set(ret_spec, common->entries[i].field, common->entries[i].value))
            return false;
    }
    for (size_t side = 0; side < MATRIX_AXES; side++) {
        const struct matrix_axis *axis = &filling->matrix->axes[side];
        const struct value *value =
            axis->values[cell_value(filling->matrix, cell, (enum matrix_role)side)];
        if (axis->field && value && !spec_set(ret_spec, axis->field, value))
            return false;
    }
    return true;
}

static bool fill_cell(const struct worker *worker, size_t cell)
{
    const struct filling *filling = worker->filling;
    struct examination examination;
    struct spec spec;

    spec_init(&spec);
    bool complete = make_request(filling, cell, &spec) &&
                    examine(filling->base, &spec, filling->options, &examination);
    if (complete) {
        complete = matrix_make_cell(worker->arena, &examination, &filling->matrix->cells[cell]);
        examination_clear(&examination);
    }
    spec_clear(&spec);
    return complete;
}

/* Takes cells until none is left. */
static void *work(void *context)
{
    struct worker *worker = context;
    struct filling *filling = worker->filling;
    size_t cell;

    while (!filling->failed &&
           (cell = atomic_fetch_add(&filling->next, 1)) < filling->matrix->cell_count) {
        if (!fill_cell(worker, cell))
            filling->failed = true;
    }
    return NULL;
}

/* How many threads are worth their start. */
static size_t thread_count(const struct matrix *matrix, size_t wanted)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    size_t count = wanted ? wanted : processors > 0 ? (size_t)processors : 1;
    size_t useful = matrix->cell_count / CELLS_PER_THREAD + 1;

    count = count < useful ? count : useful;
    return count < MATRIX_THREADS_MOST ? count : MATRIX_THREADS_MOST;
}

/* Fills all cells; a thread that cannot be started leaves its work to the others. */
static bool fill(struct filling *filling, size_t wanted)
{
    struct worker workers[MATRIX_THREADS_MOST];
    size_t count = thread_count(filling->matrix, wanted), started = 1;

    for (size_t i = 0; i < count; i++)
        workers[i] = (struct worker){.filling = filling, .arena = &filling->matrix->arenas[i]};
    while (started < count &&
           pthread_create(&workers[started].thread, NULL, work, &workers[started]) == 0)
        started++;
    work(&workers[0]);
    for (size_t i = 1; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    return !filling->failed;
}

/* "name=value", or NULL. */
static const char *assignment(struct arena *arena, const char *name, const struct value *value)
{
    size_t length = value_text(value, NULL, 0), head = strlen(name) + 1;
    char *text = arena_alloc(arena, head + length + 1, 1);
    if (text) {
        memcpy(text, name, head - 1);
        text[head - 1] = '=';
        value_text(value, text + head, length + 1);
    }
    return text;
}

/* What every cell has in common, in words. */
static bool describe(struct matrix *matrix, const struct base_world *base, const struct spec *spec)
{
    size_t facts = base->facts ? base->facts->count : 0;
    matrix->request = arena_alloc(&matrix->arena, spec->count + 1, sizeof *matrix->request);
    matrix->facts = arena_alloc(&matrix->arena, facts + 1, sizeof *matrix->facts);
    if (matrix->request == NULL || matrix->facts == NULL)
        return false;
    for (size_t i = 0; i < spec->count; i++) {
        matrix->request[matrix->request_count++] =
            assignment(&matrix->arena, spec->entries[i].field, spec->entries[i].value);
        if (matrix->request[i] == NULL)
            return false;
    }
    for (size_t i = 0; i < facts; i++) {
        matrix->facts[matrix->fact_count++] =
            assignment(&matrix->arena, base->facts->items[i].name, base->facts->items[i].value);
        if (matrix->facts[i] == NULL)
            return false;
    }
    return true;
}

/* Examines every cell and says what helps those that cannot run. */
static bool fill_matrix(struct matrix *matrix, const struct base_world *base,
                        const struct spec *spec, const struct matrix_options *options)
{
    struct filling filling = {
        .matrix = matrix, .base = base, .spec = spec, .options = &options->examine};

    matrix->cells = arena_alloc(&matrix->arena, matrix->cell_count, sizeof *matrix->cells);
    if (matrix->cells == NULL || !fill(&filling, options->threads))
        return false;
    for (size_t i = 0; i < matrix->cell_count; i++)
        matrix->counts[matrix->cells[i].verdict]++;
    return matrix_make_fixes(matrix);
}

bool matrix_new(const struct base_world *base, const struct spec *spec,
                const struct matrix_wish wishes[MATRIX_AXES], const struct matrix_options *options,
                struct diagnostics *findings, struct matrix *ret_matrix)
{
    struct matrix *matrix = ret_matrix;
    *matrix =
        (struct matrix){.ruleset = base->world.ruleset,
                        .framework = ruleset_text(base->world.ruleset, base->world.ruleset->pack),
                        .release = base->release_text};
    arena_init(&matrix->arena);
    for (size_t i = 0; i < MATRIX_THREADS_MOST; i++)
        arena_init(&matrix->arenas[i]);
    bool fine = matrix_check_unknown(base, &options->examine, findings);
    fine = matrix_make_axes(matrix, base, spec, wishes, findings) && fine;
    if (fine && describe(matrix, base, spec) && fill_matrix(matrix, base, spec, options))
        return true;
    matrix_clear(matrix);
    return false;
}

void matrix_clear(struct matrix *matrix)
{
    for (size_t i = 0; i < MATRIX_THREADS_MOST; i++)
        arena_clear(&matrix->arenas[i]);
    arena_clear(&matrix->arena);
    *matrix = (struct matrix){0};
}

const struct matrix_cell *matrix_at(const struct matrix *matrix, size_t page, size_t row,
                                    size_t column)
{
    size_t columns = matrix->axes[MATRIX_COLUMNS].count, rows = matrix->axes[MATRIX_ROWS].count;
    return &matrix->cells[(page * rows + row) * columns + column];
}

const char *matrix_verdict_name(enum verdict verdict)
{
    static const char *const names[] = {
        [VERDICT_OK] = "ok", [VERDICT_BROKEN] = "broken", [VERDICT_DEPENDS] = "depends"};
    return names[verdict];
}
