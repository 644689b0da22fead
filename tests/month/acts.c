/*
 * acts.c - what people do in a month: one row each.
 *
 * An act picks a table by chance and does something there, through the door that
 * everybody uses.  What is refused is refused with a reason (house.c looks); what
 * was done is counted, and by the end of the month everything must have been.
 */
#include "tests/month/month.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *token_of(const struct board *b, unsigned seat)
{
	return month.players[b->who[seat]].token;
}

static const char *path_of(const struct board *b, const char *behind)
{
	static char path[96];

	snprintf(path, sizeof path, "/v1/games/%s%s", b->key, behind);
	return path;
}

static bool done(struct answer a)
{
	bool good = a.status < 300;

	answer_fini(&a);
	return good;
}

/* ---- looking --------------------------------------------------------------------------------- */

static void retire(struct board *b)
{
	unsigned which = (unsigned)(b - month.boards);

	b->over = true;
	for (unsigned i = 0; i < month.live_n; i++)
		if (month.live[i] == which)
			month.live[i--] = month.live[--month.live_n];
}

static void note(struct board *b, const struct answer *a)
{
	const char *state = answer_string(a, "state");

	b->ply = answer_int(a, "ply");
	b->open = strcmp(state, "open") == 0;
	b->deadline = 0;
	if (b->open && answer_has(a, "table.expires"))
		b->deadline = instant(answer_string(a, "table.expires"));
	else if (b->timed && answer_has(a, "clock.deadline"))
		b->deadline = instant(answer_string(a, "clock.deadline"));
	if (strcmp(state, "over") == 0 || strcmp(state, "aborted") == 0)
		retire(b);
}

void board_look(struct board *b)
{
	struct answer a = month_get(token_of(b, 0), "%s", path_of(b, ""));

	answer_expect(&a, 200);
	note(b, &a);
	answer_fini(&a);
}

static struct board *some_board(void)
{
	return month.live_n ? &month.boards[month.live[chance(month.live_n)]] : NULL;
}

/* ---- laying a table ------------------------------------------------------------------------------ */

static const struct {
	const char *json;
	int64_t per_move; /* of a simple one; 0: it is not */
	bool claimed_only;
} clocks[] = {
	{"null", 0, false},
	{"{\"per_move\": \"P1D\"}", DAY, false},
	{"{\"per_move\": \"P3D\"}", 3 * DAY, false},
	{"{\"per_move\": \"PT12H\", \"on_timeout\": \"forfeit_move\", \"misses_max\": 2}",
	 12 * HOUR, false},
	{"{\"per_move\": \"P1D\", \"on_timeout\": \"claim\"}", DAY, true},
	{"{\"per_move\": \"P2D\", \"bank\": \"P3D\", \"increment\": \"PT6H\", \"bank_max\": \"P5D\"}", 0,
	 false},
	{"{\"per_move\": \"P1D\", \"bank\": \"P1D\", \"weekends\": \"off\"}", 0, false},
	{"{\"per_move\": \"P1D\", \"quiet\": \"22:00/07:00\","
	 " \"offset\": \"-05:00\"}",
	 0, false},
	{"{\"per_move\": \"PT30S\", \"bank\": \"PT10M\", \"increment\": \"PT5S\"}", 0, false},
};
#define CLOCKS (sizeof clocks / sizeof *clocks)

static const struct {
	const char *ruleset;
	unsigned seats;
	const char *more;
} kinds[] = {
	{"backgammon", 2, ""},
	{"backgammon", 2, ", \"options\": {\"cube\": true}, \"stake\": {\"unit\": 1, \"buy_in\": 300}"},
	{"backgammon", 2, ", \"match\": {\"length\": 2}"},
	{"backgammon", 2, ", \"options\": {\"variant\": \"hypergammon\"}"},
	{"quinze-tablas", 2, ", \"stake\": {\"unit\": 2, \"buy_in\": 20}"},
	{"seven-point", 2, ""},
	{"el-mundo", 4, ", \"stake\": {\"unit\": 1, \"buy_in\": 100}"},
	{"el-mundo", 4, ""},
	{"acedrex", 4, ", \"stake\": {\"unit\": 1, \"buy_in\": 100}"},
};
#define KINDS (sizeof kinds / sizeof *kinds)

