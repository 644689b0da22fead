/*
 * test_desk_ratings.c - what the end of a game does to ratings, and what the audit
 * says of ratings that were edited.
 */
#include "tests/daemon/tavern.h"

#include <stdio.h>
#include <string.h>

extern const struct tablas_plugin tablas_plugin_backgammon;

#define BACKGAMMON (&tablas_plugin_backgammon)
#define DAY PACE_DAY

static uint32_t seed;

static int setup(void **state)
{
	seed = 5;
	return tavern_setup_with(state, BACKGAMMON);
}

static struct desk_game rated(struct tavern *h)
{
	struct desk_game g = tavern_terms(h, BACKGAMMON, 2, 0, 0);

	g.rated = true;
	g.pace = (struct pace){.timed = true, .per_move = 3 * DAY};
	return g;
}

static void resigns(struct tavern *h, const char *key, unsigned seat)
{
	const struct command c = {.kind = COMMAND_RESIGN, .seat = (uint8_t)seat};

	assert_int_equal(tavern_submit(h, key, &c, 0), ACCEPTED);
	tavern_settle(h);
}

/* A game of these terms in which players decide that often before seat 0 resigns. */
static const char *lost_by_the_first(struct tavern *h, const struct desk_game *g, int decisions)
{
	const char *key = tavern_begin(h, g, NULL);

	for (int i = 0; i < decisions; i++)
		assert_true(tavern_play_on(h, key, &seed));
	resigns(h, key, 0);
	return key;
}

static struct rating_row rating_of(struct tavern *h, unsigned who)
{
	struct rating_row rows[8] = {{.after = 0}};
	size_t n = 8;

	store_ratings(h->book->glasses, h->people[who], rows, &n);
	assert_true(n <= 1);
	return rows[0];
}

static int64_t changes(struct tavern *h)
{
	return temporary_number(h->book, "SELECT count(*) FROM rating_changes");
}

/* ---- what counts ----------------------------------------------------------------------- */

static void who_resigns_a_rated_game_loses_what_the_other_gains(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = rated(h);

	lost_by_the_first(h, &g, 3);
	assert_int_equal(rating_of(h, 0).after, 1490020);
	assert_int_equal(rating_of(h, 1).after, 1509980);
	assert_int_equal(rating_of(h, 1).time, RATING_LETTER);
	assert_int_equal(rating_of(h, 1).experience, 1);
	lost_by_the_first(h, &g, 3);
	assert_int_equal(rating_of(h, 1).games, 2);
	assert_int_equal(rating_of(h, 0).after + rating_of(h, 1).after, 2 * RATING_START);
}

static void a_game_that_is_not_rated_changes_nothing(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = rated(h);

	g.rated = false;
	lost_by_the_first(h, &g, 3);
	assert_int_equal(changes(h), 0);
}

/* user-voices B19: until two decisions are made one leaves without harm, and no later. */
static void who_leaves_before_the_second_decision_rates_nobody(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = rated(h);

	lost_by_the_first(h, &g, 0);
	lost_by_the_first(h, &g, 1);
	assert_int_equal(changes(h), 0);
	lost_by_the_first(h, &g, TABLE_EARLY);
	assert_int_equal(changes(h), 2);
}

/* user-voices B18: why it ended is one thing, whether it counts another. */
static void a_timeout_counts_as_it_ranks(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = rated(h);
	const char *key = tavern_begin(h, &g, NULL);
	struct game_row row;

	while (tavern_row(h, key).decisions < 2)
		assert_true(tavern_play_on(h, key, &seed));
	tavern_settle(h);
	clock_wind(&h->clock, TAVERN_TIME + 4 * DAY);
	assert_int_equal(desk_lapse(h->desk, 8), 1);
	tavern_settle(h);
	row = tavern_row_seen(h, key);
	assert_int_equal(row.state, TABLE_OVER);
	assert_int_equal(marks_ending(row.marks), ENDING_TIMEOUT);
	assert_int_equal(changes(h), 2);
	assert_int_equal(temporary_number(h->book, "SELECT sum(at) FROM rating_changes"),
			 2 * row.ended);
}

