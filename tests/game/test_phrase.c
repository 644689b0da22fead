/*
 * What players write, read as decisions.  The toy's points are 1 to 12; a man
 * in hand enters by the dice; a place may also be numbered from the far end.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "game/phrase.h"
#include "game/plays.h"
#include "toy.h"

static const struct tablas_plugin *game = &tablas_plugin_toy;
static struct phrase_fault fault;
static char read_as[FILENAME_MAX];

/* Reads one text; read_as is the canonical text of what was accepted or begun. */
static enum refusal reads(const struct toy *t, unsigned seat, const char *text)
{
	tablas_move moves[TABLAS_STEPS_MAX];
	size_t n;
	enum refusal refusal = phrase_read(game, t, seat, &text, 1, moves, &n, &fault);

	phrase_write(game, t, seat, moves, n, read_as, sizeof(read_as));
	return refusal;
}

static void assert_means(const struct toy *t, const char *text, const char *canonical)
{
	enum refusal refusal = reads(t, 0, text);

	if (refusal != ACCEPTED)
		fail_msg("\"%s\" is refused: %s", text, refusal_slug(refusal));
	assert_string_equal(read_as, canonical);
}

static void assert_refused(const struct toy *t, const char *text, enum refusal why,
			   size_t token)
{
	enum refusal refusal = reads(t, 0, text);

	if (refusal != why)
		fail_msg("\"%s\" is %s, not %s", text, refusal_slug(refusal),
			 refusal_slug(why));
	assert_int_equal(fault.token, token);
}

/* Seat 0 has two men in hand and throws 3 and 1. */
static struct toy three_one(void)
{
	struct toy t = toy_turn(2, 3, 1);

	t.men[0][TOY_HAND] = 2;
	return t;
}

static void moves_as_they_were_listed_are_read(void **state)
{
	struct toy t = three_one();

	(void)state;
	assert_means(&t, "3:hand-3 1:hand-1", "3:hand-3 1:hand-1");
	assert_means(&t, "1:hand-1 3:1-4", "1:hand-1 3:1-4");
}

static void the_die_may_be_left_out(void **state)
{
	struct toy t = three_one();

	(void)state;
	assert_means(&t, "hand-3 hand/1", "3:hand-3 1:hand-1");
}

static void words_may_hold_several_steps_and_commas(void **state)
{
	struct toy t = three_one();
	const char *words[] = {" hand-3,", "", ";hand-1 "};
	tablas_move moves[TABLAS_STEPS_MAX];
	size_t n;

	(void)state;
	assert_means(&t, "hand-3, hand-1;", "3:hand-3 1:hand-1");
	assert_int_equal(phrase_read(game, &t, 0, words, 3, moves, &n, &fault), ACCEPTED);
	assert_int_equal(n, 2);
}

static void any_order_that_has_a_legal_order_will_do(void **state)
{
	struct toy t = three_one();

	(void)state;
	assert_means(&t, "1-4 hand-1", "1:hand-1 3:1-4");
	assert_means(&t, "3:1-4 1:hand-1", "1:hand-1 3:1-4");
}

static void steps_may_be_merged(void **state)
{
	struct toy t = three_one();

	(void)state;
	assert_means(&t, "bar-4", "1:hand-1 3:1-4");
	assert_means(&t, "hand-1-4", "1:hand-1 3:1-4");
	assert_means(&t, "hand/3/4", "3:hand-3 1:3-4");
}

static void steps_may_be_repeated(void **state)
{
	struct toy t = toy_turn(2, 2, 2);

	(void)state;
	t.men[0][1] = 2;
	assert_means(&t, "1-3(2) 3-5(2)", "2:1-3 2:1-3 2:3-5 2:3-5");
	assert_means(&t, "1-5(2)", "2:1-3 2:3-5 2:1-3 2:3-5");
	assert_means(&t, "1/3/5(2)", "2:1-3 2:3-5 2:1-3 2:3-5");
	assert_means(&t, "1-7 1-3", "2:1-3 2:3-5 2:5-7 2:1-3");
	assert_means(&t, "2:1-3(2), 3-5, 2:3-5", "2:1-3 2:1-3 2:3-5 2:3-5");
}

static void nonsense_in_brackets_is_unreadable(void **state)
{
	struct toy t = toy_turn(2, 2, 2);

	(void)state;
	t.men[0][1] = 2;
	assert_refused(&t, "1-3 1-3(0)", UNREADABLE_MOVE, 1);
	assert_refused(&t, "1-3(99)", UNREADABLE_MOVE, 0);
	assert_refused(&t, "1-3(2", UNREADABLE_MOVE, 0);
	assert_refused(&t, "1-3(2)x", UNREADABLE_MOVE, 0);
}

