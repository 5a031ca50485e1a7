#include "resolve/examine.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "resolve/unknown.h"

/* Parts still to be looked at: a stack of boxes. */
struct pending {
    uint64_t *sets; /* one box after the other */
    size_t count, room;
};

/* What the parts of one examination share. */
struct work {
    struct examination *examination;
    const struct base_world *base;
    const struct spec *spec;
    const uint64_t **sets; /* by field: possible positions, for struct wide */
    uint64_t *positions;   /* memory of those, POSITION_WORDS a field that is unknown */
    struct pending pending;
    const uint64_t *box; /* the part being evaluated */
};

enum { POSITION_WORDS = 8 }; /* enough for 512 positions of a fact; a fact with more stays known */

static uint64_t full_set(const struct unknown *unknown)
{
    return unknown->count == 64 ? UINT64_MAX : (UINT64_C(1) << unknown->count) - 1;
}

/* ---- which fields are unknown ---- */

static bool is_named(const struct examine_options *options, const char *name)
{
    for (size_t i = 0; i < options->count; i++) {
        if (strcmp(options->names[i], name) == 0)
            return true;
    }
    return false;
}

/* A fact that nobody supplied. Environment variables that nobody mentions are absent. */
static bool is_unknown(const struct base_world *base, const struct examine_options *options,
                       uint32_t index)
{
    const struct ruleset *ruleset = base->world.ruleset;
    const struct field *field = ruleset_field(ruleset, index);
    const char *root = ruleset_text(ruleset, ruleset_field(ruleset, field->root)->name);

    if (field->role != ROLE_FACT || field->position_count > POSITION_WORDS * 64)
        return false;
    if (options->names)
        return is_named(options, ruleset_text(ruleset, field->name)) || is_named(options, root);
    return strncmp(root, "env.", 4) != 0 && !field->assumed &&
           !ruleset_field(ruleset, field->root)->assumed &&
           (base->facts == NULL || facts_find(base->facts, root) == NULL);
}

static bool find_unknowns(struct work *work, const struct examine_options *options)
{
    struct examination *examination = work->examination;
    const struct ruleset *ruleset = examination->ruleset;
    struct numbers numbers;

    numbers_of_spec(work->spec, &numbers);
    examination->unknowns =
        arena_alloc(&examination->arena, UNKNOWNS_MOST, sizeof *examination->unknowns);
    if (examination->unknowns == NULL)
        return false;
    for (uint32_t i = 0; i < ruleset->fields.count && examination->unknown_count < UNKNOWNS_MOST;
         i++) {
        struct unknown *unknown = &examination->unknowns[examination->unknown_count];
        if (is_unknown(work->base, options, i) &&
            unknown_init(ruleset, (uint16_t)i, work->base->world.release, &numbers, unknown))
            examination->unknown_count++;
    }
    return true;
}

/* ---- parts ---- */

static bool push_box(struct work *work, const uint64_t *box)
{
    struct pending *pending = &work->pending;
    size_t width = work->examination->unknown_count;
    if (pending->count == pending->room) {
        size_t room = pending->room ? pending->room * 2 : 64;
        uint64_t *sets = realloc(pending->sets, (room * width + 1) * sizeof *sets);
        if (sets == NULL)
            return false;
        pending->sets = sets;
        pending->room = room;
    }
    if (width)
        memcpy(pending->sets + pending->count * width, box, width * sizeof *box);
    pending->count++;
    return true;
}

/* Writes the part's known values and marks the others wide. */
static void prepare_world(struct world *world, void *context)
{
    const struct work *work = context;
    for (size_t i = 0; i < work->examination->unknown_count; i++) {
        const struct unknown *unknown = &work->examination->unknowns[i];
        uint64_t set = work->box[i];
        if ((set & (set - 1)) == 0) {
            const struct atom *atom = &unknown->atoms[__builtin_ctzll(set)];
            world_put(world, unknown->field, atom->cell, atom->position,
                      origin_make(ORIGIN_NONE, 0));
            continue;
        }
        uint64_t *positions = work->positions + i * POSITION_WORDS;
        memset(positions, 0, POSITION_WORDS * sizeof *positions);
        for (uint64_t rest = set; rest; rest &= rest - 1) {
            uint16_t position = unknown->atoms[__builtin_ctzll(rest)].position;
            positions[position / 64] |= UINT64_C(1) << (position % 64);
        }
        world->positions[unknown->field] = POSITION_WIDE;
    }
}