static void some_people(struct board *b)
{
	for (unsigned i = 0; i < b->seats; i++) {
		bool again;

		do {
			again = false;
			b->who[i] = chance(month.players_n);
			for (unsigned j = 0; j < i; j++)
				again |= b->who[j] == b->who[i];
		} while (again);
	}
}

static void add_board(const struct board *b)
{
	month.boards[month.boards_n] = *b;
	month.live[month.live_n++] = month.boards_n++;
}

static unsigned free_seat(const struct board *b)
{
	unsigned seat = 0;

	while (seat < b->seats && (b->sits >> seat & 1))
		seat++;
	return seat;
}

/* The next who is to sit there does, if he can. */
static bool take_seat(struct board *b)
{
	unsigned seat = free_seat(b);
	bool good = seat < b->seats &&
		    done(month_post(token_of(b, seat), path_of(b, "/seats"), "{\"seat\": %u}", seat));

	b->sits |= good ? 1u << seat : 0;
	board_look(b);
	return good;
}

/* A table for some people: open to all and taken, or kept for them for two days. */
static bool lay(bool challenge)
{
	unsigned kind = chance(KINDS), clock = chance(CLOCKS);
	char seats[256] = "";
	struct board b = {.seats = kinds[kind].seats,
			  .timed = clock > 0,
			  .claimed_only = clocks[clock].claimed_only,
			  .simple = clocks[clock].per_move > 0,
			  .per_move = clocks[clock].per_move};
	struct answer a;

	if (month.boards_n == month.boards_max)
		return false;
	some_people(&b);
	b.sits = 1;
	for (unsigned i = 0; i < b.seats; i++)
		snprintf(seats + strlen(seats), sizeof seats - strlen(seats),
			 challenge ? "%s{\"account\": \"%s\"}" : "%s\"open\"", i ? ", " : "",
			 month.players[b.who[i]].name);
	a = month_post(token_of(&b, 0), "/v1/games",
		       "{\"ruleset\": \"%s\", \"seats\": [%s], \"sit\": 0, \"rated\": %s,"
		       " \"clock\": %s%s%s}",
		       kinds[kind].ruleset, seats, chance(2) ? "true" : "false", clocks[clock].json,
		       kinds[kind].more, challenge ? ", \"expires_in\": \"P2DT1H\"" : "");
	if (a.status != 201) { /* no chips, or too many tables that are not full */
		answer_fini(&a);
		return false;
	}
	snprintf(b.key, sizeof b.key, "%s", answer_string(&a, "id"));
	note(&b, &a);
	answer_fini(&a);
	add_board(&b);
	while (!challenge && take_seat(&month.boards[month.boards_n - 1]))
		;
	return true;
}

static bool act_lay(void)
{
	return lay(false);
}

static bool act_challenge(void)
{
	return lay(true);
}

/* Who sits and who may sit where, as the game has it.  False: somebody has turned it down. */
static bool seat_people(struct board *b, const struct answer *a)
{
	b->sits = 0;
	for (unsigned i = 0; i < b->seats; i++) {
		json_t *seat = json_array_get(answer_at(a, "seats"), i);
		const char *sits = json_string_value(json_object_get(seat, "account"));
		const char *invited = json_string_value(json_object_get(seat, "invited"));

		if (sscanf(sits ? sits : invited ? invited : "", "p%u", &b->who[i]) != 1)
			return false;
		b->sits |= sits ? 1u << i : 0;
	}
	return true;
}

/* One asks for a rematch, and some of the others too: it is one table. */
static bool act_rematch(void)
{
	const struct board *over = month.boards_n ? &month.boards[chance(month.boards_n)] : NULL;
	unsigned asking = over ? 1 + chance(over->seats) : 0;
	struct board b;
	bool good = false;

	if (!over || !over->over || month.boards_n == month.boards_max)
		return false;
	b = *over;
	b.key[0] = '\0';
	for (unsigned seat = 0; seat < asking; seat++) {
		struct answer a = month_post(token_of(over, seat), path_of(over, "/rematch"), "{}");

		if (a.status == 201 || a.status == 200) {
			if (b.key[0])
				assert_string_equal(answer_string(&a, "id"), b.key);
			snprintf(b.key, sizeof b.key, "%s", answer_string(&a, "id"));
			good = seat_people(&b, &a);
		}
		answer_fini(&a);
	}
	for (unsigned i = 0; good && i < month.boards_n; i++)
		good = strcmp(month.boards[i].key, b.key) != 0; /* it was asked for before */
	if (!good)
		return false;
	b.over = b.paused = false;
	add_board(&b);
	board_look(&month.boards[month.boards_n - 1]);
	return true;
}

