/*
 * feeds_socket.c - the sockets of those who listen.
 *
 * The library keeps some twenty kilobytes for a connection.  One that will only
 * be told things needs none of them, so its socket is taken: while the
 * connection is suspended the library has forgotten the descriptor, and another
 * socket is put in its place for the library to close.
 */
#define _GNU_SOURCE /* dup3 */
#include "api/feeds_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#define SOCKET_BUFFER 16384 /* of the kernel, for one that does not read */

int feed_socket_take(int theirs, unsigned gone_after_ms)
{
	int other = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	int fd = other < 0 ? -1 : fcntl(theirs, F_DUPFD_CLOEXEC, 3);
	int size = SOCKET_BUFFER, on = 1;

	if (fd >= 0 && dup3(other, theirs, O_CLOEXEC) < 0) {
		close(fd);
		fd = -1;
	}
	if (other >= 0)
		close(other);
	if (fd >= 0) {
		setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
		setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
		/* for one that has gone without a word, and takes its heartbeats no more */
		setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &gone_after_ms,
			   sizeof gone_after_ms);
	}
	return fd;
}

ssize_t feed_socket_send(int fd, const char *text, size_t n)
{
	size_t sent = 0;

	while (sent < n) {
		ssize_t took = send(fd, text + sent, n - sent, MSG_DONTWAIT | MSG_NOSIGNAL);

		if (took < 0 && errno == EINTR)
			continue;
		if (took < 0)
			return errno == EAGAIN || errno == EWOULDBLOCK ? (ssize_t)sent : -1;
		sent += (size_t)took;
	}
	return (ssize_t)sent;
}

/* What the client has sent and nobody read would have the close lose what was told last. */
void feed_socket_close(int fd)
{
	char away[4096];

	for (int i = 0; i < 16 && recv(fd, away, sizeof away, MSG_DONTWAIT) > 0; i++)
		;
	shutdown(fd, SHUT_WR);
	close(fd);
}
