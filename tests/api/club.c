/*
 * club.c - players of the tests over HTTP.
 */
#include "tests/api/club.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

struct club club;

static void enrol(const char *name, char token[128])
{
	struct answer a =
		http_ask(&club.http, "POST", "/v1/accounts", NULL, "{\"name\": \"%s\"}", name);

	answer_expect(&a, 201);
	snprintf(token, 128, "%s", answer_string(&a, "token"));
	answer_fini(&a);
}

void club_open(const char *dice)
{
	const char *const flags[] = {"--dice", dice, NULL};

	club_open_with(dice ? flags : flags + 2);
}

void club_open_with(const char *const *flags)
{
	memset(&club, 0, sizeof club);
	daemon_init(&club.daemon, NULL, NULL);
	for (size_t i = 0; flags[i]; i++)
		club.daemon.flags[i] = flags[i];
	daemon_token(&club.daemon, "operator", "games:read,admin", club.operator);
	daemon_start(&club.daemon);
	http_init(&club.http, club.daemon.url);
	enrol("ana", club.ana);
	enrol("ben", club.ben);
	enrol("carla", club.carla);
	enrol("dora", club.dora);
}

static char full[64]; /* while it exists, the disk is */

int club_setup_on_a_disk(int (*setup)(void **), void **state)
{
	const char *build = getenv("TABLAS_BUILDDIR");
	char preload[600];
	int done;

	snprintf(preload, sizeof preload, "%s/tests/faults/.libs/nospace.so", build ? build : ".");
	if (access(preload, R_OK) != 0)
		fail_msg("%s is missing", preload);
	snprintf(full, sizeof full, "/tmp/tablas-full-%ld", (long)getpid());
	unlink(full); /* of another process of that number, which was killed */
	setenv("TABLAS_NOSPACE", full, 1);
	setenv("ASAN_OPTIONS", "verify_asan_link_order=0", 1);
	setenv("LD_PRELOAD", preload, 1);
	done = setup(state);
	unsetenv("LD_PRELOAD");
	unsetenv("ASAN_OPTIONS");
	return done;
}

void club_fill_the_disk(void)
{
	close(open(full, O_CREAT | O_WRONLY, 0600));
}

void club_empty_the_disk(void)
{
	unlink(full);
}

int club_close(void **state)
{
	(void)state;
	if (full[0]) {
		club_empty_the_disk();
		unsetenv("TABLAS_NOSPACE");
		full[0] = '\0';
	}
	http_fini(&club.http);
	daemon_stop_and_audit(&club.daemon);
	daemon_fini(&club.daemon);
	unlink(club_config());
	return 0;
}

const char *club_config(void)
{
	static char path[64];

	snprintf(path, sizeof path, "/tmp/tablasd-club-%ld.conf", (long)getpid());
	return path;
}

/* How often the daemon has said that it has read its configuration again. */
static unsigned reloads(void)
{
	char path[300], line[512];
	unsigned n = 0;
	FILE *f;

	snprintf(path, sizeof path, "%s/log", club.daemon.dir);
	f = fopen(path, "r");
	while (f && fgets(line, sizeof line, f))
		n += strstr(line, " reloaded") != NULL;
	if (f)
		fclose(f);
	return n;
}

void club_write_config(const char *text)
{
	FILE *f = fopen(club_config(), "w");

	if (!f || fputs(text, f) < 0 || fclose(f) != 0)
		fail_msg("%s cannot be written", club_config());
}

void club_configure(const char *text)
{
	const struct timespec while_it_reads = {.tv_nsec = 1000000};
	unsigned before;

	club_write_config(text);
	if (!club.daemon.pid)
		return;
	before = reloads();
	kill(club.daemon.pid, SIGHUP);
	for (int i = 0; reloads() == before; i++) {
		if (i > 30000)
			fail_msg("the daemon does not read %s again", club_config());
		nanosleep(&while_it_reads, NULL);
	}
}

int club_setup_by_hand(void **state)
{
	static const char *const flags[] = {"--clock=" CLUB_TIME, NULL};

	(void)state;
	club_open_with(flags);
	return 0;
}

void club_wind(const char *flag)
{
	size_t i = 0;

	while (club.daemon.flags[i] && strncmp(club.daemon.flags[i], "--clock=", 8) != 0)
		i++;
	assert_non_null(club.daemon.flags[i]);
	club.daemon.flags[i] = flag;
	if (club.daemon.pid)
		daemon_kill(&club.daemon);
	club_return();
}

void club_return(void)
{
	http_fini(&club.http);
	if (club.daemon.pid)
		assert_int_equal(daemon_stop(&club.daemon), 0);
	daemon_start(&club.daemon);
	http_init(&club.http, club.daemon.url);
}

