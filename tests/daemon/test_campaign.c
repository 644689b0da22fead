/*
 * test_campaign.c - staked games of every ruleset, played by chance and at once.
 *
 * Eight people sit at several tables with random terms, decide, double, drop,
 * resign, are removed, abort, add chips, let their time run out.  After every
 * commit the book sums to nothing, each new entry says what its account holds
 * after it, and tables that are over are empty; at the end every game and every
 * balance is replayed.  It goes on until each kind of movement has been seen.  A
 * long campaign (TABLAS_LONG) plays 2,000 games.
 */
#include "tests/daemon/tavern.h"

#include "game/phrase.h"
#include "game/plays.h"
#include "tests/game/toy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct tablas_plugin tablas_plugin_backgammon, tablas_plugin_el_mundo,
	tablas_plugin_quinze_tablas, tablas_plugin_seven_point, tablas_plugin_acedrex;

#define TABLES 5
#define PEOPLE TABLAS_SEATS_MAX
#define ACCOUNTS (3 + PEOPLE) /* the house's and theirs */
#define CREDIT 400

static const struct {
	const struct tablas_plugin *plugin;
	unsigned seats;
	const char *options;
} games[] = {
	{&tablas_plugin_backgammon, 2, "cube=on"},
	{&tablas_plugin_backgammon, 2, "cube=on beaver=on raccoon=on jacoby=on automatic_doubles=2"},
	{&tablas_plugin_backgammon, 2, "variant=hypergammon cube=on resign_value=offered"},
	{&tablas_plugin_backgammon, 2, "variant=hypergammon resign_value=offered"},
	{&tablas_plugin_el_mundo, 4, ""},
	{&tablas_plugin_el_mundo, 4, "ante=7 finish=play_on"},
	{&tablas_plugin_el_mundo, 4, "ante=2 payout=right_neighbour reentry=war"},
	{&tablas_plugin_quinze_tablas, 2, ""},
	{&tablas_plugin_seven_point, 2, ""},
	{&tablas_plugin_acedrex, 4, "ante=5"},
	{&tablas_plugin_acedrex, 4, "capture_payee=captor check_payee=captor"},
	{&tablas_plugin_toy, 3, "antes=on pot=left men=2"},
};

#define GAMES (sizeof(games) / sizeof(games[0]))

struct ledger { /* what has been read of one account */
	int64_t id, seq, total;
};

static struct tavern *h;
static uint32_t seed;
static struct {
	char key[STORE_KEY_SIZE]; /* "": no game */
} tables[TABLES];
static struct ledger ledgers[ACCOUNTS];
static size_t kinds[TRANSFER_KINDS], over, aborted, lacking, broke, kept_from_more, lapsed, claimed;

static unsigned chance(unsigned n)
{
	return toy_chance(&seed, n);
}

/* ---- what must be true after every commit --------------------------------------------------- */

/* The entries since the last look: each account's total is what was there and came. */
static void read_on(struct ledger *l)
{
	struct entry_row rows[64];
	int64_t reached;
	size_t n;

	do {
		const struct entry_filter f = {
			.account = l->id, .ascending = true, .after = l->seq};

		n = sizeof(rows) / sizeof(rows[0]);
		assert_int_not_equal(store_entries(h->book->glasses, &f, rows, &n, &reached),
				     STORE_TROUBLE);
		for (size_t i = 0; i < n; i++) {
			assert_int_equal(rows[i].seq, l->seq + 1);
			assert_int_equal(rows[i].total_after, l->total + rows[i].amount);
			l->seq = rows[i].seq;
			l->total = rows[i].total_after;
			kinds[rows[i].kind]++;
			if (rows[i].kind == TRANSFER_STAKE || rows[i].kind == TRANSFER_FORFEIT)
				assert_true(rows[i].stakes > 0);
		}
	} while (n == sizeof(rows) / sizeof(rows[0]));
}

