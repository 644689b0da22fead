/*
 * acedrex_table.c - a board of Four-Seasons Chess, moves, and what they cost.
 */
#include "tests/rules/acedrex_table.h"

#include "game/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEGAL_MAX 256

static struct tablas_event happened[TABLAS_EVENTS_MAX];
struct tablas_events events = {happened, 0};

static const char letter[] = "GRBW";

const struct tablas_setup *setup_of(const char *options)
{
	static int32_t values[OPTIONS_MAX];
	static struct tablas_setup setup = {.seats = 4, .options = values};

	options_default(ACEDREX, values);
	if (options && options_read(ACEDREX, options, values) != ACCEPTED)
		fail_msg("no such options: %s", options);
	return &setup;
}

struct position fresh(const char *options)
{
	struct position p;

	memset(&p, 0, sizeof p);
	ACEDREX->init(setup_of(options), &p);
	return p;
}

const struct position *position_of(const char *options, const char *line)
{
	static struct position p;

	memset(&p, 0, sizeof p);
	return ACEDREX->read(setup_of(options), line, &p) ? NULL : &p;
}

struct position laid_with(const char *options, const char *board, int seat, const char *rest)
{
	char line[TABLAS_TEXT_MAX], standings[5] = "....", players[5] = "GRBW", rank = '4';
	const char *army = board;
	const struct position *p;

	for (int i = 0; i < 4; i++) {
		if (*army == '-') {
			standings[i] = rank--;
			players[i] = '-';
		}
		army = i < 3 ? strchr(army, '/') + 1 : army;
	}
	/* The last out has the lowest rank; any order will do. */
	snprintf(line, sizeof line, "%s -/-/-/- move:%c %s %s %s", board, letter[seat],
		 standings, players, rest);
	p = position_of(options, line);
	if (!p)
		fail_msg("not read: %s", line);
	return *p;
}

struct position laid(const char *options, const char *board, int seat)
{
	return laid_with(options, board, seat, NOTHING);
}

const char *word_of(const struct position *p, unsigned n)
{
	static char line[TABLAS_TEXT_MAX];
	char *word = line;

	ACEDREX->write(p, line, sizeof line);
	while (n-- > 0)
		word = strchr(word, ' ') + 1;
	word[strcspn(word, " ")] = '\0';
	return word;
}

struct tablas_wait waits(const struct position *p)
{
	struct tablas_wait now;

	ACEDREX->wait(p, &now);
	return now;
}

int in_check(const struct position *p, int seat)
{
	struct tablas_pieces room[64];
	struct tablas_view view = {.pieces = room, .pieces_cap = 64};

	ACEDREX->view(p, 0, &view);
	return view.counters[seat][1];
}

static int is_legal(const struct position *p, unsigned seat, tablas_move m)
{
	tablas_move legal[LEGAL_MAX];
	size_t n = ACEDREX->legal(p, seat, legal, LEGAL_MAX);

	for (size_t i = 0; i < n; i++)
		if (legal[i] == m)
			return 1;
	return 0;
}

void reply(struct position *p, int seat, const char *word)
{
	tablas_move m;

	if (ACEDREX->move_read(p, (unsigned)seat, word, &m) || !is_legal(p, (unsigned)seat, m))
		fail_msg("%s is not legal for seat %d", word, seat);
	ACEDREX->play(p, (unsigned)seat, m, &events);
	assert_null(ACEDREX->audit(p));
}

void play(struct position *p, const char *moves)
{
	char copy[1024], *save = NULL;

	snprintf(copy, sizeof copy, "%s", moves);
	for (char *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
		events.n = 0;
		reply(p, waits(p).turn, word);
	}
}

void leave(struct position *p, int seat)
{
	events.n = 0;
	ACEDREX->leave(p, (unsigned)seat, &events);
	assert_null(ACEDREX->audit(p));
}

int resign(struct position *p, int seat, int32_t value)
{
	const char *sentence = NULL;
	int r;

	events.n = 0;
	r = ACEDREX->resign(p, (unsigned)seat, value, &events, &sentence);
	assert_true(r == 0 || (r == -1 && sentence));
	assert_null(ACEDREX->audit(p));
	return r;
}

int paid(int from, int to, const char *note)
{
	int sum = 0;

	for (size_t i = 0; i < events.n; i++) {
		const struct tablas_event *e = &events.v[i];

		if (e->kind == TABLAS_EV_STAKE && e->seat == from && e->other == to &&
		    !strcmp(e->note, note))
			sum += e->amount;
	}
	return sum;
}

int told(enum tablas_event_kind kind, int seat, const char *note)
{
	int n = 0;

	for (size_t i = 0; i < events.n; i++)
		n += events.v[i].kind == kind && events.v[i].seat == seat &&
		     (note ? events.v[i].note && !strcmp(events.v[i].note, note)
			   : !events.v[i].note);
	return n;
}

unsigned long count_nodes(const struct position *p, unsigned depth)
{
	tablas_move legal[LEGAL_MAX];
	struct tablas_wait now = waits(p);
	unsigned long nodes = 0;
	size_t n;

	if (now.kind != TABLAS_WAIT_MOVE)
		return 0;
	n = ACEDREX->legal(p, now.turn, legal, LEGAL_MAX);
	for (size_t i = 0; depth > 1 && i < n; i++) {
		struct position next = *p;

		ACEDREX->play(&next, now.turn, legal[i], NULL);
		nodes += count_nodes(&next, depth - 1);
	}
	return depth > 1 ? nodes : n;
}

/* ---- sets of moves -------------------------------------------------------------------- */

static int by_text(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* Sorted and joined into one line. */
static void join(char words[][8], size_t n, char out[2048])
{
	qsort(words, n, sizeof words[0], by_text);
	out[0] = '\0';
	for (size_t i = 0; i < n; i++) {
		strcat(out, i ? " " : "");
		strcat(out, words[i]);
	}
}

static size_t moves_of(const struct position *p, const char *from, char words[][8])
{
	tablas_move legal[LEGAL_MAX];
	unsigned seat = waits(p).turn;
	size_t n = ACEDREX->legal(p, seat, legal, LEGAL_MAX), kept = 0;

	for (size_t i = 0; i < n; i++) {
		ACEDREX->move_write(p, seat, legal[i], words[kept], sizeof words[0]);
		if (!from)
			kept++;
		else if (!strncmp(words[kept], from, 2)) {
			memmove(words[kept], words[kept] + 2, 3);
			kept++;
		}
	}
	return kept;
}

void assert_moves_of(const struct position *p, const char *from, const char *targets)
{
	char came[LEGAL_MAX][8], expected[LEGAL_MAX][8], a[2048], b[2048];
	char copy[2048], *save = NULL;
	size_t n = 0;

	snprintf(copy, sizeof copy, "%s", targets);
	for (char *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save))
		snprintf(expected[n++], sizeof expected[0], "%.7s", word);
	join(expected, n, a);
	join(came, moves_of(p, from, came), b);
	assert_string_equal(b, a);
}

void assert_moves(const struct position *p, const char *moves)
{
	assert_moves_of(p, NULL, moves);
}

void assert_refused(const struct position *p, const char *move, enum tablas_why why)
{
	const char *sentence = NULL;
	unsigned seat = waits(p).turn;
	tablas_move m;

	if (ACEDREX->move_read(p, seat, move, &m))
		fail_msg("not read: %s", move);
	assert_false(is_legal(p, seat, m));
	assert_int_equal(ACEDREX->why_not(p, seat, m, &sentence), why);
	assert_non_null(sentence);
}
