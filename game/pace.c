/*
 * pace.c - see pace.h.
 *
 * Every sum here is of numbers that pace_flaw() has bounded, so none overflows.
 */
#include "game/pace.h"

#include "game/text.h"

#include <stdlib.h>
#include <string.h>

static const char *const on_timeout_words[ON_TIMEOUT_COUNT] = {"forfeit_game", "forfeit_move",
								"claim"};

const char *pace_on_timeout_word(unsigned what)
{
	return what < ON_TIMEOUT_COUNT ? on_timeout_words[what] : "";
}

bool pace_on_timeout_read(const char *word, uint8_t *out)
{
	for (uint8_t i = 0; i < ON_TIMEOUT_COUNT; i++) {
		if (strcmp(on_timeout_words[i], word) == 0) {
			*out = i;
			return true;
		}
	}
	return false;
}

/* ---- the terms ------------------------------------------------------------------------ */

static bool within(int64_t value, int64_t most)
{
	return value >= 0 && value <= most;
}

const char *pace_flaw(const struct pace *p)
{
	if (!p->timed)
		return NULL;
	if (!within(p->per_move, PACE_LONGEST) || !within(p->bank, PACE_LONGEST) ||
	    p->per_move + p->bank > PACE_LONGEST)
		return "for one decision there is at most a year, allowance and bank together";
	if (p->per_move + p->bank < PACE_SECOND)
		return "for a decision there is at least a second";
	if (!within(p->increment, PACE_LONGEST) || !within(p->bank_most, PACE_LONGEST - p->per_move))
		return "a bank holds at most a year, less the allowance";
	if (p->bank_most < p->bank)
		return "the bank begins with no more than it may hold";
	if (p->per_move == 0 && p->increment == 0 && p->on_timeout == FORFEIT_MOVE)
		return "who has neither allowance nor increment has no time to miss twice";
	if (p->on_timeout >= ON_TIMEOUT_COUNT)
		return "no such thing happens when time is up";
	if (p->on_timeout == FORFEIT_MOVE ? p->misses < 1 || p->misses > PACE_MISSES_MAX
					  : p->misses != 0)
		return "a seat may miss from 1 to 100 decisions where the house makes them";
	return hours_flaw(&p->hours);
}

/* ---- what runs ------------------------------------------------------------------------- */