static void look_at_the_book(void)
{
	int64_t sum = 0;

	for (size_t i = 0; i < ACCOUNTS; i++) {
		struct account_row row;

		read_on(&ledgers[i]);
		assert_int_equal(store_account_by_id(h->book->glasses, ledgers[i].id, &row),
				 STORE_FOUND);
		assert_int_equal(row.wallet + row.held, ledgers[i].total);
		assert_true(row.id == ACCOUNT_BANK || row.wallet >= -CREDIT);
		assert_true(row.id >= ACCOUNT_FIRST || row.id == ACCOUNT_BANK ||
			    (row.wallet >= 0 && row.held >= 0));
		sum += row.wallet + row.held;
	}
	assert_int_equal(sum, 0);
}

/* What an account had at the instant of each of its entries, by adding up from the first. */
static void look_back(int64_t account)
{
	struct entry_row row, next;
	struct entry_filter f = {.account = account, .ascending = true};
	int64_t reached, wallet = 0, total = 0;
	struct balance_row then;
	size_t n = 1;

	store_entries(h->book->glasses, &f, &next, &n, &reached);
	while (n == 1) {
		row = next;
		wallet += row.purse ? 0 : row.amount;
		total += row.amount;
		f.after = row.seq;
		store_entries(h->book->glasses, &f, &next, &n, &reached);
		if (n == 1 && next.at == row.at)
			continue;
		assert_int_equal(store_balance_at(h->book->glasses, account, row.at, &then),
				 STORE_FOUND);
		assert_int_equal(then.wallet, wallet);
		assert_int_equal(then.wallet + then.held, total);
		assert_int_equal(then.entries, row.seq);
	}
}

static void settle(void)
{
	tavern_settle(h);
	look_at_the_book();
}

static void look_at_a_table_that_is_over(const struct game_row *row)
{
	assert_int_equal(row->pot, 0);
	for (unsigned i = 0; i < row->seats; i++)
		assert_int_equal(row->seat[i].purse, 0);
}

/* ---- what people do ----------------------------------------------------------------------------- */

static enum refusal submit(const char *key, struct command c, int64_t account)
{
	enum refusal refusal = tavern_submit(h, key, &c, account);

	if (h->receipt.trouble || refusal == INTERNAL_ERROR || refusal == GAME_FROZEN)
		fail_msg("%s: %s", key, refusal_slug(refusal));
	return refusal;
}

/* The bank helps out whoever has too little to sit down. */
static void refill(void)
{
	struct book_line grant = {
		.kind = TRANSFER_GRANT, .from = {ACCOUNT_BANK, 0}, .amount = 2000};

	for (size_t i = 0; i < PEOPLE; i++) {
		if (tavern_wallet(h, h->people[i]) >= 500)
			continue;
		grant.to.account = h->people[i];
		assert_int_equal(desk_enter(h->desk), 0);
		assert_int_equal(store_book(h->book->store, 1, 0, 0, &grant, 1, NULL), STORE_DONE);
		assert_int_equal(desk_leave(h->desk, true), 0);
	}
}

static void some_time(struct pace *pace)
{
	*pace = (struct pace){.timed = true,
			      .on_timeout = (uint8_t)(chance(2) ? CLAIM : chance(CLAIM)),
			      .per_move = PACE_SECOND * (1 + chance(60)),
			      .bank = PACE_SECOND * chance(60)};
	pace->misses = pace->on_timeout == FORFEIT_MOVE ? (uint8_t)(1 + chance(4)) : 0;
	pace->bank_most = pace->bank;
}

static struct desk_game some_terms(void)
{
	size_t which = chance(GAMES);
	struct desk_game g = tavern_terms(h, games[which].plugin, games[which].seats,
					  1 + chance(4), 1 + chance(30));

	assert_int_equal(options_read(g.plugin, games[which].options, g.options), ACCEPTED);
	g.auto_forced = chance(2);
	if (chance(2))
		some_time(&g.pace);
	if (g.seats == 2 && g.plugin != &tablas_plugin_toy && chance(4) == 0) {
		g.match_length = 1 + chance(3);
		return g;
	}
	g.insolvent = (uint8_t)chance(INSOLVENT_COUNT);
	g.credit = g.insolvent == INSOLVENT_DEBT ? 1 + chance(CREDIT / 2) : 0;
	g.top_ups = chance(2);
	return g;
}

