/*
 * quinze_table.c - the shared half of the tests of Quinze Tablas.
 */
#include "tests/rules/quinze_table.h"

#include "game/options.h"
#include "game/plays.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENDS_MAX  4096
#define LEGAL_MAX 64

static struct tablas_event happened[TABLAS_EVENTS_MAX];
struct tablas_events events = {happened, 0};

static const char *const side[] = {"white", "black"};

/* ---- positions ------------------------------------------------------------------- */

const struct tablas_setup *setup_of(const char *options)
{
	static int32_t values[OPTIONS_MAX];
	static struct tablas_setup setup = {.seats = 2, .options = values};

	assert_in_range(game->position_size, 1, sizeof(struct position));
	if (options_read(game, options ? options : "", values) != ACCEPTED)
		fail_msg("no such options: %s", options);
	return &setup;
}

struct position fresh(const char *options)
{
	struct position p;

	memset(&p, 0, sizeof p);
	game->init(setup_of(options), &p);
	return p;
}

struct position look(const char *options, const char *board, const char *state, int *read)
{
	const char *middle = strstr(board, " / "), *black = middle ? middle + 3 : board;
	int white = middle ? (int)(middle - board) : 0, none = !strcmp(black, "-");
	char line[TABLAS_TEXT_MAX];
	struct position p;

	if (!middle)
		fail_msg("no board: %s", board);
	if (!strncmp(board, "- ", 2))
		white = 0;
	snprintf(line, sizeof line, "white%s%.*s / black%s%s / %s", white ? " " : "", white,
		 board, none ? "" : " ", none ? "" : black, state);
	memset(&p, 0, sizeof p);
	*read = game->read(setup_of(options), line, &p) == 0;
	return p;
}

struct position stands(const char *options, const char *board, const char *state)
{
	int read;
	struct position p = look(options, board, state, &read);

	if (!read)
		fail_msg("not read: %s, %s", board, state);
	return p;
}

void assert_no_position(const char *options, const char *board, const char *state)
{
	int read;

	look(options, board, state, &read);
	if (read)
		fail_msg("read: %s, %s", board, state);
}

struct position thrown(const char *options, const char *board, unsigned seat, int a, int b,
		       int c)
{
	char state[32];
	struct position p;

	snprintf(state, sizeof state, "%s to throw", side[seat]);
	p = stands(options, board, state);
	roll(&p, a, b, c);
	return p;
}

struct position left(const char *options, const char *board, unsigned seat, const char *dice)
{
	char state[64];

	snprintf(state, sizeof state, "%s to move %s / last %s", side[seat], dice, side[seat]);
	return stands(options, board, state);
}

static const char *written(const struct position *p)
{
	static char text[TABLAS_TEXT_MAX];

	game->write(p, text, sizeof text);
	return text;
}

/* Without the names of the sides: "-" for one without men. */
static const char *board_in(const char *text)
{
	static char board[8][TABLAS_TEXT_MAX];
	static unsigned next;
	char *out = board[next++ % 8];
	const char *middle = strstr(text, " / "), *end = strstr(middle + 3, " / ");
	int white = (int)(middle - text) - 6, black = (int)(end - middle) - 9;

	snprintf(out, TABLAS_TEXT_MAX, "%.*s / %.*s", white > 0 ? white : 1,
		 white > 0 ? text + 6 : "-", black > 0 ? black : 1,
		 black > 0 ? middle + 9 : "-");
	return out;
}

const char *board_of(const struct position *p)
{
	return board_in(written(p));
}

const char *state_of(const struct position *p)
{
	return strstr(strstr(written(p), " / ") + 3, " / ") + 3;
}

void assert_stands(const struct position *p, const char *board, const char *state)
{
	assert_string_equal(board_of(p), board);
	assert_string_equal(state_of(p), state);
}

/* ---- what happens ---------------------------------------------------------------- */

struct tablas_wait waits(const struct position *p)
{
	struct tablas_wait w;

	game->wait(p, &w);
	return w;
}

static unsigned asked(const struct position *p)
{
	struct tablas_wait w = waits(p);

	assert_int_equal(w.kind, TABLAS_WAIT_MOVE);
	return (unsigned)__builtin_ctz(w.seats);
}

void roll(struct position *p, int a, int b, int c)
{
	const uint8_t faces[3] = {(uint8_t)a, (uint8_t)b, (uint8_t)c};
	struct tablas_wait w = waits(p);

	assert_int_equal(w.kind, TABLAS_WAIT_ROLL);
	events.n = 0;
	game->roll(p, faces, w.dice, &events);
}

static size_t legal(const struct position *p, tablas_move moves[LEGAL_MAX])
{
	size_t n = game->legal(p, asked(p), moves, LEGAL_MAX);

	assert_in_range(n, 1, game->moves_max);
	return n;
}

