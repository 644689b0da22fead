/*
 * test_desk_orders.c - standing orders at the desk: when they decide, when they
 * hold their tongue, and that they do so once, whatever happens in between.
 */
#include "tests/daemon/ordering.h"

#include <stdio.h>
#include <string.h>

/* ---- conditional play ---------------------------------------------------------------------- */

/* user-voices B15: nothing is played but what was explicitly said. */
static void if_the_throw_is_six_five_the_runner_runs(void **state)
{
	struct tavern *h = *state;
	const char *key = begin(h, BACKGAMMON, 2, "", "3 1 6 5 4 2");
	uint64_t ply = tavern_row(h, key).ply;

	ORDERS(h, key, 1, "play move\ndie 5\ndie 6\nmoves 24/13\nafter 8/5 6/5");
	decides(h, key, 0, "6/5 8/5");
	assert_string_equal(facts_from(h, key, ply + 1),
			    "decided:0:6/5 8/5,rolled:-:6 5,decided:1:1/7 7/12,rolled:-:4 2");
	assert_string_equal(orders_of(h, key, 1), "1 done 1");
}

static void another_throw_is_left_to_the_player_and_the_order_expires(void **state)
{
	struct tavern *h = *state;
	const char *key = begin(h, BACKGAMMON, 2, "", "3 1 2 1 4 2 6 5");

	ORDERS(h, key, 1, "play move\ndie 6\ndie 5\nmoves 24/13");
	decides(h, key, 0, "8/5 6/5");
	assert_int_equal(tavern_row(h, key).waiting, 1 << 1);
	assert_string_equal(orders_of(h, key, 1), "1 waits 0");
	decides(h, key, 1, "13/11 6/5");
	assert_string_equal(orders_of(h, key, 1), "1 expired 0");
	decides(h, key, 0, "13/9 6/4"); /* and now it is 6 5 */
	assert_int_equal(tavern_row(h, key).waiting, 1 << 1);
}

static void an_order_to_be_kept_waits_for_its_throw(void **state)
{
	struct tavern *h = *state;
	const char *key = begin(h, BACKGAMMON, 2, "", "3 1 2 1 4 2 6 5 3 3");

	ORDERS(h, key, 1, "play move\nkeep\ndie 6\ndie 5\nmoves 24/13");
	decides(h, key, 0, "8/5 6/5");
	decides(h, key, 1, "13/11 6/5");
	decides(h, key, 0, "13/9 6/4");
	assert_int_equal(tavern_row(h, key).waiting, 1 << 0);
	assert_string_equal(orders_of(h, key, 1), "1 waits 1");
}

/* Of two orders the one is obeyed whose condition has come about. */
static void what_they_play_chooses_among_the_orders(void **state)
{
	struct tavern *h = *state;
	const char *key = begin(h, BACKGAMMON, 2, "", "3 1 6 5 4 2");
	uint64_t ply = tavern_row(h, key).ply;

	ORDERS(h, key, 1, "play move\nmoves 24/13\nafter 8/5 6/5",
	       "play move\nmoves 13/2\nafter 24/23 13/10");
	decides(h, key, 0, "13/10 24/23");
	assert_string_equal(facts_from(h, key, ply + 3), "decided:1:12/18 18/23*,rolled:-:4 2");
	assert_string_equal(orders_of(h, key, 1), "1 expired 0, 2 done 1");
}

static void a_position_is_known_by_its_pieces(void **state)
{
	struct tavern *h = *state;
	const char *key = begin(h, BACKGAMMON, 2, "", "3 1 6 5 4 2");

	/* As it stands after 8/5 6/5, with no word of the dice; and as it does not. */
	ORDERS(h, key, 1,
	       "play move\nmoves 13/2\nposition white 24:2 13:5 8:3 6:5 / black 1:2 12:5 17:3 19:5"
	       " / black to roll",
	       "play move\nmoves 24/13\nposition white 24:2 13:5 8:2 6:4 5:2 / black 1:2 12:5 17:3"
	       " 19:5 / black to roll");
	decides(h, key, 0, "8/5 6/5");
	assert_string_equal(orders_of(h, key, 1), "1 expired 0, 2 done 1");
}

