/*
 * config_flags.c - what is said on the command line.
 *
 * Every key of the file is a flag too; the others are in a table of their own,
 * from which the usage is printed as well.
 */
#include "daemon/config_inside.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- the flags ------------------------------------------------------------------- */

static int flag_port_file(struct config *c, const char *value, char *why, size_t cap)
{
	return config_set_text(c->port_file, sizeof(c->port_file), value, why, cap);
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

	if (!chips || !config_read_number(chips, &c->grant_chips, &rest) || *rest || !c->grant_chips)
		return config_wrong(why, cap, "must be NAME=CHIPS, such as ana=100");
	return 0;
}

static int flag_withdraw(struct config *c, const char *value, char *why, size_t cap)
{
	if (flag_grant(c, value, why, cap) < 0 || c->grant_chips < 0)
		return config_wrong(why, cap, "must be NAME=CHIPS, such as ana=100");
	c->grant_chips = -c->grant_chips;
	return 0;
}

/* It becomes an entry's reason, which is one line. */
static int flag_note(struct config *c, const char *value, char *why, size_t cap)
{
	for (const char *p = value; *p; p++)
		if (iscntrl((unsigned char)*p))
			return config_wrong(why, cap, "must be one line of text");
	return config_set_text(c->note, sizeof(c->note), value, why, cap);
}

static int flag_backup(struct config *c, const char *value, char *why, size_t cap)
{
	if (!*value)
		return config_wrong(why, cap, "must name a file");
	return config_set_text(c->backup, sizeof(c->backup), value, why, cap);
}

static int flag_token(struct config *c, const char *value, char *why, size_t cap)
{
	const char *scopes = split_name(value, c->token_name, sizeof(c->token_name));

	if (!scopes)
		return config_wrong(why, cap, "must be NAME or NAME=SCOPE,SCOPE");
	return config_set_text(c->token_scopes, sizeof(c->token_scopes), scopes, why, cap);
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
	{"withdraw", "NAME=CHIPS", NULL, NULL, flag_withdraw, 0,
	 "take chips from an account, and exit"},
	{"note", "TEXT", NULL, NULL, flag_note, 0, "the reason of a grant or withdrawal"},
	{"backup", "FILE", NULL, NULL, flag_backup, 0,
	 "copy the book to a file while it is served, and exit"},
	{"overwrite", NULL, NULL, NULL, NULL, offsetof(struct config, overwrite),
	 "let a backup replace the file if it is there"},
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
		return flag->key ? config_find_key(flag->section, flag->key) : NULL;
	if (!dot)
		return NULL;
	memcpy(section, name, (size_t)(dot - name));
	section[dot - name] = '\0';
	return config_find_key(section, dot + 1);
}

/* The flag at argv[*i], with *i moved to its last word. */
static int next_flag(int argc, char **argv, int *i, struct said *out, char *why, size_t cap)
{
	const char *word = argv[*i], *equals = strchr(word, '=');
	size_t n = equals ? (size_t)(equals - word) : strlen(word);
	bool wants;

	if (strncmp(word, "--", 2) != 0 || n - 2 >= sizeof(out->name))
		return config_wrong(why, cap, "%.80s is not a flag; --help lists them", word);
	memcpy(out->name, word + 2, n - 2);
	out->name[n - 2] = '\0';
	out->flag = find_flag(out->name);
	out->key = flag_key(out->flag, out->name);
	out->value = equals ? equals + 1 : NULL;
	if (!out->flag && !out->key)
		return config_wrong(why, cap, "there is no flag --%s; --help lists them", out->name);
	wants = out->key || out->flag->value;
	if (!wants && out->value)
		return config_wrong(why, cap, "--%s takes no value", out->name);
	if (wants && !out->value && *i + 1 < argc && strncmp(argv[*i + 1], "--", 2) != 0)
		out->value = argv[++*i];
	if (wants && !out->value)
		return config_wrong(why, cap, "--%s needs a value", out->name);
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
	return r < 0 ? config_wrong(why, cap, "--%s %s", s->name, what) : 0;
}

/* The server is this very machine, by a name or address that says so. */
static bool is_at_home(const char *url)
{
	static const char *const homes[] = {"localhost", "127.0.0.1", "[::1]"};
	const char *host = strstr(url, "://");

	host = host ? host + 3 : url;
	for (size_t i = 0; i < sizeof(homes) / sizeof(homes[0]); i++) {
		size_t n = strlen(homes[i]);

		if (strncasecmp(host, homes[i], n) == 0 && (!host[n] || strchr(":/", host[n])))
			return true;
	}
	return false;
}

/* What no key says alone. */
static int find_contradiction(const struct config *c, char *why, size_t cap)
{
	if (!c->smtp[0])
		return 0;
	if (!c->mail_from[0] || !c->public_url[0])
		return config_wrong(why, cap, "mail needs mail.from and server.public_url");
	if (c->mail_credentials[0] && !c->mail_starttls &&
	    strncasecmp(c->smtp, "smtps://", 8) != 0 && !is_at_home(c->smtp))
		return config_wrong(why, cap,
				    "mail.credentials need mail.starttls, or a server at smtps://");
	return 0;
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
	return find_contradiction(c, why, cap);
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
	for (size_t i = 0; i < config_keys_n; i++) {
		if (i == 0 || strcmp(config_keys[i].section, config_keys[i - 1].section) != 0)
			printf("\n[%s]\n", config_keys[i].section);
		printf("%s = %s\n        %s\n", config_keys[i].name, config_keys[i].dflt, config_keys[i].help);
	}
}
