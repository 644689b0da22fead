/*
 * table_consent.c - what is done by agreement at a table: offers, answers, and
 * what follows once all who still play agree.
 *
 * An offer lapses when whoever made it decides again, and with the game; what is
 * to be taken back lapses with anything that moves the game on.  No throw is ever
 * taken back: dice that have been seen stay seen.
 */
#include "game/table_inside.h"
#include "game/text.h"

#include <stdlib.h>
#include <string.h>

uint8_t table_living(const struct table *t)
{
	uint8_t seats = 0;

	for (unsigned i = 0; i < t->seats; i++)
		if (t->status[i] == SEAT_PLAYING)
			seats |= (uint8_t)(1u << i);
	return seats;
}

void table_remember(struct table *t, struct table_past *past)
{
	for (unsigned i = 0; i < TABLAS_SEATS_MAX; i++)
		past->before[i].ply = 0;
	t->past = past;
}

/* ---- the kinds ------------------------------------------------------------------------ */

/* A seat that finished by a rule of an older book has no rank here. */
static const char *why_no_draw(const struct table *t, uint8_t seats)
{
	(void)seats;
	for (unsigned i = 0; i < t->seats; i++)
		if (t->status[i] == SEAT_FINISHED && !t->rank_of[i])
			return "It is not known here which seat finished first";
	return NULL;
}

static const char *why_no_takeback(const struct table *t, uint8_t seats)
{
	if (t->takeable & seats)
		return NULL;
	return t->again & seats
		       ? "What was taken back is decided anew first, and stands then"
		       : "Nothing can be taken back: no decision since the last throw, or it was "
			 "taken back once already";
}

static const char *why_no_pause(const struct table *t, uint8_t seats)
{
	(void)seats;
	if (!t->pace.timed)
		return "This game is played without a clock: there is nothing to stop";
	if (t->pace.no_pauses)
		return "By the terms of this game its clock is not paused";
	if (t->consent.until)
		return "The game is paused already";
	return t->time.lapsed ? "The time of a seat is up" : NULL;
}

static const char *why_no_resume(const struct table *t, uint8_t seats)
{
	(void)seats;
	return t->consent.until ? NULL : "The game is not paused";
}

static const struct {
	bool both; /* two who offer it have agreed */
	const char *(*why_not)(const struct table *, uint8_t seats);
} kinds[CONSENT_COUNT] = {
	[CONSENT_DRAW] = {true, why_no_draw},
	[CONSENT_ABORT] = {true, NULL},
	[CONSENT_TAKEBACK] = {false, why_no_takeback},
	[CONSENT_PAUSE] = {false, why_no_pause},
	[CONSENT_RESUME] = {true, why_no_resume},
};

/* NULL if one of these seats may make the offer. */
static const char *why_not(const struct table *t, unsigned kind, uint8_t seats)
{
	const char *why = kinds[kind].why_not ? kinds[kind].why_not(t, seats) : NULL;

	if (why)
		return why;
	if (t->consent.offer[kind].ply)
		return "It is offered already, and waits for an answer";
	if (!(seats & ~t->consent.tried[kind]))
		return "It was offered once already; offer again when the game has moved on";
	return NULL;
}

const char *table_why_no_offer(const struct table *t, unsigned kind)
{
	return why_not(t, kind, table_living(t));
}

/* ---- commands ------------------------------------------------------------------------- */

static enum refusal say(const struct table *t, const struct command *c, enum fact_kind kind,
			struct decision *out)
{
	table_inside_fact(t, kind, c->seat, consent_word(c->consent), &out->facts[0]);
	out->n = 1;
	return ACCEPTED;
}

/* "pause P7D" */
static enum refusal say_how_long(const struct command *c, struct decision *out)
{
	struct fact *f = &out->facts[0];
	struct text text = {f->text, sizeof(f->text), strlen(f->text)};
	char length[PACE_DURATION_MAX];

