/*
 * The rules of backgammon: the worked examples, the odd cases, and whole turns
 * against stepping and against a second, slow reading of the rules.
 *
 * Positions are written in the plugin's own notation; `ends()` lists how a
 * throw may end, so that a test reads like the example it is from.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tablasd/plugin.h"

extern const struct tablas_plugin tablas_plugin_backgammon;

#define GAME  (&tablas_plugin_backgammon)
#define BYTES 64 /* of a position; the first test looks */
#define MANY  4096

struct bytes {
	uint8_t b[BYTES];
};

static struct tablas_event happened[TABLAS_EVENTS_MAX];
static struct tablas_events events = { happened, 0 };

static const struct tablas_setup *setup_with(int32_t resign_value)
{
	static int32_t values[8];
	static struct tablas_setup setup = { .seats = 2, .options = values };

	values[0] = resign_value;
	return &setup;
}

static struct bytes fresh(int32_t resign_value)
{
	struct bytes p;

	memset(&p, 0, sizeof p);
	GAME->init(setup_with(resign_value), &p);
	return p;
}

static struct bytes read_with(int32_t resign_value, const char *text)
{
	struct bytes p;

	memset(&p, 0, sizeof p);
	if (GAME->read(setup_with(resign_value), text, &p))
		fail_msg("not read: %s", text);
	return p;
}

/* Men only, and the throw of the seat to move. */
static struct bytes thrown(const char *men, const char *who, uint8_t a, uint8_t b)
{
	char text[TABLAS_TEXT_MAX];
	const uint8_t faces[2] = { a, b };
	struct bytes p;

	snprintf(text, sizeof text, "%s / %s to roll", men, who);
	p = read_with(0, text);
	events.n = 0;
	GAME->roll(&p, faces, 2, &events);
	return p;
}

static const char *written(const struct bytes *p)
{
	static char text[TABLAS_TEXT_MAX];

	GAME->write(p, text, sizeof text);
	return text;
}

static struct tablas_wait waits(const struct bytes *p)
{
	struct tablas_wait w;

	GAME->wait(p, &w);
	return w;
}

static void play_text(struct bytes *p, unsigned seat, const char *text)
{
	tablas_move m, legal[64];
	size_t n = GAME->legal(p, seat, legal, 64), i;

	if (GAME->move_read(p, seat, text, &m))
		fail_msg("not read: %s", text);
	for (i = 0; i < n && legal[i] != m; i++)
		;
	if (i == n)
		fail_msg("%s is not legal in %s", text, written(p));
	events.n = 0;
	GAME->play(p, seat, m, &events);
}

static enum tablas_why why_not(const struct bytes *p, unsigned seat, const char *text)
{
	tablas_move m;
	const char *sentence = NULL;

	if (GAME->move_read(p, seat, text, &m))
		return TABLAS_WHY_UNREADABLE;
	enum tablas_why why = GAME->why_not(p, seat, m, &sentence);
	assert_true((why == TABLAS_WHY_LEGAL) == (sentence == NULL));
	return why;
}

/* ---- the ends of a turn, by stepping --------------------------------------------- */

struct ends {
	struct bytes v[MANY];
	size_t n;
};

static void step_on(const struct bytes *p, unsigned seat, struct ends *e)
{
	struct tablas_wait w = waits(p);
	tablas_move legal[64];
	size_t n;

	if (w.kind != TABLAS_WAIT_MOVE || w.seats != 1u << seat) {
		for (size_t i = 0; i < e->n; i++)
			if (!memcmp(&e->v[i], p, BYTES))
				return;
		assert_true(e->n < MANY);
		e->v[e->n++] = *p;
		return;
	}
	n = GAME->legal(p, seat, legal, 64);
	assert_true(n > 0 && n <= GAME->moves_max);
	for (size_t i = 0; i < n; i++) {
		struct bytes next = *p;

		events.n = 0;
		GAME->play(&next, seat, legal[i], &events);
		step_on(&next, seat, e);
	}
}

static int by_bytes(const void *a, const void *b)
{
	return memcmp(a, b, BYTES);
}

/* plays() must give the same ends as stepping, each once, by moves that lead there. */
static size_t compare_with_plays(const struct bytes *p, unsigned seat)
{
	static struct ends by_step;
	static struct bytes positions[MANY];
	static tablas_move moves[MANY * TABLAS_STEPS_MAX];
	struct tablas_plays out = { positions, moves, MANY };
	size_t n = GAME->plays(p, seat, &out);

	by_step.n = 0;
	step_on(p, seat, &by_step);
	if (n != by_step.n)
		fail_msg("%zu plays, %zu by stepping: %s", n, by_step.n, written(p));
	for (size_t i = 0; i < n; i++) {
		struct bytes q = *p;
		const tablas_move *m = &moves[i * TABLAS_STEPS_MAX];

		for (; *m != TABLAS_NO_MOVE; m++) {
			const char *sentence;

			assert_int_equal(GAME->why_not(&q, seat, *m, &sentence), TABLAS_WHY_LEGAL);
			GAME->play(&q, seat, *m, NULL);
		}
		assert_memory_equal(&q, &positions[i], BYTES);
	}
	qsort(positions, n, BYTES, by_bytes);
	qsort(by_step.v, n, BYTES, by_bytes);
	if (n)
		assert_memory_equal(positions, by_step.v, n * BYTES);
	return n;
}

