/*
 * links.c - TCP connections: how many, from where, and for how long with nothing to say.
 *
 * Connections that say nothing must not hurt those that do.  So when there are
 * too many, in all or from one address, the one that has been silent for
 * longest makes room; only where every other one is at work is the new one
 * turned away.  Silence is counted until a whole request head has arrived: a
 * client that sends a letter a minute is silent too.
 */
#include "api/exchange.h"
#include "daemon/clock.h"
#include "daemon/config.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define HOST_BUCKETS 1024

struct host {
	struct host *next;
	unsigned char address[16];
	uint32_t links;
};

/* ---- the silent ones, longest first ------------------------------------------------ */

static void idle_remove(struct link *link)
{
	struct server *s = link->server;

	if (!link->idle)
		return;
	link->idle = false;
	*(link->prev ? &link->prev->next : &s->idle_head) = link->next;
	*(link->next ? &link->next->prev : &s->idle_tail) = link->prev;
}

void link_busy(struct link *link)
{
	idle_remove(link);
}

void link_idle(struct link *link)
{
	struct server *s = link->server;

	if (link->idle || link->closing)
		return;
	link->idle = true;
	link->since = s->ticks;
	link->next = NULL;
	link->prev = s->idle_tail;
	*(s->idle_tail ? &s->idle_tail->next : &s->idle_head) = link;
	s->idle_tail = link;
}

void link_shut(struct link *link)
{
	if (link->closing)
		return;
	idle_remove(link);
	link->closing = true;
	link->server->links_closing++;
	shutdown(link->fd, SHUT_RDWR);
}

static int64_t idle_ms(const struct server *s)
{
	return (int64_t)s->config->idle_seconds * 1000;
}

void links_expire(struct server *s)
{
	while (s->idle_head && s->ticks - s->idle_head->since >= idle_ms(s))
		link_shut(s->idle_head);
}

void links_close_idle(struct server *s)
{
	while (s->idle_head)
		link_shut(s->idle_head);
}

int64_t links_next(const struct server *s)
{
	return s->idle_head ? s->idle_head->since + idle_ms(s) : INT64_MAX;
}

/* ---- how many from where ----------------------------------------------------------- */

static void address_read(struct MHD_Connection *connection, unsigned char address[16])
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);

	memset(address, 0, 16);
	if (!info || !info->client_addr)
		return;
	if (info->client_addr->sa_family == AF_INET) {
		struct sockaddr_in v4;

		memcpy(&v4, info->client_addr, sizeof v4);
		memset(address + 10, 0xff, 2);
		memcpy(address + 12, &v4.sin_addr, 4);
	} else if (info->client_addr->sa_family == AF_INET6) {
		struct sockaddr_in6 v6;

		memcpy(&v6, info->client_addr, sizeof v6);
		memcpy(address, &v6.sin6_addr, 16);
	}
}

static struct host **host_find(struct server *s, const unsigned char address[16])
{
	uint32_t h = 2166136261u; /* FNV-1a */

	for (int i = 0; i < 16; i++)
		h = (h ^ address[i]) * 16777619u;
	struct host **at = &s->hosts[h % HOST_BUCKETS];

	while (*at && memcmp((*at)->address, address, 16) != 0)
		at = &(*at)->next;
	return at;
}

static uint32_t host_add(struct server *s, const unsigned char address[16])
{
	struct host **at = host_find(s, address);

	if (!*at) {
		*at = calloc(1, sizeof **at);
		if (!*at)
			abort();
		memcpy((*at)->address, address, 16);
	}
	return ++(*at)->links;
}

static void host_remove(struct server *s, const unsigned char address[16])
{
	struct host **at = host_find(s, address), *host = *at;

	assert(host && host->links > 0);
	if (--host->links == 0) {
		*at = host->next;
		free(host);
	}
}

void links_host_add(struct server *s, const unsigned char address[16])
{
	host_add(s, address);
}