static void more_steps_than_anybody_makes_are_too_many(void **state)
{
	struct toy t = toy_turn(2, 2, 2);

	(void)state;
	t.men[0][1] = 2;
	assert_refused(&t, "1-3(16) 1-3(16) 1-3", TOO_MANY_MOVES, 2);
}

static void marks_may_be_left_out(void **state)
{
	struct toy t = three_one();

	(void)state;
	t.men[1][3] = 1;
	assert_means(&t, "hand-3*b hand-1", "3:hand-3*b 1:hand-1");
	assert_means(&t, "hand-3* hand-1", "3:hand-3*b 1:hand-1");
	assert_means(&t, "hand-3 hand-1", "3:hand-3*b 1:hand-1");
	assert_means(&t, "hand-1 hand-3*", "1:hand-1 3:hand-3*b");
}

static void a_mark_where_nothing_is_struck_is_forgiven(void **state)
{
	struct toy t = three_one();

	(void)state;
	assert_means(&t, "hand-3* hand-1", "3:hand-3 1:hand-1");
}

static void a_merged_step_avoids_strikes_that_are_not_marked(void **state)
{
	struct toy t = three_one();

	(void)state;
	t.men[1][1] = 1;
	assert_means(&t, "hand-4", "3:hand-3 1:3-4");
	t.men[1][1] = 0;
	t.men[1][3] = 1;
	assert_means(&t, "hand-4", "1:hand-1 3:1-4");
}

static void a_merged_step_strikes_where_it_is_marked(void **state)
{
	struct toy t = three_one();

	(void)state;
	t.men[1][1] = 1;
	assert_means(&t, "hand-4*", "1:hand-1*b 3:1-4");
	assert_means(&t, "hand-1*-4", "1:hand-1*b 3:1-4");
	t.men[1][4] = 1;
	/* The mark is where the strike is: the other way strikes at 4 alone. */
	assert_means(&t, "hand-4*", "3:hand-3 1:3-4*b");
	assert_means(&t, "hand-1*-4*", "1:hand-1*b 3:1-4*b");
}

static void two_ways_that_end_differently_are_ambiguous(void **state)
{
	struct toy t = three_one();

	(void)state;
	t.men[1][1] = t.men[1][3] = 1;
	assert_refused(&t, "hand-4", AMBIGUOUS_MOVE, 0);
	assert_non_null(fault.sentence);
	assert_refused(&t, "hand-4*", AMBIGUOUS_MOVE, 0);
	assert_means(&t, "hand-3*-4", "3:hand-3*b 1:3-4");
	assert_means(&t, "hand-1-4", "1:hand-1*b 3:1-4");
}

/* user-voices G101 */
static void points_may_be_counted_from_the_own_side(void **state)
{
	struct toy t = three_one();

	(void)state;
	/* From the far end 1 is 12 and 4 is 9; as written, 12-9 would go backwards. */
	assert_means(&t, "bar/12 12/9", "1:hand-1 3:1-4");
	assert_means(&t, "bar/9", "1:hand-1 3:1-4");
}

static void bearing_off_may_use_a_larger_die(void **state)
{
	struct toy t = toy_turn(2, 4, 3);

	(void)state;
	t.men[0][12] = 1;
	t.men[0][11] = 1;
	t.men[0][5] = 1;
	assert_means(&t, "12-off 11-off", "3:12-off 4:11-off");
	assert_means(&t, "11/off, 12/off", "3:11-off 4:12-off");
}

static void words_that_are_no_way_name_moves_outright(void **state)
{
	struct toy t = toy_turn(2, 1, 2);

	(void)state;
	t.phase = TOY_ANSWER;
	t.mover = 0;
	t.turn = 1;
	t.offer = 1;
	assert_means(&t, "refuse", "refuse");
	assert_means(&t, " accept ", "accept");
	assert_refused(&t, "ante", ILLEGAL_MOVE, 0);
	assert_refused(&t, "1-3", NO_PIECE, 0);
}

static void who_is_not_asked_has_nothing_to_say(void **state)
{
	struct toy t = three_one();

	(void)state;
	assert_int_equal(reads(&t, 1, "hand-1"), NOT_YOUR_DECISION);
	t.phase = TOY_ROLL;
	assert_int_equal(reads(&t, 0, "hand-1"), NOT_YOUR_DECISION);
}

