/*
 * config_inside.h - what the files of the configuration share, and nobody else.
 */
#ifndef DAEMON_CONFIG_INSIDE_H
#define DAEMON_CONFIG_INSIDE_H

#include "daemon/config.h"

#define WHY_MAX 256

enum type { TEXT, URL, LISTEN, NUMBER, SIZE, REGISTRATION, LEVEL, DICE, INSTANT, YES_NO, RANGES };

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

extern const struct key config_keys[];
extern const size_t config_keys_n;
const struct key *config_find_key(const char *section, const char *name);

/* Writes the sentence and returns -1. */
__attribute__((format(printf, 3, 4))) int config_wrong(char *why, size_t cap, const char *format,
						       ...);

/* One value through its door: 0, or -1 with what it must be. */
int config_set(struct config *, const struct key *, const char *value, char *why, size_t cap);
int config_set_text(char *at, size_t size, const char *value, char *why, size_t cap);

/* A whole number in decimal; *rest is what stands behind it. */
bool config_read_number(const char *text, int64_t *out, const char **rest);

#endif
