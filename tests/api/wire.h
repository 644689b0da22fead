/*
 * wire.h - a connection one speaks HTTP on by hand, to say what no library would.
 */
#ifndef TESTS_API_WIRE_H
#define TESTS_API_WIRE_H

#include "tests/lib/http.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * ms until an answer, or an end, is given up: machines may be slow.  A daemon that is
 * told nothing else closes by itself after 60 seconds of silence, and that shows nothing.
 */
#define PATIENCE 45000

/* A new connection to that port of this machine; -1 if it is refused. */
int wire_open(int port);

/* Sends all of it; false if the other side has gone. */
bool wire_send(int fd, const void *bytes, size_t n);
bool wire_say(int fd, const char *text);

/*
 * Reads one answer by its Content-Length, or to the end.  Status 0: none came
 * within `ms`.  head: whether it answers a HEAD, which has no body.
 */
struct answer wire_hear(int fd, int ms, bool head);

/* Whether the other side has closed, waiting so long for it. */
bool wire_is_closed(int fd, int ms);

/* A new connection, those bytes, the answer to them. */
struct answer wire_ask(int port, const void *bytes, size_t n);

#endif
