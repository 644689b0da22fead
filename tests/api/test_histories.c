/*
 * test_histories.c - stake histories over HTTP: filters, cursors, exports, sums.
 */
#include "tests/api/club.h"

#include "schema/store.h"

#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define MINE "/v1/accounts/me/entries"

static int setup(void **state)
{
	(void)state;
	club_open(NULL);
	return 0;
}

/* A whole game: ben resigns a single one to ana. */
static void play_a_game(const char *ruleset)
{
	struct answer a;

	club_lay(ruleset, 2);
	a = club_post(club.ben, club_path("/resignation"), "{}");
	answer_expect(&a, 201);
	answer_fini(&a);
}

static void give(const char *from, const char *to, int amount, const char *note)
{
	struct answer a = club_post(from, "/v1/transfers",
				    "{\"to\": \"%s\", \"amount\": %d, \"note\": \"%s\"}", to,
				    amount, note);

	answer_expect(&a, 201);
	answer_fini(&a);
}

/* An evening with something of everything. */
static void spend_an_evening(void)
{
	play_a_game("backgammon");
	give(club.ana, "carla", 20, "=1+1, \\\"really\\\"");
	play_a_game("quinze-tablas");
	give(club.ben, "ana", 5, "odd; [2026-13-45] date:never | x:y  = 7 chips");
	give(club.carla, "ana", 1, "");
}

static struct answer as(const char *type, const char *token, const char *path)
{
	static char field[80];
	struct answer a;

	snprintf(field, sizeof field, "Accept: %s", type);
	http_header(&club.http, field);
	a = club_get(token, "%s", path);
	answer_expect(&a, 200);
	return a;
}

/* ---- filters ------------------------------------------------------------------------- */

static size_t count(const char *query)
{
	struct answer a = club_get(club.ana, MINE "?limit=200&%s", query);
	size_t n;

	answer_expect(&a, 200);
	n = json_array_size(answer_at(&a, "entries"));
	answer_fini(&a);
	return n;
}

static void a_history_is_narrowed_by_what_an_entry_is_of(void **state)
{
	char query[96];

	(void)state;
	spend_an_evening();
	assert_int_equal(count(""), 1 + 5 + 1 + 5 + 2);
	assert_int_equal(count("ruleset=backgammon"), 5);
	assert_int_equal(count("ruleset=el-mundo"), 0);
	assert_int_equal(count("opponent=ben"), 3);
	assert_int_equal(count("opponent=Ben&kind=player"), 1);
	assert_int_equal(count("opponent=carla"), 2);
	assert_int_equal(count("opponent=carla&ruleset=backgammon"), 0);
	assert_int_equal(count("opponent=ben&ruleset=quinze-tablas&kind=forfeit"), 1);
	snprintf(query, sizeof query, "game=%s&opponent=ben", club.game);
	assert_int_equal(count(query), 1);
	answer_refused(club_get(club.ana, MINE "?opponent=nobody"), 400, "invalid-value");
	answer_refused(club_get(club.ana, MINE "?ruleset=whist"), 400, "invalid-value");
	answer_refused(club_get(club.ana, MINE "?match=%s", club.game), 400, "invalid-value");
}

static void an_entry_says_what_it_is_of(void **state)
{
	struct answer a;

	(void)state;
	play_a_game("backgammon");
	a = club_get(club.ana, MINE "?kind=forfeit");
	assert_string_equal(answer_string(&a, "entries[0].opponent"), "ben");
	assert_string_equal(answer_string(&a, "entries[0].ruleset"), "backgammon");
	assert_string_equal(answer_string(&a, "entries[0].game"), club.game);
	assert_string_equal(answer_string(&a, "entries[0].reason"), "single");
	assert_int_equal(answer_int(&a, "entries[0].multiplier"), 1);
	assert_false(answer_has(&a, "entries[0].match"));
	answer_fini(&a);
}

/* ---- cursors --------------------------------------------------------------------------- */

