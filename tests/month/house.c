/*
 * house.c - the daemon of the month, and time that goes on in it.
 *
 * Time is told by the configuration.  It goes on while the house serves (it reads
 * the file again), while it is closed, or after it was killed; then what falls due
 * in between must have fallen due at its instant all the same.
 */
#include "tests/api/hand.h"
#include "tests/month/month.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

struct month month;

unsigned chance(unsigned n)
{
	month.seed = month.seed * 1664525u + 1013904223u;
	return (unsigned)((uint64_t)month.seed * n >> 32);
}

int64_t instant(const char *text)
{
	struct tm tm = {.tm_isdst = 0};
	int thousandths = 0;

	assert_true(sscanf(text, "%d-%d-%dT%d:%d:%d.%d", &tm.tm_year, &tm.tm_mon, &tm.tm_mday,
			   &tm.tm_hour, &tm.tm_min, &tm.tm_sec, &thousandths) >= 6);
	tm.tm_year -= 1900;
	tm.tm_mon -= 1;
	return (int64_t)timegm(&tm) * 1000 + thousandths;
}

void instant_write(int64_t ms, char out[32])
{
	time_t seconds = (time_t)(ms / 1000);
	struct tm tm;
	size_t n;

	gmtime_r(&seconds, &tm);
	n = strftime(out, 32, "%Y-%m-%dT%H:%M:%S", &tm);
	snprintf(out + n, 32 - n, ".%03uZ", (unsigned)(ms % 1000) % 1000);
}

/* ---- requests ----------------------------------------------------------------------------- */

/* An answer is a success, or a problem with a name; never a mistake of the server. */
static struct answer checked(struct answer a, const char *path)
{
	month.asked++;
	if (a.status >= 500 || a.status == 0)
		fail_msg("%s: %ld %s", path, a.status, a.body ? a.body : "");
	if (a.status >= 400) {
		month.refused++;
		assert_non_null(strstr(answer_string(&a, "type"), "/v1/problems/"));
	}
	return a;
}

struct answer month_get(const char *token, const char *path, ...)
{
	char text[512];
	va_list args;

	va_start(args, path);
	vsnprintf(text, sizeof text, path, args);
	va_end(args);
	return checked(http_ask(&month.http, "GET", text, token, NULL), text);
}

static void start(void)
{
	daemon_start(&month.daemon);
	http_init(&month.http, month.daemon.url);
	month.life++;
}

/* The request is on its way, perhaps arrived, perhaps done, when the house is killed. */
static void die_while_asked(const char *token, const char *path, const char *key, const char *body)
{
	struct timespec nap = {.tv_nsec = chance(4000) * 1000};
	int fd = wire_open(month.daemon.port);

	assert_true(fd >= 0);
	assert_true(hand_post(fd, token, path, key, body));
	nanosleep(&nap, NULL);
	http_fini(&month.http);
	daemon_kill(&month.daemon);
	close(fd);
	start();
	month.in_flight++;
}

struct answer month_post(const char *token, const char *path, const char *body, ...)
{
	static unsigned keys;
	char key[64], text[2048];
	va_list args;

	snprintf(key, sizeof key, "Idempotency-Key: \"month-%u\"", ++keys);
	va_start(args, body);
	vsnprintf(text, sizeof text, body, args);
	va_end(args);
	if (chance(400) == 0)
		die_while_asked(token, path, key + strlen("Idempotency-Key: "), text);
	http_header(&month.http, key);
	return checked(http_ask(&month.http, "POST", path, token, "%s", text), path);
}

/* ---- time ---------------------------------------------------------------------------------- */

static void write_config(void)
{
	char at[32], fresh[340];
	FILE *f;

	instant_write(month.now, at);
	snprintf(fresh, sizeof fresh, "%s.new", month.config);
	f = fopen(fresh, "w");
	assert_non_null(f);
	fprintf(f, "[test]\nclock = %s\n", at);
	assert_int_equal(fclose(f), 0);
	assert_int_equal(rename(fresh, month.config), 0);
}

