/*
 * config.c - how this daemon is to run.
 *
 * One table of keys and one of flags.  Every value, the defaults too, is a text
 * that passes through the same door, config_set(), so that whatever is wrong
 * with one is said in the same words wherever it was written.  A key or flag
 * that is not known is an error: a misspelled limit is a missing limit.
 */
#include "daemon/config.h"

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

#define WHY_MAX 256

enum type { TEXT, URL, LISTEN, NUMBER, SIZE, REGISTRATION, LEVEL, DICE, INSTANT };

struct key {
	const char *section, *name;
	enum type type;
	size_t offset, size; /* where in struct config                        */
	int64_t min, max;    /* NUMBER, SIZE: in what the member counts       */
	int64_t of;	     /* bytes (NUMBER: ones) to one of those          */
	const char *dflt;
	bool reload; /* SIGHUP may change it */
	const char *help;
};

#define AT(member) offsetof(struct config, member), sizeof(((struct config *)0)->member)
#define NO_RANGE   0, 0, 1

static const struct key keys[] = {
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
	{"limits", "idempotency_days", NUMBER, AT(idempotency_days), 1, 365, 1, "7", true,
	 "how long answers are kept for those who ask again"},
	{"log", "level", LEVEL, AT(log_level), NO_RANGE, "info", true,
	 "least of debug, info, warning and error that is told"},
	{"test", "dice", DICE, AT(dice_script), NO_RANGE, "", false,
	 "faces that are thrown first, such as \"3 1 6\""},
	{"test", "clock", INSTANT, AT(clock_hand), NO_RANGE, "", false,
	 "the instant at which the clock stands, in RFC 3339 or in milliseconds"},
};

#define KEYS_N (sizeof(keys) / sizeof(keys[0]))

const char *config_key(size_t i, const char **section)
{
	if (i >= KEYS_N)
		return NULL;
	*section = keys[i].section;
	return keys[i].name;
}

static const struct key *find_key(const char *section, const char *name)
{
	for (size_t i = 0; i < KEYS_N; i++) {
		if (strcmp(keys[i].section, section) == 0 && strcmp(keys[i].name, name) == 0)
			return &keys[i];
	}
	return NULL;
}

/* ---- one value ---------------------------------------------------------------- */

__attribute__((format(printf, 3, 4))) static int wrong(char *why, size_t cap,
						       const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(why, cap, format, arguments);
	va_end(arguments);
	return -1;
}

static int set_text(char *at, size_t size, const char *value, char *why, size_t cap)
{
	if (strlen(value) >= size)
		return wrong(why, cap, "must have at most %zu characters", size - 1);
	strcpy(at, value);
	return 0;
}

static int set_url(char *at, size_t size, const char *value, char *why, size_t cap)
{
	size_t n = strlen(value);

	if (n > 0 && strncmp(value, "http://", 7) != 0 && strncmp(value, "https://", 8) != 0)
		return wrong(why, cap, "must begin with http:// or https://");
	if (set_text(at, size, value, why, cap) < 0)
		return -1;
	while (n > 0 && at[n - 1] == '/')
		at[--n] = '\0';
	return 0;
}

/* A whole number in decimal; *rest is what stands behind it. */
static bool read_number(const char *text, int64_t *out, const char **rest)
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

	if (!colon || !read_number(colon + 1, &port, &rest) || *rest || port < 0 ||
	    port > 65535)
		return wrong(why, cap, "%s", how);
	n = (size_t)(colon - value);
	if (six && (n < 2 || value[n - 1] != ']'))
		return wrong(why, cap, "%s", how);
	if (six) {
		value++;
		n -= 2;
	}
	if (n >= sizeof(host))
		return wrong(why, cap, "%s", how);
	memcpy(host, value, n);
	host[n] = '\0';
	if (inet_pton(six ? AF_INET6 : AF_INET, host, address) != 1)
		return wrong(why, cap, "%s", how);
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
	bool read = read_number(value, &n, &rest);

	if (read)
		times = k->type == SIZE ? suffix(rest) : *rest == '\0';
	if (!read || times == 0 || n < 0 || n > INT64_MAX / times ||
	    n * times < k->min * k->of || n * times > k->max * k->of)
		return wrong(why, cap, "must be a number from %" PRId64 " to %" PRId64 "%s",
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
		return wrong(why, cap, "must be open, invite or closed");
	return 0;
}

static int set_level(struct config *c, const char *value, char *why, size_t cap)
{
	enum log_level level;

	if (log_level_read(value, &level) < 0)
		return wrong(why, cap, "must be debug, info, warning or error");
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
		return wrong(why, cap, "must be faces of dice, such as \"3 1 6\"");
	return set_text(c->dice_script, sizeof(c->dice_script), value, why, cap);
}