static void play_one(struct position *p, const char *text)
{
	tablas_move moves[LEGAL_MAX], m;
	size_t n = legal(p, moves), i;

	if (game->move_read(p, asked(p), text, &m))
		fail_msg("not read: %s", text);
	for (i = 0; i < n && moves[i] != m; i++)
		;
	if (i == n)
		fail_msg("%s is not legal in %s", text, written(p));
	game->play(p, asked(p), m, &events);
}

void play(struct position *p, const char *moves)
{
	char text[TABLAS_MOVE_TEXT_MAX];

	events.n = 0;
	while (*moves) {
		size_t n = strcspn(moves, " ");

		snprintf(text, sizeof text, "%.*s", (int)n, moves);
		play_one(p, text);
		moves += n + (moves[n] == ' ');
	}
}

int told(enum tablas_event_kind kind, unsigned seat, int32_t amount)
{
	int n = 0;

	for (size_t i = 0; i < events.n; i++)
		n += happened[i].kind == kind && happened[i].seat == seat &&
		     happened[i].amount == amount;
	return n;
}

int paid(unsigned from, unsigned to, const char *note)
{
	int sum = 0;

	for (size_t i = 0; i < events.n; i++)
		if (happened[i].kind == TABLAS_EV_STAKE && happened[i].seat == from &&
		    happened[i].other == to && !strcmp(happened[i].note, note))
			sum += happened[i].amount;
	return sum;
}

/* ---- sets of texts --------------------------------------------------------------- */

struct texts {
	char *v[ENDS_MAX];
	size_t n;
};

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void keep(struct texts *t, const char *text)
{
	for (size_t i = 0; i < t->n; i++)
		if (!strcmp(t->v[i], text))
			return;
	assert_true(t->n < ENDS_MAX);
	t->v[t->n++] = strdup(text);
}

static void drop(struct texts *t)
{
	while (t->n > 0)
		free(t->v[--t->n]);
}

/* The expected texts are taken apart at `between`. */
static void compare(struct texts *came, const char *expected, const char *between)
{
	struct texts want = {.n = 0};

	while (*expected) {
		const char *end = strstr(expected, between);
		size_t n = end ? (size_t)(end - expected) : strlen(expected);
		char *one = strndup(expected, n);

		keep(&want, one);
		free(one);
		expected += n + (end ? strlen(between) : 0);
	}
	qsort(came->v, came->n, sizeof *came->v, by_text);
	qsort(want.v, want.n, sizeof *want.v, by_text);
	for (size_t i = 0; i < came->n || i < want.n; i++)
		if (i == came->n || i == want.n || strcmp(came->v[i], want.v[i]) != 0)
			fail_msg("expected %s, came %s", i < want.n ? want.v[i] : "no more",
				 i < came->n ? came->v[i] : "no more");
	drop(&want);
}

void assert_steps(const struct position *p, const char *texts)
{
	struct texts came = {.n = 0};
	tablas_move moves[LEGAL_MAX];
	size_t n = legal(p, moves);

	for (size_t i = 0; i < n; i++) {
		char text[TABLAS_MOVE_TEXT_MAX];

		game->move_write(p, asked(p), moves[i], text, sizeof text);
		keep(&came, text);
	}
	compare(&came, texts, " ");
	drop(&came);
}

static void walk(const struct position *p, unsigned turn, unsigned flags, struct texts *found)
{
	struct tablas_wait w = waits(p);
	tablas_move moves[LEGAL_MAX];

	if (w.kind != TABLAS_WAIT_MOVE || w.turn != turn || w.flags != flags) {
		keep(found, written(p));
		return;
	}
	for (size_t n = legal(p, moves); n-- > 0;) {
		struct position next = *p;

		game->play(&next, turn, moves[n], NULL);
		walk(&next, turn, flags, found);
	}
}

size_t ends(const struct position *p)
{
	static struct texts found;
	size_t n;

	walk(p, asked(p), waits(p).flags, &found);
	n = found.n;
	drop(&found);
	return n;
}

void assert_ends(const struct position *p, const char *boards)
{
	static struct texts found, came;

	walk(p, asked(p), waits(p).flags, &found);
	for (size_t i = 0; i < found.n; i++)
		keep(&came, board_in(found.v[i]));
	compare(&came, boards, "; ");
	drop(&found);
	drop(&came);
}

int wins(const struct position *p)
{
	static struct texts found;
	char won[32];
	int any = 0;

	if (waits(p).kind != TABLAS_WAIT_MOVE)
		return 0;
	snprintf(won, sizeof won, "/ %s won by ", side[asked(p)]);
	walk(p, asked(p), waits(p).flags, &found);
	for (size_t i = 0; i < found.n; i++)
		any = any || strstr(found.v[i], won);
	drop(&found);
	return any;
}

