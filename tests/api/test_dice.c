/*
 * test_dice.c - dice over HTTP: a secret that no answer has before the game
 * ends, and that whoever has the answers afterwards can check with.
 */
#define _GNU_SOURCE
#include "tests/api/club.h"
#include "tests/api/every_route.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <sodium.h>
#include <sqlite3.h>

#define SIZE 32

static int setup(void **state)
{
	(void)state;
	assert_true(sodium_init() >= 0);
	club_open(NULL);
	return 0;
}

/* Another daemon, in the place of the one there was. */
static int setup_scripted(void **state)
{
	club_close(state);
	club_open("6 1 3 1");
	return 0;
}

/* ---- the secret, out of the book, and where it shows ---------------------------------- */

struct hidden {
	unsigned char secret[SIZE], root[SIZE];
};

static struct hidden read_hidden(const char *game)
{
	struct hidden h;
	sqlite3 *db;
	sqlite3_stmt *st;

	assert_int_equal(sqlite3_open_v2(club.daemon.book, &db, SQLITE_OPEN_READONLY, NULL),
			 SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(db,
					    "SELECT secret, root FROM secrets JOIN games"
					    " ON games.id = secrets.game WHERE key = ?1",
					    -1, &st, NULL),
			 SQLITE_OK);
	sqlite3_bind_text(st, 1, game, -1, SQLITE_STATIC);
	assert_int_equal(sqlite3_step(st), SQLITE_ROW);
	assert_int_equal(sqlite3_column_bytes(st, 0), SIZE);
	memcpy(h.secret, sqlite3_column_blob(st, 0), SIZE);
	memcpy(h.root, sqlite3_column_blob(st, 1), SIZE);
	sqlite3_finalize(st);
	sqlite3_close(db);
	return h;
}

static bool has(const char *text, size_t n, const void *what, size_t what_n)
{
	return n >= what_n && memmem(text, n, what, what_n) != NULL;
}

/* In hexadecimal of both cases, as bytes, and in base64 wherever in it they might begin. */
static bool shows(const char *text, size_t n, const unsigned char bytes[SIZE])
{
	static const int variants[] = {sodium_base64_VARIANT_ORIGINAL,
				       sodium_base64_VARIANT_URLSAFE};
	char hex[2 * SIZE + 1], base64[128];

	sodium_bin2hex(hex, sizeof hex, bytes, SIZE);
	if (has(text, n, bytes, SIZE) || has(text, n, hex, 2 * SIZE))
		return true;
	for (char *p = hex; *p; p++)
		*p = *p >= 'a' ? (char)(*p - 32) : *p;
	if (has(text, n, hex, 2 * SIZE))
		return true;
	for (size_t shift = 0; shift < 3; shift++)
		for (size_t v = 0; v < 2; v++) {
			unsigned char moved[SIZE + 2] = {0};

			memcpy(moved + shift, bytes, SIZE);
			sodium_bin2base64(base64, sizeof base64, moved, SIZE + shift, variants[v]);
			if (has(text, n, base64 + 4, 36))
				return true;
		}
	return false;
}

static void the_search_finds_what_it_looks_for(void **state)
{
	unsigned char bytes[SIZE], around[SIZE + 7];
	char text[200];

	(void)state;
	randombytes_buf(bytes, SIZE);
	assert_false(shows("nothing", 7, bytes));
	memset(around, 'x', sizeof around);
	for (size_t at = 0; at < 7; at++) {
		memcpy(around + at, bytes, SIZE);
		assert_true(shows((char *)around, sizeof around, bytes));
		sodium_bin2base64(text, sizeof text, around, sizeof around,
				  sodium_base64_VARIANT_URLSAFE);
		assert_true(shows(text, strlen(text), bytes));
	}
	sodium_bin2hex(text, sizeof text, around, sizeof around);
	assert_true(shows(text, strlen(text), bytes));
}

static void must_not_show(const char *where, const char *text, size_t n, const struct hidden *h)
{
	if (shows(text, n, h->secret) || shows(text, n, h->root))
		fail_msg("%s shows the secret", where);
}