static size_t ends_of(const char *men, const char *who, uint8_t a, uint8_t b)
{
	struct bytes p = thrown(men, who, a, b);
	unsigned seat = *who == 'b';

	if (waits(&p).kind != TABLAS_WAIT_MOVE)
		return 0;
	return compare_with_plays(&p, seat);
}

/* The only end of this throw, as men. */
static void ends_only_in(const char *men, uint8_t a, uint8_t b, const char *expected)
{
	struct bytes p = thrown(men, "white", a, b), q[4];
	struct tablas_plays out = { q, NULL, 4 };

	assert_int_equal(GAME->plays(&p, 0, &out), 1);
	assert_int_equal(strncmp(written(&q[0]), expected, strlen(expected)), 0);
}

/* ---- worked examples ----------------------------------------------------------------- */

#define START "white 24:2 13:5 8:3 6:5 / black 1:2 12:5 17:3 19:5"

static void a_position_is_sixty_four_bytes_and_starts_with_167_pips_each(void **state)
{
	struct bytes p = fresh(0);
	struct tablas_pieces room[28];
	struct tablas_view v = { .pieces = room, .pieces_cap = 28 };

	(void)state;
	assert_int_equal(GAME->position_size, BYTES);
	GAME->view(&p, 0, &v);
	assert_int_equal(v.counters[0][0], 167);
	assert_int_equal(v.counters[1][0], 167);
	assert_string_equal(written(&p), START " / opening");
}

static void the_opening_throws_have_the_known_numbers_of_ends(void **state)
{
	static const uint8_t count[6][6] = { { 42 },
					     { 15, 75 },
					     { 16, 17, 73 },
					     { 14, 18, 17, 52 },
					     { 8, 8, 9, 9, 4 },
					     { 10, 14, 14, 14, 7, 11 } };

	(void)state;
	for (uint8_t a = 1; a <= 6; a++)
		for (uint8_t b = 1; b <= a; b++) {
			assert_int_equal(ends_of(START, "white", a, b), count[a - 1][b - 1]);
			assert_int_equal(ends_of(START, "black", b, a), count[a - 1][b - 1]);
		}
}

static void when_either_number_but_not_both_can_be_used_it_is_the_larger(void **state)
{
	struct bytes p = thrown("white 13:1 / black 6:2", "white", 5, 2);

	(void)state;
	assert_int_equal(why_not(&p, 0, "13/11"), TABLAS_WHY_MUST_USE_LARGER);
	ends_only_in("white 13:1 / black 6:2", 5, 2, "white 8:1 /");
}

static void the_smaller_number_is_used_when_only_it_can_be(void **state)
{
	(void)state;
	ends_only_in("white 13:1 / black 6:2 8:2", 5, 2, "white 11:1 /");
}

static void the_order_of_the_numbers_may_be_forced(void **state)
{
	struct bytes p = thrown("white 13:1 / black 8:2", "white", 5, 2);

	(void)state;
	assert_int_equal(why_not(&p, 0, "13/8"), TABLAS_WHY_POINT_BLOCKED);
	ends_only_in("white 13:1 / black 8:2", 5, 2, "white 6:1 /");
}

static void a_step_after_which_fewer_numbers_could_be_used_is_refused(void **state)
{
	/* After 10/8 the 6 is blocked for both; after 8/6 it is 10/4. */
	struct bytes p = thrown("white 10:1 8:1 / black 1:2 2:2", "white", 6, 2);

	(void)state;
	assert_int_equal(why_not(&p, 0, "10/8"), TABLAS_WHY_MUST_USE_MORE);
	assert_int_equal(why_not(&p, 0, "8/6"), TABLAS_WHY_LEGAL);
}

static void two_on_the_bar_and_one_open_point_enter_one(void **state)
{
	struct bytes p = thrown("white bar:2 6:3 / black 19:2", "white", 6, 3);

	(void)state;
	assert_int_equal(why_not(&p, 0, "6/3"), TABLAS_WHY_MUST_ENTER);
	assert_int_equal(why_not(&p, 0, "bar/19"), TABLAS_WHY_POINT_BLOCKED);
	play_text(&p, 0, "bar/22");
	assert_int_equal(events.v[0].kind, TABLAS_EV_ENTERED);
	assert_int_equal(events.v[1].kind, TABLAS_EV_DIE_LOST);
	assert_int_equal(events.v[1].amount, 6);
	assert_int_equal(events.v[2].kind, TABLAS_EV_TURN);
	assert_int_equal(events.v[2].seat, 1);
	assert_string_equal(written(&p),
			    "white bar:1 22:1 6:3 / black 19:2 / black to roll");
}