void assert_refused(const struct position *p, const char *move, enum tablas_why expected)
{
	const char *sentence = NULL;
	tablas_move m;

	if (game->move_read(p, asked(p), move, &m))
		fail_msg("not read: %s", move);
	if (game->why_not(p, asked(p), m, &sentence) != expected || !sentence)
		fail_msg("%s is refused because: %s", move, sentence ? sentence : "it is not");
}

/* ---- whole plays ----------------------------------------------------------------- */

static int by_bytes(const void *a, const void *b)
{
	return memcmp(a, b, game->position_size);
}

/* All ends of the decision, sorted; free with free(). */
static void *list_ends(const struct tablas_plugin *plugin, const struct position *p,
		       struct plays *plays)
{
	void *memory = malloc(plays_memory(plugin, ENDS_MAX));

	plays_init(plays, plugin, ENDS_MAX, memory);
	plays_list(plays, p, asked(p));
	return memory;
}

/* Each play is made of legal moves and ends where it says. */
static void follow(const struct position *p, const tablas_move *moves, const void *end)
{
	unsigned seat = asked(p);
	struct position at = *p;

	for (size_t i = 0; i < TABLAS_STEPS_MAX && moves[i] != TABLAS_NO_MOVE; i++) {
		const char *sentence;

		assert_int_equal(game->why_not(&at, seat, moves[i], &sentence),
				 TABLAS_WHY_LEGAL);
		game->play(&at, seat, moves[i], NULL);
	}
	assert_memory_equal(&at, end, game->position_size);
}

void assert_plays_agree(const struct position *p)
{
	struct tablas_plugin stepping = *game;
	struct plays whole, steps;
	size_t size = game->position_size;
	void *a, *b;

	stepping.plays = NULL;
	a = list_ends(game, p, &whole);
	b = list_ends(&stepping, p, &steps);
	if (!whole.truncated && !steps.truncated && whole.n != steps.n)
		fail_msg("%zu plays, %zu by stepping: %s", whole.n, steps.n, written(p));
	for (size_t i = 0; i < whole.n; i++)
		follow(p, whole.moves + i * TABLAS_STEPS_MAX, whole.positions + i * size);
	qsort(whole.positions, whole.n, size, by_bytes);
	qsort(steps.positions, steps.n, size, by_bytes);
	if (!whole.truncated && !steps.truncated)
		assert_memory_equal(whole.positions, steps.positions, whole.n * size);
	free(a);
	free(b);
}

/* ---- random play ----------------------------------------------------------------- */

static uint32_t chance;

static uint32_t draw(uint32_t below)
{
	chance = chance * 1664525u + 1013904223u;
	return (chance >> 8) % below;
}

static void step_at_random(struct position *p)
{
	struct tablas_wait now = waits(p);
	tablas_move moves[LEGAL_MAX];
	uint8_t faces[8];

	events.n = 0;
	if (now.kind == TABLAS_WAIT_ROLL) {
		for (unsigned i = 0; i < now.dice; i++)
			faces[i] = (uint8_t)(draw(now.sides) + 1);
		game->roll(p, faces, now.dice, &events);
	} else {
		size_t n = legal(p, moves);
		const char *sentence;

		assert_int_equal(game->why_not(p, asked(p), moves[0], &sentence),
				 TABLAS_WHY_LEGAL);
		game->play(p, asked(p), moves[draw((uint32_t)n)], &events);
	}
}

static int men_in_view(const struct position *p)
{
	struct tablas_pieces room[64];
	struct tablas_view view = {.pieces = room, .pieces_cap = 64};
	int men = 0;

	game->view(p, 0, &view);
	for (size_t i = 0; i < view.pieces_n; i++)
		men += room[i].count;
	return men;
}

void random_games(const char *options, uint32_t games)
{
	for (uint32_t g = 1; g <= games; g++) {
		struct position p = fresh(options), again;
		int men = men_in_view(&p);
		uint32_t plies = 0;

		chance = g;
		while (waits(&p).kind != TABLAS_WAIT_OVER) {
			if (plies % 64 == 2 && waits(&p).kind == TABLAS_WAIT_MOVE)
				assert_plays_agree(&p);
			step_at_random(&p);
			assert_true(++plies < game->plies_max);
			assert_null(game->audit(&p));
			assert_int_equal(men_in_view(&p), men);
			memset(&again, 0, sizeof again);
			assert_int_equal(game->read(setup_of(options), written(&p), &again), 0);
			assert_memory_equal(&again, &p, game->position_size);
		}
	}
}