/* The path in the link to the next page, or "". */
static void follow(const struct answer *a, char *path, size_t cap)
{
	const char *link = answer_header(a, "Link");

	snprintf(path, cap, "%.*s", link[0] ? (int)strcspn(link + 1, ">") : 0,
		 link[0] ? link + 1 : "");
}

static void pages_lose_and_repeat_nothing_while_rows_are_added(void **state)
{
	char path[512] = MINE "?limit=2";
	long long seq = 14;

	(void)state;
	spend_an_evening();
	while (path[0]) {
		struct answer a = club_get(club.ana, "%s", path);
		json_t *entry;
		size_t i;

		answer_expect(&a, 200);
		json_array_foreach(answer_at(&a, "entries"), i, entry)
			assert_int_equal(json_integer_value(json_object_get(entry, "seq")), seq--);
		follow(&a, path, sizeof path);
		answer_fini(&a);
		give(club.ben, "ana", 1, "meanwhile");
	}
	assert_int_equal(seq, 0);
}

static void a_cursor_belongs_to_its_filters_and_to_whom_it_was_given(void **state)
{
	static const char *const others[] = {"limit=2&kind=player", "limit=2&order=asc",
					     "limit=2&opponent=ben", "limit=2&from=2001-01-01T00:00:00Z"};
	char path[512], *cursor, forged[96];
	struct answer a;

	(void)state;
	spend_an_evening();
	a = club_get(club.ana, MINE "?limit=2");
	follow(&a, path, sizeof path);
	answer_fini(&a);
	cursor = strstr(path, "cursor=");
	assert_non_null(cursor);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		answer_refused(club_get(club.ana, MINE "?%s&%s", others[i], cursor), 400,
			       "invalid-cursor");
	answer_refused(club_get(club.ben, MINE "?limit=2&%s", cursor), 400, "invalid-cursor");
	snprintf(forged, sizeof forged, "%s", cursor);
	for (size_t i = 7; forged[i]; i++) {
		char was = forged[i];

		forged[i] = was == '0' ? '1' : '0';
		answer_refused(club_get(club.ana, MINE "?limit=2&%s", forged), 400,
			       "invalid-cursor");
		forged[i] = was;
	}
	a = club_get(club.ana, MINE "?limit=5&%s", forged); /* the size of a page is no filter */
	answer_expect(&a, 200);
	answer_fini(&a);
}

/* ---- balances and sums --------------------------------------------------------------------- */

static void the_balance_at_the_time_of_each_entry_is_the_one_it_tells(void **state)
{
	struct answer a, b;
	json_t *entry;
	size_t i;

	(void)state;
	spend_an_evening();
	a = club_get(club.ana, MINE "?limit=200");
	json_array_foreach(answer_at(&a, "entries"), i, entry)
	{
		long long newer = i ? json_integer_value(json_object_get(
					      json_array_get(answer_at(&a, "entries"), i - 1), "seq"))
				    : 0;
		const char *at = json_string_value(json_object_get(entry, "at"));

		b = club_get(club.ana, "/v1/accounts/me/balance?at=%s", at);
		answer_expect(&b, 200);
		assert_string_equal(answer_string(&b, "at"), at);
		if (answer_int(&b, "entries") == json_integer_value(json_object_get(entry, "seq")))
			assert_int_equal(answer_int(&b, "total"),
					 json_integer_value(json_object_get(entry, "balance_after")));
		else /* of several in one instant the last counts */
			assert_true(answer_int(&b, "entries") >= newer);
		answer_fini(&b);
	}
	answer_fini(&a);
	b = club_get(club.ana, "/v1/accounts/me/balance?at=2001-01-01T00:00:00Z");
	assert_int_equal(answer_int(&b, "total"), 0);
	answer_fini(&b);
	answer_refused(club_get(club.ana, "/v1/accounts/me/balance?at=2999-01-01T00:00:00Z"),
		       400, "invalid-value");
}

