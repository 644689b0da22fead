/*
 * hand.h - what players of the club ask, spoken by hand on a connection, which
 * need not wait for an answer.
 */
#ifndef TESTS_API_HAND_H
#define TESTS_API_HAND_H

#include "tests/api/club.h"
#include "tests/api/wire.h"

#define HAND_HOST     " HTTP/1.1\r\nHost: x\r\n"

bool hand_post(int fd, const char *token, const char *path, const char *key, const char *body);

/* All of it but the last byte, for which the daemon waits. */
bool hand_begin_post(int fd, const char *token, const char *path, const char *key,
		     const char *body);

/* Ana waits for what happens after that ply at the table that was laid. */
void hand_wait(int fd, long long after);

/* Ends the connection without goodbye: the other side gets a reset. */
void hand_slam(int fd);

#endif
