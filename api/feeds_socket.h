/*
 * feeds_socket.h - the sockets of those who listen.
 */
#ifndef API_FEEDS_SOCKET_H
#define API_FEEDS_SOCKET_H

#include <stddef.h>
#include <sys/types.h>

/* The library's socket, for which it gets another to close. -1: it stays. */
int feed_socket_take(int theirs, unsigned gone_after_ms);

/* How much it takes; -1: nobody is there any more. */
ssize_t feed_socket_send(int fd, const char *text, size_t n);

void feed_socket_close(int fd);

#endif
