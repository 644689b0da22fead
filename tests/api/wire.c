/*
 * wire.c - HTTP by hand.
 */
#include "tests/api/wire.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#define ANSWER_MAX (1024 * 1024)

int wire_open(int port)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (fd >= 0 && connect(fd, (struct sockaddr *)&at, sizeof at) == 0)
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

bool wire_send(int fd, const void *bytes, size_t n)
{
	for (const char *p = bytes; n > 0;) {
		ssize_t sent = send(fd, p, n, MSG_NOSIGNAL);

		if (sent <= 0)
			return false;
		p += sent;
		n -= (size_t)sent;
	}
	return true;
}

bool wire_say(int fd, const char *text)
{
	return wire_send(fd, text, strlen(text));
}

/*
 * At most so much more, for what is behind it may be another answer; false at
 * the end or when nothing comes in time.
 */
static bool hear_more(int fd, int ms, char *buffer, size_t *n, size_t most)
{
	struct pollfd poller = {.fd = fd, .events = POLLIN};
	ssize_t got;

	if (most > ANSWER_MAX - *n)
		most = ANSWER_MAX - *n;
	if (most == 0 || poll(&poller, 1, ms) <= 0)
		return false;
	got = recv(fd, buffer + *n, most, 0);
	if (got <= 0)
		return false;
	*n += (size_t)got;
	buffer[*n] = '\0';
	return true;
}

static size_t length_of(const struct answer *a)
{
	const char *length = answer_header(a, "Content-Length");

	return *length ? strtoul(length, NULL, 10) : 0;
}

/* Whether what came so far ends with the last of the chunks. */
static bool is_last_chunk(const char *buffer, size_t from, size_t n)
{
	static const char last[] = "\r\n0\r\n\r\n";

	return n - from >= 5 && memcmp(buffer + n - 7, last, 7) == 0;
}

struct answer wire_hear(int fd, int ms, bool head)
{
	char *buffer = malloc(ANSWER_MAX + 1), *end = NULL;
	struct answer a = {0};
	size_t n = 0;

	assert_non_null(buffer);
	buffer[0] = '\0';
	while (!(end = strstr(buffer, "\r\n\r\n")) && hear_more(fd, ms, buffer, &n, 1))
		;
	if (end && strncmp(buffer, "HTTP/1.1 100", 12) == 0) {
		free(buffer);
		return wire_hear(fd, ms, head);
	}
	if (end) {
		size_t from = (size_t)(end + 4 - buffer);

		a.status = strtol(buffer + 9, NULL, 10);
		a.head = strndup(buffer, from);
		size_t want = head || a.status == 304 ? 0 : length_of(&a);

		if (strcmp(answer_header(&a, "Transfer-Encoding"), "chunked") == 0 && !head)
			while (!is_last_chunk(buffer, from, n) && hear_more(fd, ms, buffer, &n, 1))
				;
		while (n - from < want &&
		       hear_more(fd, ms, buffer, &n, want - (n - from)))
			;
		a.body_n = n - from;
		a.body = strndup(buffer + from, a.body_n);
		a.json = json_loads(a.body, 0, NULL);
	}
	free(buffer);
	return a;
}

bool wire_is_closed(int fd, int ms)
{
	struct pollfd poller = {.fd = fd, .events = POLLIN};
	char byte;

	return poll(&poller, 1, ms) > 0 && recv(fd, &byte, 1, 0) <= 0;
}

struct answer wire_ask(int port, const void *bytes, size_t n)
{
	int fd = wire_open(port);

	assert_true(fd >= 0);
	wire_send(fd, bytes, n);
	struct answer a = wire_hear(fd, PATIENCE, false);

	close(fd);
	return a;
}
