/*
 * plays.c - whole decisions, by walking legal() and play() on copies.
 *
 * The walk goes depth first, so plays come in the plugin's order.  A position
 * met in the middle of a decision is not walked twice: what can follow it was
 * listed the first time, and only the order of the moves before it differs.
 *
 * Buffers for moves and positions are as long as the plugin says and live on
 * the stack; the loader has refused plugins that ask for too much.
 */
#include "game/plays.h"
#include "game/fingerprint.h"

#include <string.h>

/* Room for positions met on the way beyond one for each play. */
#define MET_EXTRA 64

/* Plays a walk without memory tries before it gives up; three dice need 15. */
#define ONLY_BUDGET 1024

#define ALIGNED _Alignas(16)

static size_t aligned(size_t n)
{
	return (n + 15) & ~(size_t)15;
}

static size_t seen_size(size_t cap)
{
	size_t n = 64;

	while (n < 2 * (cap + cap + MET_EXTRA))
		n *= 2;
	return n;
}

size_t plays_memory(const struct tablas_plugin *plugin, size_t cap)
{
	return 15 + aligned(cap * plugin->position_size) +
	       aligned((cap + MET_EXTRA) * plugin->position_size) +
	       cap * TABLAS_STEPS_MAX * sizeof(tablas_move) + seen_size(cap) * sizeof(uint32_t);
}

void plays_init(struct plays *p, const struct tablas_plugin *plugin, size_t cap, void *memory)
{
	unsigned char *at = memory;

	at += aligned((uintptr_t)at) - (uintptr_t)at;
	*p = (struct plays){.plugin = plugin,
			    .cap = cap,
			    .met_cap = cap + MET_EXTRA,
			    .seen_size = seen_size(cap)};
	p->positions = at;
	at += aligned(cap * plugin->position_size);
	p->met = at;
	at += aligned(p->met_cap * plugin->position_size);
	p->moves = (tablas_move *)(void *)at;
	at += cap * TABLAS_STEPS_MAX * sizeof(tablas_move);
	p->seen = (uint32_t *)(void *)at;
}

bool plays_go_on(const struct tablas_wait *before, const struct tablas_wait *after,
		 const struct tablas_event *events, size_t n)
{
	if (after->kind != before->kind || after->turn != before->turn ||
	    after->seats != before->seats || after->flags != before->flags)
		return false;
	for (size_t i = 0; i < n; i++)
		if (events[i].kind == TABLAS_EV_TURN)
			return false;
	return true;
}

bool plays_allow(const struct tablas_plugin *plugin, const void *pos, unsigned seat,
		 tablas_move move)
{
	tablas_move legal[plugin->moves_max];
	size_t n = plugin->legal(pos, seat, legal, plugin->moves_max);

	for (size_t i = 0; i < n && i < plugin->moves_max; i++)
		if (legal[i] == move)
			return true;
	return false;
}

/* ---- walking ------------------------------------------------------------- */

struct walk {
	struct plays *plays;
	unsigned seat;
	struct tablas_wait asked;
	size_t depth;
	tablas_move path[TABLAS_STEPS_MAX];
	struct tablas_event events[TABLAS_EVENTS_MAX];
};

/*
 * Finds the position among those of its kind, ends or stations on the way; an
 * entry of `seen` is its index there, one more and shifted by the kind's bit.
 * Returns the entry, empty when the position is new.
 */
static uint32_t *entry_of(struct plays *p, const unsigned char *pos, uint32_t end)
{
	size_t size = p->plugin->position_size;
	const unsigned char *among = end ? p->positions : p->met;
	size_t i = (size_t)fingerprint(pos, size, end) & (p->seen_size - 1);

	while (p->seen[i]) {
		size_t at = (p->seen[i] >> 1) - 1;

		if ((p->seen[i] & 1) == end && memcmp(among + at * size, pos, size) == 0)
			break;
		i = (i + 1) & (p->seen_size - 1);
	}
	return &p->seen[i];
}

/* False when there is no room for one more. */
static bool list_end(struct walk *w, const unsigned char *pos)
{
	struct plays *p = w->plays;
	size_t size = p->plugin->position_size;
	uint32_t *entry = entry_of(p, pos, 1);
	tablas_move *moves;

	if (*entry)
		return true;
	if (p->n == p->cap) {
		p->truncated = true;
		return false;
	}
	memcpy(p->positions + p->n * size, pos, size);
	moves = p->moves + p->n * TABLAS_STEPS_MAX;
	memcpy(moves, w->path, w->depth * sizeof(*moves));
	if (w->depth < TABLAS_STEPS_MAX)
		moves[w->depth] = TABLAS_NO_MOVE;
	p->n++;
	*entry = (uint32_t)p->n << 1 | 1;
	return true;
}