static void a_summary_tells_what_was_won_and_from_whom(void **state)
{
	struct answer a;

	(void)state;
	play_a_game("backgammon");
	play_a_game("backgammon");
	play_a_game("quinze-tablas");
	club_lay("backgammon", 2); /* goes on, so it does not count yet */
	a = club_get(club.ben, "/v1/accounts/me/summary");
	answer_expect(&a, 200);
	assert_int_equal(answer_int(&a, "games"), 3);
	assert_int_equal(answer_int(&a, "won"), 0);
	assert_int_equal(answer_int(&a, "net"), -answer_int(&a, "lost"));
	assert_string_equal(answer_string(&a, "by_ruleset[0].ruleset"), "backgammon");
	assert_int_equal(answer_int(&a, "by_ruleset[0].games"), 2);
	assert_int_equal(answer_int(&a, "by_ruleset[0].lost"), 2);
	assert_string_equal(answer_string(&a, "by_opponent[0].opponent"), "ana");
	assert_int_equal(answer_int(&a, "by_opponent[0].games"), 3);
	assert_int_equal(answer_int(&a, "by_month[0].games"), 3);
	answer_fini(&a);
	a = club_get(club.ben, "/v1/accounts/me/summary?by=ruleset&limit=1");
	assert_false(answer_has(&a, "by_month"));
	assert_true(strstr(answer_header(&a, "Link"), "rel=\"next\"") != NULL);
	answer_fini(&a);
	answer_refused(club_get(club.ben, "/v1/accounts/ana/summary"), 403, "forbidden");
}

/* ---- exports ---------------------------------------------------------------------------------- */

