/*
 * record.c - a whole game as text: written, read, replayed and compared.
 *
 * A record says what cannot be computed (the facts) and repeats what can (the
 * payments, a position now and then).  Reading one is playing it again; the
 * first line that does not agree with the rules is where it stops.
 */
#include "game/record.h"
#include "game/match.h"
#include "game/study.h"
#include "game/text.h"
#include "game/word.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- how facts are written ------------------------------------------------------ */

static const struct {
	const char *word; /* NULL: as everywhere */
	bool seat, text;
} lines[FACT_COUNT] = {
	[FACT_SEATED] = {"seat", true, true},	 [FACT_UNSEATED] = {NULL, true, false},
	[FACT_STARTED] = {NULL, false, false},	 [FACT_ROLLED] = {"roll", false, true},
	[FACT_DECIDED] = {"decide", true, true}, [FACT_FORCED] = {NULL, true, true},
	[FACT_RESIGNED] = {NULL, true, true},	 [FACT_LEFT] = {NULL, true, true},
	[FACT_FINISHED] = {NULL, false, true},	 [FACT_ABORTED] = {NULL, true, true},
	[FACT_FROZEN] = {NULL, false, true},	 [FACT_THAWED] = {NULL, false, false},
	[FACT_TOPPED_UP] = {NULL, true, true},	 [FACT_LAPSED] = {NULL, true, false},
	[FACT_PLAYED] = {NULL, true, true},	 [FACT_CLAIMED] = {NULL, true, false},
	[FACT_CONTRIBUTED] = {NULL, true, true}, [FACT_AWAY] = {NULL, true, true},
	[FACT_OFFERED] = {NULL, true, true},	 [FACT_PAUSED] = {NULL, false, true},
	[FACT_RESUMED] = {NULL, false, true},	 [FACT_EXPIRED] = {NULL, false, false},
	[FACT_AGREED] = {NULL, true, true},	 [FACT_DECLINED] = {NULL, true, true},
	[FACT_WITHDRAWN] = {NULL, true, true},	 [FACT_TAKEN_BACK] = {NULL, true, true},
	[FACT_TURNED_DOWN] = {NULL, true, true}, [FACT_DRAWN] = {NULL, false, true},
};

static const char *line_word(unsigned kind)
{
	return lines[kind].word ? lines[kind].word : fact_word((enum fact_kind)kind);
}

/* A text that ends where its line would, or where a comment would begin. */
static void add_text(struct text *t, const char *s)
{
	text_char(t, ' ');
	for (; *s; s++)
		text_char(t, (unsigned char)*s < ' ' || *s == '#' ? '_' : *s);
}

static bool between_seats(unsigned kind)
{
	return transfer_is_stake((enum transfer_kind)kind) || kind == TRANSFER_CORRECTION;
}

static void write_transfer(struct text *t, const struct transfer *transfer)
{
	const char *word = transfer->kind == TRANSFER_STAKE
				   ? "pay"
				   : transfer_word((enum transfer_kind)transfer->kind);

	text_add(t, word);
	if (between_seats(transfer->kind))
		facts_add_seat(t, transfer->from);
	facts_add_seat(t, transfer->kind == TRANSFER_FEE ? transfer->from : transfer->to);
	text_char(t, ' ');
	text_int(t, transfer->amount);
	if (transfer->reason)
		add_text(t, transfer->reason);
	text_char(t, '\n');
}

static void write_stake(struct text *t, const struct stakes *s)
{
	text_add(t, "stake ");
	text_int(t, s->unit);
	text_char(t, ' ');
	text_int(t, s->buy_in);
	if (s->insolvent != INSOLVENT_PAY_WHAT_YOU_HAVE) {
		text_add(t, " insolvent ");
		text_add(t, insolvent_word(s->insolvent));
	}
	if (s->credit) {
		text_add(t, " credit ");
		text_int(t, s->credit);
	}
	if (s->fee) {
		text_add(t, " fee ");
		text_int(t, s->fee);
	}
	text_add(t, s->top_ups ? " top-ups\n" : "\n");
}

static void write_pace(struct text *t, const struct pace *pace)
{
	char clock[PACE_TEXT_MAX];

	if (!pace->timed)
		return;
	pace_write(pace, clock, sizeof(clock));
	text_add(t, "clock ");
	text_add(t, clock);
	text_char(t, '\n');
}