static void a_man_before_six_closed_points_loses_any_throw(void **state)
{
	const char *men = "white bar:1 6:3 / black 19:2 20:2 21:2 22:2 23:2 24:2";

	(void)state;
	for (uint8_t a = 1; a <= 6; a++)
		for (uint8_t b = 1; b <= 6; b++) {
			struct bytes p = thrown(men, "white", a, b);

			assert_int_equal(waits(&p).kind, TABLAS_WAIT_ROLL);
			assert_int_equal(waits(&p).turn, 1);
			assert_int_equal(events.n, a == b ? 5 : 3);
			assert_int_equal(events.v[0].kind, TABLAS_EV_DIE_LOST);
		}
}

static void after_entering_the_other_number_is_free(void **state)
{
	(void)state;
	assert_int_equal(ends_of("white bar:1 13:1 / black 21:2", "white", 4, 1), 2);
}

static void a_man_on_a_higher_point_must_move_inside(void **state)
{
	struct bytes p = thrown("white 6:1 4:2 1:1 off:11 / black 24:1", "white", 5, 2);

	(void)state;
	assert_int_equal(why_not(&p, 0, "5:4/off"), TABLAS_WHY_EXACT_BEAR_OFF);
	assert_int_equal(compare_with_plays(&p, 0), 2);
}

static void a_larger_number_bears_off_the_highest_man(void **state)
{
	(void)state;
	ends_only_in("white 3:2 1:1 off:12 / black 24:1", 6, 5, "white 1:1 off:14 /");
}

static void of_a_double_as_many_as_can_be_are_played(void **state)
{
	struct bytes p = thrown("white 8:2 7:1 / black 4:2", "white", 4, 4);

	(void)state;
	assert_int_equal(why_not(&p, 0, "8/4"), TABLAS_WHY_POINT_BLOCKED);
	play_text(&p, 0, "7/3");
	assert_int_equal(events.v[1].kind, TABLAS_EV_DIE_LOST);
	assert_int_equal(events.n, 5);
}

static void hitting_choices_are_all_there(void **state)
{
	(void)state;
	assert_int_equal(ends_of("white 8:1 6:2 / black 5:1", "white", 3, 1), 7);
}

static void bear_off_choices_are_all_there(void **state)
{
	(void)state;
	assert_int_equal(ends_of("white 5:1 2:1 off:13 / black 24:1", "white", 4, 1), 2);
}

static void a_man_may_enter_and_strike(void **state)
{
	struct bytes p = thrown("white bar:1 5:2 / black 24:1", "white", 4, 1);

	(void)state;
	assert_int_equal(compare_with_plays(&p, 0), 4);
	play_text(&p, 0, "bar/24*");
	assert_int_equal(events.v[1].kind, TABLAS_EV_STRUCK);
	assert_int_equal(events.v[1].other, 1);
	assert_string_equal(written(&p),
			    "white 24:1 5:2 / black bar:1 / white to move 41 left 4");
}

/* White bears off his last man; the end is told by what Black has. */
static const char *degree_against(const char *black)
{
	static struct tablas_outcome o;
	char men[200];
	struct bytes p;

	snprintf(men, sizeof men, "white 1:1 off:14 / black %s", black);
	p = thrown(men, "white", 2, 1);
	play_text(&p, 0, "2:1/off");
	assert_int_equal(waits(&p).kind, TABLAS_WAIT_OVER);
	GAME->outcome(&p, &o);
	assert_int_equal(o.rank[0], 1);
	assert_int_equal(o.rank[1], 2);
	const struct tablas_event *stake = &events.v[events.n - 1];
	assert_int_equal(stake->kind, TABLAS_EV_STAKE);
	assert_int_equal(stake->seat, 1);
	assert_int_equal(stake->other, 0);
	assert_int_equal(stake->amount, o.points[0]);
	assert_string_equal(stake->note, o.note);
	return o.note;
}

static void the_degree_is_told_by_the_loser_s_men(void **state)
{
	(void)state;
	assert_string_equal(degree_against("bar:1 19:13 off:1"), "single");
	assert_string_equal(degree_against("19:10 20:5"), "gammon");
	assert_string_equal(degree_against("18:1 19:10 20:4"), "gammon");
	assert_string_equal(degree_against("3:1 19:10 20:4"), "backgammon");
	assert_string_equal(degree_against("bar:1 19:10 20:4"), "backgammon");
}

/* ---- the opening, the turn --------------------------------------------------------------- */