static void lay_a_table(char key[STORE_KEY_SIZE])
{
	const struct desk_house house = {.credit = CREDIT, .fee = (int32_t)chance(3) * 170};
	struct desk_game g = some_terms();
	enum refusal refusal;

	refill();
	desk_set_house(h->desk, &house);
	do {
		assert_int_equal(desk_enter(h->desk), 0);
		refusal = desk_create(h->desk, &g, &h->receipt);
		assert_true(refusal == ACCEPTED || refusal == BUY_IN_TOO_SMALL);
		if (refusal == ACCEPTED)
			strcpy(key, h->receipt.row->key);
		assert_int_equal(desk_leave(h->desk, refusal == ACCEPTED), 0);
		g.buy_in *= 2;
	} while (refusal != ACCEPTED);
}

static void join(const struct game_row *row)
{
	struct command c = {.kind = COMMAND_SIT, .seat = (uint8_t)chance(row->seats)};
	enum refusal refusal;

	if (chance(20) == 0)
		c.kind = chance(4) ? COMMAND_STAND : COMMAND_ABORT;
	c.text = "";
	refusal = submit(row->key, c, h->people[chance(PEOPLE)]);
	if (refusal == CREDIT_EXHAUSTED)
		kept_from_more++;
	if (refusal == CREDIT_EXHAUSTED || refusal == INSUFFICIENT_CHIPS) {
		c = (struct command){.kind = COMMAND_ABORT, .seat = TABLAS_NOBODY, .text = ""};
		if (chance(6) == 0)
			submit(row->key, c, 0);
		refill();
	}
}

/* Any decision of the seat, found by asking the plugin. */
static void decide(const struct game_row *row, struct table *t, unsigned seat)
{
	const struct tablas_plugin *plugin = t->plugin;
	static tablas_move legal[4096], moves[TABLAS_STEPS_MAX];
	struct tablas_event v[TABLAS_EVENTS_MAX];
	struct tablas_wait asked, after;
	struct tablas_events events;
	char text[FACT_TEXT_MAX];
	const char *words = text;
	_Alignas(16) unsigned char pos[TABLAS_POSITION_MAX];
	size_t n = 0;
	enum refusal refusal;

	assert_true(plugin->moves_max <= sizeof(legal) / sizeof(legal[0]));
	memcpy(pos, t->position, plugin->position_size);
	plugin->wait(pos, &asked);
	do {
		size_t k = plugin->legal(pos, seat, legal, plugin->moves_max);

		moves[n] = legal[chance((unsigned)k)];
		events = (struct tablas_events){v, 0};
		plugin->play(pos, seat, moves[n++], &events);
		plugin->wait(pos, &after);
	} while (plays_go_on(&asked, &after, v, events.n));
	phrase_write(plugin, t->position, seat, moves, n, text, sizeof(text));
	refusal = submit(row->key,
			 (struct command){.kind = COMMAND_DECIDE,
					  .seat = (uint8_t)seat,
					  .ply = row->ply,
					  .words = &words,
					  .words_n = 1},
			 0);
	assert_true(refusal == ACCEPTED || refusal == INSUFFICIENT_CHIPS);
	lacking += refusal == INSUFFICIENT_CHIPS;
}

