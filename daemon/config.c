/*
 * config.c - how this daemon is to run.
 *
 * One table of keys; that of flags is in config_flags.c.  Every value, the defaults too, is a text
 * that passes through the same door, config_set(), so that whatever is wrong
 * with one is said in the same words wherever it was written.  A key or flag
 * that is not known is an error: a misspelled limit is a missing limit.
 */
#include "daemon/config_inside.h"

#include "daemon/address.h"
#include "daemon/clock.h"
#include "daemon/dice.h"
#include "daemon/log.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <ini.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(struct config, member), sizeof(((struct config *)0)->member)
#define NO_RANGE   0, 0, 1

const struct key config_keys[] = {
	{"server", "listen", LISTEN, AT(listen), NO_RANGE, "127.0.0.1:1283", false,
	 "address and port to listen on; port 0 takes any free one"},
	{"server", "public_url", URL, AT(public_url), NO_RANGE, "", true,
	 "how clients reach the server, for the links in answers"},
	{"server", "cors_origins", TEXT, AT(cors_origins), NO_RANGE, "", true,
	 "origins whose pages may call the API, separated by blanks; * for all"},
	{"book", "database", TEXT, AT(database), NO_RANGE, TABLAS_STATEDIR "/tablasd.db", false,
	 "the file in which everything is kept"},
	{"book", "cache", SIZE, AT(cache_kib), 256, 16 << 20, 1024, "16M", false,
	 "memory for pages of the book"},
	{"games", "plugins", TEXT, AT(plugins), NO_RANGE, TABLAS_PLUGINDIR, false,
	 "the directory the games are loaded from"},
	{"accounts", "registration", REGISTRATION, AT(registration), NO_RANGE, "open", true,
	 "who may make an account: open, invite or closed"},
	{"accounts", "welcome_chips", NUMBER, AT(welcome_chips), 0, 1000000000, 1, "1000", true,
	 "chips a new account is granted"},
	{"accounts", "vacation_days", NUMBER, AT(vacation_days), 0, 366, 1, "21", true,
	 "days of each year on which an account's clocks may stand"},
	{"stakes", "credit", NUMBER, AT(credit), 0, 1000000000000, 1, "0", true,
	 "chips an account may owe in all; with 0 no table is laid at which one may owe"},
	{"stakes", "fee", NUMBER, AT(fee), 0, 500, 1, "0", true,
	 "what the house takes of what a seat wins, in thousandths"},
	{"limits", "connections", NUMBER, AT(connections), 8, 1000000, 1, "4096", false,
	 "connections at once"},
	{"limits", "connections_per_address", NUMBER, AT(connections_per_address), 0, 1000000,
	 1, "1024", false, "of them from one address; 0 for no such bound"},
	{"limits", "idle_seconds", NUMBER, AT(idle_seconds), 1, 86400, 1, "60", false,
	 "a connection that does nothing for so long is closed"},
	{"limits", "body_seconds", NUMBER, AT(body_seconds), 1, 3600, 1, "10", true,
	 "a request's body must have arrived within"},
	{"limits", "body_max", SIZE, AT(body_max), 1024, 16 << 20, 1, "64K", true,
	 "the largest body that is read"},
	{"limits", "wait_max", NUMBER, AT(wait_max), 0, 3600, 1, "60", true,
	 "seconds a request may wait for news"},
	{"limits", "watchers_max", NUMBER, AT(watchers_max), 0, 1000000, 1, "2048", false,
	 "requests that may wait for news at once"},
	{"limits", "streams", NUMBER, AT(streams), 0, 1000000, 1, "8192", false,
	 "streams of events at once"},
	{"limits", "streams_per_account", NUMBER, AT(streams_per_account), 0, 1000000, 1, "64", true,
	 "of them of one account; 0 for no such bound"},
	{"limits", "heartbeat_seconds", NUMBER, AT(heartbeat_seconds), 1, 3600, 1, "15", true,
	 "a stream on which nothing happens for so long says that it is still there"},
	{"limits", "news_kept", NUMBER, AT(news_kept), 64, 100000000, 1, "10000", true,
	 "how many news of an account are kept"},
	{"limits", "idempotency_days", NUMBER, AT(idempotency_days), 1, 365, 1, "7", true,
	 "how long answers are kept for those who ask again"},
	{"limits", "nudge_hours", NUMBER, AT(nudge_hours), 1, 8760, 1, "24", true,
	 "hours a question must have stood before its seat may be nudged, and then again"},
	{"limits", "games", NUMBER, AT(games), 0, 1000000, 1, "0", true,
	 "seats of an account at games that are not over; 0 for no such bound"},
	{"limits", "open_tables", NUMBER, AT(open_tables), 1, 100000, 1, "1000", true,
	 "open tables that an account may have laid"},
	{"limits", "challenges", NUMBER, AT(challenges), 1, 100000, 1, "100", true,
	 "seats kept for an account that it has not answered"},
	{"limits", "table_days", NUMBER, AT(table_days), 1, 366, 1, "14", true,
	 "days after which an open table expires if its offer does not say"},
	{"limits", "table_days_max", NUMBER, AT(table_days_max), 1, 366, 1, "90", true,
	 "and those that an offer may say at most"},
	{"webhooks", "http", YES_NO, AT(webhooks_http), NO_RANGE, "no", true,
	 "whether the URL of a webhook may begin with http://"},
	{"webhooks", "allow", RANGES, AT(webhooks_allow), NO_RANGE, "", false,
	 "addresses beyond the open internet that may be called, such as 10.0.0.0/8"},
	{"webhooks", "timeout", NUMBER, AT(webhooks_seconds), 1, 120, 1, "15", false,
	 "seconds within which a receiver must have answered"},
	{"webhooks", "at_once", NUMBER, AT(webhooks_at_once), 1, 1024, 1, "64", false,
	 "deliveries that are on their way at once"},
	{"mail", "smtp", TEXT, AT(smtp), NO_RANGE, "", false,
	 "the server that takes mail, such as smtp://localhost:25; without one none is sent"},
	{"mail", "from", TEXT, AT(mail_from), NO_RANGE, "", false, "the address mail comes from"},
	{"mail", "credentials", TEXT, AT(mail_credentials), NO_RANGE, "", false,
	 "a file with a name and, on the next line, a password for that server"},
	{"mail", "starttls", YES_NO, AT(mail_starttls), NO_RANGE, "yes", false,
	 "whether mail is sent only where the connection is encrypted"},
	{"mail", "authorities", TEXT, AT(mail_authorities), NO_RANGE, "", false,
	 "a file of certificates that vouch for that server, instead of the system's"},
	{"mail", "mails_per_minute", NUMBER, AT(mails_per_minute), 1, 100000, 1, "60", false,
	 "mails sent in a minute at most"},
	{"mail", "mails_per_hour", NUMBER, AT(mails_per_hour), 1, 100000, 1, "60", false,
	 "mails sent in an hour at most to the address of one account"},
	{"log", "level", LEVEL, AT(log_level), NO_RANGE, "info", true,
	 "least of debug, info, warning and error that is told"},
	{"test", "dice", DICE, AT(dice_script), NO_RANGE, "", false,
	 "faces that are thrown first, such as \"3 1 6\""},
	{"test", "clock", INSTANT, AT(clock_hand), NO_RANGE, "", true,
	 "the instant at which the clock stands, in RFC 3339 or in milliseconds"},
};