	if (c->length < TABLE_PAUSE_LEAST || c->length > TABLE_PAUSE_MOST)
		return INVALID_VALUE;
	pace_write_duration(c->length, length, sizeof(length));
	text_char(&text, ' ');
	text_add(&text, length);
	text_end(&text);
	return ACCEPTED;
}

static enum refusal decide_offer(const struct table *t, const struct command *c,
				 struct decision *out)
{
	const struct offer *open = &t->consent.offer[c->consent];

	if (open->ply && kinds[c->consent].both && !(open->agreed >> c->seat & 1))
		return say(t, c, FACT_AGREED, out);
	out->sentence = why_not(t, c->consent, (uint8_t)(1u << c->seat));
	if (out->sentence)
		return OFFER_NOT_ALLOWED;
	say(t, c, FACT_OFFERED, out);
	return c->consent == CONSENT_PAUSE ? say_how_long(c, out) : ACCEPTED;
}

/* Whoever answers must have seen what he answers. */
static enum refusal decide_answer(const struct table *t, const struct command *c,
				  struct decision *out)
{
	const struct offer *open = &t->consent.offer[c->consent];
	bool own = open->ply && open->by == c->seat;

	if (c->ply && c->ply < open->ply)
		return STALE_PLY;
	if (!open->ply)
		return NOTHING_OFFERED;
	if (c->kind == COMMAND_WITHDRAW) {
		out->sentence = own ? NULL : "The offer is another's: decline it";
		return own ? say(t, c, FACT_WITHDRAWN, out) : NOTHING_OFFERED;
	}
	if (own)
		return OWN_OFFER;
	if (c->kind == COMMAND_DECLINE)
		return say(t, c, FACT_DECLINED, out);
	if (open->agreed >> c->seat & 1) {
		out->sentence = "You have agreed already: others have not answered yet";
		return NOTHING_OFFERED;
	}
	return say(t, c, FACT_AGREED, out);
}

enum refusal table_inside_decide_consent(const struct table *t, const struct command *c,
					 struct decision *out)
{
	if (t->state != TABLE_ACTIVE)
		return t->state == TABLE_OPEN	  ? GAME_NOT_STARTED
		       : t->state == TABLE_FROZEN ? GAME_FROZEN
						  : GAME_OVER;
	if (c->consent >= CONSENT_COUNT)
		return INVALID_VALUE;
	if (c->seat >= t->seats || t->status[c->seat] == SEAT_EMPTY)
		return NOT_SEATED;
	if (t->status[c->seat] != SEAT_PLAYING) {
		out->sentence = "Who no longer plays is not asked";
		return OFFER_NOT_ALLOWED;
	}
	return c->kind == COMMAND_OFFER ? decide_offer(t, c, out) : decide_answer(t, c, out);
}

/* ---- facts ---------------------------------------------------------------------------- */

/* By all who still play; whoever is left alone agrees with nobody. */
static bool is_agreed(const struct table *t, unsigned kind)
{
	uint8_t living;

	if (!(t->consent.open >> kind & 1))
		return false;
	living = table_living(t);
	return (living & (living - 1)) && consent_is_agreed(&t->consent, kind, living);
}

bool table_inside_any_agreed(const struct table *t)
{
	for (unsigned i = 0; t->consent.open && i < CONSENT_COUNT; i++)
		if (is_agreed(t, i))
			return true;
	return false;
}

/* "draw", or "pause P7D" of an offer. */
static bool read_kind(const struct fact *f, uint8_t *kind, int64_t *length)
{
	char word[16];
	size_t n = strcspn(f->text, " ");

	*length = 0;
	if (n >= sizeof(word))
		return false;
	memcpy(word, f->text, n);
	word[n] = '\0';
	if (!consent_named(word, kind))
		return false;
	if (f->kind != FACT_OFFERED || *kind != CONSENT_PAUSE)
		return !f->text[n];
	return f->text[n] && pace_read_duration(f->text + n + 1, length) &&
	       *length >= TABLE_PAUSE_LEAST && *length <= TABLE_PAUSE_MOST;
}

