/*
 * test_idempotency.c - the same request again: after a moment, at the same
 * moment, after a restart, after kill -9.
 */
#define _GNU_SOURCE
#include "tests/api/club.h"
#include "tests/api/crowd.h"
#include "tests/api/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define TABLE  "{\"ruleset\": \"backgammon\", \"stake\": {\"buy_in\": 100}}"
#define GIFT   "{\"to\": \"ben\", \"amount\": 7}"
#define COPIES 50

static int setup(void **state)
{
	(void)state;
	club_open(NULL);
	return 0;
}

static struct answer keyed(const char *token, const char *key, const char *path,
			   const char *body)
{
	char field[600];

	snprintf(field, sizeof field, "Idempotency-Key: %s", key);
	http_header(&club.http, field);
	return http_ask(&club.http, "POST", path, token, "%s", body);
}

static bool is_replayed(const struct answer *a)
{
	return strcmp(answer_header(a, "Idempotency-Replayed"), "true") == 0;
}

static size_t games_of(const char *name)
{
	struct answer a = club_get(club.ana, "/v1/games?player=%s&limit=200", name);
	size_t n = json_array_size(answer_at(&a, "games"));

	answer_fini(&a);
	return n;
}

/* The same answer: the same words, place and version, and said to be the old one. */
static void is_the_same(const struct answer *first, const struct answer *again)
{
	char location[512], etag[64];

	answer_expect(again, first->status);
	assert_string_equal(again->body, first->body);
	snprintf(location, sizeof location, "%s", answer_header(first, "Location"));
	assert_string_equal(answer_header(again, "Location"), location);
	snprintf(etag, sizeof etag, "%s", answer_header(first, "ETag"));
	assert_string_equal(answer_header(again, "ETag"), etag);
	assert_true(is_replayed(again));
}

/* ---- what a key is ----------------------------------------------------------------------- */

static void where_things_are_made_or_paid_a_key_is_needed(void **state)
{
	static const struct {
		const char *path, *body;
	} paying[] = {
		{"/v1/games", TABLE},
		{"/v1/transfers", GIFT},
		{"/v1/grants", GIFT},
	};

	(void)state;
	for (size_t i = 0; i < sizeof paying / sizeof *paying; i++)
		answer_refused(http_ask(&club.http, "POST", paying[i].path,
				 i == 2 ? club.operator: club.ana, "%s", paying[i].body),
			400, "idempotency-key-needed");
	assert_int_equal(games_of("ana"), 0);
	assert_int_equal(club_wallet(club.ben), 1000);
}

static void a_key_has_from_1_to_255_printable_characters(void **state)
{
	char longest[256], longer[257];

	(void)state;
	memset(longest, 'k', 255);
	longest[255] = '\0';
	memset(longer, 'k', 256);
	longer[256] = '\0';
	answer_done(keyed(club.ana, longest, "/v1/transfers", GIFT), 201);
	answer_refused(keyed(club.ana, longer, "/v1/transfers", GIFT), 400, "invalid-value");
	answer_refused(keyed(club.ana, "\"\"", "/v1/transfers", GIFT), 400, "invalid-value");
	answer_refused(keyed(club.ana, "a\xc3\xa9", "/v1/transfers", GIFT), 400,
		       "invalid-value");
	answer_refused(keyed(club.ana, "a\tb", "/v1/transfers", GIFT), 400, "invalid-value");
	answer_done(keyed(club.ana, "k", "/v1/transfers", GIFT), 201);
	assert_int_equal(club_wallet(club.ben), 1014);
}

static void a_key_that_cannot_be_one_is_refused_where_none_was_needed_too(void **state)
{
	(void)state;
	club_lay("backgammon", 2);
	answer_refused(keyed(club.ben, "\"\"", club_path("/resignation"), "{}"), 400,
		       "invalid-value");
	struct answer a = club_get(club.ana, "%s", club_path(""));

	assert_string_equal(answer_string(&a, "state"), "active");
	answer_fini(&a);
}

