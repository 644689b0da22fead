/*
 * test_mail_server.c - credentials for the mail server, and who gets to see them.
 */
#include "tests/api/club.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define SECRET "a secret word"
#define PLAIN  "AHBvc3QAYSBzZWNyZXQgd29yZA==" /* of post and that, as AUTH PLAIN has it */
#define NAME   "cG9zdA=="		       /* ... and AUTH LOGIN */

static struct {
	pid_t pid;
	int in;	    /* it serves until this is closed */
	bool shown; /* the credentials, to everybody */
	char dir[64], transcript[96], smtp[96], authorities[700], credentials[160];
} server;

/* In front of the path of a file beside this test's sources. */
static void beside(char *out, size_t cap, const char *flag, const char *name)
{
	const char *src = getenv("TABLAS_SRCDIR");

	snprintf(out, cap, "%s%s/tests/lib/%s", flag, src ? src : ".", name);
}

static void run_server(const char *mode, int in, int out)
{
	char program[600], certificate[600];

	beside(program, sizeof program, "", "mail_server.py");
	beside(certificate, sizeof certificate, "", "mail_server.pem");
	dup2(in, STDIN_FILENO);
	dup2(out, STDOUT_FILENO);
	for (int fd = 3; fd < 256; fd++)
		close(fd);
	execlp("python3", "python3", program, mode, certificate, server.transcript, (char *)NULL);
	_exit(127);
}

/* The test is skipped where there is no Python. */
static void server_open(const char *mode)
{
	int in[2], out[2], port = 0;
	FILE *said;

	strcpy(server.dir, "/tmp/tablas-mail-XXXXXX");
	assert_non_null(mkdtemp(server.dir));
	snprintf(server.transcript, sizeof server.transcript, "%s/transcript", server.dir);
	assert_int_equal(pipe(in), 0);
	assert_int_equal(pipe(out), 0);
	server.pid = fork();
	if (server.pid == 0)
		run_server(mode, in[0], out[1]);
	close(in[0]);
	close(out[1]);
	server.in = in[1];
	said = fdopen(out[0], "r");
	if (fscanf(said, "%d", &port) != 1)
		port = 0;
	fclose(said);
	if (!port)
		skip();
	snprintf(server.smtp, sizeof server.smtp, "--mail.smtp=%s://127.0.0.1:%d",
		 strcmp(mode, "tls") == 0 ? "smtps" : "smtp", port);
}

static void server_close(void)
{
	char path[128];

	close(server.in);
	waitpid(server.pid, NULL, 0);
	unlink(server.transcript);
	snprintf(path, sizeof path, "%s/credentials", server.dir);
	unlink(path);
	rmdir(server.dir);
}

static void write_credentials(void)
{
	char path[128];
	FILE *f;

	snprintf(path, sizeof path, "%s/credentials", server.dir);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs("post\n" SECRET "\n", f);
	fclose(f);
	chmod(path, server.shown ? 0644 : 0600);
	snprintf(server.credentials, sizeof server.credentials, "--mail.credentials=%s", path);
}

/* A daemon that is to send by it; the first mail asks whether the address is right. */
static void send_one(const char *authorities, const char *starttls)
{
	const char *const flags[] = {server.smtp, server.credentials, starttls,
				     "--mail.from=tablas@example.org",
				     "--server.public_url=http://tablas.example", "--log-level=debug",
				     authorities, NULL};

	write_credentials();
	club_open_with(flags);
	answer_done(club_post(club.ana, "/v1/me/mail", "{\"address\": \"ana@example.net\"}"), 201);
}

static const char *our_authorities(void)
{
	beside(server.authorities, sizeof server.authorities, "--mail.authorities=",
	       "mail_server.pem");
	return server.authorities;
}

static bool was_told(const char *words)
{
	char line[512];
	bool told = false;
	FILE *f = fopen(server.transcript, "r");

	while (f && !told && fgets(line, sizeof line, f))
		told = strncmp(line, words, strlen(words)) == 0;
	if (f)
		fclose(f);
	return told;
}