static void write_match(struct text *t, const struct table *table)
{
	text_add(t, "match ");
	text_int(t, table->setup.match_length);
	text_add(t, " game ");
	text_int(t, table->match_game);
	text_add(t, " score");
	for (unsigned i = 0; i < table->seats; i++) {
		text_char(t, ' ');
		text_int(t, table->setup.match_score[i]);
	}
	text_add(t, match_is_crawford(table) ? " crawford\n" : "\n");
}

size_t record_write_head(const struct table *t, const char *const *names, char *out, size_t cap)
{
	return record_write_head_of(t, names, NULL, out, cap);
}

size_t record_write_head_of(const struct table *t, const char *const *names,
			    const struct record_dice *dice, char *out, size_t cap)
{
	struct text text = {out, cap, 0};
	size_t n = options_count(t->plugin), room;
	char buf[16], position[TABLAS_TEXT_MAX + 1], *rest;

	text_add(&text, dice ? "tablas record 2\ngame " : "tablas record 1\ngame ");
	text_add(&text, t->plugin->name);
	text_add(&text, " rules ");
	text_int(&text, t->plugin->rules);
	text_add(&text, " seats ");
	text_int(&text, t->seats);
	text_char(&text, '\n');
	if (dice) {
		rest = text_room(&text, &room);
		text.n += record_write_dice(dice, rest, room);
	}
	for (size_t i = 0; i < n; i++) {
		const struct tablas_option *o = &t->plugin->options[i];

		if (t->options[i] == o->dflt)
			continue;
		text_add(&text, "option ");
		text_add(&text, o->key);
		text_char(&text, ' ');
		text_add(&text, options_word(o, t->options[i], buf));
		text_char(&text, '\n');
	}
	write_stake(&text, &t->stakes);
	write_pace(&text, &t->pace);
	if (t->draws)
		text_add(&text, "seating random\n");
	if (t->setup.match_length)
		write_match(&text, t);
	if (t->placed && t->state == TABLE_OPEN &&
	    table_write_position(t, position, sizeof(position))) {
		text_add(&text, "begin ");
		text_add(&text, position);
		text_char(&text, '\n');
	}
	for (uint8_t i = 0; names && i < t->seats; i++) {
		struct transfer buy_in = {
			t->match_game > 1 ? TRANSFER_BRING : TRANSFER_BUY_IN, i, i, 0,
			t->stakes.buy_in, NULL};

		if (!names[i])
			continue;
		text_add(&text, "seat");
		facts_add_seat(&text, i);
		add_text(&text, names[i]);
		text_char(&text, '\n');
		if (t->stakes.buy_in > 0)
			write_transfer(&text, &buy_in);
	}
	return text_end(&text);
}

static void write_line(struct text *t, const struct fact *f)
{
	size_t room;
	char *rest = text_room(t, &room);

	if (f->kind == FACT_CONTRIBUTED) {
		t->n += record_write_contributed(f->seat, f->text, rest, room);
		return;
	}
	if (f->kind == FACT_ROLLED && f->thrown) {
		t->n += record_write_throw(f, rest, room);
		return;
	}
	text_add(t, line_word(f->kind));
	if (lines[f->kind].seat)
		facts_add_seat(t, f->seat);
	if (lines[f->kind].text && *f->text)
		add_text(t, f->text);
	text_char(t, '\n');
}

size_t record_write_fact(const struct table *t, const struct fact *f, const struct happened *h,
			 bool with_position, char *out, size_t cap)
{
	struct text text = {out, cap, 0};
	char position[TABLAS_TEXT_MAX];

	if (f->kind == FACT_NONE || f->kind >= FACT_COUNT || f->kind == FACT_CREATED)
		return text_end(&text); /* the head says what was created */
	if (t->pace.timed) {
		text_add(&text, "at ");
		text_int(&text, f->at);
		text_char(&text, '\n');
	}
	write_line(&text, f);
	for (size_t i = 0; i < h->transfers_n; i++)
		write_transfer(&text, &h->transfers[i]);
	if (with_position && table_write_position(t, position, sizeof(position))) {
		text_add(&text, "position ");
		text_add(&text, position);
		text_char(&text, '\n');
	}
	return text_end(&text);
}

/* ---- reading --------------------------------------------------------------------- */

void record_reader_init(struct record_reader *r, const struct registry *games)
{
	r->games = games;
	r->happened.events_n = r->happened.transfers_n = 0;
	r->paid = 0;
	r->line = 0;
	r->version = 1;
	r->begun = false;
	r->plugin = NULL;
	r->seats = 0;
	memset(&r->stakes, 0, sizeof(r->stakes));
	memset(&r->pace, 0, sizeof(r->pace));
	r->at = 0;
	r->match_length = r->match_game = 0;
	memset(r->match_score, 0, sizeof(r->match_score));
	r->crawford = r->draws = false;
	r->begin[0] = '\0';
	memset(r->names, 0, sizeof(r->names));
	memset(r->values, 0, sizeof(r->values));
	r->why[0] = '\0';
}