static void quotes_around_a_key_do_not_matter(void **state)
{
	struct answer first = keyed(club.ana, "\"one\"", "/v1/transfers", GIFT);
	struct answer again = keyed(club.ana, "one", "/v1/transfers", GIFT);

	(void)state;
	answer_expect(&first, 201);
	is_the_same(&first, &again);
	assert_int_equal(club_wallet(club.ben), 1007);
	answer_fini(&first);
	answer_fini(&again);
}

/* ---- again --------------------------------------------------------------------------------
 */

static void the_same_request_again_is_the_same_answer_again(void **state)
{
	struct answer first = keyed(club.ana, "lay", "/v1/games", TABLE), again;

	(void)state;
	answer_expect(&first, 201);
	assert_false(is_replayed(&first));
	assert_true(strlen(answer_header(&first, "Location")) > 0);
	assert_true(strlen(answer_header(&first, "ETag")) > 0);
	for (int i = 0; i < 3; i++) {
		again = keyed(club.ana, "lay", "/v1/games", TABLE);
		is_the_same(&first, &again);
		answer_fini(&again);
	}
	answer_fini(&first);
	assert_int_equal(games_of("ana"), 1);
	assert_int_equal(club_wallet(club.ana), 900);
}

/* user-voices D57 */
static void another_request_under_the_same_key_is_refused(void **state)
{
	(void)state;
	answer_done(keyed(club.ana, "k", "/v1/transfers", GIFT), 201);
	answer_refused(
		keyed(club.ana, "k", "/v1/transfers", "{\"to\": \"ben\", \"amount\": 8}"), 422,
		"idempotency-key-reused");
	answer_refused(keyed(club.ana, "k", "/v1/games", TABLE), 422, "idempotency-key-reused");
	assert_int_equal(club_wallet(club.ben), 1007);
	assert_int_equal(games_of("ana"), 0);
	/* and the refusals have not put themselves in its place */
	struct answer a = keyed(club.ana, "k", "/v1/transfers", GIFT);

	assert_true(is_replayed(&a));
	answer_done(a, 201);
}

static void keys_of_two_accounts_never_meet(void **state)
{
	(void)state;
	answer_done(keyed(club.ana, "k", "/v1/transfers", "{\"to\": \"carla\", \"amount\": 5}"),
		    201);
	struct answer a =
		keyed(club.ben, "k", "/v1/transfers", "{\"to\": \"carla\", \"amount\": 5}");

	assert_false(is_replayed(&a));
	answer_done(a, 201);
	answer_done(keyed(club.dora, "k", "/v1/games", TABLE), 201);
	assert_int_equal(club_wallet(club.carla), 1010);
}

static void a_key_belongs_to_the_account_whichever_its_token(void **state)
{
	struct answer a = club_post(club.ana, "/v1/tokens", "{\"label\": \"bot\"}");
	char bot[128];

	(void)state;
	snprintf(bot, sizeof bot, "%s", answer_string(&a, "token"));
	answer_done(a, 201);
	answer_done(keyed(club.ana, "k", "/v1/transfers", GIFT), 201);
	a = keyed(bot, "k", "/v1/transfers", GIFT);
	assert_true(is_replayed(&a));
	answer_done(a, 201);
	assert_int_equal(club_wallet(club.ben), 1007);
}

static void a_replay_is_not_for_a_token_without_the_scope(void **state)
{
	struct answer a = club_post(club.ana, "/v1/tokens", "{\"scopes\": [\"games:read\"]}");
	char reader[128];

	(void)state;
	snprintf(reader, sizeof reader, "%s", answer_string(&a, "token"));
	answer_done(a, 201);
	answer_done(keyed(club.ana, "k", "/v1/transfers", GIFT), 201);
	answer_refused(keyed(reader, "k", "/v1/transfers", GIFT), 403, "insufficient-scope");
}