#define KEYS_N (sizeof(config_keys) / sizeof(config_keys[0]))
const size_t config_keys_n = KEYS_N;

const char *config_key(size_t i, const char **section)
{
	if (i >= KEYS_N)
		return NULL;
	*section = config_keys[i].section;
	return config_keys[i].name;
}

const struct key *config_find_key(const char *section, const char *name)
{
	for (size_t i = 0; i < KEYS_N; i++) {
		if (strcmp(config_keys[i].section, section) == 0 && strcmp(config_keys[i].name, name) == 0)
			return &config_keys[i];
	}
	return NULL;
}

/* ---- one value ---------------------------------------------------------------- */

int config_wrong(char *why, size_t cap, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(why, cap, format, arguments);
	va_end(arguments);
	return -1;
}

int config_set_text(char *at, size_t size, const char *value, char *why, size_t cap)
{
	if (strlen(value) >= size)
		return config_wrong(why, cap, "must have at most %zu characters", size - 1);
	strcpy(at, value);
	return 0;
}

static int set_url(char *at, size_t size, const char *value, char *why, size_t cap)
{
	size_t n = strlen(value);

	if (n > 0 && strncmp(value, "http://", 7) != 0 && strncmp(value, "https://", 8) != 0)
		return config_wrong(why, cap, "must begin with http:// or https://");
	if (config_set_text(at, size, value, why, cap) < 0)
		return -1;
	while (n > 0 && at[n - 1] == '/')
		at[--n] = '\0';
	return 0;
}

/* A whole number in decimal; *rest is what stands behind it. */
bool config_read_number(const char *text, int64_t *out, const char **rest)
{
	char *end;

	if (!isdigit((unsigned char)text[*text == '-']))
		return false;
	errno = 0;
	*out = strtoll(text, &end, 10);
	*rest = end;
	return errno == 0;
}

