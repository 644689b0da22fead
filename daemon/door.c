/*
 * door.c - errands by datagrams on a socket of the file system.
 *
 * A datagram needs no connection to be watched, and the kernel keeps it whole.
 * The socket's name may be longer than an address has room for, so the folder
 * is opened and the name spelled from there.
 */
#include "daemon/door.h"

#include "daemon/log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#define ERRANDS_AT_ONCE 16
#define PATIENCE_SECONDS 20
#define FORM 1 /* of the messages: both ends must be of one release */

struct message {
	uint32_t form;
	int32_t status; /* of an answer */
	struct errand errand;
	char said[ERRAND_SAID_MAX];
};

struct door {
	int fd, folder;
	struct sockaddr_un at;
	size_t n; /* run, and to be answered */
	struct {
		struct sockaddr_un to;
		socklen_t to_n;
		struct message message;
	} answers[ERRANDS_AT_ONCE];
};

/*
 * The address of book.door through its folder, which stays open; -1 and errno.
 * Beside the file itself, as its lock is, whatever link it is reached by.
 */
static int address(const char *book, struct sockaddr_un *at)
{
	char path[4096], folder[4096], *resolved = realpath(book, NULL), *name;
	int fd, n;

	snprintf(path, sizeof path, "%s", resolved ? resolved : book);
	free(resolved);
	name = strrchr(path, '/');
	snprintf(folder, sizeof folder, "%.*s", name ? (int)(name - path) + 1 : 1,
		 name ? path : ".");
	fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	memset(at, 0, sizeof *at);
	at->sun_family = AF_UNIX;
	n = snprintf(at->sun_path, sizeof at->sun_path, "/proc/self/fd/%d/%s.door", fd,
		     name ? name + 1 : path);
	if (n < (int)sizeof at->sun_path)
		return fd;
	close(fd);
	errno = ENAMETOOLONG;
	return -1;
}

struct door *door_open(const char *book)
{
	struct door *d = calloc(1, sizeof *d);
	mode_t before;
	int bound;

	if (!d)
		return NULL;
	d->fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	d->folder = address(book, &d->at);
	if (d->fd >= 0 && d->folder >= 0) {
		unlink(d->at.sun_path); /* of one that was killed: the lock says so */
		before = umask(0177);
		bound = bind(d->fd, (struct sockaddr *)&d->at, sizeof d->at);
		umask(before);
		if (bound == 0)
			return d;
	}
	bound = errno;
	if (d->fd >= 0)
		close(d->fd);
	if (d->folder >= 0)
		close(d->folder);
	free(d);
	errno = bound;
	return NULL;
}

void door_close(struct door *d)
{
	if (!d)
		return;
	unlink(d->at.sun_path);
	close(d->fd);
	close(d->folder);
	free(d);
}

int door_descriptor(const struct door *d)
{
	return d ? d->fd : -1;
}

/* ---- the daemon's side -------------------------------------------------------------- */

static bool is_whole(const struct message *m, size_t n)
{
	return n == sizeof *m && m->form == FORM && memchr(m->errand.name, 0, sizeof m->errand.name) &&
	       memchr(m->errand.scopes, 0, sizeof m->errand.scopes) &&
	       memchr(m->errand.note, 0, sizeof m->errand.note);
}

static void run(struct message *m, size_t n, struct desk *desk)
{
	char chips[24];

	if (!is_whole(m, n)) {
		snprintf(m->said, sizeof m->said, "the daemon is of another release");
		m->status = 2;
	} else if (desk_enter(desk) != 0) {
		m->said[0] = '\0';
		m->status = 2;
	} else {
		m->status = errand_run(desk, &m->errand, m->said);
		if (desk_leave(desk, m->status == 0) != 0)
			m->status = 2;
		snprintf(chips, sizeof chips, "%lld", (long long)m->errand.chips);
		log_event(LOG_INFO_LEVEL, "errand", "what",
			  m->errand.what == ERRAND_TOKEN ? "token" : "grant", "account",
			  m->errand.name, "chips", m->errand.what == ERRAND_GRANT ? chips : NULL,
			  "refused", m->status ? m->said : NULL, NULL);
	}
	m->form = FORM;
}

void door_hear(struct door *d, struct desk *desk)
{
	while (d && d->n < ERRANDS_AT_ONCE) {
		struct message *m = &d->answers[d->n].message;
		ssize_t got;

		memset(m, 0, sizeof *m);
		d->answers[d->n].to_n = sizeof d->answers[d->n].to;
		got = recvfrom(d->fd, m, sizeof *m, 0, (struct sockaddr *)&d->answers[d->n].to,
			       &d->answers[d->n].to_n);
		if (got < 0)
			return;
		run(m, (size_t)got, desk);
		d->n++;
	}
}

void door_settled(struct door *d, bool settled)
{
	for (size_t i = 0; d && i < d->n; i++) {
		struct message *m = &d->answers[i].message;

		if (!settled && m->status == 0) {
			m->status = 2;
			m->said[0] = '\0';
		}
		sendto(d->fd, m, sizeof *m, MSG_NOSIGNAL, (struct sockaddr *)&d->answers[i].to,
		       d->answers[i].to_n);
		memset(m, 0, sizeof *m); /* there may be a token in it */
	}
	if (d)
		d->n = 0;
}

/* ---- the other side -------------------------------------------------------------------- */

static int exchange(int fd, const struct sockaddr_un *to, struct message *m)
{
	static const struct timeval patience = {.tv_sec = PATIENCE_SECONDS};
	struct sockaddr_un own = {.sun_family = AF_UNIX};

	/* Without a name the kernel finds one, to which the answer comes. */
	if (bind(fd, (struct sockaddr *)&own, sizeof own.sun_family) != 0 ||
	    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) != 0 ||
	    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) != 0 ||
	    sendto(fd, m, sizeof *m, MSG_NOSIGNAL, (const struct sockaddr *)to, sizeof *to) < 0)
		return -1;
	if (recv(fd, m, sizeof *m, 0) != (ssize_t)sizeof *m || m->form != FORM) {
		snprintf(m->said, sizeof m->said, "the daemon did not answer; it may have done it "
						  "or not");
		m->status = 2;
	}
	return m->status;
}

int door_ask(const char *book, const struct errand *e, char said[ERRAND_SAID_MAX])
{
	struct message m = {.form = FORM, .errand = *e};
	struct sockaddr_un to;
	int folder = address(book, &to);
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0), status = -1;

	if (folder >= 0 && fd >= 0)
		status = exchange(fd, &to, &m);
	if (status >= 0)
		memcpy(said, m.said, sizeof m.said);
	if (fd >= 0)
		close(fd);
	if (folder >= 0)
		close(folder);
	return status;
}