/* The atoms whose positions go the one way at a split; half of them when a value is needed. */
static uint64_t split_atoms(const struct work *work, const struct wide *wide,
                            const struct unknown *unknown, uint64_t set)
{
    uint64_t one = 0;
    if (wide->split_column) {
        const char *block = (const char *)work->examination->ruleset;
        const uint64_t *rows = (const uint64_t *)(const void *)(block + wide->split_column->rows);
        for (uint64_t rest = set; rest; rest &= rest - 1) {
            int atom = __builtin_ctzll(rest);
            if (rows[unknown->atoms[atom].position] >> wide->split_bit & 1)
                one |= UINT64_C(1) << atom;
        }
    }
    /* A value is needed, or the rule does not tell the atoms apart: take the first by itself. */
    return one && one != set ? one : set & -set;
}

/* Pushes both sides of a split. */
static bool split_part(struct work *work, const struct wide *wide, uint64_t *box)
{
    struct examination *examination = work->examination;
    for (size_t i = 0; i < examination->unknown_count; i++) {
        if (examination->unknowns[i].field != wide->split_field)
            continue;
        uint64_t set = box[i], one = split_atoms(work, wide, &examination->unknowns[i], set);
        box[i] = set & ~one;
        if (!push_box(work, box))
            return false;
        box[i] = one;
        return push_box(work, box);
    }
    return false;
}

/* ---- outcomes ---- */

/* Alike: the same verdict for the same reasons. Values may differ. */
static bool ends_alike(const struct resolution *left, const struct resolution *right)
{
    const struct trace *a = &left->trace, *b = &right->trace;
    uint32_t i = 0, j = 0;
    if (resolution_ok(left) != resolution_ok(right))
        return false;
    for (;;) {
        while (i < a->reason_count &&
               ruleset_rule(left->ruleset, a->reasons[i].rule)->severity != SEVERITY_ERROR)
            i++;
        while (j < b->reason_count &&
               ruleset_rule(left->ruleset, b->reasons[j].rule)->severity != SEVERITY_ERROR)
            j++;
        if (i == a->reason_count || j == b->reason_count)
            return i == a->reason_count && j == b->reason_count;
        if (a->reasons[i++].rule != b->reasons[j++].rule)
            return false;
    }
}

static struct outcome *find_outcome(struct examination *examination, struct resolution *resolution)
{
    for (size_t i = 0; i < examination->outcome_count; i++) {
        if (ends_alike(examination->outcomes[i].resolution, resolution))
            return &examination->outcomes[i];
    }
    struct outcome *outcomes = array_grow(examination->outcomes, examination->outcome_count,
                                          sizeof *outcomes, &examination->outcome_room);
    if (outcomes == NULL)
        return NULL;
    examination->outcomes = outcomes;
    struct outcome *outcome = &examination->outcomes[examination->outcome_count++];
    *outcome = (struct outcome){.ok = resolution_ok(resolution)};
    return outcome;
}

/* Two boxes that differ in one field only are one box. */
static bool boxes_join(size_t width, struct box *into, const struct box *other)
{
    size_t differing = width;
    for (size_t i = 0; i < width; i++) {
        if (into->sets[i] == other->sets[i])
            continue;
        if (differing != width)
            return false;
        differing = i;
    }
    if (differing < width)
        into->sets[differing] |= other->sets[differing];
    return true;
}

static bool outcome_add(struct examination *examination, struct outcome *outcome,
                        const uint64_t *sets)
{
    size_t width = examination->unknown_count;
    struct box *boxes = array_grow(outcome->boxes, outcome->count, sizeof *boxes, &outcome->room);
    if (boxes == NULL)
        return false;
    outcome->boxes = boxes;
    uint64_t *copy = arena_alloc(&examination->arena, width + 1, sizeof *copy);
    if (copy == NULL)
        return false;
    if (width)
        memcpy(copy, sets, width * sizeof *copy);
    outcome->boxes[outcome->count++] = (struct box){.sets = copy};
    return true;
}

/* Keeps of an outcome's certain reasons those that a part has as well; those of its first part to
 * begin with. */
