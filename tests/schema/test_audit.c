/*
 * test_audit.c - the audit is silent about a true book, and about a damaged one
 * it says what is wrong and where.
 *
 * Damage is done by a stranger who first takes the triggers away and then puts
 * them back, so that nothing but the damage is left to be found.
 */
#include "tests/schema/evening.h"

#include "schema/audit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct tablas_plugin tablas_plugin_cinco, tablas_plugin_el_mundo;

struct hearing {
	char said[8192];
	int sentences;
	struct audit_report report;
};

static void hear(void *cls, const char *sentence)
{
	struct hearing *h = cls;
	size_t n = strlen(h->said);

	h->sentences++;
	snprintf(h->said + n, sizeof(h->said) - n, "%s\n", sentence);
}

/* Two finished games, one in play, one open and left again, one aborted, one frozen. */
struct parlour {
	struct temporary *t;
	struct evening evening;
	struct hearing hearing;
	int64_t ana, ben, ana_first[2], ben_first[2];
	struct game_row over, active;
};

static void play_an_evening(struct parlour *p)
{
	struct evening *e = &p->evening;
	const struct tablas_plugin *cinco = &tablas_plugin_cinco;
	struct command c = {.kind = COMMAND_ABORT, .text = "rain"};
	struct game_row row;

	evening_lay(e, cinco, 2, 40, p->ben_first, 2);
	p->over = evening_lay(e, cinco, 2, 40, p->ana_first, 2);
	p->over = evening_play(e, p->over.key, 10000);
	assert_int_equal(p->over.state, TABLE_OVER);
	row = evening_lay(e, cinco, 0, 0, p->ana_first, 2);
	assert_int_equal(evening_play(e, row.key, 10000).state, TABLE_OVER);
	p->active = evening_lay(e, cinco, 3, 50, p->ben_first, 2);
	p->active = evening_play(e, p->active.key, 12);
	assert_int_equal(p->active.state, TABLE_ACTIVE);
	row = evening_lay(e, cinco, 1, 20, p->ben_first, 2);
	assert_int_equal(evening_submit(e, row.key, &c, p->ben), ACCEPTED);
	row = evening_lay(e, cinco, 1, 20, p->ben_first, 2);
	c.kind = COMMAND_FREEZE;
	assert_int_equal(evening_submit(e, row.key, &c, 0), ACCEPTED);
}

static int setup(void **state)
{
	struct parlour *p = calloc(1, sizeof(*p));

	if (p == NULL || temporary_setup((void **)&p->t) != 0)
		return -1;
	*state = p;
	p->ana = temporary_account(p->t, "ana", 1000);
	p->ben = temporary_account(p->t, "ben", 1000);
	p->ana_first[0] = p->ben_first[1] = p->ana;
	p->ana_first[1] = p->ben_first[0] = p->ben;
	evening_begin(&p->evening, p->t, 4);
	play_an_evening(p);
	return 0;
}

static int teardown(void **state)
{
	struct parlour *p = *state;

	evening_end(&p->evening);
	temporary_teardown((void **)&p->t);
	free(p);
	return 0;
}

static void listen_once(struct parlour *p, const struct registry *games)
{
	memset(&p->hearing, 0, sizeof(p->hearing));
	assert_int_equal(audit_book(p->t->store, games, &p->hearing.report, hear, NULL,
				    &p->hearing),
			 0);
	assert_int_equal(p->hearing.report.differences, p->hearing.sentences);
}

/* In one look, and in looks of a few rows: the same is said. */
static void listen(struct parlour *p, const struct registry *games)
{
	const int64_t usual = audit_look_rows;
	char at_once[sizeof(p->hearing.said)];

	listen_once(p, games);
	strcpy(at_once, p->hearing.said);
	audit_look_rows = 7;
	listen_once(p, games);
	audit_look_rows = usual;
	assert_string_equal(p->hearing.said, at_once);
}

static void audit(struct parlour *p)
{
	listen(p, &p->evening.games);
}