static void look_at(struct answer a, const char *what, const struct hidden *h)
{
	must_not_show(what, a.body, a.body_n, h);
	must_not_show(what, a.head, strlen(a.head), h);
	answer_fini(&a);
}

/* Those that end games or send people away, and waiting for news. */
static bool is_left_out(const struct some_route *route)
{
	return strcmp(route->method, "DELETE") == 0 || strstr(route->pattern, "/abort") ||
	       strstr(route->pattern, "/resignation") || strcmp(route->method, "PATCH") == 0;
}

/* In every form there is, or in the usual one. */
static void ask_every_route(const char *token, bool every_form, const struct hidden *h)
{
	static const char *const wishes[] = {NULL, "Accept: text/plain", "Accept: image/svg+xml",
					     "Accept: application/x-ndjson", "Accept: text/csv"};
	char path[PATH_MAX_HERE], what[PATH_MAX_HERE + 32];

	for (size_t i = 0; i < every_route_n; i++) {
		const struct some_route *route = &every_route[i];
		bool get = strcmp(route->method, "GET") == 0;

		if (is_left_out(route))
			continue;
		route_path(route, club.game, true, path);
		snprintf(what, sizeof what, "%s %s", route->method, path);
		for (size_t w = 0; w < (get && every_form ? sizeof wishes / sizeof *wishes : 1); w++) {
			http_header(&club.http, get ? wishes[w] : "Idempotency-Key: \"some\"");
			look_at(http_ask(&club.http, route->method, path, token,
					 route_reads(route) ? "{}" : NULL),
				what, h);
		}
	}
	look_at(club_get(token, "%s", club_path("/record?positions=true")), "record", h);
	look_at(club_get(token, "%s", club_path("/dice?format=text")), "dice as text", h);
	look_at(club_get(token, "%s", club_path("/events?limit=200")), "events", h);
}

static void look_at_the_log(const struct hidden *h)
{
	char path[400], *text = malloc(1 << 24);
	size_t n;
	FILE *f;

	snprintf(path, sizeof path, "%s/log", club.daemon.dir);
	f = fopen(path, "r");
	assert_non_null(f);
	n = fread(text, 1, 1 << 24, f);
	fclose(f);
	assert_true(n > 100);
	must_not_show("the log", text, n, h);
	free(text);
}

static void lay(const char *terms)
{
	struct answer a = club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"backgammon\", \"sit\": false%s}", terms);

	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	a = club_post(club.ben, club_path("/seats"),
		      "{\"seat\": 1, \"contribution\": \"\\u2685 # of %s\"}", "ben");
	answer_expect(&a, 201);
	answer_fini(&a);
	a = club_post(club.ana, club_path("/seats"), "{\"contribution\": \"a\\\\b \\\"c\\\"\"}");
	answer_expect(&a, 201);
	answer_fini(&a);
}

static void operator_does(const char *what)
{
	struct answer a = club_post(club.operator, club_path(what), "{}");

	answer_expect(&a, 200);
	answer_fini(&a);
}

static void the_secret_of_a_running_game_leaves_by_no_door(void **state)
{
	struct hidden h;

	(void)state;
	lay(", \"match\": {\"length\": 3}");
	h = read_hidden(club.game);
	for (int i = 0; i < 6; i++)
		club_decide();
	ask_every_route(club.ana, true, &h);
	operator_does("/freeze");
	ask_every_route(club.operator, false, &h);
	operator_does("/thaw");
	club_return();
	ask_every_route(NULL, false, &h);
	look_at_the_log(&h);
}

/* ---- when the game is over ----------------------------------------------------------------- */

static struct answer dice(const char *form)
{
	struct answer a = club_get(club.carla, "%s%s", club_path("/dice"), form);

	answer_expect(&a, 200);
	return a;
}

static char *save(const struct answer *a, const char *name)
{
	static char path[400];
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", club.daemon.dir, name);
	f = fopen(path, "w");
	assert_non_null(f);
	assert_int_equal(fwrite(a->body, 1, a->body_n, f), a->body_n);
	assert_int_equal(fclose(f), 0);
	return path;
}

