/*
 * play.c - tablas-check play: a game in the terminal, whoever is asked types.
 *
 * Moves are typed as the plugin writes them or by their number in the list.
 * Everything read here goes through the same functions as in the daemon.
 */
#include "daemon/check/check.h"

#include "daemon/conformance/chance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct play {
	const struct tablas_plugin *p;
	struct chance chance;
	struct tablas_setup setup;
	unsigned seats;
	tablas_move *moves;
	_Alignas(16) unsigned char pos[TABLAS_POSITION_MAX];
};

static const char *place(const struct play *g, int16_t i)
{
	return i < 0 ? "-" : g->p->places[i].name;
}

static void tell_event(const struct play *g, const struct tablas_event *e)
{
	const char *who = show_side(g->p, e->seat), *other = show_side(g->p, e->other);

	switch (e->kind) {
	case TABLAS_EV_MOVED:
	case TABLAS_EV_ENTERED:
	case TABLAS_EV_BORNE_OFF:
		printf("  %s goes %s to %s\n", who, place(g, e->from), place(g, e->to));
		break;
	case TABLAS_EV_STRUCK:
		printf("  %s strikes %s on %s\n", who, other, place(g, e->to));
		break;
	case TABLAS_EV_DIE_PASSED:
		printf("  the %d passes from %s to %s\n", e->amount, who, other);
		break;
	case TABLAS_EV_DIE_LOST:
		printf("  %s's %d is lost\n", who, e->amount);
		break;
	case TABLAS_EV_FINISHED:
		printf("  %s has finished as number %d\n", who, e->amount);
		break;
	case TABLAS_EV_LEFT:
		printf("  %s has left\n", who);
		break;
	case TABLAS_EV_STAKE:
		printf("  %s pays %d to %s%s%s\n", who, e->amount, other, e->note ? ": " : "",
		       e->note ? e->note : "");
		break;
	case TABLAS_EV_CUBE:
	case TABLAS_EV_RESIGN:
		printf("  %s: %s at %d\n", who, e->note ? e->note : "cube", e->amount);
		break;
	default:
		break;
	}
}

static void tell(const struct play *g, const struct tablas_events *events)
{
	for (size_t i = 0; i < events->n; i++)
		tell_event(g, &events->v[i]);
}

static void throw_dice(struct play *g, const struct tablas_wait *w)
{
	struct tablas_event v[TABLAS_EVENTS_MAX];
	struct tablas_events events = {v, 0};
	uint8_t faces[TABLAS_DICE_MAX];

	printf("%s:", w->why ? w->why : w->turn < g->seats ? show_side(g->p, w->turn) : "dice");
	for (unsigned i = 0; i < w->dice; i++) {
		faces[i] = (uint8_t)(1 + chance_below(&g->chance, w->sides));
		printf(" %u", faces[i]);
	}
	printf("\n");
	g->p->roll(g->pos, faces, w->dice, &events);
	tell(g, &events);
}

static void list_moves(const struct play *g, unsigned seat, size_t n)
{
	char text[TABLAS_MOVE_TEXT_MAX];

	for (size_t i = 0; i < n; i++) {
		g->p->move_write(g->pos, seat, g->moves[i], text, sizeof text);
		printf("  %2zu %-14s%s", i + 1, text, i % 4 == 3 || i + 1 == n ? "\n" : "");
	}
}

/* The move the words mean, or TABLAS_NO_MOVE after saying what is wrong with them. */
static tablas_move meant(struct play *g, unsigned seat, size_t n, const char *words)
{
	const char *sentence = NULL;
	tablas_move m;
	char *end;
	unsigned long number = strtoul(words, &end, 10);

	if (strcmp(words, ".") == 0)
		return g->moves[chance_below(&g->chance, (uint32_t)n)];
	if (*end == '\0' && number >= 1 && number <= n)
		return g->moves[number - 1];
	if (g->p->move_read(g->pos, seat, words, &m) != 0) {
		printf("  That is no move.  '?' lists the moves.\n");
		return TABLAS_NO_MOVE;
	}
	for (size_t i = 0; i < n; i++)
		if (g->moves[i] == m)
			return m;
	if (g->p->why_not)
		g->p->why_not(g->pos, seat, m, &sentence);
	printf("  %s\n", sentence ? sentence : "That is not allowed now.");
	return TABLAS_NO_MOVE;
}

/* 0 once a move was made; -1 at the end of input or when asked to stop. */
static int ask(struct play *g, unsigned seat)
{
	struct tablas_event v[TABLAS_EVENTS_MAX];
	struct tablas_events events = {v, 0};
	size_t n = g->p->legal(g->pos, seat, g->moves, g->p->moves_max);
	char line[128];

	for (;;) {
		tablas_move m;

		printf("%s (%zu moves; ? lists, . chooses, q ends)> ", show_side(g->p, seat),
		       n);
		fflush(stdout);
		if (!fgets(line, sizeof line, stdin) || strcmp(line, "q\n") == 0)
			return -1;
		line[strcspn(line, "\n")] = '\0';
		if (line[0] == '\0' || strcmp(line, "?") == 0) {
			list_moves(g, seat, n);
			continue;
		}
		m = meant(g, seat, n, line);
		if (m == TABLAS_NO_MOVE)
			continue;
		g->p->play(g->pos, seat, m, &events);
		tell(g, &events);
		return 0;
	}
}

static void tell_outcome(const struct play *g)
{
	struct tablas_outcome out = {.note = NULL};

	g->p->outcome(g->pos, &out);
	for (unsigned s = 0; s < g->seats; s++)
		printf("%s is number %u, with %d points\n", show_side(g->p, s), out.rank[s],
		       out.points[s]);
	if (out.note)
		printf("%s\n", out.note);
}

static int play_on(struct play *g)
{
	for (;;) {
		struct tablas_wait w = {0};
		unsigned seat;

		g->p->wait(g->pos, &w);
		if (w.kind == TABLAS_WAIT_OVER) {
			show_board(g->p, g->pos, 0, g->seats);
			tell_outcome(g);
			return CHECK_GOOD;
		}
		if (w.kind == TABLAS_WAIT_ROLL) {
			throw_dice(g, &w);
			continue;
		}
		seat = (unsigned)__builtin_ctz(w.seats);
		show_board(g->p, g->pos, seat, g->seats);
		if (w.why)
			printf("%s\n", w.why);
		if (ask(g, seat))
			return CHECK_GOOD;
	}
}

int play_command(struct check *c)
{
	static struct play g;
	int r;

	g.p = c->plugin;
	g.chance = chance_of(c->seed, 0);
	g.seats = c->seats ? c->seats : c->plugin->seats_max;
	g.setup = (struct tablas_setup){.seats = g.seats, .options = c->options};
	g.moves = calloc(c->plugin->moves_max, sizeof *g.moves);
	if (!g.moves)
		return CHECK_TROUBLE;
	c->plugin->init(&g.setup, g.pos);
	r = play_on(&g);
	free(g.moves);
	return r;
}
