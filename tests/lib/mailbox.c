/*
 * mailbox.c - a mail server of a test's own.
 */
#define _GNU_SOURCE
#include "tests/lib/mailbox.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define PATIENCE_S 60

/* Takes away the quoting of RFC 2045, of the head too, which has none. */
static char *unquote(const char *text)
{
	char *out = malloc(strlen(text) + 1), *to = out;

	for (const char *p = text; *p; p++) {
		unsigned byte;

		if (p[0] == '=' && p[1] == '\r' && p[2] == '\n')
			p += 2;
		else if (p[0] == '=' && sscanf(p + 1, "%2X", &byte) == 1 && p[1] >= '0' && p[1] <= 'F')
			*to++ = (char)byte, p += 2;
		else
			*to++ = *p;
	}
	*to = '\0';
	return out;
}

static void keep(struct mailbox *m, const struct mail *mail, char *text)
{
	pthread_mutex_lock(&m->lock);
	if (m->n == m->cap) {
		m->cap = m->cap ? 2 * m->cap : 64;
		m->got = realloc(m->got, m->cap * sizeof *m->got);
		if (!m->got)
			abort();
	}
	m->got[m->n] = *mail;
	m->got[m->n++].text = unquote(text);
	pthread_cond_broadcast(&m->came);
	pthread_mutex_unlock(&m->lock);
}

static void speak(FILE *f, const char *line)
{
	fprintf(f, "%s\r\n", line);
	fflush(f);
}

/* What breaks off before its end is no mail: whoever sent it has died. */
static void take_data(struct mailbox *m, FILE *f, const struct mail *mail)
{
	char line[2048], *text = calloc(1, 1 << 20);
	bool ended = false;
	size_t n = 0;

	speak(f, "354 go on");
	while (!ended && fgets(line, sizeof line, f) && n < (1 << 20) - 4096) {
		ended = strcmp(line, ".\r\n") == 0;
		if (!ended)
			n += (size_t)sprintf(text + n, "%s", line[0] == '.' ? line + 1 : line);
	}
	if (ended) {
		keep(m, mail, text);
		speak(f, "250 kept");
	}
	free(text);
}

static void serve(struct mailbox *m, int fd)
{
	struct mail mail = {.from = ""};
	FILE *f = fdopen(fd, "r+");
	char line[2048];

	speak(f, "220 box");
	while (fgets(line, sizeof line, f)) {
		if (strncasecmp(line, "MAIL FROM:<", 11) == 0)
			sscanf(line + 11, "%299[^>]", mail.from);
		else if (strncasecmp(line, "RCPT TO:<", 9) == 0)
			sscanf(line + 9, "%299[^>]", mail.to);
		if (strncasecmp(line, "DATA", 4) == 0)
			take_data(m, f, &mail);
		else
			speak(f, "250 well");
		if (strncasecmp(line, "QUIT", 4) == 0)
			break;
	}
	fclose(f);
}

static void *run(void *cls)
{
	struct mailbox *m = cls;
	bool stopping = false;

	while (!stopping) {
		struct pollfd p = {.fd = m->fd, .events = POLLIN};
		int fd = poll(&p, 1, 20) > 0 ? accept4(m->fd, NULL, NULL, SOCK_CLOEXEC) : -1;
		struct timeval patience = {.tv_sec = 5};

		if (fd >= 0) {
			setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
			serve(m, fd);
		}
		pthread_mutex_lock(&m->lock);
		stopping = m->stopping;
		pthread_mutex_unlock(&m->lock);
	}
	return NULL;
}

void mailbox_open(struct mailbox *m)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof at;

	signal(SIGPIPE, SIG_IGN); /* a daemon that is killed may be spoken to */
	memset(m, 0, sizeof *m);
	pthread_mutex_init(&m->lock, NULL);
	pthread_cond_init(&m->came, NULL);
	m->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (m->fd < 0 || bind(m->fd, (struct sockaddr *)&at, sizeof at) != 0 ||
	    listen(m->fd, 128) != 0 || getsockname(m->fd, (struct sockaddr *)&at, &size) != 0)
		fail_msg("no mailbox: %s", strerror(errno));
	m->port = ntohs(at.sin_port);
	assert_int_equal(pthread_create(&m->thread, NULL, run, m), 0);
}

void mailbox_close(struct mailbox *m)
{
	pthread_mutex_lock(&m->lock);
	m->stopping = true;
	pthread_mutex_unlock(&m->lock);
	pthread_join(m->thread, NULL);
	close(m->fd);
	for (size_t i = 0; i < m->n; i++)
		free(m->got[i].text);
	free(m->got);
	pthread_cond_destroy(&m->came);
	pthread_mutex_destroy(&m->lock);
}

size_t mailbox_count(struct mailbox *m)
{
	size_t n;

	pthread_mutex_lock(&m->lock);
	n = m->n;
	pthread_mutex_unlock(&m->lock);
	return n;
}

void mailbox_wait(struct mailbox *m, size_t n)
{
	struct timespec until;
	size_t got;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += PATIENCE_S;
	pthread_mutex_lock(&m->lock);
	while (m->n < n && pthread_cond_timedwait(&m->came, &m->lock, &until) == 0)
		;
	got = m->n;
	pthread_mutex_unlock(&m->lock);
	if (got < n)
		fail_msg("%zu of %zu mails have come", got, n);
}