static void a_refused_request_is_judged_afresh(void **state)
{
	const char *much = "{\"to\": \"ben\", \"amount\": 1500}";

	(void)state;
	answer_refused(keyed(club.ana, "k", "/v1/transfers", much), 422, "insufficient-chips");
	answer_done(
		club_post(club.operator, "/v1/grants", "{\"to\": \"ana\", \"amount\": 1000}"),
		201);
	struct answer a = keyed(club.ana, "k", "/v1/transfers", much);

	assert_false(is_replayed(&a));
	answer_done(a, 201);
	a = keyed(club.ana, "k", "/v1/transfers", much);
	assert_true(is_replayed(&a));
	answer_done(a, 201);
	assert_int_equal(club_wallet(club.ana), 500);
	assert_int_equal(club_wallet(club.ben), 2500);
}

static void trying_a_turn_keeps_nothing_under_its_key(void **state)
{
	char path[160], body[256];
	const char *mover;
	struct answer a;

	(void)state;
	club_lay("backgammon", 2);
	mover = club_any_turn(body);
	snprintf(path, sizeof path, "%s", club_path("/turns?validate_only=true"));
	answer_done(keyed(mover, "k", path, body), 200);
	a = keyed(mover, "k", path, body);
	assert_false(is_replayed(&a));
	answer_done(a, 200);
	answer_done(keyed(mover, "k", club_path("/turns"), body), 201);
}

/* ---- at the same moment
 * ---------------------------------------------------------------------- */

static void crowd_of(struct asker *copies, const char *token, const char *path,
		     const char *body)
{
	for (size_t i = 0; i < COPIES; i++)
		copies[i] = (struct asker){.method = "POST",
					   .path = path,
					   .token = token,
					   .body = body,
					   .field = "Idempotency-Key: \"crowd\""};
	crowd_ask(copies, COPIES, club.daemon.url);
}

/* One of them did it, the others heard of it, in the same words. */
static void one_did_it(struct asker *copies)
{
	size_t replayed = 0;

	assert_int_equal(crowd_count(copies, COPIES, 201), COPIES);
	for (size_t i = 0; i < COPIES; i++) {
		replayed += is_replayed(&copies[i].answer);
		assert_string_equal(copies[i].answer.body, copies[0].answer.body);
	}
	assert_int_equal(replayed, COPIES - 1);
}

static void fifty_copies_at_once_lay_one_table(void **state)
{
	static struct asker copies[COPIES];

	(void)state;
	crowd_of(copies, club.ana, "/v1/games", TABLE);
	one_did_it(copies);
	crowd_fini(copies, COPIES);
	assert_int_equal(games_of("ana"), 1);
	assert_int_equal(club_wallet(club.ana), 900);
}

static void fifty_copies_at_once_pay_once(void **state)
{
	static struct asker copies[COPIES];

	(void)state;
	crowd_of(copies, club.ana, "/v1/transfers", GIFT);
	one_did_it(copies);
	crowd_fini(copies, COPIES);
	assert_int_equal(club_wallet(club.ana), 993);
	assert_int_equal(club_wallet(club.ben), 1007);
}

static void of_two_requests_at_once_under_one_key_one_is_done(void **state)
{
	static struct asker copies[COPIES];

	(void)state;
	for (size_t i = 0; i < COPIES; i++)
		copies[i] = (struct asker){.method = "POST",
					   .path = "/v1/transfers",
					   .token = club.ana,
					   .body = i % 2 ? GIFT
							 : "{\"to\": \"carla\", \"amount\": 7}",
					   .field = "Idempotency-Key: \"crowd\""};
	crowd_ask(copies, COPIES, club.daemon.url);
	assert_int_equal(crowd_count(copies, COPIES, 201), COPIES / 2);
	assert_int_equal(crowd_count(copies, COPIES, 422), COPIES / 2);
	crowd_fini(copies, COPIES);
	assert_int_equal(club_wallet(club.ana), 993);
	assert_int_equal(club_wallet(club.ben) + club_wallet(club.carla), 2007);
}