/* A game without dice knows conditions too; here two seats have answers ready. */
static void a_capture_is_answered_before_the_next_seat_is_asked(void **state)
{
	struct tavern *h = *state;
	const char *key = begin(h, &tablas_plugin_acedrex, 4, "", NULL);

	ORDERS(h, key, 1, "play move\nmoves a6a5\nafter h7h6", "play move\nmoves a6a5\nafter h6h5");
	ORDERS(h, key, 2, "play move\nmoves b3b4");
	decides(h, key, 0, "h6h5");
	assert_non_null(strstr(tavern_facts(h, key),
			       ",decided:0:h6h5,decided:1:a6a5,decided:2:b3b4"));
	assert_int_equal(tavern_row(h, key).waiting, 1 << 3);
}

/* ---- what is not guessed ---------------------------------------------------------------------- */

static void an_order_that_has_become_illegal_fails_and_the_next_is_asked(void **state)
{
	struct tavern *h = *state;
	const char *key = begin(h, BACKGAMMON, 2, "", "3 1 6 5 4 2");

	ORDERS(h, key, 1, "play move\nmoves 13/1", "play move\nmoves 24/18",
	       "play move\nmoves 24/13");
	decides(h, key, 0, "8/5 6/5");
	assert_string_equal(orders_of(h, key, 1),
			    "1 failed 0 no-such-die, 2 failed 0 turn-incomplete, 3 done 1");
}

static void a_failure_is_news_to_its_owner_alone(void **state)
{
	struct tavern *h = *state;
	const char *key = begin(h, BACKGAMMON, 2, "", "3 1 6 5 4 2");
	struct news_row news[8];

	assert_int_equal(desk_enter(h->desk), 0);
	for (size_t i = 0; i < 2; i++)
		assert_int_equal(desk_add_reader(h->desk, h->people[i]), 0);
	assert_int_equal(desk_leave(h->desk, true), 0);
	ORDERS(h, key, 1, "play move\nmoves 13/8", "play move\nmoves 13/1");
	decides(h, key, 0, "8/5 6/5");
	for (size_t i = 0; i < 2; i++) {
		size_t n = sizeof(news) / sizeof(news[0]), failed = 0;

		store_news(h->book->pen, h->people[i], 0, news, &n);
		for (size_t k = 0; k < n; k++) {
			if (news[k].kind != NEWS_ORDER_FAILED)
				continue;
			assert_string_equal(news[k].text, failed++ ? "no-such-die" : "turn-incomplete");
			assert_int_equal(news[k].value, failed);
			assert_int_equal(news[k].ply, 7);
		}
		assert_int_equal(failed, i == 1 ? 2 : 0);
	}
}

/* user-voices B33: to set an order plays nothing. */
static void an_order_does_not_answer_a_question_put_before_it(void **state)
{
	struct tavern *h = *state;
	const char *key = begin(h, BACKGAMMON, 2, "", "3 1 6 5 3 1");
	const struct command obey = {.kind = COMMAND_OBEY, .seat = TABLAS_NOBODY};
	uint64_t ply = tavern_row(h, key).ply;

	ORDERS(h, key, 0, "play move\ndie 3\ndie 1\nmoves 8/5 6/5");
	assert_int_equal(tavern_submit(h, key, &obey, 0), ACCEPTED);
	assert_int_equal(tavern_row(h, key).ply, ply);
	decides(h, key, 0, "24/20"); /* this does not use it up */
	assert_string_equal(orders_of(h, key, 0), "1 waits 0");
	decides(h, key, 1, "24/13");
	assert_string_equal(orders_of(h, key, 0), "1 done 1");
}

/* Whoever takes a decision back is not answered for by the order that stood behind it. */
static void what_is_taken_back_is_not_decided_again_by_an_order(void **state)
{
	struct tavern *h = *state;
	const char *key = begin(h, &tablas_plugin_acedrex, 4, "", NULL);
	const struct command back = {.kind = COMMAND_OFFER, .seat = 1, .consent = CONSENT_TAKEBACK};

	ORDERS(h, key, 1, "play move\nkeep\nmoves a6a5");
	decides(h, key, 0, "h6h5");
	assert_int_equal(tavern_row(h, key).waiting, 1 << 2);
	assert_int_equal(tavern_submit(h, key, &back, h->people[1]), ACCEPTED);
	for (unsigned seat = 0; seat < 4; seat++) {
		const struct command yes = {.kind = COMMAND_AGREE,
					    .seat = (uint8_t)seat,
					    .consent = CONSENT_TAKEBACK};

		if (seat != 1)
			assert_int_equal(tavern_submit(h, key, &yes, h->people[seat]), ACCEPTED);
	}
	assert_non_null(strstr(tavern_facts(h, key), "taken_back:1:"));
	assert_int_equal(tavern_row(h, key).waiting, 1 << 1);
	assert_string_equal(orders_of(h, key, 1), "1 waits 1");
	decides(h, key, 1, "a6a5");
	tavern_settle(h);
}

