/*
 * address.c - which addresses a stranger may have us call.
 *
 * Of IPv4 all that is set aside for other than the open internet is refused (the
 * registry of RFC 6890 and what was added to it since).  Of IPv6 only what has
 * been given out, 2000::/3, is allowed, less what is set aside in it: so a form
 * that carries an IPv4 address inside (mapped, 6to4, NAT64, Teredo) is judged by
 * that address or refused.
 */
#include "daemon/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char set_aside[] =
	"0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 "
	"192.0.0.0/24 192.0.2.0/24";
static const char set_aside_too[] =
	"192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 "
	"224.0.0.0/4 240.0.0.0/4 2001::/23 2001:db8::/32 2002::/16 3fff::/20";
static const char given_out[] = "0.0.0.0/0 2000::/3";

static const unsigned char mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

static bool read_range(const char *word, struct address_range *out)
{
	char text[64];
	const char *slash = strchr(word, '/');
	size_t n = slash ? (size_t)(slash - word) : strlen(word);
	unsigned most = 32, first = 96;
	char *end;
	unsigned long bits;

	if (n >= sizeof(text))
		return false;
	memcpy(text, word, n);
	text[n] = '\0';
	memcpy(out->address, mapped, sizeof(mapped));
	if (inet_pton(AF_INET, text, out->address + 12) != 1) {
		most = 128;
		first = 0;
		if (inet_pton(AF_INET6, text, out->address) != 1)
			return false;
	}
	out->bits = 128;
	if (!slash)
		return true;
	bits = strtoul(slash + 1, &end, 10);
	if (slash[1] < '0' || slash[1] > '9' || *end || bits > most)
		return false;
	out->bits = first + (unsigned)bits;
	return true;
}

bool address_ranges_read(const char *text, struct address_ranges *out)
{
	char word[80];

	out->n = 0;
	for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
		size_t n = strcspn(text, " ");

		if (n >= sizeof(word) || out->n == ADDRESS_RANGES_MAX)
			return false;
		memcpy(word, text, n);
		word[n] = '\0';
		if (!read_range(word, &out->of[out->n++]))
			return false;
		text += n;
	}
	return true;
}

static bool is_in(const unsigned char address[16], const struct address_range *range)
{
	unsigned bytes = range->bits / 8, rest = range->bits % 8;
	unsigned char mask = (unsigned char)(0xff << (8 - rest));

	if (memcmp(address, range->address, bytes) != 0)
		return false;
	return rest == 0 || ((address[bytes] ^ range->address[bytes]) & mask) == 0;
}

static bool is_among(const unsigned char address[16], const struct address_ranges *ranges)
{
	for (size_t i = 0; i < ranges->n; i++)
		if (is_in(address, &ranges->of[i]))
			return true;
	return false;
}

static bool is_listed(const unsigned char address[16], const char *list)
{
	struct address_ranges ranges;

	return !address_ranges_read(list, &ranges) || is_among(address, &ranges);
}

bool address_is_allowed(const struct sockaddr *sa, const struct address_ranges *allowed)
{
	unsigned char address[16];

	if (sa->sa_family == AF_INET) {
		memcpy(address, mapped, sizeof(mapped));
		memcpy(address + 12, &((const struct sockaddr_in *)(const void *)sa)->sin_addr, 4);
	} else if (sa->sa_family == AF_INET6) {
		memcpy(address, &((const struct sockaddr_in6 *)(const void *)sa)->sin6_addr, 16);
	} else {
		return false;
	}
	if (is_among(address, allowed))
		return true;
	return is_listed(address, given_out) && !is_listed(address, set_aside) &&
	       !is_listed(address, set_aside_too);
}