static void assert_said(struct parlour *p, const char *what)
{
	if (strstr(p->hearing.said, what) == NULL)
		fail_msg("nobody says \"%s\", only:\n%s", what, p->hearing.said);
}

static void tamper(struct parlour *p, const char *sql)
{
	temporary_tamper(p->t, sql);
}

__attribute__((format(printf, 2, 3))) static void tamper_with(struct parlour *p, const char *format,
							      ...)
{
	char sql[1024];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(sql, sizeof(sql), format, arguments);
	va_end(arguments);
	tamper(p, sql);
}

/* ---- a true book ----------------------------------------------------------------------- */

static void a_true_book_is_passed_over_in_silence(void **state)
{
	struct parlour *p = *state;

	audit(p);
	assert_string_equal(p->hearing.said, "");
	assert_int_equal(p->hearing.report.games, 6);
	assert_int_equal(p->hearing.report.games_skipped, 0);
	assert_int_equal(p->hearing.report.facts,
			 temporary_number(p->t, "SELECT count(*) FROM facts"));
	assert_int_equal(p->hearing.report.entries,
			 temporary_number(p->t, "SELECT count(*) FROM entries"));
	assert_int_equal(p->hearing.report.transactions,
			 temporary_number(p->t, "SELECT count(*) FROM transactions"));
	assert_true(temporary_number(p->t, "SELECT count(*) FROM entries WHERE kind = 5") > 20);
	temporary_assert_balanced(p->t);
}

static void tampering_and_putting_back_is_not_seen(void **state)
{
	struct parlour *p = *state;

	tamper(p, "UPDATE facts SET text = text"); /* else the tests below prove nothing */
	audit(p);
	assert_string_equal(p->hearing.said, "");
}

static void games_without_their_ruleset_are_only_added_up(void **state)
{
	struct parlour *p = *state;
	struct registry none = {.n = 0};

	listen(p, &none);
	assert_string_equal(p->hearing.said, "");
	assert_int_equal(p->hearing.report.games_skipped, 6);
	tamper_with(p, "UPDATE games SET pot = pot + 1 WHERE id = %" PRId64, p->active.id);
	listen(p, &none);
	assert_said(p, p->active.key);
	assert_said(p, "the pot has");
}

static void an_audit_beside_a_daemon_sees_one_moment(void **state)
{
	struct parlour *p = *state;
	struct store_config cfg = temporary_config(p->t);
	struct store *reader;
	char why[256];

	cfg.read_only = true;
	assert_int_equal(store_open(&cfg, &reader, why, sizeof(why)), 0);
	memset(&p->hearing, 0, sizeof(p->hearing));
	assert_int_equal(store_begin(p->t->store), STORE_DONE);
	temporary_account(p->t, "cai", 77);
	assert_int_equal(audit_book(reader, &p->evening.games, &p->hearing.report, hear, NULL,
				    &p->hearing),
			 0);
	assert_int_equal(store_commit(p->t->store), STORE_DONE);
	assert_string_equal(p->hearing.said, "");
	store_close(reader);
}

static void the_daemons_own_glasses_may_audit_again_and_again(void **state)
{
	struct parlour *p = *state;

	for (int i = 0; i < 3; i++) {
		audit(p);
		assert_string_equal(p->hearing.said, "");
		assert_int_equal(evening_play(&p->evening, p->active.key, 2).state, TABLE_ACTIVE);
	}
}

/* Its games are of before the chain, before what is owed, before dice that can be checked. */
static void a_book_of_an_older_schema_is_true_when_it_is_opened(void **state)
{
	struct parlour *p = *state;

	temporary_close(p->t);
	temporary_age(p->t, 2);
	assert_int_equal(temporary_open(p->t), 0);
	audit(p);
	assert_string_equal(p->hearing.said, "");
	assert_int_equal(p->hearing.report.games, 6);
}