static void equal_opening_dice_are_thrown_again_and_the_higher_begins(void **state)
{
	struct bytes p = fresh(0), q = p;
	struct tablas_wait w = waits(&p);

	(void)state;
	assert_int_equal(w.kind, TABLAS_WAIT_ROLL);
	assert_int_equal(w.seats, 3);
	assert_int_equal(w.dice, 2);
	assert_int_equal(w.turn, TABLAS_NOBODY);
	GAME->roll(&p, (const uint8_t[]){ 4, 4 }, 2, NULL);
	assert_memory_equal(&p, &q, BYTES);
	events.n = 0;
	GAME->roll(&p, (const uint8_t[]){ 2, 5 }, 2, &events);
	assert_int_equal(waits(&p).kind, TABLAS_WAIT_MOVE);
	assert_int_equal(waits(&p).turn, 1);
	assert_int_equal(events.v[0].kind, TABLAS_EV_TURN);
	assert_int_equal(events.v[0].seat, 1);
	assert_string_equal(written(&p), START " / black to move 52 left 52");
}

static void the_turn_goes_on_until_the_last_number_is_used(void **state)
{
	struct bytes p = thrown(START, "white", 3, 1);

	(void)state;
	play_text(&p, 0, "8/5");
	assert_int_equal(waits(&p).turn, 0);
	assert_int_equal(events.n, 1);
	play_text(&p, 0, "6/5");
	assert_int_equal(waits(&p).turn, 1);
	assert_int_equal(waits(&p).kind, TABLAS_WAIT_ROLL);
}

static void a_game_ends_with_the_last_man_and_dice_in_hand(void **state)
{
	struct bytes p = thrown("white 1:2 off:13 / black 24:3 off:12", "white", 6, 6);

	(void)state;
	play_text(&p, 0, "1/off");
	play_text(&p, 0, "1/off");
	assert_int_equal(waits(&p).kind, TABLAS_WAIT_OVER);
	assert_string_equal(written(&p), "white off:15 / black 24:3 off:12 / "
					 "white won a single, borne off");
}

/* ---- moves in words ------------------------------------------------------------------------ */

static const char *reread(const struct bytes *p, unsigned seat, const char *text)
{
	static char again[TABLAS_MOVE_TEXT_MAX];
	tablas_move m;

	if (GAME->move_read(p, seat, text, &m))
		return "unread";
	GAME->move_write(p, seat, m, again, sizeof again);
	return again;
}

static void moves_are_read_in_the_usual_spellings(void **state)
{
	struct bytes p = thrown("white bar:1 8:2 6:2 / black 5:1 22:1", "white", 3, 1);

	(void)state;
	assert_string_equal(reread(&p, 0, "8/5"), "8/5*");
	assert_string_equal(reread(&p, 0, "8/5*"), "8/5*");
	assert_string_equal(reread(&p, 0, "3:8/5"), "8/5*");
	assert_string_equal(reread(&p, 0, "BAR/22"), "bar/22*");
	assert_string_equal(reread(&p, 0, "25/22"), "bar/22*");
	assert_string_equal(reread(&p, 0, "6/off"), "6/off");
	assert_string_equal(reread(&p, 0, "6/0"), "6/off");
	assert_string_equal(reread(&p, 0, "5/8"), "5/8");
	assert_string_equal(reread(&p, 0, "2:8/5"), "unread");
	assert_string_equal(reread(&p, 0, "26/20"), "unread");
	assert_string_equal(reread(&p, 0, "8/5/3"), "unread");
	assert_string_equal(reread(&p, 0, ""), "unread");
}

static void black_s_own_numbers_are_told_by_the_way_he_travels(void **state)
{
	struct bytes p = thrown("white 5:2 / black bar:1 12:2 19:2", "black", 3, 1);

	(void)state;
	assert_string_equal(reread(&p, 1, "12/15"), "12/15");
	assert_string_equal(reread(&p, 1, "13/10"), "12/15");
	assert_string_equal(reread(&p, 1, "bar/3"), "bar/3");
	assert_string_equal(reread(&p, 1, "bar/22"), "bar/3");
	assert_string_equal(reread(&p, 1, "25/22"), "bar/3");
	assert_string_equal(reread(&p, 1, "0/3"), "bar/3");
	assert_string_equal(reread(&p, 1, "19/off"), "19/off");
	assert_string_equal(reread(&p, 1, "19/25"), "19/off");
	assert_string_equal(reread(&p, 1, "6/off"), "19/off");
	assert_string_equal(reread(&p, 1, "6/0"), "19/off");
}

