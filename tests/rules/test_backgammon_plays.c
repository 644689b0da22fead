/*
 * Whole turns of backgammon, in thousands of positions: plays() against
 * stepping, and both against a second, slow reading of the rules.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/rules/backgammon_table.h"

static uint64_t seed;

static unsigned below(unsigned n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned)((seed >> 20) % n);
}

/*
 * The rules once more, slow and plain: every sequence of steps, kept if it is
 * as long as the longest, and of single steps only those by the larger die if
 * there is one.  own[] and other[] are counts by the mover's own number.
 */
struct plain {
	int8_t own[26], other[26];
};

struct plain_ends {
	struct plain v[MANY];
	uint64_t mark[MANY]; /* of each: few have another's */
	size_t n;
	unsigned length, larger;
};

static uint64_t plain_mark(const struct plain *p)
{
	uint64_t mark = 0;

	for (int i = 0; i <= 25; i++)
		mark = mark * 31 + (uint64_t)(p->own[i] * 16 + p->other[i]);
	return mark;
}

static int plain_step(struct plain *p, int from, int die)
{
	int to = from - die, above = 0, outside = 0;

	if (!p->own[from] || (p->own[25] && from != 25))
		return 0;
	for (int i = 1; i <= 25; i++) {
		outside += i > 6 ? p->own[i] : 0;
		above += i > from ? p->own[i] : 0;
	}
	if (to <= 0 && (outside || (to < 0 && above)))
		return 0;
	if (to > 0 && p->other[to] > 1)
		return 0;
	p->own[from]--;
	if (to <= 0) {
		p->own[0]++;
		return 1;
	}
	p->own[to]++;
	if (p->other[to]) {
		p->other[to]--;
		p->other[25]++;
	}
	return 1;
}

static void plain_walk(const struct plain *p, const int *dice, unsigned n, unsigned depth,
		       unsigned used, struct plain_ends *e)
{
	uint64_t mark;
	int any = 0;

	for (int from = 25; depth < n && from > 0; from--) {
		struct plain q = *p;

		if (plain_step(&q, from, dice[depth])) {
			any = 1;
			plain_walk(&q, dice, n, depth + 1, used + (unsigned)dice[depth], e);
		}
	}
	if (any || !depth || depth < e->length ||
	    (depth == e->length && depth == 1 && used < e->larger))
		return;
	if (depth > e->length || (depth == 1 && used > e->larger)) {
		e->n = 0;
		e->length = depth;
		e->larger = used;
	}
	mark = plain_mark(p);
	for (size_t i = 0; i < e->n; i++)
		if (e->mark[i] == mark && !memcmp(&e->v[i], p, sizeof *p))
			return;
	assert_true(e->n < MANY);
	e->mark[e->n] = mark;
	e->v[e->n++] = *p;
}

static struct plain plain_of(const struct bytes *pos, unsigned seat)
{
	struct tablas_pieces room[28];
	struct tablas_view v = {.pieces = room, .pieces_cap = 28};
	struct plain p;

	memset(&p, 0, sizeof p);
	GAME->view(pos, 0, &v);
	for (size_t i = 0; i < v.pieces_n; i++) {
		const struct tablas_place *place = &GAME->places[room[i].place];
		int mine = room[i].seat == seat, point = atoi(place->name);
		int8_t n = (int8_t)room[i].count;

		if (place->kind == TABLAS_PLACE_BOARD)
			(mine ? p.own : p.other)[seat ? 25 - point : point] = n;
		else if (place->kind == TABLAS_PLACE_HAND)
			(mine ? p.own : p.other)[25] = n;
		else if (mine)
			p.own[0] = n;
		else
			p.other[0] = n;
	}
	return p;
}

static int by_plain(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct plain));
}

/* All 21 throws of a position: stepping, plays() and the plain rules agree. */
static void compare_throws(const struct bytes *before)
{
	static struct plain_ends e;
	static struct plain mine[MANY];
	static struct bytes positions[MANY];
	struct tablas_plays out = {positions, NULL, MANY};
	unsigned seat = table_waits(before).turn;

	for (uint8_t a = 1; a <= 6; a++)
		for (uint8_t b = 1; b <= a; b++) {
			struct bytes p = *before;
			struct plain start = plain_of(&p, seat);
			int swap = (int)below(2);
			const uint8_t faces[2] = {swap ? b : a, swap ? a : b};
			int dice[4] = {a, b, a, b}, turned[2] = {b, a};

			memset(&e, 0, offsetof(struct plain_ends, n));
			e.n = 0, e.length = 0, e.larger = 0;
			plain_walk(&start, dice, a == b ? 4 : 2, 0, 0, &e);
			if (a != b)
				plain_walk(&start, turned, 2, 0, 0, &e);
			GAME->roll(&p, faces, 2, NULL);
			if (table_waits(&p).turn != seat) {
				assert_int_equal(e.n, 0);
				continue;
			}
			if (table_compare_plays(&p, seat) != e.n)
				fail_msg("%zu ends by the plain rules: %s", e.n,
					 table_written(&p));
			assert_int_equal(GAME->plays(&p, seat, &out), e.n);
			for (size_t i = 0; i < e.n; i++)
				mine[i] = plain_of(&positions[i], seat);
			qsort(mine, e.n, sizeof *mine, by_plain);
			qsort(e.v, e.n, sizeof *e.v, by_plain);
			assert_memory_equal(mine, e.v, e.n * sizeof *mine);
		}
}