int table_inside_answer(struct table *t, const struct fact *f)
{
	struct consent *c = &t->consent;
	uint8_t bit, kind;
	int64_t length;

	if (t->state != TABLE_ACTIVE || f->seat >= t->seats ||
	    t->status[f->seat] != SEAT_PLAYING || !read_kind(f, &kind, &length))
		return -1;
	bit = (uint8_t)(1u << f->seat);
	if (f->kind == FACT_OFFERED) {
		if (why_not(t, kind, bit))
			return -1;
		consent_open(c, kind, f->seat, f->ply);
		c->offer[kind].length = length;
		return 0;
	}
	if (!c->offer[kind].ply || (c->offer[kind].by == f->seat) != (f->kind == FACT_WITHDRAWN))
		return -1;
	if (f->kind != FACT_AGREED) {
		consent_close(c, kind);
		return 0;
	}
	if (c->offer[kind].agreed & bit)
		return -1;
	c->offer[kind].agreed |= bit;
	return 0;
}

bool table_inside_is_drawn(const struct table *t)
{
	return t->state == TABLE_OVER ? t->ending == ENDING_AGREEMENT : is_agreed(t, CONSENT_DRAW);
}

static void taken_back(const struct table *t, struct fact *fact)
{
	struct text text = {fact->text, sizeof(fact->text), 0};

	table_inside_fact(t, FACT_TAKEN_BACK, t->consent.offer[CONSENT_TAKEBACK].by, NULL, fact);
	text_int(&text, t->past ? (int64_t)t->past->before[fact->seat].ply : 0);
	text_end(&text);
}

bool table_inside_is_agreed(const struct table *t, struct fact *fact)
{
	char length[PACE_DURATION_MAX];

	if (is_agreed(t, CONSENT_ABORT)) {
		table_inside_fact(t, FACT_ABORTED, TABLAS_NOBODY, TABLE_AGREEMENT, fact);
	} else if (is_agreed(t, CONSENT_TAKEBACK)) {
		taken_back(t, fact);
	} else if (is_agreed(t, CONSENT_PAUSE)) {
		pace_write_duration(t->consent.offer[CONSENT_PAUSE].length, length, sizeof(length));
		table_inside_fact(t, FACT_PAUSED, TABLAS_NOBODY, length, fact);
	} else if (is_agreed(t, CONSENT_RESUME)) {
		table_inside_fact(t, FACT_RESUMED, TABLAS_NOBODY, TABLE_AGREEMENT, fact);
	} else {
		return false;
	}
	return true;
}

/* What is offered lapses; what can be taken back becomes less, or one decision more. */
static void note_play(struct table *t, const struct fact *f)
{
	uint8_t bit = (uint8_t)(f->seat < t->seats ? 1u << f->seat : 0);

	switch (f->kind) {
	case FACT_DECIDED:
		t->takeable &= (uint8_t)~bit;
		t->takeable |= (uint8_t)(bit & ~t->again);
		t->again &= (uint8_t)~bit;
		break;
	case FACT_PLAYED:
		t->takeable &= (uint8_t)~bit;
		t->again &= (uint8_t)~bit;
		break;
	case FACT_FORCED:
		break;
	default:
		t->takeable = t->again = 0;
	}
	for (unsigned i = 0; t->consent.open && i < CONSENT_COUNT; i++) {
		unsigned by = t->consent.offer[i].by;

		if (i == CONSENT_TAKEBACK || t->status[by] != SEAT_PLAYING ||
		    (f->kind == FACT_DECIDED && f->seat == by))
			consent_close(&t->consent, i);
	}
}