static void copies_in_one_breath_on_one_connection_are_one(void **state)
{
	char one[512], three[1600];
	int fd = wire_open(club.daemon.port);
	char first[4096] = "";

	(void)state;
	snprintf(one, sizeof one,
		 "POST /v1/transfers HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n"
		 "Idempotency-Key: k\r\nContent-Type: application/json\r\n"
		 "Content-Length: %zu\r\n\r\n%s",
		 club.ana, strlen(GIFT), GIFT);
	snprintf(three, sizeof three, "%s%s%s", one, one, one);
	assert_true(wire_say(fd, three));
	for (int i = 0; i < 3; i++) {
		struct answer a = wire_hear(fd, PATIENCE, false);

		answer_expect(&a, 201);
		assert_int_equal(is_replayed(&a), i > 0);
		if (i == 0)
			snprintf(first, sizeof first, "%s", a.body);
		assert_string_equal(a.body, first);
		answer_fini(&a);
	}
	close(fd);
	assert_int_equal(club_wallet(club.ben), 1007);
}

/* ---- after the end of the world
 * ---------------------------------------------------------------- */

static void a_key_is_remembered_across(void (*end)(void))
{
	struct answer game, gift, turn, again;
	char body[256], path[64];
	const char *mover;

	club_open(NULL);
	game = keyed(club.ana, "game", "/v1/games", TABLE);
	gift = keyed(club.ana, "gift", "/v1/transfers", GIFT);
	club_lay("backgammon", 2);
	mover = club_any_turn(body);
	snprintf(path, sizeof path, "%s", club_path("/turns"));
	turn = keyed(mover, "turn", path, body);
	answer_expect(&game, 201);
	answer_expect(&gift, 201);
	answer_expect(&turn, 201); /* with the dice that were thrown after it */
	assert_non_null(strstr(turn.body, "rolled"));
	end();
	club_return();
	again = keyed(club.ana, "game", "/v1/games", TABLE);
	is_the_same(&game, &again);
	answer_fini(&again);
	again = keyed(club.ana, "gift", "/v1/transfers", GIFT);
	is_the_same(&gift, &again);
	answer_fini(&again);
	again = keyed(mover, "turn", path, body);
	is_the_same(&turn, &again);
	answer_fini(&again);
	answer_fini(&game);
	answer_fini(&gift);
	answer_fini(&turn);
	assert_int_equal(games_of("ana"), 2);
	assert_int_equal(club_wallet(club.ana), 1000 - 7 - 200);
}

static void stop(void)
{
	assert_int_equal(daemon_stop(&club.daemon), 0);
}

static void murder(void)
{
	daemon_kill(&club.daemon);
}

static void a_restart_forgets_no_key(void **state)
{
	(void)state;
	a_key_is_remembered_across(stop);
}

static void kill_9_forgets_no_key_and_throws_no_other_dice(void **state)
{
	(void)state;
	a_key_is_remembered_across(murder);
}

/* user-voices D58 */
/* Whatever of many sendings was answered or done before the blow is done once. */
static void a_payment_in_flight_at_kill_9_is_made_once_by_asking_again(void **state)
{
	static struct asker askers[COPIES];
	char fields[COPIES][64];

	(void)state;
	for (size_t i = 0; i < COPIES; i++) {
		snprintf(fields[i], sizeof fields[i], "Idempotency-Key: \"pay-%zu\"", i);
		askers[i] = (struct asker){.method = "POST",
					   .path = "/v1/transfers",
					   .token = club.ana,
					   .body = GIFT,
					   .field = fields[i]};
	}
	crowd_begin(askers, COPIES, club.daemon.url);
	usleep(2000);
	daemon_kill(&club.daemon);
	crowd_end(askers, COPIES);
	crowd_fini(askers, COPIES);
	club_return();
	crowd_ask(askers, COPIES, club.daemon.url);
	assert_int_equal(crowd_count(askers, COPIES, 201), COPIES);
	crowd_fini(askers, COPIES);
	assert_int_equal(club_wallet(club.ana), 1000 - 7 * COPIES);
	assert_int_equal(club_wallet(club.ben), 1000 + 7 * COPIES);
}