static void lines_of_json_are_the_entries_of_the_pages(void **state)
{
	struct answer pages, lines;
	char *line, *rest;
	size_t i = 0;

	(void)state;
	spend_an_evening();
	pages = club_get(club.ana, MINE "?limit=200");
	lines = as("application/x-ndjson", club.ana, MINE);
	assert_string_equal(answer_header(&lines, "Content-Type"), "application/x-ndjson");
	for (line = strtok_r(lines.body, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		json_t *entry = json_loads(line, 0, NULL);

		assert_non_null(entry);
		assert_true(json_equal(entry, json_array_get(answer_at(&pages, "entries"), i++)));
		json_decref(entry);
	}
	assert_int_equal(i, json_array_size(answer_at(&pages, "entries")));
	answer_fini(&pages);
	answer_fini(&lines);
	lines = as("application/x-ndjson", club.ana, MINE "?limit=3&kind=player");
	assert_int_equal(*strchr(lines.body, '\n'), '\n');
	answer_fini(&lines);
}

/* One row of RFC 4180 from *p on; the fields lie one after the other in `room`. */
static size_t read_row(const char **p, const char *fields[], size_t most, char *room)
{
	size_t n = 0;

	do {
		bool quoted = **p == '"';

		assert_true(n < most);
		fields[n++] = room;
		*p += quoted;
		while (quoted ? **p != '"' || (*p)[1] == '"' : !strchr(",\r", **p)) {
			*p += quoted && **p == '"';
			*room++ = *(*p)++;
		}
		*p += quoted;
		*room++ = '\0';
	} while (*(*p)++ == ',');
	assert_int_equal(*(*p)++, '\n');
	return n;
}

static void csv_has_a_header_and_no_formulas(void **state)
{
	const char *fields[20], *p;
	struct answer a;
	int rows = 0, notes = 0;
	char room[2048];

	(void)state;
	spend_an_evening();
	a = as("text/csv", club.ana, MINE "?order=asc");
	p = a.body;
	assert_int_equal(read_row(&p, fields, 20, room), 16);
	assert_string_equal(fields[0], "seq");
	assert_string_equal(fields[15], "balance_after");
	while (*p) {
		assert_int_equal(read_row(&p, fields, 20, room), 16);
		assert_int_equal(atoi(fields[0]), ++rows);
		assert_null(strchr("=+@", fields[11][0] ? fields[11][0] : 'x'));
		notes += strcmp(fields[11], "'=1+1, \"really\"") == 0;
	}
	assert_int_equal(rows, 14);
	assert_int_equal(notes, 1);
	answer_fini(&a);
	a = as("text/csv", club.carla, club_path("/entries"));
	p = a.body;
	assert_int_equal(read_row(&p, fields, 20, room), 12);
	for (rows = 0; *p; rows++)
		assert_int_equal(read_row(&p, fields, 20, room), 12);
	assert_int_equal(rows, 10);
	answer_fini(&a);
}

/* ---- the journal ------------------------------------------------------------------------------- */

static bool there_is_hledger(void)
{
	if (system("hledger --version >/dev/null 2>&1") == 0)
		return true;
	print_message("SKIP: hledger is not installed, so nobody else has added up the journals\n");
	return false;
}

static void keep(const struct answer *a, char path[320])
{
	FILE *f;

	snprintf(path, 320, "%s/journal", club.daemon.dir);
	f = fopen(path, "w");
	assert_non_null(f);
	assert_int_equal(fwrite(a->body, 1, a->body_n, f), a->body_n);
	fclose(f);
}

/* What hledger says is in that account of the journal. */
static long long in_account(const char *path, const char *account)
{
	char command[512], line[256] = "";
	long long chips = 0;
	FILE *p;

	snprintf(command, sizeof command,
		 "hledger -f '%s' balance '^%s$' --no-total --format '%%(total)' 2>&1", path, account);
	p = popen(command, "r");
	assert_non_null(p);
	if (fgets(line, sizeof line, p))
		chips = atoll(line + strspn(line, " "));
	assert_int_equal(pclose(p), 0);
	return chips;
}

static void expect_balance(const char *path, const char *token)
{
	struct answer a = club_get(token, "/v1/accounts/me/balance");

	assert_int_equal(in_account(path, "assets:wallet"), answer_int(&a, "wallet"));
	assert_int_equal(in_account(path, "assets:purses"), answer_int(&a, "in_play"));
	answer_fini(&a);
}

static void expect_sound(const char *path)
{
	char command[400];

	snprintf(command, sizeof command, "hledger -f '%s' check >'%s.said' 2>&1", path, path);
	if (system(command) != 0) {
		snprintf(command, sizeof command, "cat '%s' '%s.said' >&2", path, path);
		assert_int_equal(system(command), 0);
		fail_msg("hledger does not like the journal");
	}
}

static void a_journal_adds_up_for_hledger_as_it_does_here(void **state)
{
	const char *const tokens[] = {club.ana, club.ben, club.carla};
	char path[320];

	(void)state;
	if (!there_is_hledger())
		skip();
	spend_an_evening();
	club_lay("el-mundo", 4); /* chips lie in purses */
	for (size_t i = 0; i < 3; i++) {
		struct answer a = as("text/x-hledger", tokens[i], MINE);

		assert_non_null(strstr(a.body, " = "));
		keep(&a, path);
		answer_fini(&a);
		expect_sound(path);
		expect_balance(path, tokens[i]);
	}
}

static void a_journal_from_an_instant_on_opens_with_what_was_there(void **state)
{
	struct answer a;
	char path[320], from[96];

	(void)state;
	if (!there_is_hledger())
		skip();
	play_a_game("backgammon");
	club_lay("el-mundo", 4);
	a = club_get(club.ana, MINE "?limit=1");
	snprintf(from, sizeof from, MINE "?from=%s", answer_string(&a, "entries[0].at"));
	answer_fini(&a);
	usleep(2000);
	give(club.ana, "ben", 7, "later");
	a = as("text/x-hledger", club.ana, from);
	assert_non_null(strstr(a.body, "equity:opening"));
	keep(&a, path);
	answer_fini(&a);
	expect_sound(path);
	expect_balance(path, club.ana);
	/* a part of a history is sound too, but asserts nothing */
	a = as("text/x-ledger", club.ana, MINE "?opponent=ben");
	assert_null(strstr(a.body, " = "));
	keep(&a, path);
	answer_fini(&a);
	expect_sound(path);
	answer_refused((http_header(&club.http, "Accept: text/x-hledger"),
			club_get(club.ana, MINE "?order=desc")),
		       400, "invalid-value");
}

/* ---- of any length --------------------------------------------------------------------------- */

enum { LONG_ROWS = 24000, LINES = 48 };

static void digest(const void *data, size_t n, unsigned char hash[STORE_HASH_SIZE])
{
	crypto_hash_sha256(hash, data, n);
}

/* So many transfers to and fro, written past the daemon, which rests meanwhile. */
static void fill_the_book(void)
{
	struct store_config cfg = {.path = club.daemon.book, .digest = digest};
	struct account_row ana, ben;
	struct book_line lines[LINES];
	struct store *store;
	char why[256];

	daemon_stop(&club.daemon);
	assert_int_equal(store_open(&cfg, &store, why, sizeof why), 0);
	assert_int_equal(store_account_by_name(store_pen(store), "ana", &ana), STORE_FOUND);
	assert_int_equal(store_account_by_name(store_pen(store), "ben", &ben), STORE_FOUND);
	for (int i = 0; i < LINES; i++)
		lines[i] = (struct book_line){.kind = TRANSFER_PLAYER,
					      .from = {i % 2 ? ben.id : ana.id, 0},
					      .to = {i % 2 ? ana.id : ben.id, 0},
					      .amount = 1 + i / 2,
					      .reason = "to and fro"};
	assert_int_equal(store_begin(store), STORE_DONE);
	for (int i = 0; i < LONG_ROWS / LINES; i++)
		assert_int_equal(store_book(store, i, 0, 0, lines, LINES, NULL), STORE_DONE);
	assert_int_equal(store_commit(store), STORE_DONE);
	store_close(store);
	club_return();
}

/* The most memory the daemon ever had, in KiB. */
static long peak(void)
{
	char path[64], line[128];
	long most = 0;
	FILE *f;

	snprintf(path, sizeof path, "/proc/%d/status", (int)club.daemon.pid);
	f = fopen(path, "r");
	assert_non_null(f);
	while (fgets(line, sizeof line, f))
		sscanf(line, "VmHWM: %ld", &most);
	fclose(f);
	assert_true(most > 0);
	return most;
}

static void an_export_of_any_length_takes_the_memory_of_a_page(void **state)
{
	struct answer a;
	size_t rows = 0;
	long before;

	(void)state;
	fill_the_book();
	a = club_get(club.ana, MINE "?limit=200");
	answer_fini(&a);
	before = peak();
	a = as("application/x-ndjson", club.ana, MINE);
	for (const char *p = a.body; (p = strchr(p, '\n')) != NULL; p++)
		rows++;
	assert_int_equal(rows, LONG_ROWS + 1);
	assert_true(a.body_n > 6 << 20);
	answer_fini(&a);
	/* the page cache of the readers' connection is two megabytes of it */
	if (peak() - before > 4 << 10)
		fail_msg("%ld KiB more than before", peak() - before);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, club_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_history_is_narrowed_by_what_an_entry_is_of),
		TEST(an_entry_says_what_it_is_of),
		TEST(pages_lose_and_repeat_nothing_while_rows_are_added),
		TEST(a_cursor_belongs_to_its_filters_and_to_whom_it_was_given),
		TEST(the_balance_at_the_time_of_each_entry_is_the_one_it_tells),
		TEST(a_summary_tells_what_was_won_and_from_whom),
		TEST(lines_of_json_are_the_entries_of_the_pages),
		TEST(csv_has_a_header_and_no_formulas),
		TEST(a_journal_adds_up_for_hledger_as_it_does_here),
		TEST(a_journal_from_an_instant_on_opens_with_what_was_there),
		TEST(an_export_of_any_length_takes_the_memory_of_a_page),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
