/*
 * table_time.c - the clock of a table: whose time runs, when it is up, and what
 * follows then.
 *
 * A lapse is a fact whose instant is the deadline itself, however late somebody
 * looked; so it is the same fact whether the house was awake or not, and a
 * replay that finds another instant has found a damaged book.
 */
#include "game/table_inside.h"

#include "game/plays.h"

#include <string.h>

void table_pace(struct table *t, const struct pace *pace)
{
	t->pace = *pace;
}

/* The seats that are asked. */
static uint16_t asked(const struct table *t)
{
	struct tablas_wait wait;

	if (t->state != TABLE_ACTIVE)
		return 0;
	t->plugin->wait(t->position, &wait);
	return wait.kind == TABLAS_WAIT_MOVE ? wait.seats : 0;
}

/* 0: it has none. */
static int64_t deadline(const struct table *t, unsigned seat)
{
	int64_t at = pace_deadline(&t->pace, &t->time, seat);

	return at == INT64_MAX ? 0 : at;
}

int64_t table_deadline_of(const struct table *t, unsigned seat)
{
	return seat < t->seats && table_asks(t, seat) ? deadline(t, seat) : 0;
}

int64_t table_deadline(const struct table *t, unsigned *seat)
{
	uint16_t seats = t->pace.timed ? asked(t) & (uint16_t)~t->time.lapsed : 0;
	int64_t first = 0;

	*seat = TABLAS_NOBODY;
	if (t->state == TABLE_OPEN)
		return t->expires;
	for (unsigned i = 0; i < t->seats; i++) {
		int64_t at = seats >> i & 1 ? deadline(t, i) : 0;

		if (at && (!first || at < first)) {
			first = at;
			*seat = i;
		}
	}
	return first;
}

int64_t table_paused_until(const struct table *t)
{
	return t->consent.until;
}

int64_t table_due(const struct table *t)
{
	unsigned seat;

	return t->state == TABLE_ACTIVE && t->consent.until ? t->consent.until
							      : table_deadline(t, &seat);
}

/* ---- facts ------------------------------------------------------------------------------ */

uint16_t table_inside_asked(const struct table *t)
{
	return t->pace.timed ? asked(t) : 0;
}

/* A decision takes what the deadline is reckoned by, and no other time. */
static int64_t took(const struct table *t, const struct fact *f)
{
	return pace_used(&t->pace, &t->time, f->seat, f->at);
}

/* Of these seats the clock runs of those that are asked; of others it says what it took. */
static void charge(struct table *t, uint16_t seats, uint16_t asked, int64_t at)
{
	for (unsigned i = 0; t->pace.timed && i < t->seats; i++) {
		int64_t over = -t->pace.per_move;

		if (!(seats >> i & 1))
			continue;
		over += asked >> i & 1 ? pace_used(&t->pace, &t->time, i, at)
				       : t->time.put_off_at[i];
		if (over > 0)
			t->time.bank[i] -= over < t->time.bank[i] ? over : t->time.bank[i];
	}
}

void table_inside_charge(struct table *t, int64_t at)
{
	uint16_t asked = table_inside_asked(t);

	charge(t, asked | t->time.put_off, asked, at);
}

static bool is_offered(const struct table *t)
{
	struct tablas_wait wait;

	t->plugin->wait(t->position, &wait);
	return wait.kind == TABLAS_WAIT_MOVE && wait.flags & TABLAS_WAIT_ANSWER;
}

/*
 * Somebody leaves, offers to, or answers that.  For a seat that is asked after it
 * as before it the clock runs on, or another's act would give back what it has used;
 * one that was interrupted by an offer comes back to the time it had; the others
 * have used what they have used.
 */
static void ask_on(struct table *t, const struct fact *f, uint16_t asked_before)
{
	struct pace_spent *time = &t->time;
	const uint16_t now = asked(t), own = (uint16_t)(1u << f->seat);
	uint16_t still, back, paying = asked_before;
	const bool offered = is_offered(t);

	if (f->kind == FACT_RESIGNED && offered && !time->put_off)
		pace_put_off(&t->pace, time, t->seats, asked_before, f->at);
	if (f->kind != FACT_RESIGNED && f->kind != FACT_LEFT)
		paying &= (uint16_t)~own; /* it has paid when it answered */
	still = asked_before & now & (time->put_off | (uint16_t)~own);
	if (time->put_off && !offered) /* to answer an offer was another question */
		still &= time->put_off;
	back = time->put_off & now & (uint16_t)~asked_before;
	charge(t, paying & (uint16_t)~(still | time->put_off), asked_before, f->at);
	if (!offered) {
		charge(t, time->put_off & (uint16_t)~now, 0, f->at);
		time->put_off = 0;
	}
	still |= back | time->put_off;
	if (!still) {
		pace_ask(time, t->seats, f->at);
		return;
	}
	pace_ask_others(&t->pace, time, t->seats, still, f->at);
	pace_come_back(time, t->seats, back);
}

