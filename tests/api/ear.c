/*
 * ear.c - a client of server-sent events, by hand.
 */
#include "tests/api/ear.h"

#include "tests/api/hand.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

/* More of it; false at the end, or when nothing comes. */
static bool listen_on(struct ear *e)
{
	struct pollfd poller = {.fd = e->fd, .events = POLLIN};
	ssize_t got;

	if (poll(&poller, 1, e->patience ? (int)e->patience : PATIENCE) <= 0)
		return false;
	assert_true(e->n + 1 < sizeof e->text);
	got = recv(e->fd, e->text + e->n, sizeof e->text - 1 - e->n, 0);
	if (got <= 0)
		return false;
	e->n += (size_t)got;
	e->text[e->n] = '\0';
	return true;
}

static void forget(struct ear *e, size_t n)
{
	e->n -= n;
	memmove(e->text, e->text + n, e->n + 1);
}

static void begin(struct ear *e, const char *token, const char *path, const char *fields)
{
	char text[2048], *end;

	assert_true(e->fd >= 0);
	e->n = 0;
	e->text[0] = '\0';
	snprintf(text, sizeof text,
		 "GET %s" HAND_HOST "Accept: text/event-stream\r\n%s%s%s%s\r\n", path,
		 token ? "Authorization: Bearer " : "", token ? token : "", token ? "\r\n" : "",
		 fields ? fields : "");
	wire_say(e->fd, text);
	while (!(end = strstr(e->text, "\r\n\r\n")) && listen_on(e))
		;
	if (!end)
		return;
	e->status = strtol(e->text + 9, NULL, 10);
	snprintf(e->head, sizeof e->head, "%.*s", (int)(end + 2 - e->text), e->text);
	forget(e, (size_t)(end + 4 - e->text));
}

void ear_open(struct ear *e, const char *token, const char *path, const char *fields)
{
	memset(e, 0, sizeof *e);
	e->fd = wire_open(club.daemon.port);
	begin(e, token, path, fields);
}

/* Before it connects, or the window it opens is large. */
void ear_open_small(struct ear *e, const char *token, const char *path, const char *fields)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)club.daemon.port)};
	int size = 2048;

	memset(e, 0, sizeof *e);
	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	e->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	setsockopt(e->fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
	assert_int_equal(connect(e->fd, (struct sockaddr *)&at, sizeof at), 0);
	begin(e, token, path, fields);
}

/* One line of an event, without its end. */
static void take_line(struct ear *e, const char *line)
{
	if (line[0] == ':')
		e->beats++;
	else if (strncmp(line, "id: ", 4) == 0)
		e->id = strtoll(line + 4, NULL, 10);
	else if (strncmp(line, "event: ", 7) == 0)
		snprintf(e->type, sizeof e->type, "%s", line + 7);
	else if (strncmp(line, "data: ", 6) == 0)
		e->data = json_loads(line + 6, 0, NULL);
	else
		assert_true(strncmp(line, "retry: ", 7) == 0);
}

/* Whether there was a whole event. */
static bool take_event(struct ear *e)
{
	char *end = strstr(e->text, "\n\n");

	if (!end)
		return false;
	*end = '\0';
	e->type[0] = '\0';
	json_decref(e->data);
	e->data = NULL;
	for (char *line = e->text, *next; line; line = next) {
		next = strchr(line, '\n');
		if (next)
			*next++ = '\0';
		take_line(e, line);
	}
	forget(e, (size_t)(end + 2 - e->text));
	return true;
}

bool ear_hear(struct ear *e)
{
	assert_int_equal(e->status, 200);
	for (;;) {
		while (!take_event(e))
			if (!listen_on(e))
				return false;
		if (e->type[0]) {
			assert_non_null(e->data);
			assert_non_null(json_object_get(e->data, "server_time"));
			return true;
		}
	}
}

void ear_expect(struct ear *e, const char *type, long long id)
{
	if (!ear_hear(e))
		fail_msg("the stream has ended before %s %lld", type, id);
	if (strcmp(e->type, type) != 0 || e->id != id)
		fail_msg("%s %lld is heard, not %s %lld", e->type, e->id, type, id);
}

void ear_again(struct ear *e, const char *token, const char *path)
{
	long long id = e->id;
	char field[64];

	snprintf(field, sizeof field, "Last-Event-ID: %lld\r\n", id);
	ear_open(e, token, path, field);
	e->id = id;
}

const char *ear_string(const struct ear *e, const char *member)
{
	json_t *v = json_object_get(e->data, member);

	if (!json_is_string(v))
		fail_msg("there is no text \"%s\" in %s", member, e->type);
	return json_string_value(v);
}

long long ear_int(const struct ear *e, const char *member)
{
	json_t *v = json_object_get(e->data, member);

	if (!json_is_integer(v))
		fail_msg("there is no number \"%s\" in %s", member, e->type);
	return json_integer_value(v);
}

static void fini(struct ear *e)
{
	json_decref(e->data);
	e->data = NULL;
	e->fd = -1;
}

void ear_close(struct ear *e)
{
	close(e->fd);
	fini(e);
}

void ear_slam(struct ear *e)
{
	hand_slam(e->fd);
	fini(e);
}