static int fail(struct record_reader *r, const char *what, const char *about)
{
	snprintf(r->why, sizeof(r->why), "line %d: %s%s%.120s", r->line, what,
		 *about ? ": " : "", about);
	return -1;
}

static bool read_seat(const struct record_reader *r, const char *word, uint8_t *seat)
{
	int64_t n;

	if (strcmp(word, "-") == 0)
		*seat = TABLAS_NOBODY;
	else if (strcmp(word, "pot") == 0)
		*seat = TABLAS_POT;
	else if (word_number(word, 0, (int64_t)r->seats - 1, &n))
		*seat = (uint8_t)n;
	else
		return false;
	return true;
}

static int read_game(struct record_reader *r, char *rest)
{
	const char *name = word_take(&rest);
	int64_t rules, seats;

	if (r->plugin)
		return fail(r, "a record is of one game", "");
	r->plugin = registry_find(r->games, name);
	if (!r->plugin)
		return fail(r, "no such game is loaded", name);
	if (strcmp(word_take(&rest), "rules") != 0 ||
	    !word_number(word_take(&rest), 0, UINT16_MAX, &rules) ||
	    strcmp(word_take(&rest), "seats") != 0 ||
	    !word_number(word_take(&rest), r->plugin->seats_min, r->plugin->seats_max,
			 &seats) ||
	    *rest)
		return fail(r, "expected \"game NAME rules N seats N\"", rest);
	if (rules < r->plugin->rules_since || rules > r->plugin->rules)
		return fail(r, "the game is not played by these rules here", name);
	r->seats = (unsigned)seats;
	options_default(r->plugin, r->values);
	return 0;
}

static int read_option(struct record_reader *r, char *rest)
{
	const char *key = word_take(&rest);
	const char *value = word_take(&rest);

	if (!r->plugin)
		return fail(r, "the game must be named first", "");
	if (*rest || options_set(r->plugin, r->values, key, value) != ACCEPTED)
		return fail(r, "no such option or value", key);
	return 0;
}

/* One of the terms behind unit and buy-in. */
static int read_term(struct record_reader *r, const char *word, char **rest)
{
	struct stakes *s = &r->stakes;
	int64_t fee;

	if (strcmp(word, "insolvent") == 0)
		return insolvent_read(word_take(rest), &s->insolvent);
	if (strcmp(word, "credit") == 0)
		return word_number(word_take(rest), 1, INT64_MAX / TABLAS_SEATS_MAX, &s->credit)
			       ? 0
			       : -1;
	if (strcmp(word, "fee") == 0) {
		if (!word_number(word_take(rest), 1, STAKES_FEE_MAX, &fee))
			return -1;
		s->fee = (int32_t)fee;
		return 0;
	}
	s->top_ups = strcmp(word, "top-ups") == 0;
	return s->top_ups ? 0 : -1;
}

static int read_stake(struct record_reader *r, char *rest)
{
	struct stakes *s = &r->stakes;

	memset(s, 0, sizeof(*s));
	if (!word_number(word_take(&rest), 0, STAKES_UNIT_MAX, &s->unit) ||
	    !word_number(word_take(&rest), 0, INT64_MAX / TABLAS_SEATS_MAX, &s->buy_in))
		return fail(r, "expected \"stake UNIT BUY-IN\"", "");
	while (*rest) {
		const char *word = word_take(&rest);

		if (read_term(r, word, &rest) != 0)
			return fail(r, "no such term of a stake", word);
	}
	if (s->credit && s->insolvent != INSOLVENT_DEBT)
		return fail(r, "credit is given where one may owe", "");
	return 0;
}

