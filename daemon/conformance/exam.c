/*
 * exam.c - the life of an examination: its memory, its setup, its journal.
 */
#include "daemon/conformance/exam.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static int32_t *counts(size_t n)
{
	int32_t *p = calloc(n, sizeof *p);

	if (!p)
		abort();
	return p;
}

static void init_alone(struct exam *e, const struct conformance *c,
		       struct conformance_report *r)
{
	const struct tablas_plugin *p = c->plugin;

	memset(e, 0, sizeof *e);
	e->c = c;
	e->p = p;
	e->r = r;
	while (p->places[e->places].name)
		e->places++;
	guard_init(&e->pos, p->position_size);
	guard_init(&e->twin, p->position_size);
	guard_init(&e->shadow, p->position_size);
	guard_init(&e->back, p->position_size);
	for (unsigned s = 0; s < p->seats_max; s++)
		guard_init(&e->moves[s], p->moves_max * sizeof(tablas_move));
	guard_init(&e->some, p->moves_max * sizeof(tablas_move));
	/* More room than is offered: who overruns it shall be told so, not crash. */
	guard_init(&e->pieces, (p->pieces_max + 256) * sizeof(struct tablas_pieces));
	guard_init(&e->text, 4 * TABLAS_TEXT_MAX);
	guard_init(&e->drawing, 16384);
	for (int i = 0; i < 2; i++)
		guard_init(&e->events[i], TABLAS_EVENTS_MAX * sizeof(struct tablas_event));
	e->sight.count = counts(e->places * TABLAS_SEATS_MAX);
	e->past.count = counts(e->places * TABLAS_SEATS_MAX);
}

static void fini_alone(struct exam *e)
{
	guard_fini(&e->pos);
	guard_fini(&e->twin);
	guard_fini(&e->shadow);
	guard_fini(&e->back);
	for (unsigned s = 0; s < TABLAS_SEATS_MAX; s++)
		guard_fini(&e->moves[s]);
	guard_fini(&e->some);
	guard_fini(&e->pieces);
	guard_fini(&e->text);
	guard_fini(&e->drawing);
	guard_fini(&e->events[0]);
	guard_fini(&e->events[1]);
	free(e->sight.count);
	free(e->past.count);
	if (e->journal)
		fclose(e->journal);
	free(e->journal_text);
}

void exam_init(struct exam *e, const struct conformance *c, struct conformance_report *r)
{
	init_alone(e, c, r);
	e->stray = malloc(sizeof *e->stray);
	if (!e->stray)
		abort();
	init_alone(e->stray, c, r);
	e->stray->astray = true;
}

void exam_fini(struct exam *e)
{
	fini_alone(e->stray);
	free(e->stray);
	fini_alone(e);
}

static int32_t draw_option(struct chance *chance, const struct tablas_option *o)
{
	/* The edges of a wide range are worth more visits than its middle. */
	switch (chance_below(chance, 4)) {
	case 0:
		return o->min;
	case 1:
		return o->max;
	default:
		return (int32_t)(o->min + (int64_t)(chance_next(chance) %
						    (uint64_t)((int64_t)o->max - o->min + 1)));
	}
}

static bool all_fixed(const struct conformance *c)
{
	const struct tablas_option *o = c->plugin->options;

	for (size_t i = 0; o && o[i].key && i < OPTIONS_MAX; i++)
		if (!c->fixed[i])
			return false;
	return true;
}

/* Options that cannot be played together are told by audit() of the opening. */
static bool goes_together(const struct tablas_plugin *p, const struct tablas_setup *setup)
{
	_Alignas(16) unsigned char pos[TABLAS_POSITION_MAX + 64] = {0};

	if (!p->audit)
		return true;
	p->init(setup, pos);
	return !p->audit(pos);
}

static void draw_options(const struct conformance *c, struct chance *chance, bool vary,
			 int32_t options[OPTIONS_MAX])
{
	const struct tablas_option *o = c->plugin->options;

	memset(options, 0, OPTIONS_MAX * sizeof *options);
	for (size_t i = 0; o && o[i].key && i < OPTIONS_MAX; i++)
		options[i] = c->fixed[i] ? c->options[i]
			     : vary	 ? draw_option(chance, &o[i])
					 : o[i].dflt;
}

void exam_draw_setup(const struct conformance *c, struct chance *chance,
		     struct tablas_setup *setup, int32_t options[OPTIONS_MAX])
{
	const struct tablas_plugin *p = c->plugin;
	bool vary = chance_one_in(chance, 2) && !c->defaults;