/* Plays a random game; every `every`-th position that waits for dice is compared. */
static size_t random_game(unsigned every, const char *options)
{
	struct bytes p = table_fresh(options), q;
	size_t compared = 0;

	for (unsigned ply = 0;; ply++) {
		struct tablas_wait w = table_waits(&p);
		tablas_move legal[64];

		if (GAME->audit(&p))
			fail_msg("%s: %s", GAME->audit(&p), table_written(&p));
		memset(&q, 0, sizeof q);
		assert_int_equal(GAME->read(table_setup(options), table_written(&p), &q), 0);
		assert_memory_equal(&p, &q, BYTES);
		if (w.kind == TABLAS_WAIT_OVER)
			return compared;
		if (w.kind == TABLAS_WAIT_ROLL) {
			uint8_t faces[2] = {(uint8_t)(1 + below(6)), (uint8_t)(1 + below(6))};

			if (w.seats != 3 && below(every) == 0) {
				compare_throws(&p);
				compared++;
			}
			GAME->roll(&p, faces, 2, NULL);
			continue;
		}
		unsigned seat = w.seats == 2;
		size_t n = GAME->legal(&p, seat, legal, 64);
		for (size_t i = 0; i < n; i++) {
			char text[TABLAS_MOVE_TEXT_MAX];
			tablas_move m;

			GAME->move_write(&p, seat, legal[i], text, sizeof text);
			assert_int_equal(GAME->move_read(&p, seat, text, &m), 0);
			assert_true(m == legal[i]);
		}
		GAME->play(&p, seat, legal[below((unsigned)n)], NULL);
	}
}

static void whole_turns_agree_with_stepping_in_random_games(void **state)
{
	size_t compared = 0;

	(void)state;
	seed = 88172645463325252ull;
	while (compared < 1000)
		compared += random_game(20, "");
}

static void whole_turns_agree_with_stepping_with_a_cube_and_with_three_men(void **state)
{
	size_t compared = 0;

	(void)state;
	seed = 362436069362436069ull;
	while (compared < 100)
		compared += random_game(5, "cube=on beaver=on raccoon=on");
	while (compared < 300)
		compared += random_game(3, "variant=hypergammon");
}

/* Men thrown onto the board anyhow: crowded bars, lone men, late bear-offs. */
static void whole_turns_agree_with_stepping_in_odd_positions(void **state)
{
	(void)state;
	seed = 4101842887655102017ull;
	for (unsigned done = 0; done < 1000;) {
		unsigned most[2] = {1 + below(15), 1 + below(15)}, reach = 4 + below(22);
		int board[26] = {0};
		char text[TABLAS_TEXT_MAX];
		size_t n = 0;
		struct bytes p;

		for (unsigned i = 0; i < most[0] + most[1]; i++) {
			int sign = i < most[0] ? 1 : -1;
			unsigned at = 1 + below(reach < 25 ? reach : 25);

			at = sign > 0 ? at : 25 - at;
			if (board[at] * sign >= 0)
				board[at] += sign;
		}
		for (int s = 1; s >= -1; s -= 2) {
			n += (size_t)snprintf(text + n, sizeof text - n,
					      s > 0 ? "white" : "black");
			for (int k = 25; k >= 0; k--) {
				int at = s > 0 ? k : 25 - k;

				if (board[at] * s <= 0)
					continue;
				n += (size_t)(at % 25 ? snprintf(text + n, sizeof text - n,
								 " %d:%d", at, board[at] * s)
						      : snprintf(text + n, sizeof text - n,
								 " bar:%d", board[at] * s));
			}
			if (below(2) && most[s < 0] < 15)
				n += (size_t)snprintf(text + n, sizeof text - n, " off:%u",
						      15 - most[s < 0]);
			n += (size_t)snprintf(text + n, sizeof text - n, " / ");
		}
		snprintf(text + n, sizeof text - n, "%s to roll", below(2) ? "white" : "black");
		memset(&p, 0, sizeof p);
		if (GAME->read(table_setup(""), text, &p))
			continue;
		compare_throws(&p);
		done++;
	}
}

static size_t ends_of(const char *men, uint8_t a, uint8_t b)
{
	struct bytes p = table_thrown(men, "white", a, b);

	return table_compare_plays(&p, 0);
}

static void two_men_borne_off_are_one_end_whichever_die_came_first(void **state)
{
	const char *men = "white 5:1 2:1 off:13 / black 24:1";

	(void)state;
	assert_int_equal(ends_of(men, 4, 6), 2);
	assert_int_equal(ends_of(men, 6, 4), 2);
}

static void plays_say_how_many_there_are_when_there_is_no_room(void **state)
{
	struct bytes p = table_thrown(START, "white", 2, 2), q[3];
	struct tablas_plays none = {NULL, NULL, 0}, three = {q, NULL, 2};

	(void)state;
	assert_int_equal(GAME->plays(&p, 0, &none), 75);
	memset(q, 0x5a, sizeof q);
	assert_int_equal(GAME->plays(&p, 0, &three), 75);
	assert_int_equal(q[2].b[0], 0x5a);
	assert_int_equal(q[2].b[BYTES - 1], 0x5a);
	assert_int_equal(GAME->plays(&p, 1, &three), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whole_turns_agree_with_stepping_in_random_games),
		cmocka_unit_test(
			whole_turns_agree_with_stepping_with_a_cube_and_with_three_men),
		cmocka_unit_test(whole_turns_agree_with_stepping_in_odd_positions),
		cmocka_unit_test(two_men_borne_off_are_one_end_whichever_die_came_first),
		cmocka_unit_test(plays_say_how_many_there_are_when_there_is_no_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