/* Decisions out of turn, forced ones played by the house, a payment for every strike. */
static void games_of_four_are_followed_too(void **state)
{
	struct parlour *p = *state;
	int64_t four[4] = {p->ana, p->ben};

	four[2] = temporary_account(p->t, "cai", 500);
	four[3] = temporary_account(p->t, "dia", 500);
	for (int i = 0; i < 3; i++) {
		struct game_row row = evening_lay(&p->evening, &tablas_plugin_el_mundo, 2, 100,
						  four, 4);
		evening_play(&p->evening, row.key, i == 0 ? 400 : 20);
		four[i] = four[3];
		four[3] = i == 0 ? p->ana : p->ben;
	}
	audit(p);
	assert_string_equal(p->hearing.said, "");
	assert_int_equal(p->hearing.report.games, 9);
	assert_true(temporary_number(p->t, "SELECT count(*) FROM facts WHERE kind = 7") > 0);
}

/* ---- damage to the ledger ------------------------------------------------------------------ */

static void an_amount_that_was_changed_is_named(void **state)
{
	struct parlour *p = *state;
	char where[64];

	tamper_with(p, "UPDATE entries SET amount = amount - 1 WHERE account = %" PRId64
		       " AND seq = 5",
		    p->ana);
	audit(p);
	snprintf(where, sizeof(where), "account %" PRId64 " entry 5", p->ana);
	assert_said(p, where);
	assert_said(p, "what one side gives is not what the other gets");
}

static void a_number_of_stakes_that_was_changed_is_named(void **state)
{
	struct parlour *p = *state;
	static const char *const damage[][2] = {
		{"multiplier = NULL WHERE multiplier IS NOT NULL AND amount > 0", "different numbers of stakes"},
		{"multiplier = multiplier + 1 WHERE amount < 0", "different numbers of stakes"},
		{"multiplier = 1 WHERE kind = 4 AND purse = 0", "different numbers of stakes"},
		{"multiplier = NULL WHERE txn = (SELECT max(txn) FROM entries WHERE kind = 5)",
		 "its facts demand stake"},
	};

	temporary_must(p->t, "CREATE TABLE spare AS SELECT account, seq, multiplier FROM entries");
	for (size_t i = 0; i < sizeof(damage) / sizeof(damage[0]); i++) {
		tamper_with(p, "UPDATE entries SET %s", damage[i][0]);
		audit(p);
		assert_said(p, damage[i][1]);
		tamper(p, "UPDATE entries SET multiplier = (SELECT multiplier FROM spare"
			  " WHERE spare.account = entries.account AND spare.seq = entries.seq)");
	}
	temporary_must(p->t, "DROP TABLE spare");
	audit(p);
	assert_string_equal(p->hearing.said, "");
}

static void a_running_balance_that_was_changed_is_named_once(void **state)
{
	struct parlour *p = *state;
	char said[128];

	tamper_with(p, "UPDATE entries SET total_after = total_after + 9 WHERE account = %" PRId64
		       " AND seq = 4",
		    p->ben);
	audit(p);
	snprintf(said, sizeof(said), "account %" PRId64 " entry 4: the account does not hold",
		 p->ben);
	assert_said(p, said);
	assert_int_equal(p->hearing.sentences, 1);
}

static void an_entry_that_was_taken_away_is_missed(void **state)
{
	struct parlour *p = *state;
	char said[128];

	tamper_with(p, "DELETE FROM entries WHERE account = %" PRId64 " AND seq = 3", p->ben);
	audit(p);
	snprintf(said, sizeof(said), "account %" PRId64 " entry 4: an entry before it is missing",
		 p->ben);
	assert_said(p, said);
	assert_said(p, "has no other side");
}

static void a_wallet_that_was_filled_is_named(void **state)
{
	struct parlour *p = *state;
	char said[64];

	tamper_with(p, "UPDATE accounts SET wallet = wallet + 100 WHERE id = %" PRId64, p->ana);
	audit(p);
	snprintf(said, sizeof(said), "account %" PRId64 ": the wallet has", p->ana);
	assert_said(p, said);
	assert_said(p, "all accounts together hold 100");
}

