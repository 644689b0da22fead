/*
 * test_desk_dice.c - dice made from a secret, at the desk: committed to before
 * anybody sits, the same however often a throw is asked for, counted, and told
 * by the audit where a hand has changed them.
 */
#include "tests/daemon/tavern.h"
#include "tests/game/toy.h"

#include "schema/private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct tablas_plugin tablas_plugin_backgammon;

#define BACKGAMMON (&tablas_plugin_backgammon)

static int setup(void **state)
{
	return tavern_setup_with(state, BACKGAMMON);
}

static struct desk_game terms(struct tavern *h, uint32_t match_length)
{
	struct desk_game g = tavern_terms(h, BACKGAMMON, 2, 0, 0);

	g.match_length = match_length;
	return g;
}

static enum refusal sit_with(struct tavern *h, const char *key, unsigned seat, const char *text)
{
	const struct command c = {
		.kind = COMMAND_SIT, .seat = (uint8_t)seat, .contribution = text};

	return tavern_submit(h, key, &c, h->people[seat]);
}

static struct fair secret_of(struct tavern *h, const char *key)
{
	struct game_row row = tavern_row(h, key);
	struct fair f;

	assert_int_equal(store_secret(h->book->store, row.id, &f), STORE_FOUND);
	return f;
}

/* ---- throws against the secret ---------------------------------------------------------- */

struct comparing {
	struct fair fair;
	uint64_t numbered, others;
};

static bool compare(void *cls, const struct fact *f, const char *events)
{
	struct comparing *c = cls;
	uint8_t faces[TABLAS_DICE_MAX];
	char text[64] = "";
	size_t n = 1, at = 0;

	(void)events;
	if (f->kind != FACT_ROLLED)
		return true;
	c->others += f->thrown == 0;
	if (f->thrown == 0)
		return true;
	assert_int_equal(f->thrown, ++c->numbered);
	for (const char *p = f->text; *p; p++)
		n += *p == ' ';
	fair_throw(&c->fair, &dice_hash, f->thrown, f->sides, faces, n);
	for (size_t i = 0; i < n; i++)
		at += (size_t)snprintf(text + at, sizeof(text) - at, "%s%u", i ? " " : "",
				       faces[i]);
	assert_string_equal(f->text, text);
	return true;
}

/* Compares every throw of the game that has a number; how many there are. */
static struct comparing throws_of(struct tavern *h, const char *key)
{
	struct comparing c = {.numbered = 0};
	struct game_row row = tavern_row(h, key);

	if (row.committed)
		c.fair = secret_of(h, key);
	store_facts(h->book->pen, row.id, 0, 100000, compare, &c);
	assert_int_equal(row.throws, c.numbered);
	return c;
}

static void plays(struct tavern *h, const char *key, unsigned decisions)
{
	uint32_t seed = 1283;

	while (decisions-- && tavern_play_on(h, key, &seed))
		;
	tavern_settle(h);
}

/* ---- what is committed to ----------------------------------------------------------------- */

static void a_game_is_committed_to_before_anybody_sits(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = terms(h, 0);
	const char *key = tavern_lay(h, &g);
	unsigned char commitment[FAIR_SIZE];
	struct fair f = secret_of(h, key);
	struct game_row row = tavern_row_seen(h, key);

	assert_true(row.committed);
	cup_commitment(&f, commitment);
	assert_memory_equal(row.commitment, commitment, FAIR_SIZE);
	assert_int_equal(sit_with(h, key, 1, "seven # and eleven"), ACCEPTED);
	assert_int_equal(sit_with(h, key, 0, NULL), ACCEPTED);
	tavern_settle(h);
	row = tavern_row_seen(h, key);
	assert_memory_equal(row.commitment, commitment, FAIR_SIZE);
	assert_non_null(strstr(tavern_facts(h, key),
			       "seated:1:bela,contributed:1:seven # and eleven,seated:0:ana,started"));
	assert_non_null(strstr(secret_of(h, key).head, " 1\nseat 1 seven # and eleven\n"));
	plays(h, key, 5000);
	assert_int_equal(tavern_row(h, key).state, TABLE_OVER);
	assert_true(throws_of(h, key).numbered > 10);
	assert_int_equal(throws_of(h, key).others, 0);
}

