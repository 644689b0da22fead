/*
 * pace_spent.c - what is spent of a clock, as text: one line of numbers.
 *
 * First what every clock has; then, for those of them that need it, a word and
 * its numbers.  So a game whose players never go away is written as shortly as
 * if nobody could.
 */
#include "game/pace.h"

#include "game/text.h"

#include <stdlib.h>
#include <string.h>

static void add_number(struct text *t, int64_t n)
{
	text_char(t, ' ');
	text_int(t, n);
}

/* "away 2 3600000 1 1796083200000 1796947200000": seat, stood, how many, from, to. */
static void add_away(struct text *t, const struct pace_spent *s, unsigned seat)
{
	if (!s->away_n[seat] && !s->stood[seat])
		return;
	text_add(t, " away");
	add_number(t, seat);
	add_number(t, s->stood[seat]);
	add_number(t, s->away_n[seat]);
	for (unsigned i = 0; i < s->away_n[seat]; i++) {
		add_number(t, s->away[seat][i].from);
		add_number(t, s->away[seat][i].to);
	}
}

/* "put_off 0 3600000": seat, how long it had taken. */
static void add_put_off(struct text *t, const struct pace_spent *s, unsigned seat)
{
	if (!(s->put_off >> seat & 1))
		return;
	text_add(t, " put_off");
	add_number(t, seat);
	add_number(t, s->put_off_at[seat]);
}

size_t pace_spent_write(const struct pace_spent *s, unsigned seats, char *out, size_t cap)
{
	struct text t = {out, cap, 0};
	const int64_t rest[] = {s->spent, s->lapsed, s->out, s->claimed};

	text_int(&t, s->since);
	for (size_t i = 0; i < sizeof(rest) / sizeof(rest[0]); i++)
		add_number(&t, rest[i]);
	for (unsigned i = 0; i < seats; i++) {
		add_number(&t, s->bank[i]);
		add_number(&t, s->misses[i]);
	}
	if (s->stopped)
		text_add(&t, " stopped");
	for (unsigned i = 0; i < seats; i++)
		add_away(&t, s, i);
	for (unsigned i = 0; s->put_off && i < seats; i++)
		add_put_off(&t, s, i);
	return text_end(&t);
}

static bool number(const char **text, int64_t most, int64_t *out)
{
	char *end;

	*out = strtoll(*text, &end, 10);
	if (end == *text || (*end && *end != ' ') || *out < 0 || *out > most)
		return false;
	*text = end;
	return true;
}

#define INSTANT_MOST (INT64_MAX / 4)

static bool read_away(const char **text, unsigned seats, struct pace_spent *s)
{
	int64_t seat, stood, n;

	if (!number(text, (int64_t)seats - 1, &seat) || !number(text, INSTANT_MOST, &stood) ||
	    !number(text, PACE_AWAYS_MAX, &n))
		return false;
	s->stood[seat] = stood;
	s->away_n[seat] = (uint8_t)n;
	for (int64_t i = 0; i < n; i++)
		if (!number(text, INSTANT_MOST, &s->away[seat][i].from) ||
		    !number(text, INSTANT_MOST, &s->away[seat][i].to))
			return false;
	return true;
}

static bool read_put_off(const char **text, unsigned seats, struct pace_spent *s)
{
	int64_t seat;

	if (!number(text, (int64_t)seats - 1, &seat) ||
	    !number(text, INSTANT_MOST, &s->put_off_at[seat]))
		return false;
	s->put_off |= (uint16_t)(1u << seat);
	return true;
}

static bool read_words(const char *text, unsigned seats, struct pace_spent *s)
{
	while (*text) {
		if (strncmp(text, " stopped", 8) == 0) {
			s->stopped = true;
			text += 8;
			continue;
		}
		if (strncmp(text, " put_off ", 9) == 0) {
			text += 9;
			if (!read_put_off(&text, seats, s))
				return false;
			continue;
		}
		if (strncmp(text, " away ", 6) != 0)
			return false;
		text += 6;
		if (!read_away(&text, seats, s))
			return false;
	}
	return true;
}

int pace_spent_read(const char *text, unsigned seats, struct pace_spent *s)
{
	int64_t n[5], bank, misses;
	const int64_t most[] = {INT64_MAX / 2, INT64_MAX / 4, UINT16_MAX, UINT16_MAX, 1};

	memset(s, 0, sizeof(*s));
	for (size_t i = 0; i < 5; i++)
		if (!number(&text, most[i], &n[i]))
			return -1;
	for (unsigned i = 0; i < seats; i++) {
		if (!number(&text, PACE_LONGEST, &bank) || !number(&text, UINT8_MAX, &misses))
			return -1;
		s->bank[i] = bank;
		s->misses[i] = (uint8_t)misses;
	}
	s->since = n[0];
	s->spent = n[1];
	s->lapsed = (uint16_t)n[2];
	s->out = (uint16_t)n[3];
	s->claimed = n[4] != 0;
	return read_words(text, seats, s) ? 0 : -1;
}

/* ---- vacations -------------------------------------------------------------------------- */

size_t pace_aways_write(const struct pace_away *away, size_t n, char *out, size_t cap)
{
	struct text t = {out, cap, 0};

	for (size_t i = 0; i < n; i++) {
		if (i)
			text_char(&t, ' ');
		text_int(&t, away[i].from);
		text_char(&t, '/');
		text_int(&t, away[i].to);
	}
	if (!n)
		text_char(&t, '-');
	return text_end(&t);
}

static bool read_instant(const char **text, char stop, int64_t least, int64_t *out)
{
	char *end;

	*out = strtoll(*text, &end, 10);
	if (end == *text || **text < '0' || **text > '9' || (*end && *end != stop) ||
	    *out < least || *out > INSTANT_MOST)
		return false;
	*text = end;
	return true;
}

int pace_aways_read(const char *text, struct pace_away out[PACE_AWAYS_MAX])
{
	int64_t least = 0;
	int n = 0;

	if (strcmp(text, "-") == 0)
		return 0;
	while (n < PACE_AWAYS_MAX && read_instant(&text, '/', least, &out[n].from) &&
	       *text++ == '/' && read_instant(&text, ' ', out[n].from + 1, &out[n].to)) {
		least = out[n++].to;
		if (!*text)
			return n;
		text++;
	}
	return -1;
}
