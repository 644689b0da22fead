/*
 * test_signals.c - what the operator and the supervisor say, and what they are told.
 */
#define _GNU_SOURCE
#include "build.h"

#include "tests/lib/daemon.h"
#include "tests/lib/http.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static struct daemon d;
static struct http h;

static int tear_down(void **state)
{
	(void)state;
	http_fini(&h);
	daemon_fini(&d);
	return 0;
}

static void sighup_reads_the_configuration_again(void **state)
{
	char file[300];
	struct answer a;
	FILE *f;

	(void)state;
	daemon_init(&d, "--config", file, NULL);
	snprintf(file, sizeof file, "%s/tablasd.conf", d.dir);
	f = fopen(file, "w");
	fputs("[accounts]\nregistration = open\n", f);
	fclose(f);
	daemon_start(&d);
	http_init(&h, d.url);
	a = http_ask(&h, "POST", "/v1/accounts", NULL, "{\"name\": \"early\"}");
	answer_expect(&a, 201);
	answer_fini(&a);
	f = fopen(file, "w");
	fputs("[accounts]\nregistration = closed\n", f);
	fclose(f);
	kill(d.pid, SIGHUP);
	for (int i = 0; i < 1000; i++) { /* it is read between two requests */
		a = http_ask(&h, "GET", "/v1", NULL, NULL);
		bool closed = strcmp(answer_string(&a, "registration"), "closed") == 0;

		answer_fini(&a);
		if (closed)
			break;
		nanosleep(&(struct timespec){0, 5000000}, NULL);
	}
	a = http_ask(&h, "POST", "/v1/accounts", NULL, "{\"name\": \"late\"}");
	answer_expect_problem(&a, 403, "registration-closed");
	answer_fini(&a);
	f = fopen(file, "w");
	fputs("[accounts]\nregistrtion = open\n", f);
	fclose(f);
	kill(d.pid, SIGHUP);
	a = http_ask(&h, "GET", "/v1", NULL, NULL);
	assert_string_equal(answer_string(&a, "registration"), "closed");
	answer_fini(&a);
	assert_int_equal(daemon_stop(&d), 0);
	assert_int_equal(daemon_logged(&d, "warning reload-refused why="), 1);
	assert_int_equal(daemon_logged(&d, "tablasd.conf:2: there is no key registrtion in section"), 1);
}

/* ---- the supervisor ---------------------------------------------------------------- */

/* Without games it goes on serving what there is, and says that it is not ready. */
static void a_house_without_games_is_ready_once_it_has_some(void **state)
{
	const char *build = getenv("TABLAS_BUILDDIR");
	char dir[300], command[1200];
	struct answer a;
	long status = 503;

	(void)state;
	daemon_init(&d, "--plugins", dir, NULL);
	snprintf(dir, sizeof dir, "%s/plugins", d.dir);
	assert_int_equal(mkdir(dir, 0755), 0);
	daemon_start(&d);
	http_init(&h, d.url);
	a = http_ask(&h, "GET", "/readyz", NULL, NULL);
	answer_expect_problem(&a, 503, "unavailable");
	assert_string_equal(answer_string(&a, "reasons[0]"), "no ruleset is loaded");
	answer_fini(&a);
	answer_done(http_ask(&h, "GET", "/healthz", NULL, NULL), 200);
	a = http_ask(&h, "GET", "/v1/rulesets", NULL, NULL);
	answer_expect(&a, 200);
	assert_int_equal(json_array_size(answer_at(&a, "rulesets")), 0);
	answer_fini(&a);
	snprintf(command, sizeof command, "cp '%s/.libs/backgammon.so' '%s' && chmod 644 '%s'/*",
		 build ? build : ".", dir, dir);
	assert_int_equal(system(command), 0);
	kill(d.pid, SIGHUP);
	for (int i = 0; i < 1000 && status == 503; i++) { /* it is heard between two requests */
		a = http_ask(&h, "GET", "/readyz", NULL, NULL);
		status = a.status;
		answer_fini(&a);
		nanosleep(&(struct timespec){0, 2000000}, NULL);
	}
	assert_int_equal(status, 200);
	a = http_ask(&h, "GET", "/v1/rulesets", NULL, NULL);
	assert_int_equal(json_array_size(answer_at(&a, "rulesets")), 1);
	answer_fini(&a);
}

#ifdef HAVE_SYSTEMD
static void is_told(int fd, const char *what)
{
	char said[256];
	ssize_t n;

	do { /* signs of life come between */
		n = recv(fd, said, sizeof said - 1, 0);
		said[n > 0 ? n : 0] = '\0';
		if (n <= 0)
			fail_msg("nobody says %s", what);
	} while (strcmp(said, what) != 0 && strcmp(said, "WATCHDOG=1") == 0);
	assert_string_equal(said, what);
}

static void the_supervisor_is_told_what_goes_on(void **state)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	struct timeval patience = {.tv_sec = 20};
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	(void)state;
	daemon_init(&d, "--log-level", "info", NULL);
	snprintf(at.sun_path, sizeof at.sun_path, "%.80s/notify", d.dir);
	assert_int_equal(bind(fd, (struct sockaddr *)&at, sizeof at), 0);
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	setenv("NOTIFY_SOCKET", at.sun_path, 1);
	setenv("WATCHDOG_USEC", "10000000", 1);
	daemon_start(&d);
	unsetenv("NOTIFY_SOCKET");
	unsetenv("WATCHDOG_USEC");
	http_init(&h, d.url);
	is_told(fd, "READY=1");
	is_told(fd, "WATCHDOG=1");
	kill(d.pid, SIGHUP);
	is_told(fd, "RELOADING=1");
	is_told(fd, "READY=1");
	assert_int_equal(daemon_stop(&d), 0);
	is_told(fd, "STOPPING=1");
	close(fd);
}
#endif

int main(void)
{
#define TEST(name) cmocka_unit_test_teardown(name, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(sighup_reads_the_configuration_again),
		TEST(a_house_without_games_is_ready_once_it_has_some),
#ifdef HAVE_SYSTEMD
		TEST(the_supervisor_is_told_what_goes_on),
#endif
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