static void who_gives_a_seat_back_takes_the_contribution_along(void **state)
{
	struct tavern *h = *state;
	const struct command stand = {.kind = COMMAND_STAND, .seat = 0};
	struct desk_game g = terms(h, 0);
	const char *key = tavern_lay(h, &g);

	assert_int_equal(sit_with(h, key, 0, "mine"), ACCEPTED);
	assert_int_equal(sit_with(h, key, 0, "again"), SEAT_TAKEN);
	assert_int_equal(tavern_submit(h, key, &stand, h->people[0]), ACCEPTED);
	assert_null(strstr(secret_of(h, key).head, "mine"));
	assert_int_equal(sit_with(h, key, 1, "two\nlines"), INVALID_VALUE);
	assert_int_equal(sit_with(h, key, 1, "hers"), ACCEPTED);
	assert_int_equal(sit_with(h, key, 0, "his"), ACCEPTED);
	assert_non_null(strstr(secret_of(h, key).head, " 1\nseat 1 hers\nseat 0 his\n"));
	plays(h, key, 20);
	assert_true(throws_of(h, key).numbered >= 20);
}

/* ---- the same throw again -------------------------------------------------------------------- */

static const char *last_fact(struct tavern *h, const char *key)
{
	const char *facts = tavern_facts(h, key), *last = strrchr(facts, ',');

	return last ? last + 1 : facts;
}

/* One decision and what follows it; not settled. */
static void decides(struct tavern *h, const char *key, uint32_t seed, char out[128])
{
	assert_true(tavern_play_on(h, key, &seed));
	snprintf(out, 128, "%s", last_fact(h, key));
}

static void a_throw_taken_back_falls_as_it_did(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = terms(h, 0);
	char key[STORE_KEY_SIZE], first[128], again[128];

	strcpy(key, tavern_begin(h, &g, NULL));
	for (uint32_t turn = 0; turn < 10; turn++) {
		decides(h, key, turn, first);
		/* The group is lost before it is settled, as when the process dies. */
		desk_close(h->desk);
		tavern_open(h);
		decides(h, key, turn, again);
		assert_string_equal(first, again);
		tavern_settle(h);
		/* And it is there when the book is opened again. */
		tavern_close(h);
		tavern_open(h);
		assert_string_equal(last_fact(h, key), first);
		assert_int_equal(throws_of(h, key).others, 0);
	}
}

static void a_frost_moves_no_die(void **state)
{
	struct tavern *h = *state;
	const struct command freeze = {.kind = COMMAND_FREEZE, .seat = TABLAS_NOBODY, .text = "x"};
	const struct command thaw = {.kind = COMMAND_THAW, .seat = TABLAS_NOBODY, .text = ""};
	struct desk_game g = terms(h, 0);
	char key[STORE_KEY_SIZE], first[128], again[128];

	strcpy(key, tavern_begin(h, &g, NULL));
	decides(h, key, 7, first);
	desk_close(h->desk);
	tavern_open(h);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(tavern_submit(h, key, &freeze, 0), ACCEPTED);
		assert_int_equal(tavern_submit(h, key, &thaw, 0), ACCEPTED);
	}
	decides(h, key, 7, again);
	assert_string_equal(first, again);
	tavern_settle(h);
}

/* ---- games without numbers --------------------------------------------------------------------- */

static int64_t counted(struct tavern *h)
{
	return temporary_number(h->book, "SELECT coalesce(sum(thrown), 0) FROM faces");
}

static void scripted_throws_have_no_number_and_are_not_counted(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = terms(h, 0);
	char key[STORE_KEY_SIZE];
	struct comparing c;

	strcpy(key, tavern_begin(h, &g, "6 1 3 1 5 2"));
	plays(h, key, 10);
	c = throws_of(h, key);
	assert_int_equal(c.others, 3);
	assert_true(c.numbered > 5);
	assert_int_equal(counted(h), 2 * c.numbered);
}

static void a_game_from_before_there_were_secrets_goes_on_as_it_was(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = terms(h, 0);
	char key[STORE_KEY_SIZE];
	struct comparing c;

	strcpy(key, tavern_begin(h, &g, NULL));
	plays(h, key, 10);
	tavern_close(h);
	temporary_age(h->book, 6);
	tavern_open(h);
	assert_false(tavern_row(h, key).committed);
	plays(h, key, 10);
	c = throws_of(h, key);
	assert_int_equal(c.numbered, 0);
	assert_true(c.others >= 20);
	assert_int_equal(counted(h), 0);
	assert_true(tavern_row_seen(h, tavern_begin(h, &g, NULL)).committed);
}

