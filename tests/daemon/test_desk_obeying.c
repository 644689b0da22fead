/*
 * test_desk_obeying.c - orders that answer one another: they let go of the loop, go on
 * where they stood when the book is opened again, and break no promise.
 */
#include "tests/daemon/ordering.h"

#include <stdio.h>
#include <string.h>

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

/* Orders where nobody decides any more are what the audit finds. */
static void orders_that_outlive_their_game_are_found(void **state)
{
	struct tavern *h = *state;
	const char *key = begin(h, BACKGAMMON, 2, "", NULL);
	const struct command resign = {.kind = COMMAND_RESIGN, .seat = 0};

	ORDERS(h, key, 1, "forced\nkeep");
	assert_int_equal(tavern_submit(h, key, &resign, h->people[0]), ACCEPTED);
	tavern_settle(h);
	ORDERS(h, key, 1, "forced\nkeep");
	assert_non_null(
		strstr(tavern_audit(h), "seat 1 has standing orders and nothing to decide"));
	ORDERS(h, key, 1, NULL);
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
		ORDER_TEST(two_seats_with_orders_let_go_of_the_loop_and_go_on_in_its_next_turn),
		ORDER_TEST(orders_go_on_where_they_stood_when_the_book_is_opened_again),
		ORDER_TEST(orders_that_outlive_their_game_are_found),
		ORDER_TEST(games_with_orders_keep_every_promise_of_games_without),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