/* It says in its Date what time it is. */
static bool has_heard(void)
{
	char at[32], says[32];
	struct answer a = http_ask(&month.http, "GET", "/v1/me/events?wait=0&limit=1",
				   month.players[0].token, NULL);

	instant_write(month.now, at);
	snprintf(says, sizeof says, "%s",
		 a.status == 200 ? answer_string(&a, "server_time") : "");
	answer_fini(&a);
	return strcmp(says, at) == 0;
}

void month_wind(int64_t to)
{
	const struct timespec nap = {.tv_nsec = 2000000};
	unsigned how = chance(10);

	month.now = to;
	if (how < 5) {
		write_config();
		assert_int_equal(kill(month.daemon.pid, SIGHUP), 0);
		for (int i = 0; !has_heard(); i++) {
			assert_true(i < 10000);
			nanosleep(&nap, NULL);
		}
		month.hups++;
		return;
	}
	http_fini(&month.http);
	if (how < 7) {
		assert_int_equal(daemon_stop(&month.daemon), 0);
		month.restarts++;
	} else {
		daemon_kill(&month.daemon);
		month.kills++;
	}
	write_config();
	start();
}

/* ---- opening and closing --------------------------------------------------------------------- */

/* Registering is slowed down from one address; the command line is the operator's own. */
#define REGISTERED_MOST 200

static void enrol(unsigned i)
{
	struct player *p = &month.players[i];
	struct answer a;

	snprintf(p->name, sizeof p->name, "p%04u", i);
	if (i >= REGISTERED_MOST)
		return;
	a = http_ask(&month.http, "POST", "/v1/accounts", NULL, "{\"name\": \"%s\"}", p->name);
	answer_expect(&a, 201);
	snprintf(p->token, sizeof p->token, "%s", answer_string(&a, "token"));
	answer_fini(&a);
}

void month_open(unsigned players, unsigned boards)
{
	static char flag[340];

	signal(SIGPIPE, SIG_IGN); /* a house that is killed may be spoken to */
	memset(&month, 0, sizeof month);
	month.seed = 20261130;
	month.players = calloc(players, sizeof *month.players);
	month.boards = calloc(boards, sizeof *month.boards);
	month.live = calloc(boards, sizeof *month.live);
	month.players_n = players;
	month.boards_max = boards;
	month.begun = month.now = instant("2026-11-30T09:00:00.000Z");
	daemon_init(&month.daemon, NULL, NULL);
	snprintf(month.config, sizeof month.config, "%s/month.conf", month.daemon.dir);
	snprintf(flag, sizeof flag, "--config=%s", month.config);
	month.daemon.flags[0] = flag;
	month.daemon.flags[1] = "--webhooks.http=yes";
	month.daemon.flags[2] = "--webhooks.allow=127.0.0.0/8";
	month.daemon.flags[3] = "--webhooks.timeout=60"; /* nobody is silent but the slow */
	month.daemon.flags[4] = mails_open();
	month.daemon.flags[5] = "--mail.from=tablas@example.org";
	month.daemon.flags[6] = "--mail.starttls=no";
	month.daemon.flags[7] = "--server.public_url=http://tablas.example";
	month.daemon.flags[8] = "--limits.connections_per_address=0";
	month.daemon.flags[9] = "--limits.wait_max=3600";
	write_config();
	daemon_token(&month.daemon, "operator", "all", month.operator);
	for (unsigned i = REGISTERED_MOST; i < players; i++) {
		snprintf(month.players[i].name, sizeof month.players[i].name, "p%04u", i);
		daemon_token(&month.daemon, month.players[i].name, "", month.players[i].token);
	}
	start();
	for (unsigned i = 0; i < players; i++) {
		enrol(i);
		answer_done(month_post(month.operator, "/v1/grants",
				       "{\"to\": \"%s\", \"amount\": 5000}", month.players[i].name),
			    201);
	}
}

void month_close(void)
{
	http_fini(&month.http);
	daemon_stop_and_audit(&month.daemon);
	daemon_fini(&month.daemon);
	for (unsigned i = 0; i < month.players_n; i++) {
		free(month.players[i].reader.told);
		free(month.players[i].reader.what);
	}
	free(month.boards);
	free(month.live);
}