static void a_transaction_that_was_taken_away_is_missed(void **state)
{
	struct parlour *p = *state;

	tamper(p, "DELETE FROM transactions WHERE id = 4");
	audit(p);
	assert_said(p, "transaction 5: one before it is missing");
	assert_said(p, "there is no transaction 4");
}

static void a_transaction_without_entries_is_named(void **state)
{
	struct parlour *p = *state;

	tamper(p, "INSERT INTO transactions (id, at) SELECT max(id) + 1, max(at)"
		  " FROM transactions");
	audit(p);
	assert_said(p, "it has no entries");
	tamper(p, "UPDATE transactions SET at = 1 WHERE id = 9");
	audit(p);
	assert_said(p, "transaction 9: it is earlier than the one before");
	assert_said(p, "are not those of transaction 9");
}

/* A forged transfer that adds up in every way, but that no fact demands. */
static void a_forged_transfer_between_players_is_found_by_the_facts(void **state)
{
	struct parlour *p = *state;
	struct book_line line = {TRANSFER_STAKE,
				 {p->ana, p->active.id},
				 {p->ben, p->active.id},
				 1,
				 "struck",
				 0,
				 0};

	assert_int_equal(store_begin(p->t->store), STORE_DONE);
	assert_int_equal(store_book(p->t->store, 1, p->active.id, p->active.ply, &line, 1, NULL),
			 STORE_DONE);
	assert_int_equal(store_commit(p->t->store), STORE_DONE);
	temporary_assert_balanced(p->t);
	audit(p);
	assert_said(p, p->active.key);
	assert_said(p, "no fact demands transaction");
}

static void a_purse_and_a_pot_that_were_changed_are_named(void **state)
{
	struct parlour *p = *state;

	tamper_with(p, "UPDATE seats SET purse = purse + 1 WHERE seat = 1 AND game = %" PRId64,
		    p->active.id);
	audit(p);
	assert_said(p, "the purse of seat 1 has");
	tamper_with(p, "UPDATE games SET pot = 5 WHERE id = %" PRId64, p->over.id);
	audit(p);
	assert_said(p, "it is over, and chips lie in the pot");
}

static void the_last_number_there_is_does_no_harm(void **state)
{
	struct parlour *p = *state;

	tamper(p, "UPDATE entries SET amount = 9223372036854775807 WHERE amount > 0;"
		  "UPDATE entries SET amount = -9223372036854775807 - 1 WHERE amount < -1");
	audit(p);
	assert_true(p->hearing.sentences > 10);
}

/* ---- damage to games -------------------------------------------------------------------------- */

static void a_throw_that_was_changed_does_not_lead_to_what_followed(void **state)
{
	struct parlour *p = *state;
	int64_t ply = temporary_number(p->t, "SELECT min(ply) FROM facts WHERE kind = 5 AND game = 2");
	tamper_with(p, "UPDATE facts SET text = CASE text WHEN '1 1' THEN '2 2' ELSE '1 1' END"
		       " WHERE game = %" PRId64 " AND ply = %" PRId64,
		    p->over.id, ply);
	audit(p);
	assert_said(p, p->over.key);
	assert_said(p, "does not follow");
}

static void a_fact_that_was_given_what_it_has_not_is_named(void **state)
{
	struct parlour *p = *state;
	static const char *const damage[][2] = {
		{"seat = 1", "kind = 5"}, {"throw = 7", "kind = 6"}, {"sides = 6", "kind = 6"}};
	char said[96];

	snprintf(said, sizeof(said), "game %s ply ", p->over.key);
	for (size_t i = 0; i < sizeof(damage) / sizeof(damage[0]); i++) {
		const char *at = damage[i][1];
		tamper_with(p, "UPDATE facts SET %s WHERE game = %" PRId64 " AND ply ="
			       " (SELECT max(ply) FROM facts WHERE game = %" PRId64 " AND %s)",
			    damage[i][0], p->over.id, p->over.id, at);
		audit(p);
		assert_said(p, said);
		assert_said(p, "it has a seat or dice that");
		assert_int_equal(p->hearing.sentences, 1);
		tamper_with(p, "UPDATE facts SET %.*s = NULL WHERE game = %" PRId64 " AND ply ="
			       " (SELECT max(ply) FROM facts WHERE game = %" PRId64 " AND %s)",
			    (int)strcspn(damage[i][0], " "), damage[i][0], p->over.id, p->over.id,
			    at);
	}
}