static bool met_before(struct plays *p, const unsigned char *pos)
{
	size_t size = p->plugin->position_size;
	uint32_t *entry = entry_of(p, pos, 0);

	if (*entry)
		return true;
	if (p->met_n < p->met_cap) {
		memcpy(p->met + p->met_n * size, pos, size);
		p->met_n++;
		*entry = (uint32_t)p->met_n << 1;
	}
	return false;
}

static bool walk(struct walk *w, const void *pos)
{
	const struct tablas_plugin *plugin = w->plays->plugin;
	ALIGNED unsigned char next[plugin->position_size];
	tablas_move legal[plugin->moves_max];
	size_t n = plugin->legal(pos, w->seat, legal, plugin->moves_max);

	for (size_t i = 0; i < n && i < plugin->moves_max; i++) {
		struct tablas_events events = {w->events, 0};
		struct tablas_wait after;
		bool room = true;

		memcpy(next, pos, plugin->position_size);
		plugin->play(next, w->seat, legal[i], &events);
		plugin->wait(next, &after);
		w->path[w->depth++] = legal[i];
		if (!plays_go_on(&w->asked, &after, events.v, events.n))
			room = list_end(w, next);
		else if (w->depth == TABLAS_STEPS_MAX)
			w->plays->truncated = true;
		else if (!met_before(w->plays, next))
			room = walk(w, next);
		w->depth--;
		if (!room)
			return false;
	}
	return true;
}

void plays_list(struct plays *p, const void *pos, unsigned seat)
{
	struct walk w;

	p->n = p->met_n = 0;
	p->truncated = false;
	if (p->plugin->plays) {
		struct tablas_plays out = {p->positions, p->moves, p->cap};
		size_t n = p->plugin->plays(pos, seat, &out);

		if (n != SIZE_MAX) {
			p->truncated = n > p->cap;
			p->n = n > p->cap ? p->cap : n;
			return;
		}
	}
	w.plays = p;
	w.seat = seat;
	w.depth = 0;
	p->plugin->wait(pos, &w.asked);
	if (w.asked.kind != TABLAS_WAIT_MOVE)
		return;
	memset(p->seen, 0, p->seen_size * sizeof(*p->seen));
	walk(&w, pos);
}

/* ---- the only play --------------------------------------------------------- */

struct only {
	const struct tablas_plugin *plugin;
	unsigned seat, budget;
	struct tablas_wait asked;
	unsigned char *end; /* where the first play ends */
	size_t n;	    /* its moves; 0 before it is found */
	tablas_move *moves;
	size_t depth;
	tablas_move path[TABLAS_STEPS_MAX];
	struct tablas_event events[TABLAS_EVENTS_MAX];
};

/* False as soon as a second end is met. */
static bool walk_only(struct only *o, const void *pos)
{
	const struct tablas_plugin *plugin = o->plugin;
	ALIGNED unsigned char next[plugin->position_size];
	tablas_move legal[plugin->moves_max];
	size_t n = plugin->legal(pos, o->seat, legal, plugin->moves_max);

	for (size_t i = 0; i < n && i < plugin->moves_max; i++) {
		struct tablas_events events = {o->events, 0};
		struct tablas_wait after;
		bool one = true;

		if (!o->budget--)
			return false;
		memcpy(next, pos, plugin->position_size);
		plugin->play(next, o->seat, legal[i], &events);
		plugin->wait(next, &after);
		o->path[o->depth++] = legal[i];
		if (plays_go_on(&o->asked, &after, events.v, events.n)) {
			one = o->depth < TABLAS_STEPS_MAX && walk_only(o, next);
		} else if (!o->n) {
			o->n = o->depth;
			memcpy(o->moves, o->path, o->n * sizeof(*o->moves));
			memcpy(o->end, next, plugin->position_size);
		} else {
			one = memcmp(o->end, next, plugin->position_size) == 0;
		}
		o->depth--;
		if (!one)
			return false;
	}
	return true;
}

size_t plays_only(const struct tablas_plugin *plugin, const void *pos, unsigned seat,
		  tablas_move moves[TABLAS_STEPS_MAX])
{
	ALIGNED unsigned char end[plugin->position_size];
	struct only o;

	if (plugin->plays) {
		tablas_move two[2 * TABLAS_STEPS_MAX];
		struct tablas_plays out = {NULL, two, 2};
		size_t n = plugin->plays(pos, seat, &out);

		if (n == 1) {
			memcpy(moves, two, TABLAS_STEPS_MAX * sizeof(*moves));
			for (n = 0; n < TABLAS_STEPS_MAX && moves[n] != TABLAS_NO_MOVE; n++)
				;
			return n;
		}
		if (n != SIZE_MAX)
			return 0;
	}
	o.plugin = plugin;
	o.seat = seat;
	o.budget = ONLY_BUDGET;
	o.end = end;
	o.n = o.depth = 0;
	o.moves = moves;
	plugin->wait(pos, &o.asked);
	if (o.asked.kind != TABLAS_WAIT_MOVE || !walk_only(&o, pos))
		return 0;
	return o.n;
}