static int set_listen(struct config *c, const char *value, char *why, size_t cap)
{
	static const char how[] = "must be ADDRESS:PORT, such as 127.0.0.1:1283 or [::1]:1283";
	const char *colon = strrchr(value, ':'), *rest;
	unsigned char address[16];
	char host[sizeof(c->listen)];
	int64_t port;
	bool six = *value == '[';
	size_t n;

	if (!colon || !config_read_number(colon + 1, &port, &rest) || *rest || port < 0 ||
	    port > 65535)
		return config_wrong(why, cap, "%s", how);
	n = (size_t)(colon - value);
	if (six && (n < 2 || value[n - 1] != ']'))
		return config_wrong(why, cap, "%s", how);
	if (six) {
		value++;
		n -= 2;
	}
	if (n >= sizeof(host))
		return config_wrong(why, cap, "%s", how);
	memcpy(host, value, n);
	host[n] = '\0';
	if (inet_pton(six ? AF_INET6 : AF_INET, host, address) != 1)
		return config_wrong(why, cap, "%s", how);
	strcpy(c->listen, host);
	c->port = (uint16_t)port;
	return 0;
}

static int64_t suffix(const char *text)
{
	static const char letters[] = "KMG";
	const char *letter = *text ? strchr(letters, *text) : NULL;

	if (*text == '\0')
		return 1;
	return letter && text[1] == '\0' ? (int64_t)1024 << 10 * (letter - letters) : 0;
}

static int set_number(const struct key *k, void *at, const char *value, char *why, size_t cap)
{
	const char *rest;
	int64_t n, times = 0;
	bool read = config_read_number(value, &n, &rest);

	if (read)
		times = k->type == SIZE ? suffix(rest) : *rest == '\0';
	if (!read || times == 0 || n < 0 || n > INT64_MAX / times ||
	    n * times < k->min * k->of || n * times > k->max * k->of)
		return config_wrong(why, cap, "must be a number from %" PRId64 " to %" PRId64 "%s",
			     k->min * k->of, k->max * k->of,
			     k->type == SIZE ? " bytes; K, M and G are understood" : "");
	n = n * times / k->of;
	if (k->size == sizeof(int64_t)) {
		memcpy(at, &n, sizeof(n));
	} else {
		const int32_t small = (int32_t)n;

		memcpy(at, &small, sizeof(small));
	}
	return 0;
}

static int set_registration(struct config *c, const char *value, char *why, size_t cap)
{
	if (strcmp(value, "open") == 0)
		c->registration = REGISTER_OPEN;
	else if (strcmp(value, "invite") == 0)
		c->registration = REGISTER_INVITE;
	else if (strcmp(value, "closed") == 0)
		c->registration = REGISTER_CLOSED;
	else
		return config_wrong(why, cap, "must be open, invite or closed");
	return 0;
}

static int set_level(struct config *c, const char *value, char *why, size_t cap)
{
	enum log_level level;

	if (log_level_read(value, &level) < 0)
		return config_wrong(why, cap, "must be debug, info, warning or error");
	c->log_level = (int)level;
	return 0;
}

static int set_dice(struct config *c, const char *value, char *why, size_t cap)
{
	struct cup cup;
	int r;

	cup_init(&cup);
	r = cup_script(&cup, value);
	cup_fini(&cup);
	if (r < 0)
		return config_wrong(why, cap, "must be faces of dice, such as \"3 1 6\"");
	return config_set_text(c->dice_script, sizeof(c->dice_script), value, why, cap);
}

static int set_instant(struct config *c, const char *value, char *why, size_t cap)
{
	const char *rest;
	int64_t at;

	if (*value == '\0') {
		c->clock_hand = 0;
		return 0;
	}
	if ((config_read_number(value, &at, &rest) && *rest == '\0') || clock_read(value, &at)) {
		if (at > 0) {
			c->clock_hand = at;
			return 0;
		}
	}
	return config_wrong(why, cap,
		     "must be an instant after 1970, such as 2026-11-30T09:00:00Z, "
		     "or milliseconds since then");
}

static int set_yes_no(bool *at, const char *value, char *why, size_t cap)
{
	*at = strcmp(value, "yes") == 0;
	if (*at || strcmp(value, "no") == 0)
		return 0;
	return config_wrong(why, cap, "must be yes or no");
}

static int set_ranges(const struct key *k, char *at, const char *value, char *why, size_t cap)
{
	struct address_ranges ranges;

	if (!address_ranges_read(value, &ranges))
		return config_wrong(why, cap,
				    "must be at most %d ranges of addresses with blanks between, "
				    "such as 10.0.0.0/8 fd00::/8",
				    ADDRESS_RANGES_MAX);
	return config_set_text(at, k->size, value, why, cap);
}