static void a_die_is_named_only_where_two_could_bear_off(void **state)
{
	struct bytes p = thrown("white 2:2 off:13 / black 24:1", "white", 5, 2);

	(void)state;
	assert_string_equal(reread(&p, 0, "2/off"), "2/off");
	assert_string_equal(reread(&p, 0, "2:2/off"), "2/off");
	assert_string_equal(reread(&p, 0, "5:2/off"), "5:2/off");
	/* Only the larger is legal here, so nothing needs to be said. */
	p = thrown("white 1:1 off:14 / black 24:1", "white", 5, 1);
	assert_string_equal(reread(&p, 0, "1/off"), "1/off");
	assert_int_equal(why_not(&p, 0, "1/off"), TABLAS_WHY_LEGAL);
	assert_int_equal(why_not(&p, 0, "1:1/off"), TABLAS_WHY_MUST_USE_LARGER);
}

static void places_are_read_from_both_sides(void **state)
{
	int16_t v[4];

	(void)state;
	assert_int_equal(GAME->place_read(0, "8", v, 4), 1);
	assert_string_equal(GAME->places[v[0]].name, "8");
	assert_int_equal(GAME->place_read(1, "8", v, 4), 2);
	assert_string_equal(GAME->places[v[0]].name, "8");
	assert_string_equal(GAME->places[v[1]].name, "17");
	assert_int_equal(GAME->place_read(0, "25", v, 4), 1);
	assert_string_equal(GAME->places[v[0]].name, "bar-white");
	assert_int_equal(GAME->place_read(1, "25", v, 4), 2);
	assert_string_equal(GAME->places[v[0]].name, "off-black");
	assert_string_equal(GAME->places[v[1]].name, "bar-black");
	assert_int_equal(GAME->place_read(1, "Bar", v, 4), 1);
	assert_string_equal(GAME->places[v[0]].name, "bar-black");
	assert_int_equal(GAME->place_read(0, "off", v, 4), 1);
	assert_string_equal(GAME->places[v[0]].name, "off-white");
	assert_int_equal(GAME->place_read(1, "bar-white", v, 4), 1);
	assert_string_equal(GAME->places[v[0]].name, "bar-white");
	assert_int_equal(GAME->place_read(0, "26", v, 4), 0);
	assert_int_equal(GAME->place_read(0, "", v, 4), 0);
	assert_int_equal(GAME->place_read(0, "8x", v, 4), 0);
}

static void every_refusal_names_its_rule(void **state)
{
	struct bytes p = thrown(START, "white", 6, 5);

	(void)state;
	assert_int_equal(why_not(&p, 0, "8/4"), TABLAS_WHY_NO_SUCH_DIE);
	assert_int_equal(why_not(&p, 0, "13/2"), TABLAS_WHY_NO_SUCH_DIE);
	assert_int_equal(why_not(&p, 0, "20/15"), TABLAS_WHY_NO_PIECE);
	assert_int_equal(why_not(&p, 0, "6/8"), TABLAS_WHY_WRONG_WAY);
	assert_int_equal(why_not(&p, 0, "6/1"), TABLAS_WHY_POINT_BLOCKED);
	assert_int_equal(why_not(&p, 0, "6/off"), TABLAS_WHY_NOT_ALL_HOME);
	assert_int_equal(why_not(&p, 0, "nonsense"), TABLAS_WHY_UNREADABLE);
	assert_int_equal(why_not(&p, 0, "accept"), TABLAS_WHY_OTHER);
	assert_int_equal(why_not(&p, 1, "12/17"), TABLAS_WHY_OTHER);
	assert_int_equal(why_not(&p, 0, "24/18"), TABLAS_WHY_LEGAL);
	assert_int_equal(GAME->why_not(&p, 0, 0xffffffffffull, NULL), TABLAS_WHY_UNREADABLE);
}

/* ---- resigning and leaving -------------------------------------------------------------------- */

static void a_resignation_counts_single_where_the_page_s_rule_holds(void **state)
{
	struct bytes p = fresh(0);
	const char *sentence = NULL;

	(void)state;
	assert_int_equal(GAME->resign(&p, 0, 2, &events, &sentence), -1);
	assert_non_null(sentence);
	events.n = 0;
	assert_int_equal(GAME->resign(&p, 0, 0, &events, &sentence), 0);
	assert_int_equal(waits(&p).kind, TABLAS_WAIT_OVER);
	assert_int_equal(events.v[events.n - 1].kind, TABLAS_EV_STAKE);
	assert_int_equal(events.v[events.n - 1].amount, 1);
	assert_string_equal(written(&p), START " / black won a single, resigned");
}

static void an_offered_resignation_is_answered_by_the_other_seat(void **state)
{
	struct bytes p = fresh(1), before = p;
	struct tablas_wait w;
	const char *sentence = NULL;

	(void)state;
	assert_int_equal(GAME->resign(&p, 1, 2, &events, &sentence), 0);
	w = waits(&p);
	assert_int_equal(w.kind, TABLAS_WAIT_MOVE);
	assert_int_equal(w.seats, 1);
	assert_int_equal(w.flags, TABLAS_WAIT_ANSWER);
	assert_int_equal(GAME->legal(&p, 1, NULL, 0), 0);
	assert_int_equal(GAME->resign(&p, 0, 1, &events, &sentence), -1);
	play_text(&p, 0, "accept");
	assert_int_equal(events.v[events.n - 1].amount, 2);
	assert_int_equal(events.v[events.n - 1].seat, 1);
	assert_string_equal(written(&p), START " / white won a gammon, resigned");

	p = before;
	GAME->resign(&p, 1, 2, &events, &sentence);
	play_text(&p, 0, "refuse");
	assert_int_equal(waits(&p).kind, TABLAS_WAIT_ROLL);
	assert_int_equal(waits(&p).seats, 3);
}