static int64_t later(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* Of the time since `since` that runs, what passes while the seat is away. */
static int64_t stands(const struct pace *p, const struct pace_spent *s, unsigned seat, int64_t at)
{
	int64_t sum = 0;

	for (unsigned i = 0; i < s->away_n[seat]; i++) {
		const struct pace_away *away = &s->away[seat][i];

		sum += hours_between(&p->hours, later(away->from, s->since),
				     away->to < at ? away->to : at);
	}
	return sum;
}

int64_t pace_used(const struct pace *p, const struct pace_spent *s, unsigned seat, int64_t at)
{
	int64_t used = s->spent - s->stood[seat];

	if (s->stopped)
		return used;
	return used + hours_between(&p->hours, s->since, at) - stands(p, s, seat, at);
}

int64_t pace_left(const struct pace *p, const struct pace_spent *s, unsigned seat)
{
	int64_t left = p->per_move + s->bank[seat] - s->spent + s->stood[seat];

	return left > 0 ? left : 0;
}

int64_t pace_deadline(const struct pace *p, const struct pace_spent *s, unsigned seat)
{
	int64_t at = s->since, left = pace_left(p, s, seat);

	if (!p->timed || s->stopped)
		return INT64_MAX;
	for (unsigned i = 0; i < s->away_n[seat]; i++) {
		const struct pace_away *away = &s->away[seat][i];
		int64_t before = hours_between(&p->hours, at, away->from);

		if (left <= before)
			break;
		left -= before;
		at = later(at, away->to);
	}
	return hours_after(&p->hours, at, left);
}

void pace_settle(const struct pace *p, struct pace_spent *s, unsigned seats, int64_t at)
{
	if (!s->stopped) {
		s->spent += hours_between(&p->hours, s->since, at);
		for (unsigned i = 0; i < seats; i++)
			s->stood[i] += stands(p, s, i, at);
	}
	s->since = later(s->since, at);
}

void pace_stop(const struct pace *p, struct pace_spent *s, unsigned seats, int64_t at)
{
	pace_settle(p, s, seats, at);
	s->stopped = true;
}

void pace_run(struct pace_spent *s, int64_t at)
{
	s->since = later(s->since, at);
	s->stopped = false;
}

/* What is over can no longer matter to a question that begins now. */
static void forget_the_past(struct pace_spent *s, unsigned seat, int64_t at)
{
	uint8_t kept = 0;

	for (unsigned i = 0; i < s->away_n[seat]; i++)
		if (s->away[seat][i].to > at)
			s->away[seat][kept++] = s->away[seat][i];
	s->away_n[seat] = kept;
}

void pace_ask(struct pace_spent *s, unsigned seats, int64_t at)
{
	s->since = at;
	s->spent = 0;
	s->lapsed = s->put_off = 0;
	s->claimed = false;
	for (unsigned i = 0; i < seats; i++) {
		s->stood[i] = 0;
		if (s->away_n[i])
			forget_the_past(s, i, at);
	}
}

void pace_ask_others(const struct pace *p, struct pace_spent *s, unsigned seats, uint16_t still,
		     int64_t at)
{
	pace_settle(p, s, seats, at);
	s->lapsed &= still;
	s->claimed = false;
	for (unsigned i = 0; i < seats; i++) {
		if (still >> i & 1)
			continue;
		s->stood[i] = s->spent;
		forget_the_past(s, i, at);
	}
}

void pace_put_off(const struct pace *p, struct pace_spent *s, unsigned seats, uint16_t whom,
		  int64_t at)
{
	for (unsigned i = 0; i < seats; i++)
		if (whom >> i & 1)
			s->put_off_at[i] = pace_used(p, s, i, at);
	s->put_off |= whom;
}

void pace_come_back(struct pace_spent *s, unsigned seats, uint16_t whom)
{
	for (unsigned i = 0; i < seats; i++)
		if (whom >> i & 1)
			s->stood[i] = s->spent - s->put_off_at[i];
}

void pace_go_away(const struct pace *p, struct pace_spent *s, unsigned seats, unsigned seat,
		  const struct pace_away *away, size_t n, int64_t at)
{
	pace_settle(p, s, seats, at);
	s->away_n[seat] = 0;
	for (size_t i = 0; i < n && i < PACE_AWAYS_MAX; i++)
		s->away[seat][s->away_n[seat]++] =
			(struct pace_away){later(away[i].from, at), later(away[i].to, at)};
	forget_the_past(s, seat, at);
}

int64_t pace_bank(const struct pace *p, int64_t bank, int64_t took)
{
	int64_t over = took - p->per_move;

	if (over > 0)
		bank -= over < bank ? over : bank;
	bank += p->increment;
	return bank < p->bank_most ? bank : p->bank_most;
}

/* ---- durations ------------------------------------------------------------------------- */

/* Digits and, of seconds alone, up to three more behind a point; in thousandths. */
static bool read_amount(const char **text, int64_t *thousandths)
{
	const char *p = *text;
	int64_t n = 0, scale = 100;

	if (*p < '0' || *p > '9')
		return false;
	for (; *p >= '0' && *p <= '9'; p++) {
		n = n * 10 + (*p - '0');
		if (n > INT32_MAX)
			return false;
	}
	n *= 1000;
	if (*p == '.') {
		for (p++; *p >= '0' && *p <= '9' && scale; p++, scale /= 10)
			n += scale * (*p - '0');
		if (*p != 'S')
			return false;
	}
	*text = p;
	*thousandths = n;
	return true;
}

bool pace_read_duration(const char *text, int64_t *out)
{
	static const struct {
		char letter;
		bool time;
		int64_t seconds;
	} units[] = {{'W', false, 604800}, {'D', false, 86400}, {'H', true, 3600},
		     {'M', true, 60},	   {'S', true, 1}};
	int64_t amount;
	size_t unit = 0;
	bool time = false, any = false;

	*out = 0;
	if (*text++ != 'P')
		return false;
	while (*text) {
		if (*text == 'T' && !time) {
			time = true;
			text++;
		}
		if (!read_amount(&text, &amount))
			return false;
		while (unit < 5 && (units[unit].letter != *text || units[unit].time != time))
			unit++;
		if (unit == 5)
			return false;
		*out += amount * units[unit++].seconds;
		any = true;
		text++;
	}
	return any;
}

size_t pace_write_duration(int64_t ms, char *out, size_t cap)
{
	struct text t = {out, cap, 0};
	int64_t seconds = ms / PACE_SECOND, rest = ms % PACE_SECOND;
	int64_t parts[] = {seconds / 86400, seconds / 3600 % 24, seconds / 60 % 60, seconds % 60};

	text_char(&t, 'P');
	for (int i = 0; i < 4; i++) {
		bool seconds_too = i == 3 && (rest || ms == 0);

		if (i == 1 && (ms % PACE_DAY || ms == 0))
			text_char(&t, 'T');
		if (!parts[i] && !seconds_too)
			continue;
		text_int(&t, parts[i]);
		if (i == 3 && rest) {
			text_char(&t, '.');
			text_char(&t, (char)('0' + rest / 100));
			text_char(&t, (char)('0' + rest / 10 % 10));
			text_char(&t, (char)('0' + rest % 10));
		}
		text_char(&t, "DHMS"[i]);
	}
	return text_end(&t);
}

/* ---- as text ---------------------------------------------------------------------------- */

static void add_duration(struct text *t, const char *word, int64_t ms)
{
	char duration[PACE_DURATION_MAX];

	pace_write_duration(ms, duration, sizeof(duration));
	text_add(t, word);
	text_add(t, duration);
}

size_t pace_write(const struct pace *p, char *out, size_t cap)
{
	struct text t = {out, cap, 0};
	char hours[HOURS_TEXT_MAX];

	if (p->timed) {
		add_duration(&t, "per_move ", p->per_move);
		add_duration(&t, " bank ", p->bank);
		add_duration(&t, " increment ", p->increment);
		add_duration(&t, " most ", p->bank_most);
		text_add(&t, " on ");
		text_add(&t, pace_on_timeout_word(p->on_timeout));
		if (p->on_timeout == FORFEIT_MOVE) {
			text_char(&t, ' ');
			text_int(&t, p->misses);
		}
		if (hours_write(&p->hours, hours, sizeof(hours))) {
			text_char(&t, ' ');
			text_add(&t, hours);
		}
		if (p->vacations)
			text_add(&t, " vacations");
		if (p->no_pauses)
			text_add(&t, " no_pauses");
	}
	return text_end(&t);
}

/* The next word into `word`; false at the end, or when it is too long. */
static bool next_word(const char **text, char word[PACE_DURATION_MAX])
{
	size_t n = strcspn(*text, " ");

	if (n == 0 || n >= PACE_DURATION_MAX)
		return false;
	memcpy(word, *text, n);
	word[n] = '\0';
	*text += n;
	*text += **text == ' ';
	return true;
}

static bool read_named(const char **text, const char *name, int64_t *out)
{
	char word[PACE_DURATION_MAX];

	return next_word(text, word) && strcmp(word, name) == 0 && next_word(text, word) &&
	       pace_read_duration(word, out);
}

/* What not every clock has; ends before a word that is none of it. */
static bool read_rest(const char *text, struct pace *p)
{
	char word[PACE_DURATION_MAX], value[PACE_DURATION_MAX];

	while (next_word(&text, word)) {
		if (strcmp(word, "vacations") == 0) {
			p->vacations = true;
			continue;
		}
		if (strcmp(word, "no_pauses") == 0) {
			p->no_pauses = true;
			continue;
		}
		if (strcmp(word, "weekends") != 0 && strcmp(word, "quiet") != 0 &&
		    strcmp(word, "offset") != 0)
			return true;
		if (!next_word(&text, value))
			return false;
		if (*word == 'w' && strcmp(value, "off") == 0)
			p->hours.weekends_off = true;
		else if (*word == 'w' || !(*word == 'q' ? hours_read_quiet(value, &p->hours)
							: hours_read_offset(value, &p->hours)))
			return false;
	}
	return true;
}

bool pace_read(const char *text, struct pace *p)
{
	char word[PACE_DURATION_MAX];

	memset(p, 0, sizeof(*p));
	p->timed = true;
	if (!read_named(&text, "per_move", &p->per_move) ||
	    !read_named(&text, "bank", &p->bank) ||
	    !read_named(&text, "increment", &p->increment) ||
	    !read_named(&text, "most", &p->bank_most) || !next_word(&text, word) ||
	    strcmp(word, "on") != 0 || !next_word(&text, word) ||
	    !pace_on_timeout_read(word, &p->on_timeout))
		return false;
	if (p->on_timeout == FORFEIT_MOVE) {
		if (!next_word(&text, word))
			return false;
		p->misses = (uint8_t)(strtoul(word, NULL, 10) % 256);
	}
	return read_rest(text, p) && pace_flaw(p) == NULL;
}

struct pace pace_of(const char *text)
{
	struct pace pace;

	if (!pace_read(text, &pace))
		memset(&pace, 0, sizeof(pace));
	return pace;
}