static bool outcome_meet(struct examination *examination, struct outcome *outcome,
                         const struct resolution *resolution)
{
    size_t words = (examination->ruleset->rules.count + 63) / 64;
    uint64_t *own = arena_alloc(&examination->arena, words + 1, sizeof *own);
    if (own == NULL)
        return false;
    for (uint32_t i = 0; i < resolution->trace.reason_count; i++) {
        const struct reason *reason = &resolution->trace.reasons[i];
        if (!reason->possible)
            own[reason->rule / 64] |= UINT64_C(1) << (reason->rule % 64);
    }
    if (outcome->certain == NULL) {
        outcome->certain = own;
        return true;
    }
    for (size_t i = 0; i < words; i++)
        outcome->certain[i] &= own[i];
    return true;
}

/* Takes a finished part (and its resolution). */
static bool finish_part(struct work *work, struct resolution *resolution, const uint64_t *box)
{
    struct outcome *outcome = find_outcome(work->examination, resolution);
    bool kept = outcome && outcome->resolution == NULL;
    if (kept)
        outcome->resolution = resolution;
    bool added = outcome && outcome_meet(work->examination, outcome, resolution) &&
                 outcome_add(work->examination, outcome, box);
    if (!kept)
        resolution_free(resolution);
    return added;
}

/* Joins boxes until none can be joined. */
static void simplify(size_t width, struct outcome *outcome)
{
    bool joined = true;
    while (joined) {
        joined = false;
        for (size_t i = 0; i < outcome->count; i++) {
            for (size_t j = i + 1; j < outcome->count; j++) {
                if (!boxes_join(width, &outcome->boxes[i], &outcome->boxes[j]))
                    continue;
                outcome->boxes[j--] = outcome->boxes[--outcome->count];
                joined = true;
            }
        }
    }
}

/* ---- the whole ---- */

/* Evaluates one part: it finishes, or it is split. False without memory. */
static bool run_part(struct work *work, uint64_t *box)
{
    struct wide wide = {.sets = work->sets, .split_field = NONE16};
    work->box = box;
    work->examination->parts++;
    struct resolution *resolution =
        resolution_new_wide(work->base, work->spec, &wide, prepare_world, work);
    if (resolution)
        return finish_part(work, resolution, box);
    return wide.split_field != NONE16 && split_part(work, &wide, box);
}

static bool run_parts(struct work *work, size_t budget)
{
    size_t width = work->examination->unknown_count;
    uint64_t *box = malloc((width + 1) * sizeof *box);
    bool complete = box != NULL;

    for (size_t i = 0; complete && i < width; i++)
        box[i] = full_set(&work->examination->unknowns[i]);
    complete = complete && push_box(work, box);
    while (complete && work->pending.count > 0 && work->examination->parts < budget) {
        work->pending.count--;
        if (width)
            memcpy(box, work->pending.sets + work->pending.count * width, width * sizeof *box);
        complete = run_part(work, box);
    }
    work->examination->complete = work->pending.count == 0;
    free(box);
    return complete;
}

static int compare_outcomes(const void *left, const void *right)
{
    const struct outcome *a = left, *b = right;
    return (int)b->ok - (int)a->ok;
}

static void settle(struct examination *examination)
{
    size_t running = 0;
    for (size_t i = 0; i < examination->outcome_count; i++) {
        simplify(examination->unknown_count, &examination->outcomes[i]);
        running += examination->outcomes[i].ok;
    }
    if (examination->outcome_count > 1)
        qsort(examination->outcomes, examination->outcome_count, sizeof *examination->outcomes,
              compare_outcomes);
    if (!examination->complete || (running > 0 && running < examination->outcome_count))
        examination->verdict = VERDICT_DEPENDS;
    else
        examination->verdict = running > 0 ? VERDICT_OK : VERDICT_BROKEN;
}

/* Memory for the sets of positions that wide fields point at. */
static bool allocate_sets(struct work *work)
{
    struct examination *examination = work->examination;
    work->sets =
        arena_alloc(&examination->arena, examination->ruleset->fields.count, sizeof *work->sets);
    work->positions =
        arena_alloc(&examination->arena, examination->unknown_count * POSITION_WORDS + 1,
                    sizeof *work->positions);
    if (work->sets == NULL || work->positions == NULL)
        return false;
    for (size_t i = 0; i < examination->unknown_count; i++)
        work->sets[examination->unknowns[i].field] = work->positions + i * POSITION_WORDS;
    return true;
}

bool examine(const struct base_world *base, const struct spec *spec,
             const struct examine_options *options, struct examination *ret_examination)
{
    struct examination examination = {.ruleset = base->world.ruleset};
    struct work work = {.examination = &examination, .base = base, .spec = spec};

    arena_init(&examination.arena);
    bool complete = find_unknowns(&work, options) && allocate_sets(&work) &&
                    run_parts(&work, options->budget ? options->budget : PARTS_MOST);
    free(work.pending.sets);
    if (!complete) {
        examination_clear(&examination);
        return false;
    }
    settle(&examination);
    *ret_examination = examination;
    return true;
}