static void what_was_refused_is_not_offered_again_before_the_next_turn(void **state)
{
	struct bytes p = read_with(1, START " / white to roll");
	const char *sentence = NULL;

	(void)state;
	assert_int_equal(GAME->resign(&p, 0, 1, &events, &sentence), 0);
	play_text(&p, 1, "refuse");
	assert_int_equal(GAME->resign(&p, 0, 1, &events, &sentence), -1);
	assert_int_equal(GAME->resign(&p, 0, 2, &events, &sentence), 0);
	play_text(&p, 1, "refuse");
	assert_string_equal(written(&p), START " / white to roll / white was refused 2");
	GAME->roll(&p, (const uint8_t[]){ 3, 1 }, 2, NULL);
	play_text(&p, 0, "8/5");
	play_text(&p, 0, "6/5");
	assert_int_equal(GAME->resign(&p, 0, 2, &events, &sentence), -1);
	GAME->roll(&p, (const uint8_t[]){ 6, 5 }, 2, NULL);
	play_text(&p, 1, "1/7");
	play_text(&p, 1, "7/12");
	assert_int_equal(waits(&p).turn, 0);
	assert_int_equal(GAME->resign(&p, 0, 1, &events, &sentence), 0);
}

static void who_leaves_owes_what_the_board_says_where_resignations_are_offered(void **state)
{
	static const struct {
		const char *text;
		int32_t offered;
	} rows[] = {
		{ "white 1:1 off:14 / black bar:1 24:14 / white to roll", 3 },
		{ "white 1:1 off:14 / black 18:1 24:14 / white to roll", 2 },
		{ "white 1:1 off:14 / black bar:1 24:13 off:1 / white to roll", 1 },
	};

	(void)state;
	for (size_t i = 0; i < 3; i++)
		for (int32_t option = 0; option < 2; option++) {
			struct bytes p = read_with(option, rows[i].text);

			events.n = 0;
			GAME->leave(&p, 1, &events);
			assert_int_equal(events.v[0].kind, TABLAS_EV_LEFT);
			assert_int_equal(events.v[events.n - 1].amount,
					 option ? rows[i].offered : 1);
			assert_int_equal(events.v[events.n - 1].seat, 1);
		}
}

static void nobody_can_owe_more_than_three_stakes(void **state)
{
	struct bytes p = fresh(0);

	(void)state;
	assert_int_equal(GAME->exposure(&p, 0), 3);
	GAME->leave(&p, 0, NULL);
	assert_int_equal(GAME->exposure(&p, 0), 0);
}

/* ---- positions in words --------------------------------------------------------------------------- */

static void positions_that_cannot_be_are_refused(void **state)
{
	static const char *const bad[] = {
		"",
		"white 24:2",
		START " / white to roll ",
		START " / white to  roll",
		START " / White to roll",
		"white 13:5 24:2 8:3 6:5 / black 1:2 12:5 17:3 19:5 / white to roll",
		"white 24:16 / black 1:2 / white to roll",
		"white 24:10 13:6 / black 1:2 / white to roll",
		"white 24:2 1:1 / black 1:2 / white to roll",
		"white 24:0 / black 1:2 / white to roll",
		"white 024:1 / black 1:2 / white to roll",
		"white 25:1 / black 1:2 / white to roll",
		"white off:15 / black off:15 / white to roll",
		"white off:15 / black 24:1 off:14 / black to roll",
		"white bar:1 6:2 5:2 4:2 3:2 2:2 1:2 / black bar:1 19:2 20:2 21:2 22:2 23:2 24:2 / "
		"white to roll",
		START " / white to move 71 left 71",
		START " / white to move 31 left 33",
		START " / white to move 31 left ",
		START " / white to move 33 left 33333",
		START " / black won a gammon, borne off",
		"white off:15 / black 24:15 / white won a single, borne off",
		"white off:15 / black 24:15 / white won a gammon, resigned",
		START " / white won a gammon, resigned",
		START " / white to roll / white offers 2",
		START " / opening / black was refused 4",
		START " / white to roll / white was refused",
		"white bar:1 / black 19:2 20:2 21:2 22:2 23:2 24:2 / white to move 31 left 31",
	};
	struct bytes p, q;

	(void)state;
	memset(&p, 0x5a, sizeof p);
	q = p;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		if (!GAME->read(setup_with(0), bad[i], &p))
			fail_msg("read: %s", bad[i]);
		assert_memory_equal(&p, &q, BYTES);
	}
}