/* The exit status of a verifier given that file; what it says in `said`. */
static int verify(const char *program, const char *path, char said[512])
{
	const char *source = getenv("TABLAS_SRCDIR"), *build = getenv("TABLAS_BUILDDIR");
	char command[1400];
	size_t n;
	FILE *f;

	if (strcmp(program, "python") == 0)
		snprintf(command, sizeof command, "python3 '%s/docs/verify_dice.py' '%s' 2>&1",
			 source, path);
	else
		snprintf(command, sizeof command, "'%s/tablas-check' dice '%s' 2>&1", build, path);
	f = popen(command, "r");
	assert_non_null(f);
	n = fread(said, 1, 511, f);
	said[n] = '\0';
	return WEXITSTATUS(pclose(f));
}

static void must_verify(const char *program, struct answer a, const char *name, int status,
			const char *says)
{
	char said[512];
	int got = verify(program, save(&a, name), said);

	if (got != status || !strstr(said, says))
		fail_msg("%s of %s: %d, not %d and \"%s\": %s", program, name, got, status, says, said);
	answer_fini(&a);
}

/* The answer with one character of it changed. */
static struct answer with(struct answer a, const char *what, const char *instead)
{
	char *at = strstr(a.body, what);

	assert_non_null(at);
	assert_int_equal(strlen(what), strlen(instead));
	memcpy(at, instead, strlen(instead));
	return a;
}

static struct answer record(void)
{
	struct answer a = club_get(club.carla, "%s", club_path("/record"));

	answer_expect(&a, 200);
	return a;
}

static void resign(void)
{
	struct answer a = club_post(club.ana, club_path("/resignation"), "{}");

	answer_expect(&a, 201);
	answer_fini(&a);
}

static void whoever_has_the_answers_computes_every_face(void **state)
{
	struct answer a;
	char hex[2 * SIZE + 1];
	struct hidden h;

	(void)state;
	lay("");
	for (int i = 0; i < 10; i++)
		club_decide();
	must_verify("tablas-check", record(), "running", 2, "the game goes on");
	must_verify("python", dice(""), "running.json", 1, "no secret has been told");
	h = read_hidden(club.game);
	resign();
	sodium_bin2hex(hex, sizeof hex, h.secret, SIZE);
	a = dice("");
	assert_string_equal(answer_string(&a, "construction"), "tablas-dice-1");
	assert_string_equal(answer_string(&a, "secret"), hex);
	assert_string_equal(answer_string(&a, "contributions[1].text"), "a\\b \"c\"");
	assert_int_equal(answer_int(&a, "throws[10].index"), 11);
	must_verify("python", a, "dice.json", 0, "every face");
	must_verify("tablas-check", dice("?format=text"), "dice", 0, "every face");
	must_verify("tablas-check", record(), "record", 0, "every face");
	must_verify("tablas-check", dice(""), "dice.json", 2, "this is JSON");

	a = record();
	assert_non_null(strstr(a.body, "\ncontributed 1 e29a852023206f662062656e # "));
	strstr(a.body, "\nthrow 5 d6 ")[12] = '7';
	must_verify("tablas-check", a, "forged", 1, "throw 5 is 7");
	must_verify("tablas-check", with(record(), "\nthrow 5 d6", "\nthrow 6 d6"), "skipped", 1,
		    "and should be 5");
	must_verify("tablas-check", with(record(), " e29a85", " e29a86"), "another", 1, "the secret gives");
	must_verify("python", with(dice(""), "# of ben", "# of bea"), "another.json", 1, "not [");
}

