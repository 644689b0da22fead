/*
 * test_export.c - everything about one account as one archive, as tar reads it.
 */
#include "tests/api/club.h"
#include "tests/api/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

static int setup(void **state)
{
	static const char *const flags[] = {"--dice", "3 1 6 5 4 2",
					    "--clock=2026-11-30T09:00:00Z", NULL};

	(void)state;
	club_open_with(flags);
	return 0;
}

/* Runs a shell command in the house's folder; what it printed. */
static const char *shell(const char *format, ...) __attribute__((format(printf, 1, 2)));
static const char *shell(const char *format, ...)
{
	static char out[8192];
	char command[1024];
	va_list arguments;
	size_t n = (size_t)snprintf(command, sizeof command, "cd '%s' && ", club.daemon.dir);
	FILE *f;

	va_start(arguments, format);
	vsnprintf(command + n, sizeof command - n, format, arguments);
	va_end(arguments);
	f = popen(command, "r");
	assert_non_null(f);
	n = fread(out, 1, sizeof out - 1, f);
	out[n] = '\0';
	if (pclose(f) != 0)
		fail_msg("%s: %s", command, out);
	return out;
}

/* Asks for an archive and unpacks it. */
static void unpack(const char *token, const char *name)
{
	struct answer a = club_get(token, "/v1/accounts/%s/export", name);
	char path[320];
	FILE *f;

	answer_expect(&a, 200);
	assert_string_equal(answer_header(&a, "Content-Type"), "application/x-tar");
	assert_int_equal(a.body_n % 512, 0);
	snprintf(path, sizeof path, "%s/archive.tar", club.daemon.dir);
	f = fopen(path, "w");
	assert_non_null(f);
	assert_int_equal(fwrite(a.body, 1, a.body_n, f), a.body_n);
	fclose(f);
	answer_fini(&a);
	shell("tar xf archive.tar");
}

static void an_archive_holds_account_tokens_entries_and_games(void **state)
{
	struct answer a;

	(void)state;
	club_lay("backgammon", 2);
	unpack(club.ana, "me");
	assert_string_equal(shell("ls ana ana/entries"),
			    "ana:\nREADME\naccount.json\nentries\ngames\ntokens.ndjson\n\n"
			    "ana/entries:\n000001.ndjson\n");
	assert_non_null(strstr(shell("cat ana/account.json"), "\"name\":\"ana\""));
	/* The secret may hold an underscore of its own: count from the front. */
	assert_null(strstr(shell("cat ana/tokens.ndjson"), strchr(club.ana + 4, '_')));
	a = club_get(club.ana, "/v1/accounts/me/balance");
	assert_int_equal(atoi(shell("wc -l <ana/entries/000001.ndjson")), answer_int(&a, "entries"));
	answer_fini(&a);
	a = club_get(club.ana, "%s", club_path("/record"));
	assert_string_equal(shell("cat ana/games/%s.game", club.game), a.body);
	answer_fini(&a);
	a = club_get(club.ana, "%s", club_path("/events"));
	assert_int_equal(atoi(shell("wc -l <ana/games/%s.ndjson", club.game)), answer_int(&a, "ply"));
	answer_fini(&a);
}

static void a_long_history_comes_in_several_files_and_loses_nothing(void **state)
{
	struct answer a;

	(void)state;
	for (int i = 0; i < 520; i++) {
		a = club_post(club.ana, "/v1/transfers", "{\"to\": \"ben\", \"amount\": 1}");
		answer_expect(&a, 201);
		answer_fini(&a);
	}
	unpack(club.ana, "ana");
	assert_string_equal(shell("cat ana/entries/*.ndjson | grep -o '\"seq\":[0-9]*' |"
				  " cut -d: -f2 | sort -n -u | sed -n '1p;$p'"),
			    "1\n521\n");
	assert_int_equal(atoi(shell("ls ana/entries | wc -l")), 2);
}

/* user-voices B32: what somebody means to play is in nobody else's archive. */
static void standing_orders_are_in_the_archive_that_their_owner_asks_for(void **state)
{
	struct answer a;
	char all[128];

	(void)state;
	club_lay("backgammon", 2);
	a = http_ask(&club.http, "PUT", club_path("/orders"), club.ana,
		     "{\"ply\": %lld, \"orders\": [{\"kind\": \"forced\"}]}", club_ply());
	answer_done(a, 200);
	unpack(club.ana, "me");
	assert_non_null(strstr(shell("cat ana/games/%s.orders.ndjson", club.game),
			       "\"kind\":\"forced\""));
	daemon_token(&club.daemon, "warden", "all", all);
	unpack(all, "ana");
	assert_string_equal(shell("tar tf archive.tar | sed -n /orders/p"), "");
}