static int read_match(struct record_reader *r, char *rest)
{
	int64_t length, game, score;
	const char *word;

	if (!r->plugin)
		return fail(r, "the game must be named first", "");
	if (!match_fits(r->plugin) ||
	    !word_number(word_take(&rest), 1, MATCH_LENGTH_MAX, &length) ||
	    strcmp(word_take(&rest), "game") != 0 ||
	    !word_number(word_take(&rest), 1, INT32_MAX, &game) ||
	    strcmp(word_take(&rest), "score") != 0)
		return fail(r, "expected \"match LENGTH game N score POINTS POINTS\"", "");
	for (unsigned i = 0; i < r->seats; i++) {
		if (!word_number(word_take(&rest), 0, length - 1, &score))
			return fail(r, "no score of a match that goes on", rest);
		r->match_score[i] = (int32_t)score;
	}
	word = word_take(&rest);
	r->crawford = strcmp(word, "crawford") == 0;
	if ((*word && !r->crawford) || *rest)
		return fail(r, "more than belongs here", word);
	r->match_length = (uint32_t)length;
	r->match_game = (uint32_t)game;
	return 0;
}

static int read_begin(struct record_reader *r, const char *position)
{
	if (!*position || strlen(position) >= sizeof(r->begin))
		return fail(r, "no position to begin from", position);
	strcpy(r->begin, position);
	return 0;
}

/* The first fact: the table is laid by what the head said. */
static int begin(struct record_reader *r)
{
	struct fact created;
	char why[TABLAS_FLAW_MAX];

	if (!r->plugin)
		return fail(r, "the record does not say which game it is of", "");
	table_init(&r->table, r->plugin, r->seats, r->values, r->stakes.unit,
		   r->stakes.buy_in);
	table_remember(&r->table, &r->past);
	table_stakes(&r->table, &r->stakes);
	table_pace(&r->table, &r->pace);
	table_offer(&r->table, 0, r->draws);
	if (r->match_length)
		table_of_match(&r->table, r->match_length, r->match_game, r->match_score);
	if (r->crawford != match_is_crawford(&r->table))
		return fail(r, "by score and options the Crawford game is another", "");
	if (r->begin[0] && table_place(&r->table, r->begin) != 0) {
		study_flaw(&r->table, -1, r->begin, why, sizeof(why));
		return fail(r, "the position to begin from cannot be read", why);
	}
	if (table_created(&r->table, &created) >= sizeof(created.text))
		return fail(r, "the terms are too long", "");
	r->begun = true;
	return table_apply(&r->table, &created, &r->happened);
}

static int all_paid(struct record_reader *r)
{
	char line[128];
	struct text t = {line, sizeof(line), 0};

	if (!r->begun || r->paid == r->happened.transfers_n)
		return 0;
	write_transfer(&t, &r->happened.transfers[r->paid]);
	text_end(&t);
	line[strcspn(line, "\n")] = '\0';
	return fail(r, "this payment should stand before", line);
}

static int read_fact(struct record_reader *r, unsigned kind, char *rest, uint64_t thrown,
		     uint8_t sides)
{
	struct fact f;
	uint8_t seat = TABLAS_NOBODY;
	size_t n;

	if (!r->begun && begin(r) != 0)
		return -1;
	if (all_paid(r) != 0)
		return -1;
	if (lines[kind].seat && !read_seat(r, word_take(&rest), &seat))
		return fail(r, "no such seat", rest);
	n = strlen(rest);
	if (n >= sizeof(f.text) || (n && !lines[kind].text))
		return fail(r, "more than belongs here", rest);
	f.kind = (uint16_t)kind;
	f.seat = seat;
	f.ply = r->table.ply + 1;
	f.at = r->at;
	f.thrown = thrown;
	f.sides = sides;
	memcpy(f.text, rest, n + 1);
	if (kind == FACT_CONTRIBUTED && !record_read_contribution(rest, f.text))
		return fail(r, "no contribution in hexadecimal", rest);
	r->paid = 0;
	if (table_apply(&r->table, &f, &r->happened) != 0)
		return fail(r, "by the rules this cannot happen here", f.text);
	if (kind == FACT_SEATED)
		snprintf(r->names[seat], sizeof(r->names[seat]), "%.63s", f.text);
	return 0;
}

/* "pay" for what is called "forfeit" since. */
static bool is_older_word(const char *expected, const char *line)
{
	return strncmp(expected, "forfeit ", 8) == 0 && strncmp(line, "pay ", 4) == 0 &&
	       strcmp(expected + 8, line + 4) == 0;
}

/* "17 d6 3 1": its number, the sides of the dice, the faces. */
static int read_throw(struct record_reader *r, char *rest)
{
	int64_t thrown, sides;
	const char *word;

	if (r->version < 2)
		return fail(r, "a throw has its number in records of version 2", rest);
	if (!word_number(word_take(&rest), 1, INT64_MAX, &thrown))
		return fail(r, "a throw without its number", rest);
	word = word_take(&rest);
	if (*word != 'd' || !word_number(word + 1, 2, 255, &sides))
		return fail(r, "a throw without the sides of its dice", word);
	return read_fact(r, FACT_ROLLED, rest, (uint64_t)thrown, (uint8_t)sides);
}