struct answer club_post(const char *token, const char *path, const char *body, ...)
{
	static unsigned keys;
	char key[64], text[4096];
	va_list args;

	snprintf(key, sizeof key, "Idempotency-Key: \"key-%u\"", ++keys);
	http_header(&club.http, key);
	va_start(args, body);
	vsnprintf(text, sizeof text, body, args);
	va_end(args);
	return http_ask(&club.http, "POST", path, token, "%s", text);
}

struct answer club_get(const char *token, const char *path, ...)
{
	char text[512];
	va_list args;

	va_start(args, path);
	vsnprintf(text, sizeof text, path, args);
	va_end(args);
	return http_ask(&club.http, "GET", text, token, NULL);
}

size_t club_listed(const char *token, const char *query)
{
	struct answer a = club_get(token, "/v1/games%s", query);
	size_t n;

	answer_expect(&a, 200);
	n = json_array_size(answer_at(&a, "games"));
	answer_fini(&a);
	return n;
}

const char *club_path(const char *behind)
{
	static char path[256];

	snprintf(path, sizeof path, "/v1/games/%s%s", club.game, behind);
	return path;
}

void club_lay(const char *ruleset, unsigned seats)
{
	const char *const tokens[] = {club.ana, club.ben, club.carla, club.dora};
	const char *plain = strcmp(ruleset, "backgammon") == 0
				    ? "\"resign_value\": \"single\", \"cube\": false"
				    : "";
	struct answer a = club_post(club.ana, "/v1/games",
				    "{\"ruleset\": \"%s\", \"seats\": %u, \"stake\": "
				    "{\"unit\": 1, \"buy_in\": 100}, \"options\": {%s}}",
				    ruleset, seats, plain);

	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
	for (unsigned seat = 1; seat < seats; seat++) {
		a = club_post(tokens[seat], club_path("/seats"), "{\"seat\": %u}", seat);
		answer_expect(&a, 201);
		answer_fini(&a);
	}
}

void club_offer(const char *terms)
{
	struct answer a = club_post(club.ana, "/v1/games", "{\"ruleset\": \"backgammon\"%s%s}",
				    *terms ? ", " : "", terms);

	answer_expect(&a, 201);
	snprintf(club.game, sizeof club.game, "%s", answer_string(&a, "id"));
	answer_fini(&a);
}

long long club_ply(void)
{
	struct answer a = club_get(club.ana, "%s", club_path(""));
	long long ply = answer_int(&a, "ply");

	answer_fini(&a);
	return ply;
}

long long club_wallet(const char *token)
{
	struct answer a = club_get(token, "/v1/accounts/me/balance");
	long long n = answer_int(&a, "wallet");

	answer_fini(&a);
	return n;
}

const char *club_any_turn(char body[256])
{
	const char *const tokens[] = {club.ana, club.ben, club.carla, club.dora};
	struct answer a = club_get(club.ana, "%s", club_path("/plays?limit=1"));
	const char *token;
	char *moves;

	answer_expect(&a, 200);
	token = tokens[answer_int(&a, "seat")];
	moves = json_dumps(answer_at(&a, "plays[0].moves"), JSON_COMPACT);
	snprintf(body, 256, "{\"ply\": %lld, \"moves\": %s}", answer_int(&a, "ply"), moves);
	free(moves);
	answer_fini(&a);
	return token;
}

void club_decide(void)
{
	char body[256];
	const char *token = club_any_turn(body);
	struct answer a = club_post(token, club_path("/turns"), "%s", body);

	answer_expect(&a, 201);
	answer_fini(&a);
}

void club_still_serves(void)
{
	answer_done(club_get(club.ana, "/v1/accounts/me"), 200);
	answer_done(club_post(club.ana, "/v1/transfers", "{\"to\": \"ben\", \"amount\": 1}"),
		    201);
	club_decide();
}

long club_number(const char *name)
{
	struct answer a = club_get(NULL, "/metrics");
	char line[96];
	const char *at;
	long n;

	snprintf(line, sizeof line, "\n%s ", name);
	at = strstr(a.body, line);
	assert_non_null(at);
	n = strtol(at + strlen(line), NULL, 10);
	answer_fini(&a);
	return n;
}

void club_until(const char *name, long least, long most)
{
	struct timespec nap = {.tv_nsec = 10000000};

	for (int i = 0; club_number(name) < least || club_number(name) > most; i++) {
		if (i == 6000)
			fail_msg("%s is %ld", name, club_number(name));
		nanosleep(&nap, NULL);
	}
}