static void notes_are_in_ones_own_archive_alone_and_words_in_both(void **state)
{
	char all[128];

	(void)state;
	club_lay("backgammon", 2);
	answer_done(http_ask(&club.http, "PUT", club_path("/notes"), club.ana,
			     "{\"text\": \"never doubles\"}"),
		    200);
	answer_done(http_ask(&club.http, "PUT", "/v1/mutes/ben", club.ana, NULL), 204);
	answer_done(http_ask(&club.http, "PUT", "/v1/blocks/dora", club.ana, NULL), 204);
	answer_done(club_post(club.ben, club_path("/chat"), "{\"text\": \"hello\"}"), 201);
	answer_done(club_post(club.ana, club_path("/chat"), "{\"text\": \"good luck\"}"), 201);
	unpack(club.ana, "me");
	assert_string_equal(shell("cat ana/notes/%s.txt", club.game), "never doubles\n");
	assert_non_null(strstr(shell("cat ana/mutes.ndjson"), "\"account\":\"ben\""));
	assert_non_null(strstr(shell("cat ana/blocks.ndjson"), "\"account\":\"dora\""));
	assert_int_equal(atoi(shell("cat ana/chat/*.ndjson | wc -l")), 1);
	assert_non_null(strstr(shell("cat ana/chat/000001.ndjson"),
			       "\"room\":\"seats\",\"number\":2,"));
	assert_non_null(strstr(shell("cat ana/chat/000001.ndjson"), "\"text\":\"good luck\""));
	shell("rm -rf ana");
	daemon_token(&club.daemon, "warden", "all", all);
	unpack(all, "ana");
	assert_string_equal(shell("ls ana"),
			    "README\naccount.json\nchat\nentries\ngames\ntokens.ndjson\n");
}

static void what_one_asked_to_be_told_is_in_ones_own_archive_without_secrets(void **state)
{
	char all[128], secret[128];
	struct answer a;

	(void)state;
	a = club_post(club.ana, "/v1/me/webhooks", "{\"url\": \"https://example.org/news\"}");
	answer_expect(&a, 201);
	snprintf(secret, sizeof secret, "%s", answer_string(&a, "secret"));
	answer_fini(&a);
	answer_done(http_ask(&club.http, "PATCH", "/v1/me/reminders", club.ana,
			     "{\"before\": [\"PT12H\"]}"),
		    200);
	answer_done(club_post(club.ana, "/v1/accounts/me/vacations",
			      "{\"from\": \"%s\", \"days\": 1}", "2026-12-24"),
		    201);
	club_lay("backgammon", 2);
	answer_done(club_post(club.ben, club_path("/chat"), "{\"text\": \"hello\"}"), 201);
	unpack(club.ana, "me");
	assert_non_null(strstr(shell("cat ana/vacations.ndjson"), "\"from\":\"2026-12-24\""));
	assert_non_null(strstr(shell("cat ana/subscriptions.ndjson"),
			       "\"url\":\"https://example.org/news\""));
	assert_string_equal(shell("cat ana/reminders.json"), "{\"before\":[\"PT12H\"]}\n");
	assert_non_null(strstr(shell("cat ana/news/000001.ndjson"), club.game));
	assert_string_equal(shell("grep -rl '%s' ana || true", secret), "");
	shell("rm -rf ana");
	daemon_token(&club.daemon, "warden", "all", all);
	unpack(all, "ana");
	assert_string_equal(shell("ls ana"), "README\naccount.json\nentries\ngames\n"
					     "tokens.ndjson\n");
}

static void others_get_none_but_the_operator(void **state)
{
	struct answer a = club_get(club.ben, "/v1/accounts/ana/export");
	char all[128];

	(void)state;
	answer_expect_problem(&a, 403, "forbidden");
	answer_fini(&a);
	daemon_token(&club.daemon, "warden", "all", all);
	unpack(all, "ana");
}

/* Everything the daemon says until it hangs up; false if something follows the head. */
static bool only_a_head(const char *path)
{
	char said[8192];
	size_t n = 0;
	ssize_t got;
	int fd = wire_open(club.daemon.port);

	dprintf(fd, "HEAD %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n", path,
		club.ana);
	while ((got = recv(fd, said + n, sizeof said - 1 - n, 0)) > 0)
		n += (size_t)got;
	close(fd);
	said[n] = '\0';
	assert_int_equal(strncmp(said, "HTTP/1.1 200 ", 13), 0);
	return n > 4 && strstr(said, "\r\n\r\n") == said + n - 4;
}

static void nothing_follows_the_head_of_what_is_streamed(void **state)
{
	(void)state;
	for (int i = 0; i < 20; i++)
		assert_true(only_a_head("/v1/accounts/me/export"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define CLUB(f) cmocka_unit_test_setup_teardown(f, setup, club_close)
		CLUB(an_archive_holds_account_tokens_entries_and_games),
		CLUB(a_long_history_comes_in_several_files_and_loses_nothing),
		CLUB(standing_orders_are_in_the_archive_that_their_owner_asks_for),
		CLUB(notes_are_in_ones_own_archive_alone_and_words_in_both),
		CLUB(what_one_asked_to_be_told_is_in_ones_own_archive_without_secrets),
		CLUB(others_get_none_but_the_operator),
		CLUB(nothing_follows_the_head_of_what_is_streamed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
