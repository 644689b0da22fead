/*
 * address.h - which addresses a stranger may have us call.
 *
 * A player names the URL of a webhook, and behind a name may be anything: the
 * machine itself, its neighbours, or the address at which a cloud tells a
 * machine its secrets.  So the address that is about to be connected to is
 * looked at, and not the name: what the name meant a moment ago is of no use.
 */
#ifndef DAEMON_ADDRESS_H
#define DAEMON_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

#define ADDRESS_RANGES_MAX 16

struct address_range {
	unsigned char address[16]; /* IPv4 as mapped IPv6 */
	unsigned bits;
};

struct address_ranges {
	size_t n;
	struct address_range of[ADDRESS_RANGES_MAX];
};

/* "127.0.0.0/8 fd00::/8 192.0.2.7", separated by blanks; false: one of them is none. */
bool address_ranges_read(const char *text, struct address_ranges *);

/* Whether it is an address of the open internet, or in one of the ranges. */
bool address_is_allowed(const struct sockaddr *, const struct address_ranges *);

#endif