/* ---- the cube ------------------------------------------------------------------------------------- */

static void who_does_not_want_to_double_throws_at_once(void **state)
{
	struct tavern *h = *state;
	const char *key = begin(h, BACKGAMMON, 2, "cube=on", "3 1 6 5 4 2");
	uint64_t ply = tavern_row(h, key).ply;

	ORDERS(h, key, 1, "roll\nkeep");
	decides(h, key, 0, "8/5 6/5");
	assert_string_equal(facts_from(h, key, ply + 2), "decided:1:roll,rolled:-:6 5");
	decides(h, key, 1, "24/13");
	decides(h, key, 0, "double"); /* which the order says nothing of */
	assert_int_equal(tavern_row(h, key).waiting, 1 << 1);
	assert_string_equal(orders_of(h, key, 1), "1 waits 1");
}

static void a_double_is_taken_up_to_a_cube_and_dropped_beyond(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = tavern_terms(h, BACKGAMMON, 2, 0, 0);
	const char *key;

	assert_int_equal(options_read(BACKGAMMON, "cube=on", g.options), ACCEPTED);
	key = tavern_begin(h, &g, "3 1 6 5 4 2 2 1");
	ORDERS(h, key, 0, "double\nkeep\naccept\nat_most 2", "double\nkeep\nat_least 4");
	ORDERS(h, key, 1, "double\nkeep\naccept\nat_most 2", "double\nkeep\nat_least 4");
	decides(h, key, 0, "8/5 6/5");
	decides(h, key, 1, "double");
	assert_string_equal(orders_of(h, key, 0), "1 waits 1, 2 waits 0");
	decides(h, key, 1, "24/13");
	decides(h, key, 0, "double"); /* to four */
	assert_int_equal(tavern_row(h, key).state, TABLE_OVER);
	assert_non_null(strstr(tavern_facts(h, key), ",decided:1:drop,finished:"));
	assert_string_equal(orders_of(h, key, -1), ""); /* they end with the game */
}

/* The game asks, but no purse covers a double: there is one thing to do. */
static void who_cannot_double_throws_by_the_order_for_forced_decisions(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = tavern_terms(h, BACKGAMMON, 2, 1, 3);
	const char *key;

	assert_int_equal(options_read(BACKGAMMON, "cube=on", g.options), ACCEPTED);
	key = tavern_begin(h, &g, "3 1 6 5 4 2");
	ORDERS(h, key, 1, "pass\nkeep", "forced\nkeep");
	decides(h, key, 0, "8/5 6/5");
	assert_non_null(strstr(tavern_facts(h, key), ",decided:1:roll,rolled:-:6 5"));
	assert_string_equal(orders_of(h, key, 1), "1 waits 0, 2 waits 1");
}

/* ---- entering ---------------------------------------------------------------------------------- */

/* user-voices B36: "take the free re-entry automatically". */
static void struck_pieces_of_el_mundo_go_back_where_their_owner_likes(void **state)
{
	struct tavern *h = *state;
	const char *key = begin_at(h, EL_MUNDO, 4, "reentry=anywhere",
				   "Sp1*2/Su6*2,hand*2/Au1*2/Wi1*2 play:G 1,1,1 17 ....", "2 2 3");

	ORDERS(h, key, 1, "enter\nkeep\nplace Au1\nplace Su5\nplace Su2");
	decides(h, key, 0, "1:Sp1-Sp2 1:Sp1-Sp2 1:Sp2-Sp3");
	assert_non_null(strstr(tavern_facts(h, key), ",decided:1:hand-Su5 hand-Su5,rolled:-:2 2 3"));
	assert_string_equal(orders_of(h, key, 1), "1 waits 1");
}

/* user-voices B36: a die that comes round asks nobody who has said what to do. */
static void dice_that_come_round_out_of_turn_are_used_by_order(void **state)
{
	struct tavern *h = *state;
	const char *key = begin_at(h, EL_MUNDO, 4, "",
				   "Au4*2,Au6*2/Su1*2/Au1,Wi1/Sp5,Su6*2 play:G 2,5,5 17 ....",
				   "1 1 1");

	ORDERS(h, key, 2, "play move\nkeep\nmoves 5:Au1-Au6", "pass\nkeep", "forced\nkeep");
	decides(h, key, 0, "2:Au4-Au6");
	assert_non_null(strstr(tavern_facts(h, key),
			       ",decided:2:5:Wi1-Wi6 5:Wi6-Sp5*W,rolled:-:1 1 1"));
	assert_string_equal(orders_of(h, key, 2), "1 waits 0, 2 waits 0, 3 waits 1");
}