static void nothing_written_is_incomplete(void **state)
{
	struct toy t = three_one();
	tablas_move moves[TABLAS_STEPS_MAX];
	size_t n = 7;

	(void)state;
	assert_int_equal(phrase_read(game, &t, 0, NULL, 0, moves, &n, &fault), TURN_INCOMPLETE);
	assert_int_equal(n, 0);
	assert_refused(&t, "  ,; ", TURN_INCOMPLETE, 0);
}

static void a_beginning_is_incomplete_and_is_handed_back(void **state)
{
	struct toy t = three_one();

	(void)state;
	assert_refused(&t, "hand-1", TURN_INCOMPLETE, 0);
	assert_string_equal(read_as, "1:hand-1");
}

static void a_move_after_the_end_is_one_too_many(void **state)
{
	struct toy t = three_one();

	(void)state;
	t.men[0][TOY_HAND] = 3;
	assert_refused(&t, "hand-1 hand-3 hand-3", TOO_MANY_MOVES, 2);
}

static void every_rule_broken_has_its_name(void **state)
{
	struct toy t = three_one();

	(void)state;
	t.men[0][TOY_HAND] = 3;
	t.men[1][4] = 2;
	t.men[0][5] = 1;
	assert_refused(&t, "hand-1 hand-2", NO_SUCH_DIE, 1);
	assert_refused(&t, "7-8 hand-3", NO_PIECE, 0);
	assert_refused(&t, "hand-3 3-4", POINT_BLOCKED, 1);
	assert_refused(&t, "hand-1 5-2", WRONG_WAY, 1);
	assert_refused(&t, "hand-1 fish", UNREADABLE_MOVE, 1);
	assert_refused(&t, "hand-1 99-3", UNREADABLE_MOVE, 1);
	assert_refused(
		&t,
		"hand-1 "
		"hand-333333333333333333333333333333333333333333333333333333333333333333",
		UNREADABLE_MOVE, 1);
}

static void the_first_step_to_blame_is_one_that_no_play_contains(void **state)
{
	struct toy t = three_one();

	(void)state;
	/* 1-2 could follow, were it not for the 3: the blocked 3 is to blame, in any order. */
	t.men[1][3] = 2;
	t.men[0][1] = 1;
	assert_refused(&t, "1-2 hand-3", POINT_BLOCKED, 1);
	assert_refused(&t, "hand-3 1-2", POINT_BLOCKED, 0);
}

static void the_fault_names_the_step_and_the_word(void **state)
{
	struct toy t = three_one();
	const char *words[] = {"hand-1", "hand-3 7-8"};
	tablas_move moves[TABLAS_STEPS_MAX];
	size_t n;

	(void)state;
	t.men[0][TOY_HAND] = 3;
	assert_int_equal(phrase_read(game, &t, 0, words, 2, moves, &n, &fault), NO_PIECE);
	assert_int_equal(fault.token, 2);
	assert_int_equal(fault.word, 1);
	assert_int_equal(fault.why, TABLAS_WHY_NO_PIECE);
	assert_non_null(fault.sentence);
}

static void a_merged_step_is_blamed_for_where_it_is_stopped(void **state)
{
	struct toy t = three_one();

	(void)state;
	t.men[0][TOY_HAND] = 1;
	t.men[0][6] = 1;
	/* Both ways to 4 are shut half way, then the end of the way. */
	t.men[1][1] = t.men[1][3] = 2;
	assert_refused(&t, "hand-4", POINT_BLOCKED, 0);
	t.men[1][1] = t.men[1][3] = 0;
	t.men[1][4] = 2;
	assert_refused(&t, "hand-4", POINT_BLOCKED, 0);
	assert_refused(&t, "hand-1-4", POINT_BLOCKED, 0);
	/* No sum of dice makes 5. */
	assert_refused(&t, "hand-5", NO_SUCH_DIE, 0);
}

static void a_play_that_wastes_a_die_is_told_so(void **state)
{
	struct toy t = toy_turn(2, 3, 1);

	(void)state;
	/* After 6-9 the 1 is lost: 5 and 10 are shut. */
	t.men[0][4] = t.men[0][6] = 1;
	t.men[1][5] = t.men[1][10] = 2;
	assert_means(&t, "6-7 4-7", "1:6-7 3:4-7");
	assert_refused(&t, "6-9", MUST_USE_MORE_DICE, 0);
	assert_refused(&t, "6-9 6-7", MUST_USE_MORE_DICE, 0);
	assert_string_equal(fault.sentence, "A die would be wasted, or a strike missed");
	assert_refused(&t, "6-7 6-9", NO_PIECE, 1);
}