static void a_fact_that_was_taken_away_is_missed(void **state)
{
	struct parlour *p = *state;
	char said[64];

	tamper_with(p, "DELETE FROM facts WHERE ply = 7 AND game = %" PRId64, p->active.id);
	audit(p);
	snprintf(said, sizeof(said), "game %s ply 8: a fact before it is missing", p->active.key);
	assert_said(p, said);
	assert_int_equal(p->hearing.sentences, 1);
}

static void consequences_that_were_rewritten_are_named(void **state)
{
	struct parlour *p = *state;
	char said[64];

	tamper_with(p, "UPDATE facts SET events = 'stake 0 1 - - 100' WHERE ply = 6"
		       " AND game = %" PRId64,
		    p->over.id);
	audit(p);
	snprintf(said, sizeof(said), "game %s ply 6: what is told", p->over.key);
	assert_said(p, said);
	assert_int_equal(p->hearing.sentences, 1);
}

static void every_part_of_a_snapshot_is_compared(void **state)
{
	struct parlour *p = *state;
	static const struct {
		const char *change, *said;
	} damage[] = {
		{"games SET ply = ply + 1", "its last fact of ply"},
		{"games SET asked = asked - 1", "the question's ply"},
		{"games SET decisions = decisions + 1", "the number of decisions"},
		{"games SET waiting = 3 - waiting", "who is asked"},
		{"games SET position = 'x' || position", "the position in its snapshot"},
		{"games SET state = 3", "the state"},
		{"games SET outcome = '2 1 -'", "the outcome"},
		{"games SET started = started + 1", "the time of its start"},
		{"games SET ended = 5", "the time of its end"},
		{"games SET changed = changed + 1", "the time of its last change"},
		{"games SET unit = unit + 1", "its terms are not those"},
		{"games SET options = 'chips=3'", "its terms are not those"},
		{"games SET options = 'chips=many'", "by the terms it has"},
		{"games SET seats = 3", "by the terms it has"},
		{"games SET seats = 30", "it has 30 seats"},
		{"games SET rules = rules + 1", "it was not made by version"},
		/* a reason to have ended, decisions to take back, an offer: there are none */
		{"games SET thaws_to = thaws_to | 3 << 8", "what is marked"},
		{"games SET thaws_to = thaws_to | 255 << 44", "what is marked"},
		{"games SET thaws_to = thaws_to | 1 << 60, consent = 'draw 1 0 1 1 0'",
		 "what is offered is \"draw 1 0 1 1 0\""},
	};

	temporary_must(p->t, "CREATE TABLE spare AS SELECT * FROM games");
	for (size_t i = 0; i < sizeof(damage) / sizeof(damage[0]); i++) {
		tamper_with(p, "UPDATE %s WHERE id = %" PRId64, damage[i].change, p->active.id);
		audit(p);
		assert_said(p, damage[i].said);
		assert_said(p, p->active.key);
		temporary_must(p->t, "UPDATE games SET (ply, asked, decisions, waiting, position,"
				     " state, outcome, started, ended, changed, unit, options,"
				     " seats, rules, thaws_to) = (SELECT ply, asked, decisions, waiting, position,"
				     " state, outcome, started, ended, changed, unit, options,"
				     " seats, rules, thaws_to FROM spare WHERE spare.id = games.id)");
	}
	temporary_must(p->t, "DROP TABLE spare");
	audit(p);
	assert_string_equal(p->hearing.said, "");
}