/*
 * What the dice were made of is read for its form: that they were is for those
 * who can hash (tablas-check dice).
 */
static int read_dice(struct record_reader *r, const char *word, const char *rest)
{
	if (r->version < 2)
		return fail(r, "this belongs in records of version 2", word);
	return record_is_of_dice(word, rest) ? 0 : fail(r, "dice made in no way that is known", rest);
}

/* A consequence must read as it would be written. */
static int compare_payment(struct record_reader *r, const char *line)
{
	char expected[128];
	struct text t = {expected, sizeof(expected), 0};

	if (!r->begun || r->paid == r->happened.transfers_n)
		return fail(r, "nobody pays anything here", line);
	write_transfer(&t, &r->happened.transfers[r->paid]);
	text_end(&t);
	expected[strcspn(expected, "\n")] = '\0';
	if (strcmp(expected, line) != 0 && !is_older_word(expected, line))
		return fail(r, "the payment that follows is another", expected);
	r->paid++;
	return 0;
}

static int compare_position(struct record_reader *r, const char *position)
{
	char expected[TABLAS_TEXT_MAX];

	if (!r->begun || !table_write_position(&r->table, expected, sizeof(expected)))
		return fail(r, "there is no position yet", "");
	if (strcmp(expected, position) != 0)
		return fail(r, "the position is another", expected);
	return 0;
}

static bool is_payment(const char *word)
{
	if (strcmp(word, "pay") == 0)
		return true;
	for (unsigned i = TRANSFER_BUY_IN; i < TRANSFER_KINDS; i++)
		if (i != TRANSFER_STAKE &&
		    strcmp(transfer_word((enum transfer_kind)i), word) == 0)
			return true;
	return false;
}

static int read_head(struct record_reader *r, const char *word, char *rest)
{
	if (strcmp(word, "tablas") == 0) {
		r->version = strcmp(rest, "record 2") == 0 ? 2 : 1;
		return r->version == 2 || strcmp(rest, "record 1") == 0
			       ? 0
			       : fail(r, "not a record of version 1 or 2", rest);
	}
	if (r->begun)
		return fail(r, "this belongs in the head", word);
	if (strcmp(word, "game") == 0)
		return read_game(r, rest);
	if (strcmp(word, "option") == 0)
		return read_option(r, rest);
	if (strcmp(word, "stake") == 0)
		return read_stake(r, rest);
	if (strcmp(word, "clock") == 0)
		return pace_read(rest, &r->pace) ? 0 : fail(r, "no such clock", rest);
	if (strcmp(word, "seating") == 0)
		return (r->draws = !strcmp(rest, "random")) ? 0 : fail(r, "no such seating", rest);
	if (strcmp(word, "match") == 0)
		return read_match(r, rest);
	if (strcmp(word, "begin") == 0)
		return read_begin(r, rest);
	if (strcmp(word, "dice") == 0 || strcmp(word, "chain") == 0)
		return read_dice(r, word, rest);
	return fail(r, "not a line of a record", word);
}

int record_read_line(struct record_reader *r, const char *line)
{
	char whole[RECORD_LINE_MAX], text[RECORD_LINE_MAX], *rest = text;
	const char *word;

	r->line++;
	if (word_line(line, whole, sizeof(whole)) != 0)
		return fail(r, "the line is too long", "");
	if (!*whole)
		return 0;
	strcpy(text, whole);
	word = word_take(&rest);
	for (unsigned kind = FACT_CREATED + 1; kind < FACT_COUNT; kind++)
		if (strcmp(line_word(kind), word) == 0)
			return read_fact(r, kind, rest, 0, 0);
	if (strcmp(word, "throw") == 0)
		return read_throw(r, rest);
	if (strcmp(word, "at") == 0)
		return r->pace.timed && word_number(rest, r->at, INT64_MAX / 2, &r->at)
			       ? 0
			       : fail(r, "no instant that could follow", rest);
	if (strcmp(word, "secret") == 0)
		return read_dice(r, word, rest);
	if (is_payment(word))
		return compare_payment(r, whole);
	if (strcmp(word, "position") == 0)
		return compare_position(r, rest);
	return read_head(r, word, rest);
}

int record_read_end(struct record_reader *r)
{
	r->line++;
	if (!r->plugin)
		return fail(r, "the record does not say which game it is of", "");
	return all_paid(r);
}