static int set_instant(struct config *c, const char *value, char *why, size_t cap)
{
	const char *rest;
	int64_t at;

	if (*value == '\0') {
		c->clock_hand = 0;
		return 0;
	}
	if ((read_number(value, &at, &rest) && *rest == '\0') || clock_read(value, &at)) {
		if (at > 0) {
			c->clock_hand = at;
			return 0;
		}
	}
	return wrong(why, cap,
		     "must be an instant after 1970, such as 2026-11-30T09:00:00Z, "
		     "or milliseconds since then");
}

static int config_set(struct config *c, const struct key *k, const char *value, char *why,
		      size_t cap)
{
	char *at = (char *)c + k->offset;

	switch (k->type) {
	case TEXT:
		return set_text(at, k->size, value, why, cap);
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
		if (config_set(c, &keys[i], keys[i].dflt, why, sizeof(why)) < 0)
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
			wrong(r->why, sizeof(r->why), "is longer than %d characters", cap - 2);
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
	const struct key *k = find_key(section, name);
	char why[WHY_MAX];

	if (r->failed_line)
		return 1;
	if (!k) {
		wrong(r->why, sizeof(r->why), "there is no key %.60s in section [%.60s]", name,
		      section);
		fail(r);
	} else if (config_set(r->config, k, value ? value : "", why, sizeof(why)) < 0) {
		wrong(r->why, sizeof(r->why), "%s %s", name, why);
		fail(r);
	}
	return 1;
}

int config_read_file(struct config *c, const char *path, char *why, size_t cap)
{
	struct reading r = {.config = c};
	int broken;

	if (strlen(path) >= sizeof(c->file))
		return wrong(why, cap, "the configuration file's name is too long");
	r.file = fopen(path, "re");
	if (!r.file)
		return wrong(why, cap, "%s: cannot be read: %s", path, strerror(errno));
	broken = ini_parse_stream(next_line, &r, take_pair, &r);
	if (ferror(r.file))
		broken = -1;
	fclose(r.file);
	if (broken < 0)
		return wrong(why, cap, "%s: cannot be read", path);
	if (broken > 0 && (!r.failed_line || broken < r.failed_line))
		return wrong(why, cap, "%s:%d: is neither [section] nor key = value", path,
			     broken);
	if (r.failed_line)
		return wrong(why, cap, "%s:%d: %s", path, r.failed_line, r.why);
	strcpy(c->file, path);
	return 0;
}

/* ---- the flags ------------------------------------------------------------------- */

static int flag_port_file(struct config *c, const char *value, char *why, size_t cap)
{
	return set_text(c->port_file, sizeof(c->port_file), value, why, cap);
}

/* NAME or NAME=REST; the rest, "" if there is none, NULL if the name is none. */
static const char *split_name(const char *value, char *name, size_t cap)
{
	size_t n = strcspn(value, "=");

	if (n == 0 || n >= cap)
		return NULL;
	memcpy(name, value, n);
	name[n] = '\0';
	return value[n] ? value + n + 1 : value + n;
}

static int flag_grant(struct config *c, const char *value, char *why, size_t cap)
{
	const char *chips = split_name(value, c->grant_name, sizeof(c->grant_name)), *rest;

	if (!chips || !read_number(chips, &c->grant_chips, &rest) || *rest || !c->grant_chips)
		return wrong(why, cap, "must be NAME=CHIPS, such as ana=100");
	return 0;
}

static int flag_token(struct config *c, const char *value, char *why, size_t cap)
{
	const char *scopes = split_name(value, c->token_name, sizeof(c->token_name));

	if (!scopes)
		return wrong(why, cap, "must be NAME or NAME=SCOPE,SCOPE");
	return set_text(c->token_scopes, sizeof(c->token_scopes), scopes, why, cap);
}

static const struct flag {
	const char *name, *value;  /* value: what it is called, NULL if it takes none */
	const char *section, *key; /* a key of the file                               */
	int (*set)(struct config *, const char *, char *, size_t);
	size_t on; /* the bool it turns on */
	const char *help;
} flags[] = {
	{"config", "FILE", NULL, NULL, NULL, 0, "read this file before the other flags"},
	{"listen", "ADDR:PORT", "server", "listen", NULL, 0, NULL},
	{"database", "FILE", "book", "database", NULL, 0, NULL},
	{"cache", "SIZE", "book", "cache", NULL, 0, NULL},
	{"plugins", "DIR", "games", "plugins", NULL, 0, NULL},
	{"log-level", "LEVEL", "log", "level", NULL, 0, NULL},
	{"dice", "FACES", "test", "dice", NULL, 0, NULL},
	{"clock", "INSTANT", "test", "clock", NULL, 0, NULL},
	{"port-file", "FILE", NULL, NULL, flag_port_file, 0,
	 "write the port to this file once it listens"},
	{"check-config", NULL, NULL, NULL, NULL, offsetof(struct config, check_config),
	 "say whether the configuration is sound, and exit"},
	{"audit", NULL, NULL, NULL, NULL, offsetof(struct config, audit),
	 "replay every game and add up the book, and exit"},
	{"grant", "NAME=CHIPS", NULL, NULL, flag_grant, 0,
	 "grant chips to an account, or take them back, and exit"},
	{"token", "NAME[=SCOPE,...]", NULL, NULL, flag_token, 0,
	 "print a new token of an account, and exit"},
	{"help", NULL, NULL, NULL, NULL, offsetof(struct config, help), "say this, and exit"},
	{"version", NULL, NULL, NULL, NULL, offsetof(struct config, version),
	 "say which version this is, and exit"},
};

#define FLAGS_N (sizeof(flags) / sizeof(flags[0]))

/* One flag as it was written, with what it means. */
struct said {
	char name[64];
	const char *value; /* NULL: none was given */
	const struct flag *flag;
	const struct key *key;
};

static const struct flag *find_flag(const char *name)
{
	for (size_t i = 0; i < FLAGS_N; i++) {
		if (strcmp(flags[i].name, name) == 0)
			return &flags[i];
	}
	return NULL;
}

/* The key that a flag means: its own, or "section.key" spelled out. */
static const struct key *flag_key(const struct flag *flag, const char *name)
{
	char section[64];
	const char *dot = strchr(name, '.');

	if (flag)
		return flag->key ? find_key(flag->section, flag->key) : NULL;
	if (!dot)
		return NULL;
	memcpy(section, name, (size_t)(dot - name));
	section[dot - name] = '\0';
	return find_key(section, dot + 1);
}

/* The flag at argv[*i], with *i moved to its last word. */
static int next_flag(int argc, char **argv, int *i, struct said *out, char *why, size_t cap)
{
	const char *word = argv[*i], *equals = strchr(word, '=');
	size_t n = equals ? (size_t)(equals - word) : strlen(word);
	bool wants;

	if (strncmp(word, "--", 2) != 0 || n - 2 >= sizeof(out->name))
		return wrong(why, cap, "%.80s is not a flag; --help lists them", word);
	memcpy(out->name, word + 2, n - 2);
	out->name[n - 2] = '\0';
	out->flag = find_flag(out->name);
	out->key = flag_key(out->flag, out->name);
	out->value = equals ? equals + 1 : NULL;
	if (!out->flag && !out->key)
		return wrong(why, cap, "there is no flag --%s; --help lists them", out->name);
	wants = out->key || out->flag->value;
	if (!wants && out->value)
		return wrong(why, cap, "--%s takes no value", out->name);
	if (wants && !out->value && *i + 1 < argc && strncmp(argv[*i + 1], "--", 2) != 0)
		out->value = argv[++*i];
	if (wants && !out->value)
		return wrong(why, cap, "--%s needs a value", out->name);
	return 0;
}

static int take_flag(struct config *c, const struct said *s, char *why, size_t cap)
{
	char what[WHY_MAX];
	int r = 0;

	if (s->key)
		r = config_set(c, s->key, s->value, what, sizeof(what));
	else if (s->flag->set)
		r = s->flag->set(c, s->value, what, sizeof(what));
	else if (s->flag->on)
		*((bool *)((char *)c + s->flag->on)) = true;
	return r < 0 ? wrong(why, cap, "--%s %s", s->name, what) : 0;
}

/* The file first, wherever its flag stands: what is said on the line wins. */
int config_read_flags(struct config *c, int argc, char **argv, char *why, size_t cap)
{
	struct said s;

	for (int i = 1; i < argc; i++) {
		if (next_flag(argc, argv, &i, &s, why, cap) < 0)
			return -1;
		if (strcmp(s.name, "config") == 0 && config_read_file(c, s.value, why, cap) < 0)
			return -1;
	}
	for (int i = 1; i < argc; i++) {
		if (next_flag(argc, argv, &i, &s, why, cap) < 0 ||
		    take_flag(c, &s, why, cap) < 0)
			return -1;
	}
	return 0;
}

void config_usage(void)
{
	printf("Usage: tablasd [FLAG]...\n\nServes tables games over HTTP.\n\n");
	for (size_t i = 0; i < FLAGS_N; i++) {
		const struct flag *f = &flags[i];
		const struct key *k = flag_key(f, f->name);
		char left[64];

		snprintf(left, sizeof(left), "--%s %s", f->name, f->value ? f->value : "");
		printf("  %-26s %s\n", left, k ? k->help : f->help);
	}
	printf("\nKeys of the configuration file; each is a flag too, --section.key=value:\n");
	for (size_t i = 0; i < KEYS_N; i++) {
		if (i == 0 || strcmp(keys[i].section, keys[i - 1].section) != 0)
			printf("\n[%s]\n", keys[i].section);
		printf("%s = %s\n        %s\n", keys[i].name, keys[i].dflt, keys[i].help);
	}
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
		const struct key *k = &keys[i];

		if (!differs(k, c, fresh))
			continue;
		if (k->reload)
			memcpy((char *)c + k->offset, (const char *)fresh + k->offset, k->size);
		else if (n < cap)
			n += (size_t)snprintf(why + n, cap - n, "%s%s.%s", n ? " " : "",
					      k->section, k->name);
	}
}