static void wait_until_told(const char *words)
{
	struct timespec nap = {.tv_nsec = 5000000};

	for (int i = 0; !was_told(words); i++) {
		if (i == 4000)
			fail_msg("nobody says %s", words);
		nanosleep(&nap, NULL);
	}
}

static void finish(void)
{
	assert_int_equal(daemon_logged(&club.daemon, SECRET), 0);
	assert_int_equal(daemon_logged(&club.daemon, PLAIN), 0);
	club_close(NULL);
	server_close();
}

static void credentials_are_told_to_a_server_that_is_known_and_encrypts(void **state)
{
	static const char *const modes[][2] = {
		{"starttls", "tls " PLAIN}, {"tls", "tls " PLAIN}, {"starttls+login", "tls " NAME}};

	(void)state;
	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
		server_open(modes[i][0]);
		send_one(our_authorities(), "--mail.starttls=yes");
		wait_until_told("tls (a mail)");
		assert_true(was_told(modes[i][1]));
		assert_true(was_told("tls RCPT TO:<ana@example.net>"));
		assert_false(was_told("clear AUTH") || was_told("clear MAIL"));
		finish();
	}
}

/* Nor is a mail: it waits, and the operator is told once. */
static void a_server_that_does_not_encrypt_or_is_not_known_is_told_nothing(void **state)
{
	(void)state;
	for (int known = 0; known < 2; known++) {
		server_open(known ? "clear" : "starttls");
		send_one(known ? our_authorities() : NULL, "--mail.starttls=yes");
		club_until("tablasd_delivery_attempts_total{kind=\"mail\",outcome=\"failed\"}", 1, 9);
		assert_true(!known || was_told("clear EHLO"));
		assert_false(was_told("clear AUTH") || was_told("tls AUTH"));
		assert_false(was_told("clear MAIL") || was_told("tls MAIL"));
		assert_int_equal(club_number("tablasd_deliveries_waiting"), 1);
		assert_int_equal(daemon_logged(&club.daemon, "warning mail-fails "), 1);
		finish();
	}
}

/* It is the house's fault: no mail is given up for it, and no address fails. */
static void a_password_that_is_wrong_loses_no_mail(void **state)
{
	(void)state;
	server_open("starttls+wrong");
	send_one(our_authorities(), "--mail.starttls=yes");
	club_until("tablasd_delivery_attempts_total{kind=\"mail\",outcome=\"failed\"}", 1, 9);
	assert_int_equal(club_number("tablasd_deliveries_given_up_total{kind=\"mail\"}"), 0);
	assert_int_equal(club_number("tablasd_deliveries_waiting"), 1);
	assert_int_equal(daemon_logged(&club.daemon, "mail-fails status=535"), 1);
	assert_int_equal(daemon_logged(&club.daemon, "subscription-fails"), 0);
	finish();
}

static void the_machine_itself_may_be_told_in_the_clear(void **state)
{
	char out[1024];

	(void)state;
	server_open("clear");
	send_one(NULL, "--mail.starttls=no");
	wait_until_told("clear (a mail)");
	assert_true(was_told("clear " PLAIN));
	assert_int_equal(daemon_logged(&club.daemon, "credentials-open"), 0);
	/* ... and nobody else. */
	daemon_stop(&club.daemon);
	assert_int_equal(daemon_run(&club.daemon, out, sizeof out,
				    "--mail.smtp=smtp://127.0.0.1.example.org", NULL),
			 2);
	assert_non_null(strstr(out, "mail.credentials need mail.starttls"));
	server.shown = true; /* a secret that is none any more is told to the operator */
	write_credentials();
	club_return();
	assert_int_equal(daemon_logged(&club.daemon, "warning credentials-open path="), 1);
	server.shown = false;
	finish();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(credentials_are_told_to_a_server_that_is_known_and_encrypts),
		cmocka_unit_test(a_server_that_does_not_encrypt_or_is_not_known_is_told_nothing),
		cmocka_unit_test(a_password_that_is_wrong_loses_no_mail),
		cmocka_unit_test(the_machine_itself_may_be_told_in_the_clear),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
