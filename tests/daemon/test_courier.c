/*
 * test_courier.c - what a mail server is told when the house closes in the middle
 * of a mail: never that this was all of it.
 */
#include "daemon/courier.h"

#include <arpa/inet.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#define BODY_SIZE (8u << 20) /* more than sockets hold */
#define HEAD	  "From: <tablas@example.org>\r\nSubject: a long one\r\n\r\n"

/* A wait that does not end ends the test. */
#define PATIENCE 60

static struct office { /* a mail server, and a courier on the way to it */
	int listening, fd;
	struct courier *courier;
	char smtp[64];
} office;

static struct parcel *mail(size_t n)
{
	struct parcel *p = calloc(1, sizeof *p);

	assert_non_null(p);
	p->kind = PARCEL_MAIL;
	p->to = strdup("ana@example.net");
	p->body = malloc(n);
	assert_non_null(p->body);
	memset(p->body, 'x', n);
	for (size_t i = 78; i + 1 < n; i += 80)
		memcpy(p->body + i, "\r\n", 2);
	memcpy(p->body, HEAD, sizeof HEAD - 1);
	p->body_n = n;
	return p;
}

static int setup(void **state)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	static struct courier_rules rules;
	socklen_t size = sizeof at;

	(void)state;
	signal(SIGPIPE, SIG_IGN);
	alarm(PATIENCE);
	office.listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_int_equal(bind(office.listening, (struct sockaddr *)&at, sizeof at), 0);
	assert_int_equal(listen(office.listening, 4), 0);
	assert_int_equal(getsockname(office.listening, (struct sockaddr *)&at, &size), 0);
	snprintf(office.smtp, sizeof office.smtp, "smtp://127.0.0.1:%d", ntohs(at.sin_port));
	rules = (struct courier_rules){.timeout_seconds = 2 * PATIENCE,
				       .agent = "",
				       .smtp = office.smtp,
				       .mail_from = "tablas@example.org",
				       .user = "",
				       .password = "",
				       .authorities = ""};
	assert_int_equal(courier_open(&rules, &office.courier), 0);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	courier_close(office.courier);
	close(office.fd);
	close(office.listening);
	return 0;
}

static void say(const char *line)
{
	assert_int_equal(write(office.fd, line, strlen(line)), strlen(line));
}

/* A line, which is to begin so. */
static void hear(const char *word)
{
	char line[512];
	size_t n = 0;

	while (n == 0 || line[n - 1] != '\n') {
		assert_true(n + 1 < sizeof line);
		assert_int_equal(read(office.fd, line + n, 1), 1);
		n++;
	}
	line[n] = '\0';
	if (strncmp(line, word, strlen(word)) != 0)
		fail_msg("%s instead of %s", line, word);
}

/* Up to the word DATA, which is not answered. */
static void begin_a_mail(size_t n)
{
	struct parcel *p = mail(n);

	assert_int_equal(courier_send(office.courier, p), 0);
	office.fd = accept(office.listening, NULL, NULL);
	assert_true(office.fd >= 0);
	say("220 office\r\n");
	hear("EHLO ");
	say("250 well\r\n");
	hear("MAIL FROM:<tablas@example.org>");
	say("250 well\r\n");
	hear("RCPT TO:<ana@example.net>");
	say("250 well\r\n");
	hear("DATA");
}

static void close_the_house(void)
{
	courier_close(office.courier);
	office.courier = NULL;
}

/* All that still comes; the end of a mail is a line of a dot. */
static void assert_no_mail_ends(char last)
{
	static char got[65536];
	size_t kept = 1;
	ssize_t n;

	got[0] = last;
	while ((n = read(office.fd, got + kept, sizeof got - kept - 1)) > 0) {
		got[kept + (size_t)n] = '\0';
		if (strstr(got, "\n.\r\n"))
			fail_msg("the mail was ended");
		if ((size_t)n + kept > 8) {
			memmove(got, got + kept + (size_t)n - 8, 8);
			kept = 8;
		} else {
			kept += (size_t)n;
		}
	}
}

static void a_mail_that_was_not_begun_is_not_ended(void **state)
{
	(void)state;
	begin_a_mail(1000);
	close_the_house();
	say("354 go on\r\n");
	assert_no_mail_ends('\n');
}

static void a_mail_cut_off_in_the_middle_is_not_ended(void **state)
{
	(void)state;
	begin_a_mail(BODY_SIZE);
	say("354 go on\r\n");
	hear("From: ");
	hear("Subject: ");
	close_the_house();
	assert_no_mail_ends('\n');
}

/* The whole of one, which is not answered. */
static void hear_a_mail(void)
{
	begin_a_mail(sizeof HEAD - 1);
	say("354 go on\r\n");
	hear("From: ");
	hear("Subject: ");
	hear("\r\n");
	hear(".\r\n");
}

/* The same words end one that came whole. */
static void a_whole_mail_is_ended_and_kept(void **state)
{
	struct parcel *back;

	(void)state;
	hear_a_mail();
	say("250 kept\r\n");
	while (!(back = courier_collect(office.courier)))
		usleep(1000);
	assert_int_equal(back->status, 250);
	parcel_free(back);
}

/* Its connection waits for another mail; the server is told, and says nothing. */
static void nobody_waits_for_a_silent_server_when_the_house_closes(void **state)
{
	char byte;

	a_whole_mail_is_ended_and_kept(state);
	close_the_house(); /* or this would take two minutes */
	hear("QUIT");
	assert_int_equal(read(office.fd, &byte, 1), 0);
}

/* The mail may come a second time, after the next start. */
static void nobody_waits_for_what_is_said_to_the_end_of_a_mail(void **state)
{
	(void)state;
	hear_a_mail();
	close_the_house();
}

int main(void)
{
#define OFFICE_TEST(test) cmocka_unit_test_setup_teardown(test, setup, teardown)
	const struct CMUnitTest tests[] = {
		OFFICE_TEST(a_mail_that_was_not_begun_is_not_ended),
		OFFICE_TEST(a_mail_cut_off_in_the_middle_is_not_ended),
		OFFICE_TEST(a_whole_mail_is_ended_and_kept),
		OFFICE_TEST(nobody_waits_for_what_is_said_to_the_end_of_a_mail),
		OFFICE_TEST(nobody_waits_for_a_silent_server_when_the_house_closes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
