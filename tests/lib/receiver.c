/*
 * receiver.c - a web server of a test's own.
 *
 * One connection after the other, one request each.
 */
#define _GNU_SOURCE
#include "tests/lib/receiver.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <setjmp.h>
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

/* The head and as much body as it says it has; false: it broke off. */
static bool read_request(int fd, struct received *out)
{
	size_t n = 0, cap = 1 << 20;
	char *text = malloc(cap + 1), *end = NULL, *length;
	ssize_t got;

	while (n < cap && (got = recv(fd, text + n, cap - n, 0)) > 0) {
		n += (size_t)got;
		text[n] = '\0';
		end = strstr(text, "\r\n\r\n");
		length = strcasestr(text, "content-length:");
		if (end && n >= (size_t)(end + 4 - text) +
				      (length && length < end ? strtoul(length + 15, NULL, 10) : 0))
			break;
	}
	if (!end) {
		free(text);
		return false;
	}
	out->head = strndup(text, (size_t)(end + 2 - text));
	out->body = strdup(end + 4);
	out->body_n = strlen(out->body);
	free(text);
	return true;
}

static void make_noise(int fd)
{
	char noise[4096];

	memset(noise, 'x', sizeof noise);
	while (send(fd, noise, sizeof noise, MSG_NOSIGNAL) > 0)
		;
}

static void serve(struct receiver *r, int fd)
{
	struct received got;
	char answer[sizeof r->answer];
	bool held, endless;

	if (!read_request(fd, &got)) {
		close(fd);
		return;
	}
	pthread_mutex_lock(&r->lock);
	strcpy(answer, r->answer);
	endless = r->endless;
	held = !answer[0] && r->held_n < HELD_MAX;
	if (held)
		r->held[r->held_n++] = fd;
	if (r->n == r->cap) {
		r->cap = r->cap ? 2 * r->cap : 64;
		r->got = realloc(r->got, r->cap * sizeof *r->got);
		if (!r->got)
			abort();
	}
	got.status = atoi(answer + strcspn(answer, " "));
	r->got[r->n++] = got;
	pthread_cond_broadcast(&r->came);
	pthread_mutex_unlock(&r->lock);
	if (held)
		return;
	send(fd, answer, strlen(answer), MSG_NOSIGNAL);
	if (endless)
		make_noise(fd);
	close(fd);
}

static void *run(void *cls)
{
	struct receiver *r = cls;
	bool stopping = false;

	while (!stopping) {
		struct pollfd p = {.fd = r->fd, .events = POLLIN};
		int fd = poll(&p, 1, 20) > 0 ? accept4(r->fd, NULL, NULL, SOCK_CLOEXEC) : -1;
		struct timeval patience = {.tv_sec = 5};

		if (fd >= 0) {
			setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
			setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
			serve(r, fd);
		}
		pthread_mutex_lock(&r->lock);
		stopping = r->stopping;
		pthread_mutex_unlock(&r->lock);
	}
	return NULL;
}

void receiver_open(struct receiver *r)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof at;

	memset(r, 0, sizeof *r);
	pthread_mutex_init(&r->lock, NULL);
	pthread_cond_init(&r->came, NULL);
	r->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (r->fd < 0 || bind(r->fd, (struct sockaddr *)&at, sizeof at) != 0 ||
	    listen(r->fd, 128) != 0 || getsockname(r->fd, (struct sockaddr *)&at, &size) != 0)
		fail_msg("no receiver: %s", strerror(errno));
	r->port = ntohs(at.sin_port);
	snprintf(r->url, sizeof r->url, "http://127.0.0.1:%d/hook", r->port);
	receiver_answer(r, "204 No Content");
	assert_int_equal(pthread_create(&r->thread, NULL, run, r), 0);
	r->open = true;
}

void receiver_close(struct receiver *r)
{
	if (!r->open)
		return;
	r->open = false;
	pthread_mutex_lock(&r->lock);
	r->stopping = true;
	pthread_mutex_unlock(&r->lock);
	pthread_join(r->thread, NULL);
	close(r->fd);
	for (size_t i = 0; i < r->held_n; i++)
		close(r->held[i]);
	for (size_t i = 0; i < r->n; i++) {
		free(r->got[i].head);
		free(r->got[i].body);
	}
	free(r->got);
	pthread_cond_destroy(&r->came);
	pthread_mutex_destroy(&r->lock);
}

void receiver_answer(struct receiver *r, const char *status_and_fields)
{
	pthread_mutex_lock(&r->lock);
	if (status_and_fields)
		snprintf(r->answer, sizeof r->answer, "HTTP/1.1 %s\r\nConnection: close\r\n\r\n",
			 status_and_fields);
	else
		r->answer[0] = '\0';
	pthread_mutex_unlock(&r->lock);
}

size_t receiver_count(struct receiver *r)
{
	size_t n;

	pthread_mutex_lock(&r->lock);
	n = r->n;
	pthread_mutex_unlock(&r->lock);
	return n;
}

void receiver_wait(struct receiver *r, size_t n)
{
	struct timespec until;
	size_t got;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += PATIENCE_S;
	pthread_mutex_lock(&r->lock);
	while (r->n < n && pthread_cond_timedwait(&r->came, &r->lock, &until) == 0)
		;
	got = r->n;
	pthread_mutex_unlock(&r->lock);
	if (got < n)
		fail_msg("%zu of %zu have come", got, n);
}

const char *received_field(struct receiver *r, size_t i, const char *name)
{
	static char value[512];
	size_t n = strlen(name);

	value[0] = '\0';
	for (const char *line = r->got[i].head; line && *line;) {
		if (strncasecmp(line, name, n) == 0 && line[n] == ':') {
			const char *v = line + n + 1 + strspn(line + n + 1, " ");

			snprintf(value, sizeof value, "%.*s", (int)strcspn(v, "\r\n"), v);
			return value;
		}
		line = strchr(line, '\n');
		line = line ? line + 1 : NULL;
	}
	return value;
}