static void the_games_of_a_match_verify_one_by_one(void **state)
{
	struct answer a;
	char first[16], told[65];

	(void)state;
	lay(", \"match\": {\"length\": 2}");
	strcpy(first, club.game);
	club_decide();
	resign();
	a = dice("");
	strcpy(told, answer_string(&a, "secret"));
	must_verify("python", a, "first.json", 0, "every face");
	a = club_get(club.ana, "%s", club_path(""));
	strcpy(club.game, answer_string(&a, "match.next"));
	answer_fini(&a);
	club_decide();
	a = dice("");
	assert_string_equal(answer_string(&a, "commitment"), told);
	assert_string_equal(answer_string(&a, "chain.game"), first);
	assert_int_equal(answer_int(&a, "chain.link"), 2);
	assert_false(answer_has(&a, "secret"));
	answer_fini(&a);
	resign();
	must_verify("python", dice(""), "second.json", 0, "every face");
	must_verify("tablas-check", record(), "second", 0, "every face");
	must_verify("tablas-check", with(record(), "\nchain 2 ", "\nchain 1 "), "unchained", 1,
		    "not of the chain");
}

static void scripted_dice_verify_nowhere(void **state)
{
	struct answer a;

	(void)state;
	lay("");
	club_decide();
	resign();
	a = dice("");
	assert_string_equal(answer_string(&a, "construction"), "scripted");
	must_verify("python", a, "scripted.json", 1, "not [");
	must_verify("tablas-check", record(), "scripted", 1, "not made from the secret");
	a = club_get(NULL, "/v1/dice/statistics");
	answer_expect(&a, 200);
	answer_fini(&a);
}

/* ---- how often each face fell ------------------------------------------------------------------ */

/* How often 1 to 6 fell until now, by the statistics. */
static void read_counts(int64_t counts[7])
{
	struct answer a = club_get(NULL, "/v1/dice/statistics");

	answer_expect(&a, 200);
	memset(counts, 0, 7 * sizeof *counts);
	for (int n = 1; json_array_size(answer_at(&a, "dice")) && n <= 6; n++) {
		char path[64];

		snprintf(path, sizeof path, "rulesets[0].dice[0].faces[%d]", n - 1);
		counts[n] = answer_int(&a, path);
		snprintf(path, sizeof path, "dice[0].faces[%d]", n - 1);
		assert_int_equal(answer_int(&a, path), counts[n]);
	}
	answer_fini(&a);
}

static void the_faces_counted_are_those_that_fell(void **state)
{
	int64_t before[7], after[7], all = 0;
	json_t *throw, *face;
	double chi = 0, told;
	struct answer a;
	size_t i, k;

	(void)state;
	read_counts(before);
	lay("");
	for (int n = 0; n < 16; n++)
		club_decide();
	a = dice("");
	json_array_foreach(answer_at(&a, "throws"), i, throw)
		json_array_foreach(json_object_get(throw, "faces"), k, face)
			before[json_integer_value(face)]++;
	answer_fini(&a);
	read_counts(after);
	assert_memory_equal(before, after, sizeof before);
	for (int n = 1; n <= 6; n++)
		all += after[n];
	for (int n = 1; n <= 6; n++)
		chi += (double)((6 * after[n] - all) * (6 * after[n] - all)) / (double)(6 * all);
	a = club_get(NULL, "/v1/dice/statistics");
	assert_int_equal(answer_int(&a, "dice[0].thrown"), all);
	assert_int_equal(answer_int(&a, "dice[0].sides"), 6);
	assert_int_equal(answer_int(&a, "dice[0].degrees"), 5);
	assert_string_equal(answer_string(&a, "rulesets[0].ruleset"), "backgammon");
	told = json_number_value(answer_at(&a, "dice[0].chi_square"));
	assert_true(told > chi - 0.001 - chi / 1e5 && told < chi + 0.001 + chi / 1e5);
	assert_true(all >= 30 && answer_bool(&a, "dice[0].even"));
	answer_fini(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_search_finds_what_it_looks_for),
		cmocka_unit_test(the_secret_of_a_running_game_leaves_by_no_door),
		cmocka_unit_test(whoever_has_the_answers_computes_every_face),
		cmocka_unit_test(the_games_of_a_match_verify_one_by_one),
		cmocka_unit_test(the_faces_counted_are_those_that_fell),
		cmocka_unit_test_setup(scripted_dice_verify_nowhere, setup_scripted),
	};

	return cmocka_run_group_tests(tests, setup, club_close);
}