void links_host_remove(struct server *s, const unsigned char address[16])
{
	host_remove(s, address);
}

void links_start(struct server *s)
{
	s->hosts = calloc(HOST_BUCKETS, sizeof *s->hosts);
	if (!s->hosts)
		abort();
}

void links_free(struct server *s)
{
	free(s->hosts);
	s->hosts = NULL;
}

/* Shuts the longest silent one, of this address or (NULL) of any. */
static bool links_evict(struct server *s, const unsigned char *address)
{
	struct link *link = s->idle_head;

	while (link && address && memcmp(link->address, address, 16) != 0)
		link = link->next;
	if (!link)
		return false;
	link_shut(link);
	s->links_evicted++;
	return true;
}

/* ---- beginning and end ------------------------------------------------------------- */

static void link_open(struct server *s, struct MHD_Connection *connection, void **context)
{
	struct link *link = calloc(1, sizeof *link);
	uint32_t most_here = s->config->connections_per_address;

	if (!link)
		abort();
	link->magic = LINK_MAGIC;
	link->server = s;
	link->fd = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
	address_read(connection, link->address);
	*context = link;
	s->links++;
	bool many_here = host_add(s, link->address) > most_here && most_here;
	bool many = s->links - s->links_closing > s->links_most;

	if ((many_here && !links_evict(s, link->address)) ||
	    (many && !many_here && !links_evict(s, NULL))) {
		s->links_refused++;
		link_shut(link);
	} else {
		link_idle(link);
	}
}

static void link_close(struct server *s, struct link *link)
{
	assert(link && link->magic == LINK_MAGIC);
	idle_remove(link);
	host_remove(s, link->address);
	s->links--;
	s->made_room = true;
	s->links_closing -= link->closing;
	link->magic = 0;
	free(link);
}

void links_notify(void *cls, struct MHD_Connection *connection, void **context,
		  enum MHD_ConnectionNotificationCode code)
{
	if (code == MHD_CONNECTION_NOTIFY_STARTED)
		link_open(cls, connection, context);
	else
		link_close(cls, *context);
}

/* ---- the door ---------------------------------------------------------------------- */

static socklen_t read_address(const char *text, uint16_t port, struct sockaddr_storage *out)
{
	struct sockaddr_in *v4 = (struct sockaddr_in *)out;
	struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)out;

	memset(out, 0, sizeof *out);
	if (inet_pton(AF_INET, text, &v4->sin_addr) == 1) {
		v4->sin_family = AF_INET;
		v4->sin_port = htons(port);
		return sizeof *v4;
	}
	if (inet_pton(AF_INET6, text, &v6->sin6_addr) == 1) {
		v6->sin6_family = AF_INET6;
		v6->sin6_port = htons(port);
		return sizeof *v6;
	}
	return 0;
}

int listen_on(const char *address, uint16_t port, uint16_t *got, char *why, size_t cap)
{
	struct sockaddr_storage at;
	socklen_t n = read_address(address, port, &at);
	int fd, on = 1, off = 0;

	if (n == 0) {
		snprintf(why, cap, "%s is no address to listen on", address);
		return -1;
	}
	fd = socket(at.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd >= 0) {
		setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
		if (at.ss_family == AF_INET6) /* :: is for both families */
			setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
	}
	if (fd < 0 || bind(fd, (struct sockaddr *)&at, n) != 0 || listen(fd, SOMAXCONN) != 0 ||
	    getsockname(fd, (struct sockaddr *)&at, &n) != 0) {
		snprintf(why, cap, "cannot listen on %s port %u: %s", address, (unsigned)port,
			 strerror(errno));
		if (fd >= 0)
			close(fd);
		return -1;
	}
	*got = ntohs(at.ss_family == AF_INET ? ((struct sockaddr_in *)&at)->sin_port
					     : ((struct sockaddr_in6 *)&at)->sin6_port);
	return fd;
}