static void a_key_is_remembered_for_as_many_days_as_is_said(void **state)
{
	const char *const flags[] = {"--clock", "2026-11-01T12:00:00Z", NULL};

	(void)state;
	club_open_with(flags);
	struct answer first = keyed(club.ana, "k", "/v1/transfers", GIFT), again;

	answer_expect(&first, 201);
	club.daemon.flags[1] = "2026-11-08T11:00:00Z";
	club_return();
	answer_done(keyed(club.ana, "other", "/v1/transfers", GIFT),
		    201); /* may sweep old ones away */
	again = keyed(club.ana, "k", "/v1/transfers", GIFT);
	is_the_same(&first, &again);
	answer_fini(&again);
	answer_fini(&first);
	club.daemon.flags[1] = "2026-11-09T12:00:00Z";
	club_return();
	answer_done(keyed(club.ana, "third", "/v1/transfers", GIFT), 201);
	again = keyed(club.ana, "k", "/v1/transfers", GIFT);
	assert_false(is_replayed(&again));
	answer_done(again, 201);
}

/* ---- what is kept
 * ------------------------------------------------------------------------------- */

static bool stands_in(const char *path, const char *words)
{
	FILE *f = fopen(path, "rb");
	size_t n, size = 32 << 20;
	char *all = malloc(size);
	bool found = false;

	assert_non_null(all);
	if (f) {
		n = fread(all, 1, size, f);
		found = memmem(all, n, words, strlen(words)) != NULL;
		fclose(f);
	}
	free(all);
	return found;
}

static bool stands_in_the_book(const char *words)
{
	char log[320];

	snprintf(log, sizeof log, "%s-wal", club.daemon.book);
	return stands_in(club.daemon.book, words) || stands_in(log, words);
}

static void no_secret_stands_in_the_book_because_it_was_asked_for_with_a_key(void **state)
{
	struct answer a;

	(void)state;
	a = keyed(
		club.ana, "a table with a locked seat", "/v1/games",
		"{\"ruleset\": \"backgammon\", \"seats\": [\"open\", {\"invitation\": true}]}");
	answer_expect(&a, 201);
	assert_true(stands_in_the_book(answer_string(&a, "id"))); /* so would the others be */
	assert_false(stands_in_the_book("a table with a locked seat"));
	assert_false(stands_in_the_book(answer_string(&a, "invitations[0].invitation")));
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	a = keyed(club.ana, "another one", club_path("/invitations"), "{\"seat\": 1}");
	answer_expect(&a, 201);
	assert_false(stands_in_the_book(answer_string(&a, "invitation")));
	answer_fini(&a);
	a = keyed(club.operator, "to an account", "/v1/invitations", "{}");
	answer_expect(&a, 201);
	assert_false(stands_in_the_book(answer_string(&a, "invitation")));
	answer_fini(&a);
}

#define TEST(name)     cmocka_unit_test_setup_teardown(name, setup, club_close)
#define TEST_OWN(name) cmocka_unit_test_teardown(name, club_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(where_things_are_made_or_paid_a_key_is_needed),
		TEST(a_key_has_from_1_to_255_printable_characters),
		TEST(a_key_that_cannot_be_one_is_refused_where_none_was_needed_too),
		TEST(quotes_around_a_key_do_not_matter),
		TEST(the_same_request_again_is_the_same_answer_again),
		TEST(another_request_under_the_same_key_is_refused),
		TEST(keys_of_two_accounts_never_meet),
		TEST(a_key_belongs_to_the_account_whichever_its_token),
		TEST(a_replay_is_not_for_a_token_without_the_scope),
		TEST(a_refused_request_is_judged_afresh),
		TEST(trying_a_turn_keeps_nothing_under_its_key),
		TEST(fifty_copies_at_once_lay_one_table),
		TEST(fifty_copies_at_once_pay_once),
		TEST(of_two_requests_at_once_under_one_key_one_is_done),
		TEST(copies_in_one_breath_on_one_connection_are_one),
		TEST_OWN(a_restart_forgets_no_key),
		TEST_OWN(kill_9_forgets_no_key_and_throws_no_other_dice),
		TEST(a_payment_in_flight_at_kill_9_is_made_once_by_asking_again),
		TEST_OWN(a_key_is_remembered_for_as_many_days_as_is_said),
		TEST(no_secret_stands_in_the_book_because_it_was_asked_for_with_a_key),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