static struct board *some_open_board(void)
{
	struct board *b = some_board();

	for (int i = 0; b && !b->open && i < 50; i++)
		b = some_board();
	return b && b->open && free_seat(b) < b->seats ? b : NULL;
}

static bool act_take_up(void)
{
	struct board *b = some_open_board();

	return b && take_seat(b);
}

static bool act_turn_down(void)
{
	struct board *b = some_open_board();
	bool good;

	if (!b)
		return false;
	good = done(month_post(token_of(b, free_seat(b)), path_of(b, "/decline"), "{}"));
	board_look(b);
	return good;
}

/* ---- at a table ----------------------------------------------------------------------------------- */

static bool act_decide(void)
{
	struct board *b = some_board();
	struct answer a;
	char *moves;
	long long ply;
	unsigned seat;

	if (!b)
		return false;
	a = month_get(token_of(b, 0), "%s?limit=12", path_of(b, "/plays"));
	if (a.status != 200 || json_array_size(answer_at(&a, "plays")) == 0) {
		answer_fini(&a);
		board_look(b);
		return false;
	}
	seat = (unsigned)answer_int(&a, "seat");
	ply = answer_int(&a, "ply");
	moves = json_dumps(json_object_get(json_array_get(answer_at(&a, "plays"),
							  chance((unsigned)json_array_size(
								  answer_at(&a, "plays")))),
					   "moves"),
			   JSON_COMPACT);
	answer_fini(&a);
	a = month_post(token_of(b, seat), path_of(b, "/turns"), "{\"ply\": %lld, \"moves\": %s}", ply,
		       moves);
	free(moves);
	if (!(a.status == 409 && strstr(answer_string(&a, "type"), "/game-paused")))
		answer_expect(&a, 201); /* also when the house died over it: done once */
	bool good = done(a);
	board_look(b);
	return good;
}

/* A post of some seat to a resource of some game, and what it has come to. */
static bool at_table(const char *resource, const char *body)
{
	struct board *b = some_board();
	bool good;

	if (!b)
		return false;
	good = done(month_post(token_of(b, chance(b->seats)), path_of(b, resource), "%s", body));
	board_look(b);
	return good;
}

static bool act_resign(void)
{
	return at_table("/resignation", "{}");
}

static bool act_abort(void)
{
	return at_table("/abort", "{}");
}

/* Every seat of a game in which one may claims. */
static bool act_claim(void)
{
	struct board *b = some_board();
	bool good = false;

	for (int i = 0; b && !b->claimed_only && i < 30; i++)
		b = some_board();
	for (unsigned seat = 0; b && b->claimed_only && seat < b->seats && !good; seat++)
		good = done(month_post(token_of(b, seat), path_of(b, "/claim"), "{}"));
	if (b)
		board_look(b);
	return good;
}

static bool act_nudge(void)
{
	return at_table("/nudge", "{}");
}

static bool act_say(void)
{
	return at_table("/chat", "{\"text\": \"good luck\"}");
}

static bool act_order(void)
{
	struct board *b = some_board();

	if (!b)
		return false;
	return done(http_ask(&month.http, "PUT", path_of(b, "/orders"), token_of(b, chance(b->seats)),
			     "{\"ply\": %lld, \"orders\": [{\"kind\": \"roll\"}]}", b->ply));
}

/* Something is offered, and every other seat answers. */
static bool by_consent(struct board *b, const char *resource, const char *more)
{
	const char *answer = chance(4) ? "accept" : "decline";
	bool good;

	if (!b || !done(month_post(token_of(b, 0), path_of(b, resource), "{\"action\": \"offer\"%s}",
				   more)))
		return false;
	good = false;
	for (unsigned seat = 1; seat < b->seats && !b->over; seat++) {
		board_look(b);
		if (!b->over)
			good |= done(month_post(token_of(b, seat), path_of(b, resource),
						"{\"action\": \"%s\", \"ply\": %lld}", answer, b->ply));
	}
	board_look(b);
	return good;
}