/* Orders of who has left decide nothing; at a table of four that goes on they are gone too. */
static void who_resigns_among_four_takes_the_orders_along(void **state)
{
	struct tavern *h = *state;
	const struct command c = {.kind = COMMAND_RESIGN, .seat = 2};
	const char *key = begin_at(h, EL_MUNDO, 4, "",
				   "Au4*2,Au6*2/Su1*2/Au1,Wi1/Sp5,Su6*2 play:G 2,5,5 17 ....",
				   "1 1 1");

	ORDERS(h, key, 1, "forced\nkeep");
	ORDERS(h, key, 2, "forced\nkeep");
	assert_int_equal(tavern_submit(h, key, &c, 0), ACCEPTED);
	assert_int_equal(tavern_row(h, key).state, TABLE_ACTIVE);
	assert_string_equal(orders_of(h, key, 1), "1 waits 0");
	assert_string_equal(orders_of(h, key, 2), "");
}

static void men_in_hand_of_quinze_tablas_are_placed_where_their_owner_likes(void **state)
{
	struct tavern *h = *state;
	const char *key = begin_at(h, &tablas_plugin_quinze_tablas, 2, "",
				   "white 1:2 5:1 hand:1 / black 9:2 20:2 / black to move 341",
				   "6 6 5");

	ORDERS(h, key, 0, "enter\nkeep\nplace 9\nplace 3\nplace 2");
	decides(h, key, 1, "3:20-17 4:20-16 1:17-16");
	assert_non_null(strstr(tavern_facts(h, key), ",decided:0:hand-3,rolled:-:6 6 5"));
}

/* With dice an order enters, and leaves alone what else there is to decide. */
static void in_backgammon_an_order_enters_where_nothing_else_is_left_to_choose(void **state)
{
	static const char both[] = "white bar:2 6:2 / black 8:2 12:3 17:3 19:5 off:2 / black to move 21 left 21";
	static const char one[] = "white bar:1 6:2 / black 8:2 12:3 17:3 19:5 off:2 / black to move 21 left 21";
	struct tavern *h = *state;
	const char *key = begin_at(h, BACKGAMMON, 2, "", both, "4 3 1 1");

	ORDERS(h, key, 0, "enter\nkeep\nplace 22\nplace 21");
	decides(h, key, 1, "12/14 14/15");
	assert_non_null(strstr(tavern_facts(h, key), ",decided:0:bar/22 bar/21,rolled:-:1 1"));
	key = begin_at(h, BACKGAMMON, 2, "", one, "4 3 1 1");
	ORDERS(h, key, 0, "enter\nkeep\nplace 22\nplace 21");
	decides(h, key, 1, "12/14 14/15");
	assert_int_equal(tavern_row(h, key).waiting, 1 << 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ORDER_TEST(if_the_throw_is_six_five_the_runner_runs),
		ORDER_TEST(another_throw_is_left_to_the_player_and_the_order_expires),
		ORDER_TEST(an_order_to_be_kept_waits_for_its_throw),
		ORDER_TEST(what_they_play_chooses_among_the_orders),
		ORDER_TEST(a_position_is_known_by_its_pieces),
		ORDER_TEST(a_capture_is_answered_before_the_next_seat_is_asked),
		ORDER_TEST(men_in_hand_of_quinze_tablas_are_placed_where_their_owner_likes),
		ORDER_TEST(an_order_that_has_become_illegal_fails_and_the_next_is_asked),
		ORDER_TEST(a_failure_is_news_to_its_owner_alone),
		ORDER_TEST(an_order_does_not_answer_a_question_put_before_it),
		ORDER_TEST(what_is_taken_back_is_not_decided_again_by_an_order),
		ORDER_TEST(who_does_not_want_to_double_throws_at_once),
		ORDER_TEST(a_double_is_taken_up_to_a_cube_and_dropped_beyond),
		ORDER_TEST(who_cannot_double_throws_by_the_order_for_forced_decisions),
		ORDER_TEST(struck_pieces_of_el_mundo_go_back_where_their_owner_likes),
		ORDER_TEST(dice_that_come_round_out_of_turn_are_used_by_order),
		ORDER_TEST(who_resigns_among_four_takes_the_orders_along),
		ORDER_TEST(
			in_backgammon_an_order_enters_where_nothing_else_is_left_to_choose),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
