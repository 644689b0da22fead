/*
 * test_desk_orders.c - standing orders at the desk: when they decide, when they
 * hold their tongue, and that they do so once, whatever happens in between.
 */
#include "tests/daemon/tavern.h"
#include "tests/game/toy.h"

#include <stdio.h>
#include <string.h>

extern const struct tablas_plugin tablas_plugin_backgammon, tablas_plugin_el_mundo,
	tablas_plugin_quinze_tablas, tablas_plugin_seven_point, tablas_plugin_acedrex;

#define BACKGAMMON (&tablas_plugin_backgammon)
#define EL_MUNDO (&tablas_plugin_el_mundo)

static int setup(void **state)
{
	struct tavern *h;

	if (tavern_setup(state) != 0)
		return -1;
	h = *state;
	return registry_add(&h->games, BACKGAMMON) && registry_add(&h->games, EL_MUNDO) &&
			       registry_add(&h->games, &tablas_plugin_quinze_tablas) &&
			       registry_add(&h->games, &tablas_plugin_seven_point) &&
			       registry_add(&h->games, &tablas_plugin_acedrex)
		       ? 0
		       : -1;
}

/* ---- giving and reading orders --------------------------------------------------------- */

/* The seat's orders are these, each as the book keeps it; NULL ends them. */
static void orders(struct tavern *h, const char *key, unsigned seat, const char *const *terms)
{
	struct game_row row = tavern_row(h, key);
	struct order_row order = {
		.seat = (uint8_t)seat, .state = ORDER_WAITS, .since = row.ply, .made = 1};
	struct store *store = h->book->store;

	assert_int_equal(desk_enter(h->desk), 0);
	assert_int_equal(store_orders_drop(store, row.id, (int)seat), STORE_DONE);
	for (size_t i = 0; terms[i]; i++) {
		order.number = (uint32_t)i + 1;
		strcpy(order.terms, terms[i]);
		assert_int_equal(store_order_put(store, row.id, &order), STORE_DONE);
	}
	desk_ordered(h->desk, row.id);
	assert_int_equal(desk_leave(h->desk, true), 0);
	tavern_settle(h);
}

#define ORDERS(h, key, seat, ...) \
	orders(h, key, seat, (const char *const[]){__VA_ARGS__, NULL})

/* "1 waits 0, 2 failed 1 point-blocked": number, state, times, why. */
static char told[1024];

static void tell(void *cls, const struct order_row *row)
{
	static const char *const states[] = {"", "waits", "done", "failed", "expired"};
	size_t n = strlen(told);

	(void)cls;
	snprintf(told + n, sizeof(told) - n, "%s%u %s %u%s%s", n ? ", " : "", row->number,
		 states[row->state], row->times, row->why[0] ? " " : "", row->why);
}

static const char *orders_of(struct tavern *h, const char *key, int seat)
{
	told[0] = '\0';
	store_orders(h->book->pen, tavern_row(h, key).id, seat, tell, NULL);
	return told;
}

/* What happened from the n-th fact of the game on. */
static const char *facts_from(struct tavern *h, const char *key, uint64_t ply)
{
	const char *at = tavern_facts(h, key);

	for (uint64_t i = 1; i < ply && at; i++)
		at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL;
	return at ? at : "";
}

static const char *begin(struct tavern *h, const struct tablas_plugin *plugin, unsigned seats,
			 const char *options, const char *dice)
{
	bool dear = plugin == &tablas_plugin_acedrex;
	struct desk_game g = tavern_terms(h, plugin, seats, !dear, dear ? 0 : 20);

	assert_int_equal(options_read(plugin, options, g.options), ACCEPTED);
	return tavern_begin(h, &g, dice);
}

static void decides(struct tavern *h, const char *key, unsigned seat, const char *words)
{
	enum refusal refusal = tavern_decide(h, key, seat, words);

	if (refusal != ACCEPTED)
		fail_msg("%s by %u: %s\n%s", words, seat, refusal_slug(refusal),
			 tavern_facts(h, key));
	tavern_settle(h);
}

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

static const char *begin_at(struct tavern *h, const struct tablas_plugin *plugin, unsigned seats,
			    const char *options, const char *position, const char *dice)
{
	struct desk_game g = tavern_terms(h, plugin, seats, 0, 0);

	assert_int_equal(options_read(plugin, options, g.options), ACCEPTED);
	g.position = position;
	return tavern_begin(h, &g, dice);
}

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

/* ---- chains ------------------------------------------------------------------------------------ */

/* A game of one piece that goes to and fro: whoever is asked lets it go. */
struct pendulum {
	uint32_t swings, turn;
};

#define SWINGS 100