/*
 * An answer to an offer earns nothing, or offers would give time; and who is to come
 * back to a question of his own pays when he answers that.
 */
static void note_answer(struct table *t, const struct fact *f, uint16_t asked_before)
{
	const uint16_t own = (uint16_t)(1u << f->seat);

	if (t->time.put_off & own) {
		pace_put_off(&t->pace, &t->time, t->seats, own, f->at);
		return;
	}
	charge(t, own, asked_before, f->at);
	t->time.lapsed &= (uint16_t)~own;
}

void table_inside_keep_time(struct table *t, const struct fact *f, uint16_t asked_before,
			    bool asked_anew)
{
	struct pace_spent *time = &t->time;

	if (!t->pace.timed)
		return;
	switch (f->kind) {
	case FACT_STARTED:
		for (unsigned i = 0; i < t->seats; i++)
			time->bank[i] = t->pace.bank;
		break;
	case FACT_DECIDED:
	case FACT_PLAYED:
		if (time->put_off) {
			note_answer(t, f, asked_before);
			if (asked_anew)
				ask_on(t, f, asked_before);
			return;
		}
		if (f->kind == FACT_DECIDED)
			time->bank[f->seat] =
				pace_bank(&t->pace, time->bank[f->seat], took(t, f));
		time->lapsed &= (uint16_t)~(1u << f->seat);
		break;
	case FACT_RESIGNED: /* to offer it takes time, and earns none */
	case FACT_LEFT:
		ask_on(t, f, asked_before);
		return;
	case FACT_FROZEN: /* the frost itself says that it stands; before play nothing ran */
		if (t->state_before_frost == TABLE_ACTIVE)
			pace_settle(&t->pace, time, t->seats, f->at);
		break;
	case FACT_THAWED:
		if (f->at > time->since)
			time->since = f->at;
		break;
	}
	if (asked_anew)
		pace_ask(time, t->seats, f->at);
	if (f->kind == FACT_TAKEN_BACK && is_offered(t)) /* an answer: whoever is not asked waits */
		pace_put_off(&t->pace, time, t->seats, table_living(t) & (uint16_t)~asked(t), f->at);
}

int table_inside_lapse(struct table *t, const struct fact *f)
{
	if (f->seat >= t->seats || t->time.lapsed >> f->seat & 1 ||
	    f->at != table_deadline_of(t, f->seat) || !t->pace.timed)
		return -1;
	t->time.lapsed |= (uint16_t)(1u << f->seat);
	t->time.bank[f->seat] = 0;
	if (t->time.misses[f->seat] < UINT8_MAX)
		t->time.misses[f->seat]++;
	return 0;
}

int table_inside_claim(struct table *t, const struct fact *f)
{
	if (t->pace.on_timeout != CLAIM || t->consent.until || t->time.claimed || f->seat >= t->seats ||
	    !(asked(t) & t->time.lapsed & ~(1u << f->seat)))
		return -1;
	t->time.claimed = true;
	return 0;
}

int table_inside_away(struct table *t, const struct fact *f)
{
	struct pace_away away[PACE_AWAYS_MAX];
	int n = pace_aways_read(f->text, away);

	if (n < 0 || f->seat >= t->seats || !t->pace.timed || !t->pace.vacations)
		return -1;
	pace_go_away(&t->pace, &t->time, t->seats, f->seat, away, (size_t)n, f->at);
	return 0;
}

void table_inside_stop_clock(struct table *t, const struct fact *f)
{
	if (t->pace.timed && !t->time.stopped)
		pace_stop(&t->pace, &t->time, t->seats, f->at);
}

void table_inside_run_clock(struct table *t, const struct fact *f)
{
	if (t->pace.timed && t->time.stopped)
		pace_run(&t->time, f->at);
}

/* ---- what the house does ------------------------------------------------------------------- */

bool table_inside_out_of_time(const struct table *t, unsigned seat)
{
	if (seat >= t->seats || !(asked(t) & t->time.lapsed & 1u << seat))
		return false;
	switch (t->pace.on_timeout) {
	case FORFEIT_GAME:
		return true;
	case FORFEIT_MOVE:
		return t->time.misses[seat] >= t->pace.misses;
	default:
		return t->time.claimed;
	}
}