static void an_aborted_game_rates_nobody(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = rated(h);
	const char *key = tavern_begin(h, &g, NULL);
	const struct command c = {.kind = COMMAND_ABORT, .seat = TABLAS_NOBODY, .text = "a storm"};

	for (int i = 0; i < 4; i++)
		assert_true(tavern_play_on(h, key, &seed));
	assert_int_equal(tavern_submit(h, key, &c, 0), ACCEPTED);
	tavern_settle(h);
	assert_int_equal(changes(h), 0);
	assert_int_equal(temporary_number(h->book, "SELECT count(*) FROM meetings"), 0);
}

static void a_match_is_rated_once_by_its_length(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = rated(h);
	char key[STORE_KEY_SIZE];

	g.match_length = 2;
	strcpy(key, tavern_begin(h, &g, NULL));
	resigns(h, key, 0);
	assert_int_equal(changes(h), 0);
	memcpy(key, tavern_row_seen(h, key).next, sizeof(key));
	resigns(h, key, 0);
	assert_string_equal(tavern_row_seen(h, key).next, "");
	assert_int_equal(changes(h), 2);
	/* 4 * 4.98 * sqrt(2) / 2 */
	assert_int_equal(rating_of(h, 1).after, 1514086);
	assert_int_equal(rating_of(h, 1).experience, 2);
	assert_int_equal(rating_of(h, 1).games, 1);
}

static void nobody_is_rated_against_himself_or_from_a_position(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = rated(h);
	const char *key = tavern_lay(h, &g);

	assert_int_equal(tavern_sit(h, key, 0, h->people[0]), ACCEPTED);
	assert_int_equal(tavern_sit(h, key, 1, h->people[0]), ALREADY_SEATED);
	assert_int_equal(tavern_sit(h, key, 1, h->people[1]), ACCEPTED);
	tavern_settle(h);
	g.position = "white 6:2 1:2 off:11 / black 24:3 off:12 / white to roll";
	assert_int_equal(desk_enter(h->desk), 0);
	assert_int_equal(desk_create(h->desk, &g, &h->receipt), OPTIONS_CONFLICT);
	desk_leave(h->desk, false);
}

static void who_has_met_whom_is_counted_for_both(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = rated(h);
	struct meeting_row m;
	size_t n = 1;

	g.rated = false;
	lost_by_the_first(h, &g, 3);
	lost_by_the_first(h, &g, 3);
	assert_int_equal(store_meetings(h->book->glasses, h->people[0], h->people[1], &m, &n),
			 STORE_FOUND);
	assert_string_equal(m.ruleset, "backgammon");
	assert_int_equal(m.games, 2);
	assert_int_equal(m.lost, 2);
	assert_int_equal(m.won, 0);
	assert_true(m.points_lost >= 2 && m.points_won == 0);
	n = 1;
	assert_int_equal(store_meetings(h->book->glasses, h->people[1], h->people[0], &m, &n),
			 STORE_FOUND);
	assert_int_equal(m.won, 2);
	n = 1;
	assert_int_equal(store_meetings(h->book->glasses, h->people[0], h->people[2], &m, &n),
			 STORE_NONE);
}

/* ---- the audit --------------------------------------------------------------------------- */

#define RATINGS_BACK                                                                           \
	"DELETE FROM rating_changes; INSERT INTO rating_changes SELECT * FROM kept_changes;"   \
	"DELETE FROM ratings; INSERT INTO ratings SELECT * FROM kept_ratings;"                 \
	"DELETE FROM meetings; INSERT INTO meetings SELECT * FROM kept_meetings;"              \
	"UPDATE seats SET points = (SELECT points FROM kept_seats k"                           \
	" WHERE k.game = seats.game AND k.seat = seats.seat)"

static void noticed(struct tavern *h, const char *damage, const char *said)
{
	tavern_assert_noticed(h, damage, RATINGS_BACK, said);
}