static void pendulum_init(const struct tablas_setup *setup, void *pos)
{
	(void)setup;
	*(struct pendulum *)pos = (struct pendulum){0, 0};
}

static void pendulum_wait(const void *pos, struct tablas_wait *out)
{
	const struct pendulum *p = pos;

	out->kind = p->swings < SWINGS ? TABLAS_WAIT_MOVE : TABLAS_WAIT_OVER;
	out->turn = (uint8_t)p->turn;
	out->seats = (uint16_t)(1u << p->turn);
}

static size_t pendulum_legal(const void *pos, unsigned seat, tablas_move *out, size_t cap)
{
	const struct pendulum *p = pos;

	if (seat != p->turn || p->swings >= SWINGS)
		return 0;
	if (cap)
		*out = 1;
	return 1;
}

static void pendulum_play(void *pos, unsigned seat, tablas_move move, struct tablas_events *ev)
{
	struct pendulum *p = pos;

	(void)seat, (void)move;
	p->swings++;
	p->turn = !p->turn;
	ev->v[ev->n++] = (struct tablas_event){
		.kind = TABLAS_EV_TURN, .seat = (uint8_t)p->turn, .from = -1, .to = -1};
}

static void pendulum_outcome(const void *pos, struct tablas_outcome *out)
{
	(void)pos;
	out->rank[0] = out->rank[1] = 1;
}

static size_t pendulum_write(const void *pos, char *out, size_t cap)
{
	const struct pendulum *p = pos;

	return (size_t)snprintf(out, cap, "%u %u", p->swings, p->turn);
}

static int pendulum_read(const struct tablas_setup *setup, const char *text, void *pos)
{
	struct pendulum *p = pos;

	(void)setup;
	return sscanf(text, "%u %u", &p->swings, &p->turn) == 2 ? 0 : -1;
}

static size_t pendulum_move_write(const void *pos, unsigned seat, tablas_move move, char *out,
				  size_t cap)
{
	(void)pos, (void)seat, (void)move;
	return (size_t)snprintf(out, cap, "swing");
}

static int pendulum_move_read(const void *pos, unsigned seat, const char *text,
			      tablas_move *move)
{
	(void)pos, (void)seat;
	*move = 1;
	return strcmp(text, "swing") == 0 ? 0 : -1;
}

static const struct tablas_place nowhere[] = {{.name = NULL}};

/* What it has not of its own is the toy's. */
static const struct tablas_plugin *the_pendulum(void)
{
	static struct tablas_plugin p;

	p = tablas_plugin_toy;
	p.name = "pendulum";
	p.position_size = sizeof(struct pendulum);
	p.moves_max = 1;
	p.options = NULL;
	p.places = nowhere;
	p.init = pendulum_init;
	p.wait = pendulum_wait;
	p.legal = pendulum_legal;
	p.play = pendulum_play;
	p.outcome = pendulum_outcome;
	p.write = pendulum_write;
	p.read = pendulum_read;
	p.move_write = pendulum_move_write;
	p.move_read = pendulum_move_read;
	p.plays = NULL;
	p.exposure = NULL;
	p.leave = NULL;
	p.resign = NULL;
	p.audit = NULL;
	return &p;
}

/* Both seats have ordered whatever there is; the first swing is by hand. */
static const char *begin_chain(struct tavern *h)
{
	struct desk_game g;
	const char *key;

	assert_true(registry_add(&h->games, the_pendulum()));
	g = tavern_terms(h, the_pendulum(), 2, 0, 0);
	key = tavern_begin(h, &g, NULL);
	ORDERS(h, key, 0, "forced\nkeep");
	ORDERS(h, key, 1, "forced\nkeep");
	assert_int_equal(tavern_decide(h, key, 0, "swing"), ACCEPTED);
	return key;
}

static void two_seats_with_orders_let_go_of_the_loop_and_go_on_in_its_next_turn(void **state)
{
	struct tavern *h = *state;
	const char *key = begin_chain(h);
	uint64_t turns = 0;

	tavern_settle(h);
	assert_int_equal(tavern_row_seen(h, key).decisions, 1 + 32);
	while (tavern_row_seen(h, key).state == TABLE_ACTIVE) {
		assert_true(desk_obeys(h->desk));
		assert_true(++turns < SWINGS);
		assert_int_equal(desk_obey(h->desk, 64), 0);
		tavern_settle(h);
	}
	assert_int_equal(turns, 3);
	assert_int_equal(desk_obey(h->desk, 64), 0);
	assert_false(desk_obeys(h->desk));
	assert_int_equal(tavern_row_seen(h, key).decisions, SWINGS);
	assert_int_equal(temporary_number(h->book, "SELECT count(*) FROM orders"), 0);
	assert_int_equal(temporary_number(h->book, "SELECT count(*) FROM obeying"), 0);
	tavern_settle(h);
}