bool table_inside_may_be_played_for(const struct table *t, unsigned seat)
{
	return t->pace.on_timeout == FORFEIT_MOVE && seat < t->seats &&
	       (asked(t) & t->time.lapsed & 1u << seat);
}

/* The first decision there is, as the plugin lists them.  False if that cannot be told. */
static bool first_decision(const struct table *t, unsigned seat, struct fact *fact)
{
	const struct tablas_plugin *plugin = t->plugin;
	_Alignas(16) unsigned char pos[plugin->position_size];
	struct tablas_event v[TABLAS_EVENTS_MAX];
	tablas_move moves[TABLAS_STEPS_MAX];
	struct tablas_wait before, after;
	bool more = true;
	size_t n = 0;

	memcpy(pos, t->position, plugin->position_size);
	plugin->wait(pos, &before);
	while (more) {
		struct tablas_events events = {v, 0};

		if (n == TABLAS_STEPS_MAX || plugin->legal(pos, seat, &moves[n], 1) == 0)
			return false;
		plugin->play(pos, seat, moves[n++], &events);
		plugin->wait(pos, &after);
		more = plays_go_on(&before, &after, v, events.n);
	}
	table_inside_fact(t, FACT_PLAYED, (uint8_t)seat, NULL, fact);
	return phrase_write(plugin, t->position, seat, moves, n, fact->text,
			    sizeof(fact->text)) < sizeof(fact->text);
}

bool table_inside_time_is_up(const struct table *t, struct fact *fact)
{
	uint16_t seats = t->time.lapsed ? asked(t) & t->time.lapsed : 0;

	for (unsigned i = 0; seats && i < t->seats; i++) {
		if (!(seats >> i & 1))
			continue;
		if (!table_inside_out_of_time(t, i) && table_inside_may_be_played_for(t, i) &&
		    first_decision(t, i, fact))
			return true;
		if (table_inside_out_of_time(t, i)) {
			table_inside_fact(t, FACT_LEFT, (uint8_t)i, TABLE_TIMEOUT, fact);
			return true;
		}
	}
	return false;
}

/* ---- commands ----------------------------------------------------------------------------------- */

enum refusal table_inside_decide_lapse(const struct table *t, const struct command *c,
				       struct decision *out)
{
	unsigned seat;
	int64_t at = table_due(t);

	if (!at || at > c->at)
		return STALE_PLY;
	out->n = 1;
	if (t->consent.until) {
		table_inside_fact(t, FACT_RESUMED, TABLAS_NOBODY, TABLE_ITS_TIME, &out->facts[0]);
		out->facts[0].at = at;
		return ACCEPTED;
	}
	at = table_deadline(t, &seat);
	table_inside_fact(t, t->state == TABLE_OPEN ? FACT_EXPIRED : FACT_LAPSED, (uint8_t)seat,
			  NULL, &out->facts[0]);
	out->facts[0].at = at;
	return ACCEPTED;
}

enum refusal table_inside_decide_claim(const struct table *t, const struct command *c,
				       struct decision *out)
{
	enum refusal refusal = table_inside_refuse_unless_active(t);

	if (refusal != ACCEPTED)
		return refusal;
	if (c->seat >= t->seats || t->status[c->seat] == SEAT_EMPTY)
		return NOT_SEATED;
	if (t->consent.until)
		return GAME_PAUSED;
	if (t->status[c->seat] != SEAT_PLAYING)
		out->sentence = "Who no longer plays claims nothing";
	else if (!t->pace.timed)
		out->sentence = "This game is played without a clock";
	else if (t->pace.on_timeout != CLAIM)
		out->sentence = "In this game the house sees to it itself when time is up";
	else if (!(asked(t) & t->time.lapsed & ~(1u << c->seat)))
		out->sentence = "No other seat has let its time run out";
	if (out->sentence)
		return NOTHING_TO_CLAIM;
	table_inside_fact(t, FACT_CLAIMED, c->seat, NULL, &out->facts[0]);
	out->n = 1;
	return ACCEPTED;
}

enum refusal table_inside_decide_away(const struct table *t, const struct command *c,
				      struct decision *out)
{
	enum refusal refusal = table_inside_refuse_unless_active(t);

	if (refusal != ACCEPTED)
		return refusal;
	if (c->seat >= t->seats || t->status[c->seat] != SEAT_PLAYING)
		return NOT_SEATED;
	if (!t->pace.timed || !t->pace.vacations) {
		out->sentence = "By the terms of this game no clock stands for a vacation";
		return INVALID_VALUE;
	}
	table_inside_fact(t, FACT_AWAY, c->seat, c->text, &out->facts[0]);
	out->n = 1;
	return ACCEPTED;
}