static void a_missed_strike_is_told_so(void **state)
{
	struct toy t = three_one();

	(void)state;
	t.option[TOY_DUTY] = 1;
	t.men[1][4] = 1;
	/* The strike needs both dice and one man. */
	assert_refused(&t, "hand-1 hand-3", MUST_STRIKE, 1);
	assert_means(&t, "hand-4", "1:hand-1 3:1-4*b");
	t.men[1][3] = 1;
	t.men[1][4] = 0;
	assert_refused(&t, "hand-1 1-4", MUST_STRIKE, 1);
}

static void a_beginning_may_be_read_alone(void **state)
{
	struct toy t = three_one(), after;
	tablas_move moves[TABLAS_STEPS_MAX];
	const char *words[] = {"hand-1", "1-4"};
	size_t n;

	(void)state;
	assert_int_equal(
		phrase_read_beginning(game, &t, 0, words, 0, moves, &n, &after, &fault),
		ACCEPTED);
	assert_int_equal(n, 0);
	assert_memory_equal(&after, &t, sizeof(t));
	assert_int_equal(
		phrase_read_beginning(game, &t, 0, words, 1, moves, &n, &after, &fault),
		ACCEPTED);
	assert_int_equal(n, 1);
	assert_int_equal(after.men[0][1], 1);
	assert_int_equal(after.phase, TOY_MOVE);
	assert_int_equal(
		phrase_read_beginning(game, &t, 0, words, 2, moves, &n, &after, &fault),
		ACCEPTED);
	assert_int_equal(after.men[0][4], 1);
	assert_int_equal(after.phase, TOY_ROLL);
	words[0] = "hand-4";
	assert_int_equal(
		phrase_read_beginning(game, &t, 0, words, 1, moves, &n, &after, &fault),
		ACCEPTED);
	assert_int_equal(n, 2);
	words[0] = "hand-2";
	assert_int_equal(
		phrase_read_beginning(game, &t, 0, words, 1, moves, &n, &after, &fault),
		NO_SUCH_DIE);
}

static void a_game_without_a_reader_of_places_goes_by_their_names(void **state)
{
	struct toy t = three_one();

	(void)state;
	game = &toy_bare;
	assert_means(&t, "hand-a/4", "1:hand-1 3:1-4");
	assert_means(&t, "1-4 hand-a/1", "1:hand-1 3:1-4");
	/* Without why_not() nobody can say more. */
	assert_refused(&t, "7-8 hand-1", ILLEGAL_MOVE, 0);
	game = &tablas_plugin_toy;
}

/* ---- whatever may be written ----------------------------------------------------- */

static void random_turn(struct toy *t, uint32_t *seed)
{
	*t = toy_turn(2 + toy_chance(seed, 2), 1 + toy_chance(seed, 4),
		      1 + toy_chance(seed, 4));
	t->option[TOY_DUTY] = (uint8_t)toy_chance(seed, 2);
	for (unsigned seat = 0; seat < t->seats; seat++)
		for (unsigned i = 0; i < 4; i++) {
			unsigned at = toy_chance(seed, 13);

			for (unsigned other = 0; other < t->seats; other++)
				if (other != seat && at != TOY_HAND && t->men[other][at])
					at = TOY_HAND;
			t->men[seat][at]++;
		}
}

static void end_of(const struct toy *t, const tablas_move *moves, size_t n, struct toy *end)
{
	struct tablas_event v[TABLAS_EVENTS_MAX];

	*end = *t;
	for (size_t i = 0; i < n; i++) {
		struct tablas_events events = {v, 0};

		game->play(end, 0, moves[i], &events);
	}
}

/* Cuts the line at its blanks; returns how many words. */
static size_t cut(char *line, const char *words[TABLAS_STEPS_MAX])
{
	size_t n = 0;

	for (char *p = strtok(line, " "); p; p = strtok(NULL, " "))
		words[n++] = p;
	return n;
}

static void every_play_is_read_in_whatever_order_it_is_written(void **state)
{
	static _Alignas(16) unsigned char memory[1 << 20];
	struct plays plays;
	uint32_t seed = 7;
	unsigned read = 0;

	(void)state;
	assert_true(plays_memory(game, 500) <= sizeof(memory));
	plays_init(&plays, game, 500, memory);
	for (int round = 0; round < 300; round++) {
		struct toy t, expected, got;
		tablas_move moves[TABLAS_STEPS_MAX], *play;
		const char *words[TABLAS_STEPS_MAX];
		size_t n = 0, m;

		random_turn(&t, &seed);
		plays_list(&plays, &t, 0);
		if (!plays.n)
			continue;
		play = plays.moves + toy_chance(&seed, (unsigned)plays.n) * TABLAS_STEPS_MAX;
		while (n < TABLAS_STEPS_MAX && play[n] != TABLAS_NO_MOVE)
			n++;
		end_of(&t, play, n, &expected);
		phrase_write(game, &t, 0, play, n, read_as, sizeof(read_as));
		assert_int_equal(cut(read_as, words), n);
		for (size_t i = n; i > 1; i--) {
			size_t k = toy_chance(&seed, (unsigned)i);
			const char *word = words[k];

			words[k] = words[i - 1];
			words[i - 1] = word;
		}
		assert_int_equal(phrase_read(game, &t, 0, words, n, moves, &m, &fault),
				 ACCEPTED);
		end_of(&t, moves, m, &got);
		assert_memory_equal(&got, &expected, sizeof(got));
		read++;
	}
	assert_true(read > 200);
}