/* ---- a match --------------------------------------------------------------------------------- */

static void resigns(struct tavern *h, char key[STORE_KEY_SIZE], unsigned seat)
{
	const struct command c = {.kind = COMMAND_RESIGN, .seat = (uint8_t)seat};

	assert_int_equal(tavern_submit(h, key, &c, 0), ACCEPTED);
	tavern_settle(h);
	memcpy(key, tavern_row_seen(h, key).next, STORE_KEY_SIZE);
}

static void the_secret_of_a_game_is_the_commitment_of_the_next(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = terms(h, 3);
	char key[STORE_KEY_SIZE], head[64];
	unsigned char secret[FAIR_SIZE], first[FAIR_SIZE];
	struct game_row row;

	strcpy(key, tavern_lay(h, &g));
	assert_int_equal(sit_with(h, key, 1, "for all of it"), ACCEPTED);
	assert_int_equal(sit_with(h, key, 0, "and mine"), ACCEPTED);
	tavern_settle(h);
	row = tavern_row_seen(h, key);
	snprintf(head, sizeof(head), "game %s 1\nseat 1 for all of it\nseat 0 and mine\n", key);
	for (unsigned game = 2; game <= 5; game++) {
		int64_t before = row.id;

		assert_int_equal(store_secret_revealed(h->book->glasses, row.id, secret),
				 STORE_NONE);
		resigns(h, key, game % 2);
		assert_int_equal(store_secret_revealed(h->book->glasses, before, secret),
				 STORE_FOUND);
		row = tavern_row_seen(h, key);
		assert_memory_equal(row.commitment, secret, FAIR_SIZE);
		head[16] = (char)('0' + game);
		assert_non_null(strstr(secret_of(h, key).head, head));
		plays(h, key, 2);
		assert_int_equal(throws_of(h, key).others, 0);
	}
	fair_first(&dice_hash, row.commitment, 5, first);
	assert_memory_equal(tavern_row_seen(h, row.match).commitment, first, FAIR_SIZE);
	resigns(h, key, 0);
	assert_string_equal(key, "");
}

/* ---- who may read a secret, and who changes one --------------------------------------------------- */

static void the_reading_side_cannot_ask_for_a_secret(void **state)
{
	struct tavern *h = *state;
	static const char *const curious[] = {
		"SELECT secret FROM secrets",
		"SELECT root FROM secrets WHERE game = 1",
		"SELECT * FROM secrets",
		"SELECT 1 FROM games WHERE id IN (SELECT game FROM secrets WHERE secret > x'80')",
	};
	sqlite3_stmt *st = NULL;

	for (size_t i = 0; i < sizeof(curious) / sizeof(*curious); i++)
		assert_int_equal(sqlite3_prepare_v2(h->book->glasses->db, curious[i], -1, &st, NULL),
				 SQLITE_AUTH);
	assert_int_equal(sqlite3_prepare_v2(h->book->glasses->db, "SELECT secret FROM revealed", -1,
					    &st, NULL),
			 SQLITE_OK);
	sqlite3_finalize(st);
}

static void nobody_changes_a_secret_or_a_commitment(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = terms(h, 0);
	static const char *const hands[] = {
		"UPDATE secrets SET secret = x'00'", "UPDATE secrets SET root = x'00'",
		"UPDATE secrets SET links = 2",	     "DELETE FROM secrets",
		"UPDATE games SET commitment = x'00'", "UPDATE games SET commitment = NULL",
	};
	char error[256];

	tavern_begin(h, &g, NULL);
	for (size_t i = 0; i < sizeof(hands) / sizeof(*hands); i++) {
		assert_int_equal(temporary_sql(h->book, hands[i], error, sizeof(error)),
				 SQLITE_CONSTRAINT);
		assert_non_null(strstr(error, "are never"));
		if (sqlite3_exec(h->book->pen->db, "BEGIN", NULL, NULL, NULL) == SQLITE_OK) {
			assert_int_not_equal(
				sqlite3_exec(h->book->pen->db, hands[i], NULL, NULL, NULL),
				SQLITE_OK);
			sqlite3_exec(h->book->pen->db, "ROLLBACK", NULL, NULL, NULL);
		}
	}
}