static void play(const struct game_row *row)
{
	static struct table t;
	unsigned seat = chance(row->seats), what = chance(400);
	struct command c = {.seat = (uint8_t)seat, .text = "by chance"};

	if (what < 3) {
		c.kind = COMMAND_RESIGN;
		c.value = (int32_t)chance(4);
	} else if (what < 4) {
		c.kind = COMMAND_LEAVE;
	} else if (what < 6) {
		c.kind = COMMAND_ABORT;
		c.seat = chance(4) ? (uint8_t)seat : TABLAS_NOBODY;
	} else if (what < 14) {
		c.kind = COMMAND_TOP_UP;
		c.chips = (int64_t)chance((unsigned)row->buy_in + 3) - 1;
	} else if (strstr(row->clock, "claim") && chance(3) == 0) {
		c.kind = COMMAND_CLAIM;
	}
	if (c.kind) {
		enum refusal refusal = submit(row->key, c, row->seat[seat].account);
		claimed += c.kind == COMMAND_CLAIM && refusal == ACCEPTED;
		return;
	}
	assert_int_equal(desk_table(h->desk, row, &t), 0);
	while (!table_asks(&t, seat))
		seat = (seat + 1) % row->seats;
	decide(row, &t, seat);
}

/* One thing at one table. */
static void go_on(char key[STORE_KEY_SIZE])
{
	static struct game_row row;

	if (!*key) {
		lay_a_table(key);
		return;
	}
	row = tavern_row(h, key);
	switch (row.state) {
	case TABLE_OPEN:
		join(&row);
		return;
	case TABLE_ACTIVE:
		play(&row);
		return;
	case TABLE_OVER:
		over++;
		break;
	case TABLE_ABORTED:
		aborted++;
	}
	look_at_a_table_that_is_over(&row);
	for (unsigned i = 0; row.insolvent == INSOLVENT_ELIMINATE && i < row.seats; i++)
		broke += row.seat[i].status == SEAT_LEFT;
	strcpy(key, row.next);
}

/* Now and then everybody thinks for a while, some of them for too long. */
static void let_time_pass(void)
{
	static int64_t now = TAVERN_TIME;
	int n;

	now += chance(2) ? chance(200) : PACE_SECOND * chance(60);
	clock_wind(&h->clock, now);
	do {
		n = desk_lapse(h->desk, 64);
		assert_true(n >= 0);
		lapsed += (size_t)n;
	} while (n > 0);
}

/* ---- the campaign ------------------------------------------------------------------------------------ */

static size_t how_many(void)
{
	return getenv("TABLAS_LONG") ? 2000 : getenv("TABLAS_BRIEF") ? 10 : 20;
}

/* A campaign in which something never happened has shown nothing of it. */
static const char *what_is_missing(void)
{
	for (unsigned kind = TRANSFER_GRANT; kind < TRANSFER_KINDS; kind++)
		if (!kinds[kind] && kind != TRANSFER_WITHDRAW && kind != TRANSFER_PLAYER)
			return transfer_word((enum transfer_kind)kind);
	if (!lapsed || !claimed)
		return lapsed ? "claim" : "lapse";
	return !aborted ? "abort" : !lacking ? "cube refused" : !broke ? "elimination" : NULL;
}

static void begin(struct tavern *tavern)
{
	h = tavern;
	seed = 1283;
	for (size_t i = 0; i < GAMES; i++)
		if (!registry_find(&h->games, games[i].plugin->name))
			registry_add(&h->games, games[i].plugin);
	for (size_t i = 0; i < ACCOUNTS; i++)
		ledgers[i].id = i < 3 ? (int64_t)i + 1 : h->people[i - 3];
}

static void every_chip_is_where_it_should_be_after_every_commit(void **state)
{
	size_t wanted = how_many();

	begin(*state);
	while (over < wanted || (what_is_missing() && over < 20 * wanted)) {
		for (unsigned n = 1 + chance(chance(4) ? 100 : 3); n > 0; n--)
			go_on(tables[chance(TABLES)].key);
		let_time_pass();
		settle();
	}
	for (size_t i = 0; i < PEOPLE; i++)
		look_back(h->people[i]);
	print_message("%zu games over, %zu aborted, %zu doubles not covered, %zu seats broke, "
		      "%zu times no more credit, %zu seats late, %zu of them claimed against\n",
		      over, aborted, lacking, broke, kept_from_more, lapsed, claimed);
	if (what_is_missing())
		fail_msg("there was no %s", what_is_missing());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TAVERN_TEST(every_chip_is_where_it_should_be_after_every_commit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