static void what_is_accepted_is_always_legal(void **state)
{
	uint32_t seed = 99;
	unsigned accepted = 0, refused = 0;

	(void)state;
	for (int round = 0; round < 2000; round++) {
		struct tablas_wait before, after;
		struct tablas_event v[TABLAS_EVENTS_MAX];
		char text[128], *at = text;
		const char *word = text;
		tablas_move moves[TABLAS_STEPS_MAX];
		size_t n;
		struct toy t;

		random_turn(&t, &seed);
		for (unsigned i = 1 + toy_chance(&seed, 2); i; i--) {
			unsigned from = toy_chance(&seed, 13);
			unsigned to = from + 1 + toy_chance(&seed, 7);

			at += from ? sprintf(at, "%u", from) : sprintf(at, "bar");
			at += to > 12 ? sprintf(at, "/off") : sprintf(at, "-%u", to);
			at += sprintf(at, "%s ", &"*\0\0\0(2)"[2 * toy_chance(&seed, 3)]);
		}
		if (phrase_read(game, &t, 0, &word, 1, moves, &n, &fault) != ACCEPTED) {
			refused++;
			continue;
		}
		accepted++;
		game->wait(&t, &before);
		for (size_t i = 0; i < n; i++) {
			struct tablas_events events = {v, 0};

			assert_true(plays_allow(game, &t, 0, moves[i]));
			game->play(&t, 0, moves[i], &events);
			game->wait(&t, &after);
			assert_int_equal(plays_go_on(&before, &after, v, events.n), i + 1 < n);
		}
	}
	assert_true(accepted > 20);
	assert_true(refused > 20);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(moves_as_they_were_listed_are_read),
		cmocka_unit_test(the_die_may_be_left_out),
		cmocka_unit_test(words_may_hold_several_steps_and_commas),
		cmocka_unit_test(any_order_that_has_a_legal_order_will_do),
		cmocka_unit_test(steps_may_be_merged),
		cmocka_unit_test(steps_may_be_repeated),
		cmocka_unit_test(nonsense_in_brackets_is_unreadable),
		cmocka_unit_test(more_steps_than_anybody_makes_are_too_many),
		cmocka_unit_test(marks_may_be_left_out),
		cmocka_unit_test(a_mark_where_nothing_is_struck_is_forgiven),
		cmocka_unit_test(a_merged_step_avoids_strikes_that_are_not_marked),
		cmocka_unit_test(a_merged_step_strikes_where_it_is_marked),
		cmocka_unit_test(two_ways_that_end_differently_are_ambiguous),
		cmocka_unit_test(points_may_be_counted_from_the_own_side),
		cmocka_unit_test(bearing_off_may_use_a_larger_die),
		cmocka_unit_test(words_that_are_no_way_name_moves_outright),
		cmocka_unit_test(who_is_not_asked_has_nothing_to_say),
		cmocka_unit_test(nothing_written_is_incomplete),
		cmocka_unit_test(a_beginning_is_incomplete_and_is_handed_back),
		cmocka_unit_test(a_move_after_the_end_is_one_too_many),
		cmocka_unit_test(every_rule_broken_has_its_name),
		cmocka_unit_test(the_first_step_to_blame_is_one_that_no_play_contains),
		cmocka_unit_test(the_fault_names_the_step_and_the_word),
		cmocka_unit_test(a_merged_step_is_blamed_for_where_it_is_stopped),
		cmocka_unit_test(a_play_that_wastes_a_die_is_told_so),
		cmocka_unit_test(a_missed_strike_is_told_so),
		cmocka_unit_test(a_beginning_may_be_read_alone),
		cmocka_unit_test(a_game_without_a_reader_of_places_goes_by_their_names),
		cmocka_unit_test(every_play_is_read_in_whatever_order_it_is_written),
		cmocka_unit_test(what_is_accepted_is_always_legal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