/* ---- several releases ---- */

/* The unknowns of the first release, and the release. */
static bool join_unknowns(const struct examination *releases, const int64_t *versions, size_t count,
                          struct examination *joined)
{
    size_t width = releases[0].unknown_count;
    joined->unknowns = arena_alloc(&joined->arena, width + 1, sizeof *joined->unknowns);
    if (joined->unknowns == NULL)
        return false;
    memcpy(joined->unknowns, releases[0].unknowns, width * sizeof *joined->unknowns);
    struct unknown *version = &joined->unknowns[width];
    version->field = joined->ruleset->version_field;
    for (size_t i = 0; i < count && i < ATOMS_MOST; i++)
        version->atoms[version->count++] = (struct atom){
            .position = field_interval(joined->ruleset,
                                       ruleset_field(joined->ruleset, version->field), versions[i]),
            .low = versions[i],
            .high = versions[i]};
    joined->unknown_count = width + 1;
    return true;
}

/* The outcomes of one release, each box with the release as its last part. */
static bool join_release(struct examination *joined, struct examination *release, size_t index)
{
    size_t width = release->unknown_count;
    uint64_t *sets = arena_alloc(&joined->arena, width + 1, sizeof *sets);
    bool complete = sets && width + 1 == joined->unknown_count;

    for (size_t i = 0; complete && i < release->outcome_count; i++) {
        struct outcome *from = &release->outcomes[i];
        struct outcome *into = find_outcome(joined, from->resolution);
        complete = into != NULL;
        if (into && into->resolution == NULL) {
            into->resolution = from->resolution;
            from->resolution = NULL;
        }
        for (size_t j = 0; complete && j < from->count; j++) {
            memcpy(sets, from->boxes[j].sets, width * sizeof *sets);
            sets[width] = UINT64_C(1) << index;
            complete = outcome_add(joined, into, sets);
        }
    }
    joined->parts += release->parts;
    joined->complete = joined->complete && release->complete;
    return complete;
}

bool examine_join(struct examination *releases, const int64_t *versions, size_t count,
                  struct examination *ret_examination)
{
    struct examination joined = {.ruleset = releases[0].ruleset, .complete = true};
    arena_init(&joined.arena);
    bool complete = join_unknowns(releases, versions, count, &joined);
    for (size_t i = 0; complete && i < count; i++)
        complete = join_release(&joined, &releases[i], i);
    for (size_t i = 0; i < count; i++)
        examination_clear(&releases[i]);
    if (!complete) {
        examination_clear(&joined);
        return false;
    }
    settle(&joined);
    *ret_examination = joined;
    return true;
}

void examination_clear(struct examination *examination)
{
    for (size_t i = 0; i < examination->outcome_count; i++) {
        resolution_free(examination->outcomes[i].resolution);
        free(examination->outcomes[i].boxes);
    }
    free(examination->outcomes);
    arena_clear(&examination->arena);
    *examination = (struct examination){0};
}

bool examination_term(const struct examination *examination, const struct box *box, size_t index,
                      const char **ret_field, struct text *text)
{
    for (size_t i = 0; i < examination->unknown_count; i++) {
        const struct unknown *unknown = &examination->unknowns[i];
        if (box->sets[i] == full_set(unknown) || index-- > 0)
            continue;
        *ret_field = ruleset_text(examination->ruleset,
                                  ruleset_field(examination->ruleset, unknown->field)->name);
        unknown_add_text(examination->ruleset, unknown, box->sets[i], text);
        return true;
    }
    return false;
}

void examination_add_condition(const struct examination *examination, const struct outcome *outcome,
                               struct text *text)
{
    for (size_t i = 0; i < outcome->count; i++) {
        const char *field;
        size_t term = 0, before;
        text_add(text, i ? "; or " : "");
        before = text->length;
        while (text_add(text, term ? " and " : ""),
               examination_term(examination, &outcome->boxes[i], term, &field, text))
            term++;
        if (term == 0)
            text_add(text, "always");
        else if (text->length >= before + 5 && !text->failed)
            text->length -= 5; /* the last " and " */
        if (text->bytes)
            text->bytes[text->length] = '\0';
    }
}