static void somebody_in_anothers_seat_is_named(void **state)
{
	struct parlour *p = *state;
	int64_t cai = temporary_account(p->t, "cai", 0);

	tamper_with(p, "UPDATE seats SET account = %" PRId64 " WHERE seat = 0 AND game = %" PRId64,
		    cai, p->active.id);
	audit(p);
	assert_said(p, "is not who sat down there");
}

static void a_seat_that_bears_anothers_name_is_named(void **state)
{
	struct parlour *p = *state;
	char said[96];

	tamper_with(p, "UPDATE seats SET name = 'ben' WHERE account = %" PRId64
		       " AND game = %" PRId64,
		    p->ana, p->active.id);
	audit(p);
	snprintf(said, sizeof(said), "game %s: seat 1 has another name", p->active.key);
	assert_said(p, said);
	assert_int_equal(p->hearing.sentences, 1);
}

static void facts_of_no_game_are_found(void **state)
{
	struct parlour *p = *state;

	tamper(p, "INSERT INTO facts (game, ply, at, kind, text, events) VALUES (99, 1, 1, 1, '', '')");
	audit(p);
	assert_said(p, "there are facts of game number 99");
	tamper(p, "UPDATE counts SET games = games + 1 WHERE state = 2");
	audit(p);
	assert_said(p, "games are said to be of state 2");
	tamper(p, "DELETE FROM counts WHERE state = 2");
	audit(p);
	assert_said(p, "games are of state 2, and are not counted");
}

/* ---- damage to the file and its schema ------------------------------------------------------------ */

static void a_guard_that_was_taken_away_is_missed(void **state)
{
	struct parlour *p = *state;

	temporary_must(p->t, "DROP TRIGGER facts_stand; CREATE TABLE mine (x);"
			     "DROP TRIGGER entries_stand; CREATE TRIGGER entries_stand"
			     " BEFORE UPDATE ON entries BEGIN SELECT 1; END");
	audit(p);
	assert_said(p, "the schema lacks facts_stand");
	assert_said(p, "the schema has mine, which no migration made");
	assert_said(p, "the schema has another entries_stand");
	assert_int_equal(p->hearing.sentences, 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define AUDITED(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
		AUDITED(a_true_book_is_passed_over_in_silence),
		AUDITED(tampering_and_putting_back_is_not_seen),
		AUDITED(games_without_their_ruleset_are_only_added_up),
		AUDITED(an_audit_beside_a_daemon_sees_one_moment),
		AUDITED(the_daemons_own_glasses_may_audit_again_and_again),
		AUDITED(games_of_four_are_followed_too),
		AUDITED(a_book_of_an_older_schema_is_true_when_it_is_opened),
		AUDITED(an_amount_that_was_changed_is_named),
		AUDITED(a_number_of_stakes_that_was_changed_is_named),
		AUDITED(a_running_balance_that_was_changed_is_named_once),
		AUDITED(an_entry_that_was_taken_away_is_missed),
		AUDITED(a_wallet_that_was_filled_is_named),
		AUDITED(a_transaction_that_was_taken_away_is_missed),
		AUDITED(a_transaction_without_entries_is_named),
		AUDITED(a_forged_transfer_between_players_is_found_by_the_facts),
		AUDITED(a_purse_and_a_pot_that_were_changed_are_named),
		AUDITED(the_last_number_there_is_does_no_harm),
		AUDITED(a_throw_that_was_changed_does_not_lead_to_what_followed),
		AUDITED(a_fact_that_was_given_what_it_has_not_is_named),
		AUDITED(a_fact_that_was_taken_away_is_missed),
		AUDITED(consequences_that_were_rewritten_are_named),
		AUDITED(every_part_of_a_snapshot_is_compared),
		AUDITED(somebody_in_anothers_seat_is_named),
		AUDITED(a_seat_that_bears_anothers_name_is_named),
		AUDITED(facts_of_no_game_are_found),
		AUDITED(a_guard_that_was_taken_away_is_missed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
