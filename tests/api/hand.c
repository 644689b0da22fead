/*
 * hand.c - requests by hand.
 */
#include "tests/api/hand.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

bool hand_begin_post(int fd, const char *token, const char *path, const char *key,
		     const char *body)
{
	char text[1024];
	int n = snprintf(text, sizeof text,
			 "POST %s" HAND_HOST "Authorization: Bearer %s\r\nIdempotency-Key: %s\r\n"
			 "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
			 path, token, key, strlen(body), body);

	assert_true(n > 0 && (size_t)n < sizeof text);
	return wire_send(fd, text, (size_t)n - 1);
}

bool hand_post(int fd, const char *token, const char *path, const char *key, const char *body)
{
	return hand_begin_post(fd, token, path, key, body) &&
	       wire_say(fd, body + strlen(body) - 1);
}

void hand_wait(int fd, long long after)
{
	char text[512];

	snprintf(text, sizeof text,
		 "GET %s?after=%lld&wait=60" HAND_HOST "Authorization: Bearer %s\r\n\r\n",
		 club_path("/events"), after, club.ana);
	assert_true(wire_say(fd, text));
}

void hand_slam(int fd)
{
	struct linger now = {.l_onoff = 1, .l_linger = 0};

	setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
	close(fd);
}