static void a_study_with_few_men_can_be_played_to_its_end(void **state)
{
	struct bytes p = thrown("white 1:1 / black off:3", "white", 6, 5);

	(void)state;
	play_text(&p, 0, "1/off");
	assert_int_equal(waits(&p).kind, TABLAS_WAIT_OVER);
	assert_string_equal(written(&p), "white off:1 / black off:3 / nobody can finish");
}

static void the_board_fits_eighty_columns_from_either_side(void **state)
{
	struct bytes p = thrown("white bar:7 24:2 6:6 / black bar:1 1:2 12:12", "white", 6, 6);
	static char page[4096];

	(void)state;
	for (unsigned seat = 0; seat < 2; seat++) {
		size_t n = GAME->draw(&p, seat, page, sizeof page), column = 0;

		assert_int_equal(n, strlen(page));
		assert_int_equal(page[n - 1], '\n');
		for (size_t i = 0; i < n; i++) {
			column = page[i] == '\n' ? 0 : column + 1;
			assert_true(column <= 80);
		}
	}
}

/* ---- thousands of positions --------------------------------------------------------------------------- */

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
	size_t n;
	unsigned length, larger;
};

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
	int any = 0;

	for (int from = 25; depth < n && from > 0; from--) {
		struct plain q = *p;

		if (plain_step(&q, from, dice[depth])) {
			any = 1;
			plain_walk(&q, dice, n, depth + 1, used + (unsigned)dice[depth], e);
		}
	}
	if (any || !depth || depth < e->length || (depth == e->length && depth == 1 &&
						   used < e->larger))
		return;
	if (depth > e->length || (depth == 1 && used > e->larger)) {
		e->n = 0;
		e->length = depth;
		e->larger = used;
	}
	for (size_t i = 0; i < e->n; i++)
		if (!memcmp(&e->v[i], p, sizeof *p))
			return;
	assert_true(e->n < MANY);
	e->v[e->n++] = *p;
}

static struct plain plain_of(const struct bytes *pos, unsigned seat)
{
	struct tablas_pieces room[28];
	struct tablas_view v = { .pieces = room, .pieces_cap = 28 };
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
	struct tablas_plays out = { positions, NULL, MANY };
	unsigned seat = waits(before).turn;

	for (uint8_t a = 1; a <= 6; a++)
		for (uint8_t b = 1; b <= a; b++) {
			struct bytes p = *before;
			struct plain start = plain_of(&p, seat);
			int swap = (int)below(2);
			const uint8_t faces[2] = { swap ? b : a, swap ? a : b };
			int dice[4] = { a, b, a, b }, turned[2] = { b, a };

			memset(&e, 0, offsetof(struct plain_ends, n));
			e.n = 0, e.length = 0, e.larger = 0;
			plain_walk(&start, dice, a == b ? 4 : 2, 0, 0, &e);
			if (a != b)
				plain_walk(&start, turned, 2, 0, 0, &e);
			GAME->roll(&p, faces, 2, NULL);
			if (waits(&p).kind != TABLAS_WAIT_MOVE) {
				assert_int_equal(e.n, 0);
				continue;
			}
			if (compare_with_plays(&p, seat) != e.n)
				fail_msg("%zu ends by the plain rules: %s", e.n, written(&p));
			assert_int_equal(GAME->plays(&p, seat, &out), e.n);
			for (size_t i = 0; i < e.n; i++)
				mine[i] = plain_of(&positions[i], seat);
			qsort(mine, e.n, sizeof *mine, by_plain);
			qsort(e.v, e.n, sizeof *e.v, by_plain);
			assert_memory_equal(mine, e.v, e.n * sizeof *mine);
		}
}