static void the_audit_finds_every_number_that_was_planted(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = rated(h);

	lost_by_the_first(h, &g, 3);
	lost_by_the_first(h, &g, 4);
	tavern_assert_true(h);
	temporary_must(h->book, "CREATE TABLE kept_changes AS SELECT * FROM rating_changes;"
				"CREATE TABLE kept_ratings AS SELECT * FROM ratings;"
				"CREATE TABLE kept_meetings AS SELECT * FROM meetings;"
				"CREATE TABLE kept_seats AS SELECT * FROM seats");
	noticed(h, "UPDATE rating_changes SET after = after + 1 WHERE number = 2 AND seat = 0",
		"by the formula");
	noticed(h,
		"UPDATE rating_changes SET before = before - 5, after = after - 5"
		" WHERE number = 1",
		"change 1 of its rating in ruleset");
	noticed(h, "UPDATE rating_changes SET rank = 3 - rank WHERE number = 2",
		"is not of its game");
	noticed(h, "UPDATE rating_changes SET class = 5 WHERE number = 1",
		"is not of its game");
	noticed(h, "UPDATE rating_changes SET length = 9 WHERE number = 1",
		"does not follow from the one before");
	noticed(h, "DELETE FROM rating_changes WHERE number = 1",
		"it changes 0 ratings, and should change 2");
	noticed(h, "UPDATE ratings SET rating = rating + 100000",
		"is not what its games have made");
	noticed(h, "UPDATE ratings SET games = games + 1", "is not what its games have made");
	noticed(h, "INSERT INTO ratings SELECT account, ruleset, 5, 2000000, 1, 1 FROM ratings",
		"no game has made its rating");
	noticed(h, "UPDATE meetings SET won = won + 1", "is not what they were");
	noticed(h, "DELETE FROM meetings", "is not what they were");
	noticed(h, "UPDATE seats SET points = points + 1 WHERE seat = 1",
		"has other points by its facts");
	temporary_must(h->book, "DROP TABLE kept_changes; DROP TABLE kept_ratings;"
				"DROP TABLE kept_meetings; DROP TABLE kept_seats");
}

/* The term itself is a fact: a game cannot be made a rated one afterwards. */
static void a_game_that_is_made_rated_afterwards_is_found(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = rated(h);
	const char *said;

	g.rated = false;
	lost_by_the_first(h, &g, 3);
	temporary_must(h->book, "UPDATE games SET auto_forced = auto_forced | 2");
	said = tavern_audit(h);
	assert_non_null(strstr(said, "its terms are not those it was made by"));
	assert_non_null(strstr(said, "it changes 0 ratings, and should change 2"));
	temporary_must(h->book, "UPDATE games SET auto_forced = auto_forced & 1");
}

/* Those of before have met, but by how many points is not known of them. */
static void an_older_book_learns_who_met_whom(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = rated(h);
	const char *digest = "SELECT sum(account * 3 + opponent * 5 + games * 7 + won * 11"
			     " + lost * 13 + drawn * 17) FROM meetings";
	int64_t before;

	g.rated = false;
	lost_by_the_first(h, &g, 3);
	lost_by_the_first(h, &g, 5);
	before = temporary_number(h->book, digest);
	tavern_close(h);
	temporary_age(h->book, 9);
	tavern_open(h);
	assert_int_equal(temporary_number(h->book, digest), before);
	assert_int_equal(temporary_number(h->book, "SELECT sum(points_won) FROM meetings"), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define RATED(f) cmocka_unit_test_setup_teardown(f, setup, tavern_teardown)
		RATED(who_resigns_a_rated_game_loses_what_the_other_gains),
		RATED(a_game_that_is_not_rated_changes_nothing),
		RATED(who_leaves_before_the_second_decision_rates_nobody),
		RATED(a_timeout_counts_as_it_ranks),
		RATED(an_aborted_game_rates_nobody),
		RATED(a_match_is_rated_once_by_its_length),
		RATED(nobody_is_rated_against_himself_or_from_a_position),
		RATED(who_has_met_whom_is_counted_for_both),
		RATED(the_audit_finds_every_number_that_was_planted),
		RATED(a_game_that_is_made_rated_afterwards_is_found),
		RATED(an_older_book_learns_who_met_whom),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