void table_inside_note_consent(struct table *t, const struct fact *f, bool asked_anew)
{
	switch (f->kind) {
	case FACT_ROLLED:
	case FACT_DECIDED:
	case FACT_FORCED:
	case FACT_PLAYED:
	case FACT_RESIGNED:
	case FACT_LEFT:
		note_play(t, f);
		break;
	case FACT_THAWED: /* a pause does not end before the frost that fell on it */
		if (t->consent.until && t->consent.until < f->at)
			t->consent.until = f->at;
		break;
	case FACT_LAPSED: /* too late to stop the clock: the time of a seat is up */
		consent_close(&t->consent, CONSENT_PAUSE);
		break;
	case FACT_FINISHED:
	case FACT_ABORTED:
		memset(&t->consent, 0, sizeof(t->consent));
		t->takeable = t->again = 0;
		break;
	}
	if (asked_anew && t->consent.tries)
		consent_ask_anew(&t->consent);
}

/* ---- pausing --------------------------------------------------------------------------- */

int table_inside_pause(struct table *t, const struct fact *f)
{
	int64_t length;

	if (t->state != TABLE_ACTIVE || !is_agreed(t, CONSENT_PAUSE) ||
	    !pace_read_duration(f->text, &length) ||
	    length != t->consent.offer[CONSENT_PAUSE].length)
		return -1;
	table_inside_stop_clock(t, f);
	t->consent.until = f->at + length;
	consent_close(&t->consent, CONSENT_PAUSE);
	return 0;
}

/* Of itself it goes on at that very instant, however late somebody looked. */
int table_inside_resume(struct table *t, const struct fact *f)
{
	bool by_time = strcmp(f->text, TABLE_ITS_TIME) == 0;

	if (t->state != TABLE_ACTIVE || !t->consent.until)
		return -1;
	if (by_time ? f->at != t->consent.until : !is_agreed(t, CONSENT_RESUME))
		return -1;
	table_inside_run_clock(t, f);
	t->consent.until = 0;
	consent_close(&t->consent, CONSENT_RESUME);
	return 0;
}

/* ---- taking back ----------------------------------------------------------------------- */

void table_inside_keep_past(struct table *t, const struct fact *f)
{
	struct table_then *then;

	if (!t->past || f->seat >= t->seats)
		return;
	then = &t->past->before[f->seat];
	then->ply = f->ply;
	then->decisions = t->decisions;
	memcpy(then->status, t->status, sizeof(then->status));
	memcpy(then->rank_of, t->rank_of, sizeof(then->rank_of));
	then->stakes = t->stakes;
	memcpy(then->bank, t->time.bank, sizeof(then->bank));
	memcpy(then->position, t->position, t->plugin->position_size);
}

/*
 * The question is put anew, and what was decided since is gone.  Chips go back by
 * transfers; what was added to a purse meanwhile stays in it.  Time that was used
 * is used: a bank is not fuller than it is, nor than it was.
 */
int table_inside_take_back(struct table *t, const struct fact *f, struct happened *out)
{
	const struct table_then *then;
	char *end;
	unsigned long long ply = strtoull(f->text, &end, 10);

	if (!t->past || t->state != TABLE_ACTIVE || f->seat >= t->seats || *end ||
	    end == f->text || t->consent.offer[CONSENT_TAKEBACK].by != f->seat ||
	    !is_agreed(t, CONSENT_TAKEBACK))
		return -1;
	then = &t->past->before[f->seat];
	if (!then->ply || then->ply != ply)
		return -1;
	table_inside_charge(t, f->at);
	memcpy(t->position, then->position, t->plugin->position_size);
	memcpy(t->status, then->status, sizeof(t->status));
	memcpy(t->rank_of, then->rank_of, sizeof(t->rank_of));
	t->decisions = then->decisions;
	t->asked = f->ply;
	out->transfers_n += stakes_take_back(&t->stakes, t->seats, &then->stakes, out->transfers);
	t->again |= (uint8_t)(1u << f->seat);
	for (unsigned i = 0; i < t->seats; i++) {
		if (t->time.bank[i] > then->bank[i])
			t->time.bank[i] = then->bank[i];
		if (t->past->before[i].ply >= then->ply)
			t->takeable &= (uint8_t)~(1u << i);
	}
	consent_close(&t->consent, CONSENT_TAKEBACK);
	return 0;
}