static bool act_draw(void)
{
	return by_consent(some_board(), "/draw", "");
}

static bool act_take_back(void)
{
	return by_consent(some_board(), "/takeback", "");
}

static bool act_pause(void)
{
	struct board *b = some_board();

	if (b)
		b->paused = true;
	return by_consent(b, "/pause", chance(2) ? "" : ", \"for\": \"P3D\"");
}

static bool act_freeze(void)
{
	struct board *b = some_board();
	bool good;

	if (!b || !done(month_post(month.operator, path_of(b, "/freeze"), "{}")))
		return false;
	for (unsigned n = chance(3); n > 0; n--)
		month_wind(month.now + (int64_t)chance(6) * month.moment);
	good = done(month_post(month.operator, path_of(b, "/thaw"), "{}"));
	board_look(b);
	return good;
}

/* Some days from today or one of the next on.  By the time they are told all clocks know. */
static bool act_vacation(void)
{
	const char *token = month.players[chance(month.players_n)].token;
	char day[32];
	bool good;

	instant_write(month.now + (int64_t)chance(6) * DAY, day);
	good = done(month_post(token, "/v1/accounts/me/vacations",
			       "{\"from\": \"%.10s\", \"days\": %u}", day, 1 + chance(4)));
	for (int i = 0; i < 4; i++)
		answer_done(month_get(token, "/v1/accounts/me/vacations"), 200);
	return good;
}

static bool act_pay(void)
{
	return done(month_post(month.players[chance(month.players_n)].token, "/v1/transfers",
			       "{\"to\": \"%s\", \"amount\": %u}",
			       month.players[chance(month.players_n)].name, 1 + chance(20)));
}

static bool act_listen(void)
{
	struct player *p = &month.players[chance(month.players_n)];

	if (!p->reader.reads)
		return false;
	reader_read(p);
	return true;
}

/* ---- the rows --------------------------------------------------------------------------------------- */

static struct act {
	const char *name;
	unsigned weight;
	bool (*act)(void);
	long tried, done;
} acts[] = {
	{"lay a table", 10, act_lay, 0, 0},
	{"challenge", 5, act_challenge, 0, 0},
	{"take up a challenge", 8, act_take_up, 0, 0},
	{"turn one down", 2, act_turn_down, 0, 0},
	{"ask for a rematch", 5, act_rematch, 0, 0},
	{"decide", 70, act_decide, 0, 0},
	{"resign", 4, act_resign, 0, 0},
	{"abort", 2, act_abort, 0, 0},
	{"claim", 4, act_claim, 0, 0},
	{"nudge", 3, act_nudge, 0, 0},
	{"say something", 3, act_say, 0, 0},
	{"give an order", 2, act_order, 0, 0},
	{"draw by agreement", 2, act_draw, 0, 0},
	{"take back", 4, act_take_back, 0, 0},
	{"pause", 4, act_pause, 0, 0},
	{"freeze and thaw", 1, act_freeze, 0, 0},
	{"go on vacation", 2, act_vacation, 0, 0},
	{"pay", 2, act_pay, 0, 0},
	{"listen", 15, act_listen, 0, 0},
};
#define ACTS (sizeof acts / sizeof *acts)
#define CATCH_UP_MOST 200

void act_once(void)
{
	unsigned all = 0, at;
	size_t i = 0;

	for (size_t k = 0; k < ACTS; k++)
		all += acts[k].weight;
	for (at = chance(all); at >= acts[i].weight; i++)
		at -= acts[i].weight;
	acts[i].tried++;
	acts[i].done += acts[i].act();
}

void acts_catch_up(void)
{
	for (size_t i = 0; i < ACTS; i++) {
		for (int n = 0; n < CATCH_UP_MOST && acts[i].done == 0; n++) {
			acts[i].tried++;
			acts[i].done += acts[i].act();
			if (acts[i].done == 0 && acts[i].act != act_lay)
				(void)(act_lay() && act_decide());
		}
	}
}

void acts_tell(void)
{
	for (size_t i = 0; i < ACTS; i++)
		print_message("%-20s %6ld of %6ld\n", acts[i].name, acts[i].done, acts[i].tried);
}

void acts_all_done(void)
{
	for (size_t i = 0; i < ACTS; i++)
		if (acts[i].done == 0)
			fail_msg("nobody managed to %s", acts[i].name);
}