int config_set(struct config *c, const struct key *k, const char *value, char *why, size_t cap)
{
	char *at = (char *)c + k->offset;

	switch (k->type) {
	case TEXT:
		return config_set_text(at, k->size, value, why, cap);
	case URL:
		return set_url(at, k->size, value, why, cap);
	case LISTEN:
		return set_listen(c, value, why, cap);
	case NUMBER:
	case SIZE:
		return set_number(k, at, value, why, cap);
	case REGISTRATION:
		return set_registration(c, value, why, cap);
	case LEVEL:
		return set_level(c, value, why, cap);
	case DICE:
		return set_dice(c, value, why, cap);
	case YES_NO:
		return set_yes_no((bool *)at, value, why, cap);
	case RANGES:
		return set_ranges(k, at, value, why, cap);
	case INSTANT:
		break;
	}
	return set_instant(c, value, why, cap);
}

void config_default(struct config *c)
{
	char why[WHY_MAX];

	memset(c, 0, sizeof(*c));
	for (size_t i = 0; i < KEYS_N; i++) {
		if (config_set(c, &config_keys[i], config_keys[i].dflt, why, sizeof(why)) < 0)
			abort();
	}
}

/* ---- the file ------------------------------------------------------------------- */

struct reading {
	struct config *config;
	FILE *file;
	int line, failed_line; /* from 1; 0: none failed */
	char why[WHY_MAX];
};

static void fail(struct reading *r)
{
	if (!r->failed_line)
		r->failed_line = r->line;
}

/*
 * Hands out one line at a time and counts them, which the library does not
 * tell.  Leading blanks are taken away, so that an indented line is a line of
 * its own and not more of the one before.
 */
static char *next_line(char *line, int cap, void *cls)
{
	struct reading *r = cls;
	size_t blanks, n;
	int c;

	if (!fgets(line, cap, r->file))
		return NULL;
	r->line++;
	n = strlen(line);
	if (n + 1 == (size_t)cap && line[n - 1] != '\n') {
		if (!r->failed_line)
			config_wrong(r->why, sizeof(r->why), "is longer than %d characters", cap - 2);
		fail(r);
		while ((c = getc(r->file)) != EOF && c != '\n')
			;
		strcpy(line, "\n");
	}
	blanks = strspn(line, " \t");
	memmove(line, line + blanks, strlen(line + blanks) + 1);
	return line;
}

static int take_pair(void *cls, const char *section, const char *name, const char *value)
{
	struct reading *r = cls;
	const struct key *k = config_find_key(section, name);
	char why[WHY_MAX];

	if (r->failed_line)
		return 1;
	if (!k) {
		config_wrong(r->why, sizeof(r->why), "there is no key %.60s in section [%.60s]", name,
		      section);
		fail(r);
	} else if (config_set(r->config, k, value ? value : "", why, sizeof(why)) < 0) {
		config_wrong(r->why, sizeof(r->why), "%s %s", name, why);
		fail(r);
	}
	return 1;
}

int config_read_file(struct config *c, const char *path, char *why, size_t cap)
{
	struct reading r = {.config = c};
	int broken;

	if (strlen(path) >= sizeof(c->file))
		return config_wrong(why, cap, "the configuration file's name is too long");
	r.file = fopen(path, "re");
	if (!r.file)
		return config_wrong(why, cap, "%s: cannot be read: %s", path, strerror(errno));
	broken = ini_parse_stream(next_line, &r, take_pair, &r);
	if (ferror(r.file))
		broken = -1;
	fclose(r.file);
	if (broken < 0)
		return config_wrong(why, cap, "%s: cannot be read", path);
	if (broken > 0 && (!r.failed_line || broken < r.failed_line))
		return config_wrong(why, cap, "%s:%d: is neither [section] nor key = value", path,
			     broken);
	if (r.failed_line)
		return config_wrong(why, cap, "%s:%d: %s", path, r.failed_line, r.why);
	strcpy(c->file, path);
	return 0;
}

/* ---- while serving ----------------------------------------------------------------- */

static bool differs(const struct key *k, const struct config *a, const struct config *b)
{
	return memcmp((const char *)a + k->offset, (const char *)b + k->offset, k->size) != 0 ||
	       (k->type == LISTEN && a->port != b->port);
}

void config_reload(struct config *c, const struct config *fresh, char *why, size_t cap)
{
	size_t n = 0;

	*why = '\0';
	for (size_t i = 0; i < KEYS_N; i++) {
		const struct key *k = &config_keys[i];

		if (!differs(k, c, fresh))
			continue;
		if (k->reload)
			memcpy((char *)c + k->offset, (const char *)fresh + k->offset, k->size);
		else if (n < cap)
			n += (size_t)snprintf(why + n, cap - n, "%s%s.%s", n ? " " : "",
					      k->section, k->name);
	}
}