static void the_audit_names_what_does_not_follow_from_the_secret(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = terms(h, 0);
	const char *key = tavern_lay(h, &g);

	assert_int_equal(sit_with(h, key, 1, "mine"), ACCEPTED);
	assert_int_equal(sit_with(h, key, 0, NULL), ACCEPTED);
	plays(h, key, 12);
	tavern_assert_true(h);
	temporary_must(h->book, "CREATE TABLE kept_facts AS SELECT * FROM facts;"
				"CREATE TABLE kept_secrets AS SELECT * FROM secrets;"
				"CREATE TABLE kept_faces AS SELECT * FROM faces");
#define FACTS_BACK "DELETE FROM facts; INSERT INTO facts SELECT * FROM kept_facts"
#define SECRETS_BACK "DELETE FROM secrets; INSERT INTO secrets SELECT * FROM kept_secrets"
#define FACES_BACK "DELETE FROM faces; INSERT INTO faces SELECT * FROM kept_faces"
	tavern_assert_noticed(
		h,
		"UPDATE facts SET text = substr(text, 3, 1) || ' ' || substr(text, 1, 1)"
		" WHERE kind = 5 AND ply = (SELECT min(ply) FROM facts WHERE kind = 5"
		" AND substr(text, 1, 1) <> substr(text, 3, 1))",
		FACTS_BACK, ", by its secret \"");
	tavern_assert_noticed(h,
			      "UPDATE facts SET throw = throw + 1 WHERE kind = 5 AND ply > 12",
			      FACTS_BACK, "this is no throw number");
	tavern_assert_noticed(h, "UPDATE secrets SET secret = randomblob(32)", SECRETS_BACK,
			      "its commitment is not of its secret");
	tavern_assert_noticed(h, "UPDATE secrets SET root = randomblob(32)", SECRETS_BACK,
			      "its secret is not of its chain");
	tavern_assert_noticed(h, "UPDATE secrets SET head = replace(head, 'mine', 'yours')",
			      SECRETS_BACK,
			      "what was contributed to its dice is not what its facts say");
	tavern_assert_noticed(h, "DELETE FROM secrets", SECRETS_BACK,
			      "it has a commitment and no secret");
	tavern_assert_noticed(h, "UPDATE facts SET text = 'yours' WHERE kind = 15", FACTS_BACK,
			      ", by its secret \"");
	/* one that has fallen: in so few throws another may not have */
	tavern_assert_noticed(h,
			      "UPDATE faces SET thrown = thrown + 1"
			      " WHERE face = (SELECT min(face) FROM faces)",
			      FACES_BACK, "of dice with 6 sides fell");
	tavern_assert_noticed(h, "UPDATE games SET throws = throws + 1",
			      "UPDATE games SET throws = throws - 1", "throws");
	temporary_must(h->book, "DROP TABLE kept_facts; DROP TABLE kept_secrets; DROP TABLE kept_faces");
}

/* ---- counting ------------------------------------------------------------------------------------------ */

static void every_face_is_counted_with_the_commit_of_its_throw(void **state)
{
	struct tavern *h = *state;
	struct desk_game g = terms(h, 0);
	uint64_t thrown = 0;

	for (int i = 0; i < 4; i++) {
		char key[STORE_KEY_SIZE];

		strcpy(key, tavern_begin(h, &g, NULL));
		plays(h, key, 15);
		thrown += 2 * throws_of(h, key).numbered;
		assert_int_equal(counted(h), thrown);
	}
	assert_int_equal(temporary_number(h->book, "SELECT count(*) FROM faces WHERE ruleset ="
						   " 'backgammon' AND sides = 6 AND face IN"
						   " (1, 2, 3, 4, 5, 6)"),
			 6);
}

#define DICE_TEST(f) cmocka_unit_test_setup_teardown(f, setup, tavern_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		DICE_TEST(a_game_is_committed_to_before_anybody_sits),
		DICE_TEST(who_gives_a_seat_back_takes_the_contribution_along),
		DICE_TEST(a_throw_taken_back_falls_as_it_did),
		DICE_TEST(a_frost_moves_no_die),
		DICE_TEST(scripted_throws_have_no_number_and_are_not_counted),
		DICE_TEST(a_game_from_before_there_were_secrets_goes_on_as_it_was),
		DICE_TEST(the_secret_of_a_game_is_the_commitment_of_the_next),
		DICE_TEST(the_reading_side_cannot_ask_for_a_secret),
		DICE_TEST(nobody_changes_a_secret_or_a_commitment),
		DICE_TEST(the_audit_names_what_does_not_follow_from_the_secret),
		DICE_TEST(every_face_is_counted_with_the_commit_of_its_throw),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