/* Nothing is lost with the process, and nothing is decided twice. */
static void orders_go_on_where_they_stood_when_the_book_is_opened_again(void **state)
{
	struct tavern *h = *state;
	const char *key = begin_chain(h);

	/* Before the commit: none of it has happened. */
	tavern_close(h);
	tavern_open(h);
	assert_int_equal(tavern_row(h, key).decisions, 0);
	assert_int_equal(tavern_decide(h, key, 0, "swing"), ACCEPTED);
	tavern_settle(h);
	assert_int_equal(tavern_row_seen(h, key).decisions, 1 + 32);
	for (int i = 1; i <= 3; i++) {
		tavern_close(h);
		tavern_open(h);
		assert_int_equal(desk_obey(h->desk, 64), 0);
		tavern_settle(h);
		assert_int_equal(tavern_row_seen(h, key).decisions,
				 i < 3 ? 1 + 32 + 32 * i : SWINGS);
	}
}

/* ---- by chance ------------------------------------------------------------------------------------ */

/* Every seat has ordered what it can; the rest is decided at random. */
static void games_with_orders_keep_every_promise_of_games_without(void **state)
{
	static const struct {
		const struct tablas_plugin *plugin;
		unsigned seats;
		const char *options, *place;
	} games[] = {{BACKGAMMON, 2, "cube=on", "place 22\nplace 3"},
		     {EL_MUNDO, 4, "", "place Sp1\nplace Su1\nplace Au1\nplace Wi1"},
		     {&tablas_plugin_quinze_tablas, 2, "", "place 1\nplace 2\nplace 23"},
		     {&tablas_plugin_seven_point, 2, "", "place 1\nplace 2\nplace 23"},
		     {&tablas_plugin_acedrex, 4, "", "place a1"}};
	struct tavern *h = *state;
	uint32_t seed = 36;

	for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++) {
		const char *key = begin(h, games[i].plugin, games[i].seats, games[i].options, NULL);
		char enter[128];

		snprintf(enter, sizeof(enter), "enter\nkeep\n%s", games[i].place);
		for (unsigned seat = 0; seat < games[i].seats; seat++)
			ORDERS(h, key, seat, "forced\nkeep", "roll\nkeep", enter,
			       "double\nkeep\naccept", "answer\nkeep");
		for (unsigned n = 1; tavern_play_on(h, key, &seed); n++) {
			assert_int_equal(desk_obey(h->desk, 64), 0);
			if (n % 32 == 0)
				tavern_settle(h);
		}
		tavern_settle(h);
		assert_int_equal(tavern_row_seen(h, key).state, TABLE_OVER);
	}
	tavern_assert_true(h);
	assert_int_equal(temporary_number(h->book, "SELECT count(*) FROM orders"), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define ORDER_TEST(f) cmocka_unit_test_setup_teardown(f, setup, tavern_teardown)
		ORDER_TEST(if_the_throw_is_six_five_the_runner_runs),
		ORDER_TEST(another_throw_is_left_to_the_player_and_the_order_expires),
		ORDER_TEST(an_order_to_be_kept_waits_for_its_throw),
		ORDER_TEST(what_they_play_chooses_among_the_orders),
		ORDER_TEST(a_position_is_known_by_its_pieces),
		ORDER_TEST(a_capture_is_answered_before_the_next_seat_is_asked),
		ORDER_TEST(men_in_hand_of_quinze_tablas_are_placed_where_their_owner_likes),
		ORDER_TEST(an_order_that_has_become_illegal_fails_and_the_next_is_asked),
		ORDER_TEST(an_order_does_not_answer_a_question_put_before_it),
		ORDER_TEST(who_does_not_want_to_double_throws_at_once),
		ORDER_TEST(a_double_is_taken_up_to_a_cube_and_dropped_beyond),
		ORDER_TEST(who_cannot_double_throws_by_the_order_for_forced_decisions),
		ORDER_TEST(struck_pieces_of_el_mundo_go_back_where_their_owner_likes),
		ORDER_TEST(dice_that_come_round_out_of_turn_are_used_by_order),
		ORDER_TEST(
			in_backgammon_an_order_enters_where_nothing_else_is_left_to_choose),
		ORDER_TEST(two_seats_with_orders_let_go_of_the_loop_and_go_on_in_its_next_turn),
		ORDER_TEST(orders_go_on_where_they_stood_when_the_book_is_opened_again),
		ORDER_TEST(games_with_orders_keep_every_promise_of_games_without),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