/* Plays a random game; every `every`-th position that waits for dice is compared. */
static size_t random_game(unsigned every, int32_t option)
{
	struct bytes p = fresh(option), q;
	size_t compared = 0;

	for (unsigned ply = 0;; ply++) {
		struct tablas_wait w = waits(&p);
		tablas_move legal[64];

		if (GAME->audit(&p))
			fail_msg("%s: %s", GAME->audit(&p), written(&p));
		memset(&q, 0, sizeof q);
		assert_int_equal(GAME->read(setup_with(option), written(&p), &q), 0);
		assert_memory_equal(&p, &q, BYTES);
		if (w.kind == TABLAS_WAIT_OVER)
			return compared;
		if (w.kind == TABLAS_WAIT_ROLL) {
			uint8_t faces[2] = { (uint8_t)(1 + below(6)), (uint8_t)(1 + below(6)) };

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
		compared += random_game(20, 0);
}

/* Men thrown onto the board anyhow: crowded bars, lone men, late bear-offs. */
static void whole_turns_agree_with_stepping_in_odd_positions(void **state)
{
	(void)state;
	seed = 4101842887655102017ull;
	for (unsigned done = 0; done < 1000;) {
		unsigned most[2] = { 1 + below(15), 1 + below(15) }, reach = 4 + below(22);
		int board[26] = { 0 };
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
			n += (size_t)snprintf(text + n, sizeof text - n, s > 0 ? "white" : "black");
			for (int k = 25; k >= 0; k--) {
				int at = s > 0 ? k : 25 - k;

				if (board[at] * s <= 0)
					continue;
				n += (size_t)(at % 25 ? snprintf(text + n, sizeof text - n, " %d:%d", at,
								 board[at] * s) :
							snprintf(text + n, sizeof text - n, " bar:%d",
								 board[at] * s));
			}
			if (below(2) && most[s < 0] < 15)
				n += (size_t)snprintf(text + n, sizeof text - n, " off:%u",
						      15 - most[s < 0]);
			n += (size_t)snprintf(text + n, sizeof text - n, " / ");
		}
		snprintf(text + n, sizeof text - n, "%s to roll", below(2) ? "white" : "black");
		memset(&p, 0, sizeof p);
		if (GAME->read(setup_with(0), text, &p))
			continue;
		compare_throws(&p);
		done++;
	}
}

static void two_men_borne_off_are_one_end_whichever_die_came_first(void **state)
{
	const char *men = "white 5:1 2:1 off:13 / black 24:1";

	(void)state;
	assert_int_equal(ends_of(men, "white", 4, 6), 2);
	assert_int_equal(ends_of(men, "white", 6, 4), 2);
}

static void plays_say_how_many_there_are_when_there_is_no_room(void **state)
{
	struct bytes p = thrown(START, "white", 2, 2), q[3];
	struct tablas_plays none = { NULL, NULL, 0 }, three = { q, NULL, 2 };

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
		cmocka_unit_test(a_position_is_sixty_four_bytes_and_starts_with_167_pips_each),
		cmocka_unit_test(the_opening_throws_have_the_known_numbers_of_ends),
		cmocka_unit_test(when_either_number_but_not_both_can_be_used_it_is_the_larger),
		cmocka_unit_test(the_smaller_number_is_used_when_only_it_can_be),
		cmocka_unit_test(the_order_of_the_numbers_may_be_forced),
		cmocka_unit_test(a_step_after_which_fewer_numbers_could_be_used_is_refused),
		cmocka_unit_test(two_on_the_bar_and_one_open_point_enter_one),
		cmocka_unit_test(a_man_before_six_closed_points_loses_any_throw),
		cmocka_unit_test(after_entering_the_other_number_is_free),
		cmocka_unit_test(a_man_on_a_higher_point_must_move_inside),
		cmocka_unit_test(a_larger_number_bears_off_the_highest_man),
		cmocka_unit_test(of_a_double_as_many_as_can_be_are_played),
		cmocka_unit_test(hitting_choices_are_all_there),
		cmocka_unit_test(bear_off_choices_are_all_there),
		cmocka_unit_test(a_man_may_enter_and_strike),
		cmocka_unit_test(the_degree_is_told_by_the_loser_s_men),
		cmocka_unit_test(equal_opening_dice_are_thrown_again_and_the_higher_begins),
		cmocka_unit_test(the_turn_goes_on_until_the_last_number_is_used),
		cmocka_unit_test(a_game_ends_with_the_last_man_and_dice_in_hand),
		cmocka_unit_test(moves_are_read_in_the_usual_spellings),
		cmocka_unit_test(black_s_own_numbers_are_told_by_the_way_he_travels),
		cmocka_unit_test(a_die_is_named_only_where_two_could_bear_off),
		cmocka_unit_test(places_are_read_from_both_sides),
		cmocka_unit_test(every_refusal_names_its_rule),
		cmocka_unit_test(a_resignation_counts_single_where_the_page_s_rule_holds),
		cmocka_unit_test(an_offered_resignation_is_answered_by_the_other_seat),
		cmocka_unit_test(what_was_refused_is_not_offered_again_before_the_next_turn),
		cmocka_unit_test(who_leaves_owes_what_the_board_says_where_resignations_are_offered),
		cmocka_unit_test(nobody_can_owe_more_than_three_stakes),
		cmocka_unit_test(positions_that_cannot_be_are_refused),
		cmocka_unit_test(a_study_with_few_men_can_be_played_to_its_end),
		cmocka_unit_test(the_board_fits_eighty_columns_from_either_side),
		cmocka_unit_test(whole_turns_agree_with_stepping_in_random_games),
		cmocka_unit_test(whole_turns_agree_with_stepping_in_odd_positions),
		cmocka_unit_test(two_men_borne_off_are_one_end_whichever_die_came_first),
		cmocka_unit_test(plays_say_how_many_there_are_when_there_is_no_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