	memset(setup, 0, sizeof *setup);
	setup->seats = c->seats ? c->seats
				: p->seats_min + chance_below(chance,
							      p->seats_max - p->seats_min + 1u);
	if (chance_one_in(chance, 4)) {
		setup->match_length = 1 + chance_below(chance, 9);
		for (unsigned s = 0; s < setup->seats; s++)
			setup->match_score[s] =
				(int32_t)chance_below(chance, setup->match_length);
	}
	setup->options = options;
	draw_options(c, chance, vary, options);
	/* The defaults must do; other combinations are drawn until one does. */
	for (int tries = 0; tries < 20000 && !goes_together(p, setup); tries++) {
		bool plain = !vary &&
			     memcmp(c->fixed, (bool[OPTIONS_MAX]){false}, sizeof c->fixed) == 0;

		if (plain || c->defaults || all_fixed(c))
			break;
		draw_options(c, chance, true, options);
	}
}

static void open_journal(struct exam *e)
{
	if (e->journal)
		fclose(e->journal);
	free(e->journal_text);
	e->journal_text = NULL;
	e->journal = open_memstream(&e->journal_text, &e->journal_size);
	if (!e->journal)
		abort();
}

static void forget(struct exam *e)
{
	e->plies = 0;
	e->steps = 0;
	e->left = e->finished = 0;
	e->pot = 0;
	memset(e->rank, 0, sizeof e->rank);
	memset(e->paid, 0, sizeof e->paid);
	for (unsigned s = 0; s < TABLAS_SEATS_MAX; s++)
		e->bound[s] = INT64_MAX;
	e->notation[0] = e->old_notation[0] = '\0';
	open_journal(e);
}

static void note_setup(struct exam *e)
{
	const struct tablas_option *o = e->p->options;
	char buf[16];

	exam_note(e, "seats %u\n", e->seats);
	for (size_t i = 0; o && o[i].key; i++)
		exam_note(e, "option %s %s\n", o[i].key,
			  options_word(&o[i], e->options[i], buf));
	if (e->setup.match_length) {
		exam_note(e, "match %u", e->setup.match_length);
		for (unsigned s = 0; s < e->seats; s++)
			exam_note(e, " %d", e->setup.match_score[s]);
		exam_note(e, "\n");
	}
}

/* The setup is a value to the plugin: a second copy, spoilt after use, must do as well. */
static int lay(struct exam *e)
{
	int32_t options[OPTIONS_MAX];
	struct tablas_setup setup = e->setup;

	memcpy(options, e->options, sizeof options);
	setup.options = options;
	memset(e->pos.at, 0, e->pos.size);
	memset(e->twin.at, 0, e->twin.size);
	e->p->init(&e->setup, e->pos.at);
	e->p->init(&setup, e->twin.at);
	memset(&setup, 0xa5, sizeof setup);
	memset(options, 0xa5, sizeof options);
	if (!guard_whole(&e->pos, e->pos.size) || !guard_whole(&e->twin, e->twin.size))
		return exam_broke(e, PROMISE_ROOM, "init() writes outside the position");
	if (memcmp(e->pos.at, e->twin.at, e->pos.size) != 0)
		return exam_broke(e, PROMISE_SAME_AGAIN, "init() with equal setups differs");
	return 0;
}

int exam_begin(struct exam *e, uint32_t number)
{
	e->chance = chance_of(e->c->seed, number);
	e->r->game = number;
	forget(e);
	exam_draw_setup(e->c, &e->chance, &e->setup, e->options);
	e->seats = e->setup.seats;
	note_setup(e);
	if (lay(e))
		return -1;
	return examine_position(e);
}

int exam_stray(struct exam *e, const struct exam *from, const void *pos, const char *text)
{
	forget(e);
	e->chance = chance_of(from->chance.state, 1);
	e->setup = from->setup;
	memcpy(e->options, from->options, sizeof e->options);
	e->setup.options = e->options;
	e->seats = from->seats;
	note_setup(e);
	exam_note(e, "position %s\n", text);
	memcpy(e->pos.at, pos, e->pos.size);
	return examine_position(e);
}

void exam_note(struct exam *e, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vfprintf(e->journal, fmt, ap);
	va_end(ap);
}

int exam_broke(struct exam *e, enum promise promise, const char *fmt, ...)
{
	struct conformance_report *r = e->r;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(r->detail, sizeof r->detail, fmt, ap);
	va_end(ap);
	r->broken = promise;
	r->ply = e->plies;
	if (e->notation[0])
		exam_note(e, "# the last position in order: %s\n", e->notation);
	fflush(e->journal);
	free(r->journal);
	r->journal = strdup(e->journal_text ? e->journal_text : "");
	return -1;
}

int exam_untouched(struct exam *e, const char *function)
{
	if (memcmp(e->pos.at, e->shadow.at, e->pos.size) != 0)
		return exam_broke(e, PROMISE_CONST, "%s() changes the position", function);
	if (!guard_whole(&e->pos, e->pos.size))
		return exam_broke(e, PROMISE_ROOM, "%s() writes outside the position",
				  function);
	return 0;
}
